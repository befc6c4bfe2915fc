//! Moves without a capture or a pawn move (articles 9.3 and 9.6.2).

use crate::position::Position;

/// The half-moves after which the player to move can claim a draw: fifty moves by each player
/// (article 9.3).
pub const FIFTY: u16 = 100;

/// The half-moves after which the game is drawn without a claim: 75 moves by each player
/// (article 9.6.2).
pub const SEVENTY_FIVE: u16 = 150;

/// Whether a player whose game is not over may claim a draw under article 9.3.2 now.
#[inline]
pub fn is_fifty(position: &Position) -> bool {
    position.halfmove_clock() >= FIFTY
}

/// Whether the game is drawn by the 75 moves of article 9.6.2: they are full, and the last of them
/// has neither mated, which takes precedence, nor stalemated.
#[inline]
pub fn is_seventy_five(position: &Position) -> bool {
    position.halfmove_clock() >= SEVENTY_FIVE && position.has_legal_move()
}

/// Whether a search may score the position as a draw under the 50-move rule: a hundred half-moves
/// are full and the last did not give mate.
#[inline]
pub fn is_search_draw(position: &Position) -> bool {
    is_search_draw_at(position, FIFTY)
}

/// The same after another number of half-moves: where a game has gone on past the 50th move
/// because nobody claimed, a search looks towards the 75th.
#[inline]
pub fn is_search_draw_at(position: &Position, halfmoves: u16) -> bool {
    position.halfmove_clock() >= halfmoves && (!position.in_check() || position.has_legal_move())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draw(fen: &str) -> bool {
        is_search_draw(&Position::from_fen(fen).unwrap())
    }

    #[test]
    fn the_hundredth_half_move_draws() {
        assert!(!draw("8/8/4k3/8/8/4K3/8/R7 w - - 99 120"));
        assert!(draw("8/8/4k3/8/8/4K3/8/R7 w - - 100 120"));
    }

    #[test]
    fn mate_on_the_hundredth_half_move_wins() {
        assert!(!draw("R6k/8/6K1/8/8/8/8/8 b - - 100 120"));
        assert!(draw("R6k/8/5K2/8/8/8/8/8 b - - 100 120"), "a mere check");
    }
}
