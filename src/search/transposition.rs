//! The transposition table: what earlier searches found out about a position.
//!
//! Clusters of five entries fill one cache line. An entry is one 64-bit word of data and 32 bits
//! of check: the low half of the position's key, mixed with the data. Threads read and write
//! without locks (Hyatt and Mann, "A lock-less transposition-table implementation for parallel
//! search", 2002): if two of them write at once, data and check no longer belong together and the
//! entry reads as absent. A key of 64 bits can still lie, so moves have to be tested for legality.
//!
//! The high half of the key chooses the cluster, by multiplication instead of division (Lemire,
//! "Fast random integer generation in an interval", 2019), so any size will do.

use super::prefetch::prefetch;
use super::report::Bound;
use crate::types::{Move, Score};
use memmap2::{MmapOptions, MmapRaw};
use std::sync::atomic::{AtomicU8, AtomicU32, AtomicU64, Ordering::Relaxed};

const ENTRIES: usize = 5;
const AGES: u8 = 32; // five bits

/// What the table knows about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The best move found; has to pass `is_legal` before use.
    pub mv: Option<Move>,
    /// The score in table form: mates counted from this position, [`Score::from_table`] reads it.
    pub score: i16,
    /// The static evaluation, or `None` in check.
    pub eval: Option<Score>,
    /// The depth searched, in plies; 0 for quiescence.
    pub depth: u8,
    /// What the score says about the true worth.
    pub bound: Bound,
    /// Whether the position was on, or next to, a principal variation.
    pub pv: bool,
}

const NO_EVAL: i16 = i16::MIN;

impl Entry {
    fn pack(self, age: u8) -> u64 {
        let mv = self.mv.map_or(0, Move::bits);
        let eval = self.eval.map_or(NO_EVAL, |eval| eval.0 as i16);
        let bound = match self.bound {
            Bound::Upper => 1u64,
            Bound::Lower => 2,
            Bound::Exact => 3,
        };
        u64::from(mv)
            | u64::from(self.score as u16) << 16
            | u64::from(eval as u16) << 32
            | u64::from(self.depth) << 48
            | (bound | u64::from(self.pv) << 2 | u64::from(age) << 3) << 56
    }

    fn unpack(data: u64) -> Option<Entry> {
        let eval = (data >> 32) as u16 as i16;
        Some(Entry {
            mv: Move::from_bits(data as u16),
            score: (data >> 16) as u16 as i16,
            eval: (eval != NO_EVAL).then_some(Score(i32::from(eval))),
            depth: (data >> 48) as u8,
            bound: match data >> 56 & 3 {
                1 => Bound::Upper,
                2 => Bound::Lower,
                3 => Bound::Exact,
                _ => return None, // an empty slot
            },
            pv: data >> 58 & 1 != 0,
        })
    }
}

fn age_of(data: u64) -> u8 {
    (data >> 59) as u8
}

/// How many searches ago an entry was written.
fn searches_ago(data: u64, now: u8) -> u8 {
    now.wrapping_sub(age_of(data)) % AGES
}

/// The check that goes with a word of data under a key.
fn check(key: u64, data: u64) -> u32 {
    key as u32 ^ data as u32 ^ (data >> 32) as u32
}

/// All zeros is an empty cluster.
#[repr(align(64))]
struct Cluster {
    data: [AtomicU64; ENTRIES],
    check: [AtomicU32; ENTRIES],
}

/// There is not enough memory for a table of the size wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("not enough memory for a transposition table of {megabytes} MiB")]
pub struct AllocationError {
    /// The size wanted, in mebibytes.
    pub megabytes: usize,
}

/// The transposition table that all threads of a search share.
pub struct TranspositionTable {
    /// Pages from the system, zero at first and aligned for clusters.
    memory: MmapRaw,
    len: usize,
    age: AtomicU8,
}

impl TranspositionTable {
    /// An empty table of this many mebibytes, at least one.
    ///
    /// # Errors
    /// If the system does not give that much memory; nothing is changed then.
    pub fn new(megabytes: usize) -> Result<TranspositionTable, AllocationError> {
        let error = AllocationError { megabytes };
        let bytes = megabytes.max(1).checked_mul(1 << 20).ok_or(error)?;
        // Pages of memory come from the system when they are first touched, so a large table costs
        // nothing before it is used.
        let memory = MmapOptions::new()
            .len(bytes)
            .map_anon()
            .map_err(|_| error)?;
        let memory = MmapRaw::from(memory);
        // Large pages save most of the misses of address translation; without them it works too.
        #[cfg(target_os = "linux")]
        let _ = memory.advise(memmap2::Advice::HugePage);
        Ok(TranspositionTable {
            memory,
            len: bytes / size_of::<Cluster>(),
            age: AtomicU8::new(0),
        })
    }

    fn clusters(&self) -> &[Cluster] {
        // SAFETY: the memory has room for so many clusters and is aligned to a page, zeros are valid
        // clusters, nothing but this table refers to it, and every access is atomic.
        unsafe { std::slice::from_raw_parts(self.memory.as_ptr().cast(), self.len) }
    }

    fn index(&self, key: u64) -> usize {
        ((u128::from(key) * self.len as u128) >> 64) as usize
    }

    fn cluster(&self, key: u64) -> &Cluster {
        let index = self.index(key);
        debug_assert!(index < self.len);
        // SAFETY: the high half of key · len is less than len.
        unsafe { self.clusters().get_unchecked(index) }
    }

    /// The size in mebibytes.
    pub fn megabytes(&self) -> usize {
        (self.len * size_of::<Cluster>()) >> 20
    }

    /// Forgets everything, with this many threads at work if the system starts them.
    pub fn clear(&self, threads: usize) {
        let share = self.len.div_ceil(threads.max(1));
        std::thread::scope(|scope| {
            for part in self.clusters().chunks(share) {
                let clear = move || part.iter().for_each(Cluster::clear);
                // Without another thread it only takes longer.
                if std::thread::Builder::new()
                    .spawn_scoped(scope, clear)
                    .is_err()
                {
                    clear();
                }
            }
        });
        self.age.store(0, Relaxed);
    }

    /// Says that a new search begins: older entries are the first to be replaced.
    pub fn new_search(&self) {
        let age = self.age.load(Relaxed);
        self.age.store((age + 1) % AGES, Relaxed);
    }

    /// What is known about the position with this key.
    pub fn get(&self, key: u64) -> Option<Entry> {
        let cluster = self.cluster(key);
        cluster
            .find(key)
            .and_then(|slot| Entry::unpack(cluster.data[slot].load(Relaxed)))
    }

    /// Writes down what was found about a position, unless what is known is worth more.
    ///
    /// An entry without a move keeps the move already known for the position.
    pub fn put(&self, key: u64, mut entry: Entry) {
        let now = self.age.load(Relaxed);
        let cluster = self.cluster(key);
        let known = cluster.find(key);
        let slot = known.unwrap_or_else(|| cluster.victim(now));
        if known.is_some() {
            let data = cluster.data[slot].load(Relaxed);
            if let Some(old) = Entry::unpack(data) {
                let fresh = searches_ago(data, now) == 0;
                let shallower = entry.depth + 4 + 2 * u8::from(entry.pv) <= old.depth;
                if entry.bound != Bound::Exact && fresh && shallower {
                    return;
                }
                entry.mv = entry.mv.or(old.mv);
            }
        }
        let data = entry.pack(now);
        cluster.data[slot].store(data, Relaxed);
        cluster.check[slot].store(check(key, data), Relaxed);
    }

    /// Fetches the cluster of a key into the cache, ahead of its use.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        prefetch(self.cluster(key));
    }

    /// How full the table is with entries of the present search, in thousandths.
    pub fn hashfull(&self) -> u32 {
        let now = self.age.load(Relaxed);
        let sample = &self.clusters()[..self.len.min(400)];
        let words = sample.iter().flat_map(|cluster| &cluster.data);
        let used = words
            .map(|word| word.load(Relaxed))
            .filter(|&data| Entry::unpack(data).is_some() && searches_ago(data, now) == 0)
            .count();
        (used * 1000 / (sample.len() * ENTRIES)) as u32
    }
}

impl std::fmt::Debug for TranspositionTable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "TranspositionTable of {} MiB", self.megabytes())
    }
}

impl Cluster {
    fn clear(&self) {
        for slot in 0..ENTRIES {
            self.data[slot].store(0, Relaxed);
            self.check[slot].store(0, Relaxed);
        }
    }

    /// The slot that holds this key.
    fn find(&self, key: u64) -> Option<usize> {
        (0..ENTRIES).find(|&slot| {
            let data = self.data[slot].load(Relaxed);
            data != 0 && self.check[slot].load(Relaxed) == check(key, data)
        })
    }

    /// The slot whose entry is worth least: empty, old, or shallow.
    fn victim(&self, now: u8) -> usize {
        let worth = |slot: &usize| {
            let data = self.data[*slot].load(Relaxed);
            match Entry::unpack(data) {
                None => i32::MIN,
                Some(entry) => i32::from(entry.depth) - 4 * i32::from(searches_ago(data, now)),
            }
        };
        (0..ENTRIES).min_by_key(worth).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests;
