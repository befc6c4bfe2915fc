//! `vezer match`: two versions of the engine against each other.

mod arguments;
mod telling;

use super::{Failure, signals, threads};
use crate::engine::MAX_THREADS;
use crate::selfplay::{Adjudication, Book, Budget, Contest, Entrant, Sprt};
use arguments::{read_budget_of_clock, read_sprt};
use clap::Args;
use std::path::{Path, PathBuf};
use std::time::Duration;
use telling::Teller;

const EXAMPLES: &str = "\
Examples:
  vezer match --a-eval new.vznn --b-eval old.vznn --games 2000
  vezer match --a-eval new.vznn --nodes 20000 --book book.epd --pgn games.pgn
  vezer match --a-set futility_base=100 --tc 8+0.08 --sprt 0,5 --games 40000

Without --…-eval a player uses the network in the program. Strength is told from A's view: Elo with
the interval in which it lies with 95 % probability, and normalised Elo, which depend less on
opening book and draws; --sprt takes those. At fixed nodes a match depends on its seed alone, with a
clock also on what else the computer is doing.";

/// Play a match between two versions of this engine
///
/// Openings are played twice, with colours reversed. Ctrl-C ends the match when the games under way
/// are over. --…-set needs a program built with `--features tuning`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Match {
    /// What player A is called [default: his network]
    #[arg(long, value_name = "NAME")]
    a_name: Option<String>,

    /// A's network (*.vznn)
    #[arg(long, value_name = "FILE")]
    a_eval: Option<PathBuf>,

    /// A parameter of A's search; can be repeated
    #[arg(long, value_name = "NAME=VALUE")]
    a_set: Vec<String>,

    /// What player B is called [default: his network]
    #[arg(long, value_name = "NAME")]
    b_name: Option<String>,

    /// B's network (*.vznn)
    #[arg(long, value_name = "FILE")]
    b_eval: Option<PathBuf>,

    /// A parameter of B's search; can be repeated
    #[arg(long, value_name = "NAME=VALUE")]
    b_set: Vec<String>,

    /// The nodes for each move, to the node [default: 8000]
    #[arg(long, value_name = "N", group = "budget", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,

    /// The nodes for each move; the iteration that reaches the number is finished
    #[arg(long, value_name = "N", group = "budget", value_parser = clap::value_parser!(u64).range(1..))]
    soft_nodes: Option<u64>,

    /// The time for each move in milliseconds
    #[arg(long, value_name = "MS", group = "budget", value_parser = clap::value_parser!(u64).range(1..))]
    movetime: Option<u64>,

    /// The time for each game and what is added with every move, in seconds, as 8+0.08
    #[arg(long, value_name = "TIME", group = "budget", value_parser = read_budget_of_clock)]
    tc: Option<Budget>,

    /// The greatest number of games, an even one
    #[arg(long, value_name = "N", default_value_t = 1000)]
    games: u64,

    /// End the match when it has shown that A is stronger by ELO1, or only by ELO0, in normalised
    /// Elo; with the probabilities of either error, 0.05 if left out
    #[arg(long, value_name = "ELO0,ELO1[,ALPHA,BETA]", value_parser = read_sprt, allow_hyphen_values = true)]
    sprt: Option<Sprt>,

    /// Play so many games at once; 0 for one on every core
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = super::up_to(MAX_THREADS))]
    concurrency: usize,

    /// The size of each player's transposition table in MiB
    #[arg(long, value_name = "MB", default_value_t = 16)]
    hash: usize,

    /// The seed of the openings
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// Start from the positions of this book (EPD, FENs, or the ends of games in *.pgn) in random
    /// order
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,

    /// Random moves of both players at the start, one more in every other pair [default: 8, with a
    /// book none]
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(0..=60))]
    random_plies: Option<u32>,

    /// The greatest score of a random opening, in centipawns; others are drawn again
    #[arg(long, value_name = "CP", default_value_t = 150, value_parser = clap::value_parser!(i32).range(20..))]
    max_opening_score: i32,

    /// The share of pairs of Chess960
    #[arg(long, value_name = "PERCENT", default_value_t = 0, value_parser = clap::value_parser!(u8).range(0..=100))]
    chess960: u8,

    /// The share of pairs of double Chess960
    #[arg(long, value_name = "PERCENT", default_value_t = 0, value_parser = clap::value_parser!(u8).range(0..=100))]
    double_chess960: u8,

    /// Play all games to their end on the board
    #[arg(long)]
    no_adjudication: bool,

    /// Write the games to this file, in place of what is there
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,

    /// Print the result as one JSON object
    #[arg(long)]
    json: bool,
}

impl Match {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let contest = self.contest()?;
        let stop = signals::stop_on_signal()?;
        let mut teller = Teller::new(&contest, self.pgn.as_deref())?;
        let tally = contest
            .run(threads(self.concurrency), &stop, |pair, tally| {
                teller.tell(pair, tally)
            })
            .map_err(Failure::runtime)?;
        teller.end(&tally, self.json)
    }

    fn contest(&self) -> Result<Contest, Failure> {
        if self.games == 0 || self.games % 2 == 1 {
            return Err(Failure::input("the number of games must be even, as 1000"));
        }
        if self.chess960 + self.double_chess960 > 100 {
            return Err(Failure::input(
                "the shares of Chess960 and double Chess960 are more than all games",
            ));
        }
        let book = self.book.as_deref().map(Book::load).transpose();
        let random_plies = if self.book.is_some() { 0 } else { 8 };
        Ok(Contest {
            entrants: self.entrants()?,
            budget: self.budget(),
            hash: self.hash,
            seed: self.seed,
            book: book.map_err(Failure::input)?,
            random_plies: self.random_plies.unwrap_or(random_plies),
            max_opening_score: self.max_opening_score,
            chess960: self.chess960,
            double_chess960: self.double_chess960,
            adjudication: (!self.no_adjudication).then(Adjudication::default),
            pairs: self.games / 2,
            sprt: self.sprt,
        })
    }

    fn entrants(&self) -> Result<[Entrant; 2], Failure> {
        let mut a = entrant(
            "A",
            self.a_name.as_deref(),
            self.a_eval.as_deref(),
            &self.a_set,
        )?;
        let mut b = entrant(
            "B",
            self.b_name.as_deref(),
            self.b_eval.as_deref(),
            &self.b_set,
        )?;
        if a.name == b.name {
            a.name.push_str(" (A)");
            b.name.push_str(" (B)");
        }
        Ok([a, b])
    }

    fn budget(&self) -> Budget {
        if let Some(nodes) = self.soft_nodes {
            Budget::SoftNodes(nodes)
        } else if let Some(time) = self.movetime {
            Budget::MoveTime(Duration::from_millis(time))
        } else {
            let nodes = Budget::Nodes(self.nodes.unwrap_or(8000));
            self.tc.unwrap_or(nodes)
        }
    }
}

fn entrant(
    letter: &str,
    name: Option<&str>,
    network: Option<&Path>,
    parameters: &[String],
) -> Result<Entrant, Failure> {
    let stem = network.and_then(|path| path.file_stem()?.to_str());
    let mut entrant = Entrant::new(name.or(stem).unwrap_or(letter));
    if let Some(path) = network {
        entrant.load_network(path).map_err(Failure::input)?;
    }
    for parameter in parameters {
        entrant.set(parameter).map_err(Failure::input)?;
    }
    Ok(entrant)
}
