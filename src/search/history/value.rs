/// A number that learns by bonuses and maluses, and forgets: the nearer it is to its limit, the less
/// a bonus of the same sign moves it, so it never leaves ±`LIMIT` ("history gravity").
#[derive(Clone, Copy, Default, Debug)]
pub(in crate::search) struct Value<const LIMIT: i32>(i16);

impl<const LIMIT: i32> Value<LIMIT> {
    /// What nothing is known of.
    pub(in crate::search) const ZERO: Value<LIMIT> = Value(0);

    /// Moves the value by a bonus, or a malus if negative.
    #[inline]
    pub(in crate::search) fn update(&mut self, bonus: i32) {
        let bonus = bonus.clamp(-LIMIT, LIMIT);
        let old = self.get();
        self.0 = (old + bonus - old * bonus.abs() / LIMIT) as i16;
    }

    /// The value, within ±`LIMIT`.
    #[inline]
    pub(in crate::search) fn get(self) -> i32 {
        i32::from(self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_stay_within_their_limit() {
        const LIMIT: i32 = 16_384;
        let mut value = Value::<LIMIT>::ZERO;
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
    fn a_surprise_moves_more_than_a_confirmation() {
        let moved = |start: i32, bonus| {
            let mut value = Value::<16_384>::ZERO;
            value.update(start);
            let before = value.get();
            value.update(bonus);
            (value.get() - before).abs()
        };
        assert_eq!(moved(0, 1000), 1000);
        assert!(moved(8000, 1000) < 1000);
        assert!(moved(8000, -1000) > 1000);
    }
}
