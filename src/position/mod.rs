//! One position: what stands where, whose move it is, and every move that is legal there.
//!
//! [`Board`] is the placement with side to move, castling rights and en passant square, all that
//! decides which moves are legal. [`Position`] adds what a game and a search need at every step:
//! a mailbox, Zobrist keys, checkers and pins, and the two counters of FEN. Both are plain values;
//! playing a move makes a new one (copy-make), so there is no undo code to keep symmetrical. The
//! bench `play` holds it against make and unmake: 64 against 46 ns a move in a bare walk. The
//! difference is some 3 % of what a search spends on a node (550 ns), and buys positions that
//! threads, records and tests can keep and compare as they like.
//!
//! Nothing here knows of earlier positions (`rules` does), of evaluation or of search.

mod board;
#[cfg_attr(not(target_arch = "x86_64"), allow(dead_code))] // elsewhere only tests count set-wise
mod count;
mod fen;
mod flip;
mod key;
mod legality;
mod movegen;
mod packed;
mod perft;
mod play;
mod reversible;
mod see;
#[cfg_attr(not(target_arch = "x86_64"), allow(dead_code))] // elsewhere only tests scan set-wise
mod threats;
mod validate;
mod zobrist;

pub use board::Board;
pub use fen::{CastlingNotation, FenError};
pub use key::Keys;
pub use packed::PackedBoard;
pub use perft::{perft, perft_divide};
pub use play::MoveDelta;
pub use reversible::connecting_squares;
pub use see::{SEE_VALUES, see_value};
pub use validate::{Fault, Faults};

use crate::types::{Bitboard, Piece, PieceType, Square};
use std::ops::Deref;
use threats::Threats;

/// A legal chess position, standard or Chess960, with everything derived from it that is wanted
/// at every step.
///
/// Made from FEN or from another position by [`play`](Position::play); so it is always valid. All
/// questions about the [`Board`] can be asked of it directly.
#[derive(Clone, Copy)]
pub struct Position {
    board: Board,
    mailbox: [Option<PieceType>; 64],
    keys: Keys,
    threats: Threats,
    halfmove_clock: u16,
    fullmove_number: u16,
}

impl Deref for Position {
    type Target = Board;

    #[inline]
    fn deref(&self) -> &Board {
        &self.board
    }
}

impl Position {
    /// The position from which a standard game starts.
    pub fn startpos() -> Position {
        Position::from_fen(Position::STARTPOS_FEN).expect("the start position is valid")
    }

    /// Completes a board that has passed validation.
    fn new(board: Board, halfmove_clock: u16, fullmove_number: u16) -> Position {
        let mut mailbox = [None; 64];
        for kind in PieceType::ALL {
            for square in board.kind(kind) {
                mailbox[square.index()] = Some(kind);
            }
        }
        Position {
            keys: Keys::of(&board),
            threats: board.threats(),
            board,
            mailbox,
            halfmove_clock,
            fullmove_number,
        }
    }

    /// The bare board.
    #[inline]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The kind of the piece on a square.
    #[inline]
    pub fn kind_on(&self, square: Square) -> Option<PieceType> {
        self.mailbox[square.index()]
    }

    /// The piece on a square.
    #[inline]
    pub fn piece_on(&self, square: Square) -> Option<Piece> {
        let kind = self.kind_on(square)?;
        self.board
            .color_on(square)
            .map(|color| Piece { color, kind })
    }

    /// The enemy pieces that give check.
    #[inline]
    pub fn checkers(&self) -> Bitboard {
        self.threats.checkers
    }

    /// Whether the side to move is in check.
    #[inline]
    pub fn in_check(&self) -> bool {
        self.threats.checkers.any()
    }

    /// The pieces of the side to move that are pinned to their king.
    #[inline]
    pub fn pinned(&self) -> Bitboard {
        self.threats.pinned
    }

    /// The squares that the opponent of the side to move attacks, seen through that side's king:
    /// where the king may not go, and where pieces stand in danger.
    #[inline]
    pub fn attacked(&self) -> Bitboard {
        self.threats.attacked
    }

    /// The Zobrist keys.
    #[inline]
    pub fn keys(&self) -> &Keys {
        &self.keys
    }

    /// The key of the whole position. Equal keys mean the same position in the sense of article
    /// 9.2.2 (collisions of 64 bits aside): en passant counts only where the capture is legal.
    #[inline]
    pub fn key(&self) -> u64 {
        self.keys.position
    }

    /// The half-moves since the last capture or pawn move; stays at `u16::MAX` if it gets there.
    #[inline]
    pub fn halfmove_clock(&self) -> u16 {
        self.halfmove_clock
    }

    /// The number of the next full move, from 1.
    #[inline]
    pub fn fullmove_number(&self) -> u16 {
        self.fullmove_number
    }
}

impl PartialEq for Position {
    /// The same position in the sense of article 9.2.2; the counters do not matter.
    fn eq(&self, other: &Position) -> bool {
        self.board == other.board
    }
}

impl Eq for Position {}

impl Default for Position {
    /// The start position.
    fn default() -> Position {
        Position::startpos()
    }
}
