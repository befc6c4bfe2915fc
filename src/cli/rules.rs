//! `vezer rules`: what the Laws say about a game, for whoever has to judge it.

mod explanation;
mod facts;

use super::Failure;
use super::position::{self, PositionArguments};
use clap::Args;
use facts::Facts;
use std::io::{self, Write};

/// Judge a game by the Laws of Chess: legality, claims, automatic ends, who can still mate
///
/// Plays the moves from the position, checks that each is legal, and says what the Laws allow now:
/// which draws the player to move may claim, at once or by which written-down moves, whether the
/// game is over, and what a flag fall would mean. An illegal move or an impossible position is
/// reported with the reason and the article, and the exit code is 2.
#[derive(Debug, Args)]
pub(super) struct Rules {
    #[command(flatten)]
    position: PositionArguments,

    /// The moves played since, in UCI notation (e2e4, e7e8q) or algebraic notation (e4, e8=Q)
    #[arg(long, value_name = "MOVE", num_args = 0..)]
    moves: Vec<String>,

    /// One JSON object instead of text
    #[arg(long)]
    json: bool,
}

impl Rules {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let game = position::play(&self.position.position(), &self.moves)?;
        let facts = Facts::of(&game);
        let text = if self.json {
            facts.to_json(self.position.chess960)
        } else {
            explanation::explain(&facts)
        };
        writeln!(io::stdout(), "{}", text.trim_end())?;
        Ok(())
    }
}
