//! Null move pruning: if passing the move still holds beta in a shallower search, a real move will.
//!
//! Source: Donninger, "Null move and deep search", ICCA Journal 16 (1993). Unsound in zugzwang,
//! where passing would be the best move; so it needs a piece besides king and pawns, and at great
//! depth a second search without null moves has to agree (David-Tabibi and Netanyahu, "Verified
//! null-move pruning", 2002).

use super::NodeContext;
use crate::position::Position;
use crate::search::params::Params;
use crate::search::worker::Search;
use crate::types::Score;

/// How many plies the search after a null move is shallower.
#[inline]
fn reduction(params: &Params, node: &NodeContext) -> i32 {
    let above = (node.estimate - node.beta) / params.null_move_eval_divisor();
    params.null_move_base() + node.depth / params.null_move_depth_divisor() + above.clamp(0, 3)
}

/// Whether a null move may be tried: it looks good enough, and zugzwang is unlikely.
#[inline]
fn allowed(node: &NodeContext, position: &Position) -> bool {
    !node.pv
        && !node.in_check
        && node.depth >= 3
        && node.estimate >= node.beta
        && !node.beta.is_loss()
        && position.has_pieces(position.side_to_move())
}

impl Search<'_> {
    /// Tries a null move; the score to return at once, if it holds beta.
    #[inline]
    pub(in crate::search) fn null_move(
        &mut self,
        position: &Position,
        ply: usize,
        node: &NodeContext,
    ) -> Option<Score> {
        if !allowed(node, position) || self.frame(ply).after_null() || ply < self.no_null_before {
            return None;
        }
        let depth = node.depth - reduction(self.params, node);
        let next = self.play_null(position, ply);
        let score = -self.node::<false>(
            &next,
            ply + 1,
            depth,
            -node.beta,
            -node.beta + 1,
            !node.cut_node,
        );
        self.undo_null();
        if self.stopped || score < node.beta {
            return None;
        }
        if node.depth >= self.params.null_move_verification()
            && !self.verifies(position, ply, node, depth)
        {
            return None;
        }
        // A mate seen after a pass is none that could be forced.
        Some(if score.is_win() { node.beta } else { score })
    }

    /// Whether a search of the position itself, with no null move near its root, holds beta too.
    fn verifies(
        &mut self,
        position: &Position,
        ply: usize,
        node: &NodeContext,
        depth: i32,
    ) -> bool {
        let before = self.no_null_before;
        self.no_null_before = ply + 3 * depth.max(0) as usize / 4 + 1;
        let score = self.node::<false>(position, ply, depth, node.beta - 1, node.beta, false);
        self.no_null_before = before;
        !self.stopped && score >= node.beta
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deeper_and_better_nodes_are_reduced_more() {
        let params = Params::default();
        let at = |depth, estimate| {
            let estimate = Score(estimate);
            reduction(
                &params,
                &NodeContext {
                    depth,
                    estimate,
                    ..NodeContext::SAMPLE
                },
            )
        };
        assert!(at(12, 0) > at(4, 0));
        assert!(at(8, 900) > at(8, 0));
        assert_eq!(at(8, 9000), at(8, 20_000));
    }

    #[test]
    fn not_with_pawns_alone() {
        let node = NodeContext {
            estimate: Score(100),
            ..NodeContext::SAMPLE
        };
        let pawns = Position::from_fen("4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 1").unwrap();
        assert!(!allowed(&node, &pawns));
        assert!(allowed(&node, &Position::startpos()));
        assert!(!allowed(
            &NodeContext { pv: true, ..node },
            &Position::startpos()
        ));
    }
}
