//! Parameters that a function is walked along are kept constant.
//!
//! A compiler turns `return eval(node->next)` into a loop, in which the parameter is a merge of its first value and of
//! what is loaded from promised memory. The author could only annotate the parameter. So where a bound
//! parameter goes into a block parameter all of whose arguments could be run-time constants, and one of them is
//! loaded at an address that is, the block parameter is annotated by `keep_const cache eager`, unless its
//! variable is kept already. Only ahead of time: in a running program a value that is not known after all would be looked
//! up each time.
//!
//! Cost: linear in the uses of bound parameters, and a bounded search back from each argument.

use crate::analysis::derive::{Bound, Derivations, How};
use crate::analysis::variables::Variables;
use invar_ir::entities::EntitySet;
use invar_ir::transform::edges;
use invar_ir::{Block, Caching, Cfg, Function, Laziness, Module, Op, SourceLoc, Value, ValueDef};
use rustc_hash::FxHashMap;

/// How many values are looked at to find the load that an argument follows from.
const STEPS: usize = 64;

/// Keeps the merges of bound parameters with what is loaded along them. Returns how many there are; none if
/// annotations contradict each other.
pub fn keep_walked(f: &mut Function, module: &Module, bound: &Bound) -> usize {
    if !bound.is_ahead() {
        return 0;
    }
    let cfg = Cfg::new(f);
    let Ok(vars) = Variables::new(f, &cfg) else { return 0 };
    let derived = Derivations::new(f, module, &cfg, &vars, bound);
    let params = f.blocks[f.entry].params.iter().copied();
    let mut work: Vec<Value> = params.filter(|&param| derived.is_bound(param)).collect();
    let mut seen: EntitySet<Value> = EntitySet::new();
    seen.extend(work.iter().copied());
    let mut merges = Vec::new();
    while let Some(value) = work.pop() {
        for &user in derived.users(value) {
            let is_same = match f.values[user].def {
                ValueDef::Param(block, _) => block != f.entry,
                ValueDef::Result(inst, _) => derived.how(inst) == How::Copy,
                ValueDef::Edge(..) | ValueDef::Alias(_) => false,
            };
            if is_same && derived.number(user).is_some() && seen.insert(user) {
                work.push(user);
                merges.push(user);
            }
        }
    }
    merges.retain(|&value| {
        let is_kept = vars.of(value).is_some_and(|var| vars.list[var].keep.is_some());
        let ValueDef::Param(block, n) = f.values[value].def else { return false };
        let args = cfg.reachable_preds(block).map(|edge| edges::args(f, edge)[n as usize]);
        !is_kept && args.into_iter().any(|arg| is_loaded(f, &derived, &seen, arg))
    });
    merges.sort_unstable();
    keep(f, &merges);
    merges.len()
}

/// Whether a value follows from a load by the operators that are evaluated, merges of the same variable aside.
fn is_loaded(f: &Function, derived: &Derivations, same: &EntitySet<Value>, value: Value) -> bool {
    let mut work = vec![f.resolve(value)];
    for _ in 0..STEPS {
        let Some(value) = work.pop() else { return false };
        if same.contains(value) {
            continue;
        }
        let Some(inst) = f.def_inst(value) else { continue };
        if derived.how(inst) == How::Load {
            return true;
        }
        work.extend(f.args(inst).iter().map(|&arg| f.resolve(arg)));
    }
    false
}

/// Annotates block parameters.
fn keep(f: &mut Function, merges: &[Value]) {
    let mut kept: FxHashMap<Value, Value> = FxHashMap::default();
    let mut insts = Vec::new();
    for &value in merges {
        let ValueDef::Param(block, _) = f.values[value].def else { continue };
        let op = Op::KeepConst { caching: Caching::Cache, laziness: Laziness::Eager };
        let inst = f.make_inst(op, &[value], &[f.ty(value)], SourceLoc::default());
        kept.insert(value, f.result(inst).expect("an annotation has a result"));
        insts.push((block, inst));
    }
    let blocks: Vec<Block> = f.live_blocks().collect();
    for block in blocks {
        f.map_uses(block, |_, value| kept.get(&value).copied().unwrap_or(value));
    }
    for (block, inst) in insts {
        f.blocks[block].insts.insert(0, inst);
    }
}
