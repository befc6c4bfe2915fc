//! One search as the threads of the pool see it.

use super::event::{Done, Event};
use super::strength::Handicap;
use super::vote::Ballot;
use crate::rules::Game;
use crate::search::{self, Bound, Control, Info, Limits, SearchReport, Worker};
use crate::types::Move;
use crossbeam_channel::{Receiver, Sender};
use std::any::Any;
use std::convert::Infallible;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// A search that several threads do together.
pub(super) struct Job {
    pub(super) game: Game,
    pub(super) limits: Limits,
    /// How many of the lines found are told.
    pub(super) lines: usize,
    /// What keeps the engine from playing its best.
    pub(super) handicap: Option<Handicap>,
    pub(super) control: Control,
    pub(super) events: Sender<Event>,
    /// Where helping threads say what they have found.
    pub(super) ballot: Ballot,
    /// Whether a thread has told that it failed.
    pub(super) troubled: AtomicBool,
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
        let (mut best_yet, mut last) = (None, None);
        let mut found = Vec::new();
        let mut report = |event: search::Event| {
            if let search::Event::Info(info) = event {
                if info.multipv == 1 {
                    best_yet = info.pv.first().copied().or(best_yet);
                    last = Some(info.clone());
                    found.clear();
                }
                if self.handicap.is_some() {
                    found.push(info.clone());
                }
                if info.multipv > self.lines.max(1) {
                    return; // searched for a choice, not to be shown
                }
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
        let result = result.map(|report| match &self.handicap {
            Some(handicap) => self.choose(handicap, report, &found),
            None => self.vote(report, last),
        });
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
            worker.search_silently(&self.game, &self.limits, &self.control)
        }))
        .map(|report| self.ballot.cast(report))
        .map_err(|panic| self.tell_trouble("a helping search thread", &*panic))
    }

    /// The result of all threads together. `last` is the last line told; if another line wins, it
    /// is told too.
    fn vote(&self, leader: SearchReport, last: Option<Info>) -> SearchReport {
        let limits = &self.limits;
        if limits.multi_pv > 1 || limits.depth.is_some() || limits.mate.is_some() {
            return leader;
        }
        let best = leader.best;
        let winner = self.ballot.decide(leader);
        if let Some(last) = last.filter(|_| winner.best != best) {
            self.tell(Event::Info(Info {
                depth: winner.depth,
                seldepth: winner.seldepth,
                score: winner.score,
                bound: Bound::Exact,
                nodes: self.control.nodes(),
                time: self.control.elapsed(),
                pv: winner.pv.clone(),
                ..last
            }));
        }
        winner
    }

    /// What a player with a handicap makes of the lines found. His choice is told too, unless the
    /// lines were asked for.
    fn choose(&self, handicap: &Handicap, best: SearchReport, found: &[Info]) -> SearchReport {
        let Some(chosen) = handicap.choose(found) else {
            return best;
        };
        if chosen.multipv > 1 && self.lines <= 1 {
            self.tell(Event::Info(Info {
                multipv: 1,
                ..chosen.clone()
            }));
        }
        SearchReport {
            best: chosen.pv.first().copied().or(best.best),
            ponder: chosen.pv.get(1).copied(),
            score: chosen.score,
            pv: chosen.pv.clone(),
            ..best
        }
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
                self.tell_trouble("the search", &*panic);
                let moves = self.game.position().legal_moves();
                let allowed = &self.limits.search_moves;
                let legal = moves.iter().copied();
                let fallback = legal.clone().find(|mv| allowed.contains(mv));
                (best_yet.or(fallback).or(legal.into_iter().next()), None)
            }
        }
    }

    /// Says what failed and why, unless another thread already has: what brings down one of many
    /// threads mostly brings down the others, too.
    fn tell_trouble(&self, what: &str, panic: &(dyn Any + Send)) {
        if !self.troubled.swap(true, Relaxed) {
            let reason = words(panic);
            let text = format!("internal error, {what} failed: {reason}");
            self.tell(Event::Trouble(text));
        }
    }

    fn tell(&self, event: Event) {
        // Whoever asked may have lost interest.
        let _ = self.events.send(event);
    }
}

/// What a panic said.
pub(super) fn words(panic: &(dyn Any + Send)) -> String {
    let text = panic
        .downcast_ref::<&str>()
        .map(ToString::to_string)
        .or_else(|| panic.downcast_ref::<String>().cloned());
    text.unwrap_or_else(|| "no reason given".to_owned())
        .replace('\n', " ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position;
    use crossbeam_channel::{bounded, unbounded};

    /// The answer of a search that has panicked, and what is told of it.
    fn after_panic(best_yet: Option<Move>, search_moves: Vec<Move>) -> (Option<Move>, Vec<Event>) {
        let (events, told) = unbounded();
        let (_, release) = bounded(0);
        let job = Job {
            game: Game::new(Position::startpos()),
            limits: Limits {
                search_moves,
                ..Limits::default()
            },
            lines: 1,
            handicap: None,
            control: Control::new(1),
            ballot: Ballot::new(1),
            troubled: AtomicBool::new(false),
            events,
            release,
        };
        let panic: Box<dyn Any + Send> = Box::new(String::from("two\nlines"));
        let (best, ponder) = job.answer(Err(panic), best_yet);
        assert_eq!(ponder, None);
        drop(job);
        (best, told.iter().collect())
    }

    #[test]
    fn a_panic_costs_no_game() {
        let moves = Position::startpos().legal_moves();
        assert_eq!(after_panic(Some(moves[7]), vec![]).0, Some(moves[7]));
        assert_eq!(after_panic(None, vec![moves[5]]).0, Some(moves[5]));
        assert_eq!(after_panic(None, vec![]).0, Some(moves[0]));
    }

    #[test]
    fn a_panic_is_told_once_in_one_line() {
        let (_, told) = after_panic(None, vec![]);
        let message = "internal error, the search failed: two lines";
        assert_eq!(told, [Event::Trouble(message.to_owned())]);
    }

    #[test]
    fn the_words_of_a_panic() {
        let caught = catch_unwind(|| panic!("plain")).unwrap_err();
        assert_eq!(words(&*caught), "plain");
        let number = 3;
        let caught = catch_unwind(|| panic!("number {number}")).unwrap_err();
        assert_eq!(words(&*caught), "number 3");
        assert_eq!(words(&7), "no reason given");
    }
}
