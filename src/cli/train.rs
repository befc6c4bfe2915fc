//! `vezer train`: a network learns from positions.

use super::{Failure, progress};
use crate::engine::MAX_THREADS;
use crate::evaluation::network::NetworkFile;
use crate::records::TrainingPosition;
use crate::training::{
    Checkpoint, Dataset, LossPoint, Model, Settings, Shape, Trainer, draw_loss_curve,
};
use clap::Args;
use indicatif::ProgressBar;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

const EXAMPLES: &str = "\
Examples:
  vezer data convert games.vf games.bf
  vezer train games.bf -o first.vznn --neurons 32 --epochs 80 --result 1
  vezer train old.bf new.bf -o next.vznn --neurons 256 --buckets 8 --result 0.2:0.5
  vezer train old.bf new.bf -o next.vznn --resume     go on after an interruption
  vezer train new.bf -o next.vznn --start last.vznn --neurons 256 --buckets 8 --rate 0.0003

Sizes that have proved themselves: one hidden neuron for each half to one million positions; 60 to
100 epochs up to 20 million positions, 20 to 40 from 100 million on. Beside the network lie
OUT.vzck (to resume from) and OUT.svg (the loss curve), OUT being its name without ending.
The network depends on data and settings alone, not on the number of threads.";

/// Under so many positions, smaller batches are better.
const SMALL_SET: usize = 20_000_000;

/// Train a network on the processor
///
/// Learns from positions (*.bf, see `vezer data convert`) to predict the winner of the game and
/// the score of the search, and writes a network file that the engine can load (EvalFile).
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Train {
    /// Files of positions (*.bf); all are held in memory, 32 bytes for each position
    #[arg(required = true, value_name = "POSITIONS")]
    inputs: Vec<PathBuf>,

    /// The network file to write (*.vznn), anew after every epoch
    #[arg(short, long, value_name = "FILE")]
    out: PathBuf,

    /// The hidden neurons of each perspective, a multiple of 32
    #[arg(long, value_name = "N", default_value_t = 256)]
    neurons: usize,

    /// The output buckets by the number of pieces, 1 to 8
    #[arg(long, value_name = "N", default_value_t = 1)]
    buckets: usize,

    /// How often every position is seen
    #[arg(long, value_name = "N", default_value_t = Settings::default().epochs)]
    epochs: u64,

    /// The positions in a batch [default: 16384, under 20 million positions 8192]
    #[arg(long, value_name = "N")]
    batch: Option<usize>,

    /// The learning rate at its peak
    #[arg(long, value_name = "RATE", default_value_t = Settings::default().peak_rate)]
    rate: f64,

    /// The learning rate at the end
    #[arg(long, value_name = "RATE", default_value_t = Settings::default().final_rate)]
    final_rate: f64,

    /// The share of all steps in which the learning rate rises to its peak
    #[arg(long, value_name = "SHARE", default_value_t = Settings::default().warm_up)]
    warm_up: f64,

    /// The share of the game's result in what is learnt, the rest being the score; FROM:TO to
    /// change it in the course of training
    #[arg(long, value_name = "SHARE", default_value = "0.5", value_parser = read_shares)]
    result: (f64, f64),

    /// The share of games held out to measure with
    #[arg(long, value_name = "SHARE", default_value_t = Settings::default().held_out)]
    held_out: f64,

    /// The seed of the first weights and of the order of positions
    #[arg(long, default_value_t = Settings::default().seed)]
    seed: u64,

    /// Work on so many threads; 0 for all cores
    #[arg(long, value_name = "T", default_value_t = 0, value_parser = super::up_to(MAX_THREADS))]
    threads: usize,

    /// How the network is to be called in its file, at most 64 bytes
    #[arg(long, value_name = "TEXT", default_value = "")]
    description: String,

    /// Learn on from this network (*.vznn) instead of beginning with random weights; it must have as
    /// many buckets, and grows if it has fewer neurons
    #[arg(long, value_name = "FILE", conflicts_with = "resume")]
    start: Option<PathBuf>,

    /// Go on from the checkpoint, with its settings: to the last bit as without interruption
    #[arg(long)]
    resume: bool,
}

impl Train {
    pub(super) fn run(&self) -> Result<(), Failure> {
        if self
            .out
            .extension()
            .is_none_or(|extension| extension != "vznn")
        {
            return Err(Failure::input("the name of the network must end in .vznn"));
        }
        let mut trainer = self.trainer()?;
        self.announce(&trainer)?;
        self.train(&mut trainer)
    }

    /// A new training, or one that goes on.
    fn trainer(&self) -> Result<Trainer, Failure> {
        if self.resume {
            let path = self.beside("vzck");
            let checkpoint =
                Checkpoint::load(&path).map_err(|error| Failure::unusable_file(&path, error))?;
            let dataset = self.load(checkpoint.settings().held_out)?;
            return Trainer::resume(checkpoint, dataset, self.threads).map_err(Failure::input);
        }
        // Before the data, whose loading can take a while.
        let settings = self.settings(0);
        settings.check().map_err(Failure::input)?;
        let start = self.start.as_deref().map(load_model).transpose()?;
        if let Some(model) = &start {
            settings.check_start(model).map_err(Failure::input)?;
        }
        let dataset = self.load(self.held_out)?;
        let settings = self.settings(dataset.training.len());
        let mut trainer = Trainer::new(settings, dataset, self.threads).map_err(Failure::input)?;
        if let Some(model) = start {
            trainer.start_from(model).map_err(Failure::input)?;
        }
        Ok(trainer)
    }

    fn settings(&self, positions: usize) -> Settings {
        let small = if positions < SMALL_SET { 8192 } else { 16_384 };
        Settings {
            shape: Shape {
                neurons: self.neurons,
                buckets: self.buckets,
            },
            epochs: self.epochs,
            batch: self.batch.unwrap_or(small),
            peak_rate: self.rate,
            final_rate: self.final_rate,
            warm_up: self.warm_up,
            initial_result_share: self.result.0,
            final_result_share: self.result.1,
            held_out: self.held_out,
            seed: self.seed,
            ..Settings::default()
        }
    }

    fn load(&self, held_out: f64) -> Result<Dataset, Failure> {
        let sizes = self
            .inputs
            .iter()
            .filter_map(|path| fs::metadata(path).ok());
        let bytes: u64 = sizes.map(|metadata| metadata.len()).sum();
        let bar = progress::bytes(bytes, "loading");
        let dataset = Dataset::load(&self.inputs, held_out, |count| {
            bar.set_position((count * TrainingPosition::LENGTH) as u64);
        });
        bar.finish_and_clear();
        dataset.map_err(Failure::input)
    }

    fn announce(&self, trainer: &Trainer) -> Result<(), Failure> {
        let (settings, dataset) = (trainer.settings(), trainer.dataset());
        let shape = settings.shape;
        let mut out = io::stdout();
        writeln!(
            out,
            "{} positions to learn from, {} held out",
            dataset.training.len(),
            dataset.held_out.len(),
        )?;
        writeln!(
            out,
            "(768 -> {}) x 2 -> {}: {} parameters; {} epochs of {} steps with {} positions; {} threads",
            shape.neurons,
            shape.buckets,
            shape.parameters(),
            settings.epochs,
            trainer.steps_per_epoch(),
            trainer.batch(),
            trainer.threads(),
        )?;
        if trainer.step() > 0 {
            writeln!(out, "going on after step {}", trainer.step())?;
        }
        writeln!(
            out,
            "{:>7} {:>12} {:>12} {:>12}",
            "epoch", "loss", "held out", "positions/s"
        )?;
        Ok(())
    }

    /// Trains to the end; saves everything after each epoch.
    fn train(&self, trainer: &mut Trainer) -> Result<(), Failure> {
        let template = "{msg} {bar:30} {pos}/{len} steps, {eta} left";
        let bar = progress::bar(trainer.total_steps(), template);
        bar.set_position(trainer.step());
        while !trainer.is_finished() {
            let start = Instant::now();
            let first = trainer.step();
            loop {
                let loss = trainer.advance();
                let done = (trainer.step() - first) as f64 * trainer.batch() as f64;
                let speed = done / start.elapsed().as_secs_f64();
                bar.set_position(trainer.step());
                bar.set_message(format!("loss {loss:.5}, {speed:.0} positions/s"));
                if trainer.step().is_multiple_of(trainer.steps_per_epoch()) {
                    let point = trainer.note_loss();
                    self.report(trainer, point, speed, &bar)?;
                    break;
                }
            }
            self.save(trainer)?;
        }
        bar.finish_and_clear();
        Ok(())
    }

    fn report(
        &self,
        trainer: &Trainer,
        point: LossPoint,
        speed: f64,
        bar: &ProgressBar,
    ) -> Result<(), Failure> {
        let epoch = point.step / trainer.steps_per_epoch();
        let held_out = point
            .held_out
            .map_or("-".to_owned(), |loss| format!("{loss:.6}"));
        let line = format!(
            "{epoch:>7} {:>12.6} {held_out:>12} {speed:>12.0}",
            point.training
        );
        bar.suspend(|| writeln!(io::stdout(), "{line}"))?;
        Ok(())
    }

    /// Writes network, checkpoint and loss curve.
    fn save(&self, trainer: &Trainer) -> Result<(), Failure> {
        let fault = |path: &Path, error: io::Error| {
            Failure::runtime(format!("cannot write {}: {error}", path.display()))
        };
        let network = trainer.model().quantise(&self.description);
        let bytes = network.and_then(|network| network.encode());
        let bytes = bytes.map_err(Failure::input)?;
        let unfinished = self.beside("vznn.new");
        fs::write(&unfinished, bytes).map_err(|error| fault(&unfinished, error))?;
        fs::rename(&unfinished, &self.out).map_err(|error| fault(&self.out, error))?;
        let checkpoint = self.beside("vzck");
        let saved = trainer.checkpoint().save(&checkpoint);
        saved.map_err(|error| fault(&checkpoint, error))?;
        let curve = self.beside("svg");
        draw_loss_curve(&curve, trainer.curve(), trainer.steps_per_epoch())
            .map_err(Failure::runtime)
    }

    /// The file with the name of the network and another ending.
    fn beside(&self, ending: &str) -> PathBuf {
        self.out.with_extension(ending)
    }
}

/// A network to learn on.
fn load_model(path: &Path) -> Result<Model, Failure> {
    let file = NetworkFile::load(path).map_err(Failure::input)?;
    Model::of_file(&file).map_err(Failure::input)
}

/// Reads `SHARE` or `FROM:TO`.
fn read_shares(text: &str) -> Result<(f64, f64), String> {
    let (from, to) = text.split_once(':').unwrap_or((text, text));
    let read = |text: &str| match text.parse::<f64>() {
        Ok(share) if (0.0..=1.0).contains(&share) => Ok(share),
        _ => Err(format!("{text:?} is no share from 0 to 1")),
    };
    Ok((read(from)?, read(to)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_one_number_or_two() {
        assert_eq!(read_shares("0.5"), Ok((0.5, 0.5)));
        assert_eq!(read_shares("0.2:1"), Ok((0.2, 1.0)));
        assert!(read_shares("2").is_err() && read_shares("0.1:").is_err());
    }
}
