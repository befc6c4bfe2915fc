//! Many games by the clock with every kind of setting: no illegal move, no game lost on time, no end
//! but the laws', no memory that grows. Takes long, so only `make soak` runs it:
//!
//! | variable | meaning |
//! |---|---|
//! | `VEZER_SOAK_ENGINE` | the engine; that of the test build if not set |
//! | `VEZER_SOAK_GAMES` | how many games, 20 if not set |
//! | `VEZER_SOAK_TC` | seconds for a game and for each move, `1+0.01` if not set |
//! | `VEZER_SOAK_SEED` | what the games and settings are drawn by |
//! | `VEZER_SOAK_MARGIN` | milliseconds past the clock that are no loss, 10 if not set |
//! | `VEZER_SOAK_CONCURRENCY` | games at a time, 2 if not set |

mod player;
mod referee;

use crate::common::{self, below};
use player::{Player, Setting};
use rand_chacha::ChaCha8Rng;
use referee::Referee;
use std::env;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

/// More memory than after the first games, in KiB, would be a leak.
const GROWTH: u64 = 16 << 10;

/// How much time there is.
#[derive(Clone, Copy)]
struct Control {
    base: Duration,
    increment: Duration,
    /// So far a clock may be below zero: what a pipe and a busy computer take.
    margin: Duration,
}

/// What happened in all games.
#[derive(Default)]
struct Totals {
    games: u64,
    moves: u64,
    decided: u64,
    late: u64,
    /// Everything that must not happen, in words.
    faults: Vec<String>,
}

fn variable(name: &str, default: &str) -> String {
    env::var(name).unwrap_or_else(|_| default.to_owned())
}

fn number(name: &str, default: &str) -> u64 {
    variable(name, default).parse().expect(name)
}

#[test]
#[ignore = "takes long; see `make soak`"]
fn soak() {
    let games = number("VEZER_SOAK_GAMES", "20");
    let seed = number("VEZER_SOAK_SEED", "1");
    let control = variable("VEZER_SOAK_TC", "1+0.01");
    let (base, increment) = control.split_once('+').expect("seconds+seconds");
    let seconds = |text: &str| Duration::from_secs_f64(text.parse().expect("seconds"));
    let control = Control {
        base: seconds(base),
        increment: seconds(increment),
        margin: Duration::from_millis(number("VEZER_SOAK_MARGIN", "10")),
    };
    let next = AtomicU64::new(0);
    let totals = Mutex::new(Totals::default());
    thread::scope(|scope| {
        for _ in 0..number("VEZER_SOAK_CONCURRENCY", "2") {
            scope.spawn(|| table(&next, games, seed, control, &totals));
        }
    });
    let totals = totals.into_inner().expect("no table has panicked");
    println!(
        "{} games, {} moves, {} decided, {} moves past the clock within the margin, {} faults",
        totals.games,
        totals.moves,
        totals.decided,
        totals.late,
        totals.faults.len()
    );
    assert!(totals.faults.is_empty(), "{:#?}", totals.faults);
    assert_eq!(totals.games, games);
}

/// A table at which the same two engines play game after game.
fn table(next: &AtomicU64, games: u64, seed: u64, control: Control, totals: &Mutex<Totals>) {
    let mut players = [Player::new(), Player::new()];
    let mut first_memory = [None; 2];
    let mut played = 0u32;
    loop {
        let game = next.fetch_add(1, Relaxed);
        if game >= games {
            break;
        }
        let mut random = common::seeded(seed << 32 | game);
        let mut fault = play(&mut players, &mut random, control, totals);
        played += 1;
        if played.is_multiple_of(10) {
            for (player, first) in players.iter_mut().zip(&mut first_memory) {
                let now = player.resting_memory();
                let first = *first.get_or_insert(now);
                if now > first + GROWTH {
                    fault = Some(format!("memory grew from {first} to {now} KiB"));
                }
            }
        }
        let mut totals = totals.lock().expect("no table has panicked");
        totals.games += 1;
        if let Some(fault) = fault {
            eprintln!("game {game}: {fault}");
            totals.faults.push(format!("game {game}: {fault}"));
            players = [Player::new(), Player::new()];
            first_memory = [None; 2];
        } else if totals.games.is_multiple_of(50) {
            eprintln!("{} games, {} moves", totals.games, totals.moves);
        }
    }
}

/// The start of a game: any of the three variants, with some random moves.
fn opening(random: &mut ChaCha8Rng) -> (String, bool) {
    let number = below(random, 960);
    match below(random, 4) {
        0 => (common::start(number, number), true),
        1 => (common::start(number, below(random, 960)), true),
        _ => (common::start(common::STANDARD, common::STANDARD), false),
    }
}

/// Plays a game; returns what went wrong.
fn play(
    players: &mut [Player; 2],
    random: &mut ChaCha8Rng,
    control: Control,
    totals: &Mutex<Totals>,
) -> Option<String> {
    let (start, chess960) = opening(random);
    let mut referee = Referee::new(&start, 6 + below(random, 4), random);
    for player in players.iter_mut() {
        player.set_up(&Setting::draw(chess960, random));
    }
    let mut clocks = [control.base; 2];
    let (mut moves, mut late) = (0, 0);
    let fault = loop {
        if let Some(decided) = referee.end() {
            totals.lock().expect("no table has panicked").decided += u64::from(decided);
            break None;
        }
        let turn = referee.turn();
        let (answer, took) = match players[turn].answer(&referee, clocks, control.increment) {
            Ok(answer) => answer,
            Err(fault) => break Some(fault),
        };
        if took > clocks[turn] {
            late += 1;
        }
        if took > clocks[turn] + control.margin {
            let (had, setting) = (clocks[turn], &players[turn].setting);
            break Some(format!("took {took:?} of {had:?}, {setting:?}"));
        }
        clocks[turn] = clocks[turn].saturating_sub(took) + control.increment;
        moves += 1;
        if let Err(fault) = referee.push(&answer.best, answer.ponder.as_deref()) {
            break Some(format!("{fault}, {:?}", players[turn].setting));
        }
        players[turn].ponder(&referee, answer, clocks, control.increment);
    };
    for player in players.iter_mut() {
        player.end_game();
    }
    let mut totals = totals.lock().expect("no table has panicked");
    totals.moves += moves;
    totals.late += late;
    fault
}
