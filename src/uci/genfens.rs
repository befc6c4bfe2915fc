//! `genfens`: the order of OpenBench for openings, from which its workers play games for training.
//!
//! Source: OpenBench (Andrew Grant), Client/genfens.py: `genfens N seed S book FILE|None EXTRA`, and
//! a line `info string genfens FEN` for each.

use super::command::excerpt;
use crate::engine::OpeningOrder;
use std::path::PathBuf;

/// Reads the words after `genfens`: `N seed S book FILE|None`, and of our own `plies N`.
pub(super) fn parse(words: &[&str]) -> Result<OpeningOrder, String> {
    let Some((&count, mut rest)) = words.split_first() else {
        return Err("the number of openings is missing".to_owned());
    };
    let mut order = OpeningOrder {
        count: number("number of openings", count)?,
        seed: 0,
        book: None,
        plies: None,
    };
    while let [name, after @ ..] = rest {
        let Some((&value, after)) = after.split_first() else {
            return Err(format!("{:?} lacks its value", excerpt(name)));
        };
        match *name {
            "seed" => order.seed = number("seed", value)?,
            "plies" => order.plies = Some(number("plies", value)?.min(MOST_PLIES) as u32),
            "book" if value.eq_ignore_ascii_case("none") => {}
            "book" => order.book = Some(PathBuf::from(value)),
            _ => return Err(format!("{:?} is not known", excerpt(name))),
        }
        rest = after;
    }
    Ok(order)
}

/// More random moves than this leave hardly any game that is not over.
const MOST_PLIES: u64 = 100;

fn number(what: &str, text: &str) -> Result<u64, String> {
    let wrong = || format!("{what}: {:?} is no number", excerpt(text));
    text.parse().map_err(|_| wrong())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<&str> {
        text.split_whitespace().collect()
    }

    #[test]
    fn as_openbench_asks() {
        let order = |book: Option<&str>, plies| OpeningOrder {
            count: 10,
            seed: 7,
            book: book.map(PathBuf::from),
            plies,
        };
        let parse = |text| super::parse(&words(text)).unwrap();
        assert_eq!(parse("10 seed 7 book None "), order(None, None));
        let with_book = parse("10 seed 7 book Books/a.epd plies 3");
        assert_eq!(with_book, order(Some("Books/a.epd"), Some(3)));
    }

    #[test]
    fn faults_are_named() {
        for (text, reason) in [
            ("", "the number of openings is missing"),
            ("x", "number of openings: \"x\" is no number"),
            ("1 seed", "\"seed\" lacks its value"),
            ("1 sed 3", "\"sed\" is not known"),
        ] {
            assert_eq!(parse(&words(text)).unwrap_err(), reason);
        }
    }
}
