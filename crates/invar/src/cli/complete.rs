//! `invar completions` and `invar man`: made from the description of the command line.

use super::{Failure, args, files};
use anyhow::Context;
use clap::ArgMatches;
use clap_complete::Shell;
use clap_mangen::Man;
use std::path::Path;
use std::process::ExitCode;

/// Prints the completion script of a shell.
pub fn completions(matches: &ArgMatches) -> Result<ExitCode, Failure> {
    let shell: Shell = *matches.get_one("shell").expect("clap asks for a shell");
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut args::command(), "invar", &mut script);
    files::write("-", &script)?;
    Ok(ExitCode::SUCCESS)
}

/// Prints the manual page of the command, or writes a page for it and for each subcommand into a folder.
pub fn man(matches: &ArgMatches) -> Result<ExitCode, Failure> {
    let command = args::command();
    let Some(folder) = matches.get_one::<String>("folder") else {
        files::write("-", &page(command)?)?;
        return Ok(ExitCode::SUCCESS);
    };
    std::fs::create_dir_all(folder).with_context(|| folder.clone())?;
    let write = |command: clap::Command| {
        let path = Path::new(folder).join(format!("{}.1", command.get_name()));
        files::write(&path.to_string_lossy(), &page(command)?)
    };
    for subcommand in command.get_subcommands() {
        let name = format!("invar-{}", subcommand.get_name());
        write(subcommand.clone().name(name))?;
    }
    write(command)?;
    Ok(ExitCode::SUCCESS)
}

fn page(command: clap::Command) -> anyhow::Result<Vec<u8>> {
    let mut page = Vec::new();
    Man::new(command).render(&mut page).context("the manual page")?;
    Ok(page)
}
