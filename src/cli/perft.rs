//! `vezer perft`: counts lines of legal moves.

use super::Failure;
use super::position::PositionArguments;
use crate::engine::perft::{self, PerftTable, Progress};
use crate::notation::uci::format_move;
use crate::types::Move;
use clap::Args;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// A progress bar appears after this time.
const PATIENCE: Duration = Duration::from_secs(1);

const EXAMPLES: &str = "\
Examples:
  vezer perft 6
  vezer perft 7 --threads 4 --hash 1024
  vezer perft 3 --divide --fen 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1'";

/// Count the lines of legal moves of a given length: the test of every move generator
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Perft {
    /// The length of the lines in half-moves
    depth: u8,

    #[command(flatten)]
    position: PositionArguments,

    /// Also print the number for each root move
    #[arg(long)]
    divide: bool,

    /// The number of threads
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,

    /// Keep counts in a table of this many MiB: much faster, but no test of the generator's speed
    #[arg(long, value_name = "MB")]
    hash: Option<usize>,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// What was counted.
#[derive(Serialize)]
struct Report {
    fen: String,
    depth: u8,
    nodes: u64,
    seconds: f64,
    nodes_per_second: u64,
    threads: u16,
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<BTreeMap<String, u64>>,
}

impl Perft {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let start = Instant::now();
        let counted = self.count()?;
        let seconds = start.elapsed().as_secs_f64();
        let nodes = counted.nodes;
        let report = Report {
            fen: self.position.position().fen(),
            depth: self.depth,
            nodes,
            seconds,
            nodes_per_second: (nodes as f64 / seconds.max(1e-9)) as u64,
            threads: self.threads,
            divide: self.divide.then(|| counted.by_root_move().collect()),
        };
        let mut out = io::stdout().lock();
        if self.json {
            let json = serde_json::to_string(&report).map_err(Failure::runtime)?;
            writeln!(out, "{json}")?;
        } else {
            self.print(&report, &counted, &mut out)?;
        }
        Ok(())
    }

    fn count(&self) -> Result<Counted, Failure> {
        let table = self.hash.map(PerftTable::new);
        let table = table.transpose().map_err(Failure::runtime)?;
        let order = perft::Order {
            depth: self.depth,
            threads: usize::from(self.threads),
            table: table.as_ref(),
        };
        let roots = Mutex::new(Vec::new());
        let bar = Bar::new();
        let report = |progress| match progress {
            Progress::Counted { mv, nodes } => {
                if let Ok(mut roots) = roots.lock() {
                    roots.push((mv, nodes));
                }
            }
            Progress::Share { done, of } => bar.show(done, of),
        };
        let never = AtomicBool::new(false);
        let nodes = perft::count(&self.position.position(), order, &never, &report);
        bar.0.finish_and_clear();
        Ok(Counted {
            nodes: nodes.unwrap_or_default(),
            roots: roots.into_inner().unwrap_or_default(),
            chess960: self.position.chess960,
        })
    }

    fn print(&self, report: &Report, counted: &Counted, out: &mut impl Write) -> io::Result<()> {
        if self.divide {
            for (mv, nodes) in counted.by_root_move() {
                writeln!(out, "{mv}: {nodes}")?;
            }
            writeln!(out)?;
        }
        let (seconds, speed) = (report.seconds, report.nodes_per_second as f64 / 1e6);
        writeln!(out, "Nodes searched: {}", report.nodes)?;
        writeln!(
            out,
            "{seconds:.3} seconds, {speed:.1} million nodes a second"
        )
    }
}

/// The result of a count.
struct Counted {
    nodes: u64,
    roots: Vec<(Move, u64)>,
    chess960: bool,
}

impl Counted {
    fn by_root_move(&self) -> impl Iterator<Item = (String, u64)> {
        let text = |mv| format_move(mv, self.chess960);
        self.roots.iter().map(move |&(mv, nodes)| (text(mv), nodes))
    }
}

/// A progress bar on standard error, if that is a terminal and the count takes long.
struct Bar(ProgressBar);

impl Bar {
    fn new() -> Bar {
        Bar(ProgressBar::with_draw_target(
            None,
            ProgressDrawTarget::hidden(),
        ))
    }

    fn show(&self, done: usize, of: usize) {
        if self.0.is_hidden() && self.0.elapsed() > PATIENCE && self.0.length().is_none() {
            let template = "{elapsed_precise} {wide_bar} {percent}% (still {eta})";
            if let Ok(style) = ProgressStyle::with_template(template) {
                self.0.set_style(style);
            }
            self.0.set_length(of as u64);
            self.0.set_draw_target(ProgressDrawTarget::stderr());
        }
        self.0.set_position(done as u64);
    }
}
