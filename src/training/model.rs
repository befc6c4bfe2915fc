use super::lanes::{Lanes, flat};
use crate::evaluation::network::features::output_bucket;
use crate::evaluation::network::format::{INPUTS, LANES, MAX_BUCKETS, MAX_NEURONS};
use crate::records::TrainingPosition;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// The size of a network.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Shape {
    /// The hidden neurons of each perspective, a multiple of 32.
    pub neurons: usize,
    /// The output buckets, 1 to 8.
    pub buckets: usize,
}

impl Shape {
    /// Whether the engine can evaluate a network of this size.
    pub fn is_possible(self) -> bool {
        (LANES..=MAX_NEURONS).contains(&self.neurons)
            && self.neurons.is_multiple_of(LANES)
            && (1..=MAX_BUCKETS).contains(&self.buckets)
    }

    /// The units of one row of the transformer.
    pub(super) fn width(self) -> usize {
        self.neurons / Lanes::WIDTH
    }

    /// Where the rows of the transformer lie among the parameters: one for each feature, and last
    /// the biases, which are the row of a feature that is always there.
    pub(super) fn transformer(self) -> Range<usize> {
        0..(INPUTS + 1) * self.width()
    }

    /// Where the output weights of a bucket lie, the side to move's half first.
    pub(super) fn output(self, bucket: usize) -> Range<usize> {
        let start = self.transformer().end + bucket * 2 * self.width();
        start..start + 2 * self.width()
    }

    /// Where the unit lies in which the output biases stand.
    pub(super) fn biases(self) -> usize {
        self.output(self.buckets).start
    }

    /// The units of all parameters.
    pub(super) fn units(self) -> usize {
        self.biases() + 1
    }

    /// The number of parameters.
    pub fn parameters(self) -> usize {
        (INPUTS + 1) * self.neurons + self.buckets * (2 * self.neurons + 1)
    }

    /// The output bucket of a position.
    #[inline]
    pub(super) fn bucket(self, position: &TrainingPosition) -> usize {
        output_bucket(position.piece_count(), self.buckets)
    }
}

/// A network in floating point.
#[derive(Clone, PartialEq, Debug)]
pub struct Model {
    pub(super) shape: Shape,
    /// Transformer, output weights and output biases, as [`Shape`] places them.
    pub(super) parameters: Vec<Lanes>,
}

impl Model {
    /// A network that has learnt nothing: small random weights.
    pub fn random(shape: Shape, seed: u64) -> Model {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut parameters = vec![Lanes::ZERO; shape.units()];
        let mut fill = |range: Range<usize>, reach: f32| {
            for number in parameters[range].iter_mut().flat_map(|lanes| &mut lanes.0) {
                *number = reach * random.random_range(-1.0..1.0);
            }
        };
        fill(shape.transformer(), TRANSFORMER_REACH);
        let reach = 1.0 / (2.0 * shape.neurons as f32).sqrt();
        fill(shape.output(0).start..shape.biases(), reach);
        Model { shape, parameters }
    }

    /// The same network with more neurons, which are random and count for nothing yet, so that it
    /// evaluates everything as before; itself if it has as many already.
    ///
    /// Source: Chen, Goodfellow and Shlens, "Net2Net: accelerating learning via knowledge transfer"
    /// (2016), on networks that grow without forgetting.
    pub(super) fn widened(self, neurons: usize, seed: u64) -> Model {
        let (from, shape) = (
            self.shape,
            Shape {
                neurons,
                ..self.shape
            },
        );
        let mut wider = Model::random(shape, seed);
        let outputs = shape.output(0).start..shape.biases();
        wider.parameters[outputs].fill(Lanes::ZERO);
        let old = self.parameters[..from.biases()].chunks_exact(from.width());
        let new = wider.parameters[..shape.biases()].chunks_exact_mut(shape.width());
        for (new, old) in new.zip(old) {
            new[..from.width()].copy_from_slice(old);
        }
        wider.parameters[shape.biases()] = self.parameters[from.biases()];
        wider
    }

    /// The size of the network.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The row of a feature, and after all features the biases.
    pub(super) fn row(&self, feature: usize) -> impl Iterator<Item = f32> {
        let width = self.shape.width();
        flat(&self.parameters[feature * width..(feature + 1) * width])
    }

    /// The output weights of a bucket.
    pub(super) fn output(&self, bucket: usize) -> impl Iterator<Item = f32> {
        flat(&self.parameters[self.shape.output(bucket)])
    }

    /// The output bias of a bucket.
    pub(super) fn output_bias(&self, bucket: usize) -> f32 {
        self.parameters[self.shape.biases()].0[bucket]
    }

    /// The output for a position, in units of [`SCALE`](crate::evaluation::network::format::SCALE)
    /// centipawns for the side to move. Plain and slow, in double precision: what the fast path is
    /// held against.
    pub fn evaluate(&self, position: &TrainingPosition) -> f64 {
        let bucket = self.shape.bucket(position);
        let mut weights = self.output(bucket);
        let mut output = f64::from(self.output_bias(bucket));
        for features in super::features::both(position) {
            let mut sums: Vec<f64> = self.row(INPUTS).map(f64::from).collect();
            for feature in features {
                for (sum, weight) in sums.iter_mut().zip(self.row(feature.into())) {
                    *sum += f64::from(weight);
                }
            }
            for (sum, weight) in sums.iter().zip(weights.by_ref()) {
                output += sum.clamp(0.0, 1.0).powi(2) * f64::from(weight);
            }
        }
        output
    }
}

/// How far the first weights and biases of the transformer reach from zero. Larger ones (0.1 and
/// more) and biases above zero left a markedly higher loss after the same number of steps.
const TRANSFORMER_REACH: f32 = 0.05;
