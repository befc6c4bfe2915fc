//! One position to learn from, in 32 bytes.

use super::GameResult;
use crate::position::Position;
use crate::types::{Bitboard, Color, PieceType, Square};

/// A position with its score and the result of its game, all as the side to move sees them: with
/// Black to move, the ranks are reversed and the colours exchanged.
///
/// The layout is bulletformat, of which trainers on graphics cards can make use; the three bytes
/// it leaves free hold the number of the game, so that positions of one game can be kept together
/// when some are held out of training.
///
/// | bytes | content |
/// |---|---|
/// | 0–7 | the occupied squares |
/// | 8–23 | four bits for each of them, from a1: kind 0–5, 8 for the opponent's |
/// | 24–25 | score, centipawns |
/// | 26 | result: 0 lost, 1 drawn, 2 won |
/// | 27 | the square of the own king |
/// | 28 | the square of the opponent's king as the opponent sees it |
/// | 29–31 | number of the game modulo 2²⁴ |
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub struct TrainingPosition {
    occupied: u64,
    pieces: [u8; 16],
    score: i16,
    result: u8,
    own_king: u8,
    their_king: u8,
    game: [u8; 3],
}

impl TrainingPosition {
    /// The bytes of a position in a file.
    pub const LENGTH: usize = 32;

    /// Packs a position of the game with this number, with its score from White's view.
    pub fn new(position: &Position, score: i16, result: GameResult, game: u64) -> Self {
        let us = position.side_to_move();
        let view = |set: Bitboard| match us {
            Color::White => set,
            Color::Black => set.flip_ranks(),
        };
        let theirs = view(position.color(!us));
        let occupied = view(position.occupied());
        let mut pieces = [0; 16];
        for (index, square) in occupied.enumerate() {
            let kind = position.kind_on(square.relative(us));
            let kind = kind.map_or(0, PieceType::index) as u8;
            pieces[index / 2] |= (kind | u8::from(theirs.has(square)) << 3) << (index % 2 * 4);
        }
        let [a, b, c, ..] = game.to_le_bytes();
        TrainingPosition {
            occupied: occupied.0,
            pieces,
            score: match us {
                Color::White => score,
                Color::Black => score.saturating_neg(),
            },
            result: result.half_points(us),
            own_king: position.king(us).relative(us).index() as u8,
            their_king: position.king(!us).relative(!us).index() as u8,
            game: [a, b, c],
        }
    }

    /// The bytes of the file format.
    pub fn to_bytes(self) -> [u8; TrainingPosition::LENGTH] {
        let mut bytes = [0; TrainingPosition::LENGTH];
        bytes[..8].copy_from_slice(&self.occupied.to_le_bytes());
        bytes[8..24].copy_from_slice(&self.pieces);
        bytes[24..26].copy_from_slice(&self.score.to_le_bytes());
        bytes[26..29].copy_from_slice(&[self.result, self.own_king, self.their_king]);
        bytes[29..].copy_from_slice(&self.game);
        bytes
    }

    /// Reads the bytes of the file format: `None` if they are no position that a network could
    /// learn from (wrong kings, piece codes or result).
    pub fn from_bytes(bytes: &[u8; TrainingPosition::LENGTH]) -> Option<TrainingPosition> {
        let mut occupied = [0; 8];
        occupied.copy_from_slice(&bytes[..8]);
        let mut pieces = [0; 16];
        pieces.copy_from_slice(&bytes[8..24]);
        let position = TrainingPosition {
            occupied: u64::from_le_bytes(occupied),
            pieces,
            score: i16::from_le_bytes([bytes[24], bytes[25]]),
            result: bytes[26],
            own_king: bytes[27],
            their_king: bytes[28],
            game: [bytes[29], bytes[30], bytes[31]],
        };
        position.is_valid().then_some(position)
    }

    fn is_valid(&self) -> bool {
        let count = self.piece_count();
        if !(2..=32).contains(&count) || self.result > 2 {
            return false;
        }
        let (mut own, mut theirs) = (None, None);
        for (code, square) in self.pieces() {
            match code {
                5 if own.replace(square as u8).is_some() => return false,
                13 if theirs.replace(square as u8 ^ 56).is_some() => return false,
                0..=5 | 8..=13 => {}
                _ => return false,
            }
        }
        own == Some(self.own_king) && theirs == Some(self.their_king)
    }

    /// The number of pieces.
    #[inline]
    pub fn piece_count(&self) -> usize {
        self.occupied.count_ones() as usize
    }

    /// Every piece as its code (kind, and 8 for the opponent's) and the index of its square, both
    /// as the side to move sees them.
    #[inline]
    pub fn pieces(&self) -> impl Iterator<Item = (usize, usize)> {
        let mut left = self.occupied;
        let codes = [0, 8].map(|at| {
            let mut bytes = [0; 8];
            bytes.copy_from_slice(&self.pieces[at..at + 8]);
            u64::from_le_bytes(bytes)
        });
        let mut codes = u128::from(codes[1]) << 64 | u128::from(codes[0]);
        std::iter::from_fn(move || {
            if left == 0 {
                return None;
            }
            let square = left.trailing_zeros() as usize;
            let code = (codes & 0xf) as usize;
            left &= left - 1;
            codes >>= 4;
            Some((code, square))
        })
    }

    /// The score in centipawns for the side to move.
    #[inline]
    pub fn score(&self) -> i16 {
        self.score
    }

    /// The half points that the side to move got from the game: 0, 1 or 2.
    #[inline]
    pub fn half_points(&self) -> u8 {
        self.result
    }

    /// The square of the own king.
    #[inline]
    pub fn own_king(&self) -> Square {
        Square::new(self.own_king.into())
    }

    /// The square of the opponent's king as the opponent sees it.
    #[inline]
    pub fn their_king(&self) -> Square {
        Square::new(self.their_king.into())
    }

    /// The number of the game modulo 2²⁴.
    #[inline]
    pub fn game(&self) -> u32 {
        u32::from_le_bytes([self.game[0], self.game[1], self.game[2], 0])
    }
}
