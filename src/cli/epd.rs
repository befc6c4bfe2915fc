//! `vezer epd`: test suites, collections of positions of which the best move is known.

mod goal;
mod results;
mod telling;

use super::Failure;
use super::searching::{Analyst, EngineArguments, LimitArguments, share};
use super::{eval, progress, signals};
use crate::engine::identity;
use crate::evaluation::wdl::Told;
use crate::notation::{epd, san};
use crate::position::Position;
use crate::rules::Game;
use crate::search::Info;
use clap::Args;
use goal::Goal;
use indicatif::ProgressBar;
use results::{Effort, ResultFile, Row, Settings};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufReader, Write};
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// How long a position is searched if nothing is said, in milliseconds.
const DEFAULT_MOVETIME: u64 = 1000;

const EXAMPLES: &str = "\
Examples:
  vezer epd wac.epd                                   a second for each position
  vezer epd sts.epd --nodes 100000 --jobs 1
  vezer epd mates.epd --depth 20 --json
  vezer epd arasan.epd --movetime 60000 --threads 4 --out arasan.jsonl    Ctrl-C, …
  vezer epd arasan.epd --movetime 60000 --threads 4 --out arasan.jsonl    … and go on

A position is solved if the search ends with one of its best moves (bm), with none of the moves to
avoid (am), or with a mate in at most as many moves as dm says. \"At depth\", nodes and time are those
from which the solution stood until the end. Points for moves, as in the Strategic Test Suite, are
read from c0 (\"f5=10, Be5=2\") or from c8 with c9.";

/// Solve a suite of test positions
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct EpdSuite {
    /// The suite, a position with bm, am, dm or points on each line (*.epd)
    suite: PathBuf,

    #[command(flatten)]
    limits: LimitArguments,

    #[command(flatten)]
    engine: EngineArguments,

    /// Search so many positions at the same time; 0 for as many as there are cores for
    #[arg(long, value_name = "N", default_value_t = 0)]
    jobs: usize,

    /// Keep the results in this file, a line of JSON for each; go on if it has some already
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Print one JSON object instead of a table
    #[arg(long)]
    json: bool,
}

/// A position of the suite.
struct Problem {
    /// The place in the suite, from 1.
    number: usize,
    id: String,
    position: Position,
    goal: Goal,
}

impl EpdSuite {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let start = Instant::now();
        let problems = self.read()?;
        let settings = self.settings()?;
        let fens: Vec<String> = problems.iter().map(|it| it.position.fen()).collect();
        let (mut file, mut rows) = match &self.out {
            Some(path) => {
                let (file, rows) = ResultFile::open(path, &settings, &fens)?;
                (Some(file), rows)
            }
            None => (None, BTreeMap::new()),
        };
        let earlier = rows.values().map(|row| row.search.nodes).sum();
        let stop = signals::stop_on_signal()?;
        self.solve(&problems, &mut rows, &mut file, &stop)?;
        let done: Vec<Row> = rows.into_values().collect();
        let text = if self.json {
            telling::json(&settings, &done) + "\n"
        } else {
            telling::table(&settings, &done, earlier, start.elapsed())
        };
        write!(io::stdout(), "{text}")?;
        if done.len() < problems.len() {
            let how = match self.out {
                Some(_) => "the same command goes on from there",
                None => "with --out it could go on from there",
            };
            let (done, all) = (done.len(), problems.len());
            return Err(Failure::runtime(format!(
                "interrupted after {done} of {all} positions; {how}"
            )));
        }
        Ok(())
    }

    fn read(&self) -> Result<Vec<Problem>, Failure> {
        let named = |error: &dyn std::fmt::Display| Failure::unusable_file(&self.suite, error);
        let file = File::open(&self.suite).map_err(|error| named(&error))?;
        let mut problems = Vec::new();
        for (number, epd) in (1..).zip(epd::read(BufReader::new(file))) {
            let epd = epd.map_err(|error| named(&error))?;
            let id = epd.text("id").unwrap_or_default();
            let goal = Goal::of(&epd);
            problems.push(Problem {
                number,
                id: if id.is_empty() {
                    number.to_string()
                } else {
                    id.to_owned()
                },
                position: epd.position,
                goal: goal.map_err(|error| named(&format!("position {number} {id:?}: {error}")))?,
            });
        }
        if problems.is_empty() {
            return Err(named(&"no position in it"));
        }
        Ok(problems)
    }

    fn settings(&self) -> Result<Settings, Failure> {
        let limits = self.limits.or_movetime(DEFAULT_MOVETIME);
        let suite = self.suite.file_name().unwrap_or_default();
        Ok(Settings {
            suite: suite.to_string_lossy().into_owned(),
            depth: limits.depth,
            nodes: limits.nodes,
            movetime: limits.movetime,
            threads: self.engine.threads(),
            hash: self.engine.hash,
            engine: format!("{} {}", identity::NAME, identity::VERSION),
            network: eval::network(self.engine.eval.as_deref())?
                .description()
                .to_owned(),
        })
    }

    /// Solves what is not solved yet, several problems at a time.
    fn solve(
        &self,
        problems: &[Problem],
        rows: &mut BTreeMap<usize, Row>,
        file: &mut Option<ResultFile>,
        stop: &AtomicBool,
    ) -> Result<(), Failure> {
        let open: Vec<&Problem> = problems
            .iter()
            .filter(|problem| !rows.contains_key(&problem.number))
            .collect();
        let bar = progress::bar(
            problems.len() as u64,
            "{bar:30} {pos}/{len} {msg}, {eta} left",
        );
        tell(&bar, rows);
        let analysts = self.engine.start_several(self.jobs, open.len(), 1)?;
        let attempt =
            |analyst: &mut Analyst, problem: &&Problem| self.attempt(analyst, problem, stop);
        let take = |_, row: Row| {
            if let Some(file) = file {
                file.add(&row)?;
            }
            rows.insert(row.number, row);
            tell(&bar, rows);
            Ok(())
        };
        let outcome = share(analysts, &open, stop, attempt, take);
        bar.finish_and_clear();
        outcome
    }

    fn attempt(
        &self,
        analyst: &mut Analyst,
        problem: &Problem,
        stop: &AtomicBool,
    ) -> Result<Row, Failure> {
        let Problem { position, goal, .. } = problem;
        let limits = self.limits.or_movetime(DEFAULT_MOVETIME).limits();
        // Each problem anew: the result must not depend on its neighbours.
        analyst.forget();
        let mut solution = None;
        let follow = |info: &Info| {
            let first = info.multipv == 1 && !info.pv.is_empty();
            if first && goal.is_met(info) {
                solution.get_or_insert_with(|| effort(info));
            } else if first {
                solution = None;
            }
        };
        let found = analyst.search(Game::new(*position), limits, stop, follow)?;
        let line = found.line();
        let solved = line.is_some_and(|info| goal.is_met(info));
        let search = line.map(effort).unwrap_or_default();
        let points = goal.points(found.best);
        Ok(Row {
            number: problem.number,
            id: problem.id.clone(),
            fen: position.fen(),
            goal: goal.text(position),
            mv: found
                .best
                .map_or("-".to_owned(), |mv| san::format_move(position, mv)),
            score: Told::from(found.score()).to_string(),
            solved,
            solution: solved.then(|| solution.unwrap_or(search)),
            search,
            points: points.map(|(earned, _)| earned),
            of: points.map(|(_, of)| of),
        })
    }
}

/// What a search has taken when it tells this line.
fn effort(info: &Info) -> Effort {
    Effort {
        depth: info.depth,
        nodes: info.nodes,
        milliseconds: info.time.as_millis() as u64,
    }
}

fn tell(bar: &ProgressBar, rows: &BTreeMap<usize, Row>) {
    let solved = rows.values().filter(|row| row.solved).count();
    bar.set_message(format!("{solved} solved"));
    bar.set_position(rows.len() as u64);
}
