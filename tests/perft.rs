//! Counts of legal move sequences against published ones.
//!
//! Counts up to five million are checked, all deeper ones too if the environment variable
//! `VEZER_PERFT_LIMIT` names a greater number of leaves.

use std::env;
use vezer::notation::epd::{self, Epd};
use vezer::position::{Position, perft};

const STANDARD: &str = include_str!("data/perft/standard.epd");
const CHESS960: &str = include_str!("data/perft/chess960.epd");

/// Checks every count up to `limit` leaves.
fn check(suite: &str, limit: u64, count: impl Fn(&Position, u32) -> u64) {
    let mut checked = 0;
    for line in epd::read(suite.as_bytes()) {
        let epd: Epd = line.expect("a position with counts");
        for operation in &epd.operations {
            let depth = operation.opcode[1..].parse().expect("D and a depth");
            let wanted: u64 = operation.operands[0].as_str().parse().expect("a count");
            if wanted <= limit {
                let fen = epd.position.fen();
                assert_eq!(
                    count(&epd.position, depth),
                    wanted,
                    "{fen} to depth {depth}"
                );
                checked += 1;
            }
        }
    }
    assert!(checked > 800, "only {checked} counts");
}

fn limit() -> u64 {
    let deeper = env::var("VEZER_PERFT_LIMIT").ok();
    deeper.map_or(5_000_000, |limit| {
        limit.parse().expect("a number of leaves")
    })
}

fn on_boards(position: &Position, depth: u32) -> u64 {
    perft(position.board(), depth)
}

/// The slow twin: whole positions, every list of moves written down.
fn on_positions(position: &Position, depth: u32) -> u64 {
    let moves = position.legal_moves();
    match depth {
        0 => 1,
        1 => moves.len() as u64,
        _ => moves
            .into_iter()
            .map(|mv| on_positions(&position.play(mv), depth - 1))
            .sum(),
    }
}

#[test]
fn standard_chess() {
    check(STANDARD, limit(), on_boards);
}

#[test]
fn chess960() {
    check(CHESS960, limit(), on_boards);
}

#[test]
fn standard_chess_by_playing() {
    check(STANDARD, limit() / 5, on_positions);
}

#[test]
fn chess960_by_playing() {
    check(CHESS960, limit() / 5, on_positions);
}
