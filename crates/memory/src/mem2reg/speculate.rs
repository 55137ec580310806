//! Loads through merged addresses: `load(select(p, q))` becomes `select(load(p), load(q))`, and likewise for block
//! parameters, if all addresses are known places of the frame.
//!
//! `std::min` and `std::max` by reference and variables chosen by a condition leave such loads. Each keeps all slots
//! that it may read in memory. The loads that it becomes are executed on all paths, and only one of them would have
//! been before; in a frame, none of them traps. This pays if all of them are promoted, so it is tried on a copy
//! (LLVM's scalar replacement of aggregates does the same, as *PHI and select speculation*).
//!
//! A load of a block parameter must be in the block of the parameter, with nothing before it that writes memory.

use super::Env;
use invar_analysis::inst_effects;
use invar_ir::{Block, Cfg, ClassSet, Edge, Function, Inst, Op, Value, ValueDef};
use smallvec::SmallVec;

/// A load whose address is one of several known places.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Merged {
    pub block: Block,
    pub inst: Inst,
}

/// The addresses that are merged to one: by a `select`, or by a parameter of this block.
pub(super) fn addresses(
    f: &Function,
    cfg: &Cfg,
    block: Block,
    address: Value,
) -> SmallVec<[Value; 4]> {
    match f.values[address].def {
        ValueDef::Result(inst, _)
            if matches!(f.insts[inst].op, Op::Select | Op::TypedSelect { .. }) =>
        {
            f.args(inst)[..2].iter().map(|&arg| f.resolve(arg)).collect()
        }
        ValueDef::Param(of, n) if of == block && of != f.entry => {
            edges(cfg, block).map(|edge| argument(f, edge, n)).collect()
        }
        _ => SmallVec::new(),
    }
}

fn edges(cfg: &Cfg, block: Block) -> impl Iterator<Item = Edge> + '_ {
    cfg.preds(block).iter().copied()
}

fn argument(f: &Function, edge: Edge, n: u32) -> Value {
    let call = f.blocks[edge.from].term.target(edge.nth as usize).expect("an edge has a target");
    f.resolve(f.list(&call.args)[n as usize])
}

/// Replaces the loads, where that is possible. Gives the new ones.
pub(super) fn run(f: &mut Function, env: Env<'_>, cfg: &Cfg, merged: &[Merged]) -> Vec<Inst> {
    let mut made = Vec::new();
    for load in merged {
        let address = f.resolve(f.args(load.inst)[0]);
        match f.values[address].def {
            ValueDef::Result(select, _) => through_select(f, load, select, &mut made),
            ValueDef::Param(_, n) if is_first(f, env, load) => {
                through_param(f, cfg, load, n, &mut made);
            }
            _ => {}
        }
    }
    f.resolve_aliases();
    made
}

/// Whether nothing before a load in its block writes memory.
fn is_first(f: &Function, env: Env<'_>, load: &Merged) -> bool {
    let before = f.blocks[load.block].insts.iter().take_while(|&&inst| inst != load.inst);
    before.into_iter().all(|&inst| {
        let effects = env.callees.call_effects(&f.insts[inst].op);
        let effects = effects.unwrap_or_else(|| inst_effects(f, inst, env.module));
        !effects.writes.intersects(ClassSet::MEMORIES) || invar_ir::mutant!(FramesMergesLate)
    })
}

fn make(f: &mut Function, like: Inst, address: Value) -> Inst {
    let (op, loc) = (f.insts[like].op.clone(), f.insts[like].loc);
    let ty = f.ty(f.result(like).expect("a load has a result"));
    f.make_inst(op, &[address], &[ty], loc)
}

fn through_select(f: &mut Function, load: &Merged, select: Inst, made: &mut Vec<Inst>) {
    let args: Vec<Value> = f.args(select).iter().map(|&arg| f.resolve(arg)).collect();
    let [left, right] = [args[0], args[1]].map(|address| make(f, load.inst, address));
    let values = [left, right].map(|inst| f.result(inst).expect("a load has a result"));
    let list = f.make_list(&[values[0], values[1], args[2]]);
    let data = &mut f.insts[load.inst];
    (data.op, data.args) = (Op::Select, list);
    let insts = &mut f.blocks[load.block].insts;
    let at = insts.iter().position(|&inst| inst == load.inst).expect("it is in its block");
    insts.splice(at..at, [left, right]);
    made.extend([left, right]);
}

fn through_param(f: &mut Function, cfg: &Cfg, load: &Merged, n: u32, made: &mut Vec<Inst>) {
    let result = f.result(load.inst).expect("a load has a result");
    let ty = f.ty(result);
    let param = f.add_param(load.block, ty);
    for edge in edges(cfg, load.block) {
        let address = argument(f, edge, n);
        let inst = make(f, load.inst, address);
        f.blocks[edge.from].insts.push(inst);
        made.push(inst);
        let value = f.result(inst).expect("a load has a result");
        let mut term = std::mem::take(&mut f.blocks[edge.from].term);
        let call = term.target_mut(edge.nth as usize).expect("an edge has a target");
        call.args.push(value, &mut f.pool);
        f.blocks[edge.from].term = term;
    }
    f.alias(result, param);
    f.blocks[load.block].insts.retain(|&inst| inst != load.inst);
}
