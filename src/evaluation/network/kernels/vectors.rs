//! The kernels of accumulators, written once over the vectors of an instruction set.

/// Defines `fused` and `refresh` with the vectors of the module that calls it: its functions
/// `load`, `store`, `add` and `sub` work on a whole block, and `$tile` blocks (a sum in progress)
/// fit in its registers.
macro_rules! accumulator_kernels {
    ($features:literal, $tile:literal) => {
        #[target_feature(enable = $features)]
        pub(super) fn fused<const ADDED: usize, const REMOVED: usize>(
            into: &mut [Block],
            from: &[Block],
            added: [&[Block]; ADDED],
            removed: [&[Block]; REMOVED],
        ) {
            // Told the lengths first, the compiler checks none in the loop.
            let length = into.len();
            assert!(from.len() == length);
            for row in added {
                assert!(row.len() == length);
            }
            for row in removed {
                assert!(row.len() == length);
            }
            for index in 0..length {
                let mut sum = load(&from[index]);
                for row in added {
                    sum = add(sum, load(&row[index]));
                }
                for row in removed {
                    sum = sub(sum, load(&row[index]));
                }
                store(&mut into[index], sum);
            }
        }

        #[target_feature(enable = $features)]
        pub(super) fn refresh(
            sum: &mut [Block],
            into: &mut [Block],
            added: &[&[Block]],
            removed: &[&[Block]],
        ) {
            let (tiles, rest) = sum.as_chunks_mut::<$tile>();
            let (into_tiles, into_rest) = into.as_chunks_mut::<$tile>();
            let mut start = 0;
            for (tile, into) in tiles.iter_mut().zip(into_tiles) {
                refresh_tile(tile, into, added, removed, start);
                start += $tile;
            }
            for (block, into) in rest.iter_mut().zip(into_rest) {
                let (block, into) = (std::array::from_mut(block), std::array::from_mut(into));
                refresh_tile(block, into, added, removed, start);
                start += 1;
            }
        }

        /// The blocks from `start` of a refresh, all the while in registers.
        #[inline]
        #[target_feature(enable = $features)]
        fn refresh_tile<const TILE: usize>(
            tile: &mut [Block; TILE],
            into: &mut [Block; TILE],
            added: &[&[Block]],
            removed: &[&[Block]],
            start: usize,
        ) {
            let mut sums = [load(&tile[0]); TILE];
            for (sum, block) in sums.iter_mut().zip(tile.iter()) {
                *sum = load(block);
            }
            for row in added {
                for (sum, block) in sums.iter_mut().zip(&row[start..start + TILE]) {
                    *sum = add(*sum, load(block));
                }
            }
            for row in removed {
                for (sum, block) in sums.iter_mut().zip(&row[start..start + TILE]) {
                    *sum = sub(*sum, load(block));
                }
            }
            for (sum, (block, into)) in sums.iter().zip(tile.iter_mut().zip(into)) {
                store(block, *sum);
                store(into, *sum);
            }
        }
    };
}

pub(super) use accumulator_kernels;
