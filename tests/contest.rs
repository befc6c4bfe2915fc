//! `vezer match` from outside: the result, the games, faults in the arguments.

mod common;

use common::program::{stdout, vezer};
use serde_json::Value;
use std::fs;

#[test]
fn an_engine_is_as_strong_as_itself() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let command = "match --nodes 100 --games 6 --hash 1 --pgn games.pgn --sprt 0,5";
    let told = stdout(folder, command);
    assert!(told.starts_with("A against B: 6 games, "), "{told}");
    assert!(told.contains("\nElo             +0.0 ± 0.0\n"), "{told}");
    assert!(told.contains("[0, 0, 3, 0, 0]"), "{told}");
    let games = fs::read_to_string(folder.join("games.pgn")).unwrap();
    assert_eq!(games.matches("[White \"A\"]").count(), 3, "{games}");
    for round in ["1.1", "1.2", "2.1", "2.2", "3.1", "3.2"] {
        assert!(games.contains(&format!("[Round \"{round}\"]")), "{games}");
    }
    let read: Vec<_> = vezer::notation::pgn::Games::new(games.as_bytes()).collect();
    assert_eq!(read.len(), 6);
    assert!(read.iter().all(Result::is_ok));
}

#[test]
fn results_come_as_json() {
    let folder = tempfile::tempdir().unwrap();
    let command = "match --soft-nodes 60 --games 4 --hash 1 --seed 5 --concurrency 1 --json";
    let text = stdout(folder.path(), command);
    let json: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(json["pairs"], serde_json::json!([0, 0, 2, 0, 0]));
    assert_eq!(json["games"], 4);
    assert_eq!(json["score"], 0.5);
    assert_eq!(json["nodes"][0], json["nodes"][1]);
    // Nothing won and nothing lost: no ratio.
    assert_eq!(json["pairs_ratio"], Value::Null);
    assert_eq!(json["sprt"], Value::Null);
}

#[test]
fn clocks_run() {
    let folder = tempfile::tempdir().unwrap();
    // A thousandth of a second for a game is not enough for anybody.
    let command = "match --tc 0.000001 --games 2 --hash 1 --json";
    let json: Value = serde_json::from_str(&stdout(folder.path(), command)).unwrap();
    assert_eq!(json["time_losses"], serde_json::json!([1, 1]));
    let command = "match --tc 600+1 --games 2 --hash 1 --book mate.epd --json";
    let mate_in_one = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1\n";
    fs::write(folder.path().join("mate.epd"), mate_in_one).unwrap();
    let json: Value = serde_json::from_str(&stdout(folder.path(), command)).unwrap();
    assert_eq!(json["time_losses"], serde_json::json!([0, 0]));
    assert_eq!((&json["wins"], &json["losses"]), (&1.into(), &1.into()));
    assert_eq!(json["half_moves"], 2);
}

#[test]
fn what_cannot_be_used_is_named() {
    let folder = tempfile::tempdir().unwrap();
    for (arguments, word) in [
        ("match --games 3", "even"),
        ("match --games 0", "even"),
        ("match --tc 8:00", "as 8+0.08"),
        ("match --sprt 5,0", "smaller"),
        ("match --nodes 5 --movetime 5", "--movetime"),
        ("match --a-eval none.vznn", "none.vznn: "),
        ("match --book none.epd", "none.epd: "),
        ("match --chess960 60 --double-chess960 60", "more than all"),
        ("match --a-set nothing=1", "no parameter \"nothing\""),
        ("match --b-set late_move_base", "NAME=NUMBER"),
        ("match --b-set late_move_base=99", "late_move_base can be"),
    ] {
        let output = vezer(folder.path(), arguments);
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments}: {error}");
        assert!(error.contains(word), "{arguments}: {error}");
    }
    if !cfg!(feature = "tuning") {
        let output = vezer(folder.path(), "match --a-set late_move_base=5");
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(error.contains("feature \"tuning\""), "{error}");
    }
}
