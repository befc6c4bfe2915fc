//! Moves from an opening book.

use crate::notation::polyglot::{Book, BookMove};
use crate::rules::Game;
use crate::search::Limits;
use crate::types::Move;
use rand::{Rng, RngExt};

/// The move that a book answers with, if it knows the current position: the one with the greatest
/// weight if `best`, else one drawn by weight. Only moves that may be searched count.
pub(super) fn book_move(
    book: &Book,
    game: &Game,
    limits: &Limits,
    best: bool,
    rng: &mut impl Rng,
) -> Option<Move> {
    let mut moves = book.moves(game.position(), game.moves().last().copied());
    let wanted = &limits.search_moves;
    moves.retain(|found| wanted.is_empty() || wanted.contains(&found.mv));
    let heaviest = moves.first()?.mv;
    if best {
        return Some(heaviest);
    }
    let weight = |found: &BookMove| u64::from(found.weight);
    let mut lot = rng.random_range(0..moves.iter().map(weight).sum());
    let drawn = moves.iter().find(|found| {
        let hit = lot < weight(found);
        lot = lot.saturating_sub(weight(found));
        hit
    });
    drawn.map(|found| found.mv)
}
