//! The command line: what `vezer` does when it is started with arguments.
//!
//! One file for each subcommand, each with a type for its arguments and a method `run`. Without
//! arguments the program speaks UCI.

mod analyse;
mod bench;
mod board;
mod compiler;
mod contest;
mod data;
mod datagen;
mod epd;
mod eval;
mod failure;
mod magics;
mod pages;
mod params;
mod perft;
mod play;
mod position;
mod progress;
mod rules;
mod searching;
mod show;
mod signals;
mod speedtest;
mod train;
mod uci;

use crate::engine::identity;
use clap::builder::RangedU64ValueParser;
use clap::{Parser, Subcommand};
use failure::Failure;
use std::ffi::OsString;
use std::process::ExitCode;

const EXAMPLES: &str = "\
Examples:
  vezer                                  speak UCI, as a chess program expects
  vezer bench                            how fast is it?
  vezer play --color black               play against it
  vezer analyse game.pgn --out out.pgn   find the mistakes of a game
  vezer perft 6 --threads 4 --divide     count lines of legal moves
  vezer go depth 12                      carry out a UCI command and leave
  vezer 'position startpos moves e2e4' 'go movetime 1000'";

/// A chess engine for every program that speaks UCI, and its workshop.
///
/// Without arguments it waits for UCI commands, as chess programs expect.
#[derive(Debug, Parser)]
#[command(name = "vezer", version, long_version = identity::BUILD.as_str(), after_help = EXAMPLES)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Speak UCI on standard input and output, as without arguments
    Uci,
    Bench(bench::Bench),
    Speedtest(speedtest::Speedtest),
    Perft(perft::Perft),
    Rules(rules::Rules),
    Show(show::Show),
    Eval(eval::Eval),
    Epd(epd::EpdSuite),
    Analyse(analyse::Analyse),
    Play(play::Play),
    Match(contest::Match),
    Datagen(datagen::Datagen),
    Data(data::Data),
    Train(train::Train),
    Compiler(compiler::Compiler),
    Completions(pages::Completions),
    Man(pages::Man),
    Magics(magics::Magics),
    Params(params::ListParams),
}

/// Does what the arguments of the program say.
pub fn run() -> ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().collect();
    match execute(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

/// Whether the arguments of the program, its name first, can be understood. Nothing is done yet, and
/// no file is looked at.
pub fn understands(arguments: &[OsString]) -> bool {
    uci::commands(arguments).is_some() || Arguments::try_parse_from(arguments).is_ok()
}

fn execute(arguments: &[OsString]) -> Result<(), Failure> {
    if let Some(commands) = uci::commands(arguments) {
        return uci::execute(&commands);
    }
    let arguments = Arguments::try_parse_from(arguments)?;
    match arguments.command {
        None | Some(Command::Uci) => uci::converse(),
        Some(Command::Bench(bench)) => bench.run(),
        Some(Command::Speedtest(test)) => test.run(),
        Some(Command::Perft(perft)) => perft.run(),
        Some(Command::Rules(rules)) => rules.run(),
        Some(Command::Show(show)) => show.run(),
        Some(Command::Eval(eval)) => eval.run(),
        Some(Command::Epd(suite)) => suite.run(),
        Some(Command::Analyse(analyse)) => analyse.run(),
        Some(Command::Play(play)) => play.run(),
        Some(Command::Match(contest)) => contest.run(),
        Some(Command::Datagen(datagen)) => datagen.run(),
        Some(Command::Data(data)) => data.run(),
        Some(Command::Train(train)) => train.run(),
        Some(Command::Compiler(compiler)) => compiler.run(),
        Some(Command::Completions(completions)) => completions.run(),
        Some(Command::Man(man)) => man.run(),
        Some(Command::Magics(magics)) => magics.run(),
        Some(Command::Params(params)) => params.run(),
    }
}

/// Reads a number up to this one.
fn up_to(most: usize) -> RangedU64ValueParser<usize> {
    RangedU64ValueParser::new().range(0..=most as u64)
}

/// The number of threads that is meant: 0 stands for all cores.
fn threads(wanted: usize) -> usize {
    match wanted {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        threads => threads,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn definitions_are_consistent() {
        Arguments::command().debug_assert();
    }
}
