use super::openings::Book;
use super::settings::Settings;
use crate::evaluation::network::format::MOST_BYTES;
use crate::evaluation::network::{EMBEDDED_FILE, FormatError, Network};
use crate::notation::files::read_whole;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Everything besides the program itself on which a game depends.
#[derive(Clone)]
pub struct Recipe {
    /// The numbers.
    pub settings: Settings,
    /// Where games start, instead of the start positions of chess.
    pub book: Option<Book>,
    /// What evaluates.
    pub network: Arc<Network>,
    /// The checksum of the network's file.
    pub network_hash: String,
}

impl Default for Recipe {
    fn default() -> Recipe {
        Recipe {
            settings: Settings::default(),
            book: None,
            network: Network::embedded(),
            network_hash: checksum(EMBEDDED_FILE),
        }
    }
}

/// Why a network cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum NetworkError {
    /// The file cannot be read.
    #[error("{0}: {1}")]
    Io(PathBuf, io::Error),
    /// The file is no network.
    #[error("{0}: {1}")]
    Format(PathBuf, FormatError),
}

impl Recipe {
    /// Evaluates with the network in this file.
    ///
    /// # Errors
    /// If it cannot be read, or is no network.
    pub fn load_network(&mut self, path: &Path) -> Result<(), NetworkError> {
        (self.network, self.network_hash) = load_network(path)?;
        Ok(())
    }
}

/// Reads a network, and the checksum of its file.
pub(super) fn load_network(path: &Path) -> Result<(Arc<Network>, String), NetworkError> {
    let bytes =
        read_whole(path, MOST_BYTES).map_err(|error| NetworkError::Io(path.into(), error))?;
    let network =
        Network::decode(&bytes).map_err(|error| NetworkError::Format(path.into(), error))?;
    Ok((Arc::new(network), checksum(&bytes)))
}

fn checksum(bytes: &[u8]) -> String {
    format!("{:016x}", fnv1a(bytes))
}

/// A number that tells files apart: the hash function of Fowler, Noll and Vo with 64 bits.
pub(super) fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
