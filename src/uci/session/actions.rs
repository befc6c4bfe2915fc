//! What single commands do.

use super::Session;
use crate::engine::identity::{AUTHOR, BUILD, NAME, VERSION};
use crate::evaluation::explain;
use crate::notation::diagram::diagram;
use crate::notation::uci::parse_move;
use crate::position::{CastlingNotation, FenError, Position};
use crate::rules::{Game, Irregularity};
use crate::types::Move;
use crate::uci::command::excerpt;
use crate::uci::go::Go;
use crate::uci::options;
use std::io;
use std::time::Instant;

const HELP: &str = "\
position startpos|fen FEN [moves MOVE...], go [depth N] [movetime MS] [nodes N] [infinite] ..., stop
setoption name NAME [value VALUE], ucinewgame, isready, uci, quit
go perft N: count lines of N moves; d: show the position; eval: its static evaluation
flip: exchange the colours of the position
bench [DEPTH]: measure the speed; genfens N seed S book FILE|None: draw openings
compiler: about this build
outside of this conversation, vezer --help lists what else there is";

impl Session<'_> {
    /// `uci`: who we are and what can be set.
    pub(super) fn introduce(&mut self) -> io::Result<()> {
        let mut lines = vec![
            format!("id name {NAME} {VERSION}"),
            format!("id author {AUTHOR}"),
        ];
        lines.extend(options::list().map(|option| option.to_string()));
        #[cfg(feature = "tuning")]
        lines.extend(crate::uci::tuning::list());
        lines.push("uciok".to_owned());
        self.output.say(lines.join("\n"))
    }

    /// `help`: what can be said here.
    pub(super) fn help(&mut self) -> io::Result<()> {
        HELP.lines().try_for_each(|line| self.output.tell(line))
    }

    /// `compiler`: what this program is.
    pub(super) fn compiler(&mut self) -> io::Result<()> {
        let mut lines = BUILD.lines();
        lines.try_for_each(|line| self.output.tell(line))
    }

    /// `position`: takes a position and the moves from there, wholly or not at all.
    pub(super) fn set_position(&mut self, fen: Option<&str>, moves: &[String]) -> io::Result<()> {
        match read_game(fen, moves) {
            Ok(game) => {
                self.engine.set_game(game);
                Ok(())
            }
            Err(reason) => {
                let reason = format!("position: {reason}; the position before it stays");
                self.output.tell(reason)
            }
        }
    }

    /// `go`: begins a search; its time counts from `start`.
    pub(super) fn go(&mut self, go: &Go, start: Instant) -> io::Result<()> {
        for remark in &go.remarks {
            self.output.tell(remark)?;
        }
        let position = *self.engine.game().position();
        let mut limits = go.limits(position.side_to_move());
        if let Some(texts) = &go.search_moves {
            limits.search_moves = self.root_moves(&position, texts)?;
        }
        self.busy = true;
        self.kept.clear();
        self.engine.search(limits, go.turn(), start);
        if self.input_ended {
            self.engine.stop_if_endless();
        }
        Ok(())
    }

    /// The legal ones among the moves to which a search is to be confined. If there is none, all
    /// moves are searched: an answer is due.
    fn root_moves(&mut self, position: &Position, texts: &[String]) -> io::Result<Vec<Move>> {
        let mut moves = Vec::new();
        for text in texts {
            match parse_move(position, text) {
                Ok(mv) if !moves.contains(&mv) => moves.push(mv),
                Ok(_) => {}
                Err(error) => {
                    let error = excerpt(&error.to_string());
                    self.output
                        .tell(format_args!("go: searchmoves: {error}, ignored"))?;
                }
            }
        }
        if moves.is_empty() {
            self.output
                .tell("go: searchmoves: no legal move given, all are searched")?;
        }
        Ok(moves)
    }

    /// `d`: shows the position.
    pub(super) fn display(&mut self) -> io::Result<()> {
        let game = self.engine.game();
        let position = game.position();
        let fen = position.fen_as(if self.manner.chess960 {
            CastlingNotation::Shredder
        } else {
            CastlingNotation::Standard
        });
        let checkers: Vec<String> = position
            .checkers()
            .map(|square| square.to_string())
            .collect();
        let text = format!(
            "{}\nFen: {fen}\nKey: {:016x}\nCheckers: {}\nOccurrences: {}",
            diagram(position),
            position.key(),
            checkers.join(" "),
            game.repetition_count(),
        );
        self.output.say(text)
    }

    /// `flip`: exchanges the colours; the game before is forgotten.
    pub(super) fn flip(&mut self) -> io::Result<()> {
        match self.engine.game().position().flipped() {
            Ok(position) => {
                self.engine.set_game(Game::new(position));
                Ok(())
            }
            Err(error) => self.output.tell(format_args!("flip: {error}")),
        }
    }

    /// `eval`: shows the static evaluation and how it comes about.
    pub(super) fn evaluate(&mut self) -> io::Result<()> {
        let position = self.engine.game().position();
        if position.in_check() {
            return self.output.say("Evaluation: none in check");
        }
        let explanation = explain(self.engine.network(), position);
        self.output.say(explanation.table(position))
    }
}

/// Why a game cannot be set up.
#[derive(Debug, thiserror::Error)]
enum GameError {
    #[error(transparent)]
    Fen(#[from] FenError),
    #[error("move {number}, {text}: {reason}")]
    Move {
        /// Which move of the list, from 1.
        number: usize,
        text: String,
        reason: String,
    },
}

fn read_game(fen: Option<&str>, moves: &[String]) -> Result<Game, GameError> {
    let start = fen.map_or_else(|| Ok(Position::startpos()), Position::from_fen)?;
    let mut game = Game::new(start);
    for (index, text) in moves.iter().enumerate() {
        let position = game.position();
        match parse_move(position, text) {
            Ok(mv) => game.push(mv),
            Err(error) => {
                let reason = Irregularity::of(position, text)
                    .map_or_else(|| error.to_string(), |why| why.to_string());
                return Err(GameError::Move {
                    number: index + 1,
                    text: excerpt(text),
                    reason: reason.chars().take(200).collect(),
                });
            }
        }
    }
    Ok(game)
}
