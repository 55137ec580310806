//! Invar: an optimizing compiler mid-end for WebAssembly.
//!
//! [`Optimizer`] takes a module (or a component) in bytes and gives back one that does the same,
//! is valid, and is not larger; and a [`Report`] of what was done.
//!
//! ```
//! use invar::{Level, Optimizer};
//!
//! let wasm = b"\0asm\x01\0\0\0"; // An empty module.
//! let output = Optimizer::new(Level::Oz).run(wasm)?;
//! println!("{} bytes -> {} bytes", output.report.input.bytes, output.report.output.bytes);
//! for pass in &output.report.passes {
//!     println!("{}: {:?} in {} ms", pass.name, pass.counters, pass.time_ms);
//! }
//! # Ok::<(), invar::Error>(())
//! ```
//!
//! There is no global state, and no flag has to say which proposals a module uses: what it uses,
//! and what its `target_features` section names, is what the output may use.
//!
//! What is at the top of this crate is stable: it changes as Semantic Versioning says, names no type of another
//! crate, and grows by fields and variants (`#[non_exhaustive]`). What is in [`unstable`] may change in any version.
//!
//! The command-line tool is behind the feature `cli`, on by default; `serde` serializes reports.

mod custom;
mod driver;
mod error;
mod features;
mod history;
#[cfg(feature = "inspect")]
mod inspect;
mod locate;
mod named;
mod needs;
mod optimizer;
mod options;
mod passes;
mod report;
#[cfg(feature = "run")]
mod runtime;
mod schedule;
mod sections;
mod settings;
mod text;
mod toolchain;
mod trace;
pub mod unstable;

pub use error::Error;
pub use features::{Feature, Features};
pub use optimizer::Optimizer;
pub use options::{ArcMode, ArcTable, Level, Options, PrintAfter, Redirection, RewriteRule, Strip};
pub use passes::Pass;
pub use report::{Bug, FuncCounters, Functions, Output, PassReport, Phase, Remark, Report, Sizes};
