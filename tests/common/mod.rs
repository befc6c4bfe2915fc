//! What several integration tests need: random games, the same in every run, test data, the program.

#![allow(dead_code)] // each test binary uses its own part

pub mod json;
pub mod program;

use rand::Rng;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use std::env;
use vezer::position::Position;
use vezer::types::{Move, MoveKind};

/// A generator that gives the same numbers in every run.
pub fn seeded(seed: u64) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(seed)
}

/// A random number below `end`.
pub fn below(random: &mut ChaCha8Rng, end: usize) -> usize {
    (random.next_u64() % end as u64) as usize
}

/// The back rank of one of the 960 start positions (0 to 959) after Reinhard Scharnagl's numbering.
pub fn back_rank(number: usize) -> String {
    const KNIGHTS: [(usize, usize); 10] = [
        (0, 1),
        (0, 2),
        (0, 3),
        (0, 4),
        (1, 2),
        (1, 3),
        (1, 4),
        (2, 3),
        (2, 4),
        (3, 4),
    ];
    let mut rank = [' '; 8];
    rank[2 * (number % 4) + 1] = 'b';
    rank[2 * (number / 4 % 4)] = 'b';
    let free = |rank: &[char; 8]| -> Vec<usize> { (0..8).filter(|&i| rank[i] == ' ').collect() };
    let queen = free(&rank)[number / 16 % 6];
    rank[queen] = 'q';
    let (first, second) = KNIGHTS[number / 96];
    let left = free(&rank);
    rank[left[first]] = 'n';
    rank[left[second]] = 'n';
    for (square, piece) in free(&rank).into_iter().zip(['r', 'k', 'r']) {
        rank[square] = piece;
    }
    rank.into_iter().collect()
}

/// The FEN of a start position with these back ranks.
pub fn start(white: usize, black: usize) -> String {
    let (white, black) = (back_rank(white).to_uppercase(), back_rank(black));
    format!("{black}/pppppppp/8/8/8/8/PPPPPPPP/{white} w KQkq - 0 1")
}

/// The number of the standard start position.
pub const STANDARD: usize = 518;

/// Start positions of `each` games of standard chess, Chess960 and double Chess960, and of some
/// endings in which pawns promote and capture in passing.
pub fn starts(each: usize, random: &mut ChaCha8Rng) -> Vec<String> {
    const ENDINGS: [&str; 6] = [
        "4k3/PPP3PP/8/8/8/8/ppp3pp/4K3 w - - 0 1",
        "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1",
        "8/2p1p1p1/3k4/1P1P1P2/1p1p1p2/3K4/2P1P1P1/8 w - - 0 1",
        "1rk3r1/8/8/8/8/8/8/1RK3R1 w KQkq - 0 1",
        "rk5r/pp4pp/8/8/8/8/PP4PP/RK5R w KQkq - 0 1",
        "qrk2r2/8/8/8/8/8/8/QRK2R2 b KQkq - 0 1",
    ];
    let mut starts = Vec::new();
    for _ in 0..each {
        starts.push(start(STANDARD, STANDARD));
        let number = below(random, 960);
        starts.push(start(number, number));
        starts.push(start(below(random, 960), below(random, 960)));
        starts.push(ENDINGS[below(random, ENDINGS.len())].to_owned());
    }
    starts
}

/// A random legal move; rare kinds are taken more often than chance would.
pub fn random_move(position: &Position, random: &mut ChaCha8Rng) -> Option<Move> {
    let moves = position.legal_moves();
    let rare: Vec<Move> = moves
        .iter()
        .copied()
        .filter(|mv| mv.is_promotion() || mv.is_en_passant() || mv.is_castle())
        .collect();
    let double: Vec<Move> = moves
        .iter()
        .copied()
        .filter(|mv| mv.is(MoveKind::DoublePush))
        .collect();
    let pool = match below(random, 8) {
        0..=2 if !rare.is_empty() => &rare[..],
        3 if !double.is_empty() => &double[..],
        _ => &moves[..],
    };
    (!pool.is_empty()).then(|| pool[below(random, pool.len())])
}

/// Visits the positions of random games of at most `plies` half-moves. For a longer check than the
/// usual one the environment variable `VEZER_PLAYOUTS` multiplies the number of games.
pub fn playouts(games: usize, plies: usize, seed: u64, mut visit: impl FnMut(&Position)) {
    let factor = env::var("VEZER_PLAYOUTS").map_or(1, |text| text.parse().expect("a number"));
    let mut random = seeded(seed);
    for start in starts(factor * games, &mut random) {
        let mut position: Position = start.parse().expect("a start position");
        for _ in 0..plies {
            visit(&position);
            let Some(mv) = random_move(&position, &mut random) else {
                break;
            };
            position = position.play(mv);
        }
    }
}
