use crate::tablebase::Tables;
use crate::types::Move;
use std::sync::Arc;
use std::time::Duration;

/// When a search has to end. Everything that is set holds at once: the first limit reached ends it.
///
/// Without any limit the search runs until it is stopped or has reached its greatest depth.
#[derive(Clone, Debug)]
pub struct Limits {
    /// The clock of the side to move.
    pub clock: Option<Clock>,
    /// Exactly this long for the move.
    pub movetime: Option<Duration>,
    /// Not deeper than this many plies (0 counts as 1: a move needs one iteration).
    pub depth: Option<u32>,
    /// Not more nodes than this; exact to the node with one thread.
    pub nodes: Option<u64>,
    /// No further iteration once this many nodes have been searched: the one under way is
    /// finished, so the move comes from a whole iteration.
    pub soft_nodes: Option<u64>,
    /// End as soon as a mate in this many moves of the side to move is proven.
    pub mate: Option<u32>,
    /// Run until stopped. Clock and movetime do not count then.
    pub infinite: bool,
    /// Search only these moves of the position; empty: all of them.
    pub search_moves: Vec<Move>,
    /// How many of the best moves get a line of their own (0 counts as 1).
    pub multi_pv: usize,
    /// What is lost of the own time between the engine and the clock that counts.
    pub overhead: Duration,
    /// The endgame tables to be asked, if there are any. A search for a mate does without: their
    /// shortest way to win need not be the shortest to mate.
    pub tables: Option<TableUse>,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            clock: None,
            movetime: None,
            depth: None,
            nodes: None,
            soft_nodes: None,
            mate: None,
            infinite: false,
            search_moves: Vec::new(),
            multi_pv: 1,
            overhead: Duration::from_millis(10),
            tables: None,
        }
    }
}

impl Limits {
    /// Only a limit of depth, in plies.
    pub fn depth(plies: u32) -> Limits {
        Limits {
            depth: Some(plies),
            ..Limits::default()
        }
    }

    /// Only a limit of nodes.
    pub fn nodes(nodes: u64) -> Limits {
        Limits {
            nodes: Some(nodes),
            ..Limits::default()
        }
    }
}

/// Endgame tables, and how a search uses them.
#[derive(Clone, Debug)]
pub struct TableUse {
    /// The tables.
    pub tables: Arc<Tables>,
    /// Positions with as many pieces as the largest tables have are looked up only where at least
    /// this many plies are left to search; smaller ones always.
    pub probe_depth: u32,
    /// Positions with more pieces than this, kings included, are not looked up.
    pub probe_limit: u32,
    /// Whether a win that takes more than fifty moves counts as a draw.
    pub fifty_moves: bool,
}

/// The state of a chess clock for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Clock {
    /// What is left; a flag that has already fallen counts as zero.
    pub remaining: Duration,
    /// What is added after each own move.
    pub increment: Duration,
    /// The own moves until the next time control; `None` for the rest of the game.
    pub moves_to_go: Option<u32>,
}
