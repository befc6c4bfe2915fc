//! `vezer analyse`: positions and whole games, with the engine's judgement.

mod annotation;
mod curve;
mod game;
mod judgement;
mod telling;

use super::searching::{Analyst, EngineArguments, Found, LimitArguments, share};
use super::{Failure, board, progress, signals};
use crate::engine::MAX_MULTI_PV;
use crate::evaluation::wdl::Told;
use crate::notation::pgn::{Games, PgnGame};
use crate::position::Position;
use crate::rules::Game;
use crate::types::{Color, Score};
use clap::Args;
use game::AnalysedGame;
use serde_json::json;
use std::fs::File;
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// How long a position is searched if nothing is said, in milliseconds: one alone, and one of a game.
const POSITION_TIME: u64 = 3000;
const MOVE_TIME: u64 = 300;

const EXAMPLES: &str = "\
Examples:
  vezer analyse 'r1bq1rk1/2pnbppp/p2p1n2/1p2p3/3PP3/1BP2N1P/PP3PP1/RNBQR1K1 w - - 1 11' --lines 3
  vezer analyse game.pgn --out annotated.pgn --svg curve.svg
  vezer analyse games.pgn --game 3 --nodes 500000 --lines 2 --json
  vezer analyse - --movetime 2000 < game.pgn

Of a game every position is searched by itself, several at a time on all cores. The annotated game has
the evaluation after each move, a glyph for each fault (?!, ?, ??) and the better lines.
Loss is counted in expected points: a win 1, a draw 0.5. A move that gives away 0.05 of them is an
inaccuracy, 0.10 a mistake, 0.20 a blunder. A player's accuracy is the mean over his moves of
100 * 2^(-loss/0.15) %. Curves of several games get the game's number before the file's extension.";

/// Analyse a position or games: best lines, faults, accuracy, annotated PGN, a curve
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Analyse {
    /// A position as FEN, or a file of games (PGN; - for standard input)
    #[arg(value_name = "FEN|FILE", required = true, num_args = 1..=6)]
    input: Vec<String>,

    /// Only this game of the file, from 1
    #[arg(long, value_name = "N")]
    game: Option<usize>,

    #[command(flatten)]
    limits: LimitArguments,

    #[command(flatten)]
    engine: EngineArguments,

    /// Find so many of the best moves
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=MAX_MULTI_PV as i64))]
    lines: u16,

    /// Search so many positions of games at the same time; 0 for as many as there are cores for
    #[arg(long, value_name = "N", default_value_t = 0)]
    jobs: usize,

    /// Write the annotated games into this file (PGN; - for standard output)
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Draw the course of each game into this file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,

    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

/// A game of the file with its number.
type Numbered = (usize, PgnGame);

impl Analyse {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let words = self.input.join(" ");
        let fen = Position::from_fen(&words);
        match (fen, self.input.as_slice()) {
            (Ok(position), _) => self.position(&position),
            // A FEN has several fields, a file name only where it is written so.
            (Err(_), [file]) if !file.contains(' ') || Path::new(file).exists() => {
                self.games(Path::new(file))
            }
            (Err(error), _) => Err(Failure::input(format!("FEN: {error}"))),
        }
    }

    fn position(&self, position: &Position) -> Result<(), Failure> {
        if self.game.is_some() || self.out.is_some() || self.svg.is_some() {
            let reason = "--game, --out and --svg are for games, not for a position";
            return Err(Failure::input(reason));
        }
        let game = Game::new(*position);
        if !position.has_legal_move() {
            return Err(Failure::input("the game is over in this position"));
        }
        let limits = self.limits.or_movetime(POSITION_TIME).limits();
        let stop = signals::stop_on_signal()?;
        let mut analyst = self.engine.start(self.lines.into())?;
        let bar = progress::spinner("{spinner} {msg} {elapsed}");
        let found = analyst.search(game, limits, &stop, |info| {
            if info.multipv == 1 {
                bar.set_message(format!("depth {}, {}", info.depth, Told::from(info.score)));
            }
        })?;
        bar.finish_and_clear();
        let mut out = io::stdout().lock();
        if self.json {
            let chess960 = !position.castles_as_usual();
            writeln!(
                out,
                "{}",
                telling::position_json(position, &found, chess960)
            )?;
        } else {
            writeln!(out, "{}", board::draw(position, Color::White, None))?;
            write!(out, "{}", telling::position(position, &found))?;
        }
        Ok(())
    }

    fn games(&self, file: &Path) -> Result<(), Failure> {
        let start = Instant::now();
        let games = self.read(file)?;
        let stop = signals::stop_on_signal()?;
        let mut teller = Teller::new(self, games.len())?;
        let done = self.search(games, &stop, &mut teller)?;
        teller.end(start)?;
        let (analysed, all) = done;
        if analysed < all {
            let reason = format!("interrupted after {analysed} of {all} games");
            return Err(Failure::runtime(reason));
        }
        Ok(())
    }

    fn read(&self, file: &Path) -> Result<Vec<Numbered>, Failure> {
        let named = |error: &dyn std::fmt::Display| Failure::unusable_file(file, error);
        let source: Box<dyn Read> = if file == Path::new("-") {
            Box::new(io::stdin())
        } else {
            Box::new(File::open(file).map_err(|error| named(&error))?)
        };
        let mut games = Vec::new();
        for (number, game) in (1..).zip(Games::new(source)) {
            if self.game.is_none_or(|wanted| wanted == number) {
                games.push((number, game.map_err(|error| named(&error))?));
            }
        }
        match (games.is_empty(), self.game) {
            (false, _) => Ok(games),
            (true, Some(number)) => Err(named(&format!("there is no game {number}"))),
            (true, None) => Err(named(&"no game in it")),
        }
    }

    /// Searches all positions of all games; each game is told as soon as it and those before it are
    /// through. Returns how many were told, and of how many.
    fn search(
        &self,
        games: Vec<Numbered>,
        stop: &AtomicBool,
        teller: &mut Teller,
    ) -> Result<(usize, usize), Failure> {
        let tasks: Vec<(usize, usize)> = (0..)
            .zip(&games)
            .flat_map(|(game, (_, pgn))| (0..=pgn.moves.len()).map(move |ply| (game, ply)))
            .collect();
        let mut found: Vec<Vec<Option<(Score, Found)>>> = games
            .iter()
            .map(|(_, pgn)| vec![None; pgn.moves.len() + 1])
            .collect();
        let lines = self.lines.into();
        let analysts = self.engine.start_several(self.jobs, tasks.len(), lines)?;
        let bar = progress::bar(
            tasks.len() as u64,
            "{bar:30} {pos}/{len} positions, {eta} left",
        );
        let mut told = 0;
        let attempt = |analyst: &mut Analyst, &(game, ply): &(usize, usize)| {
            self.evaluate(analyst, &game::played(&games[game].1, ply), stop)
        };
        let take = |index: usize, result| {
            let (game, ply) = tasks[index];
            found[game][ply] = Some(result);
            bar.inc(1);
            while told < games.len() && found[told].iter().all(Option::is_some) {
                let (number, pgn) = games[told].clone();
                let results = std::mem::take(&mut found[told]);
                let results = results.into_iter().flatten().collect();
                bar.suspend(|| teller.tell(&AnalysedGame::new(number, pgn, results)))?;
                told += 1;
            }
            Ok(())
        };
        let outcome = share(analysts, &tasks, stop, attempt, take);
        bar.finish_and_clear();
        outcome.map(|()| (told, games.len()))
    }

    fn evaluate(
        &self,
        analyst: &mut Analyst,
        game: &Game,
        stop: &AtomicBool,
    ) -> Result<(Score, Found), Failure> {
        if let Some(score) = game::final_score(game) {
            return Ok((score, Found::default()));
        }
        // Each position anew: the result must not depend on which engine searched what before.
        analyst.forget();
        let limits = self.limits.or_movetime(MOVE_TIME).limits();
        let found = analyst.search(game.clone(), limits, stop, |_| ())?;
        Ok((found.score(), found))
    }
}

/// Tells of games as they come.
struct Teller<'a> {
    arguments: &'a Analyse,
    several: bool,
    pgn: Option<Box<dyn Write>>,
    json: Vec<serde_json::Value>,
}

impl<'a> Teller<'a> {
    fn new(arguments: &'a Analyse, games: usize) -> Result<Teller<'a>, Failure> {
        let open = |path: &PathBuf| -> Result<Box<dyn Write>, Failure> {
            if path == Path::new("-") {
                return Ok(Box::new(io::stdout()));
            }
            let file = File::create(path);
            let file = file.map_err(|error| Failure::file(path, error))?;
            Ok(Box::new(BufWriter::new(file)))
        };
        Ok(Teller {
            arguments,
            several: games > 1,
            pgn: arguments.out.as_ref().map(open).transpose()?,
            json: Vec::new(),
        })
    }

    fn tell(&mut self, game: &AnalysedGame) -> Result<(), Failure> {
        if let Some(pgn) = &mut self.pgn {
            write!(pgn, "{}", annotation::annotate(game))?;
            pgn.flush()?;
        }
        if let Some(path) = &self.arguments.svg {
            let path = if self.several {
                numbered(path, game.number)
            } else {
                path.clone()
            };
            curve::draw(&path, game).map_err(Failure::runtime)?;
        }
        if self.arguments.json {
            self.json.push(telling::game_json(game));
        } else if !self.pgn_on_stdout() {
            writeln!(io::stdout(), "{}", telling::game(game))?;
        }
        Ok(())
    }

    /// Then nothing else may stand there.
    fn pgn_on_stdout(&self) -> bool {
        self.arguments.out.as_deref() == Some(Path::new("-"))
    }

    fn end(&self, start: Instant) -> Result<(), Failure> {
        let mut out = io::stdout();
        if self.arguments.json {
            writeln!(out, "{}", json!({ "games": self.json }))?;
        } else if !self.pgn_on_stdout() {
            writeln!(out, "{}", telling::EXPLANATION)?;
            writeln!(out, "{:.1} seconds", start.elapsed().as_secs_f64())?;
        }
        Ok(())
    }
}

/// The file's name with a number before its extension.
fn numbered(path: &Path, number: usize) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let extension = path
        .extension()
        .map(|extension| extension.to_string_lossy());
    let extension = extension.map_or(String::new(), |extension| format!(".{extension}"));
    path.with_file_name(format!("{stem}-{number}{extension}"))
}
