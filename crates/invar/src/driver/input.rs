//! What one run of the driver reads: the module, its source, and what the output may be.
//!
//! Module passes change it (`arc` replaces bodies, `global-dce` removes entities). While functions are optimized,
//! bodies are chosen and reports made, it is only read.

use super::bodies::{self, Code, Source};
use crate::features::Features;
use crate::options::Options;
use crate::passes::Pass;
use crate::schedule::Schedule;
use crate::sections;
use invar_analysis::claims::Checker;
use invar_analysis::{CallGraph, Fuel, Goals};
use invar_arc::runtimes::table::Table;
use invar_interprocedural::Merged;
use invar_interprocedural::call_facts::CallFacts;
use invar_interprocedural::uses::{self, BodyUses, Use};
use invar_ir::entities::EntitySet;
use invar_ir::{Body, Func, Keep, Module};
use invar_stage::annotations::{annotation_of, is_forget, is_request};
use invar_validate::Machines;
use rayon::prelude::*;
use wasmparser::WasmFeatures;

/// The module that is optimized, and how.
pub(crate) struct Input<'a> {
    pub options: &'a Options,
    pub module: Module,
    /// Where bodies come from.
    pub source: Source,
    pub schedule: Schedule,
    pub goals: Goals,
    pub fuel: Fuel,
    pub proposals: Proposals,
    /// The functions that others stand for.
    pub merged: Merged,
    /// The reference-counting runtimes to look for.
    pub tables: Vec<Table>,
}

/// The proposals of WebAssembly that a module uses or may use.
pub(crate) struct Proposals {
    /// What the output may use.
    pub allowed: WasmFeatures,
    /// What the section `target_features` allows.
    pub stated: WasmFeatures,
    /// What the code and the sections of the input use.
    pub used: WasmFeatures,
    /// Whether scalar code may become vectors: the options or the module allow SIMD. (`allowed` has all proposals
    /// for a module in SSA form, which says nothing of that.)
    pub simd: bool,
}

impl Proposals {
    /// For a module of which nothing but the section `target_features` is known.
    fn new(options: &Options, module: &Module) -> Self {
        let mut stated = WasmFeatures::empty();
        for custom in module.customs.iter().filter(|custom| custom.name == "target_features") {
            stated |= Features::of_section(&custom.bytes).bits() - options.disabled_features.bits();
        }
        let allowed = WasmFeatures::MVP | options.enabled.bits() | stated;
        Proposals { allowed, stated, used: WasmFeatures::MVP, simd: allowed.simd() }
    }

    /// Adds what the input uses, which the output may use, too.
    pub fn add_used(&mut self, used: WasmFeatures) {
        self.allowed |= used;
        self.used |= used;
    }

    /// Allows the proposal that an error of validation is about. Returns whether it was not allowed before.
    pub fn allow(&mut self, error: &wasmparser::Error) -> bool {
        let missing = error.missing_wasm_feature().unwrap_or(WasmFeatures::empty());
        let new = !self.allowed.contains(missing);
        self.allowed |= missing;
        new
    }
}

impl<'a> Input<'a> {
    pub fn new(options: &'a Options, mut module: Module, source: Source) -> Self {
        let proposals = Proposals::new(options, &module);
        module.customs.retain(|custom| sections::is_passed(&custom.name, options));
        Input {
            options,
            module,
            source,
            schedule: Schedule::of_options(options, proposals.simd),
            goals: options.goals(),
            fuel: options.fuel.map_or_else(Fuel::unlimited, Fuel::limited),
            proposals,
            merged: Merged::default(),
            tables: options.arc.tables(),
        }
    }

    /// What checks the claims of passes: in builds with debug assertions only.
    pub fn checker(&self) -> Option<&'static dyn Checker> {
        cfg!(debug_assertions).then_some(&Machines)
    }

    /// The body with which a function came, in bytes.
    pub fn original(&self, func: Func) -> Option<&[u8]> {
        match &self.module.funcs[func].body {
            Body::Raw(range) => Some(&self.module.bytes[range.clone()]),
            _ => None,
        }
    }

    /// The bytes of a body with all numbers as they are in the input: new code, or as it was read.
    pub fn bytes(&self, func: Func, code: Option<&Code>) -> Vec<u8> {
        bodies::bytes(&self.module, func, code)
    }

    /// What each body refers to.
    pub fn scan(&self) -> Vec<(Func, BodyUses)> {
        let funcs: Vec<Func> = self.module.funcs.keys().collect();
        funcs.into_par_iter().map(|func| (func, uses::of_func(&self.module, func))).collect()
    }

    /// The imports that are annotations and requests, if these are removed.
    pub fn annotations(&self) -> EntitySet<Func> {
        let mut found = EntitySet::new();
        if self.schedule.contains(Pass::Annotations) {
            let is_ours = |func: &Func| {
                annotation_of(&self.module, *func).is_some()
                    || is_request(&self.module, *func)
                    || is_forget(&self.module, *func)
            };
            found.extend(self.module.funcs.keys().filter(is_ours));
        }
        found
    }

    /// Whether the original of a function calls annotations.
    pub fn is_annotated(&self, func: Func, annotations: &EntitySet<Func>) -> bool {
        let is_ours = |it: &Use| matches!(*it, Use::Func(func) if annotations.contains(func));
        uses::of_func(&self.module, func).uses.iter().any(is_ours)
    }

    /// The calls among the functions that are kept, where the targets of some are known.
    pub fn call_graph(&self, keep: &Keep, known: &CallFacts) -> CallGraph {
        let more = |func| known.callees(func);
        let wanted = |func| keep.funcs.contains(func);
        CallGraph::among(&self.module, wanted, |func| self.merged.resolve(func), more)
    }

    /// All entities but the functions that others stand for.
    pub fn unmerged(&self) -> Keep {
        let mut keep = Keep::everything(&self.module);
        for func in self.module.funcs.keys().filter(|&func| self.merged.is_merged(func)) {
            keep.funcs.remove(func);
        }
        keep
    }
}
