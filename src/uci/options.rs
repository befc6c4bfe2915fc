//! The options, each defined once: its line in the answer to `uci`, and what setting it does.

use super::log::Log;
use crate::engine::{Engine, MAX_HASH, MAX_MULTI_PV, MAX_THREADS, identity};
use crate::evaluation::network::Network;
use std::fmt;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// The size of the transposition table at the start, in mebibytes.
pub(super) const DEFAULT_HASH: usize = 16;

/// What options change.
pub(super) struct Target<'a> {
    pub(super) engine: &'a mut Engine,
    pub(super) log: &'a mut Log,
    /// Whether castling is written as the king taking his rook.
    pub(super) chess960: &'a mut bool,
}

/// One option.
struct UciOption {
    name: &'static str,
    kind: Kind,
}

type Outcome = Result<(), String>;

/// What values an option has, and what setting one does; an error leaves the old value.
enum Kind {
    /// Yes or no.
    Check {
        default: bool,
        set: fn(&mut Target, bool),
    },
    /// A whole number in a range.
    Spin {
        default: usize,
        min: usize,
        max: usize,
        set: fn(&mut Target, usize) -> Outcome,
    },
    /// No value: setting it does something.
    Button { press: fn(&mut Target) },
    /// A text; empty means none.
    Text {
        default: fn() -> &'static str,
        set: fn(&mut Target, &str) -> Outcome,
    },
}

/// All options, in the order in which they are listed.
const OPTIONS: &[UciOption] = &[
    UciOption {
        name: "Hash",
        kind: Kind::Spin {
            default: DEFAULT_HASH,
            min: 1,
            max: MAX_HASH,
            set: |target, megabytes| target.engine.set_hash(megabytes).map_err(|e| e.to_string()),
        },
    },
    UciOption {
        name: "Clear Hash",
        kind: Kind::Button {
            press: |target| target.engine.clear(),
        },
    },
    UciOption {
        name: "Threads",
        kind: Kind::Spin {
            default: 1,
            min: 1,
            max: MAX_THREADS,
            set: |target, threads| {
                target
                    .engine
                    .set_threads(threads)
                    .map_err(|e| e.to_string())
            },
        },
    },
    UciOption {
        name: "MultiPV",
        kind: Kind::Spin {
            default: 1,
            min: 1,
            max: MAX_MULTI_PV,
            set: |target, lines| {
                target.engine.settings.multi_pv = lines;
                Ok(())
            },
        },
    },
    // Listed so that programs let the engine ponder at all; whether it does is said by `go ponder`.
    UciOption {
        name: "Ponder",
        kind: Kind::Check {
            default: false,
            set: |_, _| (),
        },
    },
    UciOption {
        name: "Move Overhead",
        kind: Kind::Spin {
            default: 10,
            min: 0,
            max: 5000,
            set: |target, milliseconds| {
                target.engine.settings.overhead = Duration::from_millis(milliseconds as u64);
                Ok(())
            },
        },
    },
    UciOption {
        name: "UCI_Chess960",
        kind: Kind::Check {
            default: false,
            set: |target, on| *target.chess960 = on,
        },
    },
    UciOption {
        name: "EvalFile",
        kind: Kind::Text {
            default: || "",
            set: set_network,
        },
    },
    // Tells, and cannot be changed.
    UciOption {
        name: "UCI_EngineAbout",
        kind: Kind::Text {
            default: || identity::ABOUT.as_str(),
            set: |_, _| Ok(()),
        },
    },
    UciOption {
        name: "Debug Log File",
        kind: Kind::Text {
            default: || "",
            set: set_log,
        },
    },
];

fn set_log(target: &mut Target, path: &str) -> Outcome {
    if path.is_empty() {
        target.log.end();
        return Ok(());
    }
    let begun = target.log.begin(Path::new(path));
    begun.map_err(|error| format!("{path} cannot be written ({error}); there is no log"))
}

fn set_network(target: &mut Target, path: &str) -> Outcome {
    if path.is_empty() {
        target.engine.set_network(Network::embedded());
        return Ok(());
    }
    let network = Network::load(Path::new(path))
        .map_err(|error| format!("{error}; the network stays as it was"))?;
    target.engine.set_network(Arc::new(network));
    Ok(())
}

/// The lines that list all options.
pub(super) fn list() -> impl Iterator<Item = impl fmt::Display> {
    OPTIONS.iter()
}

/// Sets an option by name, whatever the case of its letters.
///
/// # Errors
/// What is wrong, in words; the old value stays.
pub(super) fn set(target: &mut Target, name: &str, value: Option<&str>) -> Outcome {
    let option = OPTIONS
        .iter()
        .find(|option| option.name.eq_ignore_ascii_case(name))
        .ok_or_else(|| format!("there is no option {:?}", super::command::excerpt(name)))?;
    let outcome = option.kind.set(target, value.unwrap_or_default());
    outcome.map_err(|reason| format!("option {}: {reason}", option.name))
}

impl Kind {
    fn set(&self, target: &mut Target, value: &str) -> Outcome {
        let unusable = |wanted: fmt::Arguments| {
            let value = super::command::excerpt(value);
            Err(format!("{value:?} is not {wanted}; the old value stays"))
        };
        match self {
            Kind::Check { set, .. } => match value.to_ascii_lowercase().as_str() {
                "true" => set(target, true),
                "false" => set(target, false),
                _ => return unusable(format_args!("true or false")),
            },
            Kind::Spin { min, max, set, .. } => match value.parse::<usize>() {
                Ok(number) if (*min..=*max).contains(&number) => return set(target, number),
                _ => return unusable(format_args!("a number from {min} to {max}")),
            },
            Kind::Button { press } => press(target),
            Kind::Text { set, .. } => {
                let text = if value == "<empty>" { "" } else { value };
                return set(target, text);
            }
        }
        Ok(())
    }
}

impl fmt::Display for UciOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "option name {} type ", self.name)?;
        match &self.kind {
            Kind::Check { default, .. } => write!(f, "check default {default}"),
            Kind::Spin {
                default, min, max, ..
            } => write!(f, "spin default {default} min {min} max {max}"),
            Kind::Button { .. } => f.write_str("button"),
            Kind::Text { default, .. } => {
                let default = Some(default()).filter(|text| !text.is_empty());
                write!(f, "string default {}", default.unwrap_or("<empty>"))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sets options one after the other on a fresh engine; gives the engine and the last outcome.
    fn set_all(options: &[(&str, &str)]) -> (Engine, bool, Outcome) {
        let mut engine = Engine::new(1, 1).unwrap();
        let (mut log, mut chess960) = (Log::default(), false);
        let mut target = Target {
            engine: &mut engine,
            log: &mut log,
            chess960: &mut chess960,
        };
        let mut outcome = Ok(());
        for (name, value) in options {
            outcome = set(&mut target, name, Some(value));
        }
        (engine, chess960, outcome)
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
        let overhead = engine.settings.overhead.as_millis();
        assert_eq!(overhead, default("Move Overhead") as u128);
    }

    #[test]
    fn names_in_any_case_change_the_engine() {
        let (engine, chess960, _) = set_all(&[
            ("hASH", "3"),
            ("THREADS", "2"),
            ("multipv", "5"),
            ("move overhead", "250"),
            ("uci_chess960", "True"),
        ]);
        assert_eq!((engine.hash(), engine.threads()), (3, 2));
        assert_eq!(engine.settings.multi_pv, 5);
        assert_eq!(engine.settings.overhead, Duration::from_millis(250));
        assert!(chess960);
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
        let (_, chess960, outcome) = set_all(&[("UCI_Chess960", "true"), ("UCI_Chess960", "x")]);
        assert!(chess960 && outcome.is_err());
        let (_, _, outcome) = set_all(&[("Foo", "1")]);
        assert_eq!(outcome, Err("there is no option \"Foo\"".to_owned()));
    }

    #[test]
    fn a_log_that_cannot_be_written_is_reported() {
        let (_, _, outcome) = set_all(&[("Debug Log File", "/")]);
        assert!(outcome.unwrap_err().contains("cannot be written"));
        assert_eq!(set_all(&[("Debug Log File", "<empty>")]).2, Ok(()));
    }
}
