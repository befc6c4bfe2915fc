//! The moves of a position by what the tables say of them.
//!
//! The tables take every position for one with the half-move clock at zero that has not occurred
//! before; a game is neither. Here the clock and the game's repetitions are counted in, so that a
//! win is brought home in time whoever chooses among the best moves:
//!
//! - a move wins only if the next irreversible step comes before the draw by the 50-move rule;
//! - the choice among winning moves is free only while that draw is far off and nothing has been
//!   repeated. From then on each move has to bring the step nearer, and distances that only fall
//!   cannot come to a position for the third time.

use super::{Tables, Wdl};
use crate::position::Position;
use crate::rules::Game;
use crate::rules::fifty_moves::{FIFTY, SEVENTY_FIVE};
use crate::rules::repetition::{self, THREEFOLD};
use crate::types::{Color, Move, PieceType};

/// What a move comes to under perfect play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ranked {
    /// Moves of a higher rank are to be preferred; among equals the tables have no preference.
    pub rank: i32,
    /// The value of the game for the player who makes the move. With a [`Wdl::CursedWin`] or
    /// [`Wdl::BlessedLoss`] the 50-move rule makes it a draw.
    pub wdl: Wdl,
}

/// The rank of a win with nothing against it, far above all distances.
const WIN: i32 = 10_000;
/// The rank of checkmate.
const MATE: i32 = WIN + 1;
/// The rank of a win that the 50-move rule thwarts unless the opponent errs, before its distance is
/// taken off.
const CURSED: i32 = 5_000;

const DRAWN: Ranked = Ranked {
    rank: 0,
    wdl: Wdl::Draw,
};

/// After so many half-moves without progress, whoever may choose his way to win has shown that he
/// does not find it.
const PATIENCE: u16 = 30;

/// All moves of a position as the tables rank them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ranking {
    /// The judgement of each move.
    pub moves: Vec<Ranked>,
    /// Whether the distances were known: then whoever keeps to the best moves makes progress.
    pub by_distance: bool,
}

impl Tables {
    /// Ranks these legal moves of a game's current position; `fifty_moves` says whether the 50-move
    /// rule draws. `None` if the tables do not know the outcome of each.
    pub fn rank(&self, game: &Game, moves: &[Move], fifty_moves: bool) -> Option<Ranking> {
        let judge = Judge {
            tables: self,
            game,
            clock: i32::from(game.position().halfmove_clock()),
            drawn_clock: fifty_moves.then(|| drawn_clock(game.position())),
            strict: must_hurry(game),
        };
        let by_distance: Option<Vec<_>> = moves.iter().map(|&mv| judge.by_distance(mv)).collect();
        let found = by_distance.map(|moves| (moves, true)).or_else(|| {
            let by_result: Option<Vec<_>> = moves.iter().map(|&mv| judge.by_result(mv)).collect();
            by_result.map(|moves| (moves, false))
        });
        let (moves, by_distance) = found?;
        Some(Ranking { moves, by_distance })
    }
}

/// The half-move clock at which the game is drawn: if nobody has claimed the fifty moves, it goes
/// on to the 75th.
fn drawn_clock(position: &Position) -> i32 {
    let clock = position.halfmove_clock();
    i32::from(if clock < FIFTY { FIFTY } else { SEVENTY_FIVE })
}

/// Whether the way to win is no longer free.
fn must_hurry(game: &Game) -> bool {
    let clock = game.position().halfmove_clock();
    let keys = game.keys();
    let reach = usize::from(clock).min(keys.len() - 1);
    let recent = &keys[keys.len() - 1 - reach..];
    let repeated = (1..=recent.len()).any(|end| repetition::count(&recent[..end], clock) > 1);
    repeated || clock >= PATIENCE || is_bare_king_to_be_mated(game.position())
}

/// Whether one side has nothing left and the other no pawn: the next step is mate itself then, to
/// which no search knows a shorter way.
fn is_bare_king_to_be_mated(position: &Position) -> bool {
    let bare = |color| position.color(color).count() == 1;
    position.kind(PieceType::Pawn).is_empty() && Color::ALL.into_iter().any(bare)
}

/// How the moves of one position are judged.
struct Judge<'a> {
    tables: &'a Tables,
    game: &'a Game,
    clock: i32,
    /// The half-move clock at which the game is drawn, if it is at all.
    drawn_clock: Option<i32>,
    strict: bool,
}

/// When the next irreversible step comes, in half-moves from now on, the move judged included.
#[derive(Clone, Copy)]
struct Step {
    plies: i32,
    rounded: bool,
}

impl Judge<'_> {
    /// Judges a move by the distance to the next irreversible step.
    fn by_distance(&self, mv: Move) -> Option<Ranked> {
        let next = self.game.position().play(mv);
        if let Some(ended) = self.ended(&next) {
            return Some(ended);
        }
        let wdl = -self.tables.wdl(&next)?;
        if wdl == Wdl::Draw || wdl > Wdl::Draw && self.can_be_repeated(&next) {
            return Some(DRAWN);
        }
        let step = if next.halfmove_clock() == 0 {
            Step {
                plies: 1,
                rounded: false,
            }
        } else {
            let dtz = self.tables.dtz(&next)?;
            Step {
                plies: 1 + dtz.plies.abs(),
                rounded: dtz.rounded,
            }
        };
        Some(if wdl > Wdl::Draw {
            self.won(wdl, step)
        } else {
            self.lost(wdl, step)
        })
    }

    /// Whether a step comes before the game is drawn.
    fn in_time(&self, step: Step) -> bool {
        step.plies == 1
            || self
                .drawn_clock
                .is_none_or(|draw| self.clock + step.plies <= draw)
    }

    fn won(&self, wdl: Wdl, step: Step) -> Ranked {
        // Cursed is also what comes in time, but leads to an ending that takes too long.
        let cursed = self.drawn_clock.is_some() && wdl == Wdl::CursedWin;
        if cursed || !self.in_time(step) {
            return Ranked {
                rank: CURSED - step.plies,
                wdl: Wdl::CursedWin,
            };
        }
        // A rounded distance may be one half-move too short, and cost one more on the way.
        let late = i32::from(FIFTY) - if step.rounded { 2 } else { 0 };
        let easy = !self.strict && self.clock + step.plies < late;
        Ranked {
            rank: if easy { WIN } else { WIN - step.plies },
            wdl: Wdl::Win,
        }
    }

    fn lost(&self, wdl: Wdl, step: Step) -> Ranked {
        let blessed = self.drawn_clock.is_some() && wdl == Wdl::BlessedLoss;
        if blessed || !self.in_time(step) {
            return Ranked {
                rank: step.plies - CURSED,
                wdl: Wdl::BlessedLoss,
            };
        }
        // Where the opponent has to make haste, the longest resistance is best; elsewhere a search
        // knows better what is hard to win.
        let haste = self.clock + 2 * step.plies >= i32::from(FIFTY);
        Ranked {
            rank: if haste { step.plies - WIN } else { -WIN },
            wdl: Wdl::Loss,
        }
    }

    /// Judges a move by who wins after it, where distances are not known.
    fn by_result(&self, mv: Move) -> Option<Ranked> {
        let next = self.game.position().play(mv);
        if let Some(ended) = self.ended(&next) {
            return Some(ended);
        }
        let wdl = match (-self.tables.wdl(&next)?, self.drawn_clock) {
            (Wdl::CursedWin, None) => Wdl::Win,
            (Wdl::BlessedLoss, None) => Wdl::Loss,
            (wdl, _) => wdl,
        };
        let rank = match wdl {
            Wdl::Win => WIN,
            Wdl::CursedWin => CURSED,
            Wdl::Draw => 0,
            Wdl::BlessedLoss => -CURSED,
            Wdl::Loss => -WIN,
        };
        Some(Ranked { rank, wdl })
    }

    /// The judgement of a move that ends the game.
    fn ended(&self, next: &Position) -> Option<Ranked> {
        if !next.has_legal_move() {
            return Some(if next.in_check() {
                Ranked {
                    rank: MATE,
                    wdl: Wdl::Win,
                }
            } else {
                DRAWN
            });
        }
        let clock = next.halfmove_clock();
        let too_late = self
            .drawn_clock
            .is_some_and(|draw| i32::from(clock) >= draw);
        let third = || repetition::count_next(self.game.keys(), next.key(), clock) >= THREEFOLD;
        (too_late || third()).then_some(DRAWN)
    }

    /// Whether the opponent can make a position occur for the third time (article 9.2.1.1).
    fn can_be_repeated(&self, next: &Position) -> bool {
        let keys = [self.game.keys(), &[next.key()]].concat();
        let reversible = next.halfmove_clock().saturating_add(1);
        let repeats =
            |&reply| repetition::count_next(&keys, next.key_after(reply), reversible) >= THREEFOLD;
        next.legal_moves().iter().any(repeats)
    }
}
