//! The inner loops, once for each instruction set.
//!
//! [`Backend`] is chosen once, by what the processor has, and each choice covers a whole operation:
//! an update of an accumulator, a refresh, a forward pass. All is integer arithmetic that cannot
//! overflow within the limits of the file format, so every backend computes the same numbers, bit
//! for bit.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "aarch64")]
mod neon;
mod scalar;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
mod vectors;

use super::format::LANES;
use std::fmt;

/// 32 numbers in a cache line of their own: one or more whole vector registers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub(super) struct Block(pub [i16; LANES]);

impl Block {
    pub const ZERO: Block = Block([0; LANES]);

    /// The values in blocks; their number is a multiple of [`LANES`].
    pub fn collect(values: &[i16]) -> Box<[Block]> {
        let (chunks, rest) = values.as_chunks();
        debug_assert!(rest.is_empty());
        chunks.iter().map(|&lanes| Block(lanes)).collect()
    }
}

/// An instruction set for which there are kernels, and which this processor has.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Backend(Kind);

/// Private, so that there is no [`Backend`] that the processor does not have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Scalar,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
    #[cfg(target_arch = "aarch64")]
    Neon,
}

impl Kind {
    /// The slowest first.
    const ALL: &[Kind] = &[
        Kind::Scalar,
        #[cfg(target_arch = "x86_64")]
        Kind::Avx2,
        #[cfg(target_arch = "x86_64")]
        Kind::Avx512,
        #[cfg(target_arch = "aarch64")]
        Kind::Neon,
    ];

    /// Whether this processor has every instruction that the kernels of this kind are compiled for.
    fn is_available(self) -> bool {
        match self {
            Kind::Scalar => true,
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2 => is_x86_feature_detected!("avx2"),
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512 => {
                is_x86_feature_detected!("avx512f")
                    && is_x86_feature_detected!("avx512bw")
                    && is_x86_feature_detected!("avx512vnni")
            }
            #[cfg(target_arch = "aarch64")]
            Kind::Neon => std::arch::is_aarch64_feature_detected!("neon"),
        }
    }
}

/// Calls a kernel of the backend's kind.
macro_rules! dispatch {
    ($backend:expr, $kernel:ident($($argument:expr),*)) => {
        match $backend.0 {
            Kind::Scalar => scalar::$kernel($($argument),*),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: a backend of this kind exists only where the processor has AVX2.
            Kind::Avx2 => unsafe { avx2::$kernel($($argument),*) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: a backend of this kind exists only where the processor has AVX-512 F, BW, VNNI.
            Kind::Avx512 => unsafe { avx512::$kernel($($argument),*) },
            #[cfg(target_arch = "aarch64")]
            // SAFETY: a backend of this kind exists only where the processor has NEON.
            Kind::Neon => unsafe { neon::$kernel($($argument),*) },
        }
    };
}

impl Backend {
    /// The fastest that this processor has.
    pub fn detect() -> Backend {
        Backend::available().last().unwrap_or(Backend(Kind::Scalar))
    }

    /// All that this processor has, the slowest first; the scalar one always.
    pub fn available() -> impl Iterator<Item = Backend> {
        let available = |kind: &Kind| kind.is_available();
        Kind::ALL.iter().copied().filter(available).map(Backend)
    }

    /// The name of the instruction set.
    pub fn name(self) -> &'static str {
        match self.0 {
            Kind::Scalar => "scalar",
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2 => "AVX2",
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512 => "AVX-512 VNNI",
            #[cfg(target_arch = "aarch64")]
            Kind::Neon => "NEON",
        }
    }

    /// `into` becomes `from` with these rows added and those subtracted, in one pass. All have the
    /// same length.
    #[inline]
    pub(super) fn fused<const ADDED: usize, const REMOVED: usize>(
        self,
        into: &mut [Block],
        from: &[Block],
        added: [&[Block]; ADDED],
        removed: [&[Block]; REMOVED],
    ) {
        dispatch!(self, fused(into, from, added, removed));
    }

    /// Adds and subtracts any number of rows, and copies the sum to `into`. All have the same
    /// length.
    #[inline]
    pub(super) fn refresh(
        self,
        sum: &mut [Block],
        into: &mut [Block],
        added: &[&[Block]],
        removed: &[&[Block]],
    ) {
        dispatch!(self, refresh(sum, into, added, removed));
    }

    /// The sum of `clamp(a, 0, QA)² · w` over both halves; `weights` has those of `own` first.
    #[inline]
    pub(super) fn forward(self, own: &[Block], other: &[Block], weights: &[Block]) -> i64 {
        dispatch!(self, forward(own, other, weights))
    }
}

impl Default for Backend {
    /// The fastest that this processor has.
    fn default() -> Backend {
        Backend::detect()
    }
}

impl fmt::Display for Backend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Debug for Backend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Backend({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::network::format::{MAX_NEURONS, MAX_OUTPUT_WEIGHT, QA};

    #[test]
    fn the_largest_sum_that_the_format_allows_is_exact() {
        let half = vec![Block([i16::MAX; LANES]); MAX_NEURONS / LANES];
        for weight in [MAX_OUTPUT_WEIGHT, -MAX_OUTPUT_WEIGHT] {
            let weights = vec![Block([weight; LANES]); 2 * half.len()];
            let expected = 2 * MAX_NEURONS as i64 * i64::from(QA * QA * i32::from(weight));
            for backend in Backend::available() {
                assert_eq!(
                    backend.forward(&half, &half, &weights),
                    expected,
                    "{backend}"
                );
            }
        }
    }

    #[test]
    fn negative_values_count_nothing_and_large_ones_as_one() {
        let half = |value| [Block([value; LANES])];
        let weights = [Block([2; LANES]), Block([-1; LANES])];
        for backend in Backend::available() {
            let sum = |own, other| backend.forward(&half(own), &half(other), &weights);
            assert_eq!(sum(-1, i16::MIN), 0, "{backend}");
            assert_eq!(sum(3, 0), 18 * LANES as i64, "{backend}");
            assert_eq!(sum(0, 256), -65_025 * LANES as i64, "{backend}");
            assert_eq!(sum(255, 255), 65_025 * LANES as i64, "{backend}");
        }
    }

    #[test]
    fn sums_may_leave_the_range_on_the_way() {
        let rows = [i16::MAX, 1, 2].map(|value| [Block([value; LANES])]);
        let [large, one, two] = rows.each_ref().map(|row| &row[..]);
        for backend in Backend::available() {
            let mut into = [Block::ZERO];
            backend.fused(&mut into, large, [one], [two]);
            assert_eq!(into, [Block([i16::MAX - 1; LANES])], "{backend}");
            let mut sum = [Block([i16::MAX; LANES])];
            backend.refresh(&mut sum, &mut into, &[one, one], &[two, two]);
            assert_eq!(into, [Block([i16::MAX - 2; LANES])], "{backend}");
            assert_eq!(sum, into, "{backend}");
        }
    }
}
