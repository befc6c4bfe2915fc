//! Static exchange evaluation of every capture and promotion in the position set.

mod support;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use vezer::types::MoveList;

fn exchanges(criterion: &mut Criterion) {
    let cases: Vec<_> = support::positions()
        .into_iter()
        .flat_map(|position| {
            let mut moves = MoveList::new();
            position.noisy_moves(&mut moves);
            moves.into_iter().map(move |mv| (position, mv))
        })
        .collect();
    let mut group = criterion.benchmark_group("see");
    group.throughput(Throughput::Elements(cases.len() as u64));
    for threshold in [-200, 0, 1] {
        group.bench_function(format!("at least {threshold}"), |bencher| {
            bencher.iter(|| {
                black_box(&cases)
                    .iter()
                    .filter(|(position, mv)| position.see_at_least(*mv, threshold))
                    .count()
            });
        });
    }
    group.finish();
}

criterion_group!(benches, exchanges);
criterion_main!(benches);
