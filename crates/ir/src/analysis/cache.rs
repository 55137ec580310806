//! The analyses of one function, computed on demand and kept until what they depend on changes.
//!
//! A pass asks [`Analyses`] instead of computing an analysis itself. The result is a shared
//! snapshot: it does not change while the pass changes the function, and the pass asks again after
//! [`Analyses::clear`]. All analyses here depend on blocks and terminators only. A pass that changed these
//! clears the analyses, or calls [`Analyses::keep_if_current`] at its end; the pass table of crate `invar` does
//! that after each pass in any case, so a pass that forgets it only costs time.
//!
//! In debug builds each cached graph is compared with the function when it is requested, so that a pass
//! that wrongly keeps analyses is noticed at the next request.
//!
//! Cost: that of each analysis, once per change of the control flow.

use super::{Cfg, Dominators, Frequencies, LoopForest};
use crate::Function;
use std::rc::Rc;

/// The cache of analyses of one function; see the module's documentation.
#[derive(Debug, Default)]
pub struct Analyses {
    cfg: Option<Rc<Cfg>>,
    dominators: Option<Rc<Dominators>>,
    loops: Option<Rc<LoopForest>>,
    frequencies: Option<Rc<Frequencies>>,
    /// How many analyses were computed, and how many requests were cache hits.
    counts: AnalysisCounts,
}

crate::counters! {
    /// How many analyses were computed, and how many requests were answered from the cache.
    pub struct AnalysisCounts {
        /// Control-flow graphs (predecessors, reverse postorder) computed.
        cfg,
        /// Dominator trees computed.
        dominators,
        /// Loop forests computed.
        loops,
        /// Block frequencies computed.
        frequencies,
        /// Requests that were answered from the cache.
        cache_hits,
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

    /// Drops all analyses: blocks, terminators or weights changed.
    pub fn clear(&mut self) {
        let counts = self.counts;
        *self = Analyses { counts, ..Analyses::default() };
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
