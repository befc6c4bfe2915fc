use super::permutation::mix;
use crate::records::{PositionReader, ReadError, TrainingPosition};
use std::path::{Path, PathBuf};

/// The positions to learn from, and those that only measure what has been learnt. All are in
/// memory: 32 bytes for each.
#[derive(Clone, Debug, Default)]
pub struct Dataset {
    /// To learn from.
    pub training: Vec<TrainingPosition>,
    /// To measure with: of other games.
    pub held_out: Vec<TrainingPosition>,
    /// A number that depends on every position, by which a data set is recognised.
    fingerprint: u64,
}

/// Why there is nothing to learn from.
#[derive(Debug, thiserror::Error)]
pub enum DatasetError {
    /// A file cannot be opened.
    #[error("cannot open {}: {source}", path.display())]
    Open {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// A file cannot be read.
    #[error("{}: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        source: ReadError,
    },
    /// The files contain no positions.
    #[error("there are no positions to learn from")]
    Empty,
    /// The division into two sets leaves one empty.
    #[error(
        "no division by games: {training} positions to learn from and {held_out} held out \
         (do they carry game numbers? if not, hold out none)"
    )]
    Division {
        /// The positions to learn from.
        training: usize,
        /// The positions held out.
        held_out: usize,
    },
}

impl Dataset {
    /// Divides positions by their game: about `share` of the games (from 0 to 1) are held out.
    pub fn new(
        positions: impl IntoIterator<Item = TrainingPosition>,
        share: f64,
    ) -> Result<Dataset, DatasetError> {
        let mut dataset = Dataset::default();
        for position in positions {
            dataset.add(position, share);
        }
        dataset.check(share)?;
        Ok(dataset)
    }

    /// Loads files of training positions, telling after each thousand how many there are so far.
    ///
    /// # Errors
    /// If a file cannot be read, or one of the two parts would be empty.
    pub fn load(
        paths: &[impl AsRef<Path>],
        share: f64,
        mut progress: impl FnMut(usize),
    ) -> Result<Dataset, DatasetError> {
        let mut dataset = Dataset::default();
        for path in paths.iter().map(AsRef::as_ref) {
            let reader = PositionReader::open(path).map_err(|source| DatasetError::Open {
                path: path.to_owned(),
                source,
            })?;
            for position in reader {
                let position = position.map_err(|source| DatasetError::Read {
                    path: path.to_owned(),
                    source,
                })?;
                dataset.add(position, share);
                if dataset.len().is_multiple_of(1000) {
                    progress(dataset.len());
                }
            }
        }
        dataset.check(share)?;
        Ok(dataset)
    }

    fn add(&mut self, position: TrainingPosition, share: f64) {
        for word in position.to_bytes().as_chunks().0 {
            self.fingerprint = mix(self.fingerprint, u64::from_le_bytes(*word));
        }
        let place = mix(0, position.game().into()) as f64 / u64::MAX as f64;
        if place < share {
            self.held_out.push(position);
        } else {
            self.training.push(position);
        }
    }

    fn check(&self, share: f64) -> Result<(), DatasetError> {
        let (training, held_out) = (self.training.len(), self.held_out.len());
        if training + held_out == 0 {
            Err(DatasetError::Empty)
        } else if training == 0 || held_out == 0 && share > 0.0 {
            Err(DatasetError::Division { training, held_out })
        } else {
            Ok(())
        }
    }

    /// All positions of both parts.
    pub fn len(&self) -> usize {
        self.training.len() + self.held_out.len()
    }

    /// Whether there are no positions.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A number by which the data set is recognised.
    pub(super) fn fingerprint(&self) -> u64 {
        mix(self.fingerprint, self.held_out.len() as u64)
    }
}
