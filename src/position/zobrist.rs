//! The random numbers behind the keys, drawn once from a fixed seed.
//!
//! Albert Zobrist, "A New Hashing Method with Application for Game Playing", 1970: a position's
//! key is the exclusive-or of one random number for each of its features.

use crate::types::{CastlingRights, Color, PieceType, Square};
use once_cell::sync::Lazy;
use rand::Rng;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

const SEED: u64 = 0x5645_5a45_5200_0002; // "VEZER", the second of its seeds

/// The random numbers of all features.
pub(super) struct Zobrist {
    pieces: [[[u64; 64]; 6]; 2],
    castling: [u64; 64],
    en_passant: [u64; 8],
    /// In the key when Black is to move.
    pub(super) black_to_move: u64,
}

static ZOBRIST: Lazy<Zobrist> = Lazy::new(|| {
    let mut random = ChaCha8Rng::seed_from_u64(SEED);
    Zobrist {
        pieces: std::array::from_fn(|_| {
            std::array::from_fn(|_| std::array::from_fn(|_| random.next_u64()))
        }),
        castling: std::array::from_fn(|_| random.next_u64()),
        en_passant: std::array::from_fn(|_| random.next_u64()),
        black_to_move: random.next_u64(),
    }
});

/// The numbers; take them once for all changes of a move.
#[inline]
pub(super) fn zobrist() -> &'static Zobrist {
    &ZOBRIST
}

impl Zobrist {
    #[inline]
    pub(super) fn piece(&self, color: Color, kind: PieceType, square: Square) -> u64 {
        self.pieces[color.index()][kind.index()][square.index()]
    }

    /// One number for each rook that may still castle.
    #[inline]
    pub(super) fn castling(&self, rights: CastlingRights) -> u64 {
        rights
            .rooks()
            .fold(0, |key, rook| key ^ self.castling[rook.index()])
    }

    #[inline]
    pub(super) fn en_passant(&self, square: Option<Square>) -> u64 {
        square.map_or(0, |square| self.en_passant[square.file().index()])
    }
}
