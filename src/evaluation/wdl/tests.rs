use super::*;
use crate::position::Position;

fn board(fen: &str) -> Position {
    Position::from_fen(fen).unwrap()
}

#[test]
fn material_counts_both_sides() {
    assert_eq!(material(&Position::startpos()), 78);
    assert_eq!(material(&board("8/8/3k4/8/8/2Q1K3/7p/8 w - - 0 1")), 10);
}

#[test]
fn chances_add_up_and_grow_with_the_score() {
    for fen in [
        Position::STARTPOS_FEN,
        "8/5k2/4p3/8/4P3/8/5K2/8 w - - 0 1",
        "4k3/2r2p2/8/8/8/4P3/3R4/4K3 b - - 0 1",
    ] {
        let position = board(fen);
        let mut last = 0.0;
        for score in (-3000..=3000).step_by(10) {
            let score = Score(score);
            let now = chances(score, &position);
            assert_eq!(now.win + now.draw + now.loss, 1000, "{fen} {score:?}");
            let turned = chances(-score, &position);
            assert_eq!(
                (now.win, now.draw, now.loss),
                (turned.loss, turned.draw, turned.win)
            );
            let points = expected_points(score, &position);
            assert!(points >= last, "{fen} {score:?}");
            last = points;
        }
        assert!(last > 0.99, "{fen}");
        assert_eq!(expected_points(Score::DRAW, &position), 0.5);
    }
}

#[test]
fn what_is_proven_is_certain() {
    let position = Position::startpos();
    let all = |win, loss| Chances { win, draw: 0, loss };
    assert_eq!(chances(Score::mate_in(9), &position), all(1000, 0));
    assert_eq!(chances(-Score::TABLEBASE, &position), all(0, 1000));
}

/// The curve that scores are told by must make sense wherever it is used.
#[test]
fn the_model_has_no_negative_draws() {
    for material in 0..=100 {
        let (a, b) = MODEL.curve(material);
        assert!(a > 20.0 && b > 10.0, "material {material}: a {a}, b {b}");
    }
}
