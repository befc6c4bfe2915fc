use super::*;
use crate::types::Bitboard;

const FENS: [&str; 10] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 7 10",
    "8/5k2/3p4/1p1Pp2p/pP2Pp1P/P4P1K/8/8 b - - 30 50",
    "8/8/4k3/8/8/3K4/8/5NN1 w - - 0 1",
    "8/8/4kb2/4p3/8/3KB3/3P4/8 b - - 4 60",
    "6k1/5ppp/8/8/2q5/8/8/R2QK3 b Q - 0 1",
    "8/8/3k4/8/8/2BNK3/8/8 w - - 20 60",
    "2kr3r/ppp2ppp/2n5/3q4/3P4/5N2/PP3PPP/R2QR1K1 w - - 0 14",
];

fn evaluate(position: &Position) -> Score {
    super::evaluate(&Network::embedded(), position)
}

fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap()
}

/// The same position seen from the other side: ranks reversed, colours exchanged.
fn flipped(fen: &str) -> Position {
    let swap = |c: char| {
        if c.is_ascii_lowercase() {
            c.to_ascii_uppercase()
        } else {
            c.to_ascii_lowercase()
        }
    };
    let fields: Vec<&str> = fen.split(' ').collect();
    let ranks: Vec<String> = fields[0]
        .split('/')
        .rev()
        .map(|r| r.chars().map(swap).collect())
        .collect();
    let side = if fields[1] == "w" { "b" } else { "w" };
    let castling: String = fields[2].chars().map(swap).collect();
    let rest = fields[4..].join(" ");
    position(&format!("{} {side} {castling} - {rest}", ranks.join("/")))
}

#[test]
fn colours_do_not_matter() {
    for fen in FENS {
        assert_eq!(evaluate(&position(fen)), evaluate(&flipped(fen)), "{fen}");
    }
}

#[test]
fn colours_do_not_matter_on_random_walks() {
    let mut random = 0x9e37_79b9_7f4a_7c15u64;
    for fen in FENS {
        let mut here = position(fen);
        for _ in 0..60 {
            let text = here.fen();
            assert_eq!(evaluate(&here), evaluate(&flipped(&text)), "{text}");
            let moves = here.legal_moves();
            if moves.is_empty() {
                break;
            }
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            here = here.play(moves[(random >> 33) as usize % moves.len()]);
        }
    }
}

#[test]
fn the_explanation_tells_the_same_score() {
    for fen in FENS {
        let position = position(fen);
        let explanation = explain(&Network::embedded(), &position);
        let pieces = position.occupied().count() as usize - 2;
        assert_eq!(explanation.pieces.len(), pieces);
        let Some(counts) = explanation.counts else {
            assert!(explanation.white_score.0.abs() > 500, "{fen}");
            continue;
        };
        let counted = explanation.network.0 * counts / 100;
        let expected = faded(Score::eval(counted), position.halfmove_clock());
        let error = (expected - explanation.white_score).abs();
        assert!(error <= 1 + expected.0.abs() / 50, "{fen}: {explanation:?}");
    }
}

#[test]
fn removing_a_piece_leaves_the_rest() {
    let board = position(FENS[1]);
    for square in board.occupied() {
        let without = board.without(square);
        assert_eq!(without.occupied() | Bitboard::of(square), board.occupied());
        assert!(!without.occupied().has(square));
    }
}

#[test]
fn drawish_material_counts_for_little() {
    for fen in [
        "8/8/4k3/8/8/3K4/8/5NN1 w - - 0 1",
        "8/8/4k3/8/8/3K4/5p2/5NN1 b - - 0 1",
    ] {
        assert!(evaluate(&position(fen)).0.abs() < 250, "{fen}");
    }
    assert!(
        evaluate(&position("8/8/4k3/8/8/3K4/8/5NN1 w - - 0 1"))
            .0
            .abs()
            <= 20
    );
    assert!(
        evaluate(&position("8/8/4k3/8/2b5/3K4/8/5R2 w - - 0 1"))
            .0
            .abs()
            <= 60
    );
}

#[test]
fn an_advantage_fades_with_the_half_move_clock() {
    let at = |clock: u32| {
        evaluate(&position(&format!(
            "8/8/4k3/8/8/3K4/8/5Q2 w - - {clock} 80"
        )))
        .0
    };
    assert!(at(0) > at(40) && at(40) > at(90) && at(90) > at(0) / 2);
}

#[test]
fn material_decides() {
    let queen_up = "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert!(evaluate(&position(queen_up)).0 > 700);
    assert!(evaluate(&Position::startpos()).0.abs() < 40);
}

#[test]
fn a_lone_king_loses_to_pieces_that_mate_by_force() {
    let winning = |pieces: &str| {
        let fen = format!("8/8/8/3k4/8/8/8/K{pieces} w - - 0 1");
        evaluate(&position(&fen)).0 > 700
    };
    for (pieces, wins) in [
        ("Q6", true),
        ("R6", true),
        ("BB5", true),
        ("BN5", true),
        ("B1B4", false),
        ("NN5", false),
        ("N6", false),
    ] {
        assert_eq!(winning(pieces), wins, "{pieces}");
    }
}
