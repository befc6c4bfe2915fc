//! Reading and writing FEN: the cases of `tests/data/fen`, random positions, and random texts.

mod common;

use proptest::prelude::*;
use serde_json::Value;
use vezer::position::{CastlingNotation, Position};

fn cases() -> Vec<Value> {
    let text = include_str!("data/fen/fen_edge.json");
    let file: Value = serde_json::from_str(text).expect("valid JSON");
    file["cases"].as_array().expect("a list of cases").clone()
}

#[test]
fn cases_are_accepted_or_rejected() {
    let cases = cases();
    assert_eq!(cases.len(), 62);
    for case in &cases {
        let id = case["id"].as_str().unwrap();
        let fen = case["fen"].as_str().unwrap();
        let read = Position::from_fen(fen);
        match (case["expected"].as_str().unwrap(), &read) {
            ("accept", Ok(position)) => {
                assert_eq!(position.fen(), case["normalized"], "{id}");
                assert_eq!(position.legal_moves().len(), case["legal_moves"], "{id}");
            }
            ("reject", Err(_)) => {}
            ("either", Ok(position)) => {
                let again = Position::from_fen(&position.fen()).unwrap();
                assert_eq!(again.fen(), position.fen(), "{id}");
            }
            ("either", Err(_)) => {}
            (expected, _) => panic!("{id} {fen:?}: {expected}, got {:?}", read.map(|p| p.fen())),
        }
    }
}

#[test]
fn errors_name_the_fault() {
    let words = [
        ("F020", "empty"),
        ("F021", "1 rank instead of 8"),
        ("F022", "7 ranks"),
        ("F023", "rank 7 has 7 squares"),
        ("F024", "'9'"),
        ("F026", "'x'"),
        ("F027", "1 rank instead of 8"),
        ("F028", "side to move is \"x\""),
        ("F029", "side to move is \"-\""),
        ("F031", "'x' is no castling right"),
        ("F032", "\"e9\" is no en passant square"),
        ("F033", "\"ee\" is no en passant square"),
        ("F034", "half-move clock \"x\""),
        ("F035", "half-move clock \"-1\""),
        ("F037", "half-move clock \"1.5\""),
        ("F039", "'р'"),
        ("F040", "'♜'"),
        ("F041", "instead of 8"),
        ("F042", "'\"'"),
        ("F043", "White has no king; Black has no king"),
        ("F044", "Black has no king"),
        ("F045", "White has 2 kings"),
        ("F046", "kings stand next to each other"),
        ("F047", "Black is in check, but it is White's move"),
        ("F048", "a pawn on a1"),
        ("F049", "a pawn on a8"),
        ("F050", "9 pawns"),
        ("F051", "17 pieces"),
        ("F052", "promoted"),
        ("F053", "castling right Q"),
        ("F055", "castling right K"),
        ("F056", "en passant square e4"),
        ("F057", "en passant square e6"),
        ("F058", "en passant square e6"),
    ];
    let cases = cases();
    for (id, word) in words {
        let case = cases.iter().find(|case| case["id"] == id).unwrap();
        let fen = case["fen"].as_str().unwrap();
        let error = Position::from_fen(fen).expect_err(id).to_string();
        assert!(error.contains(word), "{id} {fen}: {error}");
    }
}

#[test]
fn all_faults_are_listed() {
    let error = Position::from_fen("P7/8/8/8/8/8/8/K3K3 b Q e6 0 1")
        .err()
        .unwrap();
    let text = error.to_string();
    for word in [
        "White has 2 kings",
        "Black has no king",
        "a pawn on a8",
        "castling right Q",
    ] {
        assert!(text.contains(word), "{text}");
    }
}

#[test]
fn random_positions_round_trip_in_both_castling_notations() {
    let mut positions = 0;
    common::playouts(40, 120, 1, |position| {
        for notation in [CastlingNotation::Standard, CastlingNotation::Shredder] {
            let fen = position.fen_as(notation);
            let again = Position::from_fen(&fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
            assert_eq!(again.board(), position.board(), "{fen}");
            assert_eq!(again.key(), position.key(), "{fen}");
            assert_eq!(again.halfmove_clock(), position.halfmove_clock(), "{fen}");
            assert_eq!(again.fullmove_number(), position.fullmove_number(), "{fen}");
            assert_eq!(again.fen_as(notation), fen);
        }
        positions += 1;
    });
    assert!(positions > 8000, "{positions}");
}

/// Whatever is accepted must be a position on which everything works.
fn read_without_panic(text: &str) {
    if let Ok(position) = Position::from_fen(text) {
        let fen = position.fen();
        let again = Position::from_fen(&fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        assert_eq!(again.fen(), fen);
        for mv in position.legal_moves() {
            let next = position.play(mv);
            assert_eq!(next.legal_moves().len(), next.count_moves());
        }
    }
}

/// A valid FEN with some letters replaced, inserted or taken out.
fn mutated() -> impl Strategy<Value = String> {
    const FENS: [&str; 4] = [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3",
        "4k3/8/8/8/8/8/8/RR1K1RR1 w FB - 12 34",
        "8/8/8/8/k2Pp2R/8/8/3K4 b - d3 0 1",
    ];
    let letter = prop_oneof![
        4 => "[pnbrqkPNBRQK1-8/]",
        1 => "[ a-hA-H0-9-]",
        1 => any::<char>().prop_map(String::from),
    ];
    let edit = (0..90usize, 0..3, letter);
    let edits = proptest::collection::vec(edit, 1..5);
    (proptest::sample::select(&FENS[..]), edits).prop_map(|(fen, edits)| {
        let mut letters: Vec<char> = fen.chars().collect();
        for (place, kind, letter) in edits {
            let place = place % letters.len();
            match kind {
                0 => letters.splice(place..=place, letter.chars()).for_each(drop),
                1 => letters.splice(place..place, letter.chars()).for_each(drop),
                _ => _ = letters.remove(place),
            }
        }
        letters.into_iter().collect()
    })
}

/// A placement of random pieces with one king on each side, and random other fields.
fn scattered() -> impl Strategy<Value = String> {
    let pieces = proptest::collection::vec((0..64usize, "[pnbrqPNBRQ]"), 0..20);
    let fields = ("[wb]", "-|K|Q|k|q|KQkq|[A-H][a-h]", "-|[a-h][36]");
    (pieces, 0..64usize, 0..64usize, fields).prop_map(|(pieces, white, black, fields)| {
        let mut board = vec!["1".to_owned(); 64];
        for (square, piece) in pieces {
            board[square] = piece;
        }
        board[white] = "K".to_owned();
        board[black] = "k".to_owned();
        let ranks: Vec<String> = board.chunks(8).map(|rank| rank.concat()).collect();
        let (side, castling, passed) = fields;
        format!("{} {side} {castling} {passed} 0 1", ranks.join("/"))
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(4000) })]

    #[test]
    fn no_mutation_of_a_fen_panics(fen in mutated()) {
        read_without_panic(&fen);
    }

    #[test]
    fn no_random_placement_panics(fen in scattered()) {
        read_without_panic(&fen);
    }

    #[test]
    fn no_text_panics(text in "\\PC{0,40}|[ -~]{0,80}") {
        read_without_panic(&text);
    }
}
