//! How a game ends (article 5, and articles 9.2, 9.3 and 9.6 on draws).

use super::{Game, fifty_moves, material, repetition};
use crate::types::Color;
use std::fmt;

/// What ended a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Termination {
    /// The king of the player to move is attacked and nothing helps (article 5.1.1).
    Checkmate,
    /// The player to move has no legal move and is not in check (article 5.2.1).
    Stalemate,
    /// Neither player has the material to mate: a dead position (article 5.2.2).
    InsufficientMaterial,
    /// Neither player can mate by any series of legal moves (article 5.2.2).
    DeadPosition,
    /// The position has occurred five times (article 9.6.1).
    FivefoldRepetition,
    /// Seventy-five moves by each player without capture or pawn move (article 9.6.2).
    SeventyFiveMoves,
    /// The position has occurred three times (article 9.2).
    ThreefoldRepetition,
    /// Fifty moves by each player without capture or pawn move (article 9.3).
    FiftyMoves,
}

impl Termination {
    /// Whether the game ends by itself; otherwise a player must claim the draw.
    pub const fn is_automatic(self) -> bool {
        !matches!(
            self,
            Termination::ThreefoldRepetition | Termination::FiftyMoves
        )
    }

    /// The article of the Laws.
    pub const fn article(self) -> &'static str {
        match self {
            Termination::Checkmate => "5.1.1",
            Termination::Stalemate => "5.2.1",
            Termination::InsufficientMaterial | Termination::DeadPosition => "5.2.2",
            Termination::FivefoldRepetition => "9.6.1",
            Termination::SeventyFiveMoves => "9.6.2",
            Termination::ThreefoldRepetition => "9.2",
            Termination::FiftyMoves => "9.3",
        }
    }
}

impl fmt::Display for Termination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Termination::Checkmate => "checkmate",
            Termination::Stalemate => "stalemate",
            Termination::InsufficientMaterial => "insufficient material (dead position)",
            Termination::DeadPosition => "dead position (5.2.2)",
            Termination::FivefoldRepetition => "fivefold repetition (9.6.1)",
            Termination::SeventyFiveMoves => "75-move rule (9.6.2)",
            Termination::ThreefoldRepetition => "threefold repetition (9.2)",
            Termination::FiftyMoves => "50-move rule (9.3)",
        })
    }
}

/// What happens when a draw can be claimed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ClaimableEnds {
    /// The game goes on until a player claims, as over the board.
    #[default]
    WaitForClaim,
    /// The game is over, as match runners and servers handle it.
    EndTheGame,
}

/// The end of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// Who has won; nobody in a draw.
    pub winner: Option<Color>,
    /// What ended the game.
    pub termination: Termination,
}

impl Outcome {
    /// A draw for this reason.
    pub const fn draw(termination: Termination) -> Outcome {
        Outcome {
            winner: None,
            termination,
        }
    }

    /// How the game has ended, if it has. Checkmate comes before every draw: it ends the game at
    /// once (articles 5.1.1 and 9.6.2).
    ///
    /// Dead positions are recognised by material alone, which costs nothing; for a proof beyond it
    /// see [`dead_position`](super::dead_position).
    pub fn of(game: &Game, claimable: ClaimableEnds) -> Option<Outcome> {
        let position = game.position();
        if !position.has_legal_move() {
            return Some(if position.in_check() {
                Outcome {
                    winner: Some(!position.side_to_move()),
                    termination: Termination::Checkmate,
                }
            } else {
                Outcome::draw(Termination::Stalemate)
            });
        }
        let repetitions = game.repetition_count();
        let automatic = [
            (
                material::is_dead_by_material(position),
                Termination::InsufficientMaterial,
            ),
            (
                repetitions >= repetition::FIVEFOLD,
                Termination::FivefoldRepetition,
            ),
            (
                fifty_moves::is_seventy_five(position),
                Termination::SeventyFiveMoves,
            ),
        ];
        let claimable_now = [
            (
                repetitions >= repetition::THREEFOLD,
                Termination::ThreefoldRepetition,
            ),
            (fifty_moves::is_fifty(position), Termination::FiftyMoves),
        ];
        let ends = claimable_now
            .into_iter()
            .filter(|_| claimable == ClaimableEnds::EndTheGame);
        automatic
            .into_iter()
            .chain(ends)
            .find(|(holds, _)| *holds)
            .map(|(_, termination)| Outcome::draw(termination))
    }

    /// The result as PGN writes it: `1-0`, `0-1` or `1/2-1/2` (article 10.1).
    pub const fn result(&self) -> &'static str {
        match self.winner {
            Some(Color::White) => "1-0",
            Some(Color::Black) => "0-1",
            None => "1/2-1/2",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::uci::parse_move;
    use crate::position::Position;

    fn end(fen: &str, moves: &str, claimable: ClaimableEnds) -> Option<Termination> {
        let mut game = Game::new(Position::from_fen(fen).unwrap());
        for text in moves.split_whitespace() {
            game.push(parse_move(game.position(), text).unwrap());
        }
        Outcome::of(&game, claimable).map(|outcome| outcome.termination)
    }

    #[test]
    fn a_third_occurrence_must_be_claimed_or_ends_a_match_game() {
        let twice = "g1f3 g8f6 f3g1 f6g8 ".repeat(2);
        let start = Position::STARTPOS_FEN;
        assert_eq!(end(start, &twice, ClaimableEnds::WaitForClaim), None);
        assert_eq!(
            end(start, &twice, ClaimableEnds::EndTheGame),
            Some(Termination::ThreefoldRepetition)
        );
        assert_eq!(
            end(start, &twice.repeat(2), ClaimableEnds::EndTheGame),
            Some(Termination::FivefoldRepetition),
            "the automatic end comes first"
        );
    }

    #[test]
    fn mate_precedes_seventy_five_moves() {
        let fen = "7k/8/6K1/8/8/8/8/R7 w - - 149 160";
        let end = |moves| end(fen, moves, ClaimableEnds::WaitForClaim);
        assert_eq!(end("a1a8"), Some(Termination::Checkmate));
        assert_eq!(end("a1a2"), Some(Termination::SeventyFiveMoves));
    }
}
