//! Internal iterative reduction: without a move from the table the order of moves is poor, so it is
//! cheaper to look less deep now and better next time.
//!
//! Source: Ed Schröder, Rebel 14 (2020), in place of internal iterative deepening. Unsound only
//! until the next iteration.

use super::NodeContext;
use crate::search::params::Params;
use crate::types::Move;

/// The plies to take off the depth.
#[inline]
pub(in crate::search) fn plies(
    params: &Params,
    node: &NodeContext,
    table_move: Option<Move>,
) -> i32 {
    let expected = node.pv || node.cut_node;
    let deep_enough = node.depth >= params.internal_reduction_depth();
    i32::from(table_move.is_none() && expected && deep_enough)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position;

    #[test]
    fn one_ply_where_a_best_move_is_expected_and_none_is_known() {
        let params = Params::default();
        let node = NodeContext {
            depth: 10,
            cut_node: true,
            ..NodeContext::SAMPLE
        };
        let mv = Position::startpos().legal_moves().first().copied();
        assert_eq!(plies(&params, &node, None), 1);
        assert_eq!(plies(&params, &node, mv), 0);
        assert_eq!(plies(&params, &NodeContext { depth: 1, ..node }, None), 0);
        let all_node = NodeContext {
            cut_node: false,
            ..node
        };
        assert_eq!(plies(&params, &all_node, None), 0);
    }
}
