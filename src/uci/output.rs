//! What an engine says, as text: the only place that writes to the other side.

use super::log::Log;
use crate::evaluation::wdl::{Chances, Told, chances};
use crate::notation::uci::format_move;
use crate::position::Board;
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

/// How searches are told.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Manner {
    /// Castling is written as the king taking his rook.
    pub(super) chess960: bool,
    /// Scores come with the chances to win, draw and lose.
    pub(super) show_wdl: bool,
    /// Only the last lines of a search are told.
    pub(super) minimal: bool,
}

/// A line of a search from this position, in the order in which engines commonly give it.
pub(super) fn info(info: &Info, root: &Board, manner: Manner) -> String {
    let bound = match info.bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    };
    let milliseconds = info.time.as_millis();
    let nodes_per_second = u128::from(info.nodes) * 1000 / milliseconds.max(1);
    let chances = match manner.show_wdl {
        true => wdl(chances(info.score, root)),
        false => String::new(),
    };
    let mut line = format!(
        "info depth {} seldepth {} multipv {} score {}{bound}{chances} nodes {} nps {nodes_per_second} \
         hashfull {} tbhits {} time {milliseconds}",
        info.depth,
        info.seldepth,
        info.multipv,
        Told::from(info.score),
        info.nodes,
        info.hashfull.min(1000),
        info.tbhits,
    );
    if !info.pv.is_empty() {
        line.push_str(" pv");
    }
    for &mv in &info.pv {
        line.push(' ');
        line.push_str(&format_move(mv, manner.chess960));
    }
    line
}

fn wdl(chances: Chances) -> String {
    let Chances { win, draw, loss } = chances;
    format!(" wdl {win} {draw} {loss}")
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
    use crate::position::Position;
    use crate::types::{MoveKind, Score, Square};
    use std::time::Duration;

    const CASTLING: Move = Move::new(Square::E1, Square::H1, MoveKind::Castle);

    fn told(info: &Info, manner: Manner) -> String {
        super::info(info, &Position::startpos(), manner)
    }

    /// As a search tells it by default.
    fn info(info: &Info) -> String {
        told(info, Manner::default())
    }

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
        let score = Told::from(Score(-31));
        let line = format!(
            "info depth 12 seldepth 20 multipv 1 score {score} nodes 123456 nps 493824 \
             hashfull 17 tbhits 0 time 250 pv e1g1"
        );
        assert_eq!(info(&sample()), line);
    }

    #[test]
    fn chances_follow_the_score_if_they_are_wanted() {
        let wanted = Manner {
            show_wdl: true,
            ..Manner::default()
        };
        let lost = Info {
            score: Score::mated_in(4),
            bound: Bound::Upper,
            ..sample()
        };
        let line = told(&lost, wanted);
        assert!(
            line.contains(" score mate -2 upperbound wdl 0 0 1000 nodes "),
            "{line}"
        );
        assert!(!info(&lost).contains("wdl"));
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
        let line = info(&extreme);
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
        assert!(info(&upper).contains(" score mate 0 upperbound "));
    }

    #[test]
    fn castling_is_written_as_the_variant_wants() {
        let chess960 = Manner {
            chess960: true,
            ..Manner::default()
        };
        assert!(told(&sample(), chess960).ends_with(" pv e1h1"));
        assert_eq!(best_move(Some(CASTLING), None, false), "bestmove e1g1");
        let ponder = best_move(Some(CASTLING), Some(CASTLING), true);
        assert_eq!(ponder, "bestmove e1h1 ponder e1h1");
        assert_eq!(best_move(None, None, true), "bestmove (none)");
        let current = current_move(9, CASTLING, 3, false);
        assert_eq!(current, "info depth 9 currmove e1g1 currmovenumber 3");
    }
}
