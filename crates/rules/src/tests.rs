//! Tests of evaluation and of the rules. `expr` is an independent little world of expressions in
//! which both can be asked about: it implements [`ValueFacts`](super::ValueFacts), reads and
//! prints expressions, and evaluates them with the freedom that WebAssembly leaves to NaNs.

mod evaluation;
mod expr;
mod random;
mod rules;
