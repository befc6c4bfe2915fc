//! `vezer datagen` from outside: files, manifests, exit codes.

mod common;

use common::program::{complaint, stdout};
use serde_json::Value;
use std::fs;
use std::process::{Command, Stdio};

const SMALL: &str = "datagen -o games.vf --nodes 80 --hash 1 --threads 2";

#[test]
fn games_are_made_checked_replayed_and_added_to() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let told = stdout(folder, &format!("{SMALL} --games 5"));
    assert!(told.starts_with("games.vf: 5 games, "), "{told}");
    let manifest = fs::read_to_string(folder.join("games.vf.json")).unwrap();
    let manifest: Value = serde_json::from_str(&manifest).unwrap();
    assert_eq!(manifest["games"], 5);
    assert_eq!(manifest["settings"]["nodes"], 80);
    assert!(manifest["settings"]["search_signature"].as_u64() > Some(1000));
    let verified = stdout(folder, "data verify games.vf");
    let positions = &manifest["positions"];
    let expected = format!("5 games with {positions} moves: all are chess\n");
    assert_eq!(verified, expected);
    // Without a file to compare with, the same game.
    let replayed = stdout(folder, &format!("{SMALL} --replay 3"));
    let alone = SMALL.replace("games.vf", "none.vf");
    assert_eq!(replayed, stdout(folder, &format!("{alone} --replay 3")));
    assert!(!folder.join("none.vf").exists());
    let more = stdout(folder, &format!("{SMALL} --games 7"));
    assert!(more.starts_with("games.vf: 7 games, "), "{more}");
}

#[test]
fn other_settings_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    stdout(folder, &format!("{SMALL} --games 1"));
    let before = fs::read(folder.join("games.vf")).unwrap();
    let other = SMALL.replace("--nodes 80", "--nodes 81");
    let error = complaint(folder, &format!("{other} --seed 9 --games 2"));
    assert!(error.contains("nodes was 80, now 81"), "{error}");
    assert!(error.contains("seed was 1, now 9"), "{error}");
    fs::remove_file(folder.join("games.vf.json")).unwrap();
    let error = complaint(folder, &format!("{SMALL} --games 2"));
    assert!(error.contains("no manifest"), "{error}");
    assert!(before == fs::read(folder.join("games.vf")).unwrap());
}

#[test]
fn what_cannot_be_used_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    for (arguments, word) in [
        ("datagen -o games.txt", "must end in .vf"),
        ("datagen -o games.vf --book none.epd", "none.epd: "),
        ("datagen -o games.vf --eval none.vznn", "none.vznn: "),
        (
            "datagen -o games.vf --chess960 99 --double-chess960 2",
            "99 %",
        ),
        ("datagen -o games.vf --games 1 --positions 1", "--positions"),
    ] {
        let error = complaint(folder, arguments);
        assert!(error.contains(word), "{arguments}: {error}");
    }
}

/// The order to end comes while games are played; what is written then is whole.
#[cfg(unix)]
#[test]
fn an_order_of_the_system_ends_it_cleanly() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let mut child = Command::new(env!("CARGO_BIN_EXE_vezer"))
        .current_dir(folder)
        .args(SMALL.split_whitespace())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program runs");
    // The manifest comes after the handler of signals.
    while !folder.join("games.vf.json").exists() {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let kill = Command::new("kill").arg(child.id().to_string()).status();
    assert!(kill.expect("kill runs").success());
    assert!(child.wait().unwrap().success());
    let games = fs::read(folder.join("games.vf")).unwrap();
    assert!(games.is_empty() || games.ends_with(&[0; 4]));
}
