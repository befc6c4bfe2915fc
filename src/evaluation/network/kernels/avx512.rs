//! Kernels for x86-64 processors with AVX-512 and VNNI: a block is one register.

use super::Block;
use super::vectors::accumulator_kernels;
use crate::evaluation::network::format::QA;
use std::arch::x86_64::*;

#[inline]
#[target_feature(enable = "avx512f")]
fn load(block: &Block) -> __m512i {
    // SAFETY: a block has 64 bytes and is aligned to as many.
    unsafe { _mm512_load_si512(block.0.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn store(block: &mut Block, vector: __m512i) {
    // SAFETY: a block has 64 bytes and is aligned to as many.
    unsafe { _mm512_store_si512(block.0.as_mut_ptr().cast(), vector) }
}

#[inline]
#[target_feature(enable = "avx512bw")]
fn add(a: __m512i, b: __m512i) -> __m512i {
    _mm512_add_epi16(a, b)
}

#[inline]
#[target_feature(enable = "avx512bw")]
fn sub(a: __m512i, b: __m512i) -> __m512i {
    _mm512_sub_epi16(a, b)
}

accumulator_kernels!("avx512f,avx512bw", 8);

#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
pub(super) fn forward(own: &[Block], other: &[Block], weights: &[Block]) -> i64 {
    let (own_weights, other_weights) = weights.split_at(own.len());
    let mut sums = [_mm512_setzero_si512(); 2];
    for (value, weight) in own.iter().zip(own_weights) {
        sums[0] = add_squares(sums[0], load(value), load(weight));
    }
    for (value, weight) in other.iter().zip(other_weights) {
        sums[1] = add_squares(sums[1], load(value), load(weight));
    }
    let lanes = _mm512_add_epi32(sums[0], sums[1]);
    let low = _mm512_cvtepi32_epi64(_mm512_castsi512_si256(lanes));
    let high = _mm512_cvtepi32_epi64(_mm512_extracti64x4_epi64(lanes, 1));
    _mm512_reduce_add_epi64(_mm512_add_epi64(low, high))
}

/// Adds `clamp(value, 0, QA)² · weight`, neighbours summed. Clipped values times weights fit in 16
/// bits, so the second multiplication can widen and add, all in one instruction.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
fn add_squares(sum: __m512i, value: __m512i, weight: __m512i) -> __m512i {
    let floor = _mm512_max_epi16(value, _mm512_setzero_si512());
    let clipped = _mm512_min_epi16(floor, _mm512_set1_epi16(QA as i16));
    _mm512_dpwssd_epi32(sum, _mm512_mullo_epi16(clipped, weight), clipped)
}
