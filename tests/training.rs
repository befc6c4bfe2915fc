//! From games to a network by the commands `vezer data` and `vezer train`.

mod common;

use std::path::Path;
use std::process::{Command, Output};
use vezer::evaluation::network::NetworkFile;
use vezer::position::Position;
use vezer::records::{GameReader, GameRecord, GameResult, GameWriter, Manifest, PositionReader};
use vezer::types::Color;

const GAMES: usize = 60;

/// Runs the program in a folder.
fn vezer(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_vezer"))
        .args(arguments)
        .current_dir(folder)
        .output()
        .expect("the program runs")
}

/// What is printed if all goes well.
fn stdout(folder: &Path, arguments: &[&str]) -> String {
    let output = vezer(folder, arguments);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {errors}");
    String::from_utf8(output.stdout).expect("text")
}

/// The message with this exit code.
fn complaint(folder: &Path, arguments: &[&str], code: i32) -> String {
    let output = vezer(folder, arguments);
    assert_eq!(output.status.code(), Some(code), "{arguments:?}");
    String::from_utf8(output.stderr).expect("text")
}

/// Random games in which the scores are random too.
fn write_games(path: &Path) {
    let mut writer = GameWriter::create(path).unwrap();
    for seed in 0..GAMES {
        let mut random = common::seeded(seed as u64);
        let mut position = Position::startpos();
        let mut game = GameRecord::new(&position);
        for _ in 0..100 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let mv = moves[common::below(&mut random, moves.len())];
            game.push(mv, common::below(&mut random, 400) as i32 - 200);
            position = position.play(mv);
        }
        let mated = !position.has_legal_move() && position.in_check();
        let winner = mated.then(|| !position.side_to_move());
        game.set_result(GameResult::of_winner(winner));
        writer.write(&game).unwrap();
    }
    writer.sync().unwrap();
}

fn games(path: &Path) -> Vec<GameRecord> {
    GameReader::open(path)
        .unwrap()
        .map(Result::unwrap)
        .collect()
}

#[test]
fn games_are_inspected_and_rearranged() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    write_games(&folder.join("games.vf"));
    let all = games(&folder.join("games.vf"));
    assert!(stdout(folder, &["data", "verify", "games.vf"]).starts_with("60 games with "));
    assert!(stdout(folder, &["data", "inspect", "games.vf"]).starts_with("60 games, "));

    stdout(
        folder,
        &["data", "shuffle", "games.vf", "mixed.vf", "--seed", "9"],
    );
    let mixed = games(&folder.join("mixed.vf"));
    assert!(mixed != all && all.iter().all(|game| mixed.contains(game)));
    stdout(
        folder,
        &["data", "shuffle", "games.vf", "again.vf", "--seed", "9"],
    );
    assert!(games(&folder.join("again.vf")) == mixed);

    stdout(
        folder,
        &[
            "data", "split", "games.vf", "most.vf", "rest.vf", "--share", "0.3",
        ],
    );
    let rest = games(&folder.join("rest.vf")).len();
    assert!((6..30).contains(&rest), "{rest}");
    stdout(folder, &["data", "merge", "whole.vf", "most.vf", "rest.vf"]);
    let whole = games(&folder.join("whole.vf"));
    assert!(whole.len() == all.len() && all.iter().all(|game| whole.contains(game)));
    let manifest = Manifest::load_beside(&folder.join("whole.vf"))
        .unwrap()
        .unwrap();
    assert_eq!(manifest.games, GAMES as u64);
    assert_eq!(manifest.sources.len(), 2);
    assert!(manifest.command.contains("data merge whole.vf"));
}

#[test]
fn faults_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    write_games(&folder.join("games.vf"));
    let mut bytes = std::fs::read(folder.join("games.vf")).unwrap();
    bytes[32..34].copy_from_slice(&[0x0c, 0x0c]); // e2e2…: no legal move
    std::fs::write(folder.join("bad.vf"), &bytes).unwrap();
    let output = vezer(folder, &["data", "verify", "bad.vf"]);
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(
        text.starts_with("bad.vf: game 1 at byte 0: half-move 1, "),
        "{text}"
    );
    std::fs::write(folder.join("torn.vf"), &bytes[..bytes.len() - 1]).unwrap();
    let torn = complaint(folder, &["data", "inspect", "torn.vf"], 2);
    assert!(
        torn.contains("torn.vf: the file ends within the record"),
        "{torn}"
    );
    for (arguments, words) in [
        (vec!["inspect", "none.vf"], "none.vf"),
        (vec!["inspect", "games.txt"], "must end in .vf"),
        (
            vec!["merge", "games.vf", "games.vf"],
            "is to be read and written",
        ),
        (vec!["merge", "all.bf", "games.vf"], "cannot be mixed"),
        (vec!["convert", "games.vf", "out.vf"], "must end in .bf"),
    ] {
        let arguments: Vec<&str> = ["data"].into_iter().chain(arguments).collect();
        let message = complaint(folder, &arguments, 2);
        assert!(message.contains(words), "{arguments:?}: {message}");
    }
}

/// Games whose results follow their scores, as those of a real engine do: the higher the score, the
/// more often it wins.
fn write_telling_games(path: &Path) {
    let mut writer = GameWriter::create(path).unwrap();
    for number in 0..600 {
        let mut random = common::seeded(number);
        let score = common::below(&mut random, 1001) as i32 - 500;
        let lot = common::below(&mut random, 1001) as i32 - 500;
        let winner = match score - lot {
            200.. => Some(Color::White),
            ..=-200 => Some(Color::Black),
            _ => None,
        };
        let fen = match number % 3 {
            0 => Position::STARTPOS_FEN,
            1 => "r3k2r/pppp1ppp/8/8/8/8/PPPP1PPP/R3K2R w KQkq - 0 1",
            _ => "4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 1",
        };
        let mut position = Position::from_fen(fen).unwrap();
        let mut game = GameRecord::new(&position);
        for _ in 0..6 {
            let mv = position.legal_moves()[0];
            game.push(mv, score);
            position = position.play(mv);
        }
        game.set_result(GameResult::of_winner(winner));
        writer.write(&game).unwrap();
    }
    writer.sync().unwrap();
}

#[test]
fn chances_are_fitted_to_games() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    write_telling_games(&folder.join("games.vf"));
    let text = stdout(folder, &["data", "wdl", "games.vf"]);
    assert!(text.starts_with("600 games, 3600 positions "), "{text}");
    assert!(
        text.contains("\n    a: [") && text.contains("\n    b: ["),
        "{text}"
    );
    let json = stdout(folder, &["data", "wdl", "--json", "games.vf"]);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let number = |key: &str| json[key].as_f64().unwrap();
    // A score of 200 wins half of the time, by how these games were made.
    assert!((150.0..250.0).contains(&number("told_as_100")), "{json}");
    assert!(
        number("log_loss") < number("log_loss_without_scores"),
        "{json}"
    );
    let message = complaint(folder, &["data", "wdl", "games.txt"], 2);
    assert!(message.contains("must end in .vf"), "{message}");
    let torn = std::fs::read(folder.join("games.vf")).unwrap();
    std::fs::write(folder.join("few.vf"), &torn[..60]).unwrap();
    let message = complaint(folder, &["data", "wdl", "few.vf"], 2);
    assert!(message.contains("positions are too few"), "{message}");
}

#[test]
fn a_network_is_trained_and_training_resumes() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    write_games(&folder.join("games.vf"));
    let counts = stdout(folder, &["data", "count", "games.vf"]);
    let converted = stdout(folder, &["data", "convert", "games.vf", "games.bf"]);
    assert_eq!(counts, converted);
    let positions = PositionReader::open(&folder.join("games.bf"))
        .unwrap()
        .count();
    assert!(
        counts.trim_start().starts_with(&format!("{positions} ")),
        "{counts}"
    );

    let train = |out: &str, extra: &[&str]| {
        let fixed = [
            "train",
            "games.bf",
            "-o",
            out,
            "--neurons",
            "32",
            "--batch",
            "256",
        ];
        let more = [
            "--epochs",
            "2",
            "--held-out",
            "0.1",
            "--description",
            "tiny",
        ];
        let arguments: Vec<&str> = fixed.iter().chain(&more).chain(extra).copied().collect();
        stdout(folder, &arguments)
    };
    let report = train("net.vznn", &["--result", "0.2:0.6"]);
    assert!(
        report.contains("(768 -> 32) x 2 -> 1: 24673 parameters"),
        "{report}"
    );
    let network = NetworkFile::load(&folder.join("net.vznn")).unwrap();
    assert_eq!((network.neurons, network.buckets), (32, 1));
    assert_eq!(network.description, "tiny");
    assert!(folder.join("net.svg").exists() && folder.join("net.vzck").exists());
    // There is nothing left to do, and the network stays as it is.
    let report = train("net.vznn", &["--resume"]);
    assert!(report.contains("going on after step"), "{report}");
    assert_eq!(
        NetworkFile::load(&folder.join("net.vznn")).unwrap(),
        network
    );

    train("next.vznn", &["--start", "net.vznn"]);
    let next = NetworkFile::load(&folder.join("next.vznn")).unwrap();
    assert_ne!(next.transformer_weights, network.transformer_weights);
    let more = "train games.bf -o x.vznn --neurons 32 --buckets 2 --held-out 0.1 --start net.vznn";
    let more: Vec<&str> = more.split(' ').collect();
    let message = complaint(folder, &more, 2);
    assert!(message.contains("has 32 neurons and 1 output"), "{message}");

    let message = complaint(
        folder,
        &["train", "games.bf", "-o", "x.vznn", "--neurons", "33"],
        2,
    );
    assert!(message.contains("33 neurons"), "{message}");
    let message = complaint(folder, &["train", "games.vf", "-o", "x.vznn"], 2);
    assert!(message.contains("games.vf: "), "{message}");
}
