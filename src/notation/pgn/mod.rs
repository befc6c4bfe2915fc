//! Games in Portable Game Notation.
//!
//! After the PGN standard (Steven J. Edwards, 1994). [`Games`] reads a stream of games with the
//! crate pgn-reader and our own rules; a [`PgnGame`] writes itself in export format.

mod reader;
mod writer;

pub use reader::{Games, PgnError, PgnFault};

use crate::position::Position;
use crate::types::Move;
use std::fmt;

/// A game with its tags and the moves of its main line.
#[derive(Clone)]
pub struct PgnGame {
    /// Name and value of each tag in the order of the file, without those that follow from the
    /// other fields: `SetUp`, `FEN`, `Variant` and `Result`.
    pub tags: Vec<(String, String)>,
    /// The position from which it starts.
    pub start: Position,
    /// Whether it is a game of Chess960.
    pub chess960: bool,
    /// The comment before the first move, empty if there is none.
    pub comment: String,
    /// The moves, each legal after those before it.
    pub moves: Vec<PgnMove>,
    /// How it ended.
    pub result: GameResult,
}

/// A move with what is said about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PgnMove {
    /// The move.
    pub mv: Move,
    /// The numbers of its annotation glyphs: 1 for `!`, 2 for `?`, 3 for `!!` and so on.
    pub glyphs: Vec<u8>,
    /// The comment after it, empty if there is none.
    pub comment: String,
    /// What could have been played instead: lines that begin in the position before the move. They
    /// are written, but not read.
    pub variations: Vec<Vec<PgnMove>>,
}

impl From<Move> for PgnMove {
    fn from(mv: Move) -> PgnMove {
        PgnMove {
            mv,
            glyphs: Vec::new(),
            comment: String::new(),
            variations: Vec::new(),
        }
    }
}

impl PgnGame {
    /// A game without tags and moves.
    pub fn new(start: Position, chess960: bool) -> PgnGame {
        PgnGame {
            tags: Vec::new(),
            start,
            chess960,
            comment: String::new(),
            moves: Vec::new(),
            result: GameResult::Unknown,
        }
    }

    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let (_, value) = self.tags.iter().find(|(tag, _)| tag == name)?;
        Some(value)
    }

    /// The position after the last move.
    pub fn last_position(&self) -> Position {
        self.moves
            .iter()
            .fold(self.start, |position, played| position.play(played.mv))
    }
}

/// The result of a game as PGN records it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum GameResult {
    /// `1-0`
    WhiteWins,
    /// `0-1`
    BlackWins,
    /// `1/2-1/2`
    Draw,
    /// `*`: still in progress, abandoned or not known.
    Unknown,
}

impl GameResult {
    /// Reads one of the four marks.
    pub fn from_mark(mark: &str) -> Option<GameResult> {
        let all = [
            GameResult::WhiteWins,
            GameResult::BlackWins,
            GameResult::Draw,
            GameResult::Unknown,
        ];
        all.into_iter().find(|result| result.mark() == mark)
    }

    /// The mark that ends the moves of a game.
    pub const fn mark(self) -> &'static str {
        match self {
            GameResult::WhiteWins => "1-0",
            GameResult::BlackWins => "0-1",
            GameResult::Draw => "1/2-1/2",
            GameResult::Unknown => "*",
        }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.mark())
    }
}
