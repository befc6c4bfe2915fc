//! Singular extension: if the move from the table is better by a margin than all others, the game
//! hangs on it, so it is searched deeper.
//!
//! Source: Anantharaman, Campbell and Hsu, "Singular extensions: adding selectivity to brute-force
//! searching", Artificial Intelligence 43 (1990), in the form that asks the transposition table.
//! The same question has other answers: if another move beats beta too, the node is cut off
//! ("multi-cut", Björnsson and Marsland 2001); if the move is one of several good ones, it is
//! searched less deep. Unsound as far as the shallow search that asks is wrong.

use super::NodeContext;
use crate::position::Position;
use crate::search::params::Params;
use crate::search::report::Bound;
use crate::search::transposition::Entry;
use crate::search::worker::Search;
use crate::types::{Move, Score};

/// What the question has brought.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::search) enum Verdict {
    /// The move is searched by so many plies deeper, or less deep if negative.
    Extend(i32),
    /// Other moves are as good: the node fails high with this score.
    Cut(Score),
    /// The search has to end.
    Stopped,
}

/// The entry must be nearly as deep as the node.
const ENTRY_SHALLOWER: i32 = 3;

/// Lines are not extended beyond so many times the depth of the iteration.
const LONGEST_LINE: usize = 2;

/// Whether the move of this entry is worth asking about.
#[inline]
fn allowed(params: &Params, node: &NodeContext, entry: &Entry, score: Score) -> bool {
    node.depth >= params.singular_depth() + i32::from(node.former_pv)
        && i32::from(entry.depth) >= node.depth - ENTRY_SHALLOWER
        && entry.bound != Bound::Upper
        && !score.is_decisive()
}

/// The extension of a move that all others miss by `gap` centipawns or more.
#[inline]
fn extension(params: &Params, node: &NodeContext, gap: i32, long_extensions: u16) -> i32 {
    let harder = params.singular_pv_margin() * i32::from(node.pv);
    if i32::from(long_extensions) >= params.singular_long_max() {
        return 1;
    }
    1 + i32::from(gap > params.singular_double_margin() + harder)
        + i32::from(gap > params.singular_triple_margin() + harder)
}

/// What to do with a move that is not singular.
#[inline]
fn not_singular(params: &Params, node: &NodeContext, others: Score, score: Score) -> Verdict {
    if others >= node.beta && !others.is_decisive() {
        Verdict::Cut(others)
    } else if score >= node.beta {
        Verdict::Extend(-params.singular_negative())
    } else {
        Verdict::Extend(-i32::from(node.cut_node))
    }
}

impl Search<'_> {
    /// Asks whether the table's move stands alone.
    pub(in crate::search) fn singular(
        &mut self,
        position: &Position,
        ply: usize,
        node: &NodeContext,
        mv: Move,
        entry: &Entry,
    ) -> Verdict {
        let score = Score::from_table(entry.score, ply);
        let line_is_long = ply >= LONGEST_LINE * self.iteration;
        if line_is_long || !allowed(self.params, node, entry, score) {
            return Verdict::Extend(0);
        }
        let margin = self.params.singular_margin()
            + self.params.singular_former_pv_margin() * i32::from(node.former_pv && !node.pv);
        let low = score - margin * node.depth / 16;
        let frame = self.frames.at_mut(ply);
        frame.excluded = Some(mv);
        let others = self.node::<false>(
            position,
            ply,
            (node.depth - 1) / 2,
            low - 1,
            low,
            node.cut_node,
        );
        let frame = self.frames.at_mut(ply);
        frame.excluded = None;
        if self.stopped {
            return Verdict::Stopped;
        }
        if others < low {
            let long = self.frames.at(ply).long_extensions;
            Verdict::Extend(extension(self.params, node, low - others, long))
        } else {
            not_singular(self.params, node, others, score)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NODE: NodeContext = NodeContext {
        depth: 10,
        ..NodeContext::SAMPLE
    };

    #[test]
    fn the_further_the_others_are_behind_the_longer_the_extension() {
        let params = Params::default();
        let at = |gap, long| extension(&params, &NODE, gap, long);
        assert_eq!((at(1, 0), at(60, 0), at(500, 0)), (1, 2, 3));
        assert_eq!(at(500, 1000), 1);
        let pv = NodeContext { pv: true, ..NODE };
        assert_eq!(extension(&params, &pv, 60, 0), 1);
    }

    #[test]
    fn others_that_beat_beta_cut_the_node_off() {
        let params = Params::default();
        let cut = not_singular(&params, &NODE, Score(50), Score(60));
        assert_eq!(cut, Verdict::Cut(Score(50)));
        let less = not_singular(&params, &NODE, Score(-20), Score(60));
        assert_eq!(less, Verdict::Extend(-params.singular_negative()));
        let neither = not_singular(&params, &NODE, Score(-20), Score(-10));
        assert_eq!(neither, Verdict::Extend(0));
    }

    #[test]
    fn only_with_a_deep_lower_bound() {
        let params = Params::default();
        let entry = Entry {
            mv: None,
            score: 0,
            eval: None,
            depth: 8,
            bound: Bound::Lower,
            pv: false,
        };
        let at = |entry: Entry, score| allowed(&params, &NODE, &entry, score);
        assert!(at(entry, Score(20)));
        assert!(!at(Entry { depth: 5, ..entry }, Score(20)));
        assert!(!at(
            Entry {
                bound: Bound::Upper,
                ..entry
            },
            Score(20)
        ));
        assert!(!at(entry, Score::mate_in(9)));
    }
}
