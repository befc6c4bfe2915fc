//! Looks for table files.

use super::material::Material;
use super::storage::Storage;
use shakmaty::Chess;
use shakmaty_syzygy::{Syzygy, TableType, Tablebase};
use std::collections::{HashMap, HashSet};
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// What some folders hold.
pub(super) struct Found {
    pub(super) tablebase: Tablebase<Chess>,
    /// The material for which there is a table of results, and whether it has proved unusable.
    pub(super) unusable: HashMap<Material, AtomicBool>,
    /// The number of tables of distances.
    pub(super) distances: usize,
    /// What could not be used and why.
    pub(super) faults: Vec<String>,
}

/// Why a file is no table.
#[derive(Debug, thiserror::Error)]
enum Fault {
    #[error("its name is no table's")]
    Name,
    #[error("it does not begin like a table")]
    Beginning,
    #[error("it is cut short")]
    Length,
    #[error(transparent)]
    Unreadable(#[from] io::Error),
}

/// All tables in these folders; of a table that is in several, the first is taken. The files are
/// looked at, but read only when a position asks for them.
pub(super) fn find(folders: &[PathBuf]) -> Found {
    let mut found = Found {
        tablebase: Tablebase::with_filesystem(Arc::new(Storage::default())),
        unusable: HashMap::new(),
        distances: 0,
        faults: Vec::new(),
    };
    let mut seen = HashSet::new();
    for folder in folders {
        let mut paths = match paths_in(folder) {
            Ok(paths) => paths,
            Err(error) => {
                let fault = format!("{} cannot be read: {error}", folder.display());
                found.faults.push(fault);
                continue;
            }
        };
        paths.sort();
        for path in paths {
            let Some(kind) = table_type(&path) else {
                continue;
            };
            match add(&mut found, &mut seen, &path, &kind) {
                Ok(()) => {}
                Err(fault) => found.faults.push(format!("{}: {fault}", path.display())),
            }
        }
    }
    found
}

fn paths_in(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder)?;
    entries.map(|entry| Ok(entry?.path())).collect()
}

/// Which kind of table a file should be; `None` for any other file.
fn table_type(path: &Path) -> Option<TableType> {
    let extension = path.extension()?;
    [Chess::TBW, Chess::TBZ]
        .into_iter()
        .find(|kind| extension == kind.ext)
}

fn add(
    found: &mut Found,
    seen: &mut HashSet<(Material, &'static str)>,
    path: &Path,
    kind: &TableType,
) -> Result<(), Fault> {
    let name = path.file_stem().and_then(|name| name.to_str());
    let material = name.and_then(Material::from_name).ok_or(Fault::Name)?;
    if seen.contains(&(material, kind.ext)) {
        return Ok(());
    }
    examine(path, kind)?;
    found.tablebase.add_file(path)?;
    seen.insert((material, kind.ext));
    if kind.ext == Chess::TBW.ext {
        found.unusable.insert(material, AtomicBool::new(false));
    } else {
        found.distances += 1;
    }
    Ok(())
}

/// Whether a file begins and ends like a table: its length is that of whole blocks and a checksum.
fn examine(path: &Path, kind: &TableType) -> Result<(), Fault> {
    const BLOCK: u64 = 64;
    const CHECKSUM: u64 = 16;
    let mut file = File::open(path)?;
    let mut magic = [0; 4];
    file.read_exact(&mut magic).map_err(|_| Fault::Beginning)?;
    if magic != kind.magic {
        return Err(Fault::Beginning);
    }
    if file.metadata()?.len() % BLOCK != CHECKSUM {
        return Err(Fault::Length);
    }
    Ok(())
}
