use super::{game, mv, search};
use std::collections::HashSet;
use vezer::rules::{Game, fifty_moves, material};
use vezer::search::{BENCH_POSITIONS, Bound, Info, Limits};
use vezer::types::Score;

/// A line is legal, and no move is made after the game has ended.
fn check_line(game: &Game, info: &Info) {
    let mut game = game.clone();
    for (ply, &mv) in info.pv.iter().enumerate() {
        let position = game.position();
        assert!(
            position.is_legal(mv),
            "{mv:?} in {:?} of {}",
            info.pv,
            game.start().fen()
        );
        let over = game.repetition_count() >= 3
            || fifty_moves::is_search_draw(position)
            || material::is_dead_by_material(position);
        assert!(ply == 0 || !over, "{:?} goes on after move {ply}", info.pv);
        game.push(mv);
    }
    if let Some(moves) = info
        .score
        .mate_moves()
        .filter(|_| info.bound == Bound::Exact)
    {
        let plies = if moves > 0 { 2 * moves - 1 } else { -2 * moves };
        assert_eq!(
            info.pv.len(),
            plies as usize,
            "{:?} {:?}",
            info.score,
            info.pv
        );
        assert!(!game.position().has_legal_move() && game.position().in_check());
    }
}

#[test]
fn lines_are_legal_and_end_where_the_game_ends() {
    let others = [
        "8/5k2/8/8/8/2R5/2r5/5K2 w - - 90 120",
        "7k/8/8/8/8/8/R7/1R4K1 w - - 97 80",
        "8/8/8/8/8/1k6/8/1K5R w - - 100 90",
        "8/8/8/8/8/1k6/8/1K5R w - - 150 120",
        "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1",
        "8/5P1k/5K2/8/8/8/8/6R1 w - - 0 1",
        "6k1/8/8/8/8/8/q7/7K w - - 99 80",
        "8/8/4k3/3p4/3K4/8/8/6B1 w - - 0 1",
    ];
    for fen in BENCH_POSITIONS.into_iter().chain(others) {
        let game = game(fen, "");
        let (report, lines) = search(&game, &Limits::nodes(15_000));
        for info in lines
            .iter()
            .filter(|info| game.position().halfmove_clock() < 100 || info.pv.len() == 1)
        {
            check_line(&game, info);
        }
        let last = lines.last().expect("there is a line");
        assert_eq!(
            (report.best, &report.pv),
            (last.pv.first().copied(), &last.pv),
            "{fen}"
        );
        if let (Some(best), Some(ponder)) = (report.best, report.ponder) {
            assert!(game.position().play(best).is_legal(ponder), "{fen}");
        }
    }
}

#[test]
fn several_lines_come_complete_and_in_order() {
    for (fen, wanted) in [
        (BENCH_POSITIONS[7], 4),
        ("8/3R4/1p2n1P1/1P1kb3/8/3K4/8/8 b - - 1 60", 3),
        ("7k/8/8/8/8/8/q7/7K w - - 0 1", 5),
        ("3k4/8/4KP2/8/8/8/8/8 w - - 1 132", 300),
    ] {
        let game = game(fen, "");
        let legal = game.position().legal_moves().len();
        let limits = Limits {
            multi_pv: wanted,
            ..Limits::depth(8)
        };
        let (_, lines) = search(&game, &limits);
        let count = wanted.min(legal);
        assert_eq!(lines.len() % count, 0, "{fen}");
        for block in lines.chunks(count) {
            let firsts: HashSet<_> = block.iter().map(|info| info.pv[0]).collect();
            assert_eq!(firsts.len(), count, "{fen}");
            assert!(block.iter().map(|info| info.multipv).eq(1..=count));
            assert!(block.iter().all(|info| info.depth == block[0].depth));
            assert!(block.is_sorted_by(|a, b| a.score >= b.score), "{fen}");
            block.iter().for_each(|info| check_line(&game, info));
        }
    }
}

#[test]
fn only_the_moves_asked_for_are_searched() {
    let game = game(BENCH_POSITIONS[0], "");
    let search_moves = ["a2a3", "h2h4", "g2g4"]
        .map(|text| mv(&game, text))
        .to_vec();
    let limits = Limits {
        search_moves: search_moves.clone(),
        multi_pv: 5,
        ..Limits::depth(6)
    };
    let (report, lines) = search(&game, &limits);
    assert!(lines.iter().all(|info| search_moves.contains(&info.pv[0])));
    assert_eq!(lines.len(), 6 * 3);
    // g2g4 is clearly the worst of them; of the others either may seem better.
    assert!(search_moves[..2].contains(&report.best.unwrap()));
}

#[test]
fn a_game_that_is_over_has_no_move_but_a_score() {
    for (fen, score) in [
        (
            "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
            Score::mated_in(0),
        ),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Score::DRAW),
    ] {
        let (report, lines) = search(&game(fen, ""), &Limits::depth(5));
        assert_eq!((report.best, report.score), (None, score));
        let [line] = &lines[..] else {
            panic!("one line is told, not {}", lines.len());
        };
        assert_eq!((line.depth, line.score, line.pv.len()), (0, score, 0));
    }
}

#[test]
fn iterations_are_told_once_each() {
    let (_, lines) = search(
        &game("7k/8/5K2/6Q1/8/8/8/8 w - - 0 1", ""),
        &Limits::depth(60),
    );
    assert!(lines.len() <= 61, "{}", lines.len());
    assert!(lines.is_sorted_by(|a, b| a.depth <= b.depth && a.nodes <= b.nodes));
}
