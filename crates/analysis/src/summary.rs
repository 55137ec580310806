//! Summaries of functions that have been optimized, for the functions that call them.

use cranelift_entity::EntityRef;
use invar_ir::{Effects, Func, Function, Op, Terminator};
use rustc_hash::FxHashMap;
use std::sync::OnceLock;

/// A summary of a function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Summary {
    /// For each result, the parameter that it always equals, if there is one.
    pub result_params: Vec<Option<u32>>,
    /// The effects of a call of it.
    pub effects: Effects,
    /// What it does with memory through its parameters, as far as that is known: those that are missing are
    /// [unknown](ParamAccess::UNKNOWN).
    pub params: Vec<ParamAccess>,
    /// Whether a call of it may end with an exception.
    pub throws: bool,
}

/// What a function does with memory through a parameter that is an address.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ParamAccess {
    /// Whether the address may be used in a way that is not known, during the call or afterwards.
    pub is_captured: bool,
    /// The bytes of the first memory that may be read, relative to the address: the first, and the one after the last.
    pub reads: Option<(i64, i64)>,
    /// The bytes of the first memory that may be written.
    pub writes: Option<(i64, i64)>,
}

impl ParamAccess {
    /// Nothing is known.
    pub const UNKNOWN: ParamAccess = ParamAccess { is_captured: true, reads: None, writes: None };
}

impl Default for Summary {
    /// The summary of an unknown function.
    fn default() -> Self {
        Summary {
            result_params: Vec::new(),
            effects: Effects::BARRIER,
            params: Vec::new(),
            throws: true,
        }
    }
}

/// Whether an operator may throw an exception: `throw`, and calls of functions that are not known not to.
pub fn may_throw(op: &Op, summaries: &Summaries) -> bool {
    match *op {
        Op::Call { function_index } | Op::ReturnCall { function_index } => {
            summaries.get(Func::from_u32(function_index)).is_none_or(|summary| summary.throws)
        }
        Op::CallIndirect { .. } | Op::CallRef { .. } => true,
        Op::ReturnCallIndirect { .. } | Op::ReturnCallRef { .. } => true,
        Op::Throw { .. } | Op::ThrowRef => true,
        // Stack switching: other code runs.
        Op::Resume { .. } | Op::ResumeThrow { .. } | Op::ResumeThrowRef { .. } => true,
        Op::Suspend { .. } | Op::Switch { .. } => true,
        _ => false,
    }
}

/// Whether a call of a function may end with an exception. Linear in it.
pub fn function_throws(f: &Function, summaries: &Summaries) -> bool {
    f.live_blocks().any(|block| {
        let data = &f.blocks[block];
        let ends = match &data.term {
            Terminator::Throw { .. } => true,
            Terminator::TailCall { op, .. } => may_throw(op, summaries),
            Terminator::Invoke { op, handlers, .. } => {
                handlers.iter().all(|handler| handler.tag.is_some()) && may_throw(op, summaries)
            }
            _ => false,
        };
        ends && !invar_ir::mutant!(SummaryThrowsUnseen)
            || data.insts.iter().any(|&inst| may_throw(&f.insts[inst].op, summaries))
    })
}

/// A body that may be inlined at calls of its function.
#[derive(Clone, Debug)]
pub struct Callee {
    /// The optimized body, without dead code.
    pub body: Function,
    /// The number of its instructions, except constants, and of its branches.
    pub insts: u32,
    /// Estimated bytes of the inlined body where operands of the call are on the stack.
    pub bytes: u32,
    /// Whether it has a loop.
    pub has_loop: bool,
    /// Whether it has a dispatch loop: one around a multiway branch, as in interpreters.
    pub has_dispatch_loop: bool,
    /// Whether it has calls.
    pub has_calls: bool,
    /// Whether it catches exceptions.
    pub has_handlers: bool,
    /// Whether it calls the function itself where that does not return.
    pub is_partial: bool,
    /// The number of call sites of the function, if all of them are known.
    pub call_sites: Option<u32>,
}

/// The summaries of a module's functions, and the bodies that may be inlined. Each is written once,
/// when the function has been optimized, and read when its callers are optimized, which therefore come
/// later ([`CallGraph::waves`]). A recursive function must not have one: its callers may come before
/// it.
///
/// [`CallGraph::waves`]: crate::CallGraph::waves
#[derive(Debug, Default)]
pub struct Summaries {
    slots: Vec<OnceLock<Summary>>,
    bodies: Vec<OnceLock<Box<Callee>>>,
    /// What recursive functions do through their parameters.
    recursive: FxHashMap<Func, Vec<ParamAccess>>,
    stands_for: Vec<Func>,
}

impl Summaries {
    /// No summaries, for a module with that many functions.
    pub fn new(functions: usize) -> Self {
        Self::resolved((0..functions).map(Func::new).collect())
    }

    /// No summaries, for functions some of which are replaced by others: for each function, its
    /// replacement, or itself.
    pub fn resolved(stands_for: Vec<Func>) -> Self {
        Summaries {
            slots: stands_for.iter().map(|_| OnceLock::new()).collect(),
            bodies: stands_for.iter().map(|_| OnceLock::new()).collect(),
            recursive: FxHashMap::default(),
            stands_for,
        }
    }

    /// The function that replaces this one.
    pub fn resolve(&self, func: Func) -> Func {
        self.stands_for.get(func.index()).copied().unwrap_or(func)
    }

    /// The summary of a function.
    pub fn get(&self, func: Func) -> Option<&Summary> {
        self.slots.get(self.resolve(func).index())?.get()
    }

    /// What a function does with memory through a parameter: from its summary, or, for a recursive function, what was
    /// found before any function was optimized.
    pub fn param_access(&self, func: Func, n: usize) -> Option<ParamAccess> {
        let known = match self.get(func) {
            Some(summary) => summary.params.get(n),
            None => self.recursive.get(&self.resolve(func))?.get(n),
        };
        known.copied()
    }

    /// Says what a recursive function does with memory through its parameters.
    pub fn set_recursive(&mut self, func: Func, params: Vec<ParamAccess>) {
        self.recursive.insert(func, params);
    }

    /// The body of a function that may be inlined.
    pub fn body(&self, func: Func) -> Option<&Callee> {
        self.bodies.get(self.resolve(func).index())?.get().map(|callee| &**callee)
    }

    /// The operand that the `n`-th result of an operator always is, if that is a direct call whose callee hands it
    /// through.
    pub fn passed_through(&self, op: &Op, n: usize) -> Option<usize> {
        let Op::Call { function_index } = *op else { return None };
        let summary = self.get(Func::from_u32(function_index))?;
        summary.result_params.get(n).copied().flatten().map(|param| param as usize)
    }

    /// The effects of an operator that is a direct call, if the callee has a summary.
    pub fn call_effects(&self, op: &Op) -> Option<Effects> {
        match *op {
            Op::Call { function_index } | Op::ReturnCall { function_index } => {
                Some(self.get(Func::from_u32(function_index))?.effects)
            }
            _ => None,
        }
    }

    /// Publishes the summary of a function. Later calls are ignored.
    pub fn publish(&self, func: Func, summary: Summary) {
        if let Some(slot) = self.slots.get(func.index()) {
            let _ = slot.set(summary);
        }
    }

    /// Drops the body of a function when all of its callers have been optimized.
    pub fn forget_body(&mut self, func: Func) {
        if let Some(slot) = self.bodies.get_mut(func.index()) {
            slot.take();
        }
    }

    /// Publishes the body of a function for inlining. Later calls are ignored.
    pub fn publish_body(&self, func: Func, callee: Callee) {
        if let Some(slot) = self.bodies.get(func.index()) {
            let _ = slot.set(Box::new(callee));
        }
    }
}
