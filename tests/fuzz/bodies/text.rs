//! Positions, moves and games as text.

use shakmaty::fen::Fen;
use shakmaty::san::San;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, Position as _, PositionError};
use vezer::notation::pgn::{Games, PgnGame};
use vezer::notation::uci::format_move;
use vezer::notation::{epd, san};
use vezer::position::{CastlingNotation, Keys, Position};

const CHESS960: CastlingMode = CastlingMode::Chess960;

/// A FEN that is read is a position on which everything works, with the moves that shakmaty finds.
pub fn fen(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    let Ok(position) = Position::from_fen(&text) else {
        return;
    };
    for notation in [CastlingNotation::Standard, CastlingNotation::Shredder] {
        let fen = position.fen_as(notation);
        let again = Position::from_fen(&fen).expect("what is written can be read");
        assert_eq!(again.board(), position.board(), "{fen}");
        assert_eq!(again.fen_as(notation), fen);
    }
    let mut moves = Vec::new();
    for mv in position.legal_moves() {
        assert!(position.is_legal(mv));
        let next = position.play(mv);
        assert_eq!(*next.keys(), Keys::of(next.board()), "{position:?} {mv:?}");
        assert_eq!(next.legal_moves().len(), next.count_moves(), "{next:?}");
        moves.push(format_move(mv, true));
    }
    let theirs = shakmaty(&position).legal_moves();
    let theirs = theirs.iter().map(|mv| UciMove::from_move(*mv, CHESS960));
    let mut theirs: Vec<String> = theirs.map(|mv| mv.to_string()).collect();
    moves.sort();
    theirs.sort();
    assert_eq!(moves, theirs, "{position:?}");
}

/// The position as shakmaty reads it, which is stricter: two bishops on squares of one colour are
/// none for it while all pawns are left, but shuffled starts have them.
fn shakmaty(position: &Position) -> Chess {
    let fen = position.fen_as(CastlingNotation::Shredder);
    let setup: Fen = fen.parse().expect("shakmaty reads the FEN");
    let chess = setup.into_position(CHESS960);
    chess
        .or_else(PositionError::ignore_impossible_check)
        .or_else(PositionError::ignore_too_much_material)
        .unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// A FEN and in the next line a move, or the move alone. What is read is legal, and what shakmaty
/// reads means the same.
pub fn san(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    let (fen, text) = text.split_once('\n').unwrap_or(("", &text));
    let position = Position::from_fen(fen).unwrap_or_default();
    _ = san::meaning(&position, text);
    let ours = san::parse_move(&position, text);
    if let Ok(mv) = ours {
        assert!(position.is_legal(mv), "{position:?} {text:?}");
        let written = san::format_move(&position, mv);
        assert_eq!(
            san::parse_canonical(&position, &written),
            Ok(mv),
            "{position:?}"
        );
    }
    let Ok(theirs) = San::from_ascii(text.as_bytes()) else {
        return;
    };
    if let Ok(theirs) = theirs.to_move(&shakmaty(&position)) {
        let theirs = UciMove::from_move(theirs, CHESS960).to_string();
        let ours = ours.map(|mv| format_move(mv, true));
        assert_eq!(ours.as_ref(), Ok(&theirs), "{position:?} {text:?}");
    }
}

/// Lines of EPD; what is read is written so that it is read again as the same.
pub fn epd(input: &[u8]) {
    for epd in epd::read(input).flatten() {
        let line = epd.to_string();
        let again: epd::Epd = line
            .parse()
            .unwrap_or_else(|error| panic!("{line}: {error}"));
        assert_eq!(again.position.fen(), epd.position.fen(), "{line}");
        assert_eq!(again.operations, epd.operations, "{line}");
        for operation in &epd.operations {
            _ = (epd.moves(&operation.opcode), epd.number(&operation.opcode));
        }
    }
}

/// Games; what is read is written so that it is read again as the same game.
pub fn pgn(input: &[u8]) {
    for game in Games::new(input).flatten() {
        same_when_read_again(&game);
    }
}

/// Writes a game and reads it. White space in comments and the like may change, but only once.
pub fn same_when_read_again(game: &PgnGame) {
    let text = game.to_string();
    let mut games = Games::new(text.as_bytes());
    let again = games
        .next()
        .expect("a game")
        .unwrap_or_else(|error| panic!("{error} in\n{text}"));
    assert!(games.next().is_none(), "{text}");
    assert_eq!(again.to_string(), text);
    assert_eq!(again.start.fen(), game.start.fen(), "{text}");
    assert_eq!(again.result, game.result, "{text}");
    let moves = |game: &PgnGame| -> Vec<_> {
        let moves = game.moves.iter();
        moves
            .map(|played| (played.mv, played.glyphs.clone()))
            .collect()
    };
    assert_eq!(moves(&again), moves(game), "{text}");
}
