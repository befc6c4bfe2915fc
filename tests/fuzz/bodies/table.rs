//! Endgame tables.

use std::cell::OnceCell;
use std::fs;
use tempfile::TempDir;
use vezer::position::Position;
use vezer::tablebase::Tables;

macro_rules! tables {
    ($($name:literal)*) => {
        [$(($name, include_bytes!(concat!("../../data/syzygy/", $name)).as_slice())),*]
    };
}

/// All tables of three pieces.
const WHOLE: [(&str, &[u8]); 10] = tables![
    "KQvK.rtbw" "KQvK.rtbz" "KRvK.rtbw" "KRvK.rtbz" "KBvK.rtbw"
    "KBvK.rtbz" "KNvK.rtbw" "KNvK.rtbz" "KPvK.rtbw" "KPvK.rtbz"
];

const POSITIONS: [&str; 8] = [
    "8/8/8/8/3k4/8/Q7/3K4 w - - 0 1",
    "8/8/3q4/8/3k4/8/8/3K4 w - - 0 1",
    "7k/8/8/8/8/8/8/KR6 b - - 0 1",
    "8/8/8/4k3/8/8/P7/K7 w - - 0 1",
    "8/2P5/8/8/8/k7/8/K7 w - - 0 1",
    "8/8/8/8/5k2/8/2p5/K7 b - - 0 1",
    "8/8/8/4b3/8/4k3/8/2K5 w - - 0 1",
    "8/8/8/3N4/8/4k3/8/2K5 b - - 0 1",
];

thread_local! {
    /// Where the tables lie.
    static FOLDER: OnceCell<TempDir> = const { OnceCell::new() };
}

fn folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, bytes) in WHOLE {
        fs::write(folder.path().join(name), bytes).expect("it can be written");
    }
    folder
}

/// Whatever a table holds, asking it ends with an answer or none. The first byte says which table
/// the others replace.
pub fn table(input: &[u8]) {
    let Some((&which, table)) = input.split_first() else {
        return;
    };
    let (name, whole) = WHOLE[usize::from(which) % WHOLE.len()];
    FOLDER.with(|cell| {
        let folder = cell.get_or_init(folder).path();
        fs::write(folder.join(name), table).expect("it can be written");
        let tables = Tables::open(&[folder.to_owned()], |_| ()).expect("some are whole");
        for fen in POSITIONS {
            let position = Position::from_fen(fen).expect("a position");
            _ = (tables.wdl(&position), tables.dtz(&position));
        }
        fs::write(folder.join(name), whole).expect("it can be written");
    });
}
