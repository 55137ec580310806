//! Why an optimization was not made.

use std::fmt;

/// An error, one word wide: where in the input, if anywhere, and what is wrong.
#[derive(Debug)]
pub struct Error(Box<Inner>);

#[derive(Debug)]
struct Inner {
    offset: Option<u64>,
    message: String,
}

impl Error {
    /// An error at no place of the input.
    pub fn new(message: impl Into<String>) -> Self {
        Error(Box::new(Inner { offset: None, message: message.into() }))
    }

    /// An error at a byte offset of the input.
    pub fn at(offset: u64, message: impl Into<String>) -> Self {
        Error(Box::new(Inner { offset: Some(offset), message: message.into() }))
    }

    /// The byte offset in the input, if the error is about a place there.
    pub fn offset(&self) -> Option<u64> {
        self.0.offset
    }

    /// What is wrong, without the place.
    pub fn message(&self) -> &str {
        &self.0.message
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(offset) = self.0.offset {
            write!(f, "offset 0x{offset:x}: ")?;
        }
        f.write_str(&self.0.message)
    }
}

impl std::error::Error for Error {}

impl From<wasmparser::Error> for Error {
    fn from(error: wasmparser::Error) -> Self {
        Error::at(error.offset(), error.message())
    }
}

impl From<invar_wasm::ReadError> for Error {
    fn from(error: invar_wasm::ReadError) -> Self {
        Error::at(error.offset, error.message)
    }
}
