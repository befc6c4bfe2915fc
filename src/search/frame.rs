use super::correction::LastMoves;
use super::history::{BACK, Before, ButterflyIndex, PieceTo, Prior};
use crate::types::{Move, Score};
use arrayvec::ArrayVec;

/// What the search remembers of one ply of the line it is looking at.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Frame {
    /// The static evaluation; `None` in check.
    pub(super) eval: Option<Score>,
    /// By how many centipawns the evaluation has been corrected.
    pub(super) correction: i32,
    /// The move being searched from here.
    pub(super) played: PieceTo,
    /// Its place in the butterfly history; `None` for noisy moves and null moves.
    pub(super) quiet: Option<ButterflyIndex>,
    /// Its number among the moves searched from here, from 1.
    pub(super) number: usize,
    /// Half-moves since the last null move; without one, more than any line is long.
    pub(super) since_null: u16,
    /// The plies by which the search of the move played from here is reduced.
    pub(super) reduction: i32,
    /// Cutoffs at nodes of this ply since the node two plies before was entered.
    pub(super) cutoffs: u16,
    /// Extensions by more than one ply in the line up to here.
    pub(super) long_extensions: u16,
    /// The move left out here, in the search that asks whether it is singular.
    pub(super) excluded: Option<Move>,
}

impl Frame {
    /// Whether the position was reached by a null move.
    #[inline]
    pub(super) fn after_null(&self) -> bool {
        self.since_null == 0
    }
}

/// Frames before the root, so that looking back needs no check.
const BEFORE_ROOT: usize = 8;

/// The frames of a line, from the root on.
pub(super) struct Frames([Frame; BEFORE_ROOT + Score::MAX_PLY as usize + 3]);

impl Frames {
    /// A line of no moves.
    pub(super) fn new() -> Box<Frames> {
        let mut frames = Box::new(Frames(
            [Frame::default(); BEFORE_ROOT + Score::MAX_PLY as usize + 3],
        ));
        frames.reset();
        frames
    }

    /// Makes it a line of no moves again.
    pub(super) fn reset(&mut self) {
        self.0.fill(Frame {
            since_null: u16::MAX / 2,
            ..Frame::default()
        });
    }

    #[inline]
    pub(super) fn at(&self, ply: usize) -> &Frame {
        &self.0[ply + BEFORE_ROOT]
    }

    #[inline]
    pub(super) fn at_mut(&mut self, ply: usize) -> &mut Frame {
        &mut self.0[ply + BEFORE_ROOT]
    }

    /// What was played before this ply.
    #[inline]
    pub(super) fn before(&self, ply: usize) -> Before {
        self.before_index(ply + BEFORE_ROOT)
    }

    #[inline]
    fn before_index(&self, at: usize) -> Before {
        BACK.map(|back| self.0[at - back].played)
    }

    /// What was played two plies and one ply before this ply.
    #[inline]
    pub(super) fn last_moves(&self, ply: usize) -> LastMoves {
        let at = ply + BEFORE_ROOT;
        [self.0[at - 2].played, self.0[at - 1].played]
    }

    /// The move that led to this ply, if it was a quiet one.
    #[inline]
    pub(super) fn prior(&self, ply: usize) -> Option<Prior> {
        let at = ply + BEFORE_ROOT - 1;
        let frame = &self.0[at];
        frame.quiet.map(|quiet| Prior {
            played: frame.played,
            quiet,
            number: frame.number,
            before: self.before_index(at),
        })
    }

    /// Whether the evaluation has risen since the side to move was last to move.
    #[inline]
    pub(super) fn is_improving(&self, ply: usize) -> bool {
        let at = ply + BEFORE_ROOT;
        match (self.0[at].eval, self.0[at - 2].eval.or(self.0[at - 4].eval)) {
            (Some(now), Some(then)) => now > then,
            (now, _) => now.is_some(),
        }
    }

    /// Whether the opponent's last move has made his evaluation worse.
    #[inline]
    pub(super) fn is_worsening(&self, ply: usize) -> bool {
        let at = ply + BEFORE_ROOT;
        match (self.0[at].eval, self.0[at - 1].eval) {
            (Some(now), Some(then)) => now > -then,
            _ => false,
        }
    }
}

/// A line of moves.
pub(super) type Line = ArrayVec<Move, { Score::MAX_PLY as usize }>;

/// The principal variation from each ply on: a triangular table.
pub(super) struct Variations(Box<[Line]>);

impl Variations {
    pub(super) fn new() -> Variations {
        Variations(vec![Line::new(); Score::MAX_PLY as usize + 1].into_boxed_slice())
    }

    /// No line is known from any ply on.
    pub(super) fn reset(&mut self) {
        self.0.iter_mut().for_each(Line::clear);
    }

    /// No line is known from this ply on.
    #[inline]
    pub(super) fn clear(&mut self, ply: usize) {
        self.0[ply].clear();
    }

    /// The line from this ply on is this move and then what is best after it.
    pub(super) fn set(&mut self, ply: usize, mv: Move) {
        let (head, tail) = self.0.split_at_mut(ply + 1);
        let line = &mut head[ply];
        line.clear();
        line.push(mv);
        if let Some(rest) = tail.first() {
            line.extend(rest.iter().copied().take(Score::MAX_PLY as usize - 1));
        }
    }

    /// The line from this ply on.
    pub(super) fn line(&self, ply: usize) -> &[Move] {
        &self.0[ply]
    }
}
