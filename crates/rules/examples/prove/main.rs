//! Instances of the rewrite rules, for `scripts/prove-rules`: the rules of `invar_rules` are run on
//! expressions that are generated lazily, as the rules inspect them, and their answers are printed.
//!
//! A line per instance: the rule, its input, its answer, and the known bits of values that it used, separated by
//! tabs. An instance is minimal: operands that the rule did not inspect are opaque values.
//! Instances that differ in their constants only have one *skeleton*, of which at most [`KEPT`] are printed.
//!
//! Expressions are `x3:i32` (an opaque value), `c4:i32=17` (a constant), `(n5 i32.add x3:i32 c4:i32=17)`;
//! the number is the value's name, which is the same wherever it occurs. Values made by a rule have no number.
//! The outermost operator of a condition is `condition`, or `condition-not` where branches are exchanged.
//!
//! Arguments are names of operators to begin with, all if there are none. Cost: some tens of millions of runs of the
//! rules, half a minute.

mod operators;
mod random;
mod search;
mod transfer;
mod world;

use operators::Operators;
use search::Search;
use std::io::Write;

/// How many instances of a skeleton are printed.
const KEPT: usize = 48;

fn main() -> std::io::Result<()> {
    let operators = Operators::new(std::env::args().skip(1).collect());
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for rule in invar_rules::Rule::ALL {
        writeln!(out, "rule\t{rule}")?;
    }
    let mut search = Search::new(&operators);
    search.all();
    for line in search.lines() {
        writeln!(out, "instance\t{line}")?;
    }
    transfer::print(&mut out, &operators)?;
    writeln!(out, "end")
}
