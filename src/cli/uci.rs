//! The UCI protocol on standard input and output, or with commands from the command line.

use super::Failure;
use crate::uci::command::is_command;
use crate::uci::{SessionError, read_lines, run};
use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, Cursor};

/// Words that are UCI commands, but mean something else on the command line.
const SUBCOMMANDS: [&str; 5] = ["uci", "bench", "eval", "compiler", "help"];

/// Speaks UCI until told to quit, or the input ends.
pub(super) fn converse() -> Result<(), Failure> {
    speak(BufReader::new(io::stdin()))
}

/// Carries out UCI commands as if they had been the input, but for `quit`: the input ends there, and
/// what was ordered before it is still done. OpenBench says `quit` behind an order that takes time.
pub(super) fn execute(commands: &[String]) -> Result<(), Failure> {
    let before_quit = commands.split(|command| command == "quit").next();
    speak(Cursor::new(before_quit.unwrap_or_default().join("\n")))
}

fn speak(input: impl BufRead + Send + 'static) -> Result<(), Failure> {
    let lines = read_lines(input).map_err(Failure::runtime)?;
    run(&lines, &mut io::stdout()).map_err(|error| match error {
        SessionError::Output(error) => Failure::from(error),
        SessionError::Engine(error) => Failure::runtime(error),
    })
}

/// The UCI commands that the arguments of the program are, if they are: one, if its words are
/// arguments of their own (`go depth 5`), or one in each argument (`'go depth 5' d`).
pub(super) fn commands(arguments: &[OsString]) -> Option<Vec<String>> {
    let texts = arguments.iter().skip(1).map(|text| text.to_str());
    let texts: Vec<&str> = texts.collect::<Option<_>>()?;
    let first = *texts.first()?;
    if !is_command(first) || SUBCOMMANDS.contains(&first) {
        return None;
    }
    if first.contains(char::is_whitespace) || texts.iter().all(|text| is_command(text)) {
        Some(texts.iter().map(ToString::to_string).collect())
    } else {
        Some(vec![texts.join(" ")])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(arguments: &[&str]) -> Option<Vec<String>> {
        let program = std::iter::once(&"vezer");
        let arguments: Vec<OsString> = program.chain(arguments).map(OsString::from).collect();
        commands(&arguments)
    }

    #[test]
    fn commands_are_told_from_subcommands() {
        assert_eq!(of(&["go", "depth", "5"]).unwrap(), ["go depth 5"]);
        assert_eq!(of(&["go perft 5"]).unwrap(), ["go perft 5"]);
        assert_eq!(
            of(&["position startpos", "d"]).unwrap(),
            ["position startpos", "d"]
        );
        assert_eq!(of(&["d", "eval"]).unwrap(), ["d", "eval"]);
        for other in [
            &[] as &[&str],
            &["bench"],
            &["eval"],
            &["uci"],
            &["perft", "5"],
            &["x"],
            &["--help"],
        ] {
            assert_eq!(of(other), None, "{other:?}");
        }
    }
}
