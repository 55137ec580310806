//! What an iteration costs, of the original loop and of the vector loop.
//!
//! Cost: linear in the loop.

use super::body::{Body, Source};
use super::memory::Accesses;
use crate::weight::weight;
use invar_ir::{Block, Function, Value};
use rustc_hash::FxHashSet;

/// The step of the counter, its comparison and the branch.
pub(super) const LOOP: u64 = 3;

/// The cost of an iteration of the original loop. Sums for addresses are counted in neither loop.
pub(super) fn scalar(f: &Function, body: &Body, accesses: &Accesses) -> u64 {
    let is_needed = |inst| {
        let value = f.result(inst);
        accesses.list.iter().any(|access| access.inst == inst)
            || value.is_some_and(|value| body.sources.get(&value) == Some(&Source::Inst(inst)))
    };
    let insts = body.insts.iter().filter(|&&inst| is_needed(inst));
    // Additions of sums, comparisons of minima and maxima, and what saturates.
    let terms = body.reductions.iter().filter_map(|reduction| reduction.terms.as_ref());
    let others = body.minmax.len() + terms.map(Vec::len).sum::<usize>();
    let replaced = body.saturating.values().flat_map(|one| &one.replaced);
    let replaced: FxHashSet<Value> =
        replaced.copied().filter(|value| !body.sources.contains_key(value)).collect();
    let others = others + replaced.len();
    LOOP + others as u64 + insts.map(|&inst| weight(&f.insts[inst].op)).sum::<u64>()
}

/// The cost of the instructions of a block, without sums for addresses.
pub(super) fn vector(f: &Function, block: Block) -> u64 {
    let is_vector = |value: &Value| f.ty(*value) == invar_ir::ValType::V128;
    let insts = f.blocks[block].insts.iter().filter(|&&inst| {
        f.results(inst).any(|value| is_vector(&value)) || f.args(inst).iter().any(is_vector)
    });
    LOOP + insts.map(|&inst| weight(&f.insts[inst].op)).sum::<u64>()
}

/// An estimate of the WebAssembly operators of a block.
pub(super) fn operators(f: &Function, block: Block) -> u64 {
    let insts = f.blocks[block].insts.iter();
    1 + insts.map(|&inst| 1 + f.args(inst).len() as u64).sum::<u64>()
}
