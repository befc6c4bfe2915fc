//! Whole conversations, and the arguments of the program.

use crossbeam_channel::unbounded;
use std::ffi::OsString;
use std::time::{Duration, Instant};
use vezer::notation::uci::parse_move;
use vezer::position::Position;
use vezer::types::Move;
use vezer::uci::command::Command;
use vezer::uci::{Input, run};

/// A line that stands for a short silence, in which the engine goes on.
const PAUSE: &str = "~";

/// A conversation with a real engine and its threads. Each `go` is answered once, by a legal move of
/// the position before it; each `isready` is; nothing fails inside.
pub fn uci(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    let mut expected = Expected::default();
    let mut output = Vec::new();
    let (sender, receiver) = unbounded();
    std::thread::scope(|scope| {
        let said: Vec<&str> = text.lines().take(200).collect();
        let lines: Vec<String> = said
            .iter()
            .filter_map(|line| expected.bounded(line))
            .collect();
        scope.spawn(move || {
            for line in lines {
                if line == PAUSE {
                    std::thread::sleep(Duration::from_millis(1));
                } else if sender.send(Input::Line(line, Instant::now())).is_err() {
                    return;
                }
            }
        });
        run(&receiver, &mut output).expect("the engine starts and can write");
        drop(receiver);
    });
    let heard = String::from_utf8(output).expect("it speaks UTF-8");
    expected.check(&heard);
}

/// What a conversation must have in it.
#[derive(Default)]
struct Expected {
    position: Position,
    /// The positions to which moves are due.
    searches: Vec<Position>,
    ready: usize,
    quits: bool,
}

impl Expected {
    /// The line, with bounds to the work it asks for; `None` if it is not to be said.
    fn bounded(&mut self, line: &str) -> Option<String> {
        if line == PAUSE {
            return Some(line.to_owned());
        }
        let command = match Command::parse(line) {
            Ok(Some(command)) => command,
            _ => return Some(line.to_owned()),
        };
        if !is_bounded(&command) {
            return None;
        }
        if self.quits {
            return Some(line.to_owned());
        }
        match &command {
            Command::Go(_) => {
                self.searches.push(self.position);
                return Some(format!("{line} nodes 300"));
            }
            Command::Position { fen, moves } => {
                if let Some(position) = play(fen.as_deref(), moves) {
                    self.position = position;
                }
            }
            Command::Flip => self.position = self.position.flipped().unwrap_or(self.position),
            Command::IsReady => self.ready += 1,
            Command::Quit => self.quits = true,
            _ => {}
        }
        Some(line.to_owned())
    }

    fn check(&self, heard: &str) {
        assert!(!heard.contains("internal error"), "{heard}");
        let answers = heard
            .lines()
            .filter_map(|line| line.strip_prefix("bestmove "));
        let answers: Vec<&str> = answers.collect();
        let ready = heard.lines().filter(|&line| line == "readyok").count();
        assert_eq!(ready, self.ready, "{heard}");
        if self.quits {
            assert!(answers.len() <= self.searches.len(), "{heard}");
        } else {
            assert_eq!(answers.len(), self.searches.len(), "{heard}");
        }
        for (answer, position) in answers.iter().zip(&self.searches) {
            check_answer(answer, position);
        }
    }
}

fn check_answer(answer: &str, position: &Position) {
    let mut words = answer.split(' ');
    let best = words.next().unwrap_or_default();
    if best == "(none)" {
        assert!(!position.has_legal_move(), "{answer} in {position:?}");
        return;
    }
    let legal = |position: &Position, text: &str| -> Move {
        parse_move(position, text).unwrap_or_else(|error| panic!("{error}: {answer}, {position:?}"))
    };
    let mv = legal(position, best);
    if let (Some("ponder"), Some(reply)) = (words.next(), words.next()) {
        legal(&position.play(mv), reply);
    }
}

/// Whether a command ends soon, is modest, and touches no file.
fn is_bounded(command: &Command) -> bool {
    match command {
        Command::Perft(depth) => *depth <= 2,
        Command::Bench(_) => false,
        Command::SetOption { name, value } => {
            let name = name.to_ascii_lowercase();
            let value = value.as_deref().unwrap_or_default();
            match name.as_str() {
                "hash" | "threads" => value.parse::<u64>().is_ok_and(|number| number <= 4),
                _ => value.is_empty() || !(["file", "path"].iter().any(|word| name.contains(word))),
            }
        }
        _ => true,
    }
}

fn play(fen: Option<&str>, moves: &[String]) -> Option<Position> {
    let start = fen.map_or_else(|| Ok(Position::startpos()), Position::from_fen);
    moves.iter().try_fold(start.ok()?, |position, text| {
        parse_move(&position, text).ok().map(|mv| position.play(mv))
    })
}

/// Arguments, one to a line: understood or refused, whatever they are.
pub fn arguments(input: &[u8]) {
    let mut arguments = vec![OsString::from("vezer")];
    arguments.extend(input.split(|&byte| byte == b'\n').map(argument));
    _ = vezer::cli::understands(&arguments);
}

#[cfg(unix)]
fn argument(bytes: &[u8]) -> OsString {
    use std::os::unix::ffi::OsStringExt;
    OsString::from_vec(bytes.to_vec())
}

#[cfg(not(unix))]
fn argument(bytes: &[u8]) -> OsString {
    String::from_utf8_lossy(bytes).into_owned().into()
}
