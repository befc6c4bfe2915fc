//! Perft: the number of lines of a given length, the standard test of a move generator.

use super::Board;
use super::movegen::Generator;
use crate::types::{Move, MoveList};

impl Board {
    /// All legal moves.
    pub fn legal_moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        Generator::new(self, self.checkers(), self.pinned()).run::<true, true>(&mut moves);
        moves
    }
}

/// The number of lines of `depth` legal moves. The last moves are counted, not made.
pub fn perft(board: &Board, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => board.count_moves() as u64,
        _ => board
            .legal_moves()
            .into_iter()
            .map(|mv| perft(&board.play(mv, board.kind_at(mv.from())), depth - 1))
            .sum(),
    }
}

/// For each legal move the number of lines of `depth` moves that begin with it.
pub fn perft_divide(board: &Board, depth: u32) -> Vec<(Move, u64)> {
    let count = |mv: Move| perft(&board.play(mv, board.kind_at(mv.from())), depth.max(1) - 1);
    board
        .legal_moves()
        .into_iter()
        .map(|mv| (mv, count(mv)))
        .collect()
}
