//! Endgame tables: what perfect play comes to from every position with a few pieces.
//!
//! The tables are Ronald de Man's Syzygy tables, read by the `shakmaty-syzygy` crate. A table of
//! results ([`Wdl`]) says who wins, with regard to the 50-move rule; a table of distances ([`Dtz`])
//! also how soon a win makes its next irreversible step. Both speak of positions in which the
//! half-move clock has just been set to zero; [`ranking`] sees to what the clock and earlier
//! positions of the game make of it.
//!
//! [`Tables`] can be asked by several threads at once.

mod convert;
mod files;
mod material;
pub mod ranking;
mod storage;

pub use shakmaty_syzygy::Wdl;

use crate::position::Position;
use files::Found;
use material::Material;
use shakmaty::Chess;
use shakmaty_syzygy::{MaybeRounded, Metric, ProbeError, SyzygyError, Tablebase};
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// The most pieces, kings included, for which there are tables anywhere.
pub const MOST_PIECES: u32 = material::MOST_PIECES;

/// How many faults of files are told one by one.
const FAULTS_TOLD: usize = 4;

/// The distance to the next capture, pawn move or mate, with the value of the game kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dtz {
    /// Half-moves, positive if the side to move wins, negative if it loses, 0 for a draw; beyond
    /// 100 either way if the 50-move rule comes before the win.
    pub plies: i32,
    /// Whether it can also be one half-move more.
    pub rounded: bool,
}

/// There is no table at all where tables were looked for.
#[derive(Debug, thiserror::Error)]
#[error("no tables were found{}", .0.iter().map(|fault| format!("; {fault}")).collect::<String>())]
pub struct NoTables(Vec<String>);

/// Tables found in some folders.
pub struct Tables {
    tablebase: Tablebase<Chess>,
    /// The material for which there is a table of results, and whether it has proved unusable.
    unusable: HashMap<Material, AtomicBool>,
    distances: usize,
    faults: Vec<String>,
    /// Faults found while reading, each told once.
    told: Mutex<HashSet<String>>,
    tell: Box<dyn Fn(String) + Send + Sync>,
}

impl Tables {
    /// The tables in these folders. Files that are none are left out, see [`faults`](Self::faults);
    /// what turns out to be damaged only when it is read is told to `tell` then, and not asked
    /// again.
    ///
    /// # Errors
    /// If there is no table of results in any of the folders.
    pub fn open(
        folders: &[PathBuf],
        tell: impl Fn(String) + Send + Sync + 'static,
    ) -> Result<Tables, NoTables> {
        let Found {
            tablebase,
            unusable,
            distances,
            mut faults,
        } = files::find(folders);
        if faults.len() > FAULTS_TOLD {
            let more = faults.len() - FAULTS_TOLD;
            faults.truncate(FAULTS_TOLD);
            faults.push(format!("and {more} more faults of this kind"));
        }
        if unusable.is_empty() {
            return Err(NoTables(faults));
        }
        Ok(Tables {
            tablebase,
            unusable,
            distances,
            faults,
            told: Mutex::default(),
            tell: Box::new(tell),
        })
    }

    /// What was found in the folders and could not be used, in words.
    pub fn faults(&self) -> &[String] {
        &self.faults
    }

    /// The most pieces, kings included, of a position in these tables.
    #[inline]
    pub fn max_pieces(&self) -> u32 {
        self.tablebase.max_pieces() as u32
    }

    /// Who wins, for the side to move, if the half-move clock is zero. `None` if no table knows.
    pub fn wdl(&self, position: &Position) -> Option<Wdl> {
        self.ask(position, |tablebase, chess| {
            tablebase.probe_wdl_after_zeroing(chess)
        })
    }

    /// How far away the next irreversible step is. `None` if no table knows.
    pub fn dtz(&self, position: &Position) -> Option<Dtz> {
        let dtz = self.ask(position, Tablebase::probe_dtz)?;
        Some(match dtz {
            MaybeRounded::Precise(dtz) => Dtz {
                plies: dtz.0,
                rounded: false,
            },
            MaybeRounded::Rounded(dtz) => Dtz {
                plies: dtz.0,
                rounded: true,
            },
        })
    }

    fn ask<T>(
        &self,
        position: &Position,
        probe: impl FnOnce(&Tablebase<Chess>, &Chess) -> Result<T, SyzygyError>,
    ) -> Option<T> {
        if position.occupied().count() > self.max_pieces() || !position.castling_rights().is_empty()
        {
            return None;
        }
        let bare_kings = position.occupied().count() == 2;
        let unusable = self.unusable.get(&Material::of(position));
        if !bare_kings && unusable.is_none_or(|unusable| unusable.load(Relaxed)) {
            return None;
        }
        let chess = convert::to_shakmaty(position)?;
        match probe(&self.tablebase, &chess) {
            Ok(value) => return Some(value),
            Err(SyzygyError::ProbeFailed {
                metric,
                material,
                error,
            }) => {
                if let Some(unusable) = unusable {
                    unusable.store(true, Relaxed);
                }
                self.tell_once(format!("the {metric} table {material} {}", words(&error)));
            }
            Err(SyzygyError::MissingTable {
                metric: Metric::Wdl,
                material,
            }) => self.tell_once(format!("the wdl table {material} is missing")),
            Err(_) => {}
        }
        None
    }

    fn tell_once(&self, fault: String) {
        let mut told = self.told.lock().unwrap_or_else(|held| held.into_inner());
        if told.insert(fault.clone()) {
            (self.tell)(fault);
        }
    }
}

/// What is wrong with a table, in one line.
fn words(error: &ProbeError) -> String {
    match error {
        ProbeError::Read { error } => format!("cannot be read: {error}"),
        _ => "is damaged".to_owned(),
    }
}

impl fmt::Display for Tables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} tables of results and {} of distances, up to {} pieces",
            self.unusable.len(),
            self.distances,
            self.max_pieces()
        )
    }
}

impl fmt::Debug for Tables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Tables({self})")
    }
}

#[cfg(test)]
mod tests;
