//! Arguments of `vezer match` that are more than a number.

use crate::selfplay::{Budget, Sprt};
use std::time::Duration;

/// Reads a time control like `8+0.08`.
pub(super) fn read_budget_of_clock(text: &str) -> Result<Budget, String> {
    let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
    match (seconds(base), seconds(increment)) {
        (Some(base), Some(increment)) if !base.is_zero() => Ok(Budget::Clock(base, increment)),
        _ => Err("a time control is written in seconds, as 8+0.08".to_owned()),
    }
}

fn seconds(text: &str) -> Option<Duration> {
    let seconds: f64 = text.trim().parse().ok()?;
    Duration::try_from_secs_f64(seconds).ok()
}

/// Reads the hypotheses of a sequential test, and the probabilities of error.
pub(super) fn read_sprt(text: &str) -> Result<Sprt, String> {
    let numbers: Result<Vec<f64>, _> = text.split(',').map(|part| part.trim().parse()).collect();
    let (elo0, elo1, alpha, beta) = match numbers.as_deref() {
        Ok(&[elo0, elo1]) => (elo0, elo1, 0.05, 0.05),
        Ok(&[elo0, elo1, alpha, beta]) => (elo0, elo1, alpha, beta),
        _ => return Err("two or four numbers are needed, as 0,5 or 0,5,0.05,0.1".to_owned()),
    };
    if !(elo0 < elo1 && elo0.abs() < 400.0 && elo1.abs() < 400.0) {
        return Err("the first Elo must be smaller than the second, and none above 400".to_owned());
    }
    if ![alpha, beta]
        .iter()
        .all(|error| (1e-6..0.5).contains(error))
    {
        return Err("probabilities of error lie between 0 and 0.5".to_owned());
    }
    Ok(Sprt {
        elo0,
        elo1,
        alpha,
        beta,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls_are_read() {
        let clock = |base, increment| {
            let [base, increment] = [base, increment].map(Duration::from_millis);
            Ok(Budget::Clock(base, increment))
        };
        assert_eq!(read_budget_of_clock("8+0.08"), clock(8000, 80));
        assert_eq!(read_budget_of_clock("0.5"), clock(500, 0));
        for wrong in ["", "8+", "+1", "0+1", "-1+1", "8+x", "nan", "inf+1", "8:00"] {
            assert!(read_budget_of_clock(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn hypotheses_are_read() {
        let sprt = read_sprt("-5, 0, 0.05, 0.1").unwrap();
        assert_eq!((sprt.elo0, sprt.elo1), (-5.0, 0.0));
        assert_eq!((sprt.alpha, sprt.beta), (0.05, 0.1));
        assert_eq!(read_sprt("0,5").unwrap().beta, 0.05);
        for wrong in [
            "",
            "5",
            "5,0",
            "0,5,0.1",
            "0,5,0,0.1",
            "0,5,0.1,0.6",
            "0,x",
            "nan,5",
        ] {
            assert!(read_sprt(wrong).is_err(), "{wrong}");
        }
    }
}
