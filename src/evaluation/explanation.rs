//! An evaluation as people can read it: what each piece contributes.

use super::network::Network;
use super::{endgame, evaluate, for_white};
use crate::position::{Board, Position};
use crate::types::{PieceType, Score, Square};
use std::sync::Arc;

/// The parts of an evaluation.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// For each piece but the kings, what the network's output would lose without it, from White's
    /// view in centipawns.
    pub pieces: Vec<(Square, i32)>,
    /// The network's output, from White's view.
    pub network: Score,
    /// The percentage of it that counts, by material; `None` against a lone king who can be mated
    /// by force, where it counts for nothing.
    pub counts: Option<i32>,
    /// The final score, which also fades with the half-move clock, from White's view.
    pub white_score: Score,
}

/// Says how the evaluation of a position comes about.
pub fn explain(network: &Arc<Network>, position: &Position) -> Explanation {
    let side = position.side_to_move();
    let output = |board: &Board| network.evaluate_board(board, side);
    let whole = output(position);
    let kings = position.kind(PieceType::King);
    let pieces = (position.occupied() - kings)
        .map(|square| {
            let share = whole - output(&position.without(square));
            (square, for_white(position, Score(share)).0)
        })
        .collect();
    let strong = if whole >= 0 { side } else { !side };
    let lone_king = [side, !side]
        .iter()
        .any(|&color| endgame::lone_king(position, color).is_some());
    let counts = 100 * endgame::scale(position, strong) / endgame::FULL;
    Explanation {
        pieces,
        network: for_white(position, Score(whole)),
        counts: (!lone_king).then_some(counts),
        white_score: for_white(position, evaluate(network, position)),
    }
}

impl Explanation {
    /// What the piece on a square contributes, in centipawns from White's view.
    pub fn share(&self, square: Square) -> Option<i32> {
        let found = self.pieces.iter().find(|(at, _)| *at == square);
        found.map(|&(_, share)| share)
    }
}
