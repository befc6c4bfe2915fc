//! Reading lines without holding up anything else.

use crossbeam_channel::{Receiver, Sender, bounded};
use std::io::{self, BufRead, Read};
use std::thread;
use std::time::Instant;

/// A longer line, in bytes, is no command: a game of a million moves is shorter.
const MAX_LENGTH: u64 = 16 << 20;

/// So many lines can wait to be looked at.
const BACKLOG: usize = 256;

/// What came in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Input {
    /// A line, and when it arrived.
    Line(String, Instant),
    /// A line too long to be a command; nothing of it is kept.
    TooLong,
}

/// Starts a thread that reads lines until the input ends, which closes the channel.
///
/// The thread sleeps in the system's read call, so nothing can end it before the input does; it
/// ends with the process.
///
/// # Errors
/// If the system does not start it.
pub fn read_lines(input: impl BufRead + Send + 'static) -> io::Result<Receiver<Input>> {
    let (sender, lines) = bounded(BACKLOG);
    thread::Builder::new()
        .name("input".to_owned())
        .spawn(move || forward(input, &sender))?;
    Ok(lines)
}

/// Sends on every line until the input ends, cannot be read, or nobody wants more.
fn forward(mut input: impl BufRead, lines: &Sender<Input>) {
    while let Ok(Some(line)) = read_line(&mut input) {
        if lines.send(line).is_err() {
            return;
        }
    }
}

/// The next line; `None` at the end. The last line needs no line feed, and what is not UTF-8 is
/// replaced.
fn read_line(input: &mut impl BufRead) -> io::Result<Option<Input>> {
    let mut bytes = Vec::new();
    let length = input.take(MAX_LENGTH).read_until(b'\n', &mut bytes)?;
    if length == 0 {
        return Ok(None);
    }
    let arrival = Instant::now();
    if length as u64 == MAX_LENGTH && !bytes.ends_with(b"\n") {
        input.skip_until(b'\n')?;
        return Ok(Some(Input::TooLong));
    }
    let text = String::from_utf8_lossy(&bytes).into_owned();
    Ok(Some(Input::Line(text, arrival)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(input: &'static [u8]) -> Vec<String> {
        let text = |line| match line {
            Input::Line(text, _) => text,
            Input::TooLong => "too long".to_owned(),
        };
        read_lines(input).unwrap().iter().map(text).collect()
    }

    #[test]
    fn lines_come_whole_and_in_order() {
        assert_eq!(lines(b"uci\r\n\nquit"), ["uci\r\n", "\n", "quit"]);
        assert_eq!(lines(b""), [""; 0]);
        assert_eq!(lines(b"\xffgo\0\n"), ["\u{fffd}go\0\n"]);
    }

    #[test]
    fn a_monstrous_line_is_dropped() {
        let mut input = vec![b'x'; 2 * MAX_LENGTH as usize];
        input.extend(b"\nisready\n");
        let mut input = input.as_slice();
        assert_eq!(read_line(&mut input).unwrap(), Some(Input::TooLong));
        assert!(
            matches!(read_line(&mut input).unwrap(), Some(Input::Line(text, _)) if text == "isready\n")
        );
        assert_eq!(read_line(&mut input).unwrap(), None);
    }
}
