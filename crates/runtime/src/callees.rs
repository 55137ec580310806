//! Versions of callees, for calls with known arguments in code that is specialized ahead of time.
//!
//! A call with known arguments gets a version of its callee if the callee reads memory that is promised for an
//! argument, or has annotations, or calls a function for which one of these is so ([`Arguments`]). A version is
//! identified by the function and its known arguments. It is there from the first call on and made later, so that
//! recursion finds it; what is left to be made is a queue, and nothing recurses on the depth of the program's calls.
//!
//! Limits: versions of each function, instructions of all versions that follow from a request, and instructions of a
//! version. A version in which nothing was evaluated, or that would be too large, only calls its function, and after
//! a few of these a function gets no more. Nor does one whose versions are not much smaller than it is, as a version
//! of an interpreter's loop from each place of a program on would be.

use crate::ahead::insts;
use crate::making::{self, Preparer};
use invar_ir::{Body, Entity, Func, FuncData, Function, Module, Op, Table, Terminator, ValType};
use invar_rules::Const;
use invar_stage::RequestLimits;
use invar_stage::arguments::{Arguments, Worth};
use invar_stage::specializer::known::{Extent, Known};
use invar_stage::specializer::{
    CallVersion, Prepared, Special, SpecializedCallees, SpecializerNote,
};
use rustc_hash::FxHashMap;
use std::cell::{RefCell, RefMut};
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

/// A version that is to be made.
pub(crate) struct Wanted {
    /// The function in the output.
    pub func: Func,
    /// What it is a version of, prepared.
    pub prepared: Arc<Prepared>,
    /// The known arguments.
    pub values: Vec<Option<Known>>,
}

/// What identifies a version.
type Key = (Func, Vec<Option<Known>>);

/// A call with known arguments that stays as it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kept {
    /// The function loads from memory at this argument, which is not promised.
    NotPromised(Func, usize),
    /// The function has enough versions.
    Enough(Func),
}

/// What was made of a function.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    /// Versions, those that wait included.
    versions: usize,
    /// Versions that were made.
    done: usize,
    /// Instructions of these.
    insts: usize,
    /// Versions that only call the function.
    forwarders: usize,
}

/// The number of versions that only call a function after which it gets no more.
const MOST_FORWARDERS: usize = 4;
/// The versions of a function may have so many instructions together,
const ENOUGH: usize = 8_000;
/// or so many times those of the function,
const COPIES: usize = 4;
/// or each this part of the function's.
const PART: usize = 4;
/// A version may have so many times the instructions of its function, and [`AND`].
const TIMES: usize = 4;
/// See [`TIMES`].
const AND: usize = 2_000;

impl Tally {
    /// Whether a function of so many instructions gets another version.
    fn goes_on(&self, generic: usize, limits: &RequestLimits) -> bool {
        self.versions < limits.callees
            && self.forwarders < MOST_FORWARDERS
            && self.insts <= ENOUGH.max(COPIES * generic).max(self.done * generic / PART)
    }
}

/// The versions of callees in an output.
pub(crate) struct Versions<'a> {
    module: &'a Module,
    arguments: Arguments,
    /// The tables that nobody changes.
    fixed: Vec<bool>,
    limits: RequestLimits,
    state: RefCell<State>,
}

struct State {
    output: Module,
    preparer: Preparer,
    known: FxHashMap<Key, Option<CallVersion>>,
    queue: VecDeque<Wanted>,
    /// What was made of each function.
    made: FxHashMap<Func, Tally>,
    /// Calls that stay as they are, and why.
    kept: BTreeMap<Kept, usize>,
    /// How many more instructions may be made for the request.
    insts: usize,
}

impl<'a> Versions<'a> {
    /// No versions yet, in an output that has the functions of a module.
    pub fn new(module: &'a Module, output: Module, limits: RequestLimits) -> Self {
        let is_fixed = |table: Table| {
            let exported = module.exports.iter().any(|it| it.entity == Entity::Table(table));
            module.tables[table].import.is_none() && !exported
        };
        Versions {
            module,
            arguments: Arguments::new(module),
            fixed: module.tables.keys().map(is_fixed).collect(),
            limits,
            state: RefCell::new(State {
                output,
                preparer: Preparer::new(false),
                known: FxHashMap::default(),
                queue: VecDeque::new(),
                made: FxHashMap::default(),
                kept: BTreeMap::new(),
                insts: limits.insts,
            }),
        }
    }

    /// The output, with all functions that were made or are waiting.
    pub fn output(&self) -> RefMut<'_, Module> {
        RefMut::map(self.state.borrow_mut(), |state| &mut state.output)
    }

    /// The output.
    pub fn into_output(self) -> Module {
        self.state.into_inner().output
    }

    /// A function prepared for requests that bind these parameters.
    pub fn prepared(&self, key: &making::Key) -> Result<Arc<Prepared>, String> {
        self.state.borrow_mut().preparer.get(self.module, key)
    }

    /// Why calls with known arguments stay as they are since this was last asked, each with how often.
    pub fn take_notes(&self) -> Vec<(SpecializerNote, usize)> {
        let kept = std::mem::take(&mut self.state.borrow_mut().kept);
        let note = |(kept, times): (Kept, usize)| {
            let label = |func| self.module.func_label(func);
            let what = match kept {
                Kept::NotPromised(func, n) => format!(
                    "calls of `{0}` stay as they are: argument {n} is known, and memory at it is loaded, but not \
                     promised; with invar_promise_const or invar_promise_transitive in `{0}` there would be \
                     versions",
                    label(func)
                ),
                Kept::Enough(func) => {
                    format!("calls of `{}` stay as they are: it has enough versions", label(func))
                }
            };
            (SpecializerNote { offset: 0, what }, times)
        };
        kept.into_iter().map(note).collect()
    }

    /// Starts another request: it may make as many instructions as the first one.
    pub fn start(&self) {
        self.state.borrow_mut().insts = self.limits.insts;
    }

    /// The next version that is to be made.
    pub fn next(&self) -> Option<Wanted> {
        self.state.borrow_mut().queue.pop_front()
    }

    /// Puts the code of a version into the output.
    pub fn put(&self, wanted: &Wanted, special: Special) {
        let mut state = self.state.borrow_mut();
        let mut function = special.function;
        let stats = &special.stats;
        let limits = self.limits_of(&wanted.prepared, &state);
        let is_over =
            stats.emitted >= limits.insts as u64 || stats.versions >= limits.versions as u64;
        let forwards = is_over || stats.loads + stats.calls + stats.bound + stats.decided == 0;
        let tally = state.made.entry(wanted.prepared.func).or_default();
        tally.done += 1;
        tally.insts += insts(&function);
        tally.forwarders += usize::from(forwards);
        state.insts = state.insts.saturating_sub(insts(&function));
        if forwards {
            function = self.forward(&wanted.prepared.code, wanted, function);
        }
        function.ty = state.output.funcs[wanted.func].ty;
        state.output.funcs[wanted.func].body = Body::Ssa(Box::new(function));
    }

    /// Whether the code of a version verifies.
    pub fn is_valid(&self, func: Func) -> bool {
        let output = &self.state.borrow().output;
        let Body::Ssa(function) = &output.funcs[func].body else { return false };
        invar_ir::verify_function(output, function).is_ok()
    }

    /// In place of a version that is not worth it: a call of the function.
    fn forward(&self, generic: &Function, wanted: &Wanted, version: Function) -> Function {
        let types = |f: &Function| -> Vec<ValType> {
            f.blocks[f.entry].params.iter().map(|&param| f.ty(param)).collect()
        };
        let mut f = Function::new(version.ty, &types(&version), &version.results);
        f.contexts = version.contexts;
        let mut own = f.blocks[f.entry].params.clone().into_iter();
        let mut args = Vec::new();
        for n in 0..types(generic).len() {
            args.push(match wanted.values.get(n).copied().flatten() {
                Some(known) => {
                    let ty = known.value.ty();
                    let constant =
                        f.append(f.entry, known.value.to_op(), &[], &[ty], Default::default());
                    f.result(constant).expect("a constant has a result")
                }
                None => own.next().expect("it takes what is not known"),
            });
        }
        let op = Op::Call { function_index: wanted.prepared.func.as_u32() };
        let results = f.results.clone();
        let call = f.append(f.entry, op, &args, &results, Default::default());
        let values: Vec<_> = f.results(call).collect();
        let values = f.make_list(&values);
        f.blocks[f.entry].term = Terminator::Return(values);
        f
    }

    /// The arguments that a version is made for: those that something in the callee depends on. None, unless an
    /// annotation does, or a load from memory that is promised.
    fn bound(&self, func: Func, known: &[Option<Known>]) -> Vec<Option<Known>> {
        let promised = |n: usize, it: &Known| {
            it.promise.is_some() && self.arguments.worth(func, n) != Worth::default()
        };
        let is_reason = |n: usize, it: &Known| {
            let worth = self.arguments.worth(func, n);
            worth.annotated || it.promise.is_some() && worth.loads
        };
        let is_bound = |n: usize, it: &Known| {
            let worth = self.arguments.worth(func, n);
            promised(n, it) || worth.annotated || worth.decides
        };
        let all = known.iter().enumerate();
        if !all.clone().any(|(n, it)| it.is_some_and(|it| is_reason(n, &it) && is_bound(n, &it))) {
            return Vec::new();
        }
        let bound = all.map(|(n, it)| it.filter(|it| is_bound(n, it)));
        let bound: Vec<Option<Known>> = bound.collect();
        let last = bound.iter().rposition(Option::is_some).map_or(0, |last| last + 1);
        bound[..last].to_vec()
    }

    /// How much code may be made for a version.
    pub fn limits(&self, wanted: &Wanted) -> RequestLimits {
        self.limits_of(&wanted.prepared, &self.state.borrow())
    }

    fn limits_of(&self, prepared: &Prepared, state: &State) -> RequestLimits {
        let insts = state.insts.min(TIMES * insts(&prepared.code) + AND);
        RequestLimits { insts, versions: self.limits.versions.min(insts), ..self.limits }
    }

    /// Whether a version that waits is still to be made. Otherwise it becomes a call of its function.
    pub fn goes_on(&self, wanted: &Wanted) -> bool {
        let state = self.state.borrow();
        let tally = state.made.get(&wanted.prepared.func).copied().unwrap_or_default();
        state.insts > 0 && tally.goes_on(insts(&wanted.prepared.code), &self.limits)
    }

    /// Makes a version that only calls the function.
    pub fn put_call(&self, wanted: &Wanted) {
        let mut state = self.state.borrow_mut();
        let ty = state.output.funcs[wanted.func].ty;
        let state = &mut *state;
        let (params, results) = state.output.func_signature(wanted.func);
        let version = Function::new(ty, params, results);
        let function = self.forward(&wanted.prepared.code, wanted, version);
        state.output.funcs[wanted.func].body = Body::Ssa(Box::new(function));
    }
}

impl SpecializedCallees for Versions<'_> {
    fn version(&self, func: Func, known: &[Option<Known>]) -> Option<CallVersion> {
        let generic = making::code(self.module, func).ok()?;
        let values = self.bound(func, known);
        let state = &mut *self.state.borrow_mut();
        if values.is_empty() {
            let loads = |n: usize| self.arguments.worth(func, n).loads;
            if let Some(n) = (0..known.len()).find(|&n| known[n].is_some() && loads(n)) {
                *state.kept.entry(Kept::NotPromised(func, n)).or_default() += 1;
            }
            return None;
        }
        // Which annotation promised it makes no difference.
        let plain = |known: Known| Known {
            promise: known.promise.map(|extent| Extent { offset: 0, ..extent }),
            ..known
        };
        let key = (func, values.iter().map(|value| value.map(plain)).collect());
        if let Some(version) = state.known.get(&key) {
            if version.is_none() {
                *state.kept.entry(Kept::Enough(func)).or_default() += 1;
            }
            return version.clone();
        }
        let tally = state.made.entry(func).or_default();
        let version = if state.insts > 0 && tally.goes_on(insts(generic), &self.limits) {
            state.preparer.get(self.module, &making::key_of_known(func, &values)).ok()
        } else {
            None
        };
        let version = version.map(|prepared| {
            tally.versions += 1;
            let (params, results) = self.module.func_signature(func);
            let is_taken = |n: &u32| values.get(*n as usize).is_none_or(Option::is_none);
            let takes: Vec<u32> = (0..params.len() as u32).filter(is_taken).collect();
            let params: Vec<ValType> = takes.iter().map(|&n| params[n as usize]).collect();
            let output = &mut state.output;
            let ty = output.func_type(&params, results);
            let data = FuncData { specialized: true, ..FuncData::new(ty, None, Body::Import) };
            let made = output.funcs.push(data);
            let consts: Vec<Option<Const>> =
                values.iter().map(|value| Some((*value)?.value)).collect();
            let name = making::name(self.module, func, &consts);
            output.names.funcs.insert(made, name);
            state.queue.push_back(Wanted { func: made, prepared, values });
            CallVersion { func: made, takes }
        });
        if version.is_none() {
            *state.kept.entry(Kept::Enough(func)).or_default() += 1;
        }
        state.known.insert(key, version.clone());
        version
    }

    fn is_fixed(&self, table: u32) -> bool {
        self.fixed.get(table as usize).copied().unwrap_or(false)
    }
}
