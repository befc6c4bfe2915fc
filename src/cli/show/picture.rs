//! A position as a picture (SVG). The pieces are our own drawings, so the picture looks the same
//! wherever it is seen: no font needs to have chess figures.

use crate::cli::board::{is_king_in_check, is_of_move};
use crate::position::Position;
use crate::types::{Color, File, Move, Piece, PieceType, Rank, Square};
use std::io;
use std::path::Path;
use svg::Document;
use svg::node::element::{self, Circle, Group, Rectangle, Text};

/// The side of a square, in which the pieces are drawn.
const SIDE: i32 = 100;
/// The edge with the letters and numbers.
const EDGE: i32 = 40;

const LIGHT: &str = "#f0dfc0";
const DARK: &str = "#b58a63";
const MARK: &str = "#e4d24c";
const CHECK: &str = "#e0533d";

/// What stands under every piece but the knight's and the king's own outlines.
const FOOT: &str = "M24 88H76V81Q76 74 69 74H31Q24 74 24 81Z";

/// Writes the picture of a position as this player sees it; the last move is marked.
pub(super) fn save(
    path: &Path,
    position: &Position,
    view: Color,
    last: Option<Move>,
) -> io::Result<()> {
    svg::save(path, &draw(position, view, last))
}

fn draw(position: &Position, view: Color, last: Option<Move>) -> Document {
    let size = 8 * SIDE + 2 * EDGE;
    let frame = rectangle(0, 0, size, "#5b4334");
    let mut picture = Document::new()
        .set("viewBox", (0, 0, size, size))
        .set("width", size / 2)
        .set("height", size / 2)
        .add(element::Title::new(position.fen()))
        .add(frame);
    for square in Square::all() {
        let (x, y) = corner(square, view);
        picture = picture.add(rectangle(x, y, SIDE, shade(square)));
        for color in marks(position, square, last) {
            picture = picture.add(rectangle(x, y, SIDE, color).set("fill-opacity", 0.6));
        }
        if let Some(piece) = position.piece_on(square) {
            let place = format!("translate({x} {y})");
            picture = picture.add(drawing(piece).set("transform", place));
        }
    }
    for file in File::all() {
        let (x, _) = corner(Square::at(file, Rank::new(0)), view);
        picture = picture.add(label(file.letter(), x + SIDE / 2, size - EDGE / 2));
    }
    for rank in Rank::all() {
        let (_, y) = corner(Square::at(File::A, rank), view);
        picture = picture.add(label(rank.letter(), EDGE / 2, y + SIDE / 2));
    }
    picture
}

/// Where the square's upper left corner is.
fn corner(square: Square, view: Color) -> (i32, i32) {
    let (file, rank) = (square.file().index() as i32, square.rank().index() as i32);
    let (column, row) = match view {
        Color::White => (file, 7 - rank),
        Color::Black => (7 - file, rank),
    };
    (EDGE + SIDE * column, EDGE + SIDE * row)
}

fn shade(square: Square) -> &'static str {
    if square.is_light() { LIGHT } else { DARK }
}

/// The colours laid over a square.
fn marks(position: &Position, square: Square, last: Option<Move>) -> Vec<&'static str> {
    let mut marks = Vec::new();
    if is_of_move(last, square) {
        marks.push(MARK);
    }
    if is_king_in_check(position, square) {
        marks.push(CHECK);
    }
    marks
}

fn rectangle(x: i32, y: i32, side: i32, color: &str) -> Rectangle {
    Rectangle::new()
        .set("x", x)
        .set("y", y)
        .set("width", side)
        .set("height", side)
        .set("fill", color)
}

fn label(letter: char, x: i32, y: i32) -> Text {
    Text::new(letter.to_string())
        .set("x", x)
        .set("y", y)
        .set("fill", LIGHT)
        .set("font-family", "sans-serif")
        .set("font-size", 26)
        .set("text-anchor", "middle")
        .set("dominant-baseline", "central")
}

/// A piece in a square of 100 by 100.
fn drawing(piece: Piece) -> Group {
    let (fill, line) = match piece.color {
        Color::White => ("#ffffff", "#1c1c1c"),
        Color::Black => ("#2e2e2e", "#f4f4f4"),
    };
    let group = Group::new()
        .set("fill", fill)
        .set(
            "stroke",
            if piece.color == Color::White {
                line
            } else {
                "#000000"
            },
        )
        .set("stroke-width", 3)
        .set("stroke-linejoin", "round")
        .set("stroke-linecap", "round");
    match piece.kind {
        PieceType::Pawn => group
            .add(path("M41 44H59Q60 62 70 74H30Q40 62 41 44Z"))
            .add(dot(50, 32, 14))
            .add(path(FOOT)),
        PieceType::Knight => group
            .add(path(
                "M32 76C32 60 47 56 48 45C42 50 35 51 31 56C25 60 18 54 22 47L33 30C35 24 38 21 42 18\
                 L43 9L52 17C70 21 79 44 75 76Z",
            ))
            .add(dot(40, 32, 2).set("fill", line).set("stroke", line))
            .add(path(FOOT)),
        PieceType::Bishop => group
            .add(path("M50 19C67 32 70 47 60 59L65 74H35L40 59C30 47 33 32 50 19Z"))
            .add(dot(50, 14, 5))
            .add(path("M50 31V48M42 39H58").set("stroke", line))
            .add(path(FOOT)),
        PieceType::Rook => group
            .add(path(
                "M27 18H37V26H45V18H55V26H63V18H73V35L65 42L67 74H33L35 42L27 35Z",
            ))
            .add(path(FOOT)),
        PieceType::Queen => group
            .add(path(
                "M17 32L33 56L32 22L45 53L50 18L55 53L68 22L67 56L83 32L70 74H30Z",
            ))
            .add(dot(17, 28, 5))
            .add(dot(32, 18, 5))
            .add(dot(50, 14, 5))
            .add(dot(68, 18, 5))
            .add(dot(83, 28, 5))
            .add(path(FOOT)),
        PieceType::King => group
            .add(path("M50 6V26M41 14H59").set("stroke-width", 6))
            .add(path(
                "M50 48C46 28 22 26 19 43C17 55 28 62 31 74H69C72 62 83 55 81 43C78 26 54 28 50 48Z",
            ))
            .add(path("M50 47C42 38 43 28 50 22C57 28 58 38 50 47Z"))
            .add(path(FOOT)),
    }
}

fn path(data: &str) -> element::Path {
    element::Path::new().set("d", data)
}

fn dot(x: i32, y: i32, radius: i32) -> Circle {
    Circle::new().set("cx", x).set("cy", y).set("r", radius)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(fen: &str, view: Color) -> String {
        draw(&Position::from_fen(fen).unwrap(), view, None).to_string()
    }

    #[test]
    fn every_piece_is_drawn_on_its_square() {
        let text = drawn(Position::STARTPOS_FEN, Color::White);
        assert_eq!(text.matches("translate(").count(), 32);
        let king = "7k/8/8/8/8/8/8/K7 w - - 0 1";
        assert!(drawn(king, Color::White).contains("translate(40 740)"));
        assert!(drawn(king, Color::White).contains("translate(740 40)"));
        let lone = "8/8/8/8/8/8/1k6/7K w - - 0 1";
        assert!(drawn(lone, Color::White).contains("translate(140 640)"));
        assert!(drawn(lone, Color::Black).contains("translate(640 140)"));
    }

    #[test]
    fn a_king_in_check_is_marked() {
        assert!(drawn("4k3/8/8/8/8/8/8/K3R3 b - - 0 1", Color::White).contains(CHECK));
        assert!(!drawn(Position::STARTPOS_FEN, Color::White).contains(CHECK));
    }
}
