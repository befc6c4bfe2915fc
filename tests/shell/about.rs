//! What the program says about itself and its commands, and openings for others.

use crate::process::{json, stdout};
use std::fs;
use std::process::Command;

#[test]
fn every_command_is_completed_in_every_shell() {
    for shell in ["bash", "zsh", "fish", "powershell"] {
        let text = stdout(&["completions", shell]);
        for word in ["analyse", "speedtest", "epd", "completions", "movetime"] {
            assert!(text.contains(word), "{shell}: {word}");
        }
    }
    // The shell that is certain to be there reads what is meant for it.
    let script = stdout(&["completions", "bash"]);
    if let Ok(status) = Command::new("bash").args(["-n", "-c", &script]).status() {
        assert!(status.success());
    }
}

#[test]
fn every_command_has_a_page() {
    let page = stdout(&["man"]);
    assert!(
        page.contains(".TH VEZER 1") && page.contains("analyse"),
        "{page}"
    );
    let folder = tempfile::tempdir().unwrap();
    stdout(&["man", "--folder", folder.path().to_str().unwrap()]);
    for name in [
        "vezer",
        "vezer-analyse",
        "vezer-data",
        "vezer-data-convert",
        "vezer-man",
    ] {
        let page = fs::read_to_string(folder.path().join(format!("{name}.1"))).unwrap();
        let title = format!(".TH {} 1", name.to_uppercase());
        assert!(page.contains(&title), "{name}: {page}");
    }
    let help = fs::read_to_string(folder.path().join("vezer-epd.1")).unwrap();
    assert!(help.contains("Examples"), "{help}");
}

#[test]
fn the_build_is_described() {
    let text = stdout(&["compiler"]);
    for words in [
        "Vezer ",
        "compiled by: rustc ",
        "kernels of the network: ",
        "network: ",
    ] {
        assert!(text.contains(words), "{text}");
    }
    // The same in a conversation, each line as the protocol has it.
    let spoken = stdout(&["isready", "compiler"]);
    let told = text
        .lines()
        .skip(1)
        .map(|line| format!("info string {line}\n"));
    assert!(spoken.ends_with(&told.collect::<String>()), "{spoken}");
    let build = json(&["compiler", "--json"]);
    assert!(build["neurons"].as_u64() > Some(0));
    assert!(text.contains(build["kernels"].as_str().unwrap()));
}

#[test]
fn every_help_has_examples_where_there_is_something_to_give() {
    for command in [
        "show",
        "eval",
        "epd",
        "analyse",
        "play",
        "speedtest",
        "completions",
        "man",
    ] {
        let help = stdout(&[command, "--help"]);
        assert!(
            help.contains(&format!("Examples:\n  vezer {command}")),
            "{help}"
        );
    }
}

#[test]
fn a_speedtest_measures() {
    let measured = json(&[
        "speedtest",
        "--seconds",
        "1",
        "--threads",
        "2",
        "--hash",
        "2",
        "--json",
    ]);
    assert_eq!(
        (&measured["threads"], &measured["hash"]),
        (&2.into(), &2.into())
    );
    assert!(
        measured["nodes"].as_u64() > Some(0) && measured["nodes_per_second"].as_u64() > Some(0)
    );
    let text = stdout(&["speedtest", "--seconds", "1", "--threads", "1"]);
    assert!(text.trim_end().ends_with(" nodes a second"), "{text}");
}

#[test]
fn openings_for_openbench() {
    let openings = |arguments: &[&str]| -> Vec<String> {
        let text = stdout(arguments);
        let fens = text
            .lines()
            .filter_map(|line| line.strip_prefix("info string genfens "));
        fens.map(str::to_owned).collect()
    };
    let ten = openings(&["genfens 10 seed 1 book None ", "quit"]);
    assert_eq!(ten.len(), 10);
    assert_eq!(
        ten,
        openings(&["genfens 10 seed 1 book None", "quit"]),
        "the seed decides"
    );
    assert_ne!(ten, openings(&["genfens 10 seed 2 book None", "quit"]));
    for fen in &ten {
        assert_eq!(fen.split(' ').count(), 6, "{fen}");
        vezer::position::Position::from_fen(fen).unwrap();
    }
    let book = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/epd/books.epd");
    let from_book = openings(&[&format!("genfens 3 seed 1 book {book} plies 0"), "quit"]);
    assert_eq!(from_book.len(), 3);
    let missing = stdout(&["genfens 3 seed 1 book /nowhere.epd", "quit"]);
    assert!(
        missing.starts_with("info string ") && missing.contains("/nowhere.epd"),
        "{missing}"
    );
    assert_eq!(missing.lines().count(), 1);
    assert!(stdout(&["genfens x", "quit"]).starts_with("info string genfens: "));
}
