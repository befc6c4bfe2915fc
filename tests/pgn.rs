//! Games in PGN, read and written, against the data in `tests/data`.

mod common;

use common::json::{json, list, position, text};
use proptest::prelude::*;
use serde_json::Value;
use vezer::notation::pgn::{GameResult, Games, PgnFault, PgnGame, PgnMove};
use vezer::notation::{san, uci};
use vezer::types::Move;

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

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(3000) })]

    #[test]
    fn no_text_panics_as_pgn(text in "(\\[|\\]|\\{|\\}|\\(|\\)|;|%|\"|\\\\|\n| |e4|e5|Nf3|O-O|1\\.|1-0|\\*|\\$1|!|FEN|\\PC){0,60}") {
        for game in Games::new(text.as_bytes()).take(100).flatten() {
            let written = game.to_string();
            let again = Games::new(written.as_bytes()).next().expect("a game").expect("a good one");
            prop_assert_eq!(again.moves.len(), game.moves.len(), "{}", written);
            prop_assert_eq!(again.result, game.result);
        }
    }
}
