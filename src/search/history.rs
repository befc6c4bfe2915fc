//! What earlier nodes taught about moves: which of them refuted positions.
//!
//! Butterfly history (Hartmann, "Butterfly boards and the history heuristic", 1988) rates a quiet
//! move by colour, origin and target; continuation history by the move, one or two plies before,
//! that it follows; killers are the last quiet moves that refuted a sibling. Updates have gravity:
//! the nearer a value is to its limit, the less it moves, so it forgets and never overflows.

use crate::position::Position;
use crate::types::{Color, Move, Piece, Score, Square};

/// No entry leaves ±`LIMIT`.
pub(super) const LIMIT: i32 = 16_384;

/// A value of history.
#[derive(Clone, Copy, Default)]
struct Value(i16);

impl Value {
    /// Moves the value by a bonus, or a malus if negative, within ±[`LIMIT`].
    fn update(&mut self, bonus: i32) {
        let bonus = bonus.clamp(-LIMIT, LIMIT);
        let old = i32::from(self.0);
        self.0 = (old + bonus - old * bonus.abs() / LIMIT) as i16;
    }

    fn get(self) -> i32 {
        i32::from(self.0)
    }
}

/// A moved piece with its target: what a continuation follows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct PieceTo(u16);

const PIECE_TOS: usize = 12 * 64;

impl PieceTo {
    /// What a legal move of the side to move does.
    #[inline]
    pub(super) fn of(position: &Position, mv: Move) -> PieceTo {
        let piece = Piece::new(position.side_to_move(), position.moving_kind(mv));
        PieceTo::new(piece, mv.to())
    }

    #[inline]
    fn new(piece: Piece, to: Square) -> PieceTo {
        let piece = 6 * piece.color.index() + piece.kind.index();
        PieceTo((64 * piece + to.index()) as u16)
    }

    #[inline]
    fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// The moves played one and two plies before a position; `None` before the root and for null
/// moves.
pub(super) type Before = [Option<PieceTo>; 2];

/// Two killers for each ply.
pub(super) type Killers = [Option<Move>; 2];

/// All histories of one thread.
pub(super) struct Histories {
    butterfly: Box<[[[Value; 64]; 64]; 2]>,
    /// By what was played before, then by the move itself.
    continuation: Box<[[Value; PIECE_TOS]]>,
    killers: Box<[Killers]>,
}

impl Histories {
    pub(super) fn new() -> Histories {
        Histories {
            butterfly: Box::new([[[Value(0); 64]; 64]; 2]),
            continuation: vec![[Value(0); PIECE_TOS]; PIECE_TOS].into_boxed_slice(),
            killers: vec![[None; 2]; Score::MAX_PLY as usize + 2].into_boxed_slice(),
        }
    }

    pub(super) fn clear(&mut self) {
        for from in self.butterfly.iter_mut().flatten() {
            from.fill(Value(0));
        }
        for row in &mut self.continuation {
            row.fill(Value(0));
        }
        self.killers.fill([None; 2]);
    }

    /// Forgets the killers; plies count from another root now.
    pub(super) fn new_root(&mut self) {
        self.killers.fill([None; 2]);
    }

    /// The killers of a ply.
    #[inline]
    pub(super) fn killers(&self, ply: usize) -> Killers {
        self.killers[ply]
    }

    /// Forgets the killers of a ply, which belong to cousins far away.
    #[inline]
    pub(super) fn forget_killers(&mut self, ply: usize) {
        self.killers[ply] = [None; 2];
    }

    /// Rates a quiet move of the side to move; within ±3·[`LIMIT`].
    #[inline]
    pub(super) fn quiet(&self, position: &Position, before: &Before, mv: Move) -> i32 {
        let mut sum = self.butterfly(position.side_to_move(), mv).get();
        let this = PieceTo::of(position, mv);
        for past in before.iter().flatten() {
            sum += self.continuation[past.index()][this.index()].get();
        }
        sum
    }

    #[inline]
    fn butterfly(&self, color: Color, mv: Move) -> Value {
        self.butterfly[color.index()][mv.from().index()][mv.to().index()]
    }

    /// A quiet move refuted a position: it gains, and the quiet moves tried in vain before it lose.
    pub(super) fn reward(
        &mut self,
        position: &Position,
        before: &Before,
        ply: usize,
        best: Move,
        tried: &[Move],
        bonus: i32,
    ) {
        let killers = &mut self.killers[ply];
        if killers[0] != Some(best) {
            *killers = [Some(best), killers[0]];
        }
        self.update(position, before, best, bonus);
        for &mv in tried {
            if mv != best {
                self.update(position, before, mv, -bonus);
            }
        }
    }

    fn update(&mut self, position: &Position, before: &Before, mv: Move, bonus: i32) {
        let color = position.side_to_move().index();
        self.butterfly[color][mv.from().index()][mv.to().index()].update(bonus);
        let this = PieceTo::of(position, mv);
        for past in before.iter().flatten() {
            self.continuation[past.index()][this.index()].update(bonus);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_stay_within_their_limit() {
        let mut value = Value(0);
        for bonus in [1700, LIMIT, i32::MAX, LIMIT, 1] {
            for _ in 0..1000 {
                value.update(bonus);
                assert!(value.get().abs() <= LIMIT);
            }
        }
        for _ in 0..1000 {
            value.update(-1700);
            assert!(value.get().abs() <= LIMIT);
        }
        assert!(value.get() < -LIMIT * 9 / 10);
    }

    #[test]
    fn a_refutation_gains_and_the_moves_before_it_lose() {
        let position = Position::startpos();
        let moves = position.legal_moves();
        let before = [Some(PieceTo(70)), None];
        let mut histories = Histories::new();
        histories.reward(&position, &before, 3, moves[2], &moves[..2], 500);
        assert!(histories.quiet(&position, &before, moves[2]) > 900);
        assert!(histories.quiet(&position, &before, moves[0]) < -900);
        assert!((400..600).contains(&histories.quiet(&position, &[None, None], moves[2])));
        assert_eq!(histories.killers(3), [Some(moves[2]), None]);
        histories.clear();
        assert_eq!(histories.quiet(&position, &before, moves[2]), 0);
        assert_eq!(histories.killers(3), [None, None]);
    }
}
