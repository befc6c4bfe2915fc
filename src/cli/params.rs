//! `vezer params`: lists the parameters of the search, for a tuner.

use super::Failure;
use crate::search::{Params, Tunable};
use clap::Args;
use std::io::{self, Write};

/// List the parameters of the search, one to a line, as tuners read them
///
/// Name, type, value, smallest, largest, step and learning rate, separated by commas: the input of
/// an SPSA tuning on OpenBench. A program built with `--features tuning` has them as UCI options.
#[derive(Debug, Args)]
#[command(hide = true)]
pub(super) struct ListParams {
    /// Also say what each parameter is, after a number sign
    #[arg(long)]
    explain: bool,
}

/// The learning rate that goes with the steps: a tuner's usual one.
const RATE: f64 = 0.002;

impl ListParams {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let mut out = io::stdout().lock();
        for parameter in Params::ALL {
            let Tunable {
                name,
                default,
                min,
                max,
                step,
                comment,
            } = parameter;
            write!(out, "{name}, int, {default}, {min}, {max}, {step}, {RATE}")?;
            if self.explain {
                write!(out, "  # {comment}")?;
            }
            writeln!(out)?;
        }
        Ok(())
    }
}
