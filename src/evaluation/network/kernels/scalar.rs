//! Plain loops, for processors without anything better.

use super::Block;
use crate::evaluation::network::format::QA;

pub(super) fn fused<const ADDED: usize, const REMOVED: usize>(
    into: &mut [Block],
    from: &[Block],
    added: [&[Block]; ADDED],
    removed: [&[Block]; REMOVED],
) {
    into.copy_from_slice(from);
    add_rows(into, &added);
    subtract_rows(into, &removed);
}

pub(super) fn refresh(
    sum: &mut [Block],
    into: &mut [Block],
    added: &[&[Block]],
    removed: &[&[Block]],
) {
    add_rows(sum, added);
    subtract_rows(sum, removed);
    into.copy_from_slice(sum);
}

pub(super) fn forward(own: &[Block], other: &[Block], weights: &[Block]) -> i64 {
    let (own_weights, other_weights) = weights.split_at(own.len());
    dot(own, own_weights) + dot(other, other_weights)
}

// Between additions and subtractions a sum can leave the range of i16; in the end it is back.
fn add_rows(sum: &mut [Block], rows: &[&[Block]]) {
    for row in rows {
        for (sum, weights) in sum.iter_mut().zip(*row) {
            for (lane, weight) in sum.0.iter_mut().zip(weights.0) {
                *lane = lane.wrapping_add(weight);
            }
        }
    }
}

fn subtract_rows(sum: &mut [Block], rows: &[&[Block]]) {
    for row in rows {
        for (sum, weights) in sum.iter_mut().zip(*row) {
            for (lane, weight) in sum.0.iter_mut().zip(weights.0) {
                *lane = lane.wrapping_sub(weight);
            }
        }
    }
}

fn dot(half: &[Block], weights: &[Block]) -> i64 {
    let mut total = 0;
    for (values, weights) in half.iter().zip(weights) {
        let mut sum = 0;
        for (value, weight) in values.0.iter().zip(weights.0) {
            let clipped = i32::from(*value).clamp(0, QA);
            sum += clipped * clipped * i32::from(weight);
        }
        total += i64::from(sum);
    }
    total
}
