//! Why a move is illegal (article 3.10.2), in words and with the article that it breaks.

mod explain;

use crate::notation::san::{self, SanError};
use crate::notation::uci::parse_move;
use crate::position::Position;
use crate::types::{Color, PieceType, Square};

/// One reason why a move cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Irregularity {
    /// The text does not have the form of a move.
    #[error(
        "{0:?} is no move: expected two squares and, to promote, a letter, as in e2e4 or e7e8q"
    )]
    Syntax(String),
    /// The text is in algebraic notation and names no legal move, or more than one.
    #[error("{0}")]
    Notation(String),
    /// The player has no such piece, or none where the text says.
    #[error("{0} has no {1} that could be meant")]
    NoSuchPiece(Color, &'static str),
    /// None of the player's pieces of a kind gets to the square.
    #[error("no {kind} of {0} gets to {2}", kind = .1.name())]
    NoneGetsThere(Color, PieceType, Square),
    /// No move is legal any more.
    #[error("the game is over by {0}")]
    GameOver(&'static str),
    /// The square is empty.
    #[error("there is no piece on {0}")]
    NoPiece(Square),
    /// The piece belongs to the other player.
    #[error("the {1} on {2} is not {0}'s, whose move it is")]
    WrongColor(Color, &'static str, Square),
    /// An own piece stands on the target.
    #[error("{0} is already occupied by the player's own {1}")]
    OwnPiece(Square, &'static str),
    /// The piece does not move in this way.
    #[error("a {kind} does not move from {from} to {to}", kind = .0.name(), from = .1, to = .2)]
    NotItsMove(PieceType, Square, Square),
    /// Something stands in the way of a bishop, rook or queen.
    #[error("the {kind} cannot jump over the piece on {at}", kind = .0.name(), at = .1)]
    Blocked(PieceType, Square),
    /// A pawn cannot step onto or over an occupied square.
    #[error("the pawn is blocked by the piece on {0}")]
    PawnBlocked(Square),
    /// A pawn takes two steps only from where it started.
    #[error("the pawn on {0} is no longer on its first square and cannot take two steps")]
    DoubleStep(Square),
    /// A pawn goes diagonally only when it captures.
    #[error("there is nothing to capture on {0}")]
    NothingToCapture(Square),
    /// Capturing in passing is allowed only on the next move.
    #[error("the pawn on {0} can be captured in passing only at once after its double step")]
    EnPassantTooLate(Square),
    /// A pawn reaches the last rank without being exchanged.
    #[error("the pawn reaches {0} and must be promoted: name a queen, rook, bishop or knight")]
    PromotionMissing(Square),
    /// A promotion that is none.
    #[error("nothing is promoted by a {kind} that moves to {to}", kind = .0.name(), to = .1)]
    NoPromotion(PieceType, Square),
    /// The piece is pinned.
    #[error("the {kind} on {from} is pinned to its king by the piece on {by}", kind = .0.name(), from = .1, by = .2)]
    Pinned(PieceType, Square, Square),
    /// The check is not answered.
    #[error("the king on {0} would remain in check from {1}")]
    LeavesInCheck(Square, Square),
    /// Two pieces give check, and another piece than the king moves.
    #[error("the king on {0} is in double check: only the king can move")]
    DoubleCheck(Square),
    /// The king goes where he is attacked.
    #[error("{0} is attacked by the piece on {1}")]
    KingAttacked(Square, Square),
    /// Two pawns leave a line on which a slider attacks the king.
    #[error("capturing in passing would expose the king on {0} to the piece on {1}")]
    EnPassantExposes(Square, Square),
    /// The right to castle is lost or was never there.
    #[error("{0} has no right to castle on that side")]
    NoCastlingRight(Color),
    /// A king in check cannot castle.
    #[error("the king on {0} is in check from {1} and cannot castle")]
    CastlingInCheck(Square, Square),
    /// The king would cross an attacked square.
    #[error("in castling the king would cross {0}, which the piece on {1} attacks")]
    CastlingThroughCheck(Square, Square),
    /// The king would end on an attacked square.
    #[error("in castling the king would end on {0}, which the piece on {1} attacks")]
    CastlingIntoCheck(Square, Square),
    /// Something stands between.
    #[error("castling is prevented for now by the piece on {0}")]
    CastlingBlocked(Square),
}

impl Irregularity {
    /// Why this text is no legal move of the position, or `None` if it is one.
    pub fn of(position: &Position, text: &str) -> Option<Irregularity> {
        match parse_move(position, text) {
            Ok(_) => None,
            Err(_) => Some(explain::explain(position, text)),
        }
    }

    /// Why this text in algebraic notation is no legal move of the position, or `None` if it is one.
    pub fn of_san(position: &Position, text: &str) -> Option<Irregularity> {
        match san::parse_move(position, text) {
            Ok(_) => None,
            Err(SanError::Syntax(_)) => Some(Irregularity::Syntax(text.to_owned())),
            Err(SanError::Illegal(_)) => Some(explain::explain_san(position, text)),
            Err(error) => Some(Irregularity::Notation(error.to_string())),
        }
    }

    /// The article of the Laws that the move breaks.
    pub fn article(&self) -> &'static str {
        match self {
            Irregularity::Syntax(_) | Irregularity::Notation(_) => "8.1, appendix C",
            Irregularity::GameOver("checkmate") => "5.1.1",
            Irregularity::GameOver(_) => "5.2.1",
            Irregularity::NoPiece(_)
            | Irregularity::NoSuchPiece(..)
            | Irregularity::WrongColor(..) => "1.2",
            Irregularity::OwnPiece(..) => "3.1",
            Irregularity::NotItsMove(kind, ..) | Irregularity::NoneGetsThere(_, kind, _) => {
                movement_article(*kind)
            }
            Irregularity::Blocked(..) => "3.5",
            Irregularity::PawnBlocked(_) => "3.7.1",
            Irregularity::DoubleStep(_) => "3.7.2",
            Irregularity::NothingToCapture(_) => "3.7.3",
            Irregularity::EnPassantTooLate(_) => "3.7.4",
            Irregularity::PromotionMissing(_) | Irregularity::NoPromotion(..) => "3.7.5",
            Irregularity::KingAttacked(..)
            | Irregularity::Pinned(..)
            | Irregularity::LeavesInCheck(..)
            | Irregularity::DoubleCheck(_)
            | Irregularity::EnPassantExposes(..) => "3.9",
            Irregularity::NoCastlingRight(_) => "3.8.2.1",
            Irregularity::CastlingInCheck(..)
            | Irregularity::CastlingThroughCheck(..)
            | Irregularity::CastlingIntoCheck(..)
            | Irregularity::CastlingBlocked(_) => "3.8.2.2",
        }
    }
}

/// The article that says how a kind of piece moves.
const fn movement_article(kind: PieceType) -> &'static str {
    match kind {
        PieceType::Bishop => "3.2",
        PieceType::Rook => "3.3",
        PieceType::Queen => "3.4",
        PieceType::Knight => "3.6",
        PieceType::Pawn => "3.7",
        PieceType::King => "3.8.1",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Move;

    fn reason(fen: &str, text: &str) -> Irregularity {
        let position = Position::from_fen(fen).unwrap();
        Irregularity::of(&position, text).expect("an illegal move")
    }

    #[test]
    fn each_irregularity_has_its_article() {
        let start = Position::STARTPOS_FEN;
        let castle = "r3k2r/8/8/8/8/8/8/R3K1NR w KQkq - 0 1";
        for (fen, text, article, words) in [
            (start, "e2", "8.1", "is no move"),
            (start, "e2e9", "8.1", "is no move"),
            (start, "e4e5", "1.2", "no piece on e4"),
            (start, "e7e5", "1.2", "not White's"),
            (start, "a1a2", "3.1", "occupied by the player's own pawn"),
            (start, "b1b3", "3.6", "a knight does not move"),
            (start, "a1a3", "3.5", "jump over the piece on a2"),
            (start, "e2e5", "3.7", "a pawn does not move"),
            (start, "e2d3", "3.7.3", "nothing to capture on d3"),
            (start, "e2e4q", "3.7.5", "nothing is promoted"),
            (
                "4k3/8/8/8/8/4p3/4P3/4K3 w - - 0 1",
                "e2e4",
                "3.7.1",
                "piece on e3",
            ),
            (
                "4k3/8/8/8/8/4P3/8/4K3 w - - 0 1",
                "e3e5",
                "3.7.2",
                "first square",
            ),
            (
                "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1",
                "e5d6",
                "3.7.4",
                "only at once",
            ),
            (
                "8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1",
                "e5d6",
                "3.9",
                "expose the king",
            ),
            (
                "4k3/P7/8/8/8/8/8/4K3 w - - 0 1",
                "a7a8",
                "3.7.5",
                "must be promoted",
            ),
            ("4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 1", "e2c3", "3.9", "pinned"),
            (
                "4k3/8/8/8/4r3/8/8/N3K3 w - - 0 1",
                "a1b3",
                "3.9",
                "remain in check",
            ),
            (
                "4k3/8/8/8/4r3/3n4/8/N3K3 w - - 0 1",
                "a1b3",
                "3.9",
                "double check",
            ),
            (
                "4k3/8/8/8/3r4/8/8/4K3 w - - 0 1",
                "e1d1",
                "3.9",
                "piece on d4",
            ),
            (
                "4k3/8/8/8/8/8/8/R3K2R w K - 0 1",
                "e1c1",
                "3.8.2.1",
                "no right",
            ),
            (castle, "e1g1", "3.8.2.2", "piece on g1"),
            (castle, "e1h1", "3.8.2.2", "piece on g1"),
            (
                "4k3/8/8/8/4r3/8/8/4K2R w K - 0 1",
                "e1g1",
                "3.8.2.2",
                "is in check from e4",
            ),
            (
                "4k3/8/8/8/5r2/8/8/4K2R w K - 0 1",
                "e1g1",
                "3.8.2.2",
                "cross f1",
            ),
            (
                "4k3/8/8/8/6r1/8/8/4K2R w K - 0 1",
                "e1g1",
                "3.8.2.2",
                "end on g1",
            ),
            (
                "4k3/8/8/8/8/8/8/4K1R1 w - - 0 1",
                "e1h4",
                "3.8.1",
                "a king does not move",
            ),
            (
                "R3k3/8/4K3/8/8/8/8/8 b - - 0 1",
                "e8e7",
                "5.1.1",
                "checkmate",
            ),
        ] {
            let reason = reason(fen, text);
            assert!(
                reason.article().starts_with(article) && reason.to_string().contains(words),
                "{fen} {text}: {reason} ({})",
                reason.article()
            );
        }
    }

    /// The same reasons, whatever the notation.
    #[test]
    fn algebraic_notation_gets_the_same_reasons() {
        for (fen, san, uci) in [
            ("3rk3/8/8/8/8/8/8/R3K3 w Q - 0 1", "O-O-O", "e1c1"),
            ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "0-0-0", "e1c1"),
            ("4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 1", "Nc3", "e2c3"),
            ("8/P6k/8/8/8/8/8/K7 w - - 0 1", "a8", "a7a8"),
            ("R3k3/8/4K3/8/8/8/8/8 b - - 0 1", "Ke7", "e8e7"),
            (Position::STARTPOS_FEN, "Nd2", "b1d2"),
            (Position::STARTPOS_FEN, "Ra1a3", "a1a3"),
            (Position::STARTPOS_FEN, "exd3", "e2d3"),
            (Position::STARTPOS_FEN, "e5", "e2e5"),
        ] {
            let position = Position::from_fen(fen).unwrap();
            let by_san = Irregularity::of_san(&position, san);
            assert_eq!(by_san, Irregularity::of(&position, uci), "{fen} {san}");
            assert!(by_san.is_some());
        }
    }

    #[test]
    fn algebraic_notation_that_names_no_piece_of_the_player() {
        let position = Position::from_fen("4k3/8/8/8/8/8/8/NN2K3 w - - 0 1").unwrap();
        for (text, words) in [
            ("Qd4", "White has no queen"),
            ("Nh8", "no knight of White gets to h8"),
            ("N8c3", "White has no knight"),
            ("d4", "White has no pawn"),
            ("Ne4+", "no knight of White gets to e4"),
        ] {
            let reason = Irregularity::of_san(&position, text).unwrap().to_string();
            assert!(reason.contains(words), "{text}: {reason}");
        }
        assert_eq!(Irregularity::of_san(&position, "Nac2"), None);
    }

    /// On every square pair: silent exactly on legal moves, and a king is the reason exactly where
    /// the piece could have moved otherwise.
    #[test]
    fn reasons_agree_with_the_move_generator() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
            "3k4/8/8/8/3pPp2/8/8/K2R4 b - e3 0 1",
            "4k3/8/8/8/7b/8/r2N4/R3K2R w KQ - 0 1",
        ] {
            let position = Position::from_fen(fen).unwrap();
            let pseudo_legal: Vec<Move> = (1..=u16::MAX)
                .filter_map(Move::from_bits)
                .filter(|&mv| position.is_pseudo_legal(mv))
                .collect();
            for from in Square::all() {
                for to in Square::all() {
                    for promotion in ["", "q", "n"] {
                        let text = format!("{from}{to}{promotion}");
                        let legal = crate::notation::uci::parse_move(&position, &text).is_ok();
                        let reason = Irregularity::of(&position, &text);
                        assert_eq!(legal, reason.is_none(), "{fen} {text}");
                        let Some(reason) = reason else { continue };
                        let moves_like_that = pseudo_legal.iter().any(|mv| {
                            let letter = mv.promotion().map(|kind| kind.letter().to_string());
                            (mv.from(), mv.to(), letter.unwrap_or_default().as_str())
                                == (from, to, promotion)
                        });
                        let king_is_the_reason =
                            reason.article() == "3.9" || reason.article().starts_with("3.8.2");
                        if moves_like_that {
                            assert!(king_is_the_reason, "{fen} {text}: {reason}");
                        }
                        if reason.article() == "3.9" {
                            let capture = position.en_passant().is_some();
                            assert!(moves_like_that || capture, "{fen} {text}: {reason}");
                        }
                    }
                }
            }
        }
    }
}
