//! Binding times of parameters, for calls with known arguments.
//!
//! A version of a callee is worth making where it evaluates what the generic function does: loads of promised memory,
//! branches, annotations. For each parameter this is one question, answered for the whole module in one pass over the
//! uses of values and then along calls, callee to caller, until nothing changes:
//!
//! - *by value*: a branch, an index of an indirect call, an annotation or a promise depends on the value of the
//!   parameter, or a parameter of a callee for which this is so;
//! - *by promise*: so does the address of a load, so that it is worth knowing if the memory there is promised.
//!
//! Functions that have annotations, or call such functions, are *staged*: a literal argument of any other
//! function (`malloc(16)`) is no reason for a version.
//!
//! Cost: linear in the instructions, plus the parameters along calls.

use crate::annotations::annotation_of;
use invar_ir::entities::SecondaryMap;
use invar_ir::transform::edges;
use invar_ir::{Body, Cfg, Func, Function, Module, Op, Terminator, Value, ValueDef, memory_access};

/// What depends on a parameter.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Worth {
    /// A branch, an indirect call, an annotation or a promise depends on its value.
    pub by_value: bool,
    /// The address of a load depends on it.
    pub by_promise: bool,
}

/// What depends on the parameters of each function.
#[derive(Clone, Debug, Default)]
pub struct Arguments {
    worth: SecondaryMap<Func, Vec<Worth>>,
    staged: SecondaryMap<Func, bool>,
}

/// An argument of a direct call: the value, the callee, the position.
type Passed = (Value, Func, usize);

impl Arguments {
    /// Finds out about all functions of a module that are in SSA form.
    pub fn new(module: &Module) -> Self {
        let mut all = Arguments::default();
        let mut slices: Vec<Slice<'_>> = Vec::new();
        for (func, data) in &module.funcs {
            if let Body::Ssa(f) = &data.body {
                slices.push(Slice::new(module, func, f));
            }
        }
        // Along calls, until nothing changes: callers are looked at again when a callee's parameter counts more.
        let mut callers: SecondaryMap<Func, Vec<usize>> = SecondaryMap::new();
        for (n, slice) in slices.iter().enumerate() {
            all.staged[slice.func] = slice.staged;
            all.worth[slice.func] = vec![Worth::default(); slice.params().len()];
            for &callee in &slice.callees {
                callers[callee].push(n);
            }
        }
        let mut work: Vec<usize> = (0..slices.len()).collect();
        let mut waits = vec![true; slices.len()];
        while let Some(n) = work.pop() {
            waits[n] = false;
            if slices[n].update(&mut all) {
                for &caller in &callers[slices[n].func] {
                    if !std::mem::replace(&mut waits[caller], true) {
                        work.push(caller);
                    }
                }
            }
        }
        all
    }

    /// What depends on a parameter of a function.
    pub fn worth(&self, func: Func, position: usize) -> Worth {
        self.worth.get(func).and_then(|params| params.get(position)).copied().unwrap_or_default()
    }

    /// Whether a function has annotations or promises, or calls a function that has.
    pub fn is_staged(&self, func: Func) -> bool {
        self.staged.get(func).copied().unwrap_or(false)
    }
}

/// The values of a function that something depends on.
struct Slice<'a> {
    func: Func,
    f: &'a Function,
    module: &'a Module,
    cfg: Cfg,
    worth: SecondaryMap<Value, Worth>,
    /// Arguments of direct calls that are not counted, or not in full.
    passed: Vec<Passed>,
    /// The functions that it calls directly, each once.
    callees: Vec<Func>,
    staged: bool,
}

/// What a use adds.
const VALUE: Worth = Worth { by_value: true, by_promise: false };
/// See [`VALUE`].
const PROMISE: Worth = Worth { by_value: false, by_promise: true };

impl<'a> Slice<'a> {
    /// The uses that count whatever the callees do.
    fn new(module: &'a Module, func: Func, f: &'a Function) -> Self {
        let (cfg, worth) = (Cfg::new(f), SecondaryMap::with_capacity(f.values.len()));
        let (passed, callees) = (Vec::new(), Vec::new());
        let mut slice = Slice { func, f, module, cfg, worth, passed, callees, staged: false };
        let mut uses: Vec<(Value, Worth)> = Vec::new();
        for &block in &slice.cfg.rpo {
            for &inst in &f.blocks[block].insts {
                let args = f.args(inst);
                let op = &f.insts[inst].op;
                match slice.called(op) {
                    Called::Annotation => {
                        slice.staged = true;
                        uses.push((args[0], VALUE));
                    }
                    Called::Function(callee) => {
                        slice.callees.push(callee);
                        let positions = args.iter().enumerate();
                        slice.passed.extend(positions.map(|(n, &arg)| (arg, callee, n)));
                    }
                    Called::Slot => uses.extend(args.last().map(|&slot| (slot, VALUE))),
                    Called::Nothing if memory_access(op).is_some_and(|it| it.is_load()) => {
                        uses.push((args[0], PROMISE));
                    }
                    Called::Nothing => {}
                }
            }
            match &f.blocks[block].term {
                Terminator::BrIf { cond, .. } => uses.push((*cond, VALUE)),
                Terminator::BrTable { index, .. } => uses.push((*index, VALUE)),
                Terminator::TailCall { op, args } => {
                    let args = f.list(args);
                    match slice.called(op) {
                        Called::Function(callee) => {
                            slice.callees.push(callee);
                            let positions = args.iter().enumerate();
                            slice.passed.extend(positions.map(|(n, &arg)| (arg, callee, n)));
                        }
                        Called::Slot => uses.extend(args.last().map(|&slot| (slot, VALUE))),
                        Called::Annotation | Called::Nothing => {}
                    }
                }
                _ => {}
            }
        }
        slice.callees.sort_unstable();
        slice.callees.dedup();
        slice.propagate(uses);
        slice
    }

    fn params(&self) -> &[Value] {
        &self.f.blocks[self.f.entry].params
    }

    fn called(&self, op: &Op) -> Called {
        match *op {
            Op::Call { function_index } | Op::ReturnCall { function_index } => {
                let callee = Func::from_u32(function_index);
                match annotation_of(self.module, callee) {
                    Some(_) => Called::Annotation,
                    None => Called::Function(callee),
                }
            }
            Op::CallIndirect { .. } | Op::ReturnCallIndirect { .. } => Called::Slot,
            _ if op.proposal() == "staging" => Called::Annotation,
            _ => Called::Nothing,
        }
    }

    /// Takes over what is known of callees. Returns whether more is known of the function.
    fn update(&mut self, all: &mut Arguments) -> bool {
        let mut uses: Vec<(Value, Worth)> = Vec::new();
        self.passed.retain(|&(arg, callee, n)| {
            let worth = all.worth(callee, n);
            if worth != Worth::default() {
                uses.push((arg, worth));
            }
            !(worth.by_value && worth.by_promise)
        });
        self.propagate(uses);
        let now: Vec<Worth> = self.params().iter().map(|&param| self.worth[param]).collect();
        let staged = self.staged || self.callees.iter().any(|&callee| all.is_staged(callee));
        let changed = all.worth[self.func] != now || all.staged[self.func] != staged;
        all.worth[self.func] = now;
        (self.staged, all.staged[self.func]) = (staged, staged);
        changed
    }

    /// From uses back to what they are computed from.
    fn propagate(&mut self, mut work: Vec<(Value, Worth)>) {
        let f = self.f;
        while let Some((value, worth)) = work.pop() {
            let value = f.resolve(value);
            let now = &mut self.worth[value];
            let more = Worth {
                by_value: worth.by_value && !now.by_value,
                by_promise: worth.by_promise && !now.by_promise,
            };
            if more == Worth::default() {
                continue;
            }
            now.by_value |= more.by_value;
            now.by_promise |= more.by_promise;
            match f.values[value].def {
                ValueDef::Param(block, n) if block != f.entry => {
                    for edge in self.cfg.reachable_preds(block) {
                        work.push((edges::args(f, edge)[n as usize], more));
                    }
                }
                ValueDef::Result(inst, _) => {
                    let op = &f.insts[inst].op;
                    let args = f.args(inst).iter();
                    match self.called(op) {
                        Called::Annotation => work.extend(args.take(1).map(|&arg| (arg, more))),
                        Called::Function(_) | Called::Slot => {}
                        // What a load gives follows from its address, if that is promised.
                        Called::Nothing if memory_access(op).is_some() => {
                            work.extend(args.take(1).map(|&arg| (arg, PROMISE)));
                        }
                        Called::Nothing => work.extend(args.map(|&arg| (arg, more))),
                    }
                }
                ValueDef::Param(..) | ValueDef::Edge(..) | ValueDef::Alias(_) => {}
            }
        }
    }
}

/// What an operator calls.
enum Called {
    /// An annotation: its first operand is its result.
    Annotation,
    /// A function.
    Function(Func),
    /// The function in a slot of a table.
    Slot,
    Nothing,
}
