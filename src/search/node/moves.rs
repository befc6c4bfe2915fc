//! The moves of a node, one by one: which are left out, how deep the others are searched, and what
//! is learned from them.

use super::{bound_of, no_move};
use crate::position::Position;
use crate::search::history::Tried;
use crate::search::picker::Picker;
use crate::search::steps::reductions::MoveContext;
use crate::search::steps::singular::Verdict;
use crate::search::steps::{NodeContext, futility, history_pruning, late_move, see_pruning};
use crate::search::transposition::Entry;
use crate::search::worker::Search;
use crate::types::{Move, Score};

/// What the search of a node's moves has found.
struct Found {
    best: Score,
    best_move: Option<Move>,
    /// How many moves there were.
    number: usize,
    /// The moves searched that did not refute.
    tried: Tried,
}

impl Search<'_> {
    /// Searches the moves of a node; its score.
    #[inline]
    pub(super) fn moves<const PV: bool>(
        &mut self,
        position: &Position,
        ply: usize,
        node: &NodeContext,
        alpha: Score,
        known: Option<Entry>,
        raw: Option<Score>,
    ) -> Score {
        self.histories.forget_killers(ply + 2);
        self.frames.at_mut(ply + 2).cutoffs = 0;
        let found = match self.search_moves::<PV>(position, ply, node, alpha, known) {
            Ok(found) => found,
            Err(score) => return score,
        };
        let excluded = self.frame(ply).excluded;

        // 15. Mate and stalemate, or nothing but the move left out.
        if found.number == 0 {
            return if excluded.is_some() {
                alpha
            } else {
                no_move(position, ply)
            };
        }

        // 16. What was learned.
        if found.best >= node.beta {
            self.frames.at_mut(ply).cutoffs += 1;
        }
        if excluded.is_none() {
            let Found {
                best,
                best_move,
                ref tried,
                ..
            } = found;
            self.learn(position, ply, node, best, best_move, tried);
            let bound = bound_of(best, alpha, node.beta);
            self.learn_correction(position, ply, node, best, bound, best_move);
            let former_pv = node.former_pv;
            self.store(
                position, ply, node.depth, best, bound, best_move, raw, former_pv,
            );
        }
        found.best
    }

    /// Searches the moves until one refutes the position. An error is a score that decides the node
    /// by itself.
    #[inline]
    fn search_moves<const PV: bool>(
        &mut self,
        position: &Position,
        ply: usize,
        node: &NodeContext,
        mut alpha: Score,
        known: Option<Entry>,
    ) -> Result<Found, Score> {
        let excluded = self.frame(ply).excluded;
        let table_move = known.and_then(|entry| entry.mv);
        let killers = self.histories.killers(ply);
        let before = self.frames.before(ply);
        let mut picker = Picker::new(position, table_move, killers, before);
        let mut found = Found {
            best: -Score::INFINITE,
            best_move: None,
            number: 0,
            tried: Tried::default(),
        };
        // 11. The moves.
        while let Some(mv) = picker.next(position, self.histories) {
            if Some(mv) == excluded {
                continue;
            }
            found.number += 1;
            let quiet = !mv.is_noisy();
            let mut context = MoveContext {
                number: found.number,
                quiet,
                killer: killers.contains(&Some(mv)),
                history: if quiet {
                    self.histories.quiet(position, &before, mv)
                } else {
                    self.histories.noisy(position, mv)
                },
                best: found.best,
                extension: 0,
            };

            // 12. Pruning, once there is a move that does not lose by force.
            if !found.best.is_loss()
                && !self.full_width
                && position.has_pieces(position.side_to_move())
                && self.prunes(position, node, alpha, mv, &context, &mut picker)
            {
                continue;
            }

            // 13. Singular extension.
            if let Some(entry) = known.as_ref().filter(|entry| entry.mv == Some(mv))
                && excluded.is_none()
                && !self.full_width
            {
                match self.singular(position, ply, node, mv, entry) {
                    Verdict::Extend(plies) => context.extension = plies,
                    Verdict::Cut(score) => return Err(score),
                    Verdict::Stopped => return Err(Score::DRAW),
                }
            }

            // 14. The search of the move.
            let Some(score) = self.search_move::<PV>(position, ply, node, alpha, mv, &context)
            else {
                return Err(Score::DRAW);
            };
            if score > found.best {
                found.best = score;
                if score > alpha {
                    found.best_move = Some(mv);
                    alpha = score;
                    if PV {
                        self.variations.set(ply, mv);
                    }
                    if score >= node.beta {
                        break;
                    }
                }
            }
            found.tried.push(mv);
        }
        Ok(found)
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
            let late = !node.in_check && late_move::enough(params, node, context.number);
            let hopeless = late
                || history_pruning::hopeless(params, context.history, reduced)
                || futility::hopeless(params, node, alpha, reduced);
            // A check is not for history or the static evaluation to judge.
            if hopeless && !position.gives_check(mv) {
                if late {
                    picker.skip_quiets();
                }
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
    pub(in crate::search) fn search_move<const PV: bool>(
        &mut self,
        position: &Position,
        ply: usize,
        node: &NodeContext,
        alpha: Score,
        mv: Move,
        context: &MoveContext,
    ) -> Option<Score> {
        if self.must_stop() {
            return None;
        }
        let next = self.play(position, mv, ply);
        self.frames.at_mut(ply).number = context.number;
        let long = self.frames.at(ply).long_extensions + u16::from(context.extension > 1);
        self.frames.at_mut(ply + 1).long_extensions = long;
        let mut depth = node.depth - 1 + context.extension;
        let mut score = alpha;
        let mut search_full = !PV || context.number > 1;
        if node.depth >= 2 && context.number > 1 + usize::from(PV) && !self.full_width {
            let reduced = self.reduced_depth(node, context, &next, ply);
            self.frames.at_mut(ply).reduction = depth - reduced;
            score = -self.node::<false>(&next, ply + 1, reduced, -alpha - 1, -alpha, true);
            search_full = score > alpha && reduced < depth;
            if search_full {
                depth += self.second_thought(context, score);
                search_full = reduced < depth;
            }
        }
        self.frames.at_mut(ply).reduction = 0;
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

    /// The plies to add to the second search of a move whose reduced search beat alpha: one more if
    /// it is much better than the best so far, one less if hardly.
    #[inline]
    fn second_thought(&self, context: &MoveContext, score: Score) -> i32 {
        let gain = score - context.best;
        i32::from(gain > self.params.research_deeper_margin())
            - i32::from(gain < self.params.research_shallower_margin())
    }

    #[inline]
    fn reduced_depth(
        &self,
        node: &NodeContext,
        context: &MoveContext,
        next: &Position,
        ply: usize,
    ) -> i32 {
        let params = self.params;
        let mut reduction = self.reductions.amount(params, node, context);
        reduction -= params.reduction_check() * i32::from(next.in_check());
        let cutoffs = i32::from(self.frames.at(ply + 1).cutoffs);
        reduction +=
            params.reduction_cutoffs() * i32::from(cutoffs > params.reduction_cutoffs_min());
        (node.depth - 1 - reduction / 1024).clamp(1, node.depth - 1)
    }
}
