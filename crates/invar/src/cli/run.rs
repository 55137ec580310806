//! `invar run`: optimizes a program and runs it, answering its requests for special versions of
//! functions.

use super::Failure;
use super::files;
use super::specialize::{explain, wasm_of};
use super::terminal;
use anyhow::{Context, anyhow};
use clap::ArgMatches;
use invar::unstable::runtime::command::{self, Command};
use invar::unstable::runtime::online::{Limits, Settings};
use invar::unstable::runtime::{Program, engine};
use invar::{Level, Optimizer};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

/// Runs the command. The exit code is the program's.
pub fn run(matches: &ArgMatches) -> Result<ExitCode, Failure> {
    let mut given = matches.get_many::<String>("program").expect("clap asks for one").cloned();
    let path = given.next().expect("clap asks for one");
    let program = program(&path, matches).with_context(|| path.clone())?;
    let name = Path::new(&path).file_name().map_or(path.clone(), |it| it.to_string_lossy().into());
    let many = |name: &str| matches.get_many::<String>(name).unwrap_or_default().cloned();
    let command = Command {
        args: std::iter::once(name).chain(given).collect(),
        env: many("env").filter_map(|text| variable(&text)).collect(),
        dirs: many("dir").map(|text| directory(&text)).collect(),
        invoke: many("invoke").collect(),
    };
    let ended = command::run(&program, &command)
        .map_err(|error| anyhow!("{error}"))
        .with_context(|| path.clone())?;
    for result in &ended.results {
        terminal::print(&format!("{result}\n"))?;
    }
    if let Some(error) = &ended.error {
        terminal::say_text(&format!("invar: {path}: {error}\n"));
    }
    match matches.get_one::<String>("profile").map(String::as_str) {
        Some("json") => terminal::say_text(&format!("{}\n", ended.profile.json())),
        Some(_) => terminal::say_text(&ended.profile.to_string()),
        None => {}
    }
    // What does not fit into eight bits ends there as it does elsewhere.
    Ok(ExitCode::from(ended.code as u8))
}

fn program(path: &str, matches: &ArgMatches) -> anyhow::Result<Program> {
    let input = files::read(path)?;
    let level = matches.get_one("level").copied().unwrap_or(Level::O1);
    let wasm = wasm_of(input.content)?;
    let mut limits = Limits::default();
    if let Some(&versions) = matches.get_one("max-versions") {
        limits.versions = versions;
    }
    if let Some(&versions) = matches.get_one("warm-up") {
        limits.warm_up = versions;
    }
    if let Some(&continuations) = matches.get_one("max-continuations") {
        limits.continuations = continuations;
    }
    if let Some(&bytes) = matches.get_one("max-bytes") {
        limits.bytes = bytes;
    }
    if let Some(&ms) = matches.get_one("max-time") {
        limits.time = Duration::from_millis(ms);
    }
    let mut settings = Settings {
        generic: matches.get_flag("no-specialize"),
        checked: matches.get_flag("checked"),
        limits,
        background: matches.get_flag("background"),
        profile: matches.contains_id("profile"),
        ..Settings::default()
    };
    if let Some(&insts) = matches.get_one("max-insts") {
        settings.request.insts = insts;
    }
    if matches.get_flag("explain") {
        settings.listener = Some(Arc::new(|made| explain(made, None)));
    }
    let engine = engine().map_err(|error| anyhow!("{error}"))?;
    let optimizer = Optimizer::new(level).names(true);
    Program::new(&engine, &wasm, &settings, Arc::new(optimizer)).map_err(|error| anyhow!("{error}"))
}

/// `NAME=VALUE`, or the value that the variable has here, if it is set.
fn variable(text: &str) -> Option<(String, String)> {
    match text.split_once('=') {
        Some((name, value)) => Some((name.to_owned(), value.to_owned())),
        None => std::env::var(text).ok().map(|value| (text.to_owned(), value)),
    }
}

/// `HOST`, or `HOST::GUEST`.
fn directory(text: &str) -> (PathBuf, String) {
    let (host, guest) = text.split_once("::").unwrap_or((text, text));
    (PathBuf::from(host), guest.to_owned())
}
