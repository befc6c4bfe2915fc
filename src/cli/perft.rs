//! `vezer perft`: counts lines of legal moves.

use super::Failure;
use super::position::PositionArguments;
use crate::position::perft;
use clap::Args;
use std::io::{self, Write};

/// Count the lines of legal moves of a given length
#[derive(Debug, Args)]
pub(super) struct Perft {
    /// The length of the lines in half-moves
    depth: u32,

    #[command(flatten)]
    position: PositionArguments,
}

impl Perft {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let nodes = perft(self.position.position().board(), self.depth);
        writeln!(io::stdout(), "{nodes}")?;
        Ok(())
    }
}
