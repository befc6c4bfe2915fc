//! What earlier nodes taught about moves: which of them refuted positions.
//!
//! Quiet moves are rated by four kinds of tables (a file each): [`butterfly`], [`continuation`],
//! [`pawns`] and the killers, the last quiet moves that refuted a sibling; captures by [`capture`].
//! [`learning`] says who gains and who loses when a node is done.

mod butterfly;
mod capture;
mod continuation;
mod learning;
mod pawns;
mod value;

pub(super) use butterfly::ButterflyIndex;
pub(super) use continuation::{BACK, Before, PIECE_TOS, PieceTo};
pub(super) use learning::{Prior, Tried};
pub(super) use value::Value;

use super::hints::Hints;
use super::params::Params;
use crate::position::Position;
use crate::types::{Move, Score};
use butterfly::Butterfly;
use capture::Capture;
use continuation::{Continuation, Row};
use pawns::Pawns;

/// No rating leaves ±`LIMIT`.
pub(super) const LIMIT: i32 = 16_384;

/// What one table says of a move.
type Rating = Value<LIMIT>;

/// Two killers for each ply.
pub(super) type Killers = [Option<Move>; 2];

/// All histories of one thread. They outlast a search: the next position of a game is much like
/// this one.
pub(super) struct Histories {
    params: Params,
    butterfly: Butterfly,
    continuation: Continuation,
    pawns: Pawns,
    capture: Capture,
    killers: Box<[Killers]>,
}

impl Histories {
    /// Histories that know nothing and learn as the parameters say.
    pub(super) fn new(params: &Params) -> Histories {
        Histories {
            params: params.clone(),
            butterfly: Butterfly::new(),
            continuation: Continuation::new(),
            pawns: Pawns::new(),
            capture: Capture::new(),
            killers: vec![[None; 2]; Score::MAX_PLY as usize + 2].into_boxed_slice(),
        }
    }

    /// Learns and weighs by other parameters from now on; what was learned is kept.
    pub(super) fn set_params(&mut self, params: &Params) {
        self.params = params.clone();
    }

    /// Forgets everything: another game begins.
    pub(super) fn clear(&mut self) {
        self.butterfly.clear();
        self.continuation.clear();
        self.pawns.clear();
        self.capture.clear();
        self.killers.fill([None; 2]);
    }

    /// Forgets the killers; plies count from another root now.
    pub(super) fn new_root(&mut self) {
        self.killers.fill([None; 2]);
    }

    /// The killers of a ply.
    #[inline]
    pub(super) fn killers(&self, ply: usize) -> Killers {
        self.killers[ply]
    }

    /// Forgets the killers of a ply, which belong to cousins far away.
    #[inline]
    pub(super) fn forget_killers(&mut self, ply: usize) {
        self.killers[ply] = [None; 2];
    }

    /// Looks up once what rates all quiet moves of a position.
    #[inline]
    pub(super) fn rater<'a>(&'a self, position: &'a Position, before: &Before) -> Rater<'a> {
        Rater {
            histories: self,
            position,
            continuations: before.map(|past| self.continuation.after(past)),
            pawns: self.pawns.under(position),
        }
    }

    /// How far a quiet move of the side to move has proved itself, for pruning and reductions;
    /// within ±3·[`LIMIT`].
    #[inline]
    pub(super) fn quiet(&self, position: &Position, before: &Before, mv: Move) -> i32 {
        let this = PieceTo::of(position, mv).index();
        let near = before[..2]
            .iter()
            .map(|&past| self.continuation.after(past));
        let continuations: i32 = near.map(|row| row[this].get()).sum();
        self.butterfly.at(ButterflyIndex::of(position, mv)) + continuations
    }

    /// What the position says of its quiet moves, weighed as the histories are.
    #[inline]
    pub(super) fn hints<'a>(&'a self, position: &'a Position) -> Hints<'a> {
        Hints::new(&self.params, position)
    }

    /// What the history of a capture or promotion adds to its rating.
    #[inline]
    pub(super) fn noisy_order(&self, position: &Position, mv: Move) -> i32 {
        self.noisy(position, mv) * self.params.order_captures() / 128
    }

    /// The centipawns that a capture or promotion may lose by its exchange and still come early;
    /// negative if it has to win some.
    #[inline]
    pub(super) fn allowed_loss(&self, position: &Position, mv: Move) -> i32 {
        self.noisy(position, mv) * self.params.order_capture_threshold() / 1024
    }

    /// How far a capture or promotion of the side to move has proved itself; within ±[`LIMIT`].
    #[inline]
    pub(super) fn noisy(&self, position: &Position, mv: Move) -> i32 {
        self.capture.at(position, mv)
    }
}

/// Rates the quiet moves of a position, to order them.
pub(super) struct Rater<'a> {
    histories: &'a Histories,
    position: &'a Position,
    continuations: [&'a Row; BACK.len()],
    pawns: &'a Row,
}

impl Rater<'_> {
    /// The rating of a quiet move: a weighted sum over all tables, less than 2^18 in size.
    #[inline]
    pub(super) fn rate(&self, mv: Move) -> i32 {
        let params = &self.histories.params;
        let this = PieceTo::of(self.position, mv).index();
        let index = ButterflyIndex::of(self.position, mv);
        let mut sum = params.order_butterfly() * self.histories.butterfly.at(index);
        sum += params.order_pawns() * self.pawns[this].get();
        let weights = [
            params.order_continuation_1(),
            params.order_continuation_2(),
            params.order_continuation_4(),
            params.order_continuation_6(),
        ];
        for (row, weight) in self.continuations.iter().zip(weights) {
            sum += weight * row[this].get();
        }
        sum >> 7
    }
}

/// A table on the heap, all of one value; too large to be built on the stack.
pub(super) fn boxed<T: Copy, const N: usize>(value: T) -> Box<[T; N]> {
    match vec![value; N].into_boxed_slice().try_into() {
        Ok(table) => table,
        Err(_) => unreachable!("the vector has {N} items"),
    }
}

#[cfg(test)]
mod tests;
