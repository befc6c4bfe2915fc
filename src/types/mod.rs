//! The vocabulary of chess: squares, pieces, sets of squares, moves, scores.
//!
//! Plain values without any knowledge of a board. Everything above is written in these words,
//! and this module imports nothing from the rest of the crate.

mod bitboard;
mod castling;
mod color;
mod moves;
mod piece;
mod score;
mod square;

pub use bitboard::Bitboard;
pub use castling::{CastlingRights, CastlingSide};
pub use color::Color;
pub use moves::{MAX_MOVES, Move, MoveKind, MoveList};
pub use piece::{Piece, PieceType};
pub use score::Score;
pub use square::{File, Rank, Square};
