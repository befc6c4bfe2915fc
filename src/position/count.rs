//! Counting legal moves without writing them down ("bulk counting"): the last ply of perft.

use super::Board;
use super::movegen::{Generator, MoveCount};
use super::threats::Scan;
use crate::attacks::setwise::{Lanes, lane};
use crate::attacks::{king_attacks, pawn_attacks};
use crate::types::{Bitboard, Color, PieceType, Square};

impl Board {
    /// The number of legal moves.
    #[inline]
    pub fn count_moves(&self) -> usize {
        let mut count = MoveCount(0);
        Generator::new(self, self.threats()).run::<true, true>(&mut count);
        count.0
    }

    /// The same number, by flooding all eight directions at once.
    #[inline(always)]
    pub(super) fn count_moves_setwise<L: Lanes>(&self) -> usize {
        // Two copies, in which the colour is a constant.
        match self.side {
            Color::White => self.count_moves_of::<L>(Color::White),
            Color::Black => self.count_moves_of::<L>(Color::Black),
        }
    }

    #[inline(always)]
    fn count_moves_of<L: Lanes>(&self, us: Color) -> usize {
        let king = self.king(us);
        let scan = Scan::<L>::new(self, us);
        let mut allowed = Bitboard::ALL;
        let mut targets = L::splat(Bitboard::ALL).without(scan.own);
        let mut rooks = self.castling.rooks_of(us);
        if scan.in_check() {
            let rays = scan.check_rays();
            let checkers = (rays & self.color(!us)) | scan.steppers;
            // One check can be answered on its ray or by capture, two only by the king.
            allowed = if checkers.many() {
                Bitboard::EMPTY
            } else {
                rays | scan.steppers
            };
            targets = L::splat(allowed).without(scan.own);
            rooks = Bitboard::EMPTY;
        }
        let mut movers = scan.sliders.and(scan.own);
        let mut pinned = Bitboard::EMPTY;
        let mut lines = [0; 8];
        if scan.has_pinners() {
            let pins = scan.pins();
            pinned = pins.union();
            let on_line = pins.both_ways();
            movers = movers.without(L::splat(pinned)).or(movers.and(on_line));
            lines = on_line.store();
        }
        let slides = movers.slide(scan.empty).and(targets);
        let jumps = L::knights(self.pieces(us, PieceType::Knight) - pinned).and(targets);
        let mut count = slides.total(jumps) + self.count_pawn_moves(us, allowed, pinned, &lines);

        let steps = king_attacks(king) - self.color(us);
        let castling = self.unobstructed(king, rooks - pinned);
        if (steps | castling).any() {
            let attacked = scan.attacked();
            count += (steps - attacked).count();
            for rook in castling {
                count += u32::from(!self.castling_paths(king, rook).1.meets(attacked));
            }
        }
        count as usize
    }

    /// The rooks with which nothing stands in the way of castling.
    #[inline(always)]
    fn unobstructed(&self, king: Square, rooks: Bitboard) -> Bitboard {
        let occupied = self.occupied();
        let mut clear = Bitboard::EMPTY;
        for rook in rooks {
            if !self.castling_paths(king, rook).0.meets(occupied) {
                clear |= Bitboard::of(rook);
            }
        }
        clear
    }

    /// Pawn moves to the `allowed` squares; `lines` holds the pinned pieces by the lane of their pin.
    #[inline(always)]
    fn count_pawn_moves(
        &self,
        us: Color,
        allowed: Bitboard,
        pinned: Bitboard,
        lines: &[u64; 8],
    ) -> u32 {
        let pawns = self.pieces(us, PieceType::Pawn);
        let free = pawns - pinned;
        let on = |lane: usize| free | pawns & Bitboard(lines[lane]);
        let (east, west) = match us {
            Color::White => (on(lane::DIAGONAL), on(lane::ANTIDIAGONAL)),
            Color::Black => (on(lane::ANTIDIAGONAL), on(lane::DIAGONAL)),
        };
        let empty = !self.occupied();
        let enemy = self.color(!us) & allowed;
        let steps = on(lane::FILE).forward(us) & empty;
        let doubles = (steps & Bitboard::relative_rank(us, 2)).forward(us) & empty & allowed;
        let steps = steps & allowed;
        let east = Bitboard(east.forward(us).0 << 1) & (enemy - Bitboard::FILE_A);
        let west = Bitboard(west.forward(us).0 >> 1) & (enemy - Bitboard::FILE_H);
        let mut count = steps.count() + doubles.count() + east.count() + west.count();
        if pawns.meets(Bitboard::relative_rank(us, 6)) {
            let promotions = |set: Bitboard| (set & Bitboard::BACK_RANKS).count();
            count += 3 * (promotions(steps) + promotions(east) + promotions(west));
        }
        if let Some(to) = self.en_passant {
            let capturers = pawn_attacks(!us, to) & pawns;
            count += capturers
                .filter(|&from| self.en_passant_is_legal(from, to))
                .count() as u32;
        }
        count
    }
}

#[cfg(test)]
mod tests {
    use crate::attacks::setwise::PortableLanes;
    use crate::position::Position;
    use rand::RngExt;
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::SeedableRng;

    const STARTS: [&str; 6] = [
        Position::STARTPOS_FEN,
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
        "nrk1brnb/pp1ppppp/2p5/3q4/5P2/PP6/1KPPP1PP/NR1BBRNQ w fb - 3 9",
    ];

    /// The three ways of counting and the list agree all along random games.
    #[test]
    fn all_ways_of_counting_agree() {
        let mut random = ChaCha8Rng::seed_from_u64(1);
        for game in 0..300 {
            let mut position = Position::from_fen(STARTS[game % STARTS.len()]).unwrap();
            for _ in 0..200 {
                let moves = position.legal_moves();
                let board = position.board();
                assert_eq!(board.count_moves(), moves.len(), "{}", position.fen());
                let portable = board.count_moves_setwise::<PortableLanes>();
                assert_eq!(portable, moves.len(), "{}", position.fen());
                #[cfg(target_arch = "x86_64")]
                if crate::attacks::setwise::Avx512Lanes::available() {
                    let vector =
                        board.count_moves_setwise::<crate::attacks::setwise::Avx512Lanes>();
                    assert_eq!(vector, moves.len(), "{}", position.fen());
                }
                if moves.is_empty() {
                    break;
                }
                position = position.play(moves[random.random_range(0..moves.len())]);
            }
        }
    }
}
