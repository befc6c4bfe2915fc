//! Random games: counts and outcomes against slow twins and against shakmaty, the search's draws
//! against the arbiter's.

use crate::{below, factor, seeded};
use rand_chacha::ChaCha8Rng;
use shakmaty::Position as _;
use vezer::position::Position;
use vezer::rules::{ClaimableEnds, Game, Outcome, Termination, fifty_moves, material, repetition};
use vezer::types::Color;

/// A game of random moves, which ends early only if none is legal.
fn random_game(random: &mut ChaCha8Rng, fen: &str, plies: usize) -> Game {
    let mut game = Game::new(Position::from_fen(fen).unwrap());
    for _ in 0..plies {
        let moves = game.position().legal_moves();
        if moves.is_empty() {
            break;
        }
        game.push(moves[below(random, moves.len())]);
    }
    game
}

/// Positions in which random moves repeat: castling rights to lose, an en passant square, and kings
/// with two squares each.
const SHUFFLES: [&str; 4] = [
    "r3k2r/8/8/8/3p4/8/4P3/R3K2R w KQkq - 0 1",
    "k1b5/1p1p4/1P1P4/8/8/1p1p4/1P1P4/K1B5 w - - 0 1",
    "4k2r/8/6p1/6P1/8/8/8/4K2R w Kk - 0 1",
    "k1b5/1p1p4/1P1P4/8/8/1p1p4/1P1P4/K1BR4 w - - 90 60",
];

/// Counts by keys equal counts by whole boards.
#[test]
fn repetitions_equal_those_of_whole_boards() {
    let mut random = seeded(7);
    let mut most = 0;
    for round in 0..300 * factor() {
        let game = random_game(&mut random, SHUFFLES[round % SHUFFLES.len()], 120);
        let boards: Vec<_> = game.positions().iter().map(Position::board).collect();
        for end in 1..=boards.len() {
            let same = boards[..end].iter().filter(|&b| *b == boards[end - 1]);
            let keys = &game.keys()[..end];
            let clock = game.positions()[end - 1].halfmove_clock();
            let count = repetition::count(keys, clock);
            assert_eq!(count, same.count());
            let before = &keys[..end - 1];
            assert_eq!(repetition::count_next(before, keys[end - 1], clock), count);
            most = most.max(count);
        }
    }
    assert!(most >= 3, "no repetition was tested");
}

/// What a search calls a draw follows from what the arbiter counts.
#[test]
fn search_draws_agree_with_the_arbiter() {
    let mut random = seeded(11);
    for round in 0..300 * factor() {
        let game = random_game(
            &mut random,
            SHUFFLES[round % SHUFFLES.len()],
            round % 300 / 3,
        );
        let position = game.position();
        let (keys, clock) = (game.keys(), position.halfmove_clock());
        let over = Outcome::of(&game, ClaimableEnds::EndTheGame);
        let count = game.repetition_count();
        let last = keys.len() - 1;
        for ply in 0..=last {
            let after_root = &keys[(last - ply + 1).min(last)..last];
            let expected = count >= repetition::THREEFOLD || after_root.contains(&keys[last]);
            assert_eq!(repetition::is_search_draw(keys, clock, ply), expected);
        }
        let ended = over.map(|outcome| outcome.termination);
        if fifty_moves::is_search_draw(position) || count >= repetition::THREEFOLD {
            assert!(ended.is_some(), "{}", position.fen());
            assert_ne!(ended, Some(Termination::Checkmate));
        }
        if material::is_dead_by_material(position) && position.has_legal_move() {
            assert_eq!(ended, Some(Termination::InsufficientMaterial));
        }
    }
}

#[test]
fn outcomes_agree_with_shakmaty() {
    let mut random = seeded(3);
    for fen in [
        Position::STARTPOS_FEN,
        "8/P6k/8/1b6/8/2N5/p6K/8 w - - 0 1",
        "8/3r4/4k3/8/2P5/3K4/8/5B2 w - - 0 1",
        "4k3/2b5/8/8/8/8/3R2n1/3K4 w - - 0 1",
    ] {
        for _ in 0..100 * factor() {
            let game = random_game(&mut random, fen, 150);
            for position in game.positions() {
                agrees_with_shakmaty(position);
            }
        }
    }
}

fn agrees_with_shakmaty(position: &Position) {
    let fen: shakmaty::fen::Fen = position.fen().parse().unwrap();
    let other: shakmaty::Chess = fen.into_position(shakmaty::CastlingMode::Standard).unwrap();
    let over = Outcome::of(&Game::new(*position), ClaimableEnds::WaitForClaim);
    let ended_by = |termination| over.is_some_and(|outcome| outcome.termination == termination);
    let fen = position.fen();
    assert_eq!(
        ended_by(Termination::Checkmate),
        other.is_checkmate(),
        "{fen}"
    );
    assert_eq!(
        ended_by(Termination::Stalemate),
        other.is_stalemate(),
        "{fen}"
    );
    assert_eq!(
        material::is_dead_by_material(position),
        other.is_insufficient_material(),
        "{fen}"
    );
    for (color, their_color) in [
        (Color::White, shakmaty::Color::White),
        (Color::Black, shakmaty::Color::Black),
    ] {
        assert_eq!(
            material::cannot_mate_by_material(position, color),
            other.has_insufficient_material(their_color),
            "{fen}"
        );
    }
}
