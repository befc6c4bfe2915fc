//! Training of networks on ordinary processors.
//!
//! The network is that of `evaluation::network`: 768 features seen by each player → N neurons,
//! shared by both views → squared clipped activation → one output for each class of piece counts.
//! It learns to predict the winner: the squared difference between `sigmoid(output)` and a blend
//! of the game's result and the score that a search gave, by AdamW over shuffled batches.
//!
//! How it gets fast: at most 32 of the 768 features of a view are present, so the first layer adds
//! up rows of a matrix instead of multiplying. Backward is the same operation with the roles
//! exchanged, after the views have been sorted by feature (file `tile`); so all the work is in one
//! kernel that keeps its sums in registers (file `kernels`).
//!
//! The outcome depends on the data and the [`Settings`] alone, not on the number of threads: a
//! batch is cut into a fixed number of parts, whose gradients are added up in order.

mod checkpoint;
mod dataset;
mod features;
mod kernels;
mod lanes;
mod loss_curve;
mod model;
mod permutation;
mod quantise;
mod settings;
#[cfg(test)]
mod tests;
mod tile;
mod trainer;

pub use checkpoint::{Checkpoint, CheckpointError};
pub use dataset::{Dataset, DatasetError};
pub use loss_curve::draw_loss_curve;
pub use model::{Model, Shape};
pub use quantise::error_bound;
pub use settings::Settings;
pub use trainer::{LossPoint, Trainer};

/// Why training cannot begin.
#[derive(Debug, thiserror::Error)]
pub enum TrainingError {
    /// The network would be of a size that the engine cannot evaluate.
    #[error(
        "{neurons} neurons and {buckets} output buckets are not possible: neurons must be a \
             multiple of 32 up to 1024, buckets 1 to 8"
    )]
    Shape {
        /// Hidden neurons of each perspective.
        neurons: usize,
        /// Output buckets.
        buckets: usize,
    },
    /// A setting is out of its range.
    #[error("{name} is {value}, but must be {range}")]
    Setting {
        /// Which.
        name: &'static str,
        /// Its value.
        value: f64,
        /// The possible values in words.
        range: &'static str,
    },
    /// The checkpoint was made with other data.
    #[error(
        "the checkpoint belongs to other data (other files, another order, or another share \
             held out)"
    )]
    OtherData,
    /// The network to start from does not fit into the size asked for.
    #[error(
        "the network to start from has {neurons} neurons and {buckets} output buckets: ask for as \
         many buckets, and no fewer neurons"
    )]
    OtherShape {
        /// Its hidden neurons of each perspective.
        neurons: usize,
        /// Its output buckets.
        buckets: usize,
    },
    /// The system gives no threads.
    #[error("cannot start threads: {0}")]
    Threads(rayon::ThreadPoolBuildError),
}
