//! Everything that the Laws say about a game, gathered once for both forms of output.

use crate::notation::uci;
use crate::position::Position;
use crate::rules::dead_position::{MatingChances, State};
use crate::rules::unwinnable::Effort;
use crate::rules::{
    ClaimableEnds, Claims, Game, Outcome, Termination, fifty_moves, material, repetition,
};
use crate::types::Move;
use serde::Serialize;

/// What the Laws say about the end of a game.
pub(super) struct Facts<'a> {
    pub(super) game: &'a Game,
    pub(super) claims: Claims,
    pub(super) chances: MatingChances,
    pub(super) outcome: Option<Outcome>,
    /// The number of half-moves after which the game was over already, if moves followed.
    pub(super) ended_before: Option<(usize, Outcome)>,
}

/// An end of the game after which more moves were played.
#[derive(Serialize)]
struct EarlierEnd {
    half_moves: usize,
    result: &'static str,
    reason: String,
}

/// The keys of the JSON object, in this order.
#[derive(Serialize)]
struct Report {
    fen: String,
    side_to_move: char,
    repetition_count: usize,
    can_claim_threefold_now: bool,
    threefold_by_moves: Vec<String>,
    can_claim_threefold: bool,
    is_fivefold: bool,
    halfmove_clock: u16,
    can_claim_fifty_now: bool,
    fifty_by_moves: Vec<String>,
    can_claim_fifty: bool,
    is_seventyfive: bool,
    insufficient_material: bool,
    dead_position: String,
    white_can_mate: Option<bool>,
    black_can_mate: Option<bool>,
    is_check: bool,
    is_checkmate: bool,
    is_stalemate: bool,
    legal_moves: usize,
    result: &'static str,
    result_reason: String,
    /// Only there if moves were played after the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    ended_before: Option<EarlierEnd>,
}

impl<'a> Facts<'a> {
    /// Gathers the facts about the game.
    pub(super) fn of(game: &'a Game) -> Facts<'a> {
        let chances = MatingChances::of(game.position(), Effort::default());
        // The proof comes last: it matters only where nothing simpler ends the game.
        let outcome = Outcome::of(game, ClaimableEnds::WaitForClaim).or_else(|| {
            let dead = chances.state() == State::Dead;
            dead.then(|| Outcome::draw(Termination::DeadPosition))
        });
        Facts {
            game,
            claims: Claims::of(game),
            chances,
            outcome,
            ended_before: earlier_end(game),
        }
    }

    pub(super) fn position(&self) -> &'a Position {
        self.game.position()
    }

    /// One line of JSON.
    pub(super) fn to_json(&self, chess960: bool) -> String {
        let position = self.position();
        let ended_by = |termination| {
            self.outcome
                .is_some_and(|outcome| outcome.termination == termination)
        };
        let report = Report {
            fen: position.fen(),
            side_to_move: position.side_to_move().letter(),
            repetition_count: self.game.repetition_count(),
            can_claim_threefold_now: self.claims.threefold_now,
            threefold_by_moves: sorted(&self.claims.threefold_by, chess960),
            can_claim_threefold: self.claims.threefold(),
            is_fivefold: self.game.repetition_count() >= repetition::FIVEFOLD,
            halfmove_clock: position.halfmove_clock(),
            can_claim_fifty_now: self.claims.fifty_now,
            fifty_by_moves: sorted(&self.claims.fifty_by, chess960),
            can_claim_fifty: self.claims.fifty(),
            is_seventyfive: fifty_moves::is_seventy_five(position),
            insufficient_material: material::is_dead_by_material(position),
            dead_position: self.chances.state().to_string(),
            white_can_mate: self.chances.white.as_bool(),
            black_can_mate: self.chances.black.as_bool(),
            is_check: position.in_check(),
            is_checkmate: ended_by(Termination::Checkmate),
            is_stalemate: ended_by(Termination::Stalemate),
            legal_moves: position.legal_moves().len(),
            result: self.outcome.map_or("*", |outcome| outcome.result()),
            result_reason: self.outcome.map_or("game goes on".to_owned(), |outcome| {
                outcome.termination.to_string()
            }),
            ended_before: self.ended_before.map(|(half_moves, outcome)| EarlierEnd {
                half_moves,
                result: outcome.result(),
                reason: outcome.termination.to_string(),
            }),
        };
        serde_json::to_string(&report).unwrap_or_default()
    }
}

fn earlier_end(game: &Game) -> Option<(usize, Outcome)> {
    let mut replay = Game::new(*game.start());
    for (index, &mv) in game.moves().iter().enumerate() {
        if let Some(outcome) = Outcome::of(&replay, ClaimableEnds::WaitForClaim) {
            return Some((index, outcome));
        }
        replay.push(mv);
    }
    None
}

/// The moves in UCI notation, in alphabetical order.
fn sorted(moves: &[Move], chess960: bool) -> Vec<String> {
    let mut texts: Vec<String> = moves
        .iter()
        .map(|&mv| uci::format_move(mv, chess960))
        .collect();
    texts.sort();
    texts
}
