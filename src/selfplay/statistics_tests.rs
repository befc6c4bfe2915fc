use super::*;

fn close(found: f64, expected: f64, tolerance: f64) {
    assert!(
        (found - expected).abs() <= tolerance,
        "{found} for {expected}"
    );
}

/// As fastchess 1.x prints two matches: Zeno 3 development (6804 games), and two Stockfish builds
/// for the web (300 games).
#[test]
fn elo_is_what_fastchess_prints() {
    let zeno = Pentanomial([352, 579, 1264, 743, 464]);
    assert_eq!(zeno.pairs(), 3402);
    close(zeno.score(), 0.5285, 5e-5);
    close(zeno.elo().value, 19.83, 0.005);
    close(zeno.elo().error(), 6.77, 0.005);
    close(zeno.normalised_elo().value, 24.25, 0.005);
    close(zeno.normalised_elo().error(), 8.26, 0.005);
    close(zeno.pairs_ratio(), 1.30, 0.005);
    close(zeno.log_likelihood_ratio(9.0, 16.0), 4.60, 0.005);
    let small = Pentanomial([1, 10, 78, 48, 13]);
    close(small.elo().value, 72.85, 0.005);
    close(small.elo().error(), 22.33, 0.005);
    close(small.normalised_elo().value, 132.30, 0.005);
    close(small.normalised_elo().error(), 39.32, 0.005);
    close(small.pairs_ratio(), 5.55, 0.005);
}

/// Counts and ratios of tests on fishtest, from Stockfish's pull requests 4194, 6019 and 6285.
#[test]
fn ratios_are_those_of_fishtest() {
    for (counts, elo0, elo1, ratio) in [
        ([371, 10263, 24989, 10642, 379], 0.0, 2.0, 2.95),
        ([47, 8181, 25234, 8575, 47], 0.5, 2.5, 2.94),
        ([320, 12431, 27275, 12858, 316], 0.0, 2.0, 2.95),
        ([289, 26459, 62934, 26379, 331], -1.75, 0.25, 2.94),
    ] {
        let found = Pentanomial(counts).log_likelihood_ratio(elo0, elo1);
        close(found, ratio, 0.0055);
    }
}

/// Four games by hand: pairs of ½ and 1½ points. Mean ½, variance of a pair 1/16, of the mean of
/// two pairs 1/32; the interval is ½ ± 1.96·0.17678 = 0.1535 … 0.8465, which is ∓296.6 Elo. In
/// normalised Elo the error is 1.96·347.44/2 = 340.5.
#[test]
fn four_games_by_hand() {
    let results = Pentanomial([0, 1, 0, 1, 0]);
    assert_eq!(results.elo().value, 0.0);
    close(results.elo().error(), 296.58, 0.01);
    assert_eq!(results.normalised_elo().value, 0.0);
    close(results.normalised_elo().error(), 340.48, 0.01);
    assert_eq!(results.superiority(), 0.5);
    assert_eq!(results.pairs_ratio(), 1.0);
    close(results.log_likelihood_ratio(-5.0, 5.0), 0.0, 1e-9);
}

/// Hundred pairs of 1 point and hundred of 1½: mean 5/8, deviation 1/8, so the mean lies √200 of
/// its own deviations above ½, and normalised Elo are 347.436 · 0.125 / (0.125·√2) = 245.67.
#[test]
fn two_hundred_pairs_by_hand() {
    let results = Pentanomial([0, 0, 100, 100, 0]);
    assert_eq!(results.score(), 0.625);
    close(results.elo().value, 400.0 * (5.0f64 / 3.0).log10(), 1e-9);
    close(results.normalised_elo().value, 245.67, 0.01);
    close(results.superiority(), 1.0, 1e-12);
    // One deviation above: 84.13 % by the table of the normal distribution.
    let one = Pentanomial([0, 0, 15, 1, 0]);
    let deviation = (1.0f64 / 16.0 * 15.0 / 16.0).sqrt() / 4.0;
    let expected = 0.25 / 16.0 / (deviation / 4.0);
    close(
        one.superiority(),
        0.5 * libm::erfc(-expected / SQRT_2),
        1e-12,
    );
    close(0.5 * libm::erfc(-1.0 / SQRT_2), 0.8413, 5e-5);
}

#[test]
fn one_sided_results_are_infinite_and_no_results_nothing() {
    let won = Pentanomial([0, 0, 0, 0, 3]);
    assert_eq!(won.elo().value, f64::INFINITY);
    assert_eq!(won.normalised_elo().value, f64::INFINITY);
    assert_eq!(won.superiority(), 1.0);
    assert!(won.log_likelihood_ratio(0.0, 5.0) > 0.0);
    let even = Pentanomial([0, 0, 7, 0, 0]);
    assert_eq!((even.elo().value, even.elo().error()), (0.0, 0.0));
    assert_eq!(even.normalised_elo().value, 0.0);
    let none = Pentanomial::default();
    assert_eq!((none.score(), none.superiority()), (0.5, 0.5));
    assert!(none.log_likelihood_ratio(0.0, 5.0).abs() < 0.1);
}

/// For small differences the ratio has a closed form, Van den Bergh's approximation: the number of
/// pairs times ln((1 + (t − t0)²) / (1 + (t − t1)²)) with t in deviations of a game.
#[test]
fn the_closed_form_agrees_for_small_differences() {
    for counts in [[200, 4000, 9000, 4100, 210], [30, 500, 1000, 450, 20]] {
        let results = Pentanomial(counts);
        let t = results.normalised_elo().value / NORMALISED;
        for (elo0, elo1) in [(0.0, 5.0), (-5.0, 0.0), (0.0, 10.0)] {
            let part = |elo: f64| (1.0 + (t - elo / NORMALISED).powi(2)).ln();
            let expected = results.pairs() as f64 * (part(elo0) - part(elo1));
            let found = results.log_likelihood_ratio(elo0, elo1);
            close(found, expected, 0.01 * expected.abs() + 0.01);
        }
    }
}

#[test]
fn tests_end_at_walds_bounds() {
    let sprt = Sprt {
        elo0: 0.0,
        elo1: 5.0,
        alpha: 0.05,
        beta: 0.05,
    };
    close(sprt.bounds().0, -2.944, 5e-4);
    close(sprt.bounds().1, 2.944, 5e-4);
    let decision = |counts| sprt.decision(&Pentanomial(counts));
    assert_eq!(decision([0, 100, 200, 110, 0]), None);
    assert_eq!(
        decision([0, 1000, 2000, 1300, 0]),
        Some(Decision::AcceptedH1)
    );
    assert_eq!(
        decision([0, 2000, 2000, 1700, 0]),
        Some(Decision::AcceptedH0)
    );
    let unequal = Sprt { beta: 0.10, ..sprt };
    close(unequal.bounds().0, -2.251, 5e-4);
    close(unequal.bounds().1, 2.890, 5e-4);
}
