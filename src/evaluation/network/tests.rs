//! Every backend against the slow twin, along random games.

use super::format::{INPUTS, MAX_NEURONS, MAX_OUTPUT_WEIGHT, MAX_TRANSFORMER_WEIGHT};
use super::{Backend, Evaluator, Network, NetworkFile, twin};
use crate::position::Position;
use crate::types::{Move, MoveKind, PieceType};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use std::sync::Arc;

/// Standard and shuffled games, the two armies shuffled alike and each for itself, and positions
/// in which castling, promotions, captures in passing and wandering kings are near.
const STARTS: [&str; 9] = [
    Position::STARTPOS_FEN,
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "nrbbqkrn/pppppppp/8/8/8/8/PPPPPPPP/RKBNQNBR w HAgb - 0 1",
    "1rk3r1/pppppppp/8/8/8/8/PPPPPPPP/R2K3R w HAgb - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/PPP2k2/8/8/8/8/2K2ppp/8 w - - 0 1",
    "8/2p1p3/3k4/1P1P1P2/1p1p1p2/3K4/2P1P3/8 w - - 0 1",
    "3k4/8/8/3qr3/3QR3/8/8/4K3 w - - 0 1",
];

/// Weights as large as a trained network has them, or up to the limits of the format.
fn random_file(neurons: usize, buckets: usize, extreme: bool) -> NetworkFile {
    let mut random = ChaCha8Rng::seed_from_u64((neurons * 16 + buckets) as u64);
    let (transformer, output) = if extreme {
        (MAX_TRANSFORMER_WEIGHT, MAX_OUTPUT_WEIGHT)
    } else {
        (60, 100)
    };
    let mut values = |count: usize, size: i16| -> Vec<i16> {
        let value = |_| match extreme {
            true if random.random_range(0..4) > 0 => size,
            true => -size,
            false => random.random_range(-size..=size),
        };
        (0..count).map(value).collect()
    };
    NetworkFile {
        neurons,
        buckets,
        description: "random".to_owned(),
        transformer_weights: values(INPUTS * neurons, transformer),
        transformer_biases: values(neurons, transformer),
        output_weights: values(buckets * 2 * neurons, output),
        output_biases: (0..buckets)
            .map(|bucket| bucket as i32 * 9_973 - 40_000)
            .collect(),
    }
}

/// How often each special thing happened, so that no test passes for lack of it.
#[derive(Clone, Copy, Default, Debug)]
struct Tally {
    castled: usize,
    promoted: usize,
    in_passing: usize,
    king_moves: usize,
    nulls: usize,
}

impl Tally {
    fn count(&mut self, position: &Position, mv: Move) {
        self.castled += usize::from(mv.is_castle());
        self.promoted += usize::from(mv.is_promotion());
        self.in_passing += usize::from(mv.is(MoveKind::EnPassant));
        self.king_moves += usize::from(position.moving_kind(mv) == PieceType::King);
    }
}

/// A random walk through a game tree: forward, back, and evaluation now and then.
struct Walk<'a> {
    file: &'a NetworkFile,
    evaluators: Vec<Evaluator>,
    random: ChaCha8Rng,
    tally: Tally,
}

impl Walk<'_> {
    fn new(file: &NetworkFile, seed: u64) -> Walk<'_> {
        let network = Arc::new(Network::new(file.clone()).unwrap());
        let start = Position::startpos();
        let evaluators = Backend::available()
            .map(|backend| Evaluator::with_backend(network.clone(), &start, backend))
            .collect();
        Walk {
            file,
            evaluators,
            random: ChaCha8Rng::seed_from_u64(seed),
            tally: Tally::default(),
        }
    }

    fn play(&mut self, start: &Position, moves: usize) {
        for evaluator in &mut self.evaluators {
            evaluator.reset(start);
        }
        self.check(start);
        self.wander(start, moves);
        self.check(start);
    }

    /// Makes a move, goes on from there, takes it back; then perhaps another.
    fn wander(&mut self, position: &Position, depth: usize) {
        if depth == 0 {
            self.check(position);
            return;
        }
        let branches = if self.random.random_range(0..8) == 0 {
            2
        } else {
            1
        };
        for branch in 0..branches {
            let depth = if branch == 0 {
                depth - 1
            } else {
                depth.min(6) - 1
            };
            if self.random.random_range(0..16) == 0 && !position.in_check() {
                self.tally.nulls += 1;
                self.wander(&position.play_null(), depth);
                continue;
            }
            let Some(mv) = self.choose(position) else {
                return;
            };
            self.tally.count(position, mv);
            let next = position.play(mv);
            self.evaluators
                .iter_mut()
                .for_each(|evaluator| evaluator.push(position, mv));
            if self.random.random_range(0..3) == 0 {
                self.check(&next);
            }
            self.wander(&next, depth);
            self.evaluators.iter_mut().for_each(Evaluator::pop);
            if self.random.random_range(0..3) == 0 {
                self.check(position);
            }
        }
    }

    /// Any legal move; a special one more often.
    fn choose(&mut self, position: &Position) -> Option<Move> {
        let moves = position.legal_moves();
        let is_special =
            |mv: &&Move| mv.is_castle() || mv.is_promotion() || mv.is(MoveKind::EnPassant);
        let special: Vec<Move> = moves.iter().filter(is_special).copied().collect();
        let list = match &special[..] {
            [_, ..] if self.random.random_range(0..2) == 0 => &special[..],
            _ => &moves[..],
        };
        (!list.is_empty()).then(|| list[self.random.random_range(0..list.len())])
    }

    fn check(&mut self, position: &Position) {
        let expected = twin::evaluate(self.file, position);
        for evaluator in &mut self.evaluators {
            let score = evaluator.evaluate(position);
            assert_eq!(score, expected, "{position:?} on {:?}", evaluator.backend());
        }
    }
}

#[test]
fn every_backend_agrees_with_the_twin_along_random_games() {
    let mut tally = Tally::default();
    for (neurons, buckets) in [
        (32, 1),
        (32, 8),
        (64, 8),
        (96, 3),
        (128, 1),
        (256, 8),
        (320, 1),
    ] {
        let file = random_file(neurons, buckets, false);
        let mut walk = Walk::new(&file, neurons as u64);
        walk.tally = tally;
        for fen in STARTS.into_iter().cycle().take(3 * STARTS.len()) {
            walk.play(&Position::from_fen(fen).unwrap(), 120);
        }
        tally = walk.tally;
    }
    let Tally {
        castled,
        promoted,
        in_passing,
        king_moves,
        nulls,
    } = tally;
    let least = [castled, promoted, in_passing, king_moves, nulls]
        .into_iter()
        .min();
    assert!(least >= Some(40), "{tally:?}");
}

#[test]
fn the_largest_weights_do_not_overflow() {
    for neurons in [32, MAX_NEURONS] {
        let file = random_file(neurons, 1, true);
        let mut walk = Walk::new(&file, 7);
        for fen in STARTS {
            walk.play(&Position::from_fen(fen).unwrap(), 10);
        }
    }
}

#[test]
fn long_lines_need_no_room_beforehand() {
    let file = random_file(32, 1, false);
    let mut walk = Walk::new(&file, 11);
    walk.play(&Position::startpos(), 400);
}

#[test]
fn a_position_and_its_mirror_images_are_worth_the_same() {
    let file = random_file(64, 8, false);
    let worth = |fen: &str| twin::evaluate(&file, &Position::from_fen(fen).unwrap());
    let white = worth("r1bq1k2/1p3p1p/2n1p3/8/3P4/2N2N2/PP3PPP/R2Q1K2 w - - 0 1");
    let black = worth("r2q1k2/pp3ppp/2n2n2/3p4/8/2N1P3/1P3P1P/R1BQ1K2 b - - 0 1");
    let mirrored = worth("2k1qb1r/p1p3p1/3p1n2/8/4P3/2N2N2/PPP3PP/2K1Q2R w - - 0 1");
    assert_eq!(white, black);
    assert_eq!(white, mirrored);
    assert_ne!(white, 0);
}

#[test]
fn backends_are_known_by_name() {
    let names: Vec<&str> = Backend::available().map(Backend::name).collect();
    assert_eq!(names[0], "scalar");
    assert_eq!(names.last(), Some(&Backend::detect().name()));
}
