//! Which of several threads has found the best move: they vote.
//!
//! Threads that search together finish at different depths and may prefer different moves. Each
//! gives its move a weight by its depth and by how much better than the others it thinks of it; the
//! move with the most weight is played. Source: the method of Stockfish since 2018 (its thread
//! voting), with a proven mate above all votes.

use crate::search::SearchReport;
use crossbeam_channel::{Receiver, Sender, unbounded};
use std::time::{Duration, Instant};

/// The leader waits so long for the reports of the others, who end within a millisecond if they
/// are running at all.
const PATIENCE: Duration = Duration::from_millis(2);

/// Added to each voter's advance over the most pessimistic one, in centipawns, so that depth counts
/// even where all agree on the score.
const BASE_WEIGHT: i64 = 14;

/// Where helping threads leave their reports.
pub(super) struct Ballot {
    helpers: usize,
    sender: Sender<SearchReport>,
    receiver: Receiver<SearchReport>,
}

impl Ballot {
    /// For a search by this many threads.
    pub(super) fn new(threads: usize) -> Ballot {
        let (sender, receiver) = unbounded();
        Ballot {
            helpers: threads.saturating_sub(1),
            sender,
            receiver,
        }
    }

    /// A helper leaves its report.
    pub(super) fn cast(&self, report: SearchReport) {
        // The receiver lives as long as the sender.
        let _ = self.sender.send(report);
    }

    /// The report that the game goes on with: the leader's own or a helper's that has won.
    pub(super) fn decide(&self, leader: SearchReport) -> SearchReport {
        let deadline = Instant::now() + PATIENCE;
        let mut reports = vec![leader];
        while reports.len() <= self.helpers {
            let Ok(report) = self.receiver.recv_deadline(deadline) else {
                break;
            };
            reports.push(report);
        }
        let winner = elect(&reports);
        reports.swap_remove(winner)
    }
}

/// The index of the report that wins, where the first is the leader's.
fn elect(reports: &[SearchReport]) -> usize {
    let voters = || reports.iter().filter(|report| report.depth > 0);
    let worst = voters().map(|report| report.score.0).min().unwrap_or(0);
    let weight = |report: &SearchReport| {
        let advance = i64::from(report.score.0.saturating_sub(worst)).min(1000);
        (advance + BASE_WEIGHT) * i64::from(report.depth)
    };
    let votes = |report: &SearchReport| -> i64 {
        voters()
            .filter(|voter| voter.best == report.best)
            .map(weight)
            .sum()
    };
    let mut winner = 0;
    for (index, report) in reports.iter().enumerate().skip(1) {
        let best = &reports[winner];
        let better = if best.score.is_decisive() || report.score.is_win() {
            // The shorter win, or the longer defence.
            report.score > best.score
        } else {
            (votes(report), weight(report)) > (votes(best), weight(best))
        };
        if report.best.is_some() && report.depth > 0 && better {
            winner = index;
        }
    }
    winner
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position;
    use crate::types::Score;

    fn report(mv: usize, score: Score, depth: u32) -> SearchReport {
        let mv = Position::startpos().legal_moves()[mv];
        SearchReport {
            best: Some(mv),
            ponder: None,
            score,
            depth,
            seldepth: depth,
            nodes: 1,
            pv: vec![mv],
        }
    }

    #[test]
    fn the_move_with_the_most_weight_wins() {
        let at = |mv, score, depth| report(mv, Score(score), depth);
        assert_eq!(elect(&[at(0, 10, 20)]), 0);
        assert_eq!(elect(&[at(0, 10, 20), at(1, 10, 20)]), 0);
        assert_eq!(elect(&[at(0, 10, 20), at(1, 10, 23)]), 1);
        assert_eq!(elect(&[at(0, 10, 20), at(1, 60, 20)]), 1);
        let majority = [at(0, 10, 21), at(1, 10, 20), at(1, 10, 20)];
        assert_eq!(reports_move(&majority), majority[1].best);
    }

    fn reports_move(reports: &[SearchReport]) -> Option<crate::types::Move> {
        reports[elect(reports)].best
    }

    #[test]
    fn the_shortest_mate_wins_and_the_longest_defence() {
        let mates = [
            report(0, Score(900), 30),
            report(1, Score::mate_in(9), 10),
            report(2, Score::mate_in(5), 9),
        ];
        assert_eq!(elect(&mates), 2);
        let lost = [
            report(0, Score::mated_in(4), 30),
            report(1, Score::mated_in(8), 20),
        ];
        assert_eq!(elect(&lost), 1);
    }

    #[test]
    fn a_thread_that_has_finished_nothing_has_no_vote() {
        let idle = report(1, Score(500), 0);
        assert_eq!(elect(&[report(0, Score(0), 5), idle]), 0);
    }

    #[test]
    fn nobody_waits_for_a_thread_that_does_not_answer() {
        let ballot = Ballot::new(3);
        ballot.cast(report(1, Score(300), 10));
        let decided = ballot.decide(report(0, Score(0), 10));
        assert_eq!(decided.score, Score(300));
    }
}
