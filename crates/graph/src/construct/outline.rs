//! Takes irreducible cycles and calls with exception handlers out of a function: puts one block, a *stub*, in
//! the place of each.
//!
//! A call with handlers is a block with several exits: the normal one, and one for each handler. What is said of
//! cycles below holds for it. It becomes a block of its own first, behind what was in front of it.
//!
//! A stub has the number of an entry and the parameters of all entries as its parameters. It ends in
//! a jump table on the number of the exit, with an edge for each exit. In construction it becomes a
//! node ([`Cycle`]) and a branch on the control output of that node. Dominance among all other
//! blocks, and so SSA form, is as it was: a block of a cycle that dominates a block outside is on
//! all paths to it, so the stub is, too.
//!
//! Numbers of entries and exits, and parameters of other entries, are values of the function that
//! nothing defines: construction knows what they stand for.
//!
//! Cost: linear in the function, plus, for each cycle, the number of its values that are used outside
//! times that of its exits, and the number of edges into it times that of the parameters of its
//! entries; past a budget construction gives up.

use super::{BuildError, ways};
use crate::cycle::{Cycle, CycleExit, LiveOut};
use crate::rvsdg::states::{FunctionEnv, effects_of, end_effects};
use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::PackedOption;
use invar_analysis::{Analyses, Frequencies, LoopForest};
use invar_ir::{
    Block, BlockCall, BlockData, Cfg, ClassSet, Dominators, Edge, Effects, Function, Inst,
    Terminator, ValType, Value, ValueDef, terminator_effects, terminator_op,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A function whose irreducible cycles are stubs.
pub(super) struct Outlined {
    /// The function with the stubs.
    pub function: Function,
    /// The stubs.
    pub stubs: BTreeMap<Block, Stub>,
    /// The values that stand for undefined ones.
    pub undefs: Vec<Value>,
    /// The values that stand for the number of an entry.
    pub numbers: FxHashMap<Value, u32>,
}

/// What is known of a block in the place of a cycle.
#[derive(Clone)]
pub(super) struct Stub {
    /// The cycle.
    pub cycle: Arc<Cycle>,
    /// The value that stands for the number of the exit.
    pub exit: Value,
}

/// Takes the irreducible cycles, and the calls with handlers, out of a function that has some.
pub(super) fn outline(
    f: &Function,
    env: &FunctionEnv<'_>,
    analyses: &mut Analyses,
    mut budget: usize,
) -> Result<Outlined, BuildError> {
    let apart = f.has_handlers().then(|| calls_apart(f, &analyses.cfg(f)));
    let mut own_analyses = Analyses::default();
    let (f, analyses) = match &apart {
        Some(apart) => (apart, &mut own_analyses),
        None => (f, analyses),
    };
    let (cfg, doms) = (analyses.cfg(f), analyses.dominators(f));
    let (loops, frequencies) = (analyses.loops(f), analyses.frequencies(f));
    let (of, count) = outermost(f, &cfg, &loops);
    let source = Arc::new(f.clone());
    let mut cycles = live_values(f, &cfg, &of, count);
    let home = f.inst_blocks();
    for (n, found) in cycles.iter_mut().enumerate() {
        found.exits = exits(f, &found.blocks, |to| of[to] == Some(n as u32));
        found.where_defined(f, &home, &doms, &mut budget)?;
    }
    let mut outlined = Outlined {
        function: f.clone(),
        stubs: BTreeMap::new(),
        undefs: Vec::new(),
        numbers: FxHashMap::default(),
    };
    for block in f.blocks.keys() {
        if !cfg.is_reachable(block) || of[block].is_some() {
            outlined.function.blocks[block] = BlockData::default();
        }
    }
    let mut links =
        Links { f, of: &of, stubs: Vec::new(), undefs: Vec::new(), numbers: Vec::new() };
    for found in cycles {
        links.stubs.push(found.stub(&source, &cfg, &of, env, &mut outlined));
    }
    links.connect(&mut outlined, &cfg, &frequencies, &mut budget)?;
    outlined.undefs = links.undefs;
    outlined.numbers = links.numbers.into_iter().zip(0..).collect();
    outlined.stubs.extend(links.stubs);
    Ok(outlined)
}

/// The function with each call with handlers in a block of its own, which one edge leads to.
fn calls_apart(f: &Function, cfg: &Cfg) -> Function {
    let mut apart = f.clone();
    for &block in &cfg.rpo {
        if !is_call(f, block) {
            continue;
        }
        let own = apart.add_block();
        let data = &mut apart.blocks[block];
        let (mut term, loc) = (std::mem::take(&mut data.term), data.term_loc);
        apart.number_edge_values(own, &mut term);
        (apart.blocks[own].term, apart.blocks[own].term_loc) = (term, loc);
        apart.blocks[block].term = Terminator::Jump(apart.call(own, &[]));
    }
    apart
}

/// Whether a block ends with a call that has exception handlers.
fn is_call(f: &Function, block: Block) -> bool {
    matches!(f.blocks[block].term, Terminator::Invoke { .. })
}

/// The number of the outermost irreducible cycle that each block is in, or of the call with handlers that it is, and
/// how many there are.
fn outermost(
    f: &Function,
    cfg: &Cfg,
    loops: &LoopForest,
) -> (SecondaryMap<Block, Option<u32>>, u32) {
    let mut of: SecondaryMap<Block, Option<u32>> = SecondaryMap::new();
    for &block in &cfg.rpo {
        of[block] = loops.region(block);
    }
    // All of a loop whose header is in a cycle is in that cycle, cycles in the loop included. Outer
    // loops come first.
    let mut is_inside = SecondaryMap::new();
    for (id, data) in &loops.loops {
        let covered = data.parent.is_some_and(|parent| is_inside[parent]);
        is_inside[id] = covered || of[data.header].is_some();
        if is_inside[id] && !covered && !invar_ir::mutant!(GraphCycleWithoutLoops) {
            let around = of[data.header];
            loops.blocks(id).iter().for_each(|&block| of[block] = around);
        }
    }
    let mut numbers: FxHashMap<u32, u32> = FxHashMap::default();
    let mut count = 0;
    for &block in &cfg.rpo {
        let next = count;
        of[block] = match of[block] {
            Some(region) => Some(*numbers.entry(region).or_insert(next)),
            None => is_call(f, block).then_some(next),
        };
        count += u32::from(of[block] == Some(next));
    }
    (of, count)
}

/// A cycle as far as it is known.
#[derive(Default)]
struct Found {
    blocks: Vec<Block>,
    live_ins: Vec<Value>,
    live_outs: Vec<LiveOut>,
    /// The position of each live-out, and whether it is used outside by more than exits that pass it.
    given: FxHashMap<Value, (u32, bool)>,
    exits: Vec<CycleExit>,
}

/// The blocks of the cycles, and the values that are used across their borders.
fn live_values(
    f: &Function,
    cfg: &Cfg,
    of: &SecondaryMap<Block, Option<u32>>,
    count: u32,
) -> Vec<Found> {
    let mut found: Vec<Found> = (0..count).map(|_| Found::default()).collect();
    // The cycle in which a value is defined.
    let mut home: SecondaryMap<Value, Option<u32>> = SecondaryMap::new();
    for &block in cfg.rpo.iter().filter(|&&block| of[block].is_some()) {
        let data = &f.blocks[block];
        data.params.iter().for_each(|&param| home[param] = of[block]);
        for &inst in &data.insts {
            f.results(inst).for_each(|value| home[value] = of[block]);
        }
        data.term.edge_values().into_iter().for_each(|value| home[value] = of[block]);
        found[of[block].expect("it is in one") as usize].blocks.push(block);
    }
    let mut taken: FxHashSet<(u32, Value)> = FxHashSet::default();
    for &block in &cfg.rpo {
        let (here, data) = (of[block], &f.blocks[block]);
        let mut used = |value: Value| {
            if home[value] == here {
                return;
            }
            if let Some(from) = home[value] {
                found[from as usize].give(value, true);
            }
            if let Some(here) = here
                && taken.insert((here, value))
            {
                found[here as usize].live_ins.push(value);
            }
        };
        for &inst in &data.insts {
            f.args(inst).iter().for_each(|&value| used(value));
        }
        data.term.operands(&f.pool).iter().for_each(|&value| used(value));
        let (inner, exits): (Vec<&BlockCall>, Vec<&BlockCall>) =
            data.term.targets().partition(|call| here.is_none() || of[call.block] == here);
        for call in inner {
            f.list(&call.args).iter().for_each(|&value| used(value));
        }
        // The stub passes these on, so the cycle need not know those from outside.
        for &value in exits.iter().flat_map(|call| f.list(&call.args)) {
            if let Some(from) = home[value] {
                found[from as usize].give(value, here != Some(from));
            }
        }
    }
    found
}

/// The ways out of a cycle.
fn exits(f: &Function, blocks: &[Block], is_inside: impl Fn(Block) -> bool) -> Vec<CycleExit> {
    let mut exits = Vec::new();
    for &from in blocks {
        let term = &f.blocks[from].term;
        let calls: Vec<&BlockCall> = term.targets().collect();
        let (_, ways) = ways(f, term);
        for (way, &(first, _)) in ways.iter().enumerate() {
            if !is_inside(calls[first].block) {
                exits.push(CycleExit { from, way: way as u32, values: Vec::new() });
            }
        }
    }
    exits
}

impl Found {
    /// Notes a value that leaves the cycle.
    fn give(&mut self, value: Value, beyond_exits: bool) {
        let position = self.live_outs.len() as u32;
        let (_, beyond) = self.given.entry(value).or_insert_with(|| {
            self.live_outs.push(LiveOut { value, everywhere: false });
            (position, false)
        });
        *beyond |= beyond_exits;
    }

    /// Finds at which exits the live-outs are defined: those that exits pass and nothing else uses, at
    /// these exits; all others, wherever their definition dominates the exit.
    fn where_defined(
        &mut self,
        f: &Function,
        home: &SecondaryMap<Inst, PackedOption<Block>>,
        doms: &Dominators,
        budget: &mut usize,
    ) -> Result<(), BuildError> {
        for exits in self.exits.chunk_by_mut(|a, b| a.from == b.from) {
            let term = &f.blocks[exits[0].from].term;
            let (_, ways) = ways(f, term);
            for exit in exits {
                let call = term.target(ways[exit.way as usize].0).expect("a way has an edge");
                let passed = f.list(&call.args).iter().filter_map(|value| self.given.get(value));
                exit.values = passed.filter(|given| !given.1).map(|given| given.0).collect();
                exit.values.sort_unstable();
                exit.values.dedup();
            }
        }
        for (n, live_out) in self.live_outs.iter_mut().enumerate() {
            if !self.given[&live_out.value].1 {
                continue;
            }
            *budget = budget.checked_sub(self.exits.len()).ok_or(BuildError::TooLarge)?;
            let from = match f.values[live_out.value].def {
                ValueDef::Param(block, _) => Some(block),
                ValueDef::Result(inst, _) => home[inst].expand(),
                ValueDef::Edge(..) | ValueDef::Alias(_) => None,
            };
            let from = from.expect("a value that is used elsewhere has a block");
            let is_defined = |exit: &CycleExit| doms.dominates(from, exit.from);
            live_out.everywhere =
                self.exits.iter().all(is_defined) || invar_ir::mutant!(GraphCycleDefinedAnywhere);
            if !live_out.everywhere {
                for exit in self.exits.iter_mut().filter(|exit| is_defined(exit)) {
                    exit.values.push(n as u32);
                }
            }
        }
        Ok(())
    }

    /// Makes the stub of a cycle, without terminator.
    fn stub(
        self,
        source: &Arc<Function>,
        cfg: &Cfg,
        of: &SecondaryMap<Block, Option<u32>>,
        env: &FunctionEnv<'_>,
        outlined: &mut Outlined,
    ) -> (Block, Stub) {
        let Found { blocks, live_ins, live_outs, given: _, exits } = self;
        let is_entry =
            |&block: &Block| cfg.reachable_preds(block).any(|edge| of[edge.from] != of[block]);
        let entries: Vec<Block> = blocks.iter().copied().filter(is_entry).collect();
        let f = &mut outlined.function;
        let block = f.add_block();
        f.add_param(block, ValType::I32);
        f.blocks[block].term_loc = source.blocks[entries[0]].term_loc;
        let mut slots = vec![0];
        for &entry in &entries {
            for &param in &source.blocks[entry].params {
                f.add_param(block, source.ty(param));
            }
            slots.push(f.blocks[block].params.len() - 1);
        }
        let exit = f.add_edge_value(block, 0, ValType::I32);
        let effects = effects(source, &blocks, env);
        let position: FxHashMap<Block, usize> =
            blocks.iter().enumerate().map(|(n, &block)| (block, n)).collect();
        let only_source = |&block: &Block| {
            let mut edges = cfg.reachable_preds(block);
            match (edges.next(), edges.next()) {
                (Some(only), None) => position.get(&only.from).copied(),
                _ => None,
            }
        };
        let only_source = blocks.iter().map(only_source).collect();
        let source = source.clone();
        let cycle = Cycle {
            source,
            blocks,
            entries,
            live_ins,
            live_outs,
            exits,
            effects,
            position,
            only_source,
            slots,
        };
        (block, Stub { cycle: Arc::new(cycle), exit })
    }
}

/// What the blocks of a cycle may do: all that their instructions may. Nothing says that it ends, unless it is one
/// call.
fn effects(f: &Function, blocks: &[Block], env: &FunctionEnv<'_>) -> Effects {
    let is_cycle = blocks.len() > 1 || !is_call(f, blocks[0]);
    let may_not_return = is_cycle && !invar_ir::mutant!(GraphCycleEnds);
    let mut all = Effects { may_not_return, ..Effects::PURE };
    for &block in blocks {
        for &inst in &f.blocks[block].insts {
            all = all.union(effects_of(f, env, inst));
        }
        let term = &f.blocks[block].term;
        all = all.union(match terminator_op(term) {
            Some(op) => end_effects(op, env),
            None => terminator_effects(term, env.module),
        });
    }
    if invar_ir::mutant!(GraphCycleWritesNothing) {
        all.writes = ClassSet::EMPTY;
    }
    all
}

/// Connects the stubs with the blocks around them.
struct Links<'a> {
    f: &'a Function,
    of: &'a SecondaryMap<Block, Option<u32>>,
    stubs: Vec<(Block, Stub)>,
    /// The undefined value of each type, as far as there is a use for it.
    undefs: Vec<Value>,
    /// The values that stand for 0, 1, 2 ...
    numbers: Vec<Value>,
}

impl Links<'_> {
    fn connect(
        &mut self,
        outlined: &mut Outlined,
        cfg: &Cfg,
        frequencies: &Frequencies,
        budget: &mut usize,
    ) -> Result<(), BuildError> {
        for &block in cfg.rpo.iter().filter(|&&block| self.of[block].is_none()) {
            let enters = cfg.succs(block).iter().any(|&to| self.of[to].is_some());
            if !enters {
                continue;
            }
            let mut term = std::mem::take(&mut outlined.function.blocks[block].term);
            for call in term.targets_mut() {
                *call = self.call(outlined, call, budget)?;
            }
            outlined.function.blocks[block].term = term;
        }
        for n in 0..self.stubs.len() {
            let (block, Stub { cycle, exit }) = self.stubs[n].clone();
            let (mut calls, mut often) = (Vec::new(), Vec::new());
            for exits in cycle.exits.chunk_by(|a, b| a.from == b.from) {
                let from = exits[0].from;
                let term = &self.f.blocks[from].term;
                let (way_of, ways) = ways(self.f, term);
                let mut of_way = vec![0.0; ways.len()];
                for (nth, &way) in way_of.iter().enumerate() {
                    of_way[way as usize] += frequencies.edge(Edge { from, nth: nth as u32 });
                }
                for exit in exits {
                    let call = term.target(ways[exit.way as usize].0).expect("a way has an edge");
                    calls.push(self.call(outlined, call, budget)?);
                    often.push(of_way[exit.way as usize]);
                }
            }
            let all: f64 = often.iter().sum();
            for (call, often) in calls.iter_mut().zip(often) {
                call.weight = (65536.0 * often / all.max(f64::MIN_POSITIVE)).max(1.0) as u32;
            }
            let last = calls.pop();
            outlined.function.blocks[block].term = match last {
                None => Terminator::Unreachable,
                Some(only) if calls.is_empty() => Terminator::Jump(only),
                Some(default) => Terminator::BrTable { index: exit, targets: calls, default },
            };
        }
        Ok(())
    }

    /// A branch of the original function, to the stub if it leads to a cycle. (The lists of the
    /// original function are valid in its copy.)
    fn call(
        &mut self,
        outlined: &mut Outlined,
        call: &BlockCall,
        budget: &mut usize,
    ) -> Result<BlockCall, BuildError> {
        let f = &mut outlined.function;
        let args = self.f.list(&call.args).to_vec();
        let weight = call.weight;
        let Some(n) = self.of[call.block] else {
            return Ok(BlockCall { weight, ..f.call(call.block, &args) });
        };
        let (stub, Stub { cycle, .. }) = &self.stubs[n as usize];
        let entry = cycle.entries.iter().position(|&entry| entry == call.block);
        let entry = entry.expect("an edge from outside leads to an entry");
        let count = f.blocks[*stub].params.len();
        *budget = budget.checked_sub(count + entry).ok_or(BuildError::TooLarge)?;
        while self.numbers.len() <= entry {
            self.numbers.push(f.add_edge_value(*stub, 0, ValType::I32));
        }
        let own = cycle.params_of(entry);
        let mut passed = vec![self.numbers[entry]];
        for n in 1..count {
            passed.push(if own.contains(&n) {
                args[n - own.start]
            } else {
                let ty = f.ty(f.blocks[*stub].params[n]);
                let known = self.undefs.iter().copied().find(|&undef| f.ty(undef) == ty);
                known.unwrap_or_else(|| {
                    let undef = f.add_edge_value(*stub, 0, ty);
                    self.undefs.push(undef);
                    undef
                })
            });
        }
        Ok(BlockCall { weight, ..f.call(*stub, &passed) })
    }
}
