//! Which pieces stand on the board: what decides in which table a position is found.

use crate::position::Board;
use crate::types::{Color, PieceType};

/// The pieces of both players, whichever of them is White: tables hold for either.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Material(u64);

/// The most pieces that tables are made for.
pub(super) const MOST_PIECES: u32 = 7;

/// Room for a number of pieces of one kind.
const BITS: usize = 4;

impl Material {
    /// The material of a board with at most [`MOST_PIECES`].
    pub(super) fn of(board: &Board) -> Material {
        let side = |color| {
            let count = |kind| board.pieces(color, kind).count() as u64;
            let kinds = PieceType::ALL.into_iter();
            kinds.fold(0, |sum, kind| sum | count(kind) << (BITS * kind.index()))
        };
        Material::from_sides(side(Color::White), side(Color::Black))
    }

    fn from_sides(one: u64, other: u64) -> Material {
        Material(one.max(other) << 32 | one.min(other))
    }

    /// Reads the name of a table, such as `KQvKR`; `None` if it is none.
    pub(super) fn from_name(name: &str) -> Option<Material> {
        let (one, other) = name.split_once('v')?;
        let in_range = (3..=MOST_PIECES as usize).contains(&(one.len() + other.len()));
        in_range.then_some(Material::from_sides(side(one)?, side(other)?))
    }
}

/// The pieces of one player, a king among them.
fn side(letters: &str) -> Option<u64> {
    let mut sum = 0;
    for letter in letters.chars().filter(|&letter| letter != 'K') {
        let kind = PieceType::ALL
            .into_iter()
            .find(|kind| kind.letter().to_ascii_uppercase() == letter)?;
        sum += 1 << (BITS * kind.index());
    }
    let king = 1 << (BITS * PieceType::King.index());
    (letters.matches('K').count() == 1).then_some(sum + king)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position;

    #[test]
    fn names_and_boards_agree_for_either_colour() {
        for (name, fen) in [
            ("KQvKR", "4k3/8/8/3r4/8/8/8/Q3K3 w - - 0 1"),
            ("KQvKR", "4k3/8/8/3R4/8/8/8/q3K3 w - - 0 1"),
            ("KvK", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
            ("KBNPvKPP", "4k3/pp6/8/8/8/8/P7/BN2K3 b - - 0 1"),
        ] {
            let material = Material::of(&Position::from_fen(fen).unwrap());
            let named = Material::from_name(name);
            assert_eq!(named, (name != "KvK").then_some(material), "{name}");
        }
        assert_ne!(
            Material::from_name("KQvKR"),
            Material::from_name("KRvKN"),
            "other pieces"
        );
    }

    #[test]
    fn what_is_no_name() {
        for name in [
            "",
            "KQ",
            "KQvR",
            "KKvK",
            "KQvKX",
            "KQvkr",
            "KvKv",
            "KQQQvKQQQ",
            "KQ v KR",
            "vK",
        ] {
            assert_eq!(Material::from_name(name), None, "{name}");
        }
    }
}
