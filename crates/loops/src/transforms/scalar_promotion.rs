//! Scalar promotion: a global or memory location that a loop reads and writes is kept in an SSA value in the
//! loop (register promotion), loaded in the preheader and stored at each exit.
//!
//! ```text
//! loop: g = g + x; ...        v0 = g; loop(v): v' = v + x; ...; at each exit: g = v'
//! ```
//!
//! Promotion is legal for a location if all accesses of it in the loop are known, nothing else in the loop may alias
//! it, and the value at each exit is a single one. And nothing in the loop may trap, call, or be observed by other
//! threads: the location must hold its value after a trap. So a loop whose accesses of memory are not proved in
//! bounds is left alone. So is one that is not proved finite, also with the locations in values (a counter may be one
//! of them): whoever interrupts it sees the location ([`Termination::is_observed`]). Accesses may be proved by
//! accesses before the loop ([`Accesses`]): then the accesses are in bounds in the preheader, too, since a proof by
//! an access in the loop rests on that one's own.
//!
//! The promise that traps never happen lets stores be delayed past operators that may trap, but the location is
//! loaded and stored outside of the loop only if an access of it is executed whenever the loop is entered, or is
//! proved in bounds in the preheader.
//!
//! Only blocks that each iteration executes may hold accesses of the location. Cost: linear (a copy of the function, if
//! some of these loops are not proved finite as they are), and locations times accesses, at most `MOST_CELLS` per loop.

use crate::analysis::guaranteed_execution::GuaranteedExecution;
use crate::analysis::memory::{LoopEffects, MemoryQueries, whole_load};
use crate::analysis::ranges::Ranges;
use crate::analysis::shape::{Done, Homes, Nest, homes, normalize};
use invar_analysis::{Accesses, Bytes, Loop, Overlap, PassContext, RemarkKind, Termination};
use invar_ir::entities::SecondaryMap;
use invar_ir::{
    Block, Edge, Function, Global, Inst, Op, SourceLoc, Value, ValueDef, effects, memory_access,
    terminator_effects,
};
use std::cell::OnceCell;

/// How many locations of a loop are considered.
const MOST_CELLS: usize = 8;
/// How many exits a loop may have: each gets a store.
const MOST_EXITS: usize = 4;

/// Scalar promotion has no configuration.
#[derive(Clone, Copy, Debug, Default)]
pub struct Config;

invar_analysis::counters! {
    /// Counters of scalar promotion.
    pub struct PromotedScalars {
        /// Promoted globals.
        globals,
        /// Promoted memory locations.
        cells,
        /// Locations of loops that may trap, call, or be observed by other threads.
        refused_trap: Observed = "refused.trap",
        /// Locations of loops that may be infinite.
        refused_may_be_infinite: Observed = "refused.may_be_infinite",
        /// Locations that something else in the loop may alias.
        refused_alias: Observed = "refused.alias",
        /// Loops with too many exits, or an exit that is not dedicated.
        refused_exits: Observed = "refused.exits",
    }
}

/// What a run of the pass did.
pub type Stats = Done<PromotedScalars>;

/// A location in memory or a global.
enum Cell {
    Global(u32),
    /// By one of its stores.
    Memory(Bytes, Inst),
}

/// Promotes locations of innermost loops.
pub fn run(f: &mut Function, cx: &mut PassContext<'_>, _: &Config) -> Stats {
    let mut stats = Stats::default();
    let nest = normalize(f, &mut cx.analyses, &mut stats.shaped);
    if nest.forest.loops.is_empty() || cx.goals.size > 0 {
        return stats;
    }
    let ranges = Ranges::of(f, &nest, &mut cx.analyses);
    let state = MemoryQueries::of(cx, &ranges);
    let effects = state.loops(f, &nest, &mut cx.analyses);
    let always = GuaranteedExecution::of(f, &nest, &state, &mut cx.analyses);
    let own = nest.own_blocks();
    let home = homes(f);
    let proofs = Proofs { always: &always, proved: OnceCell::new(), accesses: OnceCell::new() };
    let termination = cx.analyses.termination(f);
    let pass =
        |id| Pass { nest: &nest, state, home: &home, id, effects: &effects[id], proofs: &proofs };
    let (mut plans, mut endless) = (Vec::new(), Vec::new());
    for id in nest.forest.loops.keys().rev() {
        // New stores at exits of inner loops are not in `effects`.
        let innermost = own[id].len() == nest.forest.blocks(id).len();
        if !innermost || effects[id].effects.writes.is_empty() {
            continue;
        }
        let Some(plan) = pass(id).plan(f, &own[id], &mut stats.done) else { continue };
        if termination.is_finite(id) || invar_ir::mutant!(PromoteInEndlessLoop) {
            plans.push((id, plan));
        } else {
            endless.push((id, plan));
        }
    }
    if !endless.is_empty() {
        // A loop that is finite once they are values is finite as it is.
        let mut promoted = f.clone();
        for (id, plan) in &endless {
            plan.cells.iter().for_each(|cell| pass(*id).replace(&mut promoted, plan, cell));
        }
        promoted.resolve_aliases();
        let termination = Termination::new(&promoted, &nest.cfg, &nest.doms, &nest.forest);
        for (id, plan) in endless {
            if termination.is_finite(id) {
                plans.push((id, plan));
            } else {
                stats.done.refused_may_be_infinite += plan.cells.len() as u64;
            }
        }
    }
    for (id, plan) in &plans {
        for cell in &plan.cells {
            if !cx.fuel.take() {
                break;
            }
            match cell.0 {
                Cell::Global(_) => stats.done.globals += 1,
                Cell::Memory(..) => stats.done.cells += 1,
            }
            let loc = f.insts[cell.1[0]].loc;
            cx.remarks.record("scalar-promotion", RemarkKind::Applied, loc, "cell", || {
                format!("promoted to a value in {id}")
            });
            pass(*id).replace(f, plan, cell);
        }
    }
    f.resolve_aliases();
    stats
}

/// What can be promoted in a loop.
struct PromotionPlan {
    preheader: Block,
    /// The blocks that each iteration executes, in order.
    chain: Vec<Block>,
    exits: Vec<Edge>,
    /// The locations, with their accesses.
    cells: Vec<(Cell, Vec<Inst>)>,
}

struct Pass<'a> {
    nest: &'a Nest,
    state: MemoryQueries<'a>,
    home: &'a Homes,
    id: Loop,
    effects: &'a LoopEffects,
    proofs: &'a Proofs<'a>,
}

/// What tells that accesses do not trap, before anything was promoted.
struct Proofs<'a> {
    /// The blocks that are executed whenever their loop is entered.
    always: &'a GuaranteedExecution,
    /// The accesses that others prove to be in bounds where they are.
    proved: OnceCell<SecondaryMap<Inst, bool>>,
    /// All accesses of the function.
    accesses: OnceCell<Accesses>,
}

impl Pass<'_> {
    /// The locations of the loop that can be promoted if it is finite, if there are any.
    fn plan(
        &self,
        f: &Function,
        own: &[Block],
        promoted: &mut PromotedScalars,
    ) -> Option<PromotionPlan> {
        let (preheader, latch) = self.nest.ends(self.id)?;
        // Blocks that dominate the latch dominate each other, in reverse postorder.
        let chain: Vec<Block> =
            own.iter().copied().filter(|&block| self.nest.doms.dominates(block, latch)).collect();
        let cells = self.cells(f, &chain);
        if cells.is_empty() {
            return None;
        }
        if self.effects.effects.may_not_return || self.may_trap(f, own) {
            promoted.refused_trap += cells.len() as u64;
            return None;
        }
        let exits: Vec<Edge> = self.nest.forest.exits(self.id, &self.nest.cfg).collect();
        let alone = |edge: &Edge| self.nest.cfg.preds(self.nest.cfg.target(*edge)).len() == 1;
        if exits.len() > MOST_EXITS || !exits.iter().all(alone) {
            promoted.refused_exits += cells.len() as u64;
            return None;
        }
        let mut plan = PromotionPlan { preheader, chain, exits, cells: Vec::new() };
        for cell in cells {
            let Some(accesses) = self.accesses(f, own, &plan.chain, &cell) else {
                promoted.refused_alias += 1;
                continue;
            };
            if self.may_be_accessed_outside(f, plan.preheader, &accesses) {
                plan.cells.push((cell, accesses));
            } else {
                promoted.refused_trap += 1;
            }
        }
        (!plan.cells.is_empty()).then_some(plan)
    }

    /// Whether a location, given all accesses of it, may be loaded in the preheader and stored at the exits:
    /// whether one of the accesses is in bounds there, or is executed whenever the loop is entered. Nothing in
    /// the loop may not return.
    fn may_be_accessed_outside(&self, f: &Function, preheader: Block, accesses: &[Inst]) -> bool {
        let (doms, module) = (&self.nest.doms, self.state.module);
        let is_executed =
            |inst: Inst| self.home[inst].is_some_and(|block| self.proofs.always.executed[block]);
        let is_proved = |inst| {
            let all = self.proofs.accesses.get_or_init(|| Accesses::new(f, module, doms));
            all.reach(f, module, doms, inst, (preheader, usize::MAX))
        };
        accesses.iter().any(|&inst| {
            !self.state.effects(f, inst).traps_if_speculated()
                || is_executed(inst)
                || is_proved(inst)
        }) || invar_ir::mutant!(PromotePromised)
    }

    /// Whether something in the loop may trap, where it is.
    fn may_trap(&self, f: &Function, own: &[Block]) -> bool {
        if !self.effects.effects.traps_where_executed() || invar_ir::mutant!(PromoteInTrappingLoop)
        {
            return false;
        }
        let module = self.state.module;
        let proved =
            self.proofs.proved.get_or_init(|| Accesses::proved(f, module, &self.nest.doms));
        let may_trap =
            |&inst: &Inst| self.state.effects(f, inst).traps_where_executed() && !proved[inst];
        own.iter().any(|&block| {
            terminator_effects(&f.blocks[block].term, module).traps_where_executed()
                || f.blocks[block].insts.iter().any(may_trap)
        })
    }

    fn is_fixed(&self, f: &Function, value: Value) -> bool {
        self.nest.is_invariant(f, self.home, self.id, value)
    }

    /// The invariant locations that each iteration writes.
    fn cells(&self, f: &Function, chain: &[Block]) -> Vec<Cell> {
        let mut cells: Vec<Cell> = Vec::new();
        for &inst in chain.iter().flat_map(|&block| &f.blocks[block].insts) {
            match &f.insts[inst].op {
                Op::GlobalSet { global_index } => {
                    let known = cells
                        .iter()
                        .any(|cell| matches!(cell, Cell::Global(n) if n == global_index));
                    let global = &self.state.module.globals[Global::from_u32(*global_index)];
                    if !known && global.import.is_none() && !global.ty.shared {
                        cells.push(Cell::Global(*global_index));
                    }
                }
                op if whole_load(op).is_some()
                    && memory_access(op).is_some_and(|access| access.stored.is_some()) =>
                {
                    let Some(bytes) = self.state.bytes(f, inst) else { continue };
                    let fixed = bytes.address.terms.iter().all(|term| self.is_fixed(f, term.0));
                    // The address operand itself must be available in the preheader.
                    let there = self.is_fixed(f, f.args(inst)[0]);
                    let known = cells
                        .iter()
                        .any(|cell| matches!(cell, Cell::Memory(other, _) if *other == bytes));
                    if fixed && there && !known && !self.state.is_shared(op) {
                        cells.push(Cell::Memory(bytes, inst));
                    }
                }
                _ => {}
            }
            if cells.len() == MOST_CELLS {
                break;
            }
        }
        cells
    }

    /// All accesses of a location, if all of them are in the chain and nothing else aliases it.
    fn accesses(
        &self,
        f: &Function,
        own: &[Block],
        chain: &[Block],
        cell: &Cell,
    ) -> Option<Vec<Inst>> {
        let mut found = Vec::new();
        for &block in own {
            for &inst in &f.blocks[block].insts {
                let op = &f.insts[inst].op;
                let is_it = match cell {
                    Cell::Global(index) => match op {
                        Op::GlobalGet { global_index } | Op::GlobalSet { global_index }
                            if global_index == index =>
                        {
                            true
                        }
                        // A call that neither traps nor runs forever may write it.
                        _ if invar_ir::mutant!(PromoteGlobalPastCalls) => false,
                        _ => {
                            let write = Op::GlobalSet { global_index: *index };
                            let of_cell = effects(&write, self.state.module).writes;
                            let does = self.state.effects(f, inst);
                            if does.reads.union(does.writes).intersects(of_cell) {
                                return None;
                            }
                            false
                        }
                    },
                    Cell::Memory(bytes, like) => {
                        let does = self.state.effects(f, inst);
                        let touches = does.reads.union(does.writes);
                        let of_cell = self.state.effects(f, *like).writes;
                        match self.state.bytes(f, inst) {
                            _ if !touches.intersects(of_cell) => false,
                            None => return None,
                            Some(other) if other == *bytes => {
                                if whole_load(op) != whole_load(&f.insts[*like].op)
                                    && !invar_ir::mutant!(PromoteOtherType)
                                {
                                    return None;
                                }
                                true
                            }
                            Some(other) => {
                                // Varying addresses cannot be compared across iterations.
                                let fixed = |value| self.is_fixed(f, value);
                                let known = other.address.terms.iter().all(|term| fixed(term.0));
                                let apart = match (known, other.span, bytes.span) {
                                    (true, ..) => other.overlap(bytes) == Overlap::Disjoint,
                                    (_, Some(a), Some(b)) => a.1 <= b.0 || b.1 <= a.0,
                                    _ => false,
                                };
                                if !apart {
                                    return None;
                                }
                                false
                            }
                        }
                    }
                };
                if is_it {
                    if !chain.contains(&block) && !invar_ir::mutant!(PromoteConditionalStore) {
                        return None;
                    }
                    found.push(inst);
                }
            }
        }
        Some(found)
    }

    fn replace(
        &self,
        f: &mut Function,
        plan: &PromotionPlan,
        (cell, accesses): &(Cell, Vec<Inst>),
    ) {
        let PromotionPlan { preheader, chain, exits, .. } = plan;
        let preheader = *preheader;
        let loc = f.insts[accesses[0]].loc;
        let (read, write, address, ty) = match cell {
            Cell::Global(index) => {
                let ty = self.state.module.globals[Global::from_u32(*index)].ty.content_type;
                let (read, write) = (
                    Op::GlobalGet { global_index: *index },
                    Op::GlobalSet { global_index: *index },
                );
                (read, write, None, ty)
            }
            Cell::Memory(_, like) => {
                let write = f.insts[*like].op.clone();
                let (read, address) = (whole_load(&write).expect("it is one"), f.args(*like)[0]);
                (read, write, Some(address), f.ty(f.args(*like)[1]))
            }
        };
        // A write behind the loop is at the place of one in it.
        let is_write = |&&inst: &&Inst| f.result(inst).is_none();
        let of_write = accesses.iter().find(is_write).map_or(loc, |&inst| f.insts[inst].loc);
        let address = address.map(|address| self.at(f, preheader, address));
        let args: Vec<Value> = address.into_iter().collect();
        let first = f.append(preheader, read, &args, &[ty], loc);
        let first = f.result(first).expect("a read has a result");
        let header = self.nest.forest.loops[self.id].header;
        let param = f.add_param(header, ty);
        // The value of the location at the end of each block of the chain.
        let mut now = param;
        let mut ends: Vec<(Block, Value)> = Vec::new();
        for &block in chain {
            for inst in
                f.blocks[block].insts.clone().into_iter().filter(|inst| accesses.contains(inst))
            {
                match f.result(inst) {
                    Some(result) => f.alias(result, now),
                    None => now = f.resolve(*f.args(inst).last().expect("what is written")),
                }
            }
            f.blocks[block].insts.retain(|inst| !accesses.contains(inst));
            ends.push((block, now));
        }
        self.nest.pass_to_header(f, self.id, first, now);
        for edge in exits {
            // The last block of the chain that dominates the exit.
            let dominates =
                |&&(block, _): &&(Block, Value)| self.nest.doms.dominates(block, edge.from);
            let (_, value) = ends.iter().rev().find(dominates).expect("the header is in the chain");
            let mut args = args.clone();
            args.push(*value);
            let inst = f.make_inst(write.clone(), &args, &[], of_write);
            f.blocks[self.nest.cfg.target(*edge)].insts.insert(0, inst);
        }
    }

    /// An invariant address in the preheader: a constant may be defined in the loop.
    fn at(&self, f: &mut Function, preheader: Block, value: Value) -> Value {
        let inside = |block| self.nest.forest.contains(self.id, block);
        match f.values[value].def {
            ValueDef::Result(inst, _) if self.home[inst].is_some_and(inside) => {
                let (op, ty) = (f.insts[inst].op.clone(), f.ty(value));
                let copy = f.append(preheader, op, &[], &[ty], SourceLoc::default());
                f.result(copy).expect("a constant")
            }
            _ => value,
        }
    }
}
