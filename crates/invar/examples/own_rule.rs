//! Adds a rewrite rule to the pipeline: a choice between bits takes three operators in place of four.
//!
//!     cargo run --example own_rule
//!
//! The built-in rules are proved (`scripts/prove-rules`). Nothing proves a rule that a program adds: the library
//! checks the types of what it makes, not that it means the same. This one is bitwise, so a table of all cases of
//! one bit is a proof, with which `run` begins. Other rules need a solver or tests of that kind.

use invar::unstable::custom::{CustomPass, FunctionView, Point};
use invar::unstable::ir::{Op, Value};
use invar::unstable::rules::{IntOp, Term, ValueFacts};
use invar::unstable::{OptimizerExt, schedule};
use invar::{Level, Optimizer};
use std::error::Error;
use std::fmt::Write;

/// `(x & y) ^ (~x & z)` becomes `((y ^ z) & x) ^ z`: SHA-256 calls this function *Ch*.
fn choose(program: &FunctionView<'_>, op: &Op, args: &[Value]) -> Option<Term<Value>> {
    let (width, IntOp::Xor) = IntOp::of(op)? else { return None };
    // The operands of a value, if it is computed by this kind of operator, and not needed for anything else.
    let operands = |value: Value, kind: IntOp| {
        let (_, found) = IntOp::of(program.op(value)?)?;
        let ours = found == kind && !program.is_shared(value);
        ours.then(|| [program.operand(value, 0), program.operand(value, 1)])
    };
    let either_way = |[a, b]: [Value; 2]| [(a, b), (b, a)];
    // `value` if `not` is `value ^ -1`. Constants are on the right: the built-in rules see to that.
    let complement = |not: Value| {
        let [value, ones] = operands(not, IntOp::Xor)?;
        (program.constant(ones)?.as_int() == Some(-1)).then_some(value)
    };
    let node = |kind: IntOp, a, b| Term::Node(width.ty(), kind.at(width), vec![a, b]);
    for (left, right) in either_way([args[0], args[1]]) {
        let (Some(left), Some(right)) = (operands(left, IntOp::And), operands(right, IntOp::And))
        else {
            continue;
        };
        for (not, z) in either_way(right) {
            let Some(complemented) = complement(not) else { continue };
            for (x, y) in either_way(left) {
                if x == complemented {
                    let [x, y, z] = [x, y, z].map(Term::Value);
                    let differ = node(IntOp::Xor, y, z.clone());
                    return Some(node(IntOp::Xor, node(IntOp::And, differ, x), z));
                }
            }
        }
    }
    None
}

/// Checks the rule, and optimizes SHA-256 with and without it. Returns what it did.
pub fn run() -> Result<String, Box<dyn Error>> {
    let mut told = String::new();
    for bits in 0..8_u32 {
        let [x, y, z] = [bits & 1, bits >> 1 & 1, bits >> 2];
        assert_eq!((x & y) ^ (!x & z), ((y ^ z) & x) ^ z);
    }
    writeln!(told, "choose: both sides are equal in all 8 cases of a bit")?;

    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/sha256.wat");
    let wasm = wat::parse_file(path)?;
    let plain = Optimizer::new(Level::Oz);
    let rule = CustomPass::from_rule("choose", choose);
    let with_rule = plain.clone().with_pass(Point::AfterPhase(schedule::SCALAR), rule);
    let output = with_rule.run(&wasm)?;
    let pass = output.report.passes.iter().find(|pass| pass.name == "choose").expect("it ran");
    writeln!(told, "choose: {} runs, {:?}", pass.runs, pass.counters)?;
    let before = plain.run(&wasm)?.report.output.code_bytes;
    let after = output.report.output.code_bytes;
    writeln!(told, "code: {before} bytes without the rule, {after} with it")?;
    Ok(told)
}

fn main() -> Result<(), Box<dyn Error>> {
    print!("{}", run()?);
    Ok(())
}
