//! Mates that are impossible because the pieces cannot get to where they would give them.
//!
//! In a mate the king is attacked, and each square next to him holds one of his own pieces or is
//! attacked. [`Confinement`] says which pieces can ever get there. If on no square on which the king
//! can ever stand all of this can hold at once, he is never mated.

use super::confinement::{Confinement, reach_attacks};
use crate::attacks::king_attacks;
use crate::position::Position;
use crate::types::{Bitboard, Color, PieceType, Square};

/// Whether it is certain that `winner` can never mate, by where pieces can get. `false` says
/// nothing.
pub(super) fn is_impossible(position: &Position, winner: Color) -> bool {
    match Confinement::of(position) {
        None => false,
        Some(confinement) => {
            let net = MateNet::new(&confinement, winner);
            !net.king_squares.any_square(|square| net.may_mate(square))
        }
    }
}

/// What could take part in a mate.
struct MateNet {
    /// The squares on which the king to be mated can stand.
    king_squares: Bitboard,
    /// The squares on which the winner's king can stand.
    winner_king_squares: Bitboard,
    /// The squares that the winner's other pieces can attack.
    attacked: Bitboard,
    /// For each other piece of the loser, where it can stand and so take a square from its king.
    blockers: Vec<Bitboard>,
}

impl MateNet {
    fn new(confinement: &Confinement, winner: Color) -> MateNet {
        let loser = !winner;
        let kings = |color| {
            confinement
                .of_color(color)
                .filter(|roamer| roamer.kind == PieceType::King)
                .fold(Bitboard::EMPTY, |all, king| all | king.reach)
        };
        // The mated king hides nothing from a slider behind him, even if he can never move.
        let occupied = confinement.fixed(winner) | (confinement.fixed(loser) - kings(loser));
        MateNet {
            king_squares: kings(loser),
            winner_king_squares: kings(winner),
            attacked: confinement
                .of_color(winner)
                .filter(|roamer| roamer.kind != PieceType::King)
                .fold(Bitboard::EMPTY, |all, piece| {
                    all | reach_attacks(piece, occupied)
                }),
            blockers: confinement
                .of_color(loser)
                .filter(|roamer| roamer.kind != PieceType::King)
                .map(|roamer| roamer.reach)
                .collect(),
        }
    }

    /// Whether a mate of a king on this square cannot be ruled out.
    fn may_mate(&self, king: Square) -> bool {
        if !self.attacked.has(king) {
            return false;
        }
        let around = king_attacks(king);
        let open = around - self.attacked;
        let others = self.winner_king_squares - around - Bitboard::of(king);
        others.any_square(|other| self.can_be_blocked(open - king_attacks(other)))
    }

    /// Whether each of these squares can hold a blocker of its own.
    fn can_be_blocked(&self, squares: Bitboard) -> bool {
        let mut used = vec![false; self.blockers.len()];
        self.block(squares, &mut used)
    }

    fn block(&self, mut squares: Bitboard, used: &mut [bool]) -> bool {
        let Some(square) = squares.next() else {
            return true;
        };
        for (index, reach) in self.blockers.iter().enumerate() {
            if used[index] || !reach.has(square) {
                continue;
            }
            used[index] = true;
            if self.block(squares, used) {
                return true;
            }
            used[index] = false;
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn impossible(fen: &str) -> [bool; 2] {
        let position = Position::from_fen(fen).unwrap();
        Color::ALL.map(|winner| is_impossible(&position, winner))
    }

    #[test]
    fn a_wall_that_nothing_breaks() {
        let wall = "4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1";
        assert_eq!(impossible(wall), [true; 2]);
        let bishops = "3k1b2/8/8/p1p1p1p1/P1P1P1P1/8/8/4KB2 w - - 0 1";
        assert_eq!(impossible(bishops), [true; 2]);
        let gap = "4k3/8/8/p1p1p3/P1P1P3/8/8/4K3 w - - 0 1";
        assert_eq!(impossible(gap), [false; 2]);
    }

    /// One bishop can block only one of the squares that the pawns leave open.
    #[test]
    fn each_open_square_needs_a_blocker_of_its_own() {
        let fen = "8/4k3/3b1b2/p1pBp1p1/P1P1P1P1/8/4K3/8 w - - 0 1";
        assert_eq!(impossible(fen), [false, true]);
    }

    #[test]
    fn nothing_is_said_where_pawns_may_promote() {
        assert_eq!(impossible("4k3/p7/8/8/8/8/P7/4K3 w - - 0 1"), [false; 2]);
    }
}
