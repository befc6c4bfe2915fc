//! What a file of games is like.

use super::{GameRecord, ResultCounts};

/// The width of a class of scores in centipawns.
const SCORE_STEP: i32 = 100;
/// The classes of scores on each side of 0; the outermost takes all larger ones.
const SCORE_CLASSES: usize = 11;
/// The width of a class of lengths in half-moves.
const LENGTH_STEP: usize = 25;
/// The classes of lengths; the last takes all longer ones.
const LENGTH_CLASSES: usize = 17;

/// Counts over games.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Statistics {
    /// How the games ended.
    pub results: ResultCounts,
    /// The number of positions with a score.
    pub positions: u64,
    /// The half-moves of the longest game.
    pub longest: usize,
    scores: [u64; 2 * SCORE_CLASSES],
    lengths: [u64; LENGTH_CLASSES],
}

impl Statistics {
    /// Counts a game.
    pub fn add(&mut self, game: &GameRecord) {
        self.results.add(game.result());
        self.positions += game.len() as u64;
        self.longest = self.longest.max(game.len());
        self.lengths[(game.len() / LENGTH_STEP).min(LENGTH_CLASSES - 1)] += 1;
        for score in game.scores() {
            let class = i32::from(score).div_euclid(SCORE_STEP) + SCORE_CLASSES as i32;
            self.scores[class.clamp(0, 2 * SCORE_CLASSES as i32 - 1) as usize] += 1;
        }
    }

    /// The classes of scores from White's view, lowest first: the bounds in words, and how many.
    pub fn scores(&self) -> impl Iterator<Item = (String, u64)> {
        let last = 2 * SCORE_CLASSES - 1;
        self.scores.iter().enumerate().map(move |(class, &count)| {
            let low = (class as i32 - SCORE_CLASSES as i32) * SCORE_STEP;
            let label = match class {
                0 => format!("below {}", low + SCORE_STEP),
                _ if class == last => format!("from {low}"),
                _ => format!("{low} to {}", low + SCORE_STEP - 1),
            };
            (label, count)
        })
    }

    /// The classes of lengths in half-moves, shortest first: the bounds in words, and how many.
    pub fn lengths(&self) -> impl Iterator<Item = (String, u64)> {
        self.lengths.iter().enumerate().map(|(class, &count)| {
            let low = class * LENGTH_STEP;
            let label = if class == LENGTH_CLASSES - 1 {
                format!("from {low}")
            } else {
                format!("{low} to {}", low + LENGTH_STEP - 1)
            };
            (label, count)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position;

    #[test]
    fn scores_fall_into_their_classes() {
        let mut game = GameRecord::new(&Position::startpos());
        let mv = Position::startpos().legal_moves()[0];
        for score in [-32_000, -1, 0, 99, 100, 32_000] {
            game.push(mv, score);
        }
        let mut statistics = Statistics::default();
        statistics.add(&game);
        let filled: Vec<(String, u64)> = statistics.scores().filter(|(_, n)| *n > 0).collect();
        let expected = [
            ("below -1000", 1),
            ("-100 to -1", 1),
            ("0 to 99", 2),
            ("100 to 199", 1),
            ("from 1000", 1),
        ];
        assert_eq!(filled, expected.map(|(label, n)| (label.to_owned(), n)));
        assert_eq!(statistics.lengths().next(), Some(("0 to 24".to_owned(), 1)));
    }
}
