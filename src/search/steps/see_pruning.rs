//! Pruning by static exchange evaluation: near the leaves, a move that gives away too much material
//! on its target square is left out.
//!
//! Source: the Chess Programming Wiki, "Static Exchange Evaluation", section "Pruning". Unsound for
//! true sacrifices, the less so the deeper the search still goes.

use crate::search::params::Params;

/// The exchange, in centipawns, that a quiet move has to reach; `None` if the search goes too deep
/// to ask.
#[inline]
pub(in crate::search) fn quiet_threshold(params: &Params, reduced_depth: i32) -> Option<i32> {
    let depth = reduced_depth.max(1);
    (depth <= params.see_depth()).then(|| -params.see_quiet_margin() * depth * depth)
}

/// The exchange, in centipawns, that a capture has to reach; `None` if the search goes too deep to
/// ask.
#[inline]
pub(in crate::search) fn noisy_threshold(params: &Params, depth: i32) -> Option<i32> {
    (depth <= params.see_depth()).then(|| -params.see_noisy_margin() * depth)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_may_be_given_at_greater_depth() {
        let params = Params::default();
        for depth in 1..params.see_depth() {
            assert!(quiet_threshold(&params, depth) > quiet_threshold(&params, depth + 1));
            assert!(noisy_threshold(&params, depth) > noisy_threshold(&params, depth + 1));
        }
        assert_eq!(quiet_threshold(&params, params.see_depth() + 1), None);
    }
}
