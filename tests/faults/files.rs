//! Files that change under the engine, and files that are none.

use crate::dialogue::{InMemory, Program};
use std::fs;
use std::path::{Path, PathBuf};

fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The last line of a search from the start to a fixed depth.
fn search(engine: &mut InMemory) -> String {
    engine.say("ucinewgame\nposition startpos\ngo depth 6");
    engine.expect("bestmove ");
    let mut lines = engine.heard.all.iter().rev();
    let line = lines.find(|line| line.starts_with("info depth 6 "));
    let line = line.expect("a line").split(" nps ").next();
    line.expect("the part without times").to_owned()
}

#[test]
fn a_network_is_used_as_it_was_when_it_was_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("net.vznn");
    fs::copy(repository().join("assets/vezer.vznn"), &path).expect("it can be copied");
    let load = format!("setoption name EvalFile value {}", path.display());
    let mut engine = InMemory::start();
    engine.say(&load);
    let before = search(&mut engine);
    engine.say("go infinite");
    engine.expect("info depth 3 ");
    let network = fs::read(&path).expect("it is there");
    fs::write(&path, &network[..network.len() / 2]).expect("it can be cut");
    engine.say("stop");
    engine.expect("bestmove ");
    assert_eq!(search(&mut engine), before);
    engine.say(&load);
    let line = engine.expect("info string option EvalFile: ");
    assert!(line.contains(" bytes instead of "), "{line}");
    assert_eq!(search(&mut engine), before);
    let mut damaged = network.clone();
    damaged[network.len() / 2] ^= 1;
    fs::write(&path, &damaged).expect("it can be written");
    engine.say(&load);
    let line = engine.expect("info string option EvalFile: ");
    assert!(line.contains("damaged"), "{line}");
    fs::remove_file(&path).expect("it can be removed");
    assert_eq!(search(&mut engine), before);
    engine.say(&load);
    let line = engine.expect("info string option EvalFile: cannot read ");
    assert!(line.ends_with("the network stays as it was"), "{line}");
    assert_eq!(search(&mut engine), before);
    engine.end();
}

/// Devices without an end, pipes without a writer, folders: nothing waits for them.
#[cfg(unix)]
#[test]
fn what_is_no_regular_file_is_no_network_and_no_book() {
    let folder = tempfile::tempdir().expect("a folder");
    let pipe = folder.path().join("pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.expect("mkfifo runs").success());
    let huge = folder.path().join("huge");
    let file = fs::File::create(&huge).expect("it can be made");
    file.set_len(1 << 40).expect("it has holes");
    let mut engine = InMemory::start();
    for (path, reason) in [
        (Path::new("/dev/zero"), "it is no regular file"),
        (&pipe, "it is no regular file"),
        (folder.path(), "it is a folder"),
        (&huge, "it has more than "),
    ] {
        for option in ["EvalFile", "BookFile"] {
            engine.say(&format!("setoption name {option} value {}", path.display()));
            let line = engine.expect(&format!("info string option {option}: "));
            assert!(line.contains(reason), "{line}");
        }
    }
    search(&mut engine);
    engine.end();
}

#[test]
fn a_book_is_used_as_it_was_when_it_was_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("book.bin");
    fs::copy(repository().join("tests/data/polyglot/probes.bin"), &path).expect("it can be copied");
    let load = format!("setoption name BookFile value {}", path.display());
    let mut engine = InMemory::start();
    engine.say(&load);
    engine.say("setoption name OwnBook value true\nposition startpos\ngo infinite");
    let book = fs::read(&path).expect("it is there");
    for content in [&book[..20], &[][..], &[0xff; 48][..], &[0; 1600][..]] {
        fs::write(&path, content).expect("it can be written");
        engine.say("isready\nstop\ngo movetime 30");
        engine.expect("bestmove ");
        engine.expect("bestmove ");
        engine.say("go infinite");
    }
    engine.say(&format!("stop\n{load}\ngo depth 2"));
    engine.expect("bestmove ");
    engine.expect("bestmove ");
    fs::remove_file(&path).expect("it can be removed");
    engine.say(&format!("{load}\ngo depth 2"));
    let line = engine.expect("info string option BookFile: ");
    assert!(line.ends_with("the book stays as it was"), "{line}");
    engine.expect("bestmove ");
    engine.end();
}

const TABLES: [&str; 4] = ["KQvKR.rtbw", "KQvKR.rtbz", "KRvK.rtbw", "KRvK.rtbz"];

fn copy_tables(folder: &Path) -> Vec<PathBuf> {
    let copy = |name| {
        let path = folder.join(name);
        let source = repository().join("tests/data/syzygy").join(name);
        fs::copy(source, &path).expect("it can be copied");
        path
    };
    TABLES.map(copy).to_vec()
}

/// What happens to a file.
type Change = fn(&Path) -> std::io::Result<()>;

/// Tables that are cut, overwritten or removed after they have been found, before they are read and
/// while they are: at most each is told of once.
#[test]
fn tables_can_change_while_they_are_used() {
    let cut = |path: &Path| fs::write(path, "");
    let halve = |path: &Path| {
        let bytes = fs::read(path)?;
        fs::write(path, &bytes[..bytes.len() / 2])
    };
    let overwrite = |path: &Path| {
        let length = fs::metadata(path)?.len() as usize;
        fs::write(path, vec![0xa5; length])
    };
    let remove = |path: &Path| fs::remove_file(path);
    let ways: [Change; 4] = [cut, halve, overwrite, remove];
    for (way, used_before) in ways.into_iter().flat_map(|way| [(way, false), (way, true)]) {
        let folder = tempfile::tempdir().expect("a folder");
        let paths = copy_tables(folder.path());
        let mut program = Program::start(&[]);
        let path = folder.path().display();
        program.say(&format!("setoption name SyzygyPath value {path}"));
        program.expect("info string endgame tables: 2 ");
        // The pawn can be taken, so that tables are asked in the tree.
        program.say("position fen 8/8/8/3k4/8/1p6/1r6/Q2K4 w - - 0 1");
        if used_before {
            program.say("go infinite");
            program.expect("info depth 5 ");
        }
        paths
            .iter()
            .for_each(|path| way(path).expect("it can be changed"));
        program.say("isready\nstop\ngo depth 8");
        program.expect("bestmove ");
        program.say("position fen 8/8/8/8/3k4/8/1r6/Q2K4 w - - 0 1\ngo depth 6\nisready");
        program.expect("bestmove ");
        program.say("position fen 4k3/8/8/8/8/8/8/R3K3 w - - 0 1\ngo depth 6\nquit");
        assert!(program.wait().success());
        program.heard.expect_end();
        let count = |text: &str| {
            program
                .heard
                .all
                .iter()
                .filter(|l| l.contains(text))
                .count()
        };
        assert_eq!(count("internal error"), 0, "{:#?}", program.heard.all);
        for table in [
            "wdl table KQvKR",
            "dtz table KQvKR",
            "wdl table KRvK ",
            "dtz table KRvK ",
        ] {
            assert!(count(table) <= 1, "{:#?}", program.heard.all);
        }
    }
}
