//! How good a move was: what it lost of the points that could be expected.

use crate::evaluation::wdl::{Told, expected_points};
use crate::position::Board;
use crate::types::Score;
use serde::Serialize;
use std::fmt;

/// The largest score, in centipawns, that counts for the average loss: beyond it the game is
/// decided, and the numbers mean little.
const CAP: i32 = 1000;

/// The centipawns of a score, within the cap.
fn capped(score: Score) -> i32 {
    match Told::from(score) {
        Told::Centipawns(centipawns) => centipawns.clamp(-CAP, CAP),
        Told::Mate(_) => CAP * score.0.signum(),
    }
}

/// A move that loses so many of the expected points halves its accuracy.
const HALF: f64 = 0.15;

/// What is wrong with a move, by the expected points that it loses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Fault {
    /// At least 0.05 points.
    Inaccuracy,
    /// At least 0.10 points.
    Mistake,
    /// At least 0.20 points.
    Blunder,
}

impl Fault {
    pub(super) const ALL: [Fault; 3] = [Fault::Inaccuracy, Fault::Mistake, Fault::Blunder];

    /// The fault of a move that loses so many points, if it is one.
    pub(super) fn of(loss: f64) -> Option<Fault> {
        Fault::ALL
            .into_iter()
            .rfind(|fault| loss >= fault.threshold())
    }

    const fn threshold(self) -> f64 {
        match self {
            Fault::Inaccuracy => 0.05,
            Fault::Mistake => 0.10,
            Fault::Blunder => 0.20,
        }
    }

    /// The number of its annotation glyph in PGN.
    pub(super) const fn glyph(self) -> u8 {
        match self {
            Fault::Inaccuracy => 6,
            Fault::Mistake => 2,
            Fault::Blunder => 4,
        }
    }

    /// The sign behind the move.
    pub(super) const fn sign(self) -> &'static str {
        match self {
            Fault::Inaccuracy => "?!",
            Fault::Mistake => "?",
            Fault::Blunder => "??",
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Fault::Inaccuracy => "inaccuracy",
            Fault::Mistake => "mistake",
            Fault::Blunder => "blunder",
        })
    }
}

/// What a move has lost.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Loss {
    /// Of the expected points, 0 to 1.
    pub(super) points: f64,
    /// In centipawns, of scores no larger than ten pawns.
    pub(super) centipawns: i32,
}

impl Loss {
    /// The loss of a move on this board after which the position is worth `after`, where `best` could
    /// be had, both for the player. Never below zero: that only means that the later search saw more.
    pub(super) fn between(board: &Board, best: Score, after: Score) -> Loss {
        let points = |score| expected_points(score, board);
        Loss {
            points: (points(best) - points(after)).max(0.0),
            centipawns: (capped(best) - capped(after)).max(0),
        }
    }

    /// The accuracy of the move in percent: 100 · 2^(−points/0.15).
    fn accuracy(self) -> f64 {
        100.0 * (-self.points / HALF).exp2()
    }
}

/// How a player has played.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub(super) struct Performance {
    pub(super) moves: usize,
    /// The mean accuracy of the moves, in percent.
    pub(super) accuracy: f64,
    /// The mean loss of expected points, in percent.
    pub(super) average_loss_percent: f64,
    pub(super) average_centipawn_loss: f64,
    pub(super) inaccuracies: usize,
    pub(super) mistakes: usize,
    pub(super) blunders: usize,
}

impl Performance {
    /// The performance of somebody whose moves lost so much; `None` without a move.
    pub(super) fn of(losses: &[Loss]) -> Option<Performance> {
        if losses.is_empty() {
            return None;
        }
        let mean =
            |value: fn(&Loss) -> f64| losses.iter().map(value).sum::<f64>() / losses.len() as f64;
        let count = |fault| {
            let faults = losses.iter().filter_map(|loss| Fault::of(loss.points));
            faults.filter(|&found| found == fault).count()
        };
        Some(Performance {
            moves: losses.len(),
            accuracy: mean(|loss| loss.accuracy()),
            average_loss_percent: mean(|loss| 100.0 * loss.points),
            average_centipawn_loss: mean(|loss| f64::from(loss.centipawns)),
            inaccuracies: count(Fault::Inaccuracy),
            mistakes: count(Fault::Mistake),
            blunders: count(Fault::Blunder),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position;

    #[test]
    fn faults_begin_at_their_thresholds() {
        let faults = [0.0, 0.049, 0.05, 0.1, 0.199, 0.2, 1.0].map(Fault::of);
        let (inaccuracy, mistake) = (Some(Fault::Inaccuracy), Some(Fault::Mistake));
        let blunder = Some(Fault::Blunder);
        assert_eq!(
            faults,
            [None, None, inaccuracy, mistake, mistake, blunder, blunder]
        );
    }

    #[test]
    fn losses() {
        let start = Position::startpos();
        let between = |best, after| Loss::between(start.board(), best, after);
        let loss = between(Score(200), Score(-200));
        assert!(loss.centipawns > 100 && loss.points > 0.2, "{loss:?}");
        assert_eq!(between(Score(0), Score(30)).points, 0.0);
        assert_eq!(between(Score::mate_in(3), Score::mate_in(9)).points, 0.0);
        let thrown_away = between(Score::mate_in(3), Score::mated_in(2));
        assert_eq!((thrown_away.points, thrown_away.centipawns), (1.0, 2 * CAP));
        let still_won = between(Score::mate_in(3), Score(3000));
        assert!(
            still_won.points < 0.05 && still_won.centipawns == 0,
            "{still_won:?}"
        );
    }

    #[test]
    fn a_performance_is_the_mean_of_the_moves() {
        let loss = |points| Loss {
            points,
            centipawns: (100.0 * points) as i32,
        };
        let played = Performance::of(&[loss(0.0), loss(0.15), loss(0.3), loss(0.06)]).unwrap();
        let halved = 100.0 * (-0.4_f64).exp2();
        assert!((played.accuracy - (175.0 + halved) / 4.0).abs() < 1e-9);
        assert!((played.average_loss_percent - 12.75).abs() < 1e-9);
        assert_eq!(
            (played.inaccuracies, played.mistakes, played.blunders),
            (1, 1, 1)
        );
        assert_eq!(Performance::of(&[]), None);
    }
}
