//! Promotion of private memory: bytes that a program promises to access through one pointer only become values.
//!
//! `invar_private(p, size)` promises that from there to the end of the function the bytes at p are accessed only
//! through the result, in this function and in those to which such addresses are passed, or else in functions that
//! are not specialized. Registers, operand stacks and variables of an interpreter's frame are such memory. Where the
//! versions of a function access them at constant offsets, each is a variable, which is promoted like one in a stack
//! frame ([`mem2reg`]): loaded where the region begins, if that value is needed; stored where the function ends and
//! before calls, if it changed; and loaded again behind calls that may write memory.
//!
//! The bytes are taken to be within the memory. After a trap they may hold older values.
//!
//! Runs behind inlining, so that bodies of callees are part of it, and removes the operators.

use crate::mem2reg;
use invar_analysis::{Observed, PassContext};
use invar_ir::Function;

/// There are no options.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Config;

invar_analysis::counters! {
    /// What was promoted, and what was not.
    pub struct Stats {
        /// Private regions, each an operator that is removed.
        regions,
        /// Variables that became values.
        slots,
        /// Loads and stores removed.
        accesses,
        /// Stores before calls and where regions end.
        spills,
        /// Loads where regions begin and behind calls.
        reloads,
        /// Loads removed where variables stay in memory.
        loads,
        /// Stores removed there: overwritten before they are read.
        stores,
        /// Variables left in memory: values would need as many loads and stores.
        refused_gain: Observed = "refused.gain",
        /// Groups of overlapping variables left in memory: they cannot be divided, or are not all in the region.
        refused_slot: Observed = "refused.slot",
        /// Regions left in memory: too many variables for so many blocks.
        refused_large: Observed = "refused.large",
    }
}

/// Runs the pass.
pub fn run(function: &mut Function, cx: &mut PassContext<'_>, _: &Config) -> Stats {
    let (regions, done, left) = mem2reg::promote_private(function, cx);
    Stats {
        regions,
        slots: done.slots,
        accesses: done.accesses,
        spills: done.spills,
        reloads: done.reloads,
        loads: left.loads,
        stores: left.stores,
        refused_gain: done.refused_escape,
        refused_slot: done.refused_slot,
        refused_large: Observed(done.refused_large.0 + done.refused_form.0),
    }
}

#[cfg(test)]
mod tests {
    use super::{Config, run};
    use invar_analysis::{Fuel, Goals, ParamAccess, PassContext, Summaries, Summary};
    use invar_generate::testing::verify;
    use invar_ir::{Body, Func, parse_module};

    /// The function that makes a region of 16 bytes and stores `stored` at its start, v1 behind that, and then passes
    /// it to a version, which reads 4 bytes through its parameter.
    fn promoted(stored: &str) -> String {
        let text = format!(
            "module {{
               memory m0 : i32 1..
               func f0 : (i32, i32) -> (i32) {{
               b0(v0: i32, v1: i32):
                 v2 = i32.const 16
                 v3 = private m0 v0, v2
                 v4 = i32.const 8
                 v5 = i32.add v3, v4
                 i32.store v3, {stored}
                 i32.store v3, v1 offset=8
                 v6 = call f1 v3
                 v7 = i32.load v3 offset=8
                 i32.store v3, v2 offset=8
                 v8 = i32.add v6, v7
                 return v8
               }}
               func f1 : specialized (i32) -> (i32) {{
               b0(v0: i32):
                 v1 = i32.load v0
                 v2 = i32.load v1
                 return v2
               }}
             }}"
        );
        let module = parse_module(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let Body::Ssa(f) = &module.funcs[Func::from_u32(0)].body else { panic!("no body") };
        let mut f = (**f).clone();
        let summaries = Summaries::new(2);
        let params = vec![ParamAccess { is_captured: false, reads: Some((0, 4)), writes: None }];
        summaries.publish(Func::from_u32(1), Summary { params, ..Summary::default() });
        let fuel = Fuel::unlimited();
        run(&mut f, &mut PassContext::new(&module, Goals::default(), &fuel, &summaries), &Config);
        verify(&module, &f);
        f.display(&module).to_string()
    }

    #[test]
    fn a_version_accesses_what_it_is_passed_and_what_addresses_in_that_point_to() {
        // A number: the version reads 4 bytes, and what is behind them is a value during the call.
        let text = promoted("v1");
        assert!(!text.contains("i32.store v0, v1 offset=8"), "{text}");
        // The address of what is behind them: the version may read that, too.
        let text = promoted("v5");
        assert!(text.contains("i32.store v0, v1 offset=8"), "{text}");
    }
}
