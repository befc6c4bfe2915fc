//! Why a move is illegal (article 3.10.2), in words and with the article that it breaks.

use crate::attacks::{attacks, between, line};
use crate::position::Position;
use crate::types::{Bitboard, CastlingRights, CastlingSide, Color, PieceType, Square};

/// One reason why a move cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Irregularity {
    /// The text does not have the form of a move.
    #[error(
        "{0:?} is no move: expected two squares and, to promote, a letter, as in e2e4 or e7e8q"
    )]
    Syntax(String),
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
    #[error("{0} already holds the own {1}")]
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
    #[error("{0} has no right to castle on that side: the king or that rook has moved")]
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
        match crate::notation::uci::parse_move(position, text) {
            Ok(_) => None,
            Err(_) => Some(explain(position, text)),
        }
    }

    /// The article of the Laws that the move breaks.
    pub fn article(&self) -> &'static str {
        match self {
            Irregularity::Syntax(_) => "8.1 (notation: C.10)",
            Irregularity::GameOver("checkmate") => "5.1.1",
            Irregularity::GameOver(_) => "5.2.1",
            Irregularity::NoPiece(_) | Irregularity::WrongColor(..) => "1.2",
            Irregularity::OwnPiece(..) => "3.1",
            Irregularity::NotItsMove(kind, ..) => movement_article(*kind),
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

/// A move as written, with its piece found on the board.
struct Attempt<'a> {
    position: &'a Position,
    kind: PieceType,
    from: Square,
    to: Square,
    promotion: Option<PieceType>,
}

fn explain(position: &Position, text: &str) -> Irregularity {
    let Some((from, to, promotion)) = read(text) else {
        return Irregularity::Syntax(text.to_owned());
    };
    if !position.has_legal_move() {
        return Irregularity::GameOver(if position.in_check() {
            "checkmate"
        } else {
            "stalemate"
        });
    }
    let us = position.side_to_move();
    let Some(piece) = position.piece_on(from) else {
        return Irregularity::NoPiece(from);
    };
    if piece.color != us {
        return Irregularity::WrongColor(us, piece.kind.name(), from);
    }
    let attempt = Attempt {
        position,
        kind: piece.kind,
        from,
        to,
        promotion,
    };
    attempt.explain()
}

/// Two squares and perhaps the piece to which a pawn promotes.
fn read(text: &str) -> Option<(Square, Square, Option<PieceType>)> {
    let from = text.get(0..2)?.parse().ok()?;
    let to = text.get(2..4)?.parse().ok()?;
    let promotion = match text.get(4..)? {
        "" => None,
        letter => Some(PieceType::from_letter(letter.parse().ok()?)?),
    };
    Some((from, to, promotion))
}

impl Attempt<'_> {
    fn explain(&self) -> Irregularity {
        if let Some(side) = self.castling_side() {
            return self.explain_castling(side);
        }
        self.wrong_movement()
            .or_else(|| self.wrong_promotion())
            .unwrap_or_else(|| self.exposed_king())
    }

    /// The wing on which a king's move means to castle: it goes to an own rook on its rank, or two
    /// or more squares along the first rank.
    fn castling_side(&self) -> Option<CastlingSide> {
        let us = self.position.side_to_move();
        let along_the_rank = self.from.rank() == self.to.rank();
        let to_rook = self.position.pieces(us, PieceType::Rook).has(self.to);
        let is_castling = self.kind == PieceType::King
            && along_the_rank
            && Bitboard::relative_rank(us, 0).has(self.from)
            && (to_rook || self.from.distance(self.to) == 2);
        is_castling.then(|| CastlingSide::of(self.from, self.to))
    }

    fn explain_castling(&self, side: CastlingSide) -> Irregularity {
        let position = self.position;
        let us = position.side_to_move();
        let king = self.from;
        let Some(rook) = position.castling_rights().rook(us, king, side) else {
            return Irregularity::NoCastlingRight(us);
        };
        if let Some(checker) = position.checkers().first() {
            return Irregularity::CastlingInCheck(king, checker);
        }
        let (king_to, rook_to) = CastlingRights::destinations(us, side);
        let path = between(king, king_to) | Bitboard::of(king_to);
        let passed = path | between(rook, rook_to) | Bitboard::of(rook_to);
        let others = position.occupied() - Bitboard::of(king) - Bitboard::of(rook);
        if let Some(blocker) = (passed & others).first() {
            return Irregularity::CastlingBlocked(blocker);
        }
        let occupied = position.occupied() - Bitboard::of(king);
        for square in path {
            if let Some(attacker) = self.attackers(square, occupied).first() {
                return if square == king_to {
                    Irregularity::CastlingIntoCheck(square, attacker)
                } else {
                    Irregularity::CastlingThroughCheck(square, attacker)
                };
            }
        }
        // In Chess960 the rook can be all that shields the king's destination.
        let without_rook = occupied - Bitboard::of(rook);
        match self.attackers(king_to, without_rook).first() {
            Some(attacker) => Irregularity::CastlingIntoCheck(king_to, attacker),
            None => Irregularity::NotItsMove(self.kind, self.from, self.to),
        }
    }

    /// A fault in how the piece moves (articles 3.1 to 3.8.1).
    fn wrong_movement(&self) -> Option<Irregularity> {
        let position = self.position;
        let us = position.side_to_move();
        if let Some(own) = position.piece_on(self.to).filter(|piece| piece.color == us) {
            if self.from != self.to {
                return Some(Irregularity::OwnPiece(self.to, own.kind.name()));
            }
        }
        if self.kind == PieceType::Pawn {
            return self.wrong_pawn_movement();
        }
        if !attacks(self.kind, us, self.from, Bitboard::EMPTY).has(self.to) {
            return Some(Irregularity::NotItsMove(self.kind, self.from, self.to));
        }
        let in_the_way = between(self.from, self.to) & position.occupied();
        match self.kind {
            PieceType::Knight | PieceType::King => None,
            kind => in_the_way
                .first()
                .map(|square| Irregularity::Blocked(kind, square)),
        }
    }

    fn wrong_pawn_movement(&self) -> Option<Irregularity> {
        let position = self.position;
        let us = position.side_to_move();
        let occupied = position.occupied();
        let step = self.from.forward(us);
        if attacks(PieceType::Pawn, us, self.from, occupied).has(self.to) {
            if occupied.has(self.to) || position.en_passant() == Some(self.to) {
                return None;
            }
            return Some(self.empty_pawn_capture());
        }
        if self.to == step {
            return occupied
                .has(step)
                .then_some(Irregularity::PawnBlocked(step));
        }
        if self.to != step.forward(us) || self.from.file() != self.to.file() {
            return Some(Irregularity::NotItsMove(self.kind, self.from, self.to));
        }
        if !Bitboard::relative_rank(us, 1).has(self.from) {
            return Some(Irregularity::DoubleStep(self.from));
        }
        [step, self.to]
            .into_iter()
            .find(|&square| occupied.has(square))
            .map(Irregularity::PawnBlocked)
    }

    /// A pawn means to capture on an empty square where no capture in passing is legal.
    fn empty_pawn_capture(&self) -> Irregularity {
        let position = self.position;
        let us = position.side_to_move();
        let passed = Square::at(self.to.file(), self.from.rank());
        let could_have_passed = position.pieces(!us, PieceType::Pawn).has(passed)
            && Bitboard::relative_rank(us, 4).has(passed)
            && !position.occupied().has(self.to.forward(us));
        if !could_have_passed {
            return Irregularity::NothingToCapture(self.to);
        }
        self.illegal_en_passant()
    }

    /// Why the pawn cannot capture in passing although a pawn stands beside it.
    fn illegal_en_passant(&self) -> Irregularity {
        let position = self.position;
        let passed = Square::at(self.to.file(), self.from.rank());
        let occupied = (position.occupied() - Bitboard::of(self.from) - Bitboard::of(passed))
            | Bitboard::of(self.to);
        let king = position.king(position.side_to_move());
        match self.attackers(king, occupied).first() {
            Some(attacker) if position.checkers().has(attacker) => {
                Irregularity::LeavesInCheck(king, attacker)
            }
            Some(attacker) => Irregularity::EnPassantExposes(king, attacker),
            None => Irregularity::EnPassantTooLate(passed),
        }
    }

    /// A promotion that is missing, or one that is none (article 3.7.5).
    fn wrong_promotion(&self) -> Option<Irregularity> {
        let reaches_end = self.kind == PieceType::Pawn && Bitboard::BACK_RANKS.has(self.to);
        match self.promotion {
            Some(kind) if reaches_end && PieceType::PROMOTIONS.contains(&kind) => None,
            None if !reaches_end => None,
            _ if reaches_end => Some(Irregularity::PromotionMissing(self.to)),
            _ => Some(Irregularity::NoPromotion(self.kind, self.to)),
        }
    }

    /// Why a move that the piece could make leaves or puts the own king in check (article 3.9).
    fn exposed_king(&self) -> Irregularity {
        let position = self.position;
        let us = position.side_to_move();
        let king = position.king(us);
        let checkers = position.checkers();
        if self.kind == PieceType::King {
            let occupied = position.occupied() - Bitboard::of(king);
            let attacker = self.attackers(self.to, occupied).lsb();
            return Irregularity::KingAttacked(self.to, attacker);
        }
        if checkers.many() {
            return Irregularity::DoubleCheck(king);
        }
        if self.kind == PieceType::Pawn && position.en_passant() == Some(self.to) {
            return self.illegal_en_passant();
        }
        if position.pinned().has(self.from) && !line(king, self.from).has(self.to) {
            let without = position.occupied() - Bitboard::of(self.from);
            let pinner = (self.attackers(king, without) - checkers).lsb();
            return Irregularity::Pinned(self.kind, self.from, pinner);
        }
        match checkers.first() {
            Some(checker) => Irregularity::LeavesInCheck(king, checker),
            None => Irregularity::NotItsMove(self.kind, self.from, self.to),
        }
    }

    /// The enemy pieces that attack a square on a board occupied like this.
    fn attackers(&self, square: Square, occupied: Bitboard) -> Bitboard {
        let position = self.position;
        position.attackers_to(square, occupied)
            & position.color(!position.side_to_move())
            & occupied
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
            (start, "a1a2", "3.1", "already holds the own pawn"),
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
