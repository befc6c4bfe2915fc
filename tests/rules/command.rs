//! `vezer rules`, the real program.

use crate::{dead_cases, draw_cases, start_fen, words};
use serde_json::Value;
use std::process::{Command, Output};

fn rules(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_vezer"))
        .arg("rules")
        .args(arguments)
        .output()
        .expect("the program runs")
}

const KEYS: [&str; 22] = [
    "fen",
    "side_to_move",
    "repetition_count",
    "can_claim_threefold_now",
    "threefold_by_moves",
    "can_claim_threefold",
    "is_fivefold",
    "halfmove_clock",
    "can_claim_fifty_now",
    "fifty_by_moves",
    "can_claim_fifty",
    "is_seventyfive",
    "insufficient_material",
    "dead_position",
    "white_can_mate",
    "black_can_mate",
    "is_check",
    "is_checkmate",
    "is_stalemate",
    "legal_moves",
    "result",
    "result_reason",
];

#[test]
fn the_command_reports_every_draw_case() {
    for case in draw_cases() {
        let mut arguments = vec!["--json", "--fen", start_fen(&case)];
        if case["chess960"].as_bool().unwrap() {
            arguments.push("--chess960");
        }
        arguments.push("--moves");
        arguments.extend(words(&case["moves"]));
        let output = rules(&arguments);
        assert_eq!(output.status.code(), Some(0), "{}", case["id"]);
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        let keys: Vec<&String> = report.as_object().unwrap().keys().collect();
        assert_eq!(keys, KEYS, "{}", case["id"]);
        for (key, value) in case["expected"].as_object().unwrap() {
            assert_eq!(&report[key], value, "{} {key}", case["id"]);
        }
    }
}

#[test]
fn the_command_reports_dead_positions() {
    for case in dead_cases().into_iter().step_by(12) {
        let output = rules(&["--json", "--fen", case["fen"].as_str().unwrap()]);
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        let dead = case["dead"].as_bool().unwrap();
        let expected = if dead { "dead" } else { "alive" };
        assert_eq!(report["dead_position"], expected, "{}", case["id"]);
        for key in ["white_can_mate", "black_can_mate"] {
            assert_eq!(report[key], case[key], "{} {key}", case["id"]);
        }
    }
}

/// Moves after the end of the game are judged as if it had gone on, and both outputs say so.
#[test]
fn an_earlier_end_is_told() {
    let there_and_back = ["g1f3", "g8f6", "f3g1", "f6g8"];
    let mut arguments = vec!["--moves"];
    for _ in 0..4 {
        arguments.extend(there_and_back);
    }
    arguments.push("e2e4");
    let text = String::from_utf8(rules(&arguments).stdout).unwrap();
    assert!(
        text.contains("over already after half-move 16: 1/2-1/2, fivefold"),
        "{text}"
    );
    arguments.insert(0, "--json");
    let json: serde_json::Value = serde_json::from_slice(&rules(&arguments).stdout).unwrap();
    assert_eq!(json["result"], "*");
    assert_eq!(json["ended_before"]["half_moves"], 16);
}

#[test]
fn the_command_refuses_illegal_moves_and_impossible_positions() {
    let castling = "4k3/8/8/8/5r2/8/8/4K2R w K - 0 1";
    for (arguments, message) in [
        (
            vec!["--moves", "e2e4", "e7e5", "e4e5", "a7a6"],
            "move 3 of the list, 2. e4e5 by White, is illegal: the pawn is blocked by the piece \
             on e5 (article 3.7.1)",
        ),
        (
            vec!["--json", "--fen", castling, "--moves", "e1g1"],
            "in castling the king would cross f1, which the piece on f4 attacks (article 3.8.2.2)",
        ),
        (vec!["--moves", "e9e4"], "is no move"),
        (
            vec!["--moves", "e4", "Nf5"],
            "1... Nf5 by Black, is illegal: no knight of Black gets to f5 (article 3.6)",
        ),
        (
            vec!["--fen", castling, "--moves", "O-O"],
            "in castling the king would cross f1, which the piece on f4 attacks (article 3.8.2.2)",
        ),
        (
            vec!["--fen", "8/8/8/8/8/8/8/8 w - - 0 1"],
            "White has no king",
        ),
        (vec!["--json", "--fen", "nonsense"], "--fen"),
    ] {
        let output = rules(&arguments);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(output.stdout.is_empty(), "{arguments:?}");
        assert!(stderr.contains(message), "{arguments:?}: {stderr}");
    }
}

#[test]
fn the_command_explains_in_words() {
    let knights = ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1"];
    let output = rules(&[&["--moves"], &knights[..]].concat());
    let text = String::from_utf8(output.stdout).unwrap();
    for words in [
        "Black may claim a draw by writing down one of these moves",
        "(article 9.2.1.1): Ng8.",
        "7 half-moves, all legal: 1. Nf3 Nf6 2. Ng1",
        "If Black's flag falls, White wins.",
    ] {
        assert!(text.contains(words), "{words:?} is missing in\n{text}");
    }
}
