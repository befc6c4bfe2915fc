//! Reverse futility pruning, also called static null move: a position so far above beta that even
//! a loss of some material in the plies left would keep it there is not searched.
//!
//! Source: the Chess Programming Wiki, "Reverse Futility Pruning"; the idea is Heinz's extended
//! futility pruning (1998) applied to the side that is ahead. Unsound where a deep threat or
//! zugzwang costs more than the margin.

use super::NodeContext;
use crate::search::params::Params;
use crate::types::Score;

/// The score to return at once, if the node lies far enough above beta.
#[inline]
pub(in crate::search) fn verdict(params: &Params, node: &NodeContext) -> Option<Score> {
    let plies = node.depth - i32::from(node.improving);
    let margin = params.reverse_futility_margin() * plies
        + params.reverse_futility_doubt() * node.correction / 128
        - params.reverse_futility_worsening() * i32::from(node.worsening);
    let far_above = node.estimate - node.beta >= margin.max(0);
    let allowed = node.depth <= params.reverse_futility_depth()
        && !node.former_pv
        && !node.in_check
        && !node.beta.is_loss()
        && !node.estimate.is_win();
    // Half-way to beta: the evaluation alone is no proof of all it claims.
    (allowed && far_above).then(|| Score((node.estimate.0 + node.beta.0) / 2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_far_above_beta_at_low_depth() {
        let params = Params::default();
        let at = |estimate, depth| {
            let estimate = Score(estimate);
            verdict(
                &params,
                &NodeContext {
                    estimate,
                    depth,
                    ..NodeContext::SAMPLE
                },
            )
        };
        assert_eq!(at(0, 1), None);
        assert_eq!(at(params.reverse_futility_margin() * 5, 5), None);
        assert!(at(params.reverse_futility_margin() * 5 + 1, 5).is_some());
        assert_eq!(at(2000, 30), None);
        assert_eq!(at(Score::mate_in(3).0, 2), None);
    }

    #[test]
    fn never_in_check_or_on_the_principal_variation() {
        let params = Params::default();
        let far = NodeContext {
            estimate: Score(3000),
            ..NodeContext::SAMPLE
        };
        assert_eq!(verdict(&params, &far), Some(Score(1500)));
        assert_eq!(
            verdict(
                &params,
                &NodeContext {
                    former_pv: true,
                    ..far
                }
            ),
            None
        );
        assert_eq!(
            verdict(
                &params,
                &NodeContext {
                    in_check: true,
                    ..far
                }
            ),
            None
        );
    }
}
