//! Continuation history: a move by the earlier move that it follows, one to six plies before. One
//! ply before it learns replies ("counter moves"), two plies before, plans of the own side.

use super::{Rating, boxed};
use crate::position::Position;
use crate::types::{Move, Piece, Square};

/// A moved piece with its target: what a continuation follows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::search) struct PieceTo(u16);

/// All pieces on all squares.
pub(in crate::search) const PIECE_TOS: usize = 12 * 64;

impl PieceTo {
    /// No move: before the root, and for null moves.
    pub(in crate::search) const NONE: PieceTo = PieceTo(PIECE_TOS as u16);

    /// What a legal move of the side to move does.
    #[inline]
    pub(in crate::search) fn of(position: &Position, mv: Move) -> PieceTo {
        let piece = Piece::new(position.side_to_move(), position.moving_kind(mv));
        PieceTo::new(piece, mv.to())
    }

    #[inline]
    fn new(piece: Piece, to: Square) -> PieceTo {
        let piece = 6 * piece.color.index() + piece.kind.index();
        PieceTo((64 * piece + to.index()) as u16)
    }

    /// From 0 to [`PIECE_TOS`], which is [`NONE`](PieceTo::NONE)'s.
    #[inline]
    pub(in crate::search) fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl Default for PieceTo {
    fn default() -> PieceTo {
        PieceTo::NONE
    }
}

/// How many plies before a position the moves of [`Before`] were played.
pub(in crate::search) const BACK: [usize; 4] = [1, 2, 4, 6];

/// The moves played [`BACK`] plies before a position.
pub(in crate::search) type Before = [PieceTo; BACK.len()];

/// One rating for each piece and target.
pub(super) type Row = [Rating; PIECE_TOS];

pub(super) struct Continuation(Box<[Row; PIECE_TOS + 1]>);

impl Continuation {
    pub(super) fn new() -> Continuation {
        Continuation(boxed([Rating::ZERO; PIECE_TOS]))
    }

    pub(super) fn clear(&mut self) {
        self.0.fill([Rating::ZERO; PIECE_TOS]);
    }

    /// The ratings of all moves after this one.
    #[inline]
    pub(super) fn after(&self, past: PieceTo) -> &Row {
        &self.0[past.index()]
    }

    #[inline]
    pub(super) fn after_mut(&mut self, past: PieceTo) -> &mut Row {
        &mut self.0[past.index()]
    }
}
