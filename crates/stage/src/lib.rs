//! Staging: partial evaluation of code, specialized to run-time constants that the program annotates.
//!
//! The annotations are `is_const` (a variable is a run-time constant from here on, until it is assigned a value that
//! is none), `keep_const` (it is kept constant across merges, with a version of the code for each value:
//! polyvariant specialization) and `unkeep_const`. A program may also promise that memory keeps its contents and that
//! functions are pure. The binding-time analysis and the policies are those of DyC (Grant, Mock,
//! Philipose, Chambers, Eggers: *DyC: an expressive annotation-directed dynamic compiler for C*,
//! 2000), static and dynamic merges those of Auslander, Philipose, Chambers, Eggers, Bershad: *Fast, effective
//! dynamic compilation*, 1996. Interpreters that are specialized to their programs (the first Futamura projection) are
//! the main use, as in weval (Fallin and Bernstein: *Partial evaluation, whole-program compilation*, 2025).
//!
//! | module | what it does |
//! |---|---|
//! | [`annotations`] | finds annotations among the imports of a program; makes the program without them |
//! | [`analysis`] | the binding-time analysis of a function; its steps follow in this order: |
//! | [`analysis::choices`] | choices between known values become branches |
//! | [`analysis::variables`] | which values are one variable, its policies, conflicts between annotations |
//! | [`analysis::split`] | the variables kept constant at each point, and the split graph that follows |
//! | [`analysis::derive`] | which values could be run-time constants, and what each is derived from |
//! | [`analysis::conditions`], [`analysis::run_time_constants`] | static branches and merges; the run-time constants |
//! | [`analysis::merges`] | annotations that reach merges; their caching policy and laziness |
//! | [`analysis::lazy`] | lazy edges and branches |
//! | [`analysis::live`], [`analysis::keys`] | cache keys, and when a variable leaves them |
//! | [`analysis::stored`] | stores of kept variables, and loads that they may come back by |
//! | [`mod@print`] | the analysis as text |
//! | [`private`] | private memory of callers, in versions |
//! | [`specializer`] | residual code for actual values, along the split graph |
//! | [`specializer::dispatch`] | ahead of time, kept variables that are stored and loaded: return addresses |
//! | [`specializer::continuations`] | where specialized code is entered and left while a program runs |
//! | [`specializer::known`], [`specializer::world`] | actual values, and the environment that they come from |
//!
//! Each rule is a function with the rule in its documentation. The analysis copies no code: the specializer
//! follows the split graph.
//!
//! | term | meaning |
//! |---|---|
//! | run-time constant | a value that a program promises not to change once it is known |
//! | binding time | whether a value is known when code is specialized, or only when the code runs |
//! | version | a copy of code that is specialized to certain values |
//! | split graph | a control-flow graph with a node for each block and each set of variables kept constant there |
//! | lazy edge | an edge behind which code is made when the edge is first taken |
//! | promotion | a point where an unknown value becomes a run-time constant |
//! | continuation | specialized code that starts in the middle of a function |
//! | exit | a point where specialized code is left for a continuation |
//!
//! Specialization starts at the nodes where a region starts ([`PointState::starts`]), with the
//! actual values of the run-time constants there. A version of a node is identified by the values of the
//! run-time constants that are live at its entry ([`analysis::run_time_constants::Rtc::entry`],
//! [`analysis::live::Live::entry`]). The analysis says what is known unless evaluation fails: at an operator that
//! would trap, a load outside of all promises, a NaN, or a limit, the result is unknown after all, and so is what is
//! derived from it; the version treats it as any other unknown value. A kept variable that gets an unknown value
//! is a promotion ([`analysis::run_time_constants::Promotion`]).
//!
//! A function is analyzed as a whole, also where no annotation is in force: the sets are empty there.
//!
//! ```
//! use invar_ir::{Body, Func, parse_verified};
//! use invar_stage::{Config, analyze};
//!
//! let module = parse_verified(
//!     "module {
//!        func f0 : (i32, i32) -> (i32) {
//!        b0(v0: i32, v1: i32):
//!          v2 = is_const cache v0
//!          v3 = i32.add v2, v2
//!          v4 = i32.mul v3, v1
//!          return v4
//!        }
//!      }",
//! )?;
//! let Body::Ssa(function) = &module.funcs[Func::from_u32(0)].body else { panic!("it has a body") };
//! let analysis = analyze(function, &module, &Config::default()).expect("it is not refused");
//! // Which values are run-time constants: `v3` is, `v4` is not.
//! println!("{}", analysis.display(function, &module));
//! # Ok::<(), invar_ir::ParseError>(())
//! ```

pub mod analysis;
pub mod annotations;
pub mod arguments;
mod conflicts;
pub mod error;
pub mod print;
pub mod private;
pub mod specializer;

pub use analysis::derive::Bound;
pub use analysis::{BindingTimes, Config, PointState, analyze, analyze_bound, is_annotated};
pub use conflicts::conflicts;
pub use error::{Conflict, Refusal};
pub use specializer::continuations::{Exit, KnownPoint, PromotedValue};
pub use specializer::world::World;
pub use specializer::{
    Exits, Prepared, Request, RequestLimits, Special, resume, specialize, specialize_drawn,
};

#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
