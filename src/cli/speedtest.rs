//! `vezer speedtest`: how fast this computer searches in practice.

use super::Failure;
use super::searching::{Analyst, EngineArguments};
use super::{progress, signals, threads};
use crate::engine::MAX_THREADS;
use crate::evaluation::network::Backend;
use crate::notation::uci::parse_move;
use crate::position::Position;
use crate::rules::Game;
use crate::search::Limits;
use clap::Args;
use serde_json::json;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

const EXAMPLES: &str = "\
Examples:
  vezer speedtest
  vezer speedtest --seconds 150 --threads 8 --hash 1024
  vezer speedtest --json

Unlike bench, which repeats one short search with one thread, this plays through games with all cores
and a table that fills as in a long game; its last line is the figure to compare computers by.";

/// The games that are played through, each a FEN and the moves from there. Vezér played them against
/// itself, from balanced openings.
const GAMES: &str = include_str!("speedtest/games.txt");

/// The memory for each thread if nothing is said, in MiB: what a user with long games would set.
const HASH_OF_THREAD: usize = 32;

/// The first positions, which are not counted: processor and table have to warm up.
const WARM_UP: usize = 3;

/// Measure the speed of a long search with all cores
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Speedtest {
    /// The number of threads; 0 for all cores
    #[arg(long, value_name = "T", default_value_t = 0, value_parser = clap::value_parser!(u16).range(..=MAX_THREADS as i64))]
    threads: u16,

    /// The size of the transposition table in MiB; 32 for each thread if not given
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u32).range(1..))]
    hash: Option<u32>,

    /// How long it takes
    #[arg(long, value_name = "S", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    seconds: u64,

    /// The network (*.vznn) instead of the one in the program
    #[arg(long, value_name = "FILE")]
    eval: Option<PathBuf>,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// What was measured.
#[derive(Default)]
struct Measured {
    positions: usize,
    nodes: u64,
    time: Duration,
    /// The sum over all positions of how full the table was, in thousandths.
    fullness: u64,
}

impl Measured {
    fn nodes_per_second(&self) -> u64 {
        (self.nodes as f64 / self.time.as_secs_f64().max(1e-9)) as u64
    }
}

impl Speedtest {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let threads = threads(self.threads.into());
        let hash = self.hash.unwrap_or((HASH_OF_THREAD * threads) as u32);
        let arguments = EngineArguments {
            threads: threads as u16,
            hash,
            eval: self.eval.clone(),
            syzygy: None,
        };
        let games = games()?;
        let stop = signals::stop_on_signal()?;
        let measured = self.measure(&mut arguments.start(1)?, &games, &stop)?;
        if stop.load(Relaxed) {
            return Err(Failure::runtime("interrupted: no measurement"));
        }
        let speed = measured.nodes_per_second();
        let mut out = io::stdout();
        if self.json {
            let json = json!({
                "threads": threads,
                "hash": hash,
                "positions": measured.positions,
                "nodes": measured.nodes,
                "seconds": measured.time.as_secs_f64(),
                "hashfull": measured.fullness / measured.positions.max(1) as u64,
                "kernels": Backend::detect().name(),
                "nodes_per_second": speed,
            });
            writeln!(out, "{json}")?;
            return Ok(());
        }
        writeln!(
            out,
            "Threads     {threads}\nHash        {hash} MiB, {:.0} % used at the end of a search\n\
             Kernels     {}\nPositions   {} of {} games\nNodes       {}\nSeconds     {:.1}\n\n\
             {speed} nodes a second",
            measured.fullness as f64 / measured.positions.max(1) as f64 / 10.0,
            Backend::detect().name(),
            measured.positions,
            games.len(),
            measured.nodes,
            measured.time.as_secs_f64(),
        )?;
        Ok(())
    }

    /// Searches every position of every game as in play: within a game, the table is kept.
    fn measure(
        &self,
        analyst: &mut Analyst,
        games: &[Game],
        stop: &AtomicBool,
    ) -> Result<Measured, Failure> {
        let all: usize = games.iter().map(|game| game.moves().len()).sum();
        let each = Duration::from_secs(self.seconds) / (all as u32).max(1);
        let limits = Limits {
            movetime: Some(each),
            ..Limits::default()
        };
        let bar = progress::bar(all as u64, "{bar:30} {pos}/{len} {msg}, {eta} left");
        let mut measured = Measured::default();
        for whole in games {
            analyst.forget();
            let mut game = Game::new(*whole.start());
            for &mv in whole.moves() {
                let found = analyst.search(game.clone(), limits.clone(), stop, |_| ())?;
                game.push(mv);
                bar.inc(1);
                if stop.load(Relaxed) {
                    return Ok(measured);
                }
                if let Some(info) = found.line().filter(|_| bar.position() > WARM_UP as u64) {
                    measured.positions += 1;
                    measured.nodes += info.nodes;
                    measured.time += info.time;
                    measured.fullness += u64::from(info.hashfull);
                    let speed = measured.nodes_per_second() as f64 / 1e6;
                    bar.set_message(format!("{speed:.2} million nodes a second"));
                }
            }
        }
        bar.finish_and_clear();
        Ok(measured)
    }
}

fn games() -> Result<Vec<Game>, Failure> {
    GAMES.lines().map(game).collect()
}

fn game(line: &str) -> Result<Game, Failure> {
    let (fen, moves) = line.split_once(" moves ").unwrap_or((line, ""));
    let mut game = Game::new(Position::from_fen(fen).map_err(Failure::runtime)?);
    for text in moves.split_whitespace() {
        let mv = parse_move(game.position(), text).map_err(Failure::runtime)?;
        game.push(mv);
    }
    Ok(game)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_games_can_be_played_through() {
        let games = games().unwrap();
        assert!(games.len() >= 4);
        let moves: usize = games.iter().map(|game| game.moves().len()).sum();
        assert!(moves >= 300, "{moves}");
    }
}
