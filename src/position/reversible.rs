//! Which move turns one position into another, told from their keys alone.
//!
//! A move that only moves a piece changes the key by the numbers of the piece on its two squares and
//! of the side to move. There are 3,668 such changes, so a perfect table of them tells for any two
//! keys whether one move lies between their positions. Source: Marcel van Kervinck, "The design and
//! implementation of the Rookie 2.0 chess playing program" (2002), who keeps them by cuckoo hashing
//! (Pagh and Rodler, 2001).

use super::zobrist::zobrist;
use crate::attacks::attacks;
use crate::types::{Bitboard, Color, PieceType, Square};
use once_cell::sync::Lazy;

/// More than twice as many places as moves.
const PLACES: usize = 8192;

/// A change of key (0: none) and the squares between which a piece moves, either way.
#[derive(Clone, Copy)]
struct Place {
    difference: u64,
    squares: [Square; 2],
}

static TABLE: Lazy<Box<[Place]>> = Lazy::new(|| {
    let empty = Place {
        difference: 0,
        squares: [Square::A1; 2],
    };
    let mut table = vec![empty; PLACES].into_boxed_slice();
    for place in all() {
        insert(&mut table, place);
    }
    table
});

/// The change of key and the squares of every move that can be taken back.
fn all() -> impl Iterator<Item = Place> {
    let kinds = PieceType::ALL
        .into_iter()
        .filter(|&kind| kind != PieceType::Pawn);
    let pieces = kinds.flat_map(|kind| Color::ALL.map(|color| (color, kind)));
    pieces.flat_map(|(color, kind)| {
        Bitboard::ALL.flat_map(move |from| {
            let targets = attacks(kind, color, from, Bitboard::EMPTY);
            let upward = targets.filter(move |to| to.index() > from.index());
            upward.map(move |to| Place {
                difference: zobrist().piece(color, kind, from)
                    ^ zobrist().piece(color, kind, to)
                    ^ zobrist().black_to_move,
                squares: [from, to],
            })
        })
    })
}

/// The two places where a change may lie.
#[inline]
fn places(difference: u64) -> [usize; 2] {
    [
        difference as usize % PLACES,
        (difference >> 32) as usize % PLACES,
    ]
}

/// Puts a change into one of its places; what lay there moves to its other place, and so on.
fn insert(table: &mut [Place], mut place: Place) {
    let mut at = places(place.difference)[0];
    loop {
        std::mem::swap(&mut table[at], &mut place);
        if place.difference == 0 {
            return;
        }
        let [one, other] = places(place.difference);
        at = if at == one { other } else { one };
    }
}

/// The squares between which a piece other than a pawn moves, one way or the other, if that turns
/// positions with these keys into each other, whatever stands in between.
#[inline]
pub fn connecting_squares(one: u64, other: u64) -> Option<[Square; 2]> {
    let difference = one ^ other;
    let table = &*TABLE;
    places(difference)
        .into_iter()
        .map(|at| table[at])
        .find(|place| place.difference == difference)
        .map(|place| place.squares)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position;

    #[test]
    fn every_change_is_found() {
        assert_eq!(all().count(), 3668);
        assert!(all().all(|place| place.difference != 0));
        for place in all() {
            let found = connecting_squares(place.difference ^ 99, 99);
            assert_eq!(found, Some(place.squares));
        }
        assert_eq!(TABLE.iter().filter(|at| at.difference != 0).count(), 3668);
    }

    #[test]
    fn moves_that_cannot_be_taken_back_connect_nothing() {
        let position = Position::from_fen(
            "r3k2r/p1p1qpb1/bn1Ppnp1/4N3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        )
        .expect("a position");
        for mv in position.legal_moves() {
            let next = position.play(mv);
            let squares = connecting_squares(position.key(), next.key());
            let keeps_rights = position.castling_rights() == next.castling_rights();
            let piece_move = position.moving_kind(mv) != PieceType::Pawn && !mv.is_noisy();
            assert_eq!(squares.is_some(), piece_move && keeps_rights, "{mv:?}");
        }
    }
}
