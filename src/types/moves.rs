use super::{PieceType, Square};
use arrayvec::ArrayVec;
use std::fmt;
use std::num::NonZeroU16;

/// No position that can be set up by the rules has more legal moves than 218; room for any board.
pub const MAX_MOVES: usize = 256;

/// A list of moves of one position, without heap memory.
pub type MoveList = ArrayVec<Move, MAX_MOVES>;

/// What a move does besides going from one square to another.
///
/// Bit 2 of the number says "captures", bit 3 "promotes"; the number is never 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum MoveKind {
    /// A move to an empty square.
    Quiet = 1,
    /// A pawn's two-square step (article 3.7.2).
    DoublePush = 2,
    /// Castling (article 3.8.2); the move goes from the king's to the rook's square.
    Castle = 3,
    /// The capture of the piece on the target square.
    Capture = 4,
    /// The capture of a pawn in passing (article 3.7.4).
    EnPassant = 5,
    /// Promotion to a knight.
    PromoteKnight = 8,
    /// Promotion to a bishop.
    PromoteBishop = 9,
    /// Promotion to a rook.
    PromoteRook = 10,
    /// Promotion to a queen.
    PromoteQueen = 11,
    /// Capture with promotion to a knight.
    CapturePromoteKnight = 12,
    /// Capture with promotion to a bishop.
    CapturePromoteBishop = 13,
    /// Capture with promotion to a rook.
    CapturePromoteRook = 14,
    /// Capture with promotion to a queen.
    CapturePromoteQueen = 15,
}

impl MoveKind {
    /// The promotions without and with a capture, by the index of [`PieceType::PROMOTIONS`].
    const PROMOTIONS: [[MoveKind; 4]; 2] = [
        [
            MoveKind::PromoteKnight,
            MoveKind::PromoteBishop,
            MoveKind::PromoteRook,
            MoveKind::PromoteQueen,
        ],
        [
            MoveKind::CapturePromoteKnight,
            MoveKind::CapturePromoteBishop,
            MoveKind::CapturePromoteRook,
            MoveKind::CapturePromoteQueen,
        ],
    ];

    /// The promotion to this piece, if a pawn can promote to it.
    pub const fn promotion(piece: PieceType, capture: bool) -> Option<MoveKind> {
        match piece {
            PieceType::Knight | PieceType::Bishop | PieceType::Rook | PieceType::Queen => {
                Some(MoveKind::PROMOTIONS[capture as usize][piece.index() - 1])
            }
            PieceType::Pawn | PieceType::King => None,
        }
    }
}

/// A move in 16 bits: six for the square of origin, six for the target, four for the kind.
///
/// It means something only together with the position it was made for. Castling is written as the
/// king taking its own rook, which is unambiguous in every variant. `Option<Move>` is no larger.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move(NonZeroU16);

impl Move {
    /// A move of this kind.
    #[inline]
    pub const fn new(from: Square, to: Square, kind: MoveKind) -> Move {
        let bits = (kind as u16) << 12 | (to.index() as u16) << 6 | from.index() as u16;
        match NonZeroU16::new(bits) {
            Some(bits) => Move(bits),
            None => unreachable!(), // no kind is 0
        }
    }

    /// The square from which the piece (when castling, the king) goes.
    #[inline]
    pub const fn from(self) -> Square {
        Square::new(self.0.get() as usize)
    }

    /// The square to which the piece goes; when castling, the square of the own rook.
    #[inline]
    pub const fn to(self) -> Square {
        Square::new((self.0.get() >> 6) as usize)
    }

    #[inline]
    const fn kind_bits(self) -> u16 {
        self.0.get() >> 12
    }

    /// Whether the move is of this kind.
    #[inline]
    pub const fn is(self, kind: MoveKind) -> bool {
        self.kind_bits() == kind as u16
    }

    /// Whether the move takes an enemy piece, in passing too.
    #[inline]
    pub const fn is_capture(self) -> bool {
        self.kind_bits() & 4 != 0
    }

    /// Whether a pawn becomes a piece.
    #[inline]
    pub const fn is_promotion(self) -> bool {
        self.kind_bits() & 8 != 0
    }

    /// Whether the move takes or promotes: what the search calls noisy or tactical.
    #[inline]
    pub const fn is_noisy(self) -> bool {
        self.kind_bits() & 12 != 0
    }

    /// Whether the move castles.
    #[inline]
    pub const fn is_castle(self) -> bool {
        self.is(MoveKind::Castle)
    }

    /// Whether the move captures in passing.
    #[inline]
    pub const fn is_en_passant(self) -> bool {
        self.is(MoveKind::EnPassant)
    }

    /// The piece to which a pawn promotes.
    #[inline]
    pub const fn promotion(self) -> Option<PieceType> {
        if self.is_promotion() {
            Some(PieceType::PROMOTIONS[(self.kind_bits() & 3) as usize])
        } else {
            None
        }
    }

    /// The move as a number for tables; never 0, which stands for "no move" there.
    #[inline]
    pub const fn bits(self) -> u16 {
        self.0.get()
    }

    /// The move that [`bits`](Move::bits) gave, or any value at all: what comes from a shared
    /// table must pass `Position::is_legal` before it is played. `None` for 0.
    #[inline]
    pub const fn from_bits(bits: u16) -> Option<Move> {
        match NonZeroU16::new(bits) {
            Some(bits) => Some(Move(bits)),
            None => None,
        }
    }
}

impl fmt::Debug for Move {
    /// Squares and promotion as stored (castling as king takes rook).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from(), self.to())?;
        match self.promotion() {
            Some(piece) => write!(f, "{}", piece.letter()),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_fits_in_two_bytes() {
        assert_eq!(size_of::<Option<Move>>(), 2);
    }

    #[test]
    fn fields_round_trip() {
        for from in Square::all() {
            for to in Square::all() {
                for piece in PieceType::PROMOTIONS {
                    let kind = MoveKind::promotion(piece, true).unwrap();
                    let mv = Move::new(from, to, kind);
                    assert_eq!(
                        (mv.from(), mv.to(), mv.promotion()),
                        (from, to, Some(piece))
                    );
                    assert!(mv.is_capture() && mv.is_noisy() && mv.is(kind));
                    assert_eq!(Move::from_bits(mv.bits()), Some(mv));
                }
            }
        }
    }

    #[test]
    fn kinds_say_what_they_do() {
        let of = |kind| Move::new(Square::A1, Square::A1, kind);
        for kind in [MoveKind::Quiet, MoveKind::DoublePush, MoveKind::Castle] {
            assert!(!of(kind).is_noisy());
        }
        assert!(of(MoveKind::EnPassant).is_capture());
        assert!(!of(MoveKind::EnPassant).is_promotion());
        assert!(of(MoveKind::PromoteRook).is_noisy() && !of(MoveKind::PromoteRook).is_capture());
    }
}
