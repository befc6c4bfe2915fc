//! `genfens`: openings for games that others play, as those of a distributed generation of data.

use super::{Done, Engine, Event};
use crate::selfplay::{Book, BookError, Producer, Recipe, Settings};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

/// The random plies of an opening without and with a book.
const RANDOM_PLIES: [u32; 2] = [8, 4];

/// Which openings are wanted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpeningOrder {
    /// How many.
    pub count: u64,
    /// The seed: the same one gives the same openings.
    pub seed: u64,
    /// A book of EPDs, FENs or games whose positions come first; the start position without.
    pub book: Option<PathBuf>,
    /// The random moves after that, in plies; one more in every other opening. `None` for as many
    /// as usual.
    pub plies: Option<u32>,
}

impl OpeningOrder {
    fn recipe(&self) -> Result<Recipe, BookError> {
        let book = self.book.as_deref().map(Book::load).transpose()?;
        let usual = RANDOM_PLIES[usize::from(book.is_some())];
        Ok(Recipe {
            settings: Settings {
                seed: self.seed,
                random_plies: self.plies.unwrap_or(usual),
                // The games are played by other programs, which expect standard chess.
                chess960: 0,
                double_chess960: 0,
                ..Settings::default()
            },
            book,
            ..Recipe::default()
        })
    }
}

impl Engine {
    /// Begins to draw openings in which neither side is far ahead, with a table of their own.
    pub fn draw_openings(&mut self, order: OpeningOrder) {
        let cancel = self.begin_in_background();
        let network = Arc::clone(self.network());
        self.in_background("genfens", move |events| {
            let recipe = match order.recipe() {
                Ok(recipe) => Recipe { network, ..recipe },
                Err(error) => return Done::Failed(error.to_string()),
            };
            let mut producer = match Producer::new(&recipe) {
                Ok(producer) => producer,
                Err(error) => return Done::Failed(error.to_string()),
            };
            let open = |_: &u64| !cancel.load(Relaxed);
            for index in (0..order.count).take_while(open) {
                _ = events.send(Event::Opening(producer.start(index).fen()));
            }
            Done::Openings
        });
    }
}
