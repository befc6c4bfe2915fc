//! Where a data file comes from, so that it can be made again.

use super::GameResult;
use serde::{Deserialize, Serialize};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Why a manifest cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ManifestError {
    /// The system could not read the file.
    #[error("cannot read the manifest {0}: {1}")]
    Io(PathBuf, io::Error),
    /// The file is no manifest.
    #[error("{0} is no manifest: {1}")]
    Json(PathBuf, serde_json::Error),
}

/// How many games ended how.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct ResultCounts {
    /// Games that White won.
    pub white_wins: u64,
    /// Drawn games.
    pub draws: u64,
    /// Games that Black won.
    pub black_wins: u64,
}

impl ResultCounts {
    /// Counts one game.
    pub fn add(&mut self, result: GameResult) {
        *match result {
            GameResult::WhiteWin => &mut self.white_wins,
            GameResult::Draw => &mut self.draws,
            GameResult::BlackWin => &mut self.black_wins,
        } += 1;
    }

    /// All games.
    pub fn total(&self) -> u64 {
        self.white_wins + self.draws + self.black_wins
    }
}

/// The history and content of a data file; lies beside it as `<file>.json`.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Manifest {
    /// `viriformat` or `bulletformat`.
    pub format: String,
    /// The command that made the file.
    pub command: String,
    /// The version of the engine that made it.
    pub engine_version: String,
    /// The checksum of the network that evaluated; none if there was no network.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub network_hash: Option<String>,
    /// The seeds of everything random.
    pub seeds: Vec<u64>,
    /// All other settings.
    pub settings: serde_json::Map<String, serde_json::Value>,
    /// The number of games.
    pub games: u64,
    /// The number of positions with a score.
    pub positions: u64,
    /// How the games ended; for a file of positions nothing is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub results: Option<ResultCounts>,
    /// The manifests of the files from which this one was made.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sources: Vec<Manifest>,
}

impl Manifest {
    /// Where the manifest of a data file lies.
    pub fn path_for(data: &Path) -> PathBuf {
        let mut name = data.as_os_str().to_owned();
        name.push(".json");
        name.into()
    }

    /// Writes the manifest beside its data file: whole or not at all.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn save_beside(&self, data: &Path) -> io::Result<()> {
        let path = Manifest::path_for(data);
        let mut unfinished = path.clone().into_os_string();
        unfinished.push(".new");
        fs::write(&unfinished, serde_json::to_string_pretty(self)? + "\n")?;
        fs::rename(&unfinished, &path)
    }

    /// Reads the manifest beside a data file: `None` if there is none.
    ///
    /// # Errors
    /// If there is one that cannot be read.
    pub fn load_beside(data: &Path) -> Result<Option<Manifest>, ManifestError> {
        let path = Manifest::path_for(data);
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(ManifestError::Io(path, error)),
        };
        match serde_json::from_str(&text) {
            Ok(manifest) => Ok(Some(manifest)),
            Err(error) => Err(ManifestError::Json(path, error)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn manifests_round_trip() {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("games.vf");
        assert_eq!(Manifest::load_beside(&data).unwrap(), None);
        let mut results = ResultCounts::default();
        results.add(GameResult::BlackWin);
        let manifest = Manifest {
            format: "viriformat".into(),
            seeds: vec![u64::MAX],
            games: results.total(),
            results: Some(results),
            sources: vec![Manifest::default()],
            ..Manifest::default()
        };
        manifest.save_beside(&data).unwrap();
        assert_eq!(Manifest::load_beside(&data).unwrap(), Some(manifest));
        fs::write(Manifest::path_for(&data), "{").unwrap();
        let error = Manifest::load_beside(&data).unwrap_err().to_string();
        assert!(error.contains("games.vf.json is no manifest"), "{error}");
    }
}
