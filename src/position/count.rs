//! Counting legal moves without writing them down ("bulk counting"): the last ply of perft.

use super::Board;
use super::board::COLORS;
use super::movegen::{Generator, MoveCount};
use crate::attacks::setwise::{Lanes, lane};
use crate::attacks::{king_attacks, knight_attacks, pawn_attacks, pawn_attacks_of_all};
use crate::types::{Bitboard, Color, PieceType, Square};

impl Board {
    /// The number of legal moves.
    #[inline]
    pub fn count_moves(&self) -> usize {
        let mut count = MoveCount(0);
        Generator::new(self, self.checkers(), self.pinned()).run::<true, true>(&mut count);
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
        let (own, enemy) = (self.color(us), self.color(!us));
        let king = self.king(us);
        let sets = L::load(&self.sets.map(|set| set.0));
        let sliders = sets
            .pick(&ROOK_OR_BISHOP)
            .or(sets.pick(&[PieceType::Queen as u64; 8]));
        let owns = sets.pick(&[(COLORS + us.index()) as u64; 8]);
        let enemies = sets.pick(&[(COLORS + (!us).index()) as u64; 8]);
        let occupied = owns.or(enemies);
        let threats = sliders.and(enemies);

        let rays = L::rays(king);
        let seen = rays.until_first(occupied);
        let steppers = pawn_attacks(us, king) & self.pieces(!us, PieceType::Pawn)
            | knight_attacks(king) & self.pieces(!us, PieceType::Knight);
        let checks = seen.and(threats);
        let mut allowed = Bitboard::ALL;
        let mut targets = L::splat(Bitboard::ALL).without(owns);
        let mut rooks = self.castling.rooks_of(us);
        if checks.any() || steppers.any() {
            let rays = seen.where_any(checks).union();
            let checkers = (rays & enemy) | steppers;
            // One check can be answered on its ray or by capture, two only by the king.
            allowed = if checkers.many() {
                Bitboard::EMPTY
            } else {
                rays | steppers
            };
            targets = L::splat(allowed).without(owns);
            rooks = Bitboard::EMPTY;
        }
        let pinners = rays.until_first(occupied.without(seen)).and(threats);
        let mut movers = sliders.and(owns);
        let mut pinned = Bitboard::EMPTY;
        let mut lines = [0; 8];
        if pinners.any() {
            let pins = seen.and(owns).where_any(pinners);
            pinned = pins.union();
            let on_line = pins.both_ways();
            movers = movers.without(L::splat(pinned)).or(movers.and(on_line));
            lines = on_line.store();
        }
        let empty = L::splat(Bitboard::ALL).without(occupied);
        let slides = movers.slide(empty).and(targets);
        let knights = self.pieces(us, PieceType::Knight) - pinned;
        let jumps = L::knights(knights).and(targets);
        let mut count = slides.total(jumps) + self.count_pawn_moves(us, allowed, pinned, &lines);

        let steps = king_attacks(king) - own;
        let castling = self.unobstructed(king, rooks - pinned, own | enemy);
        if (steps | castling).any() {
            let through = empty.or(L::splat(Bitboard::of(king)));
            let attacked = self.attacked_setwise::<L>(!us, threats, through);
            count += (steps - attacked).count();
            for rook in castling {
                count += u32::from(!self.castling_paths(king, rook).1.meets(attacked));
            }
        }
        count as usize
    }

    /// All squares that one player attacks; `empty` are those his sliders pass.
    #[inline(always)]
    fn attacked_setwise<L: Lanes>(&self, them: Color, sliders: L, empty: L) -> Bitboard {
        let pawns = self.pieces(them, PieceType::Pawn);
        let knights = L::knights(self.pieces(them, PieceType::Knight));
        sliders.slide(empty).or(knights).union()
            | pawn_attacks_of_all(them, pawns)
            | king_attacks(self.king(them))
    }

    /// The rooks with which nothing stands in the way of castling.
    #[inline(always)]
    fn unobstructed(&self, king: Square, rooks: Bitboard, occupied: Bitboard) -> Bitboard {
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

/// The set of a board that moves along each lane, besides the queens.
const ROOK_OR_BISHOP: [u64; 8] = {
    let (rook, bishop) = (PieceType::Rook as u64, PieceType::Bishop as u64);
    [rook, rook, bishop, bishop, rook, rook, bishop, bishop]
};

#[cfg(test)]
mod tests {
    use super::*;
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
