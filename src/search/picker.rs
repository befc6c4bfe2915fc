//! Gives the moves of a node one by one, the most promising first, and generates no more of them
//! than are asked for: a cutoff by an early move makes the rest needless.
//!
//! The order: the move from the table, captures that win or hold material by their exchange, the
//! killers, the other quiet moves by history and what the position says of them, captures that
//! lose material. Captures are ordered by the victim's worth and their history. In check the moves
//! are few, so all evasions are generated at once.

mod rated;

use super::hints;
use super::history::{Before, Histories, Killers};
use crate::position::{Position, see_value};
use crate::types::{MAX_MOVES, Move, MoveList, PieceType};
use arrayvec::ArrayVec;
use rated::RatedMoves;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Debug)]
enum Stage {
    Table,
    GenerateNoisy,
    GoodNoisy,
    FirstKiller,
    SecondKiller,
    GenerateQuiet,
    Quiet,
    BadNoisy,
    GenerateChecks,
    Checks,
    GenerateEvasions,
    Evasions,
    Done,
}

/// Which moves are given where the side to move is not in check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Scope {
    All,
    /// The captures and promotions that lose no material.
    Noisy,
    /// These, then the quiet checks that lose none.
    NoisyAndChecks,
}

/// Gives the legal moves of one position, each of them once.
pub(super) struct Picker {
    stage: Stage,
    table_move: Option<Move>,
    killers: Killers,
    before: Before,
    scope: Scope,
    moves: RatedMoves,
    /// The captures put off as losing.
    bad: ArrayVec<Move, MAX_MOVES>,
    /// The next of them to give.
    next_bad: usize,
}

impl Picker {
    /// All legal moves, beginning with the table's if it is legal here.
    #[inline]
    pub(super) fn new(
        position: &Position,
        table_move: Option<Move>,
        killers: Killers,
        before: Before,
    ) -> Picker {
        Picker {
            stage: Stage::Table,
            table_move: table_move.filter(|&mv| position.is_legal(mv)),
            killers,
            before,
            scope: Scope::All,
            moves: RatedMoves::default(),
            bad: ArrayVec::new(),
            next_bad: 0,
        }
    }

    /// What quiescence looks at: all evasions in check; else what the scope says.
    #[inline]
    pub(super) fn quiescence(
        position: &Position,
        table_move: Option<Move>,
        before: Before,
        scope: Scope,
    ) -> Picker {
        let table_move = table_move.filter(|mv| position.in_check() || mv.is_noisy());
        Picker {
            scope,
            ..Picker::new(position, table_move, [None; 2], before)
        }
    }

    /// From now on gives no quiet moves but those that are left among evasions.
    #[inline]
    pub(super) fn skip_quiets(&mut self) {
        if (Stage::FirstKiller..=Stage::Quiet).contains(&self.stage) {
            self.stage = Stage::BadNoisy;
        }
    }

    /// The next move.
    #[inline]
    pub(super) fn next(&mut self, position: &Position, histories: &Histories) -> Option<Move> {
        loop {
            match self.stage {
                Stage::Table => {
                    self.stage = if position.in_check() {
                        Stage::GenerateEvasions
                    } else {
                        Stage::GenerateNoisy
                    };
                    if self.table_move.is_some() {
                        return self.table_move;
                    }
                }
                Stage::GenerateNoisy => {
                    self.generate_noisy(position, histories);
                    self.stage = Stage::GoodNoisy;
                }
                Stage::GoodNoisy => {
                    if let Some(mv) = self.good_noisy(position, histories) {
                        return Some(mv);
                    }
                    self.stage = match self.scope {
                        Scope::All => Stage::FirstKiller,
                        Scope::Noisy => Stage::Done,
                        Scope::NoisyAndChecks => Stage::GenerateChecks,
                    };
                }
                Stage::FirstKiller => {
                    self.stage = Stage::SecondKiller;
                    if let Some(mv) = self.killer(position, 0) {
                        return Some(mv);
                    }
                }
                Stage::SecondKiller => {
                    self.stage = Stage::GenerateQuiet;
                    if let Some(mv) = self.killer(position, 1) {
                        return Some(mv);
                    }
                }
                Stage::GenerateQuiet => {
                    self.generate_quiet(position, histories);
                    self.stage = Stage::Quiet;
                }
                Stage::Quiet => match self.moves.take_best() {
                    Some((mv, _)) => return Some(mv),
                    None => self.stage = Stage::BadNoisy,
                },
                Stage::BadNoisy => {
                    if let Some(&mv) = self.bad.get(self.next_bad) {
                        self.next_bad += 1;
                        return Some(mv);
                    }
                    self.stage = Stage::Done;
                }
                Stage::GenerateChecks => {
                    self.generate_checks(position, histories);
                    self.stage = Stage::Checks;
                }
                Stage::GenerateEvasions => {
                    self.generate_evasions(position, histories);
                    self.stage = Stage::Evasions;
                }
                Stage::Checks | Stage::Evasions => match self.moves.take_best() {
                    Some((mv, _)) => return Some(mv),
                    None => self.stage = Stage::Done,
                },
                Stage::Done => return None,
            }
        }
    }

    fn good_noisy(&mut self, position: &Position, histories: &Histories) -> Option<Move> {
        while let Some((mv, rating)) = self.moves.take_best() {
            let threshold = match self.scope {
                Scope::All => -histories.allowed_loss(position, mv),
                Scope::Noisy | Scope::NoisyAndChecks => 0,
            };
            if rating > UNDERPROMOTION && position.see_at_least(mv, threshold) {
                return Some(mv);
            }
            self.bad.push(mv);
        }
        None
    }

    fn killer(&self, position: &Position, index: usize) -> Option<Move> {
        let given = |mv| Some(mv) == self.table_move || index == 1 && Some(mv) == self.killers[0];
        self.killers[index].filter(|&mv| !given(mv) && !mv.is_noisy() && position.is_legal(mv))
    }

    fn generate_noisy(&mut self, position: &Position, histories: &Histories) {
        let mut list = MoveList::new();
        position.noisy_moves(&mut list);
        let table_move = self.table_move;
        self.moves.fill(list, |mv| {
            (Some(mv) != table_move).then(|| rate_noisy(position, histories, mv))
        });
    }

    fn generate_quiet(&mut self, position: &Position, histories: &Histories) {
        let mut list = MoveList::new();
        position.quiet_moves(&mut list);
        let (table_move, killers) = (self.table_move, self.killers);
        let rater = histories.rater(position, &self.before);
        let hints = histories.hints(position);
        self.moves.fill(list, |mv| {
            let given = Some(mv) == table_move || killers.contains(&Some(mv));
            (!given).then(|| rater.rate(mv) + hints.rate(mv))
        });
    }

    fn generate_checks(&mut self, position: &Position, histories: &Histories) {
        let mut list = MoveList::new();
        position.quiet_moves(&mut list);
        let rater = histories.rater(position, &self.before);
        let checks = hints::checks(position);
        self.moves.fill(list, |mv| {
            let checks = checks[position.moving_kind(mv).index()].has(mv.to());
            (checks && position.see_at_least(mv, 0)).then(|| rater.rate(mv))
        });
    }

    fn generate_evasions(&mut self, position: &Position, histories: &Histories) {
        const NOISY_FIRST: i32 = 1 << 20;
        let table_move = self.table_move;
        let rater = histories.rater(position, &self.before);
        self.moves.fill(position.legal_moves(), |mv| {
            (Some(mv) != table_move).then(|| {
                if mv.is_noisy() {
                    NOISY_FIRST + rate_noisy(position, histories, mv)
                } else {
                    rater.rate(mv)
                }
            })
        });
    }
}

/// The rating of a promotion that is hardly ever the right one; no other move is rated as low.
const UNDERPROMOTION: i32 = -(1 << 18);

/// Rates a capture or promotion: the most valuable victim first, taken by the least valuable piece,
/// and what has proved itself.
#[inline]
fn rate_noisy(position: &Position, histories: &Histories, mv: Move) -> i32 {
    let victim = position.captured_kind(mv).map_or(0, see_value);
    let rating = match mv.promotion() {
        Some(PieceType::Queen) => 16 * (victim + see_value(PieceType::Queen)),
        Some(PieceType::Knight) => return UNDERPROMOTION,
        Some(_) => return UNDERPROMOTION - 1,
        None => 16 * victim - position.moving_kind(mv).index() as i32,
    };
    rating + histories.noisy_order(position, mv)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::params::Params;
    use std::collections::HashSet;

    const FENS: [&str; 7] = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
        "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3",
        "rk2r3/8/8/8/8/8/8/RK2R3 w EAea - 0 1",
    ];

    fn picked(position: &Position, mut picker: Picker, histories: &Histories) -> Vec<Move> {
        std::iter::from_fn(|| picker.next(position, histories)).collect()
    }

    /// Every 16-bit value as the table's move: it comes first if it is legal, and the moves are
    /// exactly the legal ones in any case.
    #[test]
    fn exactly_the_legal_moves_whatever_the_table_says() {
        let histories = Histories::new(&Params::default());
        for fen in FENS {
            let position = Position::from_fen(fen).unwrap();
            let legal: HashSet<Move> = position.legal_moves().into_iter().collect();
            let quiets: Vec<Move> = legal.iter().copied().filter(|mv| !mv.is_noisy()).collect();
            for bits in 0..=u16::MAX {
                let table_move = Move::from_bits(bits);
                let is_legal = table_move.is_some_and(|mv| legal.contains(&mv));
                if !is_legal && bits % 97 != 0 {
                    assert!(table_move.is_none_or(|mv| !position.is_legal(mv)));
                    continue;
                }
                let killers = [
                    quiets.get(usize::from(bits) % 31).copied(),
                    Move::from_bits(bits.rotate_left(5)),
                ];
                let picker = Picker::new(&position, table_move, killers, Before::default());
                let moves = picked(&position, picker, &histories);
                let set: HashSet<Move> = moves.iter().copied().collect();
                assert_eq!(
                    (moves.len(), &set),
                    (legal.len(), &legal),
                    "{fen} {table_move:?}"
                );
                assert!(!is_legal || moves.first().copied() == table_move);
            }
        }
    }

    #[test]
    fn quiescence_gets_noisy_moves_that_lose_nothing_or_all_evasions() {
        let histories = Histories::new(&Params::default());
        for fen in FENS {
            let position = Position::from_fen(fen).unwrap();
            let picker = Picker::quiescence(&position, None, Before::default(), Scope::Noisy);
            let moves = picked(&position, picker, &histories);
            if position.in_check() {
                assert_eq!(moves.len(), position.legal_moves().len());
            } else {
                assert!(
                    moves
                        .iter()
                        .all(|&mv| mv.is_noisy() && position.see_at_least(mv, 0))
                );
            }
        }
    }

    #[test]
    fn checks_that_lose_nothing_follow_the_captures() {
        let histories = Histories::new(&Params::default());
        let mut found = 0;
        for fen in FENS.iter().chain(&["7k/8/5K2/8/8/2N5/8/QB1R4 w - - 0 1"]) {
            let position = Position::from_fen(fen).unwrap();
            if position.in_check() {
                continue;
            }
            let given = |scope| {
                let picker = Picker::quiescence(&position, None, Before::default(), scope);
                picked(&position, picker, &histories)
            };
            let (captures, moves) = (given(Scope::Noisy), given(Scope::NoisyAndChecks));
            let (first, checks) = moves.split_at(captures.len());
            assert_eq!(first, captures);
            let wanted: HashSet<Move> = position
                .legal_moves()
                .into_iter()
                .filter(|&mv| !mv.is_noisy() && !mv.is_castle())
                .filter(|&mv| position.gives_check(mv) && position.see_at_least(mv, 0))
                .collect();
            // In these positions no move opens a line to the king.
            assert_eq!(
                checks.iter().copied().collect::<HashSet<_>>(),
                wanted,
                "{fen}"
            );
            found += checks.len();
        }
        assert!(found >= 3, "{found}");
    }

    #[test]
    fn quiets_can_be_skipped() {
        let position = Position::from_fen(FENS[1]).unwrap();
        let histories = Histories::new(&Params::default());
        let mut picker = Picker::new(&position, None, [None; 2], Before::default());
        let mut moves = Vec::new();
        while let Some(mv) = picker.next(&position, &histories) {
            if !mv.is_noisy() {
                picker.skip_quiets();
            }
            moves.push(mv);
        }
        assert_eq!(moves.iter().filter(|mv| !mv.is_noisy()).count(), 1);
        let noisy = position
            .legal_moves()
            .into_iter()
            .filter(|mv| mv.is_noisy());
        assert_eq!(
            moves.iter().filter(|mv| mv.is_noisy()).count(),
            noisy.count()
        );
    }
}
