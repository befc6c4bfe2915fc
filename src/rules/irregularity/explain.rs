//! Finds what is wrong with a move: first how the piece moves, then what becomes of the king.

use super::Irregularity;
use crate::attacks::{attacks, between, line};
use crate::notation::san::{self, Meaning};
use crate::position::Position;
use crate::types::{Bitboard, CastlingRights, CastlingSide, File, PieceType, Square};

/// A move as written, with its piece found on the board.
struct Attempt<'a> {
    position: &'a Position,
    kind: PieceType,
    from: Square,
    to: Square,
    promotion: Option<PieceType>,
}

/// Why a text that is no legal move of the position is none.
pub(super) fn explain(position: &Position, text: &str) -> Irregularity {
    let Some((from, to, promotion)) = read(text) else {
        return Irregularity::Syntax(text.to_owned());
    };
    if let Some(over) = game_over(position) {
        return over;
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

fn game_over(position: &Position) -> Option<Irregularity> {
    let end = if position.in_check() {
        "checkmate"
    } else {
        "stalemate"
    };
    (!position.has_legal_move()).then_some(Irregularity::GameOver(end))
}

/// Why a text in algebraic notation names no legal move, though it has the form of one.
///
/// If several pieces could be meant, the reason is that of the one that would get there if kings
/// did not matter.
pub(super) fn explain_san(position: &Position, text: &str) -> Irregularity {
    let Some(meaning) = san::meaning(position, text) else {
        return Irregularity::Syntax(text.to_owned());
    };
    if let Some(over) = game_over(position) {
        return over;
    }
    let us = position.side_to_move();
    let attempt = |kind, from, to, promotion| Attempt {
        position,
        kind,
        from,
        to,
        promotion,
    };
    match meaning {
        Meaning::Castle(side) => {
            let king = position.king(us);
            attempt(PieceType::King, king, king, None).explain_castling(side)
        }
        Meaning::Piece {
            kind,
            origins,
            to,
            promotion,
        } => {
            let attempts: Vec<Attempt> = origins
                .map(|from| attempt(kind, from, to, promotion))
                .collect();
            match &attempts[..] {
                [] => Irregularity::NoSuchPiece(us, kind.name()),
                [only] => only.explain_movement(),
                _ => attempts
                    .iter()
                    .find(|attempt| attempt.wrong_movement().is_none())
                    .or_else(|| attempts.iter().find(|attempt| attempt.nearly_gets_there()))
                    .map_or(
                        Irregularity::NoneGetsThere(us, kind, to),
                        Attempt::explain_movement,
                    ),
            }
        }
    }
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
        self.explain_movement()
    }

    /// What is wrong with a move that does not mean to castle.
    fn explain_movement(&self) -> Irregularity {
        self.wrong_movement()
            .or_else(|| self.wrong_promotion())
            .unwrap_or_else(|| self.exposed_king())
    }

    /// Whether the piece moves in this way, and only something on the board is in its way.
    fn nearly_gets_there(&self) -> bool {
        !matches!(self.wrong_movement(), Some(Irregularity::NotItsMove(..)))
    }

    /// The wing on which a king's move means to castle: it goes to an own rook on its rank, or two
    /// or more squares along the first rank.
    fn castling_side(&self) -> Option<CastlingSide> {
        let us = self.position.side_to_move();
        let along_the_rank = self.from.rank() == self.to.rank();
        // Next to the king an own rook is meant for castling only if it may still castle.
        let rook = self.position.pieces(us, PieceType::Rook).has(self.to)
            && (self.position.castling_rights().rooks().has(self.to)
                || self.from.distance(self.to) > 1);
        let two_steps = self.from.distance(self.to) == 2 && self.from.file() == File::E;
        let is_castling = self.kind == PieceType::King
            && along_the_rank
            && Bitboard::relative_rank(us, 0).has(self.from)
            && (rook || two_steps);
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
        let own = position.piece_on(self.to).filter(|piece| piece.color == us);
        if let Some(own) = own.filter(|_| self.from != self.to) {
            return Some(Irregularity::OwnPiece(self.to, own.kind.name()));
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
