//! Searches for commands: their limits as arguments, and an engine whose answers are waited for.

use super::eval::network;
use super::{Failure, progress};
use crate::engine::{DEFAULT_ELO, Done, Engine, Event, MAX_HASH, MAX_THREADS, Strength, Turn};
use crate::rules::Game;
use crate::search::{Bound, Info, Limits};
use crate::types::{Move, Score};
use clap::Args;
use crossbeam_channel::unbounded;
use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

/// How often a search looks whether the user wants to end it.
const PATIENCE: Duration = Duration::from_millis(50);

/// How long a position is searched.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct LimitArguments {
    /// Search so many plies deep
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=245))]
    pub(super) depth: Option<u32>,

    /// Search so many nodes; with one thread the result is the same in every run
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) nodes: Option<u64>,

    /// Search for so many milliseconds
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) movetime: Option<u64>,
}

impl LimitArguments {
    /// The limits; if none is given, so many milliseconds. The first that is reached ends a search.
    pub(super) fn or_movetime(self, milliseconds: u64) -> LimitArguments {
        let given = self.depth.is_some() || self.nodes.is_some() || self.movetime.is_some();
        LimitArguments {
            movetime: self.movetime.or((!given).then_some(milliseconds)),
            ..self
        }
    }

    /// What the search understands.
    pub(super) fn limits(self) -> Limits {
        Limits {
            depth: self.depth,
            nodes: self.nodes,
            movetime: self.movetime.map(Duration::from_millis),
            ..Limits::default()
        }
    }
}

/// What an engine needs.
#[derive(Clone, Debug, Args)]
pub(super) struct EngineArguments {
    /// The number of threads that search a position together; 0 for all cores
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = clap::value_parser!(u16).range(..=MAX_THREADS as i64))]
    pub(super) threads: u16,

    /// The size of the transposition table in MiB
    #[arg(long, value_name = "MB", default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=MAX_HASH as i64))]
    pub(super) hash: u32,

    /// The network (*.vznn) instead of the one in the program
    #[arg(long, value_name = "FILE")]
    pub(super) eval: Option<PathBuf>,

    /// Folders with Syzygy endgame tables, separated as in the option SyzygyPath
    #[arg(long, value_name = "FOLDERS")]
    pub(super) syzygy: Option<OsString>,
}

impl EngineArguments {
    /// The number of threads that is meant.
    pub(super) fn threads(&self) -> usize {
        super::threads(self.threads.into())
    }

    /// Engines for so many tasks: as many as wanted, or for 0 as many as make use of all cores.
    pub(super) fn start_several(
        &self,
        wanted: usize,
        tasks: usize,
        lines: usize,
    ) -> Result<Vec<Analyst>, Failure> {
        let engines = match wanted {
            0 => (super::threads(0) / self.threads()).max(1),
            wanted => wanted,
        };
        (0..engines.min(tasks)).map(|_| self.start(lines)).collect()
    }

    /// An engine that tells several best moves.
    pub(super) fn start(&self, lines: usize) -> Result<Analyst, Failure> {
        let mut engine =
            Engine::new(self.hash as usize, self.threads()).map_err(Failure::runtime)?;
        if self.eval.is_some() {
            engine.set_network(network(self.eval.as_deref())?);
        }
        if let Some(folders) = &self.syzygy {
            let folders: Vec<PathBuf> = std::env::split_paths(folders).collect();
            engine.set_tables(&folders).map_err(Failure::input)?;
        }
        engine.settings.multi_pv = lines;
        // Nobody else's clock runs here.
        engine.settings.overhead = Duration::ZERO;
        Ok(Analyst(engine))
    }
}

/// An engine that is asked about one position after the other.
pub(super) struct Analyst(Engine);

/// What a search has found.
#[derive(Clone, Debug, Default)]
pub(super) struct Found {
    /// The best move; `None` if the game is over.
    pub(super) best: Option<Move>,
    /// The best lines, the best first; none if the game is over.
    pub(super) lines: Vec<Info>,
    /// A newer word about the best line, if the search ended before it knew more than a bound.
    unsettled: Option<Info>,
}

impl Found {
    /// What a search has found that chose this move and told these lines.
    #[cfg(test)]
    pub(super) fn of(best: Option<Move>, lines: Vec<Info>) -> Found {
        Found {
            best,
            lines,
            unsettled: None,
        }
    }

    /// The best line.
    pub(super) fn line(&self) -> Option<&Info> {
        self.lines.first()
    }

    /// The worth of the position for the side to move.
    pub(super) fn score(&self) -> Score {
        self.line().map_or(Score::DRAW, |info| info.score)
    }
}

impl Analyst {
    /// Plays like somebody with this rating; at full strength without.
    pub(super) fn set_rating(&mut self, rating: Option<u16>) {
        self.0.settings.strength = Strength {
            limited: rating.is_some(),
            elo: rating.map_or(DEFAULT_ELO, usize::from),
            ..Strength::default()
        };
    }

    /// Forgets what it knows.
    pub(super) fn forget(&mut self) {
        self.0.clear();
    }

    /// Searches the current position of a game and tells of each line on the way. If the user
    /// wants to end the program, it ends at once with what it has.
    pub(super) fn search(
        &mut self,
        game: Game,
        limits: Limits,
        stop: &AtomicBool,
        mut tell: impl FnMut(&Info),
    ) -> Result<Found, Failure> {
        self.0.set_game(game);
        self.0.search(limits, Turn::Ours, Instant::now());
        let mut found = Found::default();
        loop {
            match self.0.events().recv_timeout(PATIENCE) {
                Ok(Event::Info(info)) => {
                    tell(&info);
                    found.add(info);
                }
                Ok(Event::Trouble(reason)) => progress::note(format_args!("vezer: {reason}")),
                Ok(Event::Done(Done::Search { best, .. })) => {
                    return Ok(found.settled(best));
                }
                Ok(Event::Done(Done::Failed(reason))) => return Err(Failure::runtime(reason)),
                Ok(_) => {}
                Err(_) if stop.load(Relaxed) => self.0.stop(),
                Err(_) => {}
            }
        }
    }
}

impl Found {
    /// Keeps the newest line for each place; a bound only where nothing better is known.
    fn add(&mut self, info: Info) {
        let place = info.multipv.max(1) - 1;
        let exact = info.bound == Bound::Exact;
        match self.lines.get_mut(place) {
            Some(line) if exact || line.bound != Bound::Exact => *line = info.clone(),
            Some(_) => {}
            None => self.lines.push(info.clone()),
        }
        if place == 0 {
            self.unsettled = (!exact).then_some(info);
        }
    }

    /// The result, whose first line begins with the move that was chosen.
    fn settled(mut self, best: Option<Move>) -> Found {
        let begins = |info: &Info| info.pv.first().copied() == best;
        if let Some(newer) = self.unsettled.take().filter(begins)
            && let Some(line) = self.lines.first_mut()
            && !begins(line)
        {
            *line = newer;
        }
        Found { best, ..self }
    }
}

/// Shares tasks among engines, one thread for each. `take` gets the results in the order in which
/// they come, with the place of the task; after a failure, or when the user wants to end, no task is
/// begun any more, and what was cut short is dropped.
pub(super) fn share<T: Sync, R: Send>(
    analysts: Vec<Analyst>,
    tasks: &[T],
    stop: &AtomicBool,
    attempt: impl Fn(&mut Analyst, &T) -> Result<R, Failure> + Sync,
    mut take: impl FnMut(usize, R) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let (sender, results) = unbounded();
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        for mut analyst in analysts {
            let (sender, next, attempt) = (sender.clone(), &next, &attempt);
            scope.spawn(move || {
                loop {
                    let index = next.fetch_add(1, Relaxed);
                    let Some(task) = tasks.get(index) else {
                        return;
                    };
                    let result = attempt(&mut analyst, task);
                    if stop.load(Relaxed) || sender.send((index, result)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        for (index, result) in results {
            if let Err(failure) = result.and_then(|result| take(index, result)) {
                stop.store(true, Relaxed);
                return Err(failure);
            }
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position;

    fn info(mv: Move, bound: Bound, score: i32) -> Info {
        Info {
            bound,
            ..Info::sample(mv, score)
        }
    }

    #[test]
    fn the_first_line_begins_with_the_chosen_move() {
        let moves = Position::startpos().legal_moves();
        let mut found = Found::default();
        found.add(info(moves[0], Bound::Exact, 10));
        found.add(info(moves[0], Bound::Upper, 0));
        assert_eq!(found.score(), Score(10), "a bound does not replace a score");
        found.add(info(moves[1], Bound::Lower, 30));
        let settled = found.settled(Some(moves[1]));
        assert_eq!(settled.line().unwrap().pv, [moves[1]]);
        assert_eq!(
            settled.score(),
            Score(30),
            "but for a new move it is the best word there is"
        );
    }

    #[test]
    fn tasks_are_shared_and_a_failure_ends_them() {
        let arguments = EngineArguments {
            threads: 1,
            hash: 1,
            eval: None,
            syzygy: None,
        };
        let analysts = || (0..3).map(|_| arguments.start(1).unwrap()).collect();
        let tasks: Vec<usize> = (0..50).collect();
        let mut taken = vec![0; tasks.len()];
        let never = AtomicBool::new(false);
        let double = |_: &mut Analyst, task: &usize| Ok(2 * task);
        let take = |index: usize, result| {
            taken[index] = result;
            Ok(())
        };
        share(analysts(), &tasks, &never, double, take).unwrap();
        assert!(
            taken
                .iter()
                .enumerate()
                .all(|(index, &result)| result == 2 * index)
        );
        let fail = |_: &mut Analyst, task: &usize| match task {
            7 => Err(Failure::input("seven")),
            _ => Ok(()),
        };
        let outcome = share(analysts(), &tasks, &never, fail, |_, ()| Ok(()));
        assert!(matches!(outcome, Err(Failure::Input(reason)) if reason == "seven"));
        assert!(never.load(Relaxed));
    }
}
