//! One node of the tree: fail-soft alpha-beta as principal variation search.
//!
//! Sources: Knuth and Moore, "An analysis of alpha-beta pruning" (1975); Marsland and Campbell,
//! "Parallel search of strongly ordered game trees" (1982). The steps, in order:
//!
//! 1. leaves: quiescence takes over
//! 2. draws by the rules, and the end of the stack
//! 3. mate distance pruning
//! 4. transposition table
//! 5. static evaluation
//! 6. reverse futility pruning
//! 7. null move pruning
//! 8. internal iterative reduction
//! 9. the moves, one by one, from the picker
//! 10. pruning of moves: late moves, futility, history, exchanges
//! 11. late move reductions and the search of the move
//! 12. mate, stalemate
//! 13. histories and table learn the result

use super::history::Tried;
use super::picker::Picker;
use super::report::Bound;
use super::steps::reductions::MoveContext;
use super::steps::{
    NodeContext, futility, history_pruning, late_move, reverse_futility, see_pruning,
};
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
                return self.quiescence::<PV>(position, ply, alpha, beta);
            }
            depth = 1;
        }
        self.enter::<PV>(ply);

        // 2. Draws by the rules, and the end of the stack.
        if self.is_draw(position, ply) {
            return Score::DRAW;
        }
        if ply >= Score::MAX_PLY as usize - 1 {
            return self.last_resort(position);
        }

        // 3. Mate distance: no line from here can be better than mating with the next move, or
        // worse than being mated now.
        alpha = alpha.max(Score::mated_in(ply));
        beta = beta.min(Score::mate_in(ply + 1));
        if alpha >= beta {
            return alpha;
        }

        // 4. Transposition table.
        let known = self.table.get(position.key());
        if let Some(entry) = known {
            let score = Score::from_table(entry.score, ply);
            if !PV
                && i32::from(entry.depth) >= depth
                && cuts_off(entry.bound, score, beta)
                && position.halfmove_clock() < CLOCK_OF_DOUBT
            {
                if score >= beta {
                    self.learn_from_table(position, ply, entry.mv, depth);
                }
                return score;
            }
        }
        let table_move = known.and_then(|entry| entry.mv);
        let was_pv = PV || known.is_some_and(|entry| entry.pv);

        // 5. Static evaluation.
        let (raw, estimate) = self.estimate(position, ply, known);
        let mut node = NodeContext {
            depth,
            beta,
            estimate,
            in_check,
            improving: !in_check && self.frames.is_improving(ply),
            pv: PV,
            cut_node,
        };

        if !self.full_width {
            // 6. Reverse futility.
            if let Some(score) = reverse_futility::verdict(self.params, &node) {
                return score;
            }

            // 7. Null move.
            if let Some(score) = self.null_move(position, ply, &node) {
                return score;
            }
            if self.stopped {
                return Score::DRAW;
            }
        }

        // 8. Internal iterative reduction: without a move from the table the order is poor, so
        // look less deep now and better next time (Ed Schröder's idea).
        if node.depth >= 4 && table_move.is_none() && (PV || cut_node) && !self.full_width {
            node.depth -= 1;
        }

        // 9. The moves.
        let killers = self.histories.killers(ply);
        self.histories.forget_killers(ply + 2);
        let before = self.frames.before(ply);
        let mut picker = Picker::new(position, table_move, killers, before);
        let mut tried = Tried::default();
        let (mut best, mut best_move) = (-Score::INFINITE, None);
        let lower = alpha;
        let mut number = 0;
        while let Some(mv) = picker.next(position, self.histories) {
            number += 1;
            let quiet = !mv.is_noisy();
            let context = MoveContext {
                number,
                quiet,
                killer: killers.contains(&Some(mv)),
                history: if quiet {
                    self.histories.quiet(position, &before, mv)
                } else {
                    self.histories.noisy(position, mv)
                },
            };

            // 10. Pruning, once there is a move that does not lose by force.
            if !best.is_loss()
                && !self.full_width
                && position.has_pieces(position.side_to_move())
                && self.prunes(position, &node, alpha, mv, &context, &mut picker)
            {
                continue;
            }

            // 11. The search of the move.
            let Some(score) = self.search_move::<PV>(position, ply, &node, alpha, mv, &context)
            else {
                return Score::DRAW;
            };
            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(mv);
                    alpha = score;
                    if PV {
                        self.variations.set(ply, mv);
                    }
                    if score >= beta {
                        break;
                    }
                }
            }
            tried.push(mv);
        }

        // 12. Mate and stalemate.
        if number == 0 {
            return no_move(position, ply);
        }

        // 13. What was learned.
        self.learn(position, ply, &node, best, best_move, &tried);
        let bound = bound_of(best, lower, beta);
        self.store(
            position, ply, node.depth, best, bound, best_move, raw, was_pv,
        );
        best
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
            self.frames.at_mut(ply).eval = None;
            return (None, Score::DRAW);
        }
        let raw = known
            .and_then(|entry| entry.eval)
            .unwrap_or_else(|| self.evaluate_unfaded(position));
        let eval = faded(raw, position.halfmove_clock());
        self.frames.at_mut(ply).eval = Some(eval);
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

    /// Whether a move is left out. May tell the picker to give no more quiet ones.
    #[inline]
    fn prunes(
        &self,
        position: &Position,
        node: &NodeContext,
        alpha: Score,
        mv: Move,
        context: &MoveContext,
        picker: &mut Picker,
    ) -> bool {
        let params = self.params;
        let threshold = if context.quiet {
            let reduction = self.reductions.amount(params, node, context) / 1024;
            let reduced = (node.depth - 1 - reduction).min(node.depth - 1);
            if !node.in_check && late_move::enough(params, node, context.number) {
                picker.skip_quiets();
                return true;
            }
            if history_pruning::hopeless(params, context.history, reduced)
                || futility::hopeless(params, node, alpha, reduced) && !position.gives_check(mv)
            {
                return true;
            }
            see_pruning::quiet_threshold(params, reduced)
        } else {
            see_pruning::noisy_threshold(params, node.depth)
        };
        threshold.is_some_and(|threshold| !position.see_at_least(mv, threshold))
    }

    /// The score of a move: late ones are searched less deep first, all but the first with an empty
    /// window, and again where that was not enough. `None` if the search has to end.
    #[inline]
    pub(super) fn search_move<const PV: bool>(
        &mut self,
        position: &Position,
        ply: usize,
        node: &NodeContext,
        alpha: Score,
        mv: Move,
        context: &MoveContext,
    ) -> Option<Score> {
        let next = self.play(position, mv, ply)?;
        self.frames.at_mut(ply).number = context.number;
        let depth = node.depth - 1;
        let mut score = alpha;
        let mut search_full = !PV || context.number > 1;
        if node.depth >= 2 && context.number > 1 + usize::from(PV) && !self.full_width {
            let reduced = self.reduced_depth(node, context, &next);
            score = -self.node::<false>(&next, ply + 1, reduced, -alpha - 1, -alpha, true);
            search_full = score > alpha && reduced < depth;
        }
        if search_full {
            let cut_node = !node.cut_node;
            score = -self.node::<false>(&next, ply + 1, depth, -alpha - 1, -alpha, cut_node);
        }
        if PV && (context.number == 1 || score > alpha) {
            score = -self.node::<true>(&next, ply + 1, depth, -node.beta, -alpha, false);
        }
        self.undo();
        (!self.stopped).then_some(score)
    }

    #[inline]
    fn reduced_depth(&self, node: &NodeContext, context: &MoveContext, next: &Position) -> i32 {
        let check = self.params.reduction_check() * i32::from(next.in_check());
        let reduction = self.reductions.amount(self.params, node, context) - check;
        (node.depth - 1 - reduction / 1024).clamp(1, node.depth - 1)
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
