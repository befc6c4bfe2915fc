//! The README tells the truth: every command in its `console` blocks is run, and prints what
//! stands there; only measured times may differ.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

/// A command of the README, as the words after `./vezer`, and the output that stands below it.
type Sample = (Vec<String>, String);

/// Splits a command line into words; quotes keep spaces.
fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quote = None;
    for c in line.chars() {
        match (c, quote) {
            ('\'' | '"', None) => quote = Some(c),
            (c, Some(open)) if c == open => quote = None,
            (' ', None) => words.push(String::new()),
            (c, _) => words.last_mut().expect("never empty").push(c),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// The samples in the `console` blocks of a page; `\` at the end of a line continues a command.
fn samples(page: &str) -> Vec<Sample> {
    let mut samples: Vec<Sample> = Vec::new();
    let page = page.replace("\\\n", " ");
    for block in page.split("```console\n").skip(1) {
        let (block, _) = block.split_once("```").expect("the block ends");
        for line in block.lines() {
            if let Some(command) = line.strip_prefix("$ ./vezer ") {
                samples.push((words(command), String::new()));
            } else if let Some((_, output)) = samples.last_mut() {
                *output += line;
                output.push('\n');
            }
        }
    }
    samples
}

/// The text without the lines that differ from run to run, and without space at the ends.
fn timeless(text: &str) -> String {
    let lines = text.lines().map(str::trim_end);
    let lines = lines.filter(|line| !line.ends_with("nodes a second"));
    lines.collect::<Vec<_>>().join("\n").trim_end().to_owned()
}

fn page() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md");
    fs::read_to_string(path).expect("README.md can be read")
}

/// What the program prints, on both streams.
fn run(arguments: &[String]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_vezer"))
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .expect("the program runs");
    let printed = [output.stdout, output.stderr].concat();
    String::from_utf8(printed).expect("the output is text")
}

#[test]
fn samples_are_what_the_program_prints() {
    let samples = samples(&page());
    assert!(samples.len() >= 5, "the README shows its commands");
    for (arguments, expected) in samples {
        let printed = run(&arguments);
        assert_eq!(timeless(&printed), timeless(&expected), "{arguments:?}");
    }
}

#[test]
fn every_option_is_explained() {
    let page = page();
    let printed = run(&["isready".to_owned(), "uci".to_owned()]);
    let options: Vec<&str> = printed
        .lines()
        .filter_map(|line| line.strip_prefix("option name ")?.split_once(" type "))
        .map(|(name, _)| name)
        .collect();
    assert!(options.len() >= 7, "{printed}");
    for option in options {
        assert!(page.contains(&format!("| `{option}` |")), "{option}");
    }
}
