//! The evaluation of a position as a board for people.

use super::Explanation;
use super::wdl::{Told, told_centipawns};
use crate::position::Position;
use crate::types::{File, Rank, Square};
use std::fmt::Write;

impl Explanation {
    /// Draws the board with what each piece contributes, in pawns from White's view, and says what
    /// becomes of the network's output. No line feed at the end.
    pub fn table(&self, position: &Position) -> String {
        let counts = match self.counts {
            Some(percent) => format!("Of it count {percent}%."),
            None => "It does not count: a lone king is mated by force.".to_owned(),
        };
        format!(
            "{}(what the network loses without the piece, in pawns from White's view)\n\n\
             Network: {}. {counts}\nEvaluation: {} from White's view",
            self.board(position),
            pawns(self.network.0),
            Told::from(self.white_score).in_pawns(),
        )
    }

    fn board(&self, position: &Position) -> String {
        let edge = format!(" +{}", "-------+".repeat(8));
        let mut text = format!("{edge}\n");
        for rank in Rank::all().rev() {
            let row = |cell: &dyn Fn(Square) -> String| -> String {
                let cells = File::all().map(|file| format!("{:^7}|", cell(Square::at(file, rank))));
                cells.collect()
            };
            let pieces = row(&|square| {
                let piece = position.piece_on(square);
                piece.map_or(String::new(), |piece| piece.to_string())
            });
            let shares = row(&|square| self.share(square).map_or(String::new(), pawns));
            let _ = write!(text, " |{pieces} {}\n |{shares}\n{edge}\n", rank.letter());
        }
        let files: String = File::all()
            .map(|file| format!("{:^8}", file.letter()))
            .collect();
        text + &format!("  {files}\n")
    }
}

/// A part of an evaluation in the unit in which scores are told.
fn pawns(internal: i32) -> String {
    Told::Centipawns(told_centipawns(internal)).in_pawns()
}

#[cfg(test)]
mod tests {
    use super::super::explain;
    use super::*;
    use crate::evaluation::network::Network;

    #[test]
    fn every_piece_but_the_kings_has_its_share() {
        let position = Position::startpos();
        let text = explain(&Network::embedded(), &position).table(&position);
        let shares = text.lines().filter(|line| line.contains('.')).take(4);
        let count: usize = shares.map(|line| line.matches('.').count()).sum();
        assert_eq!(count, 30, "{text}");
        assert!(text.contains("Of it count 100%."), "{text}");
        assert!(
            !text.contains("lone king") && !text.ends_with('\n'),
            "{text}"
        );
    }

    #[test]
    fn a_lone_king_is_mentioned() {
        let position = Position::from_fen("8/8/3k4/8/8/2Q1K3/8/8 w - - 0 1").unwrap();
        let text = explain(&Network::embedded(), &position).table(&position);
        assert!(text.contains("a lone king is mated by force"), "{text}");
    }
}
