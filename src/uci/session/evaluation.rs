//! The evaluation of a position as a table for people.

use crate::evaluation::{Explanation, Tapered};
use std::fmt::Write;

/// The phase of a position with all its pieces.
const FULL_PHASE: i32 = 24;

/// Lists the terms, in pawns, and what becomes of them.
pub(super) fn table(explanation: &Explanation) -> String {
    let mut text = String::from("Term                White           Black           Difference\n");
    let nothing = ("", [Tapered::ZERO; 2]);
    let used = explanation.terms.iter().filter(|term| term.1 != nothing.1);
    for (name, [white, black]) in used {
        let cells = [*white, *black, *white - *black].map(cell).join("   ");
        let _ = writeln!(text, "{name:<14} {cells}");
    }
    let _ = write!(
        text,
        "(middlegame and endgame, in pawns)\n\n\
         Middlegame: {}%. Of the advantage count {}%.\n\
         Evaluation: {:+.2} from White's view",
        100 * explanation.phase / FULL_PHASE,
        explanation.counts,
        pawns(explanation.white_score.0),
    );
    text
}

fn cell(worth: Tapered) -> String {
    let (middlegame, endgame) = (pawns(worth.middlegame()), pawns(worth.endgame()));
    format!("{middlegame:>6.2} {endgame:>6.2}")
}

fn pawns(centipawns: i32) -> f64 {
    f64::from(centipawns) / 100.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::explain;
    use crate::position::Position;

    #[test]
    fn terms_that_nobody_has_are_left_out() {
        let text = table(&explain(&Position::startpos()));
        assert!(
            text.contains("\nMaterial ") && text.contains("\nTo move "),
            "{text}"
        );
        assert!(!text.contains("Lone king"), "{text}");
        assert!(
            text.contains("Middlegame: 100%. Of the advantage count 100%."),
            "{text}"
        );
        assert!(!text.ends_with('\n'));
    }
}
