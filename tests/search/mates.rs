use super::{game, mv, search};
use std::time::Duration;
use vezer::search::{Clock, Limits};
use vezer::types::Score;

#[test]
fn short_mates_are_found_with_their_exact_distance() {
    let suite = include_str!("../data/epd/short_mates.epd");
    for line in suite.lines().filter(|line| !line.starts_with('#')) {
        let (fen, operations) = line.split_once(" dm ").expect("a distance to mate");
        let distance: u32 = operations[..1].parse().expect("a digit");
        let limits = Limits {
            mate: Some(distance),
            nodes: Some(3_000_000),
            ..Limits::default()
        };
        let (report, lines) = search(&game(fen, ""), &limits);
        assert_eq!(report.score.mate_moves(), Some(distance as i32), "{fen}");
        assert_eq!(report.pv.len(), 2 * distance as usize - 1, "{fen}");
        assert_eq!(lines.last().map(|info| info.score), Some(report.score));
    }
}

#[test]
fn a_mate_in_one_is_found_by_the_first_node() {
    let game = game("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "");
    let mate = mv(&game, "a1a8");
    let (report, _) = search(&game, &Limits::nodes(1));
    assert_eq!((report.best, report.score), (Some(mate), Score::mate_in(1)));
    let clock = Clock {
        remaining: Duration::from_millis(1),
        ..Clock::default()
    };
    let (report, _) = search(
        &game,
        &Limits {
            clock: Some(clock),
            ..Limits::default()
        },
    );
    assert_eq!(report.best, Some(mate));
}

#[test]
fn the_mated_side_counts_its_moves_too() {
    for fen in [
        "7k/8/6K1/8/8/8/8/R7 b - - 0 1",
        "r7/8/8/8/8/6k1/8/7K w - - 0 1",
    ] {
        let (report, lines) = search(&game(fen, ""), &Limits::depth(8));
        assert_eq!(report.score, Score::mated_in(2), "{fen}");
        assert_eq!(lines.last().map(|info| info.pv.len()), Some(2));
    }
}

#[test]
fn a_mate_keeps_its_distance_in_later_searches_from_the_table() {
    let game = game("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", "");
    let mut worker = vezer::search::Worker::new(0, super::table(8));
    for depth in [14, 8, 10] {
        let control = vezer::search::Control::new(1);
        let limits = Limits::depth(depth);
        let (report, lines) = super::search_with(&mut worker, &game, &limits, &control);
        assert_eq!(report.score.mate_moves(), Some(3));
        assert_eq!(
            lines.last().map(|info| info.pv.len()),
            Some(5),
            "depth {depth}"
        );
    }
}
