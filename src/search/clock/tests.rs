use super::*;

const STEADY: Progress = Progress {
    stable_iterations: 4,
    best_move_share: 0.6,
    score_drop: 0,
    settled: false,
};

fn ms(milliseconds: u64) -> Duration {
    Duration::from_millis(milliseconds)
}

fn clock(remaining: u64, increment: u64, moves_to_go: Option<u32>) -> Limits {
    let clock = Clock {
        remaining: ms(remaining),
        increment: ms(increment),
        moves_to_go,
    };
    Limits {
        clock: Some(clock),
        ..Limits::default()
    }
}

fn budget(limits: &Limits) -> Budget {
    TimeManager::new(limits, false).unwrap().budget
}

fn own(milliseconds: u64) -> Spent {
    Spent {
        total: ms(milliseconds),
        pondered: Duration::ZERO,
        pondering: false,
    }
}

#[test]
fn no_limit_of_time_no_manager() {
    assert!(TimeManager::new(&Limits::depth(5), false).is_none());
    let infinite = Limits {
        infinite: true,
        ..clock(1000, 0, None)
    };
    assert!(TimeManager::new(&infinite, false).is_none());
}

#[test]
fn no_control_can_lose_on_time() {
    for remaining in [0, 1, 5, 10, 11, 20, 50, 100, 1000, 5000, 60_000, 7_200_000] {
        for increment in [0, 1, 10, 100, 1800, 60_000] {
            for moves in [None, Some(0), Some(1), Some(2), Some(40), Some(u32::MAX)] {
                let limits = clock(remaining, increment, moves);
                let Budget { soft, hard } = budget(&limits);
                assert!(soft <= hard);
                let left = ms(remaining).saturating_sub(limits.overhead);
                assert!(
                    hard <= left.max(ms(remaining) / 20),
                    "{remaining} {increment} {moves:?}"
                );
            }
        }
    }
}

#[test]
fn controls_are_planned_sensibly() {
    let bounds = |limits| {
        let Budget { soft, hard } = budget(&limits);
        (soft.as_millis(), hard.as_millis())
    };
    let sudden_death = bounds(clock(60_000, 0, None));
    assert!((600..2000).contains(&sudden_death.0) && sudden_death.1 < 10_000);
    let increment = bounds(clock(60_000, 1000, None));
    assert!(increment.0 > sudden_death.0 + 500);
    let last_move = bounds(clock(10_000, 0, Some(1)));
    assert!(last_move.0 > 6000 && last_move.1 < 9000);
    let two_moves = bounds(clock(10_000, 0, Some(2)));
    assert!(two_moves.0 < 5000 && two_moves.1 < 6000);
    let tournament = bounds(clock(300_000, 0, Some(40)));
    assert!((4000..9000).contains(&tournament.0));
}

#[test]
fn an_increment_not_yet_there_is_not_spent() {
    let Budget { hard, .. } = budget(&clock(150, 60_000, None));
    assert!(hard <= ms(90), "{hard:?}");
    let Budget { soft, hard } = budget(&clock(1000, 1800, None));
    assert!(hard <= ms(560) && soft >= ms(300), "{soft:?} {hard:?}");
}

#[test]
fn forty_moves_at_the_hard_bound_keep_to_the_control() {
    let mut left = ms(20_000);
    for moves in (1..=40).rev() {
        let clock = Clock {
            remaining: left,
            increment: ms(0),
            moves_to_go: Some(moves),
        };
        let limits = Limits {
            clock: Some(clock),
            ..Limits::default()
        };
        // In truth only half the overhead is lost.
        let spent = budget(&limits).hard + limits.overhead / 2;
        assert!(spent < left, "{moves} moves to go: {spent:?} of {left:?}");
        left -= spent;
    }
}

#[test]
fn the_overhead_may_exceed_the_clock() {
    let limits = Limits {
        overhead: ms(5000),
        ..clock(1000, 100, None)
    };
    let Budget { hard, .. } = budget(&limits);
    assert!(hard > Duration::ZERO && hard <= ms(100));
}

#[test]
fn movetime_is_used_up_but_for_the_overhead() {
    let limits = Limits {
        movetime: Some(ms(1000)),
        ..Limits::default()
    };
    let mut manager = TimeManager::new(&limits, true).unwrap();
    assert!(!manager.is_enough(
        own(900),
        &Progress {
            settled: true,
            ..STEADY
        }
    ));
    assert!(!manager.is_over(own(980)));
    assert!(manager.is_over(own(990)));
}

#[test]
fn a_single_reply_is_played_at_once() {
    let manager = TimeManager::new(&clock(600_000, 0, None), true).unwrap();
    assert!(manager.is_over(own(50)));
}

#[test]
fn doubt_takes_longer_than_certainty() {
    let doubt = Progress {
        stable_iterations: 0,
        best_move_share: 0.2,
        score_drop: 40,
        ..STEADY
    };
    let certain = Progress {
        stable_iterations: 9,
        best_move_share: 0.95,
        ..STEADY
    };
    assert!(urgency(&certain) < urgency(&STEADY) && urgency(&STEADY) < urgency(&doubt));
    let mut manager = TimeManager::new(&clock(60_000, 0, None), false).unwrap();
    let soft = manager.budget.soft.as_millis() as u64;
    assert!(manager.is_enough(own(soft * 3 / 4), &certain));
    assert!(!manager.is_enough(own(soft * 3 / 2), &doubt));
    assert!(manager.is_enough(
        own(1),
        &Progress {
            settled: true,
            ..doubt
        }
    ));
}

#[test]
fn pondering_has_no_limit_and_movetime_counts_from_the_hit() {
    let limits = Limits {
        movetime: Some(ms(300)),
        ..Limits::default()
    };
    let mut manager = TimeManager::new(&limits, false).unwrap();
    let pondering = Spent {
        pondering: true,
        ..own(100_000)
    };
    assert!(!manager.is_over(pondering) && !manager.is_enough(pondering, &STEADY));
    let hit = |total| Spent {
        total: ms(total),
        pondered: ms(100_000),
        pondering: false,
    };
    assert!(!manager.is_over(hit(100_200)));
    assert!(manager.is_over(hit(100_290)));
}

#[test]
fn pondering_counts_towards_the_soft_bound_but_not_the_hard_one() {
    let mut manager = TimeManager::new(&clock(60_000, 0, None), false).unwrap();
    let hard = manager.budget.hard.as_millis() as u64;
    let short = Spent {
        total: ms(100),
        pondered: ms(0),
        pondering: true,
    };
    assert!(!manager.is_enough(short, &STEADY));
    let hit = Spent {
        total: ms(hard + 100),
        pondered: ms(hard),
        pondering: false,
    };
    assert!(!manager.is_over(hit));
    assert!(manager.is_enough(hit, &STEADY));
}

#[test]
fn after_long_pondering_the_move_is_made_at_the_hit() {
    let mut manager = TimeManager::new(&clock(60_000, 0, None), false).unwrap();
    let long = Spent {
        pondering: true,
        ..own(100_000)
    };
    assert!(
        !manager.is_enough(long, &STEADY),
        "not in the opponent's time"
    );
    let hit = Spent {
        total: ms(100_001),
        pondered: ms(100_000),
        pondering: false,
    };
    assert!(manager.is_over(hit));
}
