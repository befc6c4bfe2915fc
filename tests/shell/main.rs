//! The commands of the shell: each run as a program, with what it prints and leaves behind.

mod about;
mod analyse;
mod epd;
mod play;
mod process;
mod show;
