//! Search threads that panic: the game goes on.
//!
//! A panic is brought about where the search calls back: a damaged endgame table is told of by a
//! function that panics.

use super::*;
use std::fs;
use std::path::Path;
use std::time::Instant;
use tempfile::TempDir;

/// Tables of which one is damaged in a way that only a position with its pieces finds out.
fn damaged_tables() -> TempDir {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/syzygy");
    let folder = tempfile::tempdir().unwrap();
    for name in ["KQvKR.rtbw", "KQvK.rtbw", "KRvK.rtbw"] {
        let table = fs::read(source.join(name)).unwrap();
        let length = if name == "KQvKR.rtbw" {
            64 * 3 + 16
        } else {
            table.len()
        };
        fs::write(folder.path().join(name), &table[..length]).unwrap();
    }
    folder
}

/// An engine that panics when it looks up king and queen against king and rook.
fn fragile_engine(threads: usize, folder: &TempDir, fen: &str) -> Engine {
    let mut engine = Engine::new(1, threads).unwrap();
    let tables = Tables::open(&[folder.path().to_owned()], |fault| panic!("{fault}"));
    engine.tables = Some(Arc::new(tables.unwrap()));
    engine.set_game(Game::new(Position::from_fen(fen).unwrap()));
    engine
}

/// The troubles told until the answer, and whether the answer is a legal move.
fn search(engine: &mut Engine, depth: u32) -> (Vec<String>, bool) {
    engine.search(Limits::depth(depth), Turn::Ours, Instant::now());
    let mut troubles = Vec::new();
    loop {
        match engine.events().recv().unwrap() {
            Event::Trouble(text) => troubles.push(text),
            Event::Done(Done::Search { best, .. }) => {
                let legal = best.is_some_and(|mv| engine.game().position().is_legal(mv));
                return (troubles, legal);
            }
            _ => {}
        }
    }
}

#[test]
fn a_panic_at_the_root_is_answered_by_a_legal_move() {
    let folder = damaged_tables();
    let mut engine = fragile_engine(1, &folder, "8/8/8/8/3k4/8/1r6/Q2K4 w - - 0 1");
    let (troubles, legal) = search(&mut engine, 6);
    assert!(legal);
    assert_eq!(troubles.len(), 1, "{troubles:?}");
    let start = "internal error, the search failed: the wdl table KQvKR";
    assert!(troubles[0].starts_with(start), "{troubles:?}");
    // The fault is known now, and the thread has been given all it needs anew.
    assert_eq!(search(&mut engine, 6), (vec![], true));
}

#[test]
fn a_panic_in_the_tree_costs_neither_game_nor_thread() {
    let folder = damaged_tables();
    // The pawn can be taken.
    let fen = "8/8/3r4/p2k4/8/8/8/Q2K4 w - - 0 1";
    for threads in [1, 4] {
        let mut engine = fragile_engine(threads, &folder, fen);
        let (troubles, legal) = search(&mut engine, 10);
        assert!(legal);
        assert_eq!(troubles.len(), 1, "{troubles:?}");
        assert!(troubles[0].contains("KQvKR"), "{troubles:?}");
        assert_eq!(search(&mut engine, 10), (vec![], true));
        engine.clear(); // returns when all threads have obeyed
        assert_eq!(engine.threads(), threads);
    }
}

#[test]
fn a_panic_while_pondering_is_answered_when_the_answer_is_due() {
    let folder = damaged_tables();
    let fen = "8/8/8/8/3k4/8/1r6/Q2K4 w - - 0 1";
    let mut engine = fragile_engine(1, &folder, fen);
    engine.search(Limits::default(), Turn::Pondering, Instant::now());
    let trouble = engine.events().recv().unwrap();
    assert!(matches!(trouble, Event::Trouble(_)), "{trouble:?}");
    let early = engine.events().recv_timeout(Duration::from_millis(100));
    assert!(early.is_err(), "{early:?}");
    engine.ponderhit();
    let done = engine.events().recv().unwrap();
    let best = matches!(done, Event::Done(Done::Search { best: Some(_), .. }));
    assert!(best, "{done:?}");
}
