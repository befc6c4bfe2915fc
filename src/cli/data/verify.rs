//! `vezer data verify`: is every game one of chess?

use super::files::{self, Kind};
use crate::cli::Failure;
use crate::records;
use clap::Args;
use std::io::{self, Write};
use std::path::PathBuf;

/// Play every game through: all moves legal, no move after the end, the result that of the board
///
/// Lists the games at fault with their number and place; the exit code is 1 if there are any.
#[derive(Debug, Args)]
pub(super) struct Verify {
    /// Files of games (*.vf)
    #[arg(required = true, value_name = "GAMES")]
    inputs: Vec<PathBuf>,
}

impl Verify {
    pub(super) fn run(&self) -> Result<(), Failure> {
        if Kind::of_all(&self.inputs)? != Kind::Games {
            return Err(Failure::input("only games (*.vf) can be verified"));
        }
        let (mut games, mut positions, mut faults) = (0u64, 0u64, 0u64);
        files::each_game(&self.inputs, "verifying", |path, offset, game| {
            games += 1;
            positions += game.len() as u64;
            if let Err(fault) = records::verify(&game) {
                faults += 1;
                let path = path.display();
                writeln!(
                    io::stdout(),
                    "{path}: game {games} at byte {offset}: {fault}"
                )?;
            }
            Ok(())
        })?;
        if faults > 0 {
            return Err(Failure::runtime(format!(
                "{faults} of {games} games are at fault"
            )));
        }
        writeln!(
            io::stdout(),
            "{games} games with {positions} moves: all are chess"
        )?;
        Ok(())
    }
}
