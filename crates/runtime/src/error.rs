//! Errors: about the program, or about what is asked for.

use std::fmt;

/// Why a module was not run or not specialized, as a sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Error(String);

impl Error {
    /// An error with a message for people.
    pub fn new(message: impl Into<String>) -> Self {
        Error(message.into())
    }
}

impl fmt::Display for Error {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

impl std::error::Error for Error {}

impl From<wasmtime::Error> for Error {
    fn from(error: wasmtime::Error) -> Self {
        Error(format!("{error:#}"))
    }
}
