//! Writing games so that a crash costs no more than the game being written.

use super::game::END;
use super::{GameReader, GameRecord, ReadError, ResultCounts};
use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::Path;

/// Appends games to a file.
pub struct GameWriter {
    output: BufWriter<File>,
    results: ResultCounts,
    positions: u64,
    cut_off: u64,
}

impl GameWriter {
    /// Opens a file to append to, and makes it if it does not exist. A last game that is not
    /// complete, as a crash leaves it, is cut off. Reads the whole file once.
    ///
    /// # Errors
    /// If the file cannot be opened or contains something that is no game; it is then unchanged.
    pub fn append(path: &Path) -> Result<GameWriter, ReadError> {
        let file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)?;
        let mut reader = GameReader::open(path)?;
        let (mut results, mut positions) = (ResultCounts::default(), 0);
        for game in reader.by_ref() {
            match game {
                Ok(game) => {
                    results.add(game.result());
                    positions += game.len() as u64;
                }
                Err(ReadError::Torn(_)) => break,
                Err(error) => return Err(error),
            }
        }
        let end = reader.offset();
        let cut_off = file.metadata()?.len().saturating_sub(end);
        file.set_len(end)?;
        let mut output = BufWriter::with_capacity(1 << 16, file);
        output.seek(SeekFrom::Start(end))?;
        Ok(GameWriter {
            output,
            results,
            positions,
            cut_off,
        })
    }

    /// Makes a new file; one that exists is overwritten.
    ///
    /// # Errors
    /// If the file cannot be made.
    pub fn create(path: &Path) -> io::Result<GameWriter> {
        Ok(GameWriter {
            output: BufWriter::with_capacity(1 << 20, File::create(path)?),
            results: ResultCounts::default(),
            positions: 0,
            cut_off: 0,
        })
    }

    /// The games in the file, old and new.
    pub fn games(&self) -> u64 {
        self.results.total()
    }

    /// How the games in the file ended.
    pub fn results(&self) -> ResultCounts {
        self.results
    }

    /// The positions with a move and a score in the file, old and new.
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// The bytes of an incomplete game that were cut off when the file was opened.
    pub fn cut_off(&self) -> u64 {
        self.cut_off
    }

    /// Adds a game. It is on disk after the next [`sync`](GameWriter::sync).
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn write(&mut self, game: &GameRecord) -> io::Result<()> {
        self.output.write_all(game.bytes())?;
        self.output.write_all(&END)?;
        self.results.add(game.result());
        self.positions += game.len() as u64;
        Ok(())
    }

    /// Waits until all games are safely on disk.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn sync(&mut self) -> io::Result<()> {
        self.output.flush()?;
        self.output.get_ref().sync_data()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::uci::parse_move;
    use crate::position::Position;
    use crate::records::GameResult;
    use std::fs;

    fn game(moves: &[&str]) -> GameRecord {
        let mut position = Position::startpos();
        let mut game = GameRecord::new(&position);
        for (score, text) in moves.iter().enumerate() {
            let mv = parse_move(&position, text).unwrap();
            game.push(mv, score as i32);
            position = position.play(mv);
        }
        game.set_result(GameResult::WhiteWin);
        game
    }

    #[test]
    fn a_torn_game_is_cut_off_wherever_it_ends() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.vf");
        let games = [game(&["e2e4", "c7c5"]), game(&["d2d4"])];
        let mut writer = GameWriter::append(&path).unwrap();
        for game in &games {
            writer.write(game).unwrap();
        }
        writer.sync().unwrap();
        let whole = fs::read(&path).unwrap();
        let first = games[0].bytes().len() + END.len();
        for length in 0..whole.len() {
            fs::write(&path, &whole[..length]).unwrap();
            let mut writer = GameWriter::append(&path).unwrap();
            let kept = usize::from(length >= first);
            assert_eq!(writer.games(), kept as u64);
            assert_eq!(writer.cut_off() as usize, length - kept * first);
            writer.write(&games[1]).unwrap();
            writer.sync().unwrap();
            let read: Vec<GameRecord> = GameReader::open(&path)
                .unwrap()
                .map(Result::unwrap)
                .collect();
            assert_eq!(read.len(), kept + 1);
            assert_eq!(read.last(), Some(&games[1]));
        }
    }

    #[test]
    fn what_is_no_game_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("letter.txt");
        let text =
            "Dear Sir, this is not a file of games at all, as you can see.\n\0\0\0\0\0\0\0\0";
        fs::write(&path, text).unwrap();
        assert!(matches!(
            GameWriter::append(&path),
            Err(ReadError::Malformed(0, _))
        ));
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    }
}
