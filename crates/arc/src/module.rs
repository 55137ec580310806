//! A whole module: conventions across functions, then each function.
//!
//! 1. The runtime is found by the tables; with a collector of cycles, the module is left alone if the
//!    program might tell when objects are deinitialized (`deinits`). All functions but the runtime's own are lifted and raised.
//! 2. *Conventions* as the code has them, callees before callers: which parameters are consumed,
//!    whether results are owned, which functions may lead to a release.
//! 3. *Guaranteed parameters*, a fixpoint over all calls at once: a parameter of a function that only
//!    direct calls of this module reach is guaranteed if at each call the argument is owned by the
//!    caller before and after, or is a guaranteed parameter of the caller, or is never counted. All
//!    are guaranteed at first; each bit is struck off, and queued, at most once.
//! 4. Each function, callees before callers, so that what releases are left in callees is known. The
//!    functions of a recursive component are tried as if calls among them released nothing; if
//!    something in one of them does after all, they are done again without that.
//! 5. *Parameters taken over* ([`handover`]) and *held results* ([`results`]): a function that returns a copy of what somebody owns returns the thing itself,
//!    and each caller makes the copy, where it may be found not to be needed.
//!
//! Cost: linear in the module but for the functions' own costs; a recursive component goes through at
//! most twice.

use crate::deinits;
use crate::handover;
use crate::optimize::{Analysis, Config, Counted, Params, analyze, faults, optimize};
use crate::params::{Bit, Bits, Sites, guard, hoistable};
use crate::raise::{self, Raised, ReleaseBody};
use crate::results;
use crate::runtime::{Runtime, Table};
use crate::signature::{Given, Signatures, Taken};
pub use crate::stats::Stats;
use invar_ir::entities::{EntityRef, SecondaryMap};
use invar_ir::{
    Body, CallGraph, Entity, Fuel, Func, Function, Module, Op, Passing, RemarkKind, Remarks,
    SourceLoc, Value, ValueDef, terminator_op,
};

/// A remark, with the function it is about.
pub type FuncRemarks = (Func, Remarks);

/// What came of a module.
#[derive(Default)]
pub struct Outcome {
    /// The runtime that was found.
    pub runtime: Option<String>,
    /// The functions that changed. They belong together: conventions changed between them.
    pub changed: Vec<(Func, Function)>,
    /// What was counted.
    pub stats: Stats,
    /// Remarks by function.
    pub remarks: Vec<FuncRemarks>,
}

/// How functions come, and what is done to them first.
pub struct Source<'a> {
    /// Gives a function in SSA form, none if that cannot be done.
    pub lift: &'a dyn Fn(Func) -> Option<Function>,
    /// Shares equal values in a function that was raised. A copy writes nothing that a program can
    /// read, so more is equal than was before; and two loads that are one value are one object.
    pub share: &'a dyn Fn(&mut Function),
}

/// Removes reference counts from a module; `remarks` asks for remarks.
pub fn run(
    module: &Module,
    tables: &[Table],
    source: &Source<'_>,
    config: &Config,
    fuel: &Fuel,
    remarks: bool,
) -> Outcome {
    let found = tables.iter().find_map(|table| Some((table, table.find(module)?)));
    let Some((table, mut runtime)) = found else { return Outcome::default() };
    let calls = CallGraph::new(module);
    runtime.close(&calls);
    let body = |func| match module.funcs[func].body {
        Body::Import => None,
        _ => (source.lift)(func),
    };
    if table.immortal_is_tested() {
        let bound = body(runtime.retain).and_then(|retain| raise::tested_bound(&retain));
        runtime.immortal = runtime.immortal.max(bound.unwrap_or(0));
    }
    if runtime.cycles
        && !runtime.silent_deinits
        && let Some(why) = deinits::of_program(module, &calls, &runtime, source.lift)
    {
        let mut out = Outcome { runtime: Some(runtime.name.clone()), ..Outcome::default() };
        out.stats.refused_deinits = 1;
        if remarks {
            let mut remarks = Remarks::new(true);
            let what = "deinits may be noticed by the program";
            remarks.record("arc", RemarkKind::Missed, SourceLoc::default(), what, || why);
            out.remarks.push((runtime.release, remarks));
        }
        return out;
    }
    let release = body(runtime.release).and_then(|release| raise::release_body(&release));
    let mut work = Work {
        module,
        calls,
        signatures: Signatures::new(module.funcs.len(), !runtime.unique.is_empty()),
        functions: SecondaryMap::new(),
        config,
        fuel,
        params: SecondaryMap::new(),
        out: Outcome { runtime: Some(runtime.name.clone()), ..Outcome::default() },
        keep_remarks: remarks,
        tail_called: SecondaryMap::new(),
        runtime,
    };
    work.raise_all(source, release);
    if work.functions.values().all(|entry| entry.as_ref().is_none_or(|f| f.raised.is_empty())) {
        return work.out;
    }
    work.conventions();
    work.parameters();
    work.each();
    work.finish();
    work.out
}

struct Raise {
    f: Function,
    raised: Raised,
    changed: bool,
}

struct Work<'a> {
    module: &'a Module,
    calls: CallGraph,
    runtime: Runtime,
    signatures: Signatures,
    functions: SecondaryMap<Func, Option<Raise>>,
    config: &'a Config,
    fuel: &'a Fuel,
    params: SecondaryMap<Func, Params>,
    out: Outcome,
    keep_remarks: bool,
    /// Functions that others end in a call of.
    tail_called: SecondaryMap<Func, bool>,
}

impl Clone for Raise {
    fn clone(&self) -> Self {
        Raise { f: self.f.clone(), raised: self.raised.clone(), changed: self.changed }
    }
}

impl Work<'_> {
    fn raise_all(&mut self, source: &Source<'_>, body: Option<ReleaseBody>) {
        for (func, data) in &self.module.funcs {
            if matches!(data.body, Body::Import) || self.runtime.own.contains(func) {
                continue;
            }
            let Some(mut f) = (source.lift)(func) else { continue };
            for block in f.live_blocks() {
                if let Some(&Op::ReturnCall { function_index }) =
                    terminator_op(&f.blocks[block].term)
                {
                    self.tail_called[Func::from_u32(function_index)] = true;
                }
            }
            let raised = raise::raise(&mut f, &self.runtime, body);
            if !raised.is_empty() {
                (source.share)(&mut f);
            }
            let stats = &mut self.out.stats;
            stats.copies += raised.copies;
            stats.destroys += raised.destroys;
            stats.exchanges += raised.exchanges() as u64;
            self.functions[func] = Some(Raise { f, raised, changed: false });
        }
    }

    /// Step 2, and what the table says.
    fn conventions(&mut self) {
        let order: Vec<Func> = self.calls.bottom_up().collect();
        let tests = self.signatures.tests;
        for &func in &order {
            let given = self.runtime.allocate.contains(func);
            let signature = self.signatures.get_mut(func);
            if given {
                let owned = self.runtime.allocates_owned;
                signature.result = if owned { Given::Owned } else { Given::Fresh };
                signature.may_release = false;
            }
            signature.may_test = tests;
        }
        let of_module = self.module.ownership.iter().map(|(&func, ownership)| {
            let numbers = |passing| {
                let params = ownership.params.iter().enumerate();
                params.filter(move |param| *param.1 == passing).map(|(n, _)| n as u32).collect()
            };
            let (owned, guaranteed) = (numbers(Passing::Owned), numbers(Passing::Guaranteed));
            (func, owned, guaranteed, ownership.owned_result)
        });
        self.runtime.conventions.extend(of_module);
        self.runtime.conventions.sort_by_key(|given| given.0);
        for (func, owned, guaranteed, result) in self.runtime.conventions.clone() {
            let signature = self.signatures.get_mut(func);
            let count = self.module.func_signature(func).0.len();
            signature.params = vec![Taken::Borrowed; count];
            let numbers = guaranteed.iter().map(|&n| (n, Taken::Guaranteed));
            for (n, taken) in numbers.chain(owned.iter().map(|&n| (n, Taken::Owned))) {
                if let Some(param) = signature.params.get_mut(n as usize) {
                    *param = taken;
                }
            }
            signature.result = if result { Given::Owned } else { Given::Unowned };
        }
        let listed: Vec<Func> = self.runtime.conventions.iter().map(|given| given.0).collect();
        // What is called through a table takes arguments as others do, or nothing is known of them.
        // Each round distrusts one more of them at least.
        for _ in 0..8 {
            for component in 0..self.calls.component_count() {
                let members: Vec<Func> = self.calls.members(component).to_vec();
                for &func in &members {
                    self.convention(func, &listed);
                }
                self.agree(&members, &listed);
            }
            if !self.distrust() {
                break;
            }
        }
    }

    /// How a function takes its parameters and gives its result, by its code.
    fn convention(&mut self, func: Func, listed: &[Func]) {
        // What releases, before anything is removed.
        let may_release = self.releases(func);
        let may_test = self.signatures.tests && self.tests(func);
        let signature = self.signatures.get_mut(func);
        signature.may_release = may_release;
        signature.may_test = may_test;
        if listed.contains(&func) || self.runtime.allocate.contains(func) {
            return;
        }
        if let Some(entry) = &self.functions[func] {
            let analysis = analyze(&entry.f, &self.runtime, &self.signatures, self.config);
            let params = owned_params(&entry.f, &analysis);
            let signature = self.signatures.get_mut(func);
            signature.result = analysis.result;
            signature.params = params;
        } else if !matches!(self.module.funcs[func].body, Body::Import)
            && !self.runtime.own.contains(func)
        {
            let count = self.module.func_signature(func).0.len();
            self.signatures.get_mut(func).params = vec![Taken::Unreliable; count];
        }
    }

    /// Within a component, callers may have been before their callees: what is different the second
    /// time is not relied on.
    fn agree(&mut self, members: &[Func], listed: &[Func]) {
        for &func in members {
            if !self.calls.is_recursive(func) || listed.contains(&func) {
                continue;
            }
            let Some(entry) = &self.functions[func] else { continue };
            let analysis = analyze(&entry.f, &self.runtime, &self.signatures, self.config);
            let params = owned_params(&entry.f, &analysis);
            let signature = self.signatures.get_mut(func);
            if signature.result != analysis.result || signature.params != params {
                signature.result = Given::Unreliable;
                for (before, now) in signature.params.iter_mut().zip(params) {
                    if *before != now {
                        *before = Taken::Unreliable;
                    }
                }
            }
        }
    }

    /// Indirect calls pass what functions in tables consume. Whether that was not known.
    fn distrust(&mut self) -> bool {
        let mut new = false;
        for func in self.module.funcs.keys().filter(|&func| self.calls.is_address_taken(func)) {
            for n in 0..self.signatures.get(func).params.len() {
                if matches!(self.signatures.get(func).taken(n), Taken::Owned | Taken::Unreliable) {
                    new |= self.signatures.distrust_indirect(n);
                }
            }
        }
        new
    }

    /// Whether a function may lead to a release, as it is now.
    fn releases(&self, func: Func) -> bool {
        let runtime = &self.runtime;
        if func == runtime.retain || runtime.quiet.contains(func) {
            return false;
        }
        if runtime.allocate.contains(func) {
            return false;
        }
        let imported = matches!(self.module.funcs[func].body, Body::Import);
        if imported || func == runtime.release || runtime.frees.contains(func) {
            return true;
        }
        if runtime.own.contains(func) {
            // Parts of the runtime: with names, those that free are listed.
            return !runtime.named || self.leads_to_release(func);
        }
        match &self.functions[func] {
            Some(entry) => self.body_releases(&entry.f),
            None => true,
        }
    }

    fn leads_to_release(&self, func: Func) -> bool {
        self.calls.calls_indirectly(func)
            || self.calls.is_unknown(func)
            || self.calls.callees(func).iter().any(|&callee| {
                callee != func
                    && (callee == self.runtime.release
                        || self.runtime.frees.contains(callee)
                        || (self.signatures.get(callee).may_release
                            && !self.runtime.quiet.contains(callee)))
            })
    }

    /// Whether something in a function may lead to a release, be it on the way to a trap.
    fn body_releases(&self, f: &Function) -> bool {
        let regions = crate::regions::Regions::new(f, &self.runtime, &self.signatures, false);
        let calls = regions.cfg.rpo.iter().any(|&block| {
            f.blocks[block].insts.iter().any(|&inst| match &f.insts[inst].op {
                Op::DestroyValue => !regions.is_immortal(f, &self.runtime, f.args(inst)[0]),
                op => self.call_releases(op),
            }) || terminator_op(&f.blocks[block].term).is_some_and(|op| self.call_releases(op))
        });
        // Without names, the allocator's own functions are not known: whoever writes memory may
        // be one of them.
        calls || (!self.runtime.named && writes_memory(f))
    }

    fn call_releases(&self, op: &Op) -> bool {
        self.signatures.of_call(op).is_some_and(|(called, _)| called.may_release)
    }

    fn tests(&self, func: Func) -> bool {
        if self.runtime.unique.contains(func) {
            return true;
        }
        let imported = matches!(self.module.funcs[func].body, Body::Import);
        let own = self.runtime.own.contains(func) && !imported;
        if own || self.runtime.allocate.contains(func) {
            return false;
        }
        let Some(entry) = &self.functions[func] else {
            return !self.runtime.quiet.contains(func);
        };
        let f = &entry.f;
        f.live_blocks().any(|block| {
            let insts = f.blocks[block].insts.iter().map(|&inst| &f.insts[inst].op);
            insts
                .chain(terminator_op(&f.blocks[block].term))
                .any(|op| self.signatures.of_call(op).is_some_and(|(called, _)| called.may_test))
        })
    }

    /// Step 3.
    fn parameters(&mut self) {
        let mut bits = Bits::default();
        let hidden = self.references_are_hidden();
        for (func, data) in &self.module.funcs {
            let count = self.module.signature(data.ty).0.len();
            let private = self.calls.is_private(func) && self.functions[func].is_some();
            let of = |set: bool| vec![set; count];
            let inside = private
                || (hidden && !self.calls.is_exported(func) && self.functions[func].is_some());
            let (guaranteed, counted) = (of(private), of(inside));
            self.params[func] = Params { guaranteed, counted, hoisted: of(false) };
        }
        for (func, owned, guaranteed, _) in &self.runtime.conventions {
            for &n in guaranteed.iter().chain(owned) {
                if let Some(bit) = self.params[*func].guaranteed.get_mut(n as usize) {
                    *bit = guaranteed.contains(&n);
                }
                if let Some(bit) = self.params[*func].counted.get_mut(n as usize) {
                    *bit = true;
                }
            }
        }
        let analyses = self.analyses();
        let quiet = self.quiet_but_for_borrows(&analyses);
        for func in self.module.funcs.keys().filter(|&func| !quiet[func]) {
            if let (Some(entry), Some(analysis)) = (&self.functions[func], &analyses[func.index()])
                && self.calls.is_private(func)
                && !self.tail_called[func]
                && self.all_callers_lifted(func)
            {
                self.params[func].hoisted = hoistable(&entry.f, analysis, self.module);
            }
        }
        if !self.config.conventions {
            for params in self.params.values_mut() {
                params.guaranteed.fill(false);
                params.hoisted.fill(false);
            }
        }
        for func in self.module.funcs.keys() {
            let (Some(entry), Some(analysis)) = (&self.functions[func], &analyses[func.index()])
            else {
                // It may call anything with anything.
                for &callee in self.calls.callees(func) {
                    for n in 0..self.params[callee].guaranteed.len() {
                        bits.strike.push((Bit::Guaranteed, callee, n as u32));
                        bits.strike.push((Bit::Counted, callee, n as u32));
                    }
                }
                continue;
            };
            let sites = Sites { f: &entry.f, analysis, runtime: &self.runtime };
            sites.visit(func, &self.signatures, &self.params, &mut bits);
            if hidden {
                let calls = (&self.calls, self.module);
                sites.visit_indirect(func, calls, &self.signatures, &self.params, &mut bits);
            }
        }
        // Each bit is struck off at most once.
        while let Some((kind, func, n)) = bits.strike.pop() {
            let params = &mut self.params[func];
            let set = match kind {
                Bit::Guaranteed => &mut params.guaranteed,
                Bit::Counted => &mut params.counted,
            };
            if set.get_mut(n as usize).is_some_and(std::mem::take) {
                bits.strike.extend(bits.rests.remove(&(kind, func, n)).unwrap_or_default());
            }
        }
        for func in self.module.funcs.keys() {
            let Some(analysis) = &analyses[func.index()] else { continue };
            let Some(mut entry) = self.functions[func].take() else { continue };
            let sites = Sites { f: &entry.f, analysis, runtime: &self.runtime };
            let unguarded = sites.unguarded(func, &self.params);
            if !unguarded.is_empty() {
                guard(&mut entry.f, &unguarded);
                entry.changed = true;
                self.out.stats.guarded += unguarded.len() as u64;
            }
            self.functions[func] = Some(entry);
        }
    }

    /// Whether references to functions are in tables of this module alone, so that each indirect call
    /// of one of them is one of its own code.
    fn references_are_hidden(&self) -> bool {
        let module = self.module;
        let given = |entity: &Entity| matches!(entity, Entity::Table(_) | Entity::Global(_));
        let exported =
            module.exports.iter().any(|export| matches!(export.entity, Entity::Table(_)));
        let imported = module.imports.iter().any(given);
        let globals =
            module.globals.values().any(|global| global.ty.content_type.is_reference_type());
        let unseen = module.funcs.iter().any(|(func, data)| {
            let lifted = self.functions[func].is_some();
            let imported = matches!(data.body, Body::Import);
            let quiet = self.runtime.own.contains(func) && !self.calls.calls_indirectly(func);
            !imported && !lifted && !quiet
        });
        let refers =
            |f: &Function| f.insts.values().any(|inst| matches!(inst.op, Op::RefFunc { .. }));
        let refers = self.functions.values().flatten().any(|entry| refers(&entry.f));
        !exported && !imported && !globals && !unseen && !refers
    }

    /// What there is to know of each function that was lifted, by its number.
    fn analyses(&self) -> Vec<Option<Analysis>> {
        let of = |func| {
            let entry = self.functions[func].as_ref()?;
            Some(analyze(&entry.f, &self.runtime, &self.signatures, self.config))
        };
        self.module.funcs.keys().map(of).collect()
    }

    /// Guesses which functions will release nothing, once what may be borrowed is. There, a parameter
    /// needs no pair, and calls of it need none either.
    fn quiet_but_for_borrows(&self, analyses: &[Option<Analysis>]) -> SecondaryMap<Func, bool> {
        let mut quiet: SecondaryMap<Func, bool> = SecondaryMap::new();
        for func in self.calls.bottom_up() {
            let (Some(entry), Some(analysis)) = (&self.functions[func], &analyses[func.index()])
            else {
                quiet[func] = !self.signatures.get(func).may_release;
                continue;
            };
            let (f, Analysis { regions, balance, .. }) = (&entry.f, analysis);
            quiet[func] = regions.cfg.rpo.iter().all(|&block| {
                regions.barriers[block].iter().all(|barrier| {
                    let inst = f.blocks[block].insts[barrier.pos as usize];
                    let stays = match (barrier.destroy.expand(), &f.insts[inst].op) {
                        (Some(event), _) => {
                            let object = regions.event(event).object;
                            let root = regions.data(object).root;
                            let passed = matches!(f.values[root].def, ValueDef::Param(home, _)
                                if home != f.entry);
                            balance.is_refused(object)
                                || (balance.start[object.as_u32() as usize] > 0 && !passed)
                        }
                        (None, &Op::Call { function_index }) => {
                            let callee = Func::from_u32(function_index);
                            callee != func && !quiet[callee]
                        }
                        _ => true,
                    };
                    !barrier.releases || !stays
                })
            });
        }
        quiet
    }

    fn all_callers_lifted(&self, func: Func) -> bool {
        self.calls.callers(func).iter().all(|&caller| self.functions[caller].is_some())
    }

    /// Steps 4 and 5.
    fn each(&mut self) {
        for component in 0..self.calls.component_count() {
            let members: Vec<Func> = self.calls.members(component).to_vec();
            let members: Vec<Func> =
                members.into_iter().filter(|&func| self.functions[func].is_some()).collect();
            let Some(&first) = members.first() else { continue };
            for &func in &members {
                self.copy_for_callees(func);
            }
            if !self.calls.is_recursive(first) {
                let counted = self.one(first, true);
                self.out.stats.count(&counted);
                self.settle(first);
                continue;
            }
            let before: Vec<Option<Raise>> =
                members.iter().map(|&func| self.functions[func].clone()).collect();
            let known: Vec<bool> =
                members.iter().map(|&func| self.signatures.get(func).may_release).collect();
            // As if calls among them released nothing.
            for &func in &members {
                self.signatures.get_mut(func).may_release = false;
            }
            let counted: Vec<Counted> = members.iter().map(|&func| self.one(func, false)).collect();
            let quiet = members.iter().all(|&func| {
                let entry = self.functions[func].as_ref().expect("it is there");
                !self.body_releases(&entry.f)
            });
            if quiet || known.iter().all(|&known| !known) {
                counted.iter().for_each(|counted| self.out.stats.count(counted));
                continue;
            }
            for (&func, entry) in members.iter().zip(before) {
                self.functions[func] = entry;
                self.signatures.get_mut(func).may_release = true;
            }
            for &func in &members {
                let counted = self.one(func, true);
                self.out.stats.count(&counted);
            }
        }
    }

    /// Optimizes one function.
    fn one(&mut self, func: Func, tell: bool) -> Counted {
        let Some(mut entry) = self.functions[func].take() else { return Counted::default() };
        let analysis = analyze(&entry.f, &self.runtime, &self.signatures, self.config);
        if self.keep_remarks && tell {
            let mut remarks = Remarks::new(true);
            for fault in faults(&analysis) {
                let loc = place(&entry.f, fault.block, fault.pos);
                remarks.record("arc", RemarkKind::Missed, loc, "ownership does not add up", || {
                    fault.to_string()
                });
            }
            if !remarks.list().is_empty() {
                self.out.remarks.push((func, remarks));
            }
        }
        let counted = optimize(
            &mut entry.f,
            &analysis,
            &self.params[func],
            &self.runtime,
            &self.signatures,
            self.config,
            self.fuel,
        );
        entry.changed |= counted.copies != 0 || counted.destroys != 0 || counted.immortal > 0;
        self.functions[func] = Some(entry);
        counted
    }

    /// What callers are to know of a function that is done.
    fn settle(&mut self, func: Func) {
        let may_release = self.releases(func);
        self.signatures.get_mut(func).may_release = may_release;
        if !self.config.conventions
            || !self.calls.is_private(func)
            || self.tail_called[func]
            || !self.all_callers_lifted(func)
            || self.runtime.conventions.iter().any(|given| given.0 == func)
        {
            return;
        }
        self.take_over(func);
        if self.signatures.get(func).result != Given::Owned {
            return;
        }
        let Some(mut entry) = self.functions[func].take() else { return };
        let counted = &self.params[func].counted;
        let held = results::hold(&mut entry.f, counted, &self.runtime, &self.signatures, self.fuel);
        if held {
            entry.changed = true;
            self.signatures.get_mut(func).result = Given::Held;
            self.out.stats.held += 1;
        }
        self.functions[func] = Some(entry);
    }

    /// Lets a function take over parameters that it puts somewhere.
    fn take_over(&mut self, func: Func) {
        let Some(mut entry) = self.functions[func].take() else { return };
        let analysis = analyze(&entry.f, &self.runtime, &self.signatures, self.config);
        for found in handover::find(&entry.f, &analysis, &self.signatures) {
            if !self.fuel.take() {
                break;
            }
            let f = &mut entry.f;
            let (copied, of) = (f.result(found.copy), f.args(found.copy)[0]);
            f.alias(copied.expect("a copy has a result"), of);
            for block in f.live_blocks().collect::<Vec<_>>() {
                f.blocks[block].insts.retain(|&inst| inst != found.copy);
            }
            let (n, count) = (found.param as usize, f.blocks[f.entry].params.len());
            let signature = self.signatures.get_mut(func);
            signature.params.resize(count, Taken::Borrowed);
            signature.moved.resize(count, None);
            signature.params[n] = Taken::Owned;
            signature.moved[n] = Some(found.root);
            entry.changed = true;
            self.out.stats.moved += 1;
        }
        entry.f.resolve_aliases();
        self.functions[func] = Some(entry);
    }

    /// Copies the results of calls whose callees no longer do, and what callees take over.
    fn copy_for_callees(&mut self, func: Func) {
        let Some(mut entry) = self.functions[func].take() else { return };
        let copied = results::copy_held(&mut entry.f, &self.signatures)
            + handover::copy_arguments(&mut entry.f, &self.signatures);
        entry.changed |= copied > 0;
        self.functions[func] = Some(entry);
    }

    fn finish(&mut self) {
        for func in self.module.funcs.keys() {
            let Some(Raise { mut f, raised, changed }) = self.functions[func].take() else {
                continue;
            };
            let guaranteed = self.params[func].guaranteed.iter().filter(|&&bit| bit).count();
            self.out.stats.guaranteed += guaranteed as u64;
            if changed {
                raise::lower(&mut f, &self.runtime, raised);
                self.out.stats.functions += 1;
                self.out.changed.push((func, f));
            }
        }
    }
}

/// The location of a position in a block.
fn place(f: &Function, block: invar_ir::Block, pos: u32) -> SourceLoc {
    match f.blocks[block].insts.get(pos as usize) {
        Some(&inst) => f.insts[inst].loc,
        None => f.blocks[block].term_loc,
    }
}

fn owned_params(f: &Function, analysis: &Analysis) -> Vec<Taken> {
    let taken = |&param: &Value| match analysis.regions.object(param) {
        Some(object) if analysis.balance.is_refused(object) => Taken::Unreliable,
        Some(object) if analysis.balance.start[object.as_u32() as usize] > 0 => Taken::Owned,
        _ => Taken::Borrowed,
    };
    f.blocks[f.entry].params.iter().map(taken).collect()
}

fn writes_memory(f: &Function) -> bool {
    f.live_blocks().any(|block| {
        f.blocks[block].insts.iter().any(|&inst| {
            let name = f.insts[inst].op.opcode().name();
            name.contains(".store") || name.starts_with("memory.")
        })
    })
}
