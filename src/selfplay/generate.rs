//! Many games on many threads, written in the order of their numbers.

use super::producer::{Produced, Producer};
use super::recipe::Recipe;
use crate::records::GameWriter;
use crate::search::{AllocationError, STACK_SIZE};
use crossbeam_channel::{Receiver, Sender, unbounded};
use std::collections::BTreeMap;
use std::io;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
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
    let order = Order {
        next: AtomicU64::new(writer.games()),
        end: goal.end(),
        enough: AtomicBool::new(goal.is_reached(writer)),
        stop,
    };
    std::thread::scope(|scope| {
        let (sender, receiver) = unbounded();
        for producer in producers {
            let (order, sender) = (&order, sender.clone());
            let work = move || produce(producer, order, &sender);
            let thread = std::thread::Builder::new().stack_size(STACK_SIZE);
            if let Err(error) = thread.spawn_scoped(scope, work) {
                order.enough.store(true, Relaxed);
                return Err(error.into());
            }
        }
        drop(sender);
        let result = collect(&receiver, goal, writer, &order, &mut tell);
        order.enough.store(true, Relaxed);
        result.map_err(GenerateError::from)
    })
}

/// What the threads are to do.
struct Order<'a> {
    /// The number of the next game.
    next: AtomicU64,
    end: u64,
    enough: AtomicBool,
    stop: &'a AtomicBool,
}

impl Order<'_> {
    /// The number of a game to play, if one is wanted.
    fn take(&self) -> Option<u64> {
        if self.stop.load(Relaxed) || self.enough.load(Relaxed) {
            return None;
        }
        let index = self.next.fetch_add(1, Relaxed);
        (index < self.end).then_some(index)
    }
}

/// Ends the work of all threads if one of them panics: its game would be waited for in vain.
struct EndOnPanic<'a>(&'a AtomicBool);

impl Drop for EndOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.store(true, Relaxed);
        }
    }
}

fn produce(mut producer: Producer, order: &Order, games: &Sender<(u64, Produced)>) {
    let _guard = EndOnPanic(&order.enough);
    while let Some(index) = order.take() {
        if games.send((index, producer.game(index))).is_err() {
            return;
        }
    }
}

/// Writes the games in their order until all threads have ended.
fn collect(
    receiver: &Receiver<(u64, Produced)>,
    goal: Goal,
    writer: &mut GameWriter,
    order: &Order,
    tell: &mut impl FnMut(&GameWriter, &Progress) -> io::Result<()>,
) -> io::Result<Progress> {
    let start = Instant::now();
    let mut last_sync = start;
    let mut waiting = BTreeMap::new();
    let mut progress = Progress::default();
    for (index, game) in receiver {
        waiting.insert(index, game);
        while let Some(game) = waiting.remove(&writer.games()) {
            if goal.is_reached(writer) {
                break;
            }
            writer.write(&game.record)?;
            progress.games += 1;
            progress.positions += game.record.len() as u64;
            progress.nodes += game.nodes;
            progress.elapsed = start.elapsed();
            progress.synced = last_sync.elapsed() >= SYNC_INTERVAL;
            if progress.synced {
                writer.sync()?;
                last_sync = Instant::now();
            }
            tell(writer, &progress)?;
        }
        if goal.is_reached(writer) {
            order.enough.store(true, Relaxed);
        }
    }
    writer.sync()?;
    progress.synced = true;
    tell(writer, &progress)?;
    Ok(progress)
}

#[cfg(test)]
#[path = "generate_tests.rs"]
mod tests;
