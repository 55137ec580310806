//! Partial (run-time) unrolling: the body of a loop whose trip count is known only at run time is executed
//! several times per iteration of a new main loop.
//!
//! If the back edge is taken `again` times (see [`trip_count`](crate::analysis::trip_count)), the main loop
//! executes `factor * (again / factor)` iterations of the original, without exit tests in between, and the
//! original loop is the remainder loop: it executes the last one to `factor` iterations. So the remainder
//! loop is always entered, each exit is still its own except for those that only trap, and live-out values
//! are still defined there.
//!
//! The main loop ends where one of the induction variables has the value that it has then. A variable takes
//! no value twice in `again` iterations if the power of two in its step divides `divisor`; where there is
//! none, a counter counts down.
//!
//! *Offsets.* In copies after the first, an address is often one of the first copy plus a constant `c`, which
//! can become part of the immediate offset if the sum does not wrap. It does not if the first copy has
//! accessed memory at that address, and memory ends `c` bytes below 2^32: by its declared maximum, or by a
//! check of `memory.size` before the main loop.
//!
//! What the trip count takes for granted and is not proved (that `i <= n` ends, for which `n` must not be the
//! greatest number) is tested before the main loop, too.
//!
//! Only innermost loops without calls, and only as many instructions as the [`Config`] allows, for speed; by
//! a factor of two for loops that `short_trips` recognizes; in functions that were unrolled
//! already, only short loops of which much is saved; and none that is an unrolled loop or its remainder loop itself.
//! How much a module may grow by it is decided for all functions together, when bodies are chosen. Cost: linear in the
//! function and in what is copied.

use crate::analysis::clone::{Copied, decide, innermost};
use crate::analysis::exits::uses_no_values_of_loop;
use crate::analysis::final_values::Emit;
use crate::analysis::profitability::{instructions, operators, saved};
use crate::analysis::ranges::Ranges;
use crate::analysis::shape::{Done, Nest, shaped_loops};
use crate::analysis::short_trips::{is_irregular, is_short, most};
use crate::analysis::trip_count::{Counts, Induction, Trips};
use crate::transforms::offset_folding::{MOST_OFFSET, offset};
use crate::versions::runtime_checks::{Tests, is_unlikely};
use invar_analysis::claims::Claim;
use invar_analysis::transform::edges;
use invar_analysis::{
    Definitions, Linear, Loop, Observed, PassContext, RemarkKind, UnrolledLoop, repair_ssa,
};
use invar_ir::{
    Block, Function, Inst, Memory, MemoryAccess, Module, Op, SourceLoc, Terminator, ValType, Value,
    ValueDef, memory_access, set_address,
};
use rustc_hash::{FxHashMap, FxHashSet};

invar_analysis::config! {
    /// Configuration of partial unrolling.
    pub struct Config {
        /// The greatest unroll factor, a power of two.
        factor: u64 = 4,
        /// The greatest size of the unrolled body in instructions, constants not counted.
        insts: usize = 64,
        /// More than one instruction in so many must be executed only once per unrolled body; in one less for a
        /// factor of two.
        share: usize = 4,
        /// Fold constant distances into immediate offsets.
        offsets: bool = true,
    }
}

invar_analysis::counters! {
    /// Counters of partial unrolling, of innermost loops.
    pub struct PartiallyUnrolled {
        /// Loops unrolled.
        loops,
        /// Copies of loop bodies.
        copies,
        /// Constants folded into immediate offsets.
        offsets,
        /// The trip count is unknown.
        refused_unknown_trip_count: Observed = "refused.unknown_trip_count",
        /// The trip count is small, or takes a division.
        refused_trip_count: Observed = "refused.trip_count",
        /// Two copies are too large.
        refused_budget: Observed = "refused.budget",
        /// The loop is one that was unrolled before.
        refused_unrolled: Observed = "refused.unrolled",
        /// Unrolling would save too little.
        refused_cost: Observed = "refused.cost",
        /// Loops with calls.
        refused_call: Observed = "refused.call",
    }
}

/// What a run of the pass did.
pub type Stats = Done<PartiallyUnrolled>;

/// Unrolls loops partially.
pub fn run(f: &mut Function, cx: &mut PassContext<'_>, config: &Config) -> Stats {
    let mut stats = Stats::default();
    if cx.goals.size > 0 || cx.goals.keep_size {
        return stats;
    }
    let Some(nest) = shaped_loops(f, cx, &mut stats.shaped) else { return stats };
    let before = cx.copy_to_check(f);
    let counts = Counts::or_fail(f, &nest);
    let ranges = Ranges::of(f, &nest, &mut cx.analyses);
    let mut definitions = Definitions::default();
    let unrolled = &mut stats.done;
    let was_unrolled = was_unrolled(f, &nest, &counts, config.factor);
    let unrolled_before = unrolled_before(f, &nest, &counts);
    for id in innermost(&nest) {
        if unrolled_before.contains(&id) {
            unrolled.refused_unrolled += 1;
            continue;
        }
        if cx.provenance.vectorized.contains(&nest.forest.loops[id].header) {
            continue;
        }
        let Some(plan) = plan(f, &nest, id, &counts, &ranges, was_unrolled, config, unrolled)
        else {
            continue;
        };
        if !cx.fuel.take() {
            break;
        }
        let UnrollPlan { factor, insts, saved, ref trips, ref counted } = plan;
        let loc = f.blocks[trips.test].term_loc;
        let depth = nest.forest.loops[id].depth;
        let operators = operators(f, &nest, id);
        let (nest, counts, module) = (&nest, &counts, cx.module);
        let unroll = Unroll { nest, id, counts, trips, counted, factor, module };
        unroll.run(f, config, unrolled, &mut definitions);
        cx.provenance.unrolled.push(UnrolledLoop {
            depth,
            operators: operators * factor,
            // An instruction takes about two operators; one of the copies still executes it.
            saved: 2 * saved as u64 * (factor - 1) / factor,
        });
        cx.remarks.record("partial-unroll", RemarkKind::Applied, loc, "loop", || {
            format!("{id} unrolled by {factor}: {saved} of its {insts} instructions are executed once in {factor} iterations")
        });
    }
    repair_ssa(f, definitions);
    if let Some(before) = before.filter(|_| stats.done.loops > 0) {
        cx.claim("partial unrolling", Claim::Accesses(&before, f));
    }
    stats
}

/// The unroll factor of loops with short, unpredictable trip counts.
const FEW: u64 = 2;

/// The most instructions of a loop that is unrolled in a function which another compiler has unrolled.
const SHORT: usize = 17;

/// Whether another compiler has unrolled loops of a function, and so has decided about the others too: it has a
/// remainder loop, which executes at most a few iterations, for example `n & 3`. Linear.
fn was_unrolled(f: &Function, nest: &Nest, counts: &Counts, factor: u64) -> bool {
    let is_remainder = |id: Loop| {
        let Ok(trips) = counts.of(f, nest, id) else { return false };
        let few = trips.most(f).is_some_and(|again| again < 2 * factor);
        few && trips.count().is_none()
    };
    innermost(nest).into_iter().any(is_remainder)
}

/// The unroll factors by which unrolled loops are recognized.
const FACTORS: [u64; 4] = [2, 4, 8, 16];

/// The loops that are unrolled, here or by another compiler, and their remainder loops: a variable of a remainder
/// loop starts with the value that the main loop leaves, in which its step is so many times as large. Not those of a
/// vector loop, whose remainder loop is also executed where tests at run time fail. Linear.
fn unrolled_before(f: &Function, nest: &Nest, counts: &Counts) -> FxHashSet<Loop> {
    let is_vector = |value: Value| f.ty(value) == ValType::V128;
    let is_scalar = |id: &Loop| {
        let mut insts = nest.forest.blocks(*id).iter().flat_map(|&block| &f.blocks[block].insts);
        !insts.any(|&inst| {
            f.results(inst).any(is_vector) || f.args(inst).iter().any(|&arg| is_vector(arg))
        })
    };
    let loops = innermost(nest).into_iter().filter(is_scalar);
    let inductions = loops.map(|id| (id, counts.inductions(f, nest, id)));
    let inductions: Vec<(Loop, Vec<Induction>)> = inductions.collect();
    let mut variables: FxHashMap<Value, (Loop, u64)> = FxHashMap::default();
    for (id, list) in &inductions {
        variables.extend(list.iter().map(|one| (one.param, (*id, one.step))));
    }
    // The loop that leaves a value, if that is the next one of a variable with so many times the step.
    let main_loop = |value: Value, remainder: Loop, step: u64| {
        let sum = Linear::of(f, f.resolve(value))?;
        let [(param, 1)] = sum.terms[..] else { return None };
        let &(main, unrolled) = variables.get(&param)?;
        let is_multiple =
            FACTORS.iter().any(|&factor| step.wrapping_mul(factor) & sum.mask() == unrolled);
        (main != remainder && sum.constant == unrolled && is_multiple).then_some(main)
    };
    let mut found = FxHashSet::default();
    for (id, list) in &inductions {
        for one in list {
            let init = f.resolve(one.init);
            let starts: Vec<Value> = match f.values[init].def {
                ValueDef::Param(block, n) => {
                    let preds = nest.cfg.preds(block).iter();
                    preds
                        .filter_map(|&edge| edges::args(f, edge).get(n as usize).copied())
                        .collect()
                }
                _ => vec![init],
            };
            for main in starts.into_iter().filter_map(|start| main_loop(start, *id, one.step)) {
                found.extend([*id, main]);
            }
        }
    }
    found
}

/// How a loop is unrolled.
struct UnrollPlan {
    trips: Trips,
    /// Preconditions of the trip count: the first sum must be at most the second, unsigned.
    counted: Vec<(Linear, Linear)>,
    /// How many iterations of the original loop an iteration of the main loop executes.
    factor: u64,
    /// The size of the loop in instructions.
    insts: usize,
    /// How many of them the unrolled body executes only once.
    saved: usize,
}

/// The legality and the cost model of unrolling a loop.
fn plan(
    f: &Function,
    nest: &Nest,
    id: Loop,
    counts: &Counts,
    ranges: &Ranges,
    was_unrolled: bool,
    config: &Config,
    unrolled: &mut PartiallyUnrolled,
) -> Option<UnrollPlan> {
    if nest.preheader[id].is_some_and(|block| is_unlikely(f, nest, block)) {
        return None;
    }
    let refuse = |counter: &mut Observed| {
        *counter += 1;
        None
    };
    let Some(insts) = instructions(f, nest, id, config.insts) else {
        return refuse(&mut unrolled.refused_budget);
    };
    let blocks = nest.forest.blocks(id);
    if blocks.iter().any(|&block| f.blocks[block].insts.iter().any(|&inst| calls(f, inst))) {
        return refuse(&mut unrolled.refused_call);
    }
    let exit = counts.exit(id);
    let mut edges = blocks.iter().flat_map(|&block| nest.cfg.out_edges(block));
    // A value of several copies could not be used where such an exit leads.
    let alone = edges.all(|edge| {
        Some(edge) == exit
            || nest.forest.contains(id, nest.cfg.target(edge))
            || uses_no_values_of_loop(f, nest, &counts.home, id, edge)
    });
    let Some((trips, counted)) = counts.of_assuming(f, nest, id).ok().filter(|_| alone) else {
        return refuse(&mut unrolled.refused_unknown_trip_count);
    };
    // The unrolled body steps each variable once.
    let steps = counts.inductions(f, nest, id).len();
    let all = |factor: usize| factor * insts - (factor - 1) * steps.min(insts);
    let mut factor = config.factor;
    while factor > 1 && all(factor as usize) > config.insts {
        factor /= 2;
    }
    if factor < 2 {
        return refuse(&mut unrolled.refused_budget);
    }
    // A division that is no shift would cost as much as the iterations.
    let few = most(f, &trips, ranges).is_some_and(|again| again < 2 * factor)
        || is_short(f, nest, id, &trips, ranges);
    if few || trips.again().is_none() && !trips.divisor.is_power_of_two() {
        return refuse(&mut unrolled.refused_trip_count);
    }
    if is_irregular(f, nest, id, counts, &trips) {
        factor = factor.min(FEW);
    }
    let saved = saved(f, nest, id, counts, &trips);
    // A factor of two saves half, a factor of four three quarters.
    let share = config.share - usize::from(factor <= FEW);
    // A loop that another compiler left as it is, or unrolled, gains in engines only if it is short and much is saved.
    let is_left = was_unrolled && (insts > SHORT || 8 * saved < 3 * insts);
    if share * saved <= insts || is_left {
        return refuse(&mut unrolled.refused_cost);
    }
    Some(UnrollPlan { trips, counted, factor, insts, saved })
}

fn calls(f: &Function, inst: Inst) -> bool {
    matches!(
        f.insts[inst].op,
        Op::Call { .. } | Op::CallIndirect { .. } | Op::CallRef { .. } | Op::MemoryGrow { .. }
    )
}

struct Unroll<'a> {
    nest: &'a Nest,
    id: Loop,
    counts: &'a Counts,
    trips: &'a Trips,
    counted: &'a [(Linear, Linear)],
    factor: u64,
    module: &'a Module,
}

impl Unroll<'_> {
    fn run(
        &self,
        f: &mut Function,
        config: &Config,
        unrolled: &mut PartiallyUnrolled,
        definitions: &mut Definitions,
    ) {
        let Unroll { nest, id, trips, factor, .. } = *self;
        let (preheader, _) = nest.ends(id).expect("in shape");
        let header = nest.forest.loops[id].header;
        let variable = self.variable(f);
        let blocks = nest.blocks_in_rpo(id);
        let loc = f.blocks[trips.test].term_loc;
        let copies: Vec<Copied> = (0..factor).map(|_| Copied::new(f, &blocks)).collect();
        for copied in &copies {
            decide(f, copied.blocks[&trips.test], trips.stays);
            copied.define(f, definitions);
        }
        let (rest, end) = (self.block(f), self.block(f));
        let next = self.chain(f, &copies, end);

        // Before the loops: the test whether the main loop is entered, then its trip count and final value,
        // which short loops do not compute.
        let enters = self.enters(f, preheader, loc);
        let setup = self.block(f);
        let mut tests = vec![(preheader, enters)];
        let untested = invar_ir::mutant!(VersionUncounted);
        for pair in self.counted.iter().filter(|_| !untested) {
            let block = self.block(f);
            tests.push((block, Tests::new(f, block, loc).precondition(pair)));
        }
        let most = if config.offsets { self.offsets(f, &blocks, &copies, unrolled) } else { 0 };
        if let Some(pages) = self.pages(most) {
            let block = self.block(f);
            let mut emit = Emit { f: &mut *f, block, loc };
            let now = emit.pages(0, false);
            let pages = emit.int(false, pages);
            tests.push((block, emit.op(ValType::I32, Op::I32LeU, &[now, pages])));
        }
        let Terminator::Jump(entry) = std::mem::take(&mut f.blocks[preheader].term) else {
            unreachable!("a preheader jumps")
        };
        let args: Vec<Value> = f.list(&entry.args).to_vec();
        let main = copies[0].blocks[&header];
        let (start, then_main, cond) = self.exit_test(f, setup, main, end, variable, &args, &next);

        let types: Vec<ValType> =
            f.blocks[header].params.iter().map(|&param| f.ty(param)).collect();
        let params: Vec<Value> = types.into_iter().map(|ty| f.add_param(rest, ty)).collect();
        let call = f.call(header, &params);
        f.blocks[rest].term = Terminator::Jump(call);
        let (then, els) = (f.call(main, &then_main), f.call(rest, &next));
        f.blocks[end].term = Terminator::BrIf { cond, then, els };
        let call = f.call(main, &start);
        f.blocks[setup].term = Terminator::Jump(call);
        for (n, &(block, cond)) in tests.iter().enumerate() {
            let next = tests.get(n + 1).map_or(setup, |&(block, _)| block);
            let (then, els) = (f.call(next, &[]), f.call(rest, &args));
            f.blocks[block].term = Terminator::BrIf { cond, then, els };
        }
        unrolled.loops += 1;
        unrolled.copies += factor;
    }

    /// A new block, at the location of the exit test.
    fn block(&self, f: &mut Function) -> Block {
        let block = f.add_block();
        f.blocks[block].term_loc = f.blocks[self.trips.test].term_loc;
        block
    }

    /// Lets each copy of the body continue with the next one, and the last with `end`. Returns the values there
    /// that the loop passes to its next iteration.
    fn chain(&self, f: &mut Function, copies: &[Copied], end: Block) -> Vec<Value> {
        let Unroll { nest, id, trips, .. } = *self;
        let (_, latch) = nest.ends(id).expect("in shape");
        let header = nest.forest.loops[id].header;
        let back = nest.forest.back_edges(id)[0];
        let nth = if latch == trips.test { 0 } else { back.nth as usize };
        for pair in copies.windows(2) {
            let (from, to) = (pair[0].blocks[&latch], pair[1].blocks[&header]);
            let call = f.blocks[from].term.target_mut(nth).expect("an edge");
            call.block = to;
            let args = std::mem::take(&mut call.args);
            let params = std::mem::take(&mut f.blocks[to].params);
            for (n, param) in params.into_iter().enumerate() {
                let arg = f.resolve(f.list(&args)[n]);
                f.alias(param, arg);
            }
        }
        let last = copies[copies.len() - 1].blocks[&latch];
        let call = f.blocks[last].term.target_mut(nth).expect("an edge");
        call.block = end;
        let next = std::mem::take(&mut call.args);
        f.list(&next).iter().map(|&value| f.resolve(value)).collect()
    }

    /// The exit test of the main loop: of an induction variable, or of a new counter that counts down.
    /// Returns the arguments for the main loop from `setup` and from `end`, and the condition there.
    fn exit_test(
        &self,
        f: &mut Function,
        setup: Block,
        main: Block,
        end: Block,
        variable: Option<(usize, Induction)>,
        args: &[Value],
        next: &[Value],
    ) -> (Vec<Value>, Vec<Value>, Value) {
        let Unroll { trips, factor, .. } = *self;
        let loc = f.blocks[trips.test].term_loc;
        let wide = trips.dividend.wide;
        let ty = if wide { ValType::I64 } else { ValType::I32 };
        let mut emit = Emit { f: &mut *f, block: setup, loc };
        let again = emit.again(trips);
        let by = emit.int(wide, u64::from(factor.trailing_zeros()));
        let count = emit.op(ty, if wide { Op::I64ShrU } else { Op::I32ShrU }, &[again, by]);
        if let Some((n, variable)) = variable {
            let wide = emit.f.ty(variable.param) == ValType::I64;
            let count = emit.resized(count, wide);
            let mut sum = Linear::constant(wide, 0);
            sum.add_term(emit.f.resolve(variable.init), 1);
            sum.add_term(count, variable.step.wrapping_mul(factor) & sum.mask());
            let stop = emit.sum(&sum);
            let mut emit = Emit { f: &mut *f, block: end, loc };
            let ne = if wide { Op::I64Ne } else { Op::I32Ne };
            let cond = emit.op(ValType::I32, ne, &[next[n], stop]);
            return (args.to_vec(), next.to_vec(), cond);
        }
        let counter = f.add_param(main, ty);
        let mut emit = Emit { f: &mut *f, block: end, loc };
        let one = emit.int(wide, 1);
        let left = emit.op(ty, if wide { Op::I64Sub } else { Op::I32Sub }, &[counter, one]);
        let cond = if wide {
            let zero = emit.int(true, 0);
            emit.op(ValType::I32, Op::I64Ne, &[left, zero])
        } else {
            left
        };
        ([args, &[count]].concat(), [next, &[left]].concat(), cond)
    }

    /// Whether the main loop is entered: the backedge-taken count is at least `factor`. For a count `n - 1`,
    /// `n` is compared: if that is large enough, the difference does not wrap.
    fn enters(&self, f: &mut Function, preheader: Block, loc: SourceLoc) -> Value {
        let Trips { dividend, divisor, .. } = self.trips;
        let mut emit = Emit { f, block: preheader, loc };
        let less = dividend.constant.wrapping_neg() & dividend.mask();
        let least = self.factor.checked_mul(*divisor).and_then(|least| least.checked_add(less));
        let small = dividend.mask() >> 1;
        let (counted, least) = match least.filter(|&least| less <= small && least <= small) {
            Some(least) => {
                let sum = Linear { constant: 0, ..dividend.clone() };
                (emit.sum(&sum), least)
            }
            None => (emit.again(self.trips), self.factor),
        };
        let least =
            emit.int(dividend.wide, if invar_ir::mutant!(PartialEntersShort) { 0 } else { least });
        let ge = if dividend.wide { Op::I64GeU } else { Op::I32GeU };
        emit.op(ValType::I32, ge, &[counted, least])
    }

    /// An induction variable that takes no value twice, and the number of its parameter; preferably one that
    /// the exit test uses, which is live anyway.
    fn variable(&self, f: &Function) -> Option<(usize, Induction)> {
        let Unroll { nest, id, trips, .. } = *self;
        let Terminator::BrIf { cond, .. } = f.blocks[trips.test].term else { return None };
        let tested = Linear::of(f, cond).into_iter().chain(
            f.def_inst(cond)
                .into_iter()
                .flat_map(|inst| f.args(inst))
                .filter_map(|&arg| Linear::of(f, arg)),
        );
        let tested: FxHashSet<Value> =
            tested.flat_map(|sum| sum.terms.into_iter().map(|term| term.0)).collect();
        let found = self.counts.inductions(f, nest, id).into_iter().filter(|one| {
            let wide = f.ty(one.param) == ValType::I64;
            let period = 1u64.checked_shl(one.step.trailing_zeros());
            wide == trips.dividend.wide && period.is_some_and(|period| period <= trips.divisor)
        });
        let one = found.max_by_key(|one| tested.contains(&one.param))?;
        let params = &f.blocks[nest.forest.loops[id].header].params;
        Some((params.iter().position(|&param| param == one.param)?, one))
    }

    /// Folds constant distances into immediate offsets. Returns the greatest of them.
    fn offsets(
        &self,
        f: &mut Function,
        blocks: &[Block],
        copies: &[Copied],
        unrolled: &mut PartiallyUnrolled,
    ) -> u64 {
        let Unroll { nest, id, module, .. } = *self;
        let (_, latch) = nest.ends(id).expect("in shape");
        let Some(memory) = module.memories.get(Memory::from_u32(0)) else { return 0 };
        // Other threads may grow a shared memory after the check.
        let most = (1 << 16) - (MOST_OFFSET >> 16);
        let grows = memory.ty.shared && memory.ty.maximum.is_none_or(|maximum| maximum > most);
        if memory.ty.memory64 || memory.ty.page_size_log2.is_some() || grows {
            return 0;
        }
        let access = |f: &Function, inst: Inst| -> Option<(MemoryAccess, Value, Linear)> {
            let access = memory_access(&f.insts[inst].op)?;
            let address = f.resolve(f.args(inst)[access.address]);
            let plain = access.memarg.memory == 0 && !access.is_atomic();
            plain.then(|| Some((access, address, Linear::of(f, address)?)))?
        };
        // The addresses that the first copy always accesses, by their variable terms.
        let mut known: FxHashMap<Vec<(Value, u64)>, (Value, u64)> = FxHashMap::default();
        let mut most = 0;
        let all = copies.iter().enumerate().flat_map(|(nth, copied)| {
            // Only accesses of the first copy in blocks that dominate its latch precede those of later
            // copies.
            let in_any_case = move |&block: &Block| {
                invar_ir::mutant!(PartialConditionalBase)
                    || nth > 0
                    || nest.doms.dominates(block, latch)
            };
            blocks
                .iter()
                .copied()
                .filter(in_any_case)
                .map(move |block| (nth, copied.blocks[&block]))
        });
        for (nth, block) in all {
            for inst in f.blocks[block].insts.clone() {
                let Some((found, value, address)) = access(f, inst) else { continue };
                let key = address.terms.to_vec();
                let Some(&(base, constant)) = known.get(&key) else {
                    if nth == 0 && !key.is_empty() {
                        known.insert(key, (value, address.constant));
                    }
                    continue;
                };
                let apart = address.constant.wrapping_sub(constant) & address.mask();
                let Some(offset) = offset(&found, apart) else { continue };
                set_address(f, inst, found.address, base, offset);
                most = most.max(apart);
                unrolled.offsets += u64::from(apart != 0);
            }
        }
        most
    }

    /// The greatest memory size in pages with which addresses plus so many bytes do not wrap, if it has to be
    /// checked at run time.
    fn pages(&self, bytes: u64) -> Option<u64> {
        let pages = (1 << 16) - bytes.div_ceil(1 << 16);
        let memory = self.module.memories.get(Memory::from_u32(0))?;
        (bytes > 0 && memory.ty.maximum.is_none_or(|maximum| maximum > pages)).then_some(pages)
    }
}
