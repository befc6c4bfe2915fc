//! Forward and backward through the network for a few positions at a time.

use super::features;
use super::kernels::{self, Level, Matrix, Runs};
use super::lanes::Lanes;
use super::model::{Model, Shape};
use crate::evaluation::network::format::{INPUTS, SCALE};
use crate::records::TrainingPosition;

/// So many positions are worked on together: their activations and a block of the transformer's
/// columns fit in a second-level cache of one megabyte, and each feature occurs often enough that
/// its row of the gradient is not fetched for little.
pub(super) const TILE: usize = 128;

/// What the loss of a batch depends on besides network and positions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Objective {
    /// The share of the game's result in the target; the rest is the score.
    pub(super) result_share: f32,
    /// The weight of each position in the gradient: one over their number.
    pub(super) weight: f32,
}

impl Objective {
    /// The probability that the network should have given, for the side to move.
    fn target(&self, position: &TrainingPosition) -> f32 {
        let result = f32::from(position.half_points()) / 2.0;
        let score = sigmoid(f32::from(position.score()) / SCALE as f32);
        self.result_share * result + (1.0 - self.result_share) * score
    }
}

pub(super) fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// Work space for the positions of a tile. A view is what one player sees of one position; views
/// are numbered two for each position, the side to move's first.
pub(super) struct Tile {
    shape: Shape,
    level: Level,
    /// The features of view after view.
    features: Vec<u16>,
    /// Where those of each view end.
    view_ends: Vec<u32>,
    /// The views in which feature after feature occurs; the last feature is the bias, in all.
    views: Vec<u16>,
    /// Where those of each feature end.
    feature_ends: Vec<u32>,
    /// The transformer's sums of view after view, then the slopes of the loss in them.
    sums: Vec<Lanes>,
    buckets: Vec<u8>,
    outputs: Vec<f32>,
}

impl Tile {
    pub(super) fn new(shape: Shape, level: Level) -> Tile {
        Tile {
            shape,
            level,
            features: Vec::new(),
            view_ends: Vec::new(),
            views: Vec::new(),
            feature_ends: Vec::new(),
            sums: Vec::new(),
            buckets: Vec::new(),
            outputs: Vec::new(),
        }
    }

    /// The network's outputs for at most [`TILE`] positions.
    pub(super) fn forward(&mut self, model: &Model, positions: &[TrainingPosition]) -> &[f32] {
        self.read(positions);
        let (shape, width) = (self.shape, self.shape.width());
        let transformer = &model.parameters[shape.transformer()];
        let biases = &transformer[INPUTS * width..];
        self.sums.clear();
        for _ in &self.view_ends {
            self.sums.extend_from_slice(biases);
        }
        let matrix = Matrix {
            cells: transformer,
            width,
        };
        let runs = Runs {
            rows: &self.features,
            ends: &self.view_ends,
        };
        kernels::sum_rows(self.level, matrix, runs, &mut self.sums);
        self.outputs.clear();
        for (sums, &bucket) in self.sums.chunks_exact(2 * width).zip(&self.buckets) {
            let bucket = usize::from(bucket);
            let weights = &model.parameters[shape.output(bucket)];
            let output = kernels::output(self.level, sums, weights);
            self.outputs.push(output + model.output_bias(bucket));
        }
        &self.outputs
    }

    /// The loss over at most [`TILE`] positions, summed up. Adds its slope in every parameter to
    /// the gradient.
    pub(super) fn learn(
        &mut self,
        model: &Model,
        positions: &[TrainingPosition],
        objective: Objective,
        gradient: &mut [Lanes],
    ) -> f64 {
        self.forward(model, positions);
        let loss = self.output_backward(model, positions, objective, gradient);
        self.sort_by_feature();
        let width = self.shape.width();
        let matrix = Matrix {
            cells: &self.sums,
            width,
        };
        let runs = Runs {
            rows: &self.views,
            ends: &self.feature_ends,
        };
        let gradient = &mut gradient[self.shape.transformer()];
        kernels::sum_rows(self.level, matrix, runs, gradient);
        loss
    }

    /// The loss over at most [`TILE`] positions, summed up.
    pub(super) fn loss(
        &mut self,
        model: &Model,
        positions: &[TrainingPosition],
        objective: Objective,
    ) -> f64 {
        let outputs = self.forward(model, positions);
        let losses = outputs.iter().zip(positions).map(|(&output, position)| {
            let difference = sigmoid(output) - objective.target(position);
            f64::from(difference * difference)
        });
        losses.sum()
    }

    /// Lists the features of all positions.
    fn read(&mut self, positions: &[TrainingPosition]) {
        debug_assert!(positions.len() <= TILE);
        self.features.clear();
        self.view_ends.clear();
        self.buckets.clear();
        for position in positions {
            for features in features::both(position) {
                self.features.extend(features);
                self.view_ends.push(self.features.len() as u32);
            }
            self.buckets.push(self.shape.bucket(position) as u8);
        }
    }

    /// Back through the output layer: the sums become slopes.
    fn output_backward(
        &mut self,
        model: &Model,
        positions: &[TrainingPosition],
        objective: Objective,
        gradient: &mut [Lanes],
    ) -> f64 {
        let width = self.shape.width();
        let mut loss = 0.0;
        for (index, sums) in self.sums.chunks_exact_mut(2 * width).enumerate() {
            let probability = sigmoid(self.outputs[index]);
            let difference = probability - objective.target(&positions[index]);
            loss += f64::from(difference * difference);
            let slope = 2.0 * difference * probability * (1.0 - probability) * objective.weight;
            let bucket = usize::from(self.buckets[index]);
            gradient[self.shape.biases()].0[bucket] += slope;
            let range = self.shape.output(bucket);
            let weights = &model.parameters[range.clone()];
            kernels::output_slopes(self.level, slope, sums, weights, &mut gradient[range]);
        }
        loss
    }

    /// Lists for each feature the views in which it occurs: a counting sort.
    fn sort_by_feature(&mut self) {
        let views = self.view_ends.len();
        let ends = &mut self.feature_ends;
        ends.clear();
        ends.resize(INPUTS + 1, 0);
        for &feature in &self.features {
            ends[usize::from(feature) + 1] += 1;
        }
        for feature in 0..INPUTS {
            ends[feature + 1] += ends[feature];
        }
        // Filling each list moves its beginning to its end.
        self.views.clear();
        self.views.resize(self.features.len() + views, 0);
        let mut start = 0;
        for (view, &end) in self.view_ends.iter().enumerate() {
            for &feature in &self.features[start..end as usize] {
                let place = &mut ends[usize::from(feature)];
                self.views[*place as usize] = view as u16;
                *place += 1;
            }
            start = end as usize;
        }
        for view in 0..views {
            self.views[self.features.len() + view] = view as u16;
        }
        ends[INPUTS] = self.views.len() as u32;
    }
}
