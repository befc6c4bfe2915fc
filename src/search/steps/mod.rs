//! The steps by which a node is cut short: one file each.
//!
//! A step that needs no search of its own is a pure function of the [`Params`], a [`NodeContext`]
//! and what little else it names. Each file tells the idea, its source and where it is unsound.

pub(super) mod endgame_tables;
pub(super) mod futility;
pub(super) mod hindsight;
pub(super) mod history_pruning;
pub(super) mod internal_reduction;
pub(super) mod late_move;
pub(super) mod null_move;
pub(super) mod probcut;
pub(super) mod razoring;
pub(super) mod reductions;
pub(super) mod reverse_futility;
pub(super) mod see_pruning;
pub(super) mod singular;

use crate::types::Score;

#[cfg(doc)]
use super::params::Params;

/// What the steps know of a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodeContext {
    /// Plies left to search.
    pub(super) depth: i32,
    /// The upper end of the window.
    pub(super) beta: Score,
    /// The best estimate of the node's worth without searching: the static evaluation, or the
    /// table's score where that tells more. Worthless in check.
    pub(super) estimate: Score,
    /// By how many centipawns the static evaluation has been corrected: how far it is in doubt.
    pub(super) correction: i32,
    /// Whether the side to move is in check.
    pub(super) in_check: bool,
    /// Whether the static evaluation has risen since the own last move.
    pub(super) improving: bool,
    /// Whether the opponent's last move has made his evaluation worse.
    pub(super) worsening: bool,
    /// Whether the node lies on the principal variation.
    pub(super) pv: bool,
    /// Whether it does, or the position once did.
    pub(super) former_pv: bool,
    /// Whether the node is expected to fail high.
    pub(super) cut_node: bool,
    /// Whether the best move that the table knows is a capture or promotion.
    pub(super) noisy_table_move: bool,
}

#[cfg(test)]
impl NodeContext {
    /// A quiet node of depth 5 with an even window.
    pub(super) const SAMPLE: NodeContext = NodeContext {
        depth: 5,
        beta: Score(1),
        estimate: Score(0),
        correction: 0,
        in_check: false,
        improving: false,
        worsening: false,
        pv: false,
        former_pv: false,
        cut_node: false,
        noisy_table_move: false,
    };
}
