//! Orders of the user or the system to end.

use super::Failure;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Becomes true on Ctrl-C or when the system asks the program to end; on the second time the
/// program ends at once.
pub(super) fn stop_on_signal() -> Result<Arc<AtomicBool>, Failure> {
    let stop = Arc::new(AtomicBool::new(false));
    let signal = Arc::clone(&stop);
    let handler = move || {
        if signal.swap(true, Relaxed) {
            std::process::exit(130);
        }
    };
    ctrlc::set_handler(handler).map_err(Failure::runtime)?;
    Ok(stop)
}
