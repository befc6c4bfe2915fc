//! Which draws the player to move can claim (articles 9.2 and 9.3).

use super::{Game, fifty_moves, repetition};
use crate::types::Move;

/// The draws that the player to move can claim.
///
/// Bare facts about the position: they stay true when the game is drawn without a claim, by the
/// fifth occurrence or after 75 moves. Where no move is legal the game is over and nothing can be
/// claimed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Claims {
    /// The position has just appeared for at least the third time (article 9.2.1.2).
    pub threefold_now: bool,
    /// The moves that would make it appear, if written down before the claim (article 9.2.1.1).
    pub threefold_by: Vec<Move>,
    /// The last fifty moves by each player were without capture and pawn move (article 9.3.2).
    pub fifty_now: bool,
    /// The moves that would complete such fifty moves, if written down (article 9.3.1); not those
    /// that mate or stalemate, as these end the game at once.
    pub fifty_by: Vec<Move>,
}

impl Claims {
    /// What can be claimed at the end of this history.
    pub fn of(game: &Game) -> Claims {
        let position = game.position();
        let moves = position.legal_moves();
        if moves.is_empty() {
            return Claims::default();
        }
        let mut claims = Claims {
            threefold_now: game.repetition_count() >= repetition::THREEFOLD,
            fifty_now: fifty_moves::is_fifty(position),
            ..Claims::default()
        };
        for mv in moves {
            let next = position.play(mv);
            let clock = next.halfmove_clock();
            if repetition::count_next(game.keys(), next.key(), clock) >= repetition::THREEFOLD {
                claims.threefold_by.push(mv);
            }
            if fifty_moves::is_fifty(&next) && next.has_legal_move() {
                claims.fifty_by.push(mv);
            }
        }
        claims
    }

    /// Whether a draw by threefold repetition can be claimed, now or by writing down a move.
    pub fn threefold(&self) -> bool {
        self.threefold_now || !self.threefold_by.is_empty()
    }

    /// Whether a draw under the 50-move rule can be claimed, now or by writing down a move.
    pub fn fifty(&self) -> bool {
        self.fifty_now || !self.fifty_by.is_empty()
    }
}
