//! The facts in words, as an arbiter would want to read them.

use super::facts::Facts;
use crate::notation::diagram::diagram;
use crate::notation::san;
use crate::position::Position;
use crate::rules::unwinnable::{Answer, Impossibility};
use crate::rules::{Termination, fifty_moves, repetition};
use crate::types::{Color, Move};
use std::fmt::Write;

/// The whole explanation.
pub(super) fn explain(facts: &Facts) -> String {
    let position = facts.position();
    let mut text = diagram(position);
    let _ = writeln!(text, "\nFEN: {}", position.fen());
    text += &played(facts);
    text += &state(facts);
    text += &claims(facts);
    text += &automatic_ends(facts);
    text += &flag_fall(facts);
    text
}

/// The moves so far, all of them legal.
fn played(facts: &Facts) -> String {
    let game = facts.game;
    let moves = game.moves();
    if moves.is_empty() {
        return String::new();
    }
    let mut text = format!(
        "Moves: {}, all legal: {}\n",
        half_moves(moves.len()),
        san::format_line(game.start(), moves)
    );
    if let Some((number, outcome)) = facts.ended_before {
        let when = match number {
            0 => "in the position it started from".to_owned(),
            number => format!("after half-move {number}"),
        };
        let _ = writeln!(
            text,
            "The game was over already {when}: {}, {}. What follows is judged as if it had gone on.",
            outcome.result(),
            outcome.termination
        );
    }
    text
}

/// Who is to move, or how the game has ended.
fn state(facts: &Facts) -> String {
    let position = facts.position();
    let mut text = String::new();
    match facts.outcome {
        Some(outcome) => {
            let article = outcome.termination.article();
            let reason = outcome.termination.to_string();
            let _ = write!(text, "The game is over: {}, {reason}", outcome.result());
            if !reason.contains(article) {
                let _ = write!(text, " (article {article})");
            }
            text.push('\n');
        }
        None => {
            let check = if position.in_check() {
                ", in check"
            } else {
                ""
            };
            let _ = writeln!(
                text,
                "The game goes on. {} to move{check}, {} legal moves.",
                position.side_to_move(),
                position.legal_moves().len()
            );
        }
    }
    let _ = writeln!(
        text,
        "The position has occurred {}. {} since the last capture or pawn move.",
        times(facts.game.repetition_count()),
        half_moves(position.halfmove_clock().into())
    );
    text
}

/// What the player to move can claim.
fn claims(facts: &Facts) -> String {
    let mut text = String::from("\nClaims\n");
    let player = facts.position().side_to_move();
    if facts.outcome.is_some() {
        return text + "  None: the game is over.\n";
    }
    let claims = &facts.claims;
    if claims.threefold_now {
        let _ = writeln!(
            text,
            "  {player} may claim a draw now: the position has appeared {} (article 9.2.1.2).",
            times(facts.game.repetition_count())
        );
    }
    if claims.fifty_now {
        let _ = writeln!(
            text,
            "  {player} may claim a draw now: fifty moves by each player without capture or pawn \
             move (article 9.3.2)."
        );
    }
    let by_moves = [
        (
            &claims.threefold_by,
            "the position appears for the third time",
            "9.2.1.1",
        ),
        (&claims.fifty_by, "the fifty moves are complete", "9.3.1"),
    ];
    for (moves, event, article) in by_moves {
        if !moves.is_empty() {
            let _ = writeln!(
                text,
                "  {player} may claim a draw by writing down one of these moves, after which \
                 {event} (article {article}): {}.",
                names(facts.position(), moves)
            );
        }
    }
    if !claims.threefold() && !claims.fifty() {
        let _ = writeln!(text, "  {player} has no draw to claim.");
    }
    text
}

/// How far the game is from ending by itself.
fn automatic_ends(facts: &Facts) -> String {
    if facts.outcome.is_some() {
        return String::new();
    }
    let repetitions = facts.game.repetition_count();
    let clock = facts.position().halfmove_clock();
    format!(
        "\nAutomatic ends\n  This position ends the game when it has occurred five times: {} more \
         (article 9.6.1).\n  {} more without capture or pawn move end the game (article 9.6.2).\n",
        times(repetition::FIVEFOLD.saturating_sub(repetitions)),
        half_moves(fifty_moves::SEVENTY_FIVE.saturating_sub(clock).into())
    )
}

/// Who can still mate, and so what happens if a player oversteps the time.
fn flag_fall(facts: &Facts) -> String {
    let mut text = String::from(
        "\nWho can still mate by any series of legal moves (articles 5.2.2, 6.9, 7.5.5)\n",
    );
    let game_is_on = facts.outcome.is_none();
    let ended_because_of_it = facts.outcome.is_some_and(|outcome| {
        matches!(
            outcome.termination,
            Termination::InsufficientMaterial | Termination::DeadPosition
        )
    });
    if !game_is_on && !ended_because_of_it {
        return text + "  The game is over: it no longer matters.\n";
    }
    for color in Color::ALL {
        let _ = write!(text, "  {color} {}.", chance(facts, color));
        if game_is_on {
            let _ = write!(text, " {}", if_flag_falls(facts, color));
        }
        text.push('\n');
    }
    text
}

/// Whether a player can mate, with the proof.
fn chance(facts: &Facts, color: Color) -> String {
    match facts.chances.of_player(color) {
        Answer::CanMate(moves) => {
            format!(
                "can, for example by {}",
                san::format_line(facts.position(), moves)
            )
        }
        Answer::CannotMate(reason) => format!("cannot: {}", impossibility(*reason)),
        Answer::Unknown => "may or may not: no proof was found".to_owned(),
    }
}

/// What a flag fall of the opponent of this player means.
fn if_flag_falls(facts: &Facts, color: Color) -> String {
    let result = match facts.chances.of_player(color).as_bool() {
        Some(true) => format!("{color} wins"),
        Some(false) => "the game is drawn".to_owned(),
        None => "the arbiter must judge".to_owned(),
    };
    format!("If {}'s flag falls, {result}.", !color)
}

fn impossibility(reason: Impossibility) -> String {
    match reason {
        Impossibility::GameOver => "the game is over".to_owned(),
        Impossibility::Material => "the material does not suffice, whatever is played".to_owned(),
        Impossibility::Confinement => {
            "the pieces can never get to squares from which they would mate".to_owned()
        }
        Impossibility::Exhaustion(1) => "the only position that can arise is no mate".to_owned(),
        Impossibility::Exhaustion(positions) => {
            format!("none of the {positions} positions that can arise leads to mate")
        }
    }
}

/// Moves of one position in algebraic notation, separated by commas.
fn names(position: &Position, moves: &[Move]) -> String {
    let names: Vec<String> = moves
        .iter()
        .map(|&mv| san::format_move(position, mv))
        .collect();
    names.join(", ")
}

fn times(count: usize) -> String {
    match count {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        count => format!("{count} times"),
    }
}

fn half_moves(count: usize) -> String {
    match count {
        1 => "1 half-move".to_owned(),
        count => format!("{count} half-moves"),
    }
}
