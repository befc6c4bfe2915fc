//! The Laws of Chess beyond a single move: how a game ends.

mod game;

pub use game::Game;
