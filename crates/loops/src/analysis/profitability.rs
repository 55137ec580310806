//! The cost model of partial unrolling: how many instructions of an iteration the copies execute only once.
//!
//! Cost: linear in the loop.

use crate::analysis::clone::size;
use crate::analysis::induction::is_linear;
use crate::analysis::shape::Nest;
use crate::analysis::trip_count::{Counts, Trips};
use invar_analysis::Loop;
use invar_analysis::cost::Latency;
use invar_ir::{Function, Inst, Terminator, Value, memory_access};
use invar_rules::is_constant;
use rustc_hash::FxHashSet;

/// How many more instructions a division or square root counts as.
const LONG: usize = Latency::Division.weight() as usize;

/// The size of a loop in instructions, divisions and square roots counted as several, constants as none.
/// `None` if there are too many.
pub(crate) fn instructions(f: &Function, nest: &Nest, id: Loop, most: usize) -> Option<usize> {
    let mut all = size(f, nest, id, 2 * most)?;
    for &inst in nest.forest.blocks(id).iter().flat_map(|&block| &f.blocks[block].insts) {
        let op = &f.insts[inst].op;
        all -= usize::from(is_constant(op));
        let latency = Latency::of_op(op);
        let is_long = matches!(latency, Latency::Division | Latency::FloatDivision);
        all += if is_long { LONG } else { 0 };
    }
    Some(all)
}

/// How many instructions of an iteration an unrolled body executes only once: the exit test and its branch,
/// and sums of induction variables that only step or become immediate offsets. A sum that is used for more
/// than addresses and the test takes an addition in each copy.
pub(crate) fn saved(f: &Function, nest: &Nest, id: Loop, counts: &Counts, trips: &Trips) -> usize {
    let data = data(f, nest, id, trips);
    let inductions = counts.inductions(f, nest, id);
    let insts = nest.forest.blocks(id).iter().flat_map(|&block| &f.blocks[block].insts);
    let sums = insts.filter(|&&inst| {
        is_linear(&f.insts[inst].op)
            && f.results(inst).all(|value| {
                !data.contains(&value) && counts.affine(f, nest, id, &inductions, value).is_some()
            })
    });
    let compares = comparison(f, trips).is_some_and(|inst| !is_linear(&f.insts[inst].op));
    1 + usize::from(compares) + sums.count()
}

/// The values that an innermost loop uses for more than addresses and its exit test.
fn data(f: &Function, nest: &Nest, id: Loop, trips: &Trips) -> FxHashSet<Value> {
    let mut data = FxHashSet::default();
    let test = comparison(f, trips);
    let (header, (_, latch)) = (nest.forest.loops[id].header, nest.ends(id).expect("in shape"));
    // Uses come before definitions.
    for block in nest.blocks_in_rpo(id).into_iter().rev() {
        match f.blocks[block].term {
            Terminator::BrIf { cond: value, .. } | Terminator::BrTable { index: value, .. }
                if block != trips.test =>
            {
                data.insert(f.resolve(value));
            }
            _ => {}
        }
        for call in f.blocks[block].term.targets() {
            if call.block != header && nest.forest.contains(id, call.block) {
                data.extend(f.list(&call.args).iter().map(|&value| f.resolve(value)));
            }
        }
        for &inst in f.blocks[block].insts.iter().rev() {
            let (op, args) = (&f.insts[inst].op, f.args(inst));
            let address = memory_access(op).map(|access| access.address);
            if Some(inst) == test
                || is_linear(op) && !f.results(inst).any(|value| data.contains(&value))
            {
                continue;
            }
            let used = args.iter().enumerate().filter(|&(n, _)| Some(n) != address);
            data.extend(used.map(|(_, &value)| f.resolve(value)));
        }
    }
    for call in f.blocks[latch].term.targets().filter(|call| call.block == header) {
        let params = f.blocks[header].params.iter().zip(f.list(&call.args));
        let next = params.filter(|(param, _)| data.contains(param));
        let next: Vec<Value> = next.map(|(_, &value)| f.resolve(value)).collect();
        data.extend(next);
    }
    data
}

/// The instruction that computes the condition of the exit test.
fn comparison(f: &Function, trips: &Trips) -> Option<Inst> {
    match f.blocks[trips.test].term {
        Terminator::BrIf { cond, .. } => f.def_inst(cond),
        _ => None,
    }
}

/// An estimate of the WebAssembly operators of an iteration.
pub(crate) fn operators(f: &Function, nest: &Nest, id: Loop) -> u64 {
    let blocks = nest.forest.blocks(id).iter();
    blocks
        .map(|&block| {
            let insts = f.blocks[block].insts.iter();
            1 + insts.map(|&inst| 1 + f.args(inst).len() as u64).sum::<u64>()
        })
        .sum()
}
