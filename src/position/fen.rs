//! FEN in and out: standard, X-FEN and Shredder-FEN.
//!
//! Standard FEN after the PGN standard (Steven J. Edwards, 1994, section 16.1); X-FEN (Reinhard
//! Scharnagl) writes a castling rook's file where `K` or `Q` would mean another rook; Shredder-FEN
//! always writes files. All are read without being told which.

use super::validate::{self, Fault, Faults};
use super::{Board, Position};
use crate::types::{
    Bitboard, CastlingRights, CastlingSide, Color, File, Piece, PieceType, Rank, Square,
};
use std::fmt::{self, Write};
use std::str::FromStr;

/// Why a text is no position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FenError {
    /// There is nothing to read.
    #[error("empty FEN")]
    Empty,
    /// The placement does not have eight ranks.
    #[error("{0} {ranks} instead of 8", ranks = if *.0 == 1 { "rank" } else { "ranks" })]
    Ranks(usize),
    /// A rank does not have eight squares.
    #[error("rank {0} has {1} {squares} instead of 8", squares = if *.1 == 1 { "square" } else { "squares" })]
    RankLength(char, usize),
    /// A letter that is no piece.
    #[error("{0:?} is no piece")]
    Piece(char),
    /// The side to move is missing or neither `w` nor `b`.
    #[error("the side to move is {0:?} instead of w or b")]
    Side(String),
    /// The castling field cannot be read.
    #[error("{0:?} is no castling right")]
    Castling(char),
    /// The en passant field is no square.
    #[error("{0:?} is no en passant square")]
    EnPassant(String),
    /// A counter is no number in range.
    #[error("{0} {1:?} is no number from {2} to 65535")]
    Counter(&'static str, String, u16),
    /// Something follows the six fields.
    #[error("{0:?} after the FEN")]
    Trailing(String),
    /// The text can be read, but no game leads to such a position.
    #[error("impossible position: {0}")]
    Impossible(#[from] Faults),
}

/// How FEN writes castling rights.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CastlingNotation {
    /// `KQkq`; files only where these would name another rook (X-FEN).
    Standard,
    /// Always the files of the rooks, as `HAha` (Shredder-FEN).
    Shredder,
}

impl Position {
    /// The start of a standard game.
    pub const STARTPOS_FEN: &'static str =
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    /// Reads a FEN of four to six fields. Missing counters are 0 and 1; an en passant square
    /// without a legal capture is dropped, as it makes no difference to the position.
    pub fn from_fen(fen: &str) -> Result<Position, FenError> {
        let mut fields = fen.split_ascii_whitespace();
        let mut board = Board::EMPTY;
        read_placement(fields.next().ok_or(FenError::Empty)?, &mut board)?;
        board.side = match fields.next() {
            Some("w") => Color::White,
            Some("b") => Color::Black,
            other => return Err(FenError::Side(other.unwrap_or_default().to_owned())),
        };
        let mut faults = validate::faults(&board);
        let placed = faults.is_empty();
        let castling = fields.next().unwrap_or("-");
        let en_passant = fields.next().unwrap_or("-");
        read_castling(castling, &mut board, &mut faults)?;
        let passed = read_en_passant(en_passant)?;
        let halfmove = read_counter(fields.next(), "half-move clock", 0)?;
        let fullmove = read_counter(fields.next(), "full-move number", 1)?;
        if let Some(extra) = fields.next() {
            return Err(FenError::Trailing(extra.to_owned()));
        }
        if placed {
            set_en_passant(passed, &mut board, &mut faults);
        }
        if !faults.is_empty() {
            return Err(Faults(faults).into());
        }
        Ok(Position::new(board, halfmove, fullmove))
    }

    /// The FEN with standard castling letters.
    pub fn fen(&self) -> String {
        self.fen_as(CastlingNotation::Standard)
    }

    /// The FEN. The en passant square is given only if such a capture is legal.
    pub fn fen_as(&self, castling: CastlingNotation) -> String {
        let mut fen = String::with_capacity(90);
        for rank in Rank::all().rev() {
            let mut empty = 0;
            for file in File::all() {
                let Some(piece) = self.piece_on(Square::at(file, rank)) else {
                    empty += 1;
                    continue;
                };
                push_empty(&mut fen, &mut empty);
                fen.push(piece.letter());
            }
            push_empty(&mut fen, &mut empty);
            if rank.index() > 0 {
                fen.push('/');
            }
        }
        let _ = write!(fen, " {} ", self.board.side.letter());
        self.push_castling(&mut fen, castling);
        match self.board.en_passant {
            Some(square) => _ = write!(fen, " {square}"),
            None => fen.push_str(" -"),
        }
        let _ = write!(fen, " {} {}", self.halfmove_clock, self.fullmove_number);
        fen
    }

    fn push_castling(&self, fen: &mut String, notation: CastlingNotation) {
        if self.board.castling.is_empty() {
            fen.push('-');
        }
        for color in Color::ALL {
            let king = self.board.king(color);
            for side in CastlingSide::ALL {
                let Some(rook) = self.board.castling.rook(color, king, side) else {
                    continue;
                };
                let letter = if notation == CastlingNotation::Standard
                    && outermost_rook(&self.board, color, side) == Some(rook)
                {
                    if side == CastlingSide::HSide {
                        'k'
                    } else {
                        'q'
                    }
                } else {
                    rook.file().letter()
                };
                fen.push(if color == Color::White {
                    letter.to_ascii_uppercase()
                } else {
                    letter
                });
            }
        }
    }
}

impl fmt::Debug for Position {
    /// The FEN, as the position would be written in a test.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.fen())
    }
}

impl FromStr for Position {
    type Err = FenError;

    fn from_str(fen: &str) -> Result<Position, FenError> {
        Position::from_fen(fen)
    }
}

fn push_empty(fen: &mut String, empty: &mut u8) {
    if *empty > 0 {
        fen.push((b'0' + *empty) as char);
        *empty = 0;
    }
}

fn read_placement(text: &str, board: &mut Board) -> Result<(), FenError> {
    let ranks: Vec<&str> = text.split('/').collect();
    if ranks.len() != 8 {
        return Err(FenError::Ranks(ranks.len()));
    }
    for (rank, text) in Rank::all().rev().zip(ranks) {
        let mut file = 0;
        for letter in text.chars() {
            if let Some(empty) = letter.to_digit(10).filter(|digit| (1..=8).contains(digit)) {
                file += empty as usize;
            } else {
                let piece = Piece::from_letter(letter).ok_or(FenError::Piece(letter))?;
                if file < 8 {
                    board.put(piece, Square::at(File::new(file), rank));
                }
                file += 1;
            }
        }
        if file != 8 {
            return Err(FenError::RankLength(rank.letter(), file));
        }
    }
    Ok(())
}

/// The rook of a colour that stands nearest to the edge on this side of its king.
fn outermost_rook(board: &Board, color: Color, side: CastlingSide) -> Option<Square> {
    let king = board.pieces(color, PieceType::King).first()?;
    let rank = Bitboard::relative_rank(color, 0);
    let mut rooks = (board.pieces(color, PieceType::Rook) & rank)
        .filter(|&rook| CastlingSide::of(king, rook) == side)
        .collect::<Bitboard>();
    match side {
        CastlingSide::HSide => rooks.last(),
        CastlingSide::ASide => rooks.next(),
    }
}

fn read_castling(text: &str, board: &mut Board, faults: &mut Vec<Fault>) -> Result<(), FenError> {
    if text == "-" {
        return Ok(());
    }
    let mut rooks = Bitboard::EMPTY;
    for letter in text.chars() {
        let color = if letter.is_ascii_uppercase() {
            Color::White
        } else {
            Color::Black
        };
        let rank = Rank::new(0).relative(color);
        let rook = match letter.to_ascii_lowercase() {
            'k' => outermost_rook(board, color, CastlingSide::HSide),
            'q' => outermost_rook(board, color, CastlingSide::ASide),
            'a'..='h' => File::from_letter(letter).map(|file| Square::at(file, rank)),
            _ => return Err(FenError::Castling(letter)),
        };
        let king = board.pieces(color, PieceType::King).first();
        let in_place = |rook: Square| {
            board.pieces(color, PieceType::Rook).has(rook)
                && king.is_some_and(|king| king.rank() == rank)
        };
        match rook.filter(|&rook| in_place(rook)) {
            Some(rook) => rooks |= Bitboard::of(rook),
            None => faults.push(Fault::Castling(letter)),
        }
    }
    one_rook_a_side(board, rooks, faults);
    board.castling = CastlingRights::new(rooks);
    Ok(())
}

/// A king started with one rook on each side, so it cannot castle with two on the same.
fn one_rook_a_side(board: &Board, rooks: Bitboard, faults: &mut Vec<Fault>) {
    for color in Color::ALL {
        let Some(king) = board.pieces(color, PieceType::King).first() else {
            continue;
        };
        for side in CastlingSide::ALL {
            let mut same = (rooks & Bitboard::relative_rank(color, 0))
                .filter(|&rook| CastlingSide::of(king, rook) == side);
            if let (Some(_), Some(second)) = (same.next(), same.next()) {
                let letter = second.file().letter();
                faults.push(Fault::Castling(match color {
                    Color::White => letter.to_ascii_uppercase(),
                    Color::Black => letter,
                }));
            }
        }
    }
}

fn read_en_passant(text: &str) -> Result<Option<Square>, FenError> {
    if text == "-" {
        return Ok(None);
    }
    text.parse()
        .map(Some)
        .map_err(|()| FenError::EnPassant(text.to_owned()))
}

/// Takes over an en passant square if a double step can just have passed it and a capture there
/// is legal.
fn set_en_passant(passed: Option<Square>, board: &mut Board, faults: &mut Vec<Fault>) {
    let Some(square) = passed else { return };
    let us = board.side;
    let pawn = square.forward(!us);
    let origin = square.forward(us);
    let reason = if !Bitboard::relative_rank(us, 5).has(square) {
        "not on the third or sixth rank behind a pawn of the side that moved"
    } else if !board.pieces(!us, PieceType::Pawn).has(pawn) {
        "no pawn has just passed it"
    } else if board.occupied().has(square) || board.occupied().has(origin) {
        "a pawn cannot have passed an occupied square"
    } else {
        if board.any_en_passant(square) {
            board.en_passant = Some(square);
        }
        return;
    };
    faults.push(Fault::EnPassant(square, reason));
}

fn read_counter(field: Option<&str>, name: &'static str, least: u16) -> Result<u16, FenError> {
    let Some(text) = field else { return Ok(least) };
    match text.parse::<u16>() {
        Ok(number) => Ok(number.max(least)),
        Err(_) => Err(FenError::Counter(name, text.to_owned(), least)),
    }
}
