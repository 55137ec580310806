//! Errors: why an input could not be optimized.

use std::fmt;

/// An error, one word wide: where in the input, if anywhere, and what is wrong.
///
/// ```
/// use invar::Optimizer;
///
/// let error = Optimizer::default().run(b"\0asm\x01\0\0\0\x0c").unwrap_err();
/// assert_eq!(error.offset(), Some(9));
/// assert_eq!(error.to_string(), format!("offset 0x9: {}", error.message()));
/// ```
#[derive(Debug)]
pub struct Error(Box<Inner>);

#[derive(Debug)]
struct Inner {
    offset: Option<u64>,
    message: String,
}

impl Error {
    /// An error without an offset in the input.
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Error(Box::new(Inner { offset: None, message: message.into() }))
    }

    /// An error at a byte offset of the input.
    pub(crate) fn at(offset: u64, message: impl Into<String>) -> Self {
        Error(Box::new(Inner { offset: Some(offset), message: message.into() }))
    }

    /// An error of wasmparser. No `From`, which would be a part of the library's interface.
    pub(crate) fn of_parser(error: wasmparser::Error) -> Self {
        Error::at(error.offset(), error.message())
    }

    /// An error of the reader.
    pub(crate) fn of_reader(error: invar_wasm::ReadError) -> Self {
        Error::at(error.offset, error.message)
    }

    /// The byte offset in the input, if the error is about a place there.
    pub fn offset(&self) -> Option<u64> {
        self.0.offset
    }

    /// What is wrong, without the offset.
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
