//! Guaranteed parameters: what each call passes, and what follows for the parameters.
//!
//! A parameter of a function that only direct calls of this module reach is *guaranteed* if at each
//! call the argument is owned by the caller before and after it, or is a guaranteed parameter of the
//! caller, or is immortal. It is *counted* if no call passes a new object, whose count is zero.
//! The fixpoint is optimistic: all are at first, and each fact is retracted, and queued, at most once.
//!
//! Where a function copies a parameter in its entry block and destroys the copy before it returns ([`hoistable`]),
//! that pair can be placed around each call instead. Then the parameter is guaranteed unconditionally, and the
//! calls whose arguments are not kept alive otherwise get the pair.
//!
//! Cost: linear in the calls and in the regions of parameters.

use crate::interprocedural::signature::{Given, Signatures};
use crate::ownership::regions::{Event, Kind, Object};
use crate::runtimes::table::Runtime;
use crate::transform::function::{Analysis, Params};
use invar_ir::effects;
use invar_ir::entities::SecondaryMap;
use invar_ir::transform::edges;
use invar_ir::{
    Block, CallGraph, Func, Function, Inst, Module, Op, TypeId, Value, ValueDef, terminator_op,
};
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
    pub analysis: &'a Analysis,
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
            let hoisted = params[callee].hoisted.get(n as usize) == Some(&true) && place.is_some();
            if params[callee].guaranteed.get(n as usize) == Some(&true) && !hoisted {
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

    /// The same of indirect calls, whose callees may be any functions of the type: only whether arguments may be new
    /// objects.
    pub fn visit_indirect(
        &self,
        func: Func,
        (calls, module): (&CallGraph, &Module),
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

    /// The calls that need a copy and a destroy around them, with the operands.
    pub fn unguarded(&self, func: Func, params: &SecondaryMap<Func, Params>) -> Vec<(Inst, u32)> {
        let (f, regions) = (self.f, &self.analysis.regions);
        let mut found = Vec::new();
        for &block in &regions.cfg.rpo {
            for (pos, &inst) in f.blocks[block].insts.iter().enumerate() {
                let Op::Call { function_index } = f.insts[inst].op else { continue };
                let callee = Func::from_u32(function_index);
                for (n, &arg) in f.args(inst).iter().enumerate() {
                    let root = regions.root(arg);
                    let guarded = params[callee].hoisted.get(n) != Some(&true)
                        || regions.is_immortal(f, self.runtime, root)
                        || self.is_owned(root, block, pos as u32)
                        || self.param(root).is_some_and(|param| {
                            params[func].guaranteed.get(param as usize) == Some(&true)
                        });
                    if !guarded {
                        found.push((inst, n as u32));
                    }
                }
            }
        }
        found
    }

    /// The parameter of this function that a value is, if it is one.
    fn param(&self, root: Value) -> Option<u32> {
        match self.f.values[root].def {
            ValueDef::Param(block, n) if block == self.f.entry => Some(n),
            _ => None,
        }
    }

    /// Whether the function owns a value before and after a call.
    fn is_owned(&self, root: Value, block: Block, pos: u32) -> bool {
        let Analysis { regions, balance, .. } = self.analysis;
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
                Kind::Copy => level += 1,
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

/// Puts a copy before and a destroy behind each of these calls, for each of these operands, in order.
pub(crate) fn guard(f: &mut Function, calls: &[(Inst, u32)]) {
    let mut operands: FxHashMap<Inst, Vec<u32>> = FxHashMap::default();
    for &(inst, operand) in calls {
        operands.entry(inst).or_default().push(operand);
    }
    for block in f.live_blocks().collect::<Vec<_>>() {
        let insts = std::mem::take(&mut f.blocks[block].insts);
        let mut kept = Vec::with_capacity(insts.len());
        for inst in insts {
            let (mut copies, loc) = (Vec::new(), f.insts[inst].loc);
            for &operand in operands.get(&inst).into_iter().flatten() {
                let value = f.args(inst)[operand as usize];
                let ty = f.ty(value);
                let copy = f.make_inst(Op::CopyValue, &[value], &[ty], loc);
                copies.extend(f.result(copy));
                kept.push(copy);
            }
            kept.push(inst);
            for copy in copies {
                kept.push(f.make_inst(Op::DestroyValue, &[copy], &[], loc));
            }
        }
        f.blocks[block].insts = kept;
    }
}

/// For each parameter, whether its copy can be hoisted before each call and its destroy sunk behind it:
/// the function copies it before any barrier, and destroys it when only destroys of other such parameters follow, in
/// order.
pub(crate) fn hoistable(f: &Function, analysis: &Analysis, module: &Module) -> Vec<bool> {
    let params = &f.blocks[f.entry].params;
    let mut found: Vec<bool> = params
        .iter()
        .map(|&param| {
            let object = analysis.regions.object(param);
            object.is_some_and(|object| is_bracketed(f, analysis, object))
        })
        .collect();
    // A destroy may be followed by that of a later parameter that is hoistable, too.
    loop {
        let before = found.iter().filter(|&&found| found).count();
        for (n, &param) in params.iter().enumerate() {
            if found[n] {
                let later: Vec<Object> = (n + 1..params.len())
                    .filter(|&n| found[n])
                    .filter_map(|n| analysis.regions.object(params[n]))
                    .collect();
                let object = analysis.regions.object(param).expect("it has one");
                found[n] = ends_last(f, analysis, module, object, &later);
            }
        }
        if found.iter().filter(|&&found| found).count() == before {
            return found;
        }
    }
}

/// Whether an object is copied once at level zero, in the entry block before anything may release, and each
/// of its regions ends in a destroy.
fn is_bracketed(f: &Function, analysis: &Analysis, object: Object) -> bool {
    let Analysis { regions, balance, .. } = analysis;
    if balance.is_refused(object) || balance.start[object.as_u32() as usize] > 0 {
        return false;
    }
    let data = regions.data(object);
    let at = |event: Event| (regions.event(event), balance.level[event.as_u32() as usize]);
    let Some(&first) = data.events.first() else { return false };
    let (copy, _) = at(first);
    let entered = copy.kind == Kind::Copy
        && copy.block == f.entry
        && !regions.acts_between(f.entry, -1, i64::from(copy.pos));
    entered
        && balance.targets[object.as_u32() as usize].is_empty()
        && data.events.iter().all(|&event| {
            let (data, level) = at(event);
            match data.kind {
                Kind::Copy => level > 0 || event == first,
                Kind::Destroy => true,
                _ => level > 1,
            }
        })
}

/// Whether nothing follows the last destroys of an object but those of `later` ones.
fn ends_last(
    f: &Function,
    analysis: &Analysis,
    module: &Module,
    object: Object,
    later: &[Object],
) -> bool {
    let Analysis { regions, balance, .. } = analysis;
    let is_later = |inst: Inst| {
        f.insts[inst].op == Op::DestroyValue
            && regions.object(f.args(inst)[0]).is_some_and(|object| later.contains(&object))
    };
    regions.data(object).events.iter().all(|&event| {
        let data = regions.event(event);
        if data.kind != Kind::Destroy || balance.level[event.as_u32() as usize] != 1 {
            return true;
        }
        let (mut block, mut from) = (data.block, data.pos as usize + 1);
        // A few jumps to the return.
        for _ in 0..4 {
            let quiet = f.blocks[block].insts[from..]
                .iter()
                .all(|&inst| is_later(inst) || effects(&f.insts[inst].op, module).is_pure_total());
            if !quiet {
                return false;
            }
            match (regions.cfg.succs(block), terminator_op(&f.blocks[block].term)) {
                ([], None) => return true,
                (&[next], None) => (block, from) = (next, 0),
                _ => return false,
            }
        }
        false
    })
}
