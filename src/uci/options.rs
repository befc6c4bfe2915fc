//! The options, each defined once: its line in the answer to `uci`, and what setting it does.

mod files;

use super::log::Log;
use super::output::Manner;
use crate::engine::{
    DEFAULT_ELO, Engine, MAX_ELO, MAX_HASH, MAX_MULTI_PV, MAX_SKILL, MAX_THREADS, MIN_ELO, identity,
};
use crate::tablebase::MOST_PIECES;
use std::fmt;
use std::time::Duration;

/// The size of the transposition table at the start, in mebibytes.
pub(super) const DEFAULT_HASH: usize = 16;

/// What options change.
pub(super) struct Target<'a> {
    pub(super) engine: &'a mut Engine,
    pub(super) log: &'a mut Log,
    pub(super) manner: &'a mut Manner,
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
    spin("Hash", DEFAULT_HASH, [1, MAX_HASH], |target, megabytes| {
        target.engine.set_hash(megabytes).map_err(|e| e.to_string())
    }),
    button("Clear Hash", |target| target.engine.clear()),
    spin("Threads", 1, [1, MAX_THREADS], |target, threads| {
        let set = target.engine.set_threads(threads);
        set.map_err(|e| e.to_string())
    }),
    spin("MultiPV", 1, [1, MAX_MULTI_PV], |target, lines| {
        target.engine.settings.multi_pv = lines;
        Ok(())
    }),
    // Listed so that programs let the engine ponder at all; whether it does is said by `go ponder`.
    check("Ponder", false, |_, _| ()),
    spin("Move Overhead", 10, [0, 5000], |target, milliseconds| {
        target.engine.settings.overhead = Duration::from_millis(milliseconds as u64);
        Ok(())
    }),
    spin("nodestime", 0, [0, 100_000], |target, nodes| {
        target.engine.settings.nodes_per_millisecond = nodes as u64;
        Ok(())
    }),
    check("UCI_Chess960", false, |target, on| {
        target.manner.chess960 = on
    }),
    check("UCI_ShowWDL", false, |target, on| {
        target.manner.show_wdl = on
    }),
    check("UCI_AnalyseMode", false, |target, on| {
        target.engine.settings.analyse = on;
    }),
    check("UCI_LimitStrength", false, |target, on| {
        target.engine.settings.strength.limited = on;
    }),
    spin("UCI_Elo", DEFAULT_ELO, [MIN_ELO, MAX_ELO], |target, elo| {
        target.engine.settings.strength.elo = elo;
        Ok(())
    }),
    spin("Skill Level", MAX_SKILL, [0, MAX_SKILL], |target, level| {
        target.engine.settings.strength.skill = level;
        Ok(())
    }),
    check("OwnBook", false, |target, on| {
        target.engine.settings.own_book = on;
    }),
    text("BookFile", || "", files::set_book),
    check("Best Book Move", false, |target, on| {
        target.engine.settings.best_book_move = on;
    }),
    text("EvalFile", || "", files::set_network),
    text("SyzygyPath", || "", files::set_tables),
    spin("SyzygyProbeDepth", 1, [1, 100], |target, plies| {
        target.engine.settings.probe_depth = plies as u32;
        Ok(())
    }),
    spin(
        "SyzygyProbeLimit",
        MOST_PROBED,
        [0, MOST_PROBED],
        |target, pieces| {
            target.engine.settings.probe_limit = pieces as u32;
            Ok(())
        },
    ),
    check("Syzygy50MoveRule", true, |target, on| {
        target.engine.settings.fifty_moves = on;
        target.engine.clear(); // scores found under the other rule mean nothing
    }),
    // Tells, and cannot be changed.
    text(
        "UCI_EngineAbout",
        || identity::ABOUT.as_str(),
        |_, _| Ok(()),
    ),
    check("Minimal", false, |target, on| target.manner.minimal = on),
    text("Debug Log File", || "", files::set_log),
];

const MOST_PROBED: usize = MOST_PIECES as usize;

const fn check(name: &'static str, default: bool, set: fn(&mut Target, bool)) -> UciOption {
    let kind = Kind::Check { default, set };
    UciOption { name, kind }
}

const fn spin(
    name: &'static str,
    default: usize,
    [min, max]: [usize; 2],
    set: fn(&mut Target, usize) -> Outcome,
) -> UciOption {
    let kind = Kind::Spin {
        default,
        min,
        max,
        set,
    };
    UciOption { name, kind }
}

const fn button(name: &'static str, press: fn(&mut Target)) -> UciOption {
    let kind = Kind::Button { press };
    UciOption { name, kind }
}

const fn text(
    name: &'static str,
    default: fn() -> &'static str,
    set: fn(&mut Target, &str) -> Outcome,
) -> UciOption {
    let kind = Kind::Text { default, set };
    UciOption { name, kind }
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
mod tests;
