//! Release sinking: destroys move down to the last one of their straight line of code.
//!
//! Setters release what a field held before they store the new value, so that a release stands
//! between the load of a reference and its last use. If a program cannot observe when objects are
//! deinitialized, a destroy may come later: it keeps its object alive for longer, and touches
//! nothing else that is alive. It sinks below arithmetic, copies and accesses of memory, in order with other destroys,
//! and through jumps to blocks without other predecessors. There destroys meet at the end of scopes, where
//! they need not protect objects from each other ([`scope_end`](crate::transform::scope_end)).
//!
//! Nothing sinks below, or into, what allocates, calls, branches or may be part of the runtime.
//!
//! An exchange `if (new != old) { retain new; release old }` whose two operators ended up in different blocks, and are
//! both still there in the end, counts nothing where both are the same object: `retain` and `release` are
//! given null there ([`Straight`] decides where that is legal). In between nothing is released before the
//! first of the destroys, and only destroys follow it; so the field that holds the object
//! keeps it alive in place of the pair.
//!
//! Linear; the path from a copy to its destroy is followed for [`MOST`] instructions.

use crate::ownership::regions::is_header_store;
use crate::runtimes::patterns::{is_arithmetic, minus};
use crate::runtimes::table::Runtime;
use invar_ir::entities::SecondaryMap;
use invar_ir::{Block, Cfg, Func, Function, Inst, Op, Terminator, Value};

/// How far apart the operators of an exchange may be.
const MOST: usize = 256;

/// Whether a destroy may sink below an instruction.
fn gives_way(f: &Function, inst: Inst) -> bool {
    let op = &f.insts[inst].op;
    match op {
        // A count may be read.
        Op::I32Load { .. } => {
            invar_ir::mutant!(ArcSinksOverCount)
                || minus(f, f.args(inst)[0]).is_none_or(|(_, before)| before <= 0)
        }
        Op::I64Load { .. }
        | Op::F32Load { .. }
        | Op::F64Load { .. }
        | Op::I32Load8S { .. }
        | Op::I32Load8U { .. }
        | Op::I32Load16S { .. }
        | Op::I32Load16U { .. }
        | Op::I64Store { .. }
        | Op::F32Store { .. }
        | Op::F64Store { .. }
        | Op::I32Store8 { .. }
        | Op::I32Store16 { .. }
        | Op::I32Store { .. }
        | Op::CopyValue => true,
        op => is_arithmetic(op),
    }
}

/// Sinks destroys to the last one that they can reach. That one stays where it is: sinking it further gains nothing.
/// Not in functions with inlined code of the runtime, which reads a count to write it.
pub(crate) fn sink(f: &mut Function, runtime: &Runtime) {
    let cfg = Cfg::new(f);
    let counts = |&inst: &Inst| match &f.insts[inst].op {
        Op::Call { function_index } => runtime.counting.contains(Func::from_u32(*function_index)),
        op => is_header_store(f, op, f.args(inst)),
    };
    if cfg.rpo.iter().any(|&block| f.blocks[block].insts.iter().any(counts)) {
        return;
    }
    let mut carried: SecondaryMap<Block, Vec<Inst>> = SecondaryMap::new();
    // For each destroy that others sink to: those. For each other destroy: whether it moves.
    let mut before: SecondaryMap<Inst, Vec<Inst>> = SecondaryMap::new();
    let mut gone: SecondaryMap<Inst, bool> = SecondaryMap::new();
    let mut meet = |run: Vec<Inst>| {
        if let Some((&last, others)) = run.split_last() {
            others.iter().for_each(|&inst| gone[inst] = true);
            before[last] = others.to_vec();
        }
    };
    for &block in &cfg.rpo {
        let mut run = std::mem::take(&mut carried[block]);
        for &inst in &f.blocks[block].insts {
            if f.insts[inst].op == Op::DestroyValue {
                run.push(inst);
            } else if !gives_way(f, inst) {
                meet(std::mem::take(&mut run));
            }
        }
        match straight_on(f, &cfg, block) {
            // `next` comes later in this order, since it has no other predecessor.
            Some(next) => carried[next] = run,
            None => meet(run),
        }
    }
    for &block in &cfg.rpo {
        let insts = std::mem::take(&mut f.blocks[block].insts);
        let mut kept = Vec::with_capacity(insts.len());
        for inst in insts.into_iter().filter(|&inst| !gone[inst]) {
            kept.append(&mut before[inst]);
            kept.push(inst);
        }
        f.blocks[block].insts = kept;
    }
}

/// The block that a block jumps to, if it has no other predecessor.
pub(crate) fn straight_on(f: &Function, cfg: &Cfg, block: Block) -> Option<Block> {
    let Terminator::Jump(call) = &f.blocks[block].term else { return None };
    let mut preds = cfg.reachable_preds(call.block);
    let alone = preds.next().is_some() && preds.next().is_none();
    (alone && call.block != f.entry).then_some(call.block)
}

/// Follows straight lines of code from copies to destroys.
pub(crate) struct Straight {
    cfg: Cfg,
}

impl Straight {
    /// Of a function that is about to be lowered.
    pub fn new(f: &Function) -> Self {
        Straight { cfg: Cfg::new(f) }
    }

    /// The block of a destroy that a copy in another block leads to in a straight line: with nothing
    /// released before the first destroy, and nothing but destroys and arithmetic behind it.
    fn leads_to(&self, f: &Function, from: Block, copy: Inst, destroy: Inst) -> Option<Block> {
        let mut block = from;
        let first = f.blocks[block].insts.iter().position(|&inst| inst == copy)? + 1;
        let (mut at, mut released) = (first, false);
        for _ in 0..MOST {
            let Some(&inst) = f.blocks[block].insts.get(at) else {
                (block, at) = (straight_on(f, &self.cfg, block)?, 0);
                continue;
            };
            if inst == destroy {
                return Some(block);
            }
            let op = &f.insts[inst].op;
            match op {
                Op::DestroyValue => released = true,
                // Another exchange may have been changed already.
                Op::Select => {}
                op if is_arithmetic(op) => {}
                _ if released || !gives_way(f, inst) => return None,
                _ => {}
            }
            at += 1;
        }
        None
    }

    /// Makes an exchange count nothing where `differ` is zero, if its copy leads to its destroy so.
    pub fn mend(&self, f: &mut Function, from: Block, copy: Inst, destroy: Inst, differ: Value) {
        let present = f.insts[copy].op == Op::CopyValue && f.insts[destroy].op == Op::DestroyValue;
        if !present {
            return;
        }
        let Some(to) = self.leads_to(f, from, copy, destroy) else { return };
        let (new, old) = (f.args(copy)[0], f.args(destroy)[0]);
        let (ty, loc) = (f.ty(new), f.insts[copy].loc);
        let null = f.make_inst(Op::I32Const { value: 0 }, &[], &[ty], loc);
        let zero = f.result(null).expect("a constant has a result");
        let select = |f: &mut Function, value: Value, before: Inst| {
            let made = f.make_inst(Op::Select, &[value, zero, differ], &[ty], f.insts[before].loc);
            (made, f.result(made).expect("a selection has a result"))
        };
        let (chosen, copied) = select(f, new, copy);
        let again = f.make_inst(Op::CopyValue, &[copied], &[ty], loc);
        let (given_up, destroyed) = select(f, old, destroy);
        f.args_mut(destroy)[0] = destroyed;
        replace(f, from, copy, &[null, chosen, again]);
        replace(f, to, destroy, &[given_up, destroy]);
        let result = f.result(copy).expect("a copy has a result");
        f.alias(result, new);
    }
}

fn replace(f: &mut Function, block: Block, inst: Inst, by: &[Inst]) {
    let insts = &mut f.blocks[block].insts;
    if let Some(at) = insts.iter().position(|&other| other == inst) {
        insts.splice(at..=at, by.iter().copied());
    }
}
