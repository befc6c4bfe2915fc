//! Quiescence: at the leaves only captures, promotions and answers to checks are searched, until
//! the position is quiet enough for the static evaluation to be trusted.
//!
//! Source: Shannon, "Programming a computer for playing chess" (1950), on quiescent positions;
//! captures that lose material by their exchange are left out, and those that cannot lift the score
//! to alpha ("delta pruning"). Where the search proper has ended, quiet checks are tried too: without
//! them it overlooks a threat of mate, above all after a null move. That found 88 instead of 74 of 304
//! mates with 200,000 nodes each (network 3), at no measurable cost in games (+10 ± 34 Elo, 300 at 5,000 nodes).

use super::node::{CLOCK_OF_DOUBT, bound_of, cuts_off, no_move};
use super::picker::{Picker, Scope};
use super::worker::Search;
use crate::position::{Position, see_value};
use crate::types::{Move, PieceType, Score};

impl Search<'_> {
    /// Searches a position until it is quiet; otherwise as [`node`](Search::node). In the `first` ply
    /// quiet checks count as sharp moves.
    pub(super) fn quiescence<const PV: bool>(
        &mut self,
        position: &Position,
        ply: usize,
        mut alpha: Score,
        beta: Score,
        first: bool,
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
        // Not in check, one may stop here: some quiet move will hardly be worse than none.
        let least = if position.in_check() {
            -Score::INFINITE
        } else {
            estimate
        };
        if least >= beta {
            return least;
        }
        let table_move = known.and_then(|entry| entry.mv);
        let raised = alpha.max(least);
        let scope = match first && self.params.quiescence_checks() > 0 {
            true => Scope::NoisyAndChecks,
            false => Scope::Noisy,
        };
        let before = self.frames.before(ply);
        let picker = Picker::quiescence(position, table_move, before, scope);
        let found = self.sharp_moves::<PV>(position, ply, raised, beta, least, picker);
        if self.stopped {
            return Score::DRAW;
        }
        let (best, best_move) = match found {
            Some(found) => found,
            None if position.in_check() => return no_move(position, ply),
            None => (least, None),
        };
        let pv = PV || known.is_some_and(|entry| entry.pv);
        let bound = bound_of(best, alpha, beta);
        self.store(position, ply, 0, best, bound, best_move, raw, pv);
        best
    }

    /// Searches the picker's moves, beginning with a score that is certain;
    /// the best score, and the move that raised alpha. `None` if there is no such move.
    #[inline]
    fn sharp_moves<const PV: bool>(
        &mut self,
        position: &Position,
        ply: usize,
        mut alpha: Score,
        beta: Score,
        least: Score,
        mut picker: Picker,
    ) -> Option<(Score, Option<Move>)> {
        let in_check = position.in_check();
        let (mut best, mut best_move, mut tried) = (least, None, 0);
        while let Some(mv) = picker.next(position, self.histories) {
            tried += 1;
            if !best.is_loss() {
                if in_check && !mv.is_noisy() && tried > 2 {
                    continue; // an escape is known already
                }
                let most = least + self.params.quiescence_margin() + gain(position, mv);
                if !in_check && mv.is_noisy() && most <= alpha {
                    best = best.max(most);
                    continue;
                }
            }
            if self.must_stop() {
                break;
            }
            let next = self.play(position, mv, ply);
            let score = -self.quiescence::<PV>(&next, ply + 1, -beta, -alpha, false);
            self.undo();
            if self.stopped {
                break;
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
        (tried > 0).then_some((best, best_move))
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
