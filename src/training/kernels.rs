//! The arithmetic that training spends its time on, at the speed of the processor at hand.
//!
//! Nearly all of it is one operation, [`sum_rows`]: add up chosen rows of a matrix. Forward, the
//! rows are those of the features on the board; backward, those of the positions that have a
//! feature. It keeps the sum in registers, a block of columns at a time, so the part of the matrix
//! it draws from stays in the second-level cache.
//!
//! No step may round differently from level to level: products and sums are never fused, and each
//! sum has one order. So training gives the same network on all processors of a kind.

use super::lanes::Lanes;
use once_cell::sync::Lazy;

/// What the processor can do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Level {
    /// What every processor can do.
    Plain,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Level {
    /// All levels that this processor supports, the best one last.
    pub(super) fn supported() -> Vec<Level> {
        #[cfg(target_arch = "x86_64")]
        {
            let mut levels = vec![Level::Plain];
            if is_x86_feature_detected!("avx2") {
                levels.push(Level::Avx2);
                if is_x86_feature_detected!("avx512f") {
                    levels.push(Level::Avx512);
                }
            }
            levels
        }
        #[cfg(not(target_arch = "x86_64"))]
        vec![Level::Plain]
    }

    /// The best level that this processor supports.
    pub(super) fn best() -> Level {
        static BEST: Lazy<Level> =
            Lazy::new(|| Level::supported().last().copied().unwrap_or(Level::Plain));
        *BEST
    }
}

/// Runs of row numbers, one run after the other.
#[derive(Clone, Copy)]
pub(super) struct Runs<'a> {
    /// All rows.
    pub(super) rows: &'a [u16],
    /// Where each run ends.
    pub(super) ends: &'a [u32],
}

/// A matrix of units, row after row.
#[derive(Clone, Copy)]
pub(super) struct Matrix<'a> {
    pub(super) cells: &'a [Lanes],
    /// The units in a row.
    pub(super) width: usize,
}

/// Adds to row after row of `sums` the rows of the matrix that its run names.
pub(super) fn sum_rows(level: Level, matrix: Matrix, runs: Runs, sums: &mut [Lanes]) {
    match level {
        Level::Plain => sum_rows_plain(matrix, runs, sums),
        #[cfg(target_arch = "x86_64")]
        // SAFETY: a level is only made if the processor supports it.
        Level::Avx2 => unsafe { x86::sum_rows_avx2(matrix, runs, sums) },
        #[cfg(target_arch = "x86_64")]
        // SAFETY: a level is only made if the processor supports it.
        Level::Avx512 => unsafe { x86::sum_rows_avx512(matrix, runs, sums) },
    }
}

fn sum_rows_plain(matrix: Matrix, runs: Runs, sums: &mut [Lanes]) {
    let width = matrix.width;
    let mut start = 0;
    for (sum, &end) in sums.chunks_exact_mut(width).zip(runs.ends) {
        for &row in &runs.rows[start..end as usize] {
            let row = usize::from(row) * width;
            for (sum, cell) in sum.iter_mut().zip(&matrix.cells[row..row + width]) {
                for (sum, cell) in sum.0.iter_mut().zip(cell.0) {
                    *sum += cell;
                }
            }
        }
        start = end as usize;
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::{Lanes, Matrix, Runs};
    use std::arch::x86_64::*;

    /// One level's [`super::sum_rows`]: `$block` units at a time, which fill half its registers.
    macro_rules! sum_rows {
        ($name:ident, $columns:ident, $feature:literal, $block:literal, $parts:literal,
         $zero:ident, $load:ident, $add:ident, $store:ident) => {
            #[target_feature(enable = $feature)]
            pub(super) fn $name(matrix: Matrix, runs: Runs, sums: &mut [Lanes]) {
                let mut column = 0;
                while column + $block <= matrix.width {
                    $columns::<$block, { $block * $parts }>(matrix, runs, sums, column);
                    column += $block;
                }
                while column < matrix.width {
                    $columns::<1, $parts>(matrix, runs, sums, column);
                    column += 1;
                }
            }

            /// A block of `UNITS` columns, that is of `REGISTERS` registers.
            #[target_feature(enable = $feature)]
            fn $columns<const UNITS: usize, const REGISTERS: usize>(
                matrix: Matrix,
                runs: Runs,
                sums: &mut [Lanes],
                column: usize,
            ) {
                const FLOATS: usize = Lanes::WIDTH / $parts;
                let width = matrix.width;
                let mut start = 0;
                for (sum, &end) in sums.chunks_exact_mut(width).zip(runs.ends) {
                    if start == end as usize {
                        continue; // spare the sum the way through the cache
                    }
                    let sum = sum[column..column + UNITS].as_mut_ptr().cast::<f32>();
                    let mut registers = [$zero(); REGISTERS];
                    for (index, register) in registers.iter_mut().enumerate() {
                        // SAFETY: `sum` points to UNITS aligned units, REGISTERS * FLOATS numbers.
                        *register = unsafe { $load(sum.add(index * FLOATS)) };
                    }
                    for &row in &runs.rows[start..end as usize] {
                        let row = usize::from(row) * width + column;
                        let row = matrix.cells[row..row + UNITS].as_ptr().cast::<f32>();
                        for (index, register) in registers.iter_mut().enumerate() {
                            // SAFETY: as above.
                            let cells = unsafe { $load(row.add(index * FLOATS)) };
                            *register = $add(*register, cells);
                        }
                    }
                    for (index, register) in registers.iter().enumerate() {
                        // SAFETY: as above, and `sum` may be written.
                        unsafe { $store(sum.add(index * FLOATS), *register) };
                    }
                    start = end as usize;
                }
            }
        };
    }

    sum_rows!(
        sum_rows_avx2,
        columns_avx2,
        "avx2",
        4,
        2,
        _mm256_setzero_ps,
        _mm256_load_ps,
        _mm256_add_ps,
        _mm256_store_ps
    );
    sum_rows!(
        sum_rows_avx512,
        columns_avx512,
        "avx512f",
        8,
        1,
        _mm512_setzero_ps,
        _mm512_load_ps,
        _mm512_add_ps,
        _mm512_store_ps
    );
}

/// Makes a function for every level from one body, which the compiler turns into vector
/// instructions by itself.
macro_rules! for_every_level {
    ($(#[$doc:meta])* fn $name:ident($($argument:ident: $type:ty),* $(,)?) $(-> $output:ty)? $body:block) => {
        $(#[$doc])*
        pub(super) fn $name(level: Level, $($argument: $type),*) $(-> $output)? {
            #[inline(always)]
            fn body($($argument: $type),*) $(-> $output)? $body

            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx2")]
            fn avx2($($argument: $type),*) $(-> $output)? {
                body($($argument),*)
            }

            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx512f")]
            fn avx512($($argument: $type),*) $(-> $output)? {
                body($($argument),*)
            }

            match level {
                Level::Plain => body($($argument),*),
                #[cfg(target_arch = "x86_64")]
                // SAFETY: a level is only made if the processor supports it.
                Level::Avx2 => unsafe { avx2($($argument),*) },
                #[cfg(target_arch = "x86_64")]
                // SAFETY: a level is only made if the processor supports it.
                Level::Avx512 => unsafe { avx512($($argument),*) },
            }
        }
    };
}

for_every_level! {
    /// The sum of all squared clipped activations times their weights.
    fn output(sums: &[Lanes], weights: &[Lanes]) -> f32 {
        let mut total = Lanes::ZERO;
        for (sum, weight) in sums.iter().zip(weights) {
            for lane in 0..Lanes::WIDTH {
                let clipped = sum.0[lane].clamp(0.0, 1.0);
                total.0[lane] += clipped * clipped * weight.0[lane];
            }
        }
        total.sum()
    }
}

for_every_level! {
    /// Goes back through [`output`]: replaces the sums by the slope of the loss in each of them,
    /// and adds that in each weight to `slopes`, if its slope in the output is `slope`.
    fn output_slopes(slope: f32, sums: &mut [Lanes], weights: &[Lanes], slopes: &mut [Lanes]) {
        for ((sum, weight), total) in sums.iter_mut().zip(weights).zip(slopes) {
            for lane in 0..Lanes::WIDTH {
                let clipped = sum.0[lane].clamp(0.0, 1.0);
                total.0[lane] += slope * clipped * clipped;
                let rising = if sum.0[lane] < 1.0 { 2.0 * clipped } else { 0.0 };
                sum.0[lane] = slope * weight.0[lane] * rising;
            }
        }
    }
}

/// One step of AdamW (Loshchilov and Hutter, "Decoupled weight decay regularization", 2019).
#[derive(Clone, Copy, Debug)]
pub(super) struct AdamStep {
    /// How much of the running mean of the gradient remains.
    pub(super) beta1: f32,
    /// How much of the running mean of its square remains.
    pub(super) beta2: f32,
    /// The learning rate over the correction of the first mean for its start at zero.
    pub(super) rate: f32,
    /// One over the correction of the second mean.
    pub(super) correction: f32,
    /// What remains of each parameter after the decay.
    pub(super) remaining: f32,
    /// No parameter grows beyond this.
    pub(super) limit: f32,
}

for_every_level! {
    /// Moves parameters against the gradient.
    fn adam_step(
        step: AdamStep,
        gradient: &[Lanes],
        parameters: &mut [Lanes],
        means: &mut [Lanes],
        squares: &mut [Lanes],
    ) {
        const EPSILON: f32 = 1e-8;
        let moments = means.iter_mut().zip(squares);
        for ((parameter, slope), (mean, square)) in parameters.iter_mut().zip(gradient).zip(moments) {
            for lane in 0..Lanes::WIDTH {
                let slope = slope.0[lane];
                let first = step.beta1 * mean.0[lane] + (1.0 - step.beta1) * slope;
                let second = step.beta2 * square.0[lane] + (1.0 - step.beta2) * slope * slope;
                let change = step.rate * first / ((second * step.correction).sqrt() + EPSILON);
                let moved = parameter.0[lane] * step.remaining - change;
                mean.0[lane] = first;
                square.0[lane] = second;
                parameter.0[lane] = moved.clamp(-step.limit, step.limit);
            }
        }
    }
}

for_every_level! {
    /// Adds one gradient to another and clears it.
    fn move_into(total: &mut [Lanes], part: &mut [Lanes]) {
        for (total, part) in total.iter_mut().zip(part) {
            for lane in 0..Lanes::WIDTH {
                total.0[lane] += part.0[lane];
            }
            *part = Lanes::ZERO;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    fn random(count: usize, seed: u64) -> Vec<Lanes> {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut lanes = || Lanes(std::array::from_fn(|_| random.random_range(-0.5..1.5)));
        (0..count).map(|_| lanes()).collect()
    }

    /// All kernels one after the other on the same numbers.
    fn results(level: Level, width: usize) -> (Vec<Lanes>, f32, Vec<Lanes>, Vec<Lanes>) {
        let cells = random(20 * width, 1);
        let matrix = Matrix {
            cells: &cells,
            width,
        };
        let runs = Runs {
            rows: &[3, 19, 0, 3, 7, 12],
            ends: &[2, 2, 6],
        };
        let mut sums = random(3 * width, 2);
        sum_rows(level, matrix, runs, &mut sums);
        let weights = random(3 * width, 3);
        let output = output(level, &sums, &weights);
        let mut slopes = random(3 * width, 4);
        output_slopes(level, 0.25, &mut sums, &weights, &mut slopes);
        let step = AdamStep {
            beta1: 0.9,
            beta2: 0.999,
            rate: 0.01,
            correction: 10.0,
            remaining: 0.99,
            limit: 1.0,
        };
        let mut squares = random(3 * width, 6);
        for square in squares.iter_mut().flat_map(|lanes| &mut lanes.0) {
            *square = square.abs();
        }
        let (mut parameters, mut means) = (weights, random(3 * width, 5));
        move_into(level, &mut means, &mut slopes);
        adam_step(
            level,
            step,
            &sums,
            &mut parameters,
            &mut means,
            &mut squares,
        );
        (sums, output, parameters, means)
    }

    #[test]
    fn all_levels_agree_to_the_last_bit() {
        for width in [2, 4, 6, 8, 10, 16, 18] {
            let expected = results(Level::Plain, width);
            for level in Level::supported() {
                assert_eq!(results(level, width), expected, "{level:?}, width {width}");
            }
        }
    }
}
