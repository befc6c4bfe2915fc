//! The parameters of `go`.

use super::command::excerpt;
use crate::engine::Turn;
use crate::search::{Clock, Limits};
use crate::types::Color;
use std::iter::Peekable;
use std::slice::Iter;
use std::time::Duration;

/// How to search.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Go {
    /// What is left on each player's clock, in milliseconds, by [`Color::index`].
    pub time: [Option<i64>; 2],
    /// What each player gets for a move, in milliseconds.
    pub increment: [Option<i64>; 2],
    /// The moves until the next time control.
    pub moves_to_go: Option<i64>,
    /// Not deeper than this, in plies.
    pub depth: Option<i64>,
    /// Not more nodes than this.
    pub nodes: Option<i64>,
    /// Look for a mate in so many moves.
    pub mate: Option<i64>,
    /// Exactly this long, in milliseconds.
    pub movetime: Option<i64>,
    /// Until stopped.
    pub infinite: bool,
    /// In the opponent's time.
    pub ponder: bool,
    /// Only these moves, if the word is there at all.
    pub search_moves: Option<Vec<String>>,
    /// What was not understood, in words.
    pub remarks: Vec<String>,
}

/// All words that mean something after `go`.
const KEYWORDS: [&str; 13] = [
    "searchmoves",
    "ponder",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
    "perft",
];

type Words<'a> = Peekable<Iter<'a, &'a str>>;

impl Go {
    /// Reads the words after `go`, in any order. What is not understood is left out and remarked.
    pub(super) fn parse(words: &[&str]) -> Go {
        let mut go = Go::default();
        let mut words = words.iter().peekable();
        while let Some(&word) = words.next() {
            match word {
                "wtime" => go.time[0] = go.number(word, &mut words),
                "btime" => go.time[1] = go.number(word, &mut words),
                "winc" => go.increment[0] = go.number(word, &mut words),
                "binc" => go.increment[1] = go.number(word, &mut words),
                "movestogo" => go.moves_to_go = go.number(word, &mut words),
                "depth" => go.depth = go.number(word, &mut words),
                "nodes" => go.nodes = go.number(word, &mut words),
                "mate" => go.mate = go.number(word, &mut words),
                "movetime" => go.movetime = go.number(word, &mut words),
                "infinite" => go.infinite = true,
                "ponder" => go.ponder = true,
                "searchmoves" => go.search_moves = Some(moves(&mut words)),
                _ => go.remark(format!("unknown word {:?} ignored", excerpt(word))),
            }
        }
        go
    }

    /// The number after a keyword.
    fn number(&mut self, keyword: &str, words: &mut Words) -> Option<i64> {
        let Some(text) = words.next_if(|word| !KEYWORDS.contains(word)) else {
            self.remark(format!("{keyword} without a number ignored"));
            return None;
        };
        let number = whole_number(text);
        if number.is_none() {
            let text = excerpt(text);
            self.remark(format!("{keyword} {text:?} is no number, ignored"));
        }
        number
    }

    fn remark(&mut self, remark: String) {
        self.remarks.push(format!("go: {remark}"));
    }

    /// What limits a search by the player to move; the moves to search are left open.
    ///
    /// Numbers below zero count as zero: the time is up. No limit at all means until stopped.
    pub(super) fn limits(&self, us: Color) -> Limits {
        let mut limits = Limits {
            clock: self.clock(us),
            movetime: self.movetime.map(milliseconds),
            depth: self.depth.map(|depth| clamp_u32(depth.max(1))),
            nodes: self.nodes.map(|nodes| nodes.max(0).unsigned_abs()),
            mate: self.mate.filter(|&moves| moves > 0).map(clamp_u32),
            infinite: self.infinite,
            ..Limits::default()
        };
        let limited = limits.clock.is_some()
            || limits.movetime.is_some()
            || limits.depth.is_some()
            || limits.nodes.is_some()
            || limits.mate.is_some();
        limits.infinite |= !limited;
        limits
    }

    /// The clock of a player; if only the opponent's is known, ours is taken to be like it.
    fn clock(&self, us: Color) -> Option<Clock> {
        let own = us.index();
        let of = if self.time[own].is_some() {
            own
        } else {
            1 - own
        };
        Some(Clock {
            remaining: milliseconds(self.time[of]?),
            increment: milliseconds(self.increment[of].unwrap_or(0)),
            moves_to_go: self.moves_to_go.filter(|&moves| moves > 0).map(clamp_u32),
        })
    }

    /// Whose time the search runs in.
    pub(super) fn turn(&self) -> Turn {
        if self.ponder {
            Turn::Pondering
        } else {
            Turn::Ours
        }
    }
}

/// All words up to the next keyword.
fn moves(words: &mut Words) -> Vec<String> {
    let mut moves = Vec::new();
    while let Some(&word) = words.next_if(|word| !KEYWORDS.contains(word)) {
        moves.push(word.to_owned());
    }
    moves
}

/// Reads a number; fractions are cut off, and what is too large becomes the largest.
fn whole_number(text: &str) -> Option<i64> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let unsigned = whole.strip_prefix(['-', '+']).unwrap_or(whole);
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    if !is_digits(unsigned) || !is_digits(fraction) {
        return None;
    }
    let too_large = if whole.starts_with('-') {
        i64::MIN
    } else {
        i64::MAX
    };
    Some(whole.parse().unwrap_or(too_large))
}

fn milliseconds(number: i64) -> Duration {
    // Nobody waits longer than a few centuries, and sums of durations must not overflow.
    const MOST: i64 = 10_000_000_000_000;
    Duration::from_millis(number.clamp(0, MOST).unsigned_abs())
}

fn clamp_u32(number: i64) -> u32 {
    number.clamp(0, u32::MAX.into()) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Go {
        Go::parse(&line.split(' ').collect::<Vec<_>>())
    }

    fn clock(line: &str, us: Color) -> Option<(u128, u128, Option<u32>)> {
        let clock = parse(line).limits(us).clock?;
        let (remaining, increment) = (clock.remaining.as_millis(), clock.increment.as_millis());
        Some((remaining, increment, clock.moves_to_go))
    }

    #[test]
    fn each_player_has_a_clock() {
        let line = "btime 300 wtime 600000 binc 5 winc 10 movestogo 40";
        assert_eq!(clock(line, Color::White), Some((600_000, 10, Some(40))));
        assert_eq!(clock(line, Color::Black), Some((300, 5, Some(40))));
        assert_eq!(clock("btime 500", Color::White), Some((500, 0, None)));
        assert_eq!(clock("winc 500", Color::White), None);
    }

    #[test]
    fn what_is_below_zero_is_zero() {
        let line = "wtime -100 winc -5 movestogo -5";
        assert_eq!(clock(line, Color::White), Some((0, 0, None)));
        assert_eq!(
            clock("wtime 5 movestogo 0", Color::White),
            Some((5, 0, None))
        );
        let limits = parse("movetime -3 nodes -3 depth -3").limits(Color::White);
        assert_eq!(limits.movetime, Some(Duration::ZERO));
        assert_eq!((limits.nodes, limits.depth), (Some(0), Some(1)));
    }

    #[test]
    fn numbers_as_programs_write_them() {
        for (text, number) in [
            ("100.75", Some(100)),
            ("+7", Some(7)),
            ("99999999999999999999", Some(i64::MAX)),
            ("-99999999999999999999", Some(i64::MIN)),
            ("", None),
            ("-", None),
            ("1e5", None),
            ("abc", None),
            ("1.", None),
        ] {
            assert_eq!(whole_number(text), number, "{text}");
        }
        let huge = "wtime 99999999999999999999 depth 99999999999 nodes 99999999999999999999";
        let limits = parse(huge).limits(Color::White);
        assert_eq!(limits.depth, Some(u32::MAX));
        assert!(
            limits
                .clock
                .is_some_and(|clock| clock.remaining > Duration::from_secs(1 << 30))
        );
    }

    #[test]
    fn what_is_not_understood_is_left_out() {
        let go = parse("depth abc foo movetime infinite searchmoves e2e4 zzz nodes 7");
        assert_eq!((go.depth, go.movetime, go.nodes), (None, None, Some(7)));
        assert!(go.infinite);
        assert_eq!(go.search_moves.unwrap(), ["e2e4", "zzz"]);
        assert_eq!(
            go.remarks,
            [
                "go: depth \"abc\" is no number, ignored",
                "go: unknown word \"foo\" ignored",
                "go: movetime without a number ignored",
            ]
        );
    }

    #[test]
    fn without_a_limit_the_search_runs_until_stopped() {
        for endless in [
            "infinite",
            "ponder",
            "searchmoves e2e4",
            "mate 0",
            "infinite depth 3",
        ] {
            assert!(parse(endless).limits(Color::White).infinite, "{endless}");
        }
        for limited in [
            "depth 3",
            "nodes 1",
            "movetime 5",
            "wtime 5",
            "btime 5",
            "mate 3",
        ] {
            assert!(!parse(limited).limits(Color::White).infinite, "{limited}");
        }
    }
}
