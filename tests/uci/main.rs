//! Conversations with the engine: in memory, where every answer can be waited for, and with the real
//! program, which has to live with pipes that end.

mod dialogue;
mod options;
mod process;
mod session;
mod tables;
