//! Guaranteed parameters: an optimistic fixpoint over all calls of a module at once. The constraints of each call are
//! in [`params`](crate::interprocedural::params).

use crate::interprocedural::params::{Bit, ParamFacts, Sites};
use crate::module::Work;
use crate::transform::function::{OwnershipAnalysis, Params, analyze};
use invar_ir::entities::EntityRef;
use invar_ir::{Body, Entity, Func, Function, Op};

impl Work<'_> {
    /// Step 3: which parameters are guaranteed.
    pub(crate) fn parameters(&mut self) {
        let mut bits = ParamFacts::default();
        let hidden = self.references_are_hidden();
        for (func, data) in &self.module.funcs {
            let count = self.module.signature(data.ty).0.len();
            let private = self.calls.is_private(func) && self.functions[func].is_some();
            let of = |set: bool| vec![set; count];
            let inside = private
                || (hidden && !self.calls.is_exported(func) && self.functions[func].is_some());
            let (guaranteed, counted) = (of(private), of(inside));
            self.params[func] = Params { guaranteed, counted };
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
        if !self.config.conventions {
            for params in self.params.values_mut() {
                params.guaranteed.fill(false);
            }
        }
        for func in self.module.funcs.keys() {
            let (Some(entry), Some(analysis)) = (&self.functions[func], &analyses[func.index()])
            else {
                // A function that was not analyzed may pass anything to its callees.
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
                sites.visit_indirect(
                    func,
                    &self.calls,
                    self.module,
                    &self.signatures,
                    &self.params,
                    &mut bits,
                );
            }
        }
        // Each fact is retracted at most once.
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
    }

    /// Whether references to functions are in tables of this module alone, so that each indirect call
    /// of one of them is one of its own code.
    pub(crate) fn references_are_hidden(&self) -> bool {
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

    /// The analysis of each function that was lifted, by its number.
    pub(crate) fn analyses(&self) -> Vec<Option<OwnershipAnalysis>> {
        let of = |func| {
            let entry = self.functions[func].as_ref()?;
            Some(analyze(&entry.f, &self.runtime, &self.signatures, self.config))
        };
        self.module.funcs.keys().map(of).collect()
    }

    pub(crate) fn all_callers_lifted(&self, func: Func) -> bool {
        self.calls.callers(func).iter().all(|&caller| self.functions[caller].is_some())
    }
}
