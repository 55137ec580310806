//! Induction variables and strength reduction.
//!
//! A *basic* induction variable is a parameter of the header for which the latch passes the parameter plus an
//! invariant. (The strongly connected component of SSA edges through it, of Cooper, Simpson and Vick,
//! *Operator strength reduction* (2001), holds additions and subtractions of invariants only; [`Linear`] sums
//! it up.) A *derived* one is `a*i + b` with an invariant `b`, through any chain of additions, subtractions,
//! shifts by constants and multiplications by constants (and by one invariant value). It becomes an induction
//! variable of its own, which starts in the preheader with its value of the first iteration and is
//! incremented by `a*step` per iteration. All of this holds in wrapping arithmetic.
//!
//! Derived induction variables that differ by constants share one new variable: the others add the
//! difference.
//!
//! The *cost model* counts operators per iteration: those that become dead against those of the new variable
//! (read, add, assign: `UPDATE`) and of the differences. If the basic variable becomes dead, its update
//! counts as saved too. Where nothing is saved the old computation stays, and so it does where the loop has
//! no room for another live value. Immediate offsets are left as they are.
//!
//! Cost: near-linear; per loop, candidates times the operators of their sums, which are bounded.

use crate::analysis::first_iteration;
use crate::analysis::induction::{Basic, basics, is_linear};
use crate::analysis::ranges::Ranges;
use crate::analysis::shape::{Done, Homes, Nest, homes, push_arg, shaped_loops};
use crate::analysis::trip_count::Counts;
use crate::check;
use crate::transforms::test_replacement;
use invar_ir::entities::{EntitySet, SecondaryMap};
use invar_ir::rules::{Const, ValueFacts, Width, is_constant};
use invar_ir::transform::edges;
use invar_ir::{
    Block, Edge, Function, Inst, Linear, Loop, Op, PassContext, RemarkKind, SourceLoc, Terminator,
    ValType, Value, ValueDef,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// Operators per iteration of a new induction variable.
const UPDATE: i64 = 4;
/// In how many iterations a new variable must have paid for the computation of its start.
const ITERATIONS: i64 = 4;
/// How many instructions a start value may take.
const MOST_INSTS: usize = 24;
/// How many derived induction variables of a loop are considered.
const MOST_CANDIDATES: usize = 64;

invar_ir::config! {
    /// Configuration of strength reduction.
    pub struct Config {
        /// A header with at least so many parameters gets no new one.
        variables: usize = 10,
    }
}

invar_ir::counters! {
    /// Counters of strength reduction and linear function test replacement.
    pub struct Reduced {
        /// Basic induction variables.
        found_basic = "found.basic",
        /// Derived induction variables that were reduced to new variables.
        derived,
        /// Further derived ones that are a new variable plus a constant now.
        shared,
        /// Instructions removed that are not used any more.
        dead,
        /// Exit tests replaced by tests of another induction variable.
        exit_tests,
        /// Exit tests replaced by tests of a new counter that counts down to zero.
        down_counters,
        /// Derived ones not reduced: a new variable would save nothing.
        refused_cost = "refused.cost",
        /// Derived ones not reduced: the header has too many parameters already.
        refused_budget = "refused.budget",
    }
}

/// What a run of the pass did.
pub type Stats = Done<Reduced>;

/// Reduces derived induction variables.
pub fn run(f: &mut Function, cx: &mut PassContext<'_>, config: &Config) -> Stats {
    let mut stats = Stats::default();
    let Some(nest) = shaped_loops(f, cx, &mut stats.shaped) else { return stats };
    let before = check::before(f);
    let ranges = Ranges::of(f, &nest, &mut cx.analyses);
    let own = nest.own_blocks();
    let counts = Counts::at_latches(f, &nest);
    let all_uses = f.use_counts();
    let mut home = homes(f);
    for id in nest.forest.loops.keys().rev() {
        let basics = basics(f, &nest, &home, id);
        stats.done.found_basic += basics.len() as u64;
        if !basics.is_empty() && cx.goals.size == 0 {
            let mut pass =
                Pass { nest: &nest, home: &mut home, id, basics: &basics, all_uses: &all_uses };
            pass.reduce(f, cx, &own[id], &counts, config, &mut stats.done);
        }
    }
    f.resolve_aliases();
    stats.done.dead = sweep(f);
    let reduced = before.is_some().then(|| f.clone());
    if cx.goals.size == 0 {
        let replaced = test_replacement::replace(f, cx, &nest, &ranges);
        stats.done.exit_tests = replaced.exit_tests;
        stats.done.down_counters = replaced.down_counters;
    }
    if let Some(before) = before {
        check::same_sums(&before, &reduced.expect("made with it"))
            .unwrap_or_else(|why| panic!("strength reduction is wrong: {why}"));
    }
    stats
}

/// Removes dead sums, and those that are aliases of new variables: test replacement needs counters without
/// other uses. Returns how many.
fn sweep(f: &mut Function) -> u64 {
    let mut uses = f.use_counts();
    let mut gone: EntitySet<Inst> = EntitySet::new();
    let is_dead = |f: &Function, uses: &SecondaryMap<Value, u32>, inst: Inst| {
        let op = &f.insts[inst].op;
        f.result(inst).is_some_and(|value| match f.values[value].def {
            ValueDef::Alias(_) => true,
            _ => uses[value] == 0 && (is_linear(op) || is_constant(op)),
        })
    };
    let blocks: Vec<Block> = f.live_blocks().collect();
    let mut count = 0;
    let mut work: Vec<Inst> = blocks
        .iter()
        .flat_map(|&block| f.blocks[block].insts.iter().copied())
        .filter(|&inst| is_dead(f, &uses, inst))
        .collect();
    while let Some(inst) = work.pop() {
        if !gone.insert(inst) {
            continue;
        }
        count += 1;
        for &arg in f.args(inst) {
            let arg = f.resolve(arg);
            uses[arg] -= 1;
            if let ValueDef::Result(made, _) = f.values[arg].def
                && is_dead(f, &uses, made)
            {
                work.push(made);
            }
        }
    }
    if count > 0 {
        for block in blocks {
            f.blocks[block].insts.retain(|&inst| !gone.contains(inst));
        }
    }
    count
}

/// A derived induction variable: a multiple of a basic one plus an invariant.
struct Derived {
    value: Value,
    inst: Inst,
    slope: Slope,
    /// The invariant part of the sum.
    rest: Linear,
}

/// The varying part of a derived induction variable.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Slope {
    /// The index of the basic induction variable.
    basic: usize,
    factor: u64,
    /// An invariant factor that is no constant.
    scale: Option<Value>,
}

struct Pass<'a> {
    nest: &'a Nest,
    home: &'a mut Homes,
    id: Loop,
    basics: &'a [Basic],
    /// The use counts when the pass started.
    all_uses: &'a SecondaryMap<Value, u32>,
}

impl Pass<'_> {
    fn reduce(
        &mut self,
        f: &mut Function,
        cx: &mut PassContext<'_>,
        own: &[Block],
        counts: &Counts,
        config: &Config,
        reduced: &mut Reduced,
    ) {
        let uses = self.uses(f);
        let counted = counts.of(f, self.nest, self.id).is_ok();
        let derived = self.derived(f, own, &uses);
        // Those with the same slope and the same invariant terms differ by constants and share a variable.
        let mut groups: Vec<Vec<Derived>> = Vec::new();
        for one in derived {
            let like = |other: &Derived| {
                (other.slope, &other.rest.terms, other.rest.wide)
                    == (one.slope, &one.rest.terms, one.rest.wide)
            };
            match groups.iter_mut().find(|group| like(&group[0])) {
                Some(group) => group.push(one),
                None => groups.push(vec![one]),
            }
        }
        let header = self.nest.forest.loops[self.id].header;
        for group in groups {
            let loc = f.insts[group[0].inst].loc;
            let mut refuse = |counter: &mut u64, why: &str| {
                *counter += group.len() as u64;
                cx.remarks.record("strength-reduction", RemarkKind::Missed, loc, "derived", || {
                    format!("{} of {} not reduced: {why}", group[0].value, self.id)
                });
            };
            let saved = self.saved(f, &group, &uses, counted);
            let mut offsets: Vec<u64> = group.iter().map(|one| one.rest.constant).collect();
            offsets.sort_unstable();
            offsets.dedup();
            let spent = UPDATE + 2 * (offsets.len() as i64 - 1);
            // The start must pay for itself in a few iterations.
            let start = self.start_cost(f, &group[0]);
            if (saved - spent) * ITERATIONS <= 2 * start {
                refuse(&mut reduced.refused_cost, "strength reduction would save nothing");
                continue;
            }
            if f.blocks[header].params.len() >= config.variables {
                refuse(&mut reduced.refused_budget, "the header has too many parameters");
                continue;
            }
            if !cx.fuel.take() {
                return;
            }
            if self.replace(f, &group) {
                reduced.derived += 1;
                reduced.shared += group.len() as u64 - 1;
                cx.remarks.record(
                    "strength-reduction",
                    RemarkKind::Applied,
                    loc,
                    "derived",
                    || {
                        format!(
                            "{} of {} is an induction variable now: an addition in each iteration",
                            group[0].value, self.id
                        )
                    },
                );
            }
        }
    }

    /// The users of each value in the loop; `None` is a terminator.
    fn uses(&self, f: &Function) -> FxHashMap<Value, Vec<Option<Inst>>> {
        let mut uses: FxHashMap<Value, Vec<Option<Inst>>> = FxHashMap::default();
        for &block in self.nest.forest.blocks(self.id) {
            for &inst in &f.blocks[block].insts {
                for &arg in f.args(inst) {
                    uses.entry(arg).or_default().push(Some(inst));
                }
            }
            f.blocks[block].term.for_each_use(&f.pool, |value| {
                uses.entry(value).or_default().push(None);
            });
        }
        uses
    }

    fn is_invariant(&self, f: &Function, value: Value) -> bool {
        self.nest.is_invariant(f, self.home, self.id, value)
    }

    /// The derived induction variables with uses other than computing another one.
    fn derived(
        &self,
        f: &Function,
        own: &[Block],
        uses: &FxHashMap<Value, Vec<Option<Inst>>>,
    ) -> Vec<Derived> {
        let mut found: Vec<Derived> = Vec::new();
        let mut is_derived: FxHashSet<Value> = FxHashSet::default();
        for &block in own {
            for &inst in &f.blocks[block].insts {
                if found.len() == MOST_CANDIDATES {
                    break;
                }
                let op = &f.insts[inst].op;
                if !is_linear(op) {
                    continue;
                }
                let Some(value) = f.result(inst).filter(|&value| f.resolve(value) == value) else {
                    continue;
                };
                let Some(sum) = Linear::of_within(f, value, |value| !self.is_invariant(f, value))
                else {
                    continue;
                };
                let Some((slope, rest)) = self.split(f, &sum) else { continue };
                is_derived.insert(value);
                found.push(Derived { value, inst, slope, rest });
            }
        }
        found.retain(|one| {
            let users = uses.get(&one.value).map_or(&[][..], Vec::as_slice);
            // The update of the basic variable itself is no such use.
            users.iter().any(|user| match user {
                Some(user) => f.result(*user).is_none_or(|made| !is_derived.contains(&made)),
                None => {
                    let Slope { basic, factor, scale } = one.slope;
                    !(factor == 1 && scale.is_none() && one.rest == self.basics[basic].step)
                }
            })
        });
        found
    }

    /// A sum as a multiple of one basic induction variable plus invariants.
    fn split(&self, f: &Function, sum: &Linear) -> Option<(Slope, Linear)> {
        let mut varying = sum.terms.iter().filter(|term| !self.is_invariant(f, term.0));
        let (&(value, factor), None) = (varying.next()?, varying.next()) else { return None };
        let (rest, _) = sum.without(value);
        let position = |value| self.basics.iter().position(|basic| basic.param == value);
        if let Some(basic) = position(value) {
            // A variable plus a constant is cheap already.
            let plain = factor == 1 && rest.terms.is_empty();
            return (!plain).then_some((Slope { basic, factor, scale: None }, rest));
        }
        // A product with an invariant value.
        if !matches!(f.op(value), Some(Op::I32Mul | Op::I64Mul)) {
            return None;
        }
        let (a, b) = (f.operand(value, 0), f.operand(value, 1));
        let (of, scale) = if self.is_invariant(f, b) { (a, b) } else { (b, a) };
        let of = Linear::of_within(f, of, |value| !self.is_invariant(f, value))?;
        let [(param, by)] = of.terms[..] else { return None };
        let basic = position(param).filter(|_| of.constant == 0)?;
        let fits = self.is_invariant(f, scale) && self.basics[basic].step.terms.is_empty();
        let factor = factor.wrapping_mul(by) & sum.mask();
        (fits && factor != 0).then_some((Slope { basic, factor, scale: Some(scale) }, rest))
    }

    /// The operators per iteration that become dead with a group. If the trip count is known, a down counter
    /// can replace the basic variable in the exit test.
    fn saved(
        &self,
        f: &Function,
        group: &[Derived],
        uses: &FxHashMap<Value, Vec<Option<Inst>>>,
        counted: bool,
    ) -> i64 {
        let mut dead: FxHashSet<Inst> = group.iter().map(|one| one.inst).collect();
        let mut work: Vec<Inst> = group.iter().map(|one| one.inst).collect();
        let mut saved = 0;
        while let Some(inst) = work.pop() {
            saved += weight(&f.insts[inst].op);
            for &arg in f.args(inst) {
                let made = match f.values[arg].def {
                    ValueDef::Result(made, _) if is_linear(&f.insts[made].op) => Some(made),
                    _ => None,
                };
                let inside = |block: Block| self.nest.forest.contains(self.id, block);
                let only_here = made.is_some_and(|made| {
                    self.home[made].is_some_and(inside)
                        && uses[&arg]
                            .iter()
                            .all(|user| user.is_some_and(|user| dead.contains(&user)))
                });
                match made {
                    Some(made) if dead.contains(&made) => {}
                    Some(made) if only_here => {
                        dead.insert(made);
                        work.push(made);
                    }
                    // A read of a local or a constant.
                    _ => saved += 1,
                }
            }
        }
        // Each is a read of the new variable now; one with several uses was read from a local before.
        if uses.get(&group[0].value).is_some_and(|users| users.len() > 1) {
            saved += 1;
        }
        saved - group.len() as i64 + self.freed(f, group[0].slope.basic, &dead, uses, counted)
    }

    /// What the basic variable costs, if only its own update uses it once these instructions are dead; what a
    /// down counter saves, if only the exit test uses it besides.
    fn freed(
        &self,
        f: &Function,
        basic: usize,
        dead: &FxHashSet<Inst>,
        uses: &FxHashMap<Value, Vec<Option<Inst>>>,
        counted: bool,
    ) -> i64 {
        let param = self.basics[basic].param;
        let sums = self.next(f, param);
        let cond = self.nest.latch(self.id).and_then(|latch| match f.blocks[latch].term {
            Terminator::BrIf { cond, .. } => f.def_inst(cond),
            _ => None,
        });
        let users = |value| uses.get(&value).map_or(&[][..], Vec::as_slice);
        let mut tested = false;
        for value in std::iter::once(param).chain(sums.iter().copied()) {
            let users = users(value);
            let passed = users.iter().filter(|user| user.is_none()).count();
            let around = sums.iter().filter(|&&sum| sum == value).count();
            if passed > around || self.all_uses[value] as usize > users.len() {
                return 0;
            }
            for &user in users.iter().flatten().filter(|user| !dead.contains(user)) {
                if Some(user) == cond {
                    tested = true;
                } else if f.result(user).is_none_or(|made| !sums.contains(&made)) {
                    return 0;
                }
            }
        }
        match (tested, counted) {
            (false, _) => UPDATE,
            (true, true) => UPDATE / 2,
            (true, false) => 0,
        }
    }

    /// The next values of a header parameter: one per back edge that the latch joins.
    fn next(&self, f: &Function, param: Value) -> Vec<Value> {
        let (Some(latch), ValueDef::Param(_, n)) = (self.nest.latch(self.id), f.values[param].def)
        else {
            return Vec::new();
        };
        let back = self.nest.forest.back_edges(self.id)[0];
        let next = f.resolve(edges::args(f, back)[n as usize]);
        match f.values[next].def {
            ValueDef::Param(block, n)
                if block == latch && next != param && self.all_uses[next] == 1 =>
            {
                let preds = self.nest.cfg.preds(latch).iter();
                preds.map(|&edge| f.resolve(edges::args(f, edge)[n as usize])).collect()
            }
            _ => vec![next],
        }
    }

    /// How many instructions the start of a new variable takes; none if it is an existing value.
    fn start_cost(&self, f: &Function, of: &Derived) -> i64 {
        let start = self.basics[of.slope.basic].start;
        if let ([(_, 1)], Some(first), None) =
            (&of.rest.terms[..], f.constant(start).and_then(Const::as_int), of.slope.scale)
            && of.rest.constant.wrapping_add(of.slope.factor.wrapping_mul(first as u64))
                & of.rest.mask()
                == 0
        {
            return 0;
        }
        self.start_insts(f, of.inst).map_or(0, |insts| insts.len() as i64)
    }

    /// Makes the new variable and replaces the values of a group.
    fn replace(&mut self, f: &mut Function, group: &[Derived]) -> bool {
        let Some((preheader, latch)) = self.nest.ends(self.id) else { return false };
        let main = &group[0];
        let Some(start) = self.start(f, main.inst) else { return false };
        let ty = f.ty(main.value);
        let step = self.step(f, preheader, main, ty);
        let header = self.nest.forest.loops[self.id].header;
        let variable = f.add_param(header, ty);
        let width = Width::of(ty).expect("an integer");
        let add = if width.bits() == 64 { Op::I64Add } else { Op::I32Add };
        let loc = f.insts[main.inst].loc;
        let next = match self.joined_back_edges(f, latch, main.slope.basic) {
            None => self.add_step(f, latch, &add, variable, &step, loc),
            Some(edges) => {
                let mut made: FxHashMap<Block, Value> = FxHashMap::default();
                let next = f.add_param(latch, ty);
                for edge in edges {
                    let from = edge.from;
                    let value = made
                        .get(&from)
                        .copied()
                        .unwrap_or_else(|| self.add_step(f, from, &add, variable, &step, loc));
                    made.insert(from, value);
                    push_arg(f, edge, value);
                }
                next
            }
        };
        self.nest.pass_to_header(f, self.id, start, next);
        for one in group {
            let more = one.rest.constant.wrapping_sub(main.rest.constant) & one.rest.mask();
            if more == 0 {
                f.alias(one.value, variable);
                continue;
            }
            // Replaced in place, so that definitions keep dominating uses.
            let constant = width.constant(one.rest.signed(more)).to_op();
            let constant = f.make_inst(constant, &[], &[ty], loc);
            let block = self.home[one.inst].expect("it is in a block");
            self.home[constant] = Some(block);
            let at = f.blocks[block].insts.iter().position(|&inst| inst == one.inst);
            f.blocks[block].insts.insert(at.expect("it is in its block"), constant);
            let value = f.result(constant).expect("a constant");
            f.insts[one.inst].op = add.clone();
            let args = f.make_list(&[variable, value]);
            f.insts[one.inst].args = args;
        }
        true
    }

    /// The edges into a latch that only joins several back edges, if the next value of the basic variable is
    /// computed before each of them. The new variable is then updated there too, so that simplify-cfg can
    /// remove the latch again.
    fn joined_back_edges(&self, f: &Function, latch: Block, basic: usize) -> Option<Vec<Edge>> {
        let jumps = matches!(f.blocks[latch].term, Terminator::Jump(_));
        let passes = f.blocks[latch].insts.is_empty() && jumps;
        let [first, _, ..] = self.next(f, self.basics[basic].param)[..] else { return None };
        let computed = self.home[f.def_inst(first)?] != Some(latch);
        (passes && computed).then(|| self.nest.cfg.preds(latch).to_vec())
    }

    /// Emits the update of a variable at the end of a block.
    fn add_step(
        &mut self,
        f: &mut Function,
        block: Block,
        add: &Op,
        variable: Value,
        step: &Step,
        loc: SourceLoc,
    ) -> Value {
        let step = match *step {
            Step::Constant(step) => self.constant(f, block, step, f.ty(variable)),
            Step::Value(step) => step,
        };
        let inst = f.append(block, add.clone(), &[variable, step], &[f.ty(variable)], loc);
        self.home[inst] = Some(block);
        f.result(inst).expect("a sum")
    }

    fn constant(&mut self, f: &mut Function, block: Block, value: i64, ty: ValType) -> Value {
        let width = Width::of(ty).expect("an integer");
        let op = width.constant(value).to_op();
        let inst = f.append(block, op, &[], &[ty], SourceLoc::default());
        self.home[inst] = Some(block);
        f.result(inst).expect("a constant")
    }

    /// The step of a new variable: the slope times the step of the basic one.
    fn step(&mut self, f: &mut Function, preheader: Block, of: &Derived, ty: ValType) -> Step {
        let step = &self.basics[of.slope.basic].step;
        let mut sum = Linear::constant(step.wide, 0);
        match of.slope.scale {
            None => sum.add(step, of.slope.factor),
            Some(scale) => sum.add_term(scale, of.slope.factor.wrapping_mul(step.constant)),
        }
        if sum.terms.is_empty() {
            return Step::Constant(sum.signed(sum.constant));
        }
        let (mul, add) = match sum.wide {
            true => (Op::I64Mul, Op::I64Add),
            false => (Op::I32Mul, Op::I32Add),
        };
        let mut op = |pass: &mut Self, op: &Op, args: &[Value]| {
            let inst = f.append(preheader, op.clone(), args, &[ty], SourceLoc::default());
            pass.home[inst] = Some(preheader);
            f.result(inst).expect("a sum")
        };
        let width = Width::of(ty).expect("an integer");
        let constant = |value: u64| width.constant(sum.signed(value)).to_op();
        let mut total = None;
        for &(value, factor) in &sum.terms {
            let term = match factor {
                1 => value,
                _ => {
                    let factor = op(self, &constant(factor), &[]);
                    op(self, &mul, &[value, factor])
                }
            };
            total = Some(match total {
                None => term,
                Some(total) => op(self, &add, &[total, term]),
            });
        }
        let mut total = total.expect("there are terms");
        if sum.constant != 0 {
            let more = op(self, &constant(sum.constant), &[]);
            total = op(self, &add, &[total, more]);
        }
        Step::Value(total)
    }

    /// The backward slice by which the start of a new variable is computed.
    fn start_insts(&self, f: &Function, inst: Inst) -> Option<Vec<Inst>> {
        let known = first_iteration::entry(f, self.nest, self.id)?;
        first_iteration::slice(
            f,
            self.nest,
            self.home,
            self.id,
            inst,
            MOST_INSTS,
            &known,
            |f, inst| is_linear(&f.insts[inst].op) || is_constant(&f.insts[inst].op),
        )
    }

    /// Computes the value of the first iteration in the preheader.
    fn start(&mut self, f: &mut Function, inst: Inst) -> Option<Value> {
        let insts = self.start_insts(f, inst)?;
        first_iteration::compute(f, self.nest, self.home, self.id, inst, insts)
    }
}

enum Step {
    Constant(i64),
    Value(Value),
}

/// The cost of an operator, an addition being one.
fn weight(op: &Op) -> i64 {
    if matches!(op, Op::I32Mul | Op::I64Mul) { 3 } else { 1 }
}
