//! The laws, by shakmaty alone: which moves are legal, and when a game is over.

use crate::common::below;
use rand_chacha::ChaCha8Rng;
use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{CastlingMode, Chess, Color, EnPassantMode, Position};
use std::collections::HashMap;

/// A game.
pub struct Referee {
    start: String,
    moves: Vec<String>,
    position: Chess,
    seen: HashMap<Zobrist64, u32>,
}

impl Referee {
    /// A game from this position, with some random moves if they do not end it.
    pub fn new(start: &str, plies: usize, random: &mut ChaCha8Rng) -> Referee {
        let fen: Fen = start.parse().expect("a FEN");
        let mut referee = Referee {
            start: start.to_owned(),
            moves: Vec::new(),
            position: fen
                .into_position(CastlingMode::Chess960)
                .expect("a position"),
            seen: HashMap::new(),
        };
        referee.count();
        for _ in 0..plies {
            let moves = referee.position.legal_moves();
            let mv = moves[below(random, moves.len())];
            let next = referee.position.clone().play(mv).expect("it is legal");
            if next.is_game_over() {
                break;
            }
            let text = referee.text(mv);
            referee.push(&text, None).expect("it is legal");
        }
        referee
    }

    /// A move as the engine is told of it: in standard chess castling is a step of the king.
    fn text(&self, mv: shakmaty::Move) -> String {
        let mode = match self.is_standard() {
            true => CastlingMode::Standard,
            false => CastlingMode::Chess960,
        };
        UciMove::from_move(mv, mode).to_string()
    }

    fn is_standard(&self) -> bool {
        self.start.starts_with("rnbqkbnr/") && self.start.contains("/RNBQKBNR ")
    }

    fn count(&mut self) -> u32 {
        let key = self.position.zobrist_hash(EnPassantMode::Legal);
        let count = self.seen.entry(key).or_default();
        *count += 1;
        *count
    }

    /// 0 for White, 1 for Black.
    pub fn turn(&self) -> usize {
        usize::from(self.position.turn() == Color::Black)
    }

    /// The command that sets up the game.
    pub fn command(&self) -> String {
        let mut command = format!("position fen {}", self.start);
        if !self.moves.is_empty() {
            command += " moves ";
            command += &self.moves.join(" ");
        }
        command
    }

    /// Whether the game is the one that a command sets up, and then this move.
    pub fn is(&self, before: &str, reply: &str) -> bool {
        let now = self.command();
        now.strip_prefix(before)
            .is_some_and(|rest| rest.trim_start_matches(" moves").trim() == reply)
    }

    /// Plays a move; the reply that is expected to it must be legal too.
    pub fn push(&mut self, text: &str, reply: Option<&str>) -> Result<(), String> {
        let illegal = |text: &str, position: &Chess| {
            let fen = Fen::from_position(position, EnPassantMode::Legal);
            format!("illegal move {text} in {fen}")
        };
        let parsed = |text: &str, position: &Chess| {
            let mv: UciMove = text.parse().map_err(|_| illegal(text, position))?;
            mv.to_move(position).map_err(|_| illegal(text, position))
        };
        let mv = parsed(text, &self.position)?;
        let next = self.position.clone().play(mv).expect("it is legal");
        if let Some(reply) = reply {
            parsed(reply, &next)?;
        }
        self.position = next;
        self.moves.push(text.to_owned());
        self.count();
        Ok(())
    }

    pub fn is_over(&self) -> bool {
        self.end().is_some()
    }

    /// Whether somebody has won, if the game is over.
    pub fn end(&self) -> Option<bool> {
        if self.position.legal_moves().is_empty() {
            return Some(self.position.is_check());
        }
        let key: Zobrist64 = self.position.zobrist_hash(EnPassantMode::Legal);
        let repeated = self.seen.get(&key).is_some_and(|&count| count >= 3);
        let drawn = self.position.is_insufficient_material()
            || self.position.halfmoves() >= 100
            || repeated;
        drawn.then_some(false)
    }
}
