use super::Board;
use super::zobrist::{Zobrist, zobrist};
use crate::types::{Color, PieceType, Square};

/// The Zobrist keys of a position, kept up to date move by move.
///
/// Besides the key of the whole position there are keys of parts of it, under which a search
/// learns how far its evaluation errs: pawns, each side's pieces, and minor and major pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Keys {
    /// Everything by which the Laws tell positions apart.
    pub position: u64,
    /// The pawns of both colours.
    pub pawns: u64,
    /// For each colour, everything but its pawns.
    pub non_pawns: [u64; 2],
    /// Kings, knights and bishops of both colours.
    pub minor: u64,
    /// Kings, rooks and queens of both colours.
    pub major: u64,
}

impl Keys {
    /// The keys of a board, computed from nothing. The slow twin of the updates in `play`.
    pub fn of(board: &Board) -> Keys {
        let zobrist = zobrist();
        let mut keys = Keys::default();
        for color in Color::ALL {
            for kind in PieceType::ALL {
                for square in board.pieces(color, kind) {
                    keys.toggle(zobrist, color, kind, square);
                }
            }
        }
        keys.position ^= zobrist.castling(board.castling) ^ zobrist.en_passant(board.en_passant);
        if board.side == Color::Black {
            keys.position ^= zobrist.black_to_move;
        }
        keys
    }

    /// Puts a piece on a square or takes it off.
    #[inline]
    pub(super) fn toggle(
        &mut self,
        zobrist: &Zobrist,
        color: Color,
        kind: PieceType,
        square: Square,
    ) {
        let number = zobrist.piece(color, kind, square);
        self.position ^= number;
        if kind == PieceType::Pawn {
            self.pawns ^= number;
            return;
        }
        self.non_pawns[color.index()] ^= number;
        if matches!(
            kind,
            PieceType::Knight | PieceType::Bishop | PieceType::King
        ) {
            self.minor ^= number;
        }
        if matches!(kind, PieceType::Rook | PieceType::Queen | PieceType::King) {
            self.major ^= number;
        }
    }
}
