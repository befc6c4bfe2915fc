//! Butterfly history: a quiet move by colour, origin and target (Hartmann, "Butterfly boards and the
//! history heuristic", ICCA Journal 11, 1988), and by whether the opponent attacks these two
//! squares: a piece that flees is another matter than the same piece that wanders.

use super::{Rating, boxed};
use crate::position::Position;
use crate::types::Move;

/// Where a quiet move stands in the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::search) struct ButterflyIndex(u16);

/// Colour, origin attacked, target attacked, origin, target.
const SIZE: usize = 2 * 2 * 2 * 64 * 64;

impl ButterflyIndex {
    /// The place of a legal move.
    #[inline]
    pub(in crate::search) fn of(position: &Position, mv: Move) -> ButterflyIndex {
        let attacked = position.attacked().0;
        let (from, to) = (mv.from().index(), mv.to().index());
        let squares = from << 6 | to;
        let danger = (attacked >> from & 1) << 1 | (attacked >> to & 1);
        let color = position.side_to_move().index();
        ButterflyIndex((color << 14 | (danger as usize) << 12 | squares) as u16)
    }
}

pub(super) struct Butterfly(Box<[Rating; SIZE]>);

impl Butterfly {
    pub(super) fn new() -> Butterfly {
        Butterfly(boxed(Rating::ZERO))
    }

    pub(super) fn clear(&mut self) {
        self.0.fill(Rating::ZERO);
    }

    #[inline]
    pub(super) fn at(&self, index: ButterflyIndex) -> i32 {
        self.0[usize::from(index.0) % SIZE].get()
    }

    #[inline]
    pub(super) fn at_mut(&mut self, index: ButterflyIndex) -> &mut Rating {
        &mut self.0[usize::from(index.0) % SIZE]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn danger_makes_another_entry() {
        let index = |fen: &str| {
            let position = Position::from_fen(fen).unwrap();
            let moves = position.legal_moves();
            let mv = moves.into_iter().find(|mv| format!("{mv:?}") == "d4e6");
            ButterflyIndex::of(&position, mv.unwrap())
        };
        let places: HashSet<u16> = [
            "k7/8/8/8/3N4/8/8/K7 w - - 0 1",
            "k7/8/8/8/3N3r/8/8/K7 w - - 0 1",
            "k7/8/8/8/3N4/7b/8/K7 w - - 0 1",
            "k7/8/8/8/3N3r/7b/8/K7 w - - 0 1",
        ]
        .into_iter()
        .map(|fen| index(fen).0)
        .collect();
        assert_eq!(places.len(), 4);
        assert!(places.iter().all(|&place| usize::from(place) < SIZE));
    }
}
