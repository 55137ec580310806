//! What a loop computes in its first iteration, computed before it.

use crate::shape::{Homes, Nest};
use invar_ir::{Function, Inst, Loop, Value, ValueDef};
use rustc_hash::FxHashMap;

/// The instructions of a loop that an instruction of it depends on, itself included, operands
/// first. `None` if there are more than `most`, or it depends on something other than `known`
/// values, values from outside, and operators that touch nothing and cannot trap.
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
