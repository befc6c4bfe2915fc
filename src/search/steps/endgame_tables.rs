//! Endgame tables: where a capture or pawn move has led to a position whose outcome is known, that
//! is all there is to say, but for a win or loss on the principal variation, in which the search
//! goes on for the mate.
//!
//! Source: Heinz, "Endgame databases and efficient index schemes for chess", ICCA Journal 22
//! (1999), on tables in the tree. Only positions with the half-move clock at zero are looked up:
//! for no other do the tables speak of what the 50-move rule makes of it.

use crate::position::Position;
use crate::search::report::Bound;
use crate::search::worker::Search;
use crate::tablebase::Wdl;
use crate::types::Score;

/// How many plies deeper than the node an outcome counts in the transposition table.
const WORTH: i32 = 6;

/// What a win is worth that the 50-move rule makes a draw, in centipawns: a little more than one
/// in which nobody has chances.
const EDGE: i32 = 4;

/// What the outcome of a position says about its score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::search) struct Outcome {
    pub(in crate::search) score: Score,
    /// Wins and losses may turn out to be mates, which are worth more.
    bound: Bound,
}

impl Outcome {
    /// An outcome this many plies after the root.
    pub(in crate::search) fn new(wdl: Wdl, ply: usize) -> Outcome {
        let won = Score(Score::TABLEBASE.0 - ply as i32);
        let (score, bound) = match wdl {
            Wdl::Win => (won, Bound::Lower),
            Wdl::CursedWin => (Score(EDGE), Bound::Exact),
            Wdl::Draw => (Score::DRAW, Bound::Exact),
            Wdl::BlessedLoss => (Score(-EDGE), Bound::Exact),
            Wdl::Loss => (-won, Bound::Upper),
        };
        Outcome { score, bound }
    }

    /// Whether nothing is left to search with this window.
    #[inline]
    pub(in crate::search) fn decides(self, alpha: Score, beta: Score) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score >= beta,
            Bound::Upper => self.score <= alpha,
        }
    }

    /// Whether a search has overlooked what the tables know.
    #[inline]
    pub(in crate::search) fn refutes(self, found: Score) -> bool {
        match self.bound {
            Bound::Exact => found != self.score,
            Bound::Lower => found < self.score,
            Bound::Upper => found > self.score,
        }
    }
}

/// The outcome if the 50-move rule does not count.
fn regardless_of_fifty(wdl: Wdl) -> Wdl {
    match wdl {
        Wdl::CursedWin => Wdl::Win,
        Wdl::BlessedLoss => Wdl::Loss,
        other => other,
    }
}

impl Search<'_> {
    /// What the tables say of a node, if they are to be asked and know it.
    #[inline]
    pub(in crate::search) fn look_up(
        &mut self,
        position: &Position,
        ply: usize,
        depth: i32,
    ) -> Option<Outcome> {
        let tables = self.tables?;
        if position.halfmove_clock() != 0 || self.full_width || self.frame(ply).excluded.is_some() {
            return None;
        }
        let pieces = position.occupied().count();
        let most = tables.probe_limit.min(tables.tables.max_pieces());
        let deep_enough = depth >= tables.probe_depth as i32;
        if pieces > most || pieces == most && !deep_enough {
            return None;
        }
        let mut wdl = tables.tables.wdl(position)?;
        self.table_hits += 1;
        if !tables.fifty_moves {
            wdl = regardless_of_fifty(wdl);
        }
        Some(Outcome::new(wdl, ply))
    }

    /// Writes an outcome into the transposition table; its score.
    pub(in crate::search) fn keep_outcome(
        &self,
        position: &Position,
        ply: usize,
        depth: i32,
        outcome: Outcome,
    ) -> Score {
        let Outcome { score, bound } = outcome;
        self.store(
            position,
            ply,
            depth + WORTH,
            score,
            bound,
            None,
            None,
            false,
        );
        score
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_of_outcomes() {
        let win = Outcome::new(Wdl::Win, 3);
        assert!(win.score.is_win() && !win.score.is_mate());
        assert!(
            win.score > Outcome::new(Wdl::Win, 4).score,
            "sooner is better"
        );
        assert_eq!(Outcome::new(Wdl::Loss, 3).score, -win.score);
        for wdl in [Wdl::CursedWin, Wdl::Draw, Wdl::BlessedLoss] {
            let Outcome { score, bound } = Outcome::new(wdl, 3);
            assert!(score.0.abs() < 10 && bound == Bound::Exact, "{wdl:?}");
            assert_eq!(score.0.signum(), wdl.signum());
        }
    }

    #[test]
    fn wins_and_losses_decide_only_outside_the_window() {
        let (win, loss) = (Outcome::new(Wdl::Win, 1), Outcome::new(Wdl::Loss, 1));
        let open = Score::INFINITE;
        assert!(win.decides(Score(0), Score(1)) && loss.decides(Score(0), Score(1)));
        assert!(!win.decides(-open, open) && !loss.decides(-open, open));
        assert!(Outcome::new(Wdl::Draw, 1).decides(-open, open));
    }

    #[test]
    fn a_mate_is_no_contradiction() {
        let (win, loss) = (Outcome::new(Wdl::Win, 1), Outcome::new(Wdl::Loss, 1));
        assert!(win.refutes(Score(300)) && !win.refutes(Score::mate_in(5)));
        assert!(loss.refutes(Score(-300)) && !loss.refutes(Score::mated_in(6)));
    }
}
