use super::{CastlingNotation, FenError, Position};

impl Position {
    /// The same position with the colours exchanged: the board turned upside down, White's pieces
    /// Black's and the other way round, and the other side to move. For chess nothing changes by
    /// that, so whatever judges the two differently has a fault.
    ///
    /// # Errors
    /// Never for a legal position.
    pub fn flipped(&self) -> Result<Position, FenError> {
        let fen = self.fen_as(CastlingNotation::Shredder);
        let mut fields = fen.split(' ');
        let mut next = || fields.next().unwrap_or_default();
        let ranks: Vec<String> = next().rsplit('/').map(exchange_cases).collect();
        let side = if next() == "w" { 'b' } else { 'w' };
        let castling = exchange_cases(next());
        let en_passant = next().replace(['3', '6'], if side == 'w' { "6" } else { "3" });
        let (halfmove, fullmove) = (next(), next());
        let ranks = ranks.join("/");
        Position::from_fen(&format!(
            "{ranks} {side} {castling} {en_passant} {halfmove} {fullmove}"
        ))
    }
}

/// Small letters for large ones, and the other way round.
fn exchange_cases(text: &str) -> String {
    let exchange = |letter: char| match letter.is_ascii_uppercase() {
        true => letter.to_ascii_lowercase(),
        false => letter.to_ascii_uppercase(),
    };
    text.chars().map(exchange).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::perft;

    #[test]
    fn colours_are_exchanged() {
        for (fen, expected) in [
            (
                "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3",
                "rnbqkbnr/pppp1ppp/8/3Pp3/8/8/PPP1PPPP/RNBQKBNR w KQkq e6 0 3",
            ),
            (
                "r3k2r/8/8/8/8/8/8/4K2R w Kq - 7 40",
                "4k2r/8/8/8/8/8/8/R3K2R b Qk - 7 40",
            ),
            (
                "1r2k3/8/8/8/8/8/8/4K1R1 w Gb - 0 1",
                "4k1r1/8/8/8/8/8/8/1R2K3 b Bg - 0 1",
            ),
        ] {
            let position = Position::from_fen(fen).unwrap();
            let flipped = position.flipped().unwrap();
            let notation = match fen.contains('G') {
                true => CastlingNotation::Shredder,
                false => CastlingNotation::Standard,
            };
            assert_eq!(flipped.fen_as(notation), expected);
            let back = flipped.flipped().unwrap();
            assert_eq!(back.fen_as(notation), position.fen_as(notation));
            assert_eq!(perft(&flipped, 3), perft(&position, 3), "{fen}");
        }
    }
}
