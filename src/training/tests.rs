use super::kernels::Level;
use super::lanes::Lanes;
use super::tile::{Objective, TILE, Tile};
use super::*;
use crate::evaluation::network::format::SCALE;
use crate::evaluation::network::{Evaluator, Network};
use crate::position::{Position, see_value};
use crate::records::{GameResult, TrainingPosition};
use crate::types::{Color, PieceType};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::sync::Arc;

/// White's material less Black's in centipawns.
fn material(position: &Position) -> i32 {
    let worth = |color| -> i32 {
        let kinds = PieceType::ALL.into_iter();
        kinds
            .map(|kind| position.pieces(color, kind).count() as i32 * see_value(kind))
            .sum()
    };
    worth(Color::White) - worth(Color::Black)
}

/// Positions from games of random moves. The score is the material, and who has more wins.
fn random_positions(games: u64) -> Vec<TrainingPosition> {
    let mut positions = Vec::new();
    for game in 0..games {
        let mut random = ChaCha8Rng::seed_from_u64(game);
        let mut position = Position::startpos();
        for _ in 0..120 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position = position.play(moves[random.random_range(0..moves.len())]);
            let score = material(&position);
            let result = match score {
                ..-100 => GameResult::BlackWin,
                101.. => GameResult::WhiteWin,
                _ => GameResult::Draw,
            };
            positions.push(TrainingPosition::new(&position, score as i16, result, game));
        }
    }
    positions
}

fn small_settings() -> Settings {
    Settings {
        shape: Shape {
            neurons: 32,
            buckets: 2,
        },
        epochs: 3,
        batch: 500,
        held_out: 0.1,
        parts: 3,
        ..Settings::default()
    }
}

fn small_trainer(threads: usize) -> Trainer {
    let settings = small_settings();
    let dataset = Dataset::new(random_positions(40), settings.held_out).unwrap();
    Trainer::new(settings, dataset, threads).unwrap()
}

/// The loss in double precision, on the slow path.
fn slow_loss(model: &Model, positions: &[TrainingPosition], objective: Objective) -> f64 {
    let sigmoid = |x: f64| 1.0 / (1.0 + (-x).exp());
    let share = f64::from(objective.result_share);
    let losses = positions.iter().map(|position| {
        let score = sigmoid(f64::from(position.score()) / f64::from(SCALE));
        let result = f64::from(position.half_points()) / 2.0;
        let target = share * result + (1.0 - share) * score;
        (sigmoid(model.evaluate(position)) - target).powi(2)
    });
    losses.sum()
}

#[test]
fn fast_and_slow_evaluation_agree() {
    for neurons in [32, 96, 160] {
        let shape = Shape {
            neurons,
            buckets: 8,
        };
        let model = Model::random(shape, 3);
        let positions = random_positions(1);
        for level in Level::supported() {
            let mut tile = Tile::new(shape, level);
            for positions in positions.chunks(TILE) {
                let outputs = tile.forward(&model, positions);
                for (position, &output) in positions.iter().zip(outputs) {
                    let slow = model.evaluate(position);
                    assert!((slow - f64::from(output)).abs() < 1e-5, "{slow} {output}");
                }
            }
        }
    }
}

/// Every kind of parameter, against the difference that a small change makes to the loss.
#[test]
fn gradients_are_those_of_finite_differences() {
    let shape = Shape {
        neurons: 32,
        buckets: 4,
    };
    let positions = random_positions(1);
    let positions = &positions[..TILE.min(positions.len())];
    let objective = Objective {
        result_share: 0.3,
        weight: 1.0,
    };
    let mut model = Model::random(shape, 7);
    let mut gradient = vec![Lanes::ZERO; shape.units()];
    let loss = Tile::new(shape, Level::best()).learn(&model, positions, objective, &mut gradient);
    assert!((loss - slow_loss(&model, positions, objective)).abs() < 1e-4);
    // So small that few neurons pass the upper end of their range, where the slope jumps.
    const CHANGE: f32 = 1.0 / 65536.0;
    let numbers = shape.units() * Lanes::WIDTH;
    let mut checked = 0;
    for index in (0..numbers).step_by(97).chain(numbers - 700..numbers) {
        let (unit, lane) = (index / Lanes::WIDTH, index % Lanes::WIDTH);
        let before = model.parameters[unit].0[lane];
        let mut loss_at = |value| {
            model.parameters[unit].0[lane] = value;
            slow_loss(&model, positions, objective)
        };
        let (up, down) = (before + CHANGE, before - CHANGE);
        let slope = (loss_at(up) - loss_at(down)) / f64::from(up - down);
        loss_at(before);
        let found = f64::from(gradient[unit].0[lane]);
        let tolerance = 2e-3 * slope.abs().max(0.05);
        assert!(
            (slope - found).abs() < tolerance,
            "parameter {index}: {slope} {found}"
        );
        checked += usize::from(slope != 0.0);
    }
    assert!(checked > 300, "only {checked} parameters made a difference");
}

#[test]
fn the_number_of_threads_makes_no_difference() {
    let train = |threads| {
        let mut trainer = small_trainer(threads);
        (0..12).for_each(|_| _ = trainer.advance());
        trainer.note_loss();
        trainer.checkpoint()
    };
    assert!(train(1) == train(3));
}

#[test]
fn training_resumes_as_if_nothing_had_happened() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("half.vzck");
    let mut whole = small_trainer(2);
    let mut half = small_trainer(2);
    for step in 0..whole.total_steps() {
        whole.advance();
        if step == whole.total_steps() / 2 {
            whole.note_loss();
        }
        if step <= whole.total_steps() / 2 + 1 {
            half.advance();
        }
        if step == whole.total_steps() / 2 {
            half.note_loss();
        }
    }
    half.checkpoint().save(&path).unwrap();
    let checkpoint = Checkpoint::load(&path).unwrap();
    assert!(checkpoint == half.checkpoint());
    let mut resumed = Trainer::resume(checkpoint, half.dataset().clone(), 1).unwrap();
    while !resumed.is_finished() {
        resumed.advance();
    }
    resumed.note_loss();
    whole.note_loss();
    assert!(resumed.checkpoint() == whole.checkpoint());
}

#[test]
fn a_damaged_or_foreign_checkpoint_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bad.vzck");
    small_trainer(1).checkpoint().save(&path).unwrap();
    let bytes = std::fs::read(&path).unwrap();
    let mut changed = bytes.clone();
    changed[bytes.len() / 2] ^= 1;
    for damaged in [
        &changed[..],
        &bytes[..bytes.len() - 1],
        &bytes[..9],
        b"VZCK",
    ] {
        std::fs::write(&path, damaged).unwrap();
        assert!(matches!(
            Checkpoint::load(&path),
            Err(CheckpointError::Damaged)
        ));
    }
    std::fs::write(&path, b"VZNN").unwrap();
    assert!(matches!(
        Checkpoint::load(&path),
        Err(CheckpointError::NoCheckpoint)
    ));
    let other = Dataset::new(random_positions(41), 0.1).unwrap();
    let resumed = Trainer::resume(small_trainer(1).checkpoint(), other, 1);
    assert!(matches!(resumed.err(), Some(TrainingError::OtherData)));
}

/// The whole way: from positions to a network file that knows what a queen is worth.
#[test]
fn material_is_learnt() {
    let settings = Settings {
        epochs: 30,
        batch: 1000,
        peak_rate: 5e-3,
        initial_result_share: 0.0,
        final_result_share: 0.0,
        ..small_settings()
    };
    let dataset = Dataset::new(random_positions(200), settings.held_out).unwrap();
    let mut trainer = Trainer::new(settings, dataset, 0).unwrap();
    let before = trainer.note_loss().held_out.unwrap();
    while !trainer.is_finished() {
        trainer.advance();
    }
    let after = trainer.note_loss().held_out.unwrap();
    assert!(
        after < before / 10.0,
        "the loss went from {before} to {after}"
    );
    let worth = |fen: &str| {
        let position = Position::from_fen(fen).unwrap();
        let packed = TrainingPosition::new(&position, 0, GameResult::Draw, 0);
        trainer.model().evaluate(&packed) * f64::from(SCALE)
    };
    let even = worth("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1");
    let rook = worth("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR w - - 0 1");
    let queen = worth("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1");
    assert!(even.abs() < 150.0, "{even}");
    assert!((-800.0..-250.0).contains(&rook), "{rook}");
    assert!((450.0..1500.0).contains(&queen), "{queen}");
    let picture = tempfile::tempdir().unwrap();
    let path = picture.path().join("loss.svg");
    draw_loss_curve(&path, trainer.curve(), trainer.steps_per_epoch()).unwrap();
    let svg = std::fs::read_to_string(path).unwrap();
    assert!(
        svg.contains("<polyline") && svg.contains("held out"),
        "{svg}"
    );
}

/// The engine's own evaluation of the exported network, against the model. The bound holds always;
/// what is seen is far smaller.
#[test]
fn quantising_changes_little() {
    let mut trainer = small_trainer(2);
    let mut worst = 0f64;
    for round in 0..3 {
        let file = trainer.model().quantise("a test").unwrap();
        let network = Arc::new(Network::decode(&file.encode().unwrap()).unwrap());
        let mut random = ChaCha8Rng::seed_from_u64(round);
        let mut position = Position::startpos();
        loop {
            let moves = position.legal_moves();
            if moves.is_empty() || position.halfmove_clock() > 30 {
                break;
            }
            position = position.play(moves[random.random_range(0..moves.len())]);
            let packed = TrainingPosition::new(&position, 0, GameResult::Draw, 0);
            let float = trainer.model().evaluate(&packed) * f64::from(SCALE);
            let score = Evaluator::new(network.clone(), &position).evaluate(&position);
            let difference = (float - f64::from(score)).abs();
            let bucket = trainer.model().shape().bucket(&packed);
            let bound = error_bound(trainer.model(), bucket);
            assert!(difference <= bound, "round {round}: {difference} > {bound}");
            worst = worst.max(difference);
        }
        (0..10).for_each(|_| _ = trainer.advance());
    }
    assert!(worst < 30.0, "{worst} centipawns");
}

#[test]
fn training_can_begin_with_a_network() {
    let mut trained = small_trainer(2);
    while !trained.is_finished() {
        trained.advance();
    }
    let file = trained.model().quantise("").unwrap();
    let model = Model::of_file(&file).unwrap();
    assert_eq!(model.quantise("").unwrap(), file);
    let mut next = small_trainer(2);
    assert_ne!(next.model().quantise("").unwrap(), file);
    next.start_from(model).unwrap();
    assert_eq!(next.model().quantise("").unwrap(), file);
    // As good as it was, but for the rounding.
    let [then, now] = [&mut trained, &mut next].map(|trainer| trainer.held_out_loss().unwrap());
    assert!((now - then).abs() < 0.002 * then, "{then} {now}");
    for (neurons, buckets) in [
        (2 * file.neurons, file.buckets),
        (file.neurons, file.buckets - 1),
    ] {
        let other = Model::random(Shape { neurons, buckets }, 1);
        let error = next.start_from(other).unwrap_err();
        assert!(error.to_string().contains("neurons"), "{error}");
    }
}

#[test]
fn a_network_grows_without_forgetting() {
    let mut small = small_trainer(2);
    while !small.is_finished() {
        small.advance();
    }
    let (small, neurons) = (small.model().clone(), 3 * small_settings().shape.neurons);
    let wider = small.clone().widened(neurons, 5);
    assert_eq!(wider.shape().neurons, neurons);
    assert_eq!(small.clone().widened(small.shape().neurons, 5), small);
    for position in random_positions(50) {
        assert_eq!(wider.evaluate(&position), small.evaluate(&position));
    }
    // The new neurons do not stay idle.
    let mut settings = small_settings();
    settings.shape.neurons = neurons;
    let dataset = Dataset::new(random_positions(40), settings.held_out).unwrap();
    let mut trainer = Trainer::new(settings, dataset, 2).unwrap();
    trainer.start_from(small).unwrap();
    (0..3).for_each(|_| _ = trainer.advance());
    let model = trainer.model();
    let mut outputs = (0..model.shape().buckets).flat_map(|bucket| model.output(bucket));
    assert!(outputs.all(|weight| weight != 0.0));
}

#[test]
fn impossible_settings_are_named() {
    let check = |change: fn(&mut Settings)| {
        let mut settings = small_settings();
        change(&mut settings);
        settings.check().unwrap_err().to_string()
    };
    assert_eq!(
        small_settings().check().map_err(|error| error.to_string()),
        Ok(())
    );
    let shape = check(|settings| settings.shape.neurons = 48);
    assert!(
        shape.starts_with("48 neurons and 2 output buckets"),
        "{shape}"
    );
    let limit = check(|settings| settings.limit = 2.1);
    assert_eq!(
        limit,
        "the limit of the weights is 2.1, but must be above 0 and at most 2"
    );
    assert!(check(|settings| settings.epochs = 0).contains("epochs"));
    assert!(matches!(
        Dataset::new(random_positions(1), 0.5),
        Err(DatasetError::Division { .. })
    ));
}
