//! Reads inputs of any format, writes outputs whole or not at all.

use anyhow::{Context, Result};
use std::ffi::OsString;
use std::fs;
use std::io::{IsTerminal, Read, Write};
use std::path::{Path, PathBuf};

/// An input.
pub struct Input {
    /// Its name, for messages.
    pub name: String,
    /// Its contents.
    pub content: Content,
}

/// The contents of an input.
pub enum Content {
    /// A core module or a component, in bytes.
    Wasm(Vec<u8>),
    /// A module in Invar's text format.
    Inv(String),
}

/// Reads an input; `-` is standard input. The format is that of the content.
pub fn read(path: &str) -> Result<Input> {
    let (name, bytes) = if path == "-" {
        let mut bytes = Vec::new();
        std::io::stdin().lock().read_to_end(&mut bytes).context("standard input")?;
        ("<stdin>".to_owned(), bytes)
    } else {
        (path.to_owned(), fs::read(path).with_context(|| path.to_owned())?)
    };
    let content = content(&name, bytes)?;
    Ok(Input { name, content })
}

fn content(name: &str, bytes: Vec<u8>) -> Result<Content> {
    if bytes.starts_with(b"\0asm") {
        return Ok(Content::Wasm(bytes));
    }
    anyhow::ensure!(!bytes.is_empty(), "{name}: offset 0x0: the file is empty");
    let text = match String::from_utf8(bytes) {
        Ok(text) => text,
        Err(_) => anyhow::bail!(
            "{name}: offset 0x0: this is neither WebAssembly (which starts with `\\0asm`) nor text"
        ),
    };
    if name.ends_with(".inv") || !is_wat(&text) {
        return Ok(Content::Inv(text));
    }
    match wat::Parser::new().parse_str(Some(Path::new(name)), &text) {
        Ok(wasm) => Ok(Content::Wasm(wasm)),
        // Its message starts with the line and the column.
        Err(error) => anyhow::bail!("{name}: {error}"),
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

/// Writes an output; `-` is standard output. A file is written under a temporary name and then renamed,
/// so that a failure leaves the old file unchanged.
pub fn write(path: &str, bytes: &[u8]) -> Result<()> {
    if path == "-" {
        let mut stdout = std::io::stdout().lock();
        return stdout.write_all(bytes).and_then(|()| stdout.flush()).context("standard output");
    }
    // A link is followed, and its target is written.
    let target = fs::canonicalize(path).unwrap_or_else(|_| PathBuf::from(path));
    let before = fs::metadata(&target).ok();
    if before.as_ref().is_some_and(|file| !file.is_file()) {
        // A device or a pipe is written directly.
        return fs::write(&target, bytes).with_context(|| path.to_owned());
    }
    let beside = beside(&target);
    let result = fs::write(&beside, bytes).and_then(|()| {
        if let Some(before) = before {
            fs::set_permissions(&beside, before.permissions())?;
        }
        fs::rename(&beside, &target)
    });
    if result.is_err() {
        // The error that counts is the one above.
        let _ = fs::remove_file(&beside);
    }
    result.with_context(|| format!("cannot write {path}"))
}

fn beside(target: &Path) -> PathBuf {
    let mut name = OsString::from(".");
    name.push(target.file_name().unwrap_or_default());
    name.push(format!(".invar-{}", std::process::id()));
    target.with_file_name(name)
}
