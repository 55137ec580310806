//! The analyses of one function, computed on demand and kept until what they depend on changes.
//!
//! A pass asks [`Analyses`] instead of computing an analysis itself. The result is a shared
//! snapshot: it does not change while the pass changes the function, and the pass asks again after
//! [`Analyses::clear`].
//!
//! The analyses named here depend on blocks and terminators only. A pass that changed these
//! clears the analyses, or calls [`Analyses::keep_if_current`] at its end; the pass table of crate `invar` does
//! that after each pass in any case, so a pass that forgets it only costs time.
//!
//! Analyses that a crate of passes adds ([`Analyses::of_instructions`]) depend on instructions, too. They are dropped
//! after each pass whose counters say so ([`Counters::changed`]), and with the other analyses.
//!
//! In debug builds a cached analysis is compared with the function when it is requested (the graph as it is, of
//! instructions a hash), so that a pass that wrongly keeps analyses, or does not count a change, is noticed at
//! the next request.
//!
//! Cost: that of each analysis, once per change of the control flow.

use super::memory_ssa::MemorySsa;
use super::termination::Termination;
use crate::{Counters, Summaries};
use crate::{Frequencies, LoopForest};
use invar_ir::{Cfg, Dominators};
use invar_ir::{Function, Module};
use std::any::Any;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

/// The cache of analyses of one function; see the module's documentation.
#[derive(Debug, Default)]
pub struct Analyses {
    cfg: Option<Rc<Cfg>>,
    dominators: Option<Rc<Dominators>>,
    loops: Option<Rc<LoopForest>>,
    frequencies: Option<Rc<Frequencies>>,
    /// Analyses that depend on instructions, with the hash of these in debug builds.
    of_instructions: Vec<(Rc<dyn Any>, u64)>,
    /// How many analyses were computed, and how many requests were cache hits.
    counts: AnalysisCounts,
}

crate::counters! {
    /// How many analyses were computed, and how many requests were answered from the cache.
    pub struct AnalysisCounts {
        /// Control-flow graphs (predecessors, reverse postorder) computed.
        cfg: Observed,
        /// Dominator trees computed.
        dominators: Observed,
        /// Loop forests computed.
        loops: Observed,
        /// Block frequencies computed.
        frequencies: Observed,
        /// Analyses of instructions computed: ranges, effects of loops.
        of_instructions: Observed,
        /// Requests that were answered from the cache.
        cache_hits: Observed,
    }
}

impl Analyses {
    /// Predecessors, successors and the reverse postorder.
    pub fn cfg(&mut self, f: &Function) -> Rc<Cfg> {
        if let Some(cfg) = &self.cfg {
            debug_assert!(cfg.is_of(f), "the control flow changed and the analyses were kept");
            self.counts.cache_hits += 1;
            return cfg.clone();
        }
        self.counts.cfg += 1;
        self.cfg.insert(Rc::new(Cfg::new(f))).clone()
    }

    /// The dominator tree.
    pub fn dominators(&mut self, f: &Function) -> Rc<Dominators> {
        let cfg = self.cfg(f);
        if let Some(dominators) = &self.dominators {
            self.counts.cache_hits += 1;
            return dominators.clone();
        }
        self.counts.dominators += 1;
        self.dominators.insert(Rc::new(Dominators::new(f, &cfg))).clone()
    }

    /// The loops.
    pub fn loops(&mut self, f: &Function) -> Rc<LoopForest> {
        let (cfg, dominators) = (self.cfg(f), self.dominators(f));
        if let Some(loops) = &self.loops {
            self.counts.cache_hits += 1;
            return loops.clone();
        }
        self.counts.loops += 1;
        self.loops.insert(Rc::new(LoopForest::new(f, &cfg, &dominators))).clone()
    }

    /// How often blocks and edges are executed, relative to one call.
    pub fn frequencies(&mut self, f: &Function) -> Rc<Frequencies> {
        let (cfg, loops) = (self.cfg(f), self.loops(f));
        if let Some(frequencies) = &self.frequencies {
            self.counts.cache_hits += 1;
            return frequencies.clone();
        }
        self.counts.frequencies += 1;
        self.frequencies.insert(Rc::new(Frequencies::new(f, &cfg, &loops))).clone()
    }

    /// An analysis by its type, which depends on the instructions of a function. `compute` must depend on
    /// nothing else, apart from what is the same for all passes of the function.
    pub fn of_instructions<T: 'static>(
        &mut self,
        f: &Function,
        compute: impl FnOnce() -> T,
    ) -> Rc<T> {
        let hash = if cfg!(debug_assertions) { hash_of_instructions(f, &self.cfg(f)) } else { 0 };
        for (known, of) in &self.of_instructions {
            if let Ok(known) = known.clone().downcast::<T>() {
                assert_eq!(*of, hash, "instructions changed and the analyses were kept");
                self.counts.cache_hits += 1;
                return known;
            }
        }
        self.counts.of_instructions += 1;
        let computed = Rc::new(compute());
        self.of_instructions.push((computed.clone(), hash));
        computed
    }

    /// The memory SSA form, of effects as the summaries tell them. It is kept until instructions change.
    pub fn memory_ssa(
        &mut self,
        f: &Function,
        module: &Module,
        summaries: &Summaries,
    ) -> Rc<MemorySsa> {
        let (cfg, dominators) = (self.cfg(f), self.dominators(f));
        self.of_instructions(f, || MemorySsa::new(f, &cfg, &dominators, module, summaries))
    }

    /// The loops that are finite. It is kept until instructions change.
    pub fn termination(&mut self, f: &Function) -> Rc<Termination> {
        let (cfg, dominators) = (self.cfg(f), self.dominators(f));
        let loops = self.loops(f);
        self.of_instructions(f, || Termination::new(f, &cfg, &dominators, &loops))
    }

    /// Drops the analyses that depend on instructions: a pass changed these, and will ask again.
    pub fn clear_of_instructions(&mut self) {
        self.of_instructions.clear();
    }

    /// Drops what a pass did not preserve, where `changed` says whether its counters tell of a change. Returns whether
    /// the control flow is unchanged. Cost: linear in blocks.
    pub fn after_pass(&mut self, f: &Function, changed: bool) -> bool {
        if changed {
            self.of_instructions.clear();
        }
        let is_current = self.keep_if_current(f);
        if cfg!(debug_assertions) && !self.of_instructions.is_empty() {
            let hash = hash_of_instructions(f, &Cfg::new(f));
            let is_of = |(_, of): &(_, u64)| *of == hash;
            assert!(
                self.of_instructions.iter().all(is_of),
                "instructions changed, and the counters of the pass do not tell"
            );
        }
        is_current
    }

    /// Drops all analyses: blocks, terminators or weights changed.
    pub fn clear(&mut self) {
        self.replace(Analyses::default());
    }

    /// Takes over the analyses of the function that was put in the place of this one.
    pub fn replace(&mut self, of_new: Analyses) {
        let mut counts = self.counts;
        counts.add(&of_new.counts);
        *self = Analyses { counts, ..of_new };
    }

    /// Drops all analyses if the control flow changed. Returns whether it is unchanged. Cost: linear in
    /// blocks.
    pub fn keep_if_current(&mut self, f: &Function) -> bool {
        let current = self.cfg.as_ref().is_none_or(|cfg| cfg.is_of(f));
        if !current {
            self.clear();
        }
        current
    }

    /// The counts so far.
    pub fn counts(&self) -> AnalysisCounts {
        self.counts
    }
}

/// A hash of the instructions and terminators of reachable blocks, aliases resolved.
fn hash_of_instructions(f: &Function, cfg: &Cfg) -> u64 {
    let mut hasher = rustc_hash::FxHasher::default();
    for &block in &cfg.rpo {
        (block, &f.blocks[block].params).hash(&mut hasher);
        for &inst in &f.blocks[block].insts {
            (inst, &f.insts[inst].op).hash(&mut hasher);
        }
        f.for_each_use(block, |value| f.resolve(value).hash(&mut hasher));
    }
    hasher.finish()
}
