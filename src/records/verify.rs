//! Is a recorded game one of chess?

use super::{GameRecord, GameResult, ReplayError};
use crate::rules::{ClaimableEnds, Game, Outcome, Termination};

/// What is wrong with a game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Inconsistency {
    /// It cannot be played through.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// It goes on after its end.
    #[error("the game goes on after its end by {0} at half-move {1}")]
    GoesOn(Termination, usize),
    /// The result is not that of the last position.
    #[error("the result is {recorded} but the game ended {actual} by {termination}")]
    Result {
        /// The result in the record.
        recorded: &'static str,
        /// The result on the board.
        actual: &'static str,
        /// What ended the game.
        termination: Termination,
    },
}

/// Plays a game through by the Laws of Chess. A game may end before its end on the board, as
/// adjudicated games do.
///
/// # Errors
/// If a move is illegal, the game goes on after an automatic end, or the result contradicts the
/// board.
pub fn verify(record: &GameRecord) -> Result<(), Inconsistency> {
    let mut game = Game::new(record.start().map_err(ReplayError::Start)?);
    let mut end = None;
    record.replay(|_, mv, _| {
        if end.is_none() {
            end = automatic_end(&game).map(|outcome| (outcome.termination, game.moves().len()));
        }
        game.push(mv);
    })?;
    if let Some((termination, ply)) = end {
        return Err(Inconsistency::GoesOn(termination, ply));
    }
    match automatic_end(&game) {
        Some(outcome) if GameResult::of_winner(outcome.winner) != record.result() => {
            Err(Inconsistency::Result {
                recorded: record.result().pgn(),
                actual: outcome.result(),
                termination: outcome.termination,
            })
        }
        _ => Ok(()),
    }
}

fn automatic_end(game: &Game) -> Option<Outcome> {
    Outcome::of(game, ClaimableEnds::WaitForClaim)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::uci::parse_move;
    use crate::position::Position;

    fn record(fen: &str, moves: &str, result: GameResult) -> GameRecord {
        let mut position = Position::from_fen(fen).unwrap();
        let mut record = GameRecord::new(&position);
        for text in moves.split_whitespace() {
            let mv = parse_move(&position, text).unwrap();
            record.push(mv, 0);
            position = position.play(mv);
        }
        record.set_result(result);
        record
    }

    #[test]
    fn results_must_fit_the_board() {
        let start = Position::STARTPOS_FEN;
        let mate = "f2f3 e7e5 g2g4 d8h4";
        assert_eq!(verify(&record(start, mate, GameResult::BlackWin)), Ok(()));
        let wrong = verify(&record(start, mate, GameResult::Draw)).unwrap_err();
        assert_eq!(
            wrong.to_string(),
            "the result is 1/2-1/2 but the game ended 0-1 by checkmate"
        );
        assert_eq!(verify(&record(start, "e2e4", GameResult::WhiteWin)), Ok(()));
    }

    #[test]
    fn a_dead_game_must_not_go_on() {
        let kings = record(
            "k7/8/8/8/8/8/8/K6r w - - 0 1",
            "a1a2 h1b1 a2b1 a8b8",
            GameResult::Draw,
        );
        assert_eq!(
            verify(&kings),
            Err(Inconsistency::GoesOn(Termination::InsufficientMaterial, 3))
        );
    }
}
