//! `vezer bench`: a fixed search, whose node count identifies the build and whose time its speed.

use super::Failure;
use crate::search::{self, BENCH_DEPTH, BENCH_HASH};
use clap::Args;
use std::io::{self, Write};

/// Search fixed positions; the last line says how many nodes, and how many a second
///
/// With one thread the number of nodes is the same in every run and on every machine.
#[derive(Debug, Args)]
pub(super) struct Bench {
    /// The depth in plies
    #[arg(default_value_t = BENCH_DEPTH)]
    depth: u32,

    /// The number of search threads
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,

    /// The size of the transposition table in MiB
    #[arg(long, value_name = "MB", default_value_t = BENCH_HASH)]
    hash: usize,
}

impl Bench {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let mut written = Ok(());
        let mut progress = |number, of, fen: &str, nodes| {
            if written.is_ok() {
                let line = format!("{number:2}/{of} {nodes:>10} nodes {fen}");
                written = writeln!(io::stdout(), "{line}");
            }
        };
        let threads = usize::from(self.threads);
        let result = search::bench(self.depth, self.hash, threads, &mut progress)
            .map_err(Failure::runtime)?;
        written?;
        let seconds = result.elapsed.as_secs_f64();
        let mut out = io::stdout();
        writeln!(out, "\n{seconds:.3} seconds")?;
        writeln!(out, "{} nodes {} nps", result.nodes, result.nps())?;
        Ok(())
    }
}
