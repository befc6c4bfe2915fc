//! Where games start: standard, Chess960 or double Chess960, then some random moves; or a position
//! from a book.

use super::game::end_on_board;
use super::recipe::fnv1a;
use crate::notation::epd::{self, EpdFileError};
use crate::notation::pgn::{self, PgnError};
use crate::position::Position;
use crate::rules::Game;
use rand::seq::IndexedRandom;
use rand::{Rng, RngExt};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Why a book cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum BookError {
    /// The file cannot be read.
    #[error("{0}: {1}")]
    Io(PathBuf, io::Error),
    /// A line is no position.
    #[error("{0}: {1}")]
    Line(PathBuf, EpdFileError),
    /// A game is none.
    #[error("{0}: {1}")]
    Game(PathBuf, PgnError),
    /// There is no position from which a game could start.
    #[error("{0}: no position in which the game is not over yet")]
    Empty(PathBuf),
}

/// Opening positions. They are kept as FENs: a position is three times as large, and there are
/// books with millions.
#[derive(Clone, Debug)]
pub struct Book {
    fens: String,
    /// Where each of them ends.
    ends: Vec<usize>,
    checksum: u64,
}

impl Book {
    /// Reads a file of EPDs or FENs, a position on every line, or of games (`*.pgn`), of which the
    /// last positions count. Where the game is over already, none can start.
    ///
    /// # Errors
    /// If it cannot be read, or has no position where a game can start.
    pub fn load(path: &Path) -> Result<Book, BookError> {
        let bytes = fs::read(path).map_err(|error| BookError::Io(path.into(), error))?;
        let mut book = Book {
            fens: String::new(),
            ends: Vec::new(),
            checksum: fnv1a(&bytes),
        };
        if path.extension().is_some_and(|extension| extension == "pgn") {
            for game in pgn::Games::new(bytes.as_slice()) {
                let game = game.map_err(|error| BookError::Game(path.into(), error))?;
                book.add(&game.last_position());
            }
        } else {
            for epd in epd::read(bytes.as_slice()) {
                let epd = epd.map_err(|error| BookError::Line(path.into(), error))?;
                book.add(&epd.position);
            }
        }
        if book.is_empty() {
            return Err(BookError::Empty(path.into()));
        }
        Ok(book)
    }

    fn add(&mut self, position: &Position) {
        if end_on_board(&Game::new(*position)).is_none() {
            self.fens.push_str(&position.fen());
            self.ends.push(self.fens.len());
        }
    }

    /// A number that tells books apart.
    pub fn checksum(&self) -> u64 {
        self.checksum
    }

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are none, which is so for no book that was loaded.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// One of the positions.
    ///
    /// # Panics
    /// If there are not so many.
    pub fn position(&self, index: usize) -> Position {
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        let fen = &self.fens[start..self.ends[index]];
        Position::from_fen(fen).expect("it was a position when it was read")
    }
}

/// What openings are drawn from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Source<'a> {
    /// Instead of the start positions of chess.
    pub(super) book: Option<&'a Book>,
    /// The share of games of Chess960, in percent.
    pub(super) chess960: u8,
    /// The share of games of double Chess960, in percent.
    pub(super) double_chess960: u8,
}

/// Draws an opening at random, with so many random moves: not over yet, but not judged by anybody
/// either.
pub(super) fn draw(source: Source, plies: u32, rng: &mut impl Rng) -> Position {
    loop {
        let start = match source.book {
            Some(book) => book.position(rng.random_range(0..book.len())),
            None => start_position(source, rng),
        };
        if let Some(position) = random_walk(start, plies, rng) {
            return position;
        }
    }
}

fn start_position(source: Source, rng: &mut impl Rng) -> Position {
    let share = rng.random_range(0..100u8);
    let [mut white, mut black] = [STANDARD; 2];
    if share < source.chess960 {
        white = rng.random_range(0..CHESS960_STARTS);
        black = white;
    } else if share < source.chess960 + source.double_chess960 {
        white = rng.random_range(0..CHESS960_STARTS);
        black = rng.random_range(0..CHESS960_STARTS);
    }
    chess960_start(white, black)
}

/// So many moves, every legal one as likely as any other; `None` if the game is over then.
fn random_walk(start: Position, plies: u32, rng: &mut impl Rng) -> Option<Position> {
    let mut game = Game::new(start);
    for _ in 0..plies {
        let mv = *game.position().legal_moves().choose(rng)?;
        game.push(mv);
    }
    // The game that is recorded starts here and knows nothing of what was before.
    let position = *game.position();
    end_on_board(&Game::new(position))
        .is_none()
        .then_some(position)
}

/// How many start positions Chess960 has.
const CHESS960_STARTS: u16 = 960;
/// The number of the standard start position among them.
const STANDARD: u16 = 518;

/// The position in which White's pieces start as in one numbered position of Chess960 and Black's
/// as in another (double Chess960, if they differ).
fn chess960_start(white: u16, black: u16) -> Position {
    let [white, black] = [white, black].map(back_rank);
    let fen = format!(
        "{}/pppppppp/8/8/8/8/PPPPPPPP/{} w KQkq - 0 1",
        black.to_lowercase(),
        white,
    );
    Position::from_fen(&fen).expect("every start position of Chess960 is valid")
}

/// White's pieces from the a-file on, by Reinhard Scharnagl's numbering: the number holds, from its
/// low end, the bishops' places, the queen's, and which two of the other five are the knights'.
fn back_rank(number: u16) -> String {
    const KNIGHTS: [[usize; 2]; 10] = [
        [0, 1],
        [0, 2],
        [0, 3],
        [0, 4],
        [1, 2],
        [1, 3],
        [1, 4],
        [2, 3],
        [2, 4],
        [3, 4],
    ];
    let number = usize::from(number % CHESS960_STARTS);
    let mut files = [None; 8];
    files[2 * (number % 4) + 1] = Some('B');
    files[2 * (number / 4 % 4)] = Some('B');
    place(&mut files, number / 16 % 6, 'Q');
    let [first, second] = KNIGHTS[number / 96];
    // The later one first: it does not change the places before it.
    place(&mut files, second, 'N');
    place(&mut files, first, 'N');
    for piece in ['R', 'K', 'R'] {
        place(&mut files, 0, piece);
    }
    files.iter().flatten().collect()
}

/// Puts a piece on one of the files that are still free, counted from the a-file.
fn place(files: &mut [Option<char>; 8], index: usize, piece: char) {
    let mut free = files.iter_mut().filter(|file| file.is_none());
    if let Some(file) = free.nth(index) {
        *file = Some(piece);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Color;
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;
    use std::collections::HashSet;

    #[test]
    fn chess960_positions_bear_their_published_numbers() {
        assert_eq!(chess960_start(518, 518), Position::startpos());
        // The first and the last of the published table, and two from its middle.
        assert_eq!(back_rank(0), "BBQNNRKR");
        assert_eq!(back_rank(959), "RKRNNQBB");
        assert_eq!(back_rank(534), "RNBKQBNR");
        assert_eq!(back_rank(1), "BQNBNRKR");
    }

    #[test]
    fn chess960_has_960_positions() {
        let mut ranks = HashSet::new();
        for number in 0..CHESS960_STARTS {
            let rank = back_rank(number);
            let at = |piece| rank.match_indices(piece).map(|(at, _)| at).collect();
            let (bishops, rooks, king): (Vec<_>, Vec<_>, Vec<_>) = (at('B'), at('R'), at('K'));
            assert_ne!(bishops[0] % 2, bishops[1] % 2, "{rank}");
            assert!(rooks[0] < king[0] && king[0] < rooks[1], "{rank}");
            let position = chess960_start(number, 959 - number);
            assert_eq!(position.castling_rights().rooks().count(), 4, "{rank}");
            ranks.insert(rank);
        }
        assert_eq!(ranks.len(), 960);
    }

    #[test]
    fn random_moves_are_counted_and_shares_are_kept() {
        let source = Source {
            book: None,
            chess960: 20,
            double_chess960: 30,
        };
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let mut kinds = [0; 3];
        for index in 0..2000 {
            let position = draw(source, 8 + index as u32 % 2, &mut rng);
            let color = [Color::White, Color::Black][index % 2];
            assert_eq!(position.side_to_move(), color);
            let start = start_position(source, &mut rng);
            let fen = start.fen();
            let ranks: Vec<&str> = fen.split(['/', ' ']).collect();
            let kind = if start == Position::startpos() {
                0
            } else if ranks[0] == ranks[7].to_lowercase() {
                1
            } else {
                2
            };
            kinds[kind] += 1;
        }
        assert!((950..1050).contains(&kinds[0]), "{kinds:?}");
        assert!((350..450).contains(&kinds[1]), "{kinds:?}");
        assert!((550..650).contains(&kinds[2]), "{kinds:?}");
    }

    #[test]
    fn games_end_where_openings_start() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("book.pgn");
        let games = "1. e4 e5 *\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n1. d4 d5 2. c4 *\n";
        fs::write(&path, games).unwrap();
        let book = Book::load(&path).unwrap();
        assert_eq!(book.len(), 2);
        assert!(
            book.position(0)
                .fen()
                .starts_with("rnbqkbnr/pppp1ppp/8/4p3/4P3/")
        );
        assert!(
            book.position(1)
                .fen()
                .starts_with("rnbqkbnr/ppp1pppp/8/3p4/2PP4/")
        );
    }

    #[test]
    fn books_are_read_and_over_games_left_out() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("book.epd");
        let lines = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - id \"e4\";\n\
                     7k/5Q2/6K1/8/8/8/8/8 b - -\n";
        fs::write(&path, lines).unwrap();
        let book = Book::load(&path).unwrap();
        assert_eq!(book.len(), 1);
        let fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
        assert_eq!(book.position(0).fen(), fen);
        fs::write(&path, "7k/5Q2/6K1/8/8/8/8/8 b - -\n").unwrap();
        assert!(matches!(Book::load(&path), Err(BookError::Empty(_))));
        fs::write(&path, "no position\n").unwrap();
        let error = Book::load(&path).unwrap_err().to_string();
        assert!(error.contains("book.epd: line 1"), "{error}");
    }
}
