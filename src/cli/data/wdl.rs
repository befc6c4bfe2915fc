//! `vezer data wdl`: how often does a score win?

use super::files::{self, Kind};
use crate::cli::Failure;
use crate::evaluation::wdl::fit::{self, FitError, MAX_SCORE, Outcomes, Quality};
use crate::evaluation::wdl::{MODEL, Model, REFERENCE_MATERIAL, material};
use crate::records::GameRecord;
use crate::types::Color;
use clap::Args;
use serde_json::json;
use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::PathBuf;

/// Every game of this many tests the model instead of making it.
const TEST_SHARE: u64 = 10;

/// The width of the classes of scores that are shown, in internal centipawns.
const CLASS: i32 = 100;

/// Classes of larger scores, where nearly every game is won, are left out of the table.
const MOST_SHOWN: i32 = 1000;

/// Fit the chances to win, draw and lose by score and material to the results of games
///
/// The model is judged by a tenth of the games that it has not seen, then fitted to all. The lines
/// with its numbers go into src/evaluation/wdl/mod.rs.
#[derive(Debug, Args)]
pub(super) struct WinDrawLoss {
    /// Files of games (*.vf)
    #[arg(required = true, value_name = "GAMES")]
    inputs: Vec<PathBuf>,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// What was learned from the games.
struct Findings {
    games: u64,
    positions: u64,
    model: Model,
    /// Of a model that has seen only the other games.
    quality: Quality,
    /// Of the model in this program, by the same games.
    present: Quality,
}

impl WinDrawLoss {
    pub(super) fn run(&self) -> Result<(), Failure> {
        if Kind::of_all(&self.inputs)? != Kind::Games {
            return Err(Failure::input("only games (*.vf) tell how they ended"));
        }
        let findings = self.find()?;
        let text = if self.json {
            format!("{}\n", as_json(&findings))
        } else {
            as_text(&findings)
        };
        write!(io::stdout(), "{text}")?;
        Ok(())
    }

    fn find(&self) -> Result<Findings, Failure> {
        let (mut games, mut seen, mut unseen) = (0, Outcomes::default(), Outcomes::default());
        let mut all = Outcomes::default();
        files::each_game(&self.inputs, "reading", |path, _, game| {
            let part = if games % TEST_SHARE == TEST_SHARE - 1 {
                &mut unseen
            } else {
                &mut seen
            };
            games += 1;
            count(&game, &mut [part, &mut all]).map_err(|error| Failure::unusable_file(path, error))
        })?;
        let fitted = |outcomes| fit::fit(outcomes).map_err(|error: FitError| Failure::input(error));
        let learned = fitted(&seen)?;
        Ok(Findings {
            games,
            positions: all.positions(),
            model: fitted(&all)?,
            quality: fit::judge(&learned, &unseen, CLASS),
            present: fit::judge(&MODEL, &unseen, CLASS),
        })
    }
}

/// Adds the positions of a game to all of these.
fn count(
    game: &GameRecord,
    outcomes: &mut [&mut Outcomes],
) -> Result<(), crate::records::ReplayError> {
    let result = game.result();
    game.replay(|position, _, score| {
        let side = position.side_to_move();
        let score = match side {
            Color::White => i32::from(score),
            Color::Black => -i32::from(score),
        };
        for outcomes in outcomes.iter_mut() {
            outcomes.add(score, material(position), result.half_points(side));
        }
    })?;
    Ok(())
}

fn as_text(findings: &Findings) -> String {
    let Findings {
        games,
        positions,
        model,
        quality,
        present,
    } = findings;
    let mut text = format!(
        "{games} games, {positions} positions with scores up to {MAX_SCORE}\n\n{}\n\n\
         A score of {:.0} wins every second game at material {REFERENCE_MATERIAL}: 100 centipawns as \
         told.\n\n\
         Judged by {} positions of games that the model has not seen\n\
         \x20 loss of the model       {:.4} nats a position\n\
         \x20 loss of the present one {:.4}\n\
         \x20 loss without scores     {:.4}\n\n\
         \x20      score  positions    won  drawn   lost   foretold               error\n",
        fit::as_source(model),
        fit::unit(model),
        quality.positions,
        quality.log_loss,
        present.log_loss,
        quality.baseline,
    );
    let shown = |class: &&fit::Class| class.from.abs().max(class.to.abs()) < MOST_SHOWN;
    for class in quality.classes.iter().filter(shown) {
        let percent = |shares: [f64; 3]| {
            shares
                .map(|share| format!("{:6.1}", 100.0 * share))
                .join(" ")
        };
        let _ = writeln!(
            text,
            "{:>5} to {:>5} {:>8} {}   {} {:+6.1}",
            class.from,
            class.to,
            class.positions,
            percent(class.observed),
            percent(class.foretold),
            100.0 * class.error(),
        );
    }
    text += "\nScores in internal centipawns for the side to move, shares and errors in percent.\n";
    text
}

fn as_json(findings: &Findings) -> serde_json::Value {
    let classes = findings.quality.classes.iter().map(|class| {
        json!({
            "from": class.from,
            "to": class.to,
            "positions": class.positions,
            "observed": class.observed,
            "foretold": class.foretold,
        })
    });
    json!({
        "games": findings.games,
        "positions": findings.positions,
        "a": findings.model.a,
        "b": findings.model.b,
        "reference_material": REFERENCE_MATERIAL,
        "told_as_100": fit::unit(&findings.model),
        "test_positions": findings.quality.positions,
        "log_loss": findings.quality.log_loss,
        "log_loss_of_present_model": findings.present.log_loss,
        "log_loss_without_scores": findings.quality.baseline,
        "classes": classes.collect::<Vec<_>>(),
    })
}
