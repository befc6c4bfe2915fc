//! How table files are read.

use shakmaty::Chess;
use shakmaty_syzygy::Syzygy;
use shakmaty_syzygy::filesystem::{Filesystem, OsFilesystem, RandomAccessFile, ReadHint};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Tables of results up to this size, in bytes, are kept in memory once they are asked: all of
/// those with up to five pieces. Calls to the system for the few reads that a position takes cost
/// more than all the rest: a lookup took 2 to 3 times as long with them.
///
/// Not mapped into memory: a file that changes or a disk that fails would end the program.
const KEPT_IN_MEMORY: u64 = 16 << 20;

/// The files of the system, small tables of results kept in memory.
#[derive(Default)]
pub(super) struct Storage(OsFilesystem);

impl Filesystem for Storage {
    fn regular_file_size(&self, path: &Path) -> io::Result<u64> {
        self.0.regular_file_size(path)
    }

    fn read_dir(&self, path: &Path) -> io::Result<Vec<PathBuf>> {
        self.0.read_dir(path)
    }

    fn open(&self, path: &Path) -> io::Result<Box<dyn RandomAccessFile>> {
        let of_results = path.extension().is_some_and(|ext| ext == Chess::TBW.ext);
        if of_results && self.regular_file_size(path)? <= KEPT_IN_MEMORY {
            return Ok(Box::new(InMemory(fs::read(path)?.into_boxed_slice())));
        }
        self.0.open(path)
    }
}

/// The content of a file.
struct InMemory(Box<[u8]>);

impl RandomAccessFile for InMemory {
    fn read_at(&self, buffer: &mut [u8], offset: u64, _: ReadHint) -> io::Result<usize> {
        let start = usize::try_from(offset).map_or(self.0.len(), |at| at.min(self.0.len()));
        let found = &self.0[start..];
        let length = found.len().min(buffer.len());
        buffer[..length].copy_from_slice(&found[..length]);
        Ok(length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_end_with_the_content() {
        let file = InMemory(Box::new([1, 2, 3]));
        let mut buffer = [0; 2];
        for (offset, length) in [(0, 2), (1, 2), (2, 1), (3, 0), (u64::MAX, 0)] {
            let read = file.read_at(&mut buffer, offset, ReadHint::Data).unwrap();
            assert_eq!(read, length, "at {offset}");
        }
        assert!(file.read_exact_at(&mut buffer, 2, ReadHint::Data).is_err());
        file.read_exact_at(&mut buffer, 1, ReadHint::Data).unwrap();
        assert_eq!(buffer, [2, 3]);
    }
}
