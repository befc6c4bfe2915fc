//! Running the program in a folder, with arguments separated by spaces.

use std::path::Path;
use std::process::{Command, Output, Stdio};

pub fn vezer(folder: &Path, arguments: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_vezer"))
        .current_dir(folder)
        .args(arguments.split_whitespace())
        .stdin(Stdio::null())
        .output()
        .expect("the program runs")
}

/// What is printed if all goes well.
pub fn stdout(folder: &Path, arguments: &str) -> String {
    let output = vezer(folder, arguments);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments}: {errors}");
    String::from_utf8(output.stdout).expect("text")
}

/// The message for what cannot be done.
pub fn complaint(folder: &Path, arguments: &str) -> String {
    let output = vezer(folder, arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments}");
    String::from_utf8(output.stderr).expect("text")
}
