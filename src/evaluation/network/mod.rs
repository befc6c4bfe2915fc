//! The neural network: from the pieces on the board to a score.

pub mod features;
pub mod format;
