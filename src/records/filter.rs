//! Which positions of a game a network should learn from.

use crate::position::Position;
use crate::types::{Color, Move};
use serde::{Deserialize, Serialize};

/// What a position must be like to be kept.
///
/// A static evaluation is asked only about quiet positions, so it should learn from those; and the
/// first moves of a game are random or book.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Filter {
    /// The earliest half-move, as the full-move number counts: 0 is White's first move.
    pub min_ply: u32,
    /// The latest half-move.
    pub max_ply: u32,
    /// The largest score for either side, in centipawns.
    pub max_score: i32,
    /// Whether positions in check are kept.
    pub keep_checks: bool,
    /// Whether positions are kept in which the move played captures or promotes.
    pub keep_noisy: bool,
}

impl Default for Filter {
    fn default() -> Filter {
        Filter {
            min_ply: 16,
            max_ply: 400,
            max_score: 10_000,
            keep_checks: false,
            keep_noisy: false,
        }
    }
}

/// Why a position is not kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rejection {
    /// Too early or too late in the game.
    Ply,
    /// In check.
    Check,
    /// The move played captures or promotes.
    Noisy,
    /// The score is too large.
    Score,
}

impl Filter {
    /// The filter that keeps everything.
    pub const ALL: Filter = Filter {
        min_ply: 0,
        max_ply: u32::MAX,
        max_score: i32::MAX,
        keep_checks: true,
        keep_noisy: true,
    };

    /// Judges a position by the move played there and its score.
    ///
    /// # Errors
    /// The first reason not to keep it.
    pub fn check(&self, position: &Position, mv: Move, score: i16) -> Result<(), Rejection> {
        let black = u32::from(position.side_to_move() == Color::Black);
        let ply = 2 * (u32::from(position.fullmove_number()) - 1) + black;
        if !(self.min_ply..=self.max_ply).contains(&ply) {
            Err(Rejection::Ply)
        } else if !self.keep_checks && position.in_check() {
            Err(Rejection::Check)
        } else if !self.keep_noisy && mv.is_noisy() {
            Err(Rejection::Noisy)
        } else if i32::from(score).abs() > self.max_score {
            Err(Rejection::Score)
        } else {
            Ok(())
        }
    }
}

/// How many positions a filter has kept and rejected.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct FilterCounts {
    /// Kept.
    pub kept: u64,
    /// Too early or too late.
    pub ply: u64,
    /// In check.
    pub check: u64,
    /// The move captures or promotes.
    pub noisy: u64,
    /// The score is too large.
    pub score: u64,
}

impl FilterCounts {
    /// Counts one verdict.
    pub fn add(&mut self, verdict: Result<(), Rejection>) {
        *match verdict {
            Ok(()) => &mut self.kept,
            Err(Rejection::Ply) => &mut self.ply,
            Err(Rejection::Check) => &mut self.check,
            Err(Rejection::Noisy) => &mut self.noisy,
            Err(Rejection::Score) => &mut self.score,
        } += 1;
    }

    /// All positions seen.
    pub fn total(&self) -> u64 {
        self.kept + self.ply + self.check + self.noisy + self.score
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::uci::parse_move;

    #[test]
    fn every_reason_occurs() {
        let check = |fen: &str, mv: &str, score| {
            let position = Position::from_fen(fen).unwrap();
            let mv = parse_move(&position, mv).unwrap();
            assert_eq!(Filter::ALL.check(&position, mv, score), Ok(()));
            Filter::default().check(&position, mv, score)
        };
        let early = Position::STARTPOS_FEN;
        assert_eq!(check(early, "e2e4", 0), Err(Rejection::Ply));
        assert_eq!(
            check("7k/8/8/8/8/8/8/K6r w - - 0 30", "a1b2", 0),
            Err(Rejection::Check)
        );
        assert_eq!(
            check("7k/8/8/8/8/8/1r6/K7 w - - 0 30", "a1b2", 0),
            Err(Rejection::Noisy)
        );
        let late = "7k/8/8/8/8/8/8/K1R5 w - - 0 30";
        assert_eq!(check(late, "c1c2", 10_001), Err(Rejection::Score));
        assert_eq!(check(late, "c1c2", -10_000), Ok(()));
    }
}
