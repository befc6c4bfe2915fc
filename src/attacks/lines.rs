//! The squares between two squares and on the line through them.

use crate::types::{Bitboard, Square};

const fn tables() -> ([[Bitboard; 64]; 64], [[Bitboard; 64]; 64]) {
    let mut between = [[Bitboard::EMPTY; 64]; 64];
    let mut line = [[Bitboard::EMPTY; 64]; 64];
    let mut from = 0i32;
    while from < 64 {
        let mut direction = 0;
        while direction < 9 {
            let (df, dr) = (direction % 3 - 1, direction / 3 - 1);
            direction += 1;
            if df == 0 && dr == 0 {
                continue;
            }
            let whole = ray(from, df, dr).0 | ray(from, -df, -dr).0 | 1 << from;
            let mut passed = 0u64;
            let (mut file, mut rank) = (from % 8 + df, from / 8 + dr);
            while file >= 0 && file < 8 && rank >= 0 && rank < 8 {
                let to = rank * 8 + file;
                between[from as usize][to as usize] = Bitboard(passed);
                line[from as usize][to as usize] = Bitboard(whole);
                passed |= 1 << to;
                file += df;
                rank += dr;
            }
        }
        from += 1;
    }
    (between, line)
}

const fn ray(from: i32, df: i32, dr: i32) -> Bitboard {
    let mut set = 0u64;
    let (mut file, mut rank) = (from % 8 + df, from / 8 + dr);
    while file >= 0 && file < 8 && rank >= 0 && rank < 8 {
        set |= 1 << (rank * 8 + file);
        file += df;
        rank += dr;
    }
    Bitboard(set)
}

static TABLES: ([[Bitboard; 64]; 64], [[Bitboard; 64]; 64]) = tables();

/// The squares strictly between two squares of one rank, file or diagonal; else none.
#[inline]
pub fn between(a: Square, b: Square) -> Bitboard {
    TABLES.0[a.index()][b.index()]
}

/// The whole rank, file or diagonal through two different squares, from edge to edge; else none.
#[inline]
pub fn line(a: Square, b: Square) -> Bitboard {
    TABLES.1[a.index()][b.index()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_contain_what_lies_between() {
        for a in Square::all() {
            for b in Square::all() {
                assert_eq!(between(a, b), between(b, a));
                assert_eq!(line(a, b), line(b, a));
                assert!(between(a, b).is_within(line(a, b)));
                if line(a, b).any() {
                    assert!(line(a, b).has(a) && line(a, b).has(b));
                    assert_eq!(between(a, b).count() as usize + 1, a.distance(b));
                }
            }
        }
    }
}
