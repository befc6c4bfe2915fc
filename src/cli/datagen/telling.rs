//! What `vezer datagen` tells: the manifest, progress on standard error, and the sums at the end.

use crate::cli::{Failure, progress};
use crate::records::{GameWriter, Manifest, ResultCounts};
use crate::selfplay::{Goal, Progress};
use indicatif::{HumanCount, ProgressBar};
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How often a line is printed where there is no terminal for a bar.
const LINE_INTERVAL: Duration = Duration::from_secs(60);

/// Keeps the user and the manifest up to date.
pub(super) struct Teller {
    out: PathBuf,
    goal: Goal,
    manifest: Manifest,
    /// On a terminal.
    bar: Option<ProgressBar>,
    last_line: Instant,
}

impl Teller {
    pub(super) fn new(out: &Path, goal: Goal, manifest: Manifest) -> Teller {
        Teller {
            out: out.to_owned(),
            goal,
            manifest,
            bar: io::stderr().is_terminal().then(|| bar(goal)),
            last_line: Instant::now(),
        }
    }

    /// Writes the manifest before the first game, so that no games are ever without one.
    pub(super) fn begin(&mut self, writer: &GameWriter) -> Result<(), Failure> {
        if writer.games() > 0 {
            let games = HumanCount(writer.games());
            let out = self.out.display();
            progress::note(format_args!("{out}: {games} games are there already"));
        }
        if let Some(bar) = &self.bar {
            bar.set_position(self.position(writer));
            bar.reset_eta();
        }
        Ok(self.save(writer, None)?)
    }

    /// Shows what has been done, after each game.
    pub(super) fn tell(&mut self, writer: &GameWriter, progress: &Progress) -> io::Result<()> {
        if progress.synced {
            self.save(writer, Some(progress))?;
        }
        if let Some(bar) = &self.bar {
            bar.set_position(self.position(writer));
            bar.set_message(line(writer, progress));
        } else if self.last_line.elapsed() >= LINE_INTERVAL {
            self.last_line = Instant::now();
            progress::note(format_args!("{}", line(writer, progress)));
        }
        Ok(())
    }

    /// Prints the sums.
    pub(super) fn end(&mut self, writer: &GameWriter, progress: &Progress) -> Result<(), Failure> {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
        let mut out = io::stdout();
        writeln!(out, "{}: {}", self.out.display(), line(writer, progress))?;
        writeln!(out, "{}", results(&writer.results()))?;
        let seconds = progress.elapsed.as_secs_f64();
        writeln!(
            out,
            "{seconds:.1} seconds, {} nodes, {:.0} nodes a second",
            progress.nodes,
            rate(progress.nodes, progress.elapsed)
        )?;
        Ok(())
    }

    fn position(&self, writer: &GameWriter) -> u64 {
        match self.goal {
            Goal::Positions(_) => writer.positions(),
            _ => writer.games(),
        }
    }

    fn save(&mut self, writer: &GameWriter, progress: Option<&Progress>) -> io::Result<()> {
        self.manifest.games = writer.games();
        self.manifest.positions = writer.positions();
        self.manifest.results = Some(writer.results());
        if let Some(progress) = progress {
            let speed = rate(progress.positions, progress.elapsed).round();
            let settings = &mut self.manifest.settings;
            settings.insert("positions_per_second".to_owned(), speed.into());
        }
        self.manifest.save_beside(&self.out)
    }
}

fn bar(goal: Goal) -> ProgressBar {
    let counted = "{bar:30} {percent}% {msg}, {eta} left";
    match goal {
        Goal::Games(games) => progress::bar(games, counted),
        Goal::Positions(positions) => progress::bar(positions, counted),
        Goal::Endless => progress::bar(0, "{spinner} {msg}, {elapsed}"),
    }
}

fn line(writer: &GameWriter, progress: &Progress) -> String {
    format!(
        "{} games, {} positions, {:.0} positions a second",
        HumanCount(writer.games()),
        HumanCount(writer.positions()),
        rate(progress.positions, progress.elapsed)
    )
}

fn results(results: &ResultCounts) -> String {
    let share = |count: u64| 100.0 * count as f64 / results.total().max(1) as f64;
    format!(
        "White won {:.1} %, Black {:.1} %, drawn {:.1} %",
        share(results.white_wins),
        share(results.black_wins),
        share(results.draws)
    )
}

/// So many in a second.
fn rate(count: u64, time: Duration) -> f64 {
    count as f64 / time.as_secs_f64().max(1e-9)
}
