use super::*;

/// Sets options one after the other on a fresh engine; gives the engine, the manner of telling and the last outcome.
fn set_all(options: &[(&str, &str)]) -> (Engine, Manner, Outcome) {
    let mut engine = Engine::new(1, 1).unwrap();
    let (mut log, mut manner) = (Log::default(), Manner::default());
    let mut target = Target {
        engine: &mut engine,
        log: &mut log,
        manner: &mut manner,
        remarks: Vec::new(),
    };
    let mut outcome = Ok(());
    for (name, value) in options {
        outcome = set(&mut target, name, Some(value));
    }
    (engine, manner, outcome)
}

#[test]
fn lines_are_as_the_protocol_writes_them() {
    let lines: Vec<String> = list().map(|option| option.to_string()).collect();
    for line in [
        "option name Clear Hash type button",
        "option name Threads type spin default 1 min 1 max 1024",
        "option name Ponder type check default false",
        "option name Debug Log File type string default <empty>",
    ] {
        assert!(lines.iter().any(|listed| listed == line), "{line}");
    }
}

#[test]
fn defaults_are_in_range_and_accepted() {
    for option in OPTIONS {
        if let Kind::Spin {
            default, min, max, ..
        } = option.kind
        {
            assert!(min <= default && default <= max, "{}", option.name);
            assert!(max <= i32::MAX as usize, "{}", option.name);
            let (_, _, outcome) = set_all(&[(option.name, &default.to_string())]);
            assert_eq!(outcome, Ok(()), "{}", option.name);
        }
    }
}

#[test]
fn the_engine_starts_with_the_defaults_that_are_listed() {
    let engine = Engine::new(DEFAULT_HASH, 1).unwrap();
    let default = |name: &str| {
        let option = OPTIONS.iter().find(|option| option.name == name).unwrap();
        match option.kind {
            Kind::Spin { default, .. } => default,
            _ => unreachable!("{name} is a number"),
        }
    };
    assert_eq!(engine.hash(), default("Hash"));
    assert_eq!(engine.threads(), default("Threads"));
    assert_eq!(engine.settings.multi_pv, default("MultiPV"));
    assert_eq!(engine.settings.strength.elo, default("UCI_Elo"));
    assert_eq!(engine.settings.strength.skill, default("Skill Level"));
    let overhead = engine.settings.overhead.as_millis();
    assert_eq!(overhead, default("Move Overhead") as u128);
}

#[test]
fn names_in_any_case_change_the_engine() {
    let (engine, manner, _) = set_all(&[
        ("hASH", "3"),
        ("THREADS", "2"),
        ("multipv", "5"),
        ("move overhead", "250"),
        ("uci_chess960", "True"),
    ]);
    assert_eq!((engine.hash(), engine.threads()), (3, 2));
    assert_eq!(engine.settings.multi_pv, 5);
    assert_eq!(engine.settings.overhead, Duration::from_millis(250));
    assert!(manner.chess960);
}

#[test]
fn unusable_values_leave_the_old_one() {
    for value in [
        "0",
        "-1",
        "1025",
        "two",
        "",
        "2.5",
        "99999999999999999999999",
    ] {
        let (engine, _, outcome) = set_all(&[("Threads", "2"), ("Threads", value)]);
        assert_eq!(engine.threads(), 2);
        let message = outcome.unwrap_err();
        assert!(message.starts_with("option Threads: "), "{message}");
    }
    let (_, manner, outcome) = set_all(&[("UCI_Chess960", "true"), ("UCI_Chess960", "x")]);
    assert!(manner.chess960 && outcome.is_err());
    let (_, _, outcome) = set_all(&[("Foo", "1")]);
    assert_eq!(outcome, Err("there is no option \"Foo\"".to_owned()));
}

#[test]
fn a_log_that_cannot_be_written_is_reported() {
    let (_, _, outcome) = set_all(&[("Debug Log File", "/")]);
    assert!(outcome.unwrap_err().contains("cannot be written"));
    assert_eq!(set_all(&[("Debug Log File", "<empty>")]).2, Ok(()));
}

#[test]
fn strength_and_book_reach_the_engine() {
    let (engine, manner, outcome) = set_all(&[
        ("UCI_LimitStrength", "true"),
        ("UCI_Elo", "1320"),
        ("Skill Level", "3"),
        ("UCI_AnalyseMode", "true"),
        ("OwnBook", "true"),
        ("Best Book Move", "true"),
        ("nodestime", "700"),
        ("UCI_ShowWDL", "true"),
        ("Minimal", "true"),
    ]);
    assert_eq!(outcome, Ok(()));
    let settings = engine.settings;
    let strength = settings.strength;
    assert!(strength.limited && (strength.elo, strength.skill) == (1320, 3));
    assert!(settings.analyse && settings.own_book && settings.best_book_move);
    assert_eq!(settings.nodes_per_millisecond, 700);
    assert!(manner.show_wdl && manner.minimal);
    let (engine, _, outcome) = set_all(&[("UCI_Elo", "1400"), ("UCI_Elo", "800")]);
    assert_eq!(engine.settings.strength.elo, 1400);
    let message = outcome.unwrap_err();
    assert!(
        message.starts_with("option UCI_Elo: \"800\" is not a number from "),
        "{message}"
    );
}
