//! Instances of the rewrite rules, for `scripts/prove-rules`: the rules of `invar_ir::rules` are run on
//! expressions that are made up while they ask about them, and what they answer is printed.
//!
//! A line per instance: the rule, what it was given, what it answered, and what it was told of the bits of
//! which values, separated by tabs. An instance is minimal: what the rule did not need is an opaque value.
//! Instances that differ in their constants only have one *skeleton*, of which at most [`KEPT`] are printed.
//!
//! Expressions are `x3:i32` (an opaque value), `c4:i32=17` (a constant), `(n5 i32.add x3:i32 c4:i32=17)`;
//! the number is the value's name, which is the same wherever it occurs. What a rule makes has no number.
//! The outermost operator of a condition is `condition`, or `condition-not` where branches are exchanged.
//!
//! Cost: about 30 million runs of the rules, a minute or two.

mod operators;
mod random;
mod search;
mod transfer;
mod world;

use search::Search;
use std::io::Write;

/// How many instances of a skeleton are printed.
const KEPT: usize = 48;

fn main() -> std::io::Result<()> {
    let effort = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(1);
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for rule in invar_ir::rules::Rule::ALL {
        writeln!(out, "rule\t{rule}")?;
    }
    let mut search = Search::new(effort);
    search.all();
    for line in search.lines() {
        writeln!(out, "instance\t{line}")?;
    }
    transfer::print(&mut out, search.operators())?;
    writeln!(out, "end")
}
