//! Invar: an optimizing compiler mid-end for WebAssembly.

/// Optimizes modules.
#[derive(Clone, Debug, Default)]
pub struct Optimizer {
    level: Level,
    guard: Option<bool>,
}

/// How much to optimize, and for what.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Level {
    /// A pure round trip.
    O0,
    /// Quick clean-ups.
    O1,
    /// The default.
    #[default]
    O2,
    /// Speed.
    O3,
    /// Speed at any price.
    O4,
    /// Size.
    Os,
    /// Size at any price.
    Oz,
}

/// What an optimization made.
#[derive(Clone, Debug, Default)]
pub struct Output {
    /// The module.
    pub wasm: Vec<u8>,
}

/// Why an optimization was not made.
#[derive(Debug)]
pub struct Error(String);

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Error {}

impl Optimizer {
    /// An optimizer of the given level.
    pub fn new(level: Level) -> Self {
        Optimizer { level, guard: None }
    }

    /// Whether functions and modules that did not improve keep their original (on by default).
    pub fn guard(mut self, on: bool) -> Self {
        self.guard = Some(on);
        self
    }

    /// Optimizes a module.
    pub fn run(&self, input: &[u8]) -> Result<Output, Error> {
        let _ = self.level;
        Ok(Output { wasm: input.to_vec() })
    }
}
