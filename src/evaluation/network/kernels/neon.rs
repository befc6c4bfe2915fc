//! Kernels for 64-bit ARM processors: a block is four registers.

use super::Block;
use super::vectors::accumulator_kernels;
use crate::evaluation::network::format::QA;
use std::arch::aarch64::*;

type Vector = [int16x8_t; 4];

#[inline]
#[target_feature(enable = "neon")]
fn load(block: &Block) -> Vector {
    let lanes = block.0.as_ptr();
    // SAFETY: four times eight lanes are the whole block.
    unsafe {
        [
            vld1q_s16(lanes),
            vld1q_s16(lanes.add(8)),
            vld1q_s16(lanes.add(16)),
            vld1q_s16(lanes.add(24)),
        ]
    }
}

#[inline]
#[target_feature(enable = "neon")]
fn store(block: &mut Block, vector: Vector) {
    for (lanes, part) in block.0.as_chunks_mut::<8>().0.iter_mut().zip(vector) {
        // SAFETY: the chunk has the eight lanes of a register.
        unsafe { vst1q_s16(lanes.as_mut_ptr(), part) }
    }
}

#[inline]
#[target_feature(enable = "neon")]
fn add(mut a: Vector, b: Vector) -> Vector {
    for (a, b) in a.iter_mut().zip(b) {
        *a = vaddq_s16(*a, b);
    }
    a
}

#[inline]
#[target_feature(enable = "neon")]
fn sub(mut a: Vector, b: Vector) -> Vector {
    for (a, b) in a.iter_mut().zip(b) {
        *a = vsubq_s16(*a, b);
    }
    a
}

accumulator_kernels!("neon", 4);

#[target_feature(enable = "neon")]
pub(super) fn forward(own: &[Block], other: &[Block], weights: &[Block]) -> i64 {
    let (own_weights, other_weights) = weights.split_at(own.len());
    let mut sums = [vdupq_n_s32(0); 4];
    for (value, weight) in own.iter().zip(own_weights) {
        add_squares(&mut sums, load(value), load(weight));
    }
    for (value, weight) in other.iter().zip(other_weights) {
        add_squares(&mut sums, load(value), load(weight));
    }
    let mut total = 0;
    for sum in sums {
        total += vaddlvq_s32(sum);
    }
    total
}

/// Adds `clamp(value, 0, QA)² · weight`. Clipped values times weights fit in 16 bits, so only the
/// second multiplication widens. The sums have sixteen lanes, to spread the values over.
#[inline]
#[target_feature(enable = "neon")]
fn add_squares(sums: &mut [int32x4_t; 4], values: Vector, weights: Vector) {
    for (part, (value, weight)) in values.into_iter().zip(weights).enumerate() {
        let floor = vmaxq_s16(value, vdupq_n_s16(0));
        let clipped = vminq_s16(floor, vdupq_n_s16(QA as i16));
        let product = vmulq_s16(clipped, weight);
        let low = &mut sums[part % 2];
        *low = vmlal_s16(*low, vget_low_s16(product), vget_low_s16(clipped));
        let high = &mut sums[2 + part % 2];
        *high = vmlal_high_s16(*high, product, clipped);
    }
}
