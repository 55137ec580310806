//! `invar passes`: the pass table, for people.

use super::{Failure, files};
use invar::schedule::{self, CONSTRAINTS, Order};
use invar::{Level, Pass};
use std::fmt::Write;
use std::process::ExitCode;

/// Lists the passes, the levels and the constraints on their order.
pub fn run() -> Result<ExitCode, Failure> {
    let mut text = String::new();
    list(&mut text).expect("a string takes all that is written to it");
    files::write("-", text.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

fn list(text: &mut String) -> std::fmt::Result {
    for (title, module) in [("of a module", true), ("of each function", false)] {
        writeln!(text, "passes {title}:")?;
        for pass in Pass::ALL.iter().filter(|pass| pass.is_module_pass() == module) {
            writeln!(text, "  {:16} {}", pass.name(), pass.doc())?;
        }
    }
    writeln!(text, "\nlevels:")?;
    for level in Level::ALL {
        let names: Vec<_> = schedule::of_level(level).iter().map(|pass| pass.name()).collect();
        let names = if names.is_empty() { "(nothing)".to_owned() } else { names.join(" ") };
        writeln!(text, "  -{level}  {names}")?;
    }
    writeln!(text, "\norder:")?;
    for constraint in CONSTRAINTS {
        let order = match constraint.order {
            Order::Before(a, b) => format!("{a} before {b}"),
            Order::Then(a, b) => format!("{b} after {a}"),
        };
        writeln!(text, "  {order}: {}", constraint.why)?;
    }
    Ok(())
}
