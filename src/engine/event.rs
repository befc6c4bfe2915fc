use crate::search::{self, BenchResult, Info};
use crate::types::Move;

/// What an [`Engine`](super::Engine) tells while and after it works.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// A line of a running search.
    Info(Info),
    /// The root move that a long search looks at now.
    CurrentMove {
        /// The iteration, in plies.
        depth: u32,
        /// The move.
        mv: Move,
        /// Its place among the root moves, from 1.
        number: usize,
    },
    /// The answer is this move, from the opening book.
    BookMove(Move),
    /// Something went wrong inside, in words; the work goes on as well as it can.
    Trouble(String),
    /// The lines that begin with a root move have been counted.
    Counted {
        /// The root move.
        mv: Move,
        /// The number of lines.
        nodes: u64,
    },
    /// A position from which a game can start, as FEN.
    Opening(String),
    /// A position of a bench is done.
    BenchProgress {
        /// The number of the position, from 1.
        number: usize,
        /// The number of positions.
        of: usize,
        /// The nodes searched for it.
        nodes: u64,
    },
    /// The work is done; the last event of every order.
    Done(Done),
}

/// What came out in the end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Done {
    /// A search ended.
    Search {
        /// The move to play; `None` if there is no legal one.
        best: Option<Move>,
        /// The expected reply, if there is one.
        ponder: Option<Move>,
    },
    /// All lines were counted.
    Perft {
        /// The number of lines; `None` if the count was stopped.
        nodes: Option<u64>,
    },
    /// A bench ended.
    Bench(BenchResult),
    /// All openings that were asked for are drawn, or it was stopped.
    Openings,
    /// The work could not be done; the reason in words.
    Failed(String),
}

impl From<search::Event<'_>> for Event {
    fn from(event: search::Event) -> Event {
        match event {
            search::Event::Info(info) => Event::Info(info.clone()),
            search::Event::CurrentMove { depth, mv, number } => {
                Event::CurrentMove { depth, mv, number }
            }
        }
    }
}
