//! The arguments that say which positions are wanted.

use crate::records::{Filter, FilterCounts};
use clap::Args;

/// A filter. Its defaults are those of [`Filter`].
#[derive(Debug, Args)]
#[command(next_help_heading = "Filter")]
pub(super) struct FilterArguments {
    /// The earliest half-move that is kept (0 is White's first move)
    #[arg(long, value_name = "PLY", default_value_t = Filter::default().min_ply)]
    min_ply: u32,

    /// The latest half-move that is kept
    #[arg(long, value_name = "PLY", default_value_t = Filter::default().max_ply)]
    max_ply: u32,

    /// The largest score that is kept, in centipawns for either side
    #[arg(long, value_name = "CP", default_value_t = Filter::default().max_score)]
    max_score: i32,

    /// Keep positions in check
    #[arg(long)]
    keep_checks: bool,

    /// Keep positions whose best move captures or promotes
    #[arg(long)]
    keep_noisy: bool,
}

impl FilterArguments {
    /// The filter.
    pub(super) fn filter(&self) -> Filter {
        Filter {
            min_ply: self.min_ply,
            max_ply: self.max_ply,
            max_score: self.max_score,
            keep_checks: self.keep_checks,
            keep_noisy: self.keep_noisy,
        }
    }
}

/// The counts in words, one line for each.
pub(super) fn report(counts: &FilterCounts) -> String {
    let total = counts.total().max(1);
    let line = |name: &str, count: u64| {
        let share = 100.0 * count as f64 / total as f64;
        format!("{count:>12} {share:5.1} % {name}\n")
    };
    line("kept", counts.kept)
        + &line("too early or too late", counts.ply)
        + &line("in check", counts.check)
        + &line("the move captures or promotes", counts.noisy)
        + &line("score too large", counts.score)
}
