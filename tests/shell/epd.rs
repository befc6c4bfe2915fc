use crate::process::{complaint, json, stdout, vezer};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

/// A mate in one, a mate in two, a stalemate to be avoided, points, and something that is wrong.
const SUITE: &str = r#"# made for this test
6k1/5ppp/8/8/8/8/8/R6K w - - bm Ra8#; id "back rank";
7k/8/8/8/8/8/R7/1R5K w - - dm 2; id "ladder";
7k/5Q2/8/6K1/8/8/8/8 w - - am Kg6; id "stalemate";
6k1/5ppp/8/8/8/8/8/R6K w - - c0 "Ra8#=10, Kg1=1"; id "points";
6k1/5ppp/8/8/8/8/8/R6K w - - bm Kg2; id "not so";
"#;

fn suite(folder: &Path, text: &str) -> PathBuf {
    let path = folder.join("suite.epd");
    fs::write(&path, text).unwrap();
    path
}

/// The members that do not depend on the clock.
fn timeless(mut row: Value) -> Value {
    for member in ["solution", "search"] {
        if let Some(effort) = row[member].as_object_mut() {
            effort.remove("milliseconds");
        }
    }
    row
}

#[test]
fn a_suite_is_solved() {
    let folder = tempfile::tempdir().unwrap();
    let path = suite(folder.path(), SUITE);
    let path = path.to_str().unwrap();
    let result = json(&["epd", path, "--nodes", "3000", "--json"]);
    let summary = &result["summary"];
    assert_eq!(
        (&summary["positions"], &summary["solved"]),
        (&5.into(), &4.into())
    );
    assert_eq!(summary["points"], serde_json::json!([10, 10]));
    let rows = result["results"].as_array().unwrap();
    assert_eq!(rows[0]["move"], "Ra8#");
    assert_eq!(rows[1]["goal"], "dm 2");
    assert_eq!(rows[1]["score"], "mate 2");
    let (solution, search) = (&rows[1]["solution"], &rows[1]["search"]);
    assert!(
        solution["nodes"].as_u64() <= search["nodes"].as_u64(),
        "{search}"
    );
    assert_eq!(
        (&rows[4]["solved"], &rows[4]["solution"]),
        (&false.into(), &Value::Null)
    );

    // Each position is searched anew, so the company does not matter.
    let alone = json(&["epd", path, "--nodes", "3000", "--json", "--jobs", "1"]);
    for (one, other) in rows.iter().zip(alone["results"].as_array().unwrap()) {
        assert_eq!(timeless(one.clone()), timeless(other.clone()));
    }
    let table = stdout(&["epd", path, "--depth", "9"]);
    assert!(
        table.contains("\nSolved 4 of 5 (80.0 %), 10 of 10 points (100.0 %)"),
        "{table}"
    );
    assert!(
        table.contains("\nEach position: depth 9, 1 thread, 16 MiB\n"),
        "{table}"
    );
}

#[test]
fn an_interrupted_run_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let path = suite(folder.path(), SUITE);
    let out = folder.path().join("results.jsonl");
    let (path, out) = (path.to_str().unwrap(), out.to_str().unwrap());
    let arguments = ["epd", path, "--nodes", "2000", "--out", out, "--json"];
    let whole = json(&arguments);
    let text = fs::read_to_string(out).unwrap();
    assert_eq!(text.lines().count(), 6);

    // As if it had been killed in the middle of the fourth line.
    let kept: String = text.split_inclusive('\n').take(3).collect();
    fs::write(out, format!("{kept}{{\"number\":")).unwrap();
    let again = json(&arguments);
    let rows = |report: &Value| -> Vec<Value> {
        let rows = report["results"].as_array().unwrap();
        rows.iter().cloned().map(timeless).collect()
    };
    assert_eq!(rows(&again), rows(&whole));
    assert_eq!(fs::read_to_string(out).unwrap().lines().count(), 6);
    assert!(
        fs::read_to_string(out).unwrap().starts_with(&kept),
        "what was there is kept"
    );

    // Nothing is left to search, and what was searched before tells nothing of the speed of this run.
    let table = stdout(&arguments[..6]);
    assert!(table.contains(" 0 nodes, 0 nodes a second"), "{table}");

    let before = fs::read_to_string(out).unwrap();
    let other = complaint(&["epd", path, "--nodes", "2001", "--out", out]);
    assert!(other.contains("other settings"), "{other}");
    assert_eq!(fs::read_to_string(out).unwrap(), before, "nothing is lost");
    fs::write(path, SUITE.replace("6k1/5ppp", "7k/5ppp")).unwrap();
    assert!(complaint(&arguments[..6]).contains("is not in the suite"));
}

#[test]
fn what_is_no_suite_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let refused = |text: &str| {
        let path = suite(folder.path(), text);
        complaint(&["epd", path.to_str().unwrap()])
    };
    assert!(refused("").contains("no position"));
    assert!(refused("8/8 w - -\n").contains("suite.epd: line 1"));
    let nothing = refused("6k1/5ppp/8/8/8/8/8/R6K w - - id \"x\";\n");
    assert!(
        nothing.contains("position 1 \"x\": nothing to find"),
        "{nothing}"
    );
    assert!(refused("6k1/5ppp/8/8/8/8/8/R6K w - - bm Rb9;\n").contains("Rb9"));
    let missing = vezer(&["epd", "/nowhere.epd"]);
    assert_eq!(missing.status.code(), Some(2));
}
