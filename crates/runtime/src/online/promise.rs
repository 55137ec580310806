//! Broken promises, which code that checks them reports.

/// A promise that was relied on and is broken: `promise_const at 0x1a3`, with the annotation's byte
/// offset in the input. It is in the error of the trap; see [`broken_promise()`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BrokenPromise(pub String);

impl std::fmt::Display for BrokenPromise {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "broken promise: {}", self.0)
    }
}

impl std::error::Error for BrokenPromise {}

/// The promise that was broken, if that is what an error of the engine is. It is a trap, too.
pub fn broken_promise(error: &wasmtime::Error) -> Option<&BrokenPromise> {
    error.downcast_ref::<BrokenPromise>()
}
