//! The slow twin: the definition of the score, from scratch in plain loops over the squares.

use super::format::{NetworkFile, QA, QB, SCALE};
use crate::position::Position;
use crate::types::{Color, File, Square};

/// The score of a position for the side to move.
pub(super) fn evaluate(file: &NetworkFile, position: &Position) -> i32 {
    let us = position.side_to_move();
    let pieces = Square::all()
        .filter(|&square| position.piece_on(square).is_some())
        .count();
    let bucket = (pieces - 2) * file.buckets / 32;
    let mut inputs = accumulator(file, position, us);
    inputs.extend(accumulator(file, position, !us));
    let sum: i64 = (0..2 * file.neurons)
        .map(|index| {
            let weight = i64::from(file.output_weights[bucket * 2 * file.neurons + index]);
            i64::from(inputs[index].clamp(0, QA)).pow(2) * weight
        })
        .sum();
    let output = sum / i64::from(QA) + i64::from(file.output_biases[bucket]);
    (output * i64::from(SCALE) / i64::from(QA * QB)) as i32
}

/// What a player's hidden neurons sum up.
fn accumulator(file: &NetworkFile, position: &Position, color: Color) -> Vec<i32> {
    let mut sums: Vec<i32> = file
        .transformer_biases
        .iter()
        .copied()
        .map(i32::from)
        .collect();
    let mirrored = position.king(color).file() >= File::E;
    for square in Square::all() {
        let Some(piece) = position.piece_on(square) else {
            continue;
        };
        let mut seen = square;
        if color == Color::Black {
            seen = seen.flip_rank();
        }
        if mirrored {
            seen = seen.flip_file();
        }
        let owner = usize::from(piece.color != color);
        let feature = (owner * 6 + piece.kind.index()) * 64 + seen.index();
        for (index, sum) in sums.iter_mut().enumerate() {
            *sum += i32::from(file.transformer_weights[feature * file.neurons + index]);
        }
    }
    sums
}
