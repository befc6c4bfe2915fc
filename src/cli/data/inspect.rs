//! `vezer data inspect`: what is in a file?

use super::files::{self, Kind};
use crate::cli::Failure;
use crate::records::{Manifest, Statistics};
use clap::Args;
use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::PathBuf;

/// Show the number of games and positions, results, scores and lengths
#[derive(Debug, Args)]
pub(super) struct Inspect {
    /// Files of games (*.vf) or of positions (*.bf), counted together
    #[arg(required = true, value_name = "FILE")]
    inputs: Vec<PathBuf>,
}

impl Inspect {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let text = match Kind::of_all(&self.inputs)? {
            Kind::Games => self.games()?,
            Kind::Positions => self.positions()?,
        };
        let mut out = io::stdout();
        write!(out, "{text}")?;
        for input in &self.inputs {
            if let Some(manifest) = Manifest::load_beside(input).map_err(Failure::input)? {
                writeln!(
                    out,
                    "\n{} was made by: {}",
                    input.display(),
                    manifest.command
                )?;
            }
        }
        Ok(())
    }

    fn games(&self) -> Result<String, Failure> {
        let mut statistics = Statistics::default();
        files::each_game(&self.inputs, "reading", |_, _, game| {
            statistics.add(&game);
            Ok(())
        })?;
        Ok(describe(&statistics))
    }

    fn positions(&self) -> Result<String, Failure> {
        let (mut count, mut results, mut pieces) = (0u64, [0; 3], [0; 33]);
        files::each_position(&self.inputs, "reading", |position| {
            count += 1;
            results[usize::from(position.half_points())] += 1;
            pieces[position.piece_count()] += 1;
            Ok(())
        })?;
        let mut text = format!("{count} positions\n\nresult for the side to move\n");
        let names = ["lost", "drawn", "won"].map(str::to_owned);
        text += &histogram(names.into_iter().zip(results));
        text += "\npieces\n";
        let pieces = pieces.into_iter().enumerate().skip(2);
        text += &histogram(pieces.map(|(number, count)| (number.to_string(), count)));
        Ok(text)
    }
}

fn describe(statistics: &Statistics) -> String {
    let results = statistics.results;
    let games = results.total();
    let mean = statistics.positions as f64 / games.max(1) as f64;
    let mut text = format!(
        "{games} games, {} positions; {mean:.1} half-moves a game, at most {}\n\nresults\n",
        statistics.positions, statistics.longest
    );
    let ends = [
        ("1-0", results.white_wins),
        ("1/2-1/2", results.draws),
        ("0-1", results.black_wins),
    ];
    text += &histogram(
        ends.map(|(name, count)| (name.to_owned(), count))
            .into_iter(),
    );
    text += "\nscores in centipawns, from White's view\n";
    text += &histogram(statistics.scores());
    text += "\nhalf-moves\n";
    text += &histogram(statistics.lengths());
    text
}

/// One line for each class: its name, how many, their share, and a bar of that length.
fn histogram(classes: impl Iterator<Item = (String, u64)>) -> String {
    let classes: Vec<(String, u64)> = classes.collect();
    let total = classes.iter().map(|(_, count)| count).sum::<u64>().max(1);
    let most = classes
        .iter()
        .map(|(_, count)| *count)
        .max()
        .unwrap_or(1)
        .max(1);
    let mut text = String::new();
    for (name, count) in classes {
        let share = 100.0 * count as f64 / total as f64;
        let bar = "█".repeat((30 * count).div_ceil(most) as usize);
        let _ = writeln!(text, "{name:>14} {count:>12} {share:5.1} % {bar}");
    }
    text
}
