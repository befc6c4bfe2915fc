//! Evaluations by a network, per backend: accumulators refreshed from scratch, refreshed from the
//! cache, and followed move by move, each with its forward pass.
//!
//! Run with `cargo bench --bench network`; weights are random, their values do not matter here.

mod support;

use criterion::{
    BenchmarkGroup, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main,
    measurement::WallTime,
};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use std::hint::black_box;
use std::sync::Arc;
use vezer::evaluation::network::format::INPUTS;
use vezer::evaluation::network::{Backend, Evaluator, Network, NetworkFile};
use vezer::position::Position;
use vezer::types::Move;

const BUCKETS: usize = 8;

fn random_network(neurons: usize) -> Arc<Network> {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let mut values = |count: usize| -> Vec<i16> {
        (0..count)
            .map(|_| random.random_range(-100..=100))
            .collect()
    };
    let file = NetworkFile {
        neurons,
        buckets: BUCKETS,
        description: String::new(),
        transformer_weights: values(INPUTS * neurons),
        transformer_biases: values(neurons),
        output_weights: values(BUCKETS * 2 * neurons),
        output_biases: vec![0; BUCKETS],
    };
    Arc::new(Network::new(file).expect("the weights are within the limits"))
}

/// A step of a walk through a game tree: a move with the positions before and after it.
type Step = (Position, Move, Position);

/// For each position, all its legal moves.
fn steps() -> Vec<Step> {
    let mut steps = Vec::new();
    for position in support::positions() {
        for mv in position.legal_moves() {
            steps.push((position, mv, position.play(mv)));
        }
    }
    steps
}

type Group<'a> = BenchmarkGroup<'a, WallTime>;

/// What a search does: make, evaluate, take back.
fn follow(group: &mut Group, network: &Arc<Network>, backend: Backend, steps: &[Step]) {
    group.throughput(Throughput::Elements(steps.len() as u64));
    group.bench_function(BenchmarkId::new("make and evaluate", backend), |bencher| {
        let mut roots: Vec<(Evaluator, &[Step])> = steps
            .chunk_by(|a, b| a.0 == b.0)
            .map(|steps| {
                let root = &steps[0].0;
                let evaluator = Evaluator::with_backend(network.clone(), root, backend);
                (evaluator, steps)
            })
            .collect();
        bencher.iter(|| {
            for (evaluator, steps) in &mut roots {
                for (before, mv, after) in *steps {
                    evaluator.push(before, *mv);
                    black_box(evaluator.evaluate(after));
                    evaluator.pop();
                }
            }
        });
    });
}

/// The forward pass alone: nothing has changed since the last time.
fn forward(group: &mut Group, network: &Arc<Network>, backend: Backend) {
    let position = Position::startpos();
    group.throughput(Throughput::Elements(1));
    group.bench_function(BenchmarkId::new("evaluate again", backend), |bencher| {
        let mut evaluator = Evaluator::with_backend(network.clone(), &position, backend);
        bencher.iter(|| evaluator.evaluate(black_box(&position)));
    });
}

/// A new root each time, which lies anywhere (the cache helps little) or a move away.
fn refresh(group: &mut Group, network: &Arc<Network>, backend: Backend, steps: &[Step]) {
    let far = support::positions();
    let near: Vec<Position> = steps.iter().map(|(_, _, after)| *after).collect();
    for (name, roots) in [("refresh far", far), ("refresh near", near)] {
        group.throughput(Throughput::Elements(roots.len() as u64));
        group.bench_function(BenchmarkId::new(name, backend), |bencher| {
            let mut evaluator = Evaluator::with_backend(network.clone(), &roots[0], backend);
            bencher.iter(|| {
                for root in &roots {
                    evaluator.reset(root);
                    black_box(evaluator.evaluate(root));
                }
            });
        });
    }
}

fn network(criterion: &mut Criterion) {
    let steps = steps();
    for neurons in [64, 256] {
        let network = random_network(neurons);
        let mut group = criterion.benchmark_group(format!("network {neurons}"));
        group.sample_size(20);
        for backend in Backend::available() {
            follow(&mut group, &network, backend, &steps);
            forward(&mut group, &network, backend);
            refresh(&mut group, &network, backend, &steps);
        }
        group.finish();
    }
}

criterion_group!(benches, network);
criterion_main!(benches);
