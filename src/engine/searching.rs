//! Orders to search: what they mean under the present settings, and how they end.

use super::job::Job;
use super::opening::book_move;
use super::pool::{Pool, Shared};
use super::strength::Handicap;
use super::vote::Ballot;
use super::{Engine, Event, Running, Turn};
use crate::search::{Control, Limits, Stopwatch, TableUse, TranspositionTable};
use crossbeam_channel::bounded;
use rand::RngExt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Instant;

/// The plies searched to give a move from the book a score and a reply to ponder on.
const BOOK_DEPTH: u32 = 2;

/// The table of the thread that plays alone, in mebibytes.
const SOLO_HASH: usize = 1;

/// A thread with a table of its own, both empty at the start of every search.
pub(super) struct Solo {
    pool: Pool,
    table: Arc<TranspositionTable>,
}

/// How an order to search is carried out.
struct Plan {
    limits: Limits,
    /// What keeps the engine from playing its best.
    handicap: Option<Handicap>,
    /// Whether one thread does it that knows nothing of earlier searches.
    alone: bool,
}

impl Engine {
    /// Begins to search the current position. `start` is when the order was given: time counts
    /// from there.
    ///
    /// The answer of an infinite search, or of one in the opponent's time, comes only after
    /// [`stop`](Engine::stop) or [`ponderhit`](Engine::ponderhit).
    ///
    /// A move from the book answers at once, and limited strength counts, unless the search is for
    /// analysis: infinite, for a mate, or under [`Settings::analyse`](super::Settings::analyse). In
    /// the opponent's time no book is asked, as a search is wanted.
    pub fn search(&mut self, limits: Limits, turn: Turn, start: Instant) {
        self.stop();
        self.charge_node_clock();
        let limits = self.complete(limits);
        let lines = limits.multi_pv;
        let plan = self.plan(limits, turn);
        let pondering = turn == Turn::Pondering;
        let alone = plan.alone && self.prepare_solo().is_some();
        let solo = self.solo.as_ref().filter(|_| alone);
        let pool = solo.map_or(&self.pool, |solo| &solo.pool);
        let threads = pool.len();
        let control = Control::with_stopwatch(threads, pondering, Stopwatch::Real(start));
        let control = match self.settings.nodes_per_millisecond {
            0 => control,
            nodes => control.in_nodes(nodes),
        };
        let (hold, release) = bounded(0);
        let hold = (plan.limits.infinite || pondering).then_some(hold);
        let job = Job {
            game: self.game.clone(),
            limits: plan.limits,
            lines,
            handicap: plan.handicap,
            control,
            ballot: Ballot::new(threads),
            troubled: AtomicBool::new(false),
            events: self.sender.clone(),
            release,
        };
        let job = pool.search(job);
        self.running = Some(Running::Search { job, hold });
    }

    /// The limits of a search with what the settings add.
    fn complete(&mut self, limits: Limits) -> Limits {
        let settings = &self.settings;
        let clock = match settings.nodes_per_millisecond {
            0 => limits.clock,
            _ => limits.clock.map(|told| self.node_clock.start(told)),
        };
        Limits {
            clock,
            multi_pv: settings.multi_pv,
            overhead: settings.overhead,
            tables: self.tables.clone().map(|tables| TableUse {
                tables,
                probe_depth: settings.probe_depth,
                probe_limit: settings.probe_limit,
                fifty_moves: settings.fifty_moves,
            }),
            ..limits
        }
    }

    fn plan(&mut self, limits: Limits, turn: Turn) -> Plan {
        let plan = Plan {
            limits,
            handicap: None,
            alone: false,
        };
        if plan.limits.infinite || plan.limits.mate.is_some() || self.settings.analyse {
            return plan;
        }
        if turn == Turn::Ours
            && self.settings.own_book
            && let Some(book) = &self.book
            && let best = self.settings.best_book_move
            && let Some(mv) = book_move(book, &self.game, &plan.limits, best, &mut self.lots)
        {
            _ = self.sender.send(Event::BookMove(mv));
            let limits = Limits {
                search_moves: vec![mv],
                depth: Some(BOOK_DEPTH),
                multi_pv: 1,
                ..plan.limits
            };
            let alone = true;
            return Plan {
                limits,
                alone,
                ..plan
            };
        }
        match self.settings.strength.handicap(self.lots.random()) {
            None => plan,
            Some(handicap) => Plan {
                limits: handicap.limit(plan.limits),
                handicap: Some(handicap),
                alone: true,
            },
        }
    }

    /// Makes the thread that plays alone as if new. `None` if it cannot be had: then the others
    /// must do.
    fn prepare_solo(&mut self) -> Option<()> {
        if self.solo.is_none() {
            let table = Arc::new(TranspositionTable::new(SOLO_HASH).ok()?);
            let shared = Shared {
                table: Arc::clone(&table),
                ..self.shared.clone()
            };
            let pool = Pool::new(1, &shared).ok()?;
            self.solo = Some(Solo { pool, table });
        }
        let solo = self.solo.as_ref()?;
        solo.pool.forget();
        solo.table.clear(1);
        Some(())
    }

    /// Takes what the last search has used off the clock that counts nodes.
    fn charge_node_clock(&mut self) {
        if let Some(Running::Search { job, .. }) = self.running.take()
            && let Some(clock) = job.limits.clock
            && self.settings.nodes_per_millisecond > 0
        {
            self.node_clock.charge(&job.control, clock.increment);
        }
    }

    /// Ends the running search, or count of lines, at once. Its answer follows as an event.
    pub fn stop(&mut self) {
        match &mut self.running {
            Some(Running::Search { job, hold }) => {
                job.control.stop();
                hold.take();
            }
            Some(Running::InBackground { cancel }) => cancel.store(true, Relaxed),
            None => {}
        }
    }

    /// Ends the running search if it would otherwise wait for an order to end: an infinite one, or
    /// one in the opponent's time.
    pub fn stop_if_endless(&mut self) {
        if let Some(Running::Search { hold: Some(_), .. }) = self.running {
            self.stop();
        }
    }

    /// The opponent has played the expected move: the running search is now in our own time.
    /// Does nothing if there is none in the opponent's.
    pub fn ponderhit(&mut self) {
        if let Some(Running::Search { job, hold }) = &mut self.running {
            job.control.ponderhit();
            if !job.limits.infinite {
                hold.take();
            }
        }
    }
}
