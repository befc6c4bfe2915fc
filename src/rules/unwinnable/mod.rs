//! Can a player still mate by any series of legal moves, however unskilled the opponent plays?
//!
//! The question of articles 6.9 and 7.5.5; asked of both players it decides whether a position is
//! dead (article 5.2.2). Repetition and the 50 moves play no part in it. The answer is a proof or
//! "unknown", never a guess:
//!
//! * *can mate*: a series of legal moves that ends in mate, found by [`help_mate`];
//! * *cannot mate*: by [`material`], by [`confinement`] of the pieces behind
//!   what can never move, or because [`help_mate`] has tried every position that can arise.
//!
//! The general idea, to search for a help-mate and to rule one out by where pieces can ever get, is
//! that of Miguel Ambrona, "A Practical Algorithm for Chess Unwinnability" (FUN 2022).

mod confinement;
mod help_mate;
mod mate_net;
mod mating_score;
mod trade;

use super::material;
use crate::position::Position;
use crate::types::{Color, Move};
use help_mate::Search;
use trade::mate_after_trade;

/// So many pieces may be taken before the search for a mate, if the first search found none.
const TRADES: usize = 2;

/// How much work one question may cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// The number of different positions to look at for each player.
    pub positions: usize,
}

impl Default for Effort {
    /// Some tenths of a second for each player, about 100 MB while it lasts.
    fn default() -> Effort {
        Effort { positions: 500_000 }
    }
}

/// Whether a player can mate, with the proof.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// He can: these legal moves lead to mate.
    CanMate(Vec<Move>),
    /// He cannot.
    CannotMate(Impossibility),
    /// Neither was proved with the effort allowed.
    Unknown,
}

/// The reason why a player cannot mate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Impossibility {
    /// The game is over.
    GameOver,
    /// He lacks the material.
    Material,
    /// His pieces can never get to where they would mate.
    Confinement,
    /// No position that can arise is a mate; so many were tried.
    Exhaustion(usize),
}

impl Answer {
    /// Yes, no, or unknown.
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Answer::CanMate(_) => Some(true),
            Answer::CannotMate(_) => Some(false),
            Answer::Unknown => None,
        }
    }
}

/// Whether `winner` can mate by any series of legal moves from this position on.
pub fn can_mate(position: &Position, winner: Color, effort: Effort) -> Answer {
    if !position.has_legal_move() {
        return Answer::CannotMate(Impossibility::GameOver);
    }
    if material::cannot_mate_by_material(position, winner) {
        return Answer::CannotMate(Impossibility::Material);
    }
    if mate_net::is_impossible(position, winner) {
        return Answer::CannotMate(Impossibility::Confinement);
    }
    match Search::new(winner, effort.positions).run(position) {
        Answer::Unknown => mate_after_trade(position, winner, effort, TRADES)
            .map_or(Answer::Unknown, Answer::CanMate),
        answer => answer,
    }
}
