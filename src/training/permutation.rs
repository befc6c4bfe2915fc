/// A random order of the numbers below `count`, without a table: each place is computed.
///
/// A Feistel network on a grid of about the square root of `count` in each direction; numbers of
/// the grid that are too large are sent round again (Black and Rogaway, "Ciphers with arbitrary
/// finite domains", 2002).
#[derive(Clone, Copy, Debug)]
pub(super) struct Permutation {
    count: u64,
    rows: u64,
    columns: u64,
    seed: u64,
}

/// Enough rounds that no order is visible any more.
const ROUNDS: u64 = 6;

impl Permutation {
    /// The order that belongs to a seed.
    pub(super) fn new(count: usize, seed: u64) -> Permutation {
        let count = count as u64;
        let columns = count.isqrt().max(1);
        Permutation {
            count,
            rows: count.div_ceil(columns).max(1),
            columns,
            seed,
        }
    }

    /// The number in this place, which is below `count`.
    pub(super) fn at(&self, place: usize) -> usize {
        debug_assert!((place as u64) < self.count);
        let mut number = place as u64;
        loop {
            number = self.pass(number);
            if number < self.count {
                return number as usize;
            }
        }
    }

    fn pass(&self, number: u64) -> u64 {
        let (mut row, mut column) = (number / self.columns, number % self.columns);
        for round in 0..ROUNDS {
            let key = self.seed.wrapping_add(round);
            if round % 2 == 0 {
                row = rotate(row, mix(key, column), self.rows);
            } else {
                column = rotate(column, mix(key, row), self.columns);
            }
        }
        row * self.columns + column
    }
}

/// Goes `hash / 2⁶⁴` of a whole turn forward on a ring of this size.
fn rotate(place: u64, hash: u64, size: u64) -> u64 {
    let turn = ((u128::from(hash) * u128::from(size)) >> 64) as u64;
    let moved = place + turn;
    if moved < size { moved } else { moved - size }
}

/// A number that depends on all bits of both: the finaliser of SplitMix64 (Steele, Lea and Flood,
/// "Fast splittable pseudorandom number generators", 2014).
pub(super) fn mix(key: u64, number: u64) -> u64 {
    let mut bits = key
        .wrapping_mul(0x9e37_79b9_7f4a_7c15)
        .wrapping_add(number)
        .wrapping_add(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ bits >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_comes_once() {
        for count in [1, 2, 3, 7, 10, 99, 100, 101, 5000] {
            let permutation = Permutation::new(count, 5);
            let mut seen = vec![false; count];
            for place in 0..count {
                assert!(!std::mem::replace(&mut seen[permutation.at(place)], true));
            }
        }
    }

    /// Neighbours go to unrelated places: the mean distance is a third, as for random numbers.
    #[test]
    fn the_order_looks_random() {
        let count = 100_000;
        for seed in 0..4 {
            let permutation = Permutation::new(count, seed);
            let steps =
                (1..count).map(|place| permutation.at(place).abs_diff(permutation.at(place - 1)));
            let mean = steps.sum::<usize>() as f64 / count as f64 / count as f64;
            assert!((0.32..0.345).contains(&mean), "{mean}");
            let fixed = (0..count)
                .filter(|&place| permutation.at(place) == place)
                .count();
            assert!(fixed < 10, "{fixed} numbers stay in their place");
        }
    }
}
