//! Running the program.

use serde_json::Value;
use std::io::Write;
use std::process::{Command, Output, Stdio};

pub fn vezer(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_vezer"))
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .expect("the program runs")
}

/// What is printed if all goes well and there is nothing to complain about.
pub fn stdout(arguments: &[&str]) -> String {
    let output = vezer(arguments);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {errors}");
    assert_eq!(errors, "", "{arguments:?}");
    String::from_utf8(output.stdout).expect("text")
}

/// The one JSON value that is printed.
pub fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&stdout(arguments)).expect("JSON")
}

/// The message for what cannot be done, which comes with exit code 2 and no other output.
pub fn complaint(arguments: &[&str]) -> String {
    let output = vezer(arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    assert!(output.stdout.is_empty(), "{arguments:?}");
    String::from_utf8(output.stderr).expect("text")
}

/// Runs the program with this on its standard input.
pub fn with_input(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_vezer"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("it is piped");
    // A program that has seen enough closes its input.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    child.wait_with_output().expect("it ends")
}
