//! Clocks that jump, and a process that is suspended.

use crate::dialogue::Program;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

fn signal(program: &Program, name: &str) {
    let id = program.id().to_string();
    let status = Command::new("kill").args(["-s", name, &id]).status();
    assert!(status.expect("kill runs").success());
}

/// The time that a line of a search says it took, in milliseconds.
fn time(line: &str) -> u64 {
    let mut words = line.split(' ').skip_while(|&word| word != "time").skip(1);
    words
        .next()
        .and_then(|word| word.parse().ok())
        .expect("a number")
}

/// The opponent's clock does not stop with us: what was slept through counts.
#[test]
fn a_suspended_search_ends_when_its_time_is_over() {
    let mut program = Program::start(&[]);
    for (go, over) in [
        ("go movetime 2500", true),
        ("go wtime 60000 btime 60000", false),
    ] {
        program.say(go);
        program.expect("info depth 2 ");
        signal(&program, "STOP");
        thread::sleep(Duration::from_millis(2500));
        let awake = Instant::now();
        signal(&program, "CONT");
        program.expect("bestmove ");
        // Had the clock stood still, more than two seconds would be left of the first search.
        if over {
            let late = awake.elapsed();
            assert!(late < Duration::from_millis(1500), "{late:?}");
        }
        let lines = program.heard.all.iter();
        let last = lines.rev().find(|line| line.contains(" pv "));
        assert!(!over || time(last.expect("a line")) <= 2600 + 1500);
    }
    program.say("go depth 3");
    program.expect("bestmove ");
    program.say("isready\nquit");
    program.expect("readyok");
    assert!(program.wait().success());
}

#[test]
fn a_suspension_while_idle_or_pondering_does_no_harm() {
    let mut program = Program::start(&[]);
    let nap = |program: &Program| {
        signal(program, "STOP");
        thread::sleep(Duration::from_millis(150));
        signal(program, "CONT");
    };
    nap(&program);
    program.say("go ponder wtime 3000 btime 3000 winc 10 binc 10");
    program.expect("info depth 2 ");
    nap(&program);
    program.say("isready");
    program.expect("readyok");
    program.heard.expect_no("bestmove ");
    program.say("ponderhit");
    nap(&program);
    program.expect("bestmove ");
    program.say("go infinite\nstop");
    nap(&program);
    program.expect("bestmove ");
    program.say("quit");
    assert!(program.wait().success());
}

/// Whoever sets the clock of the computer must not lose our games: nothing that measures time asks
/// for the time of day. [`Instant`] never goes back.
#[test]
fn no_time_is_taken_from_the_time_of_day() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut folders: Vec<_> = ["search", "selfplay", "engine", "uci"]
        .map(|layer| source.join(layer))
        .into();
    let mut instants = 0;
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let text = fs::read_to_string(&path).expect("a text");
            instants += text.matches("Instant::now()").count();
            for word in ["SystemTime", "UNIX_EPOCH", "chrono", "OffsetDateTime"] {
                assert!(!text.contains(word), "{word} in {}", path.display());
            }
        }
    }
    assert!(instants > 5, "{instants}");
}
