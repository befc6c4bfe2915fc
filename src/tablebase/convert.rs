//! Our positions as shakmaty's, whose code reads the tables.

use crate::position::Position;
use crate::types::{Color, PieceType, Square};
use shakmaty::{Bitboard, Board, ByColor, ByRole, CastlingMode, Chess, FromSetup, Setup};

/// The same position for shakmaty, sets of squares taken over as they are. Castling rights and
/// counters are left out: no table knows of them.
///
/// `None` for a position that shakmaty holds to be impossible.
pub(super) fn to_shakmaty(position: &Position) -> Option<Chess> {
    let kind = |kind| Bitboard(position.kind(kind).0);
    let by_role = ByRole {
        pawn: kind(PieceType::Pawn),
        knight: kind(PieceType::Knight),
        bishop: kind(PieceType::Bishop),
        rook: kind(PieceType::Rook),
        queen: kind(PieceType::Queen),
        king: kind(PieceType::King),
    };
    let by_color = ByColor {
        white: Bitboard(position.color(Color::White).0),
        black: Bitboard(position.color(Color::Black).0),
    };
    let setup = Setup {
        board: Board::try_from_bitboards(by_role, by_color).ok()?,
        turn: shakmaty::Color::from_white(position.side_to_move() == Color::White),
        ep_square: position.en_passant().map(square),
        ..Setup::empty()
    };
    match Chess::from_setup(setup, CastlingMode::Standard) {
        Ok(chess) => Some(chess),
        Err(fault) => fault.ignore_impossible_check().ok(),
    }
}

fn square(square: Square) -> shakmaty::Square {
    shakmaty::Square::new(square.index() as u32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::fen::Fen;
    use shakmaty::{EnPassantMode, Position as _};

    /// What shakmaty reads from the FEN, against the conversion.
    fn check(fen: &str) {
        let read: Fen = fen.parse().unwrap();
        let read: Chess = read.into_position(CastlingMode::Standard).unwrap();
        let converted = to_shakmaty(&Position::from_fen(fen).unwrap()).unwrap();
        assert_eq!(converted, read, "{fen}");
        let ep = |chess: &Chess| chess.ep_square(EnPassantMode::Legal);
        assert_eq!(ep(&converted), ep(&read), "{fen}");
        assert_eq!(converted.legal_moves(), read.legal_moves(), "{fen}");
    }

    #[test]
    fn nothing_that_tables_know_is_lost() {
        check("4b3/4k3/8/8/3K4/4b3/8/8 w - - 0 1");
        check("8/8/8/8/1Pk5/8/8/4K3 b - b3 0 1");
        check("8/8/8/8/pPk5/8/8/4K3 b - b3 0 1");
        check("8/8/8/8/k1pP3R/8/8/4K3 b - d3 0 1");
        check("8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1");
    }

    #[test]
    fn checks_that_no_move_can_have_given_do_not_matter() {
        let position = Position::from_fen("8/8/8/k6R/1pP5/8/8/4K3 b - c3 0 1").unwrap();
        let converted = to_shakmaty(&position).unwrap();
        assert_eq!(converted.legal_moves().len(), position.legal_moves().len());
    }

    #[test]
    fn castling_rights_are_left_out() {
        let position = Position::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1").unwrap();
        assert!(to_shakmaty(&position).unwrap().castles().is_empty());
    }
}
