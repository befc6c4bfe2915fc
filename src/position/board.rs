use crate::attacks::{
    between, bishop_attacks, king_attacks, knight_attacks, pawn_attacks, pawn_attacks_of_all,
    rook_attacks,
};
use crate::types::{
    Bitboard, CastlingRights, CastlingSide, Color, File, Piece, PieceType, Rank, Square,
};

/// Where the sets of the colours begin among the sets of a board.
pub(super) const COLORS: usize = 6;

/// The files that must be empty and those that must be safe when a king on the first file castles
/// with a rook on the second, Chess960 included.
static CASTLING_PATHS: [[(u8, u8); 8]; 8] = {
    const fn span(a: usize, b: usize) -> u8 {
        let (low, high) = if a < b { (a, b) } else { (b, a) };
        (((2u32 << high) - 1) & !((1u32 << low) - 1)) as u8
    }
    let mut paths = [[(0, 0); 8]; 8];
    let mut king = 0;
    while king < 8 {
        let mut rook = 0;
        while rook < 8 {
            let side = if rook > king {
                CastlingSide::HSide
            } else {
                CastlingSide::ASide
            };
            let king_path = span(king, side.king_file().index());
            let rook_path = span(rook, side.rook_file().index());
            let clear = (king_path | rook_path) & !(1 << king | 1 << rook);
            paths[king][rook] = (clear, king_path & !(1 << king));
            rook += 1;
        }
        king += 1;
    }
    paths
};

/// Placement, side to move, castling rights and en passant square: all that decides which moves
/// are legal, and all by which the Laws tell positions apart (article 9.2.2).
///
/// The en passant square is set only when such a capture is legal, so two equal boards are the
/// same position in the sense of the Laws.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(64))] // the eight sets fill one cache line
pub struct Board {
    /// The squares of the six kinds, then of the two colours.
    pub(super) sets: [Bitboard; 8],
    pub(super) castling: CastlingRights,
    pub(super) side: Color,
    pub(super) en_passant: Option<Square>,
}

impl Board {
    /// A board without pieces, White to move.
    pub(super) const EMPTY: Board = Board {
        sets: [Bitboard::EMPTY; 8],
        castling: CastlingRights::NONE,
        side: Color::White,
        en_passant: None,
    };

    pub(super) fn put(&mut self, piece: Piece, square: Square) {
        self.sets[piece.kind.index()] |= Bitboard::of(square);
        self.sets[COLORS + piece.color.index()] |= Bitboard::of(square);
    }

    /// The same board without what stands on this square. Castling rights and en passant square are
    /// left as they are, so it may be a board that no game can reach.
    pub fn without(&self, square: Square) -> Board {
        let rest = !Bitboard::of(square);
        Board {
            sets: self.sets.map(|set| set & rest),
            ..*self
        }
    }

    /// The player who is to move.
    #[inline]
    pub fn side_to_move(&self) -> Color {
        self.side
    }

    /// All occupied squares.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.sets[COLORS] | self.sets[COLORS + 1]
    }

    /// The squares of one player's pieces.
    #[inline]
    pub fn color(&self, color: Color) -> Bitboard {
        self.sets[COLORS + color.index()]
    }

    /// The squares of all pieces of a kind.
    #[inline]
    pub fn kind(&self, kind: PieceType) -> Bitboard {
        self.sets[kind.index()]
    }

    /// The squares of one player's pieces of a kind.
    #[inline]
    pub fn pieces(&self, color: Color, kind: PieceType) -> Bitboard {
        self.sets[kind.index()] & self.sets[COLORS + color.index()]
    }

    /// One player's bishops and queens.
    #[inline]
    pub fn diagonal_sliders(&self, color: Color) -> Bitboard {
        (self.kind(PieceType::Bishop) | self.kind(PieceType::Queen)) & self.color(color)
    }

    /// One player's rooks and queens.
    #[inline]
    pub fn straight_sliders(&self, color: Color) -> Bitboard {
        (self.kind(PieceType::Rook) | self.kind(PieceType::Queen)) & self.color(color)
    }

    /// The square of a player's king.
    #[inline]
    pub fn king(&self, color: Color) -> Square {
        self.pieces(color, PieceType::King).lsb()
    }

    /// The owner of the piece on a square.
    #[inline]
    pub fn color_on(&self, square: Square) -> Option<Color> {
        Color::ALL
            .into_iter()
            .find(|&color| self.color(color).has(square))
    }

    /// The castling rights of both players.
    #[inline]
    pub fn castling_rights(&self) -> CastlingRights {
        self.castling
    }

    /// Whether all kings and rooks that may castle stand where they do in standard chess.
    pub fn castles_as_usual(&self) -> bool {
        Color::ALL.into_iter().all(|color| {
            let rank = Rank::new(0).relative(color);
            let at = |file| Bitboard::of(Square::at(file, rank));
            let rooks = self.castling_rights().rooks_of(color);
            let king = self.pieces(color, PieceType::King);
            let corners = at(File::A) | at(File::H);
            rooks.is_empty() || (king == at(File::E) && (rooks - corners).is_empty())
        })
    }

    /// The square that the last double step passed, if a pawn can legally capture there.
    #[inline]
    pub fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// Whether a player has a piece besides king and pawns, without which null moves mislead.
    #[inline]
    pub fn has_pieces(&self, color: Color) -> bool {
        (self.color(color) - self.kind(PieceType::Pawn) - self.kind(PieceType::King)).any()
    }

    /// The pieces of both players that attack a square, if the board were occupied like this.
    #[inline]
    pub fn attackers_to(&self, square: Square, occupied: Bitboard) -> Bitboard {
        let queens = self.kind(PieceType::Queen);
        pawn_attacks(Color::Black, square) & self.pieces(Color::White, PieceType::Pawn)
            | pawn_attacks(Color::White, square) & self.pieces(Color::Black, PieceType::Pawn)
            | knight_attacks(square) & self.kind(PieceType::Knight)
            | bishop_attacks(square, occupied) & (self.kind(PieceType::Bishop) | queens)
            | rook_attacks(square, occupied) & (self.kind(PieceType::Rook) | queens)
            | king_attacks(square) & self.kind(PieceType::King)
    }

    /// Whether any piece of `by` that still stands on `occupied` attacks the square.
    #[inline]
    pub fn is_attacked(&self, square: Square, by: Color, occupied: Bitboard) -> bool {
        self.attackers_to(square, occupied)
            .meets(self.color(by) & occupied)
    }

    /// All squares that a player attacks on a board occupied like this.
    pub fn attacked_by(&self, color: Color, occupied: Bitboard) -> Bitboard {
        let mut attacked = pawn_attacks_of_all(color, self.pieces(color, PieceType::Pawn))
            | king_attacks(self.king(color));
        for knight in self.pieces(color, PieceType::Knight) {
            attacked |= knight_attacks(knight);
        }
        for slider in self.diagonal_sliders(color) {
            attacked |= bishop_attacks(slider, occupied);
        }
        for slider in self.straight_sliders(color) {
            attacked |= rook_attacks(slider, occupied);
        }
        attacked
    }

    /// The enemy pieces that give check to the side to move.
    #[inline]
    pub fn checkers(&self) -> Bitboard {
        let king = self.king(self.side);
        self.attackers_to(king, self.occupied()) & self.color(!self.side)
    }

    /// The pieces of the side to move that stand alone between their king and an enemy slider.
    #[inline]
    pub fn pinned(&self) -> Bitboard {
        self.blockers(self.side) & self.color(self.side)
    }

    /// The pieces of either colour that stand alone between a player's king and a slider of the
    /// opponent: moved off the line, his own are illegal moves, the opponent's are discovered checks.
    #[inline]
    pub fn blockers(&self, color: Color) -> Bitboard {
        let king = self.king(color);
        let snipers = bishop_attacks(king, Bitboard::EMPTY) & self.diagonal_sliders(!color)
            | rook_attacks(king, Bitboard::EMPTY) & self.straight_sliders(!color);
        let occupied = self.occupied();
        let mut blockers = Bitboard::EMPTY;
        for sniper in snipers {
            let standing = between(king, sniper) & occupied;
            if !standing.many() {
                blockers |= standing;
            }
        }
        blockers
    }

    /// Whether a pawn of the side to move on `from` may capture in passing on `to`: its king must
    /// not be attacked once both pawns have left their squares (article 3.9; such a pawn can be
    /// pinned along its rank, its file or a diagonal).
    pub(super) fn en_passant_is_legal(&self, from: Square, to: Square) -> bool {
        let victim = Square::at(to.file(), from.rank());
        let occupied =
            (self.occupied() - Bitboard::of(from) - Bitboard::of(victim)) | Bitboard::of(to);
        !self.is_attacked(self.king(self.side), !self.side, occupied)
    }

    /// Whether any pawn of the side to move may capture in passing on this square.
    pub(super) fn any_en_passant(&self, to: Square) -> bool {
        (pawn_attacks(!self.side, to) & self.pieces(self.side, PieceType::Pawn))
            .any_square(|from| self.en_passant_is_legal(from, to))
    }

    /// What castling with this rook needs (article 3.8.2 b): squares that must be empty, and
    /// squares that the opponent must not attack.
    #[inline]
    pub(super) fn castling_paths(&self, king: Square, rook: Square) -> (Bitboard, Bitboard) {
        let (clear, safe) = CASTLING_PATHS[king.file().index()][rook.file().index()];
        let shift = 8 * king.rank().index();
        (
            Bitboard(u64::from(clear) << shift),
            Bitboard(u64::from(safe) << shift),
        )
    }

    /// Whether the side to move, not being in check, may castle with this rook now.
    #[inline]
    pub(super) fn can_castle(&self, king: Square, rook: Square, pinned: Bitboard) -> bool {
        let (clear, safe) = self.castling_paths(king, rook);
        // In Chess960 the rook can be all that shields the king on its rank.
        if clear.meets(self.occupied()) || pinned.has(rook) {
            return false;
        }
        let occupied = self.occupied() - Bitboard::of(king);
        !safe.any_square(|square| self.is_attacked(square, !self.side, occupied))
    }
}
