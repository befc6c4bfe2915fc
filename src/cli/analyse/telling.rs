//! The results of an analysis for people and programs.

use super::game::{AnalysedGame, for_white, in_pawns, mate, white_expects};
use super::judgement::Performance;
use crate::cli::searching::Found;
use crate::evaluation::wdl::told_centipawns;
use crate::notation::pgn::PgnGame;
use crate::notation::{san, uci};
use crate::position::Position;
use crate::types::{Color, Move, Score};
use serde_json::{Value, json};
use std::fmt::Write;

/// How the numbers come about, told once below them.
pub(super) const EXPLANATION: &str = "\
Loss: expected points (a win 1, a draw ½) that a move gives away, from the scores before and after
it. From 0.05 on it is an inaccuracy (?!), from 0.10 a mistake (?), from 0.20 a blunder (??).
Accuracy: the mean over all moves of 100 · 2^(-loss/0.15) %. Centipawns count up to 1000.";

/// The most half-moves of a line that is printed.
const LINE_LENGTH: usize = 10;

/// A game: the players' performances and the moves with faults.
pub(super) fn game(analysed: &AnalysedGame) -> String {
    let pgn = &analysed.pgn;
    let mut text = format!("{}. {}\n", analysed.number, heading(pgn, analysed));
    let _ = writeln!(
        text,
        "   {:24} {:>9} {:>13} {:>12} {:>9} {:>9}",
        "", "accuracy", "average loss", "inaccuracies", "mistakes", "blunders"
    );
    for color in Color::ALL {
        let player: String = analysed.player(color).chars().take(24).collect();
        let Some(played) = analysed.performance(color) else {
            let _ = writeln!(text, "   {player:24} no move");
            continue;
        };
        let loss = format!(
            "{:.1} % {:>3.0} cp",
            played.average_loss_percent, played.average_centipawn_loss
        );
        let _ = writeln!(
            text,
            "   {player:24} {:>7.1} % {loss:>13} {:>12} {:>9} {:>9}",
            played.accuracy, played.inaccuracies, played.mistakes, played.blunders
        );
    }
    let after = analysed.scores.iter().skip(1);
    for ((played, before), after) in analysed.moves.iter().zip(&analysed.scores).zip(after) {
        let Some(fault) = played.fault else {
            continue;
        };
        let mv = format!("{}{}", played.text(), fault.sign());
        let scores = format!("{} → {}", in_pawns(*before), in_pawns(*after));
        let _ = write!(text, "   {mv:16} {scores:18}");
        if let Some(better) = played.better() {
            let pv = played.found.line().map_or(&[][..], |info| &info.pv);
            let pv = if pv.first() == Some(&better) {
                pv
            } else {
                &[better][..]
            };
            let shown = &pv[..pv.len().min(LINE_LENGTH)];
            let _ = write!(text, " better {}", san::format_line(&played.before, shown));
        }
        text.push('\n');
    }
    text
}

fn heading(pgn: &PgnGame, analysed: &AnalysedGame) -> String {
    let [white, black] = Color::ALL.map(|color| analysed.player(color));
    let known = |name| pgn.tag(name).filter(|value| !value.starts_with('?'));
    let mut text = format!("{white} – {black}, {}", pgn.result);
    for tag in ["Event", "Site", "Date"] {
        if let Some(value) = known(tag) {
            let _ = write!(text, ", {}", value.trim_end_matches(".??"));
        }
    }
    text
}

/// A game for programs.
pub(super) fn game_json(analysed: &AnalysedGame) -> Value {
    let chess960 = analysed.pgn.chess960;
    let after = analysed.scores.iter().skip(1);
    let moves = analysed.moves.iter().zip(after).map(|(played, &score)| {
        json!({
            "number": played.before.fullmove_number(),
            "side": played.before.side_to_move().letter(),
            "move": uci::format_move(played.mv, chess960),
            "san": crate::notation::san::format_move(&played.before, played.mv),
            "evaluation": score_json(&played.before.play(played.mv), score),
            "loss": played.loss.points,
            "centipawn_loss": played.loss.centipawns,
            "fault": played.fault,
            "best": played.found.best.map(|mv| uci::format_move(mv, chess960)),
            "lines": lines_json(&played.before, &played.found, chess960),
        })
    });
    let tags = analysed.pgn.tags.iter();
    json!({
        "number": analysed.number,
        "tags": tags.map(|(name, value)| (name.clone(), json!(value))).collect::<serde_json::Map<_, _>>(),
        "start": analysed.pgn.start.fen(),
        "result": analysed.pgn.result.mark(),
        "white": performance(analysed, Color::White),
        "black": performance(analysed, Color::Black),
        "evaluation_at_start": score_json(&analysed.pgn.start, analysed.scores[0]),
        "moves": moves.collect::<Vec<_>>(),
    })
}

fn performance(analysed: &AnalysedGame, color: Color) -> Option<Performance> {
    analysed.performance(color)
}

/// A score from White's view in a position.
fn score_json(position: &Position, score: Score) -> Value {
    json!({
        "text": in_pawns(score),
        "centipawns": (!score.is_mate()).then(|| told_centipawns(score.0)),
        "mate": mate(score),
        "white_expects": white_expects(position, score),
    })
}

fn lines_json(position: &Position, found: &Found, chess960: bool) -> Vec<Value> {
    let line = |info: &crate::search::Info| {
        let moves = info.pv.iter().map(|&mv| uci::format_move(mv, chess960));
        json!({
            "depth": info.depth,
            "evaluation": score_json(position, for_white(position, info.score)),
            "nodes": info.nodes,
            "milliseconds": info.time.as_millis() as u64,
            "moves": moves.collect::<Vec<String>>(),
            "san": san::format_line(position, &info.pv),
        })
    };
    found.lines.iter().map(line).collect()
}

/// A single position: its lines, the best first.
pub(super) fn position(position: &Position, found: &Found) -> String {
    let mut text = String::new();
    for (number, info) in (1..).zip(&found.lines) {
        let score = for_white(position, info.score);
        let expected = 100.0 * white_expects(position, score);
        let moves: &[Move] = &info.pv;
        let _ = writeln!(
            text,
            "{number:>2}. {:>7}  White {expected:>3.0} %  depth {:>2}  {}",
            in_pawns(score),
            info.depth,
            san::format_line(position, moves)
        );
    }
    if let Some(info) = found.line() {
        let seconds = info.time.as_secs_f64();
        let speed = info.nodes as f64 / seconds.max(1e-3);
        let _ = writeln!(
            text,
            "{seconds:.1} seconds, {} nodes, {speed:.0} nodes a second",
            info.nodes
        );
    }
    text
}

/// A single position for programs.
pub(super) fn position_json(position: &Position, found: &Found, chess960: bool) -> Value {
    json!({
        "fen": position.fen(),
        "best": found.best.map(|mv| uci::format_move(mv, chess960)),
        "lines": lines_json(position, found, chess960),
    })
}
