//! Bishop, rook and queen attacks by look-up.
//!
//! Two indexings of one table: PEXT where the build targets BMI2 (one instruction gathers the
//! relevant squares), magic multiplication elsewhere. The 107,648 sets are filled at the first use
//! (about 1 ms); [`init`] does it ahead of time.

use super::magics;
use crate::types::{Bitboard, Square};
use once_cell::sync::Lazy;

/// The two kinds of line movers; a queen is both.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Slider {
    /// Moves along diagonals (article 3.2).
    Bishop,
    /// Moves along ranks and files (article 3.3).
    Rook,
}

impl Slider {
    /// The four directions as (file, rank) steps.
    pub const fn directions(self) -> [(i32, i32); 4] {
        match self {
            Slider::Bishop => [(1, 1), (1, -1), (-1, 1), (-1, -1)],
            Slider::Rook => [(1, 0), (-1, 0), (0, 1), (0, -1)],
        }
    }
}

/// The attacks of a slider, found by walking each ray up to the first occupied square. Slow: it
/// fills the tables and checks them.
pub fn ray_walk(slider: Slider, square: Square, occupied: Bitboard) -> Bitboard {
    let mut attacks = Bitboard::EMPTY;
    for (files, ranks) in slider.directions() {
        let mut here = square;
        while let Some(next) = here.offset(files, ranks) {
            attacks |= Bitboard::of(next);
            if occupied.has(next) {
                break;
            }
            here = next;
        }
    }
    attacks
}

const TABLE_SIZE: usize = 102_400 + 5_248; // rook and bishop entries

/// How one square finds its entry in the common table.
#[derive(Clone, Copy)]
struct Entry {
    mask: Bitboard,
    #[cfg_attr(target_feature = "bmi2", allow(dead_code))]
    magic: u64,
    offset: u32,
    #[cfg_attr(target_feature = "bmi2", allow(dead_code))]
    shift: u32,
}

impl Entry {
    #[inline]
    fn index(&self, occupied: Bitboard) -> usize {
        #[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
        // SAFETY: the build targets BMI2, so every CPU that runs it has the instruction.
        let index = unsafe { std::arch::x86_64::_pext_u64(occupied.0, self.mask.0) };
        #[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
        let index = (occupied & self.mask).0.wrapping_mul(self.magic) >> self.shift;
        self.offset as usize + index as usize
    }
}

struct Tables {
    bishop: [Entry; 64],
    rook: [Entry; 64],
    attacks: Box<[Bitboard; TABLE_SIZE]>,
}

static TABLES: Lazy<Tables> = Lazy::new(Tables::fill);

impl Tables {
    fn fill() -> Tables {
        let mut attacks = vec![Bitboard::EMPTY; TABLE_SIZE];
        let mut used = 0;
        let mut fill = |slider, magics: &[u64; 64]| {
            std::array::from_fn(|index| {
                let square = Square::new(index);
                let mask = magics::relevant_occupancy(slider, square);
                let entry = Entry {
                    mask,
                    magic: magics[index],
                    offset: used as u32,
                    shift: 64 - mask.count(),
                };
                for occupied in mask.subsets() {
                    attacks[entry.index(occupied)] = ray_walk(slider, square, occupied);
                }
                used += 1 << mask.count();
                entry
            })
        };
        let rook = fill(Slider::Rook, &magics::ROOK);
        let bishop = fill(Slider::Bishop, &magics::BISHOP);
        let attacks = attacks
            .into_boxed_slice()
            .try_into()
            .expect("the table has its full size");
        Tables {
            bishop,
            rook,
            attacks,
        }
    }
}

/// Fills the tables now rather than at the first look-up.
pub fn init() {
    Lazy::force(&TABLES);
}

/// The squares that a bishop attacks.
#[inline]
pub fn bishop_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    let tables = &*TABLES;
    tables.attacks[tables.bishop[square.index()].index(occupied)]
}

/// The squares that a rook attacks.
#[inline]
pub fn rook_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    let tables = &*TABLES;
    tables.attacks[tables.rook[square.index()].index(occupied)]
}

/// The squares that a queen attacks (article 3.4).
#[inline]
pub fn queen_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    bishop_attacks(square, occupied) | rook_attacks(square, occupied)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_equal_the_ray_walk_for_every_occupancy() {
        for (slider, lookup) in [
            (
                Slider::Bishop,
                bishop_attacks as fn(Square, Bitboard) -> Bitboard,
            ),
            (Slider::Rook, rook_attacks),
        ] {
            for square in Square::all() {
                let mask = magics::relevant_occupancy(slider, square);
                for occupied in mask.subsets() {
                    // Squares outside the mask must not matter.
                    let noise = occupied | Bitboard::of(square);
                    assert_eq!(lookup(square, noise), ray_walk(slider, square, occupied));
                }
            }
        }
    }

    /// The magics stay right also where the build indexes by PEXT.
    #[test]
    fn magics_have_no_harmful_collision() {
        for (slider, values) in [
            (Slider::Bishop, &magics::BISHOP),
            (Slider::Rook, &magics::ROOK),
        ] {
            for square in Square::all() {
                let mask = magics::relevant_occupancy(slider, square);
                let mut table = vec![None; 1 << mask.count()];
                for occupied in mask.subsets() {
                    let product = occupied.0.wrapping_mul(values[square.index()]);
                    let entry = &mut table[(product >> (64 - mask.count())) as usize];
                    let attacks = ray_walk(slider, square, occupied);
                    assert_eq!(
                        *entry.get_or_insert(attacks),
                        attacks,
                        "{slider:?} {square}"
                    );
                }
            }
        }
    }
}
