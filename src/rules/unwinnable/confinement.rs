//! Where pieces can ever get: an over-approximation that needs no search.
//!
//! Each piece has a set of squares, at first the one on which it stands. Squares are added as long
//! as a piece could get from one of its squares to another if everything that is not certain went
//! its way. Certain are only pieces that never move and are never captured: nothing passes them,
//! and kings never step where they attack. The sets only grow and with them only what is possible,
//! so the process ends, and at its end every move of every game that goes on from here leads from
//! a square of the piece's set to another of it: take the first move that did not, then everything
//! before it was foreseen, and so would this move have been.

use crate::attacks::{attacks, king_attacks, pawn_attacks};
use crate::position::Board;
use crate::types::{Bitboard, CastlingRights, CastlingSide, Color, PieceType, Square};
use arrayvec::ArrayVec;

/// One piece of the board and the squares on which it can ever stand.
#[derive(Clone, Copy)]
pub(super) struct Roamer {
    pub(super) color: Color,
    pub(super) kind: PieceType,
    pub(super) reach: Bitboard,
    /// Whether it can ever be captured.
    pub(super) mortal: bool,
}

/// All pieces with the squares on which they can ever stand.
pub(super) struct Confinement {
    pub(super) roamers: ArrayVec<Roamer, 32>,
    castling: CastlingRights,
    /// The pawn that can be captured in passing now, by its index, and the square it passed.
    passed_now: Option<(usize, Square)>,
}

impl Confinement {
    /// Finds where the pieces can get; `None` if a pawn could promote, beyond which nothing is
    /// certain.
    pub(super) fn of(board: &Board) -> Option<Confinement> {
        let mut confinement = Confinement::start(board);
        while confinement.grow() {
            if confinement.any_promotion() {
                return None;
            }
        }
        Some(confinement)
    }

    fn start(board: &Board) -> Confinement {
        let mut roamers = ArrayVec::new();
        for color in Color::ALL {
            for kind in PieceType::ALL {
                for square in board.pieces(color, kind) {
                    roamers.push(Roamer {
                        color,
                        kind,
                        reach: Bitboard::of(square),
                        mortal: false,
                    });
                }
            }
        }
        let passed_now = board.en_passant().and_then(|passed| {
            let victim = passed.forward(!board.side_to_move());
            let index = roamers
                .iter()
                .position(|roamer: &Roamer| roamer.reach.has(victim))?;
            Some((index, passed))
        });
        Confinement {
            roamers,
            castling: board.castling_rights(),
            passed_now,
        }
    }

    fn any_promotion(&self) -> bool {
        self.roamers.iter().any(|roamer| {
            roamer.kind == PieceType::Pawn && roamer.reach.meets(Bitboard::BACK_RANKS)
        })
    }

    /// The squares of a player's pieces that never move and are never captured.
    pub(super) fn fixed(&self, color: Color) -> Bitboard {
        self.of_color(color)
            .filter(|roamer| !roamer.mortal && !roamer.reach.many())
            .fold(Bitboard::EMPTY, |fixed, roamer| fixed | roamer.reach)
    }

    /// A player's pieces.
    pub(super) fn of_color(&self, color: Color) -> impl Iterator<Item = &Roamer> {
        self.roamers
            .iter()
            .filter(move |roamer| roamer.color == color)
    }

    /// The squares that a player attacks at every moment to come: an immortal piece attacks them
    /// from wherever it can stand, whatever else stands on the board.
    fn always_attacked(&self, by: Color) -> Bitboard {
        let from_everywhere = |roamer: &Roamer| {
            roamer.reach.fold(Bitboard::ALL, |common, square| {
                common & attacks(roamer.kind, by, square, Bitboard::ALL)
            })
        };
        self.of_color(by)
            .filter(|roamer| !roamer.mortal)
            .map(from_everywhere)
            .fold(Bitboard::EMPTY, |all, attacked| all | attacked)
    }

    /// Adds what one more move of each piece can reach or capture; whether anything was new.
    fn grow(&mut self) -> bool {
        let fixed = Color::ALL.map(|color| self.fixed(color));
        let forbidden = Color::ALL.map(|color| self.always_attacked(!color));
        let passed = self.passed_squares();
        let before = self.roamers.clone();
        let mut changed = false;
        for (index, mover) in before.iter().enumerate() {
            let us = mover.color.index();
            let occupied = fixed[0] | fixed[1];
            let attacked = reach_attacks(mover, occupied);
            let captures = match mover.kind {
                PieceType::King => attacked - forbidden[us],
                _ => attacked,
            };
            let targets = match mover.kind {
                PieceType::Pawn => self.pawn_targets(mover, attacked, occupied, &passed),
                PieceType::King => captures | self.castling_squares(mover),
                PieceType::Rook => captures | self.castling_squares(mover),
                _ => captures,
            };
            changed |= self.extend(index, targets - fixed[us]);
            changed |= self.capture(mover.color, captures, &passed);
        }
        changed
    }

    fn extend(&mut self, index: usize, targets: Bitboard) -> bool {
        let reach = &mut self.roamers[index].reach;
        let is_new = !targets.is_within(*reach);
        *reach |= targets;
        is_new
    }

    /// Marks the opponent's pieces that can be captured on one of these squares.
    fn capture(&mut self, by: Color, squares: Bitboard, passed: &[(usize, Square)]) -> bool {
        let mut changed = false;
        for (index, victim) in self.roamers.iter_mut().enumerate() {
            let in_passing = passed
                .iter()
                .any(|&(pawn, square)| pawn == index && squares.has(square));
            if victim.color != by
                && victim.kind != PieceType::King
                && !victim.mortal
                && (victim.reach.meets(squares) || in_passing)
            {
                victim.mortal = true;
                changed = true;
            }
        }
        changed
    }

    /// The squares that a pawn can pass in a double step, with the index of the pawn.
    fn passed_squares(&self) -> Vec<(usize, Square)> {
        let double_steps = self.roamers.iter().enumerate().filter_map(|(index, pawn)| {
            let start = (pawn.reach & Bitboard::relative_rank(pawn.color, 1)).first()?;
            let passed = start.forward(pawn.color);
            let arrives = pawn.reach.has(passed.forward(pawn.color));
            (pawn.kind == PieceType::Pawn && arrives).then_some((index, passed))
        });
        double_steps.chain(self.passed_now).collect()
    }

    /// The squares to which a pawn can move: forward where nothing stands for ever, diagonally
    /// where an enemy piece can stand or have passed.
    fn pawn_targets(
        &self,
        pawn: &Roamer,
        attacked: Bitboard,
        occupied: Bitboard,
        passed: &[(usize, Square)],
    ) -> Bitboard {
        let us = pawn.color;
        let steps = pawn.reach.forward(us) - occupied;
        let doubles = (steps & Bitboard::relative_rank(us, 2)).forward(us) - occupied;
        let mut victims = self
            .of_color(!us)
            .filter(|victim| victim.kind != PieceType::King)
            .fold(Bitboard::EMPTY, |all, victim| all | victim.reach);
        for &(index, square) in passed {
            if self.roamers[index].color != us {
                victims |= Bitboard::of(square);
            }
        }
        steps | doubles | attacked & victims
    }

    /// The squares on which king or rook can stand after castling.
    fn castling_squares(&self, mover: &Roamer) -> Bitboard {
        if self.castling.rooks_of(mover.color).is_empty() {
            return Bitboard::EMPTY;
        }
        CastlingSide::ALL
            .into_iter()
            .map(|side| CastlingRights::destinations(mover.color, side))
            .fold(Bitboard::EMPTY, |all, (king, rook)| {
                let square = if mover.kind == PieceType::King {
                    king
                } else {
                    rook
                };
                all | Bitboard::of(square)
            })
    }
}

/// The squares that a piece attacks from anywhere in its reach if only these squares are occupied.
pub(super) fn reach_attacks(roamer: &Roamer, occupied: Bitboard) -> Bitboard {
    match roamer.kind {
        PieceType::King => union(roamer.reach, king_attacks),
        PieceType::Pawn => union(roamer.reach, |square| pawn_attacks(roamer.color, square)),
        kind => union(roamer.reach, |square| {
            attacks(kind, roamer.color, square, occupied)
        }),
    }
}

fn union(squares: Bitboard, attacks: impl Fn(Square) -> Bitboard) -> Bitboard {
    squares.fold(Bitboard::EMPTY, |all, square| all | attacks(square))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position;
    use rand::Rng;
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::SeedableRng;
    use std::collections::HashSet;

    fn reach_of(confinement: &Confinement, color: Color, kind: PieceType) -> Bitboard {
        confinement
            .of_color(color)
            .filter(|roamer| roamer.kind == kind)
            .fold(Bitboard::EMPTY, |all, roamer| all | roamer.reach)
    }

    /// Asserts for the first so many positions that can arise that every piece is where it can be.
    fn check(start: &Position, confinement: &Confinement, limit: usize) {
        let mut known = HashSet::from([start.pack()]);
        let mut waiting = std::collections::VecDeque::from([*start]);
        while let Some(position) = waiting.pop_front() {
            for color in Color::ALL {
                assert!(confinement.fixed(color).is_within(position.color(color)));
                for kind in PieceType::ALL {
                    let stand = position.pieces(color, kind);
                    let reach = reach_of(confinement, color, kind);
                    assert!(
                        stand.is_within(reach),
                        "{start:?}: {position:?} {color} {kind:?}"
                    );
                }
            }
            for mv in position.legal_moves() {
                let next = position.play(mv);
                if known.len() < limit && known.insert(next.pack()) {
                    waiting.push_back(next);
                }
            }
        }
    }

    /// Pawns that mostly block each other, and some pieces.
    fn random_position(random: &mut ChaCha8Rng) -> Option<Position> {
        let mut below = |end: u64| (random.next_u64() % end) as usize;
        let mut board = [[b'1'; 8]; 8];
        let empty = below(16); // from 8 on, none
        for file in (0..8).filter(|&file| file != empty) {
            let rank = 1 + below(5);
            let kind = below(11);
            if kind != 0 {
                board[rank][file] = b'P';
            }
            if kind != 1 {
                board[rank + 1][file] = b'p';
            }
        }
        for piece in &b"KkBbNnRr"[..2 + below(7)] {
            let square = &mut board[below(8)][below(8)];
            if *square != b'1' {
                return None;
            }
            *square = *piece;
        }
        let ranks: Vec<String> = board
            .iter()
            .rev()
            .map(|rank| String::from_utf8_lossy(rank).into_owned())
            .collect();
        let side = ["w", "b"][below(2)];
        Position::from_fen(&format!("{} {side} - - 0 1", ranks.join("/"))).ok()
    }

    #[test]
    fn no_piece_ever_leaves_its_reach() {
        let mut random = ChaCha8Rng::seed_from_u64(5);
        let mut checked = 0;
        while checked < 60 {
            let Some(position) = random_position(&mut random) else {
                continue;
            };
            if let Some(confinement) = Confinement::of(&position) {
                check(&position, &confinement, 2_000);
                checked += 1;
            }
        }
    }

    #[test]
    fn castling_and_capturing_in_passing_are_foreseen() {
        for fen in [
            "4k3/1p1p1p1p/1P1P1P1P/8/8/1p1p1p1p/1P1P1P1P/R3K2R w KQ - 0 1",
            "rk6/8/8/1p1p1p1p/pP1P1P1P/P7/8/4K2B b q b3 0 1",
            "4k3/8/p7/Pp1p1p1p/1P1P1P1P/8/8/4K3 w - b6 0 1",
        ] {
            let position = Position::from_fen(fen).unwrap();
            if let Some(confinement) = Confinement::of(&position) {
                check(&position, &confinement, 20_000);
            }
        }
    }

    #[test]
    fn kings_stay_on_their_side_of_a_wall() {
        let fen = "4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1";
        let confinement = Confinement::of(&Position::from_fen(fen).unwrap()).unwrap();
        let white = reach_of(&confinement, Color::White, PieceType::King);
        assert_eq!(white, Bitboard(0xff_ffff));
        assert_eq!(confinement.fixed(Color::Black).count(), 4);
    }
}
