//! History pruning: near the leaves, a quiet move that has failed again and again is left out.
//!
//! Source: the Chess Programming Wiki, "History Leaf Pruning". Unsound where a move that is bad as
//! a rule is good here.

use crate::search::params::Params;

/// Whether the history of a quiet move that would be searched to this reduced depth is too bad.
#[inline]
pub(in crate::search) fn hopeless(params: &Params, history: i32, reduced_depth: i32) -> bool {
    reduced_depth <= params.history_pruning_depth()
        && history < -params.history_pruning_margin() * reduced_depth.max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_bad_moves_near_the_leaves() {
        let params = Params::default();
        assert!(!hopeless(&params, 0, 1));
        assert!(hopeless(&params, -params.history_pruning_margin() - 1, 1));
        assert!(!hopeless(&params, -12_000, 9));
    }
}
