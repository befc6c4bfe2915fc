//! Quiescence: at the leaves only captures, promotions and answers to checks are searched, until
//! the position is quiet enough for the static evaluation to be trusted.
//!
//! Source: Shannon, "Programming a computer for playing chess" (1950), on quiescent positions;
//! captures that lose material by their exchange are left out, and those that cannot lift the score
//! to alpha ("delta pruning").

use super::node::{CLOCK_OF_DOUBT, bound_of, cuts_off, no_move};
use super::picker::Picker;
use super::worker::Search;
use crate::position::{Position, see_value};
use crate::types::{Move, PieceType, Score};

impl Search<'_> {
    /// Searches a position until it is quiet; otherwise as [`node`](Search::node).
    pub(super) fn quiescence<const PV: bool>(
        &mut self,
        position: &Position,
        ply: usize,
        mut alpha: Score,
        beta: Score,
    ) -> Score {
        self.enter::<PV>(ply);
        if let Some(score) = self.ended(position, ply, &mut alpha, beta) {
            return score;
        }
        let known = self.table.get(position.key());
        if let Some(entry) = known {
            let score = Score::from_table(entry.score, ply);
            if !PV
                && cuts_off(entry.bound, score, beta)
                && position.halfmove_clock() < CLOCK_OF_DOUBT
            {
                return score;
            }
        }
        let (raw, estimate) = self.estimate(position, ply, known);
        let lower = alpha;
        let in_check = position.in_check();
        // Not in check, one may stop here: some quiet move will hardly be worse than none.
        let mut best = if in_check { -Score::INFINITE } else { estimate };
        if best >= beta {
            return best;
        }
        alpha = alpha.max(best);
        let floor = estimate + self.params.quiescence_margin();

        let table_move = known.and_then(|entry| entry.mv);
        let before = self.frames.before(ply);
        let mut picker = Picker::quiescence(position, table_move, before);
        let mut best_move = None;
        let mut tried = 0;
        while let Some(mv) = picker.next(position, self.histories) {
            tried += 1;
            if !best.is_loss() && in_check && !mv.is_noisy() && tried > 2 {
                continue; // an escape is known already
            }
            if !in_check && !best.is_loss() && floor + gain(position, mv) <= alpha {
                best = best.max(floor + gain(position, mv));
                continue;
            }
            if self.must_stop() {
                return Score::DRAW;
            }
            let next = self.play(position, mv, ply);
            let score = -self.quiescence::<PV>(&next, ply + 1, -beta, -alpha);
            self.undo();
            if self.stopped {
                return Score::DRAW;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_move = Some(mv);
                    if PV {
                        self.variations.set(ply, mv);
                    }
                    if score >= beta {
                        break;
                    }
                }
            }
        }
        if in_check && tried == 0 {
            return no_move(position, ply);
        }
        let pv = PV || known.is_some_and(|entry| entry.pv);
        let bound = bound_of(best, lower, beta);
        self.store(position, ply, 0, best, bound, best_move, raw, pv);
        best
    }
}

/// The most that a capture or promotion can win at once, in centipawns.
#[inline]
fn gain(position: &Position, mv: Move) -> i32 {
    let promoted = mv
        .promotion()
        .map_or(0, |kind| see_value(kind) - see_value(PieceType::Pawn));
    position.captured_kind(mv).map_or(0, see_value) + promoted
}
