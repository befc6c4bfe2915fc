//! What is done with every input, hostile or not: it must be refused or understood, and what is
//! understood must hold together.
//!
//! The targets of `cargo fuzz` and the short pass in `tests/mutations.rs` share these bodies.

mod binary;
mod book;
mod session;
mod table;
mod text;

/// What takes an input.
pub type Body = fn(&[u8]);

/// All targets by name; `seeds/NAME` has inputs to begin with.
pub const TARGETS: [(&str, Body); 11] = [
    ("fen", text::fen),
    ("san", text::san),
    ("epd", text::epd),
    ("pgn", text::pgn),
    ("uci", session::uci),
    ("arguments", session::arguments),
    ("network", binary::network),
    ("games", binary::games),
    ("positions", binary::positions),
    ("table", table::table),
    ("book", book::book),
];

/// Does what the target of this name does.
pub fn run(name: &str, input: &[u8]) {
    let target = TARGETS.iter().find(|(known, _)| *known == name);
    let (_, body) = target.expect("a target of this name");
    body(input);
}
