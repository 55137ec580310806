//! References that a branch compares with an immortal constant: null, or a static object.
//!
//! Behind `if (x == 0)` and `if (x == STATIC)`, copies and destroys of `x` do nothing. A compiler knows that
//! too, and omits them on one side of the branch: ownership is balanced only if that is taken into
//! account. So uses of `x` in blocks that such an edge dominates are replaced by the constant.
//!
//! Linear: one walk down the dominator tree.

use crate::runtimes::patterns::constant;
use crate::runtimes::table::Runtime;
use invar_ir::entities::SecondaryMap;
use invar_ir::entities::packed_option::PackedOption;
use invar_ir::{Block, Cfg, Dominators, Function, Op, Terminator, ValType, Value};
use rustc_hash::FxHashMap;

/// A reference, a constant that is never counted, and which target of a branch is reached if they are equal.
pub(crate) struct Tested {
    pub value: Value,
    pub constant: u64,
    pub nth: u32,
}

/// A comparison of a reference with an immortal constant by the branch at the end of a block.
pub(crate) fn tested(f: &Function, runtime: &Runtime, block: Block) -> Option<Tested> {
    let Terminator::BrIf { cond, .. } = f.blocks[block].term else { return None };
    // Whether a value is zero tells whether the one that it was made of is zero, and so on.
    let (mut value, mut nth) = (f.resolve(cond), 1);
    let number = |value| constant(f, f.resolve(value));
    while let Some(inst) = f.def_inst(value) {
        let (of, other, equal) = match (&f.insts[inst].op, f.args(inst)) {
            (Op::I32Eqz | Op::I64Eqz, &[of]) => (of, Some(0), true),
            (Op::I32Eq | Op::I64Eq, &[of, other]) => (of, number(other), true),
            (Op::I32Ne | Op::I64Ne, &[of, other]) => (of, number(other), false),
            _ => break,
        };
        let Some(constant) = other else { break };
        nth = if equal { 1 - nth } else { nth };
        value = f.resolve(of);
        if constant != 0 {
            return runtime.is_immortal(constant).then_some(Tested { value, constant, nth });
        }
    }
    runtime.null.then_some(Tested { value, constant: 0, nth })
}

/// Replaces references that were found to be equal to constants by these, in a function that was
/// raised.
pub(crate) fn use_tested(f: &mut Function, runtime: &Runtime) {
    let cfg = Cfg::new(f);
    let branches: Vec<(Block, Tested)> =
        cfg.rpo.iter().filter_map(|&block| Some((block, tested(f, runtime, block)?))).collect();
    if branches.is_empty() {
        return;
    }
    // For copies, what they are copies of; and what is counted.
    let mut roots: SecondaryMap<Value, PackedOption<Value>> =
        SecondaryMap::with_capacity(f.values.len());
    let mut counted: SecondaryMap<Value, bool> = SecondaryMap::with_capacity(f.values.len());
    for &inst in cfg.rpo.iter().flat_map(|&block| &f.blocks[block].insts) {
        let op = &f.insts[inst].op;
        if matches!(op, Op::CopyValue | Op::DestroyValue | Op::BeginBorrow) {
            let root = root(f, &roots, f.args(inst)[0]);
            counted[root] = true;
            if *op != Op::DestroyValue {
                roots[f.result(inst).expect("a copy has a result")] = root.into();
            }
        }
    }
    // What is known at the start of a block that one edge leads to.
    let mut facts: FxHashMap<Block, (Value, u64)> = FxHashMap::default();
    for (block, Tested { value, constant, nth }) in branches {
        let (to, value) = (cfg.succs(block)[nth as usize], root(f, &roots, value));
        let alone = to != f.entry && cfg.reachable_preds(to).count() == 1;
        if alone && counted[value] {
            facts.insert(to, (value, constant));
        }
    }
    if facts.is_empty() {
        return;
    }
    let dominators = Dominators::new(f, &cfg);
    // Those that dominate a block, and the constants that stand for references in them.
    let mut stack: Vec<(Block, Value)> = Vec::new();
    let mut known: FxHashMap<Value, Value> = FxHashMap::default();
    for block in dominators.preorder().collect::<Vec<_>>() {
        while let Some((_, value)) = stack.pop_if(|fact| !dominators.dominates(fact.0, block)) {
            known.remove(&value);
        }
        if let Some(&(value, constant)) = facts.get(&block)
            && !known.contains_key(&value)
        {
            let ty = f.ty(value);
            let op = match ty {
                ValType::I64 => Op::I64Const { value: constant as i64 },
                _ => Op::I32Const { value: constant as i32 },
            };
            let loc = f.blocks[block]
                .insts
                .first()
                .map_or(f.blocks[block].term_loc, |&inst| f.insts[inst].loc);
            let inst = f.make_inst(op, &[], &[ty], loc);
            f.blocks[block].insts.insert(0, inst);
            known.insert(value, f.result(inst).expect("a constant has a result"));
            stack.push((block, value));
        }
        if !known.is_empty() {
            let mut uses: Vec<Value> = Vec::new();
            f.for_each_use(block, |value| uses.push(value));
            let instead: FxHashMap<Value, Value> = uses
                .into_iter()
                .filter_map(|value| Some((value, *known.get(&root(f, &roots, value))?)))
                .collect();
            if !instead.is_empty() {
                f.map_uses(block, |_, value| instead.get(&value).copied().unwrap_or(value));
            }
        }
    }
}

/// The value that a value is a copy of.
fn root(f: &Function, roots: &SecondaryMap<Value, PackedOption<Value>>, value: Value) -> Value {
    let value = f.resolve(value);
    roots[value].expand().unwrap_or(value)
}
