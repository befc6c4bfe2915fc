use std::ops::{Add, AddAssign, Mul, Sub};

/// A worth that changes as pieces leave the board: one number for the middlegame and one for the
/// endgame, in centipawns.
///
/// Both share a 32-bit word, the endgame in the upper half, so that one addition serves both.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct Tapered(i32);

impl Tapered {
    /// Worth nothing.
    pub const ZERO: Tapered = Tapered(0);

    /// A worth from its two ends, each within ±32,000.
    #[inline]
    pub const fn new(middlegame: i32, endgame: i32) -> Tapered {
        Tapered((endgame << 16) + middlegame)
    }

    /// The worth with all pieces on the board.
    #[inline]
    pub const fn middlegame(self) -> i32 {
        self.0 as i16 as i32
    }

    /// The worth with hardly a piece left.
    #[inline]
    pub const fn endgame(self) -> i32 {
        // The lower half has borrowed one from the upper if it is negative.
        ((self.0 + 0x8000) >> 16) as i16 as i32
    }

    /// The worth in a given phase, from 0 (endgame) to `full` (middlegame).
    #[inline]
    pub const fn at(self, phase: i32, full: i32) -> i32 {
        (self.middlegame() * phase + self.endgame() * (full - phase)) / full
    }
}

impl Add for Tapered {
    type Output = Tapered;
    #[inline]
    fn add(self, other: Tapered) -> Tapered {
        Tapered(self.0 + other.0)
    }
}

impl AddAssign for Tapered {
    #[inline]
    fn add_assign(&mut self, other: Tapered) {
        self.0 += other.0;
    }
}

impl Sub for Tapered {
    type Output = Tapered;
    #[inline]
    fn sub(self, other: Tapered) -> Tapered {
        Tapered(self.0 - other.0)
    }
}

impl Mul<i32> for Tapered {
    type Output = Tapered;
    #[inline]
    fn mul(self, count: i32) -> Tapered {
        Tapered(self.0 * count)
    }
}

impl std::fmt::Debug for Tapered {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "({}, {})", self.middlegame(), self.endgame())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ends_are_kept_through_arithmetic() {
        let ends = [-2000, -7, 0, 1, 350];
        for (a, b) in ends.into_iter().flat_map(|a| ends.map(|b| (a, b))) {
            let pair = Tapered::new(a, b);
            assert_eq!((pair.middlegame(), pair.endgame()), (a, b));
            let sum = pair + Tapered::new(-5, 9) - Tapered::new(3, -4);
            assert_eq!((sum.middlegame(), sum.endgame()), (a - 8, b + 13));
            let triple = pair * -3;
            assert_eq!((triple.middlegame(), triple.endgame()), (-3 * a, -3 * b));
        }
    }

    #[test]
    fn the_phase_blends_the_ends() {
        let pair = Tapered::new(100, -100);
        assert_eq!([0, 12, 24].map(|phase| pair.at(phase, 24)), [-100, 0, 100]);
    }
}
