//! Positions a second in training, with all cores: `cargo bench --bench training`.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::hint::black_box;
use std::time::Duration;
use vezer::position::Position;
use vezer::records::{GameResult, TrainingPosition};
use vezer::training::{Dataset, Settings, Shape, Trainer};

/// So many positions that they do not fit in a cache, as in earnest.
const POSITIONS: usize = 2_000_000;

/// Positions from games of random moves, with 20 pieces on average; labels do not matter here.
fn positions() -> Vec<TrainingPosition> {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let mut positions = Vec::new();
    for game in 0..400 {
        let mut position = Position::startpos();
        for _ in 0..220 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position = position.play(moves[random.random_range(0..moves.len())]);
            let score = random.random_range(-300..300);
            positions.push(TrainingPosition::new(
                &position,
                score,
                GameResult::Draw,
                game,
            ));
        }
    }
    positions
}

fn training(criterion: &mut Criterion) {
    let positions = positions();
    let pieces: usize = positions.iter().map(TrainingPosition::piece_count).sum();
    println!(
        "{:.1} pieces on average",
        pieces as f64 / positions.len() as f64
    );
    let many = || positions.iter().cycle().take(POSITIONS).copied();
    let mut group = criterion.benchmark_group("training");
    group
        .sample_size(10)
        .measurement_time(Duration::from_secs(8));
    for neurons in [32, 128, 256, 512] {
        let settings = Settings {
            shape: Shape {
                neurons,
                buckets: 8,
            },
            held_out: 0.0,
            epochs: 10_000,
            ..Settings::default()
        };
        let dataset = Dataset::new(many(), 0.0).expect("there are positions");
        let mut trainer = Trainer::new(settings, dataset, 0).expect("the settings are possible");
        group.throughput(Throughput::Elements(trainer.batch() as u64));
        group.bench_function(format!("{neurons} neurons"), |bencher| {
            bencher.iter(|| black_box(trainer.advance()));
        });
    }
    group.finish();
}

criterion_group!(benches, training);
criterion_main!(benches);
