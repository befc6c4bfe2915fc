//! Writing a game in the export format of the PGN standard (section 3.2).

use super::{PgnGame, PgnMove};
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
        lines.moves(&self.start, &self.moves);
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
    /// Parentheses that wait for the word that they stand before.
    open: String,
}

impl Lines {
    /// Moves with their numbers, glyphs, comments and variations.
    fn moves(&mut self, start: &Position, moves: &[PgnMove]) {
        let mut position = *start;
        let mut number_needed = true;
        for played in moves {
            let number = position.fullmove_number();
            match position.side_to_move() {
                Color::White => self.word(&format!("{number}.")),
                Color::Black if number_needed => self.word(&format!("{number}...")),
                Color::Black => {}
            }
            self.word(&san::format_move(&position, played.mv));
            for glyph in &played.glyphs {
                self.word(&format!("${glyph}"));
            }
            self.comment(&played.comment);
            for variation in played.variations.iter().filter(|line| !line.is_empty()) {
                self.open.push('(');
                self.moves(&position, variation);
                // Directly behind the last word, as export format has it.
                self.text.push(')');
                self.column += 1;
            }
            number_needed = !played.comment.is_empty() || !played.variations.is_empty();
            position = position.play(played.mv);
        }
    }

    fn word(&mut self, word: &str) {
        let word = &(std::mem::take(&mut self.open) + word);
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
            unbroken(&comment).iter().for_each(|word| self.word(word));
        }
    }
}

/// The words of a comment. A command as `[%eval 0.31]` is one of them: not every program reads it if
/// a line ends in its middle.
fn unbroken(comment: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut open = false;
    for word in comment.split_whitespace() {
        match words.last_mut() {
            Some(last) if open && last.len() < WIDTH / 2 => {
                last.push(' ');
                last.push_str(word);
            }
            _ => words.push(word.to_owned()),
        }
        open = words
            .last()
            .is_some_and(|last| last.rfind("[%") > last.rfind(']'));
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_in_comments_are_not_broken() {
        let words = unbroken("{[%eval 0.31] [%clk 0:01:00] a b}");
        assert_eq!(words, ["{[%eval 0.31]", "[%clk 0:01:00]", "a", "b}"]);
        assert_eq!(unbroken("a [%x b"), ["a", "[%x b"]);
        let endless = format!("[%eval {}", "x ".repeat(100));
        assert!(unbroken(&endless).iter().all(|word| word.len() < WIDTH));
    }

    #[test]
    fn variations_follow_their_move() {
        let start = Position::startpos();
        let mv = |position: &Position, text| san::parse_move(position, text).unwrap();
        let mut game = PgnGame::new(start, false);
        let (main, other) = (mv(&start, "e4"), mv(&start, "d4"));
        let reply = mv(&start.play(other), "d5");
        game.moves.push(PgnMove {
            variations: vec![vec![other.into(), reply.into()], vec![]],
            ..PgnMove::from(main)
        });
        game.moves.push(mv(&start.play(main), "e5").into());
        assert_eq!(game.movetext(), "1. e4 (1. d4 d5) 1... e5 *");
    }
}
