//! What `vezer match` tells: progress on standard error, games as PGN, and the result.

use crate::cli::{Failure, progress};
use crate::evaluation::wdl::Told;
use crate::selfplay::{Budget, Contest, ContestGame, Decision, Estimate, Sprt, Tally};
use indicatif::ProgressBar;
use serde_json::{Value, json};
use std::fs::File;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How often a line is printed where there is no terminal for a bar.
const LINE_INTERVAL: Duration = Duration::from_secs(60);

pub(super) struct Teller {
    names: [String; 2],
    budget: Budget,
    sprt: Option<Sprt>,
    /// Where the games go.
    pgn: Option<(PathBuf, BufWriter<File>)>,
    /// On a terminal.
    bar: Option<ProgressBar>,
    start: Instant,
    last_line: Instant,
}

impl Teller {
    pub(super) fn new(contest: &Contest, pgn: Option<&Path>) -> Result<Teller, Failure> {
        let open = |path: &Path| {
            let file = File::create(path).map_err(|error| fault(path, &error));
            Ok((path.to_owned(), BufWriter::new(file?)))
        };
        let bar = || progress::bar(2 * contest.pairs, "{bar:30} {pos}/{len} {msg}, {eta} left");
        Ok(Teller {
            names: contest.entrants.clone().map(|entrant| entrant.name),
            budget: contest.budget,
            sprt: contest.sprt,
            pgn: pgn
                .map(open)
                .transpose()
                .map_err(|error: io::Error| Failure::runtime(error))?,
            bar: io::stderr().is_terminal().then(bar),
            start: Instant::now(),
            last_line: Instant::now(),
        })
    }

    /// Writes a pair of games and shows how the match stands.
    pub(super) fn tell(&mut self, pair: &[ContestGame; 2], tally: &Tally) -> io::Result<()> {
        self.write_pair(pair, tally.games() - 1)?;
        if let Some(bar) = &self.bar {
            bar.set_position(tally.games());
            bar.set_message(self.standing(tally));
        } else if self.last_line.elapsed() >= LINE_INTERVAL {
            self.last_line = Instant::now();
            let standing = self.standing(tally);
            progress::note(format_args!("{} games: {standing}", tally.games()));
        }
        Ok(())
    }

    /// Writes both games of a pair, the first of which has this number.
    fn write_pair(&mut self, pair: &[ContestGame; 2], first: u64) -> io::Result<()> {
        let Some((path, mut out)) = self.pgn.take() else {
            return Ok(());
        };
        let mut games = (first..).zip(pair);
        games
            .try_for_each(|(number, game)| self.write(&mut out, game, number))
            .and_then(|()| out.flush())
            .map_err(|error| fault(&path, &error))?;
        self.pgn = Some((path, out));
        Ok(())
    }

    fn write(&self, out: &mut impl Write, game: &ContestGame, number: u64) -> io::Result<()> {
        let mut pgn = game
            .record
            .to_pgn(|score| Told::from(score).in_pawns())
            .map_err(io::Error::other)?;
        let (white, black) = (&self.names[game.white], &self.names[1 - game.white]);
        let tags = [
            ("Event", "Vezer match".to_owned()),
            (
                "Round",
                format!("{}.{}", number.div_ceil(2), 2 - number % 2),
            ),
            ("White", white.clone()),
            ("Black", black.clone()),
            ("TimeControl", time_control(self.budget)),
            ("Termination", game.end.to_string()),
        ];
        let tags = tags.map(|(name, value)| (name.to_owned(), value));
        pgn.tags.extend(tags);
        write!(out, "{pgn}")
    }

    /// The score in one line.
    fn standing(&self, tally: &Tally) -> String {
        let mut text = format!(
            "+{} ={} -{}, Elo {}",
            tally.wins,
            tally.draws,
            tally.losses,
            with_error(&tally.pairs.elo())
        );
        if let Some(sprt) = self.sprt {
            text += &format!(", LLR {:.2}", sprt.ratio(&tally.pairs));
        }
        text
    }

    /// Prints the result.
    pub(super) fn end(&self, tally: &Tally, as_json: bool) -> Result<(), Failure> {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
        let mut out = io::stdout();
        if as_json {
            writeln!(out, "{}", self.json(tally))?;
        } else {
            writeln!(out, "{}", self.table(tally))?;
        }
        Ok(())
    }

    fn table(&self, tally: &Tally) -> String {
        let Tally { pairs, .. } = tally;
        let [a, b] = &self.names;
        let share = |count: u64| 100.0 * count as f64 / tally.games().max(1) as f64;
        let games = tally.games();
        let mut lines = vec![
            format!(
                "{a} against {b}: {games} games, {} won, {} drawn, {} lost, {:.1} % of the points",
                tally.wins,
                tally.draws,
                tally.losses,
                100.0 * pairs.score()
            ),
            format!("Elo             {}", with_error(&pairs.elo())),
            format!("Normalised Elo  {}", with_error(&pairs.normalised_elo())),
            format!(
                "{a} is stronger with a probability of {:.1} %",
                100.0 * pairs.superiority()
            ),
            format!(
                "Pairs           {:?} with 0, ½, 1, 1½, 2 points; won to lost {}; {:.1} % of games drawn",
                pairs.0,
                ratio(pairs.pairs_ratio()),
                share(tally.draws)
            ),
        ];
        if let Some(sprt) = self.sprt {
            lines.push(sprt_line(&sprt, tally));
        }
        if tally.time_losses != [0, 0] {
            let [of_a, of_b] = tally.time_losses;
            lines.push(format!("Lost on time    {a} {of_a}, {b} {of_b}"));
        }
        let seconds = self.start.elapsed().as_secs_f64();
        let nodes: u64 = tally.nodes.iter().sum();
        lines.push(format!(
            "{seconds:.1} seconds, {:.1} half-moves a game, {:.0} nodes a move, {:.0} nodes a second",
            tally.moves as f64 / tally.games().max(1) as f64,
            nodes as f64 / tally.moves.max(1) as f64,
            nodes as f64 / seconds.max(1e-9)
        ));
        lines.join("\n")
    }

    fn json(&self, tally: &Tally) -> Value {
        let Tally { pairs, .. } = tally;
        json!({
            "a": self.names[0],
            "b": self.names[1],
            "budget": time_control(self.budget),
            "games": tally.games(),
            "wins": tally.wins,
            "draws": tally.draws,
            "losses": tally.losses,
            "pairs": pairs.0,
            "score": pairs.score(),
            "elo": pairs.elo(),
            "normalised_elo": pairs.normalised_elo(),
            "superiority": pairs.superiority(),
            "draw_ratio": tally.draws as f64 / tally.games().max(1) as f64,
            "pairs_ratio": pairs.pairs_ratio(),
            "sprt": self.sprt.map(|sprt| {
                let (lower, upper) = sprt.bounds();
                json!({
                    "elo0": sprt.elo0,
                    "elo1": sprt.elo1,
                    "llr": sprt.ratio(pairs),
                    "lower": lower,
                    "upper": upper,
                    "decision": sprt.decision(pairs),
                })
            }),
            "time_losses": tally.time_losses,
            "nodes": tally.nodes,
            "half_moves": tally.moves,
            "seconds": self.start.elapsed().as_secs_f64(),
        })
    }
}

/// What went wrong with a file.
fn fault(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

fn sprt_line(sprt: &Sprt, tally: &Tally) -> String {
    let (lower, upper) = sprt.bounds();
    let decision = match sprt.decision(&tally.pairs) {
        Some(Decision::AcceptedH1) => format!("stronger by {}", sprt.elo1),
        Some(Decision::AcceptedH0) => format!("stronger by {} only", sprt.elo0),
        None => "not decided".to_owned(),
    };
    format!(
        "LLR             {:.2} ({lower:.2}, {upper:.2}) [{}, {}]: {decision}",
        sprt.ratio(&tally.pairs),
        sprt.elo0,
        sprt.elo1
    )
}

fn ratio(ratio: f64) -> String {
    if ratio.is_nan() {
        "0 : 0".to_owned()
    } else {
        format!("{ratio:.2}")
    }
}

fn with_error(estimate: &Estimate) -> String {
    let Estimate { value, low, high } = estimate;
    if low.is_finite() && high.is_finite() {
        format!("{value:+.1} ± {:.1}", estimate.error())
    } else {
        format!("{value:+.1} ({low:+.1} … {high:+.1})")
    }
}

/// The budget as PGN's tag `TimeControl` has it, where it has a form for it.
fn time_control(budget: Budget) -> String {
    match budget {
        Budget::Nodes(nodes) => format!("{nodes} nodes a move"),
        Budget::SoftNodes(nodes) => format!("about {nodes} nodes a move"),
        Budget::MoveTime(time) => format!("{} seconds a move", time.as_secs_f64()),
        Budget::Clock(base, increment) => {
            format!("{}+{}", base.as_secs_f64(), increment.as_secs_f64())
        }
    }
}
