//! Vezér: a UCI chess engine and the library behind it.
//!
//! Modules, the lowest layer first; each imports only from those above it in this list, which the
//! test `layering` enforces.
//!
//! | module | purpose |
//! |---|---|
//! | [`types`] | squares, pieces, sets of squares, moves, scores |
//! | [`attacks`] | where pieces attack |
//! | [`position`] | one position: FEN, legal moves, playing them, keys, exchanges, perft |
//! | [`notation`] | moves and positions as text: UCI, SAN, EPD, PGN; keys of Polyglot books |
//! | [`rules`] | the Laws of Chess about a whole game: repetition, 50 moves, dead positions |
//! | [`records`] | games and positions on disk, from which networks learn |
//! | [`evaluation`] | how good a position is |
//! | [`training`] | networks learn from positions |
//! | [`tablebase`] | endgames that are known to the end |
//! | [`search`] | the best move |
//! | [`selfplay`] | the engine plays itself: games from which networks learn, matches |
//! | [`engine`] | threads, tables and orders to the search; who we are |
//! | [`uci`] | the UCI protocol |
//! | [`cli`] | the command line, one file for each subcommand |

pub mod attacks;
pub mod cli;
pub mod engine;
pub mod evaluation;
pub mod notation;
pub mod position;
pub mod records;
pub mod rules;
pub mod search;
pub mod selfplay;
pub mod tablebase;
pub mod training;
pub mod types;
pub mod uci;
