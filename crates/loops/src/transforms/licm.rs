//! Loop-invariant code motion: instructions that compute the same value in each iteration are hoisted to the
//! preheader.
//!
//! An instruction is invariant in a loop if each operand is a constant, is defined outside of the loop, or is
//! invariant. (Parameters for which all edges pass the same invariant value are removed by the clean-up
//! passes.) It is hoisted if
//!
//! - it has no effect, makes no identity (each iteration allocates another object) and cannot trap; or
//! - it reads state that nothing in the loop may write; and
//! - if it may trap, it is guaranteed to be executed whenever the loop is entered, before any effect (before all that
//!   may not return, if the user promises that traps never happen); or it is an access that an access ahead of the
//!   loop proves in bounds ([`Accesses`]); and
//! - if it is a call, which may take long, it is guaranteed to be executed whenever the loop is entered.
//!
//! Inner loops come first, and blocks in reverse postorder, so that operands are hoisted before their users
//! and one visit finds all. A budget of values that are live through the loop limits register pressure:
//! expensive instructions may use all of it, cheap ones three quarters.
//!
//! Guaranteed to be executed before any effect are instructions in blocks that dominate the latch and every
//! exit, unless an effect or an inner loop (which may be infinite) can come before them.
//!
//! Cost: near-linear: each block is visited for its innermost loop only, and what was hoisted out of an inner
//! loop in its preheader, which belongs to the outer loop.

use crate::analysis::guaranteed_execution::GuaranteedExecution;
use crate::analysis::memory::{LoopEffects, MemoryQueries};
use crate::analysis::ranges::Ranges;
use crate::analysis::shape::{Done, Homes, Nest, homes, shaped_loops};
use invar_analysis::cost::REGISTER_BUDGET;
use invar_analysis::{Accesses, Loop, ObjectPlace, Observed, PassContext, RemarkKind};
use invar_ir::entities::{EntitySet, SecondaryMap};
use invar_ir::{Block, Effects, Function, Inst, Op, Traps, Value, ValueDef};
use invar_rules::is_constant;
use rustc_hash::FxHashSet;

invar_analysis::config! {
    /// Configuration of loop-invariant code motion.
    pub struct Config {
        /// How many values may be live through a loop, parameters of its header included.
        live_values: usize = REGISTER_BUDGET,
    }
}

invar_analysis::counters! {
    /// Counters of hoisted instructions, and of invariant ones that stay.
    pub struct Hoisted {
        /// Without effects and traps.
        pure,
        /// Loads from memory.
        loads,
        /// Reads of other state: globals, tables, sizes.
        reads,
        /// May trap, without reading state.
        traps,
        /// Not hoisted: the loop may write what it reads.
        refused_alias: Observed = "refused.alias",
        /// Not hoisted: it may trap, and is not guaranteed to be executed before any effect.
        refused_trap: Observed = "refused.trap",
        /// Not hoisted: too many values are live through the loop.
        refused_budget: Observed = "refused.budget",
    }
}

/// What a run of the pass did.
pub type Stats = Done<Hoisted>;

/// Hoists invariant instructions out of loops.
pub fn run(f: &mut Function, cx: &mut PassContext<'_>, config: &Config) -> Stats {
    let mut stats = Stats::default();
    let Some(nest) = shaped_loops(f, cx, &mut stats.shaped) else { return stats };
    let ranges = Ranges::of(f, &nest, &mut cx.analyses);
    let state = MemoryQueries::of(cx, &ranges);
    let effects = state.loops(f, &nest, &mut cx.analyses);
    let always = GuaranteedExecution::of(f, &nest, &state, &mut cx.analyses);
    let home = homes(f);
    let mut motion = Motion {
        nest: &nest,
        state,
        live_through: live_through(f, &nest, &home),
        home,
        config,
        own: nest.own_blocks(),
        accesses: None,
        moved: Hoisted::default(),
    };
    for id in nest.forest.loops.keys().rev() {
        motion.one(f, cx, id, &effects[id], &always);
    }
    stats.done = motion.moved;
    stats
}

/// An estimate of how many values are live through each loop: parameters of its header, and values from
/// outside that its own blocks use.
fn live_through(f: &Function, nest: &Nest, homes: &Homes) -> SecondaryMap<Loop, usize> {
    let mut live_through: SecondaryMap<Loop, usize> = SecondaryMap::new();
    let mut seen: FxHashSet<(Loop, Value)> = FxHashSet::default();
    for &block in &nest.cfg.rpo {
        let Some(id) = nest.forest.innermost(block) else { continue };
        if nest.forest.loops[id].header == block {
            live_through[id] += f.blocks[block].params.len();
        }
        f.for_each_use(block, |value| {
            let outside = match f.values[value].def {
                ValueDef::Param(block, _) | ValueDef::Edge(block, _) => {
                    !nest.forest.contains(id, block)
                }
                ValueDef::Result(inst, _) => {
                    !is_constant(&f.insts[inst].op)
                        && homes[inst].is_some_and(|block| !nest.forest.contains(id, block))
                }
                ValueDef::Alias(_) => false,
            };
            if outside && seen.insert((id, value)) {
                live_through[id] += 1;
            }
        });
    }
    live_through
}

struct Motion<'a> {
    nest: &'a Nest,
    state: MemoryQueries<'a>,
    home: Homes,
    config: &'a Config,
    own: SecondaryMap<Loop, Vec<Block>>,
    live_through: SecondaryMap<Loop, usize>,
    /// All accesses of memory, computed when first needed.
    accesses: Option<Accesses>,
    moved: Hoisted,
}

impl Motion<'_> {
    fn one(
        &mut self,
        f: &mut Function,
        cx: &mut PassContext<'_>,
        id: Loop,
        effects: &LoopEffects,
        always: &GuaranteedExecution,
    ) {
        let Some(preheader) = self.nest.preheader[id] else { return };
        for n in 0..self.own[id].len() {
            let block = self.own[id][n];
            let (mut dirty, mut may_be_left) = (always.dirty[block], always.may_be_left[block]);
            let mut gone: EntitySet<Inst> = EntitySet::new();
            for inst in f.blocks[block].insts.clone() {
                let does = self.state.effects(f, inst);
                // What does not trap where it is executed crosses effects, but nothing that may not return.
                let is_behind = if does.traps == Traps::Promised { may_be_left } else { dirty };
                let certain = always.executed[block] && !is_behind;
                dirty |= does.is_observable() && !invar_ir::mutant!(LicmTrapsBeforeStores);
                may_be_left |= does.may_not_return && !invar_ir::mutant!(LicmPromisedBeforeCalls);
                // A call may take long: it is not made where there was none.
                let is_long = matches!(f.insts[inst].op, Op::Call { .. })
                    && !always.executed[block]
                    && !invar_ir::mutant!(LicmSpeculatesCalls);
                if !is_long && self.may_move(f, cx, id, inst, does, certain, effects) {
                    self.constants(f, id, inst, preheader);
                    f.blocks[preheader].insts.push(inst);
                    self.home[inst] = Some(preheader);
                    gone.insert(inst);
                }
            }
            f.blocks[block].insts.retain(|&inst| !gone.contains(inst));
        }
    }

    fn may_move(
        &mut self,
        f: &Function,
        cx: &mut PassContext<'_>,
        id: Loop,
        inst: Inst,
        does: Effects,
        certain: bool,
        effects: &LoopEffects,
    ) -> bool {
        let op = &f.insts[inst].op;
        if is_constant(op)
            || !(does.is_repeatable()
                || does.allocates && invar_ir::mutant!(LicmHoistsAllocations) && !does.is_effect())
            || f.results(inst).len() != 1
            || !f.args(inst).iter().all(|&arg| self.nest.is_invariant(f, &self.home, id, arg))
        {
            return false;
        }
        let loc = f.insts[inst].loc;
        let is_reached = does.traps_if_speculated() && !certain && self.is_reached(f, cx, id, inst);
        let mut refuse = |counter: &mut Observed, why: &str| {
            *counter += 1;
            cx.remarks.record("licm", RemarkKind::Missed, loc, "invariant", || {
                format!("{} not hoisted out of {id}: {why}", op.opcode().name())
            });
            false
        };
        if !does.reads.is_empty() {
            let spot = self.state.bytes(f, inst);
            let invariant = |value| self.nest.is_invariant(f, &self.home, id, value);
            let is_written = match ObjectPlace::of(f, inst) {
                Some(object) => effects.may_write_object(f, self.state.module, does.reads, &object),
                None => effects.may_write(does.reads, spot.as_ref(), invariant),
            };
            if self.state.is_shared(op) || is_written && !invar_ir::mutant!(LicmIgnoresStores) {
                return refuse(&mut self.moved.refused_alias, "the loop may write what it reads");
            }
        }
        if does.traps_if_speculated()
            && !certain
            && !is_reached
            && !invar_ir::mutant!(LicmHoistsAnyTrap)
        {
            return refuse(
                &mut self.moved.refused_trap,
                "it may trap and is not guaranteed to be executed",
            );
        }
        let most = self.config.live_values;
        let room = if is_cheap(op) { most * 3 / 4 } else { most };
        if self.live_through[id] >= room {
            return refuse(
                &mut self.moved.refused_budget,
                "too many values are live through the loop",
            );
        }
        if !cx.fuel.take() {
            return false;
        }
        cx.remarks.record("licm", RemarkKind::Applied, loc, "invariant", || {
            format!("{} hoisted out of {id}", op.opcode().name())
        });
        // Operands that become dead in the loop are not subtracted, so this overestimates register
        // pressure.
        self.live_through[id] += 1;
        match (does.reads.is_empty(), invar_ir::memory_access(op), does.traps_if_speculated()) {
            (true, _, true) => self.moved.traps += 1,
            (true, ..) => self.moved.pure += 1,
            (false, Some(_), _) => self.moved.loads += 1,
            (false, None, _) => self.moved.reads += 1,
        }
        true
    }

    /// Whether an access ahead of a loop proves that one in the loop is in bounds.
    fn is_reached(&mut self, f: &Function, cx: &PassContext<'_>, id: Loop, inst: Inst) -> bool {
        let doms = &self.nest.doms;
        if invar_ir::memory_access(&f.insts[inst].op).is_none() {
            return false;
        }
        let end = self.nest.preheader[id].map(|preheader| (preheader, usize::MAX));
        // Accesses that were hoisted since are executed even earlier.
        let accesses = self.accesses.get_or_insert_with(|| Accesses::new(f, cx.module, doms));
        end.is_some_and(|end| accesses.reach(f, cx.module, doms, inst, end))
    }

    /// Copies the constants that a hoisted instruction uses to the preheader.
    fn constants(&mut self, f: &mut Function, id: Loop, inst: Inst, to: Block) {
        for n in 0..f.args(inst).len() {
            let arg = f.args(inst)[n];
            let ValueDef::Result(constant, _) = f.values[arg].def else { continue };
            let inside = |block: Block| self.nest.forest.contains(id, block);
            if is_constant(&f.insts[constant].op) && self.home[constant].is_some_and(inside) {
                let (op, loc) = (f.insts[constant].op.clone(), f.insts[constant].loc);
                let ty = f.ty(arg);
                let copy = f.append(to, op, &[], &[ty], loc);
                self.home[copy] = Some(to);
                f.args_mut(inst)[n] = f.result(copy).expect("a constant has a result");
            }
        }
    }
}

/// Whether recomputing an operator costs about as much as keeping its result in a register.
fn is_cheap(op: &Op) -> bool {
    use Op::*;
    matches!(
        op,
        I32Add
            | I32Sub
            | I32And
            | I32Or
            | I32Xor
            | I32Shl
            | I32ShrS
            | I32ShrU
            | I32Eqz
            | I64Add
            | I64Sub
            | I64And
            | I64Or
            | I64Xor
            | I64Shl
            | I64ShrS
            | I64ShrU
            | I64Eqz
            | I64ExtendI32S
            | I64ExtendI32U
            | I32WrapI64
    )
}
