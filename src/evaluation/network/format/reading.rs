//! A file becomes bytes.

use super::{HEADER_BYTES, MAX_BUCKETS, MAX_NEURONS, payload_bytes};
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

/// The bytes of a file that may be a network.
///
/// # Errors
///
/// The file cannot be read, has no end of its own as a device has none, or is larger than any
/// network.
pub fn read_bytes(path: &Path) -> io::Result<Vec<u8>> {
    const MOST: usize = HEADER_BYTES + payload_bytes(MAX_NEURONS, MAX_BUCKETS);
    let refuse = |reason| Err(io::Error::new(io::ErrorKind::InvalidInput, reason));
    let found = fs::metadata(path)?;
    if found.is_dir() {
        return refuse("it is a folder");
    }
    if !found.is_file() {
        return refuse("it is no regular file");
    }
    if found.len() > MOST as u64 {
        return refuse("it is larger than any network");
    }
    let mut bytes = Vec::new();
    // It can grow while it is read.
    File::open(path)?
        .take(MOST as u64)
        .read_to_end(&mut bytes)?;
    Ok(bytes)
}
