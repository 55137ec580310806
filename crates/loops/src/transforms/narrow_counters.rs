//! Counters of 64 bits whose low halves are used become counters of 32 bits (narrowing of induction variables).
//!
//! Compilers of languages with 64-bit integers count in 64 bits and wrap the counter for each address. Sums wrap
//! alike in both widths, so `i32.wrap_i64(i)` of a basic induction variable `i` is one itself, which starts with the
//! low half of the start and is incremented by that of the step. Other passes know such a variable: address
//! arithmetic, vectors.
//!
//! The exit test and other users need the whole counter. Where the counter and the next one fit 32 bits, unsigned or
//! signed, a comparison with a bound that fits too is one of 32 bits: numbers below 2^32 compare as unsigned ones,
//! and sign-extended numbers compare as their low halves, in both orders. An operator with a constant of which only
//! the low half is used (`i32.wrap_i64(i * 3)`) is one of 32 bits too. Any other user gets the new variable,
//! extended. The old counter is then passed as it is, so that its parameter is redundant.
//!
//! It pays if fewer operators are executed: wraps that are gone, against extensions, each as often as its block.
//!
//! Cost: linear; a loop has at most `MOST_COUNTERS` counters, each with at most `MOST_OPERATORS` operators that are
//! made anew.

use crate::analysis::final_values::Emit;
use crate::analysis::induction::basics;
use crate::analysis::ranges::Ranges;
use crate::analysis::shape::{Done, Homes, Nest, homes, shaped_loops};
use invar_analysis::claims::Claim;
use invar_analysis::transform::edges;
use invar_analysis::{Frequencies, IntFacts, Loop, PassContext, RemarkKind};
use invar_ir::entities::{EntitySet, SecondaryMap};
use invar_ir::{Block, Edge, Function, Inst, Op, ValType, Value, ValueDef};
use invar_rules::{Compare, Const, IntOp, IntUnary, ValueFacts, Width};
use rustc_hash::FxHashMap;

/// How many counters of a loop are considered.
const MOST_COUNTERS: usize = 16;
/// How many tests and other operators of a counter are narrowed.
const MOST_OPERATORS: usize = 64;

invar_analysis::config! {
    /// Configuration of the narrowing of counters.
    pub struct Config {}
}

invar_analysis::counters! {
    /// Counters of the narrowing of counters.
    pub struct Narrowed {
        /// Counters that have 32 bits now.
        counters,
        /// Wraps that are gone.
        wraps,
        /// Comparisons that have 32 bits now.
        tests,
        /// Counters that are extended for other users.
        extended: Observed,
        /// Counters that may not fit 32 bits where they are compared or used as a whole.
        refused_range: Observed = "refused.range",
        /// Counters that have more users of the whole than of the low half.
        refused_cost: Observed = "refused.cost",
    }
}

/// What a run of the pass did.
pub type Stats = Done<Narrowed>;

/// A basic induction variable of 64 bits, with a constant step.
struct Counter {
    id: Loop,
    /// The parameter of the header, and its number.
    param: Value,
    nth: usize,
    step: i64,
    /// What the latch passes: the counter plus the step.
    next: Value,
    /// The addition, and its block.
    add: (Block, Inst),
}

/// How the low half of a counter is to be read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reading {
    Unsigned,
    Signed,
}

impl Reading {
    fn fits(self, facts: IntFacts) -> bool {
        match self {
            Reading::Unsigned => facts.unsigned.1 <= u64::from(u32::MAX),
            Reading::Signed => {
                let (least, most) = facts.signed;
                least >= i64::from(i32::MIN) && most <= i64::from(i32::MAX)
            }
        }
    }

    /// The comparison of low halves.
    fn of(self, kind: Compare) -> Compare {
        let is_unsigned = self == Reading::Unsigned && !invar_ir::mutant!(NarrowTestsStaySigned);
        if is_unsigned { kind.unsigned() } else { kind }
    }
}

/// A use of a counter.
#[derive(Clone, Copy, PartialEq, Eq)]
enum User {
    Inst(Block, Inst),
    /// By the terminator, besides what it passes to the counter.
    Term(Block),
}

/// What is to be done with the users of one of the two values of a counter.
#[derive(Default)]
struct Plan {
    wraps: Vec<(Block, Inst)>,
    tests: Vec<(Block, Inst)>,
    others: Vec<User>,
    /// Operators of which only the low half is used.
    low: Vec<(Block, Inst)>,
}

/// Narrows counters.
pub fn run(f: &mut Function, cx: &mut PassContext<'_>, _: &Config) -> Stats {
    let mut stats = Stats::default();
    let wraps = |f: &Function, block| {
        f.blocks[block].insts.iter().any(|&inst| f.insts[inst].op == Op::I32WrapI64)
    };
    if cx.goals.size > 0 || !f.live_blocks().any(|block| wraps(f, block)) {
        return stats;
    }
    let Some(nest) = shaped_loops(f, cx, &mut stats.shaped) else { return stats };
    f.resolve_aliases();
    let home = homes(f);
    let loops = nest.forest.loops.keys();
    let counters: Vec<Counter> = loops.rev().flat_map(|id| counters(f, &nest, &home, id)).collect();
    if counters.is_empty() {
        return stats;
    }
    let before = cx.copy_to_check(f);
    let ranges = Ranges::of(f, &nest, &mut cx.analyses);
    let frequencies = cx.analyses.frequencies(f);
    let users = users(f, &counters);
    let wraps = Wraps::new(f);
    let (ranges, frequencies) = (&*ranges, &*frequencies);
    let gone = EntitySet::new();
    let mut pass = Pass { nest: &nest, home: &home, ranges, frequencies, users, wraps, gone };
    for counter in &counters {
        pass.narrow(f, cx, counter, &mut stats.done);
    }
    if stats.done.counters > 0 {
        let gone = pass.gone;
        for block in f.blocks.values_mut() {
            block.insts.retain(|&inst| !gone.contains(inst));
        }
        f.resolve_aliases();
        cx.analyses.clear_of_instructions();
    }
    if let Some(before) = before.filter(|_| stats.done.counters > 0) {
        cx.claim("narrowing of counters", Claim::Effects(&before, f));
    }
    stats
}

/// The counters of a loop.
fn counters(f: &Function, nest: &Nest, home: &Homes, id: Loop) -> Vec<Counter> {
    let Some(&[back]) = nest.ends(id).map(|_| nest.forest.back_edges(id)) else {
        return Vec::new();
    };
    let header = nest.forest.loops[id].header;
    let found = basics(f, nest, home, id)
        .into_iter()
        .filter(|basic| f.ty(basic.param) == ValType::I64 && basic.step.terms.is_empty());
    found
        .filter_map(|basic| {
            let n = f.blocks[header].params.iter().position(|&param| param == basic.param)?;
            let next = f.resolve(*edges::args(f, back).get(n)?);
            let ValueDef::Result(add, _) = f.values[next].def else { return None };
            let is_sum = matches!(f.insts[add].op, Op::I64Add | Op::I64Sub);
            let block = home[add].filter(|_| is_sum && f.args(add).contains(&basic.param))?;
            let step = basic.step.signed(basic.step.constant);
            Some(Counter { id, param: basic.param, nth: n, step, next, add: (block, add) })
        })
        .take(MOST_COUNTERS)
        .collect()
}

/// The users of all counters and of their next values.
fn users(f: &Function, counters: &[Counter]) -> FxHashMap<Value, Vec<User>> {
    let values = counters.iter().flat_map(|counter| [counter.param, counter.next]);
    let mut users: FxHashMap<Value, Vec<User>> = values.map(|value| (value, Vec::new())).collect();
    // Each user once, however often it uses the value.
    let mut add = |value: &Value, user: User| {
        if let Some(users) = users.get_mut(value).filter(|users| users.last() != Some(&user)) {
            users.push(user);
        }
    };
    for block in f.live_blocks() {
        for &inst in &f.blocks[block].insts {
            f.args(inst).iter().for_each(|arg| add(arg, User::Inst(block, inst)));
        }
        f.blocks[block].term.for_each_use(&f.pool, |value| add(&value, User::Term(block)));
    }
    users
}

/// Where values are wrapped, and how often each value is used besides.
struct Wraps {
    of: FxHashMap<Value, Vec<(Block, Inst)>>,
    other_uses: SecondaryMap<Value, u32>,
}

impl Wraps {
    fn new(f: &Function) -> Wraps {
        let mut wraps = Wraps { of: FxHashMap::default(), other_uses: f.use_counts() };
        for block in f.live_blocks() {
            for &inst in &f.blocks[block].insts {
                if f.insts[inst].op == Op::I32WrapI64 {
                    let value = f.args(inst)[0];
                    wraps.other_uses[value] -= 1;
                    wraps.of.entry(value).or_default().push((block, inst));
                }
            }
        }
        wraps
    }
}

struct Pass<'a> {
    nest: &'a Nest,
    home: &'a Homes,
    ranges: &'a Ranges,
    frequencies: &'a Frequencies,
    users: FxHashMap<Value, Vec<User>>,
    wraps: Wraps,
    /// Instructions that nothing uses any more.
    gone: EntitySet<Inst>,
}

impl Pass<'_> {
    /// Gives the low half of a counter a variable of its own, if it pays.
    fn narrow(
        &mut self,
        f: &mut Function,
        cx: &mut PassContext<'_>,
        counter: &Counter,
        done: &mut Narrowed,
    ) {
        let both = [counter.param, counter.next];
        let facts = both.map(|value| self.ranges.facts(f, value));
        let reading = [Reading::Unsigned, Reading::Signed].into_iter().find(|reading| {
            invar_ir::mutant!(NarrowIgnoresRange)
                || facts.iter().all(|facts| facts.is_some_and(|facts| reading.fits(facts)))
        });
        let plans = both.map(|value| self.plan(f, counter, value, reading));
        let wraps = plans.iter().flat_map(|plan| plan.wraps.iter().map(|wrap| wrap.0));
        let low = plans.iter().flat_map(|plan| plan.low.iter().map(|user| user.0));
        let saved: f64 = wraps.chain(low).map(|block| self.frequencies.block(block)).sum();
        if saved == 0.0 {
            return;
        }
        if reading.is_none() && plans.iter().any(|plan| !plan.others.is_empty()) {
            done.refused_range += 1;
            return;
        }
        let header = self.nest.forest.loops[counter.id].header;
        let at = [header, counter.add.0];
        let lost = |n: usize| {
            if plans[n].others.is_empty() { 0.0 } else { self.frequencies.block(at[n]) }
        };
        let made: usize = plans.iter().map(|plan| plan.tests.len() + plan.low.len()).sum();
        if lost(0) + lost(1) >= saved || made > MOST_OPERATORS {
            done.refused_cost += 1;
            return;
        }
        let Some((preheader, _)) = self.nest.ends(counter.id) else { return };
        if !cx.fuel.take() {
            return;
        }
        done.counters += 1;
        let loc = f.insts[counter.add.1].loc;
        cx.remarks.record("narrow-counters", RemarkKind::Applied, loc, "counter", || {
            format!("the low half of {} is a counter", counter.param)
        });
        // It may be the counter of another loop, which was replaced.
        let start = f.resolve(edges::args(f, Edge { from: preheader, nth: 0 })[counter.nth]);
        let start = self.low_half(f, preheader, start).expect("an integer");
        let low = f.add_param(header, ValType::I32);
        let step = f.make_inst(Const::I32(counter.step as i32).to_op(), &[], &[ValType::I32], loc);
        let by = f.result(step).expect("a constant");
        let add = f.make_inst(Op::I32Add, &[low, by], &[ValType::I32], loc);
        let next = f.result(add).expect("a sum");
        insert_before(f, counter.add.0, Some(counter.add.1), &[step, add]);
        self.nest.pass_to_header(f, counter.id, start, next);
        let halves = [(counter.param, low), (counter.next, next)];
        for (n, plan) in plans.into_iter().enumerate() {
            done.wraps += plan.wraps.len() as u64;
            for (_, inst) in plan.wraps {
                f.alias(f.result(inst).expect("an integer"), halves[n].1);
                self.gone.insert(inst);
            }
            for (block, inst) in plan.tests {
                done.tests += 1;
                self.narrow_test(f, counter, (block, inst), &halves, reading);
            }
            for (block, inst) in plan.low {
                done.wraps += self.narrow_operator(f, (block, inst), halves[n]);
            }
            if let (Some(reading), false) = (reading, plan.others.is_empty()) {
                done.extended += 1;
                let op = match reading {
                    Reading::Unsigned => Op::I64ExtendI32U,
                    Reading::Signed => Op::I64ExtendI32S,
                };
                let (whole, half) = halves[n];
                let extend = f.make_inst(op, &[half], &[ValType::I64], loc);
                // Ahead of everything in the header; behind the next value, ahead of its users.
                let before = if n == 0 {
                    f.blocks[header].insts.first().copied()
                } else {
                    Some(counter.add.1)
                };
                insert_before(f, at[n], before, &[extend]);
                let value = f.result(extend).expect("an integer");
                for user in plan.others {
                    self.replace(f, counter, user, whole, value);
                }
            }
        }
        self.stop(f, counter);
    }

    /// Removes the addition of a counter that nothing uses any more.
    fn stop(&mut self, f: &mut Function, counter: &Counter) {
        let back = self.nest.forest.back_edges(counter.id)[0];
        let Function { blocks, pool, .. } = f;
        let call = blocks[back.from].term.target_mut(back.nth as usize).expect("the back edge");
        call.args.as_mut_slice(pool)[counter.nth] = counter.param;
        self.gone.insert(counter.add.1);
    }

    /// Sorts the users of one of the values of a counter.
    fn plan(
        &self,
        f: &Function,
        counter: &Counter,
        value: Value,
        reading: Option<Reading>,
    ) -> Plan {
        let mut plan = Plan::default();
        for &user in &self.users[&value] {
            match user {
                User::Inst(_, inst) if inst == counter.add.1 || !f.args(inst).contains(&value) => {}
                User::Inst(block, inst) => match &f.insts[inst].op {
                    Op::I32WrapI64 => plan.wraps.push((block, inst)),
                    _ if self.is_narrow_test(f, counter, inst, reading) => {
                        plan.tests.push((block, inst));
                    }
                    _ if self.is_low(f, inst) => plan.low.push((block, inst)),
                    _ => plan.others.push(user),
                },
                User::Term(block) => {
                    if self.is_passed_elsewhere(f, counter, block, value) {
                        plan.others.push(user);
                    }
                }
            }
        }
        plan
    }

    /// Whether only the low half of an operator with a constant is used, and follows from low halves.
    fn is_low(&self, f: &Function, inst: Inst) -> bool {
        use IntOp::{Add, And, Mul, Or, Shl, Sub, Xor};
        let is_low = match IntOp::of(&f.insts[inst].op) {
            Some((Width::W64, Add | Sub | Mul | And | Or | Xor)) => {
                f.args(inst).iter().any(|&arg| integer(f, arg).is_some())
            }
            Some((Width::W64, Shl)) => {
                integer(f, f.args(inst)[1]).is_some_and(|by| (0..32).contains(&by))
            }
            _ => false,
        };
        is_low
            && f.result(inst).is_some_and(|result| {
                self.wraps.other_uses[result] == 0 && self.wraps.of.contains_key(&result)
            })
    }

    /// Computes the low half of an operator from that of a counter. Returns how many wraps are gone.
    fn narrow_operator(
        &mut self,
        f: &mut Function,
        (block, inst): (Block, Inst),
        (whole, half): (Value, Value),
    ) -> u64 {
        let Some((_, kind)) = IntOp::of(&f.insts[inst].op) else { return 0 };
        let loc = f.insts[inst].loc;
        let mut args = [half; 2];
        for (n, low) in args.iter_mut().enumerate() {
            let arg = f.args(inst)[n];
            if arg != whole {
                *low = constant_before(f, (block, inst), integer(f, arg).expect("a constant"));
            }
        }
        let new = f.make_inst(kind.at(Width::W32), &args, &[ValType::I32], loc);
        insert_before(f, block, Some(inst), &[new]);
        let (result, new) = (f.result(inst).expect("an integer"), f.result(new).expect("made"));
        self.gone.insert(inst);
        let wraps = &self.wraps.of[&result];
        for &(_, wrap) in wraps {
            f.alias(f.result(wrap).expect("an integer"), new);
            self.gone.insert(wrap);
        }
        wraps.len() as u64
    }

    /// Whether a terminator uses a value besides passing the next value to the counter.
    fn is_passed_elsewhere(
        &self,
        f: &Function,
        counter: &Counter,
        block: Block,
        value: Value,
    ) -> bool {
        let mut count = 0;
        f.blocks[block].term.for_each_use(&f.pool, |used| count += usize::from(used == value));
        let back = self.nest.forest.back_edges(counter.id)[0];
        let passes = value == counter.next && back.from == block;
        count > usize::from(passes)
    }

    /// Whether a comparison may be one of low halves.
    fn is_narrow_test(
        &self,
        f: &Function,
        counter: &Counter,
        inst: Inst,
        reading: Option<Reading>,
    ) -> bool {
        let Some(reading) = reading else { return false };
        let op = &f.insts[inst].op;
        if matches!(IntUnary::of(op), Some((Width::W64, IntUnary::Eqz))) {
            return true;
        }
        let is_own = |value| value == counter.param || value == counter.next;
        matches!(Compare::of(op), Some((Width::W64, _)))
            && f.args(inst).iter().filter(|&&arg| !is_own(arg)).count() == 1
            && f.args(inst).iter().all(|&arg| {
                is_own(arg)
                    || self.nest.is_invariant(f, self.home, counter.id, arg)
                        && self.ranges.facts(f, arg).is_some_and(|facts| reading.fits(facts))
                        // The low half of a bound is computed in front of the loop.
                        && self.home[inst].is_some_and(|block| self.nest.forest.contains(counter.id, block))
            })
    }

    /// Compares low halves.
    fn narrow_test(
        &mut self,
        f: &mut Function,
        counter: &Counter,
        (block, inst): (Block, Inst),
        halves: &[(Value, Value); 2],
        reading: Option<Reading>,
    ) {
        if let Some((_, IntUnary::Eqz)) = IntUnary::of(&f.insts[inst].op) {
            let arg = f.args(inst)[0];
            let half = halves.iter().find(|(whole, _)| *whole == arg).expect("a counter").1;
            f.insts[inst].op = Op::I32Eqz;
            f.args_mut(inst)[0] = half;
            return;
        }
        let Some((_, kind)) = Compare::of(&f.insts[inst].op) else { return };
        let (preheader, _) = self.nest.ends(counter.id).expect("in shape");
        let args: Vec<Value> = f.args(inst).to_vec();
        for (n, arg) in args.into_iter().enumerate() {
            let half = match halves.iter().find(|(whole, _)| *whole == arg) {
                Some(&(_, half)) => half,
                None => match integer(f, arg) {
                    Some(number) => constant_before(f, (block, inst), number),
                    None => self.low_half(f, preheader, arg).expect("an integer"),
                },
            };
            f.args_mut(inst)[n] = half;
        }
        let kind = reading.expect("it is known").of(kind);
        f.insts[inst].op = kind.at(Width::W32);
    }

    /// The low half of an integer, computed at the end of a block.
    fn low_half(&mut self, f: &mut Function, block: Block, value: Value) -> Option<Value> {
        if let Some(number) = integer(f, value) {
            let mut emit = Emit { loc: f.blocks[block].term_loc, block, f };
            return Some(emit.int(false, number as u64 & u64::from(u32::MAX)));
        }
        match f.def_op(value) {
            Some(Op::I64ExtendI32U | Op::I64ExtendI32S) => Some(f.operand(value, 0)),
            _ => {
                let mut emit = Emit { loc: f.blocks[block].term_loc, block, f };
                let low = emit.resized(value, false);
                let wrap = *emit.f.blocks[block].insts.last()?;
                if let Some(users) = self.users.get_mut(&value) {
                    users.push(User::Inst(block, wrap));
                }
                Some(low)
            }
        }
    }

    /// Replaces a value in a user.
    fn replace(&self, f: &mut Function, counter: &Counter, user: User, from: Value, to: Value) {
        match user {
            User::Inst(_, inst) => {
                f.args_mut(inst).iter_mut().filter(|arg| **arg == from).for_each(|arg| *arg = to);
            }
            User::Term(block) => {
                let back = self.nest.forest.back_edges(counter.id)[0];
                let Function { blocks, pool, .. } = f;
                let term = &mut blocks[block].term;
                term.for_each_use_mut(pool, |used| {
                    if *used == from {
                        *used = to;
                    }
                });
                // The old counter is passed as before.
                if back.from == block && from == counter.next {
                    let call = term.target_mut(back.nth as usize).expect("the back edge");
                    call.args.as_mut_slice(pool)[counter.nth] = from;
                }
            }
        }
    }
}

/// Inserts instructions into a block, in front of one of it, or at its end.
fn insert_before(f: &mut Function, block: Block, before: Option<Inst>, new: &[Inst]) {
    let insts = &mut f.blocks[block].insts;
    let at = before.and_then(|before| insts.iter().position(|&inst| inst == before));
    let at = at.unwrap_or(insts.len());
    insts.splice(at..at, new.iter().copied());
}

/// The low half of a constant, in front of an instruction.
fn constant_before(f: &mut Function, (block, inst): (Block, Inst), number: i64) -> Value {
    let constant = Const::I32(number as i32).to_op();
    let constant = f.make_inst(constant, &[], &[ValType::I32], f.insts[inst].loc);
    insert_before(f, block, Some(inst), &[constant]);
    f.result(constant).expect("a constant")
}

fn integer(f: &Function, value: Value) -> Option<i64> {
    f.def_op(value).and_then(Const::from_op)?.as_int()
}
