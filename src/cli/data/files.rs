//! The files that the commands read and write.

use crate::cli::{Failure, progress};
use crate::engine::identity;
use crate::records::{GameReader, GameRecord, Manifest, PositionReader, TrainingPosition};
use indicatif::ProgressBar;
use std::fs::{self, File};
use std::io::BufReader;
use std::path::{Path, PathBuf};

/// What a data file contains, told by its name.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Games,
    Positions,
}

impl Kind {
    /// The kind of a file.
    pub(super) fn of(path: &Path) -> Result<Kind, Failure> {
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("vf") => Ok(Kind::Games),
            Some("bf") => Ok(Kind::Positions),
            _ => Err(Failure::input(format!(
                "{}: the name must end in .vf (games) or .bf (positions)",
                path.display()
            ))),
        }
    }

    /// The kind that all these files share.
    pub(super) fn of_all<'a>(
        paths: impl IntoIterator<Item = &'a PathBuf>,
    ) -> Result<Kind, Failure> {
        let mut kinds = paths.into_iter().map(|path| Kind::of(path));
        let first = kinds.next().unwrap_or(Ok(Kind::Games))?;
        for kind in kinds {
            if kind? != first {
                return Err(Failure::input("games and positions cannot be mixed"));
            }
        }
        Ok(first)
    }

    /// The name of the format.
    pub(super) fn format(self) -> &'static str {
        match self {
            Kind::Games => "viriformat",
            Kind::Positions => "bulletformat",
        }
    }
}

/// Refuses to write over one of the files that are read.
pub(super) fn check_output(output: &Path, inputs: &[PathBuf]) -> Result<(), Failure> {
    let Ok(output) = fs::canonicalize(output) else {
        return Ok(()); // it does not exist yet
    };
    let same = |input: &PathBuf| fs::canonicalize(input).is_ok_and(|input| input == output);
    if inputs.iter().any(same) {
        let output = output.display();
        return Err(Failure::input(format!(
            "{output} is to be read and written"
        )));
    }
    Ok(())
}

/// Calls back for every game of the files, with a progress bar, the number of the file and where
/// in it the game begins.
pub(super) fn each_game(
    paths: &[PathBuf],
    verb: &str,
    mut visit: impl FnMut(&Path, u64, GameRecord) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let bar = progress::bytes(total_size(paths)?, verb);
    let mut before = 0;
    for path in paths {
        let mut reader: GameReader<BufReader<File>> =
            GameReader::open(path).map_err(|error| Failure::unusable_file(path, error))?;
        loop {
            let offset = reader.offset();
            let Some(game) = reader.next() else { break };
            let game = game.map_err(|error| Failure::unusable_file(path, error))?;
            visit(path, offset, game)?;
            bar.set_position(before + reader.offset());
        }
        before += reader.offset();
    }
    bar.finish_and_clear();
    Ok(())
}

/// Calls back for every position of the files, with a progress bar.
pub(super) fn each_position(
    paths: &[PathBuf],
    verb: &str,
    mut visit: impl FnMut(TrainingPosition) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let bar: ProgressBar = progress::bytes(total_size(paths)?, verb);
    for path in paths {
        let reader =
            PositionReader::open(path).map_err(|error| Failure::unusable_file(path, error))?;
        for (index, position) in reader.enumerate() {
            visit(position.map_err(|error| Failure::unusable_file(path, error))?)?;
            if index.is_multiple_of(1 << 12) {
                bar.inc((TrainingPosition::LENGTH << 12) as u64);
            }
        }
    }
    bar.finish_and_clear();
    Ok(())
}

fn total_size(paths: &[PathBuf]) -> Result<u64, Failure> {
    let sizes = paths.iter().map(|path| match fs::metadata(path) {
        Ok(metadata) => Ok(metadata.len()),
        Err(error) => Err(Failure::unusable_file(path, error)),
    });
    sizes.sum()
}

/// A manifest for a file made from others.
pub(super) fn manifest(kind: Kind, inputs: &[PathBuf]) -> Result<Manifest, Failure> {
    let mut sources = Vec::new();
    for input in inputs {
        let manifest = Manifest::load_beside(input).map_err(Failure::input)?;
        sources.extend(manifest);
    }
    Ok(Manifest {
        format: kind.format().to_owned(),
        command: std::env::args().collect::<Vec<_>>().join(" "),
        engine_version: identity::VERSION.to_owned(),
        sources,
        ..Manifest::default()
    })
}

/// Writes a manifest beside its file.
pub(super) fn save(manifest: &Manifest, output: &Path) -> Result<(), Failure> {
    manifest
        .save_beside(output)
        .map_err(|error| Failure::file(&Manifest::path_for(output), error))
}
