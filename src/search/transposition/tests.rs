use super::*;
use crate::types::{MoveKind, Square};

fn entry(depth: u8) -> Entry {
    Entry {
        mv: Some(Move::new(Square::E1, Square::G1, MoveKind::Quiet)),
        score: -31_990,
        eval: Some(Score(-123)),
        depth,
        bound: Bound::Lower,
        pv: true,
    }
}

#[test]
fn a_cluster_is_one_cache_line() {
    assert_eq!(size_of::<Cluster>(), 64);
}

#[test]
fn entries_survive_packing() {
    for bound in [Bound::Exact, Bound::Lower, Bound::Upper] {
        for eval in [
            None,
            Some(Score(0)),
            Some(Score::MAX_EVAL),
            Some(-Score::MAX_EVAL),
        ] {
            for mv in [None, entry(0).mv] {
                for (depth, score, pv) in [(0, 0, false), (255, 32_000, true)] {
                    let entry = Entry {
                        mv,
                        score,
                        eval,
                        depth,
                        bound,
                        pv,
                    };
                    let data = entry.pack(31);
                    assert_eq!(Entry::unpack(data), Some(entry));
                    assert_eq!(age_of(data), 31);
                }
            }
        }
    }
    assert_eq!(Entry::unpack(0), None);
}

#[test]
fn what_is_put_is_got() {
    let table = TranspositionTable::new(1).unwrap();
    assert_eq!(table.megabytes(), 1);
    for key in [0, 1, u64::MAX, 0x1234_5678_9abc_def0] {
        assert_eq!(table.get(key), None);
        table.put(key, entry(7));
        assert_eq!(table.get(key), Some(entry(7)));
    }
    table.clear(3);
    assert_eq!(table.get(1), None);
}

#[test]
fn a_move_is_kept_and_deep_entries_are_not_overwritten_by_shallow_ones() {
    let table = TranspositionTable::new(1).unwrap();
    table.put(9, entry(3));
    table.put(
        9,
        Entry {
            mv: None,
            ..entry(4)
        },
    );
    assert_eq!(table.get(9), Some(entry(4)));
    table.put(9, entry(20));
    table.put(9, entry(2));
    assert_eq!(table.get(9).unwrap().depth, 20);
    table.new_search();
    table.put(9, entry(2));
    assert_eq!(table.get(9).unwrap().depth, 2);
}

#[test]
fn the_shallowest_of_a_full_cluster_goes_first_and_old_ones_before() {
    let table = TranspositionTable::new(1).unwrap();
    for depth in 1..=5 {
        table.put(u64::from(depth), entry(depth));
    }
    table.put(6, entry(6));
    assert_eq!(table.get(1), None);
    assert!((2..=6).all(|key| table.get(key).is_some()));
    table.new_search();
    table.new_search();
    table.put(7, entry(1));
    table.put(8, entry(1));
    assert!(table.get(7).is_some() && table.get(8).is_some());
}

#[test]
fn torn_entries_read_as_absent() {
    let table = TranspositionTable::new(1).unwrap();
    table.put(5, entry(7));
    let other = entry(8).pack(0);
    table.cluster(5).data[0].store(other, Relaxed);
    assert_eq!(table.get(5), None);
}

#[test]
fn hashfull_counts_the_present_search() {
    let table = TranspositionTable::new(1).unwrap();
    assert_eq!(table.hashfull(), 0);
    let step = u64::MAX / table.len as u64 + 1;
    for cluster in 0..200u64 {
        for low in 1..=5 {
            table.put(cluster * step + low, entry(low as u8));
        }
    }
    assert!(
        (490..=510).contains(&table.hashfull()),
        "{}",
        table.hashfull()
    );
    table.new_search();
    assert_eq!(table.hashfull(), 0);
}

#[test]
fn too_much_memory_is_an_error() {
    assert!(TranspositionTable::new(usize::MAX >> 4).is_err());
    assert!(TranspositionTable::new(usize::MAX).is_err());
}
