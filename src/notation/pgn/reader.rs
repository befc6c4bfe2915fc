//! Reading games, one after another.
//!
//! The crate pgn-reader splits the text into tags, moves, glyphs and comments; what a move means is
//! decided here. Variations are skipped. A word that is no move at all is passed over by
//! pgn-reader, so the fault shows in the next move.

use super::{GameResult, PgnGame, PgnMove};
use crate::notation::san::{Pattern, SanError, Target};
use crate::position::{FenError, Position};
use crate::types::{CastlingSide, Color, File, PieceType, Rank, Square};
use pgn_reader::shakmaty::{self, KnownOutcome, Outcome, san::San};
use pgn_reader::{Nag, RawComment, RawTag, Reader, SanPlus, Visitor};
use std::io::{self, Read};
use std::ops::ControlFlow;

/// The longest tag that is read, in bytes; a longer one is a fault.
const LONGEST_TAG: usize = 8192;

/// Why a game could not be read.
#[derive(Debug, thiserror::Error)]
#[error("game {game}: {fault}")]
pub struct PgnError {
    /// The number of the game in the stream, from 1.
    pub game: usize,
    /// What is wrong with it.
    pub fault: PgnFault,
}

/// What is wrong with a game.
#[derive(Debug, thiserror::Error)]
pub enum PgnFault {
    /// The stream itself cannot be read.
    #[error(transparent)]
    Io(io::Error),
    /// The text has not the form of PGN.
    #[error("{0}")]
    Syntax(String),
    /// The position from which it starts is none.
    #[error("tag FEN: {0}")]
    Fen(#[from] FenError),
    /// Its rules are others than those of standard chess and Chess960.
    #[error("variant {0:?} is not known")]
    Variant(String),
    /// A move is not legal, or not clear.
    #[error("move {number}{dots} {source}", dots = dots(*.color))]
    Move {
        /// The number of the full move.
        number: u16,
        /// Who is to move.
        color: Color,
        /// What is wrong with it.
        source: SanError,
    },
}

fn dots(color: Color) -> &'static str {
    match color {
        Color::White => ".",
        Color::Black => "...",
    }
}

/// The games of a stream, read one at a time. After a game that is broken the next one is read.
pub struct Games<R> {
    reader: Reader<R>,
    number: usize,
    failed: bool,
}

impl<R: Read> Games<R> {
    /// Games from a file, standard input or a slice of bytes; no need to buffer it.
    pub fn new(source: R) -> Games<R> {
        let reader = Reader::build(source)
            .set_supported_tag_line_length(LONGEST_TAG)
            .finish();
        Games {
            reader,
            number: 0,
            failed: false,
        }
    }
}

impl<R: Read> Iterator for Games<R> {
    type Item = Result<PgnGame, PgnError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.failed {
            return None;
        }
        self.number += 1;
        let result = match self.reader.read_game(&mut GameReader) {
            Ok(game) => game?,
            Err(error) if error.kind() == io::ErrorKind::InvalidData => {
                Err(PgnFault::Syntax(error.to_string()))
            }
            Err(error) => {
                self.failed = true;
                Err(PgnFault::Io(error))
            }
        };
        Some(result.map_err(|fault| PgnError {
            game: self.number,
            fault,
        }))
    }
}

/// Builds a game from what pgn-reader finds.
struct GameReader;

/// A game of which the moves are being read.
struct Unfinished {
    game: PgnGame,
    position: Position,
    ended: bool,
}

impl Unfinished {
    /// Where a comment belongs: to the last move or before the first.
    fn comment(&mut self) -> &mut String {
        match self.game.moves.last_mut() {
            Some(last) => &mut last.comment,
            None => &mut self.game.comment,
        }
    }
}

type Output = Result<PgnGame, PgnFault>;

impl Visitor for GameReader {
    type Tags = Vec<(String, String)>;
    type Movetext = Unfinished;
    type Output = Output;

    fn begin_tags(&mut self) -> ControlFlow<Output, Self::Tags> {
        ControlFlow::Continue(Vec::new())
    }

    fn tag(
        &mut self,
        tags: &mut Self::Tags,
        name: &[u8],
        value: RawTag<'_>,
    ) -> ControlFlow<Output> {
        let name = String::from_utf8_lossy(name).trim().to_owned();
        tags.push((name, value.decode_utf8_lossy().into_owned()));
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, tags: Self::Tags) -> ControlFlow<Output, Unfinished> {
        match begin(tags) {
            Ok(game) => ControlFlow::Continue(Unfinished {
                position: game.start,
                game,
                ended: false,
            }),
            Err(fault) => ControlFlow::Break(Err(fault)),
        }
    }

    fn san(&mut self, movetext: &mut Unfinished, san: SanPlus) -> ControlFlow<Output> {
        if movetext.ended {
            return ControlFlow::Continue(());
        }
        let position = &movetext.position;
        let text = san.to_string();
        let found = match pattern(&san.san) {
            Some(pattern) => pattern.resolve(position, &text),
            None => Err(SanError::Illegal(text)),
        };
        match found {
            Ok(mv) => {
                movetext.position = position.play(mv);
                movetext.game.moves.push(PgnMove::from(mv));
                ControlFlow::Continue(())
            }
            Err(source) => ControlFlow::Break(Err(PgnFault::Move {
                number: position.fullmove_number(),
                color: position.side_to_move(),
                source,
            })),
        }
    }

    fn nag(&mut self, movetext: &mut Unfinished, nag: Nag) -> ControlFlow<Output> {
        if let Some(last) = movetext.game.moves.last_mut() {
            last.glyphs.push(nag.0);
        }
        ControlFlow::Continue(())
    }

    fn partial_comment(
        &mut self,
        movetext: &mut Unfinished,
        comment: RawComment<'_>,
    ) -> ControlFlow<Output> {
        let text = String::from_utf8_lossy(comment.as_bytes());
        movetext.comment().push_str(&text);
        ControlFlow::Continue(())
    }

    fn comment(
        &mut self,
        movetext: &mut Unfinished,
        comment: RawComment<'_>,
    ) -> ControlFlow<Output> {
        // The next comment after the same move, if there is one, is told apart by this space.
        let text = String::from_utf8_lossy(comment.as_bytes());
        let joined = movetext.comment();
        joined.push_str(&text);
        joined.push(' ');
        ControlFlow::Continue(())
    }

    fn outcome(&mut self, movetext: &mut Unfinished, outcome: Outcome) -> ControlFlow<Output> {
        if !movetext.ended {
            movetext.ended = true;
            movetext.game.result = result_of(outcome);
        }
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, movetext: Unfinished) -> Output {
        let mut game = movetext.game;
        trim(&mut game.comment);
        for played in &mut game.moves {
            trim(&mut played.comment);
        }
        Ok(game)
    }
}

fn trim(comment: &mut String) {
    let trimmed = comment.trim();
    if trimmed.len() < comment.len() {
        *comment = trimmed.to_owned();
    }
}

/// Takes from the tags what decides how the game is read.
fn begin(mut tags: Vec<(String, String)>) -> Result<PgnGame, PgnFault> {
    let mut take = |name: &str| {
        let index = tags.iter().position(|(tag, _)| tag == name)?;
        Some(tags.remove(index).1)
    };
    let set_up = take("SetUp");
    let fen = take("FEN").filter(|_| set_up.as_deref() != Some("0"));
    let variant = take("Variant").unwrap_or_default();
    let result = take("Result").and_then(|mark| GameResult::from_mark(&mark));
    let start = match fen {
        Some(fen) => Position::from_fen(&fen)?,
        None => Position::startpos(),
    };
    let mut game = PgnGame::new(start, is_chess960(&variant)?);
    game.result = result.unwrap_or(GameResult::Unknown);
    game.tags = tags;
    Ok(game)
}

fn is_chess960(variant: &str) -> Result<bool, PgnFault> {
    let letters: String = variant
        .chars()
        .filter(|letter| letter.is_ascii_alphanumeric())
        .map(|letter| letter.to_ascii_lowercase())
        .collect();
    match letters.as_str() {
        "" | "standard" | "chess" | "normal" | "fromposition" => Ok(false),
        "chess960" | "960" | "frc" | "dfrc" | "fischerandom" | "fischerrandom"
        | "fischerrandomchess" | "fischerandomchess" | "chess960dfrc" => Ok(true),
        _ => Err(PgnFault::Variant(variant.to_owned())),
    }
}

fn result_of(outcome: Outcome) -> GameResult {
    match outcome {
        Outcome::Known(KnownOutcome::Draw) => GameResult::Draw,
        Outcome::Known(KnownOutcome::Decisive { winner }) => match winner {
            shakmaty::Color::White => GameResult::WhiteWins,
            shakmaty::Color::Black => GameResult::BlackWins,
        },
        Outcome::Unknown => GameResult::Unknown,
    }
}

/// The move in our own words; `None` for null moves and drops, which no game of chess has.
fn pattern(san: &San) -> Option<Pattern> {
    match *san {
        San::Castle(shakmaty::CastlingSide::KingSide) => Some(Pattern::Castle(CastlingSide::HSide)),
        San::Castle(shakmaty::CastlingSide::QueenSide) => {
            Some(Pattern::Castle(CastlingSide::ASide))
        }
        San::Normal {
            role,
            file,
            rank,
            to,
            promotion,
            ..
        } => Some(Pattern::To(Target {
            kind: kind(role),
            file: file.map(|file| File::new(file as usize)),
            rank: rank.map(|rank| Rank::new(rank as usize)),
            to: Square::new(to as usize),
            promotion: promotion.map(kind),
            en_passant: false,
        })),
        San::Put { .. } | San::Null => None,
    }
}

/// Shakmaty counts its roles from the pawn, which is 1, to the king.
fn kind(role: shakmaty::Role) -> PieceType {
    PieceType::ALL[role as usize - 1]
}
