//! `vezer completions` and `vezer man`: what a shell and `man` need, made from the definitions of the
//! commands themselves.

use super::{Arguments, Failure};
use clap::{Args, Command, CommandFactory};
use clap_complete::Shell;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

const COMPLETION_EXAMPLES: &str = "\
Examples:
  vezer completions bash > ~/.local/share/bash-completion/completions/vezer
  vezer completions zsh > ~/.zfunc/_vezer            a folder of $fpath
  vezer completions fish > ~/.config/fish/completions/vezer.fish
  vezer completions powershell >> $PROFILE";

/// Print what a shell needs to complete Vezér's commands and options
#[derive(Debug, Args)]
#[command(after_help = COMPLETION_EXAMPLES)]
pub(super) struct Completions {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

impl Completions {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let mut text = Vec::new();
        clap_complete::generate(self.shell, &mut Arguments::command(), "vezer", &mut text);
        io::stdout().write_all(&text)?;
        Ok(())
    }
}

const MAN_EXAMPLES: &str = "\
Examples:
  vezer man | man -l -
  vezer man --folder ~/.local/share/man/man1       then: man vezer, man vezer-analyse";

/// Print the manual page, or write the pages of all commands
#[derive(Debug, Args)]
#[command(after_help = MAN_EXAMPLES)]
pub(super) struct Man {
    /// Write vezer.1 and a page for each command into this folder
    #[arg(long, value_name = "FOLDER")]
    folder: Option<PathBuf>,
}

impl Man {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let mut command = Arguments::command();
        command.build();
        match &self.folder {
            None => {
                io::stdout().write_all(&page(&command, "vezer")?)?;
                Ok(())
            }
            Some(folder) => {
                fs::create_dir_all(folder).map_err(|error| Failure::file(folder, error))?;
                write(folder, &command, "vezer")
            }
        }
    }
}

/// Writes the page of a command and those of its subcommands, as `vezer-data-convert.1`.
fn write(folder: &Path, command: &Command, name: &str) -> Result<(), Failure> {
    let path = folder.join(format!("{name}.1"));
    fs::write(&path, page(command, name)?).map_err(|error| Failure::file(&path, error))?;
    let shown = |command: &&Command| !command.is_hide_set() && command.get_name() != "help";
    for subcommand in command.get_subcommands().filter(shown) {
        write(
            folder,
            subcommand,
            &format!("{name}-{}", subcommand.get_name()),
        )?;
    }
    Ok(())
}

fn page(command: &Command, name: &str) -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    // Long versions have several lines, which a heading cannot.
    let command = command.clone().long_version(None);
    clap_mangen::Man::new(command)
        .title(name.to_uppercase())
        .render(&mut text)?;
    Ok(text)
}
