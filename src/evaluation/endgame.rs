//! What material alone says about the end of the game: how much of an advantage counts, and how to
//! drive a lone king to where he can be mated.

use crate::position::Position;
use crate::types::{Bitboard, Color, PieceType, Square};

/// Centipawns for pieces that mate a lone king by force.
const LONE_KING: i32 = 700;
/// Centipawns for a pawn's worth of material in such an ending.
const MATERIAL: i32 = 60;
/// Centipawns for each step that a lone king has been driven towards where he can be mated.
const LONE_KING_EDGE: i32 = 20;
/// Centipawns for each step that the other king is near him.
const LONE_KING_NEAR: i32 = 8;

/// The scale of an advantage that counts in full.
pub(super) const FULL: i32 = 64;

/// How much of `strong`'s advantage counts, from 0 to [`FULL`].
#[inline]
pub(super) fn scale(position: &Position, strong: Color) -> i32 {
    if position.pieces(strong, PieceType::Pawn).any() {
        return if only_opposite_bishops(position) {
            FULL / 2
        } else {
            FULL
        };
    }
    let (own, other) = (
        pieces_worth(position, strong),
        pieces_worth(position, !strong),
    );
    if is_two_knights(position, strong) {
        return 0; // the knights can mate, but not force it
    }
    match own - other {
        // Without pawns a minor piece more does not win, and alone it cannot mate.
        ..=3 if own < 5 => 1,
        ..=3 => FULL / 6,
        _ => FULL,
    }
}

/// The pieces besides king and pawns, minor pieces as 3, rooks as 5, queens as 9.
fn pieces_worth(position: &Position, color: Color) -> i32 {
    let count = |kind| position.pieces(color, kind).count() as i32;
    3 * (count(PieceType::Knight) + count(PieceType::Bishop))
        + 5 * count(PieceType::Rook)
        + 9 * count(PieceType::Queen)
}

fn is_two_knights(position: &Position, color: Color) -> bool {
    let pieces = position.color(color) - Bitboard::of(position.king(color));
    pieces.count() == 2 && pieces.is_within(position.kind(PieceType::Knight))
}

/// Whether each side has a single bishop besides king and pawns, on squares of different colours.
fn only_opposite_bishops(position: &Position) -> bool {
    let bishops = position.kind(PieceType::Bishop);
    let others = position.kind(PieceType::Knight)
        | position.kind(PieceType::Rook)
        | position.kind(PieceType::Queen);
    others.is_empty()
        && Color::ALL
            .into_iter()
            .all(|color| (bishops & position.color(color)).count() == 1)
        && (bishops & Bitboard::LIGHT).count() == 1
}

/// The worth of a position for `strong`, in centipawns, if he has pieces that force mate against a
/// lone king: more the nearer the king is to the edge, or to the corner of the bishop's colour if
/// bishop and knight are all there is. Games seldom get that far, so no network learns it well.
#[inline]
pub(super) fn lone_king(position: &Position, strong: Color) -> Option<i32> {
    if position.color(!strong).many() || !forces_mate(position, strong) {
        return None;
    }
    let weak_king = position.king(!strong);
    let near = 7 - position.king(strong).distance(weak_king) as i32;
    let pawns = position.pieces(strong, PieceType::Pawn).count() as i32;
    Some(
        LONE_KING
            + MATERIAL * (pieces_worth(position, strong) + pawns)
            + LONE_KING_EDGE * driven(position, strong, weak_king)
            + LONE_KING_NEAR * near,
    )
}

/// Whether a player's pieces, without pawns, mate a lone king by force.
fn forces_mate(position: &Position, strong: Color) -> bool {
    let has = |kind| position.pieces(strong, kind).any();
    let bishops = position.pieces(strong, PieceType::Bishop);
    let pair = bishops.meets(Bitboard::LIGHT) && !bishops.is_within(Bitboard::LIGHT);
    has(PieceType::Queen) || has(PieceType::Rook) || pair || bishops.any() && has(PieceType::Knight)
}

/// How far the king has been driven, 0 to 7 steps.
fn driven(position: &Position, strong: Color, king: Square) -> i32 {
    let bishops = position.pieces(strong, PieceType::Bishop);
    let knights = position.pieces(strong, PieceType::Knight);
    let all = position.color(strong).count();
    let (file, rank) = (king.file().index() as i32, king.rank().index() as i32);
    if all == 3 && bishops.count() == 1 && knights.count() == 1 {
        // a1 and h8 are dark: steps along the long diagonal towards them, or the other one.
        let from_dark_corner = (7 - (file + rank)).abs();
        let from_light_corner = (file - rank).abs();
        return if bishops.meets(Bitboard::LIGHT) {
            from_light_corner
        } else {
            from_dark_corner
        };
    }
    let from_centre = |x: i32| (2 * x - 7).abs() / 2;
    from_centre(file).max(from_centre(rank)) + from_centre(file) + from_centre(rank) - 2
}
