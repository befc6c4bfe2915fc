//! Endgame tables in the search.

use crate::{game, mv, search, search_with, table};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};
use vezer::position::Position;
use vezer::rules::Game;
use vezer::search::{Control, Limits, TableUse, Worker};
use vezer::tablebase::{Tables, Wdl};
use vezer::types::{Move, Score};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/syzygy")
}

static TABLES: LazyLock<Arc<Tables>> = LazyLock::new(|| {
    let tables = Tables::open(&[folder()], |fault| panic!("{fault}"));
    Arc::new(tables.expect("there are tables"))
});

fn with_tables(limits: Limits) -> Limits {
    Limits {
        tables: Some(TableUse {
            tables: Arc::clone(&TABLES),
            probe_depth: 1,
            probe_limit: 7,
            fifty_moves: true,
        }),
        ..limits
    }
}

/// The FENs of all positions in the data that one side wins.
fn won_positions() -> Vec<String> {
    let text = fs::read_to_string(folder().join("positions.json")).expect("the data is there");
    let all: Value = serde_json::from_str(&text).expect("it is JSON");
    let entries = all["positions"].as_array().expect("a list").iter();
    entries
        .filter(|entry| entry["wdl"] != 0)
        .map(|entry| entry["fen"].as_str().expect("a text").to_owned())
        .collect()
}

/// The reply after which the winner needs longest.
fn stubborn(position: &Position) -> Move {
    let distance = |mv: &Move| {
        let next = position.play(*mv);
        TABLES.dtz(&next).expect("it is in the tables").plies
    };
    let moves = position.legal_moves();
    moves.iter().copied().max_by_key(distance).expect("a move")
}

/// Plays a won position to its end; the winner searches, the loser defends himself as well as the
/// tables can.
fn bring_home(fen: &str, nodes: u64) -> Game {
    let mut game = game(fen, "");
    let mut worker = Worker::new(0, table(1));
    let limits = with_tables(Limits::nodes(nodes));
    let mut winner_moves = TABLES.wdl(game.position()) > Some(Wdl::Draw);
    while game.position().has_legal_move() {
        let mv = if winner_moves {
            let (report, _) = search_with(&mut worker, &game, &limits, &Control::new(1));
            assert!(report.score.is_win(), "{fen}: {:?}", report.score);
            report.best.expect("there are legal moves")
        } else {
            stubborn(game.position())
        };
        game.push(mv);
        winner_moves = !winner_moves;
        let (count, clock) = (game.repetition_count(), game.position().halfmove_clock());
        assert!(
            count < 3 && clock < 100,
            "{fen}: drawn after {:?}",
            game.moves()
        );
    }
    game
}

#[test]
fn every_win_is_brought_home() {
    let positions = won_positions();
    assert!(positions.len() > 70);
    for fen in positions {
        let game = bring_home(&fen, 300);
        assert!(game.position().in_check(), "{fen}: stalemate");
    }
}

/// With little time left before the 50-move rule the shortest way has to be found at once.
#[test]
fn wins_are_brought_home_before_the_fiftieth_move() {
    for fen in won_positions() {
        let position = Position::from_fen(&fen).expect("a position");
        let dtz = TABLES.dtz(&position).expect("it is in the tables");
        // A rounded distance may be one half-move too short, and cost one more on the way.
        let spare = if dtz.rounded { 2 } else { 0 };
        let clock = 100 - dtz.plies.abs() - spare;
        let late = fen.replace(" 0 1", &format!(" {clock} 80"));
        bring_home(&late, 100);
    }
}

#[test]
fn a_capture_into_a_known_win_is_seen_at_once() {
    let fen = "4k3/8/8/8/8/8/1q6/R1B1K3 w - - 5 40";
    let game = game(fen, "");
    let (report, lines) = search(&game, &with_tables(Limits::depth(2)));
    assert_eq!(report.best, Some(mv(&game, "c1b2")));
    assert!(report.score.is_win() && !report.score.is_mate());
    let last = lines.last().expect("a line");
    assert!(last.tbhits > 0);
    assert_eq!(last.score, Score::TABLEBASE - 1);
    let (without, lines) = search(&game, &Limits::depth(2));
    assert!(!without.score.is_win());
    assert_eq!(lines.last().expect("a line").tbhits, 0);
}

#[test]
fn probe_limits_are_kept() {
    let game = game("4k3/8/8/8/8/8/1q6/R1B1K3 w - - 5 40", "");
    let hits = |change: fn(&mut TableUse)| {
        let mut limits = with_tables(Limits::depth(3));
        change(limits.tables.as_mut().expect("just set"));
        let (_, lines) = search(&game, &limits);
        lines.last().expect("a line").tbhits
    };
    assert!(hits(|_| ()) > 0);
    assert_eq!(hits(|tables| tables.probe_limit = 3), 0);
    assert!(hits(|tables| tables.probe_depth = 2) < hits(|_| ()));
}

/// White has moves that win, that draw, and that lose the queen.
const MIXED: &str = "8/8/8/6r1/8/4k3/K7/5Q2 w - - 0 1";

#[test]
fn all_lines_are_ranked() {
    let game = game(MIXED, "");
    let limits = with_tables(Limits {
        multi_pv: 256,
        ..Limits::depth(4)
    });
    let (report, lines) = search(&game, &limits);
    let moves = game.position().legal_moves().len();
    let last = &lines[lines.len() - moves..];
    assert_eq!(last[0].pv[0], report.best.expect("a move"));
    let scores: Vec<Score> = last.iter().map(|line| line.score).collect();
    assert!(scores.iter().rev().is_sorted(), "{scores:?}");
    for line in last {
        let next = game.position().play(line.pv[0]);
        let wdl = TABLES.wdl(&next).map(|wdl| wdl.signum());
        assert_eq!(wdl, Some(-line.score.0.signum()), "{:?}", line.pv[0]);
    }
    let has = |wanted: fn(Score) -> bool| scores.iter().any(|&score| wanted(score));
    assert!(has(Score::is_win) && has(|score| score == Score::DRAW));
}

#[test]
fn search_moves_are_ranked_among_themselves() {
    let game = game(MIXED, "");
    let (best, _) = search(&game, &with_tables(Limits::depth(1)));
    let moves = game.position().legal_moves();
    let worse: Vec<Move> = (moves.iter().copied())
        .filter(|&mv| TABLES.wdl(&game.position().play(mv)) > Some(Wdl::Loss))
        .collect();
    assert!(!worse.is_empty() && !worse.contains(&best.best.expect("a move")));
    let limits = with_tables(Limits {
        search_moves: worse.clone(),
        ..Limits::depth(3)
    });
    let (report, _) = search(&game, &limits);
    assert!(worse.contains(&report.best.expect("a move")));
    assert_eq!(report.score, Score::DRAW);
}

#[test]
fn a_search_for_a_mate_does_without_tables() {
    let game = game("7k/5Q2/5K2/8/8/8/8/8 w - - 0 1", "");
    let limits = with_tables(Limits {
        mate: Some(1),
        ..Limits::default()
    });
    let (report, lines) = search(&game, &limits);
    assert_eq!(report.score.mate_moves(), Some(1));
    assert!(lines.iter().all(|line| line.tbhits == 0));
}

#[test]
fn several_threads_ask_at_once() {
    let game = game("4k3/p7/8/8/8/8/1r6/R1B1K3 w - - 5 40", "");
    let control = Control::new(4);
    let limits = with_tables(Limits::depth(12));
    let shared = table(4);
    let report = std::thread::scope(|scope| {
        let spawn = |index| {
            let (shared, game, limits, control) = (Arc::clone(&shared), &game, &limits, &control);
            std::thread::Builder::new()
                .stack_size(vezer::search::STACK_SIZE)
                .spawn_scoped(scope, move || {
                    let mut worker = Worker::new(index, shared);
                    let mut hits = 0;
                    let report = worker.search(game, limits, control, &mut |event| {
                        if let vezer::search::Event::Info(info) = event {
                            hits = info.tbhits;
                        }
                    });
                    if index == 0 {
                        control.stop();
                    }
                    (report, hits)
                })
                .expect("a thread can be started")
        };
        let helpers: Vec<_> = (1..4).map(spawn).collect();
        let leader = spawn(0).join().expect("no panic");
        for helper in helpers {
            helper.join().expect("no panic");
        }
        leader
    });
    assert!(report.1 > 0);
    assert!(report.0.best.is_some());
}
