//! `vezer eval`: what the network thinks of a position.

use super::Failure;
use super::position::GameArguments;
use crate::evaluation::explain;
use crate::evaluation::network::Network;
use clap::Args;
use serde_json::{Map, Value, json};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

const EXAMPLES: &str = "\
Examples:
  vezer eval
  vezer eval --moves e4 e5 f4
  vezer eval 'r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R w KQkq - 6 5'
  vezer eval --json --eval other.vznn 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";

/// Show how the network evaluates a position, piece by piece
///
/// The static evaluation, without looking ahead: what each piece contributes, and what becomes of
/// the network's output. A position in check has none.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Eval {
    #[command(flatten)]
    game: GameArguments,

    /// The network (*.vznn) instead of the one in the program
    #[arg(long, value_name = "FILE")]
    eval: Option<PathBuf>,

    /// Print one JSON object, with scores in centipawns from White's view
    #[arg(long)]
    json: bool,
}

impl Eval {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let game = self.game.game()?;
        let position = game.position();
        if position.in_check() {
            let side = position.side_to_move();
            let reason = format!("{side} is in check: only a search can evaluate that");
            return Err(Failure::input(reason));
        }
        let explanation = explain(&network(self.eval.as_deref())?, position);
        let mut out = io::stdout().lock();
        if self.json {
            let pieces = explanation.pieces.iter();
            let pieces: Map<String, Value> = pieces
                .map(|(square, share)| (square.to_string(), json!(share)))
                .collect();
            let json = json!({
                "fen": position.fen(),
                "pieces": pieces,
                "network": explanation.network.0,
                "counts_percent": explanation.counts,
                "evaluation": explanation.white_score.0,
            });
            writeln!(out, "{json}")?;
        } else {
            writeln!(out, "{}", explanation.table(position))?;
        }
        Ok(())
    }
}

/// The network in this file, or the one in the program.
pub(super) fn network(file: Option<&Path>) -> Result<Arc<Network>, Failure> {
    let Some(path) = file else {
        return Ok(Network::embedded());
    };
    Network::load(path).map(Arc::new).map_err(Failure::input)
}
