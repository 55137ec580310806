//! Guaranteed parameters: what each call passes, and what follows for the parameters.
//!
//! A parameter of a function that only direct calls of this module reach is *guaranteed* if at each
//! call the argument is owned by the caller before and after it, or is a guaranteed parameter of the
//! caller, or is immortal. It is *counted* if no call passes a new object, whose count is zero.
//! The fixpoint is optimistic: all are at first, and each fact is retracted, and queued, at most once.
//!
//! Cost: linear in the calls and in the regions of parameters.

use crate::interprocedural::signature::{Given, Signatures};
use crate::ownership::regions::EventKind;
use crate::runtimes::table::Runtime;
use crate::transform::function::{OwnershipAnalysis, Params};
use invar_analysis::CallGraph;
use invar_analysis::transform::edges;
use invar_ir::entities::SecondaryMap;
use invar_ir::{Block, Func, Function, Module, Op, TypeId, Value, ValueDef, terminator_op};
use rustc_hash::FxHashMap;

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Bit {
    Guaranteed,
    Counted,
}

/// Indirect calls with more possible targets than this are treated as unknown.
pub(crate) const MOST_TARGETS: usize = 64;

/// A fact about a parameter of a function.
pub(crate) type Known = (Bit, Func, u32);

/// Facts to retract, and which facts depend on which.
#[derive(Default)]
pub(crate) struct ParamFacts {
    pub strike: Vec<Known>,
    pub rests: FxHashMap<Known, Vec<Known>>,
}

/// The calls of one function.
pub(crate) struct Sites<'a> {
    pub f: &'a Function,
    pub analysis: &'a OwnershipAnalysis,
    pub runtime: &'a Runtime,
}

impl Sites<'_> {
    /// Collects the constraints of each call on its callee's parameters.
    pub fn visit(
        &self,
        func: Func,
        signatures: &Signatures,
        params: &SecondaryMap<Func, Params>,
        bits: &mut ParamFacts,
    ) {
        let f = self.f;
        for &block in &self.analysis.regions.cfg.rpo {
            for (pos, &inst) in f.blocks[block].insts.iter().enumerate() {
                if let Op::Call { function_index } = f.insts[inst].op {
                    let callee = Func::from_u32(function_index);
                    let place = (block, pos as u32);
                    self.call(func, callee, f.args(inst), Some(place), signatures, params, bits);
                }
            }
            // Behind a tail call the caller keeps nothing alive.
            let term = &f.blocks[block].term;
            if let Some(&Op::ReturnCall { function_index }) = terminator_op(term) {
                let (callee, args) = (Func::from_u32(function_index), term.operands(&f.pool));
                self.call(func, callee, args, None, signatures, params, bits);
            }
        }
    }

    fn call(
        &self,
        func: Func,
        callee: Func,
        args: &[Value],
        place: Option<(Block, u32)>,
        signatures: &Signatures,
        params: &SecondaryMap<Func, Params>,
        bits: &mut ParamFacts,
    ) {
        let regions = &self.analysis.regions;
        for (n, &arg) in args.iter().enumerate() {
            let n = n as u32;
            let root = regions.root(arg);
            if regions.is_immortal(self.f, self.runtime, root) {
                continue;
            }
            if params[callee].guaranteed.get(n as usize) == Some(&true) {
                let owned = place.is_some_and(|(block, pos)| self.is_owned(root, block, pos));
                match (owned, self.param(root)) {
                    (true, _) => {}
                    _ if invar_ir::mutant!(ArcGuaranteedUnowned) => {}
                    (false, Some(param)) if place.is_some() => {
                        let on = (Bit::Guaranteed, func, param);
                        bits.rests.entry(on).or_default().push((Bit::Guaranteed, callee, n));
                        if params[func].guaranteed.get(param as usize) != Some(&true) {
                            bits.strike.push((Bit::Guaranteed, callee, n));
                        }
                    }
                    _ => bits.strike.push((Bit::Guaranteed, callee, n)),
                }
            }
            let owned = || place.is_some_and(|(block, pos)| self.is_owned(root, block, pos));
            if params[callee].counted.get(n as usize) == Some(&true) && !owned() {
                self.counted(func, root, signatures, params, (Bit::Counted, callee, n), bits);
            }
        }
    }

    /// Visits the indirect calls of a function, whose callees may be any functions of the type: only finds whether
    /// arguments may be new objects.
    pub fn visit_indirect(
        &self,
        func: Func,
        calls: &CallGraph,
        module: &Module,
        signatures: &Signatures,
        params: &SecondaryMap<Func, Params>,
        bits: &mut ParamFacts,
    ) {
        let (f, regions) = (self.f, &self.analysis.regions);
        let mut site = |op: &Op, args: &[Value], place: Option<(Block, u32)>| {
            let (Op::CallIndirect { type_index, .. } | Op::ReturnCallIndirect { type_index, .. }) =
                *op
            else {
                return;
            };
            let targets = calls.indirect_targets(module, TypeId::from_u32(type_index));
            for &callee in targets {
                for (n, &arg) in args.iter().enumerate() {
                    if params[callee].counted.get(n) != Some(&true) {
                        continue;
                    }
                    let (root, bit) = (regions.root(arg), (Bit::Counted, callee, n as u32));
                    if targets.len() > MOST_TARGETS {
                        bits.strike.push(bit);
                    } else if !regions.is_immortal(f, self.runtime, root)
                        && !place.is_some_and(|(block, pos)| self.is_owned(root, block, pos))
                    {
                        self.counted(func, root, signatures, params, bit, bits);
                    }
                }
            }
        };
        for &block in &regions.cfg.rpo {
            for (pos, &inst) in f.blocks[block].insts.iter().enumerate() {
                site(&f.insts[inst].op, f.args(inst), Some((block, pos as u32)));
            }
            let term = &f.blocks[block].term;
            if let Some(op) = terminator_op(term) {
                site(op, term.operands(&f.pool), None);
            }
        }
    }

    /// The parameter of this function that a value is.
    fn param(&self, root: Value) -> Option<u32> {
        match self.f.values[root].def {
            ValueDef::Param(block, n) if block == self.f.entry => Some(n),
            _ => None,
        }
    }

    /// Whether the function owns a value before and after a call.
    fn is_owned(&self, root: Value, block: Block, pos: u32) -> bool {
        let OwnershipAnalysis { regions, balance, .. } = self.analysis;
        let Some(object) = regions.object(root).filter(|&object| !balance.is_refused(object))
        else {
            return false;
        };
        if regions.dead_end[block] {
            // Control does not return from there; but something may be released before the trap.
            return !regions.dead_acts[block];
        }
        let mut level = balance.entry(regions, object, block);
        for &event in regions.events_in(object, block) {
            let data = regions.event(event);
            if data.pos > pos {
                break;
            }
            match data.kind {
                EventKind::Copy => level += 1,
                _ if balance.takes[event.as_u32() as usize] => level -= 1,
                _ => {}
            }
        }
        level > 0
    }

    /// Retracts a fact if an argument may be a new object whose count is zero.
    fn counted(
        &self,
        func: Func,
        root: Value,
        signatures: &Signatures,
        params: &SecondaryMap<Func, Params>,
        bit: Known,
        bits: &mut ParamFacts,
    ) {
        let (f, regions) = (self.f, &self.analysis.regions);
        let (mut stack, mut seen) = (vec![root], vec![root]);
        while let Some(value) = stack.pop() {
            let owned = regions.object(value).is_some_and(|object| {
                !self.analysis.balance.is_refused(object)
                    && self.analysis.balance.start[object.as_u32() as usize] > 0
            });
            if owned {
                continue;
            }
            let mut more: Vec<Value> = Vec::new();
            let fine = match f.values[value].def {
                ValueDef::Param(block, n) if block == f.entry => {
                    let on = (Bit::Counted, func, n);
                    bits.rests.entry(on).or_default().push(bit);
                    params[func].counted.get(n as usize) == Some(&true)
                }
                ValueDef::Param(block, n) => {
                    let sources = regions.cfg.reachable_preds(block);
                    more.extend(sources.map(|edge| edges::args(f, edge)[n as usize]));
                    true
                }
                ValueDef::Result(inst, _) => match (&f.insts[inst].op, f.args(inst)) {
                    (Op::Select, &[a, b, _]) => {
                        more.extend([a, b]);
                        true
                    }
                    (op, _) => match signatures.of_call(op) {
                        Some((called, _)) => matches!(called.result, Given::Held | Given::Owned),
                        None => true,
                    },
                },
                _ => false,
            };
            if !fine || seen.len() > 32 {
                bits.strike.push(bit);
                return;
            }
            for value in more {
                let value = regions.root(value);
                if !seen.contains(&value) {
                    seen.push(value);
                    stack.push(value);
                }
            }
        }
    }
}
