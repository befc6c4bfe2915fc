//! `vezer play`: a game against the engine in the terminal.

mod ending;
mod order;
mod score_sheet;
mod session;

use super::Failure;
use super::position::GameArguments;
use super::searching::{EngineArguments, LimitArguments};
use crate::engine::{MAX_ELO, MIN_ELO};
use crate::types::Color;
use clap::{Args, ValueEnum};
use score_sheet::ScoreSheet;
use session::Session;
use std::io::{self, IsTerminal};
use std::path::PathBuf;

/// How long the engine thinks if nothing is said, in milliseconds.
const DEFAULT_MOVETIME: u64 = 1000;

const EXAMPLES: &str = "\
Examples:
  vezer play
  vezer play --color black --movetime 5000 --pgn games.pgn
  vezer play --elo 1400                                        an easier opponent
  vezer play '8/8/8/4k3/8/8/4P3/4K3 w - - 0 1'                 from this position
  printf 'e4\\nquit\\n' | vezer play --nodes 1000

Moves are typed as Nf3 or g1f3. Other words: back, hint, draw, resign, switch, board, moves, fen, pgn,
help, quit. Draws by repetition and the 50-move rule must be claimed, as the Laws of Chess have it.";

/// Play against the engine in the terminal
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Play {
    #[command(flatten)]
    game: GameArguments,

    /// The colour that you play
    #[arg(long, value_enum, default_value_t = Side::White)]
    color: Side,

    #[command(flatten)]
    limits: LimitArguments,

    #[command(flatten)]
    engine: EngineArguments,

    /// Let the engine play like somebody with this rating
    #[arg(long, value_name = "RATING", value_parser = clap::value_parser!(u16).range(MIN_ELO as i64..=MAX_ELO as i64))]
    elo: Option<u16>,

    /// Keep the game in this file, behind games that are there already
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,

    /// Your name in the record of the game
    #[arg(long, default_value = "Player")]
    name: String,
}

/// A colour as it is typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Side {
    White,
    Black,
}

impl Play {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let mut session = Session {
            game: self.game.game()?,
            person: match self.color {
                Side::White => Color::White,
                Side::Black => Color::Black,
            },
            limits: self.limits.or_movetime(DEFAULT_MOVETIME).limits(),
            analyst: self.engine.start(1)?,
            rating: self.elo,
            sheet: ScoreSheet::new(&self.name, self.pgn.as_deref())?,
            prompt: io::stdin().is_terminal(),
            out: io::stdout(),
            ending: None,
            opinion: None,
        };
        session.play(io::stdin().lock())
    }
}
