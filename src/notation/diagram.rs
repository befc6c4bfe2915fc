//! The board as a text drawing.

use crate::position::Position;
use crate::types::{File, Rank, Square};

/// Draws the board as White sees it: FEN's piece letters, points for empty squares, ranks and files
/// at the edges. Nine lines, each with its line feed.
pub fn diagram(position: &Position) -> String {
    let mut text = String::new();
    for rank in Rank::all().rev() {
        text.push(rank.letter());
        for file in File::all() {
            let piece = position.piece_on(Square::at(file, rank));
            text.push(' ');
            text.push(piece.map_or('.', |piece| piece.letter()));
        }
        text.push('\n');
    }
    text + "  a b c d e f g h\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_position() {
        let drawn = diagram(&Position::startpos());
        assert!(drawn.starts_with("8 r n b q k b n r\n7 p p p p p p p p\n6 . . ."));
        assert!(drawn.ends_with("1 R N B Q K B N R\n  a b c d e f g h\n"));
    }
}
