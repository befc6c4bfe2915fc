//! Late move pruning: after many quiet moves in vain, the rest of them, which history rates lower
//! still, are not searched at all.
//!
//! Source: the Chess Programming Wiki, "Futility Pruning", section "Move Count Based Pruning".
//! Unsound where the one good quiet move is ordered last.

use super::NodeContext;
use crate::search::params::Params;

/// Whether no more quiet moves should be looked at after this many moves.
#[inline]
pub(in crate::search) fn enough(params: &Params, node: &NodeContext, moves: usize) -> bool {
    let full = params.late_move_base() + node.depth * node.depth;
    let limit = if node.improving { full } else { full / 2 };
    moves as i32 > limit
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_grows_with_depth_and_when_improving() {
        let params = Params::default();
        let limit = |depth, improving| {
            let node = NodeContext {
                depth,
                improving,
                ..NodeContext::SAMPLE
            };
            (0..300)
                .find(|&moves| enough(&params, &node, moves))
                .unwrap_or(300)
        };
        assert!(limit(1, false) >= 2);
        assert!((1..12).all(|depth| limit(depth, false) < limit(depth + 1, false)));
        assert!((1..12).all(|depth| limit(depth, false) < limit(depth, true)));
    }
}
