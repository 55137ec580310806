//! Loop-invariant code motion: what gives the same value in each iteration is computed once,
//! in the preheader.
//!
//! An instruction is invariant in a loop if each operand is a constant, is defined outside of the
//! loop, or is invariant. (Parameters that only ever receive one invariant value are removed by the
//! clean-up passes.) It moves if
//!
//! - it touches nothing and cannot trap; or
//! - it reads state that nothing in the loop may write; and
//! - if it may trap, it is executed whenever the loop is entered, before any effect.
//!
//! Inner loops come first, and blocks in reverse postorder, so that operands come before what uses
//! them and one visit finds all. A budget of values that live through the loop decides what stays:
//! what takes more than one cheap operator to compute may use all of it, the rest three quarters.
//!
//! What is executed on each entry, before any effect: blocks that dominate the latch and every way
//! out, and that no effect and no inner loop (which may run forever) can come before.
//!
//! Cost: near-linear: each block is looked at for its innermost loop only, and what moved out of
//! one loop in the preheader, which is in the loop around.

use crate::analysis::memory::{LoopEffects, State};
use crate::analysis::ranges::Ranges;
use crate::analysis::shape::{Done, Homes, Nest, homes, normalize};
use crate::analysis::trip_count::passed;
use invar_ir::cost::REGISTER_BUDGET;
use invar_ir::entities::{EntitySet, SecondaryMap};
use invar_ir::rules::is_constant;
use invar_ir::{
    Block, Effects, Function, Inst, Loop, Op, PassContext, RemarkKind, Terminator, Value, ValueDef,
};
use rustc_hash::FxHashSet;

/// What to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Config {
    /// How many values may live through a loop, its header's parameters counted.
    pub live_values: usize,
}

impl Default for Config {
    fn default() -> Self {
        Config { live_values: REGISTER_BUDGET }
    }
}

invar_ir::counters! {
    /// What was moved, and what was not.
    pub struct Moved {
        /// Touches nothing and cannot trap.
        pure,
        /// Reads memory.
        loads,
        /// Reads other state: globals, tables, sizes.
        reads,
        /// May trap, and does not read.
        traps,
        /// Invariant, but something in the loop may write what it reads.
        refused_alias = "refused.alias",
        /// Invariant, but it may trap and would not be executed in any case, or an effect comes
        /// before it.
        refused_trap = "refused.trap",
        /// Invariant, but too many values live through the loop already.
        refused_budget = "refused.budget",
    }
}

/// What a run of the pass did.
pub type Stats = Done<Moved>;

/// Moves invariant code out of loops.
pub fn run(f: &mut Function, cx: &mut PassContext<'_>, config: &Config) -> Stats {
    let mut stats = Stats::default();
    let nest = normalize(f, &mut cx.analyses, &mut stats.shaped);
    if nest.forest.loops.is_empty() {
        return stats;
    }
    let ranges = Ranges::new(f, &nest);
    let state = State::of(cx, &ranges);
    let effects = state.loops(f, &nest);
    let always = Always::new(f, &nest, &state);
    let home = homes(f);
    let mut motion = Motion {
        nest: &nest,
        state,
        taken: taken(f, &nest, &home),
        home,
        config,
        own: own_blocks(&nest),
        moved: Moved::default(),
    };
    for id in nest.forest.loops.keys().rev() {
        motion.one(f, cx, id, &effects[id], &always);
    }
    stats.done = motion.moved;
    stats
}

/// The blocks of each loop that are in no inner one, in reverse postorder.
pub(crate) fn own_blocks(nest: &Nest) -> SecondaryMap<Loop, Vec<Block>> {
    let mut own: SecondaryMap<Loop, Vec<Block>> = SecondaryMap::new();
    for &block in &nest.cfg.rpo {
        if let Some(id) = nest.forest.innermost(block) {
            own[id].push(block);
        }
    }
    own
}

/// How many values live through each loop: parameters of the header, and what is used in its own
/// blocks from outside.
fn taken(f: &Function, nest: &Nest, homes: &Homes) -> SecondaryMap<Loop, usize> {
    let mut taken: SecondaryMap<Loop, usize> = SecondaryMap::new();
    let mut seen: FxHashSet<(Loop, Value)> = FxHashSet::default();
    for &block in &nest.cfg.rpo {
        let Some(id) = nest.forest.innermost(block) else { continue };
        if nest.forest.loops[id].header == block {
            taken[id] += f.blocks[block].params.len();
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
                taken[id] += 1;
            }
        });
    }
    taken
}

/// Whether a block does nothing but trap.
fn traps_at_once(f: &Function, state: &State<'_>, block: Block) -> bool {
    let data = &f.blocks[passed(f, block).last().expect("the block")];
    matches!(data.term, Terminator::Unreachable)
        && data.insts.iter().all(|&inst| !state.effects(f, inst).is_observable())
}

/// What is executed whenever a loop is entered, before any effect.
pub(crate) struct Always {
    /// For each block, whether it is executed in each iteration of its innermost loop that does
    /// not end in a trap.
    pub executed: SecondaryMap<Block, bool>,
    /// For each block, whether an effect or an inner loop may come before it in an iteration.
    pub dirty: SecondaryMap<Block, bool>,
}

impl Always {
    pub fn new(f: &Function, nest: &Nest, state: &State<'_>) -> Always {
        let Nest { cfg, doms, forest, .. } = nest;
        // The common dominator of the latches and of all ways out of each loop, and the depth of
        // the outermost place that it leads to.
        let mut common: SecondaryMap<Loop, Option<Block>> = SecondaryMap::new();
        let mut reaches: SecondaryMap<Loop, u32> = SecondaryMap::with_default(u32::MAX);
        let meet = |a: Option<Block>, b: Block| {
            let mut a = a.unwrap_or(b);
            while !doms.dominates(a, b) {
                a = doms.idom(a).expect("the entry dominates all");
            }
            Some(a)
        };
        for (id, data) in &forest.loops {
            for edge in forest.back_edges(id) {
                common[id] = meet(common[id], edge.from);
            }
            reaches[id] = data.depth;
        }
        for &block in &cfg.rpo {
            let Some(id) = forest.innermost(block) else { continue };
            let targets = cfg.succs(block);
            // Who traps a bit later instead traps. Returns and the like leave all loops.
            let goes_on = targets.iter().filter(|&&to| !traps_at_once(f, state, to));
            let outermost = goes_on.map(|&to| forest.depth(to)).min();
            let outermost = outermost.or(targets.is_empty().then_some(0)).unwrap_or(u32::MAX);
            if outermost < forest.loops[id].depth {
                common[id] = meet(common[id], block);
                reaches[id] = reaches[id].min(outermost);
            }
        }
        for (id, data) in forest.loops.iter().rev() {
            let Some(parent) = data.parent else { continue };
            if reaches[id] < forest.loops[parent].depth {
                common[parent] = meet(common[parent], data.header);
                reaches[parent] = reaches[parent].min(reaches[id]);
            }
        }
        let (mut executed, mut dirty) = (SecondaryMap::new(), SecondaryMap::new());
        let mut leaves_dirty: SecondaryMap<Block, bool> = SecondaryMap::new();
        for &block in &cfg.rpo {
            let Some(id) = forest.innermost(block) else { continue };
            executed[block] = common[id].is_some_and(|common| doms.dominates(block, common));
            let header = forest.loops[id].header == block;
            let before = !header
                && cfg.reachable_preds(block).any(|edge| {
                    // What comes out of an inner loop.
                    forest.innermost(edge.from) != Some(id) || leaves_dirty[edge.from]
                });
            dirty[block] = before;
            let effects = |&inst: &Inst| state.effects(f, inst).is_observable();
            leaves_dirty[block] = before || f.blocks[block].insts.iter().any(effects);
        }
        Always { executed, dirty }
    }
}

struct Motion<'a> {
    nest: &'a Nest,
    state: State<'a>,
    home: Homes,
    config: &'a Config,
    own: SecondaryMap<Loop, Vec<Block>>,
    taken: SecondaryMap<Loop, usize>,
    moved: Moved,
}

impl Motion<'_> {
    fn one(
        &mut self,
        f: &mut Function,
        cx: &mut PassContext<'_>,
        id: Loop,
        effects: &LoopEffects,
        always: &Always,
    ) {
        let Some(preheader) = self.nest.preheader[id] else { return };
        for n in 0..self.own[id].len() {
            let block = self.own[id][n];
            let mut dirty = always.dirty[block];
            let mut gone: EntitySet<Inst> = EntitySet::new();
            for inst in f.blocks[block].insts.clone() {
                let does = self.state.effects(f, inst);
                let certain = always.executed[block] && !dirty;
                dirty |= does.is_observable() && !invar_ir::mutant!(LicmTrapsBeforeStores);
                if self.may_move(f, cx, id, inst, does, certain, effects) {
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
            || does.is_effect()
            || does.allocates
            || f.results(inst).len() != 1
            || !f.args(inst).iter().all(|&arg| self.nest.is_invariant(f, &self.home, id, arg))
        {
            return false;
        }
        let loc = f.insts[inst].loc;
        let mut refuse = |counter: &mut u64, why: &str| {
            *counter += 1;
            cx.remarks.record("licm", RemarkKind::Missed, loc, "invariant", || {
                format!("{} stays in {id}: {why}", op.opcode().name())
            });
            false
        };
        if !does.reads.is_empty() {
            let spot = self.state.bytes(f, inst);
            let invariant = |value| self.nest.is_invariant(f, &self.home, id, value);
            if self.state.is_shared(op)
                || !invar_ir::mutant!(LicmIgnoresStores)
                    && effects.may_write(does.reads, spot.as_ref(), invariant)
            {
                return refuse(&mut self.moved.refused_alias, "the loop may write what it reads");
            }
        }
        if does.may_trap && !certain && !invar_ir::mutant!(LicmHoistsAnyTrap) {
            return refuse(&mut self.moved.refused_trap, "it may trap, and need not be executed");
        }
        let most = self.config.live_values;
        let room = if is_cheap(op) { most * 3 / 4 } else { most };
        if self.taken[id] >= room {
            return refuse(&mut self.moved.refused_budget, "too many values live through the loop");
        }
        if !cx.fuel.take() {
            return false;
        }
        // Operands that only this needed in the loop do not live through it any more; that is not
        // looked for, so this errs on the side of fewer values.
        self.taken[id] += 1;
        match (does.reads.is_empty(), invar_ir::memory_access(op), does.may_trap) {
            (true, _, true) => self.moved.traps += 1,
            (true, ..) => self.moved.pure += 1,
            (false, Some(_), _) => self.moved.loads += 1,
            (false, None, _) => self.moved.reads += 1,
        }
        true
    }

    /// Constants that an instruction uses are copied in front of its new place.
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

/// Whether an operator takes an engine so little that it may as well be executed again.
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
