use crate::attacks::king_attacks;
use crate::position::Position;
use crate::types::{Bitboard, Color, PieceType, Square};

/// The number of different orders in which to try positions.
pub(super) const PLANS: usize = 2;

/// How far a position looks from a mate that both players want, the lower the nearer, under two
/// plans: with the help of the winner's king, and by his pieces alone. Only orders in which to try
/// positions: nothing is concluded from them.
pub(super) fn mating_scores(position: &Position, winner: Color) -> [i32; PLANS] {
    let king = position.king(!winner);
    let escapes = 4 * escapes(position, king, winner);
    let with_king = 3 * rim_distance(king)
        + 2 * king.distance(position.king(winner)) as i32
        + 2 * officers(position, !winner).count() as i32
        + promotion_distance(position, winner);
    let by_pieces = 2 * corner_distance(position, king, winner)
        + 2 * nearest(officers(position, winner), king)
        + 5 * (2 - pressure(position, king, winner));
    [escapes + with_king, escapes + by_pieces]
}

/// A player's pieces other than king and pawns.
fn officers(position: &Position, color: Color) -> Bitboard {
    position.color(color) - position.kind(PieceType::Pawn) - position.kind(PieceType::King)
}

/// The number of squares to which the king could flee.
fn escapes(position: &Position, king: Square, winner: Color) -> i32 {
    let occupied = position.occupied() - Bitboard::of(king);
    let attacked = position.attacked_by(winner, occupied);
    (king_attacks(king) - attacked - position.color(!winner)).count() as i32
}

/// The number of king moves to the nearest edge.
fn rim_distance(square: Square) -> i32 {
    let (file, rank) = (square.file().index() as i32, square.rank().index() as i32);
    file.min(7 - file).min(rank).min(7 - rank)
}

/// The number of king moves to the nearest corner in which the winner's pieces can give check.
fn corner_distance(position: &Position, king: Square, winner: Color) -> i32 {
    let checkers = officers(position, winner);
    let only_bishops = checkers.is_within(position.kind(PieceType::Bishop));
    let reachable = |corner: &Square| {
        let of_its_colour = checkers.any_square(|bishop| bishop.is_light() == corner.is_light());
        !only_bishops || of_its_colour
    };
    [Square::A1, Square::H1, Square::A8, Square::H8]
        .iter()
        .filter(|corner| reachable(corner))
        .map(|corner| corner.distance(king) as i32)
        .min()
        .unwrap_or(0)
}

/// How many of the winner's pieces attack one square next to the king, at most two: a piece that
/// goes there and is protected is hard to get rid of.
fn pressure(position: &Position, king: Square, winner: Color) -> i32 {
    let occupied = position.occupied();
    let on = |square| (position.attackers_to(square, occupied) & position.color(winner)).count();
    let most = king_attacks(king).map(on).max().unwrap_or(0);
    most.min(2) as i32
}

/// The distance of the nearest of these pieces, more than any distance if there is none.
fn nearest(pieces: Bitboard, king: Square) -> i32 {
    pieces
        .map(|piece| piece.distance(king) as i32)
        .min()
        .unwrap_or(8)
}

/// How far the winner is from a piece that mates easily: nothing if he has a queen or rook, else
/// in proportion to the steps of his most advanced pawn.
fn promotion_distance(position: &Position, winner: Color) -> i32 {
    if position.straight_sliders(winner).any() {
        return 0;
    }
    let pawns = position.pieces(winner, PieceType::Pawn);
    let steps = |pawn: Square| 7 - pawn.relative(winner).rank().index() as i32;
    6 * pawns.map(steps).min().unwrap_or(7)
}
