use crate::process::{complaint, json, stdout};
use std::fs;

#[test]
fn the_board_and_what_is_true_of_it() {
    let text = stdout(&["show"]);
    assert!(text.starts_with("8 r n b q k b n r\n"), "{text}");
    assert!(text.contains("\nFEN: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"));
    assert!(
        text.ends_with("\nWhite to move, 20 legal moves\n"),
        "{text}"
    );
    let words = [
        "show",
        "--black",
        "4k3/8/8/8/8/8/4P3/4K3",
        "w",
        "-",
        "-",
        "0",
        "1",
    ];
    assert!(
        stdout(&words).starts_with("1 . . . K . . . .\n2 . . . P"),
        "words need no quotes"
    );
    let mate = ["show", "--moves", "f3", "e7e5", "g4", "Qh4"];
    assert!(stdout(&mate).ends_with("\n0-1, checkmate\n"));
    let check = stdout(&["show", "4k3/8/8/8/8/8/8/K3R3 b - - 0 1"]);
    assert!(
        check.ends_with("\nBlack to move, in check, 4 legal moves\n"),
        "{check}"
    );
}

#[test]
fn a_picture_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("board.svg");
    stdout(&["show", "--moves", "e4", "--svg", path.to_str().unwrap()]);
    let text = fs::read_to_string(path).unwrap();
    assert!(
        text.starts_with("<svg ") && text.trim_end().ends_with("</svg>"),
        "{text}"
    );
    assert_eq!(text.matches("translate(").count(), 32);
}

#[test]
fn show_and_eval_for_programs() {
    let shown = json(&["show", "--json", "--moves", "e4"]);
    assert_eq!(shown["legal_moves"], 20);
    assert_eq!(
        (&shown["side_to_move"], &shown["in_check"]),
        (&"b".into(), &false.into())
    );
    assert!(shown["outcome"].is_null());
    let valued = json(&["eval", "--json", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]);
    let pieces = valued["pieces"].as_object().unwrap();
    assert_eq!(pieces.keys().collect::<Vec<_>>(), ["e2"]);
    assert!(pieces["e2"].as_i64().unwrap() > 0);
}

#[test]
fn eval_is_the_same_as_in_a_conversation() {
    let fen = "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R w KQkq - 6 5";
    let spoken = stdout(&[&format!("position fen {fen}"), "eval"]);
    assert_eq!(stdout(&["eval", fen]), spoken);
    assert!(spoken.contains("Evaluation: "));
}

#[test]
fn what_is_no_position_is_named() {
    assert!(complaint(&["show", "8/8"]).starts_with("vezer: FEN: "));
    assert!(complaint(&["show", "--moves", "e5"]).contains("move 1 of the list"));
    let check = complaint(&["eval", "4k3/8/8/8/8/8/8/K3R3 b - - 0 1"]);
    assert!(check.contains("Black is in check"), "{check}");
    assert!(complaint(&["eval", "--eval", "/nowhere.vznn"]).contains("/nowhere.vznn"));
}
