//! Razoring: near the leaves, a position so far below alpha that only captures could save it is
//! handed to quiescence at once.
//!
//! Source: Birmingham and Kent, "Tree-searching and tree-pruning techniques" (1977). Unsound where
//! a quiet move wins more than the margin.

use super::NodeContext;
use crate::search::params::Params;
use crate::types::Score;

/// Whether the node lies so far below alpha that quiescence may decide.
#[inline]
pub(in crate::search) fn hopeless(params: &Params, node: &NodeContext, alpha: Score) -> bool {
    let margin = params.razoring_base() + params.razoring_margin() * node.depth * node.depth;
    !node.pv
        && !node.in_check
        && node.depth <= params.razoring_depth()
        && !alpha.is_decisive()
        && node.estimate + margin < alpha
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_far_below_alpha_and_near_the_leaves() {
        let params = Params::default();
        let at = |depth, alpha| {
            let node = NodeContext {
                depth,
                ..NodeContext::SAMPLE
            };
            hopeless(&params, &node, alpha)
        };
        assert!(at(1, Score(900)));
        assert!(!at(1, Score(100)));
        assert!(!at(4, Score(900)));
        assert!(!at(30, Score(9000)));
        assert!(!at(1, Score::mate_in(20)));
    }

    #[test]
    fn never_in_check_or_on_the_principal_variation() {
        let params = Params::default();
        let node = NodeContext {
            depth: 1,
            ..NodeContext::SAMPLE
        };
        let (pv, in_check) = (true, true);
        assert!(!hopeless(&params, &NodeContext { pv, ..node }, Score(900)));
        assert!(!hopeless(
            &params,
            &NodeContext { in_check, ..node },
            Score(900)
        ));
    }
}
