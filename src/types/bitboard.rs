use super::{Color, File, Rank, Square};
use std::fmt;
use std::ops::{
    BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub, SubAssign,
};

/// A set of squares, one bit for each (bit 0 is a1, bit 63 is h8).
///
/// `&`, `|`, `^` and `!` are the operations of sets; `a - b` is `a` without `b`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Bitboard(pub u64);

impl Bitboard {
    /// No square.
    pub const EMPTY: Bitboard = Bitboard(0);
    /// All squares.
    pub const ALL: Bitboard = Bitboard(!0);
    /// The a-file.
    pub const FILE_A: Bitboard = Bitboard(0x0101_0101_0101_0101);
    /// The h-file.
    pub const FILE_H: Bitboard = Bitboard(0x8080_8080_8080_8080);
    /// The first rank.
    pub const RANK_1: Bitboard = Bitboard(0xff);
    /// The eighth rank.
    pub const RANK_8: Bitboard = Bitboard(0xff << 56);
    /// The first and the eighth rank, where no pawn can stand.
    pub const BACK_RANKS: Bitboard = Bitboard(0xff | 0xff << 56);
    /// The light squares.
    pub const LIGHT: Bitboard = Bitboard(0x55aa_55aa_55aa_55aa);

    /// The set of one square.
    #[inline]
    pub const fn of(square: Square) -> Bitboard {
        Bitboard(1 << square.index())
    }

    /// The squares of a file.
    #[inline]
    pub const fn file(file: File) -> Bitboard {
        Bitboard(Bitboard::FILE_A.0 << file.index())
    }

    /// The squares of a rank.
    #[inline]
    pub const fn rank(rank: Rank) -> Bitboard {
        Bitboard(0xff << (8 * rank.index()))
    }

    /// The squares of the rank with this index (0 to 7) as `color` sees the board.
    #[inline]
    pub const fn relative_rank(color: Color, index: usize) -> Bitboard {
        Bitboard::rank(Rank::new(index).relative(color))
    }

    /// Whether no square is in the set.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether any square is in the set.
    #[inline]
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// Whether more than one square is in the set.
    #[inline]
    pub const fn many(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// Whether the square is in the set.
    #[inline]
    pub const fn has(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    /// Whether the two sets share a square.
    #[inline]
    pub const fn meets(self, other: Bitboard) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether every square of this set is in the other.
    #[inline]
    pub const fn is_within(self, other: Bitboard) -> bool {
        self.0 & !other.0 == 0
    }

    /// The number of squares.
    #[inline]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// The lowest square of a set that is known to have one; of the empty set, a1.
    #[inline]
    pub const fn lsb(self) -> Square {
        Square::new(self.0.trailing_zeros() as usize)
    }

    /// The lowest square.
    #[inline]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(self.lsb()) }
    }

    /// The highest square.
    #[inline]
    pub const fn last(self) -> Option<Square> {
        if self.0 == 0 {
            None
        } else {
            Some(Square::new(63 - self.0.leading_zeros() as usize))
        }
    }

    /// Every square one rank forward as `color` sees it; what leaves the board comes back on
    /// the other edge (no pawn stands where that could happen).
    #[inline]
    pub const fn forward(self, color: Color) -> Bitboard {
        // One rotation by a computed amount instead of a branch on the colour.
        Bitboard(self.0.rotate_left(color.forward_shift() as u32))
    }

    /// The squares to the left and right of these.
    #[inline]
    pub const fn sideways(self) -> Bitboard {
        Bitboard((self.0 & !Bitboard::FILE_H.0) << 1 | (self.0 & !Bitboard::FILE_A.0) >> 1)
    }

    /// The set with the ranks in reversed order.
    #[inline]
    pub const fn flip_ranks(self) -> Bitboard {
        Bitboard(self.0.swap_bytes())
    }

    /// The squares on the files of this set.
    pub const fn fill_files(self) -> Bitboard {
        // Whole ranks go round, so rotations serve as well as shifts in both directions.
        let mut fill = self.0;
        fill |= fill.rotate_left(8);
        fill |= fill.rotate_left(16);
        fill |= fill.rotate_left(32);
        Bitboard(fill)
    }

    /// Whether any square of the set passes the test ([`any`](Bitboard::any) asks for none).
    #[inline]
    pub fn any_square(mut self, test: impl FnMut(Square) -> bool) -> bool {
        Iterator::any(&mut self, test)
    }

    /// Every subset of the set, the empty one first (the "carry-rippler" walk).
    pub fn subsets(self) -> impl Iterator<Item = Bitboard> {
        let mut next = Some(0u64);
        std::iter::from_fn(move || {
            let subset = next?;
            let following = subset.wrapping_sub(self.0) & self.0;
            next = (following != 0).then_some(following);
            Some(Bitboard(subset))
        })
    }
}

impl Iterator for Bitboard {
    type Item = Square;

    /// Takes the lowest square out of the set.
    #[inline]
    fn next(&mut self) -> Option<Square> {
        let square = self.first()?;
        self.0 &= self.0 - 1;
        Some(square)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.count() as usize;
        (count, Some(count))
    }
}

impl ExactSizeIterator for Bitboard {}

macro_rules! set_operation {
    ($trait:ident, $method:ident, $assign:ident, $assign_method:ident, |$a:ident, $b:ident| $result:expr) => {
        impl $trait for Bitboard {
            type Output = Bitboard;
            #[inline]
            fn $method(self, other: Bitboard) -> Bitboard {
                let ($a, $b) = (self.0, other.0);
                Bitboard($result)
            }
        }
        impl $assign for Bitboard {
            #[inline]
            fn $assign_method(&mut self, other: Bitboard) {
                *self = $trait::$method(*self, other);
            }
        }
    };
}

set_operation!(BitAnd, bitand, BitAndAssign, bitand_assign, |a, b| a & b);
set_operation!(BitOr, bitor, BitOrAssign, bitor_assign, |a, b| a | b);
set_operation!(BitXor, bitxor, BitXorAssign, bitxor_assign, |a, b| a ^ b);
set_operation!(Sub, sub, SubAssign, sub_assign, |a, b| a & !b);

impl Not for Bitboard {
    type Output = Bitboard;
    #[inline]
    fn not(self) -> Bitboard {
        Bitboard(!self.0)
    }
}

impl From<Square> for Bitboard {
    #[inline]
    fn from(square: Square) -> Bitboard {
        Bitboard::of(square)
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Bitboard {
        squares
            .into_iter()
            .fold(Bitboard::EMPTY, |set, square| set | Bitboard::of(square))
    }
}

impl fmt::Debug for Bitboard {
    /// Eight rows, the eighth rank first.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in Rank::all().rev() {
            writeln!(f)?;
            for file in File::all() {
                f.write_str(if self.has(Square::at(file, rank)) {
                    " x"
                } else {
                    " ."
                })?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subsets_are_all_different_and_complete() {
        let set = Bitboard(0x8100_0000_0010_0081);
        let subsets: std::collections::HashSet<Bitboard> = set.subsets().collect();
        assert_eq!(subsets.len(), 1 << set.count());
        assert!(subsets.iter().all(|subset| subset.is_within(set)));
    }

    #[test]
    fn forward_follows_the_colour() {
        let e4: Bitboard = "e4".parse::<Square>().unwrap().into();
        assert_eq!(e4.forward(Color::White).lsb().to_string(), "e5");
        assert_eq!(e4.forward(Color::Black).lsb().to_string(), "e3");
    }

    #[test]
    fn iteration_goes_from_a1_to_h8() {
        let squares: Vec<Square> = (Bitboard::RANK_1 | Bitboard::RANK_8).collect();
        assert_eq!(squares.len(), 16);
        assert!(squares.is_sorted());
    }
}
