//! `vezer show`: a position as a board.

mod picture;

use super::Failure;
use super::board;
use super::position::GameArguments;
use crate::position::Position;
use crate::rules::{ClaimableEnds, Game, Outcome};
use crate::types::Color;
use clap::Args;
use serde_json::json;
use std::io::{self, Write};
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  vezer show
  vezer show --moves e4 c5 Nf3 --black
  vezer show 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1
  vezer show '6k1/5ppp/8/8/8/8/8/R6K w - - 0 1' --moves Ra8# --svg mate.svg";

/// Show a position as a board, in the terminal or as a picture
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Show {
    #[command(flatten)]
    game: GameArguments,

    /// As Black sees it
    #[arg(long)]
    black: bool,

    /// Write a picture into this file too
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,

    /// Print one JSON object instead
    #[arg(long)]
    json: bool,
}

impl Show {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let game = self.game.game()?;
        let (position, last) = (game.position(), game.moves().last().copied());
        let view = if self.black {
            Color::Black
        } else {
            Color::White
        };
        if let Some(path) = &self.svg {
            picture::save(path, position, view, last)
                .map_err(|error| Failure::file(path, error))?;
        }
        let mut out = io::stdout().lock();
        if self.json {
            let json = json!({
                "fen": position.fen(),
                "key": format!("{:016x}", position.key()),
                "side_to_move": position.side_to_move().letter(),
                "in_check": position.in_check(),
                "legal_moves": position.legal_moves().len(),
                "outcome": end(&game).map(|outcome| outcome.result()),
            });
            writeln!(out, "{json}")?;
        } else {
            write!(out, "{}", board::draw(position, view, last))?;
            writeln!(
                out,
                "\nFEN: {}\nKey: {:016x}",
                position.fen(),
                position.key()
            )?;
            writeln!(out, "{}", state(&game, position))?;
        }
        Ok(())
    }
}

fn end(game: &Game) -> Option<Outcome> {
    Outcome::of(game, ClaimableEnds::WaitForClaim)
}

/// Who is to move, or how the game has ended.
fn state(game: &Game, position: &Position) -> String {
    if let Some(outcome) = end(game) {
        return format!("{}, {}", outcome.result(), outcome.termination);
    }
    let check = if position.in_check() {
        " in check,"
    } else {
        ""
    };
    let moves = match position.legal_moves().len() {
        1 => "1 legal move".to_owned(),
        number => format!("{number} legal moves"),
    };
    format!("{} to move,{check} {moves}", position.side_to_move())
}
