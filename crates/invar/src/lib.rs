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
//! The command-line tool is behind the feature `cli`, on by default; `serde` serializes reports.

mod bodies;
pub mod cost;
mod error;
pub mod features;
mod function;
pub mod inspect;
pub mod module;
mod needs;
mod optimizer;
pub mod options;
mod output;
pub mod passes;
mod pipeline;
pub mod report;
#[cfg(feature = "run")]
pub mod runtime;
pub mod schedule;
pub mod sections;
pub mod text;
mod validate;

pub use error::Error;
pub use function::is_named;
pub use invar_arc::runtimes::table::Table;
pub use invar_ir as ir;
pub use invar_ir::rules::{Rule, RuleSet};
pub use optimizer::Optimizer;
pub use options::{ArcMode, Level, Options, PrintAfter, Strip};
pub use passes::Pass;
pub use report::{Output, Report};
