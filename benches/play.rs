//! Copy-make against make and unmake.
//!
//! `Position::play` returns a new position; the twin in `support/undo.rs` holds the same state
//! (sets, mailbox, keys, checkers, pins, counters), changes it in place and takes moves back from
//! what it saved. Both walk the same trees, three moves deep from each position of the set, on
//! moves that were generated beforehand: generation would cost both the same. Before anything is
//! measured the two are compared at every step.

mod support;
#[path = "support/undo.rs"]
mod undo;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::collections::HashMap;
use std::hint::black_box;
use undo::Undoable;
use vezer::position::Position;
use vezer::types::Move;

const DEPTH: u32 = 3;

/// A walk through a tree, written down: moves, and where they are taken back.
#[derive(Clone, Copy)]
enum Step {
    Make(Move),
    Back,
}

fn record(position: &Position, depth: u32, steps: &mut Vec<Step>) {
    if depth == 0 {
        return;
    }
    for mv in position.legal_moves() {
        steps.push(Step::Make(mv));
        record(&position.play(mv), depth - 1, steps);
        steps.push(Step::Back);
    }
}

/// Goes on with the walk by copying, as a search does: one position in each call's frame.
fn copy_make(position: &Position, steps: &mut impl Iterator<Item = Step>) -> u64 {
    let mut digest = position.key() ^ position.checkers().0 ^ position.pinned().0;
    while let Some(Step::Make(mv)) = steps.next() {
        digest = digest.rotate_left(1) ^ copy_make(&position.play(mv), steps);
    }
    digest
}

/// Goes on with the walk in place.
fn make_unmake(position: &mut Undoable, steps: &mut impl Iterator<Item = Step>) -> u64 {
    let mut digest = position.digest();
    while let Some(Step::Make(mv)) = steps.next() {
        position.make(mv);
        digest = digest.rotate_left(1) ^ make_unmake(position, steps);
        position.unmake(mv);
    }
    digest
}

/// Makes sure that the twin does the same work: equal after every move and after taking it back.
fn compare(
    position: &Position,
    twin: &mut Undoable,
    keys: &mut HashMap<u64, u64>,
    steps: &mut impl Iterator<Item = Step>,
) {
    let key = keys.entry(position.key()).or_insert(twin.key());
    assert_eq!(*key, twin.key(), "equal keys stand for equal positions");
    while let Some(Step::Make(mv)) = steps.next() {
        twin.make(mv);
        compare(&position.play(mv), twin, keys, steps);
        twin.unmake(mv);
        assert!(twin.equals(position), "{mv:?} is taken back");
    }
    assert!(twin.equals(position));
}

fn play(criterion: &mut Criterion) {
    let mut walks = Vec::new();
    for position in support::positions() {
        let mut steps = Vec::new();
        record(&position, DEPTH, &mut steps);
        let mut twin = Undoable::new(&position);
        let mut keys = HashMap::new();
        compare(&position, &mut twin, &mut keys, &mut steps.iter().copied());
        walks.push((position, twin, steps));
    }
    let moves: usize = walks.iter().map(|(_, _, steps)| steps.len() / 2).sum();
    let mut group = criterion.benchmark_group("play");
    group.throughput(Throughput::Elements(moves as u64));
    group.sample_size(20);
    group.bench_function("copy-make", |bencher| {
        bencher.iter(|| {
            for (position, _, steps) in &walks {
                black_box(copy_make(black_box(position), &mut steps.iter().copied()));
            }
        });
    });
    group.bench_function("make and unmake", |bencher| {
        bencher.iter(|| {
            for (_, twin, steps) in &mut walks {
                black_box(make_unmake(black_box(twin), &mut steps.iter().copied()));
            }
        });
    });
    group.finish();
}

criterion_group!(benches, play);
criterion_main!(benches);
