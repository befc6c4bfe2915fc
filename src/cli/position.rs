//! The arguments that say which position a command is about.

use crate::position::Position;
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
