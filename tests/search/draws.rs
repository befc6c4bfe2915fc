use super::{game, mv, search};
use vezer::search::Limits;
use vezer::types::Score;

fn score(fen: &str, moves: &str, depth: u32) -> Score {
    search(&game(fen, moves), &Limits::depth(depth)).0.score
}

#[test]
fn dead_positions_are_worth_nothing() {
    for fen in [
        "8/8/4k3/8/8/3K4/8/6B1 w - - 0 1",
        "6b1/8/4k3/8/8/3K4/8/8 w - - 0 1",
        "8/8/4k3/8/8/3K4/8/6N1 b - - 0 1",
        "8/8/2b1k3/8/8/3K4/8/5B2 w - - 0 1",
    ] {
        assert_eq!(score(fen, "", 10), Score::DRAW, "{fen}");
    }
    let knights = score("8/8/4k3/8/8/3K4/8/5NN1 w - - 0 1", "", 10);
    assert!(knights.0.abs() <= 40, "{knights:?}");
}

#[test]
fn a_lost_side_takes_the_third_repetition() {
    let start = "r5k1/5ppp/8/8/8/8/8/6K1 w - - 0 1";
    let moves = "g1h1 a8b8 h1g1 b8a8 g1h1 a8b8 h1h2 b8a8";
    let game = game(start, moves);
    let (report, _) = search(&game, &Limits::depth(10));
    assert_eq!(
        (report.best, report.score),
        (Some(mv(&game, "h2h1")), Score::DRAW)
    );
    // The same position without that history is lost.
    let search_moves = vec![mv(&game, "h2h1")];
    let limits = Limits {
        search_moves,
        ..Limits::depth(10)
    };
    let fresh = super::game("r5k1/5ppp/8/8/8/8/7K/8 w - - 8 5", "");
    assert!(search(&fresh, &limits).0.score < Score(-200));
}

#[test]
fn a_second_occurrence_in_the_game_is_no_draw_yet() {
    let moves = "e2e4 b8c6 d2d4 c6b8 d4d5 b8c6 g1f3 c6b8 f3g1";
    let game = game(
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        moves,
    );
    let (report, _) = search(&game, &Limits::depth(8));
    assert_ne!(report.best, Some(mv(&game, "b8c6")));
}

#[test]
fn castling_and_en_passant_rights_make_another_position() {
    let castling = "h1g1 a8b8 g1h1 b8a8 h1f1 a8c8 f1h1";
    let game = game("r3k3/5ppp/8/8/8/8/8/4K2R w K - 0 1", castling);
    let search_moves = vec![mv(&game, "c8a8")];
    let limits = Limits {
        search_moves,
        ..Limits::depth(10)
    };
    assert!(search(&game, &limits).0.score > Score(100));
}

#[test]
fn the_fiftieth_move_draws() {
    assert_eq!(score("6k1/8/8/8/8/8/q7/7K w - - 99 80", "", 8), Score::DRAW);
    assert_eq!(
        score("8/8/8/8/8/1k6/8/1K5R w - - 99 90", "", 8),
        Score::DRAW
    );
}

#[test]
fn mate_on_the_hundredth_half_move_is_mate() {
    let (report, lines) = search(
        &game("7k/8/8/8/8/8/R7/1R4K1 w - - 97 80", ""),
        &Limits::depth(8),
    );
    assert_eq!(report.score, Score::mate_in(3));
    assert_eq!(lines.last().map(|info| info.pv.len()), Some(3));
    // One half-move later it comes too late.
    assert_eq!(
        score("7k/8/8/8/8/8/R7/1R4K1 w - - 98 80", "", 8),
        Score::DRAW
    );
    assert_eq!(score("7k/8/5K2/8/8/8/8/R7 b - - 98 80", "", 8), Score::DRAW);
}

#[test]
fn past_the_fiftieth_move_the_game_is_still_played_to_win() {
    for clock in [100, 120, 150, 400] {
        let fen = format!("8/8/8/8/8/1k6/7Q/1K6 w - - {clock} 200");
        assert!(score(&fen, "", 20).is_win(), "{fen}");
    }
}

#[test]
fn stalemate_is_avoided_by_the_winner_and_sought_by_the_loser() {
    let (report, _) = search(
        &game("k7/8/1K6/8/8/8/8/3Q4 w - - 0 1", ""),
        &Limits::depth(8),
    );
    assert_eq!(report.score, Score::mate_in(1));
    let lost = game("7k/5Q2/7K/8/8/8/8/6r1 b - - 0 1", "");
    let (report, _) = search(&lost, &Limits::depth(20));
    assert_eq!(report.score, Score::DRAW);
}

/// The winner mates the lone king within fifty moves, never stalemating him.
#[test]
fn king_and_queen_and_king_and_rook_win_against_a_lone_king() {
    for fen in [
        "8/8/4k3/8/8/3K4/8/6Q1 w - - 0 1",
        "8/8/4k3/8/8/3K4/8/6R1 w - - 0 1",
    ] {
        let mut game = game(fen, "");
        let mut worker = vezer::search::Worker::new(0, super::table(8));
        for _ in 0..100 {
            let control = vezer::search::Control::new(1);
            let limits = Limits::nodes(4000);
            let (report, _) = super::search_with(&mut worker, &game, &limits, &control);
            match report.best {
                Some(mv) => game.push(mv),
                None => break,
            }
        }
        let end = game.position();
        assert!(
            end.in_check() && !end.has_legal_move(),
            "{fen}: {}",
            end.fen()
        );
    }
}
