//! Parameters that a function is walked along are kept constant.
//!
//! A compiler turns `return eval(node->next)` into a loop, in which the parameter is a merge of its first value and
//! of what is loaded from promised memory. The author could only annotate the parameter. So where a bound parameter
//! goes into a block parameter all of whose arguments could be run-time constants, and one of them is loaded at an
//! address that is, the block parameter is annotated by `keep_const cache eager`, unless its variable is kept
//! already. Only ahead of time: in a running program a value that is not known after all would be looked up each
//! time.
//!
//! Cost: linear in the uses of bound parameters, and a bounded search back from each argument.

use crate::analysis::derive::{Bound, Derivations, How};
use crate::analysis::variables::Variables;
use invar_analysis::transform::edges;
use invar_ir::entities::EntitySet;
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
            if is_same && seen.insert(user) {
                work.push(user);
                if matches!(f.values[user].def, ValueDef::Param(..)) {
                    merges.push(user);
                }
            }
        }
    }
    // Without those that a value goes into which could not be known, until nothing changes.
    let mut same: EntitySet<Value> = EntitySet::new();
    same.extend(merges.iter().copied());
    loop {
        let before = merges.len();
        merges.retain(|&value| {
            let stays = args(f, &cfg, value).all(|arg| follows(f, &derived, &same, arg).is_some());
            if !stays {
                same.remove(value);
            }
            stays
        });
        if merges.len() == before {
            break;
        }
    }
    merges.retain(|&value| {
        let is_kept = vars.of(value).is_some_and(|var| vars.list[var].keep.is_some());
        !is_kept && args(f, &cfg, value).any(|arg| follows(f, &derived, &same, arg) == Some(true))
    });
    merges.sort_unstable();
    keep(f, &merges);
    merges.len()
}

/// The arguments of a block parameter.
fn args<'a>(f: &'a Function, cfg: &'a Cfg, value: Value) -> impl Iterator<Item = Value> + 'a {
    let ValueDef::Param(block, n) = f.values[value].def else { unreachable!("it is a parameter") };
    cfg.reachable_preds(block).map(move |edge| edges::args(f, edge)[n as usize])
}

/// Whether a value can be known if these merges are, and if so, whether it is loaded along them. A choice between two
/// such values is one: it becomes a branch.
fn follows(
    f: &Function,
    derived: &Derivations,
    same: &EntitySet<Value>,
    value: Value,
) -> Option<bool> {
    let mut work = vec![f.resolve(value)];
    let mut is_loaded = false;
    for _ in 0..STEPS {
        let Some(value) = work.pop() else { return Some(is_loaded) };
        if same.contains(value) || derived.is_bound(value) {
            continue;
        }
        let Some(inst) = f.def_inst(value) else {
            derived.number(value)?;
            continue;
        };
        let args = f.args(inst).iter().map(|&arg| f.resolve(arg));
        match derived.how(inst) {
            How::Never | How::Call => return None,
            How::Constant => {}
            How::Copy => work.extend(args.take(1)),
            How::Compute if matches!(f.insts[inst].op, Op::Select) => work.extend(args.take(2)),
            How::Compute => work.extend(args),
            How::Load => {
                is_loaded = true;
                work.extend(args);
            }
        }
    }
    None
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::function;

    /// How many merges are kept in a function whose first parameter is bound.
    fn kept(step: &str, first: &str) -> usize {
        let text = format!(
            "(i32, i32) -> (i32) {{
              b0(v0: i32, v1: i32):
                jump b1({first})
              b1(v2: i32):
                v3 = i32.const 8
                v4 = promise_transitive m0 v2, v3
                v5 = i32.load v4
                v6 = i32.load v4 offset=4
                v7 = select v5, v6, v1
                v8 = i32.add v2, v3
                br_if v5, b1({step}), b2
              b2:
                return v2
              }}"
        );
        let (module, mut f) = function(&text);
        let kept = keep_walked(&mut f, &module, &Bound::new([0]).ahead());
        let annotations = f.live_blocks().flat_map(|block| &f.blocks[block].insts);
        let count = annotations.filter(|&&it| matches!(f.insts[it].op, Op::KeepConst { .. }));
        assert_eq!(count.count(), kept);
        kept
    }

    #[test]
    fn a_parameter_is_kept_where_it_is_loaded_along_itself() {
        assert_eq!(kept("v5", "v0"), 1);
        // A choice between two such values becomes a branch.
        assert_eq!(kept("v7", "v0"), 1);
    }

    #[test]
    fn a_counter_and_a_value_that_is_not_known_are_not_kept() {
        assert_eq!(kept("v8", "v0"), 0);
        assert_eq!(kept("v1", "v0"), 0);
        assert_eq!(kept("v5", "v1"), 0);
    }
}
