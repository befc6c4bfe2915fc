use super::{Bitboard, Color, File, Rank, Square};

/// The wing on which a king castles, named by the edge towards which the rook stands.
///
/// In standard chess the h-side is the king's side and the a-side the queen's. Whatever squares
/// king and rook started from (Chess960), the king ends on the g- or c-file and the rook next to it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CastlingSide {
    /// Castling short: king to the g-file, rook to the f-file.
    HSide,
    /// Castling long: king to the c-file, rook to the d-file.
    ASide,
}

impl CastlingSide {
    /// Both wings, the h-side first, as FEN lists them.
    pub const ALL: [CastlingSide; 2] = [CastlingSide::HSide, CastlingSide::ASide];

    /// The wing on which a rook stands, seen from its king.
    #[inline]
    pub const fn of(king: Square, rook: Square) -> CastlingSide {
        if rook.index() > king.index() {
            CastlingSide::HSide
        } else {
            CastlingSide::ASide
        }
    }

    /// The file on which the king ends.
    #[inline]
    pub const fn king_file(self) -> File {
        match self {
            CastlingSide::HSide => File::G,
            CastlingSide::ASide => File::C,
        }
    }

    /// The file on which the rook ends.
    #[inline]
    pub const fn rook_file(self) -> File {
        match self {
            CastlingSide::HSide => File::F,
            CastlingSide::ASide => File::D,
        }
    }
}

/// The castling rights of both players (article 3.8.2 a: lost for good once the king or that rook
/// has moved), kept as the set of rooks that may still castle.
///
/// One set serves standard chess, Chess960 and double Chess960 alike: losing a right is taking
/// the rook's square, or the whole back rank, out of the set.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct CastlingRights(Bitboard);

impl CastlingRights {
    /// Nobody may castle.
    pub const NONE: CastlingRights = CastlingRights(Bitboard::EMPTY);

    /// The rooks on these squares may castle. At most two on each player's back rank.
    #[inline]
    pub const fn new(rooks: Bitboard) -> CastlingRights {
        CastlingRights(rooks)
    }

    /// The squares of all rooks that may still castle.
    #[inline]
    pub const fn rooks(self) -> Bitboard {
        self.0
    }

    /// The squares of `color`'s rooks that may still castle.
    #[inline]
    pub fn rooks_of(self, color: Color) -> Bitboard {
        self.0 & Bitboard::relative_rank(color, 0)
    }

    /// The rook with which a king on `king` may still castle on this side.
    pub fn rook(self, color: Color, king: Square, side: CastlingSide) -> Option<Square> {
        self.rooks_of(color)
            .find(|&rook| CastlingSide::of(king, rook) == side)
    }

    /// The rights without those of the rooks on these squares.
    #[inline]
    pub fn without(self, rooks: Bitboard) -> CastlingRights {
        CastlingRights(self.0 - rooks)
    }

    /// The rights after `color`'s king has moved.
    #[inline]
    pub fn without_color(self, color: Color) -> CastlingRights {
        self.without(Bitboard::relative_rank(color, 0))
    }

    /// Whether nobody may castle.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0.is_empty()
    }

    /// The squares on which king and rook end when `color` castles on this side.
    #[inline]
    pub const fn destinations(color: Color, side: CastlingSide) -> (Square, Square) {
        let rank = Rank::new(0).relative(color);
        (
            Square::at(side.king_file(), rank),
            Square::at(side.rook_file(), rank),
        )
    }
}
