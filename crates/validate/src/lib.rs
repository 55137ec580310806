//! Compares code before and after a change by executing both. Tests use it, builds with debug assertions, and
//! `invar opt --validate`.
//!
//! One machine executes functions; what values are and what operators do is a domain:
//!
//! | module | what it does |
//! |---|---|
//! | `machine` | executes blocks: instructions, branches, what they pass |
//! | `domain` | the interface of domains |
//! | `numbers` | a domain: numbers, memory in bytes, calls, traps, events |
//! | `circuits` | a domain: bits, each constant, unknown, or computed from unknown bits |
//! | [`graphs`] | a domain of numbers whose memory is not executed; region graphs beside functions; redirected edges |
//! | `runs` | compares effective addresses and effects of two functions, on many start values |
//! | `unknowns` | compares two functions without loops on unknown bits |
//! | `lanes` | compares a vector loop with a scalar one |
//! | `paths`, `sums` | derive again what rotation and strength reduction claim, without execution |
//! | `checker` | confirms the claims of passes ([`invar_analysis::claims`]) with these |
//!
//! *Independence.* Nothing here shares code with the passes. With them it shares the evaluation of single operators on
//! constants, and with the vectorizer the facts about values from outside of a loop.
//!
//! *Never a wrong alarm.* A domain ends a run without an answer at what it does not support, or where another result is as
//! right. What is found equal is shown for the start values that were tried, and not proved, but where [`Verdict::Proved`]
//! says so.
//!
//! [`Verdict::Proved`]: invar_analysis::claims::Verdict::Proved

mod checker;
mod circuits;
mod domain;
pub mod graphs;
mod held;
mod lanes;
mod machine;
mod memory;
mod numbers;
mod paths;
mod runs;
mod sums;
mod unknowns;

pub use checker::Machines;
pub use lanes::same_lanes;
pub use numbers::{CalleeSource, Setting};
pub use paths::same_paths;
pub use runs::{ComparedRuns, RUNS, same_accesses, same_effects, same_function};
pub use sums::same_sums;
pub use unknowns::same_bits;
