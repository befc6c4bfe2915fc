//! What a match says about the strength of two players.
//!
//! The unit is the pair: two games from one opening with colours reversed. The points that the
//! first player won in a pair are 0, ½, 1, 1½ or 2, and the five counts of them hold all that is to
//! be known ("pentanomial"); single games from one opening are not independent.
//!
//! Sources: Michel Van den Bergh, "Comments on normalized Elo" and "A practical introduction to the
//! GSPRT" (2020); Wald, "Sequential tests of statistical hypotheses" (1945).

use serde::Serialize;
use std::f64::consts::{LN_10, SQRT_2};

/// How many standard deviations from the mean leave 5 % outside.
const Z_95: f64 = 1.959_963_984_540_054;

/// Normalised Elo are the mean of a game in units of its standard deviation, times this: the slope
/// of logistic Elo at equality.
const NORMALISED: f64 = 800.0 / LN_10;

/// The first player's points in a pair, as a share of two.
const SHARES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// A value with the interval in which it lies with a probability of 95 %.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Estimate {
    /// The most probable value.
    pub value: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

impl Estimate {
    /// Half the width of the interval.
    pub fn error(&self) -> f64 {
        (self.high - self.low) / 2.0
    }
}

/// How many pairs brought the first player 0, ½, 1, 1½ and 2 points.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Pentanomial(pub [u64; 5]);

impl Pentanomial {
    /// Counts a pair by its half points, 0 to 4.
    pub fn add(&mut self, half_points: u8) {
        self.0[usize::from(half_points.min(4))] += 1;
    }

    /// The number of pairs.
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The mean share of the points, 0 to 1; a half if nothing has been played.
    pub fn score(&self) -> f64 {
        if self.pairs() == 0 {
            return 0.5;
        }
        mean(&self.shares_of_pairs())
    }

    /// The standard deviation of a pair's share.
    fn deviation(&self) -> f64 {
        variance(&self.shares_of_pairs()).sqrt()
    }

    /// The share of pairs that brought each number of points.
    fn shares_of_pairs(&self) -> [f64; 5] {
        self.0
            .map(|count| count as f64 / self.pairs().max(1) as f64)
    }

    /// The difference in strength in Elo, by the logistic curve.
    pub fn elo(&self) -> Estimate {
        let error = Z_95 * self.deviation() / (self.pairs().max(1) as f64).sqrt();
        let score = self.score();
        Estimate {
            value: logistic_elo(score),
            low: logistic_elo(score - error),
            high: logistic_elo(score + error),
        }
    }

    /// The difference in normalised Elo, which depends less on the opening book and on how many
    /// games are drawn: the number of games needed to prove it is the same everywhere.
    pub fn normalised_elo(&self) -> Estimate {
        let better = self.score() - 0.5;
        // The deviation of a game if those of a pair were independent.
        let deviation = SQRT_2 * self.deviation();
        let value = match better == 0.0 {
            true => 0.0,
            false => NORMALISED * better / deviation,
        };
        let error = Z_95 * NORMALISED / (2.0 * self.pairs().max(1) as f64).sqrt();
        Estimate {
            value,
            low: value - error,
            high: value + error,
        }
    }

    /// The probability that the first player is the stronger one ("likelihood of superiority").
    pub fn superiority(&self) -> f64 {
        let better = (self.score() - 0.5) * (self.pairs() as f64).sqrt();
        if better == 0.0 {
            return 0.5;
        }
        0.5 * libm::erfc(-better / self.deviation() / SQRT_2)
    }

    /// The pairs won by the pairs lost; infinite if none was lost, not a number if neither.
    pub fn pairs_ratio(&self) -> f64 {
        let [twice_lost, lost, _, won, twice_won] = self.0;
        (won + twice_won) as f64 / (lost + twice_lost) as f64
    }

    /// The logarithm of how much more probable these results are if the first player is stronger
    /// by `elo1` than if by `elo0`, in normalised Elo: of all distributions with such a strength
    /// the most probable one speaks for it (generalised likelihood ratio).
    pub fn log_likelihood_ratio(&self, elo0: f64, elo1: f64) -> f64 {
        // Counts of zero would exclude distributions for certain.
        let counts = self.0.map(|count| (count as f64).max(1e-3));
        let total: f64 = counts.iter().sum();
        let observed = counts.map(|count| count / total);
        let [under0, under1] = [elo0, elo1].map(|elo| most_probable(&observed, elo));
        let terms = (0..5).map(|i| counts[i] * (under1[i] / under0[i]).ln());
        terms.sum()
    }
}

fn logistic_elo(score: f64) -> f64 {
    let score = score.clamp(0.0, 1.0);
    400.0 * (score / (1.0 - score)).log10()
}

fn mean(distribution: &[f64; 5]) -> f64 {
    SHARES.iter().zip(distribution).map(|(x, p)| x * p).sum()
}

fn variance(distribution: &[f64; 5]) -> f64 {
    let mean = mean(distribution);
    let terms = SHARES.iter().zip(distribution);
    terms.map(|(x, p)| (x - mean).powi(2) * p).sum()
}

/// The distribution of this strength in normalised Elo under which what was observed is most
/// probable.
///
/// Its mean has to exceed a half by so many of its own standard deviations. That condition is made
/// linear at the distribution found last, which gives a next one, until nothing changes.
fn most_probable(observed: &[f64; 5], elo: f64) -> [f64; 5] {
    let deviations = SQRT_2 * elo / NORMALISED;
    let mut distribution = [0.2; 5];
    for _ in 0..100 {
        let (mean, deviation) = (mean(&distribution), variance(&distribution).sqrt());
        let excess = SHARES.map(|x| {
            let squared = ((x - mean) / deviation).powi(2);
            x - 0.5 - deviations * deviation * (1.0 + squared) / 2.0
        });
        let next = with_mean_zero(observed, &excess);
        let change = (0..5).map(|i| (next[i] - distribution[i]).abs());
        let change = change.fold(0.0, f64::max);
        distribution = next;
        if change < 1e-12 {
            break;
        }
    }
    distribution
}

/// The distribution over these values with mean zero under which what was observed is most
/// probable: each share is divided by 1 + λ·value, with the λ (Lagrange's multiplier) that makes it
/// so, found by bisection.
fn with_mean_zero(observed: &[f64; 5], values: &[f64; 5]) -> [f64; 5] {
    let tilted = |lambda: f64| -> [f64; 5] {
        std::array::from_fn(|i| observed[i] / (1.0 + lambda * values[i]))
    };
    // Between these all divisors are positive.
    let largest = values.iter().copied().fold(f64::MIN, f64::max);
    let smallest = values.iter().copied().fold(f64::MAX, f64::min);
    let (mut low, mut high) = (-1.0 / largest, -1.0 / smallest);
    for _ in 0..100 {
        let middle = (low + high) / 2.0;
        let shares = tilted(middle);
        let mean: f64 = (0..5).map(|i| shares[i] * values[i]).sum();
        if mean > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    tilted((low + high) / 2.0)
}

/// A sequential test: is the first player stronger by `elo1`, or only by `elo0`?
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Sprt {
    /// The strength of the null hypothesis, in normalised Elo.
    pub elo0: f64,
    /// The strength of the alternative.
    pub elo1: f64,
    /// The probability to accept the alternative where the null hypothesis is true.
    pub alpha: f64,
    /// The probability to accept the null hypothesis where the alternative is true.
    pub beta: f64,
}

/// What a test has shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Decision {
    /// Stronger by `elo0` only.
    AcceptedH0,
    /// Stronger by `elo1`.
    AcceptedH1,
}

impl Sprt {
    /// The ratios at which the test ends.
    pub fn bounds(&self) -> (f64, f64) {
        (
            (self.beta / (1.0 - self.alpha)).ln(),
            ((1.0 - self.beta) / self.alpha).ln(),
        )
    }

    /// The logarithm of the likelihood ratio after these results.
    pub fn ratio(&self, results: &Pentanomial) -> f64 {
        results.log_likelihood_ratio(self.elo0, self.elo1)
    }

    /// The outcome, if there is one already.
    pub fn decision(&self, results: &Pentanomial) -> Option<Decision> {
        let (lower, upper) = self.bounds();
        match self.ratio(results) {
            ratio if ratio >= upper => Some(Decision::AcceptedH1),
            ratio if ratio <= lower => Some(Decision::AcceptedH0),
            _ => None,
        }
    }
}

#[cfg(test)]
#[path = "statistics_tests.rs"]
mod tests;
