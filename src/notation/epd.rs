//! Extended Position Description: a position and operations on it, one to a line.
//!
//! After the PGN standard (Steven J. Edwards, 1994, section 16.2). Read liberally: with the two
//! counters of FEN after the four fields, with semicolons missing or doubled, so that opening books
//! of FENs and perft suites (`… ;D1 20 ;D2 400`) are EPD as well.

use super::san::{self, SanError};
use crate::position::{FenError, Position};
use crate::types::Move;
use std::fmt;
use std::io::{self, BufRead};
use std::str::FromStr;

/// A position with operations.
#[derive(Clone)]
pub struct Epd {
    /// The position; its counters come from the operations `hmvc` and `fmvn` or from a FEN's
    /// fields five and six.
    pub position: Position,
    /// All other operations in the order of the line.
    pub operations: Vec<Operation>,
}

/// What a line says about its position: an opcode such as `bm` (best move), `am` (move to
/// avoid), `dm` (mate in so many moves), `id` or `c0` (comment), and its operands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operation {
    /// The name of the operation.
    pub opcode: String,
    /// What it applies to.
    pub operands: Vec<Operand>,
}

/// One operand of an operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Operand {
    /// A word without spaces: a move, a number, a name.
    Word(String),
    /// A text in quotation marks.
    Quoted(String),
}

impl Operand {
    /// The operand without its quotation marks.
    pub fn as_str(&self) -> &str {
        match self {
            Operand::Word(text) | Operand::Quoted(text) => text,
        }
    }
}

/// Why a text is no EPD, or an operation not what was asked for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EpdError {
    /// The four fields of the position cannot be read.
    #[error(transparent)]
    Position(#[from] FenError),
    /// A quotation mark is never closed.
    #[error("a quotation mark is not closed")]
    OpenQuotation,
    /// An operation begins with something that is no name.
    #[error("{0:?} is no opcode")]
    Opcode(String),
    /// An operand that should be a move is none.
    #[error("{opcode}: {source}")]
    Move {
        /// The operation.
        opcode: String,
        /// What is wrong with the move.
        source: SanError,
    },
    /// An operand that should be a number is none.
    #[error("{opcode}: {operand:?} is no number")]
    Number {
        /// The operation.
        opcode: String,
        /// The operand, empty if there is none.
        operand: String,
    },
}

impl Epd {
    /// A position without operations.
    pub fn new(position: Position) -> Epd {
        Epd {
            position,
            operations: Vec::new(),
        }
    }

    /// The first operation of this name.
    pub fn operation(&self, opcode: &str) -> Option<&Operation> {
        self.operations
            .iter()
            .find(|operation| operation.opcode == opcode)
    }

    /// The first operand of an operation, as for `id` and the comments `c0` to `c9`.
    pub fn text(&self, opcode: &str) -> Option<&str> {
        let operand = self.operation(opcode)?.operands.first()?;
        Some(operand.as_str())
    }

    /// The number that an operation gives, such as `acd` (depth in plies), `acn` (nodes), `ce`
    /// (centipawns), `dm` (moves to mate). `None` without such an operation.
    pub fn number(&self, opcode: &str) -> Result<Option<i64>, EpdError> {
        if self.operation(opcode).is_none() {
            return Ok(None);
        }
        let operand = self.text(opcode).unwrap_or_default();
        match operand.parse() {
            Ok(number) => Ok(Some(number)),
            Err(_) => Err(EpdError::Number {
                opcode: opcode.to_owned(),
                operand: operand.to_owned(),
            }),
        }
    }

    /// The legal moves that an operation such as `bm` or `am` lists; none without it.
    pub fn moves(&self, opcode: &str) -> Result<Vec<Move>, EpdError> {
        let operands = self.operation(opcode).map_or(&[][..], |op| &op.operands);
        operands
            .iter()
            .map(|operand| san::parse_move(&self.position, operand.as_str()))
            .collect::<Result<_, SanError>>()
            .map_err(|source| EpdError::Move {
                opcode: opcode.to_owned(),
                source,
            })
    }

    /// Takes `hmvc` and `fmvn` out of the operations and into the position.
    fn take_counters(&mut self, fields: &[&str]) -> Result<(), EpdError> {
        let mut taken = false;
        let mut counters = [
            self.position.halfmove_clock().to_string(),
            self.position.fullmove_number().to_string(),
        ];
        self.operations.retain(|operation| {
            let index = match operation.opcode.as_str() {
                "hmvc" => 0,
                "fmvn" => 1,
                _ => return true,
            };
            let operand = operation.operands.first();
            counters[index] = operand.map_or_else(String::new, |text| text.as_str().to_owned());
            taken = true;
            false
        });
        if taken {
            let fen = format!("{} {} {}", fields.join(" "), counters[0], counters[1]);
            self.position = Position::from_fen(&fen)?;
        }
        Ok(())
    }
}

impl FromStr for Epd {
    type Err = EpdError;

    fn from_str(line: &str) -> Result<Epd, EpdError> {
        let (fields, counters, rest) = split_fields(line);
        let fen = fields.iter().chain(&counters).copied().collect::<Vec<_>>();
        let mut epd = Epd {
            position: Position::from_fen(&fen.join(" "))?,
            operations: parse_operations(rest)?,
        };
        epd.take_counters(&fields)?;
        Ok(epd)
    }
}

/// The four fields of the position, the counters if a FEN has them, and the operations.
fn split_fields(line: &str) -> (Vec<&str>, Vec<&str>, &str) {
    let mut rest = line;
    let mut fields = Vec::with_capacity(4);
    while fields.len() < 4 {
        let Some((field, after)) = next_word(rest) else {
            return (fields, Vec::new(), rest);
        };
        fields.push(field);
        rest = after;
    }
    let mut counters = Vec::with_capacity(2);
    while counters.len() < 2
        && let Some((field, after)) = next_word(rest)
        && field.starts_with(|first: char| first.is_ascii_digit())
    {
        counters.push(field);
        rest = after;
    }
    (fields, counters, rest)
}

/// The word at the beginning of the text, which ends before a space or semicolon.
fn next_word(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start();
    let end = text
        .find(|letter: char| letter.is_whitespace() || letter == ';')
        .unwrap_or(text.len());
    (end > 0).then(|| text.split_at(end))
}

fn parse_operations(mut rest: &str) -> Result<Vec<Operation>, EpdError> {
    let mut operations = Vec::new();
    loop {
        rest = rest.trim_start_matches(|letter: char| letter.is_whitespace() || letter == ';');
        let Some((opcode, after)) = next_word(rest) else {
            return Ok(operations);
        };
        if !opcode.starts_with(|first: char| first.is_ascii_alphabetic()) {
            return Err(EpdError::Opcode(opcode.to_owned()));
        }
        let (operands, after) = parse_operands(after)?;
        operations.push(Operation {
            opcode: opcode.to_owned(),
            operands,
        });
        rest = after;
    }
}

fn parse_operands(mut rest: &str) -> Result<(Vec<Operand>, &str), EpdError> {
    let mut operands = Vec::new();
    loop {
        rest = rest.trim_start();
        if let Some(quoted) = rest.strip_prefix('"') {
            let (text, after) = unquote(quoted)?;
            operands.push(Operand::Quoted(text));
            rest = after;
        } else if let Some((word, after)) = next_word(rest) {
            operands.push(Operand::Word(word.to_owned()));
            rest = after;
        } else {
            return Ok((operands, rest));
        }
    }
}

/// Reads up to the closing quotation mark; a backslash before a quotation mark or another
/// backslash is an escape.
fn unquote(text: &str) -> Result<(String, &str), EpdError> {
    let mut value = String::new();
    let mut letters = text.char_indices().peekable();
    while let Some((index, letter)) = letters.next() {
        match letter {
            '"' => return Ok((value, &text[index + 1..])),
            '\\' => match letters.next_if(|&(_, next)| next == '"' || next == '\\') {
                Some((_, escaped)) => value.push(escaped),
                None => value.push('\\'),
            },
            _ => value.push(letter),
        }
    }
    Err(EpdError::OpenQuotation)
}

impl fmt::Display for Epd {
    /// One line, without an end of line: four fields, the counters as operations unless they are
    /// 0 and 1, then the operations.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fen = self.position.fen();
        let fields = fen.splitn(5, ' ').take(4).collect::<Vec<_>>();
        f.write_str(&fields.join(" "))?;
        let (clock, number) = (
            self.position.halfmove_clock(),
            self.position.fullmove_number(),
        );
        if (clock, number) != (0, 1) {
            write!(f, " hmvc {clock}; fmvn {number};")?;
        }
        for operation in &self.operations {
            write!(f, " {operation};")?;
        }
        Ok(())
    }
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.opcode)?;
        for operand in &self.operands {
            write!(f, " {operand}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Operand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Operand::Word(word) => f.write_str(word),
            Operand::Quoted(text) => {
                let escaped = text.replace('\\', "\\\\").replace('"', "\\\"");
                write!(f, "\"{escaped}\"")
            }
        }
    }
}

/// Why a line of an EPD file could not be read.
#[derive(Debug, thiserror::Error)]
pub enum EpdFileError {
    /// The file itself cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A line is no EPD.
    #[error("line {line}: {source}")]
    Line {
        /// The number of the line, from 1.
        line: usize,
        /// What is wrong with it.
        source: EpdError,
    },
}

/// Reads a file of EPDs line by line. Empty lines and lines that begin with `#` are skipped; bytes
/// that are no UTF-8 (old suites have some in their comments) are replaced. The reading can go on
/// after a line that is no EPD.
pub fn read(mut file: impl BufRead) -> impl Iterator<Item = Result<Epd, EpdFileError>> {
    let mut line = 0;
    let mut bytes = Vec::new();
    let mut failed = false;
    std::iter::from_fn(move || {
        while !failed {
            bytes.clear();
            line += 1;
            match file.read_until(b'\n', &mut bytes) {
                Ok(0) => return None,
                Ok(_) => {}
                Err(error) => {
                    failed = true;
                    return Some(Err(error.into()));
                }
            }
            let text = String::from_utf8_lossy(&bytes);
            let text = text.trim_start_matches('\u{feff}').trim();
            if !text.is_empty() && !text.starts_with('#') {
                let epd = text.parse();
                return Some(epd.map_err(|source| EpdFileError::Line { line, source }));
            }
        }
        None
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIELDS: &str = "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - -";

    fn epd(operations: &str) -> Result<Epd, EpdError> {
        format!("{FIELDS}{operations}").parse()
    }

    #[test]
    fn operations_are_read_and_written() {
        let line = r#" bm Qd1+ Qxd1; id "BK.01"; c0 "say \"no\" \\ yes; no"; acd 12; noop;"#;
        let read = epd(line).unwrap();
        assert_eq!(read.to_string(), format!("{FIELDS}{line}"));
        assert_eq!(read.text("id"), Some("BK.01"));
        assert_eq!(read.text("c0"), Some(r#"say "no" \ yes; no"#));
        assert_eq!(read.number("acd"), Ok(Some(12)));
        assert_eq!(read.number("acn"), Ok(None));
        assert_eq!(read.operation("noop").unwrap().operands, []);
        assert_eq!(read.moves("am"), Ok(vec![]));
    }

    #[test]
    fn moves_are_read_on_request() {
        let read = epd(" bm Qd1+; am Qd2 d6-d3;").unwrap();
        let moves = |opcode| format!("{:?}", read.moves(opcode).unwrap());
        assert_eq!(moves("bm"), "[d6d1]");
        assert_eq!(moves("am"), "[d6d2, d6d3]");
        let error = epd(" bm Qh1;").unwrap().moves("bm").unwrap_err();
        assert_eq!(error.to_string(), "bm: Qh1 is not legal");
    }

    #[test]
    fn counters_are_part_of_the_position() {
        for text in [
            " hmvc 7; id \"x\"; fmvn 31;",
            " 7 31 id \"x\"",
            " 7 31;id \"x\";",
        ] {
            let read = epd(text).unwrap();
            let position = &read.position;
            assert_eq!(
                (position.halfmove_clock(), position.fullmove_number()),
                (7, 31)
            );
            assert_eq!(
                read.to_string(),
                format!("{FIELDS} hmvc 7; fmvn 31; id \"x\";")
            );
        }
    }

    #[test]
    fn perft_suites_are_epd() {
        let read = epd(" 0 1 ;D1 20 ;D2 400").unwrap();
        assert_eq!(read.number("D2"), Ok(Some(400)));
        assert!(epd("").unwrap().operations.is_empty());
    }

    #[test]
    fn faults_are_typed() {
        assert_eq!(epd(" id \"open").err(), Some(EpdError::OpenQuotation));
        assert_eq!(
            epd(" \"x\";").err(),
            Some(EpdError::Opcode("\"x\"".to_owned()))
        );
        assert!(matches!(epd(" hmvc x;").err(), Some(EpdError::Position(_))));
        assert!(matches!(
            "8/8 w - -".parse::<Epd>().err(),
            Some(EpdError::Position(_))
        ));
        assert!(matches!(
            "".parse::<Epd>().err(),
            Some(EpdError::Position(FenError::Empty))
        ));
        assert!(matches!(
            epd(" dm two;").unwrap().number("dm"),
            Err(EpdError::Number { .. })
        ));
    }

    #[test]
    fn files_have_comments_and_line_numbers() {
        let file = format!("# suite\n\n{FIELDS} id \"\u{e9}\";\r\nnonsense\n{FIELDS}\n");
        let results: Vec<_> = read(file.as_bytes()).collect();
        assert_eq!(results.len(), 3);
        assert!(matches!(
            results[1],
            Err(EpdFileError::Line { line: 4, .. })
        ));
        assert!(results[2].is_ok());
    }
}
