//! A fixed search over fixed positions: its node count tells whether two builds search alike, its
//! time how fast they do.

use super::{AllocationError, Control, Limits, STACK_SIZE, TranspositionTable, Worker};
use crate::position::Position;
use crate::rules::Game;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The depth of a bench if none is asked for, in plies.
pub const BENCH_DEPTH: u32 = 13;

/// The table of a bench if no size is asked for, in mebibytes.
pub const BENCH_HASH: usize = 16;

/// The result of a bench.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BenchResult {
    /// Nodes searched; the same in every run with one thread.
    pub nodes: u64,
    /// How long that took.
    pub elapsed: Duration,
}

impl BenchResult {
    /// Nodes per second.
    pub fn nps(&self) -> u64 {
        let micros = self.elapsed.as_micros().max(1);
        (u128::from(self.nodes) * 1_000_000 / micros) as u64
    }
}

/// Searches every bench position to this depth with a table of `hash` mebibytes, and calls back
/// after each with its place (from 1), the number of positions, its FEN and its nodes.
///
/// # Errors
/// If there is no memory for the table.
pub fn bench(
    depth: u32,
    hash: usize,
    threads: usize,
    progress: &mut (dyn FnMut(usize, usize, &str, u64) + Send),
) -> Result<BenchResult, AllocationError> {
    let table = Arc::new(TranspositionTable::new(hash)?);
    let threads = threads.max(1);
    let mut workers: Vec<Worker> = (0..threads)
        .map(|index| Worker::new(index, Arc::clone(&table)))
        .collect();
    let start = Instant::now();
    let mut nodes = 0;
    for (index, fen) in POSITIONS.iter().enumerate() {
        let found = search_one(&mut workers, fen, depth);
        nodes += found;
        progress(index + 1, POSITIONS.len(), fen, found);
    }
    let elapsed = start.elapsed();
    Ok(BenchResult { nodes, elapsed })
}

fn search_one(workers: &mut [Worker], fen: &str, depth: u32) -> u64 {
    let game = Game::new(Position::from_fen(fen).expect("bench positions are valid"));
    let limits = Limits::depth(depth);
    let control = Control::new(workers.len());
    std::thread::scope(|scope| {
        for worker in workers {
            let (game, limits, control) = (&game, &limits, &control);
            let search = move || {
                worker.clear();
                let report = worker.search(game, limits, control, &mut |_| ());
                control.stop();
                report
            };
            std::thread::Builder::new()
                .stack_size(STACK_SIZE)
                .spawn_scoped(scope, search)
                .expect("a thread can be started");
        }
    });
    control.nodes()
}

const POSITIONS: [&str; 1] = ["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"];
