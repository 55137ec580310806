//! Partial inlining: what a body does before it is known whether it returns, and where it does.
//!
//! Code that always throws or traps is cold, and often most of a function: `at()` of a container compares an index, and
//! has fifty operators that make the message of an exception. The body that is offered to callers then has a *call of
//! the function itself* in the place of its cold part, which does everything again: it gets the same arguments, finds
//! the same state, and takes the same way, so that it does not return. This is the partial inlining of other compilers
//! (Zhao and Amaral, *To inline or not to inline? Enhanced inlining decisions*, 2003) without a function of its own for
//! the cold part.
//!
//! What is done twice may have no effects: a way to the call only computes and reads, and does nothing that could
//! give another result when it is repeated: no memory that threads share, no operators on floats, whose NaNs may
//! differ. A global that it sets, as the stack pointer is set where a function is entered, is set back before the
//! call to the value that the function began with. A trap comes where it came before, as its first execution is the
//! same.
//!
//! Linear.

use invar_analysis::inst_effects;
use invar_ir::entities::{EntityRef, SecondaryMap};
use invar_ir::{
    Block, Cfg, Func, Function, Inst, Module, Op, SourceLoc, Terminator, ValType, Value,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// A body with a call of `func`, its function, where it is known that it does not return; `None` if that is not known
/// anywhere. Calls of it are direct, and behind them is a trap that is never reached.
pub(super) fn without_cold(
    module: &Module,
    func: Func,
    function: &Function,
    cfg: &Cfg,
) -> Option<Function> {
    let returns = returning(function, cfg);
    if !returns[function.entry] || cfg.rpo.iter().all(|&block| returns[block]) {
        return None;
    }
    let initial = initial_globals(function);
    let clean = clean(module, function, cfg, &initial);
    let is_cut = |block: Block, to: Block| {
        clean[block]
            && (!returns[to] || invar_ir::mutant!(PartialCutsReturns) && to != function.entry)
    };
    let can_cut = |block: Block| {
        let data = &function.blocks[block];
        let term = &data.term;
        matches!(term, Terminator::Jump(_) | Terminator::BrIf { .. } | Terminator::BrTable { .. })
    };
    let leaves = |&block: &Block| {
        returns[block] && can_cut(block) && cfg.succs(block).iter().any(|&to| is_cut(block, to))
    };
    let cuts: Vec<Block> = cfg.rpo.iter().copied().filter(leaves).collect();
    let loc = function.blocks[*cuts.first()?].term_loc;

    let mut cut = function.clone();
    let cold = cold_call(&mut cut, func, &initial, loc);
    for block in cuts {
        for target in cut.blocks[block].term.targets_mut() {
            if is_cut(block, target.block) {
                (target.block, target.args) = (cold, Default::default());
            }
        }
    }
    Some(cut)
}

/// Whether a block ends with a call that does not return, made here: its function is inlined there already, as far as
/// it is offered.
pub(super) fn is_cold_call(function: &Function, block: Block) -> bool {
    let term = |block: Block| &function.blocks[block].term;
    let next = match term(block) {
        Terminator::Invoke { normal, .. } => normal.block,
        Terminator::Jump(next) => next.block,
        _ => block,
    };
    let is_empty = next == block || function.blocks[next].insts.is_empty();
    is_empty && matches!(term(next), Terminator::Unreachable)
}

/// The block with the call.
fn cold_call(
    function: &mut Function,
    func: Func,
    initial: &FxHashMap<u32, Value>,
    loc: SourceLoc,
) -> Block {
    let cold = function.add_block();
    let mut globals: Vec<(u32, Value)> = initial.iter().map(|(&n, &value)| (n, value)).collect();
    globals.sort_unstable();
    let set = globals_set(function);
    for (global_index, value) in globals {
        if set.contains(&global_index) && !invar_ir::mutant!(PartialKeepsGlobals) {
            function.append(cold, Op::GlobalSet { global_index }, &[value], &[], loc);
        }
    }
    let args = function.blocks[function.entry].params.clone();
    let results = function.results.clone();
    let call = Op::Call { function_index: func.index() as u32 };
    // It is the call that the body is inlined at.
    function.append(cold, call, &args, &results, SourceLoc::call_site());
    (function.blocks[cold].term, function.blocks[cold].term_loc) = (Terminator::Unreachable, loc);
    cold
}

/// The globals that a function sets.
fn globals_set(function: &Function) -> FxHashSet<u32> {
    let insts = function.live_blocks().flat_map(|block| &function.blocks[block].insts);
    let globals = insts.filter_map(|&inst| match function.insts[inst].op {
        Op::GlobalSet { global_index } => Some(global_index),
        _ => None,
    });
    globals.collect()
}

/// The blocks that can reach a return, or a tail call.
fn returning(function: &Function, cfg: &Cfg) -> SecondaryMap<Block, bool> {
    let mut returns = SecondaryMap::with_capacity(function.blocks.len());
    let ends = |block: &Block| {
        let term = &function.blocks[*block].term;
        matches!(term, Terminator::Return(_) | Terminator::TailCall { .. })
    };
    let mut work: Vec<Block> = cfg.rpo.iter().copied().filter(ends).collect();
    while let Some(block) = work.pop() {
        if !std::mem::replace(&mut returns[block], true) {
            work.extend(cfg.reachable_preds(block).map(|edge| edge.from));
        }
    }
    returns
}

/// The values of globals when the function is entered: those that its first block reads before it sets them.
fn initial_globals(function: &Function) -> FxHashMap<u32, Value> {
    let (mut initial, mut set) = (FxHashMap::default(), FxHashSet::default());
    for &inst in &function.blocks[function.entry].insts {
        match function.insts[inst].op {
            Op::GlobalGet { global_index } if !set.contains(&global_index) => {
                let value = function.result(inst).expect("it has one result");
                initial.entry(global_index).or_insert(value);
            }
            Op::GlobalSet { global_index } => {
                set.insert(global_index);
            }
            Op::Call { .. } | Op::CallIndirect { .. } | Op::CallRef { .. } => break,
            _ => {}
        }
    }
    initial
}

/// The blocks at whose ends everything that was executed can be repeated.
fn clean(
    module: &Module,
    function: &Function,
    cfg: &Cfg,
    initial: &FxHashMap<u32, Value>,
) -> SecondaryMap<Block, bool> {
    let is_shared = module.memories.values().any(|memory| memory.ty.shared);
    let repeats = |block: Block| {
        let data = &function.blocks[block];
        data.insts.iter().all(|&inst| can_repeat(module, function, inst, initial, is_shared))
    };
    // Unclean blocks and what they reach are unclean, so that loops are looked at once.
    let mut clean = SecondaryMap::with_default(true);
    clean.resize(function.blocks.len());
    let unclean = |block: &Block| {
        let term = &function.blocks[*block].term;
        !repeats(*block) || matches!(term, Terminator::Invoke { .. } | Terminator::BrOn { .. })
    };
    let mut work: Vec<Block> = cfg.rpo.iter().copied().filter(unclean).collect();
    while let Some(block) = work.pop() {
        if std::mem::replace(&mut clean[block], false) && !invar_ir::mutant!(PartialForgetsWrites) {
            work.extend(cfg.succs(block));
        }
    }
    clean
}

fn can_repeat(
    module: &Module,
    function: &Function,
    inst: Inst,
    initial: &FxHashMap<u32, Value>,
    is_shared: bool,
) -> bool {
    let op = &function.insts[inst].op;
    if let Op::GlobalSet { global_index } = op {
        return initial.contains_key(global_index);
    }
    let effects = inst_effects(function, inst, module);
    let is_exact = |value: Value| {
        let ty = function.ty(value);
        !matches!(ty, ValType::F32 | ValType::F64 | ValType::V128)
    };
    effects.writes.is_empty()
        && !effects.may_not_return
        && !effects.allocates
        && (effects.reads.is_empty() || !is_shared)
        && function.results(inst).all(is_exact)
}
