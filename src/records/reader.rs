//! Reading data files from front to back, one record in memory at a time.

use super::game::{END, HEADER_LENGTH, MOVE_LENGTH};
use super::{GameRecord, MalformedGame, TrainingPosition};
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;

/// Enough for long sequential reads, little beside everything else.
const BUFFER: usize = 1 << 20;

/// Why a data file cannot be read further. Offsets count bytes from its beginning.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The system could not read the file.
    #[error("cannot read: {0}")]
    Io(#[from] io::Error),
    /// The file ends within a record.
    #[error("the file ends within the record that begins at byte {0}")]
    Torn(u64),
    /// Bytes that are no game.
    #[error("no game at byte {0}: {1}")]
    Malformed(u64, MalformedGame),
    /// Bytes that are no position.
    #[error("no training position at byte {0}")]
    NoPosition(u64),
}

/// The games of a file or stream, in order. After an error there are no more.
pub struct GameReader<R> {
    input: R,
    offset: u64,
    failed: bool,
}

impl GameReader<BufReader<File>> {
    /// Opens a file of games.
    ///
    /// # Errors
    /// If the file cannot be opened.
    pub fn open(path: &Path) -> io::Result<Self> {
        let file = File::open(path)?;
        Ok(GameReader::new(BufReader::with_capacity(BUFFER, file)))
    }
}

impl<R: Read> GameReader<R> {
    /// Reads games from a stream, which should be buffered.
    pub fn new(input: R) -> GameReader<R> {
        GameReader {
            input,
            offset: 0,
            failed: false,
        }
    }

    /// The bytes read so far: at the end of a game, where the next begins.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    fn read(&mut self) -> Result<Option<GameRecord>, ReadError> {
        let start = self.offset;
        let mut bytes = vec![0; HEADER_LENGTH];
        match fill(&mut self.input, &mut bytes)? {
            0 => return Ok(None),
            HEADER_LENGTH => {}
            _ => return Err(ReadError::Torn(start)),
        }
        let mut item = [0; MOVE_LENGTH];
        loop {
            if fill(&mut self.input, &mut item)? < MOVE_LENGTH {
                return Err(ReadError::Torn(start));
            }
            if item == END {
                break;
            }
            bytes.extend(item);
        }
        self.offset += (bytes.len() + MOVE_LENGTH) as u64;
        GameRecord::from_bytes(bytes)
            .map(Some)
            .map_err(|fault| ReadError::Malformed(start, fault))
    }
}

impl<R: Read> Iterator for GameReader<R> {
    type Item = Result<GameRecord, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.failed {
            return None;
        }
        let item = self.read().transpose();
        self.failed = matches!(item, Some(Err(_)));
        item
    }
}

/// The training positions of a file or stream, in order. After an error there are no more.
pub struct PositionReader<R> {
    input: R,
    offset: u64,
    failed: bool,
}

impl PositionReader<BufReader<File>> {
    /// Opens a file of training positions.
    ///
    /// # Errors
    /// If the file cannot be opened.
    pub fn open(path: &Path) -> io::Result<Self> {
        let file = File::open(path)?;
        Ok(PositionReader::new(BufReader::with_capacity(BUFFER, file)))
    }
}

impl<R: Read> PositionReader<R> {
    /// Reads positions from a stream, which should be buffered.
    pub fn new(input: R) -> PositionReader<R> {
        PositionReader {
            input,
            offset: 0,
            failed: false,
        }
    }

    fn read(&mut self) -> Result<Option<TrainingPosition>, ReadError> {
        let mut bytes = [0; TrainingPosition::LENGTH];
        match fill(&mut self.input, &mut bytes)? {
            0 => return Ok(None),
            TrainingPosition::LENGTH => {}
            _ => return Err(ReadError::Torn(self.offset)),
        }
        let position =
            TrainingPosition::from_bytes(&bytes).ok_or(ReadError::NoPosition(self.offset))?;
        self.offset += bytes.len() as u64;
        Ok(Some(position))
    }
}

impl<R: Read> Iterator for PositionReader<R> {
    type Item = Result<TrainingPosition, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.failed {
            return None;
        }
        let item = self.read().transpose();
        self.failed = matches!(item, Some(Err(_)));
        item
    }
}

/// Reads until the buffer is full or the input ends; returns how many bytes there were.
fn fill(input: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    let mut filled = 0;
    while filled < buffer.len() {
        match input.read(&mut buffer[filled..]) {
            Ok(0) => break,
            Ok(count) => filled += count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(filled)
}
