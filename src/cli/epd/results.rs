//! Results of a suite, and the file that keeps them so that an interrupted run goes on.

use super::super::Failure;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// What must be the same for results to belong together; the first line of a file of results.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Settings {
    /// The file's name without its folder.
    pub(super) suite: String,
    pub(super) depth: Option<u32>,
    pub(super) nodes: Option<u64>,
    pub(super) movetime: Option<u64>,
    pub(super) threads: usize,
    pub(super) hash: u32,
    pub(super) engine: String,
    pub(super) network: String,
}

/// What came out for one position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Row {
    /// The place in the suite, from 1.
    pub(super) number: usize,
    pub(super) id: String,
    pub(super) fen: String,
    /// What is to be found.
    pub(super) goal: String,
    /// The move that was chosen, in algebraic notation.
    #[serde(rename = "move")]
    pub(super) mv: String,
    /// The score as UCI writes it.
    pub(super) score: String,
    pub(super) solved: bool,
    /// What it took until the solution was found for good.
    pub(super) solution: Option<Effort>,
    /// What the whole search took.
    pub(super) search: Effort,
    /// What the move earns, if the suite gives points.
    pub(super) points: Option<u32>,
    /// What the best move would have earned.
    pub(super) of: Option<u32>,
}

/// The effort of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(super) struct Effort {
    pub(super) depth: u32,
    pub(super) nodes: u64,
    pub(super) milliseconds: u64,
}

/// A file of results, a line of JSON for each.
pub(super) struct ResultFile {
    path: PathBuf,
    file: File,
}

impl ResultFile {
    /// Opens or begins a file, and reads what it has. `fens` are those of the suite, in order.
    pub(super) fn open(
        path: &Path,
        settings: &Settings,
        fens: &[String],
    ) -> Result<(ResultFile, BTreeMap<usize, Row>), Failure> {
        let named = |error| Failure::file(path, error);
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(named(error)),
        };
        let mut options = OpenOptions::new();
        let file = options.create(true).write(true).truncate(false).open(path);
        let mut results = ResultFile {
            path: path.to_owned(),
            file: file.map_err(named)?,
        };
        // A run that was killed may have left half a line; its position is searched again.
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let rows = read(&text[..whole], settings, fens)
            .map_err(|reason| Failure::input(format!("{}: {reason}", path.display())))?;
        results.file.set_len(whole as u64).map_err(named)?;
        results.file.seek(SeekFrom::End(0)).map_err(named)?;
        if whole == 0 {
            results.write(settings)?;
        }
        Ok((results, rows))
    }

    /// Adds a result.
    pub(super) fn add(&mut self, row: &Row) -> Result<(), Failure> {
        self.write(row)
    }

    fn write(&mut self, value: &impl Serialize) -> Result<(), Failure> {
        let line = serde_json::to_string(value).map_err(Failure::runtime)? + "\n";
        let written = self.file.write_all(line.as_bytes());
        written.map_err(|error| Failure::file(&self.path, error))
    }
}

fn read(text: &str, settings: &Settings, fens: &[String]) -> Result<BTreeMap<usize, Row>, String> {
    let mut lines = text.lines();
    let Some(first) = lines.next() else {
        return Ok(BTreeMap::new());
    };
    let found: Settings =
        serde_json::from_str(first).map_err(|error| format!("not results of a suite ({error})"))?;
    if found != *settings {
        let of = |settings: &Settings| serde_json::to_string(settings).unwrap_or_default();
        return Err(format!(
            "these results were found with other settings; go on with those, or name another file\n\
             there: {}\nnow:   {}",
            of(&found),
            of(settings)
        ));
    }
    let mut rows = BTreeMap::new();
    for (line, text) in (2..).zip(lines) {
        let row: Row =
            serde_json::from_str(text).map_err(|error| format!("line {line}: {error}"))?;
        if row.number.checked_sub(1).and_then(|index| fens.get(index)) != Some(&row.fen) {
            return Err(format!("line {line}: this position is not in the suite"));
        }
        rows.insert(row.number, row);
    }
    Ok(rows)
}
