//! A game and what the searches of its positions say about it.

use super::judgement::{Fault, Loss, Performance};
use crate::cli::searching::Found;
use crate::evaluation::wdl::{Told, expected_points};
use crate::notation::pgn::PgnGame;
use crate::notation::san;
use crate::position::Position;
use crate::rules::{ClaimableEnds, Game, Outcome};
use crate::types::{Color, Move, Score};

/// A game all of whose positions were searched.
pub(super) struct AnalysedGame {
    /// Its number in the file, from 1.
    pub(super) number: usize,
    pub(super) pgn: PgnGame,
    pub(super) moves: Vec<JudgedMove>,
    /// The worth of every position from White's view, the first one's before the first move.
    pub(super) scores: Vec<Score>,
}

/// A move of the game.
pub(super) struct JudgedMove {
    pub(super) mv: Move,
    /// The position in which it was played.
    pub(super) before: Position,
    /// What the search found there.
    pub(super) found: Found,
    pub(super) loss: Loss,
    pub(super) fault: Option<Fault>,
}

impl JudgedMove {
    /// Number and move as in `12... Nf6`.
    pub(super) fn text(&self) -> String {
        san::format_line(&self.before, &[self.mv])
    }

    /// The best move, if another one was played.
    pub(super) fn better(&self) -> Option<Move> {
        self.found.best.filter(|&best| best != self.mv)
    }
}

/// The game after its first half-moves, so many of them.
pub(super) fn played(pgn: &PgnGame, half_moves: usize) -> Game {
    let mut game = Game::new(pgn.start);
    for played in &pgn.moves[..half_moves] {
        game.push(played.mv);
    }
    game
}

/// The worth of a position for the side to move where the game is over and nothing to be searched.
pub(super) fn final_score(game: &Game) -> Option<Score> {
    let outcome = Outcome::of(game, ClaimableEnds::WaitForClaim)?;
    Some(match outcome.winner {
        Some(_) => Score::mated_in(0),
        None => Score::DRAW,
    })
}

impl AnalysedGame {
    /// Judges the moves by what was found in the positions before and after them. Where the game
    /// was over, there is a score but no line.
    pub(super) fn new(number: usize, pgn: PgnGame, found: Vec<(Score, Found)>) -> AnalysedGame {
        let mut before = pgn.start;
        let mut scores = Vec::new();
        let mut moves = Vec::new();
        let after = found.iter().skip(1).map(|&(score, _)| -score);
        let after: Vec<Score> = after.collect();
        for (index, (score, found)) in found.into_iter().enumerate() {
            scores.push(for_white(&before, score));
            let Some(played) = pgn.moves.get(index) else {
                break;
            };
            let loss = match found.best == Some(played.mv) {
                true => Loss::between(before.board(), score, score),
                false => Loss::between(before.board(), score, after[index]),
            };
            moves.push(JudgedMove {
                mv: played.mv,
                before,
                found,
                loss,
                fault: Fault::of(loss.points),
            });
            before = before.play(played.mv);
        }
        AnalysedGame {
            number,
            pgn,
            moves,
            scores,
        }
    }

    /// The points that White could expect in every position, the first one's before the first move.
    pub(super) fn white_expects(&self) -> Vec<f64> {
        let mut position = self.pgn.start;
        let mut expected = vec![white_expects(&position, self.scores[0])];
        for (played, &score) in self.moves.iter().zip(&self.scores[1..]) {
            position = position.play(played.mv);
            expected.push(white_expects(&position, score));
        }
        expected
    }

    /// How a player has played.
    pub(super) fn performance(&self, color: Color) -> Option<Performance> {
        let moves = self.moves.iter();
        let own = moves.filter(|played| played.before.side_to_move() == color);
        let losses: Vec<Loss> = own.map(|played| played.loss).collect();
        Performance::of(&losses)
    }

    /// Who plays with this colour.
    pub(super) fn player(&self, color: Color) -> &str {
        let tag = match color {
            Color::White => "White",
            Color::Black => "Black",
        };
        let name = self
            .pgn
            .tag(tag)
            .filter(|name| !name.is_empty() && *name != "?");
        name.unwrap_or(tag)
    }
}

/// A score for the side to move, from White's view.
pub(super) fn for_white(position: &Position, score: Score) -> Score {
    match position.side_to_move() {
        Color::White => score,
        Color::Black => -score,
    }
}

/// The points that White can expect, from a score from White's view: 1 for a win, 0 for a loss.
pub(super) fn white_expects(position: &Position, score: Score) -> f64 {
    let for_mover = expected_points(for_white(position, score), position.board());
    match position.side_to_move() {
        Color::White => for_mover,
        Color::Black => 1.0 - for_mover,
    }
}

/// A score from White's view as people write it: `+0.31`, `#4`, `#-4`; the number of moves to mate
/// counts those of the player who mates.
pub(super) fn in_pawns(score: Score) -> String {
    match mate(score) {
        Some(moves) => format!("#{moves}"),
        None => Told::from(score).in_pawns(),
    }
}

/// The moves to mate, negative if Black mates, whoever is to move.
pub(super) fn mate(score: Score) -> Option<i32> {
    let plies = Score::MATE.0 - score.0.abs();
    score
        .is_mate()
        .then(|| score.0.signum() * ((plies + 1) / 2))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::pgn::Games;

    fn game(text: &str) -> PgnGame {
        Games::new(text.as_bytes()).next().unwrap().unwrap()
    }

    fn found(score: i32, best: Option<Move>) -> (Score, Found) {
        (Score(score), Found::of(best, Vec::new()))
    }

    #[test]
    fn moves_are_judged_from_their_player_s_view() {
        let pgn = game("1. e4 e5 2. Qh5 Nc6 *");
        let best = pgn.moves[0].mv;
        let searched = [found(30, Some(best)), found(-20, None), found(40, None)];
        let after = [found(350, None), found(-1360, None)];
        let searched = searched.into_iter().chain(after).collect();
        let analysed = AnalysedGame::new(1, pgn, searched);
        assert_eq!(analysed.scores, [30, 20, 40, -350, -1360].map(Score));
        let losses = analysed.moves.iter().map(|it| it.loss.points > 0.0);
        assert_eq!(losses.collect::<Vec<_>>(), [false, true, true, false]);
        assert_eq!(analysed.moves[2].fault, Some(Fault::Blunder));
        assert_eq!(analysed.moves[2].text(), "2. Qh5");
        assert_eq!(analysed.moves[3].text(), "2... Nc6");
        let performance = |color| analysed.performance(color).unwrap();
        assert_eq!(performance(Color::White).blunders, 1);
        assert_eq!(performance(Color::Black).blunders, 0);
        assert_eq!(analysed.player(Color::White), "White");
        let expected = analysed.white_expects();
        assert!(expected[0] > 0.5 && expected[2] > expected[1] && expected[4] < 0.1);
    }

    #[test]
    fn scores_as_people_write_them() {
        assert_eq!(in_pawns(Score(-7)), Told::from(Score(-7)).in_pawns());
        assert_eq!(in_pawns(Score::mate_in(3)), "#2");
        assert_eq!(in_pawns(Score::mated_in(4)), "#-2");
        assert_eq!(
            in_pawns(-Score::mate_in(1)),
            "#-1",
            "Black mates with the next move"
        );
        assert_eq!(in_pawns(Score::TABLEBASE), "+200.00");
    }

    #[test]
    fn games_that_are_over_need_no_search() {
        let mate = game("1. f3 e5 2. g4 Qh4# 0-1");
        assert_eq!(final_score(&played(&mate, 4)), Some(Score::mated_in(0)));
        assert_eq!(final_score(&played(&mate, 3)), None);
    }
}
