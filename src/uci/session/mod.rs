//! A conversation: reads commands, gives orders to the engine, and writes what it tells.
//!
//! One thread does all of this; it sleeps until a line or an event of the engine comes. It alone
//! writes, so that lines never mix.
//!
//! While the engine works on an order, `isready`, `stop`, `ponderhit`, `quit` and the like act at
//! once. Everything else waits in a queue until the work is done, nothing is dropped: the answer
//! to `go` always belongs to the position that was set before it, and each `go` gets exactly one.
//! `stop` ends every search asked for until then, so also those in the queue.

mod actions;
mod events;

use super::command::{Command, CommandError};
use super::input::Input;
use super::options::{self, DEFAULT_HASH};
use super::output::{Manner, Output};
use crate::engine::{Engine, OptionError};
use crate::search::Info;
use crossbeam_channel::{Receiver, never, select};
use std::collections::VecDeque;
use std::io::{self, Write};
use std::time::{Duration, Instant};

/// How long `quit` waits for the answer of a search that it has stopped.
const FAREWELL: Duration = Duration::from_millis(500);

/// Why a conversation ended early.
#[derive(Debug, thiserror::Error)]
pub enum SessionError {
    /// The engine could not be started.
    #[error(transparent)]
    Engine(#[from] OptionError),
    /// The other side does not listen any more.
    #[error(transparent)]
    Output(#[from] io::Error),
}

/// Holds a conversation until it is told to quit, or the input has ended and all work is done.
///
/// # Errors
/// If the engine cannot be started, or nothing can be written.
pub fn run(lines: &Receiver<Input>, writer: &mut dyn Write) -> Result<(), SessionError> {
    let mut session = Session::new(writer)?;
    session.converse(lines)?;
    Ok(())
}

struct Session<'a> {
    engine: Engine,
    output: Output<'a>,
    /// How searches are told.
    manner: Manner,
    /// The last lines of the search under way, if they alone are to be told.
    kept: Vec<Info>,
    /// Whether more is said than needed.
    debug: bool,
    /// Whether the engine works on an order.
    busy: bool,
    waiting: VecDeque<Waiting>,
    input_ended: bool,
    quitting: bool,
}

/// A command that waits for the end of the work.
struct Waiting {
    command: Command,
    /// For a search: `stop` has come already.
    stopped: bool,
    /// For a search in the opponent's time: `ponderhit` has come already.
    ponder_hit: bool,
}

impl<'a> Session<'a> {
    fn new(writer: &'a mut dyn Write) -> Result<Session<'a>, OptionError> {
        Ok(Session {
            engine: Engine::new(DEFAULT_HASH, 1)?,
            output: Output::new(writer),
            manner: Manner::default(),
            kept: Vec::new(),
            debug: false,
            busy: false,
            waiting: VecDeque::new(),
            input_ended: false,
            quitting: false,
        })
    }

    fn converse(&mut self, lines: &Receiver<Input>) -> io::Result<()> {
        let events = self.engine.events().clone();
        let (mut lines, nothing) = (lines, never());
        while !self.is_over() {
            select! {
                recv(lines) -> line => match line {
                    Ok(line) => self.hear(line)?,
                    Err(_) => {
                        lines = &nothing;
                        self.end_of_input()?;
                    }
                },
                recv(events) -> event => if let Ok(event) = event {
                    self.relay(event)?;
                    self.work_off_queue()?;
                },
            }
        }
        self.take_leave()
    }

    fn is_over(&self) -> bool {
        self.quitting || self.input_ended && !self.busy && self.waiting.is_empty()
    }

    /// Deals with a line.
    fn hear(&mut self, input: Input) -> io::Result<()> {
        let (line, arrival) = match input {
            Input::Line(line, arrival) => (line, arrival),
            Input::TooLong => return self.output.tell("a line too long to be a command"),
        };
        self.output.log.heard(&line);
        match Command::parse(&line) {
            Ok(None) => Ok(()),
            Ok(Some(command)) => self.obey_or_keep(command, arrival),
            Err(error) => self.complain(&error),
        }
    }

    fn complain(&mut self, error: &CommandError) -> io::Result<()> {
        self.output.tell(error)
    }

    /// Carries out a command now, or keeps it for the time after the present work.
    fn obey_or_keep(&mut self, command: Command, arrival: Instant) -> io::Result<()> {
        match command {
            Command::Uci => self.introduce(),
            Command::IsReady => self.output.say("readyok"),
            Command::Debug(on) => {
                self.debug = on;
                Ok(())
            }
            Command::Register => Ok(()),
            Command::Help => self.help(),
            Command::Compiler => self.compiler(),
            Command::Stop => {
                self.stop();
                Ok(())
            }
            Command::PonderHit => {
                self.ponderhit();
                Ok(())
            }
            Command::Quit => {
                self.quitting = true;
                Ok(())
            }
            command if self.busy => self.keep(command),
            command => self.obey(command, arrival),
        }
    }

    /// Ends all searches asked for so far.
    fn stop(&mut self) {
        if self.busy {
            self.engine.stop();
        }
        for waiting in &mut self.waiting {
            waiting.stopped = true;
        }
    }

    /// The expected move was played: that concerns the last search asked for.
    fn ponderhit(&mut self) {
        let mut searches = self.waiting.iter_mut().rev();
        match searches.find(|waiting| matches!(waiting.command, Command::Go(_))) {
            Some(search) => search.ponder_hit = true,
            None if self.busy => self.engine.ponderhit(),
            None => {}
        }
    }

    fn keep(&mut self, command: Command) -> io::Result<()> {
        if self.debug {
            self.output
                .tell("this command waits for the end of the search")?;
        }
        self.waiting.push_back(Waiting {
            command,
            stopped: false,
            ponder_hit: false,
        });
        Ok(())
    }

    /// Carries out what has waited, until there is work again.
    fn work_off_queue(&mut self) -> io::Result<()> {
        while !self.busy
            && let Some(waiting) = self.waiting.pop_front()
        {
            self.obey(waiting.command, Instant::now())?;
            if waiting.ponder_hit {
                self.engine.ponderhit();
            }
            if waiting.stopped {
                self.engine.stop();
            }
        }
        Ok(())
    }

    /// Carries out a command that the engine must be free for.
    fn obey(&mut self, command: Command, start: Instant) -> io::Result<()> {
        match command {
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref()),
            Command::NewGame => {
                self.engine.new_game();
                Ok(())
            }
            Command::Position { fen, moves } => self.set_position(fen.as_deref(), &moves),
            Command::Go(go) => self.go(&go, start),
            Command::Perft(depth) => {
                self.busy = true;
                self.engine.perft(depth);
                Ok(())
            }
            Command::Display => self.display(),
            Command::Flip => self.flip(),
            Command::Evaluate => self.evaluate(),
            Command::Bench(depth) => {
                self.busy = true;
                self.engine
                    .bench(depth.unwrap_or(crate::search::BENCH_DEPTH));
                Ok(())
            }
            Command::GenFens(order) => {
                self.busy = true;
                self.engine.draw_openings(order);
                Ok(())
            }
            // All others act at once and never come here.
            _ => Ok(()),
        }
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) -> io::Result<()> {
        #[cfg(feature = "tuning")]
        if let Some(outcome) = crate::uci::tuning::set(&mut self.engine, name, value) {
            return outcome.or_else(|reason| self.output.tell(reason));
        }
        let mut target = options::Target {
            engine: &mut self.engine,
            log: &mut self.output.log,
            manner: &mut self.manner,
            remarks: Vec::new(),
        };
        let outcome = options::set(&mut target, name, value);
        let remarks = target.remarks;
        for remark in remarks.into_iter().chain(outcome.err()) {
            self.output.tell(remark)?;
        }
        Ok(())
    }

    /// Nobody can say `stop` any more: what would wait for it ends now.
    fn end_of_input(&mut self) -> io::Result<()> {
        self.input_ended = true;
        if self.busy {
            self.engine.stop_if_endless();
        }
        self.work_off_queue()
    }

    /// Ends the running search and gives its answer, unless that takes too long.
    fn take_leave(&mut self) -> io::Result<()> {
        if self.busy {
            self.engine.stop();
        }
        let events = self.engine.events().clone();
        let deadline = Instant::now() + FAREWELL;
        while self.busy
            && let Ok(event) = events.recv_deadline(deadline)
        {
            self.relay(event)?;
        }
        Ok(())
    }
}
