use super::{MODEL, REFERENCE_MATERIAL};
use crate::types::Score;
use std::fmt;

/// A score as people and chess programs are told it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Told {
    /// In units of which 100 win every second game at the reference material.
    Centipawns(i32),
    /// So many full moves to mate: positive for the side to move, negative or zero if it is mated.
    Mate(i32),
}

/// The internal centipawns that are told as 100.
const UNIT: i32 = MODEL.curve(REFERENCE_MATERIAL).0 as i32;

/// A win by endgame tables is told as 200 pawns less a centipawn for each half-move until it is
/// reached, as other engines tell it too.
const TABLE_WIN: i32 = 20_000;

/// No evaluation is told as more than this, so that none looks like a win by tables.
const MOST: i32 = TABLE_WIN - 2 * Score::MAX_PLY;

/// Internal centipawns as they are told, rounded to the nearest.
pub const fn told_centipawns(internal: i32) -> i32 {
    let sign = internal.signum();
    let told = (200 * internal.abs() + UNIT) / (2 * UNIT);
    sign * if told > MOST { MOST } else { told }
}

impl From<Score> for Told {
    fn from(score: Score) -> Told {
        match score.mate_moves() {
            Some(moves) => Told::Mate(moves),
            None if score.is_win() => Told::Centipawns(TABLE_WIN - (Score::TABLEBASE - score)),
            None if score.is_loss() => Told::Centipawns((Score::TABLEBASE - -score) - TABLE_WIN),
            None => Told::Centipawns(told_centipawns(score.0)),
        }
    }
}

impl Told {
    /// In pawns with their sign, as annotated games have it: `+0.31`, `-12.50`, or `#-3` for a mate.
    pub fn in_pawns(self) -> String {
        match self {
            Told::Centipawns(centipawns) => format!("{:+.2}", f64::from(centipawns) / 100.0),
            Told::Mate(moves) => format!("#{moves}"),
        }
    }
}

impl fmt::Display for Told {
    /// As UCI writes it: `cp 31` or `mate -3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Told::Centipawns(centipawns) => write!(f, "cp {centipawns}"),
            Told::Mate(moves) => write!(f, "mate {moves}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pawn_told_wins_every_second_game() {
        let [win, _, _] = MODEL.probabilities(UNIT, REFERENCE_MATERIAL);
        assert!((win - 0.5).abs() < 0.005, "{win}");
        assert_eq!(Told::from(Score(UNIT)), Told::Centipawns(100));
        assert_eq!(Told::from(Score(-UNIT)).to_string(), "cp -100");
        assert_eq!(Told::from(Score::DRAW).to_string(), "cp 0");
        assert_eq!(Told::Centipawns(-1250).in_pawns(), "-12.50");
        assert_eq!(Told::from(Score::mated_in(6)).in_pawns(), "#-3");
    }

    #[test]
    fn what_is_told_keeps_the_order_of_scores() {
        let decisive = Score::TABLEBASE_IN_MAX.0;
        let told: Vec<i32> = (-decisive - 200..=decisive + 200)
            .filter_map(|score| match Told::from(Score(score)) {
                Told::Centipawns(centipawns) => Some(centipawns),
                Told::Mate(_) => None,
            })
            .collect();
        assert!(told.is_sorted());
        assert!(
            told.iter().eq(told
                .iter()
                .rev()
                .map(|told| -told)
                .collect::<Vec<_>>()
                .iter())
        );
    }

    #[test]
    fn wins_by_tables_are_told_as_200_pawns() {
        let won = Score::TABLEBASE - 3;
        assert_eq!(Told::from(won).to_string(), "cp 19997");
        assert_eq!(Told::from(-won).to_string(), "cp -19997");
        assert_eq!(Told::from(Score::mate_in(1)).to_string(), "mate 1");
        assert_eq!(Told::from(Score::mated_in(0)).to_string(), "mate 0");
        let most = Told::from(-Score::MAX_EVAL);
        assert!(matches!(most, Told::Centipawns(-19_999..-10_000)), "{most}");
    }
}
