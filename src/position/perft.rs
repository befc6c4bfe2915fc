//! Perft: the number of lines of a given length, the standard test of a move generator.
//!
//! The last move of each line is counted without being made, the moves before it are made as the
//! generator finds them, without a list in between. Boards without keys and mailbox are all that
//! this needs.

use super::Board;
use super::movegen::{Generator, MoveSink};
use crate::types::{Bitboard, Move, MoveKind, MoveList, PieceType, Square};

impl Board {
    /// All legal moves.
    pub fn legal_moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        self.generate(&mut moves);
        moves
    }

    #[inline]
    fn generate(&self, sink: &mut impl MoveSink) {
        Generator::new(self, self.threats()).run::<true, true>(sink);
    }
}

/// The number of lines of `depth` legal moves.
pub fn perft(board: &Board, depth: u32) -> u64 {
    #[cfg(target_arch = "x86_64")]
    if crate::attacks::setwise::Avx512Lanes::available() {
        // SAFETY: the CPU has just been found to have the instructions.
        return walk(board, depth, |board| unsafe { count_avx512(board) });
    }
    walk(board, depth, Board::count_moves)
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

/// Counting compiled for AVX-512 whatever the build targets.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512cd,avx512vpopcntdq,popcnt,bmi1,bmi2,lzcnt")]
fn count_avx512(board: &Board) -> usize {
    board.count_moves_setwise::<crate::attacks::setwise::Avx512Lanes>()
}

fn walk(board: &Board, depth: u32, count: impl Fn(&Board) -> usize + Copy) -> u64 {
    match depth {
        0 => 1,
        1 => count(board) as u64,
        2 => {
            let mut last = Walk {
                board,
                nodes: 0,
                enter: |board: &Board| count(board) as u64,
            };
            board.generate(&mut last);
            last.nodes
        }
        _ => {
            let enter = |board: &Board| walk(board, depth - 1, count);
            let mut inner = Walk {
                board,
                nodes: 0,
                enter,
            };
            board.generate(&mut inner);
            inner.nodes
        }
    }
}

/// Makes each move as it is generated and enters the board that results.
struct Walk<'a, F> {
    board: &'a Board,
    nodes: u64,
    enter: F,
}

impl<F: Fn(&Board) -> u64> MoveSink for Walk<'_, F> {
    #[inline]
    fn piece(&mut self, kind: PieceType, from: Square, targets: Bitboard, enemies: Bitboard) {
        let from = Bitboard::of(from);
        for to in targets {
            let to = Bitboard::of(to);
            let next = self.board.moved(kind, kind, from, to, to & enemies);
            self.nodes += (self.enter)(&next);
        }
    }

    #[inline]
    fn pawns(&mut self, targets: Bitboard, behind: usize, kind: MoveKind) {
        let us = self.board.side_to_move();
        for to in targets {
            let from = Square::new(to.index() + behind);
            let (origin, target) = (Bitboard::of(from), Bitboard::of(to));
            let victim = target & self.board.color(!us);
            let pawn = PieceType::Pawn;
            let mut next = self.board.moved(pawn, pawn, origin, target, victim);
            if kind == MoveKind::DoublePush {
                next.allow_en_passant(from.forward(us));
            }
            self.nodes += (self.enter)(&next);
        }
    }

    #[inline]
    fn promotions(&mut self, targets: Bitboard, behind: usize, _: bool) {
        let enemies = self.board.color(!self.board.side_to_move());
        for to in targets {
            let from = Bitboard::of(Square::new(to.index() + behind));
            let to = Bitboard::of(to);
            for piece in PieceType::PROMOTIONS {
                let next = self
                    .board
                    .moved(PieceType::Pawn, piece, from, to, to & enemies);
                self.nodes += (self.enter)(&next);
            }
        }
    }

    #[inline]
    fn single(&mut self, mv: Move) {
        let next = self.board.play(mv, self.board.kind_at(mv.from()));
        self.nodes += (self.enter)(&next);
    }
}
