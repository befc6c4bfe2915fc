//! A record of a whole conversation, for reports of trouble.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::time::Instant;

/// A log file, or none.
///
/// Each line has the seconds since the log was begun and `>` for what the engine was told, `<` for
/// what it said.
#[derive(Debug, Default)]
pub(super) struct Log {
    file: Option<(File, Instant)>,
}

impl Log {
    /// Begins a log in this file, which is emptied or made; what was logged until now is closed.
    ///
    /// # Errors
    /// If the file cannot be written; there is no log then.
    pub(super) fn begin(&mut self, path: &Path) -> io::Result<()> {
        self.end();
        let mut file = File::create(path)?;
        writeln!(file, "# {}", crate::engine::identity::ABOUT.as_str())?;
        self.file = Some((file, Instant::now()));
        Ok(())
    }

    /// Ends the log.
    pub(super) fn end(&mut self) {
        self.file = None;
    }

    /// Notes what the engine was told.
    pub(super) fn heard(&mut self, line: &str) {
        self.write('>', line);
    }

    /// Notes what the engine said.
    pub(super) fn said(&mut self, text: &str) {
        self.write('<', text);
    }

    fn write(&mut self, direction: char, text: &str) {
        let Some((file, start)) = &mut self.file else {
            return;
        };
        let seconds = start.elapsed().as_secs_f64();
        let mut lines = String::new();
        for line in text.lines() {
            lines.push_str(&format!("{seconds:10.3} {direction} {line}\n"));
        }
        // A full disk must not cost a game: the log ends where it became unwritable.
        if file.write_all(lines.as_bytes()).is_err() {
            self.end();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_directions_are_noted() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("conversation.txt");
        let mut log = Log::default();
        log.heard("not noted");
        log.begin(&path).unwrap();
        log.heard("uci\r\n");
        log.said("id name X\nuciok\n");
        log.end();
        log.said("not noted");
        let text = std::fs::read_to_string(&path).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines[0].starts_with("# Vezer"));
        assert!(lines[1].ends_with(" > uci") && lines[3].ends_with(" < uciok"));
        assert_eq!(lines.len(), 4);
    }

    #[test]
    fn an_unwritable_file_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        assert!(Log::default().begin(folder.path()).is_err());
    }
}
