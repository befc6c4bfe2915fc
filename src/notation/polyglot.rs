//! Polyglot opening books, and the key under which they file a position.
//!
//! After the description of the book format by Fabien Letouzey and H. G. Muller
//! (<http://hgm.nubati.net/book_format.html>). It is not the key of [`Position::key`], whose random
//! numbers are our own and which counts a capture in passing only if it is legal.

mod book;

pub use book::{Book, BookError, BookMove};

use crate::attacks::pawn_attacks;
use crate::position::Position;
use crate::types::{CastlingSide, Color, Move, MoveKind, PieceType, Square};

/// The numbers of the format: 768 for pieces, 4 for castling, 8 for files of captures in passing,
/// 1 for White to move. They are functional constants: with any others no book could be read.
const RANDOM: [u64; 781] = parse_numbers(include_bytes!("polyglot_random64.txt"));

const CASTLING: usize = 768;
const EN_PASSANT: usize = 772;
const WHITE_TO_MOVE: usize = 780;

/// Reads numbers of 16 hexadecimal digits, one to a line, while the crate is compiled.
const fn parse_numbers<const N: usize>(text: &[u8]) -> [u64; N] {
    const DIGITS: usize = 16;
    assert!(text.len() == N * (DIGITS + 1));
    let mut numbers = [0; N];
    let mut index = 0;
    while index < N {
        let mut digit = 0;
        while digit < DIGITS {
            let value = match text[index * (DIGITS + 1) + digit] {
                letter @ b'0'..=b'9' => letter - b'0',
                letter @ b'a'..=b'f' => letter - b'a' + 10,
                _ => panic!("not a hexadecimal digit"),
            };
            numbers[index] = numbers[index] << 4 | value as u64;
            digit += 1;
        }
        index += 1;
    }
    numbers
}

/// The square that a double step passes; `None` for any other move.
pub fn passed_by(mv: Move) -> Option<Square> {
    let middle = usize::midpoint(mv.from().index(), mv.to().index());
    mv.is(MoveKind::DoublePush).then(|| Square::new(middle))
}

/// The Polyglot key of a position.
///
/// `passed` is the square that a double step has just passed ([`passed_by`] the last move). The
/// format counts it if a pawn stands ready to capture there, be it pinned or not, which a position
/// does not know; with `None` only legal captures count.
pub fn key(position: &Position, passed: Option<Square>) -> u64 {
    let mut key = 0;
    for color in Color::ALL {
        for kind in PieceType::ALL {
            let piece = 2 * kind.index() + usize::from(color == Color::White);
            for square in position.pieces(color, kind) {
                key ^= RANDOM[64 * piece + square.index()];
            }
        }
        let rights = position.castling_rights();
        for (index, side) in CastlingSide::ALL.into_iter().enumerate() {
            if rights.rook(color, position.king(color), side).is_some() {
                key ^= RANDOM[CASTLING + 2 * color.index() + index];
            }
        }
    }
    let us = position.side_to_move();
    let capturers = |to| pawn_attacks(!us, to) & position.pieces(us, PieceType::Pawn);
    if let Some(to) = passed.or(position.en_passant())
        && capturers(to).any()
    {
        key ^= RANDOM[EN_PASSANT + to.file().index()];
    }
    if us == Color::White {
        key ^= RANDOM[WHITE_TO_MOVE];
    }
    key
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::uci;

    /// The published line in which Black captures in passing.
    #[test]
    fn keys_along_a_game() {
        let mut position = Position::startpos();
        assert_eq!(key(&position, None), 0x463b_9618_1691_fc9c);
        let line = [
            ("a2a4", None),
            ("b7b5", None),
            ("h2h4", None),
            ("b5b4", None),
            ("c2c4", Some(0x3c81_23ea_7b06_7637)),
            ("b4c3", None),
            ("a1a3", Some(0x5c3f_9b82_9b27_9560)),
        ];
        for (text, wanted) in line {
            let mv = uci::parse_move(&position, text).unwrap();
            position = position.play(mv);
            let key = key(&position, passed_by(mv));
            assert!(wanted.is_none_or(|wanted| wanted == key), "{text}");
        }
    }
}
