//! Correction history: how far the static evaluation has been off, where the search knew better, in
//! positions alike, so that it comes closer from now on.
//!
//! Source: the Chess Programming Wiki, "Static Evaluation Correction History" (Caissa, 2023). Alike
//! are positions with the same pawns, the same pieces of one side, the same minor or major pieces,
//! each told by a key, and those that the same last two moves led to. What they all say is added
//! up. The table of positions keeps the evaluation as it was: corrections change by the second.

use super::history::{PIECE_TOS, PieceTo, Value, boxed};
use super::params::Params;
use super::prefetch::prefetch;
use crate::position::Position;
use crate::types::{Color, Score};

/// No entry leaves ±`LIMIT`.
const LIMIT: i32 = 1024;

/// Places of each side to move for one sort of key; keys that agree in their low bits share one.
const SIZE: usize = 1 << 14;

type Entry = Value<LIMIT>;

/// Entries by side to move and key.
type ByKey = Box<[[Entry; SIZE]; 2]>;

/// All corrections of one thread. Like histories they outlast a search.
pub(super) struct Corrections {
    params: Params,
    pawns: ByKey,
    /// By the pieces of White and of Black.
    pieces: [ByKey; 2],
    minor: ByKey,
    major: ByKey,
    /// By the move before the last, then the last.
    moves: Box<[[Entry; PIECE_TOS + 1]; PIECE_TOS + 1]>,
}

/// What was played two plies and one ply before a position.
pub(super) type LastMoves = [PieceTo; 2];

impl Corrections {
    /// No corrections yet; they are learned and weighed as the parameters say.
    pub(super) fn new(params: &Params) -> Corrections {
        let by_key = || boxed([Entry::ZERO; SIZE]);
        Corrections {
            params: params.clone(),
            pawns: by_key(),
            pieces: [by_key(), by_key()],
            minor: by_key(),
            major: by_key(),
            moves: boxed([Entry::ZERO; PIECE_TOS + 1]),
        }
    }

    /// Learns and weighs by other parameters from now on; what was learned is kept.
    pub(super) fn set_params(&mut self, params: &Params) {
        self.params = params.clone();
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        let [white, black] = &mut self.pieces;
        for table in [
            &mut self.pawns,
            white,
            black,
            &mut self.minor,
            &mut self.major,
        ] {
            table.as_flattened_mut().fill(Entry::ZERO);
        }
        self.moves.as_flattened_mut().fill(Entry::ZERO);
    }

    /// What is to be added to the static evaluation of a position, in centipawns.
    #[inline]
    pub(super) fn of(&self, position: &Position, last: LastMoves) -> i32 {
        let params = &self.params;
        let (keys, side) = (position.keys(), position.side_to_move().index());
        let by = |table: &ByKey, key: u64| table[side][place(key)].get();
        let pieces = |color: Color| by(&self.pieces[color.index()], keys.non_pawns[color.index()]);
        let sum = params.correction_pawns() * by(&self.pawns, keys.pawns)
            + params.correction_pieces() * (pieces(Color::White) + pieces(Color::Black))
            + params.correction_minor() * by(&self.minor, keys.minor)
            + params.correction_major() * by(&self.major, keys.major)
            + params.correction_moves() * self.moves[last[0].index()][last[1].index()].get();
        sum / UNIT
    }

    /// Fetches what a position's correction will be made of, ahead of its use.
    #[inline]
    pub(super) fn prefetch(&self, position: &Position) {
        let (keys, side) = (position.keys(), position.side_to_move().index());
        let fetch = |table: &ByKey, key| prefetch(&table[side][place(key)]);
        fetch(&self.pawns, keys.pawns);
        fetch(&self.pieces[0], keys.non_pawns[0]);
        fetch(&self.pieces[1], keys.non_pawns[1]);
        fetch(&self.minor, keys.minor);
        fetch(&self.major, keys.major);
    }

    /// The search found a position, to this depth, to be worth so many centipawns more than its
    /// corrected evaluation said.
    pub(super) fn learn(&mut self, position: &Position, last: LastMoves, error: i32, depth: i32) {
        let most = self.params.correction_bonus_most();
        let bonus = error * depth * self.params.correction_bonus() / 1024;
        let bonus = bonus.clamp(-most, most);
        let (keys, side) = (position.keys(), position.side_to_move().index());
        let update = |table: &mut ByKey, key: u64| table[side][place(key)].update(bonus);
        update(&mut self.pawns, keys.pawns);
        for (table, key) in self.pieces.iter_mut().zip(keys.non_pawns) {
            update(table, key);
        }
        update(&mut self.minor, keys.minor);
        update(&mut self.major, keys.major);
        self.moves[last[0].index()][last[1].index()].update(bonus);
    }
}

/// An entry as large as [`LIMIT`] with a weight of 128 corrects by 64 centipawns.
const UNIT: i32 = LIMIT * 128 / 64;

/// The place of a key in its table.
#[inline]
fn place(key: u64) -> usize {
    key as usize % SIZE
}

/// An evaluation with its correction, still a plain evaluation.
#[inline]
pub(super) fn corrected(raw: Score, correction: i32) -> Score {
    let most = Score::MAX_EVAL.0;
    Score((raw.0 + correction).clamp(-most, most))
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOWHERE: LastMoves = [PieceTo::NONE; 2];

    fn position(fen: &str) -> Position {
        Position::from_fen(fen).unwrap()
    }

    #[test]
    fn an_error_that_stays_the_same_is_learned_within_bounds() {
        let position = Position::startpos();
        let mut corrections = Corrections::new(&Params::default());
        assert_eq!(corrections.of(&position, NOWHERE), 0);
        let mut last = 0;
        for _ in 0..10 {
            corrections.learn(&position, NOWHERE, 40, 6);
            let now = corrections.of(&position, NOWHERE);
            assert!(now > last);
            last = now;
        }
        for _ in 0..5000 {
            corrections.learn(&position, NOWHERE, -20_000, 60);
        }
        let least = corrections.of(&position, NOWHERE);
        assert!((-6 * 128..-50).contains(&least), "{least}");
        corrections.clear();
        assert_eq!(corrections.of(&position, NOWHERE), 0);
    }

    #[test]
    fn the_more_alike_the_more_is_corrected() {
        let taught = position("r4rk1/ppp2ppp/2n5/3p4/3P4/2N5/PPP2PPP/R4RK1 w - - 0 1");
        let moves = taught.legal_moves();
        let last = [0, 1].map(|index| PieceTo::of(&taught, moves[index]));
        let mut corrections = Corrections::new(&Params::default());
        for _ in 0..50 {
            corrections.learn(&taught, last, 100, 8);
        }
        let of = |fen, last| corrections.of(&position(fen), last);
        let same = corrections.of(&taught, last);
        let same_pieces = of("r4rk1/ppp2ppp/2n5/8/8/2N5/PPP2PPP/R4RK1 w - - 0 1", NOWHERE);
        let same_whites = of("r4rk1/ppp2ppp/3n4/8/8/2N5/PPP2PPP/R4RK1 w - - 0 1", NOWHERE);
        assert!(same > same_pieces && same_pieces > same_whites && same_whites > 0);
        assert_eq!(of("4k3/8/8/8/8/8/8/4K2Q w - - 0 1", NOWHERE), 0);
        let black = "r4rk1/ppp2ppp/2n5/3p4/3P4/2N5/PPP2PPP/R4RK1 b - - 0 1";
        assert_eq!(of(black, NOWHERE), 0);
    }

    #[test]
    fn a_corrected_evaluation_announces_no_win() {
        let most = Score::MAX_EVAL;
        assert_eq!(corrected(most, 500), most);
        assert_eq!(corrected(-most, -500), -most);
        assert_eq!(corrected(Score(20), -5), Score(15));
    }
}
