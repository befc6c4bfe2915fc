//! `vezer datagen --replay`: one game once more.

use crate::cli::Failure;
use crate::evaluation::wdl::Told;
use crate::records::{GameReader, GameRecord};
use crate::search::STACK_SIZE;
use crate::selfplay::{Produced, Producer, Recipe};
use std::io::{self, Write};
use std::path::Path;

/// Plays the game with this number again, prints it as PGN, and compares it with the file if it is
/// there already.
pub(super) fn replay(out: &Path, recipe: &Recipe, index: u64) -> Result<(), Failure> {
    let played = play(recipe, index)?;
    let mut pgn = played
        .record
        .to_pgn(|score| Told::from(score).in_pawns())
        .map_err(Failure::runtime)?;
    let tags = [
        ("Round", index.to_string()),
        ("Termination", played.end.to_string()),
    ];
    pgn.tags
        .extend(tags.map(|(name, value)| (name.to_owned(), value)));
    write!(io::stdout(), "{pgn}")?;
    match recorded(out, index)? {
        None => Ok(()),
        Some(record) if record == played.record => Ok(()),
        Some(_) => Err(Failure::runtime(format!(
            "game {index} in {} is another one",
            out.display()
        ))),
    }
}

fn play(recipe: &Recipe, index: u64) -> Result<Produced, Failure> {
    let mut producer = Producer::new(recipe).map_err(Failure::runtime)?;
    let thread = std::thread::Builder::new().stack_size(STACK_SIZE);
    std::thread::scope(|scope| {
        let game = thread.spawn_scoped(scope, move || producer.game(index))?;
        game.join()
            .map_err(|_| Failure::runtime("the search has panicked"))
    })
}

fn recorded(out: &Path, index: u64) -> Result<Option<GameRecord>, Failure> {
    if !out.exists() {
        return Ok(None);
    }
    let fault = |error: &dyn std::fmt::Display| Failure::unusable_file(out, error);
    let mut games = GameReader::open(out).map_err(|error| fault(&error))?;
    let game = usize::try_from(index).map(|index| games.nth(index));
    match game {
        Ok(Some(game)) => Ok(Some(game.map_err(|error| fault(&error))?)),
        _ => Ok(None),
    }
}
