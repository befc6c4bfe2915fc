use super::checkpoint::Checkpoint;
use super::dataset::Dataset;
use super::kernels::{self, AdamStep, Level};
use super::lanes::Lanes;
use super::permutation::{Permutation, mix};
use super::tile::{Objective, TILE, Tile};
use super::{Model, Settings, TrainingError};
use crate::records::TrainingPosition;
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use serde::{Deserialize, Serialize};

const BETA1: f64 = 0.9;
const BETA2: f64 = 0.999;

/// The units that one thread updates at a time.
const UPDATE_UNITS: usize = 512;

/// One point of the loss curve.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct LossPoint {
    /// The steps done.
    pub step: u64,
    /// The mean loss over the training positions since the point before.
    pub training: f64,
    /// The mean loss over the positions held out, if there are any.
    pub held_out: Option<f64>,
}

/// A part of a batch, worked on by one thread at a time.
struct Part {
    tile: Tile,
    positions: Vec<TrainingPosition>,
    gradient: Vec<Lanes>,
    loss: f64,
}

/// Training under way.
pub struct Trainer {
    settings: Settings,
    dataset: Dataset,
    model: Model,
    /// The running mean of the gradient, and of its square.
    means: Vec<Lanes>,
    squares: Vec<Lanes>,
    /// The steps done.
    step: u64,
    curve: Vec<LossPoint>,
    /// The sum of the losses of the steps since the last point of the curve.
    recent_loss: f64,
    recent_steps: u64,
    parts: Vec<Part>,
    level: Level,
    pool: ThreadPool,
}

impl Trainer {
    /// Begins with a random network. With 0 threads, all cores work.
    ///
    /// # Errors
    /// If the settings are impossible or threads cannot be started.
    pub fn new(
        settings: Settings,
        dataset: Dataset,
        threads: usize,
    ) -> Result<Trainer, TrainingError> {
        settings.check()?;
        let shape = settings.shape;
        let nothing = vec![Lanes::ZERO; shape.units()];
        let level = Level::best();
        let part = || Part {
            tile: Tile::new(shape, level),
            positions: Vec::new(),
            gradient: nothing.clone(),
            loss: 0.0,
        };
        Ok(Trainer {
            model: Model::random(shape, settings.seed),
            parts: (0..settings.parts).map(|_| part()).collect(),
            means: nothing.clone(),
            squares: nothing,
            step: 0,
            curve: Vec::new(),
            recent_loss: 0.0,
            recent_steps: 0,
            level,
            pool: ThreadPoolBuilder::new()
                .num_threads(threads)
                .build()
                .map_err(TrainingError::Threads)?,
            settings,
            dataset,
        })
    }

    /// Learns on from this network instead of a random one, before any step is done. If the settings
    /// say more neurons than it has, the others are added.
    ///
    /// # Errors
    /// If it has more neurons than the settings say, or another number of output buckets.
    pub fn start_from(&mut self, model: Model) -> Result<(), TrainingError> {
        self.settings.check_start(&model)?;
        self.model = model.widened(self.settings.shape.neurons, self.settings.seed);
        Ok(())
    }

    /// Goes on where a checkpoint was made: to the last bit as if there had been no break.
    ///
    /// # Errors
    /// If the checkpoint belongs to other data, or threads cannot be started.
    pub fn resume(
        checkpoint: Checkpoint,
        dataset: Dataset,
        threads: usize,
    ) -> Result<Trainer, TrainingError> {
        if checkpoint.fingerprint != dataset.fingerprint() {
            return Err(TrainingError::OtherData);
        }
        let mut trainer = Trainer::new(checkpoint.settings, dataset, threads)?;
        trainer.model.parameters = checkpoint.parameters;
        trainer.means = checkpoint.means;
        trainer.squares = checkpoint.squares;
        trainer.step = checkpoint.step;
        trainer.curve = checkpoint.curve;
        trainer.recent_loss = checkpoint.recent_loss;
        trainer.recent_steps = checkpoint.recent_steps;
        Ok(trainer)
    }

    /// Everything that is needed to go on later.
    pub fn checkpoint(&self) -> Checkpoint {
        Checkpoint {
            settings: self.settings.clone(),
            fingerprint: self.dataset.fingerprint(),
            step: self.step,
            curve: self.curve.clone(),
            recent_loss: self.recent_loss,
            recent_steps: self.recent_steps,
            parameters: self.model.parameters.clone(),
            means: self.means.clone(),
            squares: self.squares.clone(),
        }
    }

    /// The network as it is now.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// The settings.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The data.
    pub fn dataset(&self) -> &Dataset {
        &self.dataset
    }

    /// The loss curve so far.
    pub fn curve(&self) -> &[LossPoint] {
        &self.curve
    }

    /// The threads that work.
    pub fn threads(&self) -> usize {
        self.pool.current_num_threads()
    }

    /// The positions of a batch: fewer than set if there are not so many.
    pub fn batch(&self) -> usize {
        self.settings.batch.min(self.dataset.training.len())
    }

    /// The steps of an epoch. Positions that do not fill a batch are left for another epoch.
    pub fn steps_per_epoch(&self) -> u64 {
        (self.dataset.training.len() / self.batch()) as u64
    }

    /// The steps of the whole training.
    pub fn total_steps(&self) -> u64 {
        self.settings.epochs * self.steps_per_epoch()
    }

    /// The steps done.
    pub fn step(&self) -> u64 {
        self.step
    }

    /// Whether all steps are done.
    pub fn is_finished(&self) -> bool {
        self.step >= self.total_steps()
    }

    /// How far training is, from 0 to 1.
    pub fn progress(&self) -> f64 {
        self.step as f64 / self.total_steps() as f64
    }

    /// Learns from one batch. Returns its mean loss before the step.
    pub fn advance(&mut self) -> f64 {
        self.gradients();
        self.update();
        let loss = self.parts.iter().map(|part| part.loss).sum::<f64>() / self.batch() as f64;
        self.step += 1;
        self.recent_loss += loss;
        self.recent_steps += 1;
        loss
    }

    /// Adds a point to the loss curve.
    pub fn note_loss(&mut self) -> LossPoint {
        let point = LossPoint {
            step: self.step,
            training: self.recent_loss / self.recent_steps.max(1) as f64,
            held_out: self.held_out_loss(),
        };
        self.curve.push(point);
        (self.recent_loss, self.recent_steps) = (0.0, 0);
        point
    }

    /// The mean loss over the positions held out; nothing if there are none.
    pub fn held_out_loss(&mut self) -> Option<f64> {
        let held_out = &self.dataset.held_out;
        if held_out.is_empty() {
            return None;
        }
        let objective = self.objective(held_out.len());
        let (model, parts) = (&self.model, &mut self.parts);
        let share = held_out.len().div_ceil(parts.len());
        self.pool.install(|| {
            let shares = held_out.par_chunks(share);
            parts.par_iter_mut().zip(shares).for_each(|(part, share)| {
                let tiles = share.chunks(TILE);
                part.loss = tiles
                    .map(|tile| part.tile.loss(model, tile, objective))
                    .sum();
            });
        });
        let shares = held_out.len().div_ceil(share);
        let sum: f64 = self.parts[..shares].iter().map(|part| part.loss).sum();
        Some(sum / held_out.len() as f64)
    }

    fn objective(&self, positions: usize) -> Objective {
        Objective {
            result_share: self.settings.result_share(self.progress()) as f32,
            weight: 1.0 / positions as f32,
        }
    }

    /// Lets every part work out the gradient over its share of the next batch.
    fn gradients(&mut self) {
        let batch = self.batch();
        let epoch = self.step / self.steps_per_epoch();
        let first = (self.step % self.steps_per_epoch()) as usize * batch;
        let training = &self.dataset.training;
        let order = Permutation::new(training.len(), mix(self.settings.seed, epoch));
        let objective = self.objective(batch);
        let (model, parts) = (&self.model, &mut self.parts);
        let count = parts.len();
        let work = |(index, part): (usize, &mut Part)| {
            let places = first + index * batch / count..first + (index + 1) * batch / count;
            // All fetched before any is used, so that the waits for memory overlap.
            part.positions.clear();
            part.positions
                .extend(places.map(|place| training[order.at(place)]));
            let tiles = part.positions.chunks(TILE);
            let losses =
                tiles.map(|tile| part.tile.learn(model, tile, objective, &mut part.gradient));
            part.loss = losses.sum();
        };
        self.pool
            .install(|| parts.par_iter_mut().enumerate().for_each(work));
    }

    /// Adds up the gradients of all parts, clears them, and moves the parameters.
    fn update(&mut self) {
        let step = adam(&self.settings, self.progress(), self.step + 1);
        let level = self.level;
        let Some((first, others)) = self.parts.split_first_mut() else {
            return;
        };
        // One list of gradient pieces for each piece of the parameters.
        let mut pieces: Vec<Vec<&mut [Lanes]>> = first
            .gradient
            .chunks_mut(UPDATE_UNITS)
            .map(|piece| vec![piece])
            .collect();
        for part in others {
            for (list, piece) in pieces
                .iter_mut()
                .zip(part.gradient.chunks_mut(UPDATE_UNITS))
            {
                list.push(piece);
            }
        }
        let parameters = self.model.parameters.par_chunks_mut(UPDATE_UNITS);
        let means = self.means.par_chunks_mut(UPDATE_UNITS);
        let squares = self.squares.par_chunks_mut(UPDATE_UNITS);
        let work = pieces
            .par_iter_mut()
            .zip(parameters)
            .zip(means)
            .zip(squares);
        self.pool.install(|| {
            work.for_each(|(((pieces, parameters), means), squares)| {
                if let Some((total, others)) = pieces.split_first_mut() {
                    for other in others {
                        kernels::move_into(level, total, other);
                    }
                    kernels::adam_step(level, step, total, parameters, means, squares);
                    total.fill(Lanes::ZERO);
                }
            });
        });
    }
}

/// The constants of the step with this number, counted from 1.
fn adam(settings: &Settings, progress: f64, number: u64) -> AdamStep {
    let rate = settings.rate(progress);
    let number = number as f64;
    AdamStep {
        beta1: BETA1 as f32,
        beta2: BETA2 as f32,
        rate: (rate / (1.0 - BETA1.powf(number))) as f32,
        correction: (1.0 / (1.0 - BETA2.powf(number))) as f32,
        remaining: (1.0 - rate * settings.decay) as f32,
        limit: settings.limit as f32,
    }
}
