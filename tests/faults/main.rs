//! The world around the engine fails: memory, threads, pipes, disks, files, time. It goes on as well
//! as it can, or says in one line why it cannot.

#[path = "../common/mod.rs"]
mod common;
#[path = "../uci/dialogue.rs"]
mod dialogue;

#[cfg(target_os = "linux")]
mod disk;
mod extremes;
mod files;
mod killed;
#[cfg(target_os = "linux")]
mod memory;
mod pipes;
mod soak;
#[cfg(unix)]
mod time;

use std::path::Path;
use std::process::{Command, Output, Stdio};

/// The program.
const VEZER: &str = env!("CARGO_BIN_EXE_vezer");

/// The program as a shell starts it after `preparation`, with arguments and redirections.
#[cfg(unix)]
fn in_shell(preparation: &str, arguments: &str) -> Command {
    let mut command = Command::new("sh");
    let script = format!("{preparation}\nexec \"$0\" {arguments}");
    command.args(["-c", &script, VEZER]);
    command
}

/// Runs a command to its end in a folder, without input.
fn output(mut command: Command, folder: &Path) -> Output {
    command.current_dir(folder).stdin(Stdio::null());
    command.output().expect("the program runs")
}

/// What a program has written, as text.
fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
