//! Accumulators of positions that do not follow from one that is at hand.
//!
//! Since it began to see the board from the other side, a player's pieces seldom have moved much:
//! for each player and side the cache keeps the last accumulator made from it with the pieces that
//! it sums up, and only the differences are added and subtracted (known as a "Finny table", after
//! its inventor's name online).

use super::Network;
use super::features::Perspective;
use super::kernels::{Backend, Block};
use crate::position::Board;
use crate::types::{Bitboard, Color, Piece, PieceType};
use arrayvec::ArrayVec;

/// The most pieces on a board.
const MAX_PIECES: usize = 32;

/// An accumulator and the pieces that it sums up, by colour and kind.
struct Remembered {
    pieces: [[Bitboard; 6]; 2],
    sum: Box<[Block]>,
}

/// The last refreshed accumulators: by colour, not mirrored and mirrored.
pub(super) struct RefreshCache([[Remembered; 2]; 2]);

impl RefreshCache {
    pub fn new(network: &Network) -> RefreshCache {
        let empty = || Remembered {
            pieces: [[Bitboard::EMPTY; 6]; 2],
            sum: network.transformer_biases.clone(),
        };
        RefreshCache(std::array::from_fn(|_| [empty(), empty()]))
    }

    /// Computes the accumulator of this view of the board.
    pub fn refresh(
        &mut self,
        network: &Network,
        backend: Backend,
        board: &Board,
        perspective: Perspective,
        into: &mut [Block],
    ) {
        let remembered =
            &mut self.0[perspective.color().index()][usize::from(perspective.mirrored())];
        // Never too few places: positions have at most 32 pieces.
        let mut added = ArrayVec::<&[Block], MAX_PIECES>::new();
        let mut removed = ArrayVec::<&[Block], MAX_PIECES>::new();
        for color in Color::ALL {
            for kind in PieceType::ALL {
                let was = &mut remembered.pieces[color.index()][kind.index()];
                let is = board.pieces(color, kind);
                if *was == is {
                    continue;
                }
                let row = |square| {
                    let feature = perspective.feature(Piece::new(color, kind), square);
                    network.row(feature)
                };
                added.extend((is - *was).map(row));
                removed.extend((*was - is).map(row));
                *was = is;
            }
        }
        backend.refresh(&mut remembered.sum, into, &added, &removed);
    }
}
