//! The UCI protocol: text in, text out, around an [`engine`](crate::engine).
//!
//! After the description of the universal chess interface by Rudolf Huber and Stefan
//! Meyer-Kahlen, April 2006 (<https://www.chessprogramming.org/UCI>), and what programs make of it.
//!
//! [`command`] reads a line, [`session`] does what it says. Nothing that comes in can end the
//! program but `quit` and the end of the input; what cannot be used is answered by one line
//! `info string` and changes nothing.

pub mod command;
mod genfens;
pub mod go;
pub mod input;
mod log;
mod options;
mod output;
pub mod session;
#[cfg(feature = "tuning")]
mod tuning;

pub use input::{Input, read_lines};
pub use session::{SessionError, run};
