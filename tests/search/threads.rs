use super::{game, table};
use std::sync::Arc;
use vezer::search::{
    BENCH_POSITIONS, Control, Limits, STACK_SIZE, TranspositionTable, Worker, bench,
};

/// Four threads over a table so small that they write over each other all the time.
#[test]
fn threads_search_together_without_harm() {
    let table: Arc<TranspositionTable> = table(1);
    let mut workers: Vec<Worker> = (0..4).map(|i| Worker::new(i, Arc::clone(&table))).collect();
    for fen in BENCH_POSITIONS.iter().step_by(4) {
        let game = game(fen, "");
        let (limits, control) = (Limits::nodes(20_000), Control::new(4));
        std::thread::scope(|scope| {
            for (index, worker) in workers.iter_mut().enumerate() {
                let (game, limits, control) = (&game, &limits, &control);
                let search = move || {
                    let report = worker.search(game, limits, control, &mut |_| ());
                    if index == 0 {
                        control.stop();
                    }
                    let best = report.best.expect("there is a move");
                    assert!(game.position().is_legal(best));
                };
                std::thread::Builder::new()
                    .stack_size(STACK_SIZE)
                    .spawn_scoped(scope, search)
                    .expect("a thread can be started");
            }
        });
        assert!(
            (1..=20_000).contains(&control.nodes()),
            "{} in {fen}",
            control.nodes()
        );
    }
}

#[test]
fn a_bench_counts_the_same_nodes_every_time() {
    let nodes = |_| {
        bench(5, 1, 1, &mut |_, _, _, _| ())
            .expect("there is memory")
            .nodes
    };
    let counts = [0, 1].map(nodes);
    assert_eq!(counts[0], counts[1]);
}
