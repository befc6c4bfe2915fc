//! Finds the best move: iterative deepening, alpha-beta, and a table of what is known already.
//!
//! A [`Worker`] searches the current position of a `Game` under [`Limits`] and returns a
//! [`SearchReport`]. It never prints, reads no input and touches nothing global: lines go to a
//! callback, orders and time come through a [`Control`], and several workers that share a
//! [`TranspositionTable`] and a control search together ("Lazy SMP"). One worker with a limit of
//! depth or nodes always finds the same nodes, score and line.
//!
//! From the top: `root` deepens iteration by iteration, `node` is the search of a position with
//! its list of steps (each pruning step has a file in `steps`), `quiescence` takes over at the
//! leaves; `picker` orders the moves by what `history` (which `learning` teaches) and the `transposition` table know; `clock`
//! plans the time; `params` holds every number that could be tuned.

mod bench;
mod clock;
mod control;
mod correction;
mod frame;
mod hints;
mod history;
mod learning;
mod limits;
mod node;
mod params;
mod picker;
mod prefetch;
mod quiescence;
mod report;
mod root;
mod steps;
mod transposition;
mod worker;

pub use bench::{BENCH_DEPTH, BENCH_HASH, BENCH_POSITIONS, BenchError, BenchResult, bench};
pub use control::{Control, Stopwatch};
pub use limits::{Clock, Limits, TableUse};
pub use params::{Params, Tunable};
pub use report::{Bound, Event, Info, SearchReport};
pub use transposition::{AllocationError, Entry, TranspositionTable};
pub use worker::Worker;

/// The stack that a thread needs to search to the greatest depth, in bytes.
pub const STACK_SIZE: usize = 32 << 20;
