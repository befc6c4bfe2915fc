//! `vezer rules`: what the Laws say about a game, for whoever has to judge it.

mod explanation;
mod facts;

use super::Failure;
use super::position::PositionArguments;
use crate::notation::{san, uci};
use crate::position::Position;
use crate::rules::{Game, Irregularity};
use crate::types::{Color, Move};
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
        let game = self.game()?;
        let facts = Facts::of(&game);
        let text = if self.json {
            facts.to_json(self.position.chess960)
        } else {
            explanation::explain(&facts)
        };
        writeln!(io::stdout(), "{}", text.trim_end())?;
        Ok(())
    }

    /// The whole game, or what is wrong with the first illegal move.
    fn game(&self) -> Result<Game, Failure> {
        let mut game = Game::new(self.position.position());
        for (index, text) in self.moves.iter().enumerate() {
            match read_move(game.position(), text) {
                Ok(mv) => game.push(mv),
                Err(reason) => {
                    return Err(Failure::input(illegal_move(&game, index, text, &reason)));
                }
            }
        }
        Ok(game)
    }
}

/// Reads a move in either notation. What looks like UCI is UCI.
fn read_move(position: &Position, text: &str) -> Result<Move, Irregularity> {
    if let Ok(mv) = uci::parse_move(position, text) {
        return Ok(mv);
    }
    match Irregularity::of(position, text) {
        Some(syntax @ Irregularity::Syntax(_)) => san::parse_move(position, text)
            .map_err(|_| Irregularity::of_san(position, text).unwrap_or(syntax)),
        Some(reason) => Err(reason),
        None => Err(Irregularity::Syntax(text.to_owned())),
    }
}

/// Names the first illegal move with its number, the reason and the article.
fn illegal_move(game: &Game, index: usize, text: &str, reason: &Irregularity) -> String {
    let position = game.position();
    let player = position.side_to_move();
    let dots = match player {
        Color::White => ".",
        Color::Black => "...",
    };
    format!(
        "move {} of the list, {}{dots} {text} by {player}, is illegal: {reason} (article {})\n\
         The position before it: {}",
        index + 1,
        position.fullmove_number(),
        reason.article(),
        position.fen(),
    )
}
