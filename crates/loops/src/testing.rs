//! What the tests of loop passes share: loops as text, executed before and after a pass, and random loops.

mod random_loops;

use invar_analysis::PassContext;
pub use invar_generate::functions::parse;
pub use invar_generate::testing::with_context;
use invar_generate::testing::{End, interpret, verify};
use invar_ir::{Function, Module};
pub use random_loops::random_loop;

/// Arguments of functions under test: small numbers, and those near the ends.
pub const ARGS: [i32; 10] = [0, 1, 2, 3, 7, 16, 50, -1, i32::MIN, i32::MAX];

/// Instructions that a function may execute before a pass.
const FUEL: u64 = 4000;

/// Runs a pass on a function from two `i32` to one, compares what it does on all pairs of [`ARGS`] before
/// and after, and returns what the pass returns.
#[track_caller]
pub fn check<T>(text: &str, run: impl FnOnce(&mut Function, &mut PassContext<'_>) -> T) -> T {
    let (module, before) = parse(text);
    let mut after = before.clone();
    let result = with_context(&module, |cx| run(&mut after, cx));
    for first in ARGS {
        for second in ARGS {
            same(&module, &before, &after, &[first, second]);
        }
    }
    result
}

/// Checks the invariants of the IR, and that a function behaves as before; runs that exhaust the
/// fuel are not compared.
#[track_caller]
pub fn same(module: &Module, before: &Function, after: &Function, args: &[i32]) {
    verify(module, after);
    let expected = interpret(module, before, args, FUEL);
    if expected.end == End::Unknown {
        return;
    }
    let found = interpret(module, after, args, 4 * FUEL);
    assert!(
        found == expected,
        "on {args:?}: {:?}, was {:?}\nbefore:\n{}\nafter:\n{}",
        found.end,
        expected.end,
        before.display(module),
        after.display(module)
    );
}

/// A loop with its test at the bottom. The counter `v5` starts with the result of the operator `start` and is
/// increased by `step` while `compare` holds of the next counter and the result of `bound`; the same test
/// guards the loop if `guarded`. The body may define values from `v10` on. Returns the last next counter, or
/// the start where the loop is not entered.
pub fn counted(
    guarded: bool,
    start: &str,
    step: i32,
    compare: &str,
    bound: &str,
    body: &str,
) -> String {
    let enter = if guarded {
        format!("v4 = i32.{compare} v2, v3\n br_if v4, b1, b3(v2)")
    } else {
        "jump b1".to_string()
    };
    format!(
        "func f1 : (i32, i32) -> (i32) {{
         b0(v0: i32, v1: i32):
           v2 = {start}
           v3 = {bound}
           {enter}
         b1:
           jump b2(v2)
         b2(v5: i32):
           {body}
           v6 = i32.const {step}
           v7 = i32.add v5, v6
           v8 = i32.{compare} v7, v3
           br_if v8, b2(v7), b3(v7)
         b3(v9: i32):
           return v9
         }}"
    )
}

/// The loop of [`counted`] from 0 by 1 up to `v0`, under a guard; the counter is dead after the loop.
pub fn counted_to_n(body: &str) -> String {
    let text = counted(true, "i32.const 0", 1, "lt_s", "i32.or v0, v0", body);
    let dead = text.replace("b3(v7)", "b3").replace("b3(v2)", "b3");
    dead.replace("b3(v9: i32)", "b3").replace("return v9", "return v3")
}
