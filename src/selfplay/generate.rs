//! Many games on many threads, written in the order of their numbers.

use super::in_order::in_order;
use super::producer::{Produced, Producer};
use super::recipe::Recipe;
use crate::records::GameWriter;
use crate::search::AllocationError;
use std::io;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// A crash costs the games of so long a time at most.
const SYNC_INTERVAL: Duration = Duration::from_secs(5);

/// When there are enough games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// So many games in the file.
    Games(u64),
    /// So many positions in the file, or a few more, as the last game is whole.
    Positions(u64),
    /// Never: only an order ends it.
    Endless,
}

impl Goal {
    fn is_reached(self, writer: &GameWriter) -> bool {
        match self {
            Goal::Games(games) => writer.games() >= games,
            Goal::Positions(positions) => writer.positions() >= positions,
            Goal::Endless => false,
        }
    }

    /// The number of the first game that nobody wants.
    fn end(self) -> u64 {
        match self {
            Goal::Games(games) => games,
            _ => u64::MAX,
        }
    }
}

/// What has been done since the start.
#[derive(Clone, Copy, Default, Debug)]
pub struct Progress {
    /// New games.
    pub games: u64,
    /// New positions.
    pub positions: u64,
    /// Nodes searched for them.
    pub nodes: u64,
    /// Time.
    pub elapsed: Duration,
    /// Whether all games so far have just been put safely on disk.
    pub synced: bool,
}

/// Why no more games are played.
#[derive(Debug, thiserror::Error)]
pub enum GenerateError {
    /// Not enough memory.
    #[error(transparent)]
    Memory(#[from] AllocationError),
    /// The games cannot be written, or threads cannot be started.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Plays games on so many threads and appends them to the file until it has enough, or `stop` is
/// set: then the games under way are finished. Calls back after every game with what has been done.
///
/// The first number is the number of games in the file, so a run that is interrupted and started
/// again makes the same file as one without interruption, whatever the number of threads.
///
/// # Errors
/// If the games cannot be written or memory is short; what is written remains.
///
/// # Panics
/// If a search panics.
pub fn generate(
    recipe: &Recipe,
    goal: Goal,
    threads: usize,
    writer: &mut GameWriter,
    stop: &AtomicBool,
    mut tell: impl FnMut(&GameWriter, &Progress) -> io::Result<()>,
) -> Result<Progress, GenerateError> {
    let mut producers = Vec::new();
    for _ in 0..threads.max(1) {
        producers.push(Producer::new(recipe)?);
    }
    let mut collector = Collector {
        goal,
        writer,
        start: Instant::now(),
        last_sync: Instant::now(),
        progress: Progress::default(),
    };
    if !goal.is_reached(collector.writer) {
        let numbers = collector.writer.games()..goal.end();
        let work = |producer: &mut Producer, number| producer.game(number);
        in_order(producers, numbers, stop, work, |game| {
            collector.take(&game, &mut tell)
        })?;
    }
    collector.finish(&mut tell)?;
    Ok(collector.progress)
}

/// Writes the games.
struct Collector<'a> {
    goal: Goal,
    writer: &'a mut GameWriter,
    start: Instant,
    last_sync: Instant,
    progress: Progress,
}

impl Collector<'_> {
    fn take(
        &mut self,
        game: &Produced,
        tell: &mut impl FnMut(&GameWriter, &Progress) -> io::Result<()>,
    ) -> io::Result<ControlFlow<()>> {
        self.writer.write(&game.record)?;
        let progress = &mut self.progress;
        progress.games += 1;
        progress.positions += game.record.len() as u64;
        progress.nodes += game.nodes;
        progress.elapsed = self.start.elapsed();
        progress.synced = self.last_sync.elapsed() >= SYNC_INTERVAL;
        if progress.synced {
            self.writer.sync()?;
            self.last_sync = Instant::now();
        }
        tell(self.writer, progress)?;
        Ok(if self.goal.is_reached(self.writer) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        })
    }

    fn finish(
        &mut self,
        tell: &mut impl FnMut(&GameWriter, &Progress) -> io::Result<()>,
    ) -> io::Result<()> {
        self.writer.sync()?;
        self.progress.synced = true;
        tell(self.writer, &self.progress)
    }
}

#[cfg(test)]
#[path = "generate_tests.rs"]
mod tests;
