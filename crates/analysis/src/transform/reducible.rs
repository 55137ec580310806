//! Makes irreducible control flow reducible, for the structured form that WebAssembly asks for.
//!
//! A cycle with several entries gets a single one: a dispatcher, to which all edges to the entries are
//! redirected with the number of the original target as an argument, and which branches there by a
//! jump table. No code is copied, so there is no blow-up (node splitting may double the code at
//! each level). Dominance among the blocks of the cycle is unchanged, so SSA form stays valid:
//! if every path to a block passes one entry, no entry is on a path that avoids it.
//!
//! Cost: linear per level of nesting of irreducible cycles; levels are bounded.

use crate::LoopForest;
use invar_ir::{
    Block, Cfg, Dominators, Function, Op, SourceLoc, Terminator, ValType, Value, is_defaultable,
    nullable, zero_op,
};
use rustc_hash::FxHashMap;

const MAX_LEVELS: usize = 50;

/// Irreducible cycles are nested too deeply.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooIrreducible;

/// Makes a function reducible. Returns the dispatchers: blocks whose first parameter, an `i32`,
/// is the index of their jump table and to which every edge passes a constant for it.
pub fn make_reducible(f: &mut Function) -> Result<Vec<Block>, TooIrreducible> {
    let mut dispatchers = Vec::new();
    for _ in 0..MAX_LEVELS {
        let cfg = Cfg::new(f);
        let dominators = Dominators::new(f, &cfg);
        let loops = LoopForest::new(f, &cfg, &dominators);
        if loops.region_count() == 0 {
            return Ok(dispatchers);
        }
        for region in 0..loops.region_count() as u32 {
            let entries = loops.region_entries(region).to_vec();
            dispatchers.push(dispatch(f, &cfg, &entries));
        }
    }
    Err(TooIrreducible)
}

/// Redirects all edges to `entries` to a new block.
fn dispatch(f: &mut Function, cfg: &Cfg, entries: &[Block]) -> Block {
    let dispatcher = f.add_block();
    let index = f.add_param(dispatcher, ValType::I32);
    // The parameters of each entry, one after the other, become parameters of the dispatcher.
    let mut first_slot: FxHashMap<Block, usize> = FxHashMap::default();
    let mut slots: Vec<(ValType, Value)> = Vec::new();
    for &entry in entries {
        first_slot.insert(entry, slots.len());
        for param in f.blocks[entry].params.clone() {
            let ty = f.ty(param);
            slots.push((ty, f.add_param(dispatcher, nullable(ty))));
        }
    }
    for (n, &entry) in entries.iter().enumerate() {
        for edge in cfg.reachable_preds(entry) {
            redirect(f, edge.from, edge.nth as usize, dispatcher, n, first_slot[&entry], &slots);
        }
    }
    let mut targets = Vec::new();
    for &entry in entries {
        let first = first_slot[&entry];
        let count = f.blocks[entry].params.len();
        let passed = slots[first..first + count].to_vec();
        let target = if passed.iter().all(|&(ty, _)| is_defaultable(ty)) {
            let args: Vec<Value> = passed.iter().map(|&(_, value)| value).collect();
            f.call(entry, &args)
        } else {
            let between = f.add_block();
            let args: Vec<Value> =
                passed.iter().map(|&(ty, value)| refined(f, between, ty, value)).collect();
            let call = f.call(entry, &args);
            f.blocks[between].term = Terminator::Jump(call);
            f.call(between, &[])
        };
        targets.push(target);
    }
    let default = targets.pop().expect("a region has entries");
    f.blocks[dispatcher].term = Terminator::BrTable { index, targets, default };
    dispatcher
}

/// The value of a slot with the type that its entry expects.
fn refined(f: &mut Function, block: Block, ty: ValType, value: Value) -> Value {
    if is_defaultable(ty) {
        return value;
    }
    let inst = f.append(block, Op::RefAsNonNull, &[value], &[ty], SourceLoc::default());
    f.result(inst).expect("it has a result")
}

/// Redirects one edge to the dispatcher.
fn redirect(
    f: &mut Function,
    from: Block,
    nth: usize,
    dispatcher: Block,
    number: usize,
    first: usize,
    slots: &[(ValType, Value)],
) {
    let constant = |f: &mut Function, op: Op, ty: ValType| {
        let inst = f.append(from, op, &[], &[ty], SourceLoc::default());
        f.result(inst).expect("a constant has a result")
    };
    let target = f.blocks[from].term.target(nth).expect("the edge exists").clone();
    let passed = f.list(&target.args).to_vec();
    let number = constant(f, Op::I32Const { value: number as i32 }, ValType::I32);
    let mut args = vec![number];
    for (n, &(ty, _)) in slots.iter().enumerate() {
        let arg = match n.checked_sub(first).and_then(|n| passed.get(n)) {
            Some(&arg) => arg,
            None => {
                let ty = nullable(ty);
                constant(f, zero_op(ty).expect("the type is nullable"), ty)
            }
        };
        args.push(arg);
    }
    let args = f.make_list(&args);
    let target = f.blocks[from].term.target_mut(nth).expect("the edge exists");
    target.block = dispatcher;
    target.args = args;
}
