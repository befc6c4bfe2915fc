//! Magic numbers: the search that found them, and their values.
//!
//! A magic multiplies the relevant occupancy of a square so that its top bits index a table of
//! attack sets without a harmful collision (Pradyumna Kannan, "Magic Move-Bitboard Generation in
//! Computer Chess", 2007; <https://www.chessprogramming.org/Magic_Bitboards>). [`search`] is a
//! seeded random search, so that the values can be found again; the test `values_are_the_search`
//! does so.

use super::sliders::{Slider, ray_walk};
use crate::types::{Bitboard, Square};
use rand::Rng;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// The seed with which the values below were found.
pub const SEED: u64 = 0x5645_5a45_5200_0001; // "VEZER", first version

/// The occupancy that matters for a slider on this square: its rays without their last squares.
pub fn relevant_occupancy(slider: Slider, square: Square) -> Bitboard {
    let file_edges = (Bitboard::FILE_A | Bitboard::FILE_H) - Bitboard::file(square.file());
    let rank_edges = (Bitboard::RANK_1 | Bitboard::RANK_8) - Bitboard::rank(square.rank());
    ray_walk(slider, square, Bitboard::EMPTY) - file_edges - rank_edges
}

/// Finds a magic for one square that fills a table of exactly `2^n` entries, `n` the number of
/// relevant squares. The same seed and square always give the same number.
pub fn search(slider: Slider, square: Square, seed: u64) -> u64 {
    let mask = relevant_occupancy(slider, square);
    let cases: Vec<(u64, Bitboard)> = mask
        .subsets()
        .map(|occupied| (occupied.0, ray_walk(slider, square, occupied)))
        .collect();
    let shift = 64 - mask.count();
    let mut random =
        ChaCha8Rng::seed_from_u64(seed ^ (square.index() as u64) << 8 ^ (slider as u64) << 16);
    // Each entry remembers in which attempt it was filled, so nothing is cleared in between.
    let mut table = vec![(0u32, Bitboard::EMPTY); cases.len()];
    for attempt in 1.. {
        // Numbers with few bits collide less.
        let magic = random.next_u64() & random.next_u64() & random.next_u64();
        let fits = cases.iter().all(|&(occupied, attacks)| {
            let entry = &mut table[(occupied.wrapping_mul(magic) >> shift) as usize];
            if entry.0 != attempt {
                *entry = (attempt, attacks);
            }
            entry.1 == attacks
        });
        if fits {
            return magic;
        }
    }
    unreachable!("the loop ends only with a magic")
}

include!("magic_values.rs");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_the_search() {
        for square in Square::all() {
            assert_eq!(
                search(Slider::Bishop, square, SEED),
                BISHOP[square.index()],
                "{square}"
            );
            assert_eq!(
                search(Slider::Rook, square, SEED),
                ROOK[square.index()],
                "{square}"
            );
        }
    }
}
