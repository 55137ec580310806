//! `invar passes`: the pass table, for people.

use super::{Failure, files};
use invar::unstable::passes;
use invar::unstable::schedule::{self, CONSTRAINTS, Order, SchedulePhase, When};
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

/// Lists the passes, one line each.
pub fn names() -> Result<ExitCode, Failure> {
    let line = |pass: &Pass| format!("{:23} {}\n", pass.name(), pass.doc());
    let text: String = Pass::ALL.iter().map(line).collect();
    files::write("-", text.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

fn list(text: &mut String) -> std::fmt::Result {
    for (title, module) in [("of a module", true), ("of each function", false)] {
        writeln!(text, "passes {title}:")?;
        for pass in Pass::ALL.iter().filter(|pass| pass.is_module_pass() == module) {
            writeln!(text, "  {:23} {}", pass.name(), pass.doc())?;
            for (title, list) in [
                ("needs", passes::needs(*pass).names()),
                ("keeps", passes::keeps(*pass).to_owned()),
            ] {
                if !list.is_empty() {
                    writeln!(text, "  {:23}   {title} {list}", "")?;
                }
            }
        }
    }
    writeln!(
        text,
        "\nlevels, by phases (a pass in parentheses runs after a change in its phase, one in brackets if\n\
         loops were copied before):"
    )?;
    for &level in Level::ALL {
        writeln!(text, "  -{level}")?;
        schedule::phases_of(level).iter().try_for_each(|phase| line(text, phase))?;
    }
    for (pass, phases) in schedule::INNER_PHASES {
        writeln!(text, "  on functions, while {pass} runs")?;
        phases.iter().try_for_each(|phase| line(text, phase))?;
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

/// The passes of a phase.
fn line(text: &mut String, phase: &SchedulePhase) -> std::fmt::Result {
    let names = phase.steps.iter().map(|(pass, when)| match when {
        When::Always => pass.name().to_owned(),
        When::AfterChange => format!("({pass})"),
        When::AfterCopies => format!("[{pass}]"),
    });
    writeln!(text, "    {}: {}", phase.name, names.collect::<Vec<_>>().join(" "))
}
