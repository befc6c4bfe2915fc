//! The real program: start, end, and input that no conversation in memory can have.

use crate::dialogue::Program;

#[test]
fn without_arguments_it_speaks_uci() {
    for arguments in [&[] as &[&str], &["uci"]] {
        let mut program = Program::start(arguments);
        program.say("uci");
        program.expect("id name Vezer ");
        program.expect("id author ");
        program.expect("uciok");
        program.say("quit");
        assert!(program.wait().success());
    }
}

#[test]
fn quit_ends_a_search_and_the_program() {
    let mut program = Program::start(&[]);
    program.say("position startpos moves e2e4\ngo infinite");
    program.expect("info depth");
    program.say("quit");
    program.expect("bestmove ");
    assert!(program.wait().success());
}

#[test]
fn the_end_of_the_input_ends_the_program() {
    let mut program = Program::start(&[]);
    program.end_input();
    assert!(program.wait().success());
}

#[test]
fn the_end_of_the_input_lets_finite_searches_finish() {
    let mut program = Program::start(&[]);
    program.send(b"go depth 4\nposition startpos moves d2d4\ngo infinite\ngo depth 3");
    program.end_input();
    assert!(program.wait().success());
    program.heard.expect_end();
    assert_eq!(
        program.heard.count("bestmove "),
        3,
        "{:#?}",
        program.heard.all
    );
}

#[test]
fn a_listener_that_leaves_ends_the_program_even_in_a_search() {
    let mut program = Program::start(&[]);
    program.say("go infinite");
    program.expect("info depth");
    program.stop_listening();
    program.say("isready\nisready\nisready");
    assert!(program.wait().code().is_some(), "ended by a signal");
}

#[test]
fn bytes_that_are_no_text_do_no_harm() {
    let mut program = Program::start(&[]);
    program.send(b"\0\xff\xfe go\nposition fen \xc3\x28\nsetoption name \x80 value \x80\r\n");
    program.send(b"uci\r\nisready\r\n");
    program.expect("uciok");
    program.expect("readyok");
    program.send(b"stop\nquit");
    program.end_input();
    assert!(program.wait().success());
}

#[test]
fn commands_can_be_arguments() {
    let mut program = Program::start(&["go", "depth", "3"]);
    program.expect("bestmove ");
    assert!(program.wait().success());
    let mut program = Program::start(&["position startpos moves e2e4 e7e5", "d", "go perft 2"]);
    program.expect("Fen: rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
    program.expect("Nodes searched: 835");
    assert!(program.wait().success());
}

/// The memory that a table gets is counted only when it is used, so an address space that is too
/// small for it is the test.
#[cfg(target_os = "linux")]
#[test]
fn a_table_too_large_for_the_memory_is_refused() {
    let mut program = Program::start(&[]);
    program.say("setoption name Hash value 33554432");
    program.say("isready");
    program.expect("info string option Hash: ");
    program.expect("readyok");
    program.say("go depth 3");
    program.expect("bestmove ");
    program.say("quit");
    assert!(program.wait().success());
}
