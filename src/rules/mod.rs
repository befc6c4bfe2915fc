//! The Laws of Chess beyond a single move: how a game ends.
//!
//! One file for each rule; the doc comments cite the articles of FIDE's Laws of Chess in the
//! current numbering. Every predicate lives here once, for two callers: whoever judges a game (the
//! arbiter's command, a match) asks about a [`Game`], and a search asks the cheap `is_search_draw`
//! of [`repetition`] and [`fifty_moves`] and [`material::is_dead_by_material`], which may call a
//! draw earlier than the Laws allow a claim.

mod claims;
pub mod dead_position;
pub mod fifty_moves;
mod game;
mod irregularity;
pub mod material;
mod outcome;
pub mod repetition;
pub mod unwinnable;

pub use claims::Claims;
pub use game::Game;
pub use irregularity::Irregularity;
pub use outcome::{ClaimableEnds, Outcome, Termination};
