//! Numbered tasks for several threads whose results are taken in the order of their numbers.

use crate::search::STACK_SIZE;
use crossbeam_channel::{Receiver, Sender, unbounded};
use std::collections::BTreeMap;
use std::io;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// Does the tasks with these numbers, each worker in a thread of its own with a stack deep enough
/// for a search, and passes the results on in their order. When `stop` is set the tasks under way
/// are still finished and passed on; when `take` breaks or fails, nothing more is.
///
/// # Errors
/// If threads cannot be started, or what `take` says.
///
/// # Panics
/// If a task panics.
pub(super) fn in_order<W: Send, T: Send>(
    workers: Vec<W>,
    numbers: Range<u64>,
    stop: &AtomicBool,
    work: impl Fn(&mut W, u64) -> T + Sync,
    take: impl FnMut(T) -> io::Result<ControlFlow<()>>,
) -> io::Result<()> {
    let first = numbers.start;
    let order = Order {
        next: AtomicU64::new(first),
        end: numbers.end,
        enough: AtomicBool::new(false),
        stop,
    };
    std::thread::scope(|scope| {
        let (sender, receiver) = unbounded();
        for worker in workers {
            let (order, work, sender) = (&order, &work, sender.clone());
            let thread = std::thread::Builder::new().stack_size(STACK_SIZE);
            if let Err(error) =
                thread.spawn_scoped(scope, move || serve(worker, order, work, &sender))
            {
                order.enough.store(true, Relaxed);
                return Err(error);
            }
        }
        drop(sender);
        let result = pass_on(&receiver, first, take);
        order.enough.store(true, Relaxed);
        result
    })
}

/// What the threads are to do.
struct Order<'a> {
    next: AtomicU64,
    end: u64,
    /// No more is wanted.
    enough: AtomicBool,
    stop: &'a AtomicBool,
}

impl Order<'_> {
    /// The number of a task to do, if one is wanted.
    fn take(&self) -> Option<u64> {
        if self.stop.load(Relaxed) || self.enough.load(Relaxed) {
            return None;
        }
        let number = self.next.fetch_add(1, Relaxed);
        (number < self.end).then_some(number)
    }
}

/// Ends the work of all threads if one of them panics: its result would be waited for in vain.
struct EndOnPanic<'a>(&'a AtomicBool);

impl Drop for EndOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.store(true, Relaxed);
        }
    }
}

fn serve<W, T>(
    mut worker: W,
    order: &Order,
    work: &impl Fn(&mut W, u64) -> T,
    results: &Sender<(u64, T)>,
) {
    let _guard = EndOnPanic(&order.enough);
    while let Some(number) = order.take() {
        if results.send((number, work(&mut worker, number))).is_err() {
            return;
        }
    }
}

/// Passes results on in order until all threads have ended. Returning early drops the receiver,
/// which the threads notice after the task they are at.
fn pass_on<T>(
    results: &Receiver<(u64, T)>,
    first: u64,
    mut take: impl FnMut(T) -> io::Result<ControlFlow<()>>,
) -> io::Result<()> {
    let mut next = first;
    let mut waiting = BTreeMap::new();
    for (number, result) in results {
        waiting.insert(number, result);
        while let Some(result) = waiting.remove(&next) {
            next += 1;
            if take(result)?.is_break() {
                return Ok(());
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn results_come_in_order_and_can_be_enough() {
        let stop = AtomicBool::new(false);
        let work = |_: &mut (), number: u64| {
            // Later tasks are faster than earlier ones.
            std::thread::sleep(Duration::from_millis(7 * (3 - number % 4)));
            number
        };
        let mut taken = Vec::new();
        let take = |number| {
            taken.push(number);
            Ok(if number == 15 {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            })
        };
        in_order(vec![(); 4], 3..100, &stop, work, take).unwrap();
        assert_eq!(taken, (3..=15).collect::<Vec<_>>());
    }

    #[test]
    fn a_stop_loses_nothing_that_was_begun() {
        let stop = AtomicBool::new(false);
        let begun = AtomicU64::new(0);
        let work = |_: &mut (), _| begun.fetch_add(1, Relaxed);
        let mut taken = 0;
        let take = |_| {
            taken += 1;
            stop.store(true, Relaxed);
            Ok(ControlFlow::Continue(()))
        };
        in_order(vec![(); 3], 0..u64::MAX, &stop, work, take).unwrap();
        assert_eq!(taken, begun.load(Relaxed));
    }

    #[test]
    #[should_panic(expected = "a scoped thread panicked")]
    fn a_panic_ends_everything() {
        let work = |_: &mut (), number: u64| assert!(number < 5, "no");
        let take = |()| Ok(ControlFlow::Continue(()));
        let _ = in_order(
            vec![(); 2],
            0..u64::MAX,
            &AtomicBool::new(false),
            work,
            take,
        );
    }
}
