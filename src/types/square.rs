use super::Color;
use std::fmt;
use std::str::FromStr;

/// A column of the board, `a` to `h`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct File(u8);

impl File {
    /// The a-file.
    pub const A: File = File(0);
    /// The c-file, to which the king castles on the a-side.
    pub const C: File = File(2);
    /// The d-file, to which the rook castles on the a-side.
    pub const D: File = File(3);
    /// The e-file.
    pub const E: File = File(4);
    /// The f-file, to which the rook castles on the h-side.
    pub const F: File = File(5);
    /// The g-file, to which the king castles on the h-side.
    pub const G: File = File(6);
    /// The h-file.
    pub const H: File = File(7);

    /// The file with this index, 0 for `a` to 7 for `h`; only the low three bits count.
    #[inline]
    pub const fn new(index: usize) -> File {
        File((index & 7) as u8)
    }

    /// 0 for `a` to 7 for `h`.
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 & 7) as usize
    }

    /// All files from `a` to `h`.
    pub fn all() -> impl DoubleEndedIterator<Item = File> + ExactSizeIterator {
        (0..8).map(File::new)
    }

    /// The letter in lower case.
    pub const fn letter(self) -> char {
        (b'a' + self.0) as char
    }

    /// Reads a letter `a` to `h` of either case.
    pub fn from_letter(letter: char) -> Option<File> {
        let lower = letter.to_ascii_lowercase();
        ('a'..='h')
            .contains(&lower)
            .then(|| File(lower as u8 - b'a'))
    }
}

/// A row of the board, 1 to 8.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Rank(u8);

impl Rank {
    /// The rank with this index, 0 for the first to 7 for the eighth; only the low three bits count.
    #[inline]
    pub const fn new(index: usize) -> Rank {
        Rank((index & 7) as u8)
    }

    /// 0 for the first rank to 7 for the eighth.
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 & 7) as usize
    }

    /// All ranks from the first to the eighth.
    pub fn all() -> impl DoubleEndedIterator<Item = Rank> + ExactSizeIterator {
        (0..8).map(Rank::new)
    }

    /// The rank that stands this high (0 to 7) on the board as `color` sees it.
    #[inline]
    pub const fn relative(self, color: Color) -> Rank {
        Rank(self.0 ^ (7 * color as u8))
    }

    /// The digit, `1` to `8`.
    pub const fn letter(self) -> char {
        (b'1' + self.0) as char
    }

    /// Reads a digit `1` to `8`.
    pub fn from_letter(letter: char) -> Option<Rank> {
        ('1'..='8')
            .contains(&letter)
            .then(|| Rank(letter as u8 - b'1'))
    }
}

/// A square of the board: a1 is 0, b1 is 1, h8 is 63.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

macro_rules! squares {
    ($($name:ident = $index:expr),* $(,)?) => {
        #[allow(missing_docs)]
        impl Square { $(pub const $name: Square = Square($index);)* }
    };
}

squares! {
    A1 = 0, B1 = 1, C1 = 2, D1 = 3, E1 = 4, F1 = 5, G1 = 6, H1 = 7,
    A8 = 56, B8 = 57, C8 = 58, D8 = 59, E8 = 60, F8 = 61, G8 = 62, H8 = 63,
}

impl Square {
    /// The square with this index; only the low six bits count.
    #[inline]
    pub const fn new(index: usize) -> Square {
        Square((index & 63) as u8)
    }

    /// The square on this file and rank.
    #[inline]
    pub const fn at(file: File, rank: Rank) -> Square {
        Square(rank.0 << 3 | file.0)
    }

    /// 0 for a1 to 63 for h8. The mask spares every table of 64 entries its bounds check.
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 & 63) as usize
    }

    /// The column in which this square lies.
    #[inline]
    pub const fn file(self) -> File {
        File(self.0 & 7)
    }

    /// The row in which this square lies.
    #[inline]
    pub const fn rank(self) -> Rank {
        Rank((self.0 & 63) >> 3)
    }

    /// All squares from a1 to h8.
    pub fn all() -> impl DoubleEndedIterator<Item = Square> + ExactSizeIterator {
        (0..64).map(Square::new)
    }

    /// The same square with the ranks counted from the other side.
    #[inline]
    pub const fn flip_rank(self) -> Square {
        Square(self.0 ^ 56)
    }

    /// The same square with the files counted from the other side.
    #[inline]
    pub const fn flip_file(self) -> Square {
        Square(self.0 ^ 7)
    }

    /// The square as `color` sees it: unchanged for White, ranks flipped for Black.
    #[inline]
    pub const fn relative(self, color: Color) -> Square {
        Square(self.0 ^ (56 * color as u8))
    }

    /// One rank forward in the direction of `color`'s pawns; wraps at the edge of the board.
    #[inline]
    pub const fn forward(self, color: Color) -> Square {
        Square::new(self.index() + color.forward_shift())
    }

    /// The square this many files to the right and ranks up, if it lies on the board.
    pub fn offset(self, files: i32, ranks: i32) -> Option<Square> {
        let file = self.file().index() as i32 + files;
        let rank = self.rank().index() as i32 + ranks;
        ((0..8).contains(&file) && (0..8).contains(&rank))
            .then(|| Square::new((rank * 8 + file) as usize))
    }

    /// The number of king moves between two squares.
    #[inline]
    pub const fn distance(self, other: Square) -> usize {
        let files = self.file().0.abs_diff(other.file().0);
        let ranks = self.rank().0.abs_diff(other.rank().0);
        (if files > ranks { files } else { ranks }) as usize
    }

    /// Whether the square is a light one.
    #[inline]
    pub const fn is_light(self) -> bool {
        (self.0 ^ (self.0 >> 3)) & 1 == 1
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file().letter(), self.rank().letter())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Square {
    type Err = ();

    /// Reads a name such as `e4`.
    fn from_str(text: &str) -> Result<Square, ()> {
        let mut letters = text.chars();
        match (letters.next(), letters.next(), letters.next()) {
            (Some(file), Some(rank), None) if file.is_ascii_lowercase() => {
                let file = File::from_letter(file).ok_or(())?;
                let rank = Rank::from_letter(rank).ok_or(())?;
                Ok(Square::at(file, rank))
            }
            _ => Err(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip() {
        for square in Square::all() {
            assert_eq!(square.to_string().parse(), Ok(square));
        }
        for bad in ["", "e", "e9", "i4", "e4x", "E4", "é4"] {
            assert!(bad.parse::<Square>().is_err(), "{bad}");
        }
    }

    #[test]
    fn colours_of_the_corners() {
        assert!(!Square::A1.is_light());
        assert!(Square::H1.is_light());
        assert!(Square::A8.is_light());
        assert!(!Square::H8.is_light());
    }
}
