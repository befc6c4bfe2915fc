//! ProbCut: if a good capture beats beta by a margin in a shallower search, the full search would
//! hardly come below beta.
//!
//! Source: Buro, "ProbCut: an effective selective extension of the alpha-beta algorithm", ICCA
//! Journal 18 (1995); restricted to captures as in the field. Unsound where the capture is refuted
//! only in the plies left out.

use super::NodeContext;
use crate::position::Position;
use crate::search::params::Params;
use crate::search::picker::{Picker, Scope};
use crate::search::report::Bound;
use crate::search::transposition::Entry;
use crate::search::worker::Search;
use crate::types::{Move, Score};

/// Plies by which the trial search is shallower.
const SHALLOWER: i32 = 4;

/// The score that a capture has to reach.
#[inline]
fn raised_beta(params: &Params, node: &NodeContext) -> Score {
    let less = params.probcut_improving() * i32::from(node.improving);
    node.beta + (params.probcut_margin() - less)
}

/// Whether it is worth trying: deep enough, and the table does not say that it will fail.
#[inline]
fn allowed(params: &Params, node: &NodeContext, ply: usize, known: Option<Entry>) -> bool {
    let raised = raised_beta(params, node);
    let hopeless = known.is_some_and(|entry| {
        i32::from(entry.depth) > node.depth - SHALLOWER
            && entry.bound != Bound::Lower
            && Score::from_table(entry.score, ply) < raised
    });
    !node.pv
        && !node.in_check
        && node.depth >= params.probcut_depth()
        && !node.beta.is_decisive()
        && !hopeless
}

impl Search<'_> {
    /// Tries good captures; the score to return at once, if one holds the raised beta.
    pub(in crate::search) fn probcut(
        &mut self,
        position: &Position,
        ply: usize,
        node: &NodeContext,
        known: Option<Entry>,
        raw: Option<Score>,
    ) -> Option<Score> {
        if !allowed(self.params, node, ply, known) {
            return None;
        }
        let raised = raised_beta(self.params, node);
        let needed = (raised - node.estimate).max(0);
        let table_move = known.and_then(|entry| entry.mv);
        let mut picker =
            Picker::quiescence(position, table_move, self.frames.before(ply), Scope::Noisy);
        while let Some(mv) = picker.next(position, self.histories) {
            if !position.see_at_least(mv, needed) {
                continue;
            }
            let score = self.try_capture(position, ply, node, raised, mv)?;
            if score >= raised {
                let pv = known.is_some_and(|entry| entry.pv);
                let depth = node.depth - SHALLOWER + 1;
                let bound = Bound::Lower;
                self.store(position, ply, depth, score, bound, Some(mv), raw, pv);
                let surplus = raised - node.beta;
                return Some(if score.is_decisive() {
                    score
                } else {
                    score - surplus
                });
            }
        }
        None
    }

    /// The score of a capture, first by quiescence and only then by a search. `None` if the search
    /// has to end.
    fn try_capture(
        &mut self,
        position: &Position,
        ply: usize,
        node: &NodeContext,
        raised: Score,
        mv: Move,
    ) -> Option<Score> {
        if self.must_stop() {
            return None;
        }
        let next = self.play(position, mv, ply);
        self.frames.at_mut(ply).reduction = 0;
        let (low, high) = (-raised, -raised + 1);
        let depth = node.depth - SHALLOWER;
        let mut score = -self.quiescence::<false>(&next, ply + 1, low, high, false);
        if score >= raised && depth > 0 && !self.stopped {
            score = -self.node::<false>(&next, ply + 1, depth, low, high, !node.cut_node);
        }
        self.undo();
        (!self.stopped).then_some(score)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn not_where_the_table_knows_better() {
        let params = Params::default();
        let node = NodeContext {
            depth: 8,
            ..NodeContext::SAMPLE
        };
        let entry = |score, depth, bound| {
            Some(Entry {
                mv: None,
                score,
                eval: None,
                depth,
                bound,
                pv: false,
            })
        };
        let at = |known| allowed(&params, &node, 3, known);
        assert!(at(None));
        assert!(at(entry(900, 7, Bound::Exact)));
        assert!(at(entry(0, 2, Bound::Upper)));
        assert!(!at(entry(0, 7, Bound::Upper)));
        assert!(!allowed(
            &params,
            &NodeContext { depth: 2, ..node },
            3,
            None
        ));
    }
}
