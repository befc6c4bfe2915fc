//! How good is a position? The static evaluation, without looking ahead.
//!
//! A [`network`] rates the position; what material alone decides, which self-play seldom shows,
//! corrects it ([`adjusted`]); near the 50-move rule an advantage fades ([`faded`]).
//! What a score means for the result, and how it is shown, says [`wdl`]. The evaluation
//! knows the position alone: nothing of the game before it and nothing of search.

mod endgame;
mod explanation;
pub mod network;
mod table;
pub mod wdl;

pub use explanation::{Explanation, explain};

use crate::position::Position;
use crate::types::{Color, Score};
use network::{Evaluator, Network};
use std::sync::Arc;

/// The worth of a position for the side to move, in centipawns, from scratch. The side to move
/// should not be in check. A search goes along with an [`Evaluator`] instead.
pub fn evaluate(network: &Arc<Network>, position: &Position) -> Score {
    let output = Evaluator::new(Arc::clone(network), position).evaluate(position);
    faded(adjusted(position, output), position.halfmove_clock())
}

/// The worth of a position for the side to move after the network's output, whatever its half-move
/// clock says: it depends on nothing that the position's key does not cover, so it can be kept in a
/// table under that key.
#[inline]
pub fn adjusted(position: &Position, output: i32) -> Score {
    let side = position.side_to_move();
    if let Some(worth) = endgame::lone_king(position, side) {
        return Score::eval(worth);
    }
    if let Some(worth) = endgame::lone_king(position, !side) {
        return Score::eval(-worth);
    }
    let strong = if output >= 0 { side } else { !side };
    Score::eval(output * endgame::scale(position, strong) / endgame::FULL)
}

/// What is left of an evaluation as the 50-move rule comes nearer: half of it at the end.
#[inline]
pub fn faded(score: Score, halfmove_clock: u16) -> Score {
    let left = FADE_LENGTH - i32::from(halfmove_clock.min(100));
    Score(score.0 * left / FADE_LENGTH)
}

/// The half-move clock at which nothing would be left of an advantage.
const FADE_LENGTH: i32 = 200;

/// A score for the side to move, from White's view.
fn for_white(position: &Position, score: Score) -> Score {
    match position.side_to_move() {
        Color::White => score,
        Color::Black => -score,
    }
}

#[cfg(test)]
mod tests;
