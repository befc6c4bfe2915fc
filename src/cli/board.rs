//! A board for the terminal: coloured squares and chess figures where the terminal shows them,
//! letters elsewhere.

use crate::notation::diagram::diagram;
use crate::position::Position;
use crate::types::{Color, File, Move, PieceType, Rank, Square};
use console::Style;

/// The colours of the terminal's palette of 256: light and dark squares, each without and with a
/// mark.
const LIGHT: [u8; 2] = [180, 186];
const DARK: [u8; 2] = [137, 143];
/// A king in check stands on this.
const CHECK: u8 = 167;

/// Draws a position as this player sees it; the squares of the last move are marked.
pub(super) fn draw(position: &Position, view: Color, last: Option<Move>) -> String {
    if console::colors_enabled() {
        in_color(position, view, last)
    } else if view == Color::White {
        diagram(position)
    } else {
        turned(&diagram(position))
    }
}

/// The letters of a diagram as Black sees the board.
fn turned(diagram: &str) -> String {
    let mut lines: Vec<&str> = diagram.lines().collect();
    let files = lines.pop().unwrap_or_default();
    let row = |line: &str| -> String {
        let (label, squares) = line.split_at(1);
        let squares: Vec<&str> = squares.split_whitespace().rev().collect();
        format!("{label} {}\n", squares.join(" "))
    };
    let rows: String = lines.iter().rev().map(|line| row(line)).collect();
    rows + &row(files)
}

fn in_color(position: &Position, view: Color, last: Option<Move>) -> String {
    let ranks: Vec<Rank> = match view {
        Color::White => Rank::all().rev().collect(),
        Color::Black => Rank::all().collect(),
    };
    let files: Vec<File> = match view {
        Color::White => File::all().collect(),
        Color::Black => File::all().rev().collect(),
    };
    let mut text = String::new();
    for rank in ranks {
        text.push(rank.letter());
        text.push(' ');
        for &file in &files {
            text += &cell(position, Square::at(file, rank), last);
        }
        text.push('\n');
    }
    text.push_str("  ");
    for file in files {
        text.push(' ');
        text.push(file.letter());
        text.push(' ');
    }
    text.push('\n');
    text
}

/// Whether the last move began or ended on this square.
pub(super) fn is_of_move(last: Option<Move>, square: Square) -> bool {
    last.is_some_and(|mv| [mv.from(), mv.to()].contains(&square))
}

/// Whether a king in check stands on this square.
pub(super) fn is_king_in_check(position: &Position, square: Square) -> bool {
    position.in_check() && square == position.king(position.side_to_move())
}

fn cell(position: &Position, square: Square, last: Option<Move>) -> String {
    let shades = if square.is_light() { LIGHT } else { DARK };
    let background = if is_king_in_check(position, square) {
        CHECK
    } else {
        shades[usize::from(is_of_move(last, square))]
    };
    let piece = position.piece_on(square);
    let ink = match piece.map(|piece| piece.color) {
        Some(Color::White) => 231,
        _ => 16,
    };
    let style = Style::new().color256(ink).on_color256(background);
    let figure = piece.map_or(' ', |piece| figure(piece.kind));
    style.apply_to(format!(" {figure} ")).to_string()
}

/// The filled figure of Unicode; the ink says whose it is.
const fn figure(kind: PieceType) -> char {
    match kind {
        PieceType::Pawn => '\u{265f}',
        PieceType::Knight => '\u{265e}',
        PieceType::Bishop => '\u{265d}',
        PieceType::Rook => '\u{265c}',
        PieceType::Queen => '\u{265b}',
        PieceType::King => '\u{265a}',
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::uci::parse_move;

    #[test]
    fn black_sees_the_board_from_the_other_side() {
        let position = Position::from_fen("7k/8/8/8/8/8/P7/K7 w - - 0 1").unwrap();
        let text = turned(&diagram(&position));
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "1 . . . . . . . K");
        assert_eq!(lines[1], "2 . . . . . . . P");
        assert_eq!(lines[7], "8 k . . . . . . .");
        assert_eq!(lines[8], "  h g f e d c b a");
    }

    #[test]
    fn a_coloured_board_has_every_piece_where_it_stands() {
        let start = Position::startpos();
        let mv = parse_move(&start, "e2e4").unwrap();
        let position = start.play(mv);
        for view in Color::ALL {
            let plain =
                console::strip_ansi_codes(&in_color(&position, view, Some(mv))).into_owned();
            let lines: Vec<&str> = plain.lines().collect();
            assert_eq!(lines.len(), 9);
            let king = if view == Color::White { "8 " } else { "1 " };
            assert!(lines[0].starts_with(king), "{plain}");
            assert_eq!(plain.matches(figure(PieceType::Pawn)).count(), 16);
            assert_eq!(plain.matches(figure(PieceType::King)).count(), 2);
            let row = if view == Color::White { 4 } else { 3 };
            let at = if view == Color::White { 4 } else { 3 };
            let squares: Vec<char> = lines[row].chars().skip(3).step_by(3).collect();
            assert_eq!(squares[at], figure(PieceType::Pawn), "{plain}");
        }
    }
}
