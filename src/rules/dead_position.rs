//! Dead positions (article 5.2.2) and who can still mate (articles 6.9 and 7.5.5).

use super::unwinnable::{self, Answer, Effort};
use crate::position::Position;
use crate::types::Color;
use std::fmt;

/// Whether a position is dead: no series of legal moves leads to a mate of either player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    /// Neither player can mate, or the game is over.
    Dead,
    /// At least one player can mate.
    Alive,
    /// Not proved either way with the effort allowed.
    Unknown,
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            State::Dead => "dead",
            State::Alive => "alive",
            State::Unknown => "unknown",
        })
    }
}

/// Who can still mate by any series of legal moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MatingChances {
    /// Whether White can mate.
    pub white: Answer,
    /// Whether Black can mate.
    pub black: Answer,
}

impl MatingChances {
    /// Finds out, with so much effort for each player.
    pub fn of(position: &Position, effort: Effort) -> MatingChances {
        let [white, black] = Color::ALL.map(|color| unwinnable::can_mate(position, color, effort));
        MatingChances { white, black }
    }

    /// What is known of a player.
    pub fn of_player(&self, color: Color) -> &Answer {
        match color {
            Color::White => &self.white,
            Color::Black => &self.black,
        }
    }

    /// Whether the position is dead.
    pub fn state(&self) -> State {
        match (self.white.as_bool(), self.black.as_bool()) {
            (Some(false), Some(false)) => State::Dead,
            (Some(true), _) | (_, Some(true)) => State::Alive,
            _ => State::Unknown,
        }
    }
}
