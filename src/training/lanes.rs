use std::array;

/// Sixteen numbers in one cache line: the unit in which all parameters and gradients are kept.
///
/// The alignment matters: a register that straddles two cache lines takes twice as long to load.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
#[repr(C, align(64))]
pub(super) struct Lanes(pub(super) [f32; Lanes::WIDTH]);

impl Lanes {
    /// The numbers in one unit.
    pub(super) const WIDTH: usize = 16;

    /// All zero.
    pub(super) const ZERO: Lanes = Lanes([0.0; Lanes::WIDTH]);

    /// The sum of all numbers, always added up in the same order.
    #[inline(always)]
    pub(super) fn sum(self) -> f32 {
        let eight: [f32; 8] = array::from_fn(|i| self.0[i] + self.0[i + 8]);
        let four: [f32; 4] = array::from_fn(|i| eight[i] + eight[i + 4]);
        (four[0] + four[2]) + (four[1] + four[3])
    }
}

/// The numbers of a run of units.
pub(super) fn flat(lanes: &[Lanes]) -> impl Iterator<Item = f32> {
    lanes.iter().flat_map(|lanes| lanes.0)
}
