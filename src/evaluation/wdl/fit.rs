//! Fits the model of chances to the results of games, by maximum likelihood.
//!
//! The method is Fisher's scoring: Newton's, with the expected information in place of the second
//! derivatives, so that each step goes uphill; a step that overshoots is halved. Positions of one
//! game are counted as if they were independent, which leaves the estimates unbiased.

use super::{Model, REFERENCE_MATERIAL, logistic, variable};
use std::collections::HashMap;

/// Larger scores, in internal centipawns, say nothing about the curve: such games are decided.
pub const MAX_SCORE: i32 = 2000;

/// Scores are counted in classes of this width, in internal centipawns.
const SCORE_STEP: i32 = 4;

/// Fewer positions than this do not make a model.
const LEAST_POSITIONS: u64 = 1000;

const MAX_ITERATIONS: usize = 200;

/// The coefficients of both polynomials.
const PARAMETERS: usize = 6;
type Vector = [f64; PARAMETERS];
type Matrix = [Vector; PARAMETERS];

/// Why no model can be fitted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FitError {
    /// There is too little to learn from.
    #[error("{0} positions are too few; {LEAST_POSITIONS} is the least")]
    TooFew(u64),
    /// The chances of something that never happened cannot be told.
    #[error("there must be wins, draws and losses among the games")]
    OneSided,
    /// The games do not determine all coefficients, as when all have the same material.
    #[error("the games are too much alike to fit a model")]
    Degenerate,
}

/// How positions with their scores ended, for the side to move.
#[derive(Clone, Debug, Default)]
pub struct Outcomes {
    /// Wins, draws and losses by material and class of score.
    cells: HashMap<(i32, i32), [u64; 3]>,
}

/// How well a model foretells outcomes.
#[derive(Clone, Debug)]
pub struct Quality {
    /// The positions it was judged by.
    pub positions: u64,
    /// The mean of the negative logarithm of the probability given to what happened, in nats.
    pub log_loss: f64,
    /// The same for a forecast that knows nothing but how often each result occurred.
    pub baseline: f64,
    /// By classes of scores, lowest first.
    pub classes: Vec<Class>,
}

/// Positions with scores in one range.
#[derive(Clone, Debug)]
pub struct Class {
    /// The lowest score, in internal centipawns.
    pub from: i32,
    /// The highest.
    pub to: i32,
    /// How many.
    pub positions: u64,
    /// The shares of wins, draws and losses.
    pub observed: [f64; 3],
    /// The same as foretold.
    pub foretold: [f64; 3],
}

impl Outcomes {
    /// Counts a position whose side to move has this score and made so many half points in the end.
    /// Scores beyond [`MAX_SCORE`] are left out.
    pub fn add(&mut self, score: i32, material: i32, half_points: u8) {
        if score.abs() <= MAX_SCORE {
            let class = score.div_euclid(SCORE_STEP);
            let counts = self.cells.entry((material, class)).or_default();
            counts[2 - usize::from(half_points.min(2))] += 1;
        }
    }

    /// The positions counted.
    pub fn positions(&self) -> u64 {
        self.totals().iter().sum()
    }

    /// All wins, draws and losses.
    fn totals(&self) -> [u64; 3] {
        let mut totals = [0; 3];
        for counts in self.cells.values() {
            for (total, count) in totals.iter_mut().zip(counts) {
                *total += count;
            }
        }
        totals
    }

    /// Material, score and counts, in an order that does not change from run to run.
    fn sorted(&self) -> Vec<(i32, f64, [f64; 3])> {
        let mut keys: Vec<_> = self.cells.iter().collect();
        keys.sort_unstable_by_key(|(key, _)| **key);
        let middle = f64::from(SCORE_STEP - 1) / 2.0;
        keys.into_iter()
            .map(|(&(material, class), counts)| {
                let score = f64::from(class * SCORE_STEP) + middle;
                (material, score, counts.map(|count| count as f64))
            })
            .collect()
    }
}

/// The model under which these outcomes are the most likely.
///
/// # Errors
/// If there are too few of them, or too little variety.
pub fn fit(outcomes: &Outcomes) -> Result<Model, FitError> {
    let totals = outcomes.totals();
    if outcomes.positions() < LEAST_POSITIONS {
        return Err(FitError::TooFew(outcomes.positions()));
    }
    if totals.contains(&0) {
        return Err(FitError::OneSided);
    }
    let cells = outcomes.sorted();
    let mut at: Vector = [200.0, 0.0, 0.0, 100.0, 0.0, 0.0];
    let mut here = Slope::at(&at, &cells).ok_or(FitError::Degenerate)?;
    for _ in 0..MAX_ITERATIONS {
        let step = solve(here.information, here.gradient).ok_or(FitError::Degenerate)?;
        let Some((next, slope)) = climb(&at, &step, here.likelihood, &cells) else {
            break; // no way up: this is the top
        };
        let gain = slope.likelihood - here.likelihood;
        (at, here) = (next, slope);
        if gain < 1e-9 * here.likelihood.abs() {
            break;
        }
    }
    Ok(model(&at))
}

/// How well a model foretells these outcomes; `step` is the width of the classes of scores.
pub fn judge(model: &Model, outcomes: &Outcomes, step: i32) -> Quality {
    let totals = outcomes.totals().map(|count| count as f64);
    let positions: f64 = totals.iter().sum();
    let known = totals.map(|total| total / positions.max(1.0));
    let (mut log_loss, mut baseline) = (0.0, 0.0);
    let mut classes: HashMap<i32, [[f64; 3]; 2]> = HashMap::new();
    for (material, score, counts) in outcomes.sorted() {
        let forecast = probabilities(&vector(model), material, score);
        let all: f64 = counts.iter().sum();
        let class = classes
            .entry((score / f64::from(step)).round() as i32)
            .or_default();
        for result in 0..3 {
            log_loss -= counts[result] * forecast[result].max(f64::MIN_POSITIVE).ln();
            baseline -= counts[result] * known[result].max(f64::MIN_POSITIVE).ln();
            class[0][result] += counts[result];
            class[1][result] += all * forecast[result];
        }
    }
    let mut classes: Vec<Class> = classes
        .into_iter()
        .map(|(number, [observed, foretold])| {
            let count: f64 = observed.iter().sum();
            Class {
                from: number * step - step / 2,
                to: number * step + (step - 1) / 2,
                positions: count as u64,
                observed: observed.map(|sum| sum / count),
                foretold: foretold.map(|sum| sum / count),
            }
        })
        .collect();
    classes.sort_by_key(|class| class.from);
    Quality {
        positions: positions as u64,
        log_loss: log_loss / positions.max(1.0),
        baseline: baseline / positions.max(1.0),
        classes,
    }
}

impl Class {
    /// By how many points a game the forecast differs from what happened.
    pub fn error(&self) -> f64 {
        let points = |[win, draw, _]: [f64; 3]| win + draw / 2.0;
        points(self.foretold) - points(self.observed)
    }
}

fn model(at: &Vector) -> Model {
    let [a0, a1, a2, b0, b1, b2] = *at;
    Model {
        a: [a0, a1, a2],
        b: [b0, b1, b2],
    }
}

fn vector(model: &Model) -> Vector {
    let ([a0, a1, a2], [b0, b1, b2]) = (model.a, model.b);
    [a0, a1, a2, b0, b1, b2]
}

fn probabilities(at: &Vector, material: i32, score: f64) -> [f64; 3] {
    let (a, b) = model(at).curve(material);
    let (win, loss) = (logistic((score - a) / b), logistic((-score - a) / b));
    [win, 1.0 - win - loss, loss]
}

/// The logarithm of the likelihood at a point, and which way it grows.
struct Slope {
    likelihood: f64,
    gradient: Vector,
    information: Matrix,
}

impl Slope {
    /// `None` where the model is not one of probabilities.
    fn at(at: &Vector, cells: &[(i32, f64, [f64; 3])]) -> Option<Slope> {
        let mut slope = Slope {
            likelihood: 0.0,
            gradient: [0.0; PARAMETERS],
            information: [[0.0; PARAMETERS]; PARAMETERS],
        };
        for &(material, score, counts) in cells {
            let (a, b) = model(at).curve(material);
            if !(a > 0.0 && b > 0.0) {
                return None;
            }
            slope.add(material, (score - a) / b, (-score - a) / b, b, &counts);
        }
        slope.likelihood.is_finite().then_some(slope)
    }

    /// Adds the positions of a cell; `up` and `down` are the arguments of the logistic function for
    /// a win and a loss.
    fn add(&mut self, material: i32, up: f64, down: f64, b: f64, counts: &[f64; 3]) {
        let (win, loss) = (logistic(up), logistic(down));
        let draw = 1.0 - win - loss;
        let (win_slope, loss_slope) = (win * (1.0 - win) / b, loss * (1.0 - loss) / b);
        // The derivatives of each probability by a and by b.
        let by_a = [-win_slope, win_slope + loss_slope, -loss_slope];
        let by_b = [
            -win_slope * up,
            win_slope * up + loss_slope * down,
            -loss_slope * down,
        ];
        let x = variable(material);
        let powers = [1.0, x, x * x];
        let all: f64 = counts.iter().sum();
        for (result, probability) in [win, draw, loss].into_iter().enumerate() {
            let probability = probability.max(1e-300);
            self.likelihood += counts[result] * probability.ln();
            let derivative: Vector = std::array::from_fn(|index| {
                let outer = if index < 3 { by_a } else { by_b };
                outer[result] * powers[index % 3]
            });
            for row in 0..PARAMETERS {
                self.gradient[row] += counts[result] * derivative[row] / probability;
                for column in 0..PARAMETERS {
                    self.information[row][column] +=
                        all * derivative[row] * derivative[column] / probability;
                }
            }
        }
    }
}

/// Goes along a step, or so small a part of it that the likelihood grows; `None` if it never does.
fn climb(
    from: &Vector,
    step: &Vector,
    likelihood: f64,
    cells: &[(i32, f64, [f64; 3])],
) -> Option<(Vector, Slope)> {
    (0..30).find_map(|halvings| {
        let part = 0.5_f64.powi(halvings);
        let next: Vector = std::array::from_fn(|index| from[index] + part * step[index]);
        let slope = Slope::at(&next, cells)?;
        (slope.likelihood > likelihood).then_some((next, slope))
    })
}

/// Solves a system of linear equations by elimination with pivots; `None` if it has no one answer.
fn solve(mut matrix: Matrix, mut right: Vector) -> Option<Vector> {
    for column in 0..PARAMETERS {
        let size = |row: &usize| matrix[*row][column].abs();
        let pivot = (column..PARAMETERS).max_by(|one, other| size(one).total_cmp(&size(other)))?;
        if size(&pivot) < 1e-12 {
            return None;
        }
        matrix.swap(column, pivot);
        right.swap(column, pivot);
        let (pivot_row, pivot_right) = (matrix[column], right[column]);
        for row in (0..PARAMETERS).filter(|&row| row != column) {
            let factor = matrix[row][column] / pivot_row[column];
            for (cell, above) in matrix[row].iter_mut().zip(pivot_row) {
                *cell -= factor * above;
            }
            right[row] -= factor * pivot_right;
        }
    }
    Some(std::array::from_fn(|index| {
        right[index] / matrix[index][index]
    }))
}

/// The model as it stands in the source of this program.
pub fn as_source(model: &Model) -> String {
    let list = |[c0, c1, c2]: [f64; 3]| format!("[{c0:.2}, {c1:.2}, {c2:.2}]");
    format!("    a: {},\n    b: {},", list(model.a), list(model.b))
}

/// The score, in internal centipawns, that a model tells as 100.
pub fn unit(model: &Model) -> f64 {
    model.curve(REFERENCE_MATERIAL).0
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{Rng, RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    const TRUTH: Model = Model {
        a: [210.0, 60.0, 40.0],
        b: [70.0, -20.0, 30.0],
    };

    /// Outcomes drawn from a known model.
    fn sample(count: usize) -> Outcomes {
        let mut rng = ChaCha8Rng::seed_from_u64(7);
        let mut outcomes = Outcomes::default();
        for _ in 0..count {
            let (material, score) = (rng.random_range(10..=78), rng.random_range(-600..=600));
            outcomes.add(score, material, draw(&mut rng, score, material));
        }
        outcomes
    }

    fn draw(rng: &mut impl Rng, score: i32, material: i32) -> u8 {
        let [win, _, loss] = TRUTH.probabilities(score, material);
        let lot: f64 = rng.random();
        match lot {
            lot if lot < win => 2,
            lot if lot < win + loss => 0,
            _ => 1,
        }
    }

    #[test]
    fn a_known_model_is_found_again() {
        let outcomes = sample(300_000);
        let found = fit(&outcomes).unwrap();
        for material in [15, 30, 60, 78] {
            let (truth, found) = (TRUTH.curve(material), found.curve(material));
            assert!(
                (truth.0 - found.0).abs() < 5.0,
                "{material}: {found:?}, not {truth:?}"
            );
            assert!(
                (truth.1 - found.1).abs() < 4.0,
                "{material}: {found:?}, not {truth:?}"
            );
        }
        let quality = judge(&found, &outcomes, 100);
        assert!(quality.log_loss < 0.8 * quality.baseline, "{quality:?}");
        assert!(quality.log_loss <= judge(&TRUTH, &outcomes, 100).log_loss);
        assert!(
            quality
                .classes
                .iter()
                .all(|class| class.error().abs() < 0.02)
        );
        assert_eq!(quality.positions, 300_000);
    }

    #[test]
    fn too_little_is_refused() {
        assert_eq!(fit(&Outcomes::default()).unwrap_err(), FitError::TooFew(0));
        let mut outcomes = Outcomes::default();
        (0..2000).for_each(|score| outcomes.add(score % 300, 40, 2));
        assert_eq!(fit(&outcomes).unwrap_err(), FitError::OneSided);
        (0..2000).for_each(|score| outcomes.add(score % 300, 40, (score % 2) as u8));
        assert_eq!(fit(&outcomes).unwrap_err(), FitError::Degenerate);
        outcomes.add(MAX_SCORE + 1, 40, 2);
        assert_eq!(outcomes.positions(), 4000);
    }
}
