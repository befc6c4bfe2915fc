//! One search as the threads of the pool see it.

use super::event::{Done, Event};
use crate::rules::Game;
use crate::search::{self, Control, Limits, SearchReport, Worker};
use crate::types::Move;
use crossbeam_channel::{Receiver, Sender};
use std::any::Any;
use std::convert::Infallible;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A search that several threads do together.
pub(super) struct Job {
    pub(super) game: Game,
    pub(super) limits: Limits,
    pub(super) control: Control,
    pub(super) events: Sender<Event>,
    /// The answer is held back until the other end of this channel is dropped: a search that is to
    /// go on until it is stopped, or until the opponent has moved, can be through before.
    pub(super) release: Receiver<Infallible>,
}

impl Job {
    /// The leading thread's part: it reports, decides, and ends the search for all.
    ///
    /// # Errors
    /// If the search panicked. It has been answered all the same, but the worker is not to be used
    /// again.
    pub(super) fn lead(&self, worker: &mut Worker) -> Result<(), ()> {
        let mut best_yet = None;
        let mut report = |event: search::Event| {
            if let search::Event::Info(info) = event
                && info.multipv == 1
            {
                best_yet = info.pv.first().copied().or(best_yet);
            }
            self.tell(event.into());
        };
        let result = catch_unwind(AssertUnwindSafe(|| {
            worker.search(&self.game, &self.limits, &self.control, &mut report)
        }));
        self.control.stop();
        let outcome = match &result {
            Ok(_) => Ok(()),
            Err(_) => Err(()),
        };
        let (best, ponder) = self.answer(result, best_yet);
        // Nobody ever sends anything here: it returns when the sender is gone.
        let _ = self.release.recv();
        self.tell(Event::Done(Done::Search { best, ponder }));
        outcome
    }

    /// A helping thread's part: it fills the shared table until the leader ends the search.
    ///
    /// # Errors
    /// If the search panicked: the worker is not to be used again.
    pub(super) fn help(&self, worker: &mut Worker) -> Result<(), ()> {
        catch_unwind(AssertUnwindSafe(|| {
            worker.search(&self.game, &self.limits, &self.control, &mut |_| ());
        }))
        .map_err(|panic| self.tell(trouble("a helping search thread", &panic)))
    }

    /// The move to play: the search's own, or after a panic the best known until then, or any.
    fn answer(
        &self,
        result: std::thread::Result<SearchReport>,
        best_yet: Option<Move>,
    ) -> (Option<Move>, Option<Move>) {
        match result {
            Ok(report) => (report.best, report.ponder),
            Err(panic) => {
                self.tell(trouble("the search", &panic));
                let moves = self.game.position().legal_moves();
                let allowed = &self.limits.search_moves;
                let legal = moves.iter().copied();
                let fallback = legal.clone().find(|mv| allowed.contains(mv));
                (best_yet.or(fallback).or(legal.into_iter().next()), None)
            }
        }
    }

    fn tell(&self, event: Event) {
        // Whoever asked may have lost interest.
        let _ = self.events.send(event);
    }
}

/// An event that says what failed and why.
pub(super) fn trouble(what: &str, panic: &(dyn Any + Send)) -> Event {
    Event::Trouble(format!("internal error, {what} failed: {}", words(panic)))
}

/// What a panic said.
pub(super) fn words(panic: &(dyn Any + Send)) -> String {
    // A boxed payload must not be mistaken for the payload itself.
    let text = panic
        .downcast_ref::<&str>()
        .map(ToString::to_string)
        .or_else(|| panic.downcast_ref::<String>().cloned());
    text.unwrap_or_else(|| "no reason given".to_owned())
        .replace('\n', " ")
}
