//! Disks that are full: the device `/dev/full`, and a limit of the size of files.

use crate::dialogue::{InMemory, Program};
use crate::{in_shell, output, text};
use std::fs;

/// Files end after 4 KiB; it shows as an error, not as a signal.
const SMALL_FILES: &str = "trap '' XFSZ; ulimit -f 8";

#[test]
fn a_log_that_cannot_be_begun_is_refused() {
    let mut engine = InMemory::start();
    engine.say("setoption name Debug Log File value /dev/full");
    let line = engine.expect("info string option Debug Log File: /dev/full cannot be written");
    assert!(line.ends_with("there is no log"), "{line}");
    engine.say("go depth 2");
    engine.expect("bestmove ");
    engine.end();
}

#[test]
fn a_log_that_fills_the_disk_costs_no_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("log.txt");
    let mut program = Program::run(in_shell(SMALL_FILES, ""));
    program.say(&format!(
        "setoption name Debug Log File value {}",
        path.display()
    ));
    for _ in 0..30 {
        program.say("uci\ngo depth 2");
        program.expect("bestmove ");
    }
    program.say("quit");
    assert!(program.wait().success());
    let log = fs::read(path).expect("there is a log");
    assert!((3000..=4096).contains(&log.len()), "{}", log.len());
    assert_eq!(program.heard.count("uciok"), 30);
}

#[test]
fn output_that_cannot_be_written_is_a_failure_with_a_reason() {
    let folder = tempfile::tempdir().expect("a folder");
    for command in [
        "go depth 2",
        "uci",
        "perft 2",
        "perft 2 --json",
        "bench 1",
        "params",
        "rules",
        "rules --json",
        "match --nodes 20 --games 2 --hash 1",
        "match --nodes 20 --games 2 --hash 1 --json",
        "datagen -o games.vf --nodes 1 --hash 1 --games 1",
        "datagen -o games.vf --nodes 1 --hash 1 --replay 0",
        "data verify games.vf",
        "data inspect games.vf",
    ] {
        let command = format!("{command} >/dev/full");
        let output = output(in_shell("echo isready |", &command), folder.path());
        let reason = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{command}: {reason}");
        assert!(
            reason.starts_with("vezer: ") && reason.contains("No space left"),
            "{reason}"
        );
        assert_eq!(reason.lines().count(), 1, "{reason}");
    }
}

#[test]
fn games_that_cannot_be_written_are_a_failure_with_a_reason() {
    let folder = tempfile::tempdir().expect("a folder");
    let command = "match --nodes 20 --games 4 --hash 1 --pgn /dev/full";
    let output = output(in_shell(":", command), folder.path());
    let reason = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{reason}");
    assert!(reason.contains("No space left"), "{reason}");
}

/// A run that a full disk has ended goes on when there is room again, as if nothing had happened.
#[test]
fn data_that_filled_the_disk_goes_on_later() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = |preparation: &str, file: &str| {
        let command = format!("datagen -o {file}.vf --nodes 1 --hash 1 --threads 2 --games 40");
        output(in_shell(preparation, &command), folder.path())
    };
    let full = run(SMALL_FILES, "games");
    let reason = text(&full.stderr);
    assert_eq!(full.status.code(), Some(1), "{reason}");
    assert!(reason.contains("File too large"), "{reason}");
    let bytes = |file: &str| fs::read(folder.path().join(file)).expect("it is there");
    assert_eq!(bytes("games.vf").len(), 4096);
    assert!(run(":", "games").status.success());
    assert!(run(":", "straight").status.success());
    assert!(bytes("games.vf") == bytes("straight.vf"));
}

#[test]
fn tools_for_data_and_networks_tell_of_a_full_disk() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = |preparation: &str, command: &str| {
        let output = output(in_shell(preparation, command), folder.path());
        (output.status.code(), text(&output.stderr))
    };
    let games = "datagen -o games.vf --nodes 1 --hash 1 --games 60";
    assert_eq!(run(":", games).0, Some(0));
    assert_eq!(run(":", "data convert games.vf all.bf").0, Some(0));
    for command in [
        "data convert games.vf new.bf",
        "data shuffle all.bf new.bf",
        "data shuffle games.vf new.vf",
        "data split games.vf new.vf rest.vf",
        "data merge new.vf games.vf games.vf",
    ] {
        let (code, reason) = run(SMALL_FILES, command);
        assert_eq!(code, Some(1), "{command}: {reason}");
        assert!(reason.contains("File too large"), "{command}: {reason}");
    }
}
