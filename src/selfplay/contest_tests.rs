use super::*;
use crate::records::verify;
use crate::selfplay::Decision;
use std::fs;
use std::time::Duration;

fn contest(pairs: u64) -> Contest {
    Contest {
        entrants: ["A", "B"].map(Entrant::new),
        budget: Budget::Nodes(150),
        hash: 1,
        seed: 3,
        book: None,
        random_plies: 8,
        max_opening_score: 150,
        chess960: 20,
        double_chess960: 20,
        adjudication: Some(Adjudication::default()),
        pairs,
        sprt: None,
    }
}

/// The games in order, and the results.
fn run(contest: &Contest, threads: usize) -> (Vec<GameRecord>, Tally) {
    let mut games = Vec::new();
    let stop = AtomicBool::new(false);
    let tally = contest.run(threads, &stop, |pair, _| {
        games.extend(pair.iter().map(|game| game.record.clone()));
        Ok(())
    });
    (games, tally.unwrap())
}

#[test]
fn an_engine_against_itself_plays_every_game_twice() {
    let (games, tally) = run(&contest(4), 2);
    assert_eq!(tally.pairs, Pentanomial([0, 0, 4, 0, 0]));
    assert_eq!(tally.games(), 8);
    assert_eq!(tally.wins, tally.losses);
    assert_eq!(tally.nodes[0], tally.nodes[1]);
    for pair in games.chunks(2) {
        assert!(pair[0] == pair[1]);
        assert_eq!(verify(&pair[0]), Ok(()));
    }
    assert!(games[0].start() != games[2].start());
}

#[test]
fn at_fixed_nodes_the_seed_decides_everything() {
    let contest = contest(3);
    let (games, tally) = run(&contest, 1);
    assert!((games.clone(), tally) == run(&contest, 3));
    let other = Contest { seed: 4, ..contest };
    assert!(games != run(&other, 1).0);
}

/// A player whose network values nothing against one that counts pieces.
#[test]
fn a_better_evaluation_wins_and_the_test_sees_it() {
    use crate::evaluation::network::NetworkFile;
    let zero = NetworkFile {
        neurons: 32,
        buckets: 1,
        transformer_weights: vec![0; 32 * 768],
        transformer_biases: vec![0; 32],
        output_weights: vec![0; 64],
        output_biases: vec![0],
        description: String::new(),
    };
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("zero.vznn");
    fs::write(&path, zero.encode().unwrap()).unwrap();
    let mut contest = contest(100);
    contest.entrants[1].load_network(&path).unwrap();
    contest.sprt = Some(Sprt {
        elo0: 0.0,
        elo1: 50.0,
        alpha: 0.05,
        beta: 0.05,
    });
    let (games, tally) = run(&contest, 2);
    assert!(tally.wins > 5 * (tally.losses + 1), "{tally:?}");
    let decision = contest.sprt.unwrap().decision(&tally.pairs);
    assert_eq!(decision, Some(Decision::AcceptedH1));
    assert!(tally.games() < 200 && games.len() as u64 == tally.games());
    // From the other side the same result.
    contest.entrants.swap(0, 1);
    contest.sprt = None;
    contest.pairs = tally.games() / 2;
    let mirrored = run(&contest, 2).1;
    assert_eq!((mirrored.wins, mirrored.losses), (tally.losses, tally.wins));
    assert_eq!(mirrored.nodes, [tally.nodes[1], tally.nodes[0]]);
}

#[test]
fn a_fallen_flag_is_a_loss_on_time() {
    let contest = Contest {
        budget: Budget::Clock(Duration::ZERO, Duration::ZERO),
        ..contest(1)
    };
    let (games, tally) = run(&contest, 1);
    assert!(games.iter().all(GameRecord::is_empty));
    // Whoever is first to move loses both as White and as Black.
    assert_eq!(tally.time_losses, [1, 1]);
    assert_eq!(tally.pairs, Pentanomial([0, 0, 1, 0, 0]));
}

#[test]
fn books_are_used_up_before_anything_is_repeated() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("book.epd");
    let book = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -\n\
                rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq -\n\
                rnbqkbnr/pppppppp/8/8/2P5/8/PP1PPPPP/RNBQKBNR b KQkq -\n";
    fs::write(&path, book).unwrap();
    let contest = Contest {
        book: Some(Book::load(&path).unwrap()),
        random_plies: 0,
        budget: Budget::SoftNodes(20),
        ..contest(6)
    };
    let (games, _) = run(&contest, 2);
    let starts: Vec<u64> = games
        .iter()
        .step_by(2)
        .map(|game| game.start().unwrap().key())
        .collect();
    let mut first = starts[..3].to_vec();
    first.sort_unstable();
    first.dedup();
    assert_eq!(first.len(), 3);
    assert_eq!(starts[..3], starts[3..]);
}
