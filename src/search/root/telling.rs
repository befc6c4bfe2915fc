//! What the root tells: lines while it searches, and the result.

use super::{RootMove, RootSearch};
use crate::search::node::no_move;
use crate::search::report::{Bound, Event, Info, SearchReport};
use crate::types::{Move, Score};
use std::time::Duration;

/// Searches this long tell which move they are looking at.
const CURRENT_MOVE_AFTER: Duration = Duration::from_secs(3);
/// Searches this long tell when a score has left its window.
const BOUNDS_AFTER: Duration = Duration::from_secs(1);

impl RootSearch<'_, '_> {
    pub(super) fn result(&self) -> SearchReport {
        let best = &self.moves[0];
        SearchReport {
            best: Some(best.mv),
            ponder: best
                .pv
                .get(1)
                .copied()
                .or_else(|| self.reply_from_table(best.mv)),
            score: best.told_score().0,
            depth: self.finished,
            seldepth: best.seldepth as u32,
            nodes: self.search.nodes,
            pv: best.pv.clone(),
        }
    }

    /// The opponent's best reply as far as the table knows it.
    fn reply_from_table(&self, mv: Move) -> Option<Move> {
        let next = self.position.play(mv);
        let entry = self.search.table.get(next.key())?;
        entry.mv.filter(|&reply| next.is_legal(reply))
    }

    /// The report where there is nothing to play.
    pub(super) fn no_move(&mut self) -> SearchReport {
        let score = if self.position.has_legal_move() {
            Score::DRAW // there are moves, but none that may be searched
        } else {
            no_move(self.position, 0)
        };
        self.tell(0, 1, score, Bound::Exact, 0, Vec::new());
        SearchReport {
            best: None,
            ponder: None,
            score,
            depth: 0,
            seldepth: 0,
            nodes: 0,
            pv: Vec::new(),
        }
    }

    /// Tells all lines of an iteration.
    pub(super) fn tell_lines(&mut self, depth: u32) {
        if self.report.is_none() {
            return;
        }
        for line in 0..self.lines {
            let RootMove {
                seldepth, ref pv, ..
            } = self.moves[line];
            let (score, bound) = self.moves[line].told_score();
            self.tell(depth, line + 1, score, bound, seldepth, pv.clone());
        }
        self.told.clone_from(&self.moves[0].pv);
    }

    /// Tells a score outside its window, if the search takes so long that someone may wait for it.
    pub(super) fn tell_bound(&mut self, depth: u32, line: usize, score: Score, bound: Bound) {
        if self.search.index == 0
            && self.lines == 1
            && self.moves[line].ranked.is_none()
            && self.search.control.elapsed() >= BOUNDS_AFTER
        {
            let RootMove {
                seldepth, ref pv, ..
            } = self.moves[line];
            self.told.clone_from(pv);
            self.tell(depth, line + 1, score, bound, seldepth, pv.clone());
        }
    }

    fn tell(
        &mut self,
        depth: u32,
        multipv: usize,
        score: Score,
        bound: Bound,
        seldepth: usize,
        pv: Vec<Move>,
    ) {
        let Some(report) = &mut self.report else {
            return;
        };
        if self.search.index != 0 {
            return;
        }
        let info = Info {
            depth,
            seldepth: (seldepth as u32).max(depth.min(1)),
            multipv,
            score,
            bound,
            nodes: self.search.all_nodes(),
            time: self.search.control.elapsed(),
            hashfull: self.search.table.hashfull(),
            tbhits: self.search.all_table_hits(),
            pv,
        };
        report(Event::Info(&info));
    }

    pub(super) fn tell_current_move(&mut self, depth: u32, mv: Move, number: usize) {
        // Not a clock reading for each move of each small iteration.
        if depth >= 10
            && self.search.index == 0
            && self.search.control.elapsed() >= CURRENT_MOVE_AFTER
            && let Some(report) = &mut self.report
        {
            report(Event::CurrentMove { depth, mv, number });
        }
    }
}
