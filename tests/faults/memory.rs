//! Memory and threads that the system does not give.
//!
//! A limit of the address space stands for both: a thread needs a stack.

use crate::dialogue::Program;
use crate::in_shell;
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::Arc;
use vezer::evaluation::network::format::{INPUTS, MAX_BUCKETS, MAX_NEURONS};
use vezer::evaluation::network::{Network, NetworkFile};
use vezer::search::{TranspositionTable, Worker};

/// A program that may take so many mebibytes of addresses.
fn within(megabytes: usize) -> Program {
    let limit = format!("ulimit -v {}", megabytes << 10);
    Program::run(in_shell(&limit, ""))
}

/// Whether the program takes this value of an option; if not, it has said so in one line.
fn takes(program: &mut Program, option: &str, value: usize) -> bool {
    let before = program.heard.all.len();
    program.say(&format!("setoption name {option} value {value}\nisready"));
    program.expect("readyok");
    match &program.heard.all[before..] {
        [_] => true,
        [refusal, _] => {
            let start = format!("info string option {option}: ");
            assert!(refusal.starts_with(&start), "{refusal}");
            assert!(refusal.contains("still") || refusal.contains("stays"));
            false
        }
        more => panic!("{more:?}"),
    }
}

fn search(program: &mut Program) {
    program.say("go nodes 3000");
    program.expect("bestmove ");
}

fn quit(mut program: Program) {
    program.say("quit");
    let status = program.wait();
    assert!(status.success(), "{status}");
}

#[test]
fn a_table_that_is_refused_leaves_the_old_one() {
    let mut program = within(2000);
    for refused in [4096, 1 << 25, 2000] {
        assert!(!takes(&mut program, "Hash", refused));
        assert!(program.heard.all.iter().rev().nth(1).is_some_and(|line| {
            line.ends_with(&format!("{refused} MiB; the old table of 16 MiB stays"))
        }));
        search(&mut program);
    }
    assert!(takes(&mut program, "Hash", 32));
    search(&mut program);
    assert!(!takes(&mut program, "Hash", 4096));
    quit(program);
}

#[test]
fn threads_that_are_refused_leave_the_old_ones() {
    let mut program = within(1500);
    for threads in [1024, 2, 500, 3, 40, 5, 30, 8, 25, 13, 20, 16, 18] {
        let taken = takes(&mut program, "Threads", threads);
        assert!(threads > 8 || taken, "{threads}");
        assert!(threads < 100 || !taken, "{threads}");
        search(&mut program);
    }
    quit(program);
}

/// With a table that leaves less of the memory than the stack of a thread: clearing it wants threads.
#[test]
fn a_new_game_needs_no_thread() {
    let mut program = within(1000);
    assert!(takes(&mut program, "Threads", 3));
    let (mut taken, mut refused) = (1, 1000);
    while refused - taken > 1 {
        let middle = (taken + refused) / 2;
        assert!(takes(&mut program, "Hash", 1));
        if takes(&mut program, "Hash", middle) {
            taken = middle;
        } else {
            refused = middle;
        }
    }
    assert!(takes(&mut program, "Hash", 1));
    assert!(takes(&mut program, "Hash", taken - 1));
    assert!(!takes(&mut program, "Threads", 4));
    for new in ["ucinewgame", "setoption name Clear Hash"] {
        program.say(&format!("{new}\nisready"));
        program.expect("readyok");
        search(&mut program);
    }
    quit(program);
}

#[test]
fn a_start_without_memory_is_a_failure_with_a_reason() {
    let folder = tempfile::tempdir().expect("a folder");
    let commands = [
        "go nodes 100",
        "bench 1",
        "bench 1 --threads 3",
        "perft 2 --threads 4 --hash 16",
        "datagen -o games.vf --nodes 1 --hash 1 --games 1",
        "match --nodes 20 --hash 1 --games 2",
    ];
    for command in commands {
        for megabytes in [400, 90, 60, 45] {
            let limit = format!("ulimit -v {}", megabytes << 10);
            let output = crate::output(in_shell(&limit, command), folder.path());
            let reason = crate::text(&output.stderr);
            match output.status.code() {
                Some(0) => {}
                Some(1) => assert!(reason.starts_with("vezer: "), "{command}: {reason}"),
                _ => panic!("{command}, {megabytes} MB: {} {reason}", output.status),
            }
        }
    }
}

/// Who asks for more threads than can be meant is told so, before memory for them is taken.
#[test]
fn numbers_of_threads_have_an_end() {
    let folder = tempfile::tempdir().expect("a folder");
    for command in [
        "bench 1 --threads 1000000",
        "perft 2 --threads 1000000",
        "datagen -o games.vf --threads 1000000",
        "match --concurrency 1000000",
        "train none.bf -o none.vznn --threads 1000000",
    ] {
        let output = crate::output(in_shell(":", command), folder.path());
        let reason = crate::text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{command}: {reason}");
        assert!(reason.contains("1000000 is not in "), "{command}: {reason}");
    }
}

/// Counts what the present thread allocates.
struct Counting;

thread_local! {
    static ALLOCATED: Cell<usize> = const { Cell::new(0) };
}

// SAFETY: everything is done by the allocator of the system.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATED.set(ALLOCATED.get() + layout.size());
        // SAFETY: the caller's promises are passed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller's promises are passed on.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// What a thread asks for before it takes memory for granted is enough.
#[test]
fn a_worker_takes_no_more_memory_than_it_says() {
    let network = NetworkFile {
        neurons: MAX_NEURONS,
        buckets: MAX_BUCKETS,
        description: String::new(),
        transformer_weights: vec![0; INPUTS * MAX_NEURONS],
        transformer_biases: vec![0; MAX_NEURONS],
        output_weights: vec![0; MAX_BUCKETS * 2 * MAX_NEURONS],
        output_biases: vec![0; MAX_BUCKETS],
    };
    let network = Arc::new(Network::new(network).expect("it is valid"));
    let table = Arc::new(TranspositionTable::new(1).expect("there is memory"));
    let before = ALLOCATED.get();
    let mut worker = Worker::new(0, table);
    worker.set_network(network);
    let taken = ALLOCATED.get() - before;
    assert!(taken > Worker::MEMORY / 8, "{taken}");
    assert!(taken < Worker::MEMORY, "{taken}");
}
