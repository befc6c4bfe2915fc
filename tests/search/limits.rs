use super::{game, mv, search, search_under, search_with, table};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;
use vezer::search::{BENCH_POSITIONS, Clock, Control, Info, Limits, Stopwatch, Worker};
use vezer::types::Score;

const MIDDLEGAME: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

#[test]
fn one_thread_searches_the_same_every_time() {
    let mut worker = Worker::new(0, table(4));
    let mut searches = Vec::new();
    for _ in 0..2 {
        for fen in &BENCH_POSITIONS[..8] {
            let game = game(fen, "");
            let (report, lines) =
                search_with(&mut worker, &game, &Limits::depth(8), &Control::new(1));
            let lines: Vec<_> = lines
                .into_iter()
                .map(|info| (info.depth, info.score, info.nodes, info.pv))
                .collect();
            searches.push((report, lines));
        }
        worker = Worker::new(0, table(4));
    }
    assert_eq!(searches[..8], searches[8..]);
}

#[test]
fn a_cleared_worker_searches_like_a_new_one() {
    let table = table(4);
    let mut worker = Worker::new(0, Arc::clone(&table));
    let start = game(BENCH_POSITIONS[0], "");
    let limits = Limits::nodes(20_000);
    let (first, _) = search_with(&mut worker, &start, &limits, &Control::new(1));
    search_with(
        &mut worker,
        &game(MIDDLEGAME, ""),
        &limits,
        &Control::new(1),
    );
    worker.clear();
    table.clear(2);
    let (again, _) = search_with(&mut worker, &start, &limits, &Control::new(1));
    assert_eq!(first, again);
}

#[test]
fn node_limits_are_exact() {
    for fen in [MIDDLEGAME, BENCH_POSITIONS[0]] {
        let game = game(fen, "");
        for limit in (1..40).chain([47, 100, 511, 512, 513, 1000, 12_345, 60_001]) {
            let (report, lines) = search(&game, &Limits::nodes(limit));
            assert_eq!(report.nodes, limit, "{fen}");
            let last = lines.last().expect("there is a line with a score");
            assert!(last.nodes <= limit);
            assert_eq!(last.pv.first().copied(), report.best);
        }
    }
}

#[test]
fn a_soft_limit_of_nodes_lets_the_iteration_end() {
    for fen in [MIDDLEGAME, BENCH_POSITIONS[0]] {
        let game = game(fen, "");
        let (_, full) = search(&game, &Limits::depth(9));
        for soft in [1, 100, 1000, 5000] {
            let limits = Limits {
                soft_nodes: Some(soft),
                ..Limits::depth(9)
            };
            let (report, lines) = search(&game, &limits);
            let last = lines.last().expect("there is a line with a score");
            let before = lines.iter().rev().nth(1).map_or(0, |info| info.nodes);
            assert!(before < soft && soft <= report.nodes, "{fen} {soft}");
            assert_eq!(last.nodes, report.nodes);
            let same = |info: &Info| (info.depth, info.score, info.nodes, info.pv.clone());
            let expected = full[..lines.len()].iter().map(same);
            assert!(lines.iter().map(same).eq(expected), "{fen} {soft}");
        }
    }
}

#[test]
fn the_hard_limit_of_nodes_holds_below_a_soft_one() {
    let limits = Limits {
        soft_nodes: Some(5000),
        ..Limits::nodes(300)
    };
    let (report, _) = search(&game(MIDDLEGAME, ""), &limits);
    assert_eq!(report.nodes, 300);
}

#[test]
fn depth_limits_hold_and_even_the_deepest_is_safe() {
    let (report, lines) = search(&game(MIDDLEGAME, ""), &Limits::depth(6));
    assert_eq!(report.depth, 6);
    let depths: Vec<u32> = lines.iter().map(|info| info.depth).collect();
    assert_eq!(depths, [1, 2, 3, 4, 5, 6]);
    // Locked pawns: a small tree that goes on for ever.
    let locked = game("8/8/2k5/p1p1p1p1/P1P1P1P1/2K5/8/8 w - - 0 1", "");
    let limits = Limits {
        nodes: Some(300_000),
        ..Limits::depth(u32::MAX)
    };
    let (report, _) = search(&locked, &limits);
    assert!(report.depth > 30);
    let bare = game("8/8/2k5/8/8/2K5/8/8 w - - 0 1", "");
    assert!(search(&bare, &Limits::depth(1000)).0.depth >= 245);
    assert_eq!(search(&bare, &Limits::depth(0)).0.depth, 1);
}

#[test]
fn a_search_that_is_stopped_before_it_begins_still_has_a_line() {
    let control = Control::new(1);
    control.stop();
    let limits = Limits {
        infinite: true,
        ..Limits::default()
    };
    let (report, lines) = search_under(&game(MIDDLEGAME, ""), &limits, &control);
    assert!(report.best.is_some() && report.nodes < 20_000);
    assert_eq!(lines.last().map(|info| info.pv[0]), report.best);
}

#[test]
fn the_answer_to_stop_comes_at_once() {
    let control = Control::new(1);
    let limits = Limits {
        infinite: true,
        ..Limits::default()
    };
    let game = game(MIDDLEGAME, "");
    std::thread::scope(|scope| {
        let search = scope.spawn(|| search_under(&game, &limits, &control));
        std::thread::sleep(Duration::from_millis(60));
        control.stop();
        let asked = std::time::Instant::now();
        let (report, _) = search.join().expect("the search does not panic");
        assert!(report.best.is_some());
        assert!(
            asked.elapsed() < Duration::from_millis(500),
            "{:?}",
            asked.elapsed()
        );
    });
}

#[test]
fn a_flag_about_to_fall_leaves_one_short_iteration() {
    for remaining in [0, 1, 5] {
        let clock = Clock {
            remaining: Duration::from_millis(remaining),
            increment: Duration::from_secs(60),
            moves_to_go: None,
        };
        let limits = Limits {
            clock: Some(clock),
            ..Limits::default()
        };
        let (report, lines) = search(&game(MIDDLEGAME, ""), &limits);
        assert!(report.best.is_some() && !lines.is_empty());
        assert!(report.nodes < 20_000, "{}", report.nodes);
    }
}

#[test]
fn the_hard_bound_of_a_clock_ends_the_search_under_a_fake_clock() {
    let time = Arc::new(AtomicU64::new(0));
    let control = Control::with_stopwatch(1, false, Stopwatch::Fake(Arc::clone(&time)));
    let limits = Limits {
        movetime: Some(Duration::from_millis(100)),
        ..Limits::default()
    };
    let game = game(MIDDLEGAME, "");
    std::thread::scope(|scope| {
        let search = scope.spawn(|| search_under(&game, &limits, &control));
        std::thread::sleep(Duration::from_millis(30));
        assert!(!search.is_finished(), "no time has passed yet");
        time.store(95_000, std::sync::atomic::Ordering::Relaxed);
        let (report, lines) = search.join().expect("the search does not panic");
        assert!(report.depth >= 1 && !lines.is_empty());
    });
}

#[test]
fn pondering_goes_on_until_the_hit() {
    let time = Arc::new(AtomicU64::new(0));
    let control = Control::with_stopwatch(1, true, Stopwatch::Fake(Arc::clone(&time)));
    let limits = Limits {
        movetime: Some(Duration::from_millis(100)),
        ..Limits::default()
    };
    let game = game(MIDDLEGAME, "");
    std::thread::scope(|scope| {
        let search = scope.spawn(|| search_under(&game, &limits, &control));
        time.store(10_000_000, std::sync::atomic::Ordering::Relaxed);
        std::thread::sleep(Duration::from_millis(30));
        assert!(!search.is_finished(), "it is the opponent's time");
        control.ponderhit();
        std::thread::sleep(Duration::from_millis(30));
        assert!(!search.is_finished(), "the own time has only begun");
        time.store(10_095_000, std::sync::atomic::Ordering::Relaxed);
        assert!(
            search
                .join()
                .expect("the search does not panic")
                .0
                .best
                .is_some()
        );
    });
}

#[test]
fn a_proven_mate_ends_a_search_for_it() {
    let game = game("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", "");
    let limits = Limits {
        mate: Some(2),
        ..Limits::default()
    };
    let (report, _) = search(&game, &limits);
    assert_eq!(report.score, Score::mate_in(3));
    assert_eq!(report.best, Some(mv(&game, "a1a6")));
}

#[test]
fn a_single_reply_is_played_soon_but_with_a_score() {
    let game = game("7k/8/6K1/8/8/8/8/R7 b - - 0 1", "");
    let clock = Clock {
        remaining: Duration::from_secs(600),
        ..Clock::default()
    };
    let limits = Limits {
        clock: Some(clock),
        ..Limits::default()
    };
    let (report, lines) = search(&game, &limits);
    assert_eq!(report.best, Some(mv(&game, "h8g8")));
    assert_eq!(
        lines.last().map(|info| info.score),
        Some(Score::mated_in(2))
    );
}
