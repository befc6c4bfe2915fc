//! The case file of draws and claims, and the examples of the draw article.

use crate::{draw_cases, start_fen, words};
use vezer::notation::uci::{format_move, parse_move};
use vezer::position::Position;
use vezer::rules::{ClaimableEnds, Claims, Game, Outcome, material};
use vezer::types::Move;

fn game(fen: &str, moves: &[&str]) -> Game {
    let mut game = Game::new(Position::from_fen(fen).unwrap());
    for text in moves {
        game.push(parse_move(game.position(), text).unwrap());
    }
    game
}

fn sorted(moves: &[Move], chess960: bool) -> Vec<String> {
    let mut texts: Vec<String> = moves.iter().map(|&mv| format_move(mv, chess960)).collect();
    texts.sort();
    texts
}

#[test]
fn draw_rules_of_the_case_file() {
    for case in draw_cases() {
        let expected = &case["expected"];
        let game = game(start_fen(&case), &words(&case["moves"]));
        let claims = Claims::of(&game);
        let position = game.position();
        let chess960 = case["chess960"].as_bool().unwrap();
        let flag = |key: &str| expected[key].as_bool().unwrap();
        let id = &case["id"];
        assert_eq!(position.fen(), expected["fen"], "{id}");
        assert_eq!(
            game.repetition_count(),
            expected["repetition_count"],
            "{id}"
        );
        assert_eq!(
            claims.threefold_now,
            flag("can_claim_threefold_now"),
            "{id}"
        );
        assert_eq!(
            sorted(&claims.threefold_by, chess960),
            words(&expected["threefold_by_moves"]),
            "{id}"
        );
        assert_eq!(claims.fifty_now, flag("can_claim_fifty_now"), "{id}");
        assert_eq!(
            sorted(&claims.fifty_by, chess960),
            words(&expected["fifty_by_moves"]),
            "{id}"
        );
        assert_eq!(
            material::is_dead_by_material(position),
            flag("insufficient_material"),
            "{id}"
        );
        let outcome = Outcome::of(&game, ClaimableEnds::WaitForClaim);
        let (result, reason) = outcome.map_or(("*", "game goes on".to_owned()), |outcome| {
            (outcome.result(), outcome.termination.to_string())
        });
        assert_eq!(result, expected["result"], "{id}");
        assert_eq!(reason, expected["result_reason"], "{id}");
    }
}

/// The diagram three times, but once with the other side to move: no claim.
#[test]
fn example_one_of_the_draw_article() {
    let moves = "e2e4 e7e5 d1f3 d8e7 f3e2 e7d8 e2d1 d8f6 d1e2 f6e7 e2d1 e7d8";
    let moves: Vec<&str> = moves.split(' ').collect();
    let game = game(Position::STARTPOS_FEN, &moves);
    assert_eq!(game.repetition_count(), 2);
    assert!(!Claims::of(&game).threefold());
    let placement = |position: &Position| position.fen().split(' ').next().unwrap().to_owned();
    let diagram = placement(game.position());
    let same = game.positions().iter().filter(|&p| placement(p) == diagram);
    assert_eq!(same.count(), 3);
}

/// Castling is possible at the first occurrence only: no claim on the board.
#[test]
fn example_two_of_the_draw_article() {
    let moves = "e2e4 e7e5 g1f3 b8c6 f1c4 f8e7 e1e2 g8f6 e2e1 f6g8 e1e2 g8f6 e2e1 f6g8";
    let moves: Vec<&str> = moves.split(' ').collect();
    let game = game(Position::STARTPOS_FEN, &moves);
    assert_eq!(game.repetition_count(), 2);
    assert!(!Claims::of(&game).threefold_now);
}
