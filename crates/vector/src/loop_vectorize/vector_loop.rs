//! The blocks of a vectorized loop: run-time tests, what is computed once, the vector loop, and the way on to the
//! scalar loop.
//!
//! ```text
//! preheader: if the trip count is large enough: checks, else rest(...)
//! checks:    if in bounds and apart: setup, else rest(...)
//! setup:     invariants are broadcast; jump main(...)
//! main:      one vector iteration; if not done: main(...), else end
//!            of a search: if a lane leaves: found, else latch: if not done: main(...), else end
//! found:     jump rest(...), which executes these iterations one after the other
//! end:       reductions are combined; jump rest(...)
//! rest:      jump to the scalar loop
//! ```
//!
//! The blocks are made before it is decided whether they are entered: what they cost is known only then.
//!
//! Cost: linear in the loop.

use super::body::{Previous, Source};
use super::checks;
use super::emit::Vectors;
use super::interleaved::Rows;
use super::reductions::{Combine, Reduction};
use super::{Reason, VectorPlan, VectorSite, cost};
use crate::lanes;
use invar_analysis::claims::{Claim, VectorLoop, Verdict};
use invar_analysis::{Linear, PassContext};
use invar_ir::{Block, BlockCall, Function, Op, SourceLoc, Terminator, V128, ValType, Value};
use invar_loops::analysis::final_values::Emit;
use invar_loops::versions::runtime_checks::{LIKELY, Tests};
use rustc_hash::{FxHashMap, FxHashSet};

/// The most vector iterations that the test of the trip count asks for.
const MOST_ITERATIONS: u64 = 8;

/// For how many vector iterations a search asks at least: it may be left in the first one, as comparisons of words
/// mostly are, and words are short.
const SEARCH_ITERATIONS: u64 = 4;
/// What it costs to leave a search: the test and the branch.
const SEARCH: u64 = 2;

/// A vector loop that nothing enters yet.
pub(super) struct Made {
    checks: Block,
    setup: Block,
    main: Block,
    end: Block,
    rest: Block,
    /// Of a search: where the loop goes on, and where a lane leaves it.
    search: Option<(Block, Block)>,
    /// The condition of the checks.
    cond: Option<Value>,
    /// The number of vector iterations.
    count: Option<Value>,
    /// The least number of vector iterations.
    iterations: u64,
    /// Run-time tests.
    pub bounds: usize,
    pub pairs: usize,
    /// Estimated operators of a vector iteration, and how many an original one takes less.
    pub operators: u64,
    pub saved: u64,
}

/// Makes the blocks; an error if the loop is not worth it.
pub(super) fn draft(
    f: &mut Function,
    site: &VectorSite<'_>,
    plan: &VectorPlan,
) -> Result<Made, Reason> {
    let loc = f.blocks[plan.trips.test].term_loc;
    let [checks, setup, main, end, rest] = [(); 5].map(|()| {
        let block = f.add_block();
        f.blocks[block].term_loc = loc;
        block
    });
    let mut made = Made {
        checks,
        setup,
        main,
        end,
        rest,
        search: None,
        cond: None,
        count: None,
        iterations: 1,
        bounds: 0,
        pairs: 0,
        operators: 0,
        saved: 0,
    };
    let mut builder = Builder { f, site, plan, loc, made: &mut made };
    builder.checks();
    builder.loops();

    let scalar = cost::scalar(f, &plan.body, &plan.accesses) * plan.factor;
    let vector = cost::vector(f, main) + if made.search.is_some() { SEARCH } else { 0 };
    if vector >= scalar {
        made.discard(f);
        return Err(Reason::Cost);
    }
    // The tests must have paid for themselves.
    let once: usize = [checks, setup, end].iter().map(|&block| f.blocks[block].insts.len()).sum();
    let least = if made.search.is_some() { SEARCH_ITERATIONS } else { 1 };
    made.iterations = (once as u64 / (scalar - vector)).clamp(least, MOST_ITERATIONS);
    made.operators =
        cost::operators(f, main) + made.search.map_or(0, |(latch, _)| cost::operators(f, latch));
    let blocks = site.nest.forest.blocks(site.id);
    let before: u64 = blocks.iter().map(|&block| cost::operators(f, block)).sum();
    made.saved = before.saturating_sub(made.operators / plan.factor);
    Ok(made)
}

struct Builder<'a> {
    f: &'a mut Function,
    site: &'a VectorSite<'a>,
    plan: &'a VectorPlan,
    loc: SourceLoc,
    made: &'a mut Made,
}

impl Builder<'_> {
    fn emit(&mut self, block: Block) -> Emit<'_> {
        Emit { f: &mut *self.f, block, loc: self.loc }
    }

    fn checks(&mut self) {
        let VectorPlan { trips, counted, accesses, .. } = self.plan;
        let block = self.made.checks;
        let mut tests = Tests::new(self.f, block, self.loc);
        let again = tests.emit().again(trips);
        tests.preconditions(counted);
        let tested = checks::require_memory(&mut tests, accesses, trips, again);
        self.made.cond = tests.cond;
        (self.made.bounds, self.made.pairs) = (tested.bounds, tested.pairs);
    }

    /// The induction variables that vector iterations compute with.
    fn needed(&self) -> FxHashSet<Value> {
        if !self.plan.body.early_exits.is_empty() {
            // A search passes all of them on from where it is left.
            return self.plan.inductions.iter().map(|induction| induction.param).collect();
        }
        let bases = self.plan.accesses.groups.iter().map(|group| &group.base);
        let sums = self.plan.body.sources.values().filter_map(|source| match source {
            Source::Affine { base, .. } => Some(base),
            _ => None,
        });
        bases.chain(sums).flat_map(|sum| &sum.terms).map(|term| term.0).collect()
    }

    fn loops(&mut self) {
        let VectorPlan { trips, inductions, body, factor, accesses, .. } = self.plan;
        let (site, factor) = (self.site, *factor);
        let (setup, main, end, rest) =
            (self.made.setup, self.made.main, self.made.end, self.made.rest);
        let (preheader, _) = site.nest.ends(site.id).expect("in shape");
        let header = site.nest.forest.loops[site.id].header;
        let params = self.f.blocks[header].params.clone();
        let entry = site.entry(self.f, preheader);
        let needed = self.needed();

        // How many vector iterations there are.
        let wide = trips.dividend.wide;
        let ty = if wide { ValType::I64 } else { ValType::I32 };
        let mut emit = self.emit(setup);
        let again = emit.again(trips);
        let by = emit.int(wide, u64::from(factor.trailing_zeros()));
        let count = emit.op(ty, if wide { Op::I64ShrU } else { Op::I32ShrU }, &[again, by]);
        self.made.count = Some(count);

        // Parameters of the vector loop.
        let mut scalars: FxHashMap<Value, Value> = FxHashMap::default();
        let (mut start, mut numbers) = (Vec::new(), FxHashMap::default());
        let mut moved = Vec::new();
        for (n, &param) in params.iter().enumerate() {
            let induction = inductions.iter().find(|one| one.param == param);
            if let Some(&induction) = induction.filter(|_| needed.contains(&param)) {
                let ty = self.f.ty(param);
                let new = self.f.add_param(main, ty);
                scalars.insert(param, new);
                start.push(entry[n]);
                moved.push((induction, new));
            } else if body.sources.get(&param) == Some(&Source::Invariant) {
                scalars.insert(param, entry[n]);
            }
        }
        let mut sums = Vec::new();
        for reduction in &body.reductions {
            let param = params[reduction.param];
            // A sum takes one vector, others have lanes for each iteration.
            let parts = match reduction.terms {
                Some(_) => 1,
                None => (factor * u64::from(reduction.width)).div_ceil(lanes::VECTOR_BITS),
            };
            let identity = reduction.combine.identity(reduction.width);
            let identity = lanes::constant(reduction.width, |_| identity);
            let op = Op::V128Const { value: V128::from(identity as i128) };
            let mut own = Vec::new();
            for _ in 0..parts {
                let first = self.emit(setup).op(ValType::V128, op.clone(), &[]);
                own.push(self.f.add_param(main, ValType::V128));
                start.push(first);
            }
            numbers.insert((param, reduction.width), own.clone());
            sums.push(own);
        }

        let mut vectors = Vectors {
            f: &mut *self.f,
            site,
            body,
            accesses,
            factor,
            setup,
            main,
            loc: self.loc,
            scalars,
            numbers,
            masks: FxHashMap::default(),
            bases: FxHashMap::default(),
            rows: Rows::default(),
            carried: Vec::new(),
        };
        for previous in &body.previous {
            let first = if invar_ir::mutant!(VectorizePreviousStart) {
                vectors.constant(0)
            } else {
                vectors.broadcast(entry[previous.param], previous.width)
            };
            start.push(first);
            let carried = vectors.f.add_param(main, ValType::V128);
            vectors.carried.push(carried);
        }
        vectors.iteration();
        let any = vectors.any_early_exit();
        let scalars = any.map(|_| vectors.scalars.clone()).unwrap_or_default();
        let mut next = Vec::new();
        let mut sums_next = Vec::new();
        for (reduction, own) in body.reductions.iter().zip(sums) {
            sums_next.push(if reduction.terms.is_some() {
                vec![vectors.sum(reduction, own[0])]
            } else {
                let value = site.next(vectors.f, reduction.param);
                vectors.number(value, reduction.width)
            });
        }

        let last = |previous: &Previous| {
            let parts = vectors.number(previous.value, previous.width);
            *parts.last().expect("there is one")
        };
        let carried: Vec<Value> = body.previous.iter().map(last).collect();

        // A lane leaves: the scalar loop goes on with what this vector iteration began with.
        let mut latch = main;
        if let Some(any) = any {
            let [after, found] = [(); 2].map(|()| {
                let block = self.f.add_block();
                self.f.blocks[block].term_loc = self.loc;
                block
            });
            self.made.search = Some((after, found));
            latch = after;
            let passed: Vec<Value> = (params.iter().enumerate())
                .map(|(n, param)| scalars.get(param).copied().unwrap_or(entry[n]))
                .collect();
            let call = self.f.call(rest, &passed);
            self.f.blocks[found].term = Terminator::Jump(call);
            let (then, els) = (self.f.call(found, &[]), self.f.call(latch, &[]));
            let then = BlockCall { weight: 1, ..then };
            let els = BlockCall { weight: LIKELY, ..els };
            self.f.blocks[main].term = Terminator::BrIf { cond: any, then, els };
        }

        // The induction variables move by as many steps as there are iterations in one.
        let mut stepped = Vec::new();
        for &(induction, new) in &moved {
            let wide = self.f.ty(new) == ValType::I64;
            let mut sum = Linear::constant(wide, induction.step.wrapping_mul(factor));
            sum.add_term(new, 1);
            let value = self.emit(latch).sum(&sum);
            stepped.push((induction, value));
            next.push(value);
        }
        next.extend(sums_next.iter().flatten());
        next.extend(&carried);

        // The exit test: by an induction variable that takes no value twice, or by a counter.
        let is_exit = |one: &invar_loops::analysis::trip_count::Induction, f: &Function| {
            let period = 1u64.checked_shl(one.step.trailing_zeros());
            (f.ty(one.param) == ValType::I64) == wide
                && period.is_some_and(|period| period <= trips.divisor)
        };
        let by_variable = stepped.iter().find(|(one, _)| is_exit(one, self.f)).copied();
        let cond = if let Some((induction, value)) = by_variable {
            let mut sum = Linear::constant(wide, 0);
            sum.add_term(self.f.resolve(induction.init), 1);
            sum.add_term(count, induction.step.wrapping_mul(factor) & sum.mask());
            let stop = self.emit(setup).sum(&sum);
            let ne = if wide { Op::I64Ne } else { Op::I32Ne };
            self.emit(latch).op(ValType::I32, ne, &[value, stop])
        } else {
            let counter = self.f.add_param(main, ty);
            start.push(count);
            let mut emit = self.emit(latch);
            let one = emit.int(wide, 1);
            let left = emit.op(ty, if wide { Op::I64Sub } else { Op::I32Sub }, &[counter, one]);
            next.push(left);
            if wide {
                let zero = emit.int(true, 0);
                emit.op(ValType::I32, Op::I64Ne, &[left, zero])
            } else {
                left
            }
        };
        let call = self.f.call(main, &start);
        self.f.blocks[setup].term = Terminator::Jump(call);
        let (then, els) = (self.f.call(main, &next), self.f.call(end, &[]));
        let then = BlockCall { weight: LIKELY, ..then };
        let els = BlockCall { weight: 1, ..els };
        self.f.blocks[latch].term = Terminator::BrIf { cond, then, els };

        // What the scalar loop goes on with.
        let mut passed = Vec::new();
        for (n, &param) in params.iter().enumerate() {
            let value =
                if let Some(&(_, value)) = stepped.iter().find(|(one, _)| one.param == param) {
                    value
                } else if let Some(at) = body.reductions.iter().position(|one| one.param == n) {
                    self.combined(at, &sums_next[at], entry[n])
                } else if let Some(at) = body.previous.iter().position(|one| one.param == n) {
                    let ty = self.f.ty(param);
                    let lane = (lanes::VECTOR_BITS as u32 / body.previous[at].width - 1) as u8;
                    self.emit(end).op(ty, lanes::extract(ty, lane), &[carried[at]])
                } else if let Some(induction) = inductions.iter().find(|one| one.param == param) {
                    let wide = self.f.ty(param) == ValType::I64;
                    let mut emit = self.emit(end);
                    let count = emit.resized(count, wide);
                    let mut sum = Linear::constant(wide, 0);
                    sum.add_term(emit.f.resolve(entry[n]), 1);
                    sum.add_term(count, induction.step.wrapping_mul(factor) & sum.mask());
                    emit.sum(&sum)
                } else {
                    entry[n]
                };
            passed.push(value);
        }
        let call = self.f.call(rest, &passed);
        self.f.blocks[end].term = Terminator::Jump(call);
        let types = site.types(self.f);
        let params: Vec<Value> = types.into_iter().map(|ty| self.f.add_param(rest, ty)).collect();
        let call = self.f.call(header, &params);
        self.f.blocks[rest].term = Terminator::Jump(call);
    }

    /// The value of a reduction: of all lanes, and of what it started with.
    fn combined(&mut self, at: usize, parts: &[Value], first: Value) -> Value {
        let reduction = &self.plan.body.reductions[at];
        let (end, width) = (self.made.end, reduction.width);
        let mut emit = self.emit(end);
        let mut all = parts[0];
        for &part in &parts[1..] {
            all = combine_lanes(&mut emit, reduction, all, part);
        }
        // A vector may have lanes that are not used: only with narrower values beside it, which are none here.
        let mut distance = 8;
        while distance * 8 >= width {
            let lanes = std::array::from_fn(|n| ((n as u32 + distance) % 16) as u8);
            let other = emit.op(ValType::V128, Op::I8x16Shuffle { lanes }, &[all, all]);
            all = combine_lanes(&mut emit, reduction, all, other);
            distance /= 2;
        }
        let ty = emit.f.ty(first);
        let all = emit.op(ty, lanes::extract(ty, 0), &[all]);
        match &reduction.combine {
            Combine::Op(op) => emit.op(ty, op.clone(), &[first, all]),
            Combine::Choose(order) => {
                let test = emit.op(ValType::I32, order.compare(width == 64), &[first, all]);
                emit.op(ty, Op::Select, &[first, all, test])
            }
        }
    }
}

/// Combines the lanes of two vectors of a reduction.
fn combine_lanes(emit: &mut Emit<'_>, reduction: &Reduction, left: Value, right: Value) -> Value {
    let width = reduction.width;
    let mut op = |op: Op, args: &[Value]| emit.op(ValType::V128, op, args);
    match &reduction.combine {
        Combine::Op(of) => {
            let floats = lanes::of_floats(of).map(|(_, op)| op);
            let of = floats.or_else(|| lanes::of_low_bits(of, width));
            op(of.expect("it was planned"), &[left, right])
        }
        Combine::Choose(order) => match order.lanes(width) {
            Some(choice) => op(choice, &[left, right]),
            None => {
                let test = lanes::of_compare(&order.compare(true), 64).expect("it was planned");
                let test = op(test, &[left, right]);
                op(Op::V128Bitselect, &[left, right, test])
            }
        },
    }
}

impl Made {
    /// Claims that the vector loop does what the scalar loop does.
    pub fn claim(
        &self,
        f: &Function,
        cx: &PassContext<'_>,
        site: &VectorSite<'_>,
        plan: &VectorPlan,
    ) -> Verdict {
        if cx.checker.is_none() {
            return Verdict::Unchecked;
        }
        let (preheader, _) = site.nest.ends(site.id).expect("in shape");
        let vector_loop = VectorLoop {
            entry: &site.entry(f, preheader),
            scalar: &site.nest.blocks_in_rpo(site.id),
            checks: (self.checks, self.cond),
            setup: self.setup,
            main: self.main,
            search: self.search,
            end: self.end,
            count: self.count.expect("it was made"),
            factor: plan.factor,
        };
        let facts = |value| site.ranges.facts(f, value);
        let claim = Claim::Lanes { function: f, facts: &facts, vector_loop: &vector_loop };
        cx.claim("loop vectorization", claim)
    }

    /// Removes the blocks again.
    pub fn discard(&self, f: &mut Function) {
        let search = self.search.map(|(latch, found)| [latch, found]);
        let blocks = [self.checks, self.setup, self.main, self.end, self.rest];
        for block in blocks.into_iter().chain(search.into_iter().flatten()) {
            f.kill_block(block);
        }
    }

    /// Lets the preheader enter the blocks.
    pub fn enter(self, f: &mut Function, site: &VectorSite<'_>, plan: &VectorPlan) {
        let (preheader, _) = site.nest.ends(site.id).expect("in shape");
        let loc = f.blocks[plan.trips.test].term_loc;
        let args = site.entry(f, preheader);
        let wide = plan.trips.dividend.wide;
        let mut emit = Emit { f: &mut *f, block: preheader, loc };
        let again = emit.again(&plan.trips);
        let least =
            if invar_ir::mutant!(VectorizeEntersShort) { 0 } else { self.iterations * plan.factor };
        let least = emit.int(wide, least);
        let ge = if wide { Op::I64GeU } else { Op::I32GeU };
        let enough = emit.op(ValType::I32, ge, &[again, least]);
        // A search may well be short.
        let (then_weight, els_weight) = if self.search.is_some() { (0, 0) } else { (LIKELY, 1) };
        let branch = |f: &mut Function, cond, to: Block| {
            let then = BlockCall { weight: then_weight, ..f.call(to, &[]) };
            let els = BlockCall { weight: els_weight, ..f.call(self.rest, &args) };
            Terminator::BrIf { cond, then, els }
        };
        f.blocks[preheader].term = branch(f, enough, self.checks);
        f.blocks[self.checks].term = match self.cond {
            Some(cond) => branch(f, cond, self.setup),
            None => Terminator::Jump(f.call(self.setup, &[])),
        };
    }
}
