//! The arguments that say which position, or which game, a command is about.

use super::Failure;
use crate::notation::{san, uci};
use crate::position::Position;
use crate::rules::{Game, Irregularity};
use crate::types::{Color, Move};
use clap::Args;

/// A position.
#[derive(Debug, Args)]
pub(super) struct PositionArguments {
    /// The position as FEN, standard or Shredder-FEN; the start position if not given
    #[arg(long, value_name = "FEN", value_parser = Position::from_fen)]
    pub(super) fen: Option<Position>,

    /// Write castling as the king taking his rook, as Chess960 needs it
    #[arg(long)]
    pub(super) chess960: bool,
}

impl PositionArguments {
    /// The position.
    pub(super) fn position(&self) -> Position {
        self.fen.unwrap_or_default()
    }
}

/// A game for commands that are about one position: its FEN comes first, without an option.
#[derive(Debug, Args)]
pub(super) struct GameArguments {
    /// The position as FEN, quoted or as separate words; the start position if not given
    #[arg(value_name = "FEN", num_args = 0..=6)]
    fen: Vec<String>,

    /// Moves played from there, in UCI notation (e2e4, e7e8q) or algebraic notation (e4, e8=Q)
    #[arg(long, value_name = "MOVE", num_args = 0..)]
    moves: Vec<String>,
}

impl GameArguments {
    /// The game, if position and moves are legal.
    pub(super) fn game(&self) -> Result<Game, Failure> {
        let start = match self.fen.as_slice() {
            [] => Position::startpos(),
            words => Position::from_fen(&words.join(" "))
                .map_err(|error| Failure::input(format!("FEN: {error}")))?,
        };
        play(&start, &self.moves)
    }
}

/// Plays moves from a position, or says what is wrong with the first illegal one.
pub(super) fn play(start: &Position, moves: &[String]) -> Result<Game, Failure> {
    let mut game = Game::new(*start);
    for (index, text) in moves.iter().enumerate() {
        match read_move(game.position(), text) {
            Ok(mv) => game.push(mv),
            Err(reason) => {
                return Err(Failure::input(illegal_move(&game, index, text, &reason)));
            }
        }
    }
    Ok(game)
}

/// Reads a move in either notation. What looks like UCI is UCI.
pub(super) fn read_move(position: &Position, text: &str) -> Result<Move, Irregularity> {
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
