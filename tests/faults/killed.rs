//! `vezer datagen` is killed again and again, and started again.

use crate::{VEZER, common};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

const GAMES: u64 = 400;

fn start(folder: &Path, file: &str) -> Child {
    let arguments = format!("datagen -o {file} --nodes 1 --hash 1 --threads 2 --games {GAMES}");
    Command::new(VEZER)
        .current_dir(folder)
        .args(arguments.split_whitespace())
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts")
}

/// The file is the same as without interruption, and nothing else is left behind.
#[test]
fn a_killed_run_goes_on_where_it_was() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    assert!(
        start(folder, "straight.vf")
            .wait()
            .expect("it ends")
            .success()
    );
    let mut random = common::seeded(3);
    let mut kills = 0;
    let status = loop {
        let mut child = start(folder, "killed.vf");
        thread::sleep(Duration::from_millis(
            200 + common::below(&mut random, 700) as u64,
        ));
        // After many kills it may take its time.
        if kills == 12 {
            break child.wait().expect("it ends");
        }
        if let Some(status) = child.try_wait().expect("it can be waited for") {
            break status;
        }
        child.kill().expect("it can be killed");
        child.wait().expect("it ends");
        kills += 1;
    };
    assert!(status.success(), "after {kills} kills: {status}");
    let read = |name: &str| fs::read(folder.join(name)).expect("it is there");
    assert!(
        read("killed.vf") == read("straight.vf"),
        "after {kills} kills"
    );
    let manifest = |name: &str| -> Value {
        let mut json: Value = serde_json::from_slice(&read(name)).expect("JSON");
        let settings = json["settings"].as_object_mut().expect("settings");
        settings.remove("positions_per_second");
        json["command"] = Value::Null;
        json
    };
    assert_eq!(manifest("killed.vf.json"), manifest("straight.vf.json"));
    let mut names: Vec<_> = fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").file_name())
        .collect();
    names.sort();
    assert_eq!(
        names,
        [
            "killed.vf",
            "killed.vf.json",
            "straight.vf",
            "straight.vf.json"
        ]
    );
}
