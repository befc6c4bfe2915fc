//! Where games start: standard, Chess960 or double Chess960, then some random moves; or a position
//! from a book.

use super::game::end_on_board;
use super::recipe::{Recipe, fnv1a};
use super::settings::Settings;
use crate::notation::epd::{self, EpdFileError};
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
    /// There is no position from which a game could start.
    #[error("{0}: no position in which the game is not over yet")]
    Empty(PathBuf),
}

/// Opening positions.
#[derive(Clone, Debug)]
pub struct Book {
    positions: Vec<Position>,
    checksum: u64,
}

impl Book {
    /// Reads an EPD file, or one of FENs: a position on every line.
    ///
    /// # Errors
    /// If it cannot be read, or has no position where play can start.
    pub fn load(path: &Path) -> Result<Book, BookError> {
        let bytes = fs::read(path).map_err(|error| BookError::Io(path.into(), error))?;
        let mut positions = Vec::new();
        for epd in epd::read(bytes.as_slice()) {
            let epd = epd.map_err(|error| BookError::Line(path.into(), error))?;
            if end_on_board(&Game::new(epd.position)).is_none() {
                positions.push(epd.position);
            }
        }
        if positions.is_empty() {
            return Err(BookError::Empty(path.into()));
        }
        Ok(Book {
            positions,
            checksum: fnv1a(&bytes),
        })
    }

    /// A number that tells books apart.
    pub fn checksum(&self) -> u64 {
        self.checksum
    }

    /// The positions, never none.
    pub fn positions(&self) -> &[Position] {
        &self.positions
    }
}

/// Draws an opening at random: not over yet, but not judged by anybody either.
pub(super) fn draw(recipe: &Recipe, index: u64, rng: &mut impl Rng) -> Position {
    let settings = &recipe.settings;
    loop {
        let start = match &recipe.book {
            Some(book) => *book.positions.choose(rng).expect("a book is never empty"),
            None => start_position(settings, rng),
        };
        // By turns one move more, so that either player is the first to think.
        let odd = u32::from(settings.random_plies > 0 && index % 2 == 1);
        if let Some(position) = random_walk(start, settings.random_plies + odd, rng) {
            return position;
        }
    }
}

fn start_position(settings: &Settings, rng: &mut impl Rng) -> Position {
    let share = rng.random_range(0..100u8);
    let [mut white, mut black] = [STANDARD; 2];
    if share < settings.chess960 {
        white = rng.random_range(0..CHESS960_STARTS);
        black = white;
    } else if share < settings.chess960 + settings.double_chess960 {
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
    fn both_players_start_and_shares_are_kept() {
        let recipe = Recipe {
            settings: Settings {
                chess960: 20,
                double_chess960: 30,
                ..Settings::default()
            },
            ..Recipe::default()
        };
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let mut kinds = [0; 3];
        for index in 0..2000 {
            let position = draw(&recipe, index, &mut rng);
            let color = [Color::White, Color::Black][index as usize % 2];
            assert_eq!(position.side_to_move(), color);
            let start = start_position(&recipe.settings, &mut rng);
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
    fn books_are_read_and_over_games_left_out() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("book.epd");
        let lines = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - id \"e4\";\n\
                     7k/5Q2/6K1/8/8/8/8/8 b - -\n";
        fs::write(&path, lines).unwrap();
        let book = Book::load(&path).unwrap();
        assert_eq!(book.positions().len(), 1);
        fs::write(&path, "7k/5Q2/6K1/8/8/8/8/8 b - -\n").unwrap();
        assert!(matches!(Book::load(&path), Err(BookError::Empty(_))));
        fs::write(&path, "no position\n").unwrap();
        let error = Book::load(&path).unwrap_err().to_string();
        assert!(error.contains("book.epd: line 1"), "{error}");
    }
}
