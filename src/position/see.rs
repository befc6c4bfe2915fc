//! Static exchange evaluation: what a capture wins when both sides keep taking back on its square
//! with their least valuable piece.

use super::Position;
use crate::attacks::{bishop_attacks, rook_attacks};
use crate::types::{Bitboard, Color, Move, PieceType, Square};

/// The worth of the pieces in exchanges, in centipawns, from the pawn to the king.
pub const SEE_VALUES: [i32; 6] = [100, 320, 330, 500, 950, 0];

/// The worth of a piece in exchanges, in centipawns.
#[inline]
pub const fn see_value(kind: PieceType) -> i32 {
    SEE_VALUES[kind.index()]
}

impl Position {
    /// Whether the exchange that a legal move begins wins at least `threshold` centipawns.
    ///
    /// Pieces pinned to a king take no part while their pinner stands where it does; sliders behind
    /// a piece that has taken join in.
    /// Of pieces of the same kind the one on the lowest square takes; a pawn that takes back does
    /// not promote. Within these limits the answer is exact (`tests/playouts.rs` has the slow twin).
    pub fn see_at_least(&self, mv: Move, threshold: i32) -> bool {
        if mv.is_castle() {
            return threshold <= 0; // nothing is taken and nothing can take
        }
        let to = mv.to();
        let captured = self.captured_kind(mv).map_or(0, see_value);
        let gained = mv
            .promotion()
            .map_or(0, |kind| see_value(kind) - see_value(PieceType::Pawn));
        // What is left if the opponent does not take back, then if the moved piece is lost.
        let mut balance = captured + gained - threshold;
        if balance < 0 {
            return false;
        }
        let moved = mv.promotion().unwrap_or_else(|| self.moving_kind(mv));
        balance = see_value(moved) - balance;
        if balance <= 0 {
            return true;
        }
        let us = self.board.side;
        let mut occupied = (self.board.occupied() - Bitboard::of(mv.from())) | Bitboard::of(to);
        if mv.is_en_passant() {
            occupied -= Bitboard::of(to.forward(!us));
        }
        self.exchange_is_won(to, occupied, balance)
    }

    /// Plays out the exchange on `to`; the opponent of the side to move takes first and the side
    /// to move has to lose `balance` for it to matter.
    fn exchange_is_won(&self, to: Square, mut occupied: Bitboard, mut balance: i32) -> bool {
        let board = &self.board;
        let us = board.side;
        let diagonal = board.diagonal_sliders(Color::White) | board.diagonal_sliders(Color::Black);
        let straight = board.straight_sliders(Color::White) | board.straight_sliders(Color::Black);
        let mut attackers = board.attackers_to(to, occupied);
        let mut side = us;
        let mut won = true;
        loop {
            side = !side;
            attackers &= occupied;
            let mut own = attackers & board.color(side);
            if own.any() {
                own -= self.exchange_pins(side, to, occupied);
            }
            let Some(kind) = PieceType::ALL
                .into_iter()
                .find(|&kind| own.meets(board.kind(kind)))
            else {
                return won;
            };
            won = !won;
            if kind == PieceType::King {
                // The king may take last only if nothing can take it.
                return if (attackers & board.color(!side)).any() {
                    !won
                } else {
                    won
                };
            }
            balance = see_value(kind) - balance;
            if balance < i32::from(won) {
                return won;
            }
            occupied -= Bitboard::of((own & board.kind(kind)).lsb());
            if matches!(kind, PieceType::Pawn | PieceType::Bishop | PieceType::Queen) {
                attackers |= bishop_attacks(to, occupied) & diagonal;
            }
            if matches!(kind, PieceType::Rook | PieceType::Queen) {
                attackers |= rook_attacks(to, occupied) & straight;
            }
        }
    }

    /// The pieces of `side` that are pinned by a slider which has not left its square. What stood or
    /// stands on `to` pins nothing that cannot take it.
    fn exchange_pins(&self, side: Color, to: Square, occupied: Bitboard) -> Bitboard {
        use crate::attacks::between;
        let king = self.board.king(side);
        let snipers = bishop_attacks(king, Bitboard::EMPTY) & self.board.diagonal_sliders(!side)
            | rook_attacks(king, Bitboard::EMPTY) & self.board.straight_sliders(!side);
        let mut pinned = Bitboard::EMPTY;
        for sniper in (snipers & occupied) - Bitboard::of(to) {
            let standing = between(king, sniper) & occupied;
            if !standing.many() {
                pinned |= standing;
            }
        }
        pinned & self.board.color(side)
    }
}
