//! `vezer data count` and `vezer data convert`: from games to the positions worth learning from.

use super::files::{self, Kind};
use super::filter::{self, FilterArguments};
use crate::cli::Failure;
use crate::records::{Filter, FilterCounts, TrainingPosition};
use clap::Args;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Count the positions that pass a filter
#[derive(Debug, Args)]
pub(super) struct Count {
    /// Files of games (*.vf)
    #[arg(required = true, value_name = "GAMES")]
    inputs: Vec<PathBuf>,

    #[command(flatten)]
    filter: FilterArguments,
}

impl Count {
    pub(super) fn run(&self) -> Result<(), Failure> {
        check_games(&self.inputs)?;
        let ignore = |_| Ok(());
        let counts = filter_games(&self.inputs, &self.filter.filter(), "counting", ignore)?;
        write!(io::stdout(), "{}", filter::report(&counts.filter))?;
        Ok(())
    }
}

/// Write the positions that pass a filter, ready for training
///
/// Positions come in the order of the games; `vezer train` shuffles by itself.
#[derive(Debug, Args)]
pub(super) struct Convert {
    /// Files of games (*.vf)
    #[arg(required = true, value_name = "GAMES")]
    inputs: Vec<PathBuf>,

    /// The file of positions to write (*.bf)
    #[arg(value_name = "POSITIONS")]
    output: PathBuf,

    #[command(flatten)]
    filter: FilterArguments,
}

impl Convert {
    pub(super) fn run(&self) -> Result<(), Failure> {
        if Kind::of(&self.output)? != Kind::Positions {
            return Err(Failure::input(
                "the last file is written and must end in .bf",
            ));
        }
        let filter = self.filter.filter();
        let mut manifest = files::manifest(Kind::Positions, &self.inputs)?;
        let counts = convert(&self.inputs, &filter, &self.output)?;
        let settings = serde_json::to_value(&filter).map_err(Failure::runtime)?;
        manifest.settings.insert("filter".into(), settings);
        manifest.games = counts.games;
        manifest.positions = counts.filter.kept;
        files::save(&manifest, &self.output)?;
        write!(io::stdout(), "{}", filter::report(&counts.filter))?;
        Ok(())
    }
}

fn convert(inputs: &[PathBuf], filter: &Filter, output: &Path) -> Result<Counts, Failure> {
    let fault = |error| Failure::file(output, error);
    check_games(inputs)?;
    let mut file = BufWriter::with_capacity(1 << 20, File::create(output).map_err(fault)?);
    let counts = filter_games(inputs, filter, "converting", |position| {
        file.write_all(&position.to_bytes()).map_err(fault)
    })?;
    file.flush().map_err(fault)?;
    Ok(counts)
}

fn check_games(inputs: &[PathBuf]) -> Result<(), Failure> {
    match Kind::of_all(inputs)? {
        Kind::Games => Ok(()),
        Kind::Positions => Err(Failure::input("a filter needs games (*.vf)")),
    }
}

#[derive(Default)]
struct Counts {
    games: u64,
    filter: FilterCounts,
}

/// Calls back for each position that passes.
fn filter_games(
    inputs: &[PathBuf],
    filter: &Filter,
    verb: &str,
    mut keep: impl FnMut(TrainingPosition) -> Result<(), Failure>,
) -> Result<Counts, Failure> {
    let mut counts = Counts::default();
    files::each_game(inputs, verb, |path, offset, game| {
        let mut kept = Ok(());
        let replayed = game.replay(|position, mv, score| {
            let verdict = filter.check(position, mv, score);
            counts.filter.add(verdict);
            if verdict.is_ok() && kept.is_ok() {
                let result = game.result();
                kept = keep(TrainingPosition::new(position, score, result, counts.games));
            }
        });
        replayed.map_err(|error| {
            Failure::unusable_file(path, format!("the game at byte {offset}: {error}"))
        })?;
        counts.games += 1;
        kept
    })?;
    Ok(counts)
}
