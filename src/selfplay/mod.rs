//! The engine plays itself: games from which networks learn.
//!
//! [`generate`] plays games on all cores and writes them in the order of their numbers. A game
//! follows from the [`Recipe`] and its number alone, so an interrupted run goes on as if nothing
//! had happened, and [`Producer::game`] plays any game again. From below: `openings` chooses where
//! a game starts, `game` plays it to its end, `adjudication` ends it when nothing is open any more.

mod adjudication;
mod game;
mod generate;
mod openings;
mod producer;
mod recipe;
mod settings;

pub use adjudication::Adjudication;
pub use game::End;
pub use generate::{GenerateError, Goal, Progress, generate};
pub use openings::{Book, BookError};
pub use producer::{Produced, Producer};
pub use recipe::{NetworkError, Recipe};
pub use settings::{Settings, SettingsError};
