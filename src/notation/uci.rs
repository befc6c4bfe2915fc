//! Moves as the UCI protocol writes them: `e2e4`, `e7e8q`, castling `e1g1` or `e1h1`.

use crate::position::Position;
use crate::types::{CastlingRights, CastlingSide, Move, PieceType};

/// Why a text is no move of a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UciMoveError {
    /// The text has not the form of a move.
    #[error("{0:?} is no move in UCI notation")]
    Syntax(String),
    /// The text is a move, but not a legal one here.
    #[error("{0} is not legal")]
    Illegal(String),
}

/// Writes a move. Castling is written as the king taking its own rook in Chess960, else as the
/// king's two-square step.
pub fn format_move(mv: Move, chess960: bool) -> String {
    let mut to = mv.to();
    if mv.is_castle() && !chess960 {
        let color = if mv.from().rank().index() == 0 {
            crate::types::Color::White
        } else {
            crate::types::Color::Black
        };
        to = CastlingRights::destinations(color, CastlingSide::of(mv.from(), to)).0;
    }
    match mv.promotion() {
        Some(kind) => format!("{}{to}{}", mv.from(), kind.letter()),
        None => format!("{}{to}", mv.from()),
    }
}

/// Reads a legal move. Both forms of castling are understood whatever the variant, king takes rook
/// first (`e1g1` can be a king's step in Chess960 only if no rook stands there to castle with).
pub fn parse_move(position: &Position, text: &str) -> Result<Move, UciMoveError> {
    let syntax = || UciMoveError::Syntax(text.to_owned());
    if !text.is_ascii() || !(4..=5).contains(&text.len()) {
        return Err(syntax());
    }
    let from = text[0..2].parse().map_err(|()| syntax())?;
    let to = text[2..4].parse().map_err(|()| syntax())?;
    let promotion = match text[4..].chars().next() {
        None => None,
        Some(letter) => match PieceType::from_letter(letter) {
            Some(kind) if PieceType::PROMOTIONS.contains(&kind) => Some(kind),
            _ => return Err(syntax()),
        },
    };
    let moves = position.legal_moves();
    let exact = |mv: &&Move| mv.from() == from && mv.to() == to && mv.promotion() == promotion;
    let castles_to = |mv: &&Move| {
        mv.is_castle() && mv.from() == from && promotion.is_none() && {
            let side = CastlingSide::of(from, mv.to());
            CastlingRights::destinations(position.side_to_move(), side).0 == to
        }
    };
    moves
        .iter()
        .find(exact)
        .or_else(|| {
            moves
                .iter()
                .filter(|_| from.distance(to) > 1)
                .find(castles_to)
        })
        .copied()
        .ok_or_else(|| UciMoveError::Illegal(text.to_owned()))
}
