//! Moves in standard algebraic notation: `Nf3`, `exd6`, `O-O-O`, `a8=Q#`.
//!
//! After the FIDE Handbook, Laws of Chess, appendix C (Algebraic notation), and the PGN standard
//! (Steven J. Edwards, 1994, section 8.2.3), whose export form is the canonical one here.

use super::uci;
use crate::position::Position;
use crate::types::{Bitboard, CastlingSide, Color, File, Move, PieceType, Rank, Square};

/// Why a text is no move of a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SanError {
    /// The text has not the form of a move.
    #[error("{0:?} is no move in algebraic notation")]
    Syntax(String),
    /// The text is a move, but not a legal one here.
    #[error("{0} is not legal")]
    Illegal(String),
    /// More than one legal move fits the text.
    #[error("{text} is ambiguous: {candidates}")]
    Ambiguous {
        /// The text.
        text: String,
        /// The legal moves that fit it, in canonical notation, separated by "or".
        candidates: String,
    },
    /// The text names a legal move, but not in the canonical form.
    #[error("{text} is written {canonical}")]
    NotCanonical {
        /// The text.
        text: String,
        /// The canonical form of the move.
        canonical: String,
    },
}

/// Writes a legal move in canonical form: no more of the origin than tells it from other legal
/// moves (the file before the rank, both only if neither is enough), `+` or `#` after it.
pub fn format_move(position: &Position, mv: Move) -> String {
    let mut text = String::with_capacity(8);
    if mv.is_castle() {
        text.push_str(match CastlingSide::of(mv.from(), mv.to()) {
            CastlingSide::HSide => "O-O",
            CastlingSide::ASide => "O-O-O",
        });
    } else {
        push_origin(position, mv, &mut text);
        if mv.is_capture() {
            text.push('x');
        }
        text.push_str(&mv.to().to_string());
    }
    if let Some(kind) = mv.promotion() {
        text.push('=');
        text.push(kind.letter().to_ascii_uppercase());
    }
    if position.gives_check(mv) {
        let mate = !position.play(mv).has_legal_move();
        text.push(if mate { '#' } else { '+' });
    }
    text
}

/// The piece letter and what distinguishes the piece from others that can move to the same square.
fn push_origin(position: &Position, mv: Move, text: &mut String) {
    let kind = position.moving_kind(mv);
    let (file, rank) = (mv.from().file(), mv.from().rank());
    if kind == PieceType::Pawn {
        if mv.is_capture() {
            text.push(file.letter());
        }
        return;
    }
    text.push(kind.letter().to_ascii_uppercase());
    let rivals: Vec<Square> = position
        .legal_moves()
        .into_iter()
        .filter(|other| other.to() == mv.to() && other.from() != mv.from() && !other.is_castle())
        .filter(|&other| position.moving_kind(other) == kind)
        .map(Move::from)
        .collect();
    if rivals.is_empty() {
        return;
    }
    let file_is_unique = rivals.iter().all(|rival| rival.file() != file);
    let rank_is_unique = rivals.iter().all(|rival| rival.rank() != rank);
    if file_is_unique || !rank_is_unique {
        text.push(file.letter());
    }
    if !file_is_unique {
        text.push(rank.letter());
    }
}

/// Writes legal moves, one after the other from this position on, with their numbers: `1. e4 e5`,
/// or `1... e5` if Black begins.
pub fn format_line(start: &Position, moves: &[Move]) -> String {
    let mut position = *start;
    let mut words = Vec::new();
    for (index, &mv) in moves.iter().enumerate() {
        let number = position.fullmove_number();
        match position.side_to_move() {
            Color::White => words.push(format!("{number}.")),
            Color::Black if index == 0 => words.push(format!("{number}...")),
            Color::Black => {}
        }
        words.push(format_move(&position, mv));
        position = position.play(mv);
    }
    words.join(" ")
}

/// Reads a legal move in canonical form and in no other.
///
/// # Errors
/// Those of [`parse_move`], and [`SanError::NotCanonical`].
pub fn parse_canonical(position: &Position, text: &str) -> Result<Move, SanError> {
    let mv = parse_move(position, text)?;
    let canonical = format_move(position, mv);
    if canonical == text {
        return Ok(mv);
    }
    Err(SanError::NotCanonical {
        text: text.to_owned(),
        canonical,
    })
}

/// Reads a legal move as people and programs write it.
///
/// Besides the canonical form: castling with zeros; marks such as `+`, `#`, `!?` and `e.p.` missing,
/// wrong or superfluous (`e.p.` only on a capture in passing); more of the origin than needed,
/// as far as `g1f3`, `e2-e4` and castling as `e1g1`; promotion without `=`, in parentheses or with
/// a small letter; `x` and `:` missing or superfluous. A pawn's capture needs the file it comes
/// from, and a promotion its piece.
///
/// # Errors
/// [`SanError::Syntax`], [`SanError::Illegal`] or [`SanError::Ambiguous`].
pub fn parse_move(position: &Position, text: &str) -> Result<Move, SanError> {
    let pattern = Pattern::parse(text).ok_or_else(|| SanError::Syntax(text.to_owned()))?;
    pattern.resolve(position, text)
}

/// What a text means, legal or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// Castling on one side.
    Castle(CastlingSide),
    /// A move of a piece.
    Piece {
        /// What moves.
        kind: PieceType,
        /// Where pieces of this kind stand that can be meant, whether or not they get there.
        origins: Bitboard,
        /// Where it goes.
        to: Square,
        /// The piece to which a pawn promotes.
        promotion: Option<PieceType>,
    },
}

/// What a text means in a position, so that a move that is not legal can be explained. `None` if it
/// has not the form of a move.
pub fn meaning(position: &Position, text: &str) -> Option<Meaning> {
    let target = match Pattern::parse(text)? {
        Pattern::Castle(side) => return Some(Meaning::Castle(side)),
        Pattern::To(target) => target,
    };
    let pieces = position.pieces(position.side_to_move(), target.kind);
    // Without a file a pawn steps forward.
    let steps = (target.kind == PieceType::Pawn).then(|| target.to.file());
    let origins = pieces
        .filter(|from| target.file.or(steps).is_none_or(|file| file == from.file()))
        .filter(|from| target.rank.is_none_or(|rank| rank == from.rank()))
        .collect();
    Some(Meaning::Piece {
        kind: target.kind,
        origins,
        to: target.to,
        promotion: target.promotion,
    })
}

/// What a text says about a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pattern {
    /// Castling on one side.
    Castle(CastlingSide),
    /// A move to a square.
    To(Target),
}

/// A move to a square, as far as a text describes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Target {
    /// The piece that moves, a pawn if no letter says otherwise.
    pub(super) kind: PieceType,
    /// The file of its square.
    pub(super) file: Option<File>,
    /// The rank of its square.
    pub(super) rank: Option<Rank>,
    /// The square to which it moves.
    pub(super) to: Square,
    /// The piece to which it promotes.
    pub(super) promotion: Option<PieceType>,
    /// Whether the text says that the move captures in passing.
    pub(super) en_passant: bool,
}

impl Pattern {
    fn parse(text: &str) -> Option<Pattern> {
        let (body, en_passant) = strip_marks(text);
        match body {
            "O-O" | "0-0" | "o-o" => return Some(Pattern::Castle(CastlingSide::HSide)),
            "O-O-O" | "0-0-0" | "o-o-o" => return Some(Pattern::Castle(CastlingSide::ASide)),
            _ => {}
        }
        if !body.is_ascii() {
            return None;
        }
        let (kind, body) = strip_piece(body);
        let (promotion, body) = strip_promotion(body)?;
        let (origin, to) = body.split_at_checked(body.len().checked_sub(2)?)?;
        let to = to.parse().ok()?;
        let captures = origin.ends_with(['x', ':']);
        let (file, rank) = parse_origin(origin.strip_suffix(['x', ':', '-']).unwrap_or(origin))?;
        let pawn_captures = kind == PieceType::Pawn && (captures || file.is_some());
        if en_passant && !pawn_captures {
            return None;
        }
        Some(Pattern::To(Target {
            kind,
            file,
            rank,
            to,
            promotion,
            en_passant,
        }))
    }

    /// Finds the one legal move that fits; `text` is for the error.
    pub(super) fn resolve(&self, position: &Position, text: &str) -> Result<Move, SanError> {
        if let Pattern::To(target) = self
            && let Some(coordinates) = target.coordinates()
        {
            return uci::parse_move(position, &coordinates)
                .ok()
                .filter(|mv| !target.en_passant || mv.is_en_passant())
                .ok_or_else(|| SanError::Illegal(text.to_owned()));
        }
        let fitting: Vec<Move> = position
            .legal_moves()
            .into_iter()
            .filter(|&mv| self.fits(position, mv))
            .collect();
        match fitting[..] {
            [] => Err(SanError::Illegal(text.to_owned())),
            [mv] => Ok(mv),
            _ => Err(SanError::Ambiguous {
                text: text.to_owned(),
                candidates: fitting
                    .iter()
                    .map(|&mv| format_move(position, mv))
                    .collect::<Vec<_>>()
                    .join(" or "),
            }),
        }
    }

    fn fits(&self, position: &Position, mv: Move) -> bool {
        match self {
            Pattern::Castle(side) => {
                mv.is_castle() && CastlingSide::of(mv.from(), mv.to()) == *side
            }
            Pattern::To(target) => !mv.is_castle() && target.fits(position, mv),
        }
    }
}

impl Target {
    fn fits(&self, position: &Position, mv: Move) -> bool {
        let (file, rank) = (mv.from().file(), mv.from().rank());
        // A pawn's capture is told from its step by the file alone: `exd6`, `d6`.
        let unnamed = self.kind == PieceType::Pawn && self.file.is_none();
        mv.to() == self.to
            && mv.promotion() == self.promotion
            && position.moving_kind(mv) == self.kind
            && self.file.is_none_or(|wanted| wanted == file)
            && self.rank.is_none_or(|wanted| wanted == rank)
            && !(unnamed && mv.is_capture())
            && (!self.en_passant || mv.is_en_passant())
    }

    /// The move as UCI writes it, if both squares are given without a piece letter: that can be a
    /// move of any piece, and castling.
    fn coordinates(&self) -> Option<String> {
        let (file, rank) = (self.file?, self.rank?);
        let promotion = match self.promotion {
            Some(kind) => kind.letter().to_string(),
            None => String::new(),
        };
        let from = Square::at(file, rank);
        (self.kind == PieceType::Pawn).then(|| format!("{from}{}{promotion}", self.to))
    }
}

/// Takes the marks off the end of a move and says whether "e.p." was among them.
fn strip_marks(text: &str) -> (&str, bool) {
    let mut body = text.trim();
    let mut en_passant = false;
    loop {
        body = body.trim_end_matches([' ', '+', '#', '!', '?']);
        let Some(rest) = body
            .strip_suffix("e.p.")
            .or_else(|| body.strip_suffix("ep"))
        else {
            return (body, en_passant);
        };
        body = rest;
        en_passant = true;
    }
}

fn strip_piece(body: &str) -> (PieceType, &str) {
    let upper = body.chars().next().filter(char::is_ascii_uppercase);
    match upper.and_then(PieceType::from_letter) {
        Some(kind) => (kind, &body[1..]),
        None => (PieceType::Pawn, body),
    }
}

/// Takes `=Q`, `Q`, `q`, `(Q)` or `/Q` off the end. A king or pawn counts as a promotion that no
/// legal move fits. `None` if there is something else after the square.
fn strip_promotion(body: &str) -> Option<(Option<PieceType>, &str)> {
    if body.ends_with(|last: char| last.is_ascii_digit()) {
        return Some((None, body));
    }
    let inner = match body.strip_suffix(')') {
        Some(open) => {
            let (square, letter) = open.split_once('(')?;
            return Some((Some(single_piece(letter)?), square));
        }
        None => body,
    };
    let (square, letter) = inner.split_at_checked(inner.len().checked_sub(1)?)?;
    let square = square.strip_suffix(['=', '/']).unwrap_or(square);
    Some((Some(single_piece(letter)?), square))
}

fn single_piece(text: &str) -> Option<PieceType> {
    let mut letters = text.chars();
    let kind = PieceType::from_letter(letters.next()?)?;
    letters.next().is_none().then_some(kind)
}

fn parse_origin(text: &str) -> Option<(Option<File>, Option<Rank>)> {
    let mut rest = text.chars().peekable();
    let file = rest
        .next_if(char::is_ascii_lowercase)
        .map(|letter| File::from_letter(letter).ok_or(()));
    let rank = rest
        .next_if(char::is_ascii_digit)
        .map(|letter| Rank::from_letter(letter).ok_or(()));
    if rest.next().is_some() {
        return None;
    }
    Some((file.transpose().ok()?, rank.transpose().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::perft;

    fn at(fen: &str) -> Position {
        fen.parse().unwrap()
    }

    fn read(fen: &str, text: &str) -> Result<String, SanError> {
        parse_move(&at(fen), text).map(|mv| uci::format_move(mv, false))
    }

    const START: &str = Position::STARTPOS_FEN;
    const CASTLING: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    const PASSING: &str = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2";
    const PROMOTING: &str = "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1";

    #[test]
    fn forms_that_people_write() {
        let cases = [
            (START, "Ng1-f3", "g1f3"),
            (START, "g1f3", "g1f3"),
            (START, "g1-f3", "g1f3"),
            (START, "e2-e4", "e2e4"),
            (START, "Pe4", "e2e4"),
            (START, " e4!! ", "e2e4"),
            (START, "Nxf3+", "g1f3"),
            (CASTLING, "o-o", "e1g1"),
            (CASTLING, "0-0+!?", "e1g1"),
            (CASTLING, "e1c1", "e1c1"),
            (CASTLING, "Ra1xa8+", "a1a8"),
            (CASTLING, "R1a7", "a1a7"),
            (PASSING, "exd6e.p.", "e5d6"),
            (PASSING, "e5:d6 e.p.+", "e5d6"),
            (PASSING, "ed6ep", "e5d6"),
            (PASSING, "exd6+ e.p.", "e5d6"),
            (PASSING, "e5xd6", "e5d6"),
            (PROMOTING, "a8q", "a7a8q"),
            (PROMOTING, "a8=n", "a7a8n"),
            (PROMOTING, "a8(B)", "a7a8b"),
            (PROMOTING, "a8/R+", "a7a8r"),
            (PROMOTING, "axb8B", "a7b8b"),
            (PROMOTING, "axb8=Q+", "a7b8q"),
            (PROMOTING, "a7a8Q", "a7a8q"),
        ];
        for (fen, text, wanted) in cases {
            assert_eq!(read(fen, text).as_deref(), Ok(wanted), "{text}");
        }
    }

    #[test]
    fn faults_are_told_apart() {
        let syntax = [
            "", "+", "e", "Zf3", "e9", "Nf3x", "é4", "e4e4e4", "--", "O-O-O-O", "N", "Nf",
        ];
        for text in syntax
            .into_iter()
            .chain(["nf3", "e4 e.p.", "Nf3 e.p.", "a8=", "i4"])
        {
            let error = parse_move(&at(START), text).unwrap_err();
            assert_eq!(error, SanError::Syntax(text.to_owned()), "{text}");
        }
        for (fen, text) in [
            (START, "Nf6"),
            (START, "O-O"),
            (START, "e4=Q"),
            (PASSING, "d6"),
            (PROMOTING, "a8"),
            (PROMOTING, "a8=K"),
            (PROMOTING, "axb8 e.p."),
        ] {
            let error = parse_move(&at(fen), text).unwrap_err();
            assert_eq!(error, SanError::Illegal(text.to_owned()), "{text}");
        }
    }

    #[test]
    fn ambiguity_names_the_candidates() {
        let error = read("4k3/8/8/8/8/8/8/N1N1K3 w - - 0 1", "Nb3").unwrap_err();
        assert_eq!(error.to_string(), "Nb3 is ambiguous: Nab3 or Ncb3");
    }

    #[test]
    fn the_strict_reader_names_the_canonical_form() {
        let error = parse_canonical(&at(START), "Ng1f3").unwrap_err();
        assert_eq!(error.to_string(), "Ng1f3 is written Nf3");
        assert!(parse_canonical(&at(START), "Nf3").is_ok());
    }

    #[test]
    fn castling_in_chess960_is_no_king_move() {
        let position = at("4k3/8/8/8/8/8/8/5K1R w H - 0 1");
        let notation = |text| parse_move(&position, text).map(|mv| format!("{mv:?}"));
        assert_eq!(notation("O-O").as_deref(), Ok("f1h1"));
        assert_eq!(notation("Kg1").as_deref(), Ok("f1g1"));
        assert_eq!(notation("f1g1").as_deref(), Ok("f1g1"));
    }

    #[test]
    fn every_move_of_a_rich_position_round_trips() {
        let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
        let root = at(fen);
        assert_eq!(perft(root.board(), 1), 48);
        for first in root.legal_moves() {
            let position = root.play(first);
            for mv in position.legal_moves() {
                let text = format_move(&position, mv);
                assert_eq!(parse_canonical(&position, &text), Ok(mv), "{text}");
            }
        }
    }
}
