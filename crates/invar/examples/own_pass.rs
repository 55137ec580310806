//! Adds a pass to the pipeline: each function calls an import with its index when it is entered, which traces a
//! program.
//!
//!     cargo run --example own_pass
//!
//! The pass runs before all other passes, so that inlined calls are traced as well, and optimization does the rest.
//! The guard is off: it would revert functions, which became larger and slower.

use invar::unstable::analysis::{PassContext, RemarkKind, counters};
use invar::unstable::custom::{CustomPass, Point};
use invar::unstable::ir::{Func, FuncData, Function, Module, Op, SourceLoc, ValType};
use invar::unstable::{OptimizerExt, text};
use invar::{Level, Optimizer};
use std::error::Error;
use std::fmt::Write;

counters! {
    /// What the pass did.
    pub struct Stats {
        /// Calls that were added.
        calls,
    }
}

/// The import `log` of module `env`, which takes an `i32`.
fn log(module: &Module) -> Option<Func> {
    let is_log = |(_, data): &(Func, &FuncData)| {
        data.import.as_ref().is_some_and(|name| (&*name.module, &*name.name) == ("env", "log"))
    };
    module.funcs.iter().find(is_log).map(|(func, _)| func)
}

/// The pass: `log(index)` at the start of the function.
fn trace(function: &mut Function, cx: &mut PassContext<'_>) -> Stats {
    let mut stats = Stats::default();
    let (Some(log), Some(func)) = (log(cx.module), cx.func) else { return stats };
    // A unit of fuel for each change, so that `fuel` can bisect to it.
    if !cx.fuel.take() {
        return stats;
    }
    let loc = SourceLoc::default();
    let value = func.as_u32() as i32;
    let index = function.make_inst(Op::I32Const { value }, &[], &[ValType::I32], loc);
    let argument = function.result(index).expect("a constant has one result");
    let op = Op::Call { function_index: log.as_u32() };
    let call = function.make_inst(op, &[argument], &[], loc);
    let entry = function.entry;
    function.blocks[entry].insts.splice(..0, [index, call]);
    let why = || format!("its index is {value}");
    cx.remarks.record("trace", RemarkKind::Applied, loc, "traced", why);
    stats.calls += 1;
    stats
}

/// Optimizes SHA-256 with the pass. Returns what it did, and the start of a function.
pub fn run() -> Result<String, Box<dyn Error>> {
    let mut told = String::new();
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/sha256.wat");
    let wasm = wat::parse_file(path)?;
    let optimizer = Optimizer::new(Level::O2)
        .guard(false)
        .names(true)
        .remarks(true)
        .with_pass(Point::First, CustomPass::new("trace", trace));
    let output = optimizer.run(&wasm)?;
    for remark in output.report.remarks.iter().filter(|remark| remark.pass == "trace") {
        writeln!(told, "{}: {}, {}", remark.func, remark.what, remark.why)?;
    }
    let pass = output.report.passes.iter().find(|pass| pass.name == "trace").expect("it ran");
    writeln!(told, "trace: {} runs, {:?}", pass.runs, pass.counters)?;

    let (module, _) = Optimizer::new(Level::O0).run_to_ir(&output.wasm)?;
    let printed = text::print_module(&module);
    let lines = printed.lines().skip_while(|line| !line.starts_with("  func ")).take(5);
    for line in lines {
        writeln!(told, "{line}")?;
    }
    Ok(told)
}

fn main() -> Result<(), Box<dyn Error>> {
    print!("{}", run()?);
    Ok(())
}
