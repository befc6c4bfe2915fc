//! What a chess program can say, and what it gets for an answer.

use crate::dialogue::InMemory;
use rand::Rng;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// Black mates in one on h4.
const FOOLS_MATE: &str = "position startpos moves f2f3 e7e5 g2g4 d8h4";

const STALEMATE: &str = "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";

/// White's only legal move.
const FORCED: &str = "position fen 7k/8/6K1/8/8/8/8/R7 b - - 0 1";

#[test]
fn the_introduction_is_complete() {
    let mut engine = InMemory::start();
    engine.say("uci");
    engine.expect("id name Vezer ");
    engine.expect("id author ");
    for option in [
        "Hash",
        "Threads",
        "MultiPV",
        "Move Overhead",
        "UCI_Chess960",
    ] {
        engine.expect(&format!("option name {option} type "));
    }
    engine.expect("uciok");
    engine.say("uci");
    engine.expect("uciok");
    assert_eq!(engine.end().count("id name"), 2);
}

#[test]
fn unknown_input_gets_one_line_and_changes_nothing() {
    let mut engine = InMemory::start();
    for (line, answer) in [
        ("foo bar", "info string unknown command: foo"),
        (
            "setoption name Foo value 1",
            "info string there is no option \"Foo\"",
        ),
        (
            "setoption name Hash value x",
            "info string option Hash: \"x\" is not a number",
        ),
        ("position", "info string position: expected"),
        ("go perft", "info string go perft: expected a depth"),
    ] {
        engine.say(line);
        engine.expect(answer);
    }
    engine.say("\n  \ndebug on\ndebug off\nregister later");
    engine.settle();
    let heard = engine.end();
    assert_eq!(heard.all.len(), 6, "{:#?}", heard.all);
}

#[test]
fn a_position_is_applied_wholly_or_not_at_all() {
    let mut engine = InMemory::start();
    engine.say("position startpos moves e2e4");
    for (line, reason) in [
        (
            "position startpos moves d2d4 e7e5 e1e5",
            "move 3, e1e5: a king does not move",
        ),
        ("position startpos moves d2d4 0000", "move 2, 0000: "),
        ("position startpos moves ♘f3", "move 1, ♘f3: "),
        (
            "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
            "impossible position: White has no king; Black",
        ),
        (
            "position fen 4k3/8/8/8/8/8/8/4K3 x - - 0 1",
            "the side to move is",
        ),
        ("position fen moves e2e4", "empty FEN"),
    ] {
        engine.say(line);
        engine.expect(&format!("info string position: {reason}"));
        engine.say("d");
        engine.expect("Fen: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    }
    engine.end();
}

#[test]
fn every_move_list_is_followed() {
    let mut engine = InMemory::start();
    engine.say("position fen 8/P6k/8/8/8/8/1K6/8 w - - 0 1 moves a7a8Q\nd");
    engine.expect("Fen: Q7/7k/8/8/8/8/1K6/8 b - - 0 1");
    engine.say("position startpos moves g1f3 g8f6 f3g1 f6g8\nd");
    engine.expect("Occurrences: 2");
    engine.end();
}

#[test]
fn an_infinite_search_waits_for_stop() {
    let mut engine = InMemory::start();
    for position in ["position startpos", FORCED, FOOLS_MATE, STALEMATE] {
        engine.say(position);
        engine.say("go infinite");
        engine.expect("info depth");
        engine.heard.expect_no("bestmove");
        engine.say("stop\nstop");
        engine.expect("bestmove ");
    }
    engine.settle();
    assert_eq!(engine.end().count("bestmove"), 4);
}

#[test]
fn go_without_limits_is_infinite() {
    let mut engine = InMemory::start();
    for go in ["go", "go depth abc", "go movetime", "go searchmoves e2e4"] {
        engine.say(go);
        engine.heard.expect_no("bestmove");
        engine.say("stop");
        engine.expect("bestmove ");
    }
    engine.end();
}

#[test]
fn a_finished_game_has_no_best_move() {
    let mut engine = InMemory::start();
    engine.say(FOOLS_MATE);
    engine.say("go depth 3");
    let info = engine.expect("info depth 0 ");
    assert!(info.contains(" score mate 0 "), "{info}");
    engine.expect("bestmove (none)");
    engine.say(STALEMATE);
    engine.say("go movetime 50");
    let info = engine.expect("info depth 0 ");
    assert!(info.contains(" score cp 0 "), "{info}");
    engine.expect("bestmove (none)");
    engine.end();
}

#[test]
fn pondering_ends_with_ponderhit_or_stop() {
    let mut engine = InMemory::start();
    engine.say(FORCED);
    for end in ["ponderhit", "stop"] {
        engine.say("go ponder wtime 1000 btime 1000");
        engine.heard.expect_no("bestmove");
        engine.say(end);
        engine.expect("bestmove h8g8");
    }
    engine.say("ponderhit\ngo infinite\nponderhit");
    engine.heard.expect_no("bestmove");
    engine.say("stop");
    engine.expect("bestmove h8g8");
    engine.end();
}

#[test]
fn readiness_is_told_at_once_during_a_search() {
    let mut engine = InMemory::start();
    engine.say("go infinite\nposition startpos moves e2e4\nisready");
    engine.expect("readyok");
    engine.heard.expect_no("bestmove");
    engine.say("stop");
    engine.expect("bestmove ");
    engine.end();
}

#[test]
fn commands_wait_for_the_end_of_a_search() {
    let mut engine = InMemory::start();
    engine.say("position startpos\ngo infinite searchmoves e2e4");
    engine.say("setoption name Hash value 1\nsetoption name Threads value 2\nucinewgame");
    engine.say("position startpos moves e2e4\ngo depth 2 searchmoves e7e5\nd");
    engine.heard.expect_no("bestmove");
    engine.say("stop");
    engine.expect("bestmove e2e4");
    engine.expect("bestmove e7e5");
    engine.expect("Fen: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    engine.end();
}

#[test]
fn each_go_gets_one_answer_for_its_own_position() {
    let mut engine = InMemory::start();
    engine.say("position startpos\ngo infinite searchmoves a2a3");
    for _ in 0..10 {
        engine.say("stop\nposition startpos moves e2e4\ngo infinite searchmoves a7a6");
        engine.say("stop\nposition startpos moves e2e4 e7e5\ngo infinite searchmoves h2h3");
    }
    engine.say("stop");
    engine.expect("bestmove a2a3");
    for _ in 0..10 {
        engine.expect("bestmove a7a6");
        engine.expect("bestmove h2h3");
    }
    engine.settle();
    assert_eq!(engine.end().count("bestmove"), 21);
}

#[test]
fn stop_ends_all_searches_asked_for_and_none_asked_for_later() {
    let mut engine = InMemory::start();
    engine.say("go infinite\ngo infinite\ngo ponder\nstop");
    for _ in 0..3 {
        engine.expect("bestmove ");
    }
    engine.say("stop\ngo infinite");
    engine.heard.expect_no("bestmove");
    engine.say("stop");
    engine.expect("bestmove ");
    engine.end();
}

#[test]
fn search_moves_confine_the_search() {
    let mut engine = InMemory::start();
    engine.say("go searchmoves e2e5 a2a3 zzzz depth 3");
    engine.expect("info string go: searchmoves: e2e5 is not legal, ignored");
    engine.expect("bestmove a2a3");
    engine.say("go depth 2 searchmoves 0000");
    engine.expect("info string go: searchmoves: no legal move given");
    engine.expect("bestmove ");
    engine.end();
}

#[test]
fn castling_is_written_as_asked_for() {
    let castle = "position startpos moves e2e4 e7e5 g1f3 g8f6 f1c4 f8c5";
    let mut engine = InMemory::start();
    engine.say(castle);
    engine.say("go depth 1 searchmoves e1g1");
    engine.expect("bestmove e1g1");
    engine.say("setoption name uci_CHESS960 value true\ngo depth 1 searchmoves e1h1");
    engine.expect("bestmove e1h1");
    engine.say("d");
    engine.expect("Fen: rnbqk2r/pppp1ppp/5n2/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w HAha - 4 4");
    engine.end();
}

#[test]
fn counting_lines() {
    let mut engine = InMemory::start();
    engine.say("setoption name Threads value 2\nposition startpos\ngo perft 3");
    engine.expect("e2e4: 600");
    engine.expect("Nodes searched: 8902");
    engine.say("position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\ngo perft 1");
    engine.expect("e1g1: 1");
    engine.say("go perft 30\nisready");
    engine.expect("readyok");
    engine.say("stop");
    engine.expect("info string the count was stopped");
    engine.end();
}

#[test]
fn lines_of_a_search_have_the_common_form() {
    let mut engine = InMemory::start();
    engine.say("setoption name MultiPV value 2\nposition startpos\ngo depth 4");
    engine.expect("bestmove ");
    let heard = engine.end();
    let lines: Vec<&String> = heard
        .all
        .iter()
        .filter(|l| l.starts_with("info depth"))
        .collect();
    assert!(!lines.is_empty());
    for line in lines {
        let words: Vec<&str> = line.split(' ').collect();
        let place = |word| words.iter().position(|&w| w == word);
        let order = [
            "depth", "seldepth", "multipv", "score", "nodes", "nps", "hashfull", "tbhits", "time",
            "pv",
        ];
        let places: Vec<usize> = order.map(|w| place(w).expect(w)).to_vec();
        assert!(places.is_sorted(), "{line}");
    }
    assert!(heard.all.iter().any(|line| line.contains(" multipv 2 ")));
}

#[test]
fn a_new_game_forgets_the_last() {
    let nodes = |engine: &mut InMemory| {
        engine.say("position startpos moves d2d4\ngo depth 7");
        let mut last = String::new();
        loop {
            let line = engine.expect("");
            if line.starts_with("bestmove") {
                return (last, line);
            }
            let nodes = line.split(" nodes ").nth(1).unwrap_or_default();
            last = nodes.split(' ').next().unwrap_or_default().to_owned();
        }
    };
    let mut engine = InMemory::start();
    let first = nodes(&mut engine);
    let second = nodes(&mut engine);
    assert_ne!(first, second, "the table is used");
    for forget in ["ucinewgame", "setoption name Clear Hash"] {
        engine.say(forget);
        assert_eq!(nodes(&mut engine), first, "{forget}");
    }
    engine.end();
}

#[test]
fn threads_come_and_go() {
    let mut engine = InMemory::start();
    for threads in [4, 1, 8, 2] {
        engine.say(&format!(
            "setoption name Threads value {threads}\ngo nodes 20000"
        ));
        engine.expect("bestmove ");
    }
    engine.say("setoption name Threads value 1025");
    engine.expect("info string option Threads: ");
    engine.end();
}

#[test]
fn the_log_file_has_both_sides() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("two  words.log");
    let mut engine = InMemory::start();
    engine.say(&format!(
        "setoption name debug log file value {}",
        path.display()
    ));
    engine.settle();
    engine.say("setoption name Debug Log File value <empty>\nuci");
    engine.expect("uciok");
    engine.end();
    let log = std::fs::read_to_string(path).expect("a log");
    assert!(
        log.contains("> isready") && log.contains("< readyok"),
        "{log}"
    );
    assert!(!log.contains("uciok"), "{log}");
}

#[test]
fn debugging_tells_what_waits() {
    let mut engine = InMemory::start();
    engine.say("debug on\ngo infinite\nucinewgame");
    engine.expect("info string this command waits");
    engine.say("stop");
    engine.expect("bestmove ");
    engine.end();
}

/// Whatever is said in whatever order, each `go` has one answer and each `isready` another.
#[test]
fn random_conversations_lose_nothing() {
    const LINES: [&str; 24] = [
        "position startpos moves e2e4",
        "position startpos moves e2e4 e7e5 e1e5",
        "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
        "position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves e1g1",
        "position fen 8/8/8/8 w",
        "go depth 2",
        "go nodes 500",
        "go movetime 1",
        "go infinite",
        "go ponder movetime 5",
        "go wtime 50 btime 50 winc 1",
        "go mate 1 nodes 100 searchmoves e7e5 e1g1",
        "stop",
        "stop",
        "stop",
        "ponderhit",
        "isready",
        "ucinewgame",
        "setoption name Hash value 2",
        "setoption name Threads value 3",
        "setoption name Threads value 1",
        "setoption name MultiPV value 3",
        "setoption name UCI_Chess960 value true",
        "garbage",
    ];
    for seed in 0..6 {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut said = Vec::new();
        let mut engine = InMemory::start();
        for _ in 0..150 {
            let line = LINES[(random.next_u64() % LINES.len() as u64) as usize];
            engine.say(line);
            said.push(line);
            if random.next_u64() % 16 == 0 {
                engine.say("stop\nisready");
                said.push("isready");
                engine.expect("readyok");
            }
        }
        let heard = engine.end();
        let asked = |word: &str| said.iter().filter(|line| line.starts_with(word)).count();
        assert_eq!(
            heard.count("bestmove "),
            asked("go "),
            "seed {seed}: {said:#?}"
        );
        assert_eq!(
            heard.count("readyok"),
            asked("isready"),
            "seed {seed}: {said:#?}"
        );
        assert_eq!(heard.count("info string internal error"), 0, "seed {seed}");
    }
}

#[test]
fn the_evaluation_is_explained() {
    let mut engine = InMemory::start();
    engine.say("position startpos\neval");
    engine.expect("Network: +");
    engine.expect("Evaluation: +");
    engine.say("position fen 4k3/8/8/8/8/8/4r3/4K3 w - - 0 1\neval");
    engine.expect("Evaluation: none in check");
    engine.end();
}
