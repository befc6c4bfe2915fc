//! What the side to move has to fear: checks, pins, attacked squares.
//!
//! Two ways to the same answer. [`Scan`] looks in all eight directions at once and is what builds
//! for AVX-512 use; elsewhere single look-ups are faster (measured: bench `play`). A test holds
//! them to each other.

use super::Board;
use super::board::COLORS;
use crate::attacks::setwise::Lanes;
use crate::attacks::{king_attacks, knight_attacks, pawn_attacks, pawn_attacks_of_all};
use crate::types::{Bitboard, Color, PieceType, Square};

/// What the opponent of the side to move threatens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Threats {
    /// His pieces that give check.
    pub(super) checkers: Bitboard,
    /// The pieces of the side to move that are pinned to their king.
    pub(super) pinned: Bitboard,
    /// All squares that he attacks, those behind the king on the line of a check included.
    pub(super) attacked: Bitboard,
}

impl Board {
    #[inline]
    pub(super) fn threats(&self) -> Threats {
        #[cfg(all(
            target_arch = "x86_64",
            target_feature = "avx512f",
            target_feature = "avx512cd",
            target_feature = "avx512vpopcntdq"
        ))]
        return self.threats_setwise::<crate::attacks::setwise::Avx512Lanes>();
        #[allow(unreachable_code)] // in builds for AVX-512
        self.threats_by_lookup()
    }

    fn threats_by_lookup(&self) -> Threats {
        let king = Bitboard::of(self.king(self.side));
        Threats {
            checkers: self.checkers(),
            pinned: self.pinned(),
            attacked: self.attacked_by(!self.side, self.occupied() - king),
        }
    }

    #[inline(always)]
    #[cfg_attr(not(target_feature = "avx512f"), allow(dead_code))]
    fn threats_setwise<L: Lanes>(&self) -> Threats {
        let scan = Scan::<L>::new(self, self.side);
        let checkers = (scan.check_rays() & self.color(!self.side)) | scan.steppers;
        Threats {
            checkers,
            pinned: scan.pins().union(),
            attacked: scan.attacked(),
        }
    }
}

/// A board seen from the king of one side, with the eight directions in eight lanes.
pub(super) struct Scan<'a, L> {
    board: &'a Board,
    us: Color,
    king: Square,
    /// The sliders of either colour that move along each lane.
    pub(super) sliders: L,
    /// Our pieces, in every lane.
    pub(super) own: L,
    /// The empty squares, in every lane.
    pub(super) empty: L,
    /// The opponent's sliders that move along each lane.
    threats: L,
    /// The squares up to the first piece in each direction from the king.
    seen: L,
    /// The opponent's sliders that give check.
    checks: L,
    /// The opponent's sliders with exactly one piece between them and the king.
    pinners: L,
    /// The opponent's pawns and knights that give check.
    pub(super) steppers: Bitboard,
}

impl<'a, L: Lanes> Scan<'a, L> {
    #[inline(always)]
    pub(super) fn new(board: &'a Board, us: Color) -> Self {
        let king = board.king(us);
        let sets = L::load(&board.sets.map(|set| set.0));
        let queens = sets.pick(&[PieceType::Queen as u64; 8]);
        let sliders = sets.pick(&ROOK_OR_BISHOP).or(queens);
        let own = sets.pick(&[(COLORS + us.index()) as u64; 8]);
        let enemies = sets.pick(&[(COLORS + (!us).index()) as u64; 8]);
        let occupied = own.or(enemies);
        let threats = sliders.and(enemies);
        let rays = L::rays(king);
        let seen = rays.until_first(occupied);
        Scan {
            board,
            us,
            king,
            sliders,
            own,
            empty: L::splat(Bitboard::ALL).without(occupied),
            threats,
            seen,
            checks: seen.and(threats),
            pinners: rays
                .until_first(occupied.without(seen))
                .and(threats)
                .without(seen),
            steppers: pawn_attacks(us, king) & board.pieces(!us, PieceType::Pawn)
                | knight_attacks(king) & board.pieces(!us, PieceType::Knight),
        }
    }

    /// Whether the king is in check.
    #[inline(always)]
    pub(super) fn in_check(&self) -> bool {
        self.checks.any() || self.steppers.any()
    }

    /// The squares from the king to the sliders that give check, these included.
    #[inline(always)]
    pub(super) fn check_rays(&self) -> Bitboard {
        self.seen.where_any(self.checks).union()
    }

    /// Whether a slider looks at the king through one piece, which may be either side's.
    #[inline(always)]
    pub(super) fn has_pinners(&self) -> bool {
        self.pinners.any()
    }

    /// Our pinned pieces, each in the lane of its pin.
    #[inline(always)]
    pub(super) fn pins(&self) -> L {
        self.seen.and(self.own).where_any(self.pinners)
    }

    /// All squares that the opponent attacks once our king has left his.
    #[inline(always)]
    pub(super) fn attacked(&self) -> Bitboard {
        let them = !self.us;
        let through = self.empty.or(L::splat(Bitboard::of(self.king)));
        let knights = L::knights(self.board.pieces(them, PieceType::Knight));
        self.threats.slide(through).or(knights).union()
            | pawn_attacks_of_all(them, self.board.pieces(them, PieceType::Pawn))
            | king_attacks(self.board.king(them))
    }
}

/// The set of a board that moves along each lane, besides the queens.
const ROOK_OR_BISHOP: [u64; 8] = {
    let (rook, bishop) = (PieceType::Rook as u64, PieceType::Bishop as u64);
    [rook, rook, bishop, bishop, rook, rook, bishop, bishop]
};

#[cfg(test)]
mod tests {
    use crate::attacks::setwise::PortableLanes;
    use crate::position::Position;
    use rand::RngExt;
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::SeedableRng;

    #[test]
    fn both_ways_agree() {
        let mut random = ChaCha8Rng::seed_from_u64(2);
        for _ in 0..200 {
            let mut position = Position::startpos();
            for _ in 0..200 {
                let board = position.board();
                let expected = board.threats_by_lookup();
                assert_eq!(board.threats_setwise::<PortableLanes>(), expected);
                #[cfg(target_arch = "x86_64")]
                if crate::attacks::setwise::Avx512Lanes::available() {
                    use crate::attacks::setwise::Avx512Lanes;
                    assert_eq!(board.threats_setwise::<Avx512Lanes>(), expected);
                }
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                position = position.play(moves[random.random_range(0..moves.len())]);
            }
        }
    }
}
