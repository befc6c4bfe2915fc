//! The options, each defined once: its line in the answer to `uci`, and what setting it does.

mod files;

use super::log::Log;
use crate::engine::{Engine, MAX_HASH, MAX_MULTI_PV, MAX_THREADS, identity};
use crate::tablebase::MOST_PIECES;
use std::fmt;
use std::time::Duration;

/// The size of the transposition table at the start, in mebibytes.
pub(super) const DEFAULT_HASH: usize = 16;

/// What options change.
pub(super) struct Target<'a> {
    pub(super) engine: &'a mut Engine,
    pub(super) log: &'a mut Log,
    /// Whether castling is written as the king taking his rook.
    pub(super) chess960: &'a mut bool,
    /// What is to be told to the user, in lines.
    pub(super) remarks: Vec<String>,
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
            set: files::set_network,
        },
    },
    UciOption {
        name: "SyzygyPath",
        kind: Kind::Text {
            default: || "",
            set: files::set_tables,
        },
    },
    UciOption {
        name: "SyzygyProbeDepth",
        kind: Kind::Spin {
            default: 1,
            min: 1,
            max: 100,
            set: |target, plies| {
                target.engine.settings.probe_depth = plies as u32;
                Ok(())
            },
        },
    },
    UciOption {
        name: "SyzygyProbeLimit",
        kind: Kind::Spin {
            default: MOST_PIECES as usize,
            min: 0,
            max: MOST_PIECES as usize,
            set: |target, pieces| {
                target.engine.settings.probe_limit = pieces as u32;
                Ok(())
            },
        },
    },
    UciOption {
        name: "Syzygy50MoveRule",
        kind: Kind::Check {
            default: true,
            set: |target, on| {
                target.engine.settings.fifty_moves = on;
                target.engine.clear(); // scores found under the other rule mean nothing
            },
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
            set: files::set_log,
        },
    },
];

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
mod tests;
