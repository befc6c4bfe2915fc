//! The features of packed positions; `evaluation::network::features` defines what they mean.

use crate::evaluation::network::features::is_mirrored;
use crate::records::TrainingPosition;
use arrayvec::ArrayVec;

/// The features of one perspective.
pub(super) type Features = ArrayVec<u16, 32>;

/// The features that the side to move sees, and those that the opponent sees.
#[inline]
pub(super) fn both(position: &TrainingPosition) -> [Features; 2] {
    let own_files = 7 * usize::from(is_mirrored(position.own_king()));
    let their_files = 7 * usize::from(is_mirrored(position.their_king()));
    let mut features = [Features::new(), Features::new()];
    for (code, square) in position.pieces() {
        let (kind, theirs) = (code & 7, code >> 3);
        let feature = |owner: usize, square: usize| ((owner * 6 + kind) * 64 + square) as u16;
        features[0].push(feature(theirs, square ^ own_files));
        features[1].push(feature(1 - theirs, square ^ 56 ^ their_files));
    }
    features
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::network::features::Perspective;
    use crate::position::Position;
    use crate::records::GameResult;
    use std::collections::BTreeSet;

    #[test]
    fn both_sides_see_what_the_engine_sees() {
        for fen in [
            Position::STARTPOS_FEN,
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
            "8/1k6/8/5p2/1P6/8/6K1/3Q4 w - - 0 1",
            "8/6k1/8/5p2/1P6/8/1K6/3Q4 b - - 0 1",
        ] {
            let position = Position::from_fen(fen).unwrap();
            let packed = TrainingPosition::new(&position, 0, GameResult::Draw, 0);
            let us = position.side_to_move();
            for (color, features) in [us, !us].into_iter().zip(both(&packed)) {
                let seen: BTreeSet<usize> = features.into_iter().map(usize::from).collect();
                let view = Perspective::of(&position, color);
                assert_eq!(seen, view.features(&position).collect(), "{fen} {color}");
            }
        }
    }
}
