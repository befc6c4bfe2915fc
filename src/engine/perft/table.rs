use crate::search::AllocationError;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The bits of an entry that hold the number of lines; the others hold their length.
const NODE_BITS: u32 = 56;

/// The numbers of lines from positions that were counted before, shared by all threads.
///
/// Sound as far as 64-bit keys tell positions apart: an entry is used only if the whole key and the
/// length of the lines agree. Equal keys mean equal moves for ever, so nothing else can matter.
#[derive(Debug)]
pub struct PerftTable {
    buckets: Box<[Bucket]>,
}

/// The first entry keeps the longest lines, the second the latest.
#[derive(Debug, Default)]
struct Bucket([Entry; 2]);

/// Written and read without a lock. A half that belongs to another entry is noticed, as the key is
/// stored combined with the data (Robert Hyatt and Timothy Mann, "A lockless transposition table
/// implementation for parallel search", 2002).
#[derive(Debug, Default)]
struct Entry {
    check: AtomicU64,
    data: AtomicU64,
}

impl PerftTable {
    /// An empty table of this many mebibytes, at least one.
    ///
    /// # Errors
    /// If the system does not give that much memory.
    pub fn new(megabytes: usize) -> Result<PerftTable, AllocationError> {
        let error = AllocationError { megabytes };
        let bytes = megabytes.max(1).checked_mul(1 << 20).ok_or(error)?;
        let len = bytes / size_of::<Bucket>();
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(len).map_err(|_| error)?;
        buckets.resize_with(len, Bucket::default);
        Ok(PerftTable {
            buckets: buckets.into_boxed_slice(),
        })
    }

    fn bucket(&self, key: u64, depth: u8) -> &Bucket {
        // An odd factor spreads the lengths of lines over the table.
        let mixed = key ^ u64::from(depth).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let index = (u128::from(mixed) * self.buckets.len() as u128) >> 64;
        &self.buckets[index as usize]
    }

    /// The number of lines of `depth` plies from the position with this key, if it is known.
    pub fn get(&self, key: u64, depth: u8) -> Option<u64> {
        let bucket = self.bucket(key, depth);
        let entries = bucket.0.iter().map(|entry| entry.get(key));
        entries
            .flatten()
            .find(|&(stored, _)| stored == depth)
            .map(|(_, nodes)| nodes)
    }

    /// Writes down the number of lines of `depth` plies, at least one, from the position with this
    /// key. Too large a number is not kept.
    pub fn put(&self, key: u64, depth: u8, nodes: u64) {
        if nodes >> NODE_BITS != 0 {
            return;
        }
        let [longest, latest] = &self.bucket(key, depth).0;
        let data = u64::from(depth) << NODE_BITS | nodes;
        let entry = if depth >= longest.depth() {
            longest
        } else {
            latest
        };
        entry.data.store(data, Relaxed);
        entry.check.store(key ^ data, Relaxed);
    }
}

impl Entry {
    fn get(&self, key: u64) -> Option<(u8, u64)> {
        let data = self.data.load(Relaxed);
        let is_ours = data != 0 && self.check.load(Relaxed) ^ data == key;
        is_ours.then_some(((data >> NODE_BITS) as u8, data & ((1 << NODE_BITS) - 1)))
    }

    fn depth(&self) -> u8 {
        (self.data.load(Relaxed) >> NODE_BITS) as u8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_answers_for_its_key_and_length_only() {
        let table = PerftTable::new(1).unwrap();
        table.put(77, 3, 8_902);
        assert_eq!(table.get(77, 3), Some(8_902));
        assert_eq!(table.get(77, 4), None);
        assert_eq!(table.get(78, 3), None);
        table.put(77, 3, 0); // mate
        assert_eq!(table.get(77, 3), Some(0));
        table.put(77, 5, 1 << NODE_BITS);
        assert_eq!(table.get(77, 5), None);
    }

    #[test]
    fn absurd_sizes_are_refused() {
        assert!(PerftTable::new(usize::MAX).is_err());
        assert!(PerftTable::new(usize::MAX >> 21).is_err());
    }
}
