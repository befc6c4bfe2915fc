//! `vezer data shuffle`, `split` and `merge`: the same records in other files.

use super::files::{self, Kind};
use crate::cli::Failure;
use crate::records::{GameRecord, GameWriter, Manifest, ResultCounts, TrainingPosition};
use clap::Args;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Write the games, or the positions, in random order
///
/// All of the input is held in memory: for games a little more than their size on disk, for
/// positions 32 bytes each (200 million need 6.4 GB). The same seed gives the same order.
#[derive(Debug, Args)]
pub(super) struct Shuffle {
    /// Files of games (*.vf) or of positions (*.bf)
    #[arg(required = true, value_name = "INPUT")]
    inputs: Vec<PathBuf>,

    /// The file to write, of the same kind
    #[arg(value_name = "OUTPUT")]
    output: PathBuf,

    /// The seed of the order
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

impl Shuffle {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let kind = Kind::of_all(self.inputs.iter().chain([&self.output]))?;
        files::check_output(&self.output, &self.inputs)?;
        let mut random = ChaCha8Rng::seed_from_u64(self.seed);
        let mut manifest = files::manifest(kind, &self.inputs)?;
        manifest.seeds = vec![self.seed];
        let mut output = Output::create(&self.output, kind)?;
        match kind {
            Kind::Games => {
                let mut games = Vec::new();
                files::each_game(&self.inputs, "reading", |_, _, game| {
                    games.push(game);
                    Ok(())
                })?;
                games.shuffle(&mut random);
                games.iter().try_for_each(|game| output.game(game))?;
            }
            Kind::Positions => {
                let mut positions = Vec::new();
                files::each_position(&self.inputs, "reading", |position| {
                    positions.push(position);
                    Ok(())
                })?;
                positions.shuffle(&mut random);
                positions
                    .iter()
                    .try_for_each(|position| output.position(position))?;
            }
        }
        output.finish(manifest)
    }
}

/// Divide games, or positions by their game, at random into two files
#[derive(Debug, Args)]
pub(super) struct Split {
    /// A file of games (*.vf) or of positions (*.bf)
    #[arg(value_name = "INPUT")]
    input: PathBuf,

    /// The file for most of them
    #[arg(value_name = "MOST")]
    most: PathBuf,

    /// The file for the rest
    #[arg(value_name = "REST")]
    rest: PathBuf,

    /// The share of games that go into the rest, from 0 to 1
    #[arg(long, default_value_t = 0.01)]
    share: f64,

    /// The seed of the division
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

impl Split {
    pub(super) fn run(&self) -> Result<(), Failure> {
        if !(0.0..=1.0).contains(&self.share) {
            return Err(Failure::input("the share must be from 0 to 1"));
        }
        let kind = Kind::of_all([&self.input, &self.most, &self.rest])?;
        let inputs = [self.input.clone()];
        files::check_output(&self.most, &inputs)?;
        files::check_output(&self.rest, &inputs)?;
        if self.most == self.rest {
            return Err(Failure::input("the two files to write are the same"));
        }
        let mut manifest = files::manifest(kind, &inputs)?;
        manifest.seeds = vec![self.seed];
        manifest.settings.insert("share".into(), self.share.into());
        let mut outputs = [
            Output::create(&self.most, kind)?,
            Output::create(&self.rest, kind)?,
        ];
        let choose = |game: u64| {
            // A generator for each game: the same answer for all its positions.
            let mut random = ChaCha8Rng::seed_from_u64(self.seed);
            random.set_stream(game);
            usize::from(random.random::<f64>() < self.share)
        };
        match kind {
            Kind::Games => {
                let mut number = 0;
                files::each_game(&inputs, "dividing", |_, _, game| {
                    number += 1;
                    outputs[choose(number)].game(&game)
                })?;
            }
            Kind::Positions => files::each_position(&inputs, "dividing", |position| {
                outputs[choose(position.game().into())].position(&position)
            })?,
        }
        outputs
            .into_iter()
            .try_for_each(|output| output.finish(manifest.clone()))
    }
}

/// Join files of games, or of positions, into one
///
/// Positions keep the number of their game within their file, so games of different files can
/// share one; they are then held out of training together, which does no harm.
#[derive(Debug, Args)]
pub(super) struct Merge {
    /// The file to write
    #[arg(value_name = "OUTPUT")]
    output: PathBuf,

    /// Files of the same kind
    #[arg(required = true, value_name = "INPUT")]
    inputs: Vec<PathBuf>,
}

impl Merge {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let kind = Kind::of_all(self.inputs.iter().chain([&self.output]))?;
        files::check_output(&self.output, &self.inputs)?;
        let manifest = files::manifest(kind, &self.inputs)?;
        let mut output = Output::create(&self.output, kind)?;
        match kind {
            Kind::Games => {
                files::each_game(&self.inputs, "merging", |_, _, game| output.game(&game))?;
            }
            Kind::Positions => {
                files::each_position(&self.inputs, "merging", |position| {
                    output.position(&position)
                })?;
            }
        }
        output.finish(manifest)
    }
}

/// A file being written.
struct Output {
    path: PathBuf,
    writer: Writer,
    positions: u64,
    results: ResultCounts,
}

enum Writer {
    Games(GameWriter),
    Positions(BufWriter<File>),
}

impl Output {
    fn create(path: &Path, kind: Kind) -> Result<Output, Failure> {
        let writer = match kind {
            Kind::Games => GameWriter::create(path).map(Writer::Games),
            Kind::Positions => {
                File::create(path).map(|file| Writer::Positions(BufWriter::new(file)))
            }
        };
        Ok(Output {
            path: path.to_owned(),
            writer: writer.map_err(|error| Failure::file(path, error))?,
            positions: 0,
            results: ResultCounts::default(),
        })
    }

    fn game(&mut self, game: &GameRecord) -> Result<(), Failure> {
        self.positions += game.len() as u64;
        self.results.add(game.result());
        match &mut self.writer {
            Writer::Games(writer) => writer.write(game).map_err(|error| self.fault(error)),
            Writer::Positions(_) => Ok(()),
        }
    }

    fn position(&mut self, position: &TrainingPosition) -> Result<(), Failure> {
        self.positions += 1;
        match &mut self.writer {
            Writer::Positions(writer) => writer
                .write_all(&position.to_bytes())
                .map_err(|error| self.fault(error)),
            Writer::Games(_) => Ok(()),
        }
    }

    fn fault(&self, error: io::Error) -> Failure {
        Failure::file(&self.path, error)
    }

    /// Completes the file and writes its manifest.
    fn finish(mut self, mut manifest: Manifest) -> Result<(), Failure> {
        let written = match &mut self.writer {
            Writer::Games(writer) => writer.sync(),
            Writer::Positions(writer) => writer.flush(),
        };
        written.map_err(|error| self.fault(error))?;
        manifest.positions = self.positions;
        if let Writer::Games(_) = self.writer {
            manifest.games = self.results.total();
            manifest.results = Some(self.results);
        }
        files::save(&manifest, &self.path)?;
        let path = self.path.display();
        writeln!(io::stdout(), "{path}: {} positions", self.positions)?;
        Ok(())
    }
}
