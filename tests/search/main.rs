//! The search as its users see it: limits, lines, draws, mates, time, threads.

mod draws;
mod limits;
mod lines;
mod mates;
mod tables;
mod threads;

use std::sync::Arc;
use vezer::notation::uci::parse_move;
use vezer::position::Position;
use vezer::rules::Game;
use vezer::search::{
    Control, Event, Info, Limits, STACK_SIZE, SearchReport, TranspositionTable, Worker,
};
use vezer::types::Move;

/// A game from a FEN and moves in UCI notation.
fn game(fen: &str, moves: &str) -> Game {
    let mut game = Game::new(Position::from_fen(fen).expect("the FEN is valid"));
    for text in moves.split_ascii_whitespace() {
        let mv = parse_move(game.position(), text).expect("the move is legal");
        game.push(mv);
    }
    game
}

fn mv(game: &Game, text: &str) -> Move {
    parse_move(game.position(), text).expect("the move is legal")
}

fn table(megabytes: usize) -> Arc<TranspositionTable> {
    Arc::new(TranspositionTable::new(megabytes).expect("there is memory"))
}

/// A fresh search by one thread, with all lines it told.
fn search(game: &Game, limits: &Limits) -> (SearchReport, Vec<Info>) {
    search_under(game, limits, &Control::new(1))
}

fn search_under(game: &Game, limits: &Limits, control: &Control) -> (SearchReport, Vec<Info>) {
    let mut worker = Worker::new(0, table(8));
    search_with(&mut worker, game, limits, control)
}

fn search_with(
    worker: &mut Worker,
    game: &Game,
    limits: &Limits,
    control: &Control,
) -> (SearchReport, Vec<Info>) {
    let mut lines = Vec::new();
    let report = std::thread::scope(|scope| {
        let mut listen = |event: Event| {
            if let Event::Info(info) = event {
                lines.push(info.clone());
            }
        };
        let search = move || worker.search(game, limits, control, &mut listen);
        std::thread::Builder::new()
            .stack_size(STACK_SIZE)
            .spawn_scoped(scope, search)
            .expect("a thread can be started")
            .join()
            .expect("the search does not panic")
    });
    (report, lines)
}
