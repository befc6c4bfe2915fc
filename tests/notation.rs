//! Moves, positions and games as text, against the data in `tests/data`.

mod common;

use serde_json::Value;
use std::fs;
use std::io::BufReader;
use std::path::PathBuf;
use vezer::notation::epd::{self, Epd};
use vezer::notation::pgn::{GameResult, Games, PgnFault, PgnGame, PgnMove};
use vezer::notation::san::{self, SanError};
use vezer::notation::{polyglot, uci};
use vezer::position::Position;
use vezer::types::Move;

fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("valid JSON")
}

fn list(value: &Value) -> &Vec<Value> {
    value.as_array().expect("a list")
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}

fn position(fen: &str) -> Position {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
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

fn games(pgn: &[u8]) -> Vec<PgnGame> {
    Games::new(pgn).map(|game| game.expect("a game")).collect()
}

fn uci_moves(game: &PgnGame) -> Vec<String> {
    let castling_by_rook = game.chess960;
    game.moves
        .iter()
        .map(|played| uci::format_move(played.mv, castling_by_rook))
        .collect()
}

fn strings(value: &Value) -> Vec<&str> {
    list(value).iter().map(text).collect()
}

#[test]
fn historic_games() {
    let file = json(include_str!("data/san_pgn/games.json"));
    let games = games(include_bytes!("data/san_pgn/games.pgn"));
    assert_eq!(games.len(), list(&file["games"]).len());
    for (game, wanted) in games.iter().zip(list(&file["games"])) {
        assert_eq!(game.tag("Event"), wanted["event"].as_str());
        assert_eq!(game.tag("White"), wanted["white"].as_str());
        assert_eq!(game.result.mark(), wanted["result"]);
        assert_eq!(game.chess960, wanted["chess960"] == true);
        assert_eq!(uci_moves(game), strings(&wanted["uci"]));
        let last = game.last_position();
        assert_eq!(last.fen(), text(&wanted["final_fen"]));
        let over = !last.has_legal_move();
        assert_eq!(over && last.in_check(), wanted["is_checkmate"] == true);
        assert_eq!(over && !last.in_check(), wanted["is_stalemate"] == true);
    }
}

#[test]
fn torture() {
    let file = json(include_str!("data/san_pgn/torture_lf.json"));
    let lf = include_str!("data/san_pgn/torture_lf.pgn");
    for pgn in [
        lf.to_owned(),
        lf.replace('\n', "\r\n"),
        format!("\u{feff}{lf}"),
    ] {
        let games = games(pgn.as_bytes());
        assert_eq!(games.len(), list(&file["games"]).len());
        for (game, wanted) in games.iter().zip(list(&file["games"])) {
            // The expected value still has the backslashes of the file.
            let event = text(&wanted["event"]).replace("\\\"", "\"");
            assert_eq!(game.tag("Event"), Some(event.as_str()));
            assert_eq!(game.result.mark(), wanted["headers_result"]);
            assert_eq!(uci_moves(game), strings(&wanted["uci"]));
            assert_eq!(game.last_position().fen(), text(&wanted["final_fen"]));
        }
        let first = &games[0];
        assert_eq!(first.tag("Black"), Some("\\backslash"));
        assert_eq!(first.comment, "Comment before the first move");
        assert_eq!(first.moves[0].glyphs, [1]);
        assert!(first.moves[0].comment.starts_with("brace [%clk 0:01:00]"));
        assert_eq!(first.moves[2].glyphs, [5]);
    }
}

/// Compares what both games say; comments up to white space.
fn assert_same(left: &PgnGame, right: &PgnGame) {
    let words = |text: &str| {
        text.split_whitespace()
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    let facts = |game: &PgnGame| {
        (
            game.start.fen(),
            game.chess960,
            game.result,
            words(&game.comment),
        )
    };
    assert_eq!(facts(left), facts(right));
    assert_eq!(left.moves.len(), right.moves.len());
    for (left, right) in left.moves.iter().zip(&right.moves) {
        assert_eq!((left.mv, &left.glyphs), (right.mv, &right.glyphs));
        assert_eq!(words(&left.comment), words(&right.comment));
    }
    for (name, value) in &left.tags {
        assert_eq!(right.tag(name), Some(value.as_str()));
    }
}

#[test]
fn written_games_can_be_read_again() {
    let files: [&[u8]; 2] = [
        include_bytes!("data/san_pgn/games.pgn"),
        include_bytes!("data/san_pgn/torture_lf.pgn"),
    ];
    for file in files {
        let originals = games(file);
        let written: String = originals.iter().map(PgnGame::to_string).collect();
        assert!(
            written.lines().all(|line| line.chars().count() < 80),
            "{written}"
        );
        let again = games(written.as_bytes());
        assert_eq!(again.len(), originals.len());
        for (original, again) in originals.iter().zip(&again) {
            assert_same(original, again);
        }
    }
}

#[test]
fn export_format() {
    let fen = "r3k2r/8/8/8/8/8/6p1/R3K2R b KQkq - 3 17";
    let mut game = PgnGame::new(position(fen), false);
    game.tags
        .push(("Annotator".to_owned(), "A \"B\"\\C\n".to_owned()));
    game.tags.push(("White".to_owned(), "Vezér".to_owned()));
    game.result = GameResult::BlackWins;
    game.comment = "so } far".to_owned();
    let mut current = game.start;
    for (text, comment) in [("gxh1=Q+", "check"), ("Kd2", "only"), ("O-O-O+", "")] {
        let mv: Move = san::parse_move(&current, text).unwrap();
        current = current.play(mv);
        game.moves.push(PgnMove {
            comment: comment.to_owned(),
            ..mv.into()
        });
    }
    game.moves[2].glyphs.push(3);
    let wanted = r#"[Event "?"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "Vezér"]
[Black "?"]
[Result "0-1"]
[Annotator "A \"B\"\\C "]
[SetUp "1"]
[FEN "r3k2r/8/8/8/8/8/6p1/R3K2R b KQkq - 3 17"]

{so ) far} 17... gxh1=Q+ {check} 18. Kd2 {only} 18... O-O-O+ $3 0-1

"#;
    assert_eq!(game.to_string(), wanted);
}

#[test]
fn a_broken_game_does_not_stop_the_reading() {
    let pgn = br#"[Event "good"]

1. e4 e5 1-0

[Event "illegal move"]

1. e4 e5 2. Ke3 Nc6 {comment
[not a tag]
} 3. d4 *

[Event "bad position"]
[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]

1. e4 *

[Event "other rules"]
[Variant "Atomic"]

1. e4 *

[Event "ambiguous"]

1. Nf3 d5 2. d4 c5 3. Nd2 *

[Event "null move"]

1. e4 -- 2. d4 *

[Event "good again"]
[Variant "Fischerandom"]
[FEN "4k3/8/8/8/8/8/8/5K1R w H - 0 1"]

1. O-O+ Kd7 1/2-1/2
"#;
    let read: Vec<_> = Games::new(&pgn[..]).collect();
    let messages: Vec<String> = read
        .iter()
        .map(|game| match game {
            Ok(game) => game.tag("Event").unwrap_or_default().to_owned(),
            Err(error) => error.to_string(),
        })
        .collect();
    assert_eq!(
        messages,
        [
            "good",
            "game 2: move 2. Ke3 is not legal",
            "game 3: tag FEN: impossible position: White has no king; Black has no king",
            "game 4: variant \"Atomic\" is not known",
            "game 5: move 3. Nd2 is ambiguous: Nbd2 or Nfd2",
            "game 6: move 1... -- is not legal",
            "good again",
        ]
    );
    assert!(matches!(read[1], Err(ref error) if matches!(error.fault, PgnFault::Move { .. })));
    assert_eq!(uci_moves(read[6].as_ref().unwrap()), ["f1h1", "e8d7"]);
}

#[test]
fn unfinished_texts_do_not_hang() {
    for pgn in [
        "",
        "\n\n",
        "[",
        "[Event \"x",
        "[Event \"x\"]",
        "1. e4 {",
        "1. e4 (",
        "1.",
        "]",
        "%",
        ";",
    ] {
        assert!(Games::new(pgn.as_bytes()).count() <= 2, "{pgn}");
    }
}
