//! Options whose value is a file or folder.

use super::{Outcome, Target};
use crate::evaluation::network::Network;
use crate::notation::polyglot::Book;
use std::env;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// `Debug Log File`
pub(super) fn set_log(target: &mut Target, path: &str) -> Outcome {
    if path.is_empty() {
        target.log.end();
        return Ok(());
    }
    let begun = target.log.begin(Path::new(path));
    begun.map_err(|error| format!("{path} cannot be written ({error}); there is no log"))
}

/// `BookFile`
pub(super) fn set_book(target: &mut Target, path: &str) -> Outcome {
    if path.is_empty() {
        target.engine.set_book(None);
        return Ok(());
    }
    let book = Book::load(Path::new(path))
        .map_err(|error| format!("{error}; the book stays as it was"))?;
    let found = format!("opening book: {} moves", book.len());
    target.remarks.push(found);
    target.engine.set_book(Some(book));
    Ok(())
}

/// `EvalFile`
pub(super) fn set_network(target: &mut Target, path: &str) -> Outcome {
    if path.is_empty() {
        target.engine.set_network(Network::embedded());
        return Ok(());
    }
    let network = Network::load(Path::new(path))
        .map_err(|error| format!("{error}; the network stays as it was"))?;
    target.engine.set_network(Arc::new(network));
    Ok(())
}

/// `SyzygyPath`: one folder or several, separated as the system separates paths.
pub(super) fn set_tables(target: &mut Target, paths: &str) -> Outcome {
    let folders: Vec<PathBuf> = env::split_paths(paths)
        .filter(|folder| !folder.as_os_str().is_empty())
        .collect();
    if folders.is_empty() {
        target.engine.remove_tables();
        return Ok(());
    }
    match target.engine.set_tables(&folders) {
        Ok(tables) => {
            let found = format!("endgame tables: {tables}");
            let faults = tables
                .faults()
                .iter()
                .map(|fault| format!("left out: {fault}"));
            target.remarks.extend([found].into_iter().chain(faults));
            Ok(())
        }
        Err(error) => Err(match target.engine.tables() {
            Some(tables) => format!("{error}; still used are {tables}"),
            None => error.to_string(),
        }),
    }
}
