//! Which boards can be chess positions (article 3.10.3): necessary conditions, each fault named.

use super::Board;
use crate::attacks::king_attacks;
use crate::types::{Bitboard, Color, PieceType, Square};
use std::fmt;

/// One reason why a board cannot be a position of a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// A player has no king.
    #[error("{0} has no king")]
    NoKing(Color),
    /// A player has more than one king.
    #[error("{0} has {1} kings")]
    ManyKings(Color, u32),
    /// A player has more than sixteen pieces.
    #[error("{0} has {1} pieces, more than 16")]
    ManyPieces(Color, u32),
    /// A player has more than eight pawns.
    #[error("{0} has {1} pawns, more than 8")]
    ManyPawns(Color, u32),
    /// A player has more promoted pieces than pawns are missing.
    #[error("{0} has more promoted pieces ({1}) than missing pawns ({2})")]
    ManyPromoted(Color, u32, u32),
    /// A pawn stands on the first or eighth rank.
    #[error("a pawn on {0}, on the first or last rank")]
    PawnOnBackRank(Square),
    /// The kings stand next to each other.
    #[error("the kings stand next to each other")]
    KingsTouch,
    /// The side that is not to move is in check.
    #[error("{opponent} is in check, but it is {0}'s move", opponent = !*.0)]
    OpponentInCheck(Color),
    /// More than two pieces give check, which no single move can bring about.
    #[error("{0} is in check by {1} pieces at once")]
    ManyCheckers(Color, u32),
    /// A castling right without king or rook in place.
    #[error("castling right {0} without king and rook in place")]
    Castling(char),
    /// The en passant square does not follow from a double step.
    #[error("en passant square {0}: {1}")]
    EnPassant(Square, &'static str),
}

/// All faults of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Faults(pub Vec<Fault>);

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, fault) in self.0.iter().enumerate() {
            if index > 0 {
                f.write_str("; ")?;
            }
            write!(f, "{fault}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Faults {}

/// Lists what is wrong with the placement and the side to move. Castling rights and en passant
/// square are the FEN reader's: it knows what was claimed.
pub(super) fn faults(board: &Board) -> Vec<Fault> {
    let mut faults = Vec::new();
    for color in Color::ALL {
        count_faults(board, color, &mut faults);
    }
    for square in board.kind(PieceType::Pawn) & Bitboard::BACK_RANKS {
        faults.push(Fault::PawnOnBackRank(square));
    }
    let one_king = |color| board.pieces(color, PieceType::King).count() == 1;
    if one_king(Color::White) && one_king(Color::Black) {
        check_faults(board, &mut faults);
    }
    faults
}

fn count_faults(board: &Board, color: Color, faults: &mut Vec<Fault>) {
    let count = |kind| board.pieces(color, kind).count();
    match count(PieceType::King) {
        0 => faults.push(Fault::NoKing(color)),
        1 => {}
        kings => faults.push(Fault::ManyKings(color, kings)),
    }
    let pieces = board.color(color).count();
    if pieces > 16 {
        faults.push(Fault::ManyPieces(color, pieces));
    }
    let pawns = count(PieceType::Pawn);
    if pawns > 8 {
        faults.push(Fault::ManyPawns(color, pawns));
        return;
    }
    let beyond = |kind, start: u32| count(kind).saturating_sub(start);
    // Two bishops on squares of one colour are no fault: shuffled starts have them.
    let promoted = beyond(PieceType::Knight, 2)
        + beyond(PieceType::Bishop, 2)
        + beyond(PieceType::Rook, 2)
        + beyond(PieceType::Queen, 1);
    if promoted > 8 - pawns {
        faults.push(Fault::ManyPromoted(color, promoted, 8 - pawns));
    }
}

fn check_faults(board: &Board, faults: &mut Vec<Fault>) {
    let us = board.side;
    let (king, other) = (board.king(us), board.king(!us));
    if king_attacks(king).has(other) {
        faults.push(Fault::KingsTouch);
        return;
    }
    if board.is_attacked(other, us, board.occupied()) {
        faults.push(Fault::OpponentInCheck(us));
        return;
    }
    let checkers = board.checkers().count();
    if checkers > 2 {
        faults.push(Fault::ManyCheckers(us, checkers));
    }
}
