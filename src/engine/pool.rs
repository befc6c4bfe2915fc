//! Threads that live from one search to the next.

use super::job::Job;
use crate::evaluation::network::Network;
use crate::search::{Params, STACK_SIZE, TranspositionTable, Worker};
use crossbeam_channel::{Receiver, Sender, bounded, unbounded};
use std::convert::Infallible;
use std::io;
use std::sync::Arc;
use std::thread::{self, JoinHandle};

/// Search threads, the first of which leads. Each sleeps until an order comes.
pub(super) struct Pool {
    threads: Vec<PoolThread>,
}

/// What all threads share.
#[derive(Clone)]
pub(super) struct Shared {
    pub(super) table: Arc<TranspositionTable>,
    pub(super) network: Arc<Network>,
    pub(super) params: Params,
}

impl Shared {
    fn worker(&self, index: usize) -> Worker {
        let table = Arc::clone(&self.table);
        let mut worker = Worker::with_params(index, table, self.params.clone());
        worker.set_network(self.network.clone());
        worker
    }
}

/// What a thread is told to do. Orders are carried out one after the other.
enum Order {
    /// Take part in a search.
    Search(Arc<Job>),
    /// Forget earlier searches, then drop the sender.
    Forget(Sender<Infallible>),
    /// Use these from now on, then drop the sender.
    Use(Box<Shared>, Sender<Infallible>),
}

struct PoolThread {
    /// Taken out to end the thread.
    orders: Option<Sender<Order>>,
    handle: Option<JoinHandle<()>>,
}

impl Pool {
    /// A pool of this many threads, at least one.
    ///
    /// # Errors
    /// If the system does not let us start them.
    pub(super) fn new(threads: usize, shared: &Shared) -> io::Result<Pool> {
        let mut pool = Pool {
            threads: Vec::new(),
        };
        pool.resize(threads, shared)?;
        Ok(pool)
    }

    /// The number of threads.
    pub(super) fn len(&self) -> usize {
        self.threads.len()
    }

    /// Starts or ends threads until there are this many, at least one.
    ///
    /// # Errors
    /// If the system does not let us start them, or there is no memory for their work; the pool is
    /// as before then.
    pub(super) fn resize(&mut self, threads: usize, shared: &Shared) -> io::Result<()> {
        let before = self.len();
        let after = threads.max(1);
        self.threads.truncate(after);
        for index in before..after {
            match PoolThread::start(index, shared.clone()) {
                Ok(thread) => self.threads.push(thread),
                Err(error) => {
                    self.threads.truncate(before);
                    return Err(error);
                }
            }
        }
        Ok(())
    }

    /// Begins a search in all threads.
    pub(super) fn search(&self, job: Job) -> Arc<Job> {
        let job = Arc::new(job);
        for thread in &self.threads {
            thread.order(Order::Search(Arc::clone(&job)));
        }
        job
    }

    /// Makes all threads forget earlier searches; returns when they have.
    pub(super) fn forget(&self) {
        self.order_and_wait(Order::Forget);
    }

    /// Makes all threads use these; returns when they do.
    pub(super) fn share(&self, shared: &Shared) {
        self.order_and_wait(|done| Order::Use(Box::new(shared.clone()), done));
    }

    fn order_and_wait(&self, order: impl Fn(Sender<Infallible>) -> Order) {
        let (done, all_done) = bounded(0);
        for thread in &self.threads {
            thread.order(order(done.clone()));
        }
        drop(done);
        // Nobody ever sends anything: it returns when the last sender is gone.
        let _ = all_done.recv();
    }
}

impl PoolThread {
    /// Starts a thread; returns when it can work. One after the other, so that each can tell
    /// whether there is memory for it.
    fn start(index: usize, shared: Shared) -> io::Result<PoolThread> {
        let (orders, inbox) = unbounded();
        let (ready, begun) = bounded(1);
        let live = move || {
            if has_memory() {
                let worker = shared.worker(index);
                _ = ready.send(());
                serve(worker, index, shared, &inbox);
            }
        };
        let handle = thread::Builder::new()
            .name(format!("search-{index}"))
            .stack_size(STACK_SIZE)
            .spawn(live)?;
        let thread = PoolThread {
            orders: Some(orders),
            handle: Some(handle),
        };
        match begun.recv() {
            Ok(()) => Ok(thread),
            Err(_) => Err(io::ErrorKind::OutOfMemory.into()),
        }
    }

    fn order(&self, order: Order) {
        if let Some(orders) = &self.orders {
            // A thread ends only when its orders end, so it is there to receive this.
            let _ = orders.send(order);
        }
    }
}

impl Drop for PoolThread {
    fn drop(&mut self) {
        drop(self.orders.take());
        if let Some(handle) = self.handle.take() {
            // A panic has been reported when it happened.
            let _ = handle.join();
        }
    }
}

/// Whether there is memory for a worker. Asked before, as a program ends where memory that it takes
/// for granted cannot be had.
fn has_memory() -> bool {
    Vec::<u8>::new().try_reserve_exact(Worker::MEMORY).is_ok()
}

/// The life of a thread: carries out orders until there will be no more.
fn serve(mut worker: Worker, index: usize, mut shared: Shared, inbox: &Receiver<Order>) {
    for order in inbox {
        match order {
            Order::Search(job) => {
                let result = if index == 0 {
                    job.lead(&mut worker)
                } else {
                    job.help(&mut worker)
                };
                if result.is_err() {
                    worker = shared.worker(index);
                }
            }
            Order::Forget(_done) => worker.clear(),
            Order::Use(new, _done) => {
                worker.set_table(Arc::clone(&new.table));
                worker.set_params(new.params.clone());
                if !Arc::ptr_eq(&new.network, &shared.network) {
                    worker.set_network(new.network.clone());
                    worker.clear();
                }
                shared = *new;
            }
        }
    }
}
