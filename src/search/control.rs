use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// What the threads of one search share with each other and with the one who commands them.
///
/// Made when the command to search arrives: its time counts from there.
#[derive(Debug)]
pub struct Control {
    stop: AtomicBool,
    pondering: AtomicBool,
    /// When pondering turned into playing, in microseconds of the clock for limits.
    ponder_hit: AtomicU64,
    stopwatch: Stopwatch,
    /// If set, so many nodes count as a millisecond for the limits of time.
    nodes_per_millisecond: Option<u64>,
    counts: Box<[PublishedCounts]>,
}

/// Where a search has its time from.
#[derive(Clone, Debug)]
pub enum Stopwatch {
    /// Real time since this instant.
    Real(Instant),
    /// As many microseconds as someone writes there: for tests.
    Fake(Arc<AtomicU64>),
}

impl Stopwatch {
    /// The time since the start.
    pub fn elapsed(&self) -> Duration {
        match self {
            Stopwatch::Real(start) => start.elapsed(),
            Stopwatch::Fake(micros) => Duration::from_micros(micros.load(Relaxed)),
        }
    }
}

/// A thread's counters on a cache line of their own, so that threads do not slow each other down.
#[derive(Debug, Default)]
#[repr(align(64))]
struct PublishedCounts {
    nodes: AtomicU64,
    table_hits: AtomicU64,
}

impl Control {
    /// A search by this many threads that starts now.
    pub fn new(threads: usize) -> Control {
        Control::with_stopwatch(threads, false, Stopwatch::Real(Instant::now()))
    }

    /// A search in the opponent's time that starts now: no limit of time holds before
    /// [`ponderhit`](Control::ponderhit).
    pub fn pondering(threads: usize) -> Control {
        Control::with_stopwatch(threads, true, Stopwatch::Real(Instant::now()))
    }

    /// A search that has its time from this stopwatch.
    pub fn with_stopwatch(threads: usize, pondering: bool, stopwatch: Stopwatch) -> Control {
        Control {
            stop: AtomicBool::new(false),
            pondering: AtomicBool::new(pondering),
            ponder_hit: AtomicU64::new(0),
            stopwatch,
            nodes_per_millisecond: None,
            counts: (0..threads.max(1))
                .map(|_| PublishedCounts::default())
                .collect(),
        }
    }

    /// The same search with time counted in nodes: so many are a millisecond, at least one.
    pub fn in_nodes(self, per_millisecond: u64) -> Control {
        Control {
            nodes_per_millisecond: Some(per_millisecond.max(1)),
            ..self
        }
    }

    /// Asks all threads to end the search.
    pub fn stop(&self) {
        self.stop.store(true, Relaxed);
    }

    /// Whether the search has been asked to end.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }

    /// The opponent has played the expected move: from now on the limits of time hold.
    /// Does nothing unless the search is pondering.
    pub fn ponderhit(&self) {
        if self.is_pondering() {
            let now = self.time_spent().as_micros() as u64;
            self.ponder_hit.store(now, Relaxed);
            self.pondering
                .store(false, std::sync::atomic::Ordering::Release);
        }
    }

    /// Whether the search runs in the opponent's time.
    #[inline]
    pub fn is_pondering(&self) -> bool {
        self.pondering.load(std::sync::atomic::Ordering::Acquire)
    }

    /// The time since the search was started.
    pub fn elapsed(&self) -> Duration {
        self.stopwatch.elapsed()
    }

    /// The same by the clock that limits of time are about, which may count nodes.
    pub fn time_spent(&self) -> Duration {
        match self.nodes_per_millisecond {
            None => self.elapsed(),
            Some(nodes) => Duration::from_micros(self.nodes().saturating_mul(1000) / nodes),
        }
    }

    /// How much of that time was spent pondering before the hit.
    pub fn pondered(&self) -> Duration {
        Duration::from_micros(self.ponder_hit.load(Relaxed))
    }

    /// The number of threads.
    pub fn threads(&self) -> usize {
        self.counts.len()
    }

    /// The nodes that all threads have published so far; a little behind their true number.
    pub fn nodes(&self) -> u64 {
        let counts = self.counts.iter();
        counts.map(|counts| counts.nodes.load(Relaxed)).sum()
    }

    /// The nodes that the other threads have published so far.
    pub(super) fn nodes_of_others(&self, thread: usize) -> u64 {
        let others = self.of_others(thread);
        others.map(|counts| counts.nodes.load(Relaxed)).sum()
    }

    /// The positions that the other threads have found in endgame tables so far.
    pub(super) fn table_hits_of_others(&self, thread: usize) -> u64 {
        let others = self.of_others(thread);
        others.map(|counts| counts.table_hits.load(Relaxed)).sum()
    }

    fn of_others(&self, thread: usize) -> impl Iterator<Item = &PublishedCounts> {
        let counts = self.counts.iter().enumerate();
        counts
            .filter(move |&(index, _)| index != thread)
            .map(|(_, counts)| counts)
    }

    /// Makes the counts of a thread known to the others.
    pub(super) fn publish(&self, thread: usize, nodes: u64, table_hits: u64) {
        if let Some(counts) = self.counts.get(thread) {
            counts.nodes.store(nodes, Relaxed);
            counts.table_hits.store(table_hits, Relaxed);
        }
    }
}
