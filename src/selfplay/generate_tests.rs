use super::*;
use crate::records::{GameReader, verify};
use crate::selfplay::{Book, Settings};
use std::fs;
use std::path::Path;
use std::sync::atomic::Ordering::Relaxed;

fn recipe(seed: u64) -> Recipe {
    Recipe {
        settings: Settings {
            seed,
            nodes: 60,
            hash: 1,
            chess960: 20,
            double_chess960: 20,
            opening_nodes: 60,
            ..Settings::default()
        },
        ..Recipe::default()
    }
}

/// Runs to the goal on a file, which may have games already, and returns what is in it then.
fn run(recipe: &Recipe, goal: Goal, threads: usize, path: &Path) -> Vec<u8> {
    let mut writer = GameWriter::append(path).unwrap();
    let stop = AtomicBool::new(false);
    let tell = |_: &GameWriter, _: &Progress| Ok(());
    generate(recipe, goal, threads, &mut writer, &stop, tell).unwrap();
    fs::read(path).unwrap()
}

#[test]
fn games_depend_on_seed_and_number_alone() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name| folder.path().join(name);
    let recipe = recipe(7);
    let goal = Goal::Games(12);
    let one = run(&recipe, goal, 1, &file("one.vf"));
    assert!(one == run(&recipe, goal, 3, &file("three.vf")));
    let other = self::recipe(8);
    assert!(one != run(&other, goal, 1, &file("other.vf")));
    let mut results = Vec::new();
    let mut producer = Producer::new(&recipe).unwrap();
    for (index, game) in GameReader::open(&file("one.vf")).unwrap().enumerate() {
        let game = game.unwrap();
        assert_eq!(verify(&game), Ok(()));
        results.push(game.result());
        // From the last game to the first: nothing remains of a game.
        if index % 5 == 3 {
            let _ = producer.game(11 - index as u64);
            assert!(producer.game(index as u64).record == game);
        }
    }
    assert_eq!(results.len(), 12);
}

#[test]
fn an_interrupted_run_goes_on_as_if_nothing_had_happened() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name| folder.path().join(name);
    let recipe = recipe(7);
    let goal = Goal::Positions(700);
    let whole = run(&recipe, goal, 2, &file("whole.vf"));
    let writer = GameWriter::append(&file("whole.vf")).unwrap();
    assert!(writer.positions() >= 700 && writer.games() > 3);
    for part in [0, 1, whole.len() / 3, whole.len() - 1] {
        fs::write(file("torn.vf"), &whole[..part]).unwrap();
        assert!(whole == run(&recipe, goal, 2, &file("torn.vf")));
    }
    // Enough is enough.
    assert!(whole == run(&recipe, goal, 1, &file("whole.vf")));
}

#[test]
fn an_order_to_stop_loses_no_game() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.vf");
    let mut writer = GameWriter::append(&path).unwrap();
    let stop = AtomicBool::new(false);
    let recipe = recipe(7);
    let mut told = 0;
    let tell = |writer: &GameWriter, progress: &Progress| {
        stop.store(true, Relaxed);
        assert_eq!(writer.games(), progress.games);
        told = progress.games;
        Ok(())
    };
    let progress = generate(&recipe, Goal::Endless, 2, &mut writer, &stop, tell).unwrap();
    // How many is a matter of luck: one thread may end several games before the other its first.
    assert!(progress.games >= 1);
    assert_eq!(told, progress.games);
    assert!(progress.nodes > progress.positions);
    let games: Vec<_> = GameReader::open(&path).unwrap().collect();
    assert!(games.iter().all(Result::is_ok));
    assert_eq!(games.len() as u64, progress.games);
}

#[test]
fn openings_are_balanced_and_may_come_from_a_book() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("book.epd");
    // A rook up and an even position: only the latter can be accepted.
    let book = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 b Qkq -\n\
                rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -\n";
    fs::write(&path, book).unwrap();
    let mut recipe = recipe(7);
    recipe.settings.random_plies = 0;
    recipe.settings.max_opening_score = 200;
    let book = Book::load(&path).unwrap();
    recipe.book = Some(book.clone());
    let mut producer = Producer::new(&recipe).unwrap();
    for index in 0..6 {
        let game = producer.game(index);
        assert_eq!(game.record.start().unwrap(), book.position(1));
    }
}
