//! A line of text becomes a command.
//!
//! Tolerant where programs differ: any white space and control characters between the words,
//! unknown words before a command (as the protocol asks), fractions where whole numbers belong,
//! clocks below zero. What cannot be understood is named, never guessed.

use super::genfens;
use super::go::Go;
use crate::engine::OpeningOrder;

/// What an engine can be told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// `uci`: introduce yourself.
    Uci,
    /// `debug`: say more about what goes on, or no longer.
    Debug(bool),
    /// `isready`: answer as soon as possible.
    IsReady,
    /// `setoption`: change an option.
    SetOption {
        /// The name as written, with single spaces.
        name: String,
        /// Everything after the word `value`, if that word is there.
        value: Option<String>,
    },
    /// `register`: nothing to do for free software.
    Register,
    /// `ucinewgame`: what follows belongs to another game.
    NewGame,
    /// `position`: take a position.
    Position {
        /// The FEN; the start position if there is none.
        fen: Option<String>,
        /// The moves played from there.
        moves: Vec<String>,
    },
    /// `go`: search.
    Go(Go),
    /// `go perft`: count the lines of so many moves.
    Perft(u8),
    /// `stop`: end the search now.
    Stop,
    /// `ponderhit`: the expected move was played.
    PonderHit,
    /// `quit`: end the program.
    Quit,
    /// `d`: show the position.
    Display,
    /// `flip`: exchange the colours.
    Flip,
    /// `eval`: show the static evaluation of the position.
    Evaluate,
    /// `bench`: search fixed positions, to this depth in plies if one is given.
    Bench(Option<u32>),
    /// `genfens`: draw openings, as OpenBench asks for them.
    GenFens(OpeningOrder),
    /// `compiler`: say what this program is and for which processor it was built.
    Compiler,
    /// `help`: list the commands.
    Help,
}

/// Why a line is no command.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CommandError {
    /// No word of the line is a command.
    #[error("unknown command: {0}")]
    Unknown(String),
    /// The command lacks something, or has something that cannot be read.
    #[error("{command}: {reason}")]
    Malformed {
        /// The command.
        command: &'static str,
        /// What is wrong.
        reason: String,
    },
}

/// The commands of the UCI protocol: those that are found even after unknown words.
const PROTOCOL: [&str; 11] = [
    "uci",
    "debug",
    "isready",
    "setoption",
    "register",
    "ucinewgame",
    "position",
    "go",
    "stop",
    "ponderhit",
    "quit",
];

/// Further commands, for people.
const EXTRA: [&str; 7] = ["d", "flip", "eval", "bench", "genfens", "compiler", "help"];

/// Whether the first word of a text is one of our commands.
pub fn is_command(text: &str) -> bool {
    let first = words(text).next().unwrap_or_default();
    PROTOCOL.contains(&first) || EXTRA.contains(&first)
}

/// The words of a line.
fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split(is_separator).filter(|word| !word.is_empty())
}

fn is_separator(letter: char) -> bool {
    letter.is_whitespace() || letter.is_control()
}

impl Command {
    /// Reads a line; `None` if it is blank.
    ///
    /// # Errors
    /// If no command is found in the line, or one that cannot be carried out as it stands.
    pub fn parse(line: &str) -> Result<Option<Command>, CommandError> {
        let mut all = words(line).peekable();
        let Some(&first) = all.peek() else {
            return Ok(None);
        };
        if !is_command(line) {
            while all.next_if(|word| !PROTOCOL.contains(word)).is_some() {}
        }
        let Some(command) = all.next() else {
            return Err(CommandError::Unknown(excerpt(first)));
        };
        let rest: Vec<&str> = all.collect();
        read(command, &rest, line).map(Some)
    }
}

/// Reads a command whose first word is known.
fn read(command: &str, rest: &[&str], line: &str) -> Result<Command, CommandError> {
    Ok(match command {
        "uci" => Command::Uci,
        "debug" => Command::Debug(rest.first() != Some(&"off")),
        "isready" => Command::IsReady,
        "setoption" => set_option(rest, line)?,
        "register" => Command::Register,
        "ucinewgame" => Command::NewGame,
        "position" => position(rest)?,
        "go" => go(rest)?,
        "stop" => Command::Stop,
        "ponderhit" => Command::PonderHit,
        "quit" => Command::Quit,
        "d" => Command::Display,
        "flip" => Command::Flip,
        "eval" => Command::Evaluate,
        "bench" => Command::Bench(bench_depth(rest)?),
        "genfens" => {
            let order = genfens::parse(rest);
            Command::GenFens(order.map_err(|reason| malformed("genfens", reason))?)
        }
        "compiler" => Command::Compiler,
        "help" => Command::Help,
        _ => return Err(CommandError::Unknown(excerpt(command))),
    })
}

fn set_option(rest: &[&str], line: &str) -> Result<Command, CommandError> {
    let words = match rest.split_first() {
        Some((&"name", words)) => words,
        _ => return Err(malformed("setoption", "the word \"name\" is missing")),
    };
    let end = words.iter().position(|&word| word == "value");
    let name = words[..end.unwrap_or(words.len())].join(" ");
    if name.is_empty() {
        return Err(malformed("setoption", "the name is missing"));
    }
    let value = end.map(|_| text_after(line, "value").to_owned());
    Ok(Command::SetOption { name, value })
}

/// What follows this word in a line, exactly as written but for the ends: a value can be a path
/// with double spaces.
fn text_after<'a>(line: &'a str, wanted: &str) -> &'a str {
    let word = words(line).find(|&word| word == wanted).unwrap_or_default();
    // A word lies within its line, so that the difference of the addresses is its place.
    let end = word.as_ptr().addr() + word.len() - line.as_ptr().addr();
    line.get(end..)
        .unwrap_or_default()
        .trim_matches(is_separator)
}

fn position(rest: &[&str]) -> Result<Command, CommandError> {
    let split = rest.iter().position(|&word| word == "moves");
    let (start, moves) = rest.split_at(split.unwrap_or(rest.len()));
    let fen = match start {
        ["startpos"] => None,
        ["startpos", extra, ..] => {
            let reason = format!("{:?} after \"startpos\"", excerpt(extra));
            return Err(malformed("position", reason));
        }
        ["fen", fields @ ..] => Some(fields.join(" ")),
        _ => {
            let reason = "expected \"startpos\" or \"fen\" and a FEN";
            return Err(malformed("position", reason));
        }
    };
    let moves = moves.iter().skip(1).map(ToString::to_string).collect();
    Ok(Command::Position { fen, moves })
}

fn go(rest: &[&str]) -> Result<Command, CommandError> {
    let Some(at) = rest.iter().position(|&word| word == "perft") else {
        return Ok(Command::Go(Go::parse(rest)));
    };
    match rest.get(at + 1).map(|depth| depth.parse()) {
        Some(Ok(depth)) => Ok(Command::Perft(depth)),
        _ => Err(malformed("go perft", "expected a depth from 0 to 255")),
    }
}

fn bench_depth(rest: &[&str]) -> Result<Option<u32>, CommandError> {
    let depth = rest.first().map(|depth| depth.parse()).transpose();
    depth.map_err(|_| malformed("bench", "the depth is no number"))
}

fn malformed(command: &'static str, reason: impl Into<String>) -> CommandError {
    CommandError::Malformed {
        command,
        reason: reason.into(),
    }
}

/// The beginning of a text that someone else wrote, safe to show in one line.
pub(super) fn excerpt(text: &str) -> String {
    const LENGTH: usize = 60;
    let mut letters = text.chars().map(|letter| match letter {
        letter if letter.is_control() => char::REPLACEMENT_CHARACTER,
        letter => letter,
    });
    let mut excerpt: String = letters.by_ref().take(LENGTH).collect();
    if letters.next().is_some() {
        excerpt.push_str("...");
    }
    excerpt
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Command {
        Command::parse(line).unwrap().unwrap()
    }

    fn error(line: &str) -> String {
        Command::parse(line).unwrap_err().to_string()
    }

    #[test]
    fn white_space_does_not_matter() {
        for line in [
            "isready",
            "\t isready \r",
            "isready\0",
            "\u{feff} isready",
            "joho isready",
        ] {
            assert_eq!(parse(line), Command::IsReady, "{line:?}");
        }
        for line in ["", " ", "\t\r\n", "\0"] {
            assert_eq!(Command::parse(line), Ok(None), "{line:?}");
        }
    }

    #[test]
    fn unknown_words_are_named() {
        assert_eq!(error("foo bar"), "unknown command: foo");
        assert_eq!(error("a word d"), "unknown command: a");
        assert_eq!(error("UCI"), "unknown command: UCI");
        let long = error(&"x".repeat(100_000));
        assert!(long.len() < 100 && long.ends_with("..."), "{long}");
        assert!(!error("b\u{1b}[31m").contains('\u{1b}'));
    }

    #[test]
    fn names_and_values_of_options_can_have_blanks() {
        let option = |name: &str, value: Option<&str>| Command::SetOption {
            name: name.to_owned(),
            value: value.map(str::to_owned),
        };
        let cases = [
            ("setoption name Hash value 32", option("Hash", Some("32"))),
            ("setoption  name Clear  Hash", option("Clear Hash", None)),
            (
                "setoption name Debug Log File value C:\\My  Games\\value.txt ",
                option("Debug Log File", Some("C:\\My  Games\\value.txt")),
            ),
            ("setoption name X value", option("X", Some(""))),
            ("setoption name X value value", option("X", Some("value"))),
        ];
        for (line, expected) in cases {
            assert_eq!(parse(line), expected, "{line}");
        }
        assert_eq!(
            error("setoption Hash"),
            "setoption: the word \"name\" is missing"
        );
        assert_eq!(
            error("setoption name value 3"),
            "setoption: the name is missing"
        );
    }

    #[test]
    fn positions() {
        let position = |fen: Option<&str>, moves: &[&str]| Command::Position {
            fen: fen.map(str::to_owned),
            moves: moves.iter().map(ToString::to_string).collect(),
        };
        assert_eq!(parse("position startpos"), position(None, &[]));
        assert_eq!(parse("position startpos moves"), position(None, &[]));
        assert_eq!(
            parse("position startpos moves e2e4  e7e5"),
            position(None, &["e2e4", "e7e5"])
        );
        assert_eq!(
            parse("position fen 8/8/8/8/8/8/8/K1k5 w - -  0 1 moves a1a2"),
            position(Some("8/8/8/8/8/8/8/K1k5 w - - 0 1"), &["a1a2"])
        );
        assert_eq!(
            parse("position fen moves e2e4"),
            position(Some(""), &["e2e4"])
        );
        for line in [
            "position",
            "position foo",
            "position moves e2e4",
            "position startposs",
        ] {
            assert!(error(line).starts_with("position: expected"), "{line}");
        }
        assert!(error("position startpos e2e4").contains("e2e4"));
    }

    #[test]
    fn counting_needs_a_depth() {
        assert_eq!(parse("go perft 5"), Command::Perft(5));
        for line in ["go perft", "go perft x", "go perft -1", "go perft 256"] {
            assert!(error(line).starts_with("go perft: expected"), "{line}");
        }
    }

    #[test]
    fn every_command_word_is_read() {
        for word in PROTOCOL.into_iter().chain(EXTRA) {
            let line = match word {
                "setoption" => "setoption name x".to_owned(),
                "position" => "position startpos".to_owned(),
                "genfens" => "genfens 1".to_owned(),
                _ => word.to_owned(),
            };
            assert!(is_command(&line) && Command::parse(&line).is_ok(), "{line}");
        }
    }
}
