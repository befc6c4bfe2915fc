use crate::process::{complaint, json, stdout, vezer, with_input};
use std::fs;

const TWO_GAMES: &str = r#"[Event "Short"]
[White "Fool"]
[Black "Scholar"]
[Result "0-1"]

1. f3 {[%clk 0:05:00] [%eval 3.0] bold} e5 2. g4?? Qh4# 0-1

[Event "Also short"]
[White "One"]
[Black "Two"]
[Result "1/2-1/2"]

1. e4 e5 1/2-1/2
"#;

#[test]
fn a_game_is_annotated_summed_up_and_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (games, out, svg) = (at("games.pgn"), at("out.pgn"), at("curve.svg"));
    fs::write(&games, TWO_GAMES).unwrap();
    let options = ["--nodes", "3000", "--out", &out, "--svg", &svg];
    let text = stdout(&[&["analyse", &games][..], &options].concat());
    assert!(
        text.starts_with("1. Fool – Scholar, 0-1, Short\n"),
        "{text}"
    );
    assert!(text.contains("\n   2. g4??  "), "{text}");
    assert!(
        text.contains("\n2. One – Two, 1/2-1/2, Also short\n"),
        "{text}"
    );
    assert!(
        text.contains("Accuracy: the mean over all moves of"),
        "{text}"
    );

    let annotated = fs::read_to_string(&out).unwrap();
    let moves = annotated.replace('\n', " ");
    assert!(moves.contains("[%clk 0:05:00] bold"), "{annotated}");
    assert!(
        !moves.contains("[%eval 3.0]"),
        "the old evaluation is replaced: {annotated}"
    );
    assert!(
        moves.contains("2. g4 $4 {[%eval #-1] Blunder, "),
        "{annotated}"
    );
    for number in [1, 2] {
        let curve = fs::read_to_string(at(&format!("curve-{number}.svg"))).unwrap();
        assert!(curve.starts_with("<svg ") && curve.contains("expected points"));
    }

    // What was written is a game with the same moves, which can be analysed again.
    let again = json(&["analyse", &out, "--nodes", "1000", "--game", "1", "--json"]);
    let game = &again["games"][0];
    let moves = game["moves"].as_array().unwrap().iter();
    let moves: Vec<&str> = moves.map(|it| it["san"].as_str().unwrap()).collect();
    assert_eq!(moves, ["f3", "e5", "g4", "Qh4#"]);
    assert_eq!(again["games"].as_array().unwrap().len(), 1);
}

#[test]
fn json_has_all_of_it_and_jobs_do_not_matter() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.pgn");
    fs::write(&path, TWO_GAMES).unwrap();
    let analysis = |jobs| {
        let path = path.to_str().unwrap();
        let mut value = json(&[
            "analyse", path, "--nodes", "3000", "--lines", "2", "--jobs", jobs, "--json",
        ]);
        for game in value["games"].as_array_mut().unwrap() {
            for played in game["moves"].as_array_mut().unwrap() {
                for line in played["lines"].as_array_mut().unwrap() {
                    line.as_object_mut().unwrap().remove("milliseconds");
                }
            }
        }
        value
    };
    let one = analysis("1");
    assert_eq!(one, analysis("3"));
    let game = &one["games"][0];
    assert_eq!(
        (&game["result"], &game["tags"]["White"]),
        (&"0-1".into(), &"Fool".into())
    );
    assert_eq!(game["white"]["blunders"], 1);
    assert_eq!(game["black"]["blunders"], 0);
    assert!(game["white"]["accuracy"].as_f64() < game["black"]["accuracy"].as_f64());
    let blunder = &game["moves"][2];
    assert_eq!(
        (&blunder["fault"], &blunder["number"]),
        (&"blunder".into(), &2.into())
    );
    assert_eq!(blunder["evaluation"]["mate"], -1);
    assert_eq!(blunder["lines"].as_array().unwrap().len(), 2);
    assert_eq!(game["moves"][3]["evaluation"]["white_expects"], 0.0);
    assert_eq!(one["games"][1]["moves"].as_array().unwrap().len(), 2);
}

#[test]
fn games_come_from_standard_input_and_go_to_standard_output() {
    let output = with_input(&["analyse", "-", "--depth", "3", "--out", "-"], TWO_GAMES);
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.starts_with("[Event \"Short\"]\n"), "{text}");
    assert!(text.trim_end().ends_with("1/2-1/2"), "{text}");
    assert!(!text.contains("Accuracy"), "{text}");
}

#[test]
fn a_position_has_its_best_lines() {
    let mate = "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1";
    let text = stdout(&["analyse", mate, "--depth", "4", "--lines", "2"]);
    assert!(
        text.contains("\n 1.      #1  White 100 %  depth "),
        "{text}"
    );
    assert!(text.contains("  1. Ra8#\n 2. "), "{text}");
    let found = json(&["analyse", mate, "--nodes", "500", "--json"]);
    assert_eq!(
        (&found["best"], &found["lines"][0]["san"]),
        (&"a1a8".into(), &"1. Ra8#".into())
    );
    let words = [
        "analyse",
        "--nodes",
        "500",
        "--json",
        "6k1/5ppp/8/8/8/8/8/R6K",
        "w",
        "-",
        "-",
        "0",
        "1",
    ];
    assert_eq!(json(&words)["best"], "a1a8", "words need no quotes");
    let chess960 = json(&[
        "analyse",
        "1r2k3/8/8/8/8/8/8/1R2K3 w B - 0 1",
        "--nodes",
        "500",
        "--json",
    ]);
    assert_eq!(chess960["fen"], "1r2k3/8/8/8/8/8/8/1R2K3 w Q - 0 1");
}

#[test]
fn what_cannot_be_analysed_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.pgn");
    let path = path.to_str().unwrap();
    fs::write(path, TWO_GAMES).unwrap();
    assert!(complaint(&["analyse", path, "--game", "3"]).contains("there is no game 3"));
    fs::write(path, "1. e4 e5 2. Ke3 *\n").unwrap();
    assert!(complaint(&["analyse", path]).contains("game 1: move 2. Ke3"));
    fs::write(path, "").unwrap();
    assert!(complaint(&["analyse", path]).contains("no game in it"));
    assert!(complaint(&["analyse", "/nowhere.pgn"]).contains("/nowhere.pgn"));
    assert!(complaint(&["analyse", "8/8/8/8/8/8/8/8 w - - 0 1"]).contains("no king"));
    assert!(complaint(&["analyse", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"]).contains("is over"));
    assert!(
        complaint(&["analyse", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "--game", "1"])
            .contains("--game")
    );
    assert_eq!(vezer(&["analyse"]).status.code(), Some(2));
}
