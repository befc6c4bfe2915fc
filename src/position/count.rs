//! Counting legal moves without writing them down ("bulk counting").

use super::Board;
use super::movegen::{Generator, MoveCount};

impl Board {
    /// The number of legal moves.
    #[inline]
    pub fn count_moves(&self) -> usize {
        let mut count = MoveCount(0);
        Generator::new(self, self.checkers(), self.pinned()).run::<true, true>(&mut count);
        count.0
    }
}
