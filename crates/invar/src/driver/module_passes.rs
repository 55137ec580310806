//! The passes over the module, which come before those over functions, and what stays of it.

use super::Run;
use super::input::Input;
use crate::passes::{self, Pass, Totals};
use crate::report::Remark;
use crate::schedule;
use invar_analysis::{CallGraph, PassContext, Summaries};
use invar_interprocedural::call_facts::{self, CallFacts};
use invar_interprocedural::constant_fields;
use invar_interprocedural::uses::{self, Use};
use invar_interprocedural::{
    global_dce, inline, merge_functions, merge_similar, uncalled_functions,
};
use invar_ir::{Body, Func, FuncData, Function, Keep, Module};
use rustc_hash::FxHashSet;
use std::cell::RefCell;
use std::time::Instant;
use wasmparser::WasmFeatures;

/// Before reference counts are removed, bodies that count are inlined as if they were so many times smaller.
const COUNTED_BYTES: u32 = 4;

/// The passes besides `arc` that replace functions.
pub(super) const REPLACING: [Pass; 2] = [Pass::MergeSimilar, Pass::UncalledFunctions];

/// The results of module passes that function passes use.
#[derive(Default)]
pub(super) struct ModuleFacts {
    /// The entities that stay.
    pub keep: Keep,
    /// What all calls of a function have in common.
    pub calls: CallFacts,
    /// The calls, where they were looked at.
    pub graph: Option<CallGraph>,
}

impl Run<'_> {
    /// Runs the passes over the module that come before those over functions.
    pub(super) fn module_passes(&mut self) -> ModuleFacts {
        let mut facts = ModuleFacts { keep: self.input.unmerged(), ..ModuleFacts::default() };
        for pass in self.input.schedule.module.clone() {
            match pass {
                Pass::Arc => {
                    // It may add a function.
                    self.arc();
                    facts.keep = self.input.unmerged();
                }
                Pass::MergeFunctions => {
                    self.merge_functions();
                    facts.keep = self.input.unmerged();
                }
                Pass::MergeSimilar => {
                    self.merge_similar();
                    facts.keep = self.input.unmerged();
                }
                Pass::UncalledFunctions => {
                    self.uncalled_functions();
                    facts.keep = self.input.unmerged();
                }
                Pass::GlobalDce => facts.keep = global_dce::live(&self.input.module, self.facts()),
                // On bytes: `retype.rs`.
                Pass::RefineTypes => {}
                Pass::ConstantFields => self.constant_fields(&mut facts),
                Pass::CallFacts => self.call_facts(&mut facts),
                pass => panic!("`{pass}` does not run before functions"),
            }
        }
        facts
    }

    /// Removes reference counts, if the module has a runtime that is known.
    fn arc(&mut self) {
        if self.input.tables.is_empty() {
            return;
        }
        let start = Instant::now();
        let (module, source) = (&self.input.module, &self.input.source);
        // Objects are not followed to exception handlers.
        let lift = |func| source.lift(module, func).ok().filter(|f| !f.has_handlers());
        let (goals, fuel, summaries) = (self.input.goals, &self.input.fuel, Summaries::default());
        let setting = self.input.options.setting(self.input.proposals.allowed, true);
        let totals = RefCell::new(Totals::default());
        let run =
            |phase: &schedule::SchedulePhase, function: &mut Function, cx: &mut PassContext<'_>| {
                for (pass, _) in phase.steps {
                    passes::run(*pass, function, cx, &setting, &mut totals.borrow_mut());
                }
            };
        let checker = self.input.checker();
        let share = |function: &mut Function| {
            let mut cx = PassContext::new(module, goals, fuel, &summaries);
            cx.checker = checker;
            run(&schedule::BEFORE_ARC, function, &mut cx);
        };
        let bodies = Summaries::new(module.funcs.len());
        let offer = |func: Func, function: &Function| {
            if let Some(mut callee) = inline::offer(module, &goals, func, function, None) {
                // Most of its calls count references, and many of these become redundant in its callers.
                callee.has_calls = false;
                callee.bytes /= COUNTED_BYTES;
                bodies.publish_body(func, callee);
            }
        };
        let inline = |recursive: bool, function: &mut Function| {
            let mut cx = PassContext::new(module, goals, fuel, &bodies);
            cx.recursive = recursive;
            cx.checker = checker;
            run(&schedule::ARC_INLINE, function, &mut cx);
            let inlined = !cx.provenance.inlined.is_empty();
            if inlined {
                run(&schedule::ARC_INLINED, function, &mut cx);
            }
            inlined
        };
        let speed = goals.size == 0 && !goals.keep_size;
        let inlining = (speed && self.input.schedule.inlines())
            .then_some(invar_arc::module::Inlining { offer: &offer, inline: &inline });
        let source = invar_arc::module::Callbacks { lift: &lift, share: &share, inlining };
        // Decisions at run time take code.
        let delayed_retains = self.input.options.arc_waiting && goals.size == 0;
        let conventions = self.input.options.arc_conventions;
        let config = invar_arc::transform::function::Config {
            conventions,
            delayed_retains,
            ..Default::default()
        };
        let traced = self.tracing.is_some();
        let remarks = self.input.options.remarks || traced;
        let wanted = invar_arc::module::WantedDetails { remarks, drawings: traced };
        let found = invar_arc::module::run(
            module,
            &self.input.tables,
            &source,
            &config,
            &self.input.fuel,
            wanted,
        );
        if found.runtime.is_none() {
            return;
        }
        for (func, remarks) in found.remarks {
            let label = self.input.module.func_label(func);
            let remarks = remarks.into_list().into_iter();
            let remarks: Vec<Remark> = remarks.map(|remark| Remark::of(&label, remark)).collect();
            if self.input.options.remarks {
                self.report.remarks.extend_from_slice(&remarks);
            }
            if let Some(tracing) = &mut self.tracing {
                tracing.arc_remarks.entry(func).or_default().extend(remarks);
            }
        }
        if let Some(tracing) = &mut self.tracing {
            tracing.arc_drawings.extend(found.drawings);
        }
        let added = found.added.into_iter().map(|(like, function)| {
            let data = &self.input.module.funcs[like];
            let data = FuncData::new(data.ty, None, Body::Import);
            let func = self.input.module.funcs.push(data);
            if let Some(name) = self.input.module.names.funcs.get(&like) {
                let name = format!("{name}|owned");
                self.input.module.names.funcs.insert(func, name);
            }
            (func, function)
        });
        let added: Vec<(Func, Function)> = added.collect();
        for (func, function) in found.changed.into_iter().chain(added) {
            self.candidates.set_original(func, uses::of_function(&function));
            self.input.module.funcs[func].body = Body::Ssa(Box::new(function));
            self.replaced.push(func);
        }
        self.totals.arc.record(start.elapsed(), &found.stats);
        self.totals.add(&totals.into_inner());
    }

    /// Whether a function that a pass over the module replaced has no body.
    pub fn is_replacement_broken(&self) -> bool {
        let keep = self.live();
        !self.report.input_kept
            && self
                .replaced
                .iter()
                .any(|&func| keep.funcs.contains(func) && !self.candidates.is_new(func))
    }

    fn merge_functions(&mut self) {
        let start = Instant::now();
        let stats = {
            let Input { module, fuel, merged, .. } = &mut self.input;
            merge_functions::run(module, self.candidates.uses(), fuel, merged)
        };
        self.totals.merge_functions.record(start.elapsed(), &stats);
    }

    /// Merges functions that differ in constants. With those that are replaced, their callers are taken through their
    /// passes: a call of the common function may take the place of a call of one that calls it.
    fn merge_similar(&mut self) {
        let start = Instant::now();
        let (replaced, stats) = {
            let Input { module, source, fuel, merged, proposals, .. } = &mut self.input;
            let lift = |module: &Module, func| source.lift(module, func).ok();
            let callees = proposals.allowed.contains(WasmFeatures::FUNCTION_REFERENCES);
            merge_similar::run(module, merged, callees, &lift, fuel)
        };
        for &func in &replaced {
            self.candidates.set_original(func, uses::of_func(&self.input.module, func));
        }
        if let Some(only) = &mut self.only {
            let callees: FxHashSet<Func> = replaced.iter().copied().collect();
            only.extend(replaced.iter().copied());
            let calls = |it: &Use| matches!(it, Use::Func(callee) if callees.contains(callee));
            let uses = self.candidates.uses();
            let is_caller = |func: &Func| uses[*func].uses.iter().any(calls);
            only.extend(self.input.module.funcs.keys().filter(is_caller));
        }
        self.replaced.extend(replaced);
        self.totals.merge_similar.record(start.elapsed(), &stats);
    }

    /// Replaces functions that no call can reach by one. Custom passes, and those that read annotations, may call them.
    fn uncalled_functions(&mut self) {
        let start = Instant::now();
        if !self.input.options.custom.is_empty() || !self.input.annotations().is_empty() {
            return;
        }
        let (trap, stats) = {
            let Input { module, fuel, merged, options, .. } = &mut self.input;
            let uses = self.candidates.uses();
            uncalled_functions::run(module, uses, options.traps_never_happen, merged, fuel)
        };
        if let Some(func) = trap {
            self.candidates.set_original(func, uses::of_func(&self.input.module, func));
            self.only.iter_mut().for_each(|only| _ = only.insert(func));
            self.replaced.push(func);
        }
        self.totals.uncalled_functions.record(start.elapsed(), &stats);
    }

    fn constant_fields(&mut self, facts: &mut ModuleFacts) {
        let start = Instant::now();
        let closed = self.input.options.closed_world;
        let keep = &facts.keep.funcs;
        let (fields, stats) = constant_fields::run(
            &self.input.module,
            keep,
            &self.input.merged,
            closed,
            &self.input.fuel,
        );
        facts.calls.fields = fields;
        self.totals.constant_fields.record(start.elapsed(), &stats);
    }

    fn call_facts(&mut self, facts: &mut ModuleFacts) {
        let start = Instant::now();
        let fields = std::mem::take(&mut facts.calls.fields);
        let graph = self.input.call_graph(&facts.keep, &facts.calls);
        let (mut calls, mut stats) = call_facts::run(
            &self.input.module,
            &facts.keep.funcs,
            &self.input.merged,
            |func| graph.is_private(func),
            fields,
            &self.input.fuel,
        );
        // Frames are found by the global that is the stack pointer, which functions without callees only read.
        if !self.input.options.custom.is_empty() || self.input.goals.stack_abi {
            calls.forget_globals(&mut stats);
        }
        for (global, data) in &mut self.input.module.globals {
            data.ty.mutable &= !calls.constant_globals.contains(global);
        }
        facts.calls = calls;
        facts.graph = Some(if facts.calls.has_new_calls() {
            self.input.call_graph(&facts.keep, &facts.calls)
        } else {
            graph
        });
        self.totals.call_facts.record(start.elapsed(), &stats);
    }

    pub(super) fn facts(&self) -> global_dce::Facts<'_> {
        global_dce::Facts {
            uses: self.candidates.uses(),
            merged: &self.input.merged,
            traps_never_happen: self.input.options.traps_never_happen,
        }
    }

    /// The entities that the bodies so far use, where unused ones are removed.
    pub fn live(&self) -> Keep {
        if self.input.schedule.contains(Pass::GlobalDce) {
            global_dce::live(&self.input.module, self.facts())
        } else {
            self.input.unmerged()
        }
    }
}
