use super::*;
use std::time::Instant;

/// Every event up to the answer.
fn answer(engine: &Engine) -> Done {
    loop {
        if let Event::Done(done) = engine.events().recv().unwrap() {
            return done;
        }
    }
}

#[test]
fn an_order_that_comes_too_early_stops_the_work() {
    let mut engine = Engine::new(1, 2).unwrap();
    let endless = || Limits {
        infinite: true,
        ..Limits::default()
    };
    engine.search(endless(), Turn::Ours, Instant::now());
    engine.search(endless(), Turn::Pondering, Instant::now());
    assert!(matches!(
        answer(&engine),
        Done::Search { best: Some(_), .. }
    ));
    engine.set_hash(2).unwrap();
    engine.set_threads(1).unwrap();
    assert!(matches!(
        answer(&engine),
        Done::Search { best: Some(_), .. }
    ));
    engine.perft(100);
    engine.search(Limits::depth(1), Turn::Ours, Instant::now());
    let answers = [answer(&engine), answer(&engine)];
    assert!(
        answers.contains(&Done::Perft { nodes: None }),
        "{answers:?}"
    );
    assert_eq!((engine.hash(), engine.threads()), (2, 1));
}

/// The moves of a limited engine in some searches.
fn limited_moves(engine: &mut Engine, seed: u64) -> Vec<Done> {
    engine.set_seed(seed);
    engine.settings.strength = Strength {
        limited: true,
        elo: 1200,
        ..Strength::default()
    };
    let think = |engine: &mut Engine| {
        engine.search(Limits::nodes(100_000), Turn::Ours, Instant::now());
        answer(engine)
    };
    (0..8).map(|_| think(engine)).collect()
}

#[test]
fn a_limited_engine_depends_on_its_lots_alone() {
    let mut engine = Engine::new(1, 1).unwrap();
    let moves = limited_moves(&mut engine, 7);
    assert!(moves.iter().any(|done| *done != moves[0]), "{moves:?}");
    // Neither what was searched before nor other settings matter.
    engine.settings.strength.limited = false;
    engine.search(Limits::depth(8), Turn::Ours, Instant::now());
    answer(&engine);
    engine.set_threads(3).unwrap();
    engine.set_hash(2).unwrap();
    assert_eq!(limited_moves(&mut engine, 7), moves);
    assert_ne!(limited_moves(&mut engine, 8), moves);
}

#[test]
fn books_are_drawn_from_by_weight() {
    let path = std::path::Path::new("tests/data/polyglot/probes.bin");
    let book = Book::load(path).unwrap();
    let fen = "rnbqk2r/ppp1ppbp/5np1/3p4/3P4/5NP1/PPP1PPBP/RNBQ1RK1 b kq - 1 5";
    let mut engine = Engine::new(1, 1).unwrap();
    engine.set_book(Some(book));
    engine.set_game(Game::new(Position::from_fen(fen).unwrap()));
    engine.settings.own_book = true;
    engine.set_seed(1);
    let castlings = |engine: &mut Engine| {
        let castles = |engine: &mut Engine| {
            engine.search(Limits::depth(9), Turn::Ours, Instant::now());
            matches!(answer(engine), Done::Search { best: Some(mv), .. } if mv.is_castle())
        };
        (0..100).filter(|_| castles(engine)).count()
    };
    // The weights are 55 and 8.
    let drawn = castlings(&mut engine);
    assert!((75..100).contains(&drawn), "{drawn}");
    engine.settings.best_book_move = true;
    assert_eq!(castlings(&mut engine), 100);
}

#[test]
fn an_engine_can_be_dropped_in_the_middle_of_a_search() {
    let mut engine = Engine::new(1, 2).unwrap();
    engine.search(Limits::default(), Turn::Ours, Instant::now());
}
