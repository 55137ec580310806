//! Binding times of parameters, for calls with known arguments.
//!
//! A version of a callee is worth making where it evaluates what the generic function does: loads of promised memory,
//! branches, annotations. For each parameter this is one question, answered for the whole module in one pass over the
//! uses of values and then along calls, callee to caller, until nothing changes. On the value of the parameter depends
//!
//! - an annotation or a promise: a reason for a version;
//! - the address of a load: a reason if the memory there is promised;
//! - a branch or the index of an indirect call: no reason by itself (`malloc(16)`), but worth being known in
//!   a version;
//!
//! or a parameter of a callee for which this is so.
//!
//! Cost: linear in the instructions, plus the parameters along calls.

use crate::annotations::annotation_of;
use invar_analysis::transform::edges;
use invar_ir::entities::SecondaryMap;
use invar_ir::{Body, Cfg, Func, Function, Module, Op, Terminator, Value, ValueDef, memory_access};

/// What depends on a parameter.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Worth {
    /// An annotation or a promise depends on it.
    pub annotated: bool,
    /// The address of a load depends on it.
    pub loads: bool,
    /// A branch or the index of an indirect call depends on it.
    pub decides: bool,
}

impl Worth {
    /// What is in one and not in the other.
    fn without(self, other: Worth) -> Worth {
        Worth {
            annotated: self.annotated && !other.annotated,
            loads: self.loads && !other.loads,
            decides: self.decides && !other.decides,
        }
    }

    fn with(self, other: Worth) -> Worth {
        Worth {
            annotated: self.annotated || other.annotated,
            loads: self.loads || other.loads,
            decides: self.decides || other.decides,
        }
    }
}

/// What depends on the parameters of each function.
#[derive(Clone, Debug, Default)]
pub struct Arguments {
    worth: SecondaryMap<Func, Vec<Worth>>,
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
}

/// What an annotation adds to its operand, a load to its address, a branch to its condition.
const NOTHING: Worth = Worth { annotated: false, loads: false, decides: false };
const ANNOTATED: Worth = Worth { annotated: true, ..NOTHING };
const LOADS: Worth = Worth { loads: true, ..NOTHING };
const DECIDES: Worth = Worth { decides: true, ..NOTHING };

impl<'a> Slice<'a> {
    /// The uses that count whatever the callees do.
    fn new(module: &'a Module, func: Func, f: &'a Function) -> Self {
        let (cfg, worth) = (Cfg::new(f), SecondaryMap::with_capacity(f.values.len()));
        let (passed, callees) = (Vec::new(), Vec::new());
        let mut slice = Slice { func, f, module, cfg, worth, passed, callees };
        let mut uses: Vec<(Value, Worth)> = Vec::new();
        for &block in &slice.cfg.rpo {
            for &inst in &f.blocks[block].insts {
                let args = f.args(inst);
                let op = &f.insts[inst].op;
                match slice.called(op) {
                    Called::Annotation => uses.push((args[0], ANNOTATED)),
                    Called::Function(callee) => {
                        slice.callees.push(callee);
                        let positions = args.iter().enumerate();
                        slice.passed.extend(positions.map(|(n, &arg)| (arg, callee, n)));
                    }
                    Called::Slot => uses.extend(args.last().map(|&slot| (slot, DECIDES))),
                    Called::Nothing if memory_access(op).is_some_and(|it| it.is_load()) => {
                        uses.push((args[0], LOADS));
                    }
                    Called::Nothing => {}
                }
            }
            match &f.blocks[block].term {
                Terminator::BrIf { cond, .. } => uses.push((*cond, DECIDES)),
                Terminator::BrTable { index, .. } => uses.push((*index, DECIDES)),
                Terminator::TailCall { op, args } => {
                    let args = f.list(args);
                    match slice.called(op) {
                        Called::Function(callee) => {
                            slice.callees.push(callee);
                            let positions = args.iter().enumerate();
                            slice.passed.extend(positions.map(|(n, &arg)| (arg, callee, n)));
                        }
                        Called::Slot => uses.extend(args.last().map(|&slot| (slot, DECIDES))),
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
                    Some(Op::Private { .. }) => Called::Nothing,
                    Some(_) => Called::Annotation,
                    None => Called::Function(callee),
                }
            }
            Op::CallIndirect { .. } | Op::ReturnCallIndirect { .. } => Called::Slot,
            Op::Private { .. } => Called::Nothing,
            _ if op.proposal() == "staging" => Called::Annotation,
            _ => Called::Nothing,
        }
    }

    /// Takes over what is known of callees. Returns whether more is known of the function.
    fn update(&mut self, all: &mut Arguments) -> bool {
        let mut uses: Vec<(Value, Worth)> = Vec::new();
        self.passed.retain(|&(arg, callee, n)| {
            let worth = all.worth(callee, n);
            if worth != NOTHING {
                uses.push((arg, worth));
            }
            worth != Worth { annotated: true, loads: true, decides: true }
        });
        self.propagate(uses);
        let now: Vec<Worth> = self.params().iter().map(|&param| self.worth[param]).collect();
        let changed = all.worth[self.func] != now;
        all.worth[self.func] = now;
        changed
    }

    /// From uses back to what they are computed from.
    fn propagate(&mut self, mut work: Vec<(Value, Worth)>) {
        let f = self.f;
        while let Some((value, worth)) = work.pop() {
            let value = f.resolve(value);
            let more = worth.without(self.worth[value]);
            if more == NOTHING {
                continue;
            }
            self.worth[value] = self.worth[value].with(more);
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
                            work.extend(args.take(1).map(|&arg| (arg, LOADS)));
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

#[cfg(test)]
mod tests {
    use super::*;
    use invar_ir::parse_verified;

    fn worth(text: &str, func: u32) -> Vec<Worth> {
        let module = parse_verified(text).unwrap_or_else(|error| panic!("{error}"));
        let all = Arguments::new(&module);
        let func = Func::from_u32(func);
        (0..module.func_signature(func).0.len()).map(|n| all.worth(func, n)).collect()
    }

    #[test]
    fn what_depends_on_a_parameter_also_through_calls() {
        let text = "module {
            memory m0 : i32 1..
            func f0 : (i32, i32, i32, i32) -> (i32) {
            b0(v0: i32, v1: i32, v2: i32, v3: i32):
              v4 = i32.load v0
              v5 = i32.const 8
              v6 = promise_const m0 v1, v5
              v7 = i32.add v6, v3
              br_if v2, b1, b2
            b1:
              return v4
            b2:
              return v7
            }
            func f1 : (i32, i32) -> (i32) {
            b0(v0: i32, v1: i32):
              v2 = i32.const 1
              v3 = i32.add v1, v2
              v4 = call f0 v0, v3, v2, v2
              return v4
            }
          }";
        assert_eq!(worth(text, 0), [LOADS, ANNOTATED, DECIDES, NOTHING]);
        assert_eq!(worth(text, 1), [LOADS, ANNOTATED]);
    }

    #[test]
    fn recursion_ends() {
        let text = "module {
            memory m0 : i32 1..
            func f0 : (i32, i32) -> (i32) {
            b0(v0: i32, v1: i32):
              v2 = i32.const 8
              v3 = promise_transitive m0 v0, v2
              v4 = i32.load v3
              br_if v4, b1, b2
            b1:
              v5 = call f0 v4, v1
              return v5
            b2:
              return v1
            }
          }";
        let node = Worth { annotated: true, loads: true, decides: false };
        let found = worth(text, 0);
        assert_eq!(found[0].with(node), Worth { decides: found[0].decides, ..node });
        assert_eq!(found[1], NOTHING);
    }
}
