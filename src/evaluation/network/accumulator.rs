//! The accumulators of a line of moves, brought up to date only when they are asked for.

use super::Network;
use super::features::{Perspective, is_mirrored};
use super::kernels::{Backend, Block};
use super::refresh::RefreshCache;
use crate::position::{Board, MoveDelta};
use crate::types::{Color, PieceType};

/// What the stack knows of one position of the line.
struct Ply {
    /// How the board differs from that of the ply before.
    delta: MoveDelta,
    /// By colour: whether his accumulator is computed.
    computed: [bool; 2],
    /// By colour: whether his king has just gone over to the other half of the board, so that he
    /// sees everything mirrored and his accumulator does not follow from the one before.
    crossed: [bool; 2],
}

/// The accumulators of both players for every position from the root of a search to the current
/// one. At the root they are always computed.
pub(super) struct AccumulatorStack {
    plies: Vec<Ply>,
    /// For each ply White's accumulator, then Black's; memory is kept when the line gets shorter.
    values: Vec<Block>,
    /// The blocks of one accumulator.
    blocks: usize,
}

impl AccumulatorStack {
    pub fn new(network: &Network) -> AccumulatorStack {
        AccumulatorStack {
            plies: Vec::new(),
            values: Vec::new(),
            blocks: network.blocks(),
        }
    }

    /// Starts a line. The accumulators of its first position are the caller's to compute, by
    /// [`bring_up_to_date`](AccumulatorStack::bring_up_to_date) with both colours.
    pub fn restart(&mut self) {
        self.plies.clear();
        self.extend(Ply {
            delta: MoveDelta::default(),
            computed: [false; 2],
            crossed: [true; 2],
        });
    }

    /// Goes one move further; nothing is computed.
    #[inline]
    pub fn push(&mut self, delta: MoveDelta) {
        let mut crossed = [false; 2];
        // A king leads the lists when it is his move.
        if let ([(moved, from), ..], [(placed, to), ..]) = (&delta.removed[..], &delta.added[..])
            && moved.kind == PieceType::King
        {
            debug_assert!(moved == placed, "a king becomes nothing else");
            crossed[moved.color.index()] = is_mirrored(*from) != is_mirrored(*to);
        }
        self.extend(Ply {
            delta,
            computed: [false; 2],
            crossed,
        });
    }

    /// Goes one move back; at the root of the line, nowhere.
    #[inline]
    pub fn pop(&mut self) {
        debug_assert!(self.plies.len() > 1, "more moves taken back than made");
        if self.plies.len() > 1 {
            self.plies.pop();
        }
    }

    fn extend(&mut self, ply: Ply) {
        self.plies.push(ply);
        let needed = self.plies.len() * 2 * self.blocks;
        if self.values.len() < needed {
            self.values.resize(needed, Block::ZERO);
        }
    }

    /// The accumulators of this player and of the other in the current position. They must be up
    /// to date.
    #[inline]
    pub fn current(&self, color: Color) -> [&[Block]; 2] {
        let top = self.plies.len() - 1;
        [self.values(top, color), self.values(top, !color)]
    }

    #[inline]
    fn values(&self, ply: usize, color: Color) -> &[Block] {
        &self.values[(2 * ply + color.index()) * self.blocks..][..self.blocks]
    }

    /// Computes a player's accumulator in the current position, whose board this is, if that has
    /// not been done yet.
    ///
    /// From the last one that is computed it goes on move by move, and keeps what it computes on
    /// the way for the siblings of the current position. If his king has crossed the middle since
    /// then, only the current one is computed, out of the cache.
    #[inline]
    pub fn bring_up_to_date(
        &mut self,
        network: &Network,
        backend: Backend,
        cache: &mut RefreshCache,
        board: &Board,
        color: Color,
    ) {
        let top = self.plies.len() - 1;
        if self.plies[top].computed[color.index()] {
            return;
        }
        let perspective = Perspective::of(board, color);
        let Some(computed) = self.last_computed(color) else {
            let start = (2 * top + color.index()) * self.blocks;
            let into = &mut self.values[start..][..self.blocks];
            cache.refresh(network, backend, board, perspective, into);
            self.plies[top].computed[color.index()] = true;
            return;
        };
        for ply in computed + 1..=top {
            self.follow(network, backend, perspective, ply);
        }
    }

    /// The last ply with a computed accumulator from which the current one follows.
    #[inline]
    fn last_computed(&self, color: Color) -> Option<usize> {
        for (index, ply) in self.plies.iter().enumerate().rev() {
            if ply.computed[color.index()] {
                return Some(index);
            }
            if ply.crossed[color.index()] {
                return None;
            }
        }
        None
    }

    /// Computes an accumulator from that of the ply before.
    #[inline]
    fn follow(
        &mut self,
        network: &Network,
        backend: Backend,
        perspective: Perspective,
        ply: usize,
    ) {
        let (blocks, color) = (self.blocks, perspective.color().index());
        let (before, after) = self.values.split_at_mut(2 * ply * blocks);
        let from = &before[(2 * (ply - 1) + color) * blocks..][..blocks];
        let into = &mut after[color * blocks..][..blocks];
        let current = &mut self.plies[ply];
        let row = |(piece, square)| network.row(perspective.feature(piece, square));
        match (&current.delta.added[..], &current.delta.removed[..]) {
            (&[placed], &[moved]) => backend.fused(into, from, [row(placed)], [row(moved)]),
            (&[placed], &[moved, taken]) => {
                backend.fused(into, from, [row(placed)], [row(moved), row(taken)]);
            }
            (&[king, rook], &[old_king, old_rook]) => {
                let removed = [row(old_king), row(old_rook)];
                backend.fused(into, from, [row(king), row(rook)], removed);
            }
            _ => unreachable!("a move is a step, a capture or castling"),
        }
        current.computed[color] = true;
    }
}
