//! wip
use vezer::position::{Position, perft};
fn main() {
    let a: Vec<String> = std::env::args().collect();
    if a[1] == "suite" {
        let mut bad = 0;
        for line in std::fs::read_to_string(&a[2]).unwrap().lines() {
            if line.starts_with('#') || line.trim().is_empty() {
                continue;
            }
            let mut p = line.split(';');
            let fen = p.next().unwrap();
            let pos = match Position::from_fen(fen) {
                Ok(p) => p,
                Err(e) => {
                    println!("{fen}: {e}");
                    continue;
                }
            };
            for d in p {
                let mut w = d.split_whitespace();
                let depth: u32 = w.next().unwrap()[1..].parse().unwrap();
                let n: u64 = w.next().unwrap().parse().unwrap();
                if n > 20_000_000 {
                    continue;
                }
                let got = perft(pos.board(), depth);
                if got != n {
                    println!("{fen} D{depth} {n} got {got}");
                    bad += 1;
                }
            }
        }
        println!("bad {bad}");
        return;
    }
    let pos = Position::from_fen(&a[2]).unwrap();
    let t = std::time::Instant::now();
    let n = perft(pos.board(), a[1].parse().unwrap());
    let s = t.elapsed().as_secs_f64();
    println!("{n} nodes {:.1} Mnps", n as f64 / s / 1e6);
}
