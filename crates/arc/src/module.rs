//! A whole module: conventions across functions, then each function.
//!
//! 1. The runtime is found by the tables; with a collector of cycles, the module is left alone if the
//!    program may observe when objects are deinitialized (`deinits`). All functions but the runtime's own are lifted,
//!    small ones that count references are inlined ([`Inlining`]), and all are raised.
//! 2. *Conventions* inferred from the code, callees before callers: which parameters are consumed,
//!    whether results are owned, which functions may lead to a release.
//! 3. *Guaranteed parameters*, an optimistic fixpoint over all calls at once: a parameter of a function that only
//!    direct calls of this module reach is guaranteed if at each call the argument is owned by the
//!    caller before and after, or is a guaranteed parameter of the caller, or is immortal. All
//!    are guaranteed at first; each fact is retracted, and queued, at most once.
//! 4. Each function, callees before callers, so that the releases that are left in callees are known. The
//!    functions of a recursive component are optimized as if calls among them released nothing; if
//!    one of them does release something after all, they are optimized again without that assumption.
//! 5. *Parameters taken over* ([`handover`]) and *+0 results* ([`results`]): a function that returns a
//!    copy of what somebody else owns returns the original, and each caller makes the copy, which may
//!    be redundant there.
//! 6. Step 4 twice more: intersections and callees have removed releases that were barriers, and
//!    regions that are borrowed since then no longer prevent other intersections.
//! 7. Cursors that an ownership path keeps alive (`transform::ownership_paths`), and *delayed retains*
//!    (`delayed_retains`): copies that are pending until something may be released, or a destroy meets them.
//! 8. *Allocations at +1* ([`crate::transform::owned_allocation`]): an allocation and the copy that follows become one.
//!
//! Indirect calls through tables that are private to the module are calls of the functions in them
//! (`runtimes::indirect`), in steps 4 to 6.
//!
//! Cost: linear in the module but for the functions' own costs; each function is optimized at most
//! three times, one of a recursive component at most six times.

use crate::delayed_retains::{DelayPolicy, delay_retains};
use crate::interprocedural::handover;
use crate::interprocedural::results;
use crate::interprocedural::signature::{Given, Indirect, Signatures, Taken};
use crate::runtimes::deinits;
use crate::runtimes::deinits::Refusal;
use crate::runtimes::raise;
use crate::runtimes::raise::{Bodies, Raised};
use crate::runtimes::shapes;
use crate::runtimes::table::{Count, Runtime, Table};
pub use crate::stats::Stats;
pub use crate::transform::explain::WantedDetails;
use crate::transform::explain::{Log, value_text};
use crate::transform::function::{
    Config, Counted, FunctionSetting, Params, analyze, faults, optimize,
};
use crate::transform::owned_allocation;
use crate::transform::ownership_paths::{Kept, keep};
use crate::transform::release_sinking::sink;
use invar_analysis::drawing::Drawing;
use invar_analysis::{CallGraph, Fuel, Observed, RemarkKind, Remarks};
use invar_ir::entities::{EntitySet, SecondaryMap};
use invar_ir::{Body, Cfg, Func, Function, Module, Op, SourceLoc, ValType, terminator_op};

/// How often each function is optimized again.
const AGAIN: usize = 2;

/// A remark, with the function it is about.
pub type FuncRemarks = (Func, Remarks);

/// The result for a module.
#[derive(Default)]
pub struct ArcOutcome {
    /// The runtime that was found.
    pub runtime: Option<String>,
    /// The functions that changed. They are kept or reverted together: conventions between them
    /// changed.
    pub changed: Vec<(Func, Function)>,
    /// Functions to add to the module, in this order: which one each is made of, and its body.
    pub added: Vec<(Func, Function)>,
    /// Counters.
    pub stats: Stats,
    /// Remarks by function.
    pub remarks: Vec<FuncRemarks>,
    /// Drawings by function, in the order of their steps.
    pub drawings: Vec<(Func, Vec<Drawing>)>,
}

/// Callbacks of the pipeline: lifting, value numbering, inlining.
pub struct Callbacks<'a> {
    /// Returns a function in SSA form, or none if it cannot be lifted.
    pub lift: &'a dyn Fn(Func) -> Option<Function>,
    /// Value numbering of a function that was raised. A copy writes nothing that a program can
    /// read, so more loads are redundant than before; and two loads of one value are one object.
    pub share: &'a dyn Fn(&mut Function),
    /// Inlines small functions that count references, before anything is raised.
    pub inlining: Option<Inlining<'a>>,
}

/// The inliner. Functions come callees before callers.
#[derive(Clone, Copy)]
pub struct Inlining<'a> {
    /// Offers a body to the callers of its function.
    pub offer: &'a dyn Fn(Func, &Function),
    /// Inlines bodies that were offered in a function, which is recursive or not. Whether there were such calls.
    pub inline: &'a dyn Fn(bool, &mut Function) -> bool,
}

/// Removes reference counts from a module.
pub fn run(
    module: &Module,
    tables: &[Table],
    source: &Callbacks<'_>,
    config: &Config,
    fuel: &Fuel,
    wanted: WantedDetails,
) -> ArcOutcome {
    let found = tables.iter().find_map(|table| Some((table, table.find(module)?)));
    let Some((table, mut runtime)) = found else { return ArcOutcome::default() };
    let calls = CallGraph::new(module);
    runtime.close(module, &calls);
    let body = |func| match module.funcs[func].body {
        Body::Import => None,
        _ => (source.lift)(func),
    };
    if table.immortal_is_tested() {
        let bound = body(runtime.retain).and_then(|retain| raise::tested_bound(&retain));
        runtime.immortal = runtime.immortal.max(bound.unwrap_or(0));
    }
    let word = owned_allocation::counted_word(&runtime, body);
    let mut shapes = 0;
    if runtime.cycles {
        let found = if !runtime.named {
            let found = shapes::recognize(module, &calls, &runtime, word, source.lift);
            found.map(|freeing| {
                runtime.freeing = freeing;
                shapes = 1;
            })
        } else if runtime.silent_deinits {
            Ok(())
        } else {
            deinits::of_program(module, &calls, &runtime, source.lift)
        };
        match found {
            Err(why) if !runtime.silent_deinits => return refused(&runtime, wanted, why),
            Err(_) => {}
            // Deinits run code of the runtime only, so that their order is not observable.
            Ok(()) => runtime.unordered_deinits |= !runtime.silent_deinits,
        }
    }
    let counting = |func| body(func).and_then(|function| raise::counting_body(&function));
    let bodies = Bodies {
        retain: counting(runtime.retain),
        release: counting(runtime.release),
        shared: module.memories.values().any(|memory| memory.ty.shared),
    };
    if let mask @ 1.. = table.count_mask() {
        runtime.count = word.map(|word| Count { word, mask });
    }
    // A test for uniqueness that nobody can call is none.
    let is_called = |func: Func| {
        calls.call_sites(func) > 0 || calls.is_exported(func) || calls.is_address_taken(func)
    };
    let may_test = runtime.unique.iter().any(is_called);
    let mut work = Work {
        module,
        order: calls.clone(),
        calls,
        indirect: Indirect::default(),
        signatures: Signatures::new(module.funcs.len(), may_test),
        functions: SecondaryMap::new(),
        config,
        fuel,
        params: SecondaryMap::new(),
        out: ArcOutcome { runtime: Some(runtime.name.clone()), ..ArcOutcome::default() },
        wanted,
        last_round: false,
        tail_called: SecondaryMap::new(),
        late: runtime.cycles && runtime.unordered_deinits && !bodies.shared,
        runtime,
    };
    work.out.stats.shapes = Observed(shapes);
    work.raise_all(source, bodies);
    if work.functions.values().all(|entry| entry.as_ref().is_none_or(|f| f.raised.is_empty())) {
        return work.out;
    }
    work.conventions();
    work.follow_indirect_calls();
    work.parameters();
    work.optimize_all(Round::First);
    for n in 0..AGAIN {
        work.last_round = n + 1 == AGAIN;
        work.optimize_all(Round::Again);
    }
    work.last_steps();
    if let Some(word) = word {
        work.allocate_at_plus_one(owned_allocation::allocators(&work.runtime, word, body));
    }
    work.finish();
    work.out
}

/// Which of the rounds over all functions it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Round {
    /// The first one, which also changes conventions, and counts refusals.
    First,
    /// A later one, which only removes copies and destroys.
    Again,
}

pub(crate) struct Raise {
    pub f: Function,
    pub raised: Raised,
    pub changed: bool,
}

pub(crate) struct Work<'a> {
    pub module: &'a Module,
    /// Direct calls.
    pub calls: CallGraph,
    /// Direct calls, and indirect ones with known targets.
    pub order: CallGraph,
    pub indirect: Indirect,
    pub runtime: Runtime,
    pub signatures: Signatures,
    pub functions: SecondaryMap<Func, Option<Raise>>,
    pub config: &'a Config,
    pub fuel: &'a Fuel,
    pub params: SecondaryMap<Func, Params>,
    pub out: ArcOutcome,
    pub wanted: WantedDetails,
    /// Whether a program cannot observe when an object is deinitialized, so that destroys may sink.
    late: bool,
    /// Whether functions are optimized for the last time.
    last_round: bool,
    /// Functions that are tail-called.
    pub tail_called: SecondaryMap<Func, bool>,
}

impl Clone for Raise {
    fn clone(&self) -> Self {
        Raise { f: self.f.clone(), raised: self.raised.clone(), changed: self.changed }
    }
}

impl Work<'_> {
    fn raise_all(&mut self, source: &Callbacks<'_>, bodies: Bodies) {
        let order: Vec<Func> = self.calls.bottom_up().collect();
        for func in order {
            let imported = matches!(self.module.funcs[func].body, Body::Import);
            if imported || self.runtime.own.contains(func) {
                continue;
            }
            let Some(mut f) = (source.lift)(func) else { continue };
            // After inlining, a callee's convention may change without regard to calls in the original body: so that is
            // replaced in any case.
            let mut changed = false;
            if let Some(Inlining { offer, inline }) = source.inlining {
                let recursive = self.calls.is_recursive(func);
                changed = inline(recursive, &mut f);
                if !recursive && self.may_inline(func, &f) {
                    // Calls are smaller than code of the runtime that a compiler inlined.
                    let mut short = f.clone();
                    let raised = raise::raise(&mut short, &self.runtime, bodies);
                    if raised.inlined > 0 {
                        raise::lower(&mut short, &self.runtime, raised);
                        offer(func, &short);
                    } else {
                        offer(func, &f);
                    }
                }
            }
            for block in f.live_blocks() {
                if let Some(&Op::ReturnCall { function_index }) =
                    terminator_op(&f.blocks[block].term)
                {
                    self.tail_called[Func::from_u32(function_index)] = true;
                }
            }
            let raised = raise::raise(&mut f, &self.runtime, bodies);
            if !raised.is_empty() {
                if self.late {
                    sink(&mut f, &self.runtime);
                }
                (source.share)(&mut f);
            }
            let stats = &mut self.out.stats;
            stats.copies += raised.copies;
            stats.destroys += raised.destroys;
            stats.exchanges += raised.exchanges() as u64;
            self.functions[func] = Some(Raise { f, raised, changed });
        }
    }

    /// Whether a function may be inlined: it counts references, and the table does not name it.
    fn may_inline(&self, func: Func, f: &Function) -> bool {
        let Runtime { retain, release, allocate, frees, reallocates, .. } = &self.runtime;
        let Runtime { quiet, unique, conventions, .. } = &self.runtime;
        let listed =
            [allocate, frees, reallocates, quiet, unique].iter().any(|set| set.contains(func))
                || conventions.iter().any(|given| given.0 == func)
                || self.module.ownership.contains_key(&func);
        let counts = |op: &Op| match *op {
            Op::Call { function_index } => {
                [*retain, *release].contains(&Func::from_u32(function_index))
            }
            _ => false,
        };
        let mut insts = f.live_blocks().flat_map(|block| &f.blocks[block].insts);
        !listed && insts.any(|&inst| counts(&f.insts[inst].op))
    }

    /// Optimizes all functions, callees first: steps 4 and 5 in the first round, after that step 4 alone.
    fn optimize_all(&mut self, round: Round) {
        let first = round == Round::First;
        for component in 0..self.order.component_count() {
            let members: Vec<Func> = self.order.members(component).to_vec();
            let members: Vec<Func> =
                members.into_iter().filter(|&func| self.functions[func].is_some()).collect();
            let Some(&one) = members.first() else { continue };
            if first {
                members.iter().for_each(|&func| self.copy_for_callees(func));
            }
            if self.order.is_recursive(one) {
                self.note_consumers(&members);
                self.component(&members, round);
                self.note_consumers(&members);
                continue;
            }
            let counted = self.optimize(one, round);
            self.out.stats.count(&counted, round);
            let may_release = self.releases(one);
            self.set_may_release(one, may_release);
            if first {
                self.settle(one);
            }
            self.note_consumers(&[one]);
        }
    }

    /// Optimizes functions that call each other.
    fn component(&mut self, members: &[Func], round: Round) {
        let before: Vec<Option<Raise>> =
            members.iter().map(|&func| self.functions[func].clone()).collect();
        let known: Vec<bool> =
            members.iter().map(|&func| self.signatures.get(func).may_release).collect();
        // As if calls among them released nothing.
        members.iter().for_each(|&func| self.set_may_release(func, false));
        let told = (self.out.remarks.len(), self.out.drawings.len());
        let counted: Vec<Counted> =
            members.iter().map(|&func| self.optimize(func, Round::Again)).collect();
        let quiet = members.iter().all(|&func| {
            let entry = self.functions[func].as_ref().expect("it is there");
            !self.body_releases(&entry.f)
        });
        if quiet || known.iter().all(|&known| !known) {
            counted.iter().for_each(|counted| self.out.stats.count(counted, round));
            return;
        }
        self.out.remarks.truncate(told.0);
        self.out.drawings.truncate(told.1);
        for (&func, entry) in members.iter().zip(before) {
            self.functions[func] = entry;
            self.set_may_release(func, true);
        }
        for &func in members {
            let counted = self.optimize(func, round);
            self.out.stats.count(&counted, round);
        }
    }

    /// Optimizes one function.
    fn optimize(&mut self, func: Func, round: Round) -> Counted {
        let first = round == Round::First;
        let Some(mut entry) = self.functions[func].take() else { return Counted::default() };
        if !first && !has_counts(&entry.f) {
            self.functions[func] = Some(entry);
            return Counted::default();
        }
        let analysis = analyze(&entry.f, &self.runtime, &self.signatures, self.config);
        let mut log = Log::new(self.wanted);
        log.refusals = self.last_round;
        if log.remarks.enabled() && first {
            for fault in faults(&analysis) {
                let f = &entry.f;
                let mut loc = place(f, fault.block, fault.pos);
                if let Some(inst) = f.def_inst(fault.value).filter(|_| loc.offset == 0) {
                    loc = f.insts[inst].loc;
                }
                log.missed(loc, "ownership is unbalanced", || {
                    format!("of {}: {fault}", value_text(f, fault.value))
                });
            }
        }
        let setting = FunctionSetting {
            params: &self.params[func],
            runtime: &self.runtime,
            signatures: &self.signatures,
            config: self.config,
        };
        let counted = optimize(&mut entry.f, &analysis, &setting, self.fuel, &mut log);
        self.out.tell(func, log);
        entry.changed |= counted.changed;
        self.functions[func] = Some(entry);
        counted
    }

    /// Changes the conventions of a function that was optimized: parameters taken over, +0 results.
    fn settle(&mut self, func: Func) {
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
        let Work { runtime, signatures, fuel, .. } = &*self;
        let mut log = Log::new(self.wanted);
        let held = results::hold(&mut entry.f, counted, runtime, signatures, fuel, &mut log);
        self.out.tell(func, log);
        if held {
            entry.changed = true;
            self.signatures.get_mut(func).result = Given::Held;
            self.out.stats.held += 1;
        }
        self.functions[func] = Some(entry);
    }

    /// Makes parameters owned that a function stores (guaranteed to owned).
    fn take_over(&mut self, func: Func) {
        let Some(mut entry) = self.functions[func].take() else { return };
        let analysis = analyze(&entry.f, &self.runtime, &self.signatures, self.config);
        let mut log = Log::new(self.wanted);
        for found in handover::find(&entry.f, &analysis, &self.runtime, &self.signatures) {
            if !self.fuel.take() {
                break;
            }
            let f = &mut entry.f;
            log.removed(
                f,
                found.copy,
                "the function takes it over, and callers retain it if need be",
            );
            let (copied, of) = (f.result(found.copy), f.args(found.copy)[0]);
            f.alias(copied.expect("a copy has a result"), of);
            for block in f.live_blocks().collect::<Vec<_>>() {
                f.blocks[block].insts.retain(|&inst| inst != found.copy);
            }
            let (n, count) = (found.param as usize, f.blocks[f.entry].params.len());
            let signature = self.signatures.get_mut(func);
            signature.params.resize(count, Taken::Borrowed);
            signature.stored_into.resize(count, None);
            signature.params[n] = Taken::Owned;
            signature.stored_into[n] = Some(found.root);
            signature.late.resize(count, false);
            signature.late[n] = found.late;
            entry.changed = true;
            self.out.stats.moved += 1;
        }
        entry.f.resolve_aliases();
        self.functions[func] = Some(entry);
        self.out.tell(func, log);
    }

    /// Copies results that callees return at +0 now, and arguments that callees take over.
    fn copy_for_callees(&mut self, func: Func) {
        let Some(mut entry) = self.functions[func].take() else { return };
        let copied = results::copy_held(&mut entry.f, &self.signatures)
            + handover::copy_arguments(&mut entry.f, &self.signatures);
        entry.changed |= copied > 0;
        self.functions[func] = Some(entry);
    }

    /// Allocates objects at +1 where their first copy follows, by these forms of allocators.
    fn allocate_at_plus_one(&mut self, owning: Vec<(Func, Function)>) {
        let first = self.module.funcs.len();
        let instead = |func: Func| {
            let n = owning.iter().position(|owning| owning.0 == func)?;
            Some(Func::from_u32((first + n) as u32))
        };
        for (func, entry) in self.functions.iter_mut() {
            let Some(Raise { f, changed, .. }) = entry else { continue };
            let mut log = Log::new(self.wanted);
            let born = owned_allocation::own(f, instead, &self.signatures, self.fuel, &mut log);
            *changed |= born > 0;
            self.out.stats.born += born;
            self.out.tell(func, log);
        }
        if self.out.stats.born > 0 {
            self.out.added = owning;
        }
    }

    /// Step 7: ownership paths and delayed retains.
    fn last_steps(&mut self) {
        let shared = self.module.memories.values().any(|memory| memory.ty.shared);
        if !self.config.moves || shared {
            return;
        }
        // What is pending is compared as a number, and nothing is null.
        let delays =
            self.config.delayed_retains && self.runtime.ty == ValType::I32 && self.runtime.null;
        let quiet = self.quiet_functions();
        let Work { runtime, signatures, config, module, fuel, .. } = self;
        let policy = DelayPolicy { runtime, module, quiet };
        let analyze = |f: &Function| analyze(f, runtime, signatures, config);
        for func in module.funcs.keys() {
            let Some(Raise { f, changed, .. }) = &mut self.functions[func] else { continue };
            if !has_counts(f) {
                continue;
            }
            let (mut kept, mut log) = (Kept::default(), Log::new(self.wanted));
            let known = &self.params[func];
            if Cfg::new(f).has_cycle() {
                kept = keep(f, &analyze(f), known, runtime, module, fuel, &mut log);
            }
            self.out.stats.kept += kept.copies;
            let mut delayed = Vec::new();
            if delays {
                let analysis = analyze(f);
                delayed =
                    delay_retains(f, &analysis, known, &kept.params, &policy, signatures, fuel);
            }
            for &copy in &delayed {
                log.applied(f.insts[copy].loc, "delays a retain", || {
                    let object = value_text(f, f.args(copy)[0]);
                    format!("of {object}, until something may be released, or it meets a release")
                });
            }
            *changed |= kept.copies > 0 || !delayed.is_empty();
            self.out.stats.delayed += delayed.len() as u64;
            self.out.tell(func, log);
        }
    }

    /// The functions over whose calls copies may be pending.
    fn quiet_functions(&self) -> EntitySet<Func> {
        let Work { runtime, module, calls, .. } = self;
        let quiet = if runtime.ends_at_traps { runtime.allocate.clone() } else { EntitySet::new() };
        let mut policy = DelayPolicy { runtime, module, quiet };
        for func in calls.bottom_up() {
            if let Some(Raise { f, .. }) = &self.functions[func]
                && runtime.ends_at_traps
                && policy.allows_all(f)
            {
                policy.quiet.insert(func);
            }
        }
        policy.quiet
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

impl ArcOutcome {
    /// Adds what is recorded about a function.
    fn tell(&mut self, func: Func, log: Log) {
        let (remarks, drawings) = log.into_parts();
        if !remarks.list().is_empty() {
            self.remarks.push((func, remarks));
        }
        if !drawings.is_empty() {
            self.drawings.push((func, drawings));
        }
    }
}

/// The result where a program may observe deinits: nothing is done.
fn refused(runtime: &Runtime, wanted: WantedDetails, refusal: Refusal) -> ArcOutcome {
    let mut out = ArcOutcome { runtime: Some(runtime.name.clone()), ..ArcOutcome::default() };
    out.stats.refused_deinits = Observed(1);
    if wanted.remarks {
        let mut remarks = Remarks::new(true);
        let what = "the program may observe deinits";
        remarks.record("arc", RemarkKind::Missed, refusal.loc, what, || refusal.why);
        out.remarks.push((refusal.func, remarks));
    }
    out
}

/// The location of a position in a block.
fn place(f: &Function, block: invar_ir::Block, pos: u32) -> SourceLoc {
    match f.blocks[block].insts.get(pos as usize) {
        Some(&inst) => f.insts[inst].loc,
        None => f.blocks[block].term_loc,
    }
}

/// Whether a function has copies or destroys.
fn has_counts(f: &Function) -> bool {
    f.live_blocks().any(|block| {
        let mut insts = f.blocks[block].insts.iter();
        insts.any(|&inst| matches!(f.insts[inst].op, Op::CopyValue | Op::DestroyValue))
    })
}
