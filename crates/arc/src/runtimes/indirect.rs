//! Targets of indirect calls.
//!
//! If the tables that hold references to functions are private to the module, an indirect
//! call reaches one of the module's own functions of its type. If none of these releases anything,
//! the call does not: a comparison of strings that is passed to a sort releases nothing, so that the sort needs
//! no counts around its calls.
//!
//! Cost: for each function with indirect calls and each type of them, at most [`MOST_TARGETS`] edges.

use crate::interprocedural::params::MOST_TARGETS;
use crate::module::Work;
use invar_analysis::CallGraph;
use invar_ir::{Func, Op, TypeId, terminator_op};
use rustc_hash::{FxHashMap, FxHashSet};

fn called_type(op: &Op) -> Option<u32> {
    match *op {
        Op::CallIndirect { type_index, .. } | Op::ReturnCallIndirect { type_index, .. } => {
            Some(type_index)
        }
        _ => None,
    }
}

impl Work<'_> {
    /// Finds the targets of indirect calls, and the order of functions that follows.
    pub(crate) fn follow_indirect_calls(&mut self) {
        if !self.references_are_hidden() {
            return;
        }
        let mut called: FxHashMap<Func, Vec<u32>> = FxHashMap::default();
        for func in self.module.funcs.keys() {
            let Some(entry) = &self.functions[func] else { continue };
            let f = &entry.f;
            let ops = f.live_blocks().flat_map(|block| {
                let insts = f.blocks[block].insts.iter().map(|&inst| &f.insts[inst].op);
                insts.chain(terminator_op(&f.blocks[block].term))
            });
            let mut types: Vec<u32> = ops.filter_map(called_type).collect();
            types.sort_unstable();
            types.dedup();
            if !types.is_empty() {
                called.insert(func, types);
            }
        }
        let types: FxHashSet<u32> = called.values().flatten().copied().collect();
        for ty in types {
            let targets = self.calls.indirect_targets(self.module, TypeId::from_u32(ty));
            if targets.len() <= MOST_TARGETS {
                for &func in targets {
                    self.indirect.types.entry(func).or_default().push(ty);
                }
                self.indirect.targets.insert(ty, targets.to_vec());
            }
        }
        let more = |func: Func| {
            let types = called.get(&func).into_iter().flatten();
            let targets = types.filter_map(|ty| self.indirect.targets.get(ty));
            targets.flatten().copied().collect()
        };
        self.order = CallGraph::among(self.module, |_| true, |func| func, more);
        let all: Vec<u32> = self.indirect.targets.keys().copied().collect();
        all.into_iter().for_each(|ty| self.tell_indirect(ty));
    }

    /// Updates whether a function may release, for direct and indirect calls of it.
    pub(crate) fn set_may_release(&mut self, func: Func, may_release: bool) {
        self.signatures.get_mut(func).may_release = may_release;
        for ty in self.indirect.types.get(&func).cloned().unwrap_or_default() {
            self.tell_indirect(ty);
        }
    }

    fn tell_indirect(&mut self, ty: u32) {
        let targets = &self.indirect.targets[&ty];
        let may_release = targets.iter().any(|&func| self.signatures.get(func).may_release);
        self.signatures.set_indirect(ty, may_release);
    }
}
