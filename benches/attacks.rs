//! Slider attacks by look-up, against the walk along the rays that fills the tables.
//!
//! The look-up indexes by PEXT where the build targets BMI2, by magic multiplication elsewhere;
//! `make benches` and `make benches CPU=x86-64` compare the two.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use rand::Rng;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use std::hint::black_box;
use vezer::attacks::{Slider, bishop_attacks, init, queen_attacks, ray_walk, rook_attacks};
use vezer::types::{Bitboard, Square};

const INDEX: &str = if cfg!(target_feature = "bmi2") {
    "PEXT"
} else {
    "magic"
};

/// A square and a board around it.
type Case = (Square, Bitboard);

/// Boards on which about a quarter of the squares are occupied.
fn cases() -> Vec<Case> {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    (0..4096)
        .map(|index| {
            let occupied = random.next_u64() & random.next_u64();
            (Square::new(index % 64), Bitboard(occupied))
        })
        .collect()
}

/// Folds all attack sets into one, so that none can be left out.
fn fold(cases: &[Case], attacks: impl Fn(Square, Bitboard) -> Bitboard) -> Bitboard {
    cases
        .iter()
        .fold(Bitboard::EMPTY, |all, &(square, occupied)| {
            all ^ attacks(square, occupied)
        })
}

fn sliders(criterion: &mut Criterion) {
    init();
    let cases = cases();
    let mut group = criterion.benchmark_group("attacks");
    group.throughput(Throughput::Elements(cases.len() as u64));
    // A macro, so that each look-up is inlined into its loop as it is where it is used.
    macro_rules! measure {
        ($name:expr, $attacks:expr) => {
            group.bench_function($name, |bencher| {
                bencher.iter(|| fold(black_box(&cases), $attacks));
            });
        };
    }
    measure!(format!("bishop by {INDEX}"), bishop_attacks);
    measure!(format!("rook by {INDEX}"), rook_attacks);
    measure!(format!("queen by {INDEX}"), queen_attacks);
    measure!("bishop by ray walk", |square, occupied| ray_walk(
        Slider::Bishop,
        square,
        occupied
    ));
    measure!("rook by ray walk", |square, occupied| ray_walk(
        Slider::Rook,
        square,
        occupied
    ));
    group.finish();
}

criterion_group!(benches, sliders);
criterion_main!(benches);
