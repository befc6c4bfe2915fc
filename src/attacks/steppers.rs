//! King, knight and pawn attacks: tables computed by the compiler.

use crate::types::{Bitboard, Color, Square};

/// The squares reached from each square by one of these (file, rank) steps.
const fn step_table<const N: usize>(steps: [(i32, i32); N]) -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut square = 0;
    while square < 64 {
        let mut step = 0;
        while step < N {
            let file = square % 8 + steps[step].0;
            let rank = square / 8 + steps[step].1;
            if file >= 0 && file < 8 && rank >= 0 && rank < 8 {
                table[square as usize].0 |= 1 << (rank * 8 + file);
            }
            step += 1;
        }
        square += 1;
    }
    table
}

static KING: [Bitboard; 64] = step_table([
    (-1, -1),
    (0, -1),
    (1, -1),
    (-1, 0),
    (1, 0),
    (-1, 1),
    (0, 1),
    (1, 1),
]);
static KNIGHT: [Bitboard; 64] = step_table([
    (-2, -1),
    (-1, -2),
    (1, -2),
    (2, -1),
    (2, 1),
    (1, 2),
    (-1, 2),
    (-2, 1),
]);
static PAWN: [[Bitboard; 64]; 2] = [
    step_table([(-1, 1), (1, 1)]),
    step_table([(-1, -1), (1, -1)]),
];

/// The squares next to this one (article 3.8.1).
#[inline]
pub fn king_attacks(square: Square) -> Bitboard {
    KING[square.index()]
}

/// The nearest squares that lie on no common rank, file or diagonal (article 3.6).
#[inline]
pub fn knight_attacks(square: Square) -> Bitboard {
    KNIGHT[square.index()]
}

/// The squares on which a pawn of this colour captures (article 3.7.3).
#[inline]
pub fn pawn_attacks(color: Color, square: Square) -> Bitboard {
    PAWN[color.index()][square.index()]
}

/// The squares on which any of these pawns captures.
#[inline]
pub fn pawn_attacks_of_all(color: Color, pawns: Bitboard) -> Bitboard {
    pawns.forward(color).sideways()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_from_corner_and_centre() {
        let e4: Square = "e4".parse().unwrap();
        assert_eq!(king_attacks(Square::A1).count(), 3);
        assert_eq!(king_attacks(e4).count(), 8);
        assert_eq!(knight_attacks(Square::A1).count(), 2);
        assert_eq!(knight_attacks(e4).count(), 8);
        assert_eq!(pawn_attacks(Color::White, Square::A1).count(), 1);
        assert_eq!(pawn_attacks(Color::Black, e4).count(), 2);
    }

    #[test]
    fn attacks_of_all_pawns_are_the_union() {
        for color in Color::ALL {
            let pawns = Bitboard(0x00a5_0102_8040_ff00);
            let union = pawns.fold(Bitboard::EMPTY, |set, pawn| set | pawn_attacks(color, pawn));
            assert_eq!(pawn_attacks_of_all(color, pawns), union);
        }
    }
}
