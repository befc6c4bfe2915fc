//! Opening books.

use std::cell::OnceCell;
use std::fs;
use tempfile::TempDir;
use vezer::notation::polyglot::Book;
use vezer::position::Position;

const POSITIONS: [&str; 4] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
    "r3k2r/pppqbppp/2npbn2/4p3/4P3/2NPBN2/PPPQBPPP/R3K2R w KQkq - 4 8",
    "8/P6k/8/8/8/8/1K6/8 w - - 0 1",
];

thread_local! {
    /// Where the book lies.
    static FOLDER: OnceCell<TempDir> = const { OnceCell::new() };
}

/// A file that is a book has none but legal moves, the best first. Entries that begin with a byte
/// from 0 to 3 and seven zeros are given the key of a position, which chance would not find.
pub fn book(input: &[u8]) {
    let positions = POSITIONS.map(|fen| Position::from_fen(fen).expect("a position"));
    let mut bytes = input.to_vec();
    let (entries, _) = bytes.as_chunks_mut::<16>();
    for entry in entries.iter_mut() {
        let which = usize::from(entry[0]);
        if entry[1..8] == [0; 7] && which < positions.len() {
            let position = &positions[which];
            let key = vezer::notation::polyglot::key(position, None);
            entry[..8].copy_from_slice(&key.to_be_bytes());
        }
    }
    entries.sort(); // big endian: in the order of their keys
    FOLDER.with(|cell| {
        let folder = cell.get_or_init(|| tempfile::tempdir().expect("a folder"));
        let path = folder.path().join("book.bin");
        for bytes in [input, &bytes] {
            fs::write(&path, bytes).expect("it can be written");
            let Ok(book) = Book::load(&path) else {
                continue;
            };
            assert!(!book.is_empty() && book.len() == bytes.len() / 16);
            for position in &positions {
                let moves = book.moves(position, None);
                assert!(moves.iter().all(|found| position.is_legal(found.mv)));
                assert!(moves.iter().all(|found| found.weight > 0));
                assert!(moves.is_sorted_by(|a, b| a.weight >= b.weight));
            }
        }
    });
}
