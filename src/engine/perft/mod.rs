//! Perft for long runs: on several threads, with a table, stoppable, and telling how far it is.
//!
//! The plain count is [`position::perft`](crate::position::perft()); this splits a tree into the
//! lines of two moves that begin it, which idle threads take one after the other.

mod table;
mod tally;

pub use table::PerftTable;

use crate::position::{Position, perft};
use crate::types::Move;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use tally::Tally;

/// Below this many plies nobody looks whether the count has been stopped: it takes no time.
const UNINTERRUPTED: u8 = 4;

/// Up to this many plies counting is faster than looking into a table.
const WITHOUT_TABLE: u8 = 2;

/// What to count.
#[derive(Clone, Copy, Debug)]
pub struct Order<'a> {
    /// The length of the lines in plies.
    pub depth: u8,
    /// How many threads work, at least one.
    pub threads: usize,
    /// Where the counts of positions are kept that come up again.
    pub table: Option<&'a PerftTable>,
}

/// How far a count is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Progress {
    /// All lines that begin with this root move are counted. Root moves come in the order of
    /// move generation.
    Counted {
        /// The root move.
        mv: Move,
        /// The number of lines.
        nodes: u64,
    },
    /// So many of the shares of work are done.
    Share {
        /// How many.
        done: usize,
        /// Of how many.
        of: usize,
    },
}

/// Counts the lines of legal moves from a position; `None` if `cancel` has become true before the
/// end.
pub fn count(
    position: &Position,
    order: Order,
    cancel: &AtomicBool,
    report: &(dyn Fn(Progress) + Sync),
) -> Option<u64> {
    if order.depth == 0 {
        return Some(1);
    }
    let roots = position.legal_moves();
    let shares = shares(position, &roots, order.depth);
    let tally = Mutex::new(Tally::new(&roots, shares.iter().map(|share| share.root)));
    let counter = Counter {
        order,
        cancel,
        next: AtomicUsize::new(0),
        shares: &shares,
    };
    let lock = || tally.lock().unwrap_or_else(|poison| poison.into_inner());
    lock().report_finished(report);
    let work = || {
        while let Some((share, nodes)) = counter.work_off_one() {
            lock().add(share.root, nodes, report);
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..order.threads.min(shares.len()) {
            // With fewer threads than wished for the count is only slower.
            let _ = std::thread::Builder::new().spawn_scoped(scope, work);
        }
        work();
    });
    lock().total()
}

/// A part of the tree that one thread counts.
struct Share {
    /// The index of the root move that leads there.
    root: usize,
    position: Position,
    /// The length of the lines from there, in plies.
    depth: u8,
}

/// Splits the work by the first two moves of a line, or by the first if there are not three.
fn shares(position: &Position, roots: &[Move], depth: u8) -> Vec<Share> {
    let mut shares = Vec::new();
    for (root, &mv) in roots.iter().enumerate() {
        let after = position.play(mv);
        if depth < 3 {
            shares.push(Share {
                root,
                position: after,
                depth: depth - 1,
            });
            continue;
        }
        let replies = after.legal_moves();
        shares.extend(replies.iter().map(|&reply| Share {
            root,
            position: after.play(reply),
            depth: depth - 2,
        }));
    }
    shares
}

/// What the threads of one count share.
struct Counter<'a> {
    order: Order<'a>,
    cancel: &'a AtomicBool,
    next: AtomicUsize,
    shares: &'a [Share],
}

impl Counter<'_> {
    /// Takes the next share that nobody has begun and counts it; `None` if there is none or the
    /// count is stopped.
    fn work_off_one(&self) -> Option<(&Share, u64)> {
        let share = self.shares.get(self.next.fetch_add(1, Relaxed))?;
        let nodes = match self.order.table {
            Some(table) => self.count_with(table, &share.position, share.depth),
            None => self.count(&share.position, share.depth),
        };
        Some((share, nodes?))
    }

    fn count(&self, position: &Position, depth: u8) -> Option<u64> {
        if depth <= UNINTERRUPTED {
            return (!self.is_cancelled()).then(|| perft(position.board(), depth.into()));
        }
        sum(position, |next| self.count(next, depth - 1))
    }

    fn count_with(&self, table: &PerftTable, position: &Position, depth: u8) -> Option<u64> {
        if depth <= WITHOUT_TABLE {
            return Some(perft(position.board(), depth.into()));
        }
        let known = table.get(position.key(), depth);
        if known.is_some() {
            return known;
        }
        if depth >= UNINTERRUPTED && self.is_cancelled() {
            return None;
        }
        let nodes = sum(position, |next| self.count_with(table, next, depth - 1))?;
        table.put(position.key(), depth, nodes);
        Some(nodes)
    }

    fn is_cancelled(&self) -> bool {
        self.cancel.load(Relaxed)
    }
}

/// The sum over all legal moves; stays at the largest number if it gets there.
fn sum(position: &Position, count: impl Fn(&Position) -> Option<u64>) -> Option<u64> {
    position.legal_moves().iter().try_fold(0u64, |sum, &mv| {
        Some(sum.saturating_add(count(&position.play(mv))?))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

    fn order(depth: u8, threads: usize, table: Option<&PerftTable>) -> Order<'_> {
        Order {
            depth,
            threads,
            table,
        }
    }

    fn total(fen: &str, order: Order) -> Option<u64> {
        let position = Position::from_fen(fen).unwrap();
        count(&position, order, &AtomicBool::new(false), &|_| ())
    }

    #[test]
    fn threads_and_table_change_nothing() {
        let table = PerftTable::new(1).unwrap();
        for (depth, nodes) in [1, 48, 2_039, 97_862, 4_085_603].into_iter().enumerate() {
            let depth = depth as u8;
            for threads in [1, 3] {
                for table in [None, Some(&table)] {
                    let found = total(KIWIPETE, order(depth, threads, table));
                    assert_eq!(found, Some(nodes), "depth {depth}, {threads} threads");
                }
            }
        }
    }

    #[test]
    fn a_finished_game_has_no_lines() {
        let mated = "R6k/8/6K1/8/8/8/8/8 b - - 0 1";
        assert_eq!(total(mated, order(0, 1, None)), Some(1));
        assert_eq!(total(mated, order(3, 2, None)), Some(0));
    }

    #[test]
    fn root_moves_are_reported_in_order_and_add_up() {
        let position = Position::from_fen(KIWIPETE).unwrap();
        let counted = Mutex::new(Vec::new());
        let shares = AtomicUsize::new(0);
        let report = |progress| match progress {
            Progress::Counted { mv, nodes } => counted.lock().unwrap().push((mv, nodes)),
            Progress::Share { done, of } => {
                assert!(done <= of && shares.fetch_add(1, Relaxed) < of)
            }
        };
        let found = count(
            &position,
            order(3, 2, None),
            &AtomicBool::new(false),
            &report,
        );
        let counted = counted.into_inner().unwrap();
        let expected = crate::position::perft_divide(position.board(), 3);
        assert_eq!(counted, expected);
        assert_eq!(found, Some(97_862));
        assert_eq!(shares.into_inner(), 2_039);
    }

    #[test]
    fn a_stopped_count_has_no_result() {
        let position = Position::startpos();
        let cancel = AtomicBool::new(true);
        assert_eq!(count(&position, order(9, 2, None), &cancel, &|_| ()), None);
        let table = PerftTable::new(1).unwrap();
        let order = order(9, 2, Some(&table));
        assert_eq!(count(&position, order, &cancel, &|_| ()), None);
    }

    #[test]
    fn the_number_of_lines_does_not_wrap_around() {
        let table = PerftTable::new(64).unwrap();
        let kings = "7k/8/8/8/8/8/8/K7 w - - 0 1";
        assert_eq!(total(kings, order(26, 1, Some(&table))), Some(u64::MAX));
    }
}
