//! `vezer compiler`: what this program is, for reports of faults.

use super::Failure;
use crate::engine::identity::{self, Build};
use clap::Args;
use std::io::{self, Write};

/// Say how this program was built, what it uses of this processor, and its network
#[derive(Debug, Args)]
pub(super) struct Compiler {
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl Compiler {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let mut out = io::stdout();
        if self.json {
            let json = serde_json::to_string(&Build::this()).map_err(Failure::runtime)?;
            writeln!(out, "{json}")?;
        } else {
            writeln!(out, "{} {}", identity::NAME, identity::BUILD.as_str())?;
        }
        Ok(())
    }
}
