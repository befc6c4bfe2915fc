//! Who we are: name, version, and for which processor this program was built.

use once_cell::sync::Lazy;

/// The engine's name in plain ASCII, as some chess programs cannot read or store more.
pub const NAME: &str = "Vezer";

/// The version of this program.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Who made it, short and in plain ASCII.
pub const AUTHOR: &str = "the Vezer developers";

/// What the engine says about itself in one line.
pub static ABOUT: Lazy<String> =
    Lazy::new(|| format!("{NAME} {VERSION} by {AUTHOR}, free software under the GPL version 3"));

/// The version with everything about this build that can make a difference.
pub static BUILD: Lazy<String> = Lazy::new(|| {
    let profile = if cfg!(debug_assertions) {
        "with debug assertions"
    } else {
        "optimised"
    };
    let mut features = cpu_features();
    if features.is_empty() {
        features.push("none beyond the architecture's own");
    }
    let (arch, os) = (std::env::consts::ARCH, std::env::consts::OS);
    let features = features.join(" ");
    format!("{VERSION}\nbuilt for: {arch} {os}, {profile}\nprocessor features: {features}")
});

/// The processor features that this build takes for granted.
fn cpu_features() -> Vec<&'static str> {
    [
        ("popcnt", cfg!(target_feature = "popcnt")),
        ("bmi1", cfg!(target_feature = "bmi1")),
        ("bmi2", cfg!(target_feature = "bmi2")),
        ("avx2", cfg!(target_feature = "avx2")),
        ("avx512bw", cfg!(target_feature = "avx512bw")),
        ("avx512vnni", cfg!(target_feature = "avx512vnni")),
        ("neon", cfg!(target_feature = "neon")),
    ]
    .into_iter()
    .filter_map(|(name, built_in)| built_in.then_some(name))
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_programs_read_is_short_plain_ascii() {
        for text in [NAME, VERSION, AUTHOR, ABOUT.as_str()] {
            assert!(text.is_ascii() && text.len() < 110, "{text}");
        }
    }
}
