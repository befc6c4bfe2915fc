use super::Network;
use super::accumulator::AccumulatorStack;
use super::forward;
use super::kernels::Backend;
use super::refresh::RefreshCache;
use crate::position::Position;
use crate::types::{Color, Move};
use std::sync::Arc;

/// Evaluates the positions of one search thread.
///
/// It goes along with the search: [`push`](Evaluator::push) when a move is made,
/// [`pop`](Evaluator::pop) when it is taken back. Both are cheap; accumulators are computed when
/// [`evaluate`](Evaluator::evaluate) needs them. A null move changes no piece and is none of its
/// business: neither push nor pop for it.
pub struct Evaluator {
    network: Arc<Network>,
    backend: Backend,
    stack: AccumulatorStack,
    cache: RefreshCache,
}

impl Evaluator {
    /// An evaluator at the root of a search, on the fastest backend that there is.
    pub fn new(network: Arc<Network>, root: &Position) -> Evaluator {
        Evaluator::with_backend(network, root, Backend::detect())
    }

    /// An evaluator on a backend of choice; the scores are the same on all.
    pub fn with_backend(network: Arc<Network>, root: &Position, backend: Backend) -> Evaluator {
        let mut evaluator = Evaluator {
            stack: AccumulatorStack::new(&network),
            cache: RefreshCache::new(&network),
            network,
            backend,
        };
        evaluator.reset(root);
        evaluator
    }

    /// The network in use.
    pub fn network(&self) -> &Arc<Network> {
        &self.network
    }

    /// The instruction set in use.
    pub fn backend(&self) -> Backend {
        self.backend
    }

    /// Leaves the line of moves and starts at another root.
    pub fn reset(&mut self, root: &Position) {
        self.stack.restart();
        self.bring_up_to_date(root);
    }

    /// Goes along with a legal move (no null move) that is made in the current position, `before`.
    #[inline]
    pub fn push(&mut self, before: &Position, mv: Move) {
        self.stack.push(before.delta(mv));
    }

    /// Goes back before the last move that was pushed.
    #[inline]
    pub fn pop(&mut self) {
        self.stack.pop();
    }

    /// The worth of the current position for the side to move, in internal centipawns; the 50-move
    /// counter has no influence on it.
    ///
    /// `position` is the one to which the pushed moves lead, with or without null moves on the way.
    #[inline]
    pub fn evaluate(&mut self, position: &Position) -> i32 {
        self.bring_up_to_date(position);
        let [own, other] = self.stack.current(position.side_to_move());
        let pieces = position.occupied().count() as usize;
        forward::score(&self.network, self.backend, own, other, pieces)
    }

    #[inline]
    fn bring_up_to_date(&mut self, position: &Position) {
        for color in Color::ALL {
            self.stack.bring_up_to_date(
                &self.network,
                self.backend,
                &mut self.cache,
                position,
                color,
            );
        }
    }
}
