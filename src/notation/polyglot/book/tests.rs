use super::*;
use crate::notation::uci::format_move;
use std::fs;

/// An entry as it stands in a file.
fn entry(key: u64, mv: u16, weight: u16) -> Vec<u8> {
    let mut bytes = key.to_be_bytes().to_vec();
    bytes.extend(mv.to_be_bytes());
    bytes.extend(weight.to_be_bytes());
    bytes.extend([0; 4]);
    bytes
}

/// A move between squares numbered from a1, with a promotion from 1 for a knight.
fn bits(from: u16, to: u16, promotion: u16) -> u16 {
    promotion << 12 | from << 6 | to
}

fn load(bytes: &[u8]) -> Result<Book, BookError> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("book.bin");
    fs::write(&path, bytes).unwrap();
    Book::load(&path)
}

/// The moves of a book that has these for one position.
fn moves(fen: &str, entries: &[(u16, u16)]) -> Vec<(String, u16)> {
    let position = Position::from_fen(fen).unwrap();
    let key = key(&position, None);
    let bytes: Vec<u8> = entries
        .iter()
        .flat_map(|&(mv, weight)| entry(key, mv, weight))
        .collect();
    let moves = load(&bytes).unwrap().moves(&position, None);
    let text = |found: &BookMove| (format_move(found.mv, true), found.weight);
    moves.iter().map(text).collect()
}

fn found(moves: &[(&str, u16)]) -> Vec<(String, u16)> {
    let owned = |&(mv, weight): &(&str, u16)| (mv.to_owned(), weight);
    moves.iter().map(owned).collect()
}

#[test]
fn moves_come_by_weight_and_only_if_they_can_be_played() {
    let entries = [
        (bits(12, 28, 0), 5),
        (bits(11, 27, 0), 9),
        (bits(1, 18, 0), 0),  // no weight
        (bits(12, 36, 0), 7), // e2e5 is not legal
        (0, 3),
    ];
    let expected = found(&[("d2d4", 9), ("e2e4", 5)]);
    assert_eq!(moves(Position::STARTPOS_FEN, &entries), expected);
}

#[test]
fn castling_has_two_spellings() {
    let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    let entries = [(bits(4, 7, 0), 2), (bits(4, 2, 0), 1)];
    assert_eq!(moves(fen, &entries), found(&[("e1h1", 2), ("e1a1", 1)]));
}

#[test]
fn every_promotion_is_read() {
    let fen = "7k/P7/8/8/8/8/8/K7 w - - 0 1";
    let entries: Vec<(u16, u16)> = (0..8)
        .map(|piece| (bits(48, 56, piece), 9 - piece))
        .collect();
    let expected = found(&[("a7a8n", 8), ("a7a8b", 7), ("a7a8r", 6), ("a7a8q", 5)]);
    assert_eq!(moves(fen, &entries), expected);
}

#[test]
fn what_is_no_book_is_named() {
    let error = |bytes: &[u8]| load(bytes).unwrap_err().to_string();
    assert!(error(&[]).ends_with("book.bin is empty"));
    let whole = [entry(1, 0, 0), entry(2, 0, 0)].concat();
    assert!(error(&whole[..31]).contains("is cut short or no Polyglot book: 31 bytes"));
    let unsorted = [entry(1, 0, 0), entry(3, 0, 0), entry(2, 0, 0)].concat();
    assert!(error(&unsorted).ends_with("entry 3 is not in the order of keys"));
    let missing = Book::load(Path::new("/no/such/book.bin")).unwrap_err();
    let missing = missing.to_string();
    assert!(missing.starts_with("/no/such/book.bin cannot be read ("));
    assert_eq!(load(&whole).unwrap().len(), 2);
}
