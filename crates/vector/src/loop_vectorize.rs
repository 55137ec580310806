//! Loop vectorization: a counted innermost loop executes several iterations at a time on vectors, and the rest in the
//! scalar loop, which stays as it was.
//!
//! ```text
//! for i in 0..n { a[i] = b[i] + c }
//! ->
//! if n - 1 >= 8, a + 4 n and b + 4 n in bounds, a[..n] and b[..n] disjoint {
//!   v = splat(c); repeat (n - 1) / 4 times { a[i..i + 4] = b[i..i + 4] + v; i += 4 }
//! }
//! loop { a[i] = b[i] + c; i += 1; if i < n }
//! ```
//!
//! *Legality.* The loop has a known [trip count](invar_loops::analysis::trip_count), and but for searches no other exit;
//! its branches become
//! selects (`flatten`). Each access of memory moves by its own size, or by a small multiple (`memory` says in which
//! order they may be executed), nothing else has effects, and each value that a store needs is computed by operators that
//! vectors have (`lanes`, `minmax`, `saturating`), from induction variables, invariants, and reductions of integers (`body`,
//! `reductions`). Nothing traps in the vector loop: before it, run-time tests show that all accesses of all iterations
//! are in bounds (`checks`). If a test fails, the scalar loop does everything, and traps where it did.
//! The vector loop ends at least one iteration before the scalar loop would, which therefore defines what is used
//! after it.
//!
//! *Floats* are computed lane by lane, never in another order: sums of floats stay scalar, unless `--fast-math` allows
//! another order.
//!
//! *The iteration before.* A parameter of the header that is what the iteration before computed (a first-order
//! recurrence) is a vector whose lanes are moved by one, and whose first lane is the last one of the vector before.
//!
//! *Searches.* A loop that stores nothing and sums up nothing may have early exits beside that of its trip count. The vector
//! loop computes whether a lane leaves; if so, the scalar loop executes these iterations, from the first one on. Lanes
//! behind the one that leaves are not executed by the scalar loop: all their accesses are in bounds by the run-time tests,
//! which are of as many iterations as the trip count allows, and what else they compute has no effect. Facts about
//! values that hold only after the exit test was passed may be wrong for these lanes. That matters for no condition: the
//! lane that leaves is computed from facts that hold, and one lane is enough (`search`).
//!
//! *Width.* As many iterations at a time as the narrowest lanes have in a vector, at most so many that the widest take
//! four vectors.
//!
//! Sources: J. R. Allen and K. Kennedy, *Automatic translation of FORTRAN programs to vector form*, 1987; D. Nuzman, I.
//! Rosen, A. Zaks, *Auto-vectorization of interleaved data for SIMD*, 2006. Cost: linear in the function; in a loop,
//! quadratic in its accesses, of which there are few ([`Config::insts`]).

mod body;
mod checks;
mod cost;
mod emit;
mod emit_memory;
mod emit_sums;
mod flatten;
mod interleaved;
mod memory;
mod minmax;
mod reductions;
mod saturating;
mod search;
mod vector_loop;

use crate::lanes::VECTOR_BITS;
use body::Body;
use flatten::Flat;
use invar_analysis::claims::{Claim, Verdict};
use invar_analysis::{Linear, Loop, PassContext, RemarkKind, UnrolledLoop};
use invar_ir::{Block, Function, Module, Opcode, ValType, Value};
use invar_loops::analysis::clone::innermost;
use invar_loops::analysis::ranges::Ranges;
use invar_loops::analysis::shape::{Done, Nest, shaped_loops};
use invar_loops::analysis::short_trips::is_short;
use invar_loops::analysis::trip_count::{Affine, Counts, Induction, Trips};
use memory::Accesses;

invar_analysis::config! {
    /// Configuration of loop vectorization.
    pub struct Config {
        /// Whether the output may use SIMD.
        simd: bool = true,
        /// Whether it may use relaxed SIMD.
        relaxed: bool = false,
        /// The greatest size of a loop in instructions.
        insts: usize = 200,
        /// The greatest number of groups of accesses, each of which has a run-time test.
        groups: usize = 12,
        /// The greatest number of pairs of groups that a run-time test compares.
        pairs: usize = 16,
        /// How many vectors a value takes at most.
        parts: u64 = 4,
    }
}

invar_analysis::counters! {
    /// Counters of loop vectorization, of innermost loops.
    pub struct Vectorized {
        /// Loops vectorized.
        loops,
        /// Run-time tests that accesses are in bounds.
        bounds,
        /// Run-time tests that accesses are apart.
        pairs,
        /// Reductions.
        reductions,
        /// Loops with early exits.
        searches,
        /// Of loops with early exits, those whose first iteration was peeled.
        peeled,
        /// Loops whose branches became selects.
        converted,
        /// The trip count is unknown, or there are several exits of a loop that changes something.
        refused_unknown_trip_count: Observed = "refused.unknown_trip_count",
        /// The trip count is small.
        refused_short_trip_count: Observed = "refused.short_trip_count",
        /// The body branches in a way that no selects replace.
        refused_control_flow: Observed = "refused.control_flow",
        /// Calls.
        refused_call: Observed = "refused.call",
        /// Other effects, or traps.
        refused_effect: Observed = "refused.effect",
        /// A memory that is shared or has pages of another size, or atomic accesses.
        refused_memory: Observed = "refused.memory",
        /// An address is no sum of induction variables.
        refused_address: Observed = "refused.address",
        /// Accesses that are not consecutive.
        refused_stride: Observed = "refused.stride",
        /// An iteration depends on the one before through memory.
        refused_dependence: Observed = "refused.dependence",
        /// An iteration depends on the one before through a value.
        refused_recurrence: Observed = "refused.recurrence",
        /// An operator that vectors do not have.
        refused_operator: Observed = "refused.operator",
        /// The loop is too large, or needs too many run-time tests.
        refused_budget: Observed = "refused.budget",
        /// Nothing would be gained.
        refused_cost: Observed = "refused.cost",
    }
}

/// What a run of the pass did.
pub type Stats = Done<Vectorized>;

/// Why a loop is not vectorized.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Reason {
    TripCount,
    Short,
    ControlFlow,
    Call,
    Effect(Opcode),
    Memory,
    Address,
    Stride,
    Dependence,
    Recurrence,
    /// A sum or product of floats over iterations.
    FloatOrder,
    Operator(Opcode),
    Type,
    Budget,
    Cost,
    /// There is nothing to vectorize: no stores, no reductions.
    Nothing,
}

impl Reason {
    fn count(self, stats: &mut Vectorized) {
        *match self {
            Reason::TripCount => &mut stats.refused_unknown_trip_count,
            Reason::Short => &mut stats.refused_short_trip_count,
            Reason::ControlFlow => &mut stats.refused_control_flow,
            Reason::Call => &mut stats.refused_call,
            Reason::Effect(_) => &mut stats.refused_effect,
            Reason::Memory => &mut stats.refused_memory,
            Reason::Address => &mut stats.refused_address,
            Reason::Stride => &mut stats.refused_stride,
            Reason::Dependence => &mut stats.refused_dependence,
            Reason::Recurrence | Reason::FloatOrder => &mut stats.refused_recurrence,
            Reason::Operator(_) | Reason::Type => &mut stats.refused_operator,
            Reason::Budget => &mut stats.refused_budget,
            Reason::Cost | Reason::Nothing => &mut stats.refused_cost,
        } += 1;
    }

    fn text(self) -> String {
        match self {
            Reason::TripCount => {
                "the trip count is unknown, or it may be left early and changes something".into()
            }
            Reason::Short => "the trip count is small".into(),
            Reason::ControlFlow => "the body has branches that selects do not replace".into(),
            Reason::Call => "the body calls a function".into(),
            Reason::Effect(op) => format!("{op} may trap, or has effects"),
            Reason::Memory => "accesses are atomic, or to a memory that is not supported".into(),
            Reason::Address => "an address is no sum of induction variables".into(),
            Reason::Stride => "accesses are not consecutive".into(),
            Reason::Dependence => "a dependence through memory between near iterations".into(),
            Reason::Recurrence => "an iteration needs a value of the one before".into(),
            Reason::FloatOrder => {
                "floats are summed in order (--fast-math allows another one)".into()
            }
            Reason::Operator(op) => format!("no vector operator does {op}"),
            Reason::Type => "a value has no lanes".into(),
            Reason::Budget => "the loop, or its run-time test, is too large".into(),
            Reason::Cost => "vectors would cost more".into(),
            Reason::Nothing => "it stores nothing and reduces nothing".into(),
        }
    }
}

/// Vectorizes loops.
pub fn run(f: &mut Function, cx: &mut PassContext<'_>, config: &Config) -> Stats {
    vectorize(f, cx, config, &mut |_| ())
}

/// Vectorizes loops. What is found where vector loops are checked is handed to `checked`.
pub(crate) fn vectorize(
    f: &mut Function,
    cx: &mut PassContext<'_>,
    config: &Config,
    checked: &mut dyn FnMut(Verdict),
) -> Stats {
    let mut stats = Stats::default();
    if !config.simd || cx.goals.size > 0 || cx.goals.keep_size {
        return stats;
    }
    let Some(mut nest) = shaped_loops(f, cx, &mut stats.shaped) else { return stats };
    let before = cx.copy_to_check(f);
    let floats =
        if cx.goals.fast_math { Floats::Fast { fused: config.relaxed } } else { Floats::Exact };
    let blocks = f.blocks.len();
    stats.done.peeled = search::peel_searches(f, cx, &nest, floats, config);
    // Planning makes blocks, also for searches that are left alone.
    if f.blocks.len() != blocks {
        cx.analyses.clear();
        nest = shaped_loops(f, cx, &mut stats.shaped).expect("there still are loops");
    }
    let (counts, at_latches) = (Counts::new(f, &nest), Counts::at_latches(f, &nest));
    let ranges = Ranges::of(f, &nest, &mut cx.analyses);
    let mut plans = Vec::new();
    for id in innermost(&nest) {
        let header = nest.forest.loops[id].header;
        if cx.provenance.vectorized.contains(&header) {
            continue;
        }
        // A loop that may be left early is searched for where: there are at most as many iterations.
        let counted = [&counts, &at_latches].into_iter().find_map(|counts| {
            let (trips, _) = counts.of_assuming(f, &nest, id).ok()?;
            Some((counts, trips.test))
        });
        let Some((counts, counted)) = counted else {
            refuse(f, cx, &mut stats.done, &nest, id, Reason::TripCount);
            continue;
        };
        let flat = match Flat::of(f, &nest, id, counted, config) {
            Ok(flat) => flat,
            Err(reason) => {
                refuse(f, cx, &mut stats.done, &nest, id, reason);
                continue;
            }
        };
        let (ranges, module) = (&ranges, cx.module);
        let site = VectorSite { nest: &nest, id, counts, ranges, module, floats, flat: &flat };
        match site.plan(f, config) {
            Ok(plan) => plans.push((id, counts, plan, flat)),
            Err(reason) => {
                flat.discard(f);
                refuse(f, cx, &mut stats.done, &nest, id, reason);
            }
        }
    }
    for &(id, counts, ref plan, ref flat) in &plans {
        let (ranges, module) = (&ranges, cx.module);
        let site = VectorSite { nest: &nest, id, counts, ranges, module, floats, flat };
        let made = match vector_loop::draft(f, &site, plan) {
            Ok(made) => made,
            Err(reason) => {
                refuse(f, cx, &mut stats.done, &nest, id, reason);
                continue;
            }
        };
        if !cx.fuel.take() {
            made.discard(f);
            break;
        }
        if floats == Floats::Exact {
            checked(made.claim(f, cx, &site, plan));
        }
        let loc = f.blocks[plan.trips.test].term_loc;
        let (bounds, pairs) = (made.bounds, made.pairs);
        // A test of overlaps may always fail, a search always be short: then the scalar loop executes all iterations.
        if pairs == 0 && plan.body.early_exits.is_empty() {
            cx.provenance.vectorized.push(nest.forest.loops[id].header);
        }
        cx.provenance.unrolled.push(UnrolledLoop {
            depth: nest.forest.loops[id].depth,
            operators: made.operators,
            saved: made.saved,
        });
        made.enter(f, &site, plan);
        stats.done.converted += u64::from(flat.branches > 0);
        stats.done.loops += 1;
        stats.done.bounds += bounds as u64;
        stats.done.pairs += pairs as u64;
        stats.done.reductions += plan.body.reductions.len() as u64;
        stats.done.searches += u64::from(!plan.body.early_exits.is_empty());
        cx.remarks.record("loop-vectorize", RemarkKind::Applied, loc, "loop", || {
            let test = match (bounds, pairs) {
                (0, 0) => "the trip count".to_string(),
                (bounds, 0) => format!("{bounds} bounds"),
                (bounds, pairs) => format!("{bounds} bounds and {pairs} overlaps"),
            };
            format!(
                "{id} vectorized: {} iterations at a time, behind a test of {test}",
                plan.factor
            )
        });
    }
    for (.., flat) in &plans {
        flat.discard(f);
    }
    // Floats in another order may be other numbers.
    let is_checked = stats.done.loops + stats.done.peeled > 0 && floats == Floats::Exact;
    if let Some(before) = before.filter(|_| is_checked) {
        cx.claim("loop vectorization", Claim::Effects(&before, f));
    }
    stats
}

fn refuse(
    f: &Function,
    cx: &mut PassContext<'_>,
    stats: &mut Vectorized,
    nest: &Nest,
    id: Loop,
    reason: Reason,
) {
    reason.count(stats);
    let loc = f.blocks[nest.forest.loops[id].header].term_loc;
    cx.remarks.record("loop-vectorize", RemarkKind::Missed, loc, "loop", || {
        format!("{id} not vectorized: {}", reason.text())
    });
}

/// A loop with the analyses that vectorization needs.
struct VectorSite<'a> {
    nest: &'a Nest,
    id: Loop,
    counts: &'a Counts,
    ranges: &'a Ranges,
    module: &'a Module,
    floats: Floats,
    flat: &'a Flat,
}

/// How floats are computed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Floats {
    /// As in the scalar loop, bit for bit.
    Exact,
    /// In any order. A product and a sum may be one operator that rounds once or twice, if that is allowed.
    Fast { fused: bool },
}

/// How a loop is vectorized.
struct VectorPlan {
    trips: Trips,
    /// Preconditions of the trip count: the first sum must be at most the second, unsigned.
    counted: Vec<(Linear, Linear)>,
    inductions: Vec<Induction>,
    accesses: Accesses,
    body: Body,
    /// How many iterations are executed at once.
    factor: u64,
}

impl VectorSite<'_> {
    /// Legality.
    fn plan(&self, f: &Function, config: &Config) -> Result<VectorPlan, Reason> {
        let (trips, counted) =
            self.counts.of_assuming(f, self.nest, self.id).map_err(|_| Reason::TripCount)?;
        let insts = self.flat.insts.clone();
        if trips.again().is_none() && !trips.divisor.is_power_of_two() {
            return Err(Reason::TripCount);
        }
        if is_short(f, self.nest, self.id, &trips, self.ranges) {
            return Err(Reason::Short);
        }
        let inductions = self.counts.inductions(f, self.nest, self.id);
        let mut accesses = Accesses::of(f, self, config, &inductions, &insts)?;
        let body = Body::of(f, self, &inductions, insts, &accesses)?;
        let stores = accesses.list.iter().any(|access| access.is_store());
        if !body.early_exits.is_empty() {
            // The scalar loop executes the iterations from the one on that may leave: the others change nothing.
            let changes = stores || !body.reductions.is_empty() || !body.previous.is_empty();
            if changes && !invar_ir::mutant!(VectorizeSearchChanges) {
                return Err(Reason::TripCount);
            }
            if search::is_of_one_word(f, self, &accesses) {
                return Err(Reason::Short);
            }
        } else if !stores && body.reductions.is_empty() {
            return Err(Reason::Nothing);
        }
        let (narrowest, widest) = body.extremes(&accesses);
        let most = config.parts * VECTOR_BITS / u64::from(widest);
        let factor = (VECTOR_BITS / u64::from(narrowest)).min(most);
        // What is in a lane that no iteration fills would be a part of the result.
        let lanes = body.reductions.iter().map(|reduction| reduction.width);
        let lanes = lanes.chain(body.previous.iter().map(|previous| previous.width));
        let lanes = lanes.chain(body.early_exits.iter().map(|&(_, width)| width));
        if lanes.map(u64::from).min().is_some_and(|width| factor * width < VECTOR_BITS) {
            return Err(Reason::Budget);
        }
        let is_partial =
            |one: &memory::Access| one.stride.gap().is_some() && factor * one.size() < 16;
        if accesses.list.iter().any(|one| one.is_store() && is_partial(one)) {
            return Err(Reason::Stride);
        }
        accesses.order(f, self, &trips, factor)?;
        if accesses.apart.len() > config.pairs {
            return Err(Reason::Budget);
        }
        Ok(VectorPlan { trips, counted, inductions, accesses, body, factor })
    }

    /// What a value of the loop is in the vector loop's terms.
    fn resolve(&self, f: &Function, value: Value) -> Value {
        self.flat.resolve(f, value)
    }

    fn is_outside(&self, f: &Function, value: Value) -> bool {
        self.counts.is_outside(f, self.nest, self.id, value)
    }

    fn affine(&self, f: &Function, inductions: &[Induction], sum: &Linear) -> Option<Affine> {
        self.counts.affine_sum(f, self.nest, self.id, inductions, sum)
    }

    /// Whether a number of this width has the same value as the integer.
    fn fits(&self, f: &Function, value: Value, width: u32, signed: bool) -> bool {
        // What was made is in the range of what it stands for.
        let mut value = value;
        while let Some(&of) = self.flat.ranges.get(&value) {
            value = of;
        }
        let Some(facts) = self.ranges.facts(f, value) else { return false };
        if invar_ir::mutant!(VectorizeNarrowUnproved) {
            return true;
        }
        if signed {
            let most = 1i64 << (width - 1);
            -most <= facts.signed.0 && facts.signed.1 < most
        } else {
            facts.unsigned.1 >> width == 0
        }
    }

    /// Whether an access is in bounds whatever happens, and its addresses do not wrap.
    fn is_proven(&self, f: &Function, inst: invar_ir::Inst) -> bool {
        let Some(access) = invar_ir::memory_access(&f.insts[inst].op) else { return false };
        let memory = invar_ir::Memory::from_u32(access.memarg.memory);
        invar_analysis::least_bytes(self.module, memory) <= 1 << 31
            && self.ranges.is_in_bounds(f, self.module, inst)
    }

    /// What the latch passes for the parameters of the header.
    fn passed(&self, f: &Function) -> Vec<Value> {
        let [back] = *self.nest.forest.back_edges(self.id) else { return Vec::new() };
        let call = f.blocks[back.from].term.target(back.nth as usize).expect("an edge");
        f.list(&call.args).iter().map(|&value| self.resolve(f, value)).collect()
    }

    /// What the latch passes for one of them.
    fn next(&self, f: &Function, n: usize) -> Value {
        self.passed(f)[n]
    }

    /// The arguments with which the loop is entered.
    fn entry(&self, f: &Function, preheader: Block) -> Vec<Value> {
        let call = f.blocks[preheader].term.target(0).expect("a preheader jumps");
        f.list(&call.args).to_vec()
    }

    /// The types of the header's parameters.
    fn types(&self, f: &Function) -> Vec<ValType> {
        let header = self.nest.forest.loops[self.id].header;
        f.blocks[header].params.iter().map(|&param| f.ty(param)).collect()
    }
}
