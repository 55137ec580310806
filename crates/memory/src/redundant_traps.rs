//! Redundant trap elimination: loads that are only done for their traps, where others trap in their place.
//!
//! A *probe* is a load whose result is unused: what is left of it is the trap where its address is out
//! of bounds. Of the loads in a straight-line run (without writes, and without anything that may not return),
//! those at the addresses `x + a` and `x + b`, `a <= b`, trap if any probe between them does, since memory is
//! contiguous. That another of them traps first makes no difference: nothing in between can be observed.
//!
//! A probe that cannot trap is removed without that: one that is known to be in bounds, or that accesses the bytes of
//! an access on all paths to it ([`Accesses`]).
//!
//! Two loads trap for others only if addresses do not wrap around between `x + a` and `x + b`, where `b - a` is less
//! than a page. Addresses do not if memory has less than the 65,536 pages that 32 bits can address. Where its type
//! does not say so, `memory.size` is tested once for a run, and the probes are done only in a memory of that size.

use invar_ir::entities::SecondaryMap;
use invar_ir::{
    Accesses, Block, BlockCall, Function, Inst, Linear, Memory, Module, Op, PassContext,
    Terminator, ValType, Value, inst_effects, is_plain, memory_access,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// Bytes of a page.
const PAGE: i64 = 1 << 16;
/// Pages of the largest memory.
const MOST_PAGES: u64 = 1 << 16;

/// How many probes a test of the memory's size has to save: the test costs as much as a load with its address.
const WORTH_TEST: usize = 4;

/// There are no options.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Config {}

invar_ir::counters! {
    /// What was found.
    pub struct Stats {
        /// Probes that other loads make redundant.
        removed,
        /// Probes removed since they are known to be in bounds.
        in_bounds,
        /// Of the first, those that are still done where memory has its largest size.
        tested,
        /// Tests of the size of memory.
        tests,
        /// Probes that were left: too few for a test.
        refused_few,
    }
}

/// A load in a run.
struct Load {
    inst: Inst,
    /// The load's position in the block.
    position: usize,
    probe: bool,
}

/// A load of a group whose addresses differ by constants.
struct Member {
    load: usize,
    /// The load's address, relative to that of the group's first load.
    start: i64,
    /// The end of what it reads.
    end: i64,
}

/// What makes addresses comparable: the memory, the offset, and the sum without its constant.
type Key = (u32, u64, Linear);

/// What to do with a run.
struct Plan {
    block: Block,
    /// The position where the run begins.
    start: usize,
    /// Probes to remove.
    removed: Vec<Inst>,
    /// Probes to do only where memory has its largest size.
    tested: Vec<Inst>,
    /// The position behind the last of them.
    end: usize,
}

/// Runs the pass.
pub fn run(f: &mut Function, cx: &mut PassContext<'_>, _: &Config) -> Stats {
    let mut stats = Stats::default();
    if cx.goals.traps_never_happen {
        return stats;
    }
    let uses = f.use_counts();
    remove_in_bounds(f, cx, &uses, &mut stats);
    let mut plans = Vec::new();
    for block in f.live_blocks() {
        let (mut loads, mut start) = (Vec::new(), 0);
        for (position, &inst) in f.blocks[block].insts.iter().enumerate() {
            if is_load(f, inst) {
                loads.push(Load { inst, position, probe: is_probe(f, &uses, inst) });
            } else if inst_effects(f, inst, cx.module).is_effect()
                && !invar_ir::mutant!(ProbesCrossEffects)
            {
                plans.extend(plan(f, cx, block, start, &loads, &mut stats));
                loads.clear();
                start = position + 1;
            }
        }
        plans.extend(plan(f, cx, block, start, &loads, &mut stats));
    }
    // From the last one, so that positions stay valid.
    for plan in plans.into_iter().rev() {
        apply(f, cx.module, plan, &uses, &mut stats);
    }
    cx.analyses.keep_if_current(f);
    stats
}

/// Removes probes that cannot trap where they are.
fn remove_in_bounds(
    f: &mut Function,
    cx: &mut PassContext<'_>,
    uses: &SecondaryMap<Value, u32>,
    stats: &mut Stats,
) {
    let mut probes = Vec::new();
    for block in f.live_blocks() {
        for (position, &inst) in f.blocks[block].insts.iter().enumerate() {
            if is_probe(f, uses, inst) {
                probes.push((inst, (block, position)));
            }
        }
    }
    if probes.is_empty() {
        return;
    }
    let dominators = cx.analyses.dominators(f);
    let accesses = Accesses::new(f, cx.module, &dominators);
    probes.retain(|&(inst, at)| {
        let is_excluded = !inst_effects(f, inst, cx.module).traps_if_speculated()
            || accesses.reach(f, cx.module, &dominators, inst, at);
        is_excluded && cx.fuel.take()
    });
    stats.in_bounds += probes.len() as u64;
    // Probes of one block are adjacent, in order.
    for probes in probes.chunk_by(|a, b| a.1.0 == b.1.0) {
        let mut gone = probes.iter().map(|probe| probe.0).peekable();
        f.blocks[probes[0].1.0].insts.retain(|&inst| gone.next_if_eq(&inst).is_none());
    }
}

/// Whether an instruction is a load whose result is unused.
fn is_probe(f: &Function, uses: &SecondaryMap<Value, u32>, inst: Inst) -> bool {
    is_load(f, inst) && f.result(inst).is_some_and(|value| uses[value] == 0)
}

fn is_load(f: &Function, inst: Inst) -> bool {
    let op = &f.insts[inst].op;
    is_plain(op) && memory_access(op).is_some_and(|access| access.is_load())
}

/// Finds the redundant probes among the loads of a run, and decides what to do with them.
fn plan(
    f: &Function,
    cx: &PassContext<'_>,
    block: Block,
    start: usize,
    loads: &[Load],
    stats: &mut Stats,
) -> Option<Plan> {
    if loads.len() < 3 || !loads.iter().any(|load| load.probe) {
        return None;
    }
    let mut groups: Vec<(Key, u64, Vec<Member>)> = Vec::new();
    let mut numbers: FxHashMap<Key, usize> = FxHashMap::default();
    for (n, load) in loads.iter().enumerate() {
        let access = memory_access(&f.insts[load.inst].op).expect("a load");
        let Some(mut sum) = Linear::of(f, f.args(load.inst)[access.address]) else { continue };
        if sum.wide {
            continue;
        }
        let constant = std::mem::take(&mut sum.constant);
        let key = (access.memarg.memory, access.memarg.offset, sum);
        let number = *numbers.entry(key.clone()).or_insert_with(|| {
            groups.push((key, constant, Vec::new()));
            groups.len() - 1
        });
        let (_, first, members) = &mut groups[number];
        let start = i64::from(constant.wrapping_sub(*first) as i32);
        members.push(Member { load: n, start, end: start + i64::from(access.size) });
    }
    let mut plan = Plan { block, start, removed: Vec::new(), tested: Vec::new(), end: 0 };
    for ((memory, ..), _, members) in groups {
        let between = between(loads, members);
        let never_largest = match size(cx.module, memory) {
            Size::Never => true,
            Size::Tested if memory == 0 => false,
            _ => continue,
        };
        for n in between {
            if never_largest {
                if cx.fuel.take() {
                    plan.removed.push(loads[n].inst);
                }
            } else {
                plan.tested.push(loads[n].inst);
                plan.end = plan.end.max(loads[n].position + 1);
            }
        }
    }
    let worth = cx.goals.size == 0 && plan.tested.len() >= WORTH_TEST;
    let no_edge_values = f.blocks[block].term.edge_values().is_empty();
    let done = plan.tested.is_empty() || worth && no_edge_values && cx.fuel.take();
    if !done {
        stats.refused_few += plan.tested.len() as u64;
        plan.tested.clear();
    }
    (!plan.removed.is_empty() || !plan.tested.is_empty()).then_some(plan)
}

/// The probes of a group that are redundant beside two of its loads: the one with the lowest start, and the one
/// with the highest end. Of equals, a load whose result is used is chosen.
fn between(loads: &[Load], mut members: Vec<Member>) -> Vec<usize> {
    // Within half a page of the first one, any two are less than a page apart.
    members.retain(|member| -PAGE / 2 < member.start && member.end < PAGE / 2);
    let lowest = members.iter().min_by_key(|m| (m.start, loads[m.load].probe));
    let highest = members.iter().max_by_key(|m| (m.end, !loads[m.load].probe));
    let (Some(lowest), Some(highest)) = (lowest, highest) else { return Vec::new() };
    let stay = [lowest.load, highest.load];
    let probes = members.iter().map(|member| member.load);
    probes.filter(|&n| loads[n].probe && !stay.contains(&n)).collect()
}

/// What is known of the size of a memory.
enum Size {
    /// The memory never has the most pages.
    Never,
    /// The memory may have the most pages, which `memory.size` tells.
    Tested,
    /// Pages are of another size, or addresses have 64 bits.
    Other,
}

fn size(module: &Module, memory: u32) -> Size {
    let Some(data) = module.memories.get(Memory::from_u32(memory)) else { return Size::Other };
    match data.ty.maximum {
        _ if data.ty.memory64 || data.ty.page_size_log2.is_some() => Size::Other,
        Some(maximum) if maximum < MOST_PAGES => Size::Never,
        _ if invar_ir::mutant!(ProbesAnyMemory) => Size::Never,
        _ => Size::Tested,
    }
}

fn apply(
    f: &mut Function,
    module: &Module,
    plan: Plan,
    uses: &SecondaryMap<Value, u32>,
    stats: &mut Stats,
) {
    let Plan { block, start, removed, tested, end } = plan;
    stats.removed += (removed.len() + tested.len()) as u64;
    let mut insts = std::mem::take(&mut f.blocks[block].insts);
    if tested.is_empty() {
        let run = insts.split_off(start);
        let removed: FxHashSet<Inst> = removed.into_iter().collect();
        insts.extend(run.into_iter().filter(|inst| !removed.contains(inst)));
        f.blocks[block].insts = insts;
        return;
    }
    stats.tested += tested.len() as u64;
    stats.tests += 1;
    let loc = f.insts[tested[0]].loc;
    let rest = insts.split_off(end);
    let run = insts.split_off(start);
    let removed: FxHashSet<Inst> = removed.into_iter().collect();
    let largest_only = only_for(f, module, &run, tested, uses);
    let (mut of_largest, mut behind_test) = (Vec::new(), rest);
    behind_test.retain(|inst| !removed.contains(inst));
    for inst in run {
        if largest_only.contains(&inst) {
            of_largest.push(inst);
        } else if !removed.contains(&inst) {
            insts.push(inst);
        }
    }
    let (largest, behind) = (f.add_block(), f.add_block());
    f.blocks[behind].insts = behind_test;
    f.blocks[behind].term = std::mem::take(&mut f.blocks[block].term);
    f.blocks[behind].term_loc = f.blocks[block].term_loc;
    f.blocks[largest].insts = of_largest;
    f.blocks[largest].term_loc = loc;
    f.blocks[largest].term = Terminator::Jump(f.call(behind, &[]));
    f.blocks[block].insts = insts;
    let mut op = |op, args: &[Value]| {
        let inst = f.append(block, op, args, &[ValType::I32], loc);
        f.result(inst).expect("an operator with a result")
    };
    let pages = op(Op::MemorySize { mem: 0 }, &[]);
    let most = op(Op::I32Const { value: MOST_PAGES as i32 }, &[]);
    let cond = op(Op::I32Eq, &[pages, most]);
    let then = f.call(largest, &[]);
    let els = BlockCall { weight: 1, ..f.call(behind, &[]) };
    f.blocks[block].term = Terminator::BrIf { cond, then, els };
    f.blocks[block].term_loc = loc;
}

/// Probes, and the instructions of a run that only they use.
fn only_for(
    f: &Function,
    module: &Module,
    run: &[Inst],
    probes: Vec<Inst>,
    uses: &SecondaryMap<Value, u32>,
) -> FxHashSet<Inst> {
    let mut found: FxHashSet<Inst> = probes.into_iter().collect();
    let mut theirs: FxHashMap<Value, u32> = FxHashMap::default();
    for &inst in run.iter().rev() {
        let is_theirs = |value| uses[value] > 0 && theirs.get(&value) == Some(&uses[value]);
        let pure = inst_effects(f, inst, module).is_pure_total();
        if found.contains(&inst) || pure && f.result(inst).is_some_and(is_theirs) {
            found.insert(inst);
            for &arg in f.args(inst) {
                *theirs.entry(f.resolve(arg)).or_default() += 1;
            }
        }
    }
    found
}
