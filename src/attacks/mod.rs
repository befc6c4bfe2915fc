//! Where pieces attack, on an otherwise unknown board.
//!
//! Article 3.1: a piece attacks a square if it could capture there, even when moving would leave
//! its own king in check; so nothing here knows of pins. Kings, knights and pawns come from
//! constant tables, bishops, rooks and queens from magic bitboards ([`magics`]), lines between two
//! squares from [`lines`]. [`setwise`] answers for all pieces of a kind at once.

pub mod lines;
pub mod magics;
pub mod setwise;
mod sliders;
mod steppers;

pub use lines::{between, line};
pub use sliders::{Slider, bishop_attacks, init, queen_attacks, ray_walk, rook_attacks};
pub use steppers::{king_attacks, knight_attacks, pawn_attacks, pawn_attacks_of_all};

use crate::types::{Bitboard, Color, PieceType, Square};

/// The squares that a piece attacks from `square` on a board occupied like this.
#[inline]
pub fn attacks(kind: PieceType, color: Color, square: Square, occupied: Bitboard) -> Bitboard {
    match kind {
        PieceType::Pawn => pawn_attacks(color, square),
        PieceType::Knight => knight_attacks(square),
        PieceType::Bishop => bishop_attacks(square, occupied),
        PieceType::Rook => rook_attacks(square, occupied),
        PieceType::Queen => queen_attacks(square, occupied),
        PieceType::King => king_attacks(square),
    }
}
