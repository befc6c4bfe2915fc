//! Hindsight: the static evaluation after a reduced move tells whether the reduction was right.
//!
//! If the move was much reduced and yet the opponent's prospects have not become worse for it, the
//! node gets a ply back; if both evaluations together say that the move has lost too much, a ply
//! is taken off. Source: the Chess Programming Wiki, "Reductions", and the measurements that
//! Reckless publishes. As unsound as the reduction itself.

use crate::search::params::Params;
use crate::types::Score;

/// What was known of the move that led to a node.
#[derive(Clone, Copy, Debug)]
pub(in crate::search) struct Before {
    /// The plies by which its search is reduced.
    pub(in crate::search) reduction: i32,
    /// The static evaluation before it, for the side that made it; `None` in check.
    pub(in crate::search) eval: Option<Score>,
}

/// The plies to add to the depth, for the static evaluation `eval` of the node.
#[inline]
pub(in crate::search) fn plies(params: &Params, before: Before, eval: Score, depth: i32) -> i32 {
    let Some(earlier) = before.eval else { return 0 };
    // Both evaluations are of the side to move then: their sum is what the move has cost.
    let lost = (eval + earlier.0).0;
    if before.reduction >= params.hindsight_deeper_reduction() && lost <= 0 {
        1
    } else if before.reduction >= params.hindsight_shallower_reduction()
        && depth >= 2
        && lost > params.hindsight_margin()
    {
        -1
    } else {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deeper_after_a_surprise_and_shallower_after_a_loss() {
        let params = Params::default();
        let at = |reduction, earlier, eval| {
            let eval_before = Some(Score(earlier));
            let before = Before {
                reduction,
                eval: eval_before,
            };
            plies(&params, before, Score(eval), 6)
        };
        assert_eq!(at(4, 10, -50), 1);
        assert_eq!(at(4, 10, 500), -1);
        assert_eq!(at(4, 10, 20), 0);
        assert_eq!(at(0, 10, -50), 0);
        assert_eq!(at(0, 10, 500), 0);
    }

    #[test]
    fn nothing_is_known_in_check() {
        let before = Before {
            reduction: 9,
            eval: None,
        };
        assert_eq!(plies(&Params::default(), before, Score(0), 6), 0);
    }
}
