//! Playing below the full strength, for people to have a game.
//!
//! A weaker player sees less and judges less surely. So a limited engine ends its search after few
//! nodes, always with a whole iteration, and then does not take the best of its lines but draws one
//! of a few: the more a move loses by its own judgement, the less likely it is. Mistakes are moves
//! that look good at first sight, as a person's are; pieces are not moved about at random, and a
//! mate in one is all but certain to be played.
//!
//! What a limited engine plays depends on the position, the level and the lots drawn, on nothing
//! else: it has one thread and a small table of its own, emptied before every move, and asks no
//! endgame tables. So its strength is the same on every computer and at every time control.
//!
//! Source of the idea: the skill levels of Stockfish (since 2009), which also draw among several
//! lines; the rest is our own.

use crate::search::{Info, Limits};
use crate::types::Score;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// The highest skill level: the full strength.
pub const MAX_SKILL: usize = 20;

/// The rating of the lowest level.
pub const MIN_ELO: usize = LEVELS[0].elo as usize;

/// The rating of the highest level that is limited at all.
pub const MAX_ELO: usize = LEVELS[LEVELS.len() - 1].elo as usize;

/// The rating to play like if none is chosen.
pub const DEFAULT_ELO: usize = 1500;

/// How strong to play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Strength {
    /// Whether to play like somebody with the rating `elo`.
    pub limited: bool,
    /// The rating, on the scale of the computer chess rating lists.
    pub elo: usize,
    /// If not limited by rating: the level, from 0 for the weakest to [`MAX_SKILL`].
    pub skill: usize,
}

impl Default for Strength {
    fn default() -> Strength {
        Strength {
            limited: false,
            elo: DEFAULT_ELO,
            skill: MAX_SKILL,
        }
    }
}

impl Strength {
    /// The rating to play like; `None` for the full strength.
    fn rating(self) -> Option<f64> {
        let rating = if self.limited {
            self.elo
        } else if self.skill < MAX_SKILL {
            MIN_ELO + self.skill * (MAX_ELO - MIN_ELO) / (MAX_SKILL - 1)
        } else {
            return None;
        };
        Some(rating as f64)
    }

    /// What it takes to play so; `None` for the full strength.
    pub(super) fn handicap(self, seed: u64) -> Option<Handicap> {
        let level = Level::of(self.rating()?);
        Some(Handicap {
            nodes: level.nodes.round() as u64,
            spread: level.spread,
            seed,
        })
    }
}

/// A point of the curve from ratings to what makes them.
struct Level {
    elo: f64,
    /// No further iteration after so many nodes.
    nodes: f64,
    /// A move that loses so many internal centipawns is drawn e times less often than the best.
    spread: f64,
}

/// The curve, weakest first; between its points nodes are interpolated by their logarithm, spreads
/// linearly. The README tells how it was measured.
const LEVELS: [Level; 8] = [
    Level::new(1000, 1, 200),
    Level::new(1075, 40, 160),
    Level::new(1250, 100, 60),
    Level::new(1370, 400, 35),
    Level::new(1470, 1000, 25),
    Level::new(1760, 8000, 10),
    Level::new(2000, 40_000, 5),
    Level::new(2400, 300_000, 2),
];

impl Level {
    const fn new(elo: u32, nodes: u32, spread: u32) -> Level {
        Level {
            elo: elo as f64,
            nodes: nodes as f64,
            spread: spread as f64,
        }
    }

    /// The level of a rating; what lies outside the curve counts as its end.
    fn of(rating: f64) -> Level {
        let above = LEVELS.partition_point(|level| level.elo < rating);
        let above = above.clamp(1, LEVELS.len() - 1);
        let (low, high) = (&LEVELS[above - 1], &LEVELS[above]);
        let part = ((rating - low.elo) / (high.elo - low.elo)).clamp(0.0, 1.0);
        let between = |low: f64, high: f64| low + part * (high - low);
        Level {
            elo: rating,
            nodes: between(low.nodes.ln(), high.nodes.ln()).exp(),
            spread: between(low.spread, high.spread),
        }
    }
}

const _: () = assert!(MIN_ELO <= 1200, "beginners want a game too");

/// Among so many of the best moves one is drawn.
const CANDIDATES: usize = 6;

/// What makes a player weaker.
#[derive(Clone, Debug)]
pub(super) struct Handicap {
    nodes: u64,
    spread: f64,
    seed: u64,
}

impl Handicap {
    /// The limits of a search, with those of the handicap added.
    pub(super) fn limit(&self, limits: Limits) -> Limits {
        let soft_nodes = limits.soft_nodes.unwrap_or(u64::MAX).min(self.nodes);
        Limits {
            soft_nodes: Some(soft_nodes),
            multi_pv: limits.multi_pv.max(CANDIDATES),
            tables: None,
            ..limits
        }
    }

    /// The line to play, of those that were found, best first. `None` if there are none.
    pub(super) fn choose<'a>(&self, lines: &'a [Info]) -> Option<&'a Info> {
        let lines = &lines[..lines.len().min(CANDIDATES)];
        let best = lines.iter().map(|line| worth(line.score)).max()?;
        let loss = |line: &Info| f64::from(best - worth(line.score));
        let weights = lines.iter().map(|line| (-loss(line) / self.spread).exp());
        let weights: Vec<f64> = weights.collect();
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
        let mut lot = rng.random::<f64>() * weights.iter().sum::<f64>();
        let drawn = weights.iter().position(|weight| {
            lot -= weight;
            lot < 0.0
        });
        lines.get(drawn.unwrap_or(0))
    }
}

/// A score as a number of which differences mean something: mates stand apart from evaluations, the
/// shorter the further.
fn worth(score: Score) -> i32 {
    const MOST: i32 = 2500;
    match score.mate_moves() {
        Some(moves) if score.is_win() => MOST + 3000 / moves.max(1),
        Some(moves) => -MOST - 3000 / (1 - moves),
        None => score.0.clamp(-MOST, MOST),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position;

    fn line(score: Score, number: usize) -> Info {
        Info {
            multipv: number + 1,
            ..Info::sample(Position::startpos().legal_moves()[number], score.0)
        }
    }

    /// How often each of these lines is drawn, of a thousand times.
    fn drawn(elo: usize, scores: &[Score]) -> Vec<usize> {
        let lines: Vec<Info> = (scores.iter().enumerate())
            .map(|(number, &score)| line(score, number))
            .collect();
        let mut counts = vec![0; lines.len()];
        for seed in 0..1000 {
            let strength = Strength {
                limited: true,
                elo,
                ..Strength::default()
            };
            let handicap = strength.handicap(seed).unwrap();
            let chosen = handicap.choose(&lines).unwrap();
            counts[chosen.multipv - 1] += 1;
        }
        counts
    }

    #[test]
    fn the_curve_rises() {
        let levels = || (MIN_ELO..=MAX_ELO).map(|elo| Level::of(elo as f64));
        assert!(levels().is_sorted_by(|low, high| low.nodes <= high.nodes));
        assert!(levels().is_sorted_by(|low, high| low.spread >= high.spread));
        for known in &LEVELS {
            let level = Level::of(known.elo);
            assert!((level.nodes - known.nodes).abs() < 0.01 * known.nodes);
            assert!((level.spread - known.spread).abs() < 0.01);
        }
        assert_eq!(Level::of(0.0).nodes.round(), LEVELS[0].nodes);
    }

    #[test]
    fn skill_goes_from_the_lowest_level_to_the_full_strength() {
        let rating = |skill| {
            let strength = Strength {
                skill,
                ..Strength::default()
            };
            strength.rating()
        };
        assert_eq!(rating(0), Some(MIN_ELO as f64));
        assert_eq!(rating(MAX_SKILL - 1), Some(MAX_ELO as f64));
        assert_eq!(rating(MAX_SKILL), None);
        let limited = Strength {
            limited: true,
            elo: 1700,
            skill: 3,
        };
        assert_eq!(limited.rating(), Some(1700.0));
        assert!(Strength::default().handicap(1).is_none());
    }

    #[test]
    fn small_mistakes_are_made_more_often_than_large_ones() {
        let scores = [Score(50), Score(20), Score(-60), Score(-500)];
        for elo in [MIN_ELO, 1350, 1600] {
            let counts = drawn(elo, &scores);
            assert!(
                counts.is_sorted_by(|more, less| more >= less),
                "{elo}: {counts:?}"
            );
        }
        let (weak, strong) = (drawn(MIN_ELO, &scores), drawn(2400, &scores));
        assert!(weak[0] < strong[0] && strong[3] == 0, "{weak:?} {strong:?}");
    }

    #[test]
    fn a_mate_in_one_is_hardly_ever_missed() {
        let scores = [
            Score::mate_in(1),
            Score::mate_in(3),
            Score(3000),
            Score(900),
        ];
        let counts = drawn(MIN_ELO, &scores);
        assert!(counts[0] > 980, "{counts:?}");
        let mated = [Score(-100), Score::mated_in(4), Score::mated_in(2)];
        assert!(drawn(MIN_ELO, &mated)[0] > 990);
    }

    #[test]
    fn the_same_lots_draw_the_same_move() {
        let lines = [line(Score(10), 0), line(Score(5), 1), line(Score(0), 2)];
        let limited = Strength {
            limited: true,
            ..Strength::default()
        };
        for seed in 0..50 {
            let choice = || limited.handicap(seed).unwrap().choose(&lines).cloned();
            assert_eq!(choice(), choice());
        }
        let handicap = limited.handicap(1).unwrap();
        assert_eq!(handicap.choose(&[]), None);
    }

    #[test]
    fn limits_hold_beside_the_handicap() {
        let limited = Strength {
            limited: true,
            elo: 2000,
            ..Strength::default()
        };
        let handicap = limited.handicap(1).unwrap();
        let own = handicap.limit(Limits::depth(4));
        assert_eq!((own.depth, own.soft_nodes), (Some(4), Some(handicap.nodes)));
        assert_eq!(own.multi_pv, CANDIDATES);
        let tighter = handicap.limit(Limits {
            soft_nodes: Some(3),
            multi_pv: 20,
            ..Limits::default()
        });
        assert_eq!((tighter.soft_nodes, tighter.multi_pv), (Some(3), 20));
    }
}
