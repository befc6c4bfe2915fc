//! Playing a move: a new board, a new position.

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
        let us = self.side;
        let (from, to) = (mv.from(), mv.to());
        let (origin, target) = (Bitboard::of(from), Bitboard::of(to));
        next.en_passant = None;
        next.side = !us;
        if mv.is_castle() {
            next.castle(from, to);
            return next;
        }
        if mv.is_capture() {
            let victim = if mv.is_en_passant() {
                target.forward(!us)
            } else {
                target
            };
            for set in next.kinds.iter_mut().chain(&mut next.colors) {
                *set -= victim;
            }
        }
        next.colors[us.index()] ^= origin | target;
        match mv.promotion() {
            None => next.kinds[kind.index()] ^= origin | target,
            Some(promoted) => {
                next.kinds[PieceType::Pawn.index()] ^= origin;
                next.kinds[promoted.index()] ^= target;
            }
        }
        next.castling = next.castling.without(origin | target);
        if kind == PieceType::King {
            next.castling = next.castling.without_color(us);
        }
        if mv.is(MoveKind::DoublePush) {
            let passed = from.forward(us);
            if next.any_en_passant(passed) {
                next.en_passant = Some(passed);
            }
        }
        next
    }

    fn castle(&mut self, king: Square, rook: Square) {
        let us = !self.side;
        let (king_to, rook_to) = CastlingRights::destinations(us, CastlingSide::of(king, rook));
        let (king, king_to) = (Bitboard::of(king), Bitboard::of(king_to));
        let (rook, rook_to) = (Bitboard::of(rook), Bitboard::of(rook_to));
        self.kinds[PieceType::King.index()] ^= king ^ king_to;
        self.kinds[PieceType::Rook.index()] ^= rook ^ rook_to;
        self.colors[us.index()] = (self.colors[us.index()] - king - rook) | king_to | rook_to;
        self.castling = self.castling.without_color(us);
    }
}

impl Position {
    /// The position after a legal move. What a move that is not legal here makes of it is
    /// unspecified; check with [`is_legal`](Position::is_legal) first if in doubt.
    #[inline]
    pub fn play(&self, mv: Move) -> Position {
        let us = self.board.side;
        let kind = self.moving_kind(mv);
        let mut next = Position {
            board: self.board.play(mv, kind),
            ..*self
        };
        let zobrist = zobrist();
        self.for_each_change(mv, |piece, square, added| {
            next.change(zobrist, piece, square, added)
        });
        next.keys.position ^= zobrist.black_to_move;
        if self.board.en_passant != next.board.en_passant {
            next.keys.position ^= zobrist.en_passant(self.board.en_passant)
                ^ zobrist.en_passant(next.board.en_passant);
        }
        if self.board.castling != next.board.castling {
            next.keys.position ^=
                zobrist.castling(self.board.castling) ^ zobrist.castling(next.board.castling);
        }
        next.halfmove_clock = if mv.is_noisy() || kind == PieceType::Pawn {
            0
        } else {
            self.halfmove_clock.saturating_add(1)
        };
        if us == Color::Black {
            next.fullmove_number = self.fullmove_number.saturating_add(1);
        }
        next.checkers = next.board.checkers();
        next.pinned = next.board.pinned();
        next
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
        next.checkers = Bitboard::EMPTY;
        next.pinned = next.board.pinned();
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

    #[inline]
    fn change(&mut self, zobrist: &Zobrist, piece: Piece, square: Square, added: bool) {
        self.keys.toggle(zobrist, piece.color, piece.kind, square);
        self.mailbox[square.index()] = added.then_some(piece.kind);
    }
}
