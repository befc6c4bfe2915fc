//! What a position of a test suite asks for.

use crate::cli::position::read_move;
use crate::notation::epd::{Epd, EpdError, Operand};
use crate::notation::san;
use crate::position::Position;
use crate::search::{Bound, Info};
use crate::types::Move;
use std::fmt::Write;

/// What is to be found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Goal {
    /// `bm`: one of these moves.
    best: Vec<Move>,
    /// `am`: none of these moves.
    avoid: Vec<Move>,
    /// `dm`: a mate in at most so many moves. It counts alone: another first move may mate as fast
    /// as the one that the suite names.
    mate: Option<i32>,
    /// The points that moves earn.
    points: Vec<(Move, u32)>,
}

/// Why a position asks for nothing that could be found.
#[derive(Debug, thiserror::Error)]
pub(super) enum GoalError {
    #[error(transparent)]
    Epd(#[from] EpdError),
    #[error("nothing to find: no bm, am, dm or points for moves (c0, or c8 with c9)")]
    Nothing,
    #[error("dm {0}: only a mate in 1 or more moves can be found")]
    Mate(i64),
}

impl Goal {
    /// The goal of a position.
    pub(super) fn of(epd: &Epd) -> Result<Goal, GoalError> {
        let mate = epd.number("dm")?;
        let mate = mate.map(|number| {
            let moves = i32::try_from(number).ok().filter(|&moves| moves > 0);
            moves.ok_or(GoalError::Mate(number))
        });
        let goal = Goal {
            best: epd.moves("bm")?,
            avoid: epd.moves("am")?,
            mate: mate.transpose()?,
            points: points(epd),
        };
        if goal.best.is_empty() && goal.avoid.is_empty() && goal.mate.is_none() {
            if goal.points.is_empty() {
                return Err(GoalError::Nothing);
            }
            return Ok(goal.with_most_points_as_best());
        }
        Ok(goal)
    }

    fn with_most_points_as_best(self) -> Goal {
        let most = self.most_points();
        let best = self.points.iter().filter(|(_, points)| *points == most);
        Goal {
            best: best.map(|&(mv, _)| mv).collect(),
            ..self
        }
    }

    /// Whether this line of a search is a solution.
    pub(super) fn is_met(&self, info: &Info) -> bool {
        if let Some(wanted) = self.mate {
            let found = info.score.mate_moves();
            return info.bound != Bound::Upper
                && found.is_some_and(|moves| 0 < moves && moves <= wanted);
        }
        info.pv.first().is_some_and(|mv| {
            (self.best.is_empty() || self.best.contains(mv)) && !self.avoid.contains(mv)
        })
    }

    /// The points that a move earns, and the most that can be earned, if there are points.
    pub(super) fn points(&self, mv: Option<Move>) -> Option<(u32, u32)> {
        if self.points.is_empty() {
            return None;
        }
        let earned = self.points.iter().find(|(known, _)| Some(*known) == mv);
        Some((earned.map_or(0, |&(_, points)| points), self.most_points()))
    }

    fn most_points(&self) -> u32 {
        let points = self.points.iter().map(|&(_, points)| points);
        points.max().unwrap_or_default()
    }

    /// The goal as EPD writes it, without points.
    pub(super) fn text(&self, position: &Position) -> String {
        if let Some(moves) = self.mate {
            return format!("dm {moves}");
        }
        let mut text = String::new();
        for (opcode, moves) in [("bm", &self.best), ("am", &self.avoid)] {
            if !moves.is_empty() {
                let _ = write!(text, " {opcode}");
            }
            for &mv in moves {
                let _ = write!(text, " {}", san::format_move(position, mv));
            }
        }
        text.trim_start().to_owned()
    }
}

/// The points for moves, in either of the forms in which the Strategic Test Suite has them: `c0`
/// with `f5=10, Be5+=2`, or `c8` with the points for the moves of `c9`. Anything else in these
/// comments is no fault: they are free for everything.
fn points(epd: &Epd) -> Vec<(Move, u32)> {
    let lists = pairs_in_c0(epd).or_else(|| pairs_in_c8_and_c9(epd));
    lists.unwrap_or_default()
}

fn pairs_in_c0(epd: &Epd) -> Option<Vec<(Move, u32)>> {
    let parts = epd.text("c0")?.split(',');
    let pair = |part: &str| {
        let (mv, points) = part.rsplit_once('=')?;
        Some((
            read_move(&epd.position, mv.trim()).ok()?,
            points.trim().parse().ok()?,
        ))
    };
    parts.map(pair).collect()
}

fn pairs_in_c8_and_c9(epd: &Epd) -> Option<Vec<(Move, u32)>> {
    let words = |opcode| -> Option<Vec<&str>> {
        let operands = epd.operation(opcode)?.operands.iter();
        Some(
            operands
                .map(Operand::as_str)
                .flat_map(str::split_whitespace)
                .collect(),
        )
    };
    let (points, moves) = (words("c8")?, words("c9")?);
    let pair = |(mv, points): (&&str, &&str)| {
        Some((read_move(&epd.position, mv).ok()?, points.parse().ok()?))
    };
    let pairs: Option<Vec<_>> = moves.iter().zip(&points).map(pair).collect();
    pairs.filter(|_| points.len() == moves.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Score;

    const FIELDS: &str = "1kr5/3n4/q3p2p/p2n2p1/PppB1P2/5BP1/1P2Q2P/3R2K1 w - -";

    fn epd(operations: &str) -> Epd {
        format!("{FIELDS} {operations}").parse().unwrap()
    }

    fn goal(operations: &str) -> Goal {
        Goal::of(&epd(operations)).unwrap()
    }

    fn line(mv: &str, score: Score, bound: Bound) -> Info {
        let mv = san::parse_move(&epd("").position, mv).unwrap();
        Info {
            bound,
            ..Info::sample(mv, score.0)
        }
    }

    fn met(goal: &Goal, mv: &str) -> bool {
        goal.is_met(&line(mv, Score(10), Bound::Exact))
    }

    #[test]
    fn moves_to_find_and_to_avoid() {
        let find = goal("bm f5 Bf2;");
        assert!(met(&find, "f5") && met(&find, "Bf2") && !met(&find, "Kh1"));
        let avoid = goal("am f5;");
        assert!(!met(&avoid, "f5") && met(&avoid, "Kh1"));
        assert_eq!(
            goal("bm f5; am Kh1;").text(&epd("").position),
            "bm f5 am Kh1"
        );
    }

    #[test]
    fn a_mate_counts_whatever_its_first_move() {
        let mate = goal("bm f5; dm 3;");
        let met = |score, bound| mate.is_met(&line("Kh1", score, bound));
        assert!(met(Score::mate_in(5), Bound::Exact) && met(Score::mate_in(3), Bound::Lower));
        assert!(!met(Score::mate_in(7), Bound::Exact), "mate in four");
        assert!(!met(Score::mate_in(5), Bound::Upper));
        assert!(!met(Score::mated_in(2), Bound::Exact) && !met(Score(900), Bound::Exact));
    }

    #[test]
    fn points_in_both_forms() {
        let old = goal(r#"c0 "f5=10, Bf2=3,Bg4=2";"#);
        let new = goal(r#"bm f5; c8 "100 46"; c9 "f4f5 d4f2";"#);
        let mv = |text| san::parse_move(&epd("").position, text).ok();
        assert_eq!(old.points(mv("Bf2")), Some((3, 10)));
        assert_eq!(old.points(mv("Kh1")), Some((0, 10)));
        assert!(
            met(&old, "f5") && !met(&old, "Bf2"),
            "the best move solves it"
        );
        assert_eq!(new.points(mv("Bf2")), Some((46, 100)));
        assert_eq!(
            goal("bm f5; c0 \"a remark, no points\";").points(None),
            None
        );
        assert_eq!(
            goal("bm f5; c8 \"1\"; c9 \"f4f5 d4f2\";").points(None),
            None
        );
    }

    #[test]
    fn faults_are_named() {
        let fault = |operations| Goal::of(&epd(operations)).unwrap_err().to_string();
        assert!(fault("id \"x\";").starts_with("nothing to find"));
        assert_eq!(fault("bm Qh8;"), "bm: Qh8 is not legal");
        assert!(fault("dm 0;").starts_with("dm 0: "));
        assert!(fault("dm x;").contains("no number"));
    }
}
