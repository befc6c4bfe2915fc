//! What options change in the answers.

use crate::dialogue::InMemory;
use std::path::Path;
use std::time::{Duration, Instant};

/// A book that has some moves for this position, `e2e3` the only one.
const IN_BOOK: &str =
    "position fen rnbqkb1r/pp2pppp/2p2n2/3p4/8/1P3N2/PBPPPPPP/RN1QKB1R w KQkq - 0 4";

const OUT_OF_BOOK: &str = "position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";

fn with_book() -> InMemory {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/polyglot/probes.bin");
    let mut engine = InMemory::start();
    engine.say(&format!("setoption name BookFile value {}", path.display()));
    engine.expect("info string opening book: 77 moves");
    engine
}

#[test]
fn a_book_move_answers_at_once() {
    let mut engine = with_book();
    engine.say("setoption name OwnBook value true");
    engine.say(IN_BOOK);
    for go in ["wtime 600000 btime 600000", "movetime 60000", "depth 200"] {
        let start = Instant::now();
        engine.say(&format!("go {go}"));
        engine.expect("info string e2e3 is in the opening book");
        let line = engine.expect("info depth 2 ");
        assert!(
            line.contains(" score ") && line.contains(" pv e2e3 "),
            "{line}"
        );
        engine.expect("bestmove e2e3 ponder ");
        assert!(start.elapsed() < Duration::from_secs(5));
    }
    engine.say(&format!("{OUT_OF_BOOK}\ngo depth 3"));
    engine.expect("info depth 3 ");
    engine.expect("bestmove ");
    assert_eq!(engine.end().count("info string e2e3"), 3);
}

#[test]
fn a_book_is_asked_only_for_moves_in_play() {
    let mut engine = with_book();
    engine.say(&format!("{IN_BOOK}\ngo depth 3"));
    engine.expect("info depth 3 ");
    engine.expect("bestmove ");
    engine.say("setoption name OwnBook value true\ngo depth 3 searchmoves a2a3 a2a4");
    engine.expect("info depth 3 ");
    engine.expect("bestmove a2a");
    engine.say("go depth 3 searchmoves a2a3 e2e3");
    engine.expect("info string e2e3 is in the opening book");
    engine.expect("bestmove e2e3");
    engine.say("go mate 1");
    engine.expect("bestmove ");
    for go in ["infinite", "ponder wtime 9000 btime 9000"] {
        engine.say(&format!("go {go}"));
        engine.expect("info depth 3 ");
        engine.say("stop");
        engine.expect("bestmove ");
    }
    engine.say("setoption name UCI_AnalyseMode value true\ngo depth 3");
    engine.expect("info depth 3 ");
    engine.expect("bestmove ");
    assert_eq!(engine.end().count("info string e2e3"), 1);
}

#[test]
fn a_wrong_book_leaves_the_old_one() {
    let mut engine = with_book();
    engine.say("setoption name BookFile value /no/such/book.bin");
    let line = engine.expect("info string option BookFile: /no/such/book.bin cannot be read");
    assert!(line.ends_with("the book stays as it was"), "{line}");
    engine.say("setoption name BookFile value Cargo.toml");
    engine.expect("info string option BookFile: Cargo.toml is ");
    engine.say(&format!(
        "setoption name OwnBook value true\n{IN_BOOK}\ngo depth 9"
    ));
    engine.expect("info string e2e3 is in the opening book");
    engine.expect("bestmove e2e3");
    engine.say("setoption name BookFile value <empty>\ngo depth 3");
    engine.expect("info depth 3 ");
    engine.expect("bestmove ");
    engine.end();
}

#[test]
fn chances_are_shown_if_wanted() {
    let mut engine = InMemory::start();
    engine.say("setoption name UCI_ShowWDL value true\ngo depth 4");
    let line = engine.expect("info depth 4 ");
    let words: Vec<&str> = line.split(' ').collect();
    let at = words
        .iter()
        .position(|&word| word == "wdl")
        .expect("chances");
    let chances = words[at + 1..at + 4]
        .iter()
        .map(|word| word.parse::<u32>().unwrap());
    assert_eq!(chances.sum::<u32>(), 1000);
    engine.say("setoption name UCI_ShowWDL value false");
    engine.expect("bestmove ");
    engine.say("go depth 4");
    let line = engine.expect("info depth 4 ");
    assert!(!line.contains("wdl"), "{line}");
    engine.expect("bestmove ");
    engine.end();
}

#[test]
fn minimal_output_is_the_last_set_of_lines() {
    let mut engine = InMemory::start();
    engine.say("setoption name Minimal value true\nsetoption name MultiPV value 3\ngo depth 5");
    engine.expect("bestmove ");
    let lines = engine.heard.all.clone();
    assert_eq!(lines.len(), 4, "{lines:#?}");
    for (number, line) in lines[..3].iter().enumerate() {
        assert!(line.starts_with("info depth 5 seldepth "), "{line}");
        assert!(
            line.contains(&format!(" multipv {} ", number + 1)),
            "{line}"
        );
    }
    engine.say(&format!("{OUT_OF_BOOK}\ngo depth 2"));
    engine.expect("info depth 2 ");
    engine.expect("bestmove ");
    engine.end();
}

#[test]
fn flip_exchanges_the_colours() {
    let mut engine = InMemory::start();
    engine.say("position startpos moves e2e4 d7d5 e4d5\nflip\nd");
    engine.expect("Fen: rnbqkbnr/pppp1ppp/8/8/3p4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 2");
    engine.end();
}

#[test]
fn a_limited_engine_ends_its_searches_early() {
    let mut engine = InMemory::start();
    engine.say("setoption name UCI_LimitStrength value true\nsetoption name UCI_Elo value 1400");
    engine.say("setoption name Threads value 2");
    let start = Instant::now();
    for go in [
        "wtime 600000 btime 600000",
        "movetime 60000",
        "depth 200",
        "nodes 100000000",
    ] {
        engine.say(&format!("position startpos\ngo {go}"));
        let line = engine.expect("info depth 1 ");
        assert!(line.contains(" multipv 1 "), "{line}");
        engine.expect("bestmove ");
    }
    assert!(start.elapsed() < Duration::from_secs(10));
    engine.say("go ponder wtime 600000 btime 600000");
    engine.heard.expect_no("bestmove");
    engine.say("ponderhit");
    engine.expect("bestmove ");
    engine.say("go depth 3 searchmoves a2a3");
    engine.expect("bestmove a2a3");
    // For analysis all strength is wanted.
    engine.say("go infinite");
    engine.expect("info depth 8 ");
    engine.say("stop");
    engine.expect("bestmove ");
    engine.say("setoption name UCI_AnalyseMode value true\ngo depth 8");
    engine.expect("info depth 8 ");
    engine.expect("bestmove ");
    engine.end();
}

#[test]
fn the_move_played_was_told() {
    let mut engine = InMemory::start();
    engine.say("setoption name Skill Level value 0\nsetoption name Hash value 1");
    for _ in 0..30 {
        engine.say("position startpos moves e2e4\ngo movetime 1000");
        let best = engine.expect("bestmove ");
        let best = best.split(' ').nth(1).expect("a move");
        let lines = engine.heard.all.iter().rev();
        let mut told = lines.filter(|line| line.contains(" multipv 1 "));
        let last = told.next().expect("a line");
        assert!(last.contains(&format!(" pv {best}")), "{last}, {best}");
        assert_eq!(engine.heard.count("info depth 1 seldepth 1 multipv 2"), 0);
    }
    engine.end();
}

#[test]
fn time_can_be_counted_in_nodes() {
    let mut engine = InMemory::start();
    engine.say("setoption name nodestime value 100");
    let nodes = |engine: &mut InMemory| {
        engine.say("ucinewgame\nposition startpos\ngo movetime 500");
        engine.expect("bestmove ");
        let mut lines = engine.heard.all.iter().rev();
        let line = lines.find(|line| line.contains(" nodes ")).expect("a line");
        let mut words = line.split(' ').skip_while(|&word| word != "nodes");
        let nodes: u64 = words.nth(1).expect("a number").parse().expect("a number");
        nodes
    };
    let first = nodes(&mut engine);
    // 500 ms less the overhead are 49,000 nodes, and it looks every 512; the last line told can be
    // some nodes old.
    assert!((10_000..=49_600).contains(&first), "{first}");
    assert_eq!(nodes(&mut engine), first);
    engine.end();
}
