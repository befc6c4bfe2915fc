//! Endgame tables as a chess program sees them.

use crate::dialogue::InMemory;
use std::path::Path;

fn folder() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/syzygy");
    path.display().to_string()
}

/// White wins, by taking the rook for one.
const POSITION: &str = "position fen 8/8/8/8/3k4/8/1r6/Q2K4 w - - 0 1";

#[test]
fn tables_are_found_used_and_kept() {
    let mut engine = InMemory::start();
    let found = "35 tables of results and 35 of distances, up to 4 pieces";
    let path = folder();
    engine.say(&format!("setoption name SyzygyPath value {path}"));
    engine.expect(&format!("info string endgame tables: {found}"));
    engine.say(&format!("{POSITION}\ngo depth 2"));
    let line = engine.expect("info depth 2 ");
    assert!(line.contains(" score cp 19999 "), "{line}");
    assert!(!line.contains(" tbhits 0 "), "{line}");
    engine.expect("bestmove ");
    engine.say("setoption name SyzygyPath value /no/such/folder");
    let line = engine.expect("info string option SyzygyPath: no tables were found; /no/such/");
    assert!(line.ends_with(&format!("still used are {found}")), "{line}");
    engine.say("setoption name SyzygyPath value <empty>\ngo depth 2");
    let line = engine.expect("info depth 2 ");
    assert!(line.contains(" tbhits 0 "), "{line}");
    engine.expect("bestmove ");
    engine.end();
}

#[cfg(unix)]
#[test]
fn several_folders_and_odd_separators() {
    let mut engine = InMemory::start();
    let path = folder();
    engine.say(&format!(
        "setoption name SyzygyPath value /no/such/folder:{path}::"
    ));
    engine.expect("info string endgame tables: 35 ");
    engine.expect("info string left out: /no/such/folder cannot be read");
    engine.say("setoption name SyzygyPath value :\nisready");
    engine.expect("readyok");
    engine.end();
}

#[test]
fn every_line_is_complete_with_tables_too() {
    let mut engine = InMemory::start();
    engine.say(&format!("setoption name SyzygyPath value {}", folder()));
    engine.say("setoption name MultiPV value 500\nsetoption name MultiPV value 256");
    engine.say("setoption name SyzygyProbeLimit value 4\nsetoption name SyzygyProbeDepth value 2");
    engine.say("setoption name Syzygy50MoveRule value false\nsetoption name Threads value 2");
    engine.say(&format!("{POSITION}\ngo perft 1"));
    engine.expect("Nodes searched: ");
    let moves = engine
        .heard
        .all
        .iter()
        .filter(|line| line.ends_with(": 1"))
        .count();
    engine.say("go depth 3");
    engine.expect("bestmove ");
    let last = format!(" multipv {moves} ");
    let heard = engine.end();
    let told = |line: &&String| line.starts_with("info depth 3 ") && line.contains(&last);
    assert_eq!(heard.all.iter().filter(told).count(), 1, "{:#?}", heard.all);
}
