use super::ranking::Ranked;
use super::*;
use crate::notation::uci::{format_move, parse_move};
use crate::rules::Game;
use crate::types::Move;
use once_cell::sync::Lazy;
use rand::Rng;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::sync::mpsc;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/syzygy")
}

/// All tables of up to four pieces.
static TABLES: Lazy<Tables> = Lazy::new(|| {
    let tables = Tables::open(&[folder()], |fault| panic!("{fault}")).unwrap();
    assert!(tables.faults().is_empty(), "{:?}", tables.faults());
    tables
});

fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap()
}

/// The known positions: FEN, value, distance, and the moves that keep the value.
fn known() -> Vec<(String, i64, i64, Vec<String>)> {
    let text = fs::read_to_string(folder().join("positions.json")).unwrap();
    let all: Value = serde_json::from_str(&text).unwrap();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let read = |entry: &Value| {
        let moves = entry["moves_keeping_wdl"].as_array().unwrap();
        (
            text(&entry["fen"]),
            entry["wdl"].as_i64().unwrap(),
            entry["dtz"].as_i64().unwrap(),
            moves.iter().map(text).collect(),
        )
    };
    all["positions"]
        .as_array()
        .unwrap()
        .iter()
        .map(read)
        .collect()
}

#[test]
fn known_values_and_distances() {
    let known = known();
    assert!(known.len() > 100);
    for (fen, wdl, dtz, _) in known {
        let position = position(&fen);
        assert_eq!(TABLES.wdl(&position).map(i64::from), Some(wdl), "{fen}");
        let found = TABLES.dtz(&position).map(|dtz| i64::from(dtz.plies));
        assert_eq!(found, Some(dtz), "{fen}");
    }
}

/// The moves that are ranked as worth what the position is worth are the known ones.
#[test]
fn moves_that_keep_the_value() {
    for (fen, wdl, _, mut keeping) in known() {
        let game = Game::new(position(&fen));
        let moves = game.position().legal_moves();
        let ranks = TABLES.rank(&game, &moves, true).unwrap().moves;
        let mut found: Vec<String> = (moves.iter().zip(&ranks))
            .filter(|(_, ranked)| i64::from(ranked.wdl) == wdl)
            .map(|(&mv, _)| format_move(mv, false))
            .collect();
        found.sort();
        keeping.sort();
        assert_eq!(found, keeping, "{fen}");
    }
}

/// Random positions of these pieces, White's king first, then Black's.
fn random_positions(pieces: &str, count: usize, seed: u64) -> Vec<Position> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut positions = Vec::new();
    while positions.len() < count {
        let mut squares = [None; 64];
        for letter in pieces.chars() {
            squares[(random.next_u64() % 64) as usize] = Some(letter);
        }
        let rows: Vec<String> = squares.chunks(8).map(row).collect();
        let side = if random.next_u64() % 2 == 0 { "w" } else { "b" };
        let fen = format!("{} {side} - - 0 1", rows.join("/"));
        let complete = squares.iter().flatten().count() == pieces.len();
        positions.extend(Position::from_fen(&fen).ok().filter(|_| complete));
    }
    positions
}

fn row(squares: &[Option<char>]) -> String {
    let letters = squares.iter().map(|square| square.unwrap_or('1'));
    letters.collect()
}

/// The value of a position by the values of the positions after its moves.
fn wdl_by_moves(position: &Position) -> Wdl {
    let moves = position.legal_moves();
    let values = moves
        .iter()
        .map(|&mv| -TABLES.wdl(&position.play(mv)).unwrap());
    let none = if position.in_check() {
        Wdl::Loss
    } else {
        Wdl::Draw
    };
    values.max().unwrap_or(none)
}

#[test]
fn a_position_is_worth_what_its_best_move_is() {
    for (seed, pieces) in ["KkQr", "KkPp", "KkRp", "KkBn", "KkNp", "KkP", "Kkq"]
        .into_iter()
        .enumerate()
    {
        for position in random_positions(pieces, 300, seed as u64) {
            let expected = wdl_by_moves(&position);
            assert_eq!(TABLES.wdl(&position), Some(expected), "{}", position.fen());
        }
    }
}

#[test]
fn what_no_table_knows() {
    for fen in [
        Position::STARTPOS_FEN,
        "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
        "4k3/pp6/8/8/8/8/P7/4K3 w - - 0 1",
    ] {
        assert_eq!(TABLES.wdl(&position(fen)), None, "{fen}");
        assert_eq!(TABLES.dtz(&position(fen)), None, "{fen}");
    }
    let bare_kings = position("4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    assert_eq!(TABLES.wdl(&bare_kings), Some(Wdl::Draw));
}

/// A game in which these moves were played.
fn game(fen: &str, moves: &str) -> Game {
    let mut game = Game::new(position(fen));
    for text in moves.split_ascii_whitespace() {
        game.push(parse_move(game.position(), text).unwrap());
    }
    game
}

/// The rank of a move, and the highest of all.
fn rank_and_best(game: &Game, text: &str, fifty_moves: bool) -> (Ranked, i32) {
    let moves = game.position().legal_moves();
    let ranks = TABLES.rank(game, &moves, fifty_moves).unwrap().moves;
    let best = ranks.iter().map(|ranked| ranked.rank).max().unwrap();
    let mv: Move = parse_move(game.position(), text).unwrap();
    let at = moves.iter().position(|&other| other == mv).unwrap();
    (ranks[at], best)
}

#[test]
fn the_clock_turns_wins_into_draws() {
    // The queen takes the rook at once, or wins it only in some moves.
    let fen = |clock| format!("8/8/8/8/3k4/8/1r6/Q2K4 w - - {clock} 80");
    let taken = rank_and_best(&game(&fen(99), ""), "a1b2", true);
    assert_eq!((taken.0.wdl, taken.0.rank), (Wdl::Win, taken.1));
    // Mate in two and no capture: won with 3 half-moves left, not with 2.
    let fen = |clock| format!("7k/8/5K2/8/8/8/8/R7 w - - {clock} 80");
    let wdl = |clock, fifty| {
        let game = game(&fen(clock), "");
        let moves = game.position().legal_moves();
        let ranks = TABLES.rank(&game, &moves, fifty).unwrap().moves;
        ranks.iter().map(|ranked| ranked.wdl).max().unwrap()
    };
    assert_eq!(wdl(97, true), Wdl::Win);
    assert_eq!(wdl(98, true), Wdl::CursedWin);
    assert_eq!(wdl(98, false), Wdl::Win);
    // Once the fifty moves are past and nobody has claimed, the seventy-fifth counts.
    assert_eq!(wdl(147, true), Wdl::Win);
    assert_eq!(wdl(148, true), Wdl::CursedWin);
}

#[test]
fn the_choice_is_free_until_something_is_repeated() {
    let fen = "8/8/8/3k4/8/1r6/8/Q2K4 w - - 0 1";
    let free = game(fen, "");
    let moves = free.position().legal_moves();
    let at_best = |game: &Game| {
        let ranks = TABLES.rank(game, &moves, true).unwrap().moves;
        let best = ranks.iter().map(|ranked| ranked.rank).max().unwrap();
        ranks.iter().filter(|ranked| ranked.rank == best).count()
    };
    assert!(at_best(&free) > 5);
    let repeated = game(fen, "a1a8 d5d6 a8a1 d6d5");
    assert!(at_best(&repeated) < 3);
}

#[test]
fn a_third_occurrence_is_no_win() {
    let fen = "8/8/8/3k4/8/1r6/8/Q2K4 w - - 0 1";
    let twice = "a1a8 d5d6 a8a1 d6d5 a1a8 d5d6 a8a1 d6d5";
    // The start has occurred three times; going to a8 brings back what has occurred twice.
    assert_eq!(
        rank_and_best(&game(fen, twice), "a1a8", true).0.wdl,
        Wdl::Draw
    );
    // After the king's move Black can bring about a position for the third time.
    let offered = "a1a8 d5d6 a8a1 d6d5 d1c2 d5d6 c2d1 d6d5";
    let offered = game(fen, &format!("{offered} a1a8"));
    assert_eq!(offered.repetition_count(), 2);
}

#[test]
fn mate_comes_before_everything() {
    let game = game("7k/5Q2/6K1/8/8/8/8/8 w - - 10 40", "");
    let (mate, best) = rank_and_best(&game, "f7g7", true);
    assert_eq!((mate.rank, mate.wdl), (best, Wdl::Win));
}

fn copy_tables(names: &[&str]) -> tempfile::TempDir {
    let target = tempfile::tempdir().unwrap();
    for name in names {
        fs::copy(folder().join(name), target.path().join(name)).unwrap();
    }
    target
}

fn open(folders: &[&Path]) -> Result<Tables, NoTables> {
    let folders: Vec<PathBuf> = folders.iter().map(|path| path.to_path_buf()).collect();
    Tables::open(&folders, |fault| panic!("{fault}"))
}

#[test]
fn tables_can_lie_in_several_folders() {
    let one = copy_tables(&["KQvK.rtbw", "KQvK.rtbz"]);
    let other = copy_tables(&["KQvK.rtbw", "KRvK.rtbw"]);
    let tables = open(&[one.path(), other.path()]).unwrap();
    assert_eq!(
        tables.to_string(),
        "2 tables of results and 1 of distances, up to 3 pieces"
    );
    assert!(tables.faults().is_empty());
    // Without distances the results alone rank the moves.
    let game = game("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "");
    let ranks = tables
        .rank(&game, &game.position().legal_moves(), true)
        .unwrap()
        .moves;
    assert!(ranks.iter().any(|ranked| ranked.wdl == Wdl::Win));
}

#[test]
fn files_that_are_no_tables_are_named_and_left_out() {
    let folder = copy_tables(&["KQvK.rtbw", "KQvK.rtbz"]);
    let file = |name: &str| folder.path().join(name);
    let table = fs::read(file("KQvK.rtbw")).unwrap();
    fs::write(file("KRvK.rtbw"), &table[..table.len() - 40]).unwrap();
    fs::write(file("KBvK.rtbw"), "no table at all").unwrap();
    fs::write(file("KNvK.rtbz"), &table).unwrap();
    fs::write(file("KXvK.rtbw"), &table).unwrap();
    fs::write(file("KPvK.rtbw"), "").unwrap();
    fs::write(file("README"), "whatever").unwrap();
    let missing = folder.path().join("nowhere");
    let tables = open(&[&missing, folder.path()]).unwrap();
    let faults = tables.faults().join("\n");
    for text in [
        "nowhere cannot be read",
        "KBvK.rtbw: it does not begin",
        "and 2 more",
    ] {
        assert!(faults.contains(text), "{text} in {faults}");
    }
    assert!(!faults.contains("README"), "{faults}");
    assert_eq!(
        tables.to_string(),
        "1 tables of results and 1 of distances, up to 3 pieces"
    );
}

#[test]
fn no_tables_at_all() {
    let empty = tempfile::tempdir().unwrap();
    assert!(open(&[]).is_err());
    let error = open(&[empty.path(), Path::new("/nowhere/at/all")]).unwrap_err();
    let text = error.to_string();
    assert!(
        text.starts_with("no tables were found; /nowhere/at/all cannot be read"),
        "{text}"
    );
}

/// A table that is cut in the middle looks well from outside. It is told of once, when it is read,
/// and left out from then on.
#[test]
fn a_table_that_turns_out_to_be_damaged_is_told_once() {
    let folder = copy_tables(&["KQvKR.rtbw", "KQvK.rtbw", "KRvK.rtbw"]);
    let path = folder.path().join("KQvKR.rtbw");
    let table = fs::read(&path).unwrap();
    fs::write(&path, &table[..64 * 3 + 16]).unwrap();
    let (tell, told) = mpsc::channel();
    let tables = Tables::open(&[folder.path().to_owned()], move |fault| {
        tell.send(fault).unwrap();
    })
    .unwrap();
    assert!(tables.faults().is_empty(), "{:?}", tables.faults());
    for position in random_positions("KkQr", 20, 1) {
        assert_eq!(tables.wdl(&position), None, "{}", position.fen());
    }
    let told: Vec<String> = told.try_iter().collect();
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(
        told[0].contains("KQvKR is damaged") && !told[0].contains('\n'),
        "{told:?}"
    );
    for position in random_positions("KkQ", 20, 1) {
        assert!(tables.wdl(&position).is_some());
    }
}

/// Whatever stands in a file, asking for it ends with an answer or none.
#[test]
fn noise_in_a_table_does_no_harm() {
    let mut random = ChaCha8Rng::seed_from_u64(7);
    let names = [
        "KQvKP.rtbw",
        "KQvKP.rtbz",
        "KQvK.rtbw",
        "KPvK.rtbw",
        "KQvKQ.rtbw",
    ];
    let folder = copy_tables(&names);
    let original =
        ["KQvKP.rtbw", "KQvKP.rtbz"].map(|name| fs::read(folder.path().join(name)).unwrap());
    let positions = random_positions("KkQp", 40, 2);
    for round in 0..60 {
        let mut tables = original.clone();
        for table in &mut tables {
            for _ in 0..=round / 10 {
                let range = if round % 2 == 0 { 300 } else { table.len() };
                let at = 4 + (random.next_u64() as usize) % (range - 4);
                table[at] = random.next_u64() as u8;
            }
        }
        for (name, table) in names.iter().zip(&tables) {
            fs::write(folder.path().join(name), table).unwrap();
        }
        let tables = Tables::open(&[folder.path().to_owned()], |_| ()).unwrap();
        for position in &positions {
            let _ = (tables.wdl(position), tables.dtz(position));
        }
    }
}
