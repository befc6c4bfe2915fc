use crate::process::{complaint, with_input};
use std::fs;

/// What is said in a game against the engine with these arguments and orders.
fn play(arguments: &[&str], orders: &[&str]) -> String {
    let arguments = [&["play", "--nodes", "300"], arguments].concat();
    let output = with_input(&arguments, &(orders.join("\n") + "\n"));
    assert!(output.status.success(), "{arguments:?}");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn moves_in_both_notations_are_answered_and_recorded() {
    let text = play(&[], &["e4", "d2d4", "pgn", "fen"]);
    assert!(
        text.contains("\n1... ") && text.contains("\n2... "),
        "{text}"
    );
    assert!(
        text.contains("[White \"Player\"]") && text.contains("[Black \"Vezer "),
        "{text}"
    );
    assert!(
        text.contains("\n1. e4 ") && text.contains(" 2. d4 "),
        "{text}"
    );
    assert!(
        text.trim_end().ends_with(" w KQkq - 0 3") || text.contains(" w "),
        "{text}"
    );
}

#[test]
fn the_engine_begins_if_the_person_has_black() {
    let text = play(&["--color", "black", "--name", "Ann"], &["pgn"]);
    assert!(
        text.starts_with("1 R N B K Q B N R\n"),
        "the board as Black sees it: {text}"
    );
    assert!(
        text.contains("\n1. ") && text.contains("[Black \"Ann\"]"),
        "{text}"
    );
}

#[test]
fn illegal_moves_and_ambiguities_are_explained_and_change_nothing() {
    let text = play(&[], &["e5", "Ke3", "xyz", "moves", "fen"]);
    assert!(
        text.contains("e5: ") && text.contains("article 3."),
        "{text}"
    );
    assert!(text.contains("\nNa3 Nc3 Nf3 Nh3 a3 "), "{text}");
    assert!(
        text.trim_end().ends_with("PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
        "{text}"
    );
}

#[test]
fn moves_are_taken_back() {
    let text = play(&[], &["back", "e4", "back", "fen"]);
    assert!(text.contains("There is nothing to take back."), "{text}");
    assert!(
        text.trim_end().ends_with("PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
        "{text}"
    );
    let mate = "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1";
    let text = play(&[mate], &["hint", "Ra8", "Kg1", "back", "fen"]);
    assert!(text.contains("Hint: 1. Ra8#"), "{text}");
    assert_eq!(
        text.matches("1-0, checkmate").count(),
        2,
        "told again instead of a move: {text}"
    );
    assert!(text.trim_end().ends_with(mate), "{text}");
}

#[test]
fn draws_are_claimed_by_the_laws() {
    // Bare facts of the fifty moves: claimable now, or by the next move.
    let now = play(&["7k/8/8/8/8/8/8/R6K w - - 100 90"], &["draw"]);
    assert!(
        now.contains("1/2-1/2, White claims: 50-move rule (9.3)"),
        "{now}"
    );
    let by_move = "7k/8/8/8/8/8/8/R6K w - - 99 90";
    let text = play(&[by_move], &["draw", "draw Ra2"]);
    assert!(text.contains("A draw could be claimed by a move"), "{text}");
    assert!(text.contains("The engine declines the draw."), "{text}");
    assert!(
        text.contains("1/2-1/2, White claims: 50-move rule (9.3)"),
        "{text}"
    );
    let wrong = play(&["7k/8/8/8/8/8/8/R6K w - - 9 90"], &["draw Ra2", "pgn"]);
    assert!(
        wrong.contains("the move is played") && wrong.contains("\n90. Ra2 "),
        "{wrong}"
    );
    // The fifth occurrence and dead positions need no claim.
    let dead = play(&["8/8/3k4/p1p1p1p1/P1P1P1P1/8/3K4/8 w - - 0 1"], &["Kd3"]);
    assert_eq!(dead.matches("1/2-1/2, dead position").count(), 2, "{dead}");
}

#[test]
fn a_resigned_game_is_kept_behind_those_that_are_there() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.pgn");
    fs::write(&path, "1. e4 *\n\n").unwrap();
    let arguments = ["--pgn", path.to_str().unwrap()];
    let text = play(&arguments, &["Nf3", "resign", "quit"]);
    assert!(text.contains("0-1, White resigns"), "{text}");
    let kept = fs::read_to_string(&path).unwrap();
    assert!(
        kept.starts_with("1. e4 *\n\n[Event \"Casual game\"]\n"),
        "{kept}"
    );
    assert!(kept.contains("[Termination \"White resigns\"]"), "{kept}");
    assert!(
        kept.contains("\n1. Nf3 ") && kept.trim_end().ends_with(" 0-1"),
        "{kept}"
    );
    // A game that is broken off is kept too.
    play(&arguments, &["d4"]);
    let kept = fs::read_to_string(&path).unwrap();
    assert!(
        kept.contains("\n1. d4 ") && kept.trim_end().ends_with(" *"),
        "{kept}"
    );
    assert_eq!(kept.matches("[Event ").count(), 2);
}

#[test]
fn the_engine_plays_below_its_strength() {
    let text = play(&["--elo", "1200"], &["e4", "d4", "pgn"]);
    assert!(text.contains("\n2... "), "{text}");
    assert!(complaint(&["play", "--elo", "9000"]).contains("9000"));
}

#[test]
fn sides_are_changed() {
    let text = play(&[], &["switch", "pgn"]);
    assert!(
        text.contains("\n1. ") && text.contains("[Black \"Player\"]"),
        "{text}"
    );
}

#[test]
fn what_cannot_be_played_is_named() {
    assert!(complaint(&["play", "8/8/8/8/8/8/8/8 w - - 0 1"]).contains("no king"));
    assert!(complaint(&["play", "--color", "red"]).contains("red"));
    assert!(complaint(&["play", "--nodes", "0"]).contains("0"));
}
