//! The numbers of the evaluation, all in centipawns. Chosen by hand from simple formulas, not
//! tuned: they only have to play sensible games.

use super::Tapered;
use crate::types::{PieceType, Square};

const fn w(middlegame: i32, endgame: i32) -> Tapered {
    Tapered::new(middlegame, endgame)
}

/// The bare worth of each kind of piece.
pub const MATERIAL: [Tapered; 6] = [
    w(85, 110),
    w(330, 310),
    w(345, 330),
    w(475, 540),
    w(985, 1000),
    w(0, 0),
];

/// How much each kind of piece counts towards the middlegame.
pub const PHASE: [i32; 6] = [0, 1, 1, 2, 4, 0];
/// The phase with all pieces on the board.
pub const FULL_PHASE: i32 = 24;

/// The worth of a piece's place, by kind and by square as its owner sees the board.
pub static PLACEMENT: [[Tapered; 64]; 6] = placement();

const fn placement() -> [[Tapered; 64]; 6] {
    let mut table = [[Tapered::ZERO; 64]; 6];
    let mut kind = 0;
    while kind < 6 {
        let mut square = 0;
        while square < 64 {
            table[kind][square] = place(PieceType::ALL[kind], Square::new(square));
            square += 1;
        }
        kind += 1;
    }
    table
}

/// Steps from the nearer edge, 0 to 3.
const fn from_edge(index: usize) -> i32 {
    (if index < 4 { index } else { 7 - index }) as i32
}

const fn place(kind: PieceType, square: Square) -> Tapered {
    let rank = square.rank().index() as i32;
    let file_in = from_edge(square.file().index());
    let centre = file_in + from_edge(square.rank().index());
    match kind {
        PieceType::Pawn => {
            let steps = rank - 1;
            let early = if steps < 3 { steps } else { 3 };
            w(steps + file_in * file_in * early, 3 * steps)
        }
        PieceType::Knight => w(9 * centre - 36, 7 * centre - 28),
        PieceType::Bishop => {
            let undeveloped = if rank == 0 { 8 } else { 0 };
            w(4 * centre - 8 - undeveloped, 3 * centre - 9)
        }
        PieceType::Rook => {
            let seventh = if rank == 6 { 14 } else { 0 };
            w(3 * file_in - 4 + seventh, seventh)
        }
        PieceType::Queen => w(centre - 3, 4 * centre - 12),
        PieceType::King => {
            let shelter = [14, 22, 2, -10][file_in as usize];
            let steps = if rank < 3 { rank } else { 3 };
            w(shelter - 20 * steps, 10 * centre - 30)
        }
    }
}

/// The worth of each square a piece reaches, by kind.
pub const MOBILITY: [Tapered; 6] = [w(0, 0), w(5, 4), w(5, 5), w(2, 4), w(2, 3), w(0, 0)];
/// The squares a piece of each kind reaches on average; so many are worth nothing.
pub const MOBILITY_NORM: [i32; 6] = [0, 4, 6, 7, 13, 0];

/// Two bishops on squares of both colours.
pub const BISHOP_PAIR: Tapered = w(28, 48);
/// A rook on a file without pawns.
pub const OPEN_FILE: Tapered = w(26, 10);
/// A rook on a file without own pawns.
pub const HALF_OPEN_FILE: Tapered = w(12, 8);

/// A pawn without an own pawn on the next files.
pub const ISOLATED: Tapered = w(-12, -14);
/// A pawn with an own pawn before it on its file.
pub const DOUBLED: Tapered = w(-8, -18);
/// A pawn that another protects.
pub const PROTECTED: Tapered = w(10, 7);
/// A passed pawn, by its rank as its owner sees it.
pub const PASSED: [Tapered; 8] = [
    w(0, 0),
    w(2, 10),
    w(4, 16),
    w(12, 32),
    w(30, 58),
    w(60, 100),
    w(100, 165),
    w(0, 0),
];
/// A passed pawn whose way forward is blocked.
pub const PASSED_BLOCKED: Tapered = w(-8, -22);
/// For each step by which the enemy king is further from the square before a passed pawn than the
/// own king, by the rank of the pawn.
pub const PASSED_KINGS: [i32; 8] = [0, 0, 1, 4, 8, 13, 18, 0];

/// An enemy piece attacked by a pawn.
pub const PAWN_THREAT: Tapered = w(40, 32);
/// An enemy rook or queen attacked by a minor piece.
pub const MINOR_THREAT: Tapered = w(28, 24);

/// Units of danger for each square next to the king that a piece of this kind attacks.
pub const KING_ATTACK: [i32; 6] = [0, 6, 5, 7, 9, 0];
/// Units of danger for each file next to the king's, and his own, without an own pawn.
pub const SHELTER_MISSING: i32 = 5;
/// Units of danger for each of those files whose pawn has left its first two squares.
pub const SHELTER_FAR: i32 = 2;
/// The greatest danger in centipawns.
pub const DANGER_MAX: i32 = 500;

/// Being to move.
pub const TEMPO: Tapered = w(16, 8);

/// The lone king: for each step of his from the centre of the board towards an edge, or a corner
/// in which he can be mated.
pub const LONE_KING_EDGE: i32 = 12;
/// The lone king: for each step by which the kings are nearer to each other.
pub const LONE_KING_NEAR: i32 = 6;
