use super::{Model, Shape, TrainingError};
use crate::evaluation::network::format::{MAX_OUTPUT_WEIGHT, MAX_TRANSFORMER_WEIGHT, QA, QB};
use serde::{Deserialize, Serialize};
use std::f64::consts::PI;

/// Everything that, with the data, decides what network comes out.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Settings {
    /// The size of the network.
    pub shape: Shape,
    /// How often every position is seen.
    pub epochs: u64,
    /// The positions in a batch.
    pub batch: usize,
    /// The learning rate at its peak, after the warm-up.
    pub peak_rate: f64,
    /// The learning rate at the end.
    pub final_rate: f64,
    /// The share of all steps in which the rate rises to its peak.
    pub warm_up: f64,
    /// The share of the game's result in what is learnt, at the beginning; the rest is the score.
    pub initial_result_share: f64,
    /// The same at the end; between, it changes evenly.
    pub final_result_share: f64,
    /// The decay of the weights (AdamW), times the learning rate in each step.
    pub decay: f64,
    /// No weight grows beyond this: what still fits when the network is quantised.
    pub limit: f64,
    /// The share of games held out.
    pub held_out: f64,
    /// The seed of the first weights and of the order of positions.
    pub seed: u64,
    /// The parts into which a batch is divided to be worked on at the same time. More than the
    /// threads only costs time; the network does not depend on the number of threads but on this,
    /// because it decides in which order gradients are added up.
    pub parts: usize,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            shape: Shape {
                neurons: 256,
                buckets: 1,
            },
            epochs: 40,
            batch: 16_384,
            peak_rate: 1e-3,
            final_rate: 1e-5,
            warm_up: 0.02,
            initial_result_share: 0.5,
            final_result_share: 0.5,
            decay: 0.01,
            limit: 1.98,
            held_out: 0.01,
            seed: 1,
            parts: 8,
        }
    }
}

impl Settings {
    /// Whether a network can be trained with these settings.
    ///
    /// # Errors
    /// The first setting that is out of range.
    pub fn check(&self) -> Result<(), TrainingError> {
        let Shape { neurons, buckets } = self.shape;
        if !self.shape.is_possible() {
            return Err(TrainingError::Shape { neurons, buckets });
        }
        // The weights of all 32 pieces and a bias must fit in an i16 after quantisation.
        let limit = f64::from(MAX_TRANSFORMER_WEIGHT) / f64::from(QA);
        let limit = limit.min(f64::from(MAX_OUTPUT_WEIGHT) / f64::from(QB));
        let share = |value: f64| (0.0..=1.0).contains(&value);
        let rate = |value: f64| value > 0.0 && value < 1.0;
        let faults = [
            (
                "the number of epochs",
                self.epochs as f64,
                self.epochs > 0,
                "at least 1",
            ),
            ("the batch", self.batch as f64, self.batch > 0, "at least 1"),
            (
                "the number of parts",
                self.parts as f64,
                (1..=1024).contains(&self.parts),
                "1 to 1024",
            ),
            (
                "the peak rate",
                self.peak_rate,
                rate(self.peak_rate),
                "above 0 and below 1",
            ),
            (
                "the final rate",
                self.final_rate,
                rate(self.final_rate),
                "above 0 and below 1",
            ),
            ("the warm-up", self.warm_up, share(self.warm_up), "0 to 1"),
            (
                "the first result share",
                self.initial_result_share,
                share(self.initial_result_share),
                "0 to 1",
            ),
            (
                "the last result share",
                self.final_result_share,
                share(self.final_result_share),
                "0 to 1",
            ),
            (
                "the share held out",
                self.held_out,
                (0.0..1.0).contains(&self.held_out),
                "0 or more and below 1",
            ),
            ("the decay", self.decay, share(self.decay), "0 to 1"),
            (
                "the limit of the weights",
                self.limit,
                self.limit > 0.0 && self.limit <= limit,
                "above 0 and at most 2",
            ),
        ];
        match faults.into_iter().find(|fault| !fault.2) {
            Some((name, value, _, range)) => Err(TrainingError::Setting { name, value, range }),
            None => Ok(()),
        }
    }

    /// Whether training can begin with this network.
    ///
    /// # Errors
    /// If it has more neurons, or another number of output buckets.
    pub fn check_start(&self, model: &Model) -> Result<(), TrainingError> {
        let Shape { neurons, buckets } = model.shape();
        match buckets == self.shape.buckets && neurons <= self.shape.neurons {
            true => Ok(()),
            false => Err(TrainingError::OtherShape { neurons, buckets }),
        }
    }

    /// The learning rate at a point between the beginning (0) and the end (1): it rises evenly,
    /// then falls like a cosine (Loshchilov and Hutter, "SGDR", 2017).
    pub fn rate(&self, progress: f64) -> f64 {
        if progress < self.warm_up {
            return self.peak_rate * progress / self.warm_up;
        }
        let falling = (progress - self.warm_up) / (1.0 - self.warm_up).max(f64::EPSILON);
        let height = (1.0 + (PI * falling.min(1.0)).cos()) / 2.0;
        self.final_rate + (self.peak_rate - self.final_rate) * height
    }

    /// The share of the result in what is learnt at a point between the beginning and the end.
    pub fn result_share(&self, progress: f64) -> f64 {
        let change = self.final_result_share - self.initial_result_share;
        self.initial_result_share + change * progress
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn schedules_begin_and_end_where_they_should() {
        let settings = Settings {
            initial_result_share: 0.2,
            final_result_share: 0.6,
            ..Settings::default()
        };
        let close = |a: f64, b: f64| assert!((a - b).abs() < 1e-12, "{a} {b}");
        close(settings.rate(0.01), 0.5e-3);
        close(settings.rate(0.02), 1e-3);
        close(settings.rate(0.51), (1e-3 + 1e-5) / 2.0);
        close(settings.rate(1.0), 1e-5);
        close(settings.result_share(0.25), 0.3);
    }
}
