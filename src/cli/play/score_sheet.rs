//! The record of a game at the board, as PGN.

use super::ending::Ending;
use crate::cli::Failure;
use crate::engine::identity;
use crate::notation::pgn::{GameResult, PgnGame, PgnMove};
use crate::rules::Game;
use crate::types::Color;
use std::fs::{File, OpenOptions};
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use time::OffsetDateTime;

/// Where a game is kept, behind games that are there already.
pub(super) struct ScoreSheet {
    /// The person's name.
    name: String,
    date: String,
    file: Option<(PathBuf, File, u64)>,
}

impl ScoreSheet {
    /// A sheet for a person, kept in a file if one is named.
    pub(super) fn new(name: &str, path: Option<&Path>) -> Result<ScoreSheet, Failure> {
        let date = OffsetDateTime::now_utc().date();
        let month = u8::from(date.month());
        Ok(ScoreSheet {
            name: name.to_owned(),
            date: format!("{:04}.{month:02}.{:02}", date.year(), date.day()),
            file: path.map(open).transpose()?,
        })
    }

    /// The game as it stands.
    pub(super) fn game(&self, game: &Game, person: Color, ending: Option<Ending>) -> PgnGame {
        let start = *game.start();
        let mut pgn = PgnGame::new(start, !start.castles_as_usual());
        let engine = format!("{} {}", identity::NAME, identity::VERSION);
        let (white, black) = match person {
            Color::White => (self.name.clone(), engine),
            Color::Black => (engine, self.name.clone()),
        };
        let tags = [
            ("Event", "Casual game".to_owned()),
            ("Date", self.date.clone()),
            ("White", white),
            ("Black", black),
        ];
        let tags = tags.map(|(name, value)| (name.to_owned(), value));
        pgn.tags.extend(tags);
        if let Some(ending) = ending {
            let reason = ("Termination".to_owned(), ending.to_string());
            pgn.tags.push(reason);
            pgn.result = GameResult::from_mark(ending.result()).unwrap_or(GameResult::Unknown);
        }
        pgn.moves = game.moves().iter().map(|&mv| PgnMove::from(mv)).collect();
        pgn
    }

    /// Writes the game in place of its earlier state.
    pub(super) fn save(&mut self, game: &PgnGame) -> Result<(), Failure> {
        let Some((path, file, start)) = &mut self.file else {
            return Ok(());
        };
        let mut write = || -> std::io::Result<()> {
            file.set_len(*start)?;
            file.seek(SeekFrom::End(0))?;
            file.write_all(game.to_string().as_bytes())
        };
        write().map_err(|error| Failure::file(path, error))
    }
}

fn open(path: &Path) -> Result<(PathBuf, File, u64), Failure> {
    let mut options = OpenOptions::new();
    let file = options.create(true).write(true).truncate(false).open(path);
    let file = file.map_err(|error| Failure::file(path, error))?;
    let length = file
        .metadata()
        .map_err(|error| Failure::file(path, error))?
        .len();
    Ok((path.to_owned(), file, length))
}
