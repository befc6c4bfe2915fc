//! A short pass of every fuzz target of `tests/fuzz`, the same in every run: its seeds, and inputs
//! made from them by random changes. `VEZER_MUTATIONS=100` makes so many times as many.

#[path = "fuzz/bodies/mod.rs"]
mod bodies;
mod common;

use common::below;
use rand_chacha::ChaCha8Rng;
use std::env;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

fn seeds(target: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fuzz/seeds");
    let entries = fs::read_dir(folder.join(target)).expect("every target has seeds");
    let mut paths: Vec<_> = entries
        .map(|entry| entry.expect("an entry").path())
        .collect();
    paths.sort();
    let read = |path| fs::read(path).expect("it can be read");
    paths.iter().map(read).collect()
}

/// Bytes that matter in many formats.
const TELLING: [u8; 16] = [
    0, 1, 0x7f, 0x80, 0xff, b' ', b'\n', b'"', b'\\', b'-', b'+', b'0', b'9', b'/', b'{', b';',
];

/// One change of an input, as fuzzers make them.
fn change(input: &mut Vec<u8>, seeds: &[Vec<u8>], random: &mut ChaCha8Rng) {
    let at = below(random, input.len() + 1);
    let rest = input.len() - at;
    match below(random, 7) {
        0 if rest > 0 => input[at] ^= 1 << below(random, 8),
        1 if rest > 0 => input[at] = TELLING[below(random, TELLING.len())],
        2 => input.insert(at, TELLING[below(random, TELLING.len())]),
        3 => drop(input.drain(at..at + below(random, rest.min(20) + 1))),
        4 => input.truncate(at),
        5 => {
            let copied = input[at..at + below(random, rest.min(40) + 1)].to_vec();
            let to = below(random, input.len() + 1);
            input.splice(to..to, copied);
        }
        _ => {
            let other = &seeds[below(random, seeds.len())];
            let from = below(random, other.len() + 1);
            let length = below(random, (other.len() - from).min(60) + 1);
            let end = at + below(random, rest.min(60) + 1);
            input.splice(at..end, other[from..from + length].iter().copied());
        }
    }
}

/// Tries the seeds of a target and so many changed ones. An input that fails is kept in a file.
fn pass(target: &str, count: usize) {
    let seeds = seeds(target);
    let factor = env::var("VEZER_MUTATIONS").map_or(1, |text| text.parse().expect("a number"));
    let mut random = common::seeded(target.len() as u64);
    let changed = (0..count * factor).map(|_| {
        let mut input = seeds[below(&mut random, seeds.len())].clone();
        for _ in 0..=below(&mut random, 5) {
            change(&mut input, &seeds, &mut random);
        }
        input
    });
    for input in seeds.iter().cloned().chain(changed) {
        let outcome = catch_unwind(AssertUnwindSafe(|| bodies::run(target, &input)));
        if outcome.is_err() {
            let path = env::temp_dir().join(format!("vezer-{target}-failure"));
            fs::write(&path, &input).expect("it can be kept");
            panic!(
                "{target}: {} fails: {:?}",
                path.display(),
                String::from_utf8_lossy(&input)
            );
        }
    }
}

macro_rules! passes {
    ($($target:ident: $count:expr,)*) => {
        $(#[test] fn $target() { pass(stringify!($target), $count); })*

        #[test]
        fn every_target_has_a_pass() {
            let passes = [$(stringify!($target)),*];
            assert_eq!(bodies::TARGETS.map(|(name, _)| name), passes);
        }
    };
}

passes! {
    fen: 3000,
    san: 5000,
    epd: 3000,
    pgn: 1500,
    uci: 60,
    arguments: 1500,
    network: 400,
    games: 1500,
    positions: 5000,
    table: 400,
    book: 1500,
}
