//! The Laws on the case files (draws, claims, dead positions, who can still mate) and on random
//! games, against slow twins and against shakmaty; and the command that reports them.

mod command;
mod dead_positions;
mod draws;
mod random_games;

use rand::Rng;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use serde_json::Value;
use vezer::position::Position;

/// The cases of `draws.json`.
fn draw_cases() -> Vec<Value> {
    cases(include_str!("../data/draws/draws.json"), "cases")
}

/// The cases of `dead.json`.
fn dead_cases() -> Vec<Value> {
    cases(include_str!("../data/dead/dead.json"), "positions")
}

fn cases(text: &str, key: &str) -> Vec<Value> {
    let data: Value = serde_json::from_str(text).expect("the file is JSON");
    data[key].as_array().expect("a list of cases").clone()
}

/// The words of a JSON list.
fn words(list: &Value) -> Vec<&str> {
    let list = list.as_array().expect("a list");
    list.iter().filter_map(Value::as_str).collect()
}

/// Where a case of `draws.json` starts.
fn start_fen(case: &Value) -> &str {
    match case["start"].as_str() {
        Some("startpos") | None => Position::STARTPOS_FEN,
        Some(fen) => fen,
    }
}

/// A generator that gives the same numbers in every run.
fn seeded(seed: u64) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(seed)
}

/// A random number below `end`.
fn below(random: &mut ChaCha8Rng, end: usize) -> usize {
    (random.next_u64() % end as u64) as usize
}

/// How many times the usual number of random positions to try: `VEZER_PLAYOUTS`, or once.
fn factor() -> usize {
    std::env::var("VEZER_PLAYOUTS").map_or(1, |text| text.parse().expect("a number"))
}
