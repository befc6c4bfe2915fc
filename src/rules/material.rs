//! Material with which no series of legal moves can give mate (articles 5.2.2, 6.9 and 7.5.5).
//!
//! Three theorems say all that material alone can say; every other material gives mate somewhere.
//! Captures only take from what they ask for and none of them leaves a pawn that could promote, so
//! what holds of one position holds of all that follow.
//!
//! 1. A bare king gives no check.
//! 2. King and knight cannot mate a king that has nothing but queens beside him. A knight's check
//!    cannot be blocked, and the queens next to the king, the only ones that can take a square from
//!    him, always leave an escape or take the knight. The test
//!    `knight_never_mates_among_queens` tries every such position.
//! 3. King and bishops of one square colour, say light, cannot mate a king that has only queens,
//!    rooks and light-squared bishops. Let the king on k be in check along a diagonal whose first
//!    square is d. The two squares that are neighbours of both k and d along ranks and files are
//!    dark. A rook or queen on either of them, which no bishop can pin as it stands off all light
//!    diagonals, takes or blocks on d; so both are empty, and the king must fear both. Only the
//!    other king attacks dark squares, and he can attack these two at once only from k or d: one is
//!    taken and the other touches the king. (No move makes two such bishops give check at once: a
//!    bishop that leaves one diagonal through k cannot reach the other, and a king blocks only one.)

use crate::position::Board;
use crate::types::{Bitboard, Color, PieceType};

/// Whether neither player can mate for want of material (article 5.2.2): bare kings, king and
/// knight against king, or kings and any bishops that all stand on squares of one colour.
#[inline]
pub fn is_dead_by_material(board: &Board) -> bool {
    let kind = |kind| board.kind(kind);
    if (kind(PieceType::Pawn) | kind(PieceType::Rook) | kind(PieceType::Queen)).any() {
        return false;
    }
    let knights = kind(PieceType::Knight);
    let bishops = kind(PieceType::Bishop);
    !(knights | bishops).many() || knights.is_empty() && on_one_colour(bishops)
}

/// Whether a player lacks the material to mate by any series of legal moves, however unskilled the
/// opponent plays (article 6.9). If not, he still may be unable to mate for other reasons.
pub fn cannot_mate_by_material(board: &Board, color: Color) -> bool {
    let own = |kind| board.pieces(color, kind);
    if (own(PieceType::Pawn) | own(PieceType::Rook) | own(PieceType::Queen)).any() {
        return false;
    }
    let (knights, bishops) = (own(PieceType::Knight), own(PieceType::Bishop));
    if knights.is_empty() {
        // Theorem 1 if there are no bishops, else theorem 3; knights and pawns are all his.
        let blockers = board.kind(PieceType::Knight) | board.kind(PieceType::Pawn);
        return bishops.is_empty()
            || blockers.is_empty() && on_one_colour(board.kind(PieceType::Bishop));
    }
    let opponent = board.color(!color);
    let harmless = board.kind(PieceType::King) | board.kind(PieceType::Queen);
    !(knights | bishops).many() && opponent.is_within(harmless) // theorem 2
}

/// Whether all squares of the set have the same colour.
#[inline]
fn on_one_colour(squares: Bitboard) -> bool {
    squares.is_within(Bitboard::LIGHT) || !squares.meets(Bitboard::LIGHT)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attacks::{king_attacks, knight_attacks, queen_attacks};
    use crate::position::Position;
    use crate::types::Square;
    use rand::Rng;
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::SeedableRng;

    fn board(fen: &str) -> Board {
        *Position::from_fen(fen).unwrap().board()
    }

    #[test]
    fn dead_material() {
        for fen in [
            "8/8/4k3/8/8/4K3/8/8 w - - 0 1",
            "8/8/4k3/8/8/4K3/8/6N1 w - - 0 1",
            "8/8/4k3/1b6/8/4K3/8/5B2 w - - 0 1",
            "8/K4B2/B7/3B4/b1B3bk/8/8/8 w - - 0 1",
        ] {
            assert!(is_dead_by_material(&board(fen)), "{fen}");
        }
        for fen in [
            "8/8/4k3/2b5/8/4K3/8/5B2 w - - 0 1",
            "8/8/4k3/8/8/4K3/8/5NN1 w - - 0 1",
            "8/8/4k3/2n5/8/4K3/8/6N1 w - - 0 1",
            "8/8/4k3/2b5/8/4K3/8/6N1 w - - 0 1",
            "8/8/4k3/8/8/4K3/P7/8 w - - 0 1",
        ] {
            assert!(!is_dead_by_material(&board(fen)), "{fen}");
        }
    }

    #[test]
    fn a_dead_material_is_one_with_which_neither_can_mate() {
        let sides = ["", "N", "B", "BB", "NN", "Q", "R", "P", "BN", "BBB"];
        for white in sides {
            for black in sides {
                let (ours, theirs) = (rank(white), rank(black).to_lowercase());
                let fen = format!("7k/8/8/{theirs}/{ours}/8/8/7K w - - 0 1");
                let board = board(&fen);
                let none = Color::ALL.map(|color| cannot_mate_by_material(&board, color));
                assert_eq!(is_dead_by_material(&board), none == [true; 2], "{fen}");
            }
        }
    }

    /// A rank that begins with these pieces.
    fn rank(pieces: &str) -> String {
        format!("{pieces}{}", 8 - pieces.len())
    }

    /// Theorem 2: every king, knight, other king and every set of queens next to the king.
    #[test]
    fn knight_never_mates_among_queens() {
        for king in Square::all() {
            for knight in knight_attacks(king) {
                for other in Square::all().filter(|&square| square != king && square != knight) {
                    if king_attacks(king).has(other) {
                        continue;
                    }
                    let covered = knight_attacks(knight) | king_attacks(other);
                    for queens in king_attacks(king).subsets() {
                        let occupied = queens | [king, knight, other].into_iter().collect();
                        let escapes = (king_attacks(king) - queens - covered).any();
                        let taken = queen_attacks(knight, occupied).meets(queens);
                        assert!(escapes || taken, "{king} {knight} {other} {queens:?}");
                    }
                }
            }
        }
    }

    /// Theorem 3 on a random sample: a king among queens, rooks and bishops of one colour that
    /// crowd around him is never mated by king and bishops of that colour.
    #[test]
    fn bishops_of_one_colour_never_mate_among_their_like() {
        let mut random = ChaCha8Rng::seed_from_u64(3);
        let mut below = |end: usize| (random.next_u64() % end as u64) as usize;
        let mut checks = 0;
        for _ in 0..200_000 {
            let mut board = [b'1'; 64];
            let king = Square::new(below(64));
            for square in king_attacks(king) {
                let pieces: &[u8] = if square.is_light() { b"1qrb" } else { b"1qr" };
                board[square.index()] = pieces[below(pieces.len())];
            }
            let free: Vec<Square> = Square::all()
                .filter(|&square| board[square.index()] == b'1' && square != king)
                .collect();
            board[king.index()] = b'k';
            board[free[below(free.len())].index()] = b'K';
            for _ in 0..3 {
                let square = free[below(free.len())];
                if square.is_light() && board[square.index()] == b'1' {
                    board[square.index()] = b'B';
                }
            }
            checks += usize::from(is_check_but_no_mate(&board));
        }
        assert!(checks > 100, "only {checks} checks");
    }

    /// Whether Black is in check by one piece; panics if that is mate.
    fn is_check_but_no_mate(board: &[u8; 64]) -> bool {
        let ranks: Vec<_> = board.chunks(8).rev().map(String::from_utf8_lossy).collect();
        let fen = format!("{} b - - 0 1", ranks.join("/"));
        let Ok(position) = Position::from_fen(&fen) else {
            return false;
        };
        let check = position.checkers().count() == 1;
        assert!(!check || position.has_legal_move(), "{fen}");
        check
    }
}
