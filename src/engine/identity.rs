//! Who we are: name, version, and for which processor this program was built.

use crate::evaluation::network::{Backend, Network};
use once_cell::sync::Lazy;
use serde::Serialize;
use std::fmt;

/// The engine's name in plain ASCII, as some chess programs cannot read or store more.
pub const NAME: &str = "Vezer";

/// The version of this program.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Who made it, short and in plain ASCII.
pub const AUTHOR: &str = "the Vezer developers";

/// What the engine says about itself in one line.
pub static ABOUT: Lazy<String> =
    Lazy::new(|| format!("{NAME} {VERSION} by {AUTHOR}, free software under the GPL version 3"));

/// The compiler that made this program.
const COMPILER: &str = env!("VEZER_COMPILER");

/// The version with everything about this build that can make a difference, in lines.
pub static BUILD: Lazy<String> = Lazy::new(|| Build::this().to_string());

/// Everything about this build, and about this processor, that can make a difference.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Build {
    /// The version of the program.
    pub version: &'static str,
    /// The architecture that it was built for.
    pub architecture: &'static str,
    /// The operating system that it was built for.
    pub system: &'static str,
    /// Whether it checks itself while it runs, which is slow.
    pub debug_assertions: bool,
    /// What compiled it.
    pub compiler: &'static str,
    /// The processor features that the build takes for granted.
    pub required_features: Vec<&'static str>,
    /// Those of them that this processor has, whether the build knows of them or not.
    pub processor_features: Vec<&'static str>,
    /// The instruction set in which the network is evaluated here.
    pub kernels: &'static str,
    /// The network in the program.
    pub network: String,
    /// Its hidden neurons for each perspective.
    pub neurons: usize,
    /// Its output buckets.
    pub buckets: usize,
}

impl Build {
    /// This program on this computer.
    pub fn this() -> Build {
        let network = Network::embedded();
        let required = FEATURES.iter().filter(|feature| feature.required);
        let present = FEATURES.iter().filter(|feature| (feature.is_present)());
        Build {
            version: VERSION,
            architecture: std::env::consts::ARCH,
            system: std::env::consts::OS,
            debug_assertions: cfg!(debug_assertions),
            compiler: COMPILER,
            required_features: required.map(|feature| feature.name).collect(),
            processor_features: present.map(|feature| feature.name).collect(),
            kernels: Backend::detect().name(),
            network: network.description().to_owned(),
            neurons: network.neurons(),
            buckets: network.buckets(),
        }
    }
}

impl fmt::Display for Build {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let profile = if self.debug_assertions {
            "with debug assertions"
        } else {
            "optimised"
        };
        let list = |features: &[&str]| match features {
            [] => "none beyond the architecture's own".to_owned(),
            features => features.join(" "),
        };
        let Build {
            version,
            architecture,
            system,
            compiler,
            ..
        } = self;
        writeln!(
            f,
            "{version}\nbuilt for: {architecture} {system}, {profile}"
        )?;
        writeln!(f, "compiled by: {compiler}")?;
        writeln!(
            f,
            "needs of the processor: {}",
            list(&self.required_features)
        )?;
        writeln!(f, "this processor has: {}", list(&self.processor_features))?;
        writeln!(f, "kernels of the network: {}", self.kernels)?;
        let Build {
            network,
            neurons,
            buckets,
            ..
        } = self;
        write!(
            f,
            "network: {network}, {neurons} neurons, {buckets} buckets"
        )
    }
}

/// A feature of processors from which the program gains.
struct Feature {
    name: &'static str,
    required: bool,
    is_present: fn() -> bool,
}

/// Features by name: built in, and found on this processor.
macro_rules! features {
    ($architecture:literal, $detected:ident, $($name:tt)*) => {
        #[cfg(target_arch = $architecture)]
        const FEATURES: &[Feature] = &[$(Feature {
            name: $name,
            required: cfg!(target_feature = $name),
            is_present: || std::arch::$detected!($name),
        }),*];
    };
}

features!("x86_64", is_x86_feature_detected,
    "popcnt" "bmi1" "bmi2" "avx2" "avx512f" "avx512bw" "avx512vnni");
features!("aarch64", is_aarch64_feature_detected, "neon" "dotprod");

#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
const FEATURES: &[Feature] = &[];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_build_runs_only_where_it_has_what_it_needs() {
        let build = Build::this();
        for feature in &build.required_features {
            assert!(build.processor_features.contains(feature), "{feature}");
        }
        assert!(build.to_string().contains(build.kernels) && !build.compiler.is_empty());
    }

    #[test]
    fn what_programs_read_is_short_plain_ascii() {
        for text in [NAME, VERSION, AUTHOR, ABOUT.as_str()] {
            assert!(text.is_ascii() && text.len() < 110, "{text}");
        }
    }
}
