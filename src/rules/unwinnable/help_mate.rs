//! A search for a help-mate: both players work towards the mate of one of them.
//!
//! As everybody helps, there is no minimax: the question is whether a path exists in the graph of
//! positions. Positions wait in several queues, some ordered by how near to a mate they look
//! ([`mating_score`](super::mating_score)), one in order of arrival, and are taken from all in
//! turn: the former find long mates, the latter short ones that look unlikely. No position is
//! visited twice; they are compared whole, not by keys, so that an exhausted search is a proof.

use super::mating_score::{PLANS, mating_scores};
use super::{Answer, Impossibility};
use crate::position::{PackedBoard, Position};
use crate::rules::material::cannot_mate_by_material;
use crate::types::{Color, Move};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};

/// One of so many positions is taken from the queue in order of arrival.
const BREADTH_SHARE: usize = 5;

/// A position that was reached, and how.
struct Node {
    board: PackedBoard,
    parent: u32,
    mv: Option<Move>,
    depth: u16,
    expanded: bool,
}

/// Nodes by score, the lowest first, and the latest first among equals.
type Queue = BinaryHeap<(Reverse<i32>, u32)>;

/// A search for a mate of one player by the other.
pub(super) struct Search {
    winner: Color,
    limit: usize,
    nodes: Vec<Node>,
    seen: HashSet<PackedBoard, BuildHasherDefault<PackedHasher>>,
    promising: [Queue; PLANS],
    /// The first node that the queue in order of arrival has not passed.
    oldest: usize,
}

impl Search {
    /// A search that looks at no more than so many positions.
    pub(super) fn new(winner: Color, limit: usize) -> Search {
        Search {
            winner,
            limit,
            nodes: Vec::new(),
            seen: HashSet::default(),
            promising: Default::default(),
            oldest: 0,
        }
    }

    /// Searches from this position, where the game must not be over.
    pub(super) fn run(mut self, start: &Position) -> Answer {
        self.add(start, 0, None);
        for turn in 1.. {
            let Some(index) = self.next(turn) else {
                let tried = self.nodes.len();
                return Answer::CannotMate(Impossibility::Exhaustion(tried));
            };
            if let Some(mate) = self.expand(index) {
                return Answer::CanMate(self.path(index, mate));
            }
            if self.nodes.len() >= self.limit {
                break;
            }
        }
        Answer::Unknown
    }

    /// Takes the next position from the queue whose turn it is.
    fn next(&mut self, turn: usize) -> Option<u32> {
        if turn.is_multiple_of(BREADTH_SHARE) {
            while self.nodes.get(self.oldest)?.expanded {
                self.oldest += 1;
            }
            return Some(self.oldest as u32);
        }
        loop {
            let (_, index) = self.promising[turn % PLANS].pop()?;
            if !self.nodes[index as usize].expanded {
                return Some(index);
            }
        }
    }

    /// Adds the positions that follow; returns the move that mates, if there is one.
    fn expand(&mut self, index: u32) -> Option<Move> {
        let node = &mut self.nodes[index as usize];
        node.expanded = true;
        let position = node.board.unpack();
        for mv in position.legal_moves() {
            let next = position.play(mv);
            if next.side_to_move() != self.winner && next.in_check() && !next.has_legal_move() {
                return Some(mv);
            }
            self.add(&next, index, Some(mv));
        }
        None
    }

    /// Adds a position unless it is known or hopeless.
    fn add(&mut self, position: &Position, parent: u32, mv: Option<Move>) {
        let losing_capture = mv.is_some_and(Move::is_noisy);
        if losing_capture && cannot_mate_by_material(position, self.winner) {
            return;
        }
        let board = position.pack();
        if !self.seen.insert(board) {
            return;
        }
        let index = self.nodes.len() as u32;
        let depth = mv.map_or(0, |_| self.nodes[parent as usize].depth.saturating_add(1));
        self.nodes.push(Node {
            board,
            parent,
            mv,
            depth,
            expanded: false,
        });
        let scores = mating_scores(position, self.winner);
        for (queue, score) in self.promising.iter_mut().zip(scores) {
            queue.push((Reverse(2 * score + i32::from(depth)), index));
        }
    }

    /// The moves that lead to a node, and one more.
    fn path(&self, mut index: u32, last: Move) -> Vec<Move> {
        let mut moves = vec![last];
        while let Some(mv) = self.nodes[index as usize].mv {
            moves.push(mv);
            index = self.nodes[index as usize].parent;
        }
        moves.reverse();
        moves
    }
}

/// Multiplies and folds each word into the sum: fast, and good enough for packed boards.
#[derive(Default)]
struct PackedHasher(u64);

impl Hasher for PackedHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    #[inline]
    fn write_u64(&mut self, word: u64) {
        let product = u128::from(self.0 ^ word) * 0x9e37_79b9_7f4a_7c15;
        self.0 = (product >> 64) as u64 ^ product as u64;
    }
}
