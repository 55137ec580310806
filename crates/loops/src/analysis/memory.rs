//! Effects of loops: memory, globals and other state that a loop may read or write, and its individual loads
//! and stores, for alias queries.
//!
//! Cost: linear in the function; of each loop at most [`MOST_STORES`] stores are kept with their addresses,
//! those of inner loops included.

use crate::analysis::ranges::Ranges;
use crate::analysis::shape::Nest;
use invar_analysis::inst_effects;
use invar_analysis::{Analyses, Bytes, Linear, Loop, ObjectPlace, Overlap, PassContext, Summaries};
use invar_ir::entities::SecondaryMap;
use invar_ir::{ClassSet, Effects, Function, Inst, Module, Op, Value, terminator_effects};
use std::rc::Rc;

/// How many stores of a loop are kept with their addresses.
const MOST_STORES: usize = 32;

/// The effects of a loop, over all iterations.
#[derive(Clone, Debug)]
pub struct LoopEffects {
    /// All effects.
    pub effects: Effects,
    /// Classes of state written by instructions other than `stores`.
    pub other_writes: ClassSet,
    /// Of these, those written by instructions other than `objects`.
    unknown_writes: ClassSet,
    /// Assignments to parts of objects.
    objects: Vec<ObjectPlace>,
    /// Stores to memory whose address is a known sum.
    pub stores: Vec<(Inst, Bytes)>,
    /// Loads from memory, likewise; `None` if some are not known or there are too many.
    pub loads: Option<Vec<(Inst, Bytes)>>,
}

impl Default for LoopEffects {
    fn default() -> Self {
        LoopEffects {
            effects: Effects::PURE,
            other_writes: ClassSet::EMPTY,
            unknown_writes: ClassSet::EMPTY,
            objects: Vec::new(),
            stores: Vec::new(),
            loads: Some(Vec::new()),
        }
    }
}

/// Answers queries about effects of instructions.
#[derive(Clone, Copy)]
pub struct MemoryQueries<'a> {
    /// The module around the function.
    pub module: &'a Module,
    /// Summaries of callees.
    pub summaries: &'a Summaries,
    /// Whether the user promises that the program executes no operator that traps.
    pub traps_never_happen: bool,
    /// Ranges of addresses.
    pub ranges: &'a Ranges,
}

impl<'a> MemoryQueries<'a> {
    /// By the context of a pass.
    pub fn of(cx: &PassContext<'a>, ranges: &'a Ranges) -> MemoryQueries<'a> {
        MemoryQueries {
            module: cx.module,
            summaries: cx.summaries,
            traps_never_happen: cx.goals.traps_never_happen,
            ranges,
        }
    }

    /// The effects of an instruction.
    pub fn effects(&self, f: &Function, inst: Inst) -> Effects {
        let op = &f.insts[inst].op;
        let effects =
            self.summaries.call_effects(op).unwrap_or_else(|| inst_effects(f, inst, self.module));
        let is_excluded = || self.ranges.is_in_bounds(f, self.module, inst);
        if effects.traps_if_speculated() && is_excluded() {
            effects.without_traps()
        } else {
            effects.with_promise(self.traps_never_happen)
        }
    }

    /// The bytes that a load or store accesses.
    pub fn bytes(&self, f: &Function, inst: Inst) -> Option<Bytes> {
        let bytes = Bytes::of(f, self.module, inst)?;
        Some(Bytes { span: self.ranges.span(f, inst), ..bytes })
    }

    /// Whether an access is to shared memory, which other threads may write.
    pub fn is_shared(&self, op: &Op) -> bool {
        invar_ir::memory_access(op).is_some_and(|access| {
            let memory = invar_ir::Memory::from_u32(access.memarg.memory);
            self.module.memories[memory].ty.shared
        })
    }

    /// The effects of each loop: from the cache, or computed.
    pub fn loops(
        &self,
        f: &Function,
        nest: &Nest,
        analyses: &mut Analyses,
    ) -> Rc<SecondaryMap<Loop, LoopEffects>> {
        analyses.of_instructions(f, || self.effects_of_loops(f, nest))
    }

    fn effects_of_loops(&self, f: &Function, nest: &Nest) -> SecondaryMap<Loop, LoopEffects> {
        let mut all: SecondaryMap<Loop, LoopEffects> = SecondaryMap::new();
        for &block in &nest.cfg.rpo {
            let Some(id) = nest.forest.innermost(block) else { continue };
            let of = &mut all[id];
            for &inst in &f.blocks[block].insts {
                let object = ObjectPlace::of(f, inst);
                let bytes = || self.bytes(f, inst).map(|bytes| (inst, bytes));
                of.add(self.effects(f, inst), bytes, object);
            }
            of.add(terminator_effects(&f.blocks[block].term, self.module), || None, None);
        }
        // Inner loops come after outer ones in the forest.
        for (id, data) in nest.forest.loops.iter().rev() {
            if let Some(parent) = data.parent {
                let inner = all[id].clone();
                all[parent].include(inner);
            }
        }
        all
    }
}

impl LoopEffects {
    fn add(
        &mut self,
        effects: Effects,
        bytes: impl FnOnce() -> Option<(Inst, Bytes)>,
        object: Option<ObjectPlace>,
    ) {
        self.effects = self.effects.union(effects);
        let writes = !effects.writes.is_empty();
        if !writes && effects.reads.is_empty() {
            return;
        }
        match (bytes(), writes) {
            (Some(store), true) if self.stores.len() < MOST_STORES => self.stores.push(store),
            (Some(_), true) if invar_ir::mutant!(LicmForgetsManyStores) => {}
            (_, true) => {
                self.other_writes = self.other_writes.union(effects.writes);
                self.loads = None;
                match object {
                    Some(object) if self.objects.len() < MOST_STORES => self.objects.push(object),
                    _ => self.unknown_writes = self.unknown_writes.union(effects.writes),
                }
            }
            (Some(load), false) => {
                let room = self.loads.take().filter(|loads| loads.len() < MOST_STORES);
                self.loads = room.map(|mut loads| {
                    loads.push(load);
                    loads
                });
            }
            (None, false) if effects.reads.intersects(ClassSet::MEMORIES) => self.loads = None,
            (None, false) => {}
        }
    }

    fn include(&mut self, inner: LoopEffects) {
        self.effects = self.effects.union(inner.effects);
        self.other_writes = self.other_writes.union(inner.other_writes);
        self.unknown_writes = self.unknown_writes.union(inner.unknown_writes);
        if self.objects.len() + inner.objects.len() <= MOST_STORES {
            self.objects.extend(inner.objects);
        } else {
            self.unknown_writes = self.unknown_writes.union(inner.other_writes);
        }
        for store in inner.stores {
            if self.stores.len() < MOST_STORES {
                self.stores.push(store);
            } else {
                self.other_writes = self.other_writes.union(ClassSet::MEMORIES);
            }
        }
        self.loads = match (self.loads.take(), inner.loads) {
            (Some(mut loads), Some(more)) if loads.len() + more.len() <= MOST_STORES => {
                loads.extend(more);
                Some(loads)
            }
            _ => None,
        };
    }

    /// Whether something in the loop may write what is read from these classes, at `bytes` if it is an access
    /// of memory.
    pub fn may_write(
        &self,
        reads: ClassSet,
        bytes: Option<&Bytes>,
        is_invariant: impl Fn(Value) -> bool,
    ) -> bool {
        if self.other_writes.intersects(reads) {
            return true;
        }
        if !self.effects.writes.intersects(reads) {
            return false;
        }
        let Some(bytes) = bytes else { return !self.stores.is_empty() };
        let fixed = |bytes: &Bytes| bytes.address.terms.iter().all(|term| is_invariant(term.0));
        self.stores.iter().any(|(_, store)| {
            // Addresses of different iterations can be compared only if both are invariant.
            let mut store = store.clone();
            if !fixed(bytes) || !fixed(&store) {
                store.address = Linear::constant(!bytes.address.wide, 0);
            }
            bytes.overlap(&store) != Overlap::Disjoint
        })
    }
}

impl LoopEffects {
    /// Whether something in the loop may write a part of an object that is the same in all iterations.
    ///
    /// What a write of the loop names by the same values is the same part; by others, it may be.
    pub fn may_write_object(
        &self,
        f: &Function,
        module: &Module,
        reads: ClassSet,
        object: &ObjectPlace,
    ) -> bool {
        let is_private = |_| false;
        self.unknown_writes.intersects(reads)
            || self.objects.iter().any(|written| {
                written.resolved(f).is_none_or(|written| {
                    object.overlap(&written, f, module, is_private) != Overlap::Disjoint
                })
            })
    }
}

/// The load of exactly the bytes and type that a store stores, by either of them.
pub(crate) fn whole_load(op: &Op) -> Option<Op> {
    Some(match *op {
        Op::I32Store { memarg } | Op::I32Load { memarg } => Op::I32Load { memarg },
        Op::I64Store { memarg } | Op::I64Load { memarg } => Op::I64Load { memarg },
        Op::F32Store { memarg } | Op::F32Load { memarg } => Op::F32Load { memarg },
        Op::F64Store { memarg } | Op::F64Load { memarg } => Op::F64Load { memarg },
        Op::V128Store { memarg } | Op::V128Load { memarg } => Op::V128Load { memarg },
        _ => return None,
    })
}
