//! Capture history: a capture or promotion by the moving piece, its target and what it takes.

use super::continuation::{PIECE_TOS, PieceTo};
use super::{Rating, boxed};
use crate::position::Position;
use crate::types::{Move, PieceType};

pub(super) struct Capture(Box<[[Rating; 6]; PIECE_TOS]>);

impl Capture {
    pub(super) fn new() -> Capture {
        Capture(boxed([Rating::ZERO; 6]))
    }

    pub(super) fn clear(&mut self) {
        self.0.fill([Rating::ZERO; 6]);
    }

    #[inline]
    pub(super) fn at(&self, position: &Position, mv: Move) -> i32 {
        self.0[PieceTo::of(position, mv).index()][victim(position, mv)].get()
    }

    #[inline]
    pub(super) fn at_mut(&mut self, position: &Position, mv: Move) -> &mut Rating {
        &mut self.0[PieceTo::of(position, mv).index()][victim(position, mv)]
    }
}

/// The index of what is taken; nobody takes a king, so his stands for nothing taken.
#[inline]
fn victim(position: &Position, mv: Move) -> usize {
    position
        .captured_kind(mv)
        .unwrap_or(PieceType::King)
        .index()
}
