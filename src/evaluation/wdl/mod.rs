//! What a score means: the chances to win, draw and lose, and the score that people are shown.
//!
//! A score in internal units orders moves, no more. How often such a score wins depends on how much
//! is left on the board, so the model has a logistic curve for each amount of material: the side to
//! move wins with the probability `1 / (1 + exp((a - score) / b))`, and loses with the same of the
//! negated score; what remains is drawn. At the score `a` it wins every second time, and `b` says
//! how steeply chances grow. Both are polynomials of the material, fitted to games by maximum
//! likelihood ([`fit`]). Source of the idea: the model that Stockfish has had since 2020; its
//! numbers are of no use to us, as each engine's scores are its own.
//!
//! People are shown scores in units such that 100 centipawns win every second game when
//! [`REFERENCE_MATERIAL`] is left ([`Told`]).

pub mod fit;
mod told;

pub use told::{Told, told_centipawns};

use crate::position::Board;
use crate::types::{Color, PieceType, Score};

/// The model of this engine: what `vezer data wdl` makes of games of the network in the program.
/// A new network wants it fitted again.
pub const MODEL: Model = Model {
    a: [88.28, -42.15, 277.58],
    b: [119.34, 93.70, 109.72],
};

/// The material at which 100 shown centipawns win every second game: that of the start position
/// less a rook, a minor piece and a pawn of each side.
pub const REFERENCE_MATERIAL: i32 = 60;

/// Material outside this range counts like its nearest end: there are too few games beyond.
const MATERIAL_RANGE: (i32, i32) = (10, 78);

/// The chances of the side to move, in thousandths that add to 1000.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chances {
    /// To win.
    pub win: u32,
    /// To draw.
    pub draw: u32,
    /// To lose.
    pub loss: u32,
}

/// Two polynomials of the material, lowest power first; their variable is 0 at
/// [`REFERENCE_MATERIAL`] and -1 on an empty board.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Model {
    /// The score that wins every second time, in internal centipawns.
    pub a: [f64; 3],
    /// How much more multiplies the odds by e, in internal centipawns.
    pub b: [f64; 3],
}

impl Model {
    /// The score that wins every second time and the width of the curve.
    const fn curve(&self, material: i32) -> (f64, f64) {
        let x = variable(material);
        (polynomial(&self.a, x), polynomial(&self.b, x))
    }

    /// The probabilities to win, draw and lose of the side to move.
    pub fn probabilities(&self, score: i32, material: i32) -> [f64; 3] {
        let (a, b) = self.curve(material);
        let win = logistic((f64::from(score) - a) / b);
        let loss = logistic((f64::from(-score) - a) / b);
        [win, 1.0 - win - loss, loss]
    }

    /// The points that the side to move can expect, 0 to 1.
    pub fn expected_points(&self, score: i32, material: i32) -> f64 {
        let [win, draw, _] = self.probabilities(score, material);
        win + draw / 2.0
    }
}

/// The chances of the side to move, which sees this score.
pub fn chances(score: Score, board: &Board) -> Chances {
    if score.is_decisive() {
        let (win, loss) = if score.is_win() { (1000, 0) } else { (0, 1000) };
        return Chances { win, draw: 0, loss };
    }
    let [win, _, loss] = MODEL.probabilities(score.0, material(board));
    let thousandths = |probability: f64| (1000.0 * probability).round() as u32;
    let (win, loss) = (thousandths(win), thousandths(loss));
    Chances {
        win,
        draw: 1000_u32.saturating_sub(win + loss),
        loss,
    }
}

/// The points that the side to move can expect, from 0 for a loss to 1 for a win.
pub fn expected_points(score: Score, board: &Board) -> f64 {
    let Chances { win, draw, .. } = chances(score, board);
    f64::from(2 * win + draw) / 2000.0
}

/// All pieces of both players in the usual points: 1 for a pawn, 3, 3, 5 and 9 for the pieces.
pub fn material(board: &Board) -> i32 {
    const POINTS: [(PieceType, i32); 5] = [
        (PieceType::Pawn, 1),
        (PieceType::Knight, 3),
        (PieceType::Bishop, 3),
        (PieceType::Rook, 5),
        (PieceType::Queen, 9),
    ];
    let both = board.color(Color::White) | board.color(Color::Black);
    let points = POINTS.map(|(kind, points)| points * (board.kind(kind) & both).count() as i32);
    points.iter().sum()
}

/// The variable of the polynomials.
const fn variable(material: i32) -> f64 {
    let (least, most) = MATERIAL_RANGE;
    let material = if material < least {
        least
    } else if material > most {
        most
    } else {
        material
    };
    material as f64 / REFERENCE_MATERIAL as f64 - 1.0
}

const fn polynomial(coefficients: &[f64; 3], x: f64) -> f64 {
    coefficients[0] + x * (coefficients[1] + x * coefficients[2])
}

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

#[cfg(test)]
mod tests;
