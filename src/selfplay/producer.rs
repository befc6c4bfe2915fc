//! One thread's means to play games against itself.

use super::game::{End, Played, Reply, play};
use super::openings::{self, Source};
use super::recipe::Recipe;
use crate::position::Position;
use crate::records::GameRecord;
use crate::rules::Game;
use crate::search::{AllocationError, Control, Limits, SearchReport, TranspositionTable, Worker};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use std::sync::Arc;

/// A search ends wherever it is after so many times the nodes that it should take.
const HARD_LIMIT: u64 = 20;

/// Plays games, each from its number alone: of earlier games it keeps nothing.
pub struct Producer<'a> {
    recipe: &'a Recipe,
    table: Arc<TranspositionTable>,
    worker: Worker,
    limits: Limits,
    opening_limits: Limits,
    nodes: u64,
}

/// A game that was played.
pub struct Produced {
    /// The game, as it is written to disk.
    pub record: GameRecord,
    /// What ended it.
    pub end: End,
    /// The nodes searched for it, its opening included.
    pub nodes: u64,
}

impl<'a> Producer<'a> {
    /// A producer with its own table.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub fn new(recipe: &'a Recipe) -> Result<Producer<'a>, AllocationError> {
        let settings = &recipe.settings;
        let table = Arc::new(TranspositionTable::new(settings.hash)?);
        let mut worker = Worker::new(0, Arc::clone(&table));
        worker.set_network(recipe.network.clone());
        Ok(Producer {
            recipe,
            table,
            worker,
            limits: soft_limits(settings.nodes),
            opening_limits: soft_limits(settings.opening_nodes),
            nodes: 0,
        })
    }

    /// Plays the game with this number. Needs a deep stack, see
    /// [`STACK_SIZE`](crate::search::STACK_SIZE).
    pub fn game(&mut self, index: u64) -> Produced {
        let start = self.start(index);
        let played = play(&start, self.recipe.settings.adjudication, |game| {
            self.think(game)
        });
        self.produced(&played)
    }

    /// Where the game with this number starts. Needs a deep stack too.
    pub fn start(&mut self, index: u64) -> Position {
        let mut rng = ChaCha8Rng::seed_from_u64(self.recipe.settings.seed);
        rng.set_stream(index);
        self.table.clear(1);
        self.worker.clear();
        self.nodes = 0;
        self.opening(index, &mut rng)
    }

    /// Draws openings until one gives both players a chance.
    fn opening(&mut self, index: u64, rng: &mut ChaCha8Rng) -> Position {
        let settings = &self.recipe.settings;
        let source = Source {
            book: self.recipe.book.as_ref(),
            chess960: settings.chess960,
            double_chess960: settings.double_chess960,
        };
        // By turns one move more, so that either player is the first to think.
        let odd = u32::from(settings.random_plies > 0 && index % 2 == 1);
        let plies = settings.random_plies + odd;
        loop {
            let position = openings::draw(source, plies, rng);
            let limits = self.opening_limits.clone();
            let report = self.search(&Game::new(position), &limits);
            if report.score.0.abs() <= self.recipe.settings.max_opening_score {
                return position;
            }
        }
    }

    fn think(&mut self, game: &Game) -> Reply {
        let limits = self.limits.clone();
        let report = self.search(game, &limits);
        match report.best {
            Some(mv) => Reply::Move(mv, report.score),
            None => Reply::Forfeit("no move"),
        }
    }

    fn search(&mut self, game: &Game, limits: &Limits) -> SearchReport {
        let report = self.worker.search_silently(game, limits, &Control::new(1));
        self.nodes += report.nodes;
        report
    }

    fn produced(&self, played: &Played) -> Produced {
        Produced {
            record: played.record(),
            end: played.end,
            nodes: self.nodes,
        }
    }
}

/// Whole iterations until so many nodes are searched.
pub(super) fn soft_limits(nodes: u64) -> Limits {
    Limits {
        soft_nodes: Some(nodes),
        nodes: Some(nodes.saturating_mul(HARD_LIMIT)),
        ..Limits::default()
    }
}
