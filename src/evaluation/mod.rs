//! How good is a position? The static evaluation, without looking ahead.

use crate::position::{Position, see_value};
use crate::types::{PieceType, Score};

/// The worth of a position for the side to move, in centipawns.
pub fn evaluate(position: &Position) -> Score {
    let us = position.side_to_move();
    let sum = PieceType::ALL
        .into_iter()
        .map(|kind| {
            let own = position.pieces(us, kind).count() as i32;
            let enemy = position.pieces(!us, kind).count() as i32;
            (own - enemy) * see_value(kind)
        })
        .sum();
    Score::eval(sum)
}
