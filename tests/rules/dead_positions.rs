//! Dead positions and who can still mate: the case file, and closed positions against a twin.

use crate::{below, dead_cases, factor, seeded};
use rand_chacha::ChaCha8Rng;
use vezer::position::Position;
use vezer::rules::dead_position::{MatingChances, State};
use vezer::rules::unwinnable::{Answer, Effort};
use vezer::types::Color;

/// Every answer is right, and few are missing.
#[test]
fn dead_positions_of_the_case_file() {
    let mut unknown = Vec::new();
    for case in dead_cases() {
        let position = Position::from_fen(case["fen"].as_str().unwrap()).unwrap();
        let chances = MatingChances::of(&position, Effort::default());
        for (color, key) in [
            (Color::White, "white_can_mate"),
            (Color::Black, "black_can_mate"),
        ] {
            let answer = chances.of_player(color);
            match answer.as_bool() {
                None => unknown.push(format!("{} {color}", case["id"])),
                Some(can) => assert_eq!(can, case[key], "{} {color}: {answer:?}", case["id"]),
            }
            check_witness(&position, color, answer);
        }
        let dead = case["dead"].as_bool().unwrap();
        let wrong = if dead { State::Alive } else { State::Dead };
        assert_ne!(chances.state(), wrong, "{}", case["id"]);
    }
    assert!(unknown.is_empty(), "unknown: {unknown:?}");
}

/// A series of moves that is said to lead to mate does.
fn check_witness(start: &Position, winner: Color, answer: &Answer) {
    let Answer::CanMate(moves) = answer else {
        return;
    };
    let mut position = *start;
    for &mv in moves {
        assert!(position.is_legal(mv), "{start:?}: {moves:?}");
        position = position.play(mv);
    }
    assert!(position.in_check() && !position.has_legal_move());
    assert_eq!(position.side_to_move(), !winner);
}

/// Closed positions, most of whose pieces are shut in: where proofs beyond material matter.
#[test]
fn proofs_agree_with_trying_every_position() {
    let mut random = seeded(20_240_601);
    let (mut proved, mut tried) = (0, 0);
    while tried < 600 * factor() {
        let Some(position) = closed_position(&mut random) else {
            continue;
        };
        tried += 1;
        let chances = MatingChances::of(&position, Effort { positions: 20_000 });
        for color in Color::ALL {
            check_witness(&position, color, chances.of_player(color));
        }
        let impossible = Color::ALL.map(|color| chances.of_player(color).as_bool() == Some(false));
        if impossible == [false; 2] {
            continue;
        }
        if let Some(mates) = all_mates(&position, 10_000 * factor()) {
            for color in Color::ALL {
                let wrong = impossible[color.index()] && mates[color.index()];
                assert!(!wrong, "{color} can mate: {}", position.fen());
            }
            proved += 1;
        }
    }
    assert!(proved > 25, "only {proved} were worth checking");
}

/// A chain of blocked pawns over most files, kings and up to two minor pieces.
fn closed_position(random: &mut ChaCha8Rng) -> Option<Position> {
    let mut board = [['1'; 8]; 8];
    let mut rank = 2 + below(random, 3);
    let gap = below(random, 16); // from 8 on, none
    for file in (0..8).filter(|&file| file != gap) {
        rank = match below(random, 2) {
            0 if rank > 1 => rank - 1,
            _ if rank < 5 => rank + 1,
            _ => rank - 1,
        };
        board[rank][file] = 'P';
        board[rank + 1][file] = 'p';
    }
    let minors = ['B', 'b', 'N', 'n'];
    let pieces = ['K', 'k', minors[below(random, 4)], minors[below(random, 4)]];
    for piece in &pieces[..2 + below(random, 3)] {
        let (rank, file) = (below(random, 8), below(random, 8));
        if board[rank][file] != '1' {
            return None;
        }
        board[rank][file] = *piece;
    }
    let ranks: Vec<String> = board
        .iter()
        .rev()
        .map(|rank| rank.iter().collect())
        .collect();
    let side = ["w", "b"][below(random, 2)];
    Position::from_fen(&format!("{} {side} - - 0 1", ranks.join("/"))).ok()
}

/// Who mates anywhere among the positions that can arise, or `None` if these are too many: the slow
/// twin of every proof.
fn all_mates(start: &Position, limit: usize) -> Option<[bool; 2]> {
    let mut mates = [false; 2];
    let mut known = std::collections::HashSet::from([start.pack()]);
    let mut waiting = vec![*start];
    while let Some(position) = waiting.pop() {
        for mv in position.legal_moves() {
            let next = position.play(mv);
            if next.in_check() && !next.has_legal_move() {
                mates[position.side_to_move().index()] = true;
            }
            if known.insert(next.pack()) {
                waiting.push(next);
            }
        }
        if known.len() > limit {
            return None;
        }
    }
    Some(mates)
}
