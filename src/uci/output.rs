//! What an engine says, as text: the only place that writes to the other side.

use super::log::Log;
use crate::notation::uci::format_move;
use crate::search::{Bound, Info};
use crate::types::Move;
use std::fmt::Display;
use std::io::{self, Write};

/// Writes whole lines, each of them at once, and keeps the log.
pub(super) struct Output<'a> {
    writer: &'a mut dyn Write,
    /// What is said and heard, for the reader of a log file.
    pub(super) log: Log,
}

impl<'a> Output<'a> {
    pub(super) fn new(writer: &'a mut dyn Write) -> Output<'a> {
        Output {
            writer,
            log: Log::default(),
        }
    }

    /// Writes one line, or several that belong together.
    pub(super) fn say(&mut self, text: impl Display) -> io::Result<()> {
        let text = format!("{text}\n");
        self.log.said(&text);
        self.writer.write_all(text.as_bytes())?;
        self.writer.flush()
    }

    /// Writes a text for people, in one line.
    pub(super) fn tell(&mut self, text: impl Display) -> io::Result<()> {
        self.say(format_args!("info string {text}"))
    }
}

/// A line of a search, in the order in which engines commonly give it.
pub(super) fn info(info: &Info, chess960: bool) -> String {
    let bound = match info.bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    };
    let milliseconds = info.time.as_millis();
    let nodes_per_second = u128::from(info.nodes) * 1000 / milliseconds.max(1);
    let mut line = format!(
        "info depth {} seldepth {} multipv {} score {}{bound} nodes {} nps {nodes_per_second} \
         hashfull {} tbhits {} time {milliseconds}",
        info.depth,
        info.seldepth,
        info.multipv,
        info.score,
        info.nodes,
        info.hashfull.min(1000),
        info.tbhits,
    );
    if !info.pv.is_empty() {
        line.push_str(" pv");
    }
    for &mv in &info.pv {
        line.push(' ');
        line.push_str(&format_move(mv, chess960));
    }
    line
}

/// The root move that a search looks at.
pub(super) fn current_move(depth: u32, mv: Move, number: usize, chess960: bool) -> String {
    let mv = format_move(mv, chess960);
    format!("info depth {depth} currmove {mv} currmovenumber {number}")
}

/// The answer to a search.
pub(super) fn best_move(best: Option<Move>, ponder: Option<Move>, chess960: bool) -> String {
    let best = best.map_or_else(|| "(none)".to_owned(), |mv| format_move(mv, chess960));
    match ponder {
        Some(mv) => format!("bestmove {best} ponder {}", format_move(mv, chess960)),
        None => format!("bestmove {best}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{MoveKind, Score, Square};
    use std::time::Duration;

    const CASTLING: Move = Move::new(Square::E1, Square::H1, MoveKind::Castle);

    fn sample() -> Info {
        Info {
            depth: 12,
            seldepth: 20,
            multipv: 1,
            score: Score(-31),
            bound: Bound::Exact,
            nodes: 123_456,
            time: Duration::from_micros(250_900),
            hashfull: 17,
            tbhits: 0,
            pv: vec![CASTLING],
        }
    }

    #[test]
    fn the_common_order() {
        assert_eq!(
            info(&sample(), false),
            "info depth 12 seldepth 20 multipv 1 score cp -31 nodes 123456 nps 493824 \
             hashfull 17 tbhits 0 time 250 pv e1g1"
        );
    }

    #[test]
    fn bounds_mates_and_empty_lines() {
        let extreme = Info {
            score: Score::mate_in(5),
            bound: Bound::Lower,
            time: Duration::ZERO,
            pv: vec![],
            ..sample()
        };
        let line = info(&extreme, false);
        assert!(line.contains(" score mate 3 lowerbound nodes "), "{line}");
        assert!(
            line.ends_with(" nps 123456000 hashfull 17 tbhits 0 time 0"),
            "{line}"
        );
        let upper = Info {
            score: Score::mated_in(0),
            bound: Bound::Upper,
            ..sample()
        };
        assert!(info(&upper, false).contains(" score mate 0 upperbound "));
    }

    #[test]
    fn castling_is_written_as_the_variant_wants() {
        assert!(info(&sample(), true).ends_with(" pv e1h1"));
        assert_eq!(best_move(Some(CASTLING), None, false), "bestmove e1g1");
        let ponder = best_move(Some(CASTLING), Some(CASTLING), true);
        assert_eq!(ponder, "bestmove e1h1 ponder e1h1");
        assert_eq!(best_move(None, None, true), "bestmove (none)");
        let current = current_move(9, CASTLING, 3, false);
        assert_eq!(current, "info depth 9 currmove e1g1 currmovenumber 3");
    }
}
