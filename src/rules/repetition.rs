//! Repetition of the position (articles 9.2 and 9.6.1).
//!
//! Positions are compared by their Zobrist keys, which are made so that equal keys mean the same
//! position in the sense of article 9.2.2. A key history is a slice with one key for each position,
//! half-move after half-move, the current position last; the history of a game and the line of a
//! search behind it make one such slice.

use crate::position::{Position, connecting_squares};
use crate::types::{Move, MoveKind, Square};

/// So many occurrences of a position let the player to move claim a draw (article 9.2.1).
pub const THREEFOLD: usize = 3;

/// So many occurrences of a position end the game without a claim (article 9.6.1).
pub const FIVEFOLD: usize = 5;

/// A position cannot come back sooner than after this many half-moves: two moves of each side.
const SHORTEST_CYCLE: usize = 4;

/// How many times the last position of the history has occurred in it, this time included; 0 for
/// an empty history.
///
/// `reversible` is the number of half-moves back to the last capture or pawn move, the half-move
/// clock: no older position can be the same. It may reach beyond the start of the history.
pub fn count(keys: &[u64], reversible: u16) -> usize {
    match keys.last() {
        None => 0,
        Some(&current) => {
            1 + candidates(keys, reversible)
                .filter(|&key| key == current)
                .count()
        }
    }
}

/// How many times the position with this key would have occurred if it came next, one half-move
/// after the last position of the history, that time included.
///
/// `reversible` is the half-move clock of the position that comes next.
pub fn count_next(keys: &[u64], next: u64, reversible: u16) -> usize {
    let reach = usize::from(reversible).min(keys.len());
    let same_side = keys[keys.len() - reach..]
        .iter()
        .rev()
        .skip(SHORTEST_CYCLE - 1)
        .step_by(2);
    1 + same_side.filter(|&&key| key == next).count()
}

/// Whether a search may score the last position of the history as a draw by repetition: it has
/// occurred once before strictly after the root, or twice before at the root or in the game.
///
/// In the tree one recurrence is enough, as a side that could bring the position back once can do
/// so again. Against the game it must be the third occurrence, which the Laws let a player claim
/// (article 9.2.1). `ply_from_root` is the number of half-moves since the root of the search, and
/// `reversible` as in [`count`], or less to look back no further, as beyond a null move.
#[inline]
pub fn is_search_draw(keys: &[u64], reversible: u16, ply_from_root: usize) -> bool {
    let Some(&current) = keys.last() else {
        return false;
    };
    let mut distance = SHORTEST_CYCLE;
    let mut seen = false;
    for key in candidates(keys, reversible) {
        if key == current {
            if seen || distance < ply_from_root {
                return true;
            }
            seen = true;
        }
        distance += 2;
    }
    false
}

/// Whether the player to move has a move after which [`is_search_draw`] holds: one that brings back
/// an earlier position by moving a piece.
///
/// `position` is the one whose key is the last of the history; `reversible` and `ply_from_root` are
/// as in [`is_search_draw`].
#[inline]
pub fn can_be_brought_about(
    position: &Position,
    keys: &[u64],
    reversible: u16,
    ply_from_root: usize,
) -> bool {
    let last = keys.len().saturating_sub(1);
    let reach = usize::from(reversible).min(last);
    // An own move leads to positions with the other side to move: an odd number of half-moves back.
    (SHORTEST_CYCLE - 1..=reach).step_by(2).any(|distance| {
        connecting_squares(keys[last], keys[last - distance]).is_some_and(|squares| {
            let before = &keys[last - reach..=last - distance];
            is_move(position, squares)
                && (distance < ply_from_root || count(before, u16::MAX) >= THREEFOLD - 1)
        })
    })
}

/// Whether the player to move can move a piece between these squares, one way or the other.
#[cold]
fn is_move(position: &Position, [one, other]: [Square; 2]) -> bool {
    [(one, other), (other, one)]
        .into_iter()
        .any(|(from, to)| position.is_legal(Move::new(from, to, MoveKind::Quiet)))
}

/// The keys of the earlier positions that can equal the last one, the latest first: those with the
/// same side to move, no older than the last irreversible move.
#[inline]
fn candidates(keys: &[u64], reversible: u16) -> impl Iterator<Item = u64> {
    let last = keys.len().saturating_sub(1);
    let reach = usize::from(reversible).min(last);
    keys[last - reach..last]
        .iter()
        .rev()
        .skip(SHORTEST_CYCLE - 1)
        .step_by(2)
        .copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Game;
    use rand::RngExt;
    use rand_chacha::{ChaCha8Rng, rand_core::SeedableRng};

    #[test]
    fn the_current_position_counts() {
        assert_eq!(count(&[], 0), 0);
        assert_eq!(count(&[7], 0), 1);
        assert_eq!(count(&[7, 1, 2, 3, 7], 4), 2);
        assert_eq!(count(&[7, 1, 2, 3, 7, 1, 2, 3, 7], 200), 3);
    }

    #[test]
    fn an_irreversible_move_cuts_the_history() {
        assert_eq!(count(&[7, 1, 2, 3, 7], 3), 1);
        assert!(!is_search_draw(&[7, 1, 2, 3, 7], 3, 20));
    }

    #[test]
    fn the_position_to_come_is_counted_like_one_that_came() {
        let keys = [7, 1, 2, 3, 7, 1, 2, 3];
        for (next, reversible) in [(7, 8), (7, 4), (7, 3), (9, 8)] {
            let played = [&keys[..], &[next]].concat();
            assert_eq!(
                count_next(&keys, next, reversible),
                count(&played, reversible),
                "{next} within {reversible}"
            );
        }
        assert_eq!(count_next(&[], 7, 0), 1);
    }

    #[test]
    fn in_the_tree_one_recurrence_suffices_but_not_of_the_root() {
        let keys = [7, 1, 2, 3, 7];
        assert!(is_search_draw(&keys, 4, 5), "root one half-move earlier");
        assert!(!is_search_draw(&keys, 4, 4), "the root itself");
        assert!(!is_search_draw(&keys, 4, 0), "all of it played");
    }

    #[test]
    fn against_the_game_the_third_occurrence_counts() {
        let keys = [7, 1, 2, 3, 7, 1, 2, 3, 7];
        assert!(is_search_draw(&keys, 8, 0));
        assert!(is_search_draw(&keys, 8, 4));
        assert!(!is_search_draw(&keys, 7, 0));
    }

    /// In random games full of repetitions: exactly where some legal move makes a draw by
    /// repetition of the position after it.
    #[test]
    fn a_repetition_is_seen_one_move_ahead() {
        let (mut found, mut random) = (0, ChaCha8Rng::seed_from_u64(50));
        for fen in [
            "r5k1/5ppp/8/8/8/8/5PPP/1R4K1 w - - 0 1",
            "4k3/3r4/8/8/b7/5N2/3QR3/4K3 b - - 7 1",
            "r3k2r/8/8/3p4/2nP4/8/4B3/R3K2R w KQkq - 0 1",
        ] {
            for _ in 0..60 {
                let mut game = Game::new(Position::from_fen(fen).expect("a position"));
                let root = random.random_range(0..30);
                for ply in 0..60usize {
                    let moves = game.position().legal_moves();
                    if moves.is_empty() {
                        break;
                    }
                    let ply_from_root = ply.saturating_sub(root);
                    let clock = game.position().halfmove_clock();
                    let expected = moves.iter().filter(|mv| !mv.is_noisy()).any(|&mv| {
                        let next = game.position().play(mv);
                        let keys = [game.keys(), &[next.key()]].concat();
                        is_search_draw(&keys, next.halfmove_clock(), ply_from_root + 1)
                    });
                    let seen =
                        can_be_brought_about(game.position(), game.keys(), clock, ply_from_root);
                    assert_eq!(seen, expected, "{} {ply_from_root}", game.position().fen());
                    found += usize::from(seen);
                    // Often a player goes back to where he came from.
                    let last = ply.checked_sub(2).map(|own| game.moves()[own]);
                    let back = |mv: &Move| {
                        last.is_some_and(|last| mv.from() == last.to() && mv.to() == last.from())
                    };
                    let wished = moves.iter().position(back);
                    let index = wished.filter(|_| random.random_bool(0.6));
                    let index = index.unwrap_or_else(|| random.random_range(0..moves.len()));
                    game.push(moves[index]);
                }
            }
        }
        assert!(found > 1000, "{found}");
    }
}
