//! Move generation, by stage, and the questions about single moves that a search asks.

mod support;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use vezer::position::Position;
use vezer::types::MoveList;

fn generation(criterion: &mut Criterion) {
    let positions = support::positions();
    let mut group = criterion.benchmark_group("movegen");
    group.throughput(Throughput::Elements(positions.len() as u64));
    let mut measure = |name: &str, count: &dyn Fn(&Position) -> usize| {
        group.bench_function(name, |bencher| {
            bencher.iter(|| black_box(&positions).iter().map(count).sum::<usize>());
        });
    };
    measure("all", &|position| position.legal_moves().len());
    measure("noisy", &|position| {
        let mut moves = MoveList::new();
        position.noisy_moves(&mut moves);
        moves.len()
    });
    measure("quiet", &|position| {
        let mut moves = MoveList::new();
        position.quiet_moves(&mut moves);
        moves.len()
    });
    measure("counted, not listed", &|position| {
        position.board().count_moves()
    });
    group.finish();
}

fn single_moves(criterion: &mut Criterion) {
    let cases: Vec<_> = support::positions()
        .into_iter()
        .flat_map(|position| {
            position
                .legal_moves()
                .into_iter()
                .map(move |mv| (position, mv))
        })
        .collect();
    let mut group = criterion.benchmark_group("one move");
    group.throughput(Throughput::Elements(cases.len() as u64));
    group.bench_function("is legal", |bencher| {
        bencher.iter(|| {
            let legal = |(position, mv): &&(Position, _)| position.is_legal(*mv);
            black_box(&cases).iter().filter(legal).count()
        });
    });
    group.bench_function("gives check", |bencher| {
        bencher.iter(|| {
            let checks = |(position, mv): &&(Position, _)| position.gives_check(*mv);
            black_box(&cases).iter().filter(checks).count()
        });
    });
    group.finish();
}

criterion_group!(benches, generation, single_moves);
criterion_main!(benches);
