//! Matches between two versions of the engine.

use super::adjudication::Adjudication;
use super::entrant::{Budget, Entrant, FLAG, Player};
use super::game::{End, play};
use super::in_order::in_order;
use super::openings::{self, Book, Source};
use super::producer::soft_limits;
use super::statistics::{Pentanomial, Sprt};
use crate::position::Position;
use crate::records::{GameRecord, GameResult};
use crate::rules::Game;
use crate::search::{AllocationError, Control, TranspositionTable, Worker};
use crate::types::Color;
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use serde::Serialize;
use std::io;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The nodes of the search that judges openings.
const OPENING_NODES: u64 = 1000;

/// A match: pairs of games, each from one opening with colours reversed.
#[derive(Clone)]
pub struct Contest {
    /// Who plays.
    pub entrants: [Entrant; 2],
    /// How much thought each of them is allowed.
    pub budget: Budget,
    /// The size of each player's transposition table in MiB.
    pub hash: usize,
    /// The seed of the openings.
    pub seed: u64,
    /// Where games start, each position once before any a second time; without a book they start
    /// with random moves.
    pub book: Option<Book>,
    /// Random plies at the start; one more in every other pair, unless it is none.
    pub random_plies: u32,
    /// Random openings are drawn again if their score is further from zero than this, in
    /// centipawns.
    pub max_opening_score: i32,
    /// The share of pairs of Chess960, in percent.
    pub chess960: u8,
    /// The share of pairs of double Chess960, in percent.
    pub double_chess960: u8,
    /// How games end early; not at all without.
    pub adjudication: Option<Adjudication>,
    /// The most pairs.
    pub pairs: u64,
    /// Ends the match as soon as it has shown something.
    pub sprt: Option<Sprt>,
}

/// A game of a match.
pub struct ContestGame {
    /// The moves with their scores.
    pub record: GameRecord,
    /// What ended it.
    pub end: End,
    /// Who played White: 0 for the first entrant, 1 for the second.
    pub white: usize,
    /// The nodes that each entrant searched.
    pub nodes: [u64; 2],
}

impl ContestGame {
    /// The first entrant's half points, 0 to 2.
    pub fn half_points(&self) -> u8 {
        self.record.result().half_points(Color::ALL[self.white])
    }
}

/// The results of a match, from the first entrant's view.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Tally {
    /// The pairs by their points.
    pub pairs: Pentanomial,
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Games that each entrant has lost on time.
    pub time_losses: [u64; 2],
    /// The nodes that each entrant has searched.
    pub nodes: [u64; 2],
    /// The half-moves of all games.
    pub moves: u64,
}

impl Tally {
    fn add(&mut self, pair: &[ContestGame; 2]) {
        self.pairs
            .add(pair[0].half_points() + pair[1].half_points());
        for game in pair {
            match game.half_points() {
                0 => self.losses += 1,
                1 => self.draws += 1,
                _ => self.wins += 1,
            }
            if game.end == End::Forfeit(FLAG) {
                let white_lost = game.record.result() == GameResult::BlackWin;
                self.time_losses[usize::from(white_lost != (game.white == 0))] += 1;
            }
            for (sum, nodes) in self.nodes.iter_mut().zip(game.nodes) {
                *sum += nodes;
            }
            self.moves += game.record.len() as u64;
        }
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }
}

/// Why a match cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum ContestError {
    /// Not enough memory.
    #[error(transparent)]
    Memory(#[from] AllocationError),
    /// Threads cannot be started, or the games not be written.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl Contest {
    /// Plays on so many threads, one game on each, until all pairs are played, the test has
    /// decided or `stop` is set. Calls back for every pair, in the order of their numbers whatever
    /// the order in which they end; so at fixed nodes a match depends on its seed alone.
    ///
    /// # Errors
    /// If memory is short, or what `tell` says.
    ///
    /// # Panics
    /// If a search panics.
    pub fn run(
        &self,
        threads: usize,
        stop: &AtomicBool,
        mut tell: impl FnMut(&[ContestGame; 2], &Tally) -> io::Result<()>,
    ) -> Result<Tally, ContestError> {
        let order = self.book_order();
        let mut boards = Vec::new();
        for _ in 0..threads.max(1) {
            boards.push(Board::new(self, &order)?);
        }
        let mut tally = Tally::default();
        let work = |board: &mut Board, index| board.pair(index);
        in_order(boards, 0..self.pairs, stop, work, |pair| {
            tally.add(&pair);
            tell(&pair, &tally)?;
            let decided = self.sprt.and_then(|sprt| sprt.decision(&tally.pairs));
            Ok(match decided {
                Some(_) => ControlFlow::Break(()),
                None => ControlFlow::Continue(()),
            })
        })?;
        Ok(tally)
    }

    /// The positions of the book in random order.
    fn book_order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.book.as_ref().map_or(0, Book::len)).collect();
        order.shuffle(&mut ChaCha8Rng::seed_from_u64(self.seed));
        order
    }
}

/// What one thread plays with.
struct Board<'a> {
    contest: &'a Contest,
    book_order: &'a [usize],
    players: [Player; 2],
    judge: Judge,
}

impl Board<'_> {
    fn new<'a>(
        contest: &'a Contest,
        book_order: &'a [usize],
    ) -> Result<Board<'a>, AllocationError> {
        let player = |entrant| Player::new(entrant, contest.hash, contest.budget);
        let [first, second] = &contest.entrants;
        Ok(Board {
            contest,
            book_order,
            players: [player(first)?, player(second)?],
            judge: Judge::new()?,
        })
    }

    fn pair(&mut self, index: u64) -> [ContestGame; 2] {
        let start = self.opening(index);
        [0, 1].map(|white| self.game(&start, white))
    }

    fn opening(&mut self, index: u64) -> Position {
        let contest = self.contest;
        let mut rng = ChaCha8Rng::seed_from_u64(contest.seed);
        rng.set_stream(index);
        if let Some(book) = &contest.book
            && contest.random_plies == 0
        {
            let place = index % self.book_order.len() as u64;
            return book.position(self.book_order[place as usize]);
        }
        let source = Source {
            book: contest.book.as_ref(),
            chess960: contest.chess960,
            double_chess960: contest.double_chess960,
        };
        let odd = u32::from(contest.random_plies > 0 && index % 2 == 1);
        loop {
            let position = openings::draw(source, contest.random_plies + odd, &mut rng);
            if self.judge.score(&position).abs() <= contest.max_opening_score {
                return position;
            }
        }
    }

    fn game(&mut self, start: &Position, white: usize) -> ContestGame {
        self.players.iter_mut().for_each(Player::forget);
        let mut clocks = [self.contest.budget.start(); 2];
        let played = play(start, self.contest.adjudication, |game| {
            // White's index, or the other one.
            let mover = white ^ game.position().side_to_move().index();
            self.players[mover].think(game, &mut clocks[mover])
        });
        ContestGame {
            record: played.record(),
            end: played.end,
            white,
            nodes: [self.players[0].nodes, self.players[1].nodes],
        }
    }
}

/// Who decides whether an opening is fair: neither of the players.
struct Judge {
    table: Arc<TranspositionTable>,
    worker: Worker,
}

impl Judge {
    fn new() -> Result<Judge, AllocationError> {
        let table = Arc::new(TranspositionTable::new(1)?);
        let worker = Worker::new(0, Arc::clone(&table));
        Ok(Judge { table, worker })
    }

    /// The score of a position for the player to move, in centipawns.
    fn score(&mut self, position: &Position) -> i32 {
        self.table.clear(1);
        self.worker.clear();
        let limits = soft_limits(OPENING_NODES);
        let game = Game::new(*position);
        let report = self
            .worker
            .search_silently(&game, &limits, &Control::new(1));
        report.score.0
    }
}

#[cfg(test)]
#[path = "contest_tests.rs"]
mod tests;
