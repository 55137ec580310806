//! Predictive commoning: load elimination across iterations.
//!
//! ```text
//! loop: x = load a[i-1]; ...; store a[i], y      q0 = load a[i0-1]
//!                                                loop(q): ...; store a[i], y; next iteration: q = y
//! ```
//!
//! The address of a load in the next iteration is the sum of its terms with the header's parameters replaced
//! by what the latch passes for them. If an access of this iteration, which is executed in each, is at that
//! address, and nothing after it writes there, the value that it read or wrote is passed to the next
//! iteration in a parameter of the header and the load is removed; the initial load is made in the preheader.
//! An invariant address (`a[j] -= ...` in a loop over `k`) is the special case in which a store of this
//! iteration feeds the load of the next one.
//!
//! The load must be executed whenever the loop is entered, before any effect: the initial load in the
//! preheader then traps where the loop would have. The removed loads do not trap, since an access of the same
//! bytes has been executed.
//!
//! Measured on PolyBench by others, this transformation is worth more to WebAssembly than all other loop
//! passes together (on Cranelift and V8, 1.11x and 1.13x).
//!
//! Cost: per loop, loads times accesses, each at most `MOST_ACCESSES`.

use crate::analysis::first_iteration;
use crate::analysis::guaranteed_execution::GuaranteedExecution;
use crate::analysis::memory::{LoopEffects, MemoryQueries};
use crate::analysis::ranges::Ranges;
use crate::analysis::shape::{Done, Homes, Nest, homes, shaped_loops};
use invar_analysis::transform::edges;
use invar_analysis::{Bytes, Linear, Loop, Overlap, PassContext, RemarkKind, forwarded, is_plain};
use invar_ir::{Block, Function, Inst, Value, ValueDef, memory_access};
use invar_rules::Term;
use rustc_hash::FxHashMap;

/// How many accesses of a loop are considered.
const MOST_ACCESSES: usize = 64;
/// How many instructions the address of an initial load may take.
const MOST_INSTS: usize = 16;

invar_analysis::config! {
    /// Configuration of predictive commoning.
    pub struct Config {
        /// How many new parameters a header may get.
        values: usize = 8,
    }
}

invar_analysis::counters! {
    /// Counters of predictive commoning.
    pub struct Commoned {
        /// Loads of what the previous iteration stored.
        from_stores,
        /// Loads of what the previous iteration loaded.
        from_loads,
        /// The value is available, but another store may overwrite it.
        refused_alias: Observed = "refused.alias",
        /// The header has too many new parameters already.
        refused_budget: Observed = "refused.budget",
        /// The initial load cannot be computed in the preheader.
        refused_initial_load: Observed = "refused.initial_load",
    }
}

/// What a run of the pass did.
pub type Stats = Done<Commoned>;

/// Eliminates loads that are available from the previous iteration.
pub fn run(f: &mut Function, cx: &mut PassContext<'_>, config: &Config) -> Stats {
    let mut stats = Stats::default();
    let Some(nest) = shaped_loops(f, cx, &mut stats.shaped) else { return stats };
    let ranges = Ranges::of(f, &nest, &mut cx.analyses);
    let state = MemoryQueries::of(cx, &ranges);
    let effects = state.loops(f, &nest, &mut cx.analyses);
    let always = GuaranteedExecution::of(f, &nest, &state, &mut cx.analyses);
    let own = nest.own_blocks();
    let mut home = homes(f);
    for id in nest.forest.loops.keys().rev() {
        if effects[id].effects.reads.is_empty() {
            continue;
        }
        let mut pass = Pass { nest: &nest, state, home: &mut home, id, effects: &effects[id] };
        pass.one(f, cx, &own[id], &always, config, &mut stats.done);
    }
    f.resolve_aliases();
    stats
}

/// An access in a block that dominates the latch.
struct Access {
    inst: Inst,
    bytes: Bytes,
    is_store: bool,
    /// Guaranteed to be executed when the loop is entered, before any effect.
    certain: bool,
}

struct Pass<'a> {
    nest: &'a Nest,
    state: MemoryQueries<'a>,
    home: &'a mut Homes,
    id: Loop,
    effects: &'a LoopEffects,
}

impl Pass<'_> {
    fn one(
        &mut self,
        f: &mut Function,
        cx: &mut PassContext<'_>,
        own: &[Block],
        always: &GuaranteedExecution,
        config: &Config,
        commoned: &mut Commoned,
    ) {
        let Some((_, latch)) = self.nest.ends(self.id) else { return };
        let Some(accesses) = self.accesses(f, own, latch, always) else { return };
        let next = self.next_values(f, latch);
        // All loads are found before any is removed: one may be available from another that is removed
        // too.
        let mut found: Vec<(Inst, Value, bool)> = Vec::new();
        for access in accesses.iter().filter(|access| {
            !access.is_store && (access.certain || invar_ir::mutant!(CarryFirstLoadTraps))
        }) {
            let Some(will) = self.in_next_iteration(&access.bytes, &next) else { continue };
            let Some(available) = self.available(f, access.inst, &will, &accesses, commoned) else {
                continue;
            };
            if found.len() >= config.values {
                commoned.refused_budget += 1;
                continue;
            }
            found.push(available);
        }
        for (load, value, stored) in found {
            if !cx.fuel.take() {
                return;
            }
            let Some(initial_load) = self.initial_load(f, load) else {
                commoned.refused_initial_load += 1;
                continue;
            };
            let result = f.result(load).expect("a load has a result");
            let header = self.nest.forest.loops[self.id].header;
            let param = f.add_param(header, f.ty(result));
            self.nest.pass_to_header(f, self.id, initial_load, value);
            f.alias(result, param);
            let block = self.home[load].expect("it is in a block");
            f.blocks[block].insts.retain(|&inst| inst != load);
            *(if stored { &mut commoned.from_stores } else { &mut commoned.from_loads }) += 1;
            let loc = f.insts[load].loc;
            cx.remarks.record("predictive-commoning", RemarkKind::Applied, loc, "load", || {
                format!("{load} of {} is available from the previous iteration", self.id)
            });
        }
    }

    /// The accesses that each iteration executes, in program order. `None` if there are too many.
    fn accesses(
        &self,
        f: &Function,
        own: &[Block],
        latch: Block,
        always: &GuaranteedExecution,
    ) -> Option<Vec<Access>> {
        let mut accesses = Vec::new();
        // Blocks that dominate the latch dominate each other, in reverse postorder.
        for &block in own.iter().filter(|&&block| self.nest.doms.dominates(block, latch)) {
            let mut dirty = always.dirty[block];
            for &inst in &f.blocks[block].insts {
                let does = self.state.effects(f, inst);
                if is_plain(&f.insts[inst].op)
                    && !self.state.is_shared(&f.insts[inst].op)
                    && let Some(bytes) = self.state.bytes(f, inst)
                {
                    if accesses.len() == MOST_ACCESSES {
                        return None;
                    }
                    let is_store = memory_access(&f.insts[inst].op)?.stored.is_some();
                    let certain = always.executed[block] && !dirty;
                    accesses.push(Access { inst, bytes, is_store, certain });
                }
                dirty |= does.is_observable();
            }
        }
        Some(accesses)
    }

    /// The values of the header's parameters in the next iteration.
    fn next_values(&self, f: &Function, latch: Block) -> FxHashMap<Value, Option<Linear>> {
        let header = self.nest.forest.loops[self.id].header;
        let edge = self.nest.forest.back_edges(self.id)[0];
        debug_assert_eq!(edge.from, latch);
        let args = edges::args(f, edge);
        let params = f.blocks[header].params.iter().copied();
        params.zip(args).map(|(param, &arg)| (param, Linear::of(f, arg))).collect()
    }

    /// The bytes that an access accesses in the next iteration, in terms of values of this one.
    fn in_next_iteration(
        &self,
        bytes: &Bytes,
        next: &FxHashMap<Value, Option<Linear>>,
    ) -> Option<Bytes> {
        let address = &bytes.address;
        let mut will = Linear::constant(address.wide, address.constant);
        for &(value, factor) in &address.terms {
            match next.get(&value) {
                Some(Some(sum)) if sum.wide == address.wide => will.add(sum, factor),
                Some(_) => return None,
                None => will.add_term(value, factor),
            }
        }
        Some(Bytes { address: will, ..bytes.clone() })
    }

    /// The value that a load reads in the next iteration, if it is available in this one, and whether it was
    /// stored.
    fn available(
        &self,
        f: &Function,
        load: Inst,
        will: &Bytes,
        accesses: &[Access],
        commoned: &mut Commoned,
    ) -> Option<(Inst, Value, bool)> {
        // Each term must have one value per iteration, and be known in the header of the next one.
        let terms = |bytes: &Bytes, known: &dyn Fn(Value) -> bool| {
            bytes.address.terms.iter().all(|term| known(term.0))
        };
        let here = self.state.bytes(f, load)?;
        let header = self.nest.forest.loops[self.id].header;
        let at_header = |value: Value| {
            self.nest.is_invariant(f, self.home, self.id, value)
                || matches!(f.values[value].def, ValueDef::Param(block, _) if block == header)
        };
        if !terms(&here, &at_header) || !terms(will, &|value| self.is_once(f, value)) {
            return None;
        }
        let (at, access) = accesses
            .iter()
            .enumerate()
            .rev()
            .find(|(_, access)| will.is_same_as_done(&access.bytes))?;
        // An invariant address that is only read is left to loop-invariant code motion.
        if access.inst == load {
            return None;
        }
        let (from, to) = (&f.insts[access.inst].op, &f.insts[load].op);
        let value = if access.is_store { f.args(access.inst)[1] } else { f.result(access.inst)? };
        let Some(Term::Value(value)) = forwarded(f, value, from.opcode(), to.opcode()) else {
            return None;
        };
        let reads = self.state.effects(f, load).reads;
        let overwritten = self.effects.other_writes.intersects(reads)
            || self.effects.stores.iter().any(|(store, bytes)| {
                // Stores before that access do not matter.
                let place = accesses.iter().position(|access| access.inst == *store);
                !invar_ir::mutant!(CarryIgnoresStores)
                    && place.is_none_or(|place| place > at)
                    && bytes.overlap(will) != Overlap::Disjoint
            });
        if overwritten {
            commoned.refused_alias += 1;
            return None;
        }
        Some((load, value, access.is_store))
    }

    /// Whether a value has one definition per iteration: it is in no inner loop.
    fn is_once(&self, f: &Function, value: Value) -> bool {
        let own = |block| self.nest.forest.innermost(block) == Some(self.id);
        self.nest.is_invariant(f, self.home, self.id, value)
            || match f.values[value].def {
                ValueDef::Param(block, _) | ValueDef::Edge(block, _) => own(block),
                ValueDef::Result(inst, _) => self.home[inst].is_some_and(own),
                ValueDef::Alias(_) => false,
            }
    }

    /// Makes the initial load in the preheader.
    fn initial_load(&mut self, f: &mut Function, load: Inst) -> Option<Value> {
        let known = first_iteration::entry(f, self.nest, self.id)?;
        let total = |f: &Function, inst| self.state.effects(f, inst).is_pure_total();
        let (nest, id) = (self.nest, self.id);
        let slice =
            first_iteration::slice(f, nest, self.home, id, load, MOST_INSTS, &known, total)?;
        first_iteration::compute(f, nest, self.home, id, load, slice)
    }
}
