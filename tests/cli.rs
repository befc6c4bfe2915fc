//! The command line: what is printed where, and exit codes.

use serde_json::Value;
use std::io::Read;
use std::process::{Command, Output, Stdio};

fn vezer(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_vezer"))
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .expect("the program runs")
}

/// What is printed if all goes well.
fn stdout(arguments: &[&str]) -> String {
    let output = vezer(arguments);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {errors}");
    assert_eq!(errors, "", "{arguments:?}");
    String::from_utf8(output.stdout).expect("text")
}

/// The message for what cannot be done, which comes with exit code 2 and no other output.
fn complaint(arguments: &[&str]) -> String {
    let output = vezer(arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    assert!(output.stdout.is_empty(), "{arguments:?}");
    String::from_utf8(output.stderr).expect("text")
}

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

#[test]
fn perft_counts() {
    assert!(stdout(&["perft", "4"]).starts_with("Nodes searched: 197281\n"));
    let threads = [
        "perft",
        "3",
        "--fen",
        KIWIPETE,
        "--threads",
        "2",
        "--hash",
        "1",
    ];
    assert!(stdout(&threads).starts_with("Nodes searched: 97862\n"));
    assert!(stdout(&["perft", "0"]).starts_with("Nodes searched: 1\n"));
}

#[test]
fn perft_divides() {
    let castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    let standard = stdout(&["perft", "1", "--divide", "--fen", castling]);
    assert!(standard.contains("\ne1g1: 1\n") && standard.contains("\nNodes searched: 26\n"));
    let chess960 = stdout(&["perft", "1", "--divide", "--chess960", "--fen", castling]);
    assert!(chess960.contains("\ne1h1: 1\n"), "{chess960}");
}

#[test]
fn perft_prints_json() {
    let text = stdout(&["perft", "2", "--json", "--divide", "--threads", "2"]);
    let json: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(json["nodes"], 400);
    assert_eq!(json["depth"], 2);
    assert_eq!(json["threads"], 2);
    assert_eq!(json["divide"]["e2e4"], 20);
    assert_eq!(
        json["divide"].as_object().map(|moves| moves.len()),
        Some(20)
    );
    let plain: Value = serde_json::from_str(&stdout(&["perft", "1", "--json"])).expect("JSON");
    assert_eq!(plain.get("divide"), None);
}

#[test]
fn bench_ends_with_nodes_and_speed() {
    let nodes = |arguments: &[&str]| {
        let text = stdout(arguments);
        let last = text.lines().last().expect("a line").to_owned();
        let words: Vec<&str> = last.split(' ').collect();
        let [nodes, "nodes", speed, "nps"] = words[..] else {
            panic!("{last}");
        };
        assert!(speed.parse::<u64>().is_ok(), "{last}");
        nodes.parse::<u64>().expect("a number")
    };
    let first = nodes(&["bench", "4"]);
    assert!(first > 1000);
    assert_eq!(nodes(&["bench", "4"]), first, "the same in every run");
    assert_ne!(nodes(&["bench", "3", "--hash", "1"]), first);
}

#[test]
fn unusable_arguments_are_named() {
    for (arguments, named) in [
        (&["perft"] as &[&str], "<DEPTH>"),
        (&["perft", "x"], "'x'"),
        (&["perft", "256"], "256"),
        (&["perft", "1", "--threads", "0"], "'0'"),
        (
            &["perft", "1", "--fen", "8/8/8/8/8/8/8/8 w - - 0 1"],
            "White has no king; Black has no king",
        ),
        (&["perft", "1", "--fen", ""], "empty FEN"),
        (&["bnech"], "'bench'"),
        (&["bench", "--depth"], "--depth"),
    ] {
        let message = complaint(arguments);
        assert!(message.contains(named), "{arguments:?}: {message}");
    }
}

#[test]
fn what_the_machine_cannot_do_is_exit_code_1() {
    let huge = usize::MAX.to_string();
    for arguments in [
        ["bench", "1", "--hash", &huge],
        ["perft", "1", "--hash", &huge],
    ] {
        let output = vezer(&arguments);
        assert_eq!(output.status.code(), Some(1));
        let message = String::from_utf8_lossy(&output.stderr);
        assert!(message.starts_with("vezer: not enough memory"), "{message}");
        assert_eq!(message.lines().count(), 1);
    }
}

#[test]
fn help_and_version() {
    let help = stdout(&["--help"]);
    assert!(help.contains("perft") && help.contains("Examples:"));
    let version = stdout(&["--version"]);
    assert!(version.starts_with("vezer ") && version.contains("built for: "));
    assert_eq!(stdout(&["-V"]).lines().count(), 1);
}

#[test]
fn a_reader_that_has_seen_enough_is_no_error() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_vezer"))
        .args(["bench", "5"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(child.stdout.take());
    let mut errors = String::new();
    let stderr = child.stderr.as_mut().expect("it is piped");
    stderr.read_to_string(&mut errors).expect("text");
    assert!(child.wait().expect("it ends").success());
    assert_eq!(errors, "");
}
