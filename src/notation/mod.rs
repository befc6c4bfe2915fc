//! Moves, positions and games as text: what programs and people write.

pub mod diagram;
pub mod epd;
pub mod files;
pub mod pgn;
pub mod polyglot;
pub mod san;
pub mod uci;
