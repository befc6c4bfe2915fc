//! Finds the best move: iterative deepening, alpha-beta, and a table of what is known already.
//!
//! A [`Worker`] searches the current position of a `Game` under [`Limits`] and returns a
//! [`SearchReport`]. It never prints, reads no input and touches nothing global: lines go to a
//! callback, orders and time come through a [`Control`], and several workers that share a
//! [`TranspositionTable`] and a control search together ("Lazy SMP"). One worker with a limit of
//! depth or nodes always finds the same nodes, score and line.

mod bench;
mod control;
mod limits;
mod report;
mod transposition;
mod worker;

pub use bench::{BENCH_DEPTH, BENCH_HASH, BenchResult, bench};
pub use control::{Control, Stopwatch};
pub use limits::{Clock, Limits};
pub use report::{Bound, Event, Info, SearchReport};
pub use transposition::{AllocationError, Entry, TranspositionTable};
pub use worker::Worker;

/// The stack that a thread needs to search to the greatest depth, in bytes.
pub const STACK_SIZE: usize = 32 << 20;
