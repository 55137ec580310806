//! Which functions can be on the stack at an unwind, and which calls may suspend.
//!
//! Imports may suspend, unless there is a list of those that do, and so may calls through tables and references,
//! unless they are ignored. A function that calls what may suspend may suspend. A function that calls
//! `asyncify.stop_unwind` or `asyncify.start_rewind` is where unwinding ends: neither it nor its callers are changed
//! for its sake. A function that calls `asyncify.start_unwind` or `asyncify.stop_rewind` is where unwinding starts:
//! its callers are changed.
//!
//! Cost: linear in the code.

use super::{Asyncify, names};
use crate::Error;
use invar_ir::entities::SecondaryMap;
use invar_ir::wasmparser::Operator;
use invar_ir::{Body, ElemItems, Entity, Func, Module, Op};
use rustc_hash::{FxHashMap, FxHashSet};

/// The module that the functions of the interface are imported from.
pub const MODULE: &str = "asyncify";

/// What is known of a function.
#[derive(Clone, Copy, Default)]
struct Knowledge {
    /// A call of it may return in order to unwind.
    suspends: bool,
    /// It starts unwinds and stops rewinds.
    starts: bool,
    /// It stops unwinds and starts rewinds.
    stops: bool,
    /// The user has asked for it.
    added: bool,
}

/// Which functions may suspend.
pub struct Suspending {
    funcs: SecondaryMap<Func, Knowledge>,
    defined: SecondaryMap<Func, bool>,
    indirect: bool,
    /// Only functions that are changed can be reached through tables.
    closed: bool,
}

impl Suspending {
    /// Finds these functions. The lists must name defined functions.
    pub fn find(
        how: &Asyncify,
        module: &Module,
        text: &mut String,
        warnings: &mut Vec<String>,
    ) -> Result<Self, Error> {
        let has_other_list = !how.remove.is_empty() || !how.add.is_empty();
        if !how.only.is_empty() && has_other_list {
            return Err(Error::new("an only-list goes with no other list"));
        }
        let all: Vec<String> = module.funcs.keys().map(|func| names::name(module, func)).collect();
        let name = |func: Func| &all[func.as_u32() as usize];
        let removed = names::listed(module, &all, &how.remove, "remove", warnings)?;
        let added = names::listed(module, &all, &how.add, "add", warnings)?;
        let only = names::listed(module, &all, &how.only, "only", warnings)?;
        if let Some(&both) = added.iter().filter(|func| removed.contains(func)).min() {
            let name = name(both);
            return Err(Error::new(format!("`{name}` is in the add-list and in the remove-list")));
        }
        let mut say = |line: String| {
            if how.verbose {
                *text += &format!("[asyncify] {line}\n");
            }
        };
        let calls = Calls::scan(module, !how.ignore_indirect)?;
        let mut this = Suspending {
            funcs: SecondaryMap::with_capacity(module.funcs.len()),
            defined: SecondaryMap::with_capacity(module.funcs.len()),
            indirect: !how.ignore_indirect,
            closed: false,
        };
        for func in module.funcs.keys() {
            let known = &mut this.funcs[func];
            this.defined[func] = !matches!(module.funcs[func].body, Body::Import);
            if let Some(import) = &module.funcs[func].import {
                if import.module == MODULE {
                    known.suspends = matches!(&*import.name, "start_unwind" | "stop_rewind");
                    continue;
                }
                let full = format!("{}.{}", import.module, import.name);
                known.suspends = how
                    .imports
                    .as_ref()
                    .is_none_or(|list| list.iter().any(|pattern| names::matches(pattern, &full)));
                if known.suspends {
                    say(format!("{} is an import that can change the state", name(func)));
                }
                continue;
            }
            (known.starts, known.stops) =
                (calls.starts.contains(&func), calls.stops.contains(&func));
            known.suspends = (known.starts || calls.indirect.contains(&func)) && !known.stops;
            if known.suspends {
                say(format!("{} can change the state due to initial scan", name(func)));
            }
            if removed.contains(&func) {
                if known.suspends {
                    say(format!("{} is in the remove-list, ignore", name(func)));
                }
                known.suspends = false;
            }
        }
        let mut sorted: Vec<Func> = added.iter().copied().collect();
        sorted.sort_unstable();
        let add = |this: &mut Suspending, say: &mut dyn FnMut(String)| {
            for &func in &sorted {
                if !this.funcs[func].suspends {
                    say(format!("{} is in the add-list, add", name(func)));
                }
                (this.funcs[func].suspends, this.funcs[func].added) = (true, true);
            }
        };
        if how.propagate_add {
            add(&mut this, &mut say);
        }
        let mut waiting: Vec<Func> =
            module.funcs.keys().filter(|&func| this.funcs[func].suspends).collect();
        let mut reasons = Vec::new();
        while let Some(func) = waiting.pop() {
            let is_interface =
                module.funcs[func].import.as_ref().is_some_and(|import| import.module == MODULE);
            for &caller in calls.callers.get(&func).into_iter().flatten() {
                let known = &mut this.funcs[caller];
                if known.suspends || known.stops || is_interface || removed.contains(&caller) {
                    continue;
                }
                known.suspends = true;
                reasons.push(format!(
                    "{} can change the state due to {}",
                    name(caller),
                    name(func)
                ));
                waiting.push(caller);
            }
        }
        reasons.sort_unstable();
        reasons.into_iter().for_each(&mut say);
        if !how.only.is_empty() {
            for func in module.funcs.keys().filter(|&func| this.defined[func]) {
                let matched = only.contains(&func);
                (this.funcs[func].suspends, this.funcs[func].added) = (matched, matched);
                let matched = u8::from(matched);
                say(format!("{}'s state is set based on the only-list to {matched}", name(func)));
            }
        }
        if !how.propagate_add {
            add(&mut this, &mut say);
        }
        this.closed = !calls.changes_tables && this.has_closed_tables(module);
        Ok(this)
    }

    /// Whether only functions that are changed can be reached through tables that may suspend.
    fn has_closed_tables(&self, module: &Module) -> bool {
        let is_exported = module.exports.iter().any(|it| matches!(it.entity, Entity::Table(_)));
        let is_imported = module.tables.values().any(|table| table.import.is_some());
        let is_changed = |func: Func| !self.funcs[func].suspends || self.instruments(func);
        let is_closed = |items: &ElemItems| match items {
            ElemItems::Funcs(funcs) => funcs.iter().all(|&func| is_changed(func)),
            ElemItems::Exprs(_, exprs) => exprs.iter().flatten().all(|op| match *op {
                Op::RefFunc { function_index } => is_changed(Func::from_u32(function_index)),
                Op::RefNull { .. } => true,
                _ => false,
            }),
        };
        !is_exported && !is_imported && module.elems.values().all(|elem| is_closed(&elem.items))
    }

    /// Whether a function is changed to be left and entered again.
    pub fn instruments(&self, func: Func) -> bool {
        let known = self.funcs[func];
        self.defined[func] && known.suspends && !known.starts
    }

    /// Whether asserts are added to a function that is not changed: not if it deals with the state itself.
    pub fn is_checked(&self, func: Func) -> bool {
        let known = self.funcs[func];
        self.defined[func] && !known.starts && !known.stops
    }

    /// Whether a call in a function may suspend.
    pub fn suspends(&self, caller: Func, op: &Op) -> bool {
        match *op {
            Op::Call { function_index } | Op::ReturnCall { function_index } => {
                self.funcs[Func::from_u32(function_index)].suspends
            }
            Op::CallIndirect { .. }
            | Op::CallRef { .. }
            | Op::ReturnCallIndirect { .. }
            | Op::ReturnCallRef { .. } => self.indirect || self.funcs[caller].added,
            _ => false,
        }
    }

    /// How many of the last operands of a call have to be there when the call is made again, `None` for all: a changed
    /// function loads its own values, but it has to be found.
    pub fn repeated_operands(&self, op: &Op) -> Option<usize> {
        match *op {
            Op::Call { function_index } if self.instruments(Func::from_u32(function_index)) => {
                Some(0)
            }
            Op::CallIndirect { .. } if self.closed => Some(1),
            _ => None,
        }
    }
}

/// What functions call.
#[derive(Default)]
struct Calls {
    callers: FxHashMap<Func, Vec<Func>>,
    indirect: FxHashSet<Func>,
    starts: FxHashSet<Func>,
    stops: FxHashSet<Func>,
    /// Whether code stores into tables.
    changes_tables: bool,
}

impl Calls {
    fn scan(module: &Module, indirect: bool) -> Result<Calls, Error> {
        let mut calls = Calls::default();
        for (func, data) in &module.funcs {
            let Body::Raw(range) = &data.body else { continue };
            let body = invar_wasm::raw_body(module, range);
            for operator in body.get_operators_reader()? {
                match operator? {
                    Operator::Call { function_index } | Operator::ReturnCall { function_index } => {
                        let callee = Func::from_u32(function_index);
                        let import = module.funcs[callee].import.as_ref();
                        match import.filter(|import| import.module == MODULE) {
                            None => {}
                            Some(import)
                                if matches!(&*import.name, "start_unwind" | "stop_rewind") =>
                            {
                                calls.starts.insert(func);
                            }
                            Some(import)
                                if matches!(&*import.name, "stop_unwind" | "start_rewind") =>
                            {
                                calls.stops.insert(func);
                            }
                            Some(_) => {}
                        }
                        calls.callers.entry(callee).or_default().push(func);
                    }
                    Operator::CallIndirect { .. }
                    | Operator::CallRef { .. }
                    | Operator::ReturnCallIndirect { .. }
                    | Operator::ReturnCallRef { .. }
                        if indirect =>
                    {
                        calls.indirect.insert(func);
                    }
                    Operator::TableSet { .. }
                    | Operator::TableGrow { .. }
                    | Operator::TableFill { .. } => calls.changes_tables = true,
                    _ => {}
                }
            }
        }
        for callers in calls.callers.values_mut() {
            callers.sort_unstable();
            callers.dedup();
        }
        Ok(calls)
    }
}
