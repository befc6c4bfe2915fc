//! How good is a position? The static evaluation, without looking ahead.
//!
//! A sum of terms, each blended between middlegame and endgame by the pieces left. It knows the
//! position alone: nothing of the game before it and nothing of search. Turning the board and the
//! colours round turns nothing in the score; no number here depends on which colour it is for.

mod endgame;
pub mod network;
mod tapered;
mod terms;
mod weights;

pub use tapered::Tapered;

use crate::position::Position;
use crate::types::{Color, PieceType, Score};

/// The worth of a position for the side to move, in centipawns. The side to move should not be in
/// check.
pub fn evaluate(position: &Position) -> Score {
    faded(evaluate_unfaded(position), position.halfmove_clock())
}

/// The worth of a position for the side to move whatever its half-move clock says: it depends on
/// nothing that the position's key does not cover, so it can be kept in a table under that key.
pub fn evaluate_unfaded(position: &Position) -> Score {
    Terms::of(position).total(position)
}

/// What is left of an evaluation as the 50-move rule comes nearer: half of it at the end.
#[inline]
pub fn faded(score: Score, halfmove_clock: u16) -> Score {
    let left = FADE_LENGTH - i32::from(halfmove_clock.min(100));
    Score(score.0 * left / FADE_LENGTH)
}

/// The half-move clock at which nothing would be left of an advantage.
const FADE_LENGTH: i32 = 200;

/// The parts of an evaluation, for people to read.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// Each term with its name and what White and Black have of it.
    pub terms: Vec<(&'static str, [Tapered; 2])>,
    /// The phase that blends the two ends of a term: 0 endgame, 24 middlegame.
    pub phase: i32,
    /// The percentage of the advantage that counts, by material and by the half-move clock.
    pub counts: i32,
    /// The final score, from White's view.
    pub white_score: Score,
}

/// Says how the evaluation of a position comes about.
pub fn explain(position: &Position) -> Explanation {
    let terms = Terms::of(position);
    let phase = phase(position);
    let strong = terms.leader(position);
    let scale = faded(
        Score(100 * endgame::scale(position, strong)),
        position.halfmove_clock(),
    );
    let score = faded(terms.total(position), position.halfmove_clock());
    Explanation {
        terms: terms.named().to_vec(),
        phase,
        counts: scale.0 / endgame::FULL,
        white_score: match position.side_to_move() {
            Color::White => score,
            Color::Black => -score,
        },
    }
}

/// What each player has, by term.
#[derive(Default)]
struct Terms {
    material: [Tapered; 2],
    placement: [Tapered; 2],
    mobility: [Tapered; 2],
    bishop_pair: [Tapered; 2],
    rook_files: [Tapered; 2],
    pawns: [Tapered; 2],
    passed: [Tapered; 2],
    threats: [Tapered; 2],
    king_attack: [Tapered; 2],
    lone_king: [Tapered; 2],
    tempo: [Tapered; 2],
}

impl Terms {
    fn of(position: &Position) -> Terms {
        let mut terms = Terms::default();
        let board = terms::Board::new(position);
        for color in Color::ALL {
            board.rate(color, &mut terms);
            let bonus = endgame::lone_king(position, color);
            terms.lone_king[color.index()] = Tapered::new(bonus, bonus);
        }
        terms.tempo[position.side_to_move().index()] = weights::TEMPO;
        terms
    }

    fn named(&self) -> [(&'static str, [Tapered; 2]); 11] {
        [
            ("Material", self.material),
            ("Placement", self.placement),
            ("Mobility", self.mobility),
            ("Bishop pair", self.bishop_pair),
            ("Rooks on files", self.rook_files),
            ("Pawns", self.pawns),
            ("Passed pawns", self.passed),
            ("Threats", self.threats),
            ("Attack on king", self.king_attack),
            ("Lone king", self.lone_king),
            ("To move", self.tempo),
        ]
    }

    /// The sum from White's view, blended by phase but not scaled.
    fn white_sum(&self, position: &Position) -> i32 {
        let sum = self
            .named()
            .into_iter()
            .fold(Tapered::ZERO, |sum, (_, [white, black])| {
                sum + white - black
            });
        sum.at(phase(position), weights::FULL_PHASE)
    }

    fn leader(&self, position: &Position) -> Color {
        if self.white_sum(position) >= 0 {
            Color::White
        } else {
            Color::Black
        }
    }

    /// The score for the side to move, before it fades.
    fn total(&self, position: &Position) -> Score {
        let white = self.white_sum(position);
        let strong = if white >= 0 {
            Color::White
        } else {
            Color::Black
        };
        let scaled = white * endgame::scale(position, strong) / endgame::FULL;
        Score::eval(match position.side_to_move() {
            Color::White => scaled,
            Color::Black => -scaled,
        })
    }
}

/// 0 with hardly a piece on the board to 24 with all of them.
fn phase(position: &Position) -> i32 {
    let sum: i32 = PieceType::ALL
        .into_iter()
        .map(|kind| weights::PHASE[kind.index()] * position.kind(kind).count() as i32)
        .sum();
    sum.min(weights::FULL_PHASE)
}

#[cfg(test)]
mod tests;
