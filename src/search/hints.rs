//! What the position itself says of a quiet move, before any history: whether it gives check, and
//! whether it takes a piece out of danger or into it.
//!
//! Source: the order of quiet moves that Stockfish has used since 2022, told in its public tests;
//! the weights are our own.

use super::params::Params;
use crate::attacks::{attacks, pawn_attacks_of_all};
use crate::position::Position;
use crate::types::{Bitboard, Color, Move, PieceType};

/// A check may lose so many centipawns by exchanges on its square and still come early.
const LOSS_OF_CHECK: i32 = 75;

/// Pawns and kings are in nobody's way; of the others the dearer ones are in greater danger.
const WORTH: [i32; 6] = [0, 1, 1, 2, 4, 0];

/// Rates the quiet moves of one position.
pub(super) struct Hints<'a> {
    params: &'a Params,
    position: &'a Position,
    /// For each kind of piece, the squares from which it checks the opponent's king.
    checks: [Bitboard; 6],
    /// For each kind of piece, the squares where a cheaper piece can take it.
    danger: [Bitboard; 6],
}

impl<'a> Hints<'a> {
    #[inline]
    pub(super) fn new(params: &'a Params, position: &'a Position) -> Hints<'a> {
        Hints {
            params,
            position,
            checks: checks(position),
            danger: danger(position, !position.side_to_move()),
        }
    }

    /// What is to be added to the rating of a move.
    #[inline]
    pub(super) fn rate(&self, mv: Move) -> i32 {
        let kind = self.position.moving_kind(mv).index();
        let (checks, danger) = (self.checks[kind], self.danger[kind]);
        let mut rating = 0;
        if checks.has(mv.to()) && self.position.see_at_least(mv, -LOSS_OF_CHECK) {
            rating += self.params.order_check();
        }
        let flees = i32::from(danger.has(mv.from())) - i32::from(danger.has(mv.to()));
        rating + WORTH[kind] * flees * self.params.order_danger()
    }
}

/// The squares from which each kind of piece of the side to move gives check.
#[inline]
pub(super) fn checks(position: &Position) -> [Bitboard; 6] {
    let us = position.side_to_move();
    let king = position.king(!us);
    let occupied = position.occupied();
    let mut squares = [Bitboard::EMPTY; 6];
    for kind in [
        PieceType::Pawn,
        PieceType::Knight,
        PieceType::Bishop,
        PieceType::Rook,
    ] {
        // Where a piece of the other colour would attack from the king's square.
        squares[kind.index()] = attacks(kind, !us, king, occupied);
    }
    squares[PieceType::Queen.index()] =
        squares[PieceType::Bishop.index()] | squares[PieceType::Rook.index()];
    squares
}

/// The squares that a cheaper piece of this colour attacks, for each kind of piece.
#[inline]
fn danger(position: &Position, color: Color) -> [Bitboard; 6] {
    let occupied = position.occupied();
    let all = |kind| {
        let pieces = position.pieces(color, kind).into_iter();
        pieces.fold(Bitboard::EMPTY, |sum, square| {
            sum | attacks(kind, color, square, occupied)
        })
    };
    let pawns = pawn_attacks_of_all(color, position.pieces(color, PieceType::Pawn));
    let minor = pawns | all(PieceType::Knight) | all(PieceType::Bishop);
    let rooks = minor | all(PieceType::Rook);
    let none = Bitboard::EMPTY;
    [none, pawns, pawns, minor, rooks, none]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rating(fen: &str, mv: &str) -> i32 {
        let position = Position::from_fen(fen).unwrap();
        let moves = position.legal_moves();
        let mv = moves.into_iter().find(|found| format!("{found:?}") == mv);
        Hints::new(&Params::default(), &position).rate(mv.unwrap())
    }

    #[test]
    fn the_squares_of_checks_are_those_of_checking_moves() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "3k4/8/8/8/8/8/4P3/QRBNK3 w - - 0 1",
            "7k/8/8/8/8/8/pp5p/1qrbn2K b - - 0 1",
        ] {
            let position = Position::from_fen(fen).unwrap();
            let squares = checks(&position);
            for mv in position.legal_moves() {
                // A move that opens a line, or a castling rook, checks from another square.
                let direct = squares[position.moving_kind(mv).index()].has(mv.to());
                let indirect = mv.is_promotion() || mv.is_castle();
                assert!(
                    indirect || !direct || position.gives_check(mv),
                    "{fen} {mv:?}"
                );
                let opens_no_line = position.pieces(position.side_to_move(), PieceType::Queen);
                if opens_no_line.has(mv.from()) && position.gives_check(mv) {
                    assert!(direct, "{fen} {mv:?}");
                }
            }
        }
    }

    #[test]
    fn safe_checks_and_flights_come_early() {
        let params = Params::default();
        let check = params.order_check();
        let (safe, lost) = (
            "7k/8/8/8/8/8/8/R3K3 w - - 0 1",
            "7k/8/8/8/8/8/8/R3K2b w - - 0 1",
        );
        assert_eq!((rating(safe, "a1a8"), rating(safe, "a1a7")), (check, 0));
        assert!(rating(lost, "a1a8") < 0, "the check only loses a rook");
        let queen = "k7/8/3p4/4Q3/8/8/8/4K3 w - - 0 1";
        assert!(rating(queen, "e5d4") > 0 && rating(queen, "e5c5") == 0);
        let knight = "4k3/8/3p4/8/8/5N2/8/4K3 w - - 0 1";
        assert!(rating(knight, "f3e5") < 0 && rating(knight, "f3d4") == 0);
    }
}
