//! The single terms of the evaluation.

use super::weights::*;
use super::{Tapered, Terms};
use crate::attacks::{attacks, king_attacks, pawn_attacks_of_all};
use crate::position::Position;
use crate::types::{Bitboard, Color, PieceType, Square};

/// What several terms need to know, found once for a position.
pub(super) struct Board<'a> {
    position: &'a Position,
    pawns: [Bitboard; 2],
    pawn_attacks: [Bitboard; 2],
    kings: [Square; 2],
    /// The king's square and those next to it.
    king_zones: [Bitboard; 2],
}

/// The kinds that are rated by their mobility.
const PIECES: [PieceType; 4] = [
    PieceType::Knight,
    PieceType::Bishop,
    PieceType::Rook,
    PieceType::Queen,
];

impl<'a> Board<'a> {
    pub(super) fn new(position: &'a Position) -> Board<'a> {
        let pawns = Color::ALL.map(|color| position.pieces(color, PieceType::Pawn));
        let kings = Color::ALL.map(|color| position.king(color));
        Board {
            position,
            pawns,
            pawn_attacks: Color::ALL.map(|color| pawn_attacks_of_all(color, pawns[color.index()])),
            kings,
            king_zones: kings.map(|king| king_attacks(king) | Bitboard::of(king)),
        }
    }

    /// Rates what one player has.
    #[inline]
    pub(super) fn rate(&self, us: Color, terms: &mut Terms) {
        let side = us.index();
        self.material(us, terms);
        let danger = self.pieces(us, terms);
        self.pawns(us, terms);
        terms.threats[side] += PAWN_THREAT * self.pawn_threats(us).count() as i32;
        // The danger that our pieces mean to their king, with what their own pawns leave open.
        terms.king_attack[side] = self.danger(!us, danger);
        if self
            .position
            .pieces(us, PieceType::Bishop)
            .meets(Bitboard::LIGHT)
            && (self.position.pieces(us, PieceType::Bishop) - Bitboard::LIGHT).any()
        {
            terms.bishop_pair[side] = BISHOP_PAIR;
        }
    }

    #[inline]
    fn material(&self, us: Color, terms: &mut Terms) {
        let side = us.index();
        for kind in PieceType::ALL {
            let pieces = self.position.pieces(us, kind);
            terms.material[side] += MATERIAL[kind.index()] * pieces.count() as i32;
            for square in pieces {
                terms.placement[side] += PLACEMENT[kind.index()][square.relative(us).index()];
            }
        }
    }

    /// Rates the mobility of pieces, their threats and rooks' files, and returns the units of danger
    /// in which they put the enemy king, with the number of the pieces that do so.
    #[inline]
    fn pieces(&self, us: Color, terms: &mut Terms) -> (i32, i32) {
        let side = us.index();
        let occupied = self.position.occupied();
        let reachable = !(self.position.color(us) | self.pawn_attacks[(!us).index()]);
        let zone = self.king_zones[(!us).index()];
        let heavy = self.position.straight_sliders(!us);
        let (mut units, mut attackers) = (0, 0);
        for kind in PIECES {
            for square in self.position.pieces(us, kind) {
                let attacked = attacks(kind, us, square, occupied);
                let reach = (attacked & reachable).count() as i32;
                terms.mobility[side] +=
                    MOBILITY[kind.index()] * (reach - MOBILITY_NORM[kind.index()]);
                if attacked.meets(zone) {
                    units += KING_ATTACK[kind.index()] * (attacked & zone).count() as i32;
                    attackers += 1;
                }
                if matches!(kind, PieceType::Knight | PieceType::Bishop) {
                    terms.threats[side] += MINOR_THREAT * (attacked & heavy).count() as i32;
                }
            }
        }
        for rook in self.position.pieces(us, PieceType::Rook) {
            terms.rook_files[side] += self.rook_file(us, rook);
        }
        (units, attackers)
    }

    #[inline]
    fn rook_file(&self, us: Color, rook: Square) -> Tapered {
        let file = Bitboard::file(rook.file());
        if file.meets(self.pawns[us.index()]) {
            Tapered::ZERO
        } else if file.meets(self.pawns[(!us).index()]) {
            HALF_OPEN_FILE
        } else {
            OPEN_FILE
        }
    }

    /// The enemy pieces, pawns excepted, that our pawns attack.
    #[inline]
    fn pawn_threats(&self, us: Color) -> Bitboard {
        let them = !us;
        self.pawn_attacks[us.index()] & (self.position.color(them) - self.pawns[them.index()])
    }

    /// The worth of an attack on a player's king: it grows with the square of the danger and needs
    /// two pieces; without queens it fades.
    #[inline]
    fn danger(&self, defender: Color, (units, attackers): (i32, i32)) -> Tapered {
        let shelter = self.shelter(defender);
        if attackers < 2 {
            return Tapered::new(3 * shelter, 0);
        }
        let queens = self.position.pieces(!defender, PieceType::Queen).any();
        let total = units + shelter;
        let danger = (total * total / 10).min(DANGER_MAX);
        Tapered::new(if queens { danger } else { danger / 3 } + 3 * shelter, 0)
    }

    /// Units of danger from the pawns that are missing before a king.
    #[inline]
    fn shelter(&self, us: Color) -> i32 {
        let king = self.kings[us.index()];
        let own = self.pawns[us.index()];
        let near = Bitboard::relative_rank(us, 1) | Bitboard::relative_rank(us, 2);
        // A king on the edge is sheltered by the same three files as his neighbour.
        let middle = king.file().index().clamp(1, 6);
        (middle - 1..=middle + 1)
            .map(|file| {
                let pawns = own & Bitboard::file(crate::types::File::new(file));
                if pawns.is_empty() {
                    SHELTER_MISSING
                } else if !pawns.meets(near) {
                    SHELTER_FAR
                } else {
                    0
                }
            })
            .sum()
    }

    #[inline]
    fn pawns(&self, us: Color, terms: &mut Terms) {
        let side = us.index();
        let own = self.pawns[side];
        let enemy_front = front_span(!us, self.pawns[(!us).index()]);
        let files = own.fill_files();
        let beside = Bitboard(files.0).sideways();
        let isolated = own - beside;
        let doubled = own & ahead(!us, own);
        let protected = own & self.pawn_attacks[side];
        terms.pawns[side] = ISOLATED * isolated.count() as i32
            + DOUBLED * doubled.count() as i32
            + PROTECTED * protected.count() as i32;
        for pawn in (own - enemy_front) - doubled {
            terms.passed[side] += self.passed(us, pawn);
        }
    }

    #[inline]
    fn passed(&self, us: Color, pawn: Square) -> Tapered {
        let rank = pawn.relative(us).rank().index();
        let stop = pawn.forward(us);
        let own_king = self.kings[us.index()].distance(stop) as i32;
        let enemy_king = self.kings[(!us).index()].distance(stop) as i32;
        let kings = PASSED_KINGS[rank] * (enemy_king - own_king);
        let blocked = self.position.occupied().has(stop);
        let hindrance = if blocked {
            PASSED_BLOCKED
        } else {
            Tapered::ZERO
        };
        PASSED[rank] + Tapered::new(0, kings) + hindrance
    }
}

/// All squares before these, on their files.
#[inline]
fn ahead(us: Color, pawns: Bitboard) -> Bitboard {
    let mut fill = pawns.0;
    match us {
        Color::White => {
            fill |= fill << 8;
            fill |= fill << 16;
            fill |= fill << 32;
            Bitboard(fill << 8)
        }
        Color::Black => {
            fill |= fill >> 8;
            fill |= fill >> 16;
            fill |= fill >> 32;
            Bitboard(fill >> 8)
        }
    }
}

/// All squares that these pawns can still reach or attack by going forward.
#[inline]
fn front_span(us: Color, pawns: Bitboard) -> Bitboard {
    let front = ahead(us, pawns);
    front | front.sideways()
}
