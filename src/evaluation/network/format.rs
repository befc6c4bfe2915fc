//! The network file, `*.vznn`: its layout, its limits, reading and writing.
//!
//! All numbers are little-endian.
//!
//! | offset | type | content |
//! |---|---|---|
//! | 0 | 4 bytes | `VZNN` |
//! | 4 | u32 | format version, 1 |
//! | 8 | u32 | hidden neurons N for each perspective, a multiple of 32 |
//! | 12 | u32 | output buckets B, 1 to 8 |
//! | 16 | u32 | flags; bit 0, horizontal mirroring, is set, and no other |
//! | 20 | u32 | bytes of payload |
//! | 24 | u64 | checksum of the payload (FNV-1a, 64 bits) |
//! | 32 | 64 bytes | description in UTF-8, padded with zeros |
//! | 96 | i16 `[768][N]` | weights of the feature transformer, times [`QA`] |
//! | | i16 `[N]` | its biases, times [`QA`] |
//! | | i16 `[B][2N]` | output weights, times [`QB`]; the side to move's half first |
//! | | i32 `[B]` | output biases, times [`QA`] and [`QB`] |
//!
//! A reader accepts only weights with which no sum can overflow on any path of the evaluation;
//! see [`MAX_TRANSFORMER_WEIGHT`] and [`MAX_OUTPUT_WEIGHT`].

#[cfg(test)]
mod tests;

use crate::notation::files::read_whole;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// The inputs of each perspective: two owners, six kinds of piece, 64 squares.
pub const INPUTS: usize = 768;
/// What 1.0 is in the feature transformer: its weights, its biases and its clipped output.
pub const QA: i32 = 255;
/// What 1.0 is among the output weights.
pub const QB: i32 = 64;
/// The internal centipawns of an output of 1.0; the probability of a win is `sigmoid(score / SCALE)`.
pub const SCALE: i32 = 400;
/// Numbers of neurons are multiples of this: 64 bytes of i16, a cache line and the widest register.
pub const LANES: usize = 32;
/// The most hidden neurons: up to here partial sums of the output stay within 32 bits if they are
/// spread over eight lanes.
pub const MAX_NEURONS: usize = 1024;
/// The most output buckets.
pub const MAX_BUCKETS: usize = 8;
/// The largest weight or bias, up or down, of the feature transformer: a bias and 32 pieces of this
/// size still fit in an i16.
pub const MAX_TRANSFORMER_WEIGHT: i16 = i16::MAX / 33;
/// The largest output weight, up or down: times a clipped activation it still fits in an i16.
pub const MAX_OUTPUT_WEIGHT: i16 = i16::MAX / QA as i16;
/// The bytes that the description may take.
pub const DESCRIPTION_BYTES: usize = 64;

const MAGIC: [u8; 4] = *b"VZNN";
const VERSION: u32 = 1;
const MIRRORED: u32 = 1;
const HEADER_BYTES: usize = 32 + DESCRIPTION_BYTES;

/// The bytes of the largest network's file.
pub const MOST_BYTES: u64 = (HEADER_BYTES + payload_bytes(MAX_NEURONS, MAX_BUCKETS)) as u64;

/// What is wrong with a network file.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum FormatError {
    /// It does not begin with the magic bytes.
    #[error("this is no Vezér network (it does not begin with VZNN)")]
    Magic,
    /// It is shorter or longer than its header says.
    #[error("the file has {found} bytes instead of {expected}")]
    Length {
        /// The bytes that there should be.
        expected: usize,
        /// The bytes that there are.
        found: usize,
    },
    /// It is of another version of the format.
    #[error("format version {0} is unknown (this program reads version {VERSION})")]
    Version(u32),
    /// Its number of neurons cannot be evaluated.
    #[error("{0} hidden neurons: only multiples of {LANES} up to {MAX_NEURONS} are possible")]
    Neurons(usize),
    /// Its number of output buckets cannot be evaluated.
    #[error("{0} output buckets: only 1 to {MAX_BUCKETS} are possible")]
    Buckets(usize),
    /// It asks for features that this program does not have.
    #[error("unknown flags {0:#x} (only horizontal mirroring, {MIRRORED:#x}, is known)")]
    Flags(u32),
    /// The payload does not belong to the shape.
    #[error("the header announces {found} bytes of weights, its shape needs {expected}")]
    Payload {
        /// The bytes that the shape needs.
        expected: usize,
        /// The bytes that the header announces.
        found: usize,
    },
    /// The payload was damaged.
    #[error("the checksum is wrong: the file is damaged")]
    Checksum,
    /// The description is no text.
    #[error("the description is not UTF-8")]
    Description,
    /// The description is too long to write.
    #[error("the description has {0} bytes, more than {DESCRIPTION_BYTES}")]
    DescriptionLength(usize),
    /// A list of weights to write does not have as many as the shape needs.
    #[error("{found} {list} instead of {expected}")]
    Count {
        /// Which list.
        list: &'static str,
        /// The values that there should be.
        expected: usize,
        /// The values that there are.
        found: usize,
    },
    /// A weight is so large that sums could overflow.
    #[error("{value} among the {list}: at most {limit} is possible")]
    Weight {
        /// Which list.
        list: &'static str,
        /// The weight.
        value: i16,
        /// The largest that is allowed.
        limit: i16,
    },
}

/// Why a network could not be loaded from a path.
#[derive(Debug, Error)]
pub enum LoadError {
    /// The file cannot be read.
    #[error("cannot read {}: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// The file is no network that this program can use.
    #[error("{}: {source}", path.display())]
    Format {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        source: FormatError,
    },
}

/// The content of a network file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NetworkFile {
    /// Hidden neurons of each perspective (N).
    pub neurons: usize,
    /// Output buckets (B).
    pub buckets: usize,
    /// What network this is, for people.
    pub description: String,
    /// `[768][N]`
    pub transformer_weights: Vec<i16>,
    /// `[N]`
    pub transformer_biases: Vec<i16>,
    /// `[B][2N]`, in each bucket the half for the side to move first
    pub output_weights: Vec<i16>,
    /// `[B]`
    pub output_biases: Vec<i32>,
}

impl NetworkFile {
    /// Reads a network file.
    ///
    /// # Errors
    ///
    /// The first fault found, from the magic bytes to the size of the weights.
    pub fn decode(bytes: &[u8]) -> Result<NetworkFile, FormatError> {
        let (header, payload) = split_header(bytes)?;
        let (neurons, buckets) = (header.neurons, header.buckets);
        if payload.len() != header.payload_bytes {
            return Err(FormatError::Length {
                expected: HEADER_BYTES + header.payload_bytes,
                found: bytes.len(),
            });
        }
        if checksum(payload) != header.checksum {
            return Err(FormatError::Checksum);
        }
        let mut reader = Reader(payload);
        let file = NetworkFile {
            neurons,
            buckets,
            description: header.description,
            transformer_weights: reader.words(INPUTS * neurons),
            transformer_biases: reader.words(neurons),
            output_weights: reader.words(buckets * 2 * neurons),
            output_biases: reader.double_words(buckets),
        };
        file.validate()?;
        Ok(file)
    }

    /// Writes a network file.
    ///
    /// # Errors
    ///
    /// Whatever [`decode`](NetworkFile::decode) would refuse, and a description that is too long.
    pub fn encode(&self) -> Result<Vec<u8>, FormatError> {
        self.validate()?;
        let mut description = [0; DESCRIPTION_BYTES];
        description
            .get_mut(..self.description.len())
            .ok_or(FormatError::DescriptionLength(self.description.len()))?
            .copy_from_slice(self.description.as_bytes());
        let payload = self.payload();
        let mut bytes = Vec::with_capacity(HEADER_BYTES + payload.len());
        bytes.extend(MAGIC);
        let (neurons, buckets) = (self.neurons as u32, self.buckets as u32);
        for field in [VERSION, neurons, buckets, MIRRORED, payload.len() as u32] {
            bytes.extend(field.to_le_bytes());
        }
        bytes.extend(checksum(&payload).to_le_bytes());
        bytes.extend(description);
        bytes.extend(payload);
        Ok(bytes)
    }

    /// Reads the network file at a path.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or is no network file that [`decode`](NetworkFile::decode) accepts.
    pub fn load(path: &Path) -> Result<NetworkFile, LoadError> {
        let bytes = read_whole(path, MOST_BYTES).map_err(|source| LoadError::Read {
            path: path.to_owned(),
            source,
        })?;
        NetworkFile::decode(&bytes).map_err(|source| LoadError::Format {
            path: path.to_owned(),
            source,
        })
    }

    fn payload(&self) -> Vec<u8> {
        let mut payload = Vec::with_capacity(payload_bytes(self.neurons, self.buckets));
        for list in [
            &self.transformer_weights,
            &self.transformer_biases,
            &self.output_weights,
        ] {
            payload.extend(list.iter().flat_map(|value| value.to_le_bytes()));
        }
        payload.extend(
            self.output_biases
                .iter()
                .flat_map(|bias| bias.to_le_bytes()),
        );
        payload
    }

    /// Shape, number and size of the weights.
    pub(super) fn validate(&self) -> Result<(), FormatError> {
        let (neurons, buckets) = (self.neurons, self.buckets);
        check_shape(neurons, buckets)?;
        check_list(
            "transformer weights",
            &self.transformer_weights,
            INPUTS * neurons,
            MAX_TRANSFORMER_WEIGHT,
        )?;
        check_list(
            "transformer biases",
            &self.transformer_biases,
            neurons,
            MAX_TRANSFORMER_WEIGHT,
        )?;
        check_list(
            "output weights",
            &self.output_weights,
            buckets * 2 * neurons,
            MAX_OUTPUT_WEIGHT,
        )?;
        check_count("output biases", self.output_biases.len(), buckets)
    }
}

struct Header {
    neurons: usize,
    buckets: usize,
    payload_bytes: usize,
    checksum: u64,
    description: String,
}

/// Reads and checks the header; returns what follows it, too.
fn split_header(bytes: &[u8]) -> Result<(Header, &[u8]), FormatError> {
    if !bytes.starts_with(&MAGIC) {
        return Err(FormatError::Magic);
    }
    let Some((header, payload)) = bytes.split_at_checked(HEADER_BYTES) else {
        return Err(FormatError::Length {
            expected: HEADER_BYTES,
            found: bytes.len(),
        });
    };
    let mut reader = Reader(&header[MAGIC.len()..]);
    let [version, neurons, buckets, flags, payload_bytes] = reader.array(u32::from_le_bytes);
    if version != VERSION {
        return Err(FormatError::Version(version));
    }
    let (neurons, buckets) = (neurons as usize, buckets as usize);
    check_shape(neurons, buckets)?;
    if flags != MIRRORED {
        return Err(FormatError::Flags(flags));
    }
    let (expected, found) = (
        self::payload_bytes(neurons, buckets),
        payload_bytes as usize,
    );
    if found != expected {
        return Err(FormatError::Payload { expected, found });
    }
    let [checksum] = reader.array(u64::from_le_bytes);
    let description = std::str::from_utf8(reader.0)
        .map_err(|_| FormatError::Description)?
        .trim_end_matches('\0')
        .to_owned();
    let header = Header {
        neurons,
        buckets,
        payload_bytes: found,
        checksum,
        description,
    };
    Ok((header, payload))
}

fn check_shape(neurons: usize, buckets: usize) -> Result<(), FormatError> {
    if neurons == 0 || neurons > MAX_NEURONS || !neurons.is_multiple_of(LANES) {
        return Err(FormatError::Neurons(neurons));
    }
    if buckets == 0 || buckets > MAX_BUCKETS {
        return Err(FormatError::Buckets(buckets));
    }
    Ok(())
}

fn check_list(
    list: &'static str,
    values: &[i16],
    expected: usize,
    limit: i16,
) -> Result<(), FormatError> {
    check_count(list, values.len(), expected)?;
    match values
        .iter()
        .find(|value| !(-limit..=limit).contains(value))
    {
        Some(&value) => Err(FormatError::Weight { list, value, limit }),
        None => Ok(()),
    }
}

fn check_count(list: &'static str, found: usize, expected: usize) -> Result<(), FormatError> {
    if found == expected {
        Ok(())
    } else {
        Err(FormatError::Count {
            list,
            expected,
            found,
        })
    }
}

/// The bytes of a payload of this shape.
const fn payload_bytes(neurons: usize, buckets: usize) -> usize {
    2 * (INPUTS * neurons + neurons + buckets * 2 * neurons) + 4 * buckets
}

/// FNV-1a in 64 bits (Fowler, Noll, Vo; RFC 9923).
fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// The rest of a run of bytes whose length has been checked before.
struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn list<T, const SIZE: usize>(&mut self, count: usize, read: fn([u8; SIZE]) -> T) -> Vec<T> {
        let (head, rest) = self.0.split_at(count * SIZE);
        self.0 = rest;
        head.as_chunks()
            .0
            .iter()
            .map(|&bytes| read(bytes))
            .collect()
    }

    fn words(&mut self, count: usize) -> Vec<i16> {
        self.list(count, i16::from_le_bytes)
    }

    fn double_words(&mut self, count: usize) -> Vec<i32> {
        self.list(count, i32::from_le_bytes)
    }

    fn array<T, const SIZE: usize, const COUNT: usize>(
        &mut self,
        read: fn([u8; SIZE]) -> T,
    ) -> [T; COUNT] {
        let (head, rest) = self.0.split_at(COUNT * SIZE);
        self.0 = rest;
        let chunks = head.as_chunks().0;
        std::array::from_fn(|index| read(chunks[index]))
    }
}
