//! Writing a game in the export format of the PGN standard (section 3.2).

use super::PgnGame;
use crate::notation::san;
use crate::position::Position;
use crate::types::Color;
use std::fmt;

/// The tags that every game has, in this order, with the value that stands for "not known";
/// `Result` comes last.
const ROSTER: [(&str, &str); 6] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
];

/// The most characters on a line of moves.
const WIDTH: usize = 79;

impl fmt::Display for PgnGame {
    /// Tags, an empty line, the moves with their comments, and an empty line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_tags(f)?;
        writeln!(f)?;
        writeln!(f, "{}", self.movetext())?;
        writeln!(f)
    }
}

impl PgnGame {
    fn write_tags(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, unknown) in ROSTER {
            write_tag(f, name, self.tag(name).unwrap_or(unknown))?;
        }
        write_tag(f, "Result", self.result.mark())?;
        for (name, value) in &self.tags {
            let is_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
            let derived = ["Result", "SetUp", "FEN", "Variant"].contains(&name.as_str());
            let in_roster = ROSTER.iter().any(|(roster, _)| roster == name);
            if !name.is_empty() && name.chars().all(is_name) && !derived && !in_roster {
                write_tag(f, name, value)?;
            }
        }
        if self.chess960 {
            write_tag(f, "Variant", "Chess960")?;
        }
        let fen = self.start.fen();
        if self.chess960 || fen != Position::STARTPOS_FEN {
            write_tag(f, "SetUp", "1")?;
            write_tag(f, "FEN", &fen)?;
        }
        Ok(())
    }

    fn movetext(&self) -> String {
        let mut lines = Lines::default();
        lines.comment(&self.comment);
        let mut position = self.start;
        let mut number_needed = true;
        for played in &self.moves {
            let number = position.fullmove_number();
            match position.side_to_move() {
                Color::White => lines.word(&format!("{number}.")),
                Color::Black if number_needed => lines.word(&format!("{number}...")),
                Color::Black => {}
            }
            lines.word(&san::format_move(&position, played.mv));
            for glyph in &played.glyphs {
                lines.word(&format!("${glyph}"));
            }
            lines.comment(&played.comment);
            number_needed = !played.comment.is_empty();
            position = position.play(played.mv);
        }
        lines.word(self.result.mark());
        lines.text
    }
}

fn write_tag(f: &mut fmt::Formatter<'_>, name: &str, value: &str) -> fmt::Result {
    let printable = |letter: char| if letter.is_control() { ' ' } else { letter };
    let value: String = value.chars().map(printable).collect();
    let value = value.replace('\\', "\\\\").replace('"', "\\\"");
    writeln!(f, "[{name} \"{value}\"]")
}

/// Words put side by side while the line has room.
#[derive(Default)]
struct Lines {
    text: String,
    column: usize,
}

impl Lines {
    fn word(&mut self, word: &str) {
        let length = word.chars().count();
        // A percent sign in the first column would make the line an escape.
        let fits = self.column + 1 + length <= WIDTH || word.starts_with('%');
        if self.column > 0 && fits {
            self.text.push(' ');
            self.column += 1;
        } else if self.column > 0 {
            self.text.push('\n');
            self.column = 0;
        }
        self.text.push_str(word);
        self.column += length;
    }

    /// A comment in braces; a closing brace inside would end it early and becomes a parenthesis.
    fn comment(&mut self, comment: &str) {
        let comment = format!("{{{}}}", comment.trim().replace('}', ")"));
        if comment.len() > 2 {
            comment.split_whitespace().for_each(|word| self.word(word));
        }
    }
}
