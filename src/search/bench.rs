//! A fixed search over fixed positions: its node count tells whether two builds search alike, its
//! time how fast they do.

use super::{AllocationError, Control, Limits, STACK_SIZE, TranspositionTable, Worker};
use crate::position::Position;
use crate::rules::Game;
use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The depth of a bench if none is asked for, in plies.
pub const BENCH_DEPTH: u32 = 13;

/// The table of a bench if no size is asked for, in mebibytes.
pub const BENCH_HASH: usize = 16;

/// Why a bench cannot be run.
#[derive(Debug, thiserror::Error)]
pub enum BenchError {
    /// There is no memory for the table.
    #[error(transparent)]
    Memory(#[from] AllocationError),
    /// A search thread cannot be started.
    #[error("a search thread cannot be started: {0}")]
    Thread(#[from] io::Error),
}

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
/// If there is no memory for the table, or the system does not start the threads.
pub fn bench(
    depth: u32,
    hash: usize,
    threads: usize,
    progress: &mut (dyn FnMut(usize, usize, &str, u64) + Send),
) -> Result<BenchResult, BenchError> {
    let table = Arc::new(TranspositionTable::new(hash)?);
    let threads = threads.max(1);
    let mut workers: Vec<Worker> = (0..threads)
        .map(|index| Worker::new(index, Arc::clone(&table)))
        .collect();
    let start = Instant::now();
    let mut nodes = 0;
    for (index, fen) in BENCH_POSITIONS.iter().enumerate() {
        let found = search_one(&mut workers, fen, depth)?;
        nodes += found;
        progress(index + 1, BENCH_POSITIONS.len(), fen, found);
    }
    let elapsed = start.elapsed();
    Ok(BenchResult { nodes, elapsed })
}

fn search_one(workers: &mut [Worker], fen: &str, depth: u32) -> io::Result<u64> {
    let game = Game::new(Position::from_fen(fen).expect("bench positions are valid"));
    let limits = Limits::depth(depth);
    let control = Control::new(workers.len());
    std::thread::scope(|scope| {
        for (index, worker) in workers.iter_mut().enumerate() {
            let (game, limits, control) = (&game, &limits, &control);
            let search = move || {
                worker.clear();
                let report = worker.search(game, limits, control, &mut |_| ());
                if index == 0 {
                    control.stop();
                }
                report
            };
            let thread = std::thread::Builder::new().stack_size(STACK_SIZE);
            if let Err(error) = thread.spawn_scoped(scope, search) {
                control.stop();
                return Err(error);
            }
        }
        Ok(())
    })?;
    Ok(control.nodes())
}

/// Openings, middlegames, endgames, and two games of Chess960.
pub const BENCH_POSITIONS: [&str; 41] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r1bq1rk1/2pnbppp/p2p1n2/1p2p3/3PP3/1BP2N1P/PP3PP1/RNBQR1K1 w - - 1 11",
    "r1b1k2r/1pqnbppp/p2ppn2/6B1/3NPP2/2N2Q2/PPP3PP/2KR1B1R w kq - 5 10",
    "r1bqk2r/pp1n1ppp/2n1p3/2bpP3/3N1P2/2N1B3/PPP3PP/R2QKB1R w KQkq - 1 9",
    "rn1qkb1r/pp2npp1/2p1p3/4Pb1p/2pP3P/2N5/PP2NPP1/R1BQKB1R w KQkq - 0 8",
    "r1bq1rk1/pppnn1bp/3p2p1/3Pp3/2P1Pp2/2N1BP2/PP2B1PP/R2QNRK1 w - - 0 12",
    "r1bqr1k1/pp1nbppp/2p2n2/3p2B1/3P4/2NBP3/PPQ1NPPP/R4RK1 b - - 8 10",
    "r3kb1r/ppqn1ppp/2p2n2/4pb2/P1NP4/2N3P1/1P2PP1P/R1BQKB1R w KQkq - 0 9",
    "r1b2rk1/ppq2ppp/2n1pn2/2p5/2BP4/P1P1PN2/5PPP/R1BQ1RK1 w - - 1 11",
    "r1bqk2r/ppp1bppp/1nn5/4p3/8/2N2NP1/PP1PPPBP/R1BQ1RK1 w kq - 6 8",
    "rnbqkbr1/ppp2p1p/3p1n2/8/4Pp1P/8/PPPP1NP1/RNBQKB1R w KQq - 3 8",
    "1rbq1rk1/pp2ppbp/n2p1np1/2pP4/4PP2/2NB1N2/PPP3PP/R1BQ1RK1 w - - 1 9",
    "rnb1qrk1/1pp1p1bp/3p1np1/p2P1p2/2P5/2N2NP1/PP2PPBP/R1BQ1RK1 w - - 0 9",
    "r2qkb1r/pp1b1ppp/2n1pn2/2p1N3/2pP4/6P1/PP2PPBP/RNBQ1RK1 w kq - 2 8",
    "r2qr1k1/bpp2pp1/p1npbn1p/4p3/PPB1P3/2PP1N1P/3N1PP1/R1BQR1K1 w - - 1 12",
    "r2q1rk1/1b2bppp/p1n1pn2/1p6/3P4/1BN1BN2/PP3PPP/R2Q1RK1 w - - 2 14",
    "2rr2k1/1b1nqppp/p3pn2/1p6/1P2P3/P1NB1N2/1BQ2PPP/2R2RK1 b - - 4 19",
    "r1b2rk1/2q1bpp1/p1n1p2p/1p1pP3/5P1B/2N1Q3/PPP1N1PP/1K1R1B1R w - - 0 16",
    "3r1rk1/p1q2pp1/bp2pn1p/3n4/3N4/1P2P3/PBQ1BPPP/2R2RK1 b - - 1 20",
    "r4rk1/pp1bppbp/2np1np1/q7/3NP3/1BN1BP2/PPPQ2PP/2KR3R w - - 7 12",
    "1r3rk1/5pbp/p1qp2p1/2pNp3/P1P1P3/1P1Q2P1/5P1P/R4RK1 w - - 1 23",
    "r3r1k1/1p1q1ppp/p1nb4/3p1b2/3P4/P1NB1N1P/1P1Q1PP1/R3R1K1 b - - 6 18",
    "4rrk1/1pp3pp/p1n5/3p1q2/3Pn3/P1P1BN1P/1P3PP1/R2QR1K1 w - - 3 21",
    "5rk1/1p3ppp/pq2p3/3pPn2/1P1P4/P4N2/5PPP/1Q3RK1 b - - 0 24",
    "8/1p3pk1/p2p2p1/2pPp1Pp/P1P1P2P/1P1K4/8/8 b - - 3 42",
    "8/5pk1/4p1p1/1R5p/r6P/5PP1/6K1/8 w - - 5 44",
    "8/8/1p1k1p2/p1pP1P2/P1P2K2/1P6/8/8 w - - 1 50",
    "4k3/8/3KP3/8/8/8/r7/5R2 w - - 8 70",
    "8/2k5/1p1b1p2/pP1P1P1p/P3K2P/4B3/8/8 w - - 12 58",
    "6k1/5p2/6p1/4n2p/3B3P/6P1/5PK1/8 w - - 0 40",
    "8/1k6/8/1PK5/8/2n5/5B2/8 w - - 4 73",
    "3q2k1/5p1p/6p1/4Q3/8/1P4P1/5P1P/6K1 w - - 2 36",
    "8/4Q3/6pk/5p1p/2q4P/6P1/5PK1/8 b - - 9 52",
    "8/8/8/3k4/8/2BNK3/8/8 w - - 20 66",
    "8/3k4/8/2pPp3/2P1P1p1/4K1P1/8/8 w - - 0 47",
    "r4rk1/pp3ppp/2p5/4n3/1bP1P1nq/2N3P1/PP3PBP/R1BQ1RK1 w - - 1 15",
    "r1bq1rk1/pp2n1bp/3p1pp1/2pPp3/2P1P2Q/3B1N2/P4PPP/R1B2RK1 w - - 0 16",
    "2b3k1/1p3r1p/p2q1np1/P1pPp3/2P1Pp2/2NB1P1P/1Q3RP1/6K1 b - - 2 28",
    "1k1r3r/ppq2p1p/2n1bp2/2b1p3/4P3/P1N2N2/1PQ1BPPP/R4RK1 w - - 4 17",
    "nbbrkrqn/pppp1ppp/8/8/3pP3/8/PPP2PPP/NBBRKRQN w FDfd - 0 3",
    "nnrkbbrq/pp2pppp/2p5/3p4/2PP4/2N5/PP2PPPP/N1RKBBRQ b GCgc - 1 3",
];
