//! Repetition of the position (articles 9.2 and 9.6.1).
//!
//! Positions are compared by their Zobrist keys, which are made so that equal keys mean the same
//! position in the sense of article 9.2.2. A key history is a slice with one key for each position,
//! half-move after half-move, the current position last; the history of a game and the line of a
//! search behind it make one such slice.

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
}
