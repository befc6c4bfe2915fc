//! Moves and positions as text, against the data in `tests/data`.

mod common;

use common::json::{json, list, position, text};
use proptest::prelude::*;
use serde_json::Value;
use std::fs;
use std::io::BufReader;
use std::path::PathBuf;
use vezer::notation::epd::{self, Epd};
use vezer::notation::san::{self, SanError};
use vezer::notation::{polyglot, uci};
use vezer::position::Position;

#[test]
fn lines_have_numbers_of_moves() {
    let start = Position::startpos();
    let moves = ["e2e4", "e7e5", "g1f3"];
    let mut before = start;
    let moves = moves.map(|text| {
        let mv = uci::parse_move(&before, text).unwrap();
        before = before.play(mv);
        mv
    });
    assert_eq!(san::format_line(&start, &moves), "1. e4 e5 2. Nf3");
    let second = start.play(moves[0]);
    assert_eq!(san::format_line(&second, &moves[1..]), "1... e5 2. Nf3");
    assert_eq!(san::format_line(&start, &[]), "");
}

#[test]
fn canonical_san_in_and_out() {
    let file = json(include_str!("data/san_pgn/san.json"));
    for case in list(&file["san"]) {
        let (uci, san) = (text(&case["uci"]), text(&case["san"]));
        let position = position(text(&case["fen"]));
        let chess960 = case["chess960"] == true;
        let mv = uci::parse_move(&position, uci).unwrap();
        assert_eq!(san::format_move(&position, mv), san);
        assert_eq!(san::parse_canonical(&position, san), Ok(mv), "{san}");
        assert_eq!(uci::format_move(mv, chess960), uci);
        assert_eq!(position.play(mv).fen(), text(&case["fen_after"]), "{san}");
    }
}

#[test]
fn lenient_san_and_its_errors() {
    let file = json(include_str!("data/san_pgn/san.json"));
    for case in list(&file["parse"]) {
        let (fen, input) = (text(&case["fen"]), text(&case["input"]));
        let position = position(fen);
        let read = san::parse_move(&position, input);
        if case["ok"] == true {
            let mv = read.unwrap_or_else(|error| panic!("{fen} {input}: {error}"));
            assert_eq!(uci::format_move(mv, false), text(&case["uci"]), "{input}");
            let canonical = san::parse_canonical(&position, input).is_ok();
            assert_eq!(canonical, case["canonical"] == true, "{input}");
        } else {
            let kind = match read {
                Err(SanError::Syntax(_)) => "syntax",
                Err(SanError::Illegal(_)) => "illegal",
                Err(SanError::Ambiguous { .. }) => "ambiguous",
                other => panic!("{fen} {input}: {other:?}"),
            };
            assert_eq!(kind, text(&case["error"]), "{fen} {input}");
        }
    }
}

#[test]
fn uci_castling_in_both_forms() {
    let cases = [
        // Standard chess: the king's two steps, or the king takes the rook.
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", "e1h1"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1c1", "e1a1"),
        ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8g8", "e8h8"),
        ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8c8", "e8a8"),
        // Next to its goal the king's step is a step, the rook's square castles.
        ("4k3/8/8/8/8/8/8/5K1R w H - 0 1", "f1g1", "f1g1"),
        ("4k3/8/8/8/8/8/8/5K1R w H - 0 1", "f1h1", "f1h1"),
        ("4k3/8/8/8/8/8/8/RK6 w A - 0 1", "b1c1", "b1c1"),
        ("4k3/8/8/8/8/8/8/RK6 w A - 0 1", "b1a1", "b1a1"),
        // The king takes the rook that stands on its goal, or on a square further in.
        ("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1", "f1g1"),
        ("4k3/8/8/8/8/8/8/2R1K3 w C - 0 1", "e1c1", "e1c1"),
        ("4k3/8/8/8/8/8/8/3RK3 w D - 0 1", "e1c1", "e1d1"),
        ("4k3/8/8/8/8/8/8/1K5R w H - 0 1", "b1g1", "b1h1"),
        // A king that stands on its goal already.
        ("4k3/8/8/8/8/8/8/6KR w H - 0 1", "g1h1", "g1h1"),
        // Double Chess960: each side from its own squares.
        ("1rk4r/8/8/8/8/8/8/R4K1R b HAhb - 0 1", "c8b8", "c8b8"),
        ("1rk4r/8/8/8/8/8/8/R4K1R b HAhb - 0 1", "c8g8", "c8h8"),
        ("1rk4r/8/8/8/8/8/8/R4K1R w HAhb - 0 1", "f1c1", "f1a1"),
    ];
    for (fen, input, wanted) in cases {
        let mv = uci::parse_move(&position(fen), input).expect(input);
        assert_eq!(uci::format_move(mv, true), wanted, "{fen} {input}");
        assert_eq!(
            mv.is_castle(),
            position(fen).castling_rights().rooks().has(mv.to())
        );
    }
}

#[test]
fn uci_promotions_and_faults() {
    let promoting = position("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1");
    for (input, wanted) in [("a7a8q", "a7a8q"), ("a7a8N", "a7a8n"), ("a7b8R", "a7b8r")] {
        let mv = uci::parse_move(&promoting, input).expect(input);
        assert_eq!(uci::format_move(mv, false), wanted);
    }
    for input in ["a7a8", "a7a8q", "e1e2q", "a7c8q", "e2e4", "e1c1"] {
        let error = uci::parse_move(&position("4k3/8/8/8/8/8/8/4K3 w - - 0 1"), input);
        assert_eq!(error, Err(uci::UciMoveError::Illegal(input.to_owned())));
    }
    for input in [
        "", "e2", "e2e", "e2e9", "i2e4", "a7a8k", "a7a8p", "0000", "e2e4qq", "é2e4", "E2E4",
    ] {
        let error = uci::parse_move(&promoting, input);
        assert_eq!(error, Err(uci::UciMoveError::Syntax(input.to_owned())));
    }
}

/// Every legal move of random positions, written and read again in every notation.
#[test]
fn moves_of_random_games_round_trip() {
    common::playouts(15, 100, 2, |position| {
        for mv in position.legal_moves() {
            let uci = uci::format_move(mv, true);
            assert_eq!(
                uci::parse_move(position, &uci),
                Ok(mv),
                "{}",
                position.fen()
            );
            let san = san::format_move(position, mv);
            assert_eq!(
                san::parse_canonical(position, &san),
                Ok(mv),
                "{}",
                position.fen()
            );
        }
    });
}

#[test]
fn polyglot_keys() {
    let file = json(include_str!("data/polyglot/keys.json"));
    let keys = list(&file["keys"]);
    assert_eq!(keys.len(), 52);
    for case in keys {
        let fen = text(&case["fen"]);
        let passed = fen.split(' ').nth(3).and_then(|field| field.parse().ok());
        let key = polyglot::key(&position(fen), passed);
        assert_eq!(format!("{key:016x}"), text(&case["key"]), "{fen}");
    }
}

#[test]
fn polyglot_books() {
    let path = PathBuf::from("tests/data/polyglot/probes.bin");
    let book = polyglot::Book::load(&path).expect("a book");
    let file = json(include_str!("data/polyglot/probes.json"));
    let mut castlings = 0;
    for probe in list(&file["probes"]) {
        let fen = text(&probe["fen"]);
        let found = book.moves(&position(fen), None);
        let mut found: Vec<(String, u64)> = found
            .iter()
            .map(|found| (uci::format_move(found.mv, false), found.weight.into()))
            .collect();
        let entry = |entry: &Value| (text(&entry["uci"]).to_owned(), entry["weight"].as_u64());
        let entries = list(&probe["entries"]).iter().map(entry);
        let mut expected: Vec<(String, u64)> = entries
            .map(|(mv, weight)| (mv, weight.expect("a number")))
            .collect();
        assert!(
            found.is_sorted_by(|first, second| first.1 >= second.1),
            "{fen}"
        );
        found.sort();
        expected.sort();
        assert_eq!(found, expected, "{fen}");
        let castles = |entry: &&Value| entry["castling"] == true;
        castlings += list(&probe["entries"]).iter().filter(castles).count();
    }
    assert!(castlings > 0, "the data have moves with two spellings");
}

/// The EPD files shipped here, or all in the folder that `VEZER_EPD_FOLDER` names.
fn epd_files() -> Vec<PathBuf> {
    let folder = std::env::var("VEZER_EPD_FOLDER");
    let folder = folder.unwrap_or_else(|_| "tests/data/epd".to_owned());
    let entries = fs::read_dir(folder).expect("a folder of EPD files");
    let files = entries.map(|entry| entry.expect("an entry").path());
    files
        .filter(|path| path.extension().is_some_and(|name| name == "epd"))
        .collect()
}

fn epd_positions(path: &PathBuf) -> Vec<Epd> {
    let file = BufReader::new(fs::File::open(path).expect("a readable file"));
    epd::read(file)
        .map(|epd| epd.unwrap_or_else(|error| panic!("{}: {error}", path.display())))
        .collect()
}

#[test]
fn every_line_of_the_suites_is_epd() {
    let mut positions = 0;
    for path in epd_files() {
        for epd in epd_positions(&path) {
            for opcode in ["bm", "am"] {
                if let Err(error) = epd.moves(opcode) {
                    panic!("{epd}: {error}");
                }
            }
            let mate = epd.number("dm").expect("a number of moves");
            assert!(mate.is_none_or(|moves| moves > 0), "{epd}");
            let again: Epd = epd
                .to_string()
                .parse()
                .expect("what was written can be read");
            assert_eq!(again.to_string(), epd.to_string());
            assert_eq!(again.operations, epd.operations);
            positions += 1;
        }
    }
    assert!(positions >= 90, "{positions}");
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(3000) })]

    #[test]
    fn no_text_panics_as_a_move(text in "[KQRBNPOo0a-hx1-8=+#!?:.()/ -]{0,9}|\\PC{0,9}") {
        for fen in [Position::STARTPOS_FEN, "1n2k3/P3r3/8/8/8/8/8/R3K2R w KQ - 0 1"] {
            let position = position(fen);
            if let Ok(mv) = san::parse_move(&position, &text) {
                prop_assert!(position.is_legal(mv));
            }
            let _ = uci::parse_move(&position, &text);
        }
    }

    #[test]
    fn no_text_panics_as_epd(operations in "[a-z0-9 ;\"\\\\]{0,40}|\\PC{0,40}") {
        let line = format!("4k3/8/8/8/8/8/8/4K3 w - - {operations}");
        if let Ok(epd) = line.parse::<Epd>() {
            let again: Epd = epd.to_string().parse().expect("what was written can be read");
            prop_assert_eq!(again.operations, epd.operations);
        }
    }
}
