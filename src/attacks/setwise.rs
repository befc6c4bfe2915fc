//! Attacks of all pieces of a kind at once, one direction of the compass in each of eight lanes.
//!
//! A set of sliders is flooded over the empty squares in all eight directions together by three
//! doubling steps (Kogge and Stone's prefix scheme, 1973; applied to bitboards as "fill
//! algorithms", <https://www.chessprogramming.org/Kogge-Stone_Algorithm>). In one direction no two
//! sliders reach the same square, so the bits in the lanes are moves: their number is the number
//! of moves. No loop over pieces, no branch, no table.
//!
//! [`Lanes`] is one 512-bit register where the CPU has AVX-512. Without it, loops over single
//! pieces are faster (measured on builds for x86-64-v3 and x86-64), so plain arrays serve only as
//! the twin in tests.

use crate::types::{Bitboard, Square};

/// The directions of the lanes; lane `i ^ 4` is opposite to lane `i`: north, east, north-east,
/// north-west, south, west, south-west, south-east. Straight lanes are 0, 1, 4, 5.
const DIRECTIONS: [(i32, i32); 8] = [
    (0, 1),
    (1, 0),
    (1, 1),
    (-1, 1),
    (0, -1),
    (-1, 0),
    (-1, -1),
    (1, -1),
];

const KNIGHT_STEPS: [(i32, i32); 8] = [
    (1, 2),
    (2, 1),
    (2, -1),
    (1, -2),
    (-1, -2),
    (-2, -1),
    (-2, 1),
    (-1, 2),
];

/// The lane in which a piece that steps this way moves.
pub mod lane {
    /// Along the file; lane 4 is the other way.
    pub const FILE: usize = 0;
    /// Along the diagonals parallel to a1-h8.
    pub const DIAGONAL: usize = 2;
    /// Along the diagonals parallel to h1-a8.
    pub const ANTIDIAGONAL: usize = 3;
}

/// How far to rotate for one step of each lane.
const fn rotations(steps: [(i32, i32); 8], times: i32) -> [u64; 8] {
    let mut amounts = [0; 8];
    let mut lane = 0;
    while lane < 8 {
        let (files, ranks) = steps[lane];
        amounts[lane] = ((ranks * 8 + files) * times).rem_euclid(64) as u64;
        lane += 1;
    }
    amounts
}

/// The squares on which a step of each lane can end: a rotation brings the others round the edge.
const fn arrivals(steps: [(i32, i32); 8]) -> [u64; 8] {
    let mut masks = [0; 8];
    let mut lane = 0;
    while lane < 8 {
        let (files, ranks) = steps[lane];
        let mut square = 0i32;
        while square < 64 {
            let (file, rank) = (square % 8 - files, square / 8 - ranks);
            if file >= 0 && file < 8 && rank >= 0 && rank < 8 {
                masks[lane] |= 1 << square;
            }
            square += 1;
        }
        lane += 1;
    }
    masks
}

const STEP: [u64; 8] = rotations(DIRECTIONS, 1);
const STEP_2: [u64; 8] = rotations(DIRECTIONS, 2);
const STEP_4: [u64; 8] = rotations(DIRECTIONS, 4);
const ARRIVE: [u64; 8] = arrivals(DIRECTIONS);
const KNIGHT_STEP: [u64; 8] = rotations(KNIGHT_STEPS, 1);
const KNIGHT_ARRIVE: [u64; 8] = arrivals(KNIGHT_STEPS);

/// For each square, what a slider on an empty board attacks from there in each lane.
static RAYS: [[u64; 8]; 64] = {
    let mut rays = [[0; 8]; 64];
    let mut square = 0;
    while square < 64 {
        let mut lane = 0;
        while lane < 8 {
            let (files, ranks) = DIRECTIONS[lane];
            let (mut file, mut rank) = (square % 8 + files, square / 8 + ranks);
            while file >= 0 && file < 8 && rank >= 0 && rank < 8 {
                rays[square as usize][lane] |= 1 << (rank * 8 + file);
                file += files;
                rank += ranks;
            }
            lane += 1;
        }
        square += 1;
    }
    rays
};

/// Eight sets of squares, one for each direction, worked on together.
pub trait Lanes: Copy {
    /// These eight sets.
    fn load(lanes: &[u64; 8]) -> Self;
    /// The eight sets.
    fn store(self) -> [u64; 8];
    /// The same set in all lanes.
    fn splat(set: Bitboard) -> Self;
    /// In each lane the lane of this number.
    fn pick(self, lanes: &[u64; 8]) -> Self;
    /// In each lane the squares of a ray up to the first one that is occupied, which is included.
    fn until_first(self, occupied: Self) -> Self;
    /// Whether any lane has any square.
    fn any(self) -> bool;
    /// Each lane rotated by its own number of bits.
    fn rotate(self, amounts: &[u64; 8]) -> Self;
    /// The intersection in each lane.
    fn and(self, other: Self) -> Self;
    /// The union in each lane.
    fn or(self, other: Self) -> Self;
    /// The squares in each lane that are not in `other`.
    fn without(self, other: Self) -> Self;
    /// The lanes in which `condition` has any square; the others are emptied.
    fn where_any(self, condition: Self) -> Self;
    /// Each lane joined with the one of the opposite direction.
    fn both_ways(self) -> Self;
    /// The union of all lanes.
    fn union(self) -> Bitboard;
    /// The number of squares in all lanes together.
    fn total(self, other: Self) -> u32;

    /// Everything that sliders of these lanes can reach through empty squares, the squares they
    /// stand on included and the first occupied ones excluded.
    #[inline(always)]
    fn flood(self, empty: Self) -> Self {
        let mut through = empty.and(Self::load(&ARRIVE));
        let mut fill = self;
        fill = fill.or(through.and(fill.rotate(&STEP)));
        through = through.and(through.rotate(&STEP));
        fill = fill.or(through.and(fill.rotate(&STEP_2)));
        through = through.and(through.rotate(&STEP_2));
        fill.or(through.and(fill.rotate(&STEP_4)))
    }

    /// Every square moved by one step of its lane.
    #[inline(always)]
    fn step(self) -> Self {
        self.rotate(&STEP).and(Self::load(&ARRIVE))
    }

    /// The squares that sliders of these lanes attack.
    #[inline(always)]
    fn slide(self, empty: Self) -> Self {
        self.flood(empty).step()
    }

    /// The rays from one square in all directions.
    #[inline(always)]
    fn rays(square: Square) -> Self {
        Self::load(&RAYS[square.index()])
    }

    /// The squares that these knights attack, each lane one of the eight jumps.
    #[inline(always)]
    fn knights(knights: Bitboard) -> Self {
        Self::splat(knights)
            .rotate(&KNIGHT_STEP)
            .and(Self::load(&KNIGHT_ARRIVE))
    }
}

/// Eight integers: the plain twin of the register.
#[cfg(test)]
#[derive(Clone, Copy)]
pub struct PortableLanes([u64; 8]);

#[cfg(test)]
impl PortableLanes {
    #[inline(always)]
    fn zip(self, other: Self, combine: impl Fn(u64, u64) -> u64) -> Self {
        PortableLanes(std::array::from_fn(|lane| {
            combine(self.0[lane], other.0[lane])
        }))
    }
}

#[cfg(test)]
impl Lanes for PortableLanes {
    #[inline(always)]
    fn load(lanes: &[u64; 8]) -> Self {
        PortableLanes(*lanes)
    }

    #[inline(always)]
    fn store(self) -> [u64; 8] {
        self.0
    }

    #[inline(always)]
    fn splat(set: Bitboard) -> Self {
        PortableLanes([set.0; 8])
    }

    #[inline(always)]
    fn pick(self, lanes: &[u64; 8]) -> Self {
        PortableLanes(std::array::from_fn(|lane| self.0[lanes[lane] as usize & 7]))
    }

    #[inline(always)]
    fn until_first(self, occupied: Self) -> Self {
        PortableLanes(std::array::from_fn(|lane| {
            let blockers = self.0[lane] & occupied.0[lane];
            self.0[lane]
                & if lane < 4 {
                    blockers ^ blockers.wrapping_sub(1)
                } else {
                    (i64::MIN >> blockers.leading_zeros().min(63)) as u64
                }
        }))
    }

    #[inline(always)]
    fn any(self) -> bool {
        self.union().any()
    }

    #[inline(always)]
    fn rotate(self, amounts: &[u64; 8]) -> Self {
        self.zip(PortableLanes(*amounts), |set, amount| {
            set.rotate_left(amount as u32)
        })
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }

    #[inline(always)]
    fn where_any(self, condition: Self) -> Self {
        self.zip(
            condition,
            |set, condition| if condition == 0 { 0 } else { set },
        )
    }

    #[inline(always)]
    fn both_ways(self) -> Self {
        PortableLanes(std::array::from_fn(|lane| self.0[lane] | self.0[lane ^ 4]))
    }

    #[inline(always)]
    fn union(self) -> Bitboard {
        Bitboard(self.0.into_iter().fold(0, |union, set| union | set))
    }

    #[inline(always)]
    fn total(self, other: Self) -> u32 {
        self.0.into_iter().chain(other.0).map(u64::count_ones).sum()
    }
}

#[cfg(target_arch = "x86_64")]
pub use avx512::Avx512Lanes;

#[cfg(target_arch = "x86_64")]
mod avx512 {
    use super::{Bitboard, Lanes};
    use std::arch::x86_64::*;

    /// One 512-bit register. Only for code that runs after the CPU was found to have AVX-512 F
    /// and VPOPCNTDQ, and inlined into a function compiled for them.
    #[derive(Clone, Copy)]
    pub struct Avx512Lanes(__m512i);

    impl Avx512Lanes {
        /// Whether this CPU has the instructions.
        pub fn available() -> bool {
            is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512cd")
                && is_x86_feature_detected!("avx512vpopcntdq")
        }
    }

    // SAFETY (of every block below): values of this type are only made where `available` holds.
    impl Lanes for Avx512Lanes {
        #[inline(always)]
        fn load(lanes: &[u64; 8]) -> Self {
            // SAFETY: the CPU has AVX-512; the array is 64 readable bytes.
            Avx512Lanes(unsafe { _mm512_loadu_si512(lanes.as_ptr().cast()) })
        }

        #[inline(always)]
        fn store(self) -> [u64; 8] {
            let mut lanes = [0; 8];
            // SAFETY: the CPU has AVX-512; the array is 64 writable bytes.
            unsafe { _mm512_storeu_si512(lanes.as_mut_ptr().cast(), self.0) };
            lanes
        }

        #[inline(always)]
        fn splat(set: Bitboard) -> Self {
            // SAFETY: the CPU has AVX-512.
            Avx512Lanes(unsafe { _mm512_set1_epi64(set.0 as i64) })
        }

        #[inline(always)]
        fn pick(self, lanes: &[u64; 8]) -> Self {
            // SAFETY: the CPU has AVX-512.
            Avx512Lanes(unsafe { _mm512_permutexvar_epi64(Self::load(lanes).0, self.0) })
        }

        #[inline(always)]
        fn until_first(self, occupied: Self) -> Self {
            let blockers = self.and(occupied).0;
            // SAFETY: the CPU has AVX-512 with CD.
            let near = unsafe {
                // Lanes 4 to 7 run towards a1: everything from the highest blocker up.
                let down =
                    _mm512_srav_epi64(_mm512_set1_epi64(i64::MIN), _mm512_lzcnt_epi64(blockers));
                // The others run towards h8: everything up to the lowest blocker.
                let lower = _mm512_sub_epi64(blockers, _mm512_set1_epi64(1));
                _mm512_mask_xor_epi64(down, 0b0000_1111, blockers, lower)
            };
            self.and(Avx512Lanes(near))
        }

        #[inline(always)]
        fn any(self) -> bool {
            // SAFETY: the CPU has AVX-512.
            unsafe { _mm512_test_epi64_mask(self.0, self.0) != 0 }
        }

        #[inline(always)]
        fn rotate(self, amounts: &[u64; 8]) -> Self {
            // SAFETY: the CPU has AVX-512.
            Avx512Lanes(unsafe { _mm512_rolv_epi64(self.0, Self::load(amounts).0) })
        }

        #[inline(always)]
        fn and(self, other: Self) -> Self {
            // SAFETY: the CPU has AVX-512.
            Avx512Lanes(unsafe { _mm512_and_si512(self.0, other.0) })
        }

        #[inline(always)]
        fn or(self, other: Self) -> Self {
            // SAFETY: the CPU has AVX-512.
            Avx512Lanes(unsafe { _mm512_or_si512(self.0, other.0) })
        }

        #[inline(always)]
        fn without(self, other: Self) -> Self {
            // SAFETY: the CPU has AVX-512.
            Avx512Lanes(unsafe { _mm512_andnot_si512(other.0, self.0) })
        }

        #[inline(always)]
        fn where_any(self, condition: Self) -> Self {
            // SAFETY: the CPU has AVX-512.
            Avx512Lanes(unsafe {
                let any = _mm512_test_epi64_mask(condition.0, condition.0);
                _mm512_maskz_mov_epi64(any, self.0)
            })
        }

        #[inline(always)]
        fn both_ways(self) -> Self {
            // SAFETY: the CPU has AVX-512.
            let turned = unsafe { _mm512_shuffle_i64x2::<0b0100_1110>(self.0, self.0) };
            self.or(Avx512Lanes(turned))
        }

        #[inline(always)]
        fn union(self) -> Bitboard {
            // SAFETY: the CPU has AVX-512.
            Bitboard(unsafe { _mm512_reduce_or_epi64(self.0) } as u64)
        }

        #[inline(always)]
        fn total(self, other: Self) -> u32 {
            // SAFETY: the CPU has AVX-512 with VPOPCNTDQ.
            unsafe {
                let counts = _mm512_popcnt_epi64(self.0);
                let others = _mm512_popcnt_epi64(other.0);
                _mm512_reduce_add_epi64(_mm512_add_epi64(counts, others)) as u32
            }
        }
    }
}
