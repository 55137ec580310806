//! Calls of a runtime's functions are raised to ownership operators, and lowered again.
//!
//! `retain` becomes [`Op::CopyValue`], `release` [`Op::DestroyValue`]. Code that compilers put around
//! them is recognized:
//!
//! - the *exchange* `if (new != old) { retain new; release old }`: where both are the same object,
//!   retain and release cancel out, so the branch is made unconditional. If both operators are still there
//!   afterwards, the branch is restored. The new object may be stored in the branch, where the old one
//!   was just loaded from: if both are the same, the store changes nothing.
//! - the *inlined release* `if (x > HEAP) decrement(x - HEADER)`, in the same form as the body of `release`
//!   ([`GuardedCall`]); and so for `retain`.
//!
//! Linear. Nothing else is changed, and operators that no pass has touched are lowered to the original code.

use crate::ownership::regions::stored;
use crate::runtimes::patterns::{Heap, above_heap, constant, is_arithmetic, minus, through};
use crate::runtimes::table::Runtime;
use crate::transform::release_sinking::Straight;
use invar_ir::{
    Block, Cfg, Func, Function, Inst, MemOrdering, MemSpace, Op, SourceLoc, Terminator, ValType,
    Value,
};

/// The results of raising, for lowering.
#[derive(Clone, Debug, Default)]
pub struct Raised {
    exchanges: Vec<Exchange>,
    /// How many copies there are.
    pub copies: u64,
    /// How many destroys.
    pub destroys: u64,
    /// How many inlined retains and releases were recognized.
    pub inlined: u64,
}

impl Raised {
    /// How many exchanges there are.
    pub fn exchanges(&self) -> usize {
        self.exchanges.len()
    }

    /// Whether there is no ownership operator.
    pub fn is_empty(&self) -> bool {
        self.copies + self.destroys == 0
    }
}

#[derive(Clone, Debug)]
struct Exchange {
    block: Block,
    then: Block,
    term: Terminator,
    /// The copy, the store if there is one, and the destroy.
    insts: Vec<Inst>,
}

/// The shapes of the bodies of `retain` and `release`, if recognized.
#[derive(Clone, Copy, Default, Debug)]
pub struct Bodies {
    /// The shape of the body of `retain`.
    pub retain: Option<GuardedCall>,
    /// The shape of the body of `release`.
    pub release: Option<GuardedCall>,
    /// Whether other threads may write to memory, so that no store may be made unconditional.
    pub shared: bool,
}

/// `if (p > HEAP) count(p - HEADER)`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GuardedCall {
    /// The function that increments or decrements the count.
    pub count: Func,
    /// What is subtracted from the reference for it.
    pub header: i32,
    /// The reference is compared with this: a constant or a global.
    pub heap: Heap,
}

/// The guarded call that a block ends in: reference, bound, header, callee, the block of the call.
fn guarded_call(
    f: &Function,
    cfg: &Cfg,
    block: Block,
) -> Option<(Value, GuardedCall, Block, Inst)> {
    let Terminator::BrIf { cond, then, els } = &f.blocks[block].term else { return None };
    let (value, heap) = above_heap(f, *cond)?;
    let inner = then.block;
    let Terminator::Jump(out) = &f.blocks[inner].term else { return None };
    let arrives = cfg.reachable_preds(inner).count() == 1;
    if !arrives || through(f, out) != through(f, els) {
        return None;
    }
    let mut calls = f.blocks[inner].insts.iter().filter(|&&inst| {
        !matches!(f.insts[inst].op, Op::I32Const { .. } | Op::I32Sub | Op::I32Add)
    });
    let (&call, None) = (calls.next()?, calls.next()) else { return None };
    let Op::Call { function_index } = f.insts[call].op else { return None };
    let &[argument] = f.args(call) else { return None };
    let (of, header) = minus(f, argument)?;
    let no_result = f.results(call).len() == 0;
    let count = Func::from_u32(function_index);
    (of == value && no_result).then_some((value, GuardedCall { count, header, heap }, inner, call))
}

/// The guarded call that the body of `retain` or `release` is, if it is one.
pub fn counting_body(function: &Function) -> Option<GuardedCall> {
    let cfg = Cfg::new(function);
    let (value, body, ..) = guarded_call(function, &cfg, function.entry)?;
    (function.blocks[function.entry].params == [value]).then_some(body)
}

/// The constant that the body of `retain` compares its parameter with, if it does so first.
pub fn tested_bound(retain: &Function) -> Option<u32> {
    let Terminator::BrIf { cond, .. } = &retain.blocks[retain.entry].term else { return None };
    let (value, heap) = above_heap(retain, *cond)?;
    match heap {
        Heap::Const(bound) if retain.blocks[retain.entry].params == [value] => Some(bound as u32),
        _ => None,
    }
}

/// Raises the calls in a function to ownership operators.
pub fn raise(f: &mut Function, runtime: &Runtime, bodies: Bodies) -> Raised {
    let mut raised = Raised::default();
    let blocks: Vec<Block> = f.live_blocks().collect();
    if bodies.retain.is_some() || bodies.release.is_some() {
        let cfg = Cfg::new(f);
        for &block in &cfg.rpo {
            let Some((value, found, _, call)) = guarded_call(f, &cfg, block) else { continue };
            let (op, types) = match Some(found) {
                found if found == bodies.release => (Op::DestroyValue, &[][..]),
                found if found == bodies.retain => (Op::CopyValue, &[runtime.ty][..]),
                _ => continue,
            };
            if let Terminator::BrIf { els, .. } = std::mem::take(&mut f.blocks[block].term) {
                // At the end of the block that tests; the one that calls is bypassed.
                let loc = f.insts[call].loc;
                f.append(block, op, &[value], types, loc);
                f.blocks[block].term = Terminator::Jump(els);
                raised.inlined += 1;
            }
        }
    }
    for block in blocks {
        for n in 0..f.blocks[block].insts.len() {
            let inst = f.blocks[block].insts[n];
            match f.insts[inst].op {
                Op::Call { function_index } if function_index == runtime.retain.as_u32() => {
                    if runtime.returns_argument {
                        f.insts[inst].op = Op::CopyValue;
                    } else {
                        let (value, loc) = (f.args(inst)[0], f.insts[inst].loc);
                        let copy = f.make_inst(Op::CopyValue, &[value], &[runtime.ty], loc);
                        f.blocks[block].insts[n] = copy;
                    }
                    raised.copies += 1;
                }
                Op::Call { function_index } if function_index == runtime.release.as_u32() => {
                    f.insts[inst].op = Op::DestroyValue;
                    raised.destroys += 1;
                }
                Op::CopyValue => raised.copies += 1,
                Op::DestroyValue => raised.destroys += 1,
                _ => {}
            }
        }
    }
    if !raised.is_empty() {
        copies_first(f);
        exchanges(f, bodies.shared, &mut raised);
    }
    raised
}

/// Moves the copy of a stored value before the store, where a compiler emits it behind, with only arithmetic and
/// accesses of memory in between: so a store that takes has an ownership to take.
fn copies_first(f: &mut Function) {
    const FAR: usize = 4;
    let uses = f.use_counts();
    for block in f.live_blocks().collect::<Vec<_>>() {
        let mut insts = f.blocks[block].insts.clone();
        for n in 1..insts.len() {
            let copy = insts[n];
            let unused = f.result(copy).is_some_and(|result| uses[result] == 0);
            if f.insts[copy].op != Op::CopyValue || !unused {
                continue;
            }
            let of = f.resolve(f.args(copy)[0]);
            for at in (n.saturating_sub(FAR)..n).rev() {
                let op = &f.insts[insts[at]].op;
                let counts = matches!(op, Op::CopyValue | Op::DestroyValue);
                let calls =
                    matches!(op, Op::Call { .. } | Op::CallIndirect { .. } | Op::CallRef { .. });
                let args = f.args(insts[at]);
                if counts || calls || f.results(insts[at]).any(|result| result == of) {
                    break;
                }
                if stored(op, args.len()).is_some_and(|operand| f.resolve(args[operand]) == of) {
                    insts[at..=n].rotate_right(1);
                    break;
                }
            }
        }
        f.blocks[block].insts = insts;
    }
}

/// Replaces a two-way branch by a jump to the block it takes where its condition holds, which has no
/// parameters.
fn jump_to(f: &mut Function, block: Block, inner: Block) -> Terminator {
    let term = std::mem::take(&mut f.blocks[block].term);
    let args = match &term {
        Terminator::BrIf { then, .. } => f.list(&then.args).to_vec(),
        _ => Vec::new(),
    };
    let call = f.call(inner, &args);
    f.blocks[block].term = Terminator::Jump(call);
    term
}

fn exchanges(f: &mut Function, shared: bool, raised: &mut Raised) {
    let cfg = Cfg::new(f);
    for &block in &cfg.rpo {
        let Some((then, exchanged)) = exchange(f, &cfg, block) else { continue };
        if exchanged.len() > 2 && shared {
            continue;
        }
        // Other instructions of the branch are hoisted before it.
        let insts = std::mem::replace(&mut f.blocks[then].insts, exchanged.clone());
        let others = insts.into_iter().filter(|inst| !exchanged.contains(inst));
        f.blocks[block].insts.extend(others);
        let term = jump_to(f, block, then);
        raised.exchanges.push(Exchange { block, then, term, insts: exchanged });
    }
}

/// `if (new != old) { copy_value new; destroy_value old }`, with a store of the new one in between if
/// the old one was there, and otherwise only speculatable instructions in the branch.
fn exchange(f: &Function, cfg: &Cfg, block: Block) -> Option<(Block, Vec<Inst>)> {
    let Terminator::BrIf { cond, then, els } = &f.blocks[block].term else { return None };
    let inst = f.def_inst(*cond)?;
    let (Op::I32Ne, &[a, b]) = (&f.insts[inst].op, f.args(inst)) else { return None };
    let pure = |inst: Inst| {
        matches!(
            f.insts[inst].op,
            Op::I32Const { .. } | Op::I32GtU | Op::I32LtU | Op::I32Sub | Op::I32Add
        )
    };
    let insts = &f.blocks[then.block].insts;
    let counting: Vec<Inst> = insts.iter().copied().filter(|&inst| !pure(inst)).collect();
    let (&copy, &destroy) = (counting.first()?, counting.last()?);
    let of_copy =
        |&inst: &Inst| pure(inst) && f.args(inst).iter().any(|&v| Some(v) == f.result(copy));
    if (&f.insts[copy].op, &f.insts[destroy].op) != (&Op::CopyValue, &Op::DestroyValue)
        || insts.iter().any(of_copy)
        || cfg.reachable_preds(then.block).count() != 1
    {
        return None;
    }
    let Terminator::Jump(out) = &f.blocks[then.block].term else { return None };
    // Only the copy and its operand may differ between the two paths.
    let [a, b] = [a, b].map(|value| f.resolve(value));
    let (new, old) = (f.resolve(f.args(copy)[0]), f.resolve(f.args(destroy)[0]));
    let copied = f.result(copy);
    let stores = match counting[..] {
        [_, _] => true,
        [_, store, _] => {
            let stored = f.args(store).last().map(|&value| f.resolve(value));
            (stored == Some(new) || stored == copied) && is_loaded_there(f, block, old, store)
        }
        _ => false,
    };
    let ((out, out_args), (els, els_args)) = (through(f, out), through(f, els));
    let pairs = out_args.iter().zip(els_args);
    let same = |(&x, &y): (&Value, &Value)| {
        let (x, y) = (f.resolve(x), f.resolve(y));
        x == y || (Some(x) == copied && (y == new || y == old))
    };
    let fits = (a, b) == (new, old) || (a, b) == (old, new);
    let joins = out == els && out != then.block && f.list(&then.args).is_empty();
    (stores && fits && joins && pairs.into_iter().all(same)).then_some((then.block, counting))
}

/// Whether a value was loaded in a block from the address of a later store, with nothing behind the load that may
/// write there.
fn is_loaded_there(f: &Function, block: Block, value: Value, store: Inst) -> bool {
    let insts = &f.blocks[block].insts;
    let Some(at) = insts.iter().rposition(|&inst| f.result(inst) == Some(value)) else {
        return false;
    };
    let (load, address) = (insts[at], |inst: Inst| f.resolve(f.args(inst)[0]));
    let (Op::I32Load { memarg: from }, Op::I32Store { memarg: to }) =
        (&f.insts[load].op, &f.insts[store].op)
    else {
        return false;
    };
    let same = (from.memory, from.offset) == (to.memory, to.offset);
    let plain = [from, to]
        .iter()
        .all(|memarg| memarg.space == MemSpace::Memory && memarg.ordering == MemOrdering::Default);
    let is_quiet = |&inst: &Inst| {
        matches!(f.insts[inst].op, Op::CopyValue | Op::I32Load { .. })
            || is_arithmetic(&f.insts[inst].op)
    };
    same && plain && address(load) == address(store) && insts[at + 1..].iter().all(is_quiet)
}

/// Restores branches of exchanges where both operators are still there, and lowers the
/// operators that are left to calls. Aliases are resolved.
pub fn lower(f: &mut Function, runtime: &Runtime, raised: Raised) {
    let straight = Straight::new(f);
    for exchange in raised.exchanges {
        let whole = f.blocks[exchange.then].insts == exchange.insts;
        let jumps = matches!(&f.blocks[exchange.block].term, Terminator::Jump(call)
            if call.block == exchange.then);
        if whole && jumps {
            f.blocks[exchange.block].term = exchange.term;
        } else if let (Some(&copy), Some(&destroy), Terminator::BrIf { cond, .. }) =
            (exchange.insts.first(), exchange.insts.last(), &exchange.term)
            && jumps
            && runtime.null
            && runtime.ty == ValType::I32
        {
            let cond = f.resolve(*cond);
            straight.mend(f, exchange.then, copy, destroy, cond);
        }
    }
    let call = |func: Func| Op::Call { function_index: func.as_u32() };
    for block in f.live_blocks().collect::<Vec<_>>() {
        let insts = std::mem::take(&mut f.blocks[block].insts);
        let mut kept = Vec::with_capacity(insts.len());
        for inst in insts {
            let counts = matches!(f.insts[inst].op, Op::CopyValue | Op::DestroyValue);
            let of = f.args(inst).first().map(|&of| f.resolve(of)).filter(|_| counts);
            if let Some(of) = of
                && constant(f, of).is_some_and(|value| runtime.is_immortal(value))
            {
                // A value that is carried through a loop may be null at first.
                if let Some(copied) = f.result(inst) {
                    f.alias(copied, of);
                }
                continue;
            }
            match f.insts[inst].op {
                Op::CopyValue if runtime.returns_argument => {
                    f.insts[inst].op = call(runtime.retain)
                }
                Op::CopyValue => {
                    let (value, loc): (Value, SourceLoc) = (f.args(inst)[0], f.insts[inst].loc);
                    let copy = f.result(inst).expect("a copy has a result");
                    let retain = f.make_inst(call(runtime.retain), &[value], &[], loc);
                    f.alias(copy, value);
                    kept.push(retain);
                    continue;
                }
                Op::DestroyValue => f.insts[inst].op = call(runtime.release),
                Op::BeginBorrow => {
                    let (value, borrowed) = (f.args(inst)[0], f.result(inst));
                    f.alias(borrowed.expect("a borrow has a result"), value);
                    continue;
                }
                Op::EndBorrow => continue,
                _ => {}
            }
            kept.push(inst);
        }
        f.blocks[block].insts = kept;
    }
    f.resolve_aliases();
}
