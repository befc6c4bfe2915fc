//! One side of a conversation with an engine.

#![allow(dead_code)] // each test binary uses its own part

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, unbounded};
use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};
use vezer::uci::{Input, SessionError, run};

/// How long an answer may take. Generous: tests run on busy machines.
const PATIENCE: Duration = Duration::from_secs(60);

/// How long nothing must come.
const SILENCE: Duration = Duration::from_millis(300);

/// Lines from an engine, in the order in which it says them.
pub struct Heard {
    lines: Receiver<String>,
    /// Everything that was read so far.
    pub all: Vec<String>,
}

impl Heard {
    fn new(lines: Receiver<String>) -> Heard {
        Heard {
            lines,
            all: Vec::new(),
        }
    }

    /// Waits for a line that begins like this and returns it; lines before it are skipped.
    pub fn expect(&mut self, start: &str) -> String {
        let deadline = Instant::now() + PATIENCE;
        loop {
            match self.lines.recv_deadline(deadline) {
                Ok(line) => {
                    self.all.push(line.clone());
                    if line.starts_with(start) {
                        return line;
                    }
                }
                Err(end) => panic!("no line {start:?} ({end}) after {:#?}", self.all),
            }
        }
    }

    /// Waits for a while in which no line begins like this.
    pub fn expect_no(&mut self, start: &str) {
        let deadline = Instant::now() + SILENCE;
        while let Ok(line) = self.lines.recv_deadline(deadline) {
            assert!(!line.starts_with(start), "unexpected: {line}");
            self.all.push(line);
        }
    }

    /// Reads everything up to the end.
    pub fn expect_end(&mut self) {
        let deadline = Instant::now() + PATIENCE;
        loop {
            match self.lines.recv_deadline(deadline) {
                Ok(line) => self.all.push(line),
                Err(RecvTimeoutError::Disconnected) => return,
                Err(RecvTimeoutError::Timeout) => panic!("no end after {:#?}", self.all),
            }
        }
    }

    /// How many lines read so far begin like this.
    pub fn count(&self, start: &str) -> usize {
        let fitting = self.all.iter().filter(|line| line.starts_with(start));
        fitting.count()
    }
}

/// A conversation in memory.
pub struct InMemory {
    input: Option<Sender<Input>>,
    pub heard: Heard,
    session: Option<thread::JoinHandle<Result<(), SessionError>>>,
}

impl InMemory {
    pub fn start() -> InMemory {
        let (input, lines) = unbounded();
        let (said, heard) = unbounded();
        let session = thread::spawn(move || run(&lines, &mut LineWriter::new(said)));
        InMemory {
            input: Some(input),
            heard: Heard::new(heard),
            session: Some(session),
        }
    }

    /// Says some lines.
    pub fn say(&self, lines: &str) {
        let input = self.input.as_ref().expect("the input has not ended");
        for line in lines.lines() {
            let line = Input::Line(line.to_owned(), Instant::now());
            input.send(line).expect("the session listens");
        }
    }

    pub fn expect(&mut self, start: &str) -> String {
        self.heard.expect(start)
    }

    /// Makes sure that everything said so far has been dealt with, if no search runs.
    pub fn settle(&mut self) {
        self.say("isready");
        self.expect("readyok");
    }

    /// Ends the input, and waits for the end of the conversation.
    pub fn end(mut self) -> Heard {
        self.input = None;
        self.heard.expect_end();
        let session = self.session.take().expect("it has not been ended before");
        let result = session.join().expect("the session does not panic");
        result.expect("the session ends well");
        self.heard
    }
}

/// Sends on whole lines.
struct LineWriter {
    lines: Sender<String>,
    rest: Vec<u8>,
}

impl LineWriter {
    fn new(lines: Sender<String>) -> LineWriter {
        LineWriter {
            lines,
            rest: Vec::new(),
        }
    }
}

impl Write for LineWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.rest.extend(bytes);
        while let Some(end) = self.rest.iter().position(|&byte| byte == b'\n') {
            let line: Vec<u8> = self.rest.drain(..=end).collect();
            let line = String::from_utf8(line).map_err(io::Error::other)?;
            let sent = self.lines.send(line.trim_end().to_owned());
            sent.map_err(|_| io::ErrorKind::BrokenPipe)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A conversation with the real program.
pub struct Program {
    child: Child,
    input: Option<ChildStdin>,
    pub heard: Heard,
}

impl Program {
    pub fn start(arguments: &[&str]) -> Program {
        let mut command = Command::new(env!("CARGO_BIN_EXE_vezer"));
        command.args(arguments);
        Program::run(command)
    }

    /// Starts a command that becomes the program.
    pub fn run(mut command: Command) -> Program {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let output = BufReader::new(child.stdout.take().expect("it is piped"));
        let (said, heard) = unbounded();
        thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                if said.send(line).is_err() {
                    return; // closes the program's output
                }
            }
        });
        Program {
            input: child.stdin.take(),
            child,
            heard: Heard::new(heard),
        }
    }

    /// The number that the system gave the process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Sends bytes as they are.
    pub fn send(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("the input has not ended");
        input.write_all(bytes).expect("the program listens");
    }

    pub fn say(&mut self, line: &str) {
        self.send(format!("{line}\n").as_bytes());
    }

    pub fn expect(&mut self, start: &str) -> String {
        self.heard.expect(start)
    }

    /// Ends the input.
    pub fn end_input(&mut self) {
        self.input = None;
    }

    /// Closes the output: nobody listens any more.
    pub fn stop_listening(&mut self) {
        let (_, nothing) = unbounded();
        self.heard = Heard::new(nothing);
    }

    /// Waits for the end of the program.
    pub fn wait(&mut self) -> ExitStatus {
        let deadline = Instant::now() + PATIENCE;
        while Instant::now() < deadline {
            if let Some(status) = self
                .child
                .try_wait()
                .expect("the program can be waited for")
            {
                return status;
            }
            thread::sleep(Duration::from_millis(5));
        }
        panic!("the program still runs after {:#?}", self.heard.all);
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // Only after a failed test it still runs.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
