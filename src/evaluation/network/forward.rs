//! From two accumulators to the score.

use super::Network;
use super::features::output_bucket;
use super::format::{QA, QB, SCALE};
use super::kernels::{Backend, Block};

/// The score in internal centipawns for the player whose accumulator is `own`, on a board with
/// this many pieces.
#[inline]
pub(super) fn score(
    network: &Network,
    backend: Backend,
    own: &[Block],
    other: &[Block],
    pieces: usize,
) -> i32 {
    let bucket = output_bucket(pieces, network.buckets());
    let weights = 2 * network.blocks();
    let weights = &network.output_weights[bucket * weights..][..weights];
    let sum = backend.forward(own, other, weights);
    rescale(sum, network.output_biases[bucket])
}

/// Squares carry [`QA`] twice, of which one is divided away before the bias comes in. Both
/// divisions round towards zero, so a network with its output negated gives the negated score.
#[inline]
fn rescale(sum: i64, bias: i32) -> i32 {
    let output = sum / i64::from(QA) + i64::from(bias);
    let score = output * i64::from(SCALE) / i64::from(QA * QB);
    score as i32 // the largest possible output makes 54 millions
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::network::format::{MAX_NEURONS, MAX_OUTPUT_WEIGHT};

    #[test]
    fn one_is_the_scale_and_rounding_is_towards_zero() {
        assert_eq!(rescale(i64::from(QA * QA * QB), 0), SCALE);
        assert_eq!(rescale(0, -QA * QB), -SCALE);
        assert_eq!(rescale(254, 0), 0);
        for (sum, bias) in [(1_000_001, 77), (77, 1_000_001), (123_456_789, -3)] {
            assert_eq!(rescale(-sum, -bias), -rescale(sum, bias));
        }
    }

    #[test]
    fn the_largest_sum_and_bias_do_not_wrap() {
        let square = i64::from(QA * QA);
        let sum = 2 * MAX_NEURONS as i64 * square * i64::from(MAX_OUTPUT_WEIGHT);
        let largest = rescale(sum, i32::MAX);
        assert!(largest > 50_000_000 && rescale(-sum, -i32::MAX) == -largest);
    }
}
