//! What a search tells: lines while it runs, and the result.

use crate::types::{Move, Score};
use std::time::Duration;

/// What a score says about the true worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Bound {
    /// The score itself.
    Exact,
    /// At least the score.
    Lower,
    /// At most the score.
    Upper,
}

/// One line of information about a running search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Info {
    /// The iteration, in plies; 0 only when the side to move has no legal move.
    pub depth: u32,
    /// The longest line looked at, in plies.
    pub seldepth: u32,
    /// Which of the best moves the line begins with, from 1.
    pub multipv: usize,
    /// The worth of the line for the side to move at the root.
    pub score: Score,
    /// Whether the score is exact or a bound.
    pub bound: Bound,
    /// Nodes searched by all threads so far.
    pub nodes: u64,
    /// Time since the search was started.
    pub time: Duration,
    /// How full the transposition table is with entries of this search, in thousandths.
    pub hashfull: u32,
    /// Positions found in endgame tables so far.
    pub tbhits: u64,
    /// The line, legal moves from the root; it ends where the game would end.
    pub pv: Vec<Move>,
}

#[cfg(test)]
impl Info {
    /// A best line of one move, with an exact score.
    pub(crate) fn sample(mv: Move, score: i32) -> Info {
        Info {
            depth: 1,
            seldepth: 1,
            multipv: 1,
            score: Score(score),
            bound: Bound::Exact,
            nodes: 1,
            time: Duration::ZERO,
            hashfull: 0,
            tbhits: 0,
            pv: vec![mv],
        }
    }
}

/// What a search reports while it runs.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// A line with a score.
    Info(&'a Info),
    /// The root move being searched; only once a search has lasted some seconds.
    CurrentMove {
        /// The iteration, in plies.
        depth: u32,
        /// The move.
        mv: Move,
        /// Its place among the root moves, from 1.
        number: usize,
    },
}

/// The result of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchReport {
    /// The best move; `None` if there is no legal one.
    pub best: Option<Move>,
    /// The expected reply, if known.
    pub ponder: Option<Move>,
    /// The worth of the best move for the side to move.
    pub score: Score,
    /// The last iteration that was finished, in plies.
    pub depth: u32,
    /// The longest line looked at, in plies.
    pub seldepth: u32,
    /// Nodes searched by the thread that reports.
    pub nodes: u64,
    /// The best line; it begins with the best move.
    pub pv: Vec<Move>,
}
