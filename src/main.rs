//! The command-line program; everything is in [`vezer::cli`].

use std::process::ExitCode;

fn main() -> ExitCode {
    vezer::cli::run()
}
