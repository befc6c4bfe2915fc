//! Before the program is compiled: which network becomes part of it, and which compiler this is.
//!
//! The environment variable `EVALFILE` names another network than `assets/vezer.vznn`, relative to
//! the repository. A file that is no usable network ends the build.

use network::format;
use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

// The program's own reader, so that both agree on what is usable.
#[allow(dead_code, unused_imports)]
#[path = "../src/evaluation/network"]
mod network {
    pub(super) mod format;
}
#[path = "../src/notation"]
mod notation {
    pub(crate) mod files;
}

fn main() {
    println!("cargo::rerun-if-env-changed=EVALFILE");
    println!("cargo::rerun-if-changed=assets/build.rs");
    println!("cargo::rerun-if-changed=src/evaluation/network/format.rs");
    println!("cargo::rerun-if-changed=src/notation/files.rs");
    let network = chosen();
    println!("cargo::rerun-if-changed={}", network.display());
    println!("cargo::rustc-env=VEZER_NETWORK={}", network.display());
    println!("cargo::rustc-env=VEZER_COMPILER={}", compiler());
    if let Err(reason) = check(&network) {
        println!("cargo::error=EVALFILE: {reason}");
    }
}

fn chosen() -> PathBuf {
    let named = env::var_os("EVALFILE").filter(|name| !name.is_empty());
    let relative = named.map_or(PathBuf::from("assets/vezer.vznn"), PathBuf::from);
    let repository = env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default();
    Path::new(&repository).join(relative)
}

fn check(network: &Path) -> Result<(), String> {
    let loaded = format::NetworkFile::load(network);
    loaded.map(drop).map_err(|error| error.to_string())
}

/// The compiler's name and version.
fn compiler() -> String {
    let rustc = env::var_os("RUSTC").unwrap_or("rustc".into());
    let output = Command::new(rustc).arg("--version").output();
    let text = output.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
    let text = text.unwrap_or_default();
    if text.is_empty() {
        "an unknown compiler".to_owned()
    } else {
        text
    }
}
