//! Functions that only tables mention, and that no call can reach: one that traps takes the place of all of them.
//!
//! A call through a table traps unless the function that it finds is of the type of the call. So a function is called
//! only if some call has its type, or a supertype, where nothing else can take functions out of the table: it is
//! neither imported nor exported, and no code reads or copies elements. In the table, its element may then be any
//! other function that no call can reach.
//!
//! Calls count that are in code which is reached itself. Cost: as that of
//! [`global_dce`], whose walk it is, for each type that turns out to be called at most once more.

use crate::Merged;
use crate::global_dce::{self, Facts};
use crate::uses::BodyUses;
use invar_analysis::{Fuel, counters};
use invar_ir::entities::SecondaryMap;
use invar_ir::{Body, Func, Function, Module, SourceLoc, Terminator};

counters! {
    /// What became of functions that nobody calls.
    pub struct Stats {
        /// Functions that one takes the place of.
        functions,
    }
}

/// Replaces functions that no call can reach. Returns the one that traps, if there is one now. `uses` is what each body
/// refers to.
pub fn run(
    module: &mut Module,
    uses: &SecondaryMap<Func, BodyUses>,
    traps_never_happen: bool,
    merged: &mut Merged,
    fuel: &Fuel,
) -> (Option<Func>, Stats) {
    let mut stats = Stats::default();
    let facts = Facts { uses, merged, traps_never_happen };
    let mut uncalled = global_dce::uncalled(module, facts);
    let is_defined = |func: &Func| module.funcs[*func].import.is_none();
    let is_done = |func: &Func| match &module.funcs[*func].body {
        // No locals, `unreachable`, `end`.
        Body::Raw(range) => module.bytes[range.clone()] == [0, 0, 0x0b],
        Body::Ssa(_) | Body::Import => false,
    };
    let Some(first) = uncalled.iter().position(is_defined) else { return (None, stats) };
    if uncalled.len() == 1 && is_done(&uncalled[first]) || !fuel.take() {
        return (None, stats);
    }
    let first = uncalled.remove(first);
    stats.functions = 1 + uncalled.len() as u64;
    let (params, results) = module.func_signature(first);
    let mut function = Function::new(module.funcs[first].ty, params, results);
    let data = &mut function.blocks[function.entry];
    data.term = Terminator::Unreachable;
    data.term_loc = SourceLoc::several(None.into());
    module.funcs[first].body = Body::Ssa(Box::new(function));
    uncalled.into_iter().for_each(|func| merged.merge(func, first));
    (Some(first), stats)
}
