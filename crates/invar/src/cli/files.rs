//! Reads inputs of any format, writes outputs whole or not at all.

use super::{Failure, terminal, text_place};
use anyhow::{Context, Result};
use std::collections::hash_map::RandomState;
use std::fs::{self, File, OpenOptions};
use std::hash::{BuildHasher, Hasher};
use std::io::{self, ErrorKind, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};

/// An input.
pub struct InputFile {
    /// Its name, for messages.
    pub name: String,
    /// Its contents.
    pub content: Content,
    /// The text that the contents were made of, if that was WebAssembly's.
    pub text: Option<String>,
}

/// The contents of an input.
pub enum Content {
    /// A core module or a component, in bytes.
    Wasm(Vec<u8>),
    /// A module in Invar's text format.
    Inv(String),
}

/// Reads an input; `-` is standard input. The format is that of the content.
pub fn read(path: &str) -> Result<InputFile> {
    let (name, bytes) = if path == "-" {
        let mut bytes = Vec::new();
        std::io::stdin().lock().read_to_end(&mut bytes).context("standard input")?;
        ("<stdin>".to_owned(), bytes)
    } else {
        (path.to_owned(), fs::read(path).with_context(|| path.to_owned())?)
    };
    let (content, text) = content(&name, bytes)?;
    Ok(InputFile { name, content, text })
}

/// Adds the name of an input to an error; with the line and the column, if the input is text and the error is about an
/// operator.
pub fn blame(name: &str, text: Option<&str>, error: anyhow::Error) -> anyhow::Error {
    let offset = error.downcast_ref::<invar::Error>().and_then(invar::Error::offset);
    let place =
        text.zip(offset).and_then(|(text, offset)| text_place::line_and_column(text, offset));
    error.context(match place {
        Some((line, column)) => format!("{name}:{line}:{column}"),
        None => name.to_owned(),
    })
}

/// The contents of a file, and the text that they were made of.
fn content(name: &str, bytes: Vec<u8>) -> Result<(Content, Option<String>)> {
    if bytes.starts_with(b"\0asm") {
        return Ok((Content::Wasm(bytes), None));
    }
    anyhow::ensure!(!bytes.is_empty(), "{name}: offset 0x0: the file is empty");
    let text = match String::from_utf8(bytes) {
        Ok(text) => text,
        Err(_) => anyhow::bail!(
            "{name}: offset 0x0: this is neither WebAssembly (which starts with `\\0asm`) nor text"
        ),
    };
    if name.ends_with(".inv") || !is_wat(&text) {
        return Ok((Content::Inv(text), None));
    }
    match wat::Parser::new().parse_str(Some(Path::new(name)), &text) {
        Ok(wasm) => Ok((Content::Wasm(wasm), Some(text))),
        // Its message starts with the line and the column.
        Err(error) => anyhow::bail!("{name}: {}", terminal::with_short_lines(&error.to_string())),
    }
}

/// Whether text is WebAssembly's and not Invar's: after comments comes a parenthesis.
fn is_wat(text: &str) -> bool {
    let mut rest = text.trim_start();
    while let Some(comment) = rest.strip_prefix(";;") {
        rest = comment.split_once('\n').map_or("", |(_, rest)| rest).trim_start();
    }
    rest.starts_with('(')
}

/// An error if standard output is a terminal, to which a binary is not written.
pub fn refuse_terminal() -> Result<()> {
    anyhow::ensure!(
        !std::io::stdout().is_terminal(),
        "the output is binary, and standard output a terminal: give -o FILE, or `--emit wat` for text"
    );
    Ok(())
}

/// Writes an output; `-` is standard output. A file is written under a temporary name and then renamed, so that a
/// failure leaves the old file unchanged.
pub fn write(path: &str, bytes: &[u8]) -> Result<()> {
    if path == "-" {
        let mut stdout = std::io::stdout().lock();
        return stdout.write_all(bytes).and_then(|()| stdout.flush()).context("standard output");
    }
    write_file(Path::new(path), bytes).with_context(|| format!("cannot write {path}"))
}

fn write_file(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let (target, before) = match fs::metadata(path) {
        // A device or a pipe is written directly. A folder is an error.
        Ok(file) if !file.is_file() => return fs::write(path, bytes),
        // A link is followed, and its target is written.
        Ok(file) => match fs::canonicalize(path) {
            Ok(target) => (target, Some(file.permissions())),
            // A file that is open and has no name any more.
            Err(_) => return fs::write(path, bytes),
        },
        Err(error) if error.kind() == ErrorKind::NotFound => (follow(path), None),
        Err(error) => return Err(error),
    };
    if let Some(before) = &before {
        // Replacing a file asks for the rights of its folder only. WASI knows no rights: there, opening it is what
        // tells.
        if before.readonly() && !cfg!(target_family = "wasm") {
            return Err(io::Error::new(ErrorKind::PermissionDenied, "the file is read-only"));
        }
        OpenOptions::new().write(true).open(&target)?;
    }
    let (name, mut file) = match temporary(&target) {
        Ok(created) => created,
        // The folder takes no new files. Then there is nothing to go back to if writing fails.
        Err(error) if before.is_some() && is_denied(&error) => return fs::write(&target, bytes),
        Err(error) => return Err(error),
    };
    let written = file.write_all(bytes).and_then(|()| {
        if let Some(before) = before.filter(|_| !cfg!(target_family = "wasm")) {
            file.set_permissions(before)?;
        }
        drop(file);
        fs::rename(&name, &target)
    });
    if written.is_err() {
        // The error that counts is the one above.
        let _ = fs::remove_file(&name);
    }
    written
}

fn is_denied(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem)
}

/// The path that is made where a chain of links leads to nothing.
fn follow(path: &Path) -> PathBuf {
    // As many as systems follow.
    const MOST_LINKS: usize = 40;
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        let Ok(target) = fs::read_link(&path) else { break };
        path = path.parent().unwrap_or(Path::new("")).join(target);
    }
    path
}

/// Makes a file beside another one, under a name that nobody can foresee, and that is short whatever the other's is.
fn temporary(target: &Path) -> io::Result<(PathBuf, File)> {
    const MOST_TRIES: usize = 16;
    let mut tries = 0;
    loop {
        // The system gives each of these a seed.
        let random = RandomState::new().build_hasher().finish();
        let name = target.with_file_name(format!(".invar-{random:016x}"));
        match OpenOptions::new().write(true).create_new(true).open(&name) {
            Ok(file) => return Ok((name, file)),
            Err(error) if error.kind() == ErrorKind::AlreadyExists && tries < MOST_TRIES => {
                tries += 1;
            }
            Err(error) => return Err(error),
        }
    }
}

/// An error if two of these files are one: each has a name for what it is for, and a path. Devices may be given twice.
pub fn check_distinct(files: &[(&str, &str)]) -> Result<(), Failure> {
    for (n, &(what, path)) in files.iter().enumerate() {
        let Some(place) = place(path) else { continue };
        let before =
            files[..n].iter().find(|(_, other)| self::place(other).as_ref() == Some(&place));
        if let Some((other, _)) = before {
            return Err(Failure::Usage(format!("{path}: {other} and {what} are one file")));
        }
    }
    Ok(())
}

/// The file that a path is of, under one name. `None` for what is no file.
fn place(path: &str) -> Option<PathBuf> {
    if path == "-" {
        return Some(PathBuf::from(path));
    }
    let path = Path::new(path);
    match fs::metadata(path) {
        Ok(file) => file.is_file().then(|| fs::canonicalize(path).ok())?,
        Err(_) => {
            let path = follow(path);
            let folder = path.parent().filter(|it| !it.as_os_str().is_empty());
            let folder = fs::canonicalize(folder.unwrap_or(Path::new(".")));
            Some(folder.ok()?.join(path.file_name()?))
        }
    }
}
