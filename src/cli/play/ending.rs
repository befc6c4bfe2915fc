//! How a game at the board ends.

use crate::rules::dead_position::{MatingChances, State};
use crate::rules::unwinnable::Effort;
use crate::rules::{ClaimableEnds, Game, Outcome, Termination};
use crate::types::Color;
use std::fmt;

/// The end of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ending {
    /// By the Laws, without anybody's doing.
    Automatic(Outcome),
    /// This player has claimed a draw.
    Claimed(Color, Termination),
    /// Both agreed to a draw.
    Agreed,
    /// This player has resigned.
    Resigned(Color),
}

impl Ending {
    /// How the game has ended by itself, if it has: dead positions beyond bare material included.
    pub(super) fn automatic(game: &Game) -> Option<Ending> {
        let outcome = Outcome::of(game, ClaimableEnds::WaitForClaim).or_else(|| {
            let chances = MatingChances::of(game.position(), Effort::default());
            (chances.state() == State::Dead).then(|| Outcome::draw(Termination::DeadPosition))
        });
        outcome.map(Ending::Automatic)
    }

    /// The result as PGN writes it.
    pub(super) fn result(self) -> &'static str {
        match self {
            Ending::Automatic(outcome) => outcome.result(),
            Ending::Claimed(..) | Ending::Agreed => "1/2-1/2",
            Ending::Resigned(Color::White) => "0-1",
            Ending::Resigned(Color::Black) => "1-0",
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ending::Automatic(outcome) => write!(f, "{}", outcome.termination),
            Ending::Claimed(color, termination) => write!(f, "{color} claims: {termination}"),
            Ending::Agreed => f.write_str("draw agreed"),
            Ending::Resigned(color) => write!(f, "{color} resigns"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position;

    #[test]
    fn walls_of_pawns_end_a_game() {
        let locked = "8/8/3k4/p1p1p1p1/P1P1P1P1/8/3K4/8 w - - 0 1";
        let end = |fen| Ending::automatic(&Game::new(Position::from_fen(fen).unwrap()));
        let dead = Outcome::draw(Termination::DeadPosition);
        assert_eq!(end(locked), Some(Ending::Automatic(dead)));
        assert_eq!(end(Position::STARTPOS_FEN), None);
    }

    #[test]
    fn results() {
        assert_eq!(Ending::Resigned(Color::White).result(), "0-1");
        assert_eq!(Ending::Agreed.result(), "1/2-1/2");
        let claimed = Ending::Claimed(Color::Black, Termination::FiftyMoves);
        assert_eq!(claimed.to_string(), "Black claims: 50-move rule (9.3)");
    }
}
