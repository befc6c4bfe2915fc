//! Recorded games as PGN, for people and other programs.

use super::{GameRecord, GameResult, ReplayError};
use crate::notation::pgn::{self, PgnGame, PgnMove};
use crate::types::Score;

impl GameRecord {
    /// The game with the scores, which are internal centipawns from White's view, as comments in the
    /// words of `describe`.
    ///
    /// # Errors
    /// If it cannot be played through.
    pub fn to_pgn(&self, describe: impl Fn(Score) -> String) -> Result<PgnGame, ReplayError> {
        let start = self.start()?;
        let mut pgn = PgnGame::new(start, !start.castles_as_usual());
        self.replay(|_, mv, score| {
            pgn.moves.push(PgnMove {
                comment: describe(Score(score.into())),
                ..PgnMove::from(mv)
            });
        })?;
        pgn.result = match self.result() {
            GameResult::WhiteWin => pgn::GameResult::WhiteWins,
            GameResult::BlackWin => pgn::GameResult::BlackWins,
            GameResult::Draw => pgn::GameResult::Draw,
        };
        Ok(pgn)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::uci::parse_move;
    use crate::position::Position;

    fn pgn(fen: &str, text: &str) -> String {
        let start = Position::from_fen(fen).unwrap();
        let mut record = GameRecord::new(&start);
        record.push(parse_move(&start, text).unwrap(), -123);
        record.set_result(GameResult::BlackWin);
        record
            .to_pgn(|score| format!("{score:?}"))
            .unwrap()
            .to_string()
    }

    #[test]
    fn only_games_of_chess960_say_so() {
        let standard = pgn(Position::STARTPOS_FEN, "e2e4");
        assert!(standard.ends_with("\n\n1. e4 {-123} 0-1\n\n"), "{standard}");
        assert!(!standard.contains("Chess960"));
        let endgame = pgn("7k/8/8/8/8/8/8/RK6 w - - 0 1", "a1a2");
        assert!(!endgame.contains("Chess960"), "{endgame}");
        for start in [
            "bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w KQkq - 0 1",
            "4k3/8/8/8/8/8/8/1R2K3 w Q - 0 1",
        ] {
            let other = pgn(
                start,
                if start.starts_with('b') {
                    "e2e4"
                } else {
                    "b1b2"
                },
            );
            assert!(other.contains("[Variant \"Chess960\"]"), "{other}");
        }
    }
}
