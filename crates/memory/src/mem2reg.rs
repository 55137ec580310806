//! Promotes variables in stack frames to values (mem2reg), under the assumption of a stack ABI.
//!
//! C, C++ and Rust compilers for WebAssembly keep local variables whose address may be taken, and
//! without optimization all of them, in linear memory, in a frame below the *stack pointer*, a
//! mutable global. WebAssembly itself does not guarantee that frames are private. The option
//! `--assume-stack-abi` promises it ([`Goals::stack_abi`](invar_analysis::Goals)):
//!
//! - a frame is accessed only through addresses computed from the stack pointer of its function;
//! - its contents mean nothing before the function wrote them, or after it returned;
//! - a call leaves the stack pointer, and frames above it, as they were.
//!
//! The stack pointer's distance from where it was at the function's entry is known at each point,
//! and so are the addresses computed from it (`addresses.rs`; `aligned.rs` for a pointer that is
//! rounded down), so frames of inlined bodies are parts of the frame around them. What a function
//! does with its frame is a list of *events* per block (`events.rs`): accesses at known places,
//! accesses anywhere in a range, addresses that escape. Accesses at known places are accesses of
//! *slots* (`slots.rs`). A slot is a value in SSA form wherever its address has not escaped
//! (`flow.rs`):
//!
//! - before something else reads or overwrites it, and where its address escapes, its value is
//!   stored, unless memory holds it already;
//! - after something else may have overwritten it, it is loaded again;
//! - where its address is known to others, it stays in memory, until its frame is given back.
//!
//! A slot for which that executes no fewer loads and stores stays in memory (`gain.rs`). One access of several
//! slots (a structure that is copied, a union) is put together from their values or taken apart
//! (`convert.rs`). A slot that is live across a call whose frame may overlap it stays in memory.
//! Joins get block parameters where a value is needed (pruned SSA form: Cytron et al., *Efficiently
//! computing static single assignment form*, 1991; `ssa_cleanup` removes redundant ones). If no
//! access to the frame is left, the stack pointer need not be moved.
//!
//! A load through an address that is one of several (`speculate.rs`) is done at all of them, if
//! that promotes these.
//!
//! When slots have become values, more addresses are known: a pointer that was kept in one of them,
//! an index. The pass then runs again on the same function, a few times.
//!
//! Cost: near-linear in code, and linear in blocks times slots (bits). Both that product and the
//! number of arguments that branches get are limited.

mod addresses;
mod aligned;
mod convert;
mod events;
mod flow;
mod gain;
mod initial;
mod leftover;
mod private;
mod reasons;
mod slots;
mod speculate;
mod ssa;
#[cfg(test)]
mod tests;

use addresses::Addresses;
use events::{Bytes, Event, Frame, Refusal, Root};
use flow::{Action, Flow};
use invar_analysis::{Counters, Observed};
use invar_analysis::{PassContext, RemarkKind, Summaries};
use invar_ir::bit_set::BitSet;
use invar_ir::{Cfg, Func, Op};
use invar_ir::{Function, Inst, Module, ValType};
pub(crate) use leftover::Removed;
use rustc_hash::FxHashSet;
use slots::Slots;

/// There are no options.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Config;

invar_analysis::counters! {
    /// What was promoted, and what was not.
    pub struct Stats {
        /// Functions with slots that became values.
        frames,
        /// Slots that became values.
        slots,
        /// Loads and stores removed.
        accesses,
        /// Stores of values before their addresses escape, or before others read them.
        spills,
        /// Loads of values that others may have overwritten.
        reloads,
        /// Assignments of the stack pointer removed.
        moves,
        /// Slots left in memory: their addresses escape, or others access them, too often.
        refused_escape: Observed = "refused.escape",
        /// Functions left as they are: the stack pointer is not known at each point.
        refused_form: Observed = "refused.form",
        /// Groups of overlapping slots left in memory: one is live across a call whose frame may
        /// overlap it, or they cannot be divided.
        refused_slot: Observed = "refused.slot",
        /// Functions left as they are: too many slots for so many blocks.
        refused_large: Observed = "refused.large",
    }
}

/// How often the pass runs on one function.
const MOST_ROUNDS: usize = 3;
/// How often it tries assumptions about accesses anywhere in the frame.
const MOST_TRIALS: usize = 2;

/// The most private regions of one function that are promoted.
const MOST_REGIONS: usize = 64;

/// The most blocks times slots.
const MOST_BITS: usize = 1 << 24;

/// The most branch arguments for the slots of a function.
const MOST_ARGUMENTS: usize = 1 << 16;
/// How many more each access of the frame allows.
const MOST_PER_ACCESS: usize = 16;

/// What is known of the module around a function.
#[derive(Clone, Copy)]
struct Env<'a> {
    module: &'a Module,
    /// The summaries of callees.
    callees: &'a Summaries,
}

impl<'a> Env<'a> {
    fn of(cx: &PassContext<'a>) -> Self {
        Env { module: cx.module, callees: cx.summaries }
    }
}

/// A variable of the frame.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Slot {
    /// The slot's offset from the stack pointer at the function's entry.
    pub start: i64,
    pub size: u8,
    pub ty: ValType,
}

impl Slot {
    /// The first byte after it.
    fn end(self) -> i64 {
        self.start + i64::from(self.size)
    }
}

/// An access of one or several slots, one after the other, or a load of a part of one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Access {
    pub first: usize,
    pub count: usize,
    /// How many bytes of the first slot are before it.
    pub skip: u8,
    pub is_store: bool,
}

impl Access {
    /// The numbers of its slots.
    fn slots(self) -> std::ops::Range<usize> {
        self.first..self.first + self.count
    }
}

/// Runs the pass.
pub fn run(function: &mut Function, cx: &mut PassContext<'_>, _: &Config) -> Stats {
    let mut stats = Stats::default();
    if !cx.goals.stack_abi {
        return stats;
    }
    let Some(pointer) = cx.module.stack_pointer() else { return stats };
    function.resolve_aliases();
    for _ in 0..MOST_ROUNDS {
        let mut round = Stats::default();
        let again = promote(function, cx, Root::StackPointer(pointer), &mut round);
        // Edges may have been split.
        cx.analyses.keep_if_current(function);
        stats = Stats {
            frames: stats.frames.max(round.frames),
            slots: stats.slots + round.slots,
            accesses: stats.accesses + round.accesses,
            spills: stats.spills + round.spills,
            reloads: stats.reloads + round.reloads,
            moves: stats.moves + round.moves,
            // What is refused is what the last round refuses.
            ..round
        };
        if !again {
            break;
        }
    }
    let loc = function.blocks[function.entry].term_loc;
    if stats.slots > 0 {
        cx.remarks.record("mem2reg", RemarkKind::Applied, loc, "frame", || {
            let Stats { slots, accesses, .. } = stats;
            format!("{slots} of its slots are values, and {accesses} accesses are gone")
        });
    }
    stats
}

/// Promotes private regions, and removes the operators `private`.
///
/// In an order in which a region is promoted before those in it. These are left alone if anything was promoted:
/// values are stored and loaded through the address of the outer one. Redundant loads and dead stores of what stays
/// in memory are removed (`leftover.rs`), and stores before it begins that nobody reads (`initial.rs`). Returns how
/// many regions there were, and what was done.
pub(crate) fn promote_private(
    function: &mut Function,
    cx: &mut PassContext<'_>,
) -> (u64, Stats, Removed) {
    let mut stats = Stats::default();
    function.resolve_aliases();
    let cfg = cx.analyses.cfg(function);
    let begins = |function: &Function| -> Vec<Inst> {
        let insts = cfg.rpo.iter().flat_map(|&block| &function.blocks[block].insts);
        insts
            .copied()
            .filter(|&inst| matches!(function.insts[inst].op, Op::Private { .. }))
            .collect()
    };
    let pointer = cx.module.stack_pointer();
    let in_frame =
        pointer.map(|pointer| Addresses::private_in_frame(function, Env::of(cx), &cfg, pointer));
    let mut nested: FxHashSet<Inst> = FxHashSet::default();
    let mut left = Removed::default();
    for inst in begins(function).into_iter().take(MOST_REGIONS) {
        if nested.contains(&inst) && !invar_ir::mutant!(PrivateNestedToo) {
            continue;
        }
        let offset = in_frame.as_ref().and_then(|offsets| offsets.get(&inst).copied());
        let Some(root) = private::root(function, inst, offset) else {
            reasons::size_unknown(function, cx, inst);
            continue;
        };
        let env = Env::of(cx);
        let within = Addresses::find(function, env, &cx.analyses.cfg(function), root)
            .map_or_else(|_| Vec::new(), |frame| frame.nested);
        let before = stats.slots;
        let mut last = Stats::default();
        for _ in 0..MOST_ROUNDS {
            let mut round = Stats::default();
            let again = promote(function, cx, root, &mut round);
            cx.analyses.keep_if_current(function);
            stats.add(&round);
            last = round;
            if !again {
                break;
            }
        }
        reasons::tell(function, cx, root, &last);
        if stats.slots > before {
            nested.extend(within);
        }
        let removed = leftover::run(function, cx, root);
        left.loads += removed.loads;
        left.stores += removed.stores;
        if let (Some(offset), Some(pointer), Root::Private { is_in_frame: true, .. }) =
            (offset, pointer, root)
        {
            left.stores += initial::run(function, cx, root, pointer, offset);
        }
    }
    // Some may be in blocks that are never reached.
    let regions = function.strip_annotations_if(|op| matches!(op, Op::Private { .. }));
    (regions, stats, left)
}

/// Promotes what is known now. Gives whether more may be known then.
///
/// An access anywhere in the frame is mostly one of an array by an index, and what the index can be
/// is often known only when it is a value. So a copy is promoted as if such accesses touched no
/// slot, and then the copy is asked. Its own execution is that of the original up to the first
/// access that does touch one: if the ranges of the copy's indices exclude that, there is no first
/// one. Slots that are not excluded count as touched in the next trial.
fn promote(
    function: &mut Function,
    cx: &mut PassContext<'_>,
    root: Root,
    stats: &mut Stats,
) -> bool {
    let cfg = cx.analyses.cfg(function);
    let frame = match Addresses::find(function, Env::of(cx), &cfg, root) {
        Ok(frame) => frame,
        Err(Refusal::None) => return false,
        Err(Refusal::Form) => {
            stats.refused_form += 1;
            return false;
        }
    };
    if matches!(root, Root::StackPointer(_)) {
        tell(function, cx, &cfg, &frame);
    }
    if let Some(promoted) = through_merges(function, cx, &cfg, root, &frame) {
        if cx.fuel.take() {
            (*function, *stats) = promoted;
            return true;
        }
        return false;
    }
    let anywhere = frame.anywhere(&cfg);
    let mut touched: Vec<Bytes> = Vec::new();
    for _ in 0..if anywhere.is_empty() { 0 } else { MOST_TRIALS } {
        let narrowed = frame.if_touched(&cfg, &touched);
        let Ok(plan) = FramePlan::new(function, cx, &cfg, [&frame, &narrowed]) else { break };
        let mut copy = function.clone();
        plan.apply(&mut copy, &cfg, &narrowed, root);
        let env = Env::of(cx);
        let Some(more) = touches(&copy, env, root, &anywhere, &plan.promoted, frame.is_aligned)
        else {
            break;
        };
        if !more.is_empty() {
            touched.extend(more);
            continue;
        }
        if !cx.fuel.take() {
            return false;
        }
        *function = copy;
        *stats = plan.stats;
        return frame.is_seen_otherwise(&cfg);
    }
    match FramePlan::new(function, cx, &cfg, [&frame, &frame]) {
        Ok(plan) if cx.fuel.take() => {
            plan.apply(function, &cfg, &frame, root);
            *stats = plan.stats;
            frame.is_seen_otherwise(&cfg)
        }
        Ok(_) => false,
        Err(refused) => {
            *stats = refused;
            false
        }
    }
}

/// The function with its loads through merged addresses replaced, if what they may read is promoted then.
fn through_merges(
    function: &Function,
    cx: &mut PassContext<'_>,
    cfg: &Cfg,
    root: Root,
    frame: &Frame,
) -> Option<(Function, Stats)> {
    if frame.merged.is_empty() {
        return None;
    }
    let env = Env::of(cx);
    let mut copy = function.clone();
    let made = speculate::run(&mut copy, env, cfg, &frame.merged);
    let frame = Addresses::find(&copy, env, cfg, root).ok()?;
    let plan = FramePlan::new(&copy, cx, cfg, [&frame, &frame]).ok()?;
    let removed = plan.removed(cfg);
    if made.is_empty() || made.iter().any(|inst| !removed.contains(inst)) {
        return None;
    }
    plan.apply(&mut copy, cfg, &frame, root);
    Some((copy, plan.stats))
}

/// Remarks about where addresses of the frame escape.
fn tell(function: &Function, cx: &mut PassContext<'_>, cfg: &Cfg, frame: &Frame) {
    for (_, event) in cfg.rpo.iter().flat_map(|&block| &frame.events[block]) {
        let Event::Escape { inst: Some(inst), .. } = *event else { continue };
        let (op, loc) = (&function.insts[inst].op, function.insts[inst].loc);
        let module = cx.module;
        cx.remarks.record(
            "mem2reg",
            RemarkKind::Missed,
            loc,
            "an address of the frame escapes",
            || match *op {
                Op::Call { function_index } => {
                    format!("to {}", module.func_label(Func::from_u32(function_index)))
                }
                _ => format!("by `{}`", op.opcode().name()),
            },
        );
    }
}

/// The bytes of promoted slots that instructions may touch which were taken not to, now that more
/// is known of addresses. `None` if that cannot be told.
fn touches(
    copy: &Function,
    env: Env<'_>,
    root: Root,
    instructions: &FxHashSet<Inst>,
    slots: &[Slot],
    is_aligned: bool,
) -> Option<Vec<Bytes>> {
    if invar_ir::mutant!(FramesTrialsUnchecked) {
        return Some(Vec::new());
    }
    let cfg = Cfg::new(copy);
    let frame = Addresses::find(copy, env, &cfg, root).ok()?;
    if frame.is_aligned != is_aligned && !invar_ir::mutant!(FramesAlignedTrials) {
        // Offsets of the slots and of what the copy accesses are from different addresses.
        return None;
    }
    let mut touched = Vec::new();
    for (_, event) in cfg.rpo.iter().flat_map(|&block| &frame.events[block]) {
        let bytes = match *event {
            Event::Touch { inst, reads, writes, .. } if instructions.contains(&inst) => {
                [reads, writes]
            }
            Event::Access { inst, start, size, .. } if instructions.contains(&inst) => {
                [Some(Bytes { start, end: start + i64::from(size) }), None]
            }
            _ => continue,
        };
        for bytes in bytes.into_iter().flatten() {
            let met = slots.iter().map(|slot| Bytes { start: slot.start, end: slot.end() });
            touched.extend(met.filter(|slot| slot.meet(bytes)));
        }
    }
    touched.sort_unstable_by_key(|bytes| (bytes.start, bytes.end));
    touched.dedup();
    Some(touched)
}

/// Which slots become values, and where these go to memory and come back.
struct FramePlan {
    slots: Slots,
    flow: Flow,
    /// The slots that become values, wholly or for some time.
    promoted: Vec<Slot>,
    /// The assignments of the stack pointer, if they can be removed.
    moves: FxHashSet<Inst>,
    stats: Stats,
}

impl FramePlan {
    /// A plan for a frame, which is given as it is and as it is taken to be. The counters of what
    /// is refused, if no slot can become a value.
    fn new(
        function: &Function,
        cx: &mut PassContext<'_>,
        cfg: &Cfg,
        [whole, frame]: [&Frame; 2],
    ) -> Result<FramePlan, Stats> {
        let mut stats = Stats::default();
        let Some(mut slots) = Slots::find(function, cfg, frame) else {
            return Err(Stats { refused_large: Observed(1), ..stats });
        };
        stats.refused_slot = Observed(slots.kept);
        if slots.accesses.is_empty() {
            return Err(stats);
        }
        let mut flow = Flow::find(cfg, frame, &slots);
        if frame.inside.is_some() {
            // All of a region is loaded where it begins, unless nobody needs that.
            flow.prune(cfg, &slots, &BitSet::new(slots.list.len()));
        }
        let stays = gain::without(function, cx, &slots, &flow, frame.inside.is_some());
        let mut refused = slots.accessed();
        refused.intersect(&stays);
        stats.refused_escape = Observed(refused.iter().count() as u64);
        slots.forget(|n| stays.contains(n));
        flow.prune(cfg, &slots, &stays);
        let actions = cfg.rpo.iter().flat_map(|&block| &flow.actions[block]);
        let mut accesses: Vec<Access> = Vec::new();
        for (_, action) in actions {
            match action {
                Action::Access(inst) => accesses.push(slots.accesses[inst]),
                Action::Spill { slots, .. } => stats.spills += slots.iter().count() as u64,
                Action::Reload { slots, .. } => stats.reloads += slots.iter().count() as u64,
                Action::Undefine(_) => {}
            }
        }
        let most = MOST_ARGUMENTS + MOST_PER_ACCESS * accesses.len();
        let is_large = ssa::count_arguments(function, cfg, &flow.live_in) > most;
        if is_large || accesses.is_empty() {
            let Stats { refused_escape, refused_slot, .. } = stats;
            let refused_large = Observed(is_large.into());
            return Err(Stats { refused_escape, refused_slot, refused_large, ..Stats::default() });
        }
        let mut promoted = BitSet::new(slots.list.len());
        for n in accesses.iter().flat_map(|access| access.slots()) {
            promoted.insert(n);
        }
        let promoted: Vec<Slot> = promoted.iter().map(|n| slots.list[n]).collect();
        let moves = moves_of_empty(cfg, whole, accesses.len()).unwrap_or_default();
        let on_edges = flow.on_edges.iter().map(|(_, set)| set.iter().count() as u64);
        stats.spills += on_edges.sum::<u64>();
        stats.frames = 1;
        stats.slots = promoted.len() as u64;
        stats.accesses = accesses.len() as u64;
        stats.moves = moves.len() as u64;
        Ok(FramePlan { slots, flow, promoted, moves, stats })
    }

    /// The loads and stores that are removed.
    fn removed(&self, cfg: &Cfg) -> FxHashSet<Inst> {
        let actions = cfg.rpo.iter().flat_map(|&block| &self.flow.actions[block]);
        let removed = actions.filter_map(|(_, action)| match action {
            Action::Access(inst) => Some(*inst),
            _ => None,
        });
        removed.collect()
    }

    fn apply(&self, function: &mut Function, cfg: &Cfg, frame: &Frame, root: Root) {
        let pointer = match root {
            Root::StackPointer(pointer) => Some(pointer),
            Root::Private { .. } => None,
        };
        ssa::promote(function, cfg, frame, &self.slots, &self.flow, pointer);
        if !self.moves.is_empty() {
            for &block in &cfg.rpo {
                function.blocks[block].insts.retain(|inst| !self.moves.contains(inst));
            }
        }
        function.resolve_aliases();
    }
}

/// The assignments of the stack pointer, if nothing is left of a frame of whose accesses so many
/// were removed.
fn moves_of_empty(cfg: &Cfg, frame: &Frame, removed: usize) -> Option<FxHashSet<Inst>> {
    let mut accesses = 0;
    let mut moves = FxHashSet::default();
    for (_, event) in cfg.rpo.iter().flat_map(|&block| &frame.events[block]) {
        match *event {
            Event::Access { .. } => accesses += 1,
            Event::Move { inst, .. } => {
                moves.insert(inst);
            }
            Event::Touch { .. } | Event::Escape { .. } => return None,
            Event::Call { .. } => {}
            // A private region has no assignments of the stack pointer.
            Event::Begin | Event::End => return None,
        }
    }
    (accesses == removed).then_some(moves)
}
