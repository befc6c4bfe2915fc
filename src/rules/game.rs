use super::repetition;
use crate::position::Position;
use crate::types::Move;

/// A game: the position it started from and the legal moves played since.
#[derive(Clone)]
pub struct Game {
    start: Position,
    moves: Vec<Move>,
    /// The position before each move, and last the current one.
    positions: Vec<Position>,
    /// The keys of the positions.
    keys: Vec<u64>,
}

impl Game {
    /// A game that starts from this position.
    pub fn new(start: Position) -> Game {
        Game {
            start,
            moves: Vec::new(),
            positions: vec![start],
            keys: vec![start.key()],
        }
    }

    /// Where the game started.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The moves played so far.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The position now.
    pub fn position(&self) -> &Position {
        self.positions.last().unwrap_or(&self.start)
    }

    /// All positions of the game, the current one last.
    pub fn positions(&self) -> &[Position] {
        &self.positions
    }

    /// The keys of all positions of the game, the current one last: the history in which
    /// [`repetition`] counts, and on which a search builds its own.
    pub fn keys(&self) -> &[u64] {
        &self.keys
    }

    /// How many times the current position has occurred, this time included (article 9.2.2).
    pub fn repetition_count(&self) -> usize {
        repetition::count(&self.keys, self.position().halfmove_clock())
    }

    /// Plays a move that is legal in the current position.
    ///
    /// # Panics
    /// In debug builds if the move is not legal.
    pub fn push(&mut self, mv: Move) {
        debug_assert!(self.position().is_legal(mv), "{mv:?} is not legal");
        let next = self.position().play(mv);
        self.moves.push(mv);
        self.positions.push(next);
        self.keys.push(next.key());
    }

    /// Takes the last move back.
    pub fn pop(&mut self) -> Option<Move> {
        let mv = self.moves.pop()?;
        self.positions.pop();
        self.keys.pop();
        Some(mv)
    }
}
