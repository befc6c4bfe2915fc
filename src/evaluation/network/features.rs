//! What the network sees: 768 features for each perspective.
//!
//! A perspective is one player's view of the board: ranks are counted from his side, his own
//! pieces come first, and if his king stands on the files e to h, left and right are exchanged, so
//! that it always stands on a to d (horizontal mirroring: both halves share their weights).

use super::format::INPUTS;
use crate::position::Board;
use crate::types::{Color, Piece, PieceType, Square};

/// One player's view of the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Perspective {
    color: Color,
    /// The bits in which a square differs from how this player sees it.
    flip: u8,
}

impl Perspective {
    /// The view of a player whose king stands here.
    #[inline]
    pub const fn new(color: Color, king: Square) -> Perspective {
        let ranks = 56 * color as u8;
        let files = 7 * is_mirrored(king) as u8;
        Perspective {
            color,
            flip: ranks | files,
        }
    }

    /// A player's view of a board.
    #[inline]
    pub fn of(board: &Board, color: Color) -> Perspective {
        Perspective::new(color, board.king(color))
    }

    /// Whose view it is.
    #[inline]
    pub const fn color(self) -> Color {
        self.color
    }

    /// Whether left and right are exchanged.
    #[inline]
    pub const fn mirrored(self) -> bool {
        self.flip & 7 != 0
    }

    /// The feature, from 0 to 767, that says "this piece stands there": owner (0 for the player's
    /// own), kind and square.
    #[inline]
    pub const fn feature(self, piece: Piece, square: Square) -> usize {
        let owner = (piece.color as usize) ^ (self.color as usize);
        let square = square.index() ^ (self.flip as usize & 63);
        (owner * PieceType::ALL.len() + piece.kind.index()) * 64 + square
    }

    /// All features of a board, in no particular order.
    pub fn features(self, board: &Board) -> impl Iterator<Item = usize> {
        Color::ALL.into_iter().flat_map(move |color| {
            PieceType::ALL.into_iter().flat_map(move |kind| {
                let piece = Piece::new(color, kind);
                board
                    .pieces(color, kind)
                    .map(move |square| self.feature(piece, square))
            })
        })
    }
}

/// Whether a player whose king stands here sees the board mirrored: on the files e to h.
#[inline]
pub const fn is_mirrored(king: Square) -> bool {
    king.file().index() >= 4
}

/// The output bucket of `buckets` for a board with this many pieces, kings included.
#[inline]
pub const fn output_bucket(pieces: usize, buckets: usize) -> usize {
    (pieces - 2) * buckets / 32
}

const _: () = assert!(2 * PieceType::ALL.len() * 64 == INPUTS);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position;
    use std::collections::BTreeSet;

    const WHITE_PAWN: Piece = Piece::new(Color::White, PieceType::Pawn);

    fn square(name: &str) -> Square {
        name.parse().unwrap()
    }

    #[test]
    fn a_feature_is_owner_kind_and_square() {
        let white = Perspective::new(Color::White, Square::A1);
        assert_eq!(white.feature(WHITE_PAWN, square("c2")), 10);
        let queen = Piece::new(Color::Black, PieceType::Queen);
        assert_eq!(white.feature(queen, Square::H8), (6 + 4) * 64 + 63);
    }

    #[test]
    fn ranks_turn_with_the_player_and_files_with_his_king() {
        let pawn = |color, king| {
            let view = Perspective::new(color, king);
            view.feature(WHITE_PAWN, square("c2"))
        };
        assert_eq!(pawn(Color::White, square("d5")), 8 + 2);
        assert_eq!(pawn(Color::White, square("e5")), 8 + 5);
        assert_eq!(pawn(Color::Black, square("d5")), 6 * 64 + 48 + 2);
        assert_eq!(pawn(Color::Black, square("e5")), 6 * 64 + 48 + 5);
    }

    #[test]
    fn the_players_see_the_start_position_alike() {
        let position = Position::startpos();
        let [white, black] = Color::ALL.map(|color| {
            let features = Perspective::of(&position, color).features(&position);
            features.collect::<BTreeSet<_>>()
        });
        assert_eq!(white.len(), 32);
        assert_eq!(white, black);
    }

    #[test]
    fn buckets_cover_all_piece_counts() {
        assert!((2..=32).all(|pieces| output_bucket(pieces, 1) == 0));
        let of_eight: Vec<usize> = (2..=32).map(|pieces| output_bucket(pieces, 8)).collect();
        assert_eq!(of_eight[..5], [0, 0, 0, 0, 1]);
        assert_eq!(of_eight[30], 7);
        assert!(of_eight.is_sorted_by(|a, b| b - a <= 1));
    }
}
