//! From floating point to the integers of the network file, and back.

use super::lanes::Lanes;
use super::{Model, Shape};
use crate::evaluation::network::format::{FormatError, INPUTS, NetworkFile, QA, QB};

/// How far the quantised network can be from the floating-point one, in centipawns, while its
/// weights are within the training's limits and `sums` bounds the absolute values of the output
/// weights of a bucket added up: half a step of rounding in each of up to 33 terms of a sum, in the
/// output weights and in the result.
///
/// With `e` the error of an activation before it is squared, at most 33 / (2 · 255), the square is
/// wrong by at most 2e + e², and the sum over all neurons by that times the weights. On top comes
/// half a step, 1 / 128, for each weight whose activation is not zero. The bound is far larger than
/// what is seen: roundings mostly cancel out.
pub fn error_bound(model: &Model, bucket: usize) -> f64 {
    let activation = 33.0 / 2.0 / f64::from(QA);
    let square = 2.0 * activation + activation * activation;
    let weights: f64 = model
        .output(bucket)
        .map(|weight| f64::from(weight.abs()))
        .sum();
    let rounded = 2.0 * model.shape().neurons as f64 * 0.5 / f64::from(QB);
    let output = weights * square + rounded * (1.0 + square);
    output * f64::from(crate::evaluation::network::format::SCALE) + 2.0
}

impl Model {
    /// The network file of this network: every number times its scale, rounded to the nearest.
    ///
    /// # Errors
    /// If the description is too long, or a weight beyond what fits (training limits them).
    pub fn quantise(&self, description: &str) -> Result<NetworkFile, FormatError> {
        let shape = self.shape();
        let transformer =
            |feature: usize| self.row(feature).map(|weight| scaled(weight, QA) as i16);
        let output = |bucket: usize| self.output(bucket).map(|weight| scaled(weight, QB) as i16);
        let file = NetworkFile {
            neurons: shape.neurons,
            buckets: shape.buckets,
            description: description.to_owned(),
            transformer_weights: (0..INPUTS).flat_map(transformer).collect(),
            transformer_biases: transformer(INPUTS).collect(),
            output_weights: (0..shape.buckets).flat_map(output).collect(),
            output_biases: (0..shape.buckets)
                .map(|bucket| scaled(self.output_bias(bucket), QA * QB))
                .collect(),
        };
        file.encode()?;
        Ok(file)
    }
}

impl Model {
    /// The network of a file in floating point, to learn on.
    ///
    /// # Errors
    /// If its lists are not as long as its size says.
    pub fn of_file(file: &NetworkFile) -> Result<Model, FormatError> {
        file.encode()?;
        let shape = Shape {
            neurons: file.neurons,
            buckets: file.buckets,
        };
        let of = |numbers: &[i16], scale: i32| -> Vec<f32> {
            let numbers = numbers.iter();
            numbers.map(|&n| f32::from(n) / scale as f32).collect()
        };
        let mut numbers = of(&file.transformer_weights, QA);
        numbers.extend(of(&file.transformer_biases, QA));
        numbers.extend(of(&file.output_weights, QB));
        let biases = file.output_biases.iter();
        numbers.extend(biases.map(|&bias| bias as f32 / (QA * QB) as f32));
        let mut parameters = vec![Lanes::ZERO; shape.units()];
        let places = parameters.iter_mut().flat_map(|lanes| &mut lanes.0);
        for (place, number) in places.zip(numbers) {
            *place = number;
        }
        Ok(Model { shape, parameters })
    }
}

/// A number in steps of one over `scale`.
fn scaled(number: f32, scale: i32) -> i32 {
    (number * scale as f32).round() as i32
}
