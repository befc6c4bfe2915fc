//! Reading data files from front to back, one record in memory at a time.

use super::game::{END, HEADER_LENGTH, MOVE_LENGTH};
use super::{GameRecord, MalformedGame, TrainingPosition};
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::marker::PhantomData;
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

/// What a data file holds, one record after the other.
pub trait Record: Sized {
    /// Reads the next record, which begins at byte `start`, and says how many bytes it takes;
    /// `None` at the end of the input.
    ///
    /// # Errors
    /// If the input cannot be read or holds no record here.
    fn read_from(input: &mut impl Read, start: u64) -> Result<Option<(Self, usize)>, ReadError>;
}

impl Record for GameRecord {
    fn read_from(input: &mut impl Read, start: u64) -> Result<Option<(Self, usize)>, ReadError> {
        let mut bytes = vec![0; HEADER_LENGTH];
        match fill(input, &mut bytes)? {
            0 => return Ok(None),
            HEADER_LENGTH => {}
            _ => return Err(ReadError::Torn(start)),
        }
        let mut item = [0; MOVE_LENGTH];
        loop {
            if fill(input, &mut item)? < MOVE_LENGTH {
                return Err(ReadError::Torn(start));
            }
            if item == END {
                break;
            }
            bytes.extend(item);
        }
        let length = bytes.len() + MOVE_LENGTH;
        match GameRecord::from_bytes(bytes) {
            Ok(game) => Ok(Some((game, length))),
            Err(fault) => Err(ReadError::Malformed(start, fault)),
        }
    }
}

impl Record for TrainingPosition {
    fn read_from(input: &mut impl Read, start: u64) -> Result<Option<(Self, usize)>, ReadError> {
        let mut bytes = [0; TrainingPosition::LENGTH];
        match fill(input, &mut bytes)? {
            0 => return Ok(None),
            TrainingPosition::LENGTH => {}
            _ => return Err(ReadError::Torn(start)),
        }
        let position = TrainingPosition::from_bytes(&bytes).ok_or(ReadError::NoPosition(start))?;
        Ok(Some((position, bytes.len())))
    }
}

/// The records of a file or stream, in order. After an error there are no more.
pub struct Reader<R, T> {
    input: R,
    offset: u64,
    failed: bool,
    record: PhantomData<T>,
}

/// Reads games.
pub type GameReader<R> = Reader<R, GameRecord>;

/// Reads training positions.
pub type PositionReader<R> = Reader<R, TrainingPosition>;

impl<T> Reader<BufReader<File>, T> {
    /// Opens a file.
    ///
    /// # Errors
    /// If it cannot be opened.
    pub fn open(path: &Path) -> io::Result<Self> {
        let file = File::open(path)?;
        Ok(Reader::new(BufReader::with_capacity(BUFFER, file)))
    }
}

impl<R: Read, T> Reader<R, T> {
    /// Reads from a stream, which should be buffered.
    pub fn new(input: R) -> Reader<R, T> {
        Reader {
            input,
            offset: 0,
            failed: false,
            record: PhantomData,
        }
    }

    /// The bytes read so far: at the end of a record, where the next begins.
    pub fn offset(&self) -> u64 {
        self.offset
    }
}

impl<R: Read, T: Record> Iterator for Reader<R, T> {
    type Item = Result<T, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.failed {
            return None;
        }
        match T::read_from(&mut self.input, self.offset) {
            Ok(read) => read.map(|(record, length)| {
                self.offset += length as u64;
                Ok(record)
            }),
            Err(error) => {
                self.failed = true;
                Some(Err(error))
            }
        }
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
