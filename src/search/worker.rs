use super::clock::{Spent, TimeManager};
use super::control::Control;
use super::correction::Corrections;
use super::frame::{Frame, Frames, Variations};
use super::history::{ButterflyIndex, Histories, PieceTo};
use super::limits::{Limits, TableUse};
use super::node::no_move;
use super::params::Params;
use super::report::{Event, SearchReport};
use super::root::RootSearch;
use super::steps::reductions::Reductions;
use super::transposition::TranspositionTable;
use crate::evaluation::network::{Evaluator, Network};
use crate::evaluation::{adjusted, faded};
use crate::position::Position;
use crate::rules::{Game, fifty_moves, material, repetition};
use crate::types::{Move, Score};
use std::sync::Arc;

/// One thread's search with all that it remembers from one search to the next.
pub struct Worker {
    index: usize,
    table: Arc<TranspositionTable>,
    params: Params,
    reductions: Reductions,
    histories: Histories,
    corrections: Corrections,
    evaluator: Evaluator,
    // Only for the time of a search, but kept: to allocate them costs a short search dearly.
    frames: Box<Frames>,
    variations: Variations,
}

impl Worker {
    /// More than a worker takes of memory, with the largest network, in bytes.
    pub const MEMORY: usize = 16 << 20;

    /// A worker that shares this table. Worker 0 leads: it alone reports and minds the limits;
    /// the others help until they are stopped, or see that the time is up.
    pub fn new(index: usize, table: Arc<TranspositionTable>) -> Worker {
        Worker::with_params(index, table, Params::default())
    }

    /// A worker with other parameters than the default ones.
    pub fn with_params(index: usize, table: Arc<TranspositionTable>, params: Params) -> Worker {
        Worker {
            index,
            table,
            reductions: Reductions::new(&params),
            histories: Histories::new(&params),
            corrections: Corrections::new(&params),
            params,
            evaluator: Evaluator::new(Network::embedded(), &Position::startpos()),
            frames: Frames::new(),
            variations: Variations::new(),
        }
    }

    /// Searches with these parameters from the next search on.
    pub fn set_params(&mut self, params: Params) {
        self.reductions = Reductions::new(&params);
        self.histories.set_params(&params);
        self.corrections.set_params(&params);
        self.params = params;
    }

    /// Uses this table from the next search on; what the histories know is kept.
    pub fn set_table(&mut self, table: Arc<TranspositionTable>) {
        self.table = table;
    }

    /// Evaluates with this network from the next search on. Tables and histories filled under another
    /// one should be cleared.
    pub fn set_network(&mut self, network: Arc<Network>) {
        self.evaluator = Evaluator::new(network, &Position::startpos());
    }

    /// Forgets all that was learned in earlier searches (the shared table is not touched).
    pub fn clear(&mut self) {
        self.histories.clear();
        self.corrections.clear();
    }

    /// Searches the current position of a game until a limit is reached or the search is stopped.
    ///
    /// The leader searches until its limits say so, a helper until it is stopped or the time is up;
    /// either returns when the greatest depth is reached. Not a clock but the `control` has the time, and nothing
    /// is printed: lines go to `report`. Before any line can be stopped there is one with a score.
    ///
    /// The search needs a deep stack: run it in a thread of [`STACK_SIZE`](super::STACK_SIZE).
    pub fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        control: &Control,
        report: &mut dyn FnMut(Event),
    ) -> SearchReport {
        self.search_with(game, limits, control, Some(report))
    }

    /// Searches like [`search`](Worker::search) and tells nothing on the way, which saves a short
    /// search some of its time.
    pub fn search_silently(
        &mut self,
        game: &Game,
        limits: &Limits,
        control: &Control,
    ) -> SearchReport {
        self.search_with(game, limits, control, None)
    }

    fn search_with(
        &mut self,
        game: &Game,
        limits: &Limits,
        control: &Control,
        report: Option<&mut dyn FnMut(Event)>,
    ) -> SearchReport {
        if self.index == 0 {
            self.table.new_search();
        }
        self.histories.new_root();
        self.evaluator.reset(game.position());
        self.frames.reset();
        self.variations.reset();
        let search = Search::new(self, game, limits, control);
        RootSearch::new(search, game, limits, report).run()
    }
}

/// The greatest depth of an iteration, in plies.
pub(super) const MAX_DEPTH: u32 = Score::MAX_PLY as u32 - 6;

/// How far the score of a repetition may be from that of a draw; a power of two.
pub(super) const JITTER: i32 = 1;

/// Nodes between two looks at the clock and at the orders: well below a millisecond.
const POLL_INTERVAL: u32 = 512;

/// So many nodes are searched whatever clock and orders say, that the first iteration may end.
const GRACE: u64 = 8192;

/// A running search of one thread.
pub(super) struct Search<'a> {
    pub(super) table: &'a TranspositionTable,
    pub(super) params: &'a Params,
    pub(super) reductions: &'a Reductions,
    pub(super) histories: &'a mut Histories,
    pub(super) corrections: &'a mut Corrections,
    evaluator: &'a mut Evaluator,
    pub(super) control: &'a Control,
    pub(super) index: usize,
    pub(super) frames: &'a mut Frames,
    pub(super) variations: &'a mut Variations,
    /// The keys of the game's positions and of the line's, the current one last.
    keys: Vec<u64>,
    /// The half-move clock at which the search sees a draw.
    drawn_clock: u16,
    pub(super) nodes: u64,
    /// The endgame tables asked in the tree.
    pub(super) tables: Option<&'a TableUse>,
    /// The positions found in them.
    pub(super) table_hits: u64,
    pub(super) seldepth: usize,
    /// Whether the search has to end: scores returned from now on mean nothing.
    pub(super) stopped: bool,
    /// Whether no move is left out or reduced, so that a mate is found or excluded for certain.
    pub(super) full_width: bool,
    /// Null moves are tried from this ply on.
    pub(super) no_null_before: usize,
    /// The depth of the iteration under way, in plies.
    pub(super) iteration: usize,
    /// Whether an iteration has ended, so that there is something to report.
    pub(super) has_result: bool,
    node_limit: u64,
    pub(super) timer: Option<TimeManager>,
    until_poll: u32,
}

impl<'a> Search<'a> {
    fn new(
        worker: &'a mut Worker,
        game: &Game,
        limits: &'a Limits,
        control: &'a Control,
    ) -> Search<'a> {
        let single_reply = game.position().legal_moves().len() == 1;
        Search {
            table: &worker.table,
            params: &worker.params,
            reductions: &worker.reductions,
            histories: &mut worker.histories,
            corrections: &mut worker.corrections,
            evaluator: &mut worker.evaluator,
            control,
            index: worker.index,
            frames: &mut worker.frames,
            variations: &mut worker.variations,
            keys: game.keys().to_vec(),
            drawn_clock: drawn_clock(game.position()),
            nodes: 0,
            tables: limits.tables.as_ref().filter(|_| limits.mate.is_none()),
            table_hits: 0,
            seldepth: 0,
            stopped: false,
            full_width: false,
            no_null_before: 0,
            iteration: 0,
            has_result: false,
            node_limit: node_share(limits.nodes, control.threads(), worker.index),
            timer: TimeManager::new(limits, single_reply),
            until_poll: POLL_INTERVAL,
        }
    }

    #[inline]
    pub(super) fn frame(&self, ply: usize) -> &Frame {
        self.frames.at(ply)
    }

    /// Plays a legal move from a position of this ply, after [`must_stop`](Search::must_stop) has
    /// been asked. Not with an `Option` around the position: it would be copied once more.
    #[inline]
    pub(super) fn play(&mut self, position: &Position, mv: Move, ply: usize) -> Position {
        self.nodes += 1;
        self.table.prefetch(position.key_after(mv));
        let next = position.play(mv);
        self.corrections.prefetch(&next);
        self.keys.push(next.key());
        self.evaluator.push(position, mv);
        let frame = self.frames.at_mut(ply);
        frame.played = PieceTo::of(position, mv);
        frame.quiet = (!mv.is_noisy()).then(|| ButterflyIndex::of(position, mv));
        self.frames.at_mut(ply + 1).since_null = self.frames.at(ply).since_null + 1;
        next
    }

    /// Passes the move.
    #[inline]
    pub(super) fn play_null(&mut self, position: &Position, ply: usize) -> Position {
        let next = position.play_null();
        self.table.prefetch(next.key());
        self.keys.push(next.key());
        let frame = self.frames.at_mut(ply);
        frame.played = PieceTo::NONE;
        frame.quiet = None;
        self.frames.at_mut(ply + 1).since_null = 0;
        next
    }

    /// Takes the last move back.
    #[inline]
    pub(super) fn undo(&mut self) {
        self.keys.pop();
        self.evaluator.pop();
    }

    /// Takes a null move back.
    #[inline]
    pub(super) fn undo_null(&mut self) {
        self.keys.pop();
    }

    /// The worth of the current position for the side to move, whatever its half-move clock says.
    #[inline]
    pub(super) fn evaluate_unfaded(&mut self, position: &Position) -> Score {
        adjusted(position, self.evaluator.evaluate(position))
    }

    /// The worth of the current position for the side to move, by the static evaluation alone.
    pub(super) fn evaluate(&mut self, position: &Position) -> Score {
        faded(self.evaluate_unfaded(position), position.halfmove_clock())
    }

    /// The worth of a move at the root for the side that makes it, without looking beyond.
    pub(super) fn first_look(&mut self, root: &Position, mv: Move) -> Score {
        let next = root.play(mv);
        if !next.has_legal_move() {
            return -no_move(&next, 1);
        }
        if material::is_dead_by_material(&next) {
            return Score::DRAW;
        }
        self.evaluator.push(root, mv);
        let score = -self.evaluate(&next);
        self.evaluator.pop();
        score
    }

    /// The score of a position this many plies after the root if it is a draw by the rules, whatever
    /// could still be played.
    ///
    /// Repetitions are scored a little above or below a draw, by turns: if all drawn lines were worth
    /// exactly the same, the first of them would be kept to the end and the others never looked into.
    #[inline]
    pub(super) fn drawn(&self, position: &Position, ply: usize) -> Option<Score> {
        let reversible = position.halfmove_clock().min(self.frame(ply).since_null);
        if repetition::is_search_draw(&self.keys, reversible, ply) {
            let either = self.nodes as i32 & (2 * JITTER);
            return Some(Score(JITTER - either));
        }
        let drawn = fifty_moves::is_search_draw_at(position, self.drawn_clock)
            || material::is_dead_by_material(position);
        drawn.then_some(Score::DRAW)
    }

    /// Whether the player to move can make a draw by repetition with his next move.
    #[inline]
    pub(super) fn can_repeat(&self, position: &Position, ply: usize) -> bool {
        let reversible = position.halfmove_clock().min(self.frame(ply).since_null);
        repetition::can_be_brought_about(position, &self.keys, reversible, ply)
    }

    /// Whether the search has to end instead of playing another move.
    #[inline]
    pub(super) fn must_stop(&mut self) -> bool {
        if self.nodes >= self.node_limit {
            self.stopped = true;
        }
        self.until_poll -= 1;
        if self.until_poll == 0 {
            self.poll();
        }
        self.stopped
    }

    /// Looks at the orders and, if there is a limit of time, at the clock.
    #[cold]
    fn poll(&mut self) {
        self.until_poll = POLL_INTERVAL;
        self.publish_counts();
        if self.index == 0 && !self.has_result && self.nodes < GRACE {
            return;
        }
        let spent = self.timer.is_some().then(|| self.spent());
        if let (Some(timer), Some(spent)) = (&self.timer, spent)
            && timer.is_over(spent)
        {
            // Where there are more threads than processors, the leader may have to wait for its turn
            // to see how late it is; whoever sees it first ends the search for all.
            self.control.stop();
            self.stopped = true;
        }
        self.stopped |= self.control.is_stopped();
    }

    /// The time spent so far, by the clock that limits are about.
    pub(super) fn spent(&self) -> Spent {
        let pondering = self.control.is_pondering();
        Spent {
            pondering,
            pondered: self.control.pondered(),
            total: self.control.time_spent(),
        }
    }

    /// Makes the counts known to the other threads.
    pub(super) fn publish_counts(&self) {
        self.control
            .publish(self.index, self.nodes, self.table_hits);
    }

    /// The positions found in endgame tables by all threads.
    pub(super) fn all_table_hits(&self) -> u64 {
        self.table_hits + self.control.table_hits_of_others(self.index)
    }

    /// The nodes of all threads.
    pub(super) fn all_nodes(&self) -> u64 {
        self.nodes + self.control.nodes_of_others(self.index)
    }
}

/// The nodes that one of several threads may search: equal shares, so that together they keep the
/// limit to the node.
fn node_share(limit: Option<u64>, threads: usize, index: usize) -> u64 {
    let Some(nodes) = limit else { return u64::MAX };
    let (threads, index) = (threads.max(1) as u64, index as u64);
    nodes / threads + u64::from(index < nodes % threads)
}

/// The half-move clock at which a search from this root sees a draw. If nobody has claimed the
/// fifty moves, the game goes on to the 75th; beyond, there is nothing left to wait for.
fn drawn_clock(root: &Position) -> u16 {
    match root.halfmove_clock() {
        0..fifty_moves::FIFTY => fifty_moves::FIFTY,
        fifty_moves::FIFTY..fifty_moves::SEVENTY_FIVE => fifty_moves::SEVENTY_FIVE,
        _ => u16::MAX,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::uci::parse_move;

    #[test]
    fn a_first_look_sees_the_end_of_the_game() {
        let after = |fen: &str, mv: &str| {
            let game = Game::new(Position::from_fen(fen).unwrap());
            let table = Arc::new(TranspositionTable::new(1).unwrap());
            let mut worker = Worker::new(0, table);
            let (limits, control) = (Limits::default(), Control::new(1));
            let mut search = Search::new(&mut worker, &game, &limits, &control);
            search.first_look(game.position(), parse_move(game.position(), mv).unwrap())
        };
        assert_eq!(
            after("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8"),
            Score::mate_in(1)
        );
        assert_eq!(after("7k/8/6K1/8/8/5Q2/8/8 w - - 0 1", "f3f7"), Score::DRAW);
        assert_eq!(after("7k/8/5qK1/8/8/8/8/8 w - - 0 1", "g6f6"), Score::DRAW);
        assert!(after("7k/8/6K1/8/8/8/8/1Q6 w - - 0 1", "b1c1").0 > 500);
    }

    #[cfg(feature = "tuning")]
    #[test]
    fn parameters_set_later_count_as_much_as_those_set_at_once() {
        let mut params = Params::default();
        for (name, value) in [
            ("reduction_quiet_base", 500),
            ("order_butterfly", 30),
            ("quiet_malus_slope", 80),
            ("correction_bonus", 60),
        ] {
            assert!(params.set(name, value), "{name}");
        }
        let nodes = |mut worker: Worker| {
            let game = Game::new(Position::startpos());
            let control = Control::new(1);
            worker.search_silently(&game, &Limits::depth(7), &control);
            control.nodes()
        };
        let table = || Arc::new(TranspositionTable::new(1).unwrap());
        let mut later = Worker::new(0, table());
        later.set_params(params.clone());
        let at_once = Worker::with_params(0, table(), params);
        assert_eq!(nodes(later), nodes(at_once));
    }
}
