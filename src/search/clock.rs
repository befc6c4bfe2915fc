//! How long to think: pure arithmetic on durations, no clock is read here.
//!
//! There are two bounds. The soft one says when no further iteration is worth starting and moves
//! with the course of the search; the hard one ends the search wherever it is. Time counts from
//! `go`, or from `ponderhit` if the search began in the opponent's time.

use super::limits::{Clock, Limits};
use std::time::Duration;

/// Moves that a game without a time control is assumed to last still.
const HORIZON: u32 = 40;
/// The share of what is left, in percent, that no move takes unless it is the last before the
/// time control.
const MOST_OF_CLOCK: u32 = 55;
/// The same for the last move before the time control.
const LAST_MOVE: u32 = 85;
/// A single legal move needs no thought, but a score is wanted.
const SINGLE_REPLY: Duration = Duration::from_millis(50);

/// Time spent so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Spent {
    /// Since the search began.
    pub(super) total: Duration,
    /// The part of it that passed in the opponent's time.
    pub(super) pondered: Duration,
    /// Whether it is still the opponent's time.
    pub(super) pondering: bool,
}

impl Spent {
    /// The part of it that was the own time.
    fn own(self) -> Duration {
        if self.pondering {
            Duration::ZERO
        } else {
            self.total.saturating_sub(self.pondered)
        }
    }
}

/// What the course of the search says about the need to think on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Progress {
    /// For how many iterations the best move has stayed the same.
    pub(super) stable_iterations: u32,
    /// The share of the nodes that went into the best move, 0 to 1.
    pub(super) best_move_share: f64,
    /// By how many centipawns the score has fallen since the iteration before.
    pub(super) score_drop: i32,
    /// Whether the score is a mate that the depth reached has confirmed.
    pub(super) settled: bool,
}

/// Two bounds on the time for one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Budget {
    soft: Duration,
    hard: Duration,
}

impl Budget {
    fn of_clock(clock: &Clock, overhead: Duration, single_reply: bool) -> Budget {
        let moves = clock.moves_to_go.unwrap_or(HORIZON).clamp(1, HORIZON);
        let usable = usable(clock, overhead, moves);
        // The increment comes only after the move: it may be planned with, but the hard bound
        // below never touches what is not on the clock yet.
        let share = usable / moves + clock.increment * 7 / 10;
        let most = if clock.moves_to_go == Some(1) {
            LAST_MOVE
        } else {
            MOST_OF_CLOCK
        };
        let hard = (usable * most / 100).min(share * 5);
        let soft = (share * 8 / 10).min(hard);
        if single_reply {
            let hard = hard.min(SINGLE_REPLY);
            return Budget {
                soft: soft.min(hard),
                hard,
            };
        }
        Budget { soft, hard }
    }

    fn of_movetime(movetime: Duration, overhead: Duration) -> Budget {
        let time = movetime.saturating_sub(overhead).max(movetime / 10);
        Budget {
            soft: time,
            hard: time,
        }
    }
}

/// What can be spent until the time control: the overhead is lost with every move. A small part
/// always remains, as the move has to be made in any case.
fn usable(clock: &Clock, overhead: Duration, moves: u32) -> Duration {
    let lost = overhead.saturating_mul(if clock.moves_to_go.is_some() {
        moves
    } else {
        2
    });
    let floor = clock.remaining / 20;
    let once = clock.remaining.saturating_sub(overhead);
    // Losing the overhead of all moves must not make this one unplayably short.
    clock
        .remaining
        .saturating_sub(lost)
        .max(once / 10)
        .max(floor)
}

/// Decides when to stop by the time.
#[derive(Clone, Debug)]
pub(super) struct TimeManager {
    budget: Budget,
    /// Whether the budget is exact, so that nothing is gained by stopping early.
    fixed: bool,
    /// While pondering, the search has found that it would have moved by now.
    enough_at_hit: bool,
}

impl TimeManager {
    /// For these limits; `None` if they set no limit of time.
    pub(super) fn new(limits: &Limits, single_reply: bool) -> Option<TimeManager> {
        if limits.infinite {
            return None;
        }
        let movetime = limits
            .movetime
            .map(|time| Budget::of_movetime(time, limits.overhead));
        let clock = limits
            .clock
            .map(|clock| Budget::of_clock(&clock, limits.overhead, single_reply));
        let budget = match (movetime, clock) {
            (None, None) => return None,
            (Some(budget), None) | (None, Some(budget)) => budget,
            (Some(a), Some(b)) => Budget {
                soft: a.soft.min(b.soft),
                hard: a.hard.min(b.hard),
            },
        };
        Some(TimeManager {
            budget,
            fixed: clock.is_none(),
            enough_at_hit: false,
        })
    }

    /// Whether the search has to end at once.
    pub(super) fn is_over(&self, spent: Spent) -> bool {
        !spent.pondering && (self.enough_at_hit || spent.own() >= self.budget.hard)
    }

    /// Whether no further iteration should be started. Thinking in the opponent's time counts as
    /// thinking; if it was enough by itself, the move is made at the hit.
    pub(super) fn is_enough(&mut self, spent: Spent, progress: &Progress) -> bool {
        if self.fixed {
            return self.is_over(spent);
        }
        let soft = self
            .budget
            .soft
            .mul_f64(urgency(progress))
            .min(self.budget.hard);
        let enough = progress.settled || spent.total >= soft;
        if spent.pondering {
            self.enough_at_hit |= enough;
            return false;
        }
        enough || self.is_over(spent)
    }
}

/// By what the soft bound is multiplied: less for a move that has long been the best and took most
/// of the effort, more for one in doubt or while the score falls.
fn urgency(progress: &Progress) -> f64 {
    let stability = 1.3 - 0.07 * f64::from(progress.stable_iterations.min(8));
    let effort = 1.7 - 1.1 * progress.best_move_share.clamp(0.0, 1.0);
    let trouble = 1.0 + 0.006 * f64::from(progress.score_drop.clamp(-15, 80));
    stability * effort * trouble
}

#[cfg(test)]
mod tests;
