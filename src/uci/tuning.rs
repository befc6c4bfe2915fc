//! The parameters of the search as UCI options: only in a program built for tuning.

use crate::engine::Engine;
use crate::search::{Params, Tunable};

/// The lines that list all parameters as options.
pub(super) fn list() -> impl Iterator<Item = String> {
    Params::ALL.iter().map(|parameter| {
        let Tunable {
            name,
            default,
            min,
            max,
            ..
        } = parameter;
        format!("option name {name} type spin default {default} min {min} max {max}")
    })
}

/// Sets a parameter; `None` if there is none of this name.
pub(super) fn set(
    engine: &mut Engine,
    name: &str,
    value: Option<&str>,
) -> Option<Result<(), String>> {
    let same_name = |parameter: &&Tunable| parameter.name.eq_ignore_ascii_case(name);
    let Tunable { name, min, max, .. } = *Params::ALL.iter().find(same_name)?;
    let number = value.and_then(|value| value.parse().ok());
    Some(match number {
        Some(number) if engine.set_parameter(name, number) => Ok(()),
        _ => Err(format!(
            "option {name}: {:?} is not a number from {min} to {max}; the old value stays",
            super::command::excerpt(value.unwrap_or_default())
        )),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_are_options_with_their_ranges() {
        let line = "option name late_move_base type spin default 4 min 1 max 8";
        assert!(list().any(|listed| listed == line));
        let mut engine = Engine::new(1, 1).unwrap();
        assert_eq!(set(&mut engine, "Late_Move_Base", Some("5")), Some(Ok(())));
        let refused = set(&mut engine, "late_move_base", Some("500")).unwrap();
        assert!(refused.unwrap_err().contains("from 1 to 8"));
        assert_eq!(set(&mut engine, "Hash", Some("5")), None);
    }
}
