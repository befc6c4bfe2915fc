//! What a player can say at the board.

/// An order of the player. Everything that is no word of the list is a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Order<'a> {
    /// Play this move.
    Move(&'a str),
    /// Take the last own move back, and what followed.
    Back,
    /// Say what the engine would play.
    Hint,
    /// Give up.
    Resign,
    /// Claim a draw, perhaps by a move that would be played; offer one if there is nothing to claim.
    Draw(Option<&'a str>),
    /// Change sides.
    Switch,
    Board,
    Moves,
    Fen,
    Pgn,
    Help,
    Quit,
}

/// What can be said, for the player.
pub(super) const HELP: &str = "\
A move as Nf3, exd5, O-O, e8=Q or as g1f3, e1g1, e7e8q; or one of these words:
  back         take your last move back
  hint         what would the engine play?
  draw         claim a draw, or offer one; draw Nf3 claims with the move that you would play
  resign       give up
  switch       change sides
  board, moves, fen, pgn   show the board, the legal moves, the position, the game
  quit         leave";

impl Order<'_> {
    /// Reads a line; `None` if it is blank.
    pub(super) fn parse(line: &str) -> Option<Order<'_>> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let order = match word.to_ascii_lowercase().as_str() {
            "" => return None,
            "back" | "undo" | "takeback" => Order::Back,
            "hint" => Order::Hint,
            "resign" => Order::Resign,
            "draw" => Order::Draw(Some(rest).filter(|rest| !rest.is_empty())),
            "switch" => Order::Switch,
            "board" => Order::Board,
            "moves" => Order::Moves,
            "fen" => Order::Fen,
            "pgn" => Order::Pgn,
            "help" | "?" => Order::Help,
            "quit" | "exit" => Order::Quit,
            _ => Order::Move(line),
        };
        Some(order)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_moves() {
        assert_eq!(Order::parse("  "), None);
        assert_eq!(Order::parse(" Nf3 "), Some(Order::Move("Nf3")));
        assert_eq!(Order::parse("b4"), Some(Order::Move("b4")));
        assert_eq!(Order::parse("QUIT"), Some(Order::Quit));
        assert_eq!(Order::parse("draw"), Some(Order::Draw(None)));
        assert_eq!(Order::parse("draw  Kg1 "), Some(Order::Draw(Some("Kg1"))));
    }

    #[test]
    fn the_help_names_every_word() {
        for word in [
            "back", "hint", "resign", "draw", "switch", "board", "moves", "fen", "pgn", "quit",
        ] {
            assert!(HELP.contains(word), "{word}");
            assert!(
                !matches!(Order::parse(word), Some(Order::Move(_))),
                "{word}"
            );
        }
    }
}
