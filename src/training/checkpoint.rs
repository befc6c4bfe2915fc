//! Training laid down to be taken up again.
//!
//! The file: `VZCK`, the length of the description (u32), the description as JSON, the parameters
//! with the two moments of each as `f32`, and a checksum of all before it. Little endian.

use super::lanes::{Lanes, flat};
use super::permutation::mix;
use super::{LossPoint, Settings};
use serde::{Deserialize, Serialize};
use std::fs;
use std::io;
use std::path::Path;

const MAGIC: &[u8; 4] = b"VZCK";

/// All that is needed to go on with training as if it had not been interrupted.
#[derive(Clone, PartialEq, Debug)]
pub struct Checkpoint {
    pub(super) settings: Settings,
    pub(super) fingerprint: u64,
    pub(super) step: u64,
    pub(super) curve: Vec<LossPoint>,
    pub(super) recent_loss: f64,
    pub(super) recent_steps: u64,
    pub(super) parameters: Vec<Lanes>,
    pub(super) means: Vec<Lanes>,
    pub(super) squares: Vec<Lanes>,
}

/// Why a checkpoint cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum CheckpointError {
    /// The system could not read the file.
    #[error("cannot read the checkpoint: {0}")]
    Io(#[from] io::Error),
    /// The file is something else.
    #[error("this is no checkpoint")]
    NoCheckpoint,
    /// The file is incomplete or has been changed.
    #[error("the checkpoint is damaged")]
    Damaged,
    /// The description is of another version.
    #[error("the checkpoint is of another version: {0}")]
    Description(#[from] serde_json::Error),
}

/// What stands in the file as text.
#[derive(Serialize, Deserialize)]
struct Description {
    settings: Settings,
    fingerprint: u64,
    step: u64,
    curve: Vec<LossPoint>,
    recent_loss: f64,
    recent_steps: u64,
}

impl Checkpoint {
    /// The settings of the training.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Writes the checkpoint: whole or not at all.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn save(&self, path: &Path) -> io::Result<()> {
        let description = serde_json::to_vec(&Description {
            settings: self.settings.clone(),
            fingerprint: self.fingerprint,
            step: self.step,
            curve: self.curve.clone(),
            recent_loss: self.recent_loss,
            recent_steps: self.recent_steps,
        })?;
        let mut bytes = MAGIC.to_vec();
        bytes.extend((description.len() as u32).to_le_bytes());
        bytes.extend(description);
        for numbers in [&self.parameters, &self.means, &self.squares] {
            bytes.extend(flat(numbers).flat_map(f32::to_le_bytes));
        }
        bytes.extend(checksum(&bytes).to_le_bytes());
        let mut unfinished = path.as_os_str().to_owned();
        unfinished.push(".new");
        fs::write(&unfinished, bytes)?;
        fs::rename(unfinished, path)
    }

    /// Reads a checkpoint.
    ///
    /// # Errors
    /// If the file cannot be read or is no whole checkpoint.
    pub fn load(path: &Path) -> Result<Checkpoint, CheckpointError> {
        let bytes = fs::read(path)?;
        let content = bytes
            .strip_prefix(MAGIC)
            .ok_or(CheckpointError::NoCheckpoint)?;
        let damaged = CheckpointError::Damaged;
        let Some((content, sum)) = content.split_last_chunk::<8>() else {
            return Err(damaged);
        };
        if checksum(&bytes[..bytes.len() - 8]) != u64::from_le_bytes(*sum) {
            return Err(damaged);
        }
        let Some((length, content)) = content.split_first_chunk::<4>() else {
            return Err(damaged);
        };
        let length = u32::from_le_bytes(*length) as usize;
        let Some((description, numbers)) = content.split_at_checked(length) else {
            return Err(damaged);
        };
        let description: Description = serde_json::from_slice(description)?;
        let [parameters, means, squares] = read_numbers(&description, numbers).ok_or(damaged)?;
        Ok(Checkpoint {
            settings: description.settings,
            fingerprint: description.fingerprint,
            step: description.step,
            curve: description.curve,
            recent_loss: description.recent_loss,
            recent_steps: description.recent_steps,
            parameters,
            means,
            squares,
        })
    }
}

/// Parameters and moments, if there are as many as the shape needs.
fn read_numbers(description: &Description, numbers: &[u8]) -> Option<[Vec<Lanes>; 3]> {
    let shape = description.settings.shape;
    let length = shape.units().checked_mul(size_of::<Lanes>())?;
    if !shape.is_possible() || numbers.len() != 3 * length {
        return None;
    }
    Some([0, 1, 2].map(|list| {
        let bytes = &numbers[list * length..(list + 1) * length];
        let units = bytes.as_chunks::<{ size_of::<Lanes>() }>().0.iter();
        let numbers = |unit: &[u8; size_of::<Lanes>()]| {
            let words = unit.as_chunks::<4>().0;
            Lanes(std::array::from_fn(|lane| f32::from_le_bytes(words[lane])))
        };
        units.map(numbers).collect()
    }))
}

fn checksum(bytes: &[u8]) -> u64 {
    let (words, rest) = bytes.as_chunks::<8>();
    let sum = words
        .iter()
        .fold(0, |sum, word| mix(sum, u64::from_le_bytes(*word)));
    rest.iter().fold(sum, |sum, &byte| mix(sum, byte.into()))
}
