//! A help-mate after a trade: where many pieces roam, a search for mate gets lost among them, while
//! the same mate with fewer pieces is found at once. As everybody helps, a piece that is in the way
//! can be taken soon.

use super::help_mate::Search;
use super::{Answer, Effort};
use crate::position::Position;
use crate::rules::material::cannot_mate_by_material;
use crate::types::{Color, Move};
use std::collections::VecDeque;

/// So many captures are looked at from one position.
const CAPTURES: usize = 12;
/// So many positions are looked at in search of them.
const LINES: usize = 8000;
/// The search after each capture gets this part of the effort.
const SHARE: usize = 16;

/// Looks for a mate after one capture or two. `None` says nothing.
pub(super) fn mate_after_trade(
    position: &Position,
    winner: Color,
    effort: Effort,
    trades: usize,
) -> Option<Vec<Move>> {
    let share = Effort {
        positions: effort.positions / SHARE,
    };
    for (after, line) in captures(position, winner) {
        let rest = match Search::new(winner, share.positions).run(&after) {
            Answer::CanMate(moves) => Some(moves),
            Answer::Unknown if trades > 1 => mate_after_trade(&after, winner, effort, trades - 1),
            _ => None,
        };
        if let Some(rest) = rest {
            return Some([line, rest].concat());
        }
    }
    None
}

/// The first positions after a capture that still allow the mate, with the moves that lead there.
fn captures(start: &Position, winner: Color) -> Vec<(Position, Vec<Move>)> {
    let mut found = Vec::new();
    let mut waiting = VecDeque::from([(*start, Vec::new())]);
    for _ in 0..LINES {
        let Some((position, line)) = waiting.pop_front() else {
            break;
        };
        for mv in position.legal_moves() {
            let next = position.play(mv);
            let line = [&line[..], &[mv]].concat();
            if !mv.is_capture() {
                waiting.push_back((next, line));
            } else if !cannot_mate_by_material(&next, winner) && next.has_legal_move() {
                found.push((next, line));
                if found.len() == CAPTURES {
                    return found;
                }
            }
        }
    }
    found
}
