//! How a command fails, and what the shell learns of it.

use super::progress;
use std::fmt;
use std::io;
use std::path::Path;
use std::process::ExitCode;

/// Why a command ends early.
#[derive(Debug)]
pub(super) enum Failure {
    /// The arguments do not fit the definitions, or ask for help; the parser has the words.
    Arguments(clap::Error),
    /// Something that was given cannot be used: exit code 2.
    Input(String),
    /// Something went wrong on the way: exit code 1.
    Runtime(String),
    /// Whoever read our output has seen enough, as in `vezer … | head`.
    OutputClosed,
}

impl Failure {
    /// Something that was given cannot be used.
    pub(super) fn input(reason: impl fmt::Display) -> Failure {
        Failure::Input(reason.to_string())
    }

    /// Something went wrong on the way.
    pub(super) fn runtime(reason: impl fmt::Display) -> Failure {
        Failure::Runtime(reason.to_string())
    }

    /// A file that was given cannot be used.
    pub(super) fn unusable_file(path: &Path, error: impl fmt::Display) -> Failure {
        Failure::Input(format!("{}: {error}", path.display()))
    }

    /// Something went wrong with a file on the way.
    pub(super) fn file(path: &Path, error: impl fmt::Display) -> Failure {
        Failure::Runtime(format!("{}: {error}", path.display()))
    }

    /// Tells the user and names the exit code.
    pub(super) fn report(&self) -> ExitCode {
        match self {
            Failure::Arguments(error) => {
                // Nobody is left to be told if this cannot be written.
                let _ = error.print();
                return ExitCode::from(if error.use_stderr() { 2 } else { 0 });
            }
            Failure::Input(reason) | Failure::Runtime(reason) => {
                progress::note(format_args!("vezer: {reason}"));
            }
            Failure::OutputClosed => {}
        }
        ExitCode::from(match self {
            Failure::Input(_) => 2,
            Failure::Runtime(_) => 1,
            _ => 0,
        })
    }
}

impl From<clap::Error> for Failure {
    fn from(error: clap::Error) -> Failure {
        Failure::Arguments(error)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::OutputClosed,
            _ => Failure::runtime(error),
        }
    }
}
