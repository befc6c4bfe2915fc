//! Futility pruning: near the leaves, a quiet move from a position far below alpha will not raise
//! it.
//!
//! Source: Heinz, "Extended futility pruning", ICCA Journal 21 (1998). Unsound where a quiet move
//! threatens more than the margin; checks are spared.

use super::NodeContext;
use crate::search::params::Params;
use crate::types::Score;

/// Whether a quiet move that would be searched to this reduced depth is hopeless against alpha.
#[inline]
pub(in crate::search) fn hopeless(
    params: &Params,
    node: &NodeContext,
    alpha: Score,
    reduced_depth: i32,
) -> bool {
    let doubt = params.futility_doubt() * node.correction / 128;
    let gain = params.futility_base() + params.futility_margin() * reduced_depth.max(0) + doubt;
    !node.in_check
        && reduced_depth <= params.futility_depth()
        && !alpha.is_decisive()
        && node.estimate + gain <= alpha
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_far_below_alpha_and_near_the_leaves() {
        let params = Params::default();
        let node = NodeContext::SAMPLE;
        assert!(!hopeless(&params, &node, Score(10), 1));
        assert!(hopeless(&params, &node, Score(900), 1));
        assert!(!hopeless(&params, &node, Score(5000), 20));
        assert!(!hopeless(&params, &node, Score::mate_in(9), 1));
        assert!(!hopeless(
            &params,
            &NodeContext {
                in_check: true,
                ..node
            },
            Score(900),
            1
        ));
    }
}
