//! Pawn history: a quiet move by the pawn structure in which it is played, told by its key.

use super::continuation::{PIECE_TOS, Row};
use super::{Rating, boxed};
use crate::position::Position;

/// Structures kept apart; others share a place.
const SIZE: usize = 512;

pub(super) struct Pawns(Box<[Row; SIZE]>);

impl Pawns {
    pub(super) fn new() -> Pawns {
        Pawns(boxed([Rating::ZERO; PIECE_TOS]))
    }

    pub(super) fn clear(&mut self) {
        self.0.fill([Rating::ZERO; PIECE_TOS]);
    }

    /// The ratings of all moves in this structure.
    #[inline]
    pub(super) fn under(&self, position: &Position) -> &Row {
        &self.0[position.keys().pawns as usize % SIZE]
    }

    #[inline]
    pub(super) fn under_mut(&mut self, position: &Position) -> &mut Row {
        &mut self.0[position.keys().pawns as usize % SIZE]
    }
}
