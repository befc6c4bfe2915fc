use super::{Board, Position};
use crate::types::{Bitboard, CastlingRights, Color, Piece, PieceType, Square};
use std::hash::{Hash, Hasher};

/// A position in 32 bytes: everything by which the Laws tell positions apart, without the counters.
///
/// For sets of very many positions. Equal packed boards are equal positions and the other way
/// round, so unlike a key it never confuses two.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PackedBoard {
    occupied: u64,
    /// Four bits for each occupied square, from a1 to h8: the kind, and 8 for Black.
    pieces: [u64; 2],
    /// Bits 0 to 7 and 8 to 15: White's and Black's castling rooks by file; bit 16: Black is to
    /// move; bits 17 to 23: the en passant square plus one.
    state: u64,
}

impl Board {
    /// Packs the board.
    pub fn pack(&self) -> PackedBoard {
        let mut pieces = [0; 2];
        for (index, square) in self.occupied().enumerate() {
            let kind = self.kind_at(square).index() as u64;
            let black = u64::from(self.color(Color::Black).has(square));
            pieces[index / 16] |= (kind | black << 3) << (index % 16 * 4);
        }
        let rooks = self.castling.rooks().0;
        let en_passant = self
            .en_passant
            .map_or(0, |square| square.index() as u64 + 1);
        PackedBoard {
            occupied: self.occupied().0,
            pieces,
            state: (rooks & 0xff)
                | (rooks >> 56) << 8
                | (self.side.index() as u64) << 16
                | en_passant << 17,
        }
    }
}

impl PackedBoard {
    /// The position that was packed, with its counters at the start.
    pub fn unpack(&self) -> Position {
        let mut board = Board::EMPTY;
        for (index, square) in Bitboard(self.occupied).enumerate() {
            let nibble = self.pieces[index / 16] >> (index % 16 * 4) & 0xf;
            let color = Color::ALL[(nibble >> 3) as usize];
            board.put(
                Piece::new(color, PieceType::ALL[(nibble & 7) as usize]),
                square,
            );
        }
        let rooks = self.state & 0xff | (self.state >> 8 & 0xff) << 56;
        board.castling = CastlingRights::new(Bitboard(rooks));
        board.side = Color::ALL[(self.state >> 16 & 1) as usize];
        let en_passant = (self.state >> 17 & 0x7f) as usize;
        board.en_passant = en_passant.checked_sub(1).map(Square::new);
        Position::new(board, 0, 1)
    }
}

impl Hash for PackedBoard {
    /// Feeds four words; the derived form would feed single bytes.
    #[inline]
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        for word in [self.occupied, self.pieces[0], self.pieces[1], self.state] {
            hasher.write_u64(word);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packing_loses_nothing() {
        for fen in [
            Position::STARTPOS_FEN,
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
            "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1",
            "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1",
            "8/8/8/8/8/8/8/k1K5 w - - 0 1",
        ] {
            let position = Position::from_fen(fen).unwrap();
            let again = position.pack().unpack();
            assert_eq!(again.board(), position.board(), "{fen}");
            assert_eq!(again.keys(), position.keys(), "{fen}");
        }
    }
}
