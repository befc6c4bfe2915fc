//! Vezér: a UCI chess engine and the library behind it.
//!
//! A position, its legal moves, and one of them played:
//!
//! ```
//! use vezer::notation::{san, uci};
//! use vezer::position::Position;
//!
//! let position = Position::startpos();
//! assert_eq!(position.legal_moves().len(), 20);
//! let mv = san::parse_move(&position, "Nf3")?;
//! assert_eq!(uci::format_move(mv, false), "g1f3");
//! let next = position.play(mv);
//! assert_eq!(next.fen(), "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1");
//! # Ok::<(), vezer::notation::san::SanError>(())
//! ```
//!
//! A game by the Laws of Chess, which knows who may claim a draw and how it ends:
//!
//! ```
//! use vezer::notation::san;
//! use vezer::position::Position;
//! use vezer::rules::{Claims, ClaimableEnds, Game, Outcome};
//!
//! let mut game = Game::new(Position::startpos());
//! for text in ["Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1", "Ng8"] {
//!     let mv = san::parse_move(game.position(), text)?;
//!     game.push(mv);
//! }
//! assert_eq!(game.repetition_count(), 3);
//! assert!(Claims::of(&game).threefold_now);
//! // Over the board the game goes on until somebody claims; match programs end it.
//! assert_eq!(Outcome::of(&game, ClaimableEnds::WaitForClaim), None);
//! let outcome = Outcome::of(&game, ClaimableEnds::EndTheGame).unwrap();
//! assert_eq!(outcome.result(), "1/2-1/2");
//! # Ok::<(), vezer::notation::san::SanError>(())
//! ```
//!
//! The best move, by an engine that tells of its progress while it searches:
//!
//! ```
//! use std::time::Instant;
//! use vezer::engine::{Done, Engine, Event, Turn};
//! use vezer::evaluation::wdl::Told;
//! use vezer::notation::san;
//! use vezer::position::Position;
//! use vezer::rules::Game;
//! use vezer::search::Limits;
//!
//! let mate = Position::from_fen("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1").unwrap();
//! let mut engine = Engine::new(16, 1)?; // 16 MiB, one thread
//! engine.set_game(Game::new(mate));
//! engine.search(Limits::nodes(10_000), Turn::Ours, Instant::now());
//! let best = loop {
//!     match engine.events().recv().unwrap() {
//!         Event::Info(info) => println!("depth {}: {}", info.depth, Told::from(info.score)),
//!         Event::Done(Done::Search { best, .. }) => break best.unwrap(),
//!         _ => {}
//!     }
//! };
//! assert_eq!(san::format_move(&mate, best), "Ra8#");
//! # Ok::<(), vezer::engine::OptionError>(())
//! ```
//!
//! Games in a file, and what the network thinks of where they ended:
//!
//! ```
//! use vezer::evaluation::{evaluate, network::Network};
//! use vezer::notation::pgn::Games;
//!
//! let file = "1. e4 e5 2. Nf3 Nc6 *\n\n1. d4 d5 2. c4 e6 *\n";
//! let network = Network::embedded();
//! for game in Games::new(file.as_bytes()) {
//!     let game = game?;
//!     assert_eq!(game.moves.len(), 4);
//!     let score = evaluate(&network, &game.last_position());
//!     assert!(score.0.abs() < 300, "an opening that everybody plays");
//! }
//! # Ok::<(), vezer::notation::pgn::PgnError>(())
//! ```
//!
//! # Modules
//!
//! The lowest layer comes first; each imports only from those above it in this list, which the
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
