use super::*;
use crate::position::Position;

const QUIET: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const SHARP: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap()
}

/// Something played before, different for different seeds.
fn before(seed: usize) -> Before {
    let position = Position::startpos();
    let moves = position.legal_moves();
    std::array::from_fn(|index| PieceTo::of(&position, moves[seed + index]))
}

fn tried(moves: &[Move]) -> Tried {
    let mut tried = Tried::default();
    moves.iter().for_each(|&mv| tried.push(mv));
    tried
}

fn histories() -> Histories {
    Histories::new(&Params::default())
}

#[test]
fn a_quiet_refutation_gains_and_the_moves_before_it_lose() {
    let position = position(QUIET);
    let moves = position.legal_moves();
    let mut histories = histories();
    histories.learn(&position, &before(0), moves[2], &tried(&moves[..3]), 6);
    let quiet = |histories: &Histories, before: &Before, mv| histories.quiet(&position, before, mv);
    let rating = |histories: &Histories, mv| histories.rater(&position, &before(0)).rate(mv);
    assert!(quiet(&histories, &before(0), moves[2]) > 0);
    assert!(quiet(&histories, &before(0), moves[0]) < 0);
    assert!(rating(&histories, moves[2]) > rating(&histories, moves[5]));
    assert!(rating(&histories, moves[5]) > rating(&histories, moves[1]));
    // After other moves only the butterfly history knows anything.
    let elsewhere = quiet(&histories, &before(9), moves[2]);
    assert!(0 < elsewhere && elsewhere < quiet(&histories, &before(0), moves[2]));
    histories.clear();
    assert_eq!(rating(&histories, moves[2]), 0);
    assert_eq!(quiet(&histories, &before(0), moves[0]), 0);
}

#[test]
fn captures_tried_in_vain_lose_whatever_is_best() {
    let position = position(SHARP);
    let (noisy, quiet): (Vec<Move>, Vec<Move>) = position
        .legal_moves()
        .into_iter()
        .partition(|mv| mv.is_noisy());
    let mut histories = histories();
    histories.learn(&position, &before(0), quiet[0], &tried(&noisy[..2]), 6);
    assert!(histories.noisy(&position, noisy[0]) < 0);
    assert!(histories.noisy(&position, noisy[1]) < 0);
    assert_eq!(histories.noisy(&position, noisy[2]), 0);
    let both = [noisy[1], noisy[2], quiet[3]];
    histories.learn(&position, &before(0), noisy[3], &tried(&both), 6);
    assert!(histories.noisy(&position, noisy[3]) > 0);
    assert!(histories.noisy(&position, noisy[2]) < 0);
    assert_eq!(histories.quiet(&position, &before(9), quiet[3]), 0);
    histories.clear();
    assert_eq!(histories.noisy(&position, noisy[3]), 0);
}

#[test]
fn the_move_before_gains_or_loses_too() {
    let first = position(QUIET);
    let mv = first.legal_moves()[4];
    let prior = Prior {
        played: PieceTo::of(&first, mv),
        quiet: ButterflyIndex::of(&first, mv),
        number: 1,
        before: before(3),
    };
    let mut histories = histories();
    histories.praise_prior(&prior, 8);
    let praised = histories.quiet(&first, &before(3), mv);
    assert!(praised > 0);
    histories.blame_prior(&prior, 8);
    assert!(histories.quiet(&first, &before(3), mv) < praised);
}

#[test]
fn sums_stay_within_their_bounds() {
    let position = position(QUIET);
    let mv = position.legal_moves()[0];
    let mut histories = histories();
    for depth in 1..3000 {
        histories.learn(&position, &before(0), mv, &Tried::default(), depth % 60);
    }
    let quiet = histories.quiet(&position, &before(0), mv);
    assert!((LIMIT..=3 * LIMIT).contains(&quiet), "{quiet}");
    assert!(histories.rater(&position, &before(0)).rate(mv) < 1 << 18);
}

#[test]
fn killers_are_the_last_two_refutations_of_a_ply() {
    let moves = position(QUIET).legal_moves();
    let mut histories = histories();
    for index in [0, 1, 1, 2] {
        histories.learn_killer(3, moves[index]);
    }
    assert_eq!(histories.killers(3), [Some(moves[2]), Some(moves[1])]);
    assert_eq!(histories.killers(4), [None, None]);
    histories.new_root();
    assert_eq!(histories.killers(3), [None, None]);
}
