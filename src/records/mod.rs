//! Games and positions on disk, from which networks learn.
//!
//! | file | content | layout |
//! |---|---|---|
//! | `*.vf` | whole games with a score for each move | viriformat, see [`game`] |
//! | `*.bf` | single positions, ready for training | bulletformat, see [`TrainingPosition`] |
//!
//! Both layouts are public and read by the trainers that others use; tests hold ours to the crates
//! that define them. Beside a data file lies a [`Manifest`] with its history.

mod filter;
pub mod game;
mod manifest;
mod pgn;
mod reader;
mod statistics;
mod training_position;
mod verify;
mod writer;

pub use filter::{Filter, FilterCounts, Rejection};
pub use game::{GameRecord, GameResult, MalformedGame, ReplayError};
pub use manifest::{Manifest, ManifestError, ResultCounts};
pub use reader::{GameReader, PositionReader, ReadError, Reader, Record};
pub use statistics::Statistics;
pub use training_position::TrainingPosition;
pub use verify::{Inconsistency, verify};
pub use writer::GameWriter;
