//! Progress bars on standard error, so that they never mix with results.

use indicatif::{ProgressBar, ProgressStyle};
use std::fmt;
use std::io::{self, Write};
use std::time::Duration;

/// A bar with this template (as `indicatif` knows them); hidden if standard error is no terminal.
pub(super) fn bar(length: u64, template: &str) -> ProgressBar {
    let bar = ProgressBar::new(length);
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style.progress_chars("━━ "));
    }
    bar.enable_steady_tick(Duration::from_millis(250));
    bar
}

/// A bar that counts bytes of a file.
pub(super) fn bytes(length: u64, verb: &str) -> ProgressBar {
    let template = "{msg} {bar:30} {bytes}/{total_bytes} {bytes_per_sec}, {eta} left";
    let bar = bar(length, template);
    bar.set_message(verb.to_owned());
    bar
}

/// Writes a line to standard error. Where nobody reads that any more, work goes on without it.
pub(super) fn note(line: fmt::Arguments) {
    let _ = writeln!(io::stderr(), "{line}");
}

/// A sign of life for work whose length is not known.
pub(super) fn spinner(template: &str) -> ProgressBar {
    let spinner = ProgressBar::new_spinner();
    if let Ok(style) = ProgressStyle::with_template(template) {
        spinner.set_style(style);
    }
    spinner.enable_steady_tick(Duration::from_millis(250));
    spinner
}
