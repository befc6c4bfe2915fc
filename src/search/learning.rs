//! What the histories are told when a node is done.

use super::history::Tried;
use super::report::Bound;
use super::steps::NodeContext;
use super::worker::Search;
use crate::position::Position;
use crate::types::{Move, Score};

/// The opponent's moves up to this number should have been better than to be refuted.
const EARLY: usize = 3;

impl Search<'_> {
    /// A node was searched: its best move gains, and those tried in vain lose. If no move was good
    /// enough, the move that led here gains, and it loses if it came early and was refuted.
    #[inline]
    pub(super) fn learn(
        &mut self,
        position: &Position,
        ply: usize,
        node: &NodeContext,
        best: Score,
        best_move: Option<Move>,
        tried: &Tried,
    ) {
        let prior = self.frames.prior(ply);
        let Some(mv) = best_move else {
            if let Some(prior) = prior {
                self.histories.praise_prior(&prior, node.depth);
            }
            return;
        };
        let before = self.frames.before(ply);
        self.histories
            .learn(position, &before, mv, tried, node.depth);
        if best >= node.beta {
            if !mv.is_noisy() {
                self.histories.learn_killer(ply, mv);
            }
            if let Some(prior) = prior.filter(|prior| prior.number <= EARLY) {
                self.histories.blame_prior(&prior, node.depth);
            }
        }
    }

    /// A node was searched: its static evaluation has been off by the difference, if the search says
    /// so, and if no capture that a static evaluation cannot see is the reason.
    #[inline]
    pub(super) fn learn_correction(
        &mut self,
        position: &Position,
        ply: usize,
        node: &NodeContext,
        best: Score,
        bound: Bound,
        best_move: Option<Move>,
    ) {
        let Some(eval) = self.frame(ply).eval else {
            return;
        };
        let error = best - eval;
        let proven = match bound {
            Bound::Exact => true,
            Bound::Lower => error > 0,
            Bound::Upper => error < 0,
        };
        if proven && !best.is_decisive() && best_move.is_none_or(|mv| !mv.is_noisy()) {
            let last = self.frames.last_moves(ply);
            self.corrections.learn(position, last, error, node.depth);
        }
    }

    /// The table refutes a node without a search, by a move that it may have forgotten.
    #[inline]
    pub(super) fn learn_from_table(
        &mut self,
        position: &Position,
        ply: usize,
        mv: Option<Move>,
        depth: i32,
    ) {
        if let Some(mv) = mv.filter(|&mv| !mv.is_noisy() && position.is_legal(mv)) {
            let before = self.frames.before(ply);
            self.histories
                .learn_from_table(position, &before, mv, depth);
        }
        if let Some(prior) = self.frames.prior(ply)
            && prior.number <= EARLY
        {
            self.histories.blame_prior(&prior, depth);
        }
    }
}
