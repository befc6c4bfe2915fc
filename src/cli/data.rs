//! `vezer data`: looks at files of games and positions, and makes new ones from them.

mod convert;
mod files;
mod filter;
mod inspect;
mod rearrange;
mod verify;
mod wdl;

use super::Failure;
use clap::{Args, Subcommand};

const EXAMPLES: &str = "\
Examples:
  vezer data inspect games.vf                          results, scores, lengths
  vezer data verify *.vf                               play every game through
  vezer data merge all.vf monday.vf tuesday.vf         one file of several
  vezer data count all.vf --min-ply 20                 how many positions pass?
  vezer data convert all.vf all.bf                     positions for `vezer train`
  vezer data shuffle all.bf mixed.bf --seed 7          in random order
  vezer data wdl games.vf                              how often does a score win?

Games are viriformat (*.vf), positions bulletformat (*.bf): 32 bytes each, which other trainers
read too. A manifest (FILE.json) beside each new file says how it was made.";

/// Inspect, check, filter, shuffle, split, merge and convert training data
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, arg_required_else_help = true)]
pub(super) struct Data {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Inspect(inspect::Inspect),
    Count(convert::Count),
    Convert(convert::Convert),
    Verify(verify::Verify),
    Shuffle(rearrange::Shuffle),
    Split(rearrange::Split),
    Merge(rearrange::Merge),
    Wdl(wdl::WinDrawLoss),
}

impl Data {
    pub(super) fn run(&self) -> Result<(), Failure> {
        match &self.command {
            Command::Inspect(inspect) => inspect.run(),
            Command::Count(count) => count.run(),
            Command::Convert(convert) => convert.run(),
            Command::Verify(verify) => verify.run(),
            Command::Shuffle(shuffle) => shuffle.run(),
            Command::Split(split) => split.run(),
            Command::Merge(merge) => merge.run(),
            Command::Wdl(wdl) => wdl.run(),
        }
    }
}
