//! One game from its opening to its end, whoever thinks about the moves.

use super::adjudication::{Adjudication, Adjudicator};
use crate::position::Position;
use crate::records::{GameRecord, GameResult};
use crate::rules::{ClaimableEnds, Game, Outcome, Termination};
use crate::types::{Color, Move, Score};
use std::fmt;

/// What ended a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// The Laws of Chess; claimable draws end the game at once.
    Board(Termination),
    /// The scores of both players.
    Adjudication,
    /// Something outside the board.
    Forfeit(&'static str),
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            End::Board(termination) => termination.fmt(f),
            End::Adjudication => f.write_str("adjudication"),
            End::Forfeit(reason) => f.write_str(reason),
        }
    }
}

/// What a player has to say about a position.
pub(super) enum Reply {
    /// A legal move and the worth of the position for the player to move.
    Move(Move, Score),
    /// The player has lost for this reason.
    Forfeit(&'static str),
}

/// A game that is over.
#[derive(Clone)]
pub(super) struct Played {
    pub(super) game: Game,
    /// The scores of the moves, from White's view.
    pub(super) scores: Vec<Score>,
    pub(super) result: GameResult,
    pub(super) end: End,
}

impl Played {
    /// The game as it is kept on disk.
    pub(super) fn record(&self) -> GameRecord {
        let mut record = GameRecord::new(self.game.start());
        for (&mv, score) in self.game.moves().iter().zip(&self.scores) {
            record.push(mv, score.0);
        }
        record.set_result(self.result);
        record
    }
}

/// How the game has ended on the board, where claimable draws end it.
pub(super) fn end_on_board(game: &Game) -> Option<Outcome> {
    Outcome::of(game, ClaimableEnds::EndTheGame)
}

/// The number of plies before a position, as the full-move number counts them.
pub(super) fn ply_of(position: &Position) -> u32 {
    let black = u32::from(position.side_to_move() == Color::Black);
    2 * (u32::from(position.fullmove_number()).max(1) - 1) + black
}

/// Plays a game to its end. `think` is asked for every move; without rules of adjudication only
/// the board ends the game.
pub(super) fn play(
    start: &Position,
    adjudication: Option<Adjudication>,
    mut think: impl FnMut(&Game) -> Reply,
) -> Played {
    let mut game = Game::new(*start);
    let mut scores = Vec::new();
    let mut adjudicator = adjudication.map(Adjudicator::new);
    let (result, end) = loop {
        if let Some(outcome) = end_on_board(&game) {
            let result = GameResult::of_winner(outcome.winner);
            break (result, End::Board(outcome.termination));
        }
        let (ply, side) = (ply_of(game.position()), game.position().side_to_move());
        let (mv, score) = match think(&game) {
            Reply::Move(mv, score) => (mv, score),
            Reply::Forfeit(reason) => {
                break (GameResult::of_winner(Some(!side)), End::Forfeit(reason));
            }
        };
        let score = if side == Color::White { score } else { -score };
        game.push(mv);
        scores.push(score);
        let verdict = adjudicator
            .as_mut()
            .and_then(|adjudicator| adjudicator.judge(ply, score));
        // A last move that ends the game on the board needs no adjudication.
        if let Some(result) = verdict
            && end_on_board(&game).is_none()
        {
            break (result, End::Adjudication);
        }
    };
    Played {
        game,
        scores,
        result,
        end,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::uci::parse_move;

    fn play_moves(moves: &str, score: i32) -> Played {
        let mut moves = moves.split_whitespace();
        play(
            &Position::startpos(),
            Some(Adjudication::default()),
            |game| match moves.next() {
                Some(text) => Reply::Move(parse_move(game.position(), text).unwrap(), Score(score)),
                None => Reply::Forfeit("no move"),
            },
        )
    }

    #[test]
    fn the_board_ends_games_before_adjudication() {
        let mate = play_moves("f2f3 e7e5 g2g4 d8h4", 0);
        assert_eq!(mate.end, End::Board(Termination::Checkmate));
        assert_eq!(mate.result, GameResult::BlackWin);
        // The fourth winning score comes with the mate.
        let mut count = 0;
        let moves = ["f2f3", "e7e5", "g2g4", "d8h4"];
        let rules = Some(Adjudication::default());
        let mate = play(&Position::startpos(), rules, |game| {
            count += 1;
            let mv = parse_move(game.position(), moves[count - 1]).unwrap();
            Reply::Move(mv, Score(if count % 2 == 1 { -2500 } else { 2500 }))
        });
        assert_eq!(mate.end, End::Board(Termination::Checkmate));
        let scores: Vec<i32> = mate.scores.iter().map(|score| score.0).collect();
        assert_eq!(scores, [-2500; 4]);
    }

    #[test]
    fn a_claimable_draw_ends_the_game() {
        let moves = "g1f3 g8f6 f3g1 f6g8 ".repeat(3);
        let drawn = play_moves(&moves, 30);
        assert_eq!(drawn.end, End::Board(Termination::ThreefoldRepetition));
        assert_eq!(drawn.record().len(), 8);
        assert_eq!(drawn.record().result(), GameResult::Draw);
    }

    #[test]
    fn who_forfeits_has_lost() {
        let lost = play_moves("e2e4", 0);
        assert_eq!(lost.end, End::Forfeit("no move"));
        assert_eq!(lost.result, GameResult::WhiteWin);
    }
}
