//! Loop versioning: a counted loop gets a copy in which its range checks hold and the loads that do not
//! change are done, entered where a test before it says so.
//!
//! In languages with bounds checks an inner loop has ways out for indexes that are out of range, and loads
//! the length and the place of an array anew in each iteration, since a store of the loop may have
//! changed them, for all that WebAssembly says. Before the loop is entered, both can be told for all of
//! its iterations:
//!
//! - *Checks.* In iteration k an affine value is `first + step * k`, k at most the number `again` of
//!   [`trip_count`](crate::analysis::trip_count). So `x < n` holds in all of them if it does at the end that x moves to;
//!   computed with 64 bits, nothing wraps. (Inductive range check elimination, after Gupta,
//!   *Optimizing array bound checks using flow analysis*, 1993.)
//! - *Loads* of places that do not change stay what they are if the range that each store of the loop goes
//!   through does not overlap them. They are loaded before the loop: such as come first in the loop
//!   anyway, or after a test that they lie in memory. What follows from them (places of other loads, first
//!   addresses of stores) is computed there too.
//!
//! Each test stands in front of what relies on it; where one fails, the loop is entered as it was. Only
//! innermost loops without calls, for speed. Cost: linear in the function and in what is copied.

pub(crate) mod plan;

use crate::analysis::clone::{Copied, decide, innermost, normalize_exits};
use crate::analysis::final_values::Emit;
use crate::analysis::memory::State;
use crate::analysis::ranges::Ranges;
use crate::analysis::shape::{Done, Nest};
use crate::analysis::trip_count::{Counts, Trips};
use crate::transforms::licm::Always;
use crate::transforms::rotate::copy;
use invar_ir::{
    Block, BlockCall, Definitions, Function, Inst, Linear, Loop, Op, PassContext, RemarkKind,
    SourceLoc, Terminator, ValType, Value, memory_access, repair_ssa,
};
use plan::{Check, Moving, Plan, Range};
use rustc_hash::{FxHashMap, FxHashSet};

/// How many times more often a version is entered than the loop as it was, as a guess.
const UNLIKELY: u32 = 1000;

/// What to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Config {
    /// The most instructions of a loop.
    pub insts: usize,
    /// The most tests before one.
    pub tests: usize,
    /// In how many iterations the tests must have paid for themselves.
    pub iterations: usize,
}

impl Default for Config {
    fn default() -> Self {
        Config { insts: 160, tests: 24, iterations: 8 }
    }
}

invar_ir::counters! {
    /// What became of innermost loops with checks, or with loads that would not change but for stores.
    pub struct Versioned {
        /// Loops that have two versions now.
        loops,
        /// Checks that hold in one of them.
        checks,
        /// Loads that are done before it.
        loads,
        /// It is not known how often they go round.
        refused_uncounted = "refused.uncounted",
        /// They have few iterations.
        refused_count = "refused.count",
        /// A way out that nothing tells about is used behind the loop.
        refused_exit = "refused.exit",
        /// A store goes to places that nothing tells about.
        refused_store = "refused.store",
        /// They are large, or would need many tests.
        refused_budget = "refused.budget",
        /// The tests would cost more than some iterations save.
        refused_cost = "refused.cost",
        /// They call.
        refused_call = "refused.call",
    }
}

/// What a run of the pass did.
pub type Stats = Done<Versioned>;

/// Makes versions of loops.
pub fn run(f: &mut Function, cx: &mut PassContext<'_>, config: &Config) -> Stats {
    let mut stats = Stats::default();
    if cx.goals.size > 0 || cx.goals.keep_size {
        return stats;
    }
    let nest = normalize_exits(f, &mut cx.analyses, &mut stats.shaped);
    if nest.forest.loops.is_empty() {
        return stats;
    }
    let counts = Counts::or_trap(f, &nest);
    let ranges = Ranges::new(f, &nest);
    let state = State::of(cx, &ranges);
    let always = Always::new(f, &nest, &state);
    let mut definitions = Definitions::default();
    for id in innermost(&nest) {
        let site = Site { nest: &nest, id, counts: &counts, state, always: &always };
        let Some(plan) = site.plan(f, config, &mut stats.done) else { continue };
        if !cx.fuel.take() {
            break;
        }
        let loc = f.blocks[plan.trips.test].term_loc;
        let (checks, loads) = (plan.checks.len(), plan.loads.len());
        make(f, &site, &plan, &mut definitions);
        stats.done.loops += 1;
        stats.done.checks += checks as u64;
        stats.done.loads += loads as u64;
        cx.remarks.record("loop-versioning", RemarkKind::Applied, loc, "loop", || {
            format!("{id} has a version without {checks} checks and {loads} loads")
        });
    }
    repair_ssa(f, definitions);
    stats
}

/// A loop, and what is known of it.
struct Site<'a> {
    nest: &'a Nest,
    id: Loop,
    counts: &'a Counts,
    state: State<'a>,
    always: &'a Always,
}

/// Makes the version, and the tests before it. Notes what it defines.
fn make(f: &mut Function, site: &Site<'_>, plan: &Plan, definitions: &mut Definitions) {
    let Site { nest, id, .. } = *site;
    let (preheader, _) = nest.ends(id).expect("in shape");
    let header = nest.forest.loops[id].header;
    let Terminator::Jump(entry) = std::mem::take(&mut f.blocks[preheader].term) else {
        unreachable!("a preheader jumps")
    };
    let loc = f.blocks[plan.trips.test].term_loc;
    let slow = f.add_block();
    f.blocks[slow].term_loc = loc;
    let args = f.list(&entry.args).to_vec();
    f.blocks[slow].term = Terminator::Jump(entry);

    let mut tests = Tests { f, at: preheader, slow, loc, cond: None, map: FxHashMap::default() };
    let again = tests.again(&plan.trips);
    tests.loads(plan);
    for check in &plan.checks {
        tests.check(check, again);
    }
    if !plan.loads.is_empty() {
        tests.apart(plan, again);
    }
    let (last, cond, map) = (tests.at, tests.cond, tests.map);

    let mut blocks: Vec<Block> = nest.forest.blocks(id).to_vec();
    blocks.sort_by_key(|&block| nest.cfg.rpo_number[block]);
    let copied = Copied::new(f, &blocks);
    copied.define(f, definitions);
    for check in &plan.checks {
        decide(f, copied.blocks[&check.block], check.stays);
    }
    // What was computed before the loop is not computed in it.
    let mut gone: FxHashSet<Inst> = FxHashSet::default();
    for &inst in &plan.fixed {
        let result = f.result(inst).expect("it is a value");
        let copy = copied.values[&result];
        gone.extend(f.def_inst(copy));
        f.alias(copy, map[&result]);
    }
    for block in blocks {
        f.blocks[copied.blocks[&block]].insts.retain(|inst| !gone.contains(inst));
    }
    let call = f.call(copied.blocks[&header], &args);
    f.blocks[last].term = match cond {
        None => Terminator::Jump(call),
        Some(cond) => branch(cond, call, slow),
    };
    f.blocks[last].term_loc = loc;
}

/// A branch that nearly always goes on.
pub(crate) fn branch(cond: Value, mut then: BlockCall, slow: Block) -> Terminator {
    then.weight = UNLIKELY;
    Terminator::BrIf { cond, then, els: BlockCall { weight: 1, ..enter(slow) } }
}

pub(crate) fn enter(block: Block) -> BlockCall {
    BlockCall { block, args: Default::default(), weight: 0 }
}

/// Whether a block is only come to where a test before a version fails.
pub(crate) fn is_unlikely(f: &Function, nest: &Nest, block: Block) -> bool {
    let preds = nest.cfg.preds(block);
    !preds.is_empty()
        && preds.iter().all(|edge| {
            let weight = |call: &BlockCall| u64::from(call.weight);
            let term = &f.blocks[edge.from].term;
            let all: u64 = term.targets().map(weight).sum();
            let own = term.target(edge.nth as usize).map_or(0, weight);
            own > 0 && own * u64::from(UNLIKELY) <= all
        })
}

/// The tests before a loop, while they are made.
pub(crate) struct Tests<'a> {
    pub f: &'a mut Function,
    /// The block at the end of which code is made.
    pub at: Block,
    /// Where the loop is entered as it was.
    pub slow: Block,
    pub loc: SourceLoc,
    /// What has been tested so far, if that has not been branched on.
    pub cond: Option<Value>,
    /// What values of the loop are here.
    pub map: FxHashMap<Value, Value>,
}

impl Tests<'_> {
    pub fn op(&mut self, ty: ValType, op: Op, args: &[Value]) -> Value {
        Emit { f: &mut *self.f, block: self.at, loc: self.loc }.op(ty, op, args)
    }

    pub fn int64(&mut self, number: u64) -> Value {
        Emit { f: &mut *self.f, block: self.at, loc: self.loc }.int(true, number)
    }

    pub fn long(&mut self, value: Value) -> Value {
        self.op(ValType::I64, Op::I64ExtendI32U, &[value])
    }

    /// A number of 64 bits plus a constant.
    pub fn plus(&mut self, value: Value, number: i64) -> Value {
        if number == 0 {
            return value;
        }
        let number = self.int64(number as u64);
        self.op(ValType::I64, Op::I64Add, &[value, number])
    }

    /// How often the back edge of a loop is taken, with 64 bits.
    pub fn again(&mut self, trips: &Trips) -> Value {
        let again = Emit { f: &mut *self.f, block: self.at, loc: self.loc }.again(trips);
        self.long(again)
    }

    /// A sum of 32 bits, of what its terms are here.
    pub fn sum(&mut self, sum: &Linear) -> Value {
        let mut here = Linear::constant(sum.wide, sum.constant);
        for &(value, factor) in &sum.terms {
            here.add_term(self.map.get(&value).copied().unwrap_or(value), factor);
        }
        Emit { f: &mut *self.f, block: self.at, loc: self.loc }.sum(&here)
    }

    pub fn require(&mut self, test: Value) {
        self.cond = Some(match self.cond {
            None => test,
            Some(cond) => self.op(ValType::I32, Op::I32And, &[cond, test]),
        });
    }

    /// Branches on what has been tested so far.
    fn branch(&mut self) {
        let Some(cond) = self.cond.take() else { return };
        let next = self.f.add_block();
        self.f.blocks[self.at].term = branch(cond, enter(next), self.slow);
        self.f.blocks[self.at].term_loc = self.loc;
        self.at = next;
    }

    /// Computes what does not change in the loop, if something needs it.
    fn loads(&mut self, plan: &Plan) {
        let unsafe_loads: FxHashSet<Inst> = plan.unsafe_loads.iter().copied().collect();
        for &inst in &plan.fixed {
            if unsafe_loads.contains(&inst) {
                let access = memory_access(&self.f.insts[inst].op).expect("a load");
                let address = self.f.resolve(self.f.args(inst)[access.address]);
                let address = self.map.get(&address).copied().unwrap_or(address);
                let address = self.long(address);
                let size = self.int64(access.memarg.offset + u64::from(access.size));
                let end = self.op(ValType::I64, Op::I64Add, &[address, size]);
                let pages = self.op(ValType::I32, Op::MemorySize { mem: 0 }, &[]);
                let pages = self.long(pages);
                let by = self.int64(16);
                let bytes = self.op(ValType::I64, Op::I64Shl, &[pages, by]);
                let within = self.op(ValType::I32, Op::I64LeU, &[end, bytes]);
                self.require(within);
                self.branch();
            }
            copy(self.f, self.at, inst, &mut self.map);
        }
    }

    /// What a value is at the beginning and at the end of the loop, with 64 bits: the lower one
    /// first. Requires that it does not wrap.
    pub fn range(&mut self, moving: &Moving, again: Value) -> (Value, Value) {
        let first = self.sum(&moving.first);
        let first = self.long(first);
        if moving.step == 0 {
            return (first, first);
        }
        let by = self.int64(moving.step.unsigned_abs());
        let way = self.op(ValType::I64, Op::I64Mul, &[again, by]);
        if moving.step < 0 {
            let enough = self.op(ValType::I32, Op::I64LeU, &[way, first]);
            self.require(enough);
            let last = self.op(ValType::I64, Op::I64Sub, &[first, way]);
            return (last, first);
        }
        let last = self.op(ValType::I64, Op::I64Add, &[first, way]);
        (first, last)
    }

    /// Requires that a value which rises has no more than 32 bits.
    fn fits(&mut self, moving: &Moving, last: Value) {
        if moving.step > 0 && !invar_ir::mutant!(VersionWraps) {
            let limit = self.int64(u64::from(u32::MAX));
            let fits = self.op(ValType::I32, Op::I64LeU, &[last, limit]);
            self.require(fits);
        }
    }

    fn check(&mut self, check: &Check, again: Value) {
        let (low, high) = (self.range(&check.left, again), self.range(&check.right, again));
        // The right side may be tested by its lower end only if it does not wrap above.
        self.fits(&check.right, high.1);
        let op = if check.equal { Op::I64LeU } else { Op::I64LtU };
        let holds = self.op(ValType::I32, op, &[low.1, high.0]);
        self.require(holds);
    }

    /// Requires that no store of the loop goes through what was loaded.
    fn apart(&mut self, plan: &Plan, again: Value) {
        let stores: Vec<(Value, Value, &Range)> = plan
            .stores
            .iter()
            .map(|store| {
                let (low, high) = self.range(&store.at, again);
                self.fits(&store.at, high);
                (low, high, store)
            })
            .collect();
        for loaded in &plan.loaded {
            let at = self.sum(&loaded.at.first);
            let at = self.long(at);
            for &(low, high, store) in &stores {
                // [at + a, at + b) and [low + c, high + d) overlap if, without wrapping, 0 < at + b -
                // low - c < high - low + d - c + b - a.
                let (a, b) = (loaded.from, loaded.to);
                let (c, d) = (store.from, store.to);
                let left = self.op(ValType::I64, Op::I64Sub, &[at, low]);
                let by = self.int64(b.wrapping_sub(c).wrapping_sub(1));
                let left = self.op(ValType::I64, Op::I64Add, &[left, by]);
                let right = self.op(ValType::I64, Op::I64Sub, &[high, low]);
                let by = self.int64(d - c + (b - a) - 1);
                let right = self.op(ValType::I64, Op::I64Add, &[right, by]);
                let apart = self.op(ValType::I32, Op::I64GeU, &[left, right]);
                if !invar_ir::mutant!(VersionStoresApart) {
                    self.require(apart);
                }
            }
        }
    }
}
