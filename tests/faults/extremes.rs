//! The smallest table, the most threads, the longest games, the fullest boards, and boards that are
//! none.

use crate::common;
use crate::dialogue::{InMemory, Program};
use serde_json::Value;
use vezer::notation::uci::format_move;
use vezer::position::Position;
use vezer::types::Move;

#[test]
fn the_smallest_table_serves_many_threads_and_lines() {
    let mut engine = InMemory::start();
    engine.say("setoption name Hash value 1\nsetoption name Threads value 6");
    engine.say("setoption name MultiPV value 5");
    for go in ["go nodes 60000", "go movetime 100", "go depth 5"] {
        engine.say(go);
        engine.expect("bestmove ");
    }
    let heard = engine.end();
    assert_eq!(heard.count("info string"), 0, "{:#?}", heard.all);
}

#[test]
fn many_more_threads_than_cores() {
    let mut program = Program::start(&[]);
    program.say("setoption name Threads value 256\nisready");
    program.expect("readyok");
    for go in [
        "go movetime 200",
        "go wtime 1000 btime 1000",
        "go nodes 20000",
        "go depth 3",
    ] {
        program.say(go);
        program.expect("bestmove ");
    }
    program.say("go infinite");
    program.expect("info depth 2 ");
    program.say("isready");
    program.expect("readyok");
    program.say("stop");
    program.expect("bestmove ");
    program.say("ucinewgame\ngo perft 3");
    program.expect("Nodes searched: 8902");
    program.say("setoption name Threads value 1\ngo depth 3");
    program.expect("bestmove ");
    program.say("quit");
    assert!(program.wait().success());
    assert_eq!(program.heard.count("info string"), 0);
}

/// The moves of a random game that goes on for long: the last pieces are left on the board where
/// that is possible, as kings alone would soon see its end.
fn long_game(plies: usize, seed: u64) -> Vec<String> {
    let mut random = common::seeded(seed);
    let mut position = Position::startpos();
    let mut moves = Vec::new();
    while moves.len() < plies {
        let few = position.occupied().count() < 12;
        let all = position.legal_moves();
        let mut going_on: Vec<Move> = all.into_iter().collect();
        going_on.retain(|&mv| position.play(mv).has_legal_move());
        let quieter: Vec<Move> = going_on
            .iter()
            .copied()
            .filter(|mv| !mv.is_capture())
            .collect();
        let pool = match few && !quieter.is_empty() {
            true => quieter,
            false => going_on,
        };
        let mv = pool[common::below(&mut random, pool.len())];
        moves.push(format_move(mv, false));
        position = position.play(mv);
    }
    moves
}

#[test]
fn games_of_thousands_of_moves() {
    let shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"].map(str::to_owned);
    let shuffle: Vec<String> = shuffle.iter().cycle().take(4000).cloned().collect();
    let mut engine = InMemory::start();
    for moves in [shuffle, long_game(2200, 1)] {
        let mut last = 0;
        for length in (1..=moves.len()).step_by(301).chain([moves.len()]) {
            let line = moves[..length].join(" ");
            engine.say(&format!("position startpos moves {line}\ngo nodes 50"));
            engine.expect("bestmove ");
            last = length;
        }
        assert!(last >= 2000);
        engine.say("go movetime 50\nd");
        engine.expect("bestmove ");
        engine.expect("Fen: ");
    }
    let heard = engine.end();
    assert_eq!(heard.count("info string"), 0);
}

/// The most moves that any position is known to have, and boards full of queens.
const CROWDED: [(&str, usize); 4] = [
    ("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1", 218),
    ("3Q4/1Q4Q1/4Q3/2Q4R/Q4Q2/3Q4/1Q4Rp/1K1BBNNk w - - 0 1", 218),
    ("k1qqqqqq/qqq5/8/8/8/8/5QQQ/QQQQQQ1K w - - 0 1", 0),
    ("qqqq3k/qqqqq3/8/8/8/8/Q3QQQQ/K3QQQQ b - - 99 1", 0),
];

#[test]
fn crowded_boards_are_searched() {
    let mut engine = InMemory::start();
    engine.say("setoption name MultiPV value 256\nsetoption name Threads value 2");
    for (fen, moves) in CROWDED {
        engine.say(&format!("position fen {fen}\ngo perft 1"));
        let line = engine.expect("Nodes searched: ");
        let counted: usize = line[16..].parse().expect("a number");
        assert!(
            counted > 0 && (moves == 0 || counted == moves),
            "{fen}: {line}"
        );
        engine.say("go depth 2\ngo movetime 50");
        engine.expect("bestmove ");
        let lines = engine.heard.all.iter();
        let last = format!(" multipv {counted} ");
        assert!(
            lines
                .rev()
                .take(3 * counted)
                .any(|line| line.contains(&last)),
            "{fen}"
        );
        engine.expect("bestmove ");
    }
    let heard = engine.end();
    assert_eq!(heard.count("info string"), 0, "{:#?}", heard.all);
}

/// Boards that a program might overrun its tables with.
const OVERFULL: [&str; 8] = [
    "qqqqqqqk/qqqqqqqq/8/8/8/8/QQQQQQQQ/KQQQQQQQ w - - 0 1",
    "nnnnnnnk/nnnnnnnn/nnnnnnnn/8/8/NNNNNNNN/NNNNNNNN/KNNNNNNN w - - 0 1",
    "QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQkQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQK b - - 0 1",
    "kkkkkkkk/8/8/8/8/8/8/KKKKKKKK w - - 0 1",
    "8/8/8/8/8/8/8/8 w - - 0 1",
    "pppppppp/k7/8/8/8/8/K7/PPPPPPPP w - - 0 1",
    "4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1",
    "7k/8/8/8/8/8/8/K7 w - e6 65536 99999",
];

#[test]
fn illegal_positions_of_every_kind_leave_the_old_one() {
    let file: Value =
        serde_json::from_str(include_str!("../data/fen/fen_edge.json")).expect("JSON");
    let cases = file["cases"].as_array().expect("a list");
    let rejected = cases.iter().filter(|case| case["expected"] == "reject");
    let rejected = rejected.map(|case| case["fen"].as_str().expect("a text"));
    let mut engine = InMemory::start();
    engine.say("position startpos moves e2e4 c7c5");
    let mut count = 0;
    for fen in rejected.chain(OVERFULL) {
        if fen.contains(['\n', '\r']) {
            continue; // no single line
        }
        let before = engine.heard.all.len();
        engine.say(&format!("position fen {fen}\nd"));
        engine.expect("Fen: rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
        let told = engine.heard.all[before..].iter();
        let told: Vec<_> = told
            .filter(|line| line.starts_with("info string "))
            .collect();
        assert_eq!(told.len(), 1, "{fen}: {told:?}");
        assert!(
            told[0].starts_with("info string position: "),
            "{fen}: {told:?}"
        );
        assert!(
            told[0].ends_with("the position before it stays"),
            "{fen}: {told:?}"
        );
        count += 1;
    }
    assert!(count > 35, "{count}");
    engine.say("go depth 2");
    engine.expect("bestmove ");
    engine.end();
}
