//! What the engine tells becomes text.

use super::Session;
use crate::engine::{Done, Event};
use crate::notation::uci::format_move;
use crate::search::{Bound, Info};
use crate::uci::output;
use std::io;

impl Session<'_> {
    /// Passes on what the engine tells.
    pub(super) fn relay(&mut self, event: Event) -> io::Result<()> {
        let chess960 = self.manner.chess960;
        match event {
            Event::Info(info) if self.manner.minimal => {
                self.keep_line(info);
                Ok(())
            }
            Event::Info(info) => self.tell_line(&info),
            Event::CurrentMove { .. } if self.manner.minimal => Ok(()),
            Event::CurrentMove { depth, mv, number } => {
                let line = output::current_move(depth, mv, number, chess960);
                self.output.say(line)
            }
            Event::BookMove(mv) => {
                let mv = format_move(mv, chess960);
                self.output
                    .tell(format_args!("{mv} is in the opening book"))
            }
            Event::Trouble(reason) => self.output.tell(reason),
            Event::Counted { mv, nodes } => {
                let mv = format_move(mv, chess960);
                self.output.say(format_args!("{mv}: {nodes}"))
            }
            Event::Opening(fen) => self.output.tell(format_args!("genfens {fen}")),
            Event::BenchProgress { number, of, nodes } => {
                let progress = format!("bench {number}/{of} {nodes} nodes");
                self.output.tell(progress)
            }
            Event::Done(done) => {
                self.busy = false;
                self.conclude(&done)
            }
        }
    }

    /// Tells a line of the search.
    fn tell_line(&mut self, info: &Info) -> io::Result<()> {
        let line = output::info(info, self.engine.game().position(), self.manner);
        self.output.say(line)
    }

    /// Keeps a line until a later one of the same rank takes its place, or the search ends.
    fn keep_line(&mut self, info: Info) {
        if info.bound != Bound::Exact && !self.kept.is_empty() {
            return;
        }
        let rank = info.multipv - 1;
        match self.kept.get_mut(rank) {
            Some(kept) => *kept = info,
            None => self.kept.push(info),
        }
    }

    /// Tells the lines kept.
    fn tell_kept(&mut self) -> io::Result<()> {
        let kept = std::mem::take(&mut self.kept);
        kept.iter().try_for_each(|info| self.tell_line(info))
    }

    fn conclude(&mut self, done: &Done) -> io::Result<()> {
        match *done {
            Done::Search { best, ponder } => {
                self.tell_kept()?;
                let line = output::best_move(best, ponder, self.manner.chess960);
                self.output.say(line)
            }
            Done::Perft { nodes: Some(nodes) } => {
                self.output.say(format_args!("\nNodes searched: {nodes}\n"))
            }
            Done::Perft { nodes: None } => self.output.tell("the count was stopped"),
            Done::Bench(result) => {
                let (nodes, speed) = (result.nodes, result.nps());
                self.output.say(format_args!("{nodes} nodes {speed} nps"))
            }
            Done::Openings => Ok(()),
            Done::Failed(ref reason) => self.output.tell(reason),
        }
    }
}
