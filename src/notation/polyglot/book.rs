//! Opening books in the Polyglot format.

use super::{key, passed_by};
use crate::notation::files::read_whole;
use crate::notation::uci::parse_move;
use crate::position::Position;
use crate::types::{File, Move, PieceType, Rank, Square};
use std::fmt::Write;
use std::io;
use std::path::{Path, PathBuf};

/// The bytes of an entry: a key, a move, its weight and four for learning, all big endian.
const ENTRY_LENGTH: usize = 16;

/// A larger file is no book that anybody has made.
const MOST_BYTES: u64 = 1 << 32;

/// A book, wholly in memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Book {
    /// The entries in the order of their keys.
    entries: Vec<Entry>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Entry {
    key: u64,
    mv: u16,
    weight: u16,
}

/// A move that a book knows for a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BookMove {
    /// The move, which is legal.
    pub mv: Move,
    /// How often it should be played in comparison with the others; never 0.
    pub weight: u16,
}

/// Why a file is no book.
#[derive(Debug, thiserror::Error)]
pub enum BookError {
    /// The file cannot be read.
    #[error("{0} cannot be read ({1})")]
    Io(PathBuf, io::Error),
    /// Nothing is in it.
    #[error("{0} is empty")]
    Empty(PathBuf),
    /// The last entry is not whole.
    #[error("{0} is cut short or no Polyglot book: {1} bytes are not entries of {ENTRY_LENGTH}")]
    Torn(PathBuf, usize),
    /// Books are sorted by key; this is something else.
    #[error("{0} is no Polyglot book: entry {1} is not in the order of keys")]
    Unsorted(PathBuf, usize),
}

impl Book {
    /// Reads a book.
    ///
    /// # Errors
    /// If the file cannot be read, or is no book.
    pub fn load(path: &Path) -> Result<Book, BookError> {
        let bytes =
            read_whole(path, MOST_BYTES).map_err(|error| BookError::Io(path.into(), error))?;
        if bytes.is_empty() {
            return Err(BookError::Empty(path.into()));
        }
        let (entries, rest) = bytes.as_chunks::<ENTRY_LENGTH>();
        if !rest.is_empty() {
            return Err(BookError::Torn(path.into(), bytes.len()));
        }
        let entries: Vec<Entry> = entries.iter().map(Entry::read).collect();
        let in_order = |pair: &[Entry]| pair[0].key <= pair[1].key;
        match entries.windows(2).position(|pair| !in_order(pair)) {
            None => Ok(Book { entries }),
            Some(before) => Err(BookError::Unsorted(path.into(), before + 2)),
        }
    }

    /// The number of entries: moves of all positions.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is no entry.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The moves that the book has for a position, the one with the greatest weight first, but for
    /// those that are not legal or have no weight. `last` is the move that led to the position, if
    /// there was one ([`key`] says why it matters).
    pub fn moves(&self, position: &Position, last: Option<Move>) -> Vec<BookMove> {
        let key = key(position, last.and_then(passed_by));
        let first = self.entries.partition_point(|entry| entry.key < key);
        let entries = self.entries[first..].iter();
        let mut moves: Vec<BookMove> = entries
            .take_while(|entry| entry.key == key)
            .filter_map(|entry| entry.book_move(position))
            .collect();
        moves.sort_by_key(|book_move| std::cmp::Reverse(book_move.weight));
        moves
    }
}

impl Entry {
    fn read(bytes: &[u8; ENTRY_LENGTH]) -> Entry {
        let [a, b, c, d, e, f, g, h, i, j, k, l, ..] = *bytes;
        Entry {
            key: u64::from_be_bytes([a, b, c, d, e, f, g, h]),
            mv: u16::from_be_bytes([i, j]),
            weight: u16::from_be_bytes([k, l]),
        }
    }

    /// The entry as a move of this position: the key can be that of another one by chance.
    fn book_move(&self, position: &Position) -> Option<BookMove> {
        let mv = parse_move(position, &self.text()?).ok()?;
        let weight = self.weight;
        (weight > 0).then_some(BookMove { mv, weight })
    }

    /// The move as UCI writes it, castling as the king taking his rook: from the lowest bit, three
    /// bits each for the file and rank of the goal, then of the start, then the promotion.
    fn text(&self) -> Option<String> {
        const PROMOTIONS: [PieceType; 4] = PieceType::PROMOTIONS;
        let bits = |shift: u16| usize::from(self.mv >> shift & 7);
        let square = |shift| Square::at(File::new(bits(shift)), Rank::new(bits(shift + 3)));
        let mut text = format!("{}{}", square(6), square(0));
        if let Some(index) = bits(12).checked_sub(1) {
            let _ = write!(text, "{}", PROMOTIONS.get(index)?.letter());
        }
        Some(text)
    }
}

#[cfg(test)]
mod tests;
