use std::fmt;
use std::ops::{Add, AddAssign, Neg, Sub, SubAssign};

/// The worth of a position for the side to move, in internal centipawns (100 is about a pawn).
///
/// Scores beyond [`Score::MATE_IN_MAX`] count plies to mate: a mate in `n` plies from the root is
/// `MATE - n`. Table-base wins lie between evaluation and mate.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Score(pub i32);

impl Score {
    /// A draw.
    pub const DRAW: Score = Score(0);
    /// Mate on the board; mate in `n` plies is this less `n`.
    pub const MATE: Score = Score(32_000);
    /// Beyond every score that a search can return.
    pub const INFINITE: Score = Score(32_001);
    /// No score at all.
    pub const NONE: Score = Score(32_002);
    /// The deepest line, in plies, that a score can count.
    pub const MAX_PLY: i32 = 256;
    /// The slowest mate that is told as a mate.
    pub const MATE_IN_MAX: Score = Score(Score::MATE.0 - Score::MAX_PLY);
    /// A win by table base at the root.
    pub const TABLEBASE: Score = Score(Score::MATE_IN_MAX.0 - 1);
    /// The slowest win by table base.
    pub const TABLEBASE_IN_MAX: Score = Score(Score::TABLEBASE.0 - Score::MAX_PLY);
    /// The largest score that an evaluation may return.
    pub const MAX_EVAL: Score = Score(Score::TABLEBASE_IN_MAX.0 - 1);

    /// Mate given this many plies after the root.
    #[inline]
    pub const fn mate_in(ply: usize) -> Score {
        Score(Score::MATE.0 - ply as i32)
    }

    /// Mate suffered this many plies after the root.
    #[inline]
    pub const fn mated_in(ply: usize) -> Score {
        Score(ply as i32 - Score::MATE.0)
    }

    /// Whether the score announces a mate for either side.
    #[inline]
    pub const fn is_mate(self) -> bool {
        self.0.abs() >= Score::MATE_IN_MAX.0 && self.0.abs() <= Score::MATE.0
    }

    /// Whether the score is a proven win or loss, by mate or table base.
    #[inline]
    pub const fn is_decisive(self) -> bool {
        self.0.abs() >= Score::TABLEBASE_IN_MAX.0
    }

    /// Whether the score is a proven win.
    #[inline]
    pub const fn is_win(self) -> bool {
        self.0 >= Score::TABLEBASE_IN_MAX.0
    }

    /// Whether the score is a proven loss.
    #[inline]
    pub const fn is_loss(self) -> bool {
        self.0 <= -Score::TABLEBASE_IN_MAX.0
    }

    /// The full moves to mate as UCI counts them: positive when the side to move mates, negative
    /// when it is mated (0 when it is mate already). `None` for scores that are no mate.
    pub const fn mate_moves(self) -> Option<i32> {
        if !self.is_mate() {
            None
        } else if self.0 > 0 {
            Some((Score::MATE.0 - self.0 + 1) / 2)
        } else {
            Some(-(Score::MATE.0 + self.0) / 2)
        }
    }

    /// The score with a sum of centipawns kept within what an evaluation may return.
    #[inline]
    pub fn eval(centipawns: i32) -> Score {
        Score(centipawns.clamp(-Score::MAX_EVAL.0, Score::MAX_EVAL.0))
    }

    /// The score as the transposition table keeps it: mates counted from the stored position
    /// instead of the root, which is `ply` plies earlier.
    #[inline]
    pub const fn to_table(self, ply: usize) -> i16 {
        if self.is_win() && self.0 <= Score::MATE.0 {
            (self.0 + ply as i32) as i16
        } else if self.is_loss() && self.0 >= -Score::MATE.0 {
            (self.0 - ply as i32) as i16
        } else {
            self.0 as i16
        }
    }

    /// The reverse of [`to_table`](Score::to_table).
    #[inline]
    pub const fn from_table(stored: i16, ply: usize) -> Score {
        let score = Score(stored as i32);
        if score.is_win() && score.0 <= Score::MATE.0 {
            Score(score.0 - ply as i32)
        } else if score.is_loss() && score.0 >= -Score::MATE.0 {
            Score(score.0 + ply as i32)
        } else {
            score
        }
    }
}

impl Neg for Score {
    type Output = Score;
    /// The score seen by the opponent.
    #[inline]
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl Add<i32> for Score {
    type Output = Score;
    #[inline]
    fn add(self, centipawns: i32) -> Score {
        Score(self.0 + centipawns)
    }
}

impl Sub<i32> for Score {
    type Output = Score;
    #[inline]
    fn sub(self, centipawns: i32) -> Score {
        Score(self.0 - centipawns)
    }
}

impl Sub for Score {
    type Output = i32;
    /// The difference in centipawns.
    #[inline]
    fn sub(self, other: Score) -> i32 {
        self.0 - other.0
    }
}

impl AddAssign<i32> for Score {
    #[inline]
    fn add_assign(&mut self, centipawns: i32) {
        self.0 += centipawns;
    }
}

impl SubAssign<i32> for Score {
    #[inline]
    fn sub_assign(&mut self, centipawns: i32) {
        self.0 -= centipawns;
    }
}

impl fmt::Debug for Score {
    /// In internal units. People and chess programs are told scores in others (`evaluation::wdl`),
    /// which is why a score has no `Display`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.mate_moves() {
            Some(moves) => write!(f, "mate {moves}"),
            None => write!(f, "{}", self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_count_full_moves() {
        assert_eq!(Score::mate_in(1).mate_moves(), Some(1));
        assert_eq!(Score::mate_in(3).mate_moves(), Some(2));
        assert_eq!(Score::mated_in(0).mate_moves(), Some(0));
        assert_eq!(Score::mated_in(2).mate_moves(), Some(-1));
        assert_eq!(Score::mated_in(4).mate_moves(), Some(-2));
        assert_eq!(Score(250).mate_moves(), None);
    }

    #[test]
    fn table_form_is_relative_to_the_position() {
        for score in [
            Score::mate_in(7),
            Score::mated_in(12),
            Score(-40),
            Score::DRAW,
        ] {
            assert_eq!(Score::from_table(score.to_table(5), 5), score);
        }
        assert_eq!(
            Score::from_table(Score::mate_in(7).to_table(5), 3),
            Score::mate_in(5)
        );
    }
}
