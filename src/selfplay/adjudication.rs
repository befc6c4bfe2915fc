//! Ends a game when both players agree on how it will end: that saves time and loses little.

use crate::records::GameResult;
use crate::types::Score;
use serde::{Deserialize, Serialize};

/// When a game is over before its end on the board. Scores are in centipawns, lengths in plies.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Adjudication {
    /// A win if every score is at least this much for the same player …
    pub win_score: i32,
    /// … for so many plies in a row.
    pub win_plies: u32,
    /// A draw if every score is at most this far from zero …
    pub draw_score: i32,
    /// … for so many plies in a row …
    pub draw_plies: u32,
    /// … and the game, as the full-move number counts it, has lasted so many plies.
    pub draw_from: u32,
}

impl Default for Adjudication {
    fn default() -> Adjudication {
        Adjudication {
            win_score: 2000,
            win_plies: 4,
            draw_score: 8,
            draw_plies: 8,
            draw_from: 80,
        }
    }
}

/// Proven wins in a row that end the game: one by each player.
const PROVEN_PLIES: u32 = 2;

/// Watches the scores of a game.
#[derive(Debug)]
pub(super) struct Adjudicator {
    rules: Adjudication,
    /// Plies in a row with a winning score: positive for White, negative for Black.
    winning: i32,
    /// The same for proven wins.
    proven: i32,
    drawn: u32,
}

impl Adjudicator {
    pub(super) fn new(rules: Adjudication) -> Adjudicator {
        Adjudicator {
            rules,
            winning: 0,
            proven: 0,
            drawn: 0,
        }
    }

    /// Takes note of the score of a position, from White's view, that arose at this ply of the
    /// game. The result, if the game is decided.
    pub(super) fn judge(&mut self, ply: u32, score: Score) -> Option<GameResult> {
        let side = |wins: bool| if wins { score.0.signum() } else { 0 };
        let winning = side(score.0.abs() >= self.rules.win_score);
        self.winning = continued(self.winning, winning);
        self.proven = continued(self.proven, side(score.is_decisive()));
        let drawn = score.0.abs() <= self.rules.draw_score;
        self.drawn = if drawn { self.drawn + 1 } else { 0 };
        if self.winning.unsigned_abs() >= self.rules.win_plies
            || self.proven.unsigned_abs() >= PROVEN_PLIES
        {
            Some(if score.0 > 0 {
                GameResult::WhiteWin
            } else {
                GameResult::BlackWin
            })
        } else if self.drawn >= self.rules.draw_plies && ply >= self.rules.draw_from {
            Some(GameResult::Draw)
        } else {
            None
        }
    }
}

/// The length of a run, with the sign of its player, after one more ply.
fn continued(run: i32, side: i32) -> i32 {
    if side == 0 || side != run.signum() {
        side
    } else {
        run + side
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The ply at which the game ends, and how.
    fn end(scores: &[i32], first_ply: u32) -> Option<(usize, GameResult)> {
        let mut adjudicator = Adjudicator::new(Adjudication::default());
        scores.iter().enumerate().find_map(|(index, &score)| {
            let result = adjudicator.judge(first_ply + index as u32, Score(score))?;
            Some((index, result))
        })
    }

    #[test]
    fn wins_need_four_plies_in_a_row() {
        let white = Some((3, GameResult::WhiteWin));
        assert_eq!(end(&[2000, 2100, 2000, 2500], 10), white);
        assert_eq!(end(&[-2000; 4], 10), Some((3, GameResult::BlackWin)));
        assert_eq!(end(&[2000, 2100, 1999, 2500, 2500, 2500], 10), None);
        assert_eq!(end(&[2000, 2000, 2000, -2000, -2000, -2000], 10), None);
    }

    #[test]
    fn both_players_see_a_proven_win() {
        let mate = Score::mate_in(5).0;
        assert_eq!(end(&[300, mate], 10), None);
        assert_eq!(end(&[mate, mate + 1], 10), Some((1, GameResult::WhiteWin)));
        assert_eq!(end(&[-mate, -mate], 10), Some((1, GameResult::BlackWin)));
        assert_eq!(end(&[mate, -mate], 10), None);
    }

    #[test]
    fn draws_come_late() {
        assert_eq!(end(&[0; 60], 10), None);
        assert_eq!(end(&[0; 60], 40), Some((40, GameResult::Draw)));
        assert_eq!(end(&[8, -8, 0, 8, -8, 0, 8, -8], 100).unwrap().0, 7);
        assert_eq!(end(&[8, -8, 0, 9, -8, 0, 8, -8], 100), None);
    }
}
