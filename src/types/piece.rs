use super::Color;
use std::fmt;

/// The kind of a piece, without its colour.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum PieceType {
    /// Pawn
    Pawn,
    /// Knight
    Knight,
    /// Bishop
    Bishop,
    /// Rook
    Rook,
    /// Queen
    Queen,
    /// King
    King,
}

impl PieceType {
    /// All kinds, from the pawn to the king.
    pub const ALL: [PieceType; 6] = [
        PieceType::Pawn,
        PieceType::Knight,
        PieceType::Bishop,
        PieceType::Rook,
        PieceType::Queen,
        PieceType::King,
    ];

    /// The kinds to which a pawn can promote (article 3.7.5), the weakest first.
    pub const PROMOTIONS: [PieceType; 4] = [
        PieceType::Knight,
        PieceType::Bishop,
        PieceType::Rook,
        PieceType::Queen,
    ];

    /// 0 for the pawn to 5 for the king: the index into tables by kind.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The English letter in lower case: `p n b r q k`.
    pub const fn letter(self) -> char {
        ['p', 'n', 'b', 'r', 'q', 'k'][self as usize]
    }

    /// Reads an English piece letter of either case.
    pub fn from_letter(letter: char) -> Option<PieceType> {
        PieceType::ALL
            .into_iter()
            .find(|kind| kind.letter() == letter.to_ascii_lowercase())
    }

    /// The English word in lower case.
    pub const fn name(self) -> &'static str {
        ["pawn", "knight", "bishop", "rook", "queen", "king"][self as usize]
    }
}

/// A piece with its colour.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Piece {
    /// Whose piece it is.
    pub color: Color,
    /// What it is.
    pub kind: PieceType,
}

impl Piece {
    /// A piece of this colour and kind.
    #[inline]
    pub const fn new(color: Color, kind: PieceType) -> Piece {
        Piece { color, kind }
    }

    /// The FEN letter: upper case for White, lower case for Black.
    pub const fn letter(self) -> char {
        match self.color {
            Color::White => self.kind.letter().to_ascii_uppercase(),
            Color::Black => self.kind.letter(),
        }
    }

    /// Reads a FEN letter.
    pub fn from_letter(letter: char) -> Option<Piece> {
        let color = if letter.is_ascii_uppercase() {
            Color::White
        } else {
            Color::Black
        };
        PieceType::from_letter(letter).map(|kind| Piece { color, kind })
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}
