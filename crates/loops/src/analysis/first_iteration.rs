//! Copies the computation of an instruction (its backward slice) into the preheader, with the initial values of the
//! loop variables: what the instruction gives in the first iteration. Used by strength reduction and predictive
//! commoning. Refused are slices over the caller's limit, and operands with effects, traps or other parameters.

use crate::analysis::clone::copy_inst;
use crate::analysis::shape::{Homes, Nest};
use invar_analysis::Loop;
use invar_ir::{Function, Inst, Terminator, Value, ValueDef};
use rustc_hash::FxHashMap;

/// The backward slice of an instruction in a loop, itself included, operands first. `None` if it has more
/// than `most` instructions, or depends on something other than `known` values, loop invariants and
/// instructions for which `is_total` holds (no effects, no traps).
pub(crate) fn slice(
    f: &Function,
    nest: &Nest,
    home: &Homes,
    id: Loop,
    inst: Inst,
    most: usize,
    known: &FxHashMap<Value, Value>,
    is_total: impl Fn(&Function, Inst) -> bool,
) -> Option<Vec<Inst>> {
    let inside = |block| nest.forest.contains(id, block);
    let mut insts: Vec<Inst> = Vec::new();
    let mut work = vec![(inst, 0)];
    while let Some((inst, n)) = work.pop() {
        let Some(&arg) = f.args(inst).get(n) else {
            if !insts.contains(&inst) {
                insts.push(inst);
            }
            continue;
        };
        work.push((inst, n + 1));
        let arg = f.resolve(arg);
        if known.contains_key(&arg) {
            continue;
        }
        match f.values[arg].def {
            ValueDef::Result(made, _) if home[made].is_some_and(inside) => {
                if !is_total(f, made) || insts.len() + work.len() > most {
                    return None;
                }
                if !insts.contains(&made) {
                    work.push((made, 0));
                }
            }
            ValueDef::Param(block, _) | ValueDef::Edge(block, _) if inside(block) => return None,
            _ => {}
        }
    }
    Some(insts)
}

/// The values of the header's parameters in the first iteration. `None` if the loop has no preheader.
pub(crate) fn entry(f: &Function, nest: &Nest, id: Loop) -> Option<FxHashMap<Value, Value>> {
    let header = nest.forest.loops[id].header;
    let Terminator::Jump(entry) = &f.blocks[nest.preheader[id]?].term else { return None };
    let entry = f.list(&entry.args).iter().copied();
    Some(f.blocks[header].params.iter().copied().zip(entry).collect())
}

/// Computes in the preheader the result of an instruction in the first iteration, by a copy of its
/// [`slice`].
pub(crate) fn compute(
    f: &mut Function,
    nest: &Nest,
    home: &mut Homes,
    id: Loop,
    inst: Inst,
    slice: Vec<Inst>,
) -> Option<Value> {
    let (preheader, mut map) = (nest.preheader[id]?, entry(f, nest, id)?);
    for inst in slice {
        // Passes see it there when they come to the outer loop.
        home[f.insts.next_key()] = Some(preheader);
        copy_inst(f, preheader, inst, &mut map);
    }
    f.result(inst).map(|result| map[&result])
}
