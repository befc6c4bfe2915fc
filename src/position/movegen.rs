//! Legal moves, generated directly: no move is made and taken back to see whether it was legal.
//!
//! Three facts decide legality (article 3.9): the check mask (every square when not in check, the
//! checker and the squares before it in single check, none in double check), the pins (a pinned
//! piece stays on the line through its king), and for the king the squares that the opponent
//! attacks once the king has left. Captures in passing are tested one by one in `Board`, because
//! two pawns leave a line at once.

use super::threats::Threats;
use super::{Board, Position};
use crate::attacks::{
    between, bishop_attacks, king_attacks, knight_attacks, line, pawn_attacks, queen_attacks,
    rook_attacks,
};
use crate::types::{Bitboard, Color, Move, MoveKind, MoveList, PieceType, Square};

/// Where generated moves go. A list keeps them, a counter counts whole sets of them.
pub(super) trait MoveSink {
    /// A piece other than a pawn can move from `from` to each of these squares.
    fn piece(&mut self, kind: PieceType, from: Square, targets: Bitboard, enemies: Bitboard);
    /// Pawns can move to each of these squares, each from the square that lies `behind` it
    /// (a number added to the index of the square, modulo 64).
    fn pawns(&mut self, targets: Bitboard, behind: usize, kind: MoveKind);
    /// Pawns can promote on each of these squares.
    fn promotions(&mut self, targets: Bitboard, behind: usize, capture: bool);
    /// One move of a special kind.
    fn single(&mut self, mv: Move);
}

impl MoveSink for MoveList {
    #[inline]
    fn piece(&mut self, _: PieceType, from: Square, targets: Bitboard, enemies: Bitboard) {
        for to in targets & enemies {
            self.push(Move::new(from, to, MoveKind::Capture));
        }
        for to in targets - enemies {
            self.push(Move::new(from, to, MoveKind::Quiet));
        }
    }

    #[inline]
    fn pawns(&mut self, targets: Bitboard, behind: usize, kind: MoveKind) {
        for to in targets {
            self.push(Move::new(Square::new(to.index() + behind), to, kind));
        }
    }

    #[inline]
    fn promotions(&mut self, targets: Bitboard, behind: usize, capture: bool) {
        for to in targets {
            let from = Square::new(to.index() + behind);
            for piece in PieceType::PROMOTIONS.into_iter().rev() {
                let kind = MoveKind::promotion(piece, capture).expect("a pawn can promote to it");
                self.push(Move::new(from, to, kind));
            }
        }
    }

    #[inline]
    fn single(&mut self, mv: Move) {
        self.push(mv);
    }
}

/// Counts moves without writing them down.
pub(super) struct MoveCount(pub(super) usize);

impl MoveSink for MoveCount {
    #[inline]
    fn piece(&mut self, _: PieceType, _: Square, targets: Bitboard, _: Bitboard) {
        self.0 += targets.count() as usize;
    }

    #[inline]
    fn pawns(&mut self, targets: Bitboard, _: usize, _: MoveKind) {
        self.0 += targets.count() as usize;
    }

    #[inline]
    fn promotions(&mut self, targets: Bitboard, _: usize, _: bool) {
        self.0 += 4 * targets.count() as usize;
    }

    #[inline]
    fn single(&mut self, _: Move) {
        self.0 += 1;
    }
}

/// Generates the moves of one board.
pub(super) struct Generator<'a> {
    board: &'a Board,
    us: Color,
    king: Square,
    checkers: Bitboard,
    pinned: Bitboard,
    attacked: Bitboard,
}

impl<'a> Generator<'a> {
    #[inline]
    pub(super) fn new(board: &'a Board, threats: Threats) -> Self {
        let us = board.side;
        let Threats {
            checkers,
            pinned,
            attacked,
        } = threats;
        Generator {
            board,
            us,
            king: board.king(us),
            checkers,
            pinned,
            attacked,
        }
    }

    /// Sends the noisy moves (captures and promotions), the quiet ones, or both to the sink.
    #[inline]
    pub(super) fn run<const NOISY: bool, const QUIET: bool>(&self, sink: &mut impl MoveSink) {
        let board = self.board;
        let wanted = match (NOISY, QUIET) {
            (true, true) => !board.color(self.us),
            (true, false) => board.color(!self.us),
            (false, true) => !board.occupied(),
            (false, false) => Bitboard::EMPTY,
        };
        self.king_moves(wanted, sink);
        if self.checkers.many() {
            return; // from double check only the king can escape
        }
        let check_mask = match self.checkers.first() {
            Some(checker) => between(self.king, checker) | self.checkers,
            None => Bitboard::ALL,
        };
        self.piece_moves(wanted & check_mask, sink);
        self.pawn_moves::<NOISY, QUIET>(check_mask, sink);
        if QUIET && self.checkers.is_empty() {
            self.castling(sink);
        }
    }

    #[inline]
    fn king_moves(&self, wanted: Bitboard, sink: &mut impl MoveSink) {
        let targets = (king_attacks(self.king) & wanted) - self.attacked;
        sink.piece(
            PieceType::King,
            self.king,
            targets,
            self.board.color(!self.us),
        );
    }

    #[inline]
    fn piece_moves(&self, wanted: Bitboard, sink: &mut impl MoveSink) {
        let board = self.board;
        let enemies = board.color(!self.us);
        let occupied = board.occupied();
        // A pinned knight can never stay on its line.
        for from in board.pieces(self.us, PieceType::Knight) - self.pinned {
            sink.piece(
                PieceType::Knight,
                from,
                knight_attacks(from) & wanted,
                enemies,
            );
        }
        for from in board.pieces(self.us, PieceType::Bishop) {
            let targets = self.along_pin(from, bishop_attacks(from, occupied) & wanted);
            sink.piece(PieceType::Bishop, from, targets, enemies);
        }
        for from in board.pieces(self.us, PieceType::Rook) {
            let targets = self.along_pin(from, rook_attacks(from, occupied) & wanted);
            sink.piece(PieceType::Rook, from, targets, enemies);
        }
        for from in board.pieces(self.us, PieceType::Queen) {
            let targets = self.along_pin(from, queen_attacks(from, occupied) & wanted);
            sink.piece(PieceType::Queen, from, targets, enemies);
        }
    }

    #[inline]
    fn along_pin(&self, from: Square, targets: Bitboard) -> Bitboard {
        if self.pinned.has(from) {
            targets & line(self.king, from)
        } else {
            targets
        }
    }

    #[inline]
    fn pawn_moves<const NOISY: bool, const QUIET: bool>(
        &self,
        check_mask: Bitboard,
        sink: &mut impl MoveSink,
    ) {
        let board = self.board;
        let us = self.us;
        let pawns = board.pieces(us, PieceType::Pawn);
        let free = pawns - self.pinned;
        let pinned = pawns & self.pinned;
        let last_rank = Bitboard::BACK_RANKS;
        let behind = (!us).forward_shift();

        // Steps forward: a pawn pinned along its file may still take them.
        let movers = free | pinned & Bitboard::file(self.king.file());
        let steps = movers.forward(us) - board.occupied();
        if NOISY {
            sink.promotions(steps & last_rank & check_mask, behind, false);
        }
        if QUIET {
            sink.pawns((steps & check_mask) - last_rank, behind, MoveKind::Quiet);
            let doubles = (steps & Bitboard::relative_rank(us, 2)).forward(us) - board.occupied();
            sink.pawns(doubles & check_mask, 2 * behind, MoveKind::DoublePush);
        }

        if NOISY {
            let targets = board.color(!us) & check_mask;
            for (side, edge) in [(1, Bitboard::FILE_A), (63, Bitboard::FILE_H)] {
                // One step forward and one sideways; `edge` is where a wrap would land.
                let shift = us.forward_shift() + side;
                let land = |set: Bitboard| Bitboard(set.0.rotate_left(shift as u32 & 63)) - edge;
                let mut captures = land(free) & targets;
                for pawn in pinned {
                    captures |= land(Bitboard::of(pawn)) & targets & line(self.king, pawn);
                }
                let behind = 128 - shift;
                sink.promotions(captures & last_rank, behind, true);
                sink.pawns(captures - last_rank, behind, MoveKind::Capture);
            }
            self.en_passant(sink);
        }
    }

    #[inline]
    fn en_passant(&self, sink: &mut impl MoveSink) {
        let Some(to) = self.board.en_passant else {
            return;
        };
        for from in pawn_attacks(!self.us, to) & self.board.pieces(self.us, PieceType::Pawn) {
            if self.board.en_passant_is_legal(from, to) {
                sink.single(Move::new(from, to, MoveKind::EnPassant));
            }
        }
    }

    #[inline]
    fn castling(&self, sink: &mut impl MoveSink) {
        for rook in self.board.castling.rooks_of(self.us) {
            if self.board.can_castle(self.king, rook, self.pinned) {
                sink.single(Move::new(self.king, rook, MoveKind::Castle));
            }
        }
    }
}

impl Position {
    #[inline]
    fn generator(&self) -> Generator<'_> {
        Generator::new(&self.board, self.threats)
    }

    /// All legal moves. In check these are the evasions.
    pub fn legal_moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        self.generator().run::<true, true>(&mut moves);
        moves
    }

    /// Adds the legal captures and promotions to a list.
    pub fn noisy_moves(&self, moves: &mut MoveList) {
        self.generator().run::<true, false>(moves);
    }

    /// Adds the legal moves that neither capture nor promote to a list.
    pub fn quiet_moves(&self, moves: &mut MoveList) {
        self.generator().run::<false, true>(moves);
    }

    /// Whether there is any legal move: if not, the side to move is mated or stalemated.
    pub fn has_legal_move(&self) -> bool {
        self.board.count_moves() > 0
    }
}
