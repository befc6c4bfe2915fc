//! Playing a move: a new board, a new position.

use super::board::COLORS;
use super::zobrist::{Zobrist, zobrist};
use super::{Board, Position};
use crate::types::{
    Bitboard, CastlingRights, CastlingSide, Color, Move, MoveKind, Piece, PieceType, Square,
};
use arrayvec::ArrayVec;

/// What a move changes on the board: all that an incremental evaluation needs to know of it.
#[derive(Clone, Debug, Default)]
pub struct MoveDelta {
    /// The pieces taken off the board, with their squares.
    pub removed: ArrayVec<(Piece, Square), 2>,
    /// The pieces put on the board, with their squares.
    pub added: ArrayVec<(Piece, Square), 2>,
}

/// For each piece, all squares in the two sets of a board to which it belongs, none in the others.
static SETS_OF: [[[Bitboard; 8]; 2]; 6] = {
    let mut masks = [[[Bitboard::EMPTY; 8]; 2]; 6];
    let mut kind = 0;
    while kind < 6 {
        let mut color = 0;
        while color < 2 {
            masks[kind][color][kind] = Bitboard::ALL;
            masks[kind][color][COLORS + color] = Bitboard::ALL;
            color += 1;
        }
        kind += 1;
    }
    masks
};

impl Board {
    /// The kind of the piece on a square that is known to be occupied, found among the sets.
    #[inline]
    pub(super) fn kind_at(&self, square: Square) -> PieceType {
        let holds = |kind| self.kind(kind).has(square);
        PieceType::ALL
            .into_iter()
            .find(|&kind| holds(kind))
            .unwrap_or(PieceType::King)
    }

    /// The board after a legal move by a piece of this kind. Without keys and mailbox: for perft
    /// and for looking ahead at legality alone.
    #[inline]
    pub(super) fn play(&self, mv: Move, kind: PieceType) -> Board {
        let mut next = *self;
        next.make(mv, kind);
        next
    }

    /// [`play`](Board::play) in place.
    #[inline(always)]
    fn make(&mut self, mv: Move, kind: PieceType) {
        let us = self.side;
        let (from, to) = (Bitboard::of(mv.from()), Bitboard::of(mv.to()));
        if mv.is_castle() {
            self.castle(mv.from(), mv.to());
            return;
        }
        let victim = if mv.is_en_passant() {
            to.forward(!us)
        } else {
            to & self.color(!us)
        };
        self.shift(kind, mv.promotion().unwrap_or(kind), from, to, victim);
        if mv.is(MoveKind::DoublePush) {
            self.allow_en_passant(mv.from().forward(us));
        }
    }

    /// The board after a piece has gone from `from` to `to`, turning into `placed` there, and the
    /// enemy on `victim` has been taken.
    #[inline(always)]
    pub(super) fn moved(
        &self,
        kind: PieceType,
        placed: PieceType,
        from: Bitboard,
        to: Bitboard,
        victim: Bitboard,
    ) -> Board {
        let mut next = *self;
        next.shift(kind, placed, from, to, victim);
        next
    }

    /// [`moved`](Board::moved) in place. All eight sets change in the same way, without a branch,
    /// so that the compiler can do it in one vector register.
    #[inline(always)]
    fn shift(
        &mut self,
        kind: PieceType,
        placed: PieceType,
        from: Bitboard,
        to: Bitboard,
        victim: Bitboard,
    ) {
        let us = self.side;
        let lifted = &SETS_OF[kind.index()][us.index()];
        let dropped = &SETS_OF[placed.index()][us.index()];
        for (index, set) in self.sets.iter_mut().enumerate() {
            *set = (*set - victim) ^ (from & lifted[index]) ^ (to & dropped[index]);
        }
        self.castling = self.castling.without(from | to);
        if kind == PieceType::King {
            self.castling = self.castling.without_color(us);
        }
        self.en_passant = None;
        self.side = !us;
    }

    /// Notes the square that a double step has just passed, if a capture there is legal.
    #[inline]
    pub(super) fn allow_en_passant(&mut self, passed: Square) {
        if self.any_en_passant(passed) {
            self.en_passant = Some(passed);
        }
    }

    fn castle(&mut self, king: Square, rook: Square) {
        let us = self.side;
        let (king_to, rook_to) = CastlingRights::destinations(us, CastlingSide::of(king, rook));
        let (king, rook) = (Bitboard::of(king), Bitboard::of(rook));
        let (king_to, rook_to) = (Bitboard::of(king_to), Bitboard::of(rook_to));
        self.sets[PieceType::King.index()] ^= king ^ king_to;
        self.sets[PieceType::Rook.index()] ^= rook ^ rook_to;
        let own = &mut self.sets[COLORS + us.index()];
        *own = (*own - king - rook) | king_to | rook_to;
        self.castling = self.castling.without_color(us);
        self.en_passant = None;
        self.side = !us;
    }
}

impl Position {
    /// The position after a legal move. What a move that is not legal here makes of it is
    /// unspecified; check with [`is_legal`](Position::is_legal) first if in doubt.
    #[inline]
    pub fn play(&self, mv: Move) -> Position {
        let mut next = *self;
        next.make(mv);
        next
    }

    /// Changed in place, because a second copy of the freshly written mailbox would have to wait
    /// for its bytes to arrive in memory.
    #[inline]
    fn make(&mut self, mv: Move) {
        let us = self.board.side;
        let kind = self.moving_kind(mv);
        let (castling, en_passant) = (self.board.castling, self.board.en_passant);
        let zobrist = zobrist();
        if mv.is_castle() {
            self.toggle_castling(zobrist, mv);
        } else {
            self.toggle_pieces(zobrist, mv, kind);
        }
        self.board.make(mv, kind);
        self.keys.position ^= zobrist.black_to_move;
        if en_passant != self.board.en_passant {
            self.keys.position ^=
                zobrist.en_passant(en_passant) ^ zobrist.en_passant(self.board.en_passant);
        }
        if castling != self.board.castling {
            self.keys.position ^=
                zobrist.castling(castling) ^ zobrist.castling(self.board.castling);
        }
        self.halfmove_clock = if mv.is_noisy() || kind == PieceType::Pawn {
            0
        } else {
            self.halfmove_clock.saturating_add(1)
        };
        if us == Color::Black {
            self.fullmove_number = self.fullmove_number.saturating_add(1);
        }
        self.threats = self.board.threats();
    }

    /// Keys and mailbox of a move that does not castle.
    #[inline]
    fn toggle_pieces(&mut self, zobrist: &Zobrist, mv: Move, kind: PieceType) {
        let us = self.board.side;
        let (from, to) = (mv.from(), mv.to());
        self.keys.toggle(zobrist, us, kind, from);
        self.mailbox[from.index()] = None;
        if let Some(captured) = self.captured_kind(mv) {
            let square = if mv.is_en_passant() {
                to.forward(!us)
            } else {
                to
            };
            self.keys.toggle(zobrist, !us, captured, square);
            self.mailbox[square.index()] = None;
        }
        let placed = mv.promotion().unwrap_or(kind);
        self.keys.toggle(zobrist, us, placed, to);
        self.mailbox[to.index()] = Some(placed);
    }

    fn toggle_castling(&mut self, zobrist: &Zobrist, mv: Move) {
        let us = self.board.side;
        let (king_to, rook_to) =
            CastlingRights::destinations(us, CastlingSide::of(mv.from(), mv.to()));
        for (kind, from) in [(PieceType::King, mv.from()), (PieceType::Rook, mv.to())] {
            self.keys.toggle(zobrist, us, kind, from);
            self.mailbox[from.index()] = None;
        }
        for (kind, to) in [(PieceType::King, king_to), (PieceType::Rook, rook_to)] {
            self.keys.toggle(zobrist, us, kind, to);
            self.mailbox[to.index()] = Some(kind);
        }
    }

    /// The position after passing the move to the opponent, which the Laws do not allow: a search
    /// asks how bad that would be. Only when not in check.
    pub fn play_null(&self) -> Position {
        debug_assert!(!self.in_check(), "a king in check could be taken");
        let zobrist = zobrist();
        let mut next = *self;
        next.board.side = !self.board.side;
        next.board.en_passant = None;
        next.keys.position ^= zobrist.black_to_move ^ zobrist.en_passant(self.board.en_passant);
        next.halfmove_clock = self.halfmove_clock.saturating_add(1);
        next.threats = next.board.threats();
        next
    }

    /// The key of the position after a move, without that of a right or en passant square that
    /// changes: good enough to prefetch a table entry before the move is made.
    #[inline]
    pub fn key_after(&self, mv: Move) -> u64 {
        let zobrist = zobrist();
        let mut key = self.keys.position ^ zobrist.black_to_move;
        key ^= zobrist.en_passant(self.board.en_passant);
        self.for_each_change(mv, |piece, square, _| {
            key ^= zobrist.piece(piece.color, piece.kind, square);
        });
        key
    }

    /// The pieces that a legal move takes off and puts on the board.
    #[inline]
    pub fn delta(&self, mv: Move) -> MoveDelta {
        let mut delta = MoveDelta::default();
        self.for_each_change(mv, |piece, square, added| {
            let list = if added {
                &mut delta.added
            } else {
                &mut delta.removed
            };
            list.push((piece, square));
        });
        delta
    }

    /// The kind of the piece that a legal move moves.
    #[inline]
    pub fn moving_kind(&self, mv: Move) -> PieceType {
        self.kind_on(mv.from()).unwrap_or(PieceType::Pawn)
    }

    /// The kind of the piece that a legal move captures, in passing too.
    #[inline]
    pub fn captured_kind(&self, mv: Move) -> Option<PieceType> {
        if mv.is_en_passant() {
            Some(PieceType::Pawn)
        } else if mv.is_capture() {
            self.kind_on(mv.to())
        } else {
            None
        }
    }

    /// Calls back for every piece taken off (`false`) and put on (`true`), the removals first.
    #[inline]
    fn for_each_change(&self, mv: Move, mut change: impl FnMut(Piece, Square, bool)) {
        let us = self.board.side;
        let (from, to) = (mv.from(), mv.to());
        let moving = Piece::new(us, self.moving_kind(mv));
        if mv.is_castle() {
            let rook = Piece::new(us, PieceType::Rook);
            let (king_to, rook_to) = CastlingRights::destinations(us, CastlingSide::of(from, to));
            change(moving, from, false);
            change(rook, to, false);
            change(moving, king_to, true);
            change(rook, rook_to, true);
            return;
        }
        change(moving, from, false);
        if let Some(captured) = self.captured_kind(mv) {
            let square = if mv.is_en_passant() {
                to.forward(!us)
            } else {
                to
            };
            change(Piece::new(!us, captured), square, false);
        }
        let placed = mv.promotion().map_or(moving, |kind| Piece::new(us, kind));
        change(placed, to, true);
    }
}
