//! `vezer magics`: finds the magic numbers of the attack tables again.

use super::Failure;
use crate::attacks::{Slider, magics};
use crate::types::Square;
use clap::Args;
use std::io::{self, Write};

/// Search for the magic numbers of the attack tables and print them as source text
///
/// The output is the file src/attacks/magic_values.rs, to the last byte.
#[derive(Debug, Args)]
#[command(hide = true)]
pub(super) struct Magics {}

impl Magics {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let mut out = io::stdout().lock();
        for (slider, name, plural) in [
            (Slider::Bishop, "BISHOP", "bishops"),
            (Slider::Rook, "ROOK", "rooks"),
        ] {
            writeln!(out, "{}", source_text(slider, name, plural))?;
        }
        Ok(())
    }
}

fn source_text(slider: Slider, name: &str, plural: &str) -> String {
    let mut text = format!("/// One magic for each square from a1 to h8, for {plural}.\n");
    text += &format!("pub const {name}: [u64; 64] = [\n");
    let squares: Vec<Square> = Square::all().collect();
    for row in squares.chunks(4) {
        let magics: Vec<String> = row
            .iter()
            .map(|&square| magics::search(slider, square, magics::SEED))
            .map(|magic| format!("{magic:#018x},"))
            .collect();
        text += &format!("    {}\n", magics.join(" "));
    }
    text + "];"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_output_is_the_source_file() {
        let output = source_text(Slider::Bishop, "BISHOP", "bishops")
            + "\n"
            + &source_text(Slider::Rook, "ROOK", "rooks")
            + "\n";
        assert_eq!(output, include_str!("../attacks/magic_values.rs"));
    }
}
