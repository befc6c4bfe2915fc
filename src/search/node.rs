//! One node of the tree: fail-soft alpha-beta as principal variation search.
//!
//! Sources: Knuth and Moore, "An analysis of alpha-beta pruning" (1975); Marsland and Campbell,
//! "Parallel search of strongly ordered game trees" (1982). The steps, in order:
//!
//! 1. leaves: quiescence takes over
//! 2. draws by the rules, and the end of the stack
//! 3. mate distance pruning
//! 4. transposition table, endgame tables
//! 5. static evaluation, and hindsight on the reduction that led here
//! 6. razoring
//! 7. reverse futility pruning
//! 8. null move pruning
//! 9. ProbCut
//! 10. internal iterative reduction
//! 11. the moves, one by one, from the picker ([`moves`])
//! 12. pruning of moves: late moves, futility, history, exchanges
//! 13. singular extension
//! 14. late move reductions and the search of the move
//! 15. mate, stalemate
//! 16. histories and table learn the result

mod moves;

use super::correction::corrected;
use super::report::Bound;
use super::steps::{NodeContext, hindsight, internal_reduction, razoring, reverse_futility};
use super::transposition::Entry;
use super::worker::Search;
use crate::evaluation::faded;
use crate::position::Position;
use crate::types::{Move, Score};

/// From this half-move clock on the table cuts nothing off: its scores know nothing of the clock,
/// and the draw by the 50-move rule is near.
pub(super) const CLOCK_OF_DOUBT: u16 = 90;

impl Search<'_> {
    /// Searches a position `ply` plies after the root to a depth, with a window of scores. Scores
    /// outside the window are bounds. `cut_node` says that a score of at least beta is expected.
    pub(super) fn node<const PV: bool>(
        &mut self,
        position: &Position,
        ply: usize,
        mut depth: i32,
        mut alpha: Score,
        mut beta: Score,
        cut_node: bool,
    ) -> Score {
        // 1. Leaves. A check is answered by a full search of one ply.
        let in_check = position.in_check();
        if depth <= 0 {
            if !in_check {
                return self.quiescence::<PV>(position, ply, alpha, beta, true);
            }
            depth = 1;
        }
        self.enter::<PV>(ply);

        // 2. Draws by the rules, and the end of the stack.
        if let Some(score) = self.ended(position, ply, &mut alpha, beta) {
            return score;
        }

        // 3. Mate distance: no line from here can be better than mating with the next move, or
        // worse than being mated now.
        alpha = alpha.max(Score::mated_in(ply));
        beta = beta.min(Score::mate_in(ply + 1));
        if alpha >= beta {
            return alpha;
        }

        // 4. Transposition table. What it says holds for all moves together, so it decides nothing
        // while one of them is left out.
        let excluded = self.frame(ply).excluded;
        let known = self.table.get(position.key());
        if !PV
            && excluded.is_none()
            && let Some(score) = self.known_enough(position, ply, depth, beta, known)
        {
            return score;
        }
        let table_move = known.and_then(|entry| entry.mv);
        let outcome = self.look_up(position, ply, depth);
        if let Some(outcome) = outcome
            && outcome.decides(alpha, beta)
        {
            return self.keep_outcome(position, ply, depth, outcome);
        }

        // 5. Static evaluation.
        let (raw, estimate) = self.estimate(position, ply, known);
        let mut node = NodeContext {
            depth,
            beta,
            estimate,
            correction: self.frame(ply).correction.abs(),
            in_check,
            improving: !in_check && self.frames.is_improving(ply),
            worsening: self.frames.is_worsening(ply),
            pv: PV,
            former_pv: PV || known.is_some_and(|entry| entry.pv),
            cut_node,
            noisy_table_move: table_move.is_some_and(Move::is_noisy),
        };
        if excluded.is_none() && !self.full_width {
            node.depth += self.hindsight(ply, depth);
            if let Some(score) = self.cut_short(position, ply, alpha, &node, known, raw) {
                return score;
            }
            if self.stopped {
                return Score::DRAW;
            }

            // 10. Internal iterative reduction.
            node.depth -= internal_reduction::plies(self.params, &node, table_move);
        }

        // 11. to 16. The moves.
        let score = self.moves::<PV>(position, ply, &node, alpha, known, raw);
        match outcome {
            Some(outcome) if outcome.refutes(score) && !self.stopped => {
                self.keep_outcome(position, ply, depth, outcome)
            }
            _ => score,
        }
    }

    /// The steps that may do without the moves: the score to return at once, if one of them holds.
    #[inline]
    fn cut_short(
        &mut self,
        position: &Position,
        ply: usize,
        alpha: Score,
        node: &NodeContext,
        known: Option<Entry>,
        raw: Option<Score>,
    ) -> Option<Score> {
        // 6. Razoring.
        if razoring::hopeless(self.params, node, alpha) {
            let score = self.quiescence::<false>(position, ply, alpha, alpha + 1, false);
            if score <= alpha || self.stopped {
                return Some(score);
            }
        }

        // 7. Reverse futility.
        if let Some(score) = reverse_futility::verdict(self.params, node) {
            return Some(score);
        }

        // 8. Null move.
        if let Some(score) = self.null_move(position, ply, node) {
            return Some(score);
        }
        if self.stopped {
            return None;
        }

        // 9. ProbCut.
        self.probcut(position, ply, node, known, raw)
    }

    /// The score of a position that the rules, or the end of the stack, leave nothing to search in.
    /// Raises alpha to what the player to move has for certain.
    #[inline]
    pub(super) fn ended(
        &mut self,
        position: &Position,
        ply: usize,
        alpha: &mut Score,
        beta: Score,
    ) -> Option<Score> {
        if let Some(score) = self.drawn(position, ply) {
            return Some(score);
        }
        if ply >= Score::MAX_PLY as usize - 1 {
            return Some(self.last_resort(position));
        }
        // A player who can repeat the position has a draw at least.
        if *alpha < Score::DRAW && self.can_repeat(position, ply) {
            *alpha = Score::DRAW;
        }
        (*alpha >= beta).then_some(*alpha)
    }

    /// The score of a node with an empty window below beta, if the table knows it deep enough.
    #[inline]
    fn known_enough(
        &mut self,
        position: &Position,
        ply: usize,
        depth: i32,
        beta: Score,
        known: Option<Entry>,
    ) -> Option<Score> {
        let entry = known.filter(|entry| i32::from(entry.depth) >= depth)?;
        let score = Score::from_table(entry.score, ply);
        if !cuts_off(entry.bound, score, beta) || position.halfmove_clock() >= CLOCK_OF_DOUBT {
            return None;
        }
        if score >= beta {
            self.learn_from_table(position, ply, entry.mv, depth);
        }
        Some(score)
    }

    /// The plies to add to a node's depth after the reduction that led to it.
    #[inline]
    fn hindsight(&self, ply: usize, depth: i32) -> i32 {
        let (Some(eval), true) = (self.frame(ply).eval, ply > 0) else {
            return 0;
        };
        let before = self.frames.at(ply - 1);
        let before = hindsight::Before {
            reduction: before.reduction,
            eval: before.eval,
        };
        hindsight::plies(self.params, before, eval, depth)
    }

    /// Notes that the search has come to this ply.
    #[inline]
    pub(super) fn enter<const PV: bool>(&mut self, ply: usize) {
        if PV {
            self.seldepth = self.seldepth.max(ply);
            self.variations.clear(ply);
        }
    }

    /// The static evaluation as the table keeps it, and the best estimate of the position's worth;
    /// notes the evaluation in the frame.
    #[inline]
    pub(super) fn estimate(
        &mut self,
        position: &Position,
        ply: usize,
        known: Option<Entry>,
    ) -> (Option<Score>, Score) {
        if position.in_check() {
            let frame = self.frames.at_mut(ply);
            (frame.eval, frame.correction) = (None, 0);
            return (None, Score::DRAW);
        }
        let raw = known
            .and_then(|entry| entry.eval)
            .unwrap_or_else(|| self.evaluate_unfaded(position));
        let correction = self.corrections.of(position, self.frames.last_moves(ply));
        let eval = faded(corrected(raw, correction), position.halfmove_clock());
        let frame = self.frames.at_mut(ply);
        (frame.eval, frame.correction) = (Some(eval), correction);
        let estimate = known.map_or(eval, |entry| {
            let score = Score::from_table(entry.score, ply);
            let better = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => score > eval,
                Bound::Upper => score < eval,
            };
            if better && !score.is_decisive() {
                score
            } else {
                eval
            }
        });
        (Some(raw), estimate)
    }

    /// The score where the line is as long as lines can be.
    #[cold]
    pub(super) fn last_resort(&mut self, position: &Position) -> Score {
        if position.in_check() {
            Score::DRAW
        } else {
            self.evaluate(position)
        }
    }

    /// Writes a result into the table.
    #[inline]
    #[allow(clippy::too_many_arguments)] // the fields of an entry
    pub(super) fn store(
        &self,
        position: &Position,
        ply: usize,
        depth: i32,
        score: Score,
        bound: Bound,
        mv: Option<Move>,
        eval: Option<Score>,
        pv: bool,
    ) {
        let entry = Entry {
            mv,
            score: score.to_table(ply),
            eval,
            depth: depth.clamp(0, 255) as u8,
            bound,
            pv,
        };
        self.table.put(position.key(), entry);
    }
}

/// Whether a bound from the table decides a node of an empty window below beta.
#[inline]
pub(super) fn cuts_off(bound: Bound, score: Score, beta: Score) -> bool {
    match bound {
        Bound::Exact => true,
        Bound::Lower => score >= beta,
        Bound::Upper => score < beta,
    }
}

/// What a score says, found with this window.
#[inline]
pub(super) fn bound_of(score: Score, alpha: Score, beta: Score) -> Bound {
    if score >= beta {
        Bound::Lower
    } else if score > alpha {
        Bound::Exact
    } else {
        Bound::Upper
    }
}

/// The score where there is no legal move.
#[inline]
pub(super) fn no_move(position: &Position, ply: usize) -> Score {
    if position.in_check() {
        Score::mated_in(ply)
    } else {
        Score::DRAW
    }
}
