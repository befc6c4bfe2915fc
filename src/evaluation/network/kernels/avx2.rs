//! Kernels for x86-64 processors with AVX2: a block is two registers.

use super::Block;
use super::vectors::accumulator_kernels;
use crate::evaluation::network::format::{LANES, QA};
use std::arch::x86_64::*;

type Vector = [__m256i; 2];

const HALF: usize = LANES / 2;

#[inline]
#[target_feature(enable = "avx2")]
fn load(block: &Block) -> Vector {
    let lanes = block.0.as_ptr();
    // SAFETY: both halves lie in the block, which is aligned to 64 bytes.
    unsafe {
        [
            _mm256_load_si256(lanes.cast()),
            _mm256_load_si256(lanes.add(HALF).cast()),
        ]
    }
}

#[inline]
#[target_feature(enable = "avx2")]
fn store(block: &mut Block, [low, high]: Vector) {
    let lanes = block.0.as_mut_ptr();
    // SAFETY: both halves lie in the block, which is aligned to 64 bytes.
    unsafe {
        _mm256_store_si256(lanes.cast(), low);
        _mm256_store_si256(lanes.add(HALF).cast(), high);
    }
}

#[inline]
#[target_feature(enable = "avx2")]
fn add(a: Vector, b: Vector) -> Vector {
    [_mm256_add_epi16(a[0], b[0]), _mm256_add_epi16(a[1], b[1])]
}

#[inline]
#[target_feature(enable = "avx2")]
fn sub(a: Vector, b: Vector) -> Vector {
    [_mm256_sub_epi16(a[0], b[0]), _mm256_sub_epi16(a[1], b[1])]
}

accumulator_kernels!("avx2", 4);

#[target_feature(enable = "avx2")]
pub(super) fn forward(own: &[Block], other: &[Block], weights: &[Block]) -> i64 {
    let (own_weights, other_weights) = weights.split_at(own.len());
    let mut sums = [_mm256_setzero_si256(); 4];
    for (value, weight) in own.iter().zip(own_weights) {
        let [low, high] = squares(load(value), load(weight));
        sums[0] = _mm256_add_epi32(sums[0], low);
        sums[1] = _mm256_add_epi32(sums[1], high);
    }
    for (value, weight) in other.iter().zip(other_weights) {
        let [low, high] = squares(load(value), load(weight));
        sums[2] = _mm256_add_epi32(sums[2], low);
        sums[3] = _mm256_add_epi32(sums[3], high);
    }
    let own = _mm256_add_epi32(sums[0], sums[1]);
    let other = _mm256_add_epi32(sums[2], sums[3]);
    total(_mm256_add_epi32(own, other))
}

/// `clamp(value, 0, QA)² · weight`, neighbours summed. Clipped values times weights fit in 16 bits,
/// so the second multiplication can widen and add.
#[inline]
#[target_feature(enable = "avx2")]
fn squares(values: Vector, weights: Vector) -> Vector {
    let mut sums = values;
    for (sum, weight) in sums.iter_mut().zip(weights) {
        let floor = _mm256_max_epi16(*sum, _mm256_setzero_si256());
        let clipped = _mm256_min_epi16(floor, _mm256_set1_epi16(QA as i16));
        *sum = _mm256_madd_epi16(_mm256_mullo_epi16(clipped, weight), clipped);
    }
    sums
}

/// The sum of the eight lanes.
#[inline]
#[target_feature(enable = "avx2")]
fn total(lanes: __m256i) -> i64 {
    let low = _mm256_cvtepi32_epi64(_mm256_castsi256_si128(lanes));
    let high = _mm256_cvtepi32_epi64(_mm256_extracti128_si256(lanes, 1));
    let four = _mm256_add_epi64(low, high);
    let two = _mm_add_epi64(
        _mm256_castsi256_si128(four),
        _mm256_extracti128_si256(four, 1),
    );
    _mm_cvtsi128_si64(two) + _mm_extract_epi64(two, 1)
}
