//! One game in viriformat, the format that the engine Viridithas made common.
//!
//! After the specification in the README of the crate `viriformat`, version 3. A game is a start
//! position of 32 bytes, then four bytes for each move, then four zero bytes. All integers are
//! little endian.
//!
//! | bytes | content of the start position |
//! |---|---|
//! | 0–7 | the occupied squares, bit 0 is a1 |
//! | 8–23 | four bits for each of them, from a1: kind 0–5, 6 a rook that may castle; 8 for Black |
//! | 24 | the en passant square, 64 for none; 128 more if Black is to move |
//! | 25 | half-move clock |
//! | 26–27 | full-move number |
//! | 28–29 | score, not used |
//! | 30 | result: 0 Black wins, 1 draw, 2 White wins |
//! | 31 | not used |
//!
//! A move is 16 bits (from, to, two bits for the promotion piece from knight to queen, two bits for
//! 1 en passant, 2 castling as king takes rook, 3 promotion) and the score, an `i16`: what the
//! search thought of the position before the move, from White's view.

use crate::position::{FenError, Position};
use crate::types::{Bitboard, Color, File, Move, MoveKind, Piece, PieceType, Rank, Square};
use std::fmt::Write;

/// The bytes of a start position.
pub const HEADER_LENGTH: usize = 32;

/// The bytes of a move with its score, and of the mark at the end of a game.
pub const MOVE_LENGTH: usize = 4;

/// The mark at the end of a game.
pub const END: [u8; MOVE_LENGTH] = [0; MOVE_LENGTH];

const RESULT: usize = 30;

/// The code of a rook that may still castle.
const CASTLING_ROOK: u8 = 6;

/// The en passant code that stands for no square.
const NO_EN_PASSANT: u8 = 64;

/// Who won a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum GameResult {
    /// Black won.
    BlackWin = 0,
    /// Nobody won.
    Draw = 1,
    /// White won.
    WhiteWin = 2,
}

impl GameResult {
    /// The result with this number in the file.
    pub const fn from_byte(byte: u8) -> Option<GameResult> {
        match byte {
            0 => Some(GameResult::BlackWin),
            1 => Some(GameResult::Draw),
            2 => Some(GameResult::WhiteWin),
            _ => None,
        }
    }

    /// The result of a game that this player has won, or nobody.
    pub const fn of_winner(winner: Option<Color>) -> GameResult {
        match winner {
            Some(Color::White) => GameResult::WhiteWin,
            Some(Color::Black) => GameResult::BlackWin,
            None => GameResult::Draw,
        }
    }

    /// The half points that a player has won: 0, 1 or 2.
    pub const fn half_points(self, color: Color) -> u8 {
        match color {
            Color::White => self as u8,
            Color::Black => 2 - self as u8,
        }
    }

    /// The result as PGN writes it.
    pub const fn pgn(self) -> &'static str {
        match self {
            GameResult::BlackWin => "0-1",
            GameResult::Draw => "1/2-1/2",
            GameResult::WhiteWin => "1-0",
        }
    }
}

/// Why bytes are no game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MalformedGame {
    /// Fewer than the two kings, or more than 32 pieces.
    #[error("{0} pieces on the board")]
    PieceCount(u32),
    /// A code that stands for no piece.
    #[error("{0} is no piece code")]
    PieceCode(u8),
    /// A number that stands for no result.
    #[error("{0} is no result")]
    Result(u8),
    /// A number that stands for no en passant square.
    #[error("{0} is no en passant square")]
    EnPassant(u8),
}

/// Why a game cannot be played through.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ReplayError {
    /// The start position is not one of chess.
    #[error("start position: {0}")]
    Start(#[from] FenError),
    /// A move is not legal.
    #[error("half-move {ply}, {from}{to}, is not legal in {fen}")]
    IllegalMove {
        /// The number of the move, from 1.
        ply: usize,
        /// Where it starts.
        from: Square,
        /// Where it ends.
        to: Square,
        /// The position before it.
        fen: String,
    },
}

/// A game with a score for each move, kept in the bytes of the file format.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameRecord {
    /// Start position and moves, without the mark at the end.
    bytes: Vec<u8>,
}

impl GameRecord {
    /// A game without moves, drawn until [`set_result`](GameRecord::set_result) says otherwise.
    pub fn new(start: &Position) -> GameRecord {
        GameRecord {
            bytes: encode_start(start).to_vec(),
        }
    }

    /// Takes over the bytes of a game without the mark at the end; their number is that of a start
    /// position and moves.
    pub(super) fn from_bytes(bytes: Vec<u8>) -> Result<GameRecord, MalformedGame> {
        check_header(&bytes)?;
        Ok(GameRecord { bytes })
    }

    /// The bytes of the game as they stand in a file, but for the mark at the end.
    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Adds a move that is legal after those before it, with what the search thought of the
    /// position before it: centipawns from White's view, cut to 16 bits.
    pub fn push(&mut self, mv: Move, score: i32) {
        let score = score.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
        self.bytes.extend(encode_move(mv).to_le_bytes());
        self.bytes.extend(score.to_le_bytes());
    }

    /// Who won.
    pub fn result(&self) -> GameResult {
        GameResult::from_byte(self.bytes[RESULT]).unwrap_or(GameResult::Draw)
    }

    /// Notes who won.
    pub fn set_result(&mut self, result: GameResult) {
        self.bytes[RESULT] = result as u8;
    }

    /// The number of half-moves.
    pub fn len(&self) -> usize {
        (self.bytes.len() - HEADER_LENGTH) / MOVE_LENGTH
    }

    /// Whether the game has no moves.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The scores of all moves, from White's view.
    pub fn scores(&self) -> impl Iterator<Item = i16> {
        self.moves().map(|(_, score)| score)
    }

    /// The encoded moves with their scores.
    fn moves(&self) -> impl Iterator<Item = (u16, i16)> {
        let (moves, _) = self.bytes[HEADER_LENGTH..].as_chunks::<MOVE_LENGTH>();
        moves.iter().map(|&[a, b, c, d]| {
            let mv = u16::from_le_bytes([a, b]);
            (mv, i16::from_le_bytes([c, d]))
        })
    }

    /// Where the game starts.
    ///
    /// # Errors
    /// If it is no position of chess.
    pub fn start(&self) -> Result<Position, FenError> {
        decode_start(&self.bytes)
    }

    /// Plays the game through: calls back with each position, the move played there and its score
    /// from White's view. Returns the last position.
    ///
    /// # Errors
    /// If the start position or a move is not legal.
    pub fn replay(
        &self,
        mut visit: impl FnMut(&Position, Move, i16),
    ) -> Result<Position, ReplayError> {
        let mut position = self.start()?;
        for (index, (bits, score)) in self.moves().enumerate() {
            let mv = decode_move(&position, bits).ok_or_else(|| ReplayError::IllegalMove {
                ply: index + 1,
                from: from_square(bits),
                to: to_square(bits),
                fen: position.fen(),
            })?;
            visit(&position, mv, score);
            position = position.play(mv);
        }
        Ok(position)
    }
}

/// The code of the `index`th piece.
fn piece_code(header: &[u8], index: usize) -> u8 {
    header[8 + index / 2] >> (index % 2 * 4) & 0xf
}

fn occupied(header: &[u8]) -> Bitboard {
    let mut bytes = [0; 8];
    bytes.copy_from_slice(&header[..8]);
    Bitboard(u64::from_le_bytes(bytes))
}

/// Whether 32 bytes can be a start position: a cheap test that finds most damage.
pub(super) fn check_header(header: &[u8]) -> Result<(), MalformedGame> {
    let count = occupied(header).count();
    if !(2..=32).contains(&count) {
        return Err(MalformedGame::PieceCount(count));
    }
    for index in 0..count as usize {
        let code = piece_code(header, index);
        if code & 7 == 7 {
            return Err(MalformedGame::PieceCode(code));
        }
    }
    if header[24] & 0x7f > NO_EN_PASSANT {
        return Err(MalformedGame::EnPassant(header[24] & 0x7f));
    }
    match GameResult::from_byte(header[RESULT]) {
        Some(_) => Ok(()),
        None => Err(MalformedGame::Result(header[RESULT])),
    }
}

fn encode_start(position: &Position) -> [u8; HEADER_LENGTH] {
    let mut header = [0; HEADER_LENGTH];
    let castling = position.castling_rights().rooks();
    header[..8].copy_from_slice(&position.occupied().0.to_le_bytes());
    for (index, square) in position.occupied().enumerate() {
        let Some(piece) = position.piece_on(square) else {
            continue;
        };
        let kind = if castling.has(square) {
            CASTLING_ROOK
        } else {
            piece.kind.index() as u8
        };
        let code = kind | (piece.color.index() as u8) << 3;
        header[8 + index / 2] |= code << (index % 2 * 4);
    }
    let en_passant = position.en_passant();
    header[24] = en_passant.map_or(NO_EN_PASSANT, |square| square.index() as u8)
        | (position.side_to_move().index() as u8) << 7;
    header[25] = position.halfmove_clock().min(u8::MAX.into()) as u8;
    header[26..28].copy_from_slice(&position.fullmove_number().to_le_bytes());
    header[RESULT] = GameResult::Draw as u8;
    header
}

/// Reads a start position by way of its FEN, so that one place in the crate decides what a valid
/// position is. A game has many moves, so the detour costs little.
fn decode_start(header: &[u8]) -> Result<Position, FenError> {
    let mut board = [None; 64];
    let mut castling = String::new();
    for (index, square) in occupied(header).enumerate() {
        let code = piece_code(header, index);
        let color = Color::ALL[usize::from(code >> 3)];
        let kind = match code & 7 {
            CASTLING_ROOK => {
                let rook = Piece::new(color, PieceType::Rook);
                let file = square.file().letter();
                castling.push(match rook.color {
                    Color::White => file.to_ascii_uppercase(),
                    Color::Black => file,
                });
                PieceType::Rook
            }
            kind => PieceType::ALL[usize::from(kind).min(5)],
        };
        board[square.index()] = Some(Piece::new(color, kind));
    }
    let mut fen = placement(&board);
    let side = if header[24] & 0x80 == 0 { 'w' } else { 'b' };
    let castling = if castling.is_empty() { "-" } else { &castling };
    let _ = write!(fen, " {side} {castling} ");
    match header[24] & 0x7f {
        NO_EN_PASSANT.. => fen.push('-'),
        square => _ = write!(fen, "{}", Square::new(square.into())),
    }
    let fullmove = u16::from_le_bytes([header[26], header[27]]).max(1);
    let _ = write!(fen, " {} {fullmove}", header[25]);
    Position::from_fen(&fen)
}

fn placement(board: &[Option<Piece>; 64]) -> String {
    let ranks = Rank::all().rev().map(|rank| {
        let squares = File::all().map(|file| board[Square::at(file, rank).index()]);
        squares
            .map(|piece| piece.map_or('1', Piece::letter))
            .collect::<String>()
    });
    ranks.collect::<Vec<_>>().join("/")
}

fn encode_move(mv: Move) -> u16 {
    let squares = mv.from().index() as u16 | (mv.to().index() as u16) << 6;
    match mv.promotion() {
        Some(kind) => squares | (kind.index() as u16 - 1) << 12 | 3 << 14,
        None if mv.is_castle() => squares | 2 << 14,
        None if mv.is_en_passant() => squares | 1 << 14,
        None => squares,
    }
}

fn from_square(bits: u16) -> Square {
    Square::new(usize::from(bits & 63))
}

fn to_square(bits: u16) -> Square {
    Square::new(usize::from(bits >> 6 & 63))
}

/// The move that the bits mean in this position, if it is legal there.
fn decode_move(position: &Position, bits: u16) -> Option<Move> {
    let (from, to) = (from_square(bits), to_square(bits));
    let capture = position.color(!position.side_to_move()).has(to);
    let kind = match bits >> 14 {
        1 => MoveKind::EnPassant,
        2 => MoveKind::Castle,
        3 => {
            let piece = PieceType::PROMOTIONS[usize::from(bits >> 12 & 3)];
            MoveKind::promotion(piece, capture)?
        }
        _ if capture => MoveKind::Capture,
        _ if position.kind_on(from) == Some(PieceType::Pawn)
            && from.index().abs_diff(to.index()) == 16 =>
        {
            MoveKind::DoublePush
        }
        _ => MoveKind::Quiet,
    };
    Some(Move::new(from, to, kind)).filter(|&mv| position.is_legal(mv))
}

#[cfg(test)]
#[path = "game_tests.rs"]
mod tests;
