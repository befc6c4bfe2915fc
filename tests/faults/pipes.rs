//! Pipes that end, or that nobody reads.

use crate::dialogue::Program;
use crate::{VEZER, text};
use std::io::{Read, Write};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

/// The input ends while this is done, after so many searches, all of which are answered.
const WORK: [(&str, usize); 9] = [
    ("go infinite", 1),
    ("go ponder wtime 1000 btime 1000", 1),
    ("go movetime 60\ngo infinite\ngo depth 3", 3),
    ("go nodes 5000\nstop\ngo", 2),
    ("go perft 4", 0),
    ("bench 2", 0),
    ("setoption name Hash value 256\ngo infinite", 1),
    ("setoption name Threads value 20\nucinewgame\ngo ponder", 1),
    (
        "go infinite\nsetoption name Threads value 3\nposition startpos moves e2e4\ngo mate 1 nodes 500",
        2,
    ),
];

#[test]
fn the_input_can_end_at_any_moment() {
    for (index, (lines, searches)) in WORK.into_iter().enumerate() {
        for delay in [0, 1 + 3 * index as u64, 40] {
            let mut program = Program::start(&[]);
            program.say(lines);
            thread::sleep(Duration::from_millis(delay));
            program.end_input();
            let status = program.wait();
            assert!(status.success(), "{lines} after {delay} ms: {status}");
            program.heard.expect_end();
            let answers = program.heard.count("bestmove ");
            assert_eq!(answers, searches, "{lines} after {delay} ms");
        }
    }
}

#[test]
fn half_a_line_at_the_end_is_a_line() {
    let mut program = Program::start(&[]);
    program.send(b"position startpos moves e2e4\ngo depth 2 searchmoves e7e5");
    program.end_input();
    program.expect("bestmove e7e5");
    assert!(program.wait().success());
}

/// Starts the program with an output that is not read yet.
fn unheard() -> (
    std::process::Child,
    std::process::ChildStdin,
    std::process::ChildStdout,
) {
    let mut child = Command::new(VEZER)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let input = child.stdin.take().expect("it is piped");
    let output = child.stdout.take().expect("it is piped");
    (child, input, output)
}

/// So much that a pipe does not hold the answers.
const FLOOD: usize = 400;

#[test]
fn a_listener_that_sleeps_misses_nothing() {
    let (mut child, mut input, mut output) = unheard();
    let flood = "uci\n".repeat(FLOOD);
    let lines = format!("go infinite\n{flood}stop\ngo movetime 20\nisready\n");
    input.write_all(lines.as_bytes()).expect("there is room");
    drop(input);
    thread::sleep(Duration::from_millis(500));
    let ended = child.try_wait().expect("it can be waited for");
    assert!(ended.is_none(), "it did not wait: {ended:?}");
    let mut heard = String::new();
    output.read_to_string(&mut heard).expect("text");
    assert!(child.wait().expect("it ends").success());
    let count = |start: &str| heard.lines().filter(|line| line.starts_with(start)).count();
    assert_eq!(count("uciok"), FLOOD);
    assert_eq!(count("readyok"), 1);
    assert_eq!(count("bestmove "), 2);
}

#[test]
fn a_listener_that_leaves_while_the_pipe_is_full_ends_the_program() {
    for search in ["go infinite", "go ponder", "go perft 30", "bench 30"] {
        let (mut child, mut input, output) = unheard();
        let lines = format!("{search}\n{}", "uci\n".repeat(FLOOD));
        input.write_all(lines.as_bytes()).expect("there is room");
        thread::sleep(Duration::from_millis(200));
        drop(output);
        let status = child.wait().expect("it ends");
        assert!(status.code().is_some(), "{search}: ended by {status}");
    }
}

#[cfg(unix)]
#[test]
fn streams_that_are_closed_from_the_start() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = |arguments: &str| {
        let output = crate::output(crate::in_shell(":", arguments), folder.path());
        (output.status.code(), text(&output.stderr))
    };
    for streams in ["<&-", ">&-", "2>&-", "<&- >&- 2>&-", "</", "</dev/null"] {
        assert_eq!(run(streams).0, Some(0), "{streams}");
        assert_eq!(run(&format!("perft 2 {streams}")).0, Some(0), "{streams}");
        assert_eq!(run(&format!("perft x {streams}")).0, Some(2), "{streams}");
    }
}

/// The reason of a failure is lost then, but not the exit code.
#[cfg(target_os = "linux")]
#[test]
fn messages_that_cannot_be_written_do_no_harm() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = |arguments: &str| {
        let output = crate::output(crate::in_shell(":", arguments), folder.path());
        output.status.code()
    };
    let datagen = "datagen -o games.vf --nodes 1 --hash 1 --threads 1 2>/dev/full --games";
    for (arguments, code) in [
        ("perft x 2>/dev/full", 2),
        ("perft 2 --fen nonsense 2>/dev/full", 2),
        ("datagen -o games.txt 2>/dev/full", 2),
        (&format!("{datagen} 1"), 0),
        (&format!("{datagen} 2"), 0), // tells that there is a game already
    ] {
        assert_eq!(run(arguments), Some(code), "{arguments}");
    }
}

/// What a process has open: numbers and what they stand for.
#[cfg(target_os = "linux")]
fn opened(id: u32) -> Vec<(std::ffi::OsString, std::path::PathBuf)> {
    let entries = std::fs::read_dir(format!("/proc/{id}/fd")).expect("it runs");
    let mut opened: Vec<_> = entries
        .map(|entry| entry.expect("an entry"))
        .map(|entry| {
            (
                entry.file_name(),
                std::fs::read_link(entry.path()).expect("a link"),
            )
        })
        .collect();
    opened.sort();
    opened
}

/// No file and no connection that nobody has asked for; nothing is left behind either.
#[cfg(target_os = "linux")]
#[test]
fn nothing_is_opened_that_was_not_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut command = Command::new(VEZER);
    command.current_dir(folder.path());
    let mut program = Program::run(command);
    program.say("isready");
    program.expect("readyok");
    let inherited = opened(program.id());
    program.say("uci\nsetoption name Threads value 3\nsetoption name Hash value 32\nucinewgame");
    program.say("position startpos\ngo perft 3\nbench 1\ngo infinite");
    program.expect("info depth 4 ");
    assert_eq!(opened(program.id()), inherited);
    program.say("stop\nisready\nquit");
    program.expect("readyok");
    assert!(program.wait().success());
    let left = std::fs::read_dir(folder.path()).expect("a folder").count();
    assert_eq!(left, 0);
}
