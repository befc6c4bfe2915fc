//! What a finished node teaches: the best move gains, moves tried in vain lose.

use super::{Before, ButterflyIndex, Histories, PieceTo};
use crate::position::Position;
use crate::search::params::Params;
use crate::types::Move;
use arrayvec::ArrayVec;

/// So many moves of each sort that failed to be best are remembered.
const TRIED: usize = 32;

/// The moves of a node that were searched and found wanting.
#[derive(Default)]
pub(in crate::search) struct Tried {
    quiet: ArrayVec<Move, TRIED>,
    noisy: ArrayVec<Move, TRIED>,
}

impl Tried {
    /// Adds a move, if there is room.
    #[inline]
    pub(in crate::search) fn push(&mut self, mv: Move) {
        let list = if mv.is_noisy() {
            &mut self.noisy
        } else {
            &mut self.quiet
        };
        let _ = list.try_push(mv); // the first ones matter most
    }
}

/// The move of the opponent that led to a position.
#[derive(Clone, Copy, Debug)]
pub(in crate::search) struct Prior {
    /// Its piece and target.
    pub(in crate::search) played: PieceTo,
    /// Its place in the butterfly history, if it was quiet.
    pub(in crate::search) quiet: ButterflyIndex,
    /// Its number among the moves searched there, from 1.
    pub(in crate::search) number: usize,
    /// What was played before it.
    pub(in crate::search) before: Before,
}

/// A bonus that grows with the depth of the search that earned it.
fn by_depth(depth: i32, slope: i32, offset: i32, max: i32) -> i32 {
    (slope * depth - offset).clamp(0, max)
}

impl Histories {
    /// A move was best: it gains, and those tried in vain before it lose.
    pub(in crate::search) fn learn(
        &mut self,
        position: &Position,
        before: &Before,
        best: Move,
        tried: &Tried,
        depth: i32,
    ) {
        let malus = -quiet_malus(&self.params, depth);
        if best.is_noisy() {
            let bonus = capture_bonus(&self.params, depth);
            self.capture.at_mut(position, best).update(bonus);
        } else {
            let bonus = quiet_bonus(&self.params, depth);
            self.update_quiet(position, before, best, bonus);
            for &mv in tried.quiet.iter().filter(|&&mv| mv != best) {
                self.update_quiet(position, before, mv, malus);
            }
        }
        let malus = -capture_malus(&self.params, depth);
        for &mv in tried.noisy.iter().filter(|&&mv| mv != best) {
            self.capture.at_mut(position, mv).update(malus);
        }
    }

    /// A quiet move refuted its position: it is a killer of this ply.
    #[inline]
    pub(in crate::search) fn learn_killer(&mut self, ply: usize, mv: Move) {
        let killers = &mut self.killers[ply];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
    }

    /// The table knows that a quiet move refutes a position, without a search.
    #[inline]
    pub(in crate::search) fn learn_from_table(
        &mut self,
        position: &Position,
        before: &Before,
        mv: Move,
        depth: i32,
    ) {
        let bonus = quiet_bonus(&self.params, depth) * self.params.table_bonus() / 128;
        self.update_quiet(position, before, mv, bonus);
    }

    /// The opponent's quiet move was refuted at once.
    #[inline]
    pub(in crate::search) fn blame_prior(&mut self, prior: &Prior, depth: i32) {
        let malus = quiet_malus(&self.params, depth) * self.params.prior_malus() / 128;
        self.update_continuation(&prior.before, prior.played, -malus);
    }

    /// The opponent's quiet move left no good answer.
    #[inline]
    pub(in crate::search) fn praise_prior(&mut self, prior: &Prior, depth: i32) {
        let bonus = quiet_bonus(&self.params, depth) * self.params.prior_bonus() / 128;
        self.butterfly.at_mut(prior.quiet).update(bonus);
        self.update_continuation(&prior.before, prior.played, bonus);
    }

    fn update_quiet(&mut self, position: &Position, before: &Before, mv: Move, bonus: i32) {
        let this = PieceTo::of(position, mv);
        let index = ButterflyIndex::of(position, mv);
        self.butterfly.at_mut(index).update(bonus);
        self.pawns.under_mut(position)[this.index()].update(bonus);
        self.update_continuation(before, this, bonus);
    }

    fn update_continuation(&mut self, before: &Before, this: PieceTo, bonus: i32) {
        for &past in before {
            self.continuation.after_mut(past)[this.index()].update(bonus);
        }
    }
}

fn quiet_bonus(params: &Params, depth: i32) -> i32 {
    let (slope, offset) = (params.quiet_bonus_slope(), params.quiet_bonus_offset());
    by_depth(depth, slope, offset, params.quiet_bonus_max())
}

fn quiet_malus(params: &Params, depth: i32) -> i32 {
    let (slope, offset) = (params.quiet_malus_slope(), params.quiet_malus_offset());
    by_depth(depth, slope, offset, params.quiet_malus_max())
}

fn capture_bonus(params: &Params, depth: i32) -> i32 {
    let (slope, offset) = (params.capture_bonus_slope(), params.capture_bonus_offset());
    by_depth(depth, slope, offset, params.capture_bonus_max())
}

fn capture_malus(params: &Params, depth: i32) -> i32 {
    let (slope, offset) = (params.capture_malus_slope(), params.capture_malus_offset());
    by_depth(depth, slope, offset, params.capture_malus_max())
}
