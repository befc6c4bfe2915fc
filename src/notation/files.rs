//! Files that are read as a whole.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

/// The bytes of a file, at most so many.
///
/// # Errors
/// If the file cannot be read, is larger, or is no regular file: a device need not have an end, and
/// a pipe without a writer would be waited for.
pub fn read_whole(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let refuse = |reason: String| Err(io::Error::new(io::ErrorKind::InvalidInput, reason));
    let found = fs::metadata(path)?;
    if found.is_dir() {
        return refuse("it is a folder".to_owned());
    }
    if !found.is_file() {
        return refuse("it is no regular file".to_owned());
    }
    if found.len() > most {
        return refuse(format!("it has more than {most} bytes"));
    }
    let mut bytes = Vec::new();
    // It can grow while it is read.
    File::open(path)?.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}
