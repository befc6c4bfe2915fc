//! Moves and positions as text: what programs and people write.

pub mod san;
pub mod uci;
