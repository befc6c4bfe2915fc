//! Moves with ratings, to be taken out best first.

use crate::types::{MAX_MOVES, Move};
use arrayvec::ArrayVec;

/// A key in place of a move that is gone, or where none has been.
const GONE: i32 = i32::MIN;

/// As many keys as are compared at a time.
const LANES: usize = 16;

/// Moves in the order in which they were generated, and for each a key: 256 times its rating, and
/// less the later it came. So the best move, of equal ones the first, is where the greatest key is,
/// and that is found in vector registers. Only a few of the moves are ever taken out, so to sort
/// them would be waste.
#[derive(Default)]
pub(super) struct RatedMoves {
    moves: ArrayVec<Move, MAX_MOVES>,
    keys: ArrayVec<i32, MAX_MOVES>,
}

impl RatedMoves {
    /// Rates these moves, each below 2^22 in size, in place of those that were there; a move without
    /// a rating is left out.
    #[inline(always)]
    pub(super) fn fill(
        &mut self,
        moves: impl IntoIterator<Item = Move>,
        rate: impl Fn(Move) -> Option<i32>,
    ) {
        self.moves.clear();
        self.keys.clear();
        for mv in moves {
            if let Some(rating) = rate(mv) {
                debug_assert!(rating.abs() < 1 << 22);
                self.keys
                    .push((rating << 8) + 255 - self.moves.len() as i32);
                self.moves.push(mv);
            }
        }
        while self.keys.len() % LANES != 0 {
            self.keys.push(GONE);
        }
    }

    /// Takes out the best move, with its rating.
    #[inline]
    pub(super) fn take_best(&mut self) -> Option<(Move, i32)> {
        let mut greatest = [GONE; LANES];
        for keys in self.keys.as_chunks::<LANES>().0 {
            for (greatest, &key) in greatest.iter_mut().zip(keys) {
                *greatest = key.max(*greatest);
            }
        }
        let key = greatest.into_iter().max().filter(|&key| key != GONE)?;
        let place = 255 - (key & 255) as usize;
        self.keys[place] = GONE;
        Some((self.moves[place], key >> 8))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::RngExt;
    use rand_chacha::{ChaCha8Rng, rand_core::SeedableRng};

    #[test]
    fn moves_come_as_if_sorted() {
        let all: Vec<Move> = (0..=u16::MAX).filter_map(Move::from_bits).collect();
        let mut random = ChaCha8Rng::seed_from_u64(9);
        let mut rated = RatedMoves::default();
        for number in 0..=MAX_MOVES {
            let moves = &all[random.random_range(0..all.len() - MAX_MOVES)..][..number];
            // Few ratings, so that many are equal, now and then the greatest there can be.
            let scale = [1, (1 << 22) / 5][number % 2];
            let ratings: Vec<Option<i32>> = (0..number)
                .map(|_| {
                    random
                        .random_bool(0.8)
                        .then(|| random.random_range(-4..=4) * scale)
                })
                .collect();
            let place = |mv| moves.iter().position(|&other| other == mv).unwrap();
            rated.fill(moves.iter().copied(), |mv| ratings[place(mv)]);
            let mut expected: Vec<(Move, i32)> = moves
                .iter()
                .zip(&ratings)
                .filter_map(|(&mv, &rating)| Some((mv, rating?)))
                .collect();
            expected.sort_by_key(|&(_, rating)| -rating);
            let taken: Vec<(Move, i32)> = std::iter::from_fn(|| rated.take_best()).collect();
            assert_eq!(taken, expected);
        }
    }
}
