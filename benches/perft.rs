//! Perft against other Rust move generators: cozy-chess, shakmaty and the chess crate.
//!
//! All of them count the last move of each line without making it, without a hash table, on one
//! thread and in one process. The rounds are interleaved (A B C D, then B C D A, …), so that a
//! change in the machine's speed meets everybody, and a ratio is the median of the ratios within
//! the rounds. Every count is compared with the published one. A fair measurement targets the
//! processor, for then cozy-chess may use PEXT too:
//!
//! ```sh
//! RUSTFLAGS="-C target-cpu=native" cargo bench --bench perft
//! ```
//!
//! Positions and counts: <https://www.chessprogramming.org/Perft_Results>.

use clap::Parser;
use std::hint::black_box;
use std::process::ExitCode;
use std::time::Instant;

/// Compares perft with other move generators.
#[derive(Parser)]
#[command(name = "perft")]
struct Options {
    /// How often everything is measured.
    #[arg(long, default_value_t = 7, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// One move less deep: a first look within seconds.
    #[arg(long)]
    quick: bool,
    /// Only the positions whose names contain this.
    #[arg(long, value_name = "NAME", default_value = "")]
    only: String,
    /// What `cargo bench` passes to every bench.
    #[arg(long, hide = true)]
    bench: bool,
}

/// A position with the published numbers of lines.
struct Case {
    name: &'static str,
    fen: &'static str,
    /// The depth of the full measurement; the quick one goes one move less deep.
    depth: u32,
    /// The numbers of lines at both depths.
    lines: u64,
    quick_lines: u64,
}

impl Case {
    /// The depth of a measurement, and the number of lines that it must find.
    fn goal(&self, quick: bool) -> (u32, u64) {
        if quick {
            (self.depth - 1, self.quick_lines)
        } else {
            (self.depth, self.lines)
        }
    }
}

const CASES: [Case; 6] = [
    Case {
        name: "start position",
        fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        depth: 6,
        lines: 119_060_324,
        quick_lines: 4_865_609,
    },
    Case {
        name: "Kiwipete",
        fen: "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        depth: 5,
        lines: 193_690_690,
        quick_lines: 4_085_603,
    },
    Case {
        name: "position 3",
        fen: "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        depth: 7,
        lines: 178_633_661,
        quick_lines: 11_030_083,
    },
    Case {
        name: "position 4",
        fen: "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        depth: 5,
        lines: 15_833_292,
        quick_lines: 422_333,
    },
    Case {
        name: "position 5",
        fen: "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        depth: 5,
        lines: 89_941_194,
        quick_lines: 2_103_487,
    },
    Case {
        name: "position 6",
        fen: "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        depth: 5,
        lines: 164_075_551,
        quick_lines: 3_894_594,
    },
];

/// Reads a FEN, counts the lines of a length, and says how many seconds the counting took.
type Generator = fn(fen: &str, depth: u32) -> (u64, f64);

/// The generators, our own first.
const GENERATORS: [(&str, Generator); 4] = [
    ("vezer", vezer_perft),
    ("cozy-chess", cozy_perft),
    ("shakmaty", shakmaty_perft),
    ("chess", chess_perft),
];
const OURS: usize = 0;

fn timed(count: impl FnOnce() -> u64) -> (u64, f64) {
    let start = Instant::now();
    let lines = black_box(count());
    (lines, start.elapsed().as_secs_f64())
}

fn vezer_perft(fen: &str, depth: u32) -> (u64, f64) {
    let position = vezer::position::Position::from_fen(fen).expect("a valid FEN");
    timed(|| vezer::position::perft(black_box(position.board()), depth))
}

fn cozy_perft(fen: &str, depth: u32) -> (u64, f64) {
    /// Counts whole sets of target squares, as the library's own example does.
    fn count(board: &cozy_chess::Board, depth: u32) -> u64 {
        let mut lines = 0;
        // The last ply apart: a test of the depth inside the callback would slow it down.
        if depth == 1 {
            board.generate_moves(|moves| {
                lines += moves.len() as u64;
                false
            });
            return lines;
        }
        board.generate_moves(|moves| {
            for mv in moves {
                let mut child = board.clone();
                child.play_unchecked(mv);
                lines += count(&child, depth - 1);
            }
            false
        });
        lines
    }
    let board = cozy_chess::Board::from_fen(fen, false).expect("a valid FEN");
    timed(|| count(black_box(&board), depth))
}

fn shakmaty_perft(fen: &str, depth: u32) -> (u64, f64) {
    let fen: shakmaty::fen::Fen = fen.parse().expect("a valid FEN");
    let position: shakmaty::Chess = fen
        .into_position(shakmaty::CastlingMode::Standard)
        .expect("a legal position");
    timed(|| shakmaty::perft(black_box(&position), depth))
}

fn chess_perft(fen: &str, depth: u32) -> (u64, f64) {
    let board: chess::Board = fen.parse().expect("a valid FEN");
    timed(|| chess::MoveGen::movegen_perft_test(black_box(&board), depth as usize) as u64)
}

/// The seconds that each generator took in one round.
type Round = [f64; GENERATORS.len()];

/// Measures every generator once, beginning with a different one each round.
fn measure(case: &Case, quick: bool, round: usize) -> Result<Round, String> {
    let (depth, expected) = case.goal(quick);
    let mut seconds = Round::default();
    for turn in 0..GENERATORS.len() {
        let index = (round + turn) % GENERATORS.len();
        let (name, perft) = GENERATORS[index];
        let (lines, time) = perft(case.fen, depth);
        if lines != expected {
            return Err(format!(
                "{name} counts {lines} lines of {depth} moves from {}, not {expected}",
                case.name
            ));
        }
        seconds[index] = time;
    }
    Ok(seconds)
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    if values.len() % 2 == 1 {
        values[middle]
    } else {
        (values[middle - 1] + values[middle]) / 2.0
    }
}

fn geometric_mean(values: &[f64]) -> f64 {
    (values.iter().map(|value| value.ln()).sum::<f64>() / values.len() as f64).exp()
}

/// The speeds of all generators in millions of lines a second, and how many times as fast as each
/// of them ours is.
struct Summary {
    speeds: [f64; GENERATORS.len()],
    ratios: [f64; GENERATORS.len()],
}

impl Summary {
    fn of_rounds(lines: u64, rounds: &[Round]) -> Summary {
        let over_rounds =
            |value: &dyn Fn(&Round) -> f64| median(rounds.iter().map(value).collect());
        Summary {
            speeds: std::array::from_fn(|i| over_rounds(&|round| lines as f64 / 1e6 / round[i])),
            ratios: std::array::from_fn(|i| over_rounds(&|round| round[i] / round[OURS])),
        }
    }

    fn mean(summaries: &[Summary]) -> Summary {
        let over_cases = |value: &dyn Fn(&Summary) -> f64| {
            geometric_mean(&summaries.iter().map(value).collect::<Vec<f64>>())
        };
        Summary {
            speeds: std::array::from_fn(|i| over_cases(&|summary| summary.speeds[i])),
            ratios: std::array::from_fn(|i| over_cases(&|summary| summary.ratios[i])),
        }
    }

    fn print(&self, name: &str, depth: &str) {
        print!("{name:<16}{depth:>6}");
        for speed in self.speeds {
            print!("{speed:>12.1}");
        }
        for ratio in &self.ratios[OURS + 1..] {
            print!("{ratio:>12.2}");
        }
        println!();
    }
}

fn print_header(options: &Options) {
    let pext = if cfg!(target_feature = "bmi2") {
        "with"
    } else {
        "without"
    };
    println!(
        "Perft: millions of lines a second, medians of {} rounds, built {pext} BMI2",
        options.rounds
    );
    print!("{:<16}{:>6}", "", "moves");
    for (name, _) in GENERATORS {
        print!("{name:>12}");
    }
    for (name, _) in &GENERATORS[OURS + 1..] {
        print!("{:>12}", format!("×{name}"));
    }
    println!();
}

fn run(options: &Options) -> Result<(), String> {
    let wanted = |case: &&Case| case.name.contains(&options.only);
    let cases: Vec<&Case> = CASES.iter().filter(wanted).collect();
    if cases.is_empty() {
        return Err(format!("no position is called {:?}", options.only));
    }
    print_header(options);
    let mut rounds: Vec<Vec<Round>> = vec![Vec::new(); cases.len()];
    for round in 0..options.rounds as usize {
        for (case, measured) in cases.iter().zip(&mut rounds) {
            measured.push(measure(case, options.quick, round)?);
        }
    }
    let mut summaries = Vec::new();
    for (case, measured) in cases.iter().zip(&rounds) {
        let (depth, lines) = case.goal(options.quick);
        let summary = Summary::of_rounds(lines, measured);
        summary.print(case.name, &depth.to_string());
        summaries.push(summary);
    }
    Summary::mean(&summaries).print("geometric mean", "");
    Ok(())
}

fn main() -> ExitCode {
    match run(&Options::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}
