use super::control::Control;
use super::limits::Limits;
use super::report::{Bound, Event, Info, SearchReport};
use super::transposition::TranspositionTable;
use crate::evaluation::evaluate;
use crate::rules::Game;
use crate::types::Score;
use std::sync::Arc;

/// One thread's search with all that it remembers from one search to the next.
pub struct Worker {
    index: usize,
    table: Arc<TranspositionTable>,
}

impl Worker {
    /// A worker that shares this table. Worker 0 leads: it alone reports and minds the limits;
    /// the others help until they are stopped.
    pub fn new(index: usize, table: Arc<TranspositionTable>) -> Worker {
        Worker { index, table }
    }

    /// Forgets all that was learned in earlier searches (the shared table is not touched).
    pub fn clear(&mut self) {}

    /// Searches the current position of a game until a limit is reached or the search is stopped.
    ///
    /// The search needs a deep stack: run it in a thread of [`STACK_SIZE`](super::STACK_SIZE).
    pub fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        control: &Control,
        report: &mut dyn FnMut(Event),
    ) -> SearchReport {
        let position = game.position();
        let mut moves = position.legal_moves();
        if !limits.search_moves.is_empty() {
            moves.retain(|mv| limits.search_moves.contains(mv));
        }
        let best = moves
            .iter()
            .map(|&mv| (-evaluate(&position.play(mv)), mv))
            .max_by_key(|&(score, _)| score);
        let score = match best {
            Some((score, _)) => score,
            None if position.in_check() => Score::mated_in(0),
            None => Score::DRAW,
        };
        let pv: Vec<_> = best.iter().map(|&(_, mv)| mv).collect();
        let nodes = moves.len() as u64;
        control.publish_nodes(self.index, nodes);
        report(Event::Info(&Info {
            depth: u32::from(best.is_some()),
            seldepth: 1,
            multipv: 1,
            score,
            bound: Bound::Exact,
            nodes: nodes + control.nodes_of_others(self.index),
            time: control.elapsed(),
            hashfull: self.table.hashfull(),
            tbhits: 0,
            pv: pv.clone(),
        }));
        SearchReport {
            best: pv.first().copied(),
            ponder: None,
            score,
            depth: 1,
            nodes,
            pv,
        }
    }
}
