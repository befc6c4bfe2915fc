//! The engine plays itself: games from which networks learn, and matches between versions of it.
//!
//! [`generate()`] plays games on all cores and writes them in the order of their numbers. A game
//! follows from the [`Recipe`] and its number alone, so an interrupted run goes on as if nothing
//! had happened, and [`Producer::game`] plays any game again. A [`Contest`] is a match between two
//! [`Entrant`]s, whose results [`Pentanomial`] weighs.
//!
//! From below: `openings` chooses where a game starts, `game` plays it to its end, `adjudication`
//! ends it when nothing is open any more, `in_order` shares the games among threads.

mod adjudication;
mod contest;
mod entrant;
mod game;
mod generate;
mod in_order;
mod openings;
mod producer;
mod recipe;
mod settings;
mod statistics;

pub use adjudication::Adjudication;
pub use contest::{Contest, ContestError, ContestGame, Tally};
pub use entrant::{Budget, Entrant, ParameterError};
pub use game::End;
pub use generate::{GenerateError, Goal, Progress, generate};
pub use openings::{Book, BookError};
pub use producer::{Produced, Producer};
pub use recipe::{NetworkError, Recipe};
pub use settings::{Settings, SettingsError};
pub use statistics::{Decision, Estimate, Pentanomial, Sprt};
