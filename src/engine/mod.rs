//! The engine as others use it: threads, tables, options and orders to the search.
//!
//! An [`Engine`] keeps its threads asleep between orders, takes orders without waiting for their
//! end, and tells of their progress through a channel of [`Event`]s. It knows nothing of any
//! protocol.

mod event;
mod genfens;
pub mod identity;
mod job;
mod node_clock;
mod opening;
pub mod perft;
mod pool;
mod searching;
mod strength;
mod vote;

pub use event::{Done, Event};
pub use genfens::OpeningOrder;
pub use strength::{DEFAULT_ELO, MAX_ELO, MAX_SKILL, MIN_ELO, Strength};

use crate::evaluation::network::Network;
use crate::notation::polyglot::Book;
use crate::position::Position;
use crate::rules::Game;
use crate::search::{self, AllocationError, Limits, Params, TranspositionTable};
use crate::tablebase::{self, NoTables, Tables};
use crossbeam_channel::{Receiver, Sender, unbounded};
use job::{Job, words};
use node_clock::NodeClock;
use pool::{Pool, Shared};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use searching::Solo;
use std::convert::Infallible;
use std::hash::{BuildHasher, RandomState};
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::Duration;

/// The most search threads.
pub const MAX_THREADS: usize = 1024;

/// The largest transposition table in mebibytes: what the address space can hold, within the
/// 32 bits in which chess programs keep the number.
pub const MAX_HASH: usize = if usize::BITS >= 64 { 1 << 25 } else { 1 << 11 };

/// The most lines a search can be asked for.
pub const MAX_MULTI_PV: usize = 256;

/// Why an option could not be changed. It keeps its old value.
#[derive(Debug, thiserror::Error)]
pub enum OptionError {
    /// There is no memory for a table of that size.
    #[error("{0}; the old table of {1} MiB stays")]
    Memory(AllocationError, usize),
    /// The system does not start so many threads.
    #[error("{0} threads cannot be started ({1}); there are still {2}")]
    Threads(usize, io::Error, usize),
}

/// What holds for every search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// How many of the best moves get a line of their own.
    pub multi_pv: usize,
    /// What is lost of the own time between the engine and the clock that counts.
    pub overhead: Duration,
    /// How many plies have to be left for a position with as many pieces as the largest endgame
    /// tables have to be looked up.
    pub probe_depth: u32,
    /// The most pieces, kings included, of a position that is looked up in endgame tables.
    pub probe_limit: u32,
    /// Whether the 50-move rule counts for endgame tables.
    pub fifty_moves: bool,
    /// How strong to play.
    pub strength: Strength,
    /// Whether searches are for analysis: at full strength and without a book.
    pub analyse: bool,
    /// Whether moves are taken from the opening book.
    pub own_book: bool,
    /// Whether the book's heaviest move is taken, instead of one drawn by weight.
    pub best_book_move: bool,
    /// If not 0, limits of time count nodes: so many are a millisecond.
    pub nodes_per_millisecond: u64,
}

impl Default for Settings {
    fn default() -> Settings {
        let limits = Limits::default();
        Settings {
            multi_pv: limits.multi_pv,
            overhead: limits.overhead,
            probe_depth: 1,
            probe_limit: tablebase::MOST_PIECES,
            fifty_moves: true,
            strength: Strength::default(),
            analyse: false,
            own_book: false,
            best_book_move: false,
            nodes_per_millisecond: 0,
        }
    }
}

/// Whose time a search runs in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// It is our turn.
    Ours,
    /// The opponent still thinks about the last move of the game, which we expect.
    Pondering,
}

/// A chess engine: a game, and threads that search its current position.
///
/// Give one order at a time: a new one after [`Event::Done`] of the last. An order that comes too
/// early, a change of table or threads too, stops the work that is under way.
pub struct Engine {
    /// What holds for every search from now on.
    pub settings: Settings,
    game: Game,
    shared: Shared,
    tables: Option<Arc<Tables>>,
    book: Option<Book>,
    pool: Pool,
    /// Started when it is first wanted.
    solo: Option<Solo>,
    node_clock: NodeClock,
    /// Draws moves from the book, and those of a limited player.
    lots: ChaCha8Rng,
    running: Option<Running>,
    sender: Sender<Event>,
    events: Receiver<Event>,
}

/// The handles of the last order.
enum Running {
    Search {
        job: Arc<Job>,
        /// Dropping it lets the search give its answer.
        hold: Option<Sender<Infallible>>,
    },
    InBackground {
        cancel: Arc<AtomicBool>,
    },
}

impl Engine {
    /// An engine at the start of a game, with a transposition table of `hash` mebibytes and this
    /// many threads, at least one of each.
    ///
    /// # Errors
    /// If memory or threads cannot be had.
    pub fn new(hash: usize, threads: usize) -> Result<Engine, OptionError> {
        crate::attacks::init(); // or else the first search would pay for it
        let table = TranspositionTable::new(hash).map_err(|e| OptionError::Memory(e, 0))?;
        let shared = Shared {
            table: Arc::new(table),
            network: Network::embedded(),
            params: Params::default(),
        };
        let pool = Pool::new(threads, &shared).map_err(|e| OptionError::Threads(threads, e, 0))?;
        let (sender, events) = unbounded();
        Ok(Engine {
            settings: Settings::default(),
            game: Game::new(Position::startpos()),
            shared,
            tables: None,
            book: None,
            pool,
            solo: None,
            node_clock: NodeClock::default(),
            lots: ChaCha8Rng::seed_from_u64(RandomState::new().hash_one(0)),
            running: None,
            sender,
            events,
        })
    }

    /// Where the events arrive.
    pub fn events(&self) -> &Receiver<Event> {
        &self.events
    }

    /// The game whose current position the next search is about.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Takes another game.
    pub fn set_game(&mut self, game: Game) {
        self.game = game;
    }

    /// The size of the transposition table in mebibytes.
    pub fn hash(&self) -> usize {
        self.shared.table.megabytes()
    }

    /// Makes a new, empty transposition table of this many mebibytes.
    ///
    /// # Errors
    /// If there is no memory; everything stays as it is then.
    pub fn set_hash(&mut self, megabytes: usize) -> Result<(), OptionError> {
        let table = TranspositionTable::new(megabytes)
            .map_err(|error| OptionError::Memory(error, self.hash()))?;
        self.stop();
        self.shared.table = Arc::new(table);
        self.pool.share(&self.shared);
        Ok(())
    }

    /// The network that evaluates positions.
    pub fn network(&self) -> &Arc<Network> {
        &self.shared.network
    }

    /// Evaluates positions with another network from now on, and forgets what was learned with the
    /// old one.
    pub fn set_network(&mut self, network: Arc<Network>) {
        self.stop();
        self.shared.network = network;
        self.pool.share(&self.shared);
        self.solo = None;
        self.shared.table.clear(self.threads());
    }

    /// Sets a parameter of the search. `false`, and nothing is changed, if there is none of this name
    /// or the value is out of its range.
    #[cfg(feature = "tuning")]
    pub fn set_parameter(&mut self, name: &str, value: i32) -> bool {
        self.stop();
        let known = self.shared.params.set(name, value);
        self.pool.share(&self.shared);
        self.solo = None;
        known
    }

    /// The endgame tables in use.
    pub fn tables(&self) -> Option<&Tables> {
        self.tables.as_deref()
    }

    /// Uses the endgame tables in these folders from now on, and forgets what was learned without
    /// them. What proves to be damaged later is told as [`Event::Trouble`].
    ///
    /// # Errors
    /// If there are no tables; the old ones stay then.
    pub fn set_tables(&mut self, folders: &[PathBuf]) -> Result<&Tables, NoTables> {
        let sender = self.sender.clone();
        let tables = Tables::open(folders, move |fault| {
            _ = sender.send(Event::Trouble(fault));
        })?;
        self.clear();
        Ok(self.tables.insert(Arc::new(tables)))
    }

    /// Does without endgame tables from now on.
    pub fn remove_tables(&mut self) {
        if self.tables.take().is_some() {
            self.clear();
        }
    }

    /// Takes moves from this opening book, or from none, wherever [`Settings::own_book`] lets it.
    pub fn set_book(&mut self, book: Option<Book>) {
        self.book = book;
    }

    /// Draws moves by these lots from now on: the same seed makes the same moves. A new engine
    /// draws by lots that nobody knows.
    pub fn set_seed(&mut self, seed: u64) {
        self.lots = ChaCha8Rng::seed_from_u64(seed);
    }

    /// The number of search threads.
    pub fn threads(&self) -> usize {
        self.pool.len()
    }

    /// Changes the number of search threads.
    ///
    /// # Errors
    /// If the system does not start them; everything stays as it is then.
    pub fn set_threads(&mut self, threads: usize) -> Result<(), OptionError> {
        self.stop();
        self.pool
            .resize(threads, &self.shared)
            .map_err(|error| OptionError::Threads(threads, error, self.threads()))
    }

    /// Another game begins: forgets the last one.
    pub fn new_game(&mut self) {
        self.clear();
        self.running = None;
        self.node_clock.reset();
    }

    /// Forgets all that was learned in earlier searches.
    pub fn clear(&mut self) {
        self.stop();
        self.pool.forget();
        self.shared.table.clear(self.threads());
    }

    /// Begins to count the lines of this many legal moves from the current position, with as many
    /// threads as a search.
    pub fn perft(&mut self, depth: u8) {
        let cancel = self.begin_in_background();
        let position = *self.game.position();
        let threads = self.threads();
        self.in_background("perft", move |events| {
            let order = perft::Order {
                depth,
                threads,
                table: None,
            };
            let nodes = perft::count(&position, order, &cancel, &|progress| {
                if let perft::Progress::Counted { mv, nodes } = progress {
                    _ = events.send(Event::Counted { mv, nodes });
                }
            });
            Done::Perft { nodes }
        });
    }

    /// Begins to search the bench positions to this depth, with a table and a thread of its own.
    pub fn bench(&mut self, depth: u32) {
        self.stop();
        self.running = None;
        self.in_background("bench", move |events| {
            let mut progress = |number, of, _: &str, nodes| {
                _ = events.send(Event::BenchProgress { number, of, nodes });
            };
            match search::bench(depth, search::BENCH_HASH, 1, &mut progress) {
                Ok(result) => Done::Bench(result),
                Err(error) => Done::Failed(error.to_string()),
            }
        });
    }

    /// Stops what is under way for work in the background; what cancels that work.
    fn begin_in_background(&mut self) -> Arc<AtomicBool> {
        self.stop();
        let cancel = Arc::new(AtomicBool::new(false));
        self.running = Some(Running::InBackground {
            cancel: Arc::clone(&cancel),
        });
        cancel
    }

    /// Runs this in a thread of its own, and tells what came of it.
    fn in_background(
        &self,
        name: &'static str,
        work: impl FnOnce(&Sender<Event>) -> Done + Send + 'static,
    ) {
        let events = self.sender.clone();
        let run = move || {
            let failed = |reason| Done::Failed(format!("{name} failed: {reason}"));
            let done = catch_unwind(AssertUnwindSafe(|| work(&events)))
                .unwrap_or_else(|panic| failed(words(&*panic)));
            _ = events.send(Event::Done(done));
        };
        let thread = thread::Builder::new().name(name.to_owned());
        let thread = thread.stack_size(search::STACK_SIZE).spawn(run);
        if let Err(error) = thread {
            let failed = Done::Failed(format!("{name} cannot be started: {error}"));
            _ = self.sender.send(Event::Done(failed));
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.stop();
    }
}

#[cfg(test)]
mod fault_tests;

#[cfg(test)]
mod tests;
