//! The root: iterative deepening with aspiration windows, one line for each of the best moves asked
//! for, and what is told of them.
//!
//! Sources: Slate and Atkin, "Chess 4.5" (1977), on iterative deepening; Kaindl, Shams and Horacek,
//! "Minimax search algorithms with and without aspiration windows" (1991).

mod telling;

use super::clock::Progress;
use super::history::Before;
use super::limits::Limits;
use super::picker::Picker;
use super::report::{Bound, Event, SearchReport};
use super::steps::NodeContext;
use super::steps::endgame_tables::Outcome;
use super::steps::reductions::MoveContext;
use super::worker::{JITTER, MAX_DEPTH, Search};
use crate::position::Position;
use crate::rules::Game;
use crate::tablebase::Wdl;
use crate::tablebase::ranking::Ranked;
use crate::types::{Move, Score};
use std::cmp::Reverse;

/// Below this depth a line is searched with a full window: scores still jump.
const FIRST_ASPIRATION: u32 = 5;
/// A window this wide, in centipawns, is opened fully.
const WIDEST_WINDOW: i32 = 500;
/// The longest mate, in moves, that is tried out in full.
const LONGEST_MATE_PROOF: u32 = 4;
/// So many plies more than the mate asked for are searched once it is known not to exist.
const BEYOND_MATE: u32 = 8;

/// A move at the root with the best line known to follow it.
#[derive(Clone, Debug)]
struct RootMove {
    mv: Move,
    score: Score,
    bound: Bound,
    /// The line, beginning with the move.
    pv: Vec<Move>,
    seldepth: usize,
    /// Nodes searched below the move, in this search.
    nodes: u64,
    /// What endgame tables say of the move.
    ranked: Option<Ranked>,
}

impl RootMove {
    /// The order of root moves: first what the tables say, then what the search does.
    fn order(&self) -> (Reverse<i32>, Reverse<Score>) {
        (Reverse(self.rank()), Reverse(self.score))
    }

    /// Moves of one rank compete with each other only.
    fn rank(&self) -> i32 {
        self.ranked.map_or(0, |ranked| ranked.rank)
    }

    /// The score to tell: that of the tables, unless the search has found a mate. What may be a
    /// repetition with its jitter is told as a draw.
    fn told_score(&self) -> (Score, Bound) {
        let Some(Ranked { wdl, .. }) = self.ranked else {
            let drawn = self.score.0.abs() <= JITTER;
            return (if drawn { Score::DRAW } else { self.score }, self.bound);
        };
        let mates = match wdl {
            Wdl::Win => self.score.is_win(),
            Wdl::Loss => self.score.is_loss(),
            _ => false,
        };
        if mates && self.score.is_mate() {
            return (self.score, self.bound);
        }
        (Outcome::new(wdl, 1).score, Bound::Exact)
    }
}

/// The search of one root position.
pub(super) struct RootSearch<'a, 'r> {
    search: Search<'a>,
    position: &'a Position,
    limits: &'a Limits,
    /// Who listens, if anybody does.
    report: Option<&'r mut dyn FnMut(Event)>,
    moves: Vec<RootMove>,
    /// The lines wanted.
    lines: usize,
    /// The last finished iteration.
    finished: u32,
    /// The best line as last told.
    told: Vec<Move>,
    /// For how many iterations the best move has stayed the same.
    stable_iterations: u32,
}

impl<'a, 'r> RootSearch<'a, 'r> {
    pub(super) fn new(
        search: Search<'a>,
        game: &'a Game,
        limits: &'a Limits,
        report: Option<&'r mut dyn FnMut(Event)>,
    ) -> RootSearch<'a, 'r> {
        let mut root = RootSearch {
            search,
            position: game.position(),
            limits,
            report,
            moves: Vec::new(),
            lines: 1,
            finished: 0,
            told: Vec::new(),
            stable_iterations: 0,
        };
        root.moves = root.ordered_moves();
        root.ask_tables(game);
        root.lines = limits.multi_pv.clamp(1, root.moves.len().max(1));
        root
    }

    /// Searches until a limit is reached.
    pub(super) fn run(mut self) -> SearchReport {
        if self.moves.is_empty() {
            return self.no_move();
        }
        let leads = self.search.index == 0;
        let wanted = self.wanted_depth().filter(|_| leads).unwrap_or(MAX_DEPTH);
        // Every other helper is an iteration ahead, so that threads see different trees.
        let first = 1 + (self.search.index % 2) as u32;
        for depth in first..=wanted.clamp(1, MAX_DEPTH) {
            let best_before = self.moves[0].clone();
            let finished = self.iterate(depth);
            if finished {
                self.finished = depth;
            }
            self.search.has_result = true;
            if !finished
                || self.is_enough(depth, &best_before)
                || depth == first && self.proves_short_mate()
            {
                break;
            }
        }
        self.search.publish_counts();
        if self.told != self.moves[0].pv {
            self.tell_lines(self.finished.max(1));
        }
        self.result()
    }

    /// The last iteration, if there is one. Where a short mate is asked for and the proof has failed,
    /// a look a little beyond it is all that is wanted, unless other limits say more.
    fn wanted_depth(&self) -> Option<u32> {
        let limits = self.limits;
        let only_mate = limits.clock.is_none()
            && limits.movetime.is_none()
            && limits.nodes.is_none()
            && !limits.infinite;
        let proven = limits
            .mate
            .filter(|&moves| only_mate && moves <= LONGEST_MATE_PROOF && self.lines == 1);
        limits.depth.or(proven.map(|moves| 2 * moves + BEYOND_MATE))
    }

    /// The moves to search, the most promising first, each with a score that looks no further than
    /// the position after it. A mate is seen here already.
    fn ordered_moves(&mut self) -> Vec<RootMove> {
        let position = self.position;
        let table_move = self
            .search
            .table
            .get(position.key())
            .and_then(|entry| entry.mv);
        let mut picker = Picker::new(position, table_move, [None; 2], Before::default());
        let wanted = &self.limits.search_moves;
        let mut moves = Vec::new();
        while let Some(mv) = picker.next(position, self.search.histories) {
            if wanted.is_empty() || wanted.contains(&mv) {
                moves.push(RootMove {
                    mv,
                    score: self.search.first_look(position, mv),
                    bound: Bound::Exact,
                    pv: vec![mv],
                    seldepth: 1,
                    nodes: 0,
                    ranked: None,
                });
            }
        }
        moves.sort_by_key(|root_move| !root_move.score.is_win());
        moves
    }

    /// Sorts the moves by what the endgame tables say of them, if they know all.
    fn ask_tables(&mut self, game: &Game) {
        let Some(tables) = self.search.tables else {
            return;
        };
        let moves: Vec<Move> = self.moves.iter().map(|root_move| root_move.mv).collect();
        let known = self.position.occupied().count() <= tables.probe_limit;
        let ranking = known.then(|| tables.tables.rank(game, &moves, tables.fifty_moves));
        let Some(ranking) = ranking.flatten() else {
            return;
        };
        for (root_move, &ranked) in self.moves.iter_mut().zip(&ranking.moves) {
            root_move.ranked = Some(ranked);
        }
        self.moves
            .sort_by_key(|root_move| Reverse(root_move.rank()));
        self.search.table_hits += moves.len() as u64;
        // What is left to the search is to choose among moves that are worth the same. There it
        // sees more without the tables, unless it has to find the way to a win itself.
        let best = ranking.moves.iter().map(|ranked| ranked.wdl).max();
        if ranking.by_distance || best < Some(Wdl::CursedWin) {
            self.search.tables = None;
        }
    }

    /// One iteration over all lines. `false` if it was cut short; then `moves` begins with the best
    /// move known all the same.
    fn iterate(&mut self, depth: u32) -> bool {
        self.search.seldepth = 0;
        self.search.iteration = depth as usize;
        let before = (self.lines > 1 && self.finished > 0).then(|| self.moves.clone());
        for line in 0..self.lines {
            if !self.aspirate(depth, line) {
                // Lines of two depths do not compare: the last full set of them stands.
                if let Some(before) = before {
                    self.moves = before;
                }
                self.moves[..self.lines].sort_by_key(RootMove::order);
                return false;
            }
            // The next best move can turn out better than the ones before.
            self.moves[..=line].sort_by_key(RootMove::order);
        }
        self.tell_lines(depth);
        true
    }

    /// Searches one line in a window around its last score, and in wider ones where that fails.
    fn aspirate(&mut self, depth: u32, line: usize) -> bool {
        let params = self.search.params;
        let last = self.moves[line].score;
        let mut width = params.aspiration_width();
        let (mut alpha, mut beta) = (-Score::INFINITE, Score::INFINITE);
        if depth >= FIRST_ASPIRATION && !last.is_decisive() {
            (alpha, beta) = (last - width, last + width);
        }
        let mut shallower = 0;
        loop {
            // A move that beats the window is believed a little sooner.
            let searched = depth.saturating_sub(shallower).max(1);
            let Some(score) = self.root_node(searched, alpha, beta, line) else {
                return false;
            };
            if score <= alpha {
                shallower = 0;
                self.tell_bound(depth, line, score, Bound::Upper);
                beta = Score((alpha.0 + beta.0) / 2);
                alpha = score - width;
            } else if score >= beta {
                self.tell_bound(depth, line, score, Bound::Lower);
                beta = score + width;
                let most = params.aspiration_shallower() as u32;
                shallower = (shallower + 1).min(most);
            } else {
                return true;
            }
            width = width * params.aspiration_growth() / 100;
            if width > WIDEST_WINDOW || score.is_decisive() {
                (alpha, beta) = (-Score::INFINITE, Score::INFINITE);
            }
        }
    }

    /// Searches the moves from the `first` on. `None` if the search had to end. In either case a
    /// move that has raised alpha comes first among them.
    fn root_node(&mut self, depth: u32, alpha: Score, beta: Score, first: usize) -> Option<Score> {
        let mut best = None;
        let score = self.root_moves(depth, alpha, beta, first, &mut best);
        if let Some(index) = best {
            self.moves[first..=index].rotate_right(1);
        }
        score
    }

    fn root_moves(
        &mut self,
        depth: u32,
        mut alpha: Score,
        beta: Score,
        first: usize,
        best_index: &mut Option<usize>,
    ) -> Option<Score> {
        let node = self.context(depth, beta);
        let mut best = -Score::INFINITE;
        let rank = self.moves[first].rank();
        for index in first..self.moves.len() {
            let mv = self.moves[index].mv;
            if self.moves[index].rank() != rank {
                break;
            }
            self.tell_current_move(depth, mv, index + 1);
            let nodes = self.search.nodes;
            let context = MoveContext {
                number: index - first + 1,
                quiet: !mv.is_noisy(),
                best,
                ..MoveContext::default()
            };
            let score =
                self.search
                    .search_move::<true>(self.position, 0, &node, alpha, mv, &context);
            self.moves[index].nodes += self.search.nodes - nodes;
            let score = score?;
            best = best.max(score);
            if score > alpha {
                self.note_line(index, score, beta);
                *best_index = Some(index);
                alpha = score;
                if score >= beta {
                    break;
                }
            }
        }
        Some(best)
    }

    /// What is known of the root before its moves are searched.
    fn context(&mut self, depth: u32, beta: Score) -> NodeContext {
        self.search.enter::<true>(0);
        let (_, estimate) = self.search.estimate(self.position, 0, None);
        let in_check = self.position.in_check();
        NodeContext {
            depth: depth as i32,
            beta,
            estimate,
            correction: self.search.frame(0).correction.abs(),
            in_check,
            improving: !in_check,
            worsening: false,
            pv: true,
            former_pv: true,
            cut_node: false,
            noisy_table_move: false,
        }
    }

    /// Notes the score and the line of a move that has just raised alpha.
    fn note_line(&mut self, index: usize, score: Score, beta: Score) {
        let root_move = &mut self.moves[index];
        self.search.variations.set(0, root_move.mv);
        root_move.score = score;
        root_move.bound = match score >= beta {
            true => Bound::Lower,
            false => Bound::Exact,
        };
        root_move.pv = self.search.variations.line(0).to_vec();
        root_move.seldepth = self.search.seldepth.max(1);
    }

    /// Whether there is a mate within the number of moves asked for, as far as that can be tried
    /// out with no move left out; the search ends with it then.
    ///
    /// Alpha lies just below the mate wanted, so mate distance pruning ends all lines at its length
    /// and the defender's first good reply refutes an attempt.
    fn proves_short_mate(&mut self) -> bool {
        let moves = self.limits.mate.unwrap_or(0).min(LONGEST_MATE_PROOF);
        if self.search.index != 0 || self.lines > 1 {
            return false;
        }
        self.search.full_width = true;
        let proven = (1..=moves).map(|moves| 2 * moves - 1).find(|&plies| {
            let alpha = Score::mate_in(plies as usize) - 1;
            let score = self.root_node(plies, alpha, Score::INFINITE, 0);
            score.is_some_and(|score| score > alpha)
        });
        self.search.full_width = false;
        if let Some(plies) = proven {
            self.finished = self.finished.max(plies);
        }
        proven.is_some() || self.search.stopped
    }

    /// Whether the search may end after this iteration.
    fn is_enough(&mut self, depth: u32, before: &RootMove) -> bool {
        let best = &self.moves[0];
        if best.mv == before.mv {
            self.stable_iterations += 1;
        } else {
            self.stable_iterations = 0;
        }
        let mate = best.score.mate_moves();
        if let (Some(wanted), Some(moves)) = (self.limits.mate, mate)
            && (1..=i64::from(wanted)).contains(&i64::from(moves))
        {
            return true;
        }
        let progress = Progress {
            stable_iterations: self.stable_iterations,
            best_move_share: best.nodes as f64 / self.search.nodes.max(1) as f64,
            score_drop: (before.score - best.score).clamp(-1000, 1000),
            settled: mate.is_some_and(|moves| depth >= 4 * moves.unsigned_abs() + 2),
        };
        let soft_nodes = self.limits.soft_nodes.filter(|_| self.search.index == 0);
        if self.search.control.is_stopped()
            || soft_nodes.is_some_and(|nodes| self.search.all_nodes() >= nodes)
        {
            return true;
        }
        if self.search.index != 0 || self.search.timer.is_none() {
            return false; // when no further iteration is worth starting is for the leader to say
        }
        self.search.publish_counts();
        let spent = self.search.spent();
        let timer = self.search.timer.as_mut();
        timer.is_some_and(|timer| timer.is_enough(spent, &progress))
    }
}
