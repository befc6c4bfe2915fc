//! Is this move legal here? Does it give check? For moves that come from elsewhere: a transposition
//! table, a killer slot, a user.

use super::Position;
use crate::attacks::{attacks, between, bishop_attacks, line, pawn_attacks, rook_attacks};
use crate::types::{Bitboard, CastlingRights, CastlingSide, Move, MoveKind, PieceType, Square};

impl Position {
    /// Whether a piece of the side to move could make this move if kings did not matter
    /// (articles 3.1 to 3.8, without 3.9). Right for every 16-bit value.
    pub fn is_pseudo_legal(&self, mv: Move) -> bool {
        let us = self.board.side;
        let (from, to) = (mv.from(), mv.to());
        // Numbers 0, 6 and 7 are no kind of move.
        if !self.board.color(us).has(from) || matches!(mv.bits() >> 12, 0 | 6 | 7) {
            return false;
        }
        let Some(kind) = self.kind_on(from) else {
            return false;
        };
        if mv.is_castle() {
            return kind == PieceType::King && self.board.castling.rooks_of(us).has(to);
        }
        let enemy = self.board.color(!us).has(to);
        let empty = !self.board.occupied().has(to);
        if mv.is_capture() != (enemy || mv.is_en_passant()) {
            return false;
        }
        if kind == PieceType::Pawn {
            return self.pawn_can_move(mv, enemy, empty);
        }
        (mv.is(MoveKind::Quiet) && empty || mv.is(MoveKind::Capture) && enemy)
            && attacks(kind, us, from, self.board.occupied()).has(to)
    }

    fn pawn_can_move(&self, mv: Move, enemy: bool, empty: bool) -> bool {
        let us = self.board.side;
        let (from, to) = (mv.from(), mv.to());
        let attacked = pawn_attacks(us, from).has(to);
        if mv.is_en_passant() {
            return attacked && self.board.en_passant == Some(to);
        }
        if mv.is_promotion() != Bitboard::BACK_RANKS.has(to) {
            return false;
        }
        let step = from.forward(us);
        if mv.is(MoveKind::DoublePush) {
            return Bitboard::relative_rank(us, 1).has(from)
                && !self.board.occupied().has(step)
                && empty
                && to == step.forward(us);
        }
        if mv.is_capture() {
            enemy && attacked
        } else {
            empty && to == step
        }
    }

    /// Whether the move is legal here (article 3.10.1). Right for every 16-bit value, so a move
    /// from a shared table can be tried safely.
    pub fn is_legal(&self, mv: Move) -> bool {
        self.is_pseudo_legal(mv) && self.keeps_king_safe(mv)
    }

    /// Whether a pseudo-legal move leaves the own king safe (article 3.9), and for castling whether
    /// all of article 3.8.2 holds.
    fn keeps_king_safe(&self, mv: Move) -> bool {
        let us = self.board.side;
        let king = self.board.king(us);
        let (from, to) = (mv.from(), mv.to());
        if mv.is_castle() {
            return self.threats.checkers.is_empty()
                && self.board.can_castle(king, to, self.threats.pinned);
        }
        if mv.is_en_passant() {
            return self.board.en_passant_is_legal(from, to);
        }
        if from == king {
            let occupied = self.board.occupied() - Bitboard::of(king);
            return !self.board.is_attacked(to, !us, occupied | Bitboard::of(to));
        }
        if self.threats.checkers.many() {
            return false;
        }
        if let Some(checker) = self.threats.checkers.first()
            && !(between(king, checker) | self.threats.checkers).has(to)
        {
            return false;
        }
        !self.threats.pinned.has(from) || line(king, from).has(to)
    }

    /// Whether a legal move attacks the opponent's king.
    pub fn gives_check(&self, mv: Move) -> bool {
        let us = self.board.side;
        let king = self.board.king(!us);
        let (from, to) = (mv.from(), mv.to());
        let occupied = (self.board.occupied() - Bitboard::of(from)) | Bitboard::of(to);
        if mv.is_castle() {
            let (king_to, rook_to) = CastlingRights::destinations(us, CastlingSide::of(from, to));
            let occupied = (self.board.occupied() - Bitboard::of(from) - Bitboard::of(to))
                | Bitboard::of(king_to)
                | Bitboard::of(rook_to);
            return rook_attacks(rook_to, occupied).has(king);
        }
        let kind = mv.promotion().unwrap_or_else(|| self.moving_kind(mv));
        if kind != PieceType::King && attacks(kind, us, to, occupied).has(king) {
            return true;
        }
        if mv.is_en_passant() {
            return self.slider_reaches(king, occupied - Bitboard::of(to.forward(!us)));
        }
        let leaves_line = !line(king, from).has(to);
        leaves_line && line(king, from).any() && self.slider_reaches(king, occupied)
    }

    /// Whether a slider of the side to move would attack the square on a board occupied like this.
    fn slider_reaches(&self, square: Square, occupied: Bitboard) -> bool {
        let us = self.board.side;
        bishop_attacks(square, occupied).meets(self.board.diagonal_sliders(us) & occupied)
            || rook_attacks(square, occupied).meets(self.board.straight_sliders(us) & occupied)
    }
}
