//! The neural network: from the pieces on the board to a score.
//!
//! An efficiently updatable network (NNUE; Yu Nasu, "Efficiently Updatable Neural-Network-based
//! Evaluation Functions for Computer Shogi", 2018) with one hidden layer:
//!
//! 1. [`features`]: for each player, the 768 facts "this piece stands there" as he sees the board.
//! 2. The feature transformer: each player's accumulator is a bias and the weights of his features,
//!    summed. A move changes two to four features, so an accumulator follows from the one before.
//! 3. The activation SCReLU, `clamp(x, 0, 1)²`, of both accumulators, the side to move's first.
//! 4. One output, with weights of its own for each output bucket (how many pieces are left).
//!
//! [`Network`] holds the weights, read from a file ([`format`](mod@format)) and shared between threads;
//! [`Evaluator`] is what each thread has of its own and keeps the accumulators along a line of
//! moves. The arithmetic is in whole numbers and the same on every [`Backend`], bit for bit.

mod accumulator;
mod evaluator;
pub mod features;
pub mod format;
mod forward;
mod kernels;
mod refresh;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod twin;

pub use evaluator::Evaluator;
pub use format::{FormatError, LoadError, NetworkFile};
pub use kernels::Backend;

use crate::position::Board;
use crate::types::Color;
use features::Perspective;
use kernels::Block;
use once_cell::sync::Lazy;
use refresh::RefreshCache;
use std::path::Path;
use std::sync::Arc;

/// The weights of a network, laid out for the kernels. Share it between threads by `Arc`.
pub struct Network {
    description: String,
    neurons: usize,
    /// A row for each feature.
    transformer_weights: Box<[Block]>,
    transformer_biases: Box<[Block]>,
    /// For each bucket the weights for the side to move, then those for the opponent.
    output_weights: Box<[Block]>,
    output_biases: Box<[i32]>,
}

/// The file of the network that is part of the program, chosen by `assets/build.rs`; the history of the
/// usual one is told in `assets/README.md`.
pub const EMBEDDED_FILE: &[u8] = include_bytes!(env!("VEZER_NETWORK"));

static EMBEDDED: Lazy<Arc<Network>> = Lazy::new(|| {
    let network = Network::decode(EMBEDDED_FILE);
    Arc::new(network.expect("the embedded network is a usable one"))
});

impl Network {
    /// The network that is part of the program.
    pub fn embedded() -> Arc<Network> {
        Arc::clone(&EMBEDDED)
    }

    /// The network in the bytes of a network file.
    ///
    /// # Errors
    ///
    /// The first fault of a file that is no usable network.
    pub fn decode(bytes: &[u8]) -> Result<Network, FormatError> {
        NetworkFile::decode(bytes).map(Network::laid_out)
    }

    /// The network in a file.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or is no usable network.
    pub fn load(path: &Path) -> Result<Network, LoadError> {
        NetworkFile::load(path).map(Network::laid_out)
    }

    /// The network with these weights.
    ///
    /// # Errors
    ///
    /// The weights do not fit the shape, or are so large that a sum could overflow.
    pub fn new(file: NetworkFile) -> Result<Network, FormatError> {
        file.validate()?;
        Ok(Network::laid_out(file))
    }

    /// Only for what has been validated: the kernels rely on it that no sum overflows.
    fn laid_out(file: NetworkFile) -> Network {
        Network {
            neurons: file.neurons,
            transformer_weights: Block::collect(&file.transformer_weights),
            transformer_biases: Block::collect(&file.transformer_biases),
            output_weights: Block::collect(&file.output_weights),
            output_biases: file.output_biases.into(),
            description: file.description,
        }
    }

    /// What network this is, for people.
    pub fn description(&self) -> &str {
        &self.description
    }

    /// The hidden neurons of each perspective.
    pub fn neurons(&self) -> usize {
        self.neurons
    }

    /// The output buckets.
    pub fn buckets(&self) -> usize {
        self.output_biases.len()
    }

    /// The output for any board, from scratch, for this player to move, in internal centipawns.
    pub fn evaluate_board(&self, board: &Board, side: Color) -> i32 {
        let backend = Backend::detect();
        let mut cache = RefreshCache::new(self);
        let mut accumulator = |color| {
            let mut sum = vec![Block::ZERO; self.blocks()];
            let perspective = Perspective::of(board, color);
            cache.refresh(self, backend, board, perspective, &mut sum);
            sum
        };
        let (own, other) = (accumulator(side), accumulator(!side));
        let pieces = board.occupied().count() as usize;
        forward::score(self, backend, &own, &other, pieces)
    }

    /// The blocks of one accumulator.
    #[inline]
    fn blocks(&self) -> usize {
        self.transformer_biases.len()
    }

    /// The weights of a feature.
    #[inline]
    fn row(&self, feature: usize) -> &[Block] {
        let blocks = self.blocks();
        &self.transformer_weights[feature * blocks..][..blocks]
    }
}
