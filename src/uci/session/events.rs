//! What the engine tells becomes text.

use super::Session;
use crate::engine::{Done, Event};
use crate::notation::uci::format_move;
use crate::uci::output;
use std::io;

impl Session<'_> {
    /// Passes on what the engine tells.
    pub(super) fn relay(&mut self, event: Event) -> io::Result<()> {
        let chess960 = self.chess960;
        match event {
            Event::Info(info) => self.output.say(output::info(&info, chess960)),
            Event::CurrentMove { depth, mv, number } => {
                let line = output::current_move(depth, mv, number, chess960);
                self.output.say(line)
            }
            Event::Trouble(reason) => self.output.tell(reason),
            Event::Counted { mv, nodes } => {
                let mv = format_move(mv, chess960);
                self.output.say(format_args!("{mv}: {nodes}"))
            }
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

    fn conclude(&mut self, done: &Done) -> io::Result<()> {
        match *done {
            Done::Search { best, ponder } => {
                let line = output::best_move(best, ponder, self.chess960);
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
            Done::Failed(ref reason) => self.output.tell(reason),
        }
    }
}
