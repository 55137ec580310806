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
//! Header parameters that change in other ways may still form a *component*: two that change together, or
//! one whose step differs by the way taken. Then `a*v + b` of a value `v` of the component is a value of a copy
//! of the component, with multiplied steps.
//!
//! In memories with 64-bit addresses an index is often a 32-bit variable: `a*extend(i) + b` is an induction
//! variable of 64 bits if the index does not wrap (`extension`).
//!
//! Derived induction variables that differ by constants share one new variable: the others add the
//! difference. Where all are addresses and the range of the lowest allows it, the differences are immediate
//! offsets from it.
//!
//! A multiple that several others are computed from (`i << 2` of `a + (i << 2)` and `b + (i << 2)`) takes the place of
//! a variable that is only tested besides, if the others are not reduced: one variable for all of them.
//!
//! The *cost model* counts operators per iteration: those that become dead, each as often as an iteration executes
//! it, against those of the new variable (read, add, assign: `UPDATE`) and of the differences. If the basic variable
//! becomes dead, its update counts as saved too. Where nothing is saved the old computation stays, and so it does
//! where the loop has no room for another live value. Immediate offsets are left as they are.
//!
//! Cost: near-linear; per loop, candidates times the operators of their sums, which are bounded.

mod cost;
mod emit;
mod extension;

use crate::analysis::components::{Component, components};
use crate::analysis::induction::{Basic, basics, is_linear};
use crate::analysis::ranges::Ranges;
use crate::analysis::shape::{Done, Homes, Nest, homes, shaped_loops};
use crate::analysis::trip_count::Counts;
use crate::transforms::offset_folding::{offset, plain_access};
use crate::transforms::test_replacement;
use cost::addresses;
use extension::Extension;
use invar_analysis::claims::Claim;
use invar_analysis::{Counters, Frequencies, Linear, Loop, Observed, PassContext, RemarkKind};
use invar_ir::entities::{EntitySet, SecondaryMap};
use invar_ir::{Block, Function, Inst, Op, Value, ValueDef};
use invar_rules::{ValueFacts, is_constant};
use rustc_hash::{FxHashMap, FxHashSet};

/// Operators per iteration of a new induction variable.
const UPDATE: i64 = 4;
/// In how many iterations a new variable must have paid for the computation of its start.
const ITERATIONS: i64 = 4;
/// How many inner loops of a loop are asked whether something is computed for them.
const MOST_INNER: usize = 8;
/// How many derived induction variables of a loop are considered.
const MOST_CANDIDATES: usize = 64;

invar_analysis::config! {
    /// Configuration of strength reduction.
    pub struct Config {
        /// A header with at least so many parameters gets no new one.
        variables: usize = 10,
        /// Reduce what is derived from variables whose step differs by the way, or that change together.
        components: bool = true,
        /// Replace a variable by a multiple of it that several others are computed from.
        multiples: bool = true,
        /// Reduce what is derived from 32-bit variables that are extended to 64 bits.
        extended: bool = true,
    }
}

invar_analysis::counters! {
    /// Counters of strength reduction and linear function test replacement.
    pub struct StrengthReduced {
        /// Basic induction variables.
        found_basic: Observed = "found.basic",
        /// Derived induction variables that were reduced to new variables.
        derived,
        /// Further derived ones that are a new variable plus a constant now.
        shared,
        /// Of those, the differences that are immediate offsets now.
        offsets,
        /// Instructions removed that are not used any more.
        dead,
        /// Of the derived ones, those of variables whose step differs by the way, or that change together.
        by_component,
        /// Of the derived ones, multiples that several others are computed from, in place of the variable.
        multiples,
        /// Of the derived ones, those of a 32-bit variable that is extended to 64 bits.
        extended,
        /// Exit tests replaced by tests of another induction variable.
        exit_tests,
        /// Exit tests replaced by tests of a new counter that counts down to zero.
        down_counters,
        /// Derived ones not reduced: a new variable would save nothing.
        refused_cost: Observed = "refused.cost",
        /// Derived ones not reduced: the header has too many parameters already.
        refused_budget: Observed = "refused.budget",
    }
}

/// What a run of the pass did.
pub type Stats = Done<StrengthReduced>;

/// How often the pass looks again at what a run left.
const MOST_RUNS: usize = 3;

/// Reduces derived induction variables, until no more are found: where one of two that a counter has is reduced, reducing
/// the other makes the counter unused.
pub fn run(f: &mut Function, cx: &mut PassContext<'_>, config: &Config) -> Stats {
    let mut stats = Stats::default();
    for _ in 0..MOST_RUNS {
        let run = run_once(f, cx, config);
        stats.add(&run);
        if run.done.derived == 0 {
            break;
        }
        cx.analyses.after_pass(f, true);
    }
    stats
}

/// One walk over all loops.
fn run_once(f: &mut Function, cx: &mut PassContext<'_>, config: &Config) -> Stats {
    let mut stats = Stats::default();
    let Some(nest) = shaped_loops(f, cx, &mut stats.shaped) else { return stats };
    let before = cx.copy_to_check(f);
    // Sums that nothing uses, as unrolling leaves them, would count as users.
    f.resolve_aliases();
    let unused = sweep(f);
    if unused > 0 {
        cx.analyses.clear_of_instructions();
    }
    let ranges = Ranges::of(f, &nest, &mut cx.analyses);
    let own = nest.own_blocks();
    let counts = Counts::at_latches(f, &nest);
    let frequencies = cx.analyses.frequencies(f);
    let mut inner: SecondaryMap<Loop, Vec<Block>> = SecondaryMap::new();
    for data in nest.forest.loops.values() {
        if let Some(inner) = data.parent.map(|parent| &mut inner[parent])
            && inner.len() < MOST_INNER
        {
            inner.push(data.header);
        }
    }
    let all_uses = f.use_counts();
    let mut home = homes(f);
    for id in nest.forest.loops.keys().rev() {
        let basics = basics(f, &nest, &home, id);
        stats.done.found_basic += basics.len() as u64;
        if cx.goals.size > 0 {
            continue;
        }
        let found =
            if config.components { components(f, &nest, &home, id, &basics) } else { Vec::new() };
        let variables = basics.into_iter().map(Variable::Basic);
        let variables: Vec<Variable> =
            variables.chain(found.into_iter().map(Variable::Component)).collect();
        if !variables.is_empty() {
            let (nest, ranges, frequencies) = (&nest, &*ranges, &*frequencies);
            let (variables, all_uses) = (&variables[..], &all_uses);
            let (positions, inner) = (positions(variables), &inner[id]);
            let mut pass = Pass {
                nest,
                home: &mut home,
                id,
                variables,
                positions,
                all_uses,
                ranges,
                frequencies,
                inner,
            };
            pass.reduce(f, cx, &own[id], &counts, config, &mut stats.done);
        }
    }
    f.resolve_aliases();
    stats.done.dead = unused + sweep(f);
    let reduced = before.is_some().then(|| f.clone());
    if cx.goals.size == 0 {
        let replaced = test_replacement::replace(f, cx, &nest, &ranges);
        stats.done.exit_tests = replaced.exit_tests;
        stats.done.down_counters = replaced.down_counters;
    }
    if let Some(before) = before {
        let pass = "strength reduction";
        cx.claim(pass, Claim::Sums(&before, &reduced.expect("made with it")));
        let done = &stats.done;
        if done.derived + done.exit_tests + done.down_counters > 0 {
            cx.claim(pass, Claim::Accesses(&before, f));
        }
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
            _ => uses[value] == 0 && (is_part(op) || is_constant(op)),
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

/// The users of each value in a loop; `None` is a terminator.
type Uses = FxHashMap<Value, Vec<Option<Inst>>>;

/// A derived induction variable: a multiple of a basic one plus an invariant.
struct Derived {
    value: Value,
    inst: Inst,
    slope: Slope,
    /// The parameter that it is a multiple of.
    of: Value,
    /// The invariant part of the sum.
    rest: Linear,
}

/// The varying part of a derived induction variable.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Slope {
    /// The index of the variable.
    variable: usize,
    factor: u64,
    /// An invariant factor that is no constant.
    scale: Option<Value>,
    /// Whether the variable is extended to 64 bits.
    extended: Option<Extension>,
}

/// What others are derived from.
enum Variable {
    Basic(Basic),
    Component(Component),
}

impl Variable {
    /// The variable's header parameters and merges of these.
    fn params(&self) -> Vec<Value> {
        match self {
            Variable::Basic(basic) => vec![basic.param],
            Variable::Component(component) => component.params().collect(),
        }
    }

    fn has_constant_steps(&self) -> bool {
        match self {
            Variable::Basic(basic) => basic.step.terms.is_empty(),
            Variable::Component(component) => component.has_constant_steps(),
        }
    }
}

/// For each parameter the first variable that it belongs to.
fn positions(variables: &[Variable]) -> FxHashMap<Value, usize> {
    let mut positions = FxHashMap::default();
    for (n, variable) in variables.iter().enumerate() {
        for param in variable.params() {
            positions.entry(param).or_insert(n);
        }
    }
    positions
}

struct Pass<'a> {
    nest: &'a Nest,
    home: &'a mut Homes,
    id: Loop,
    variables: &'a [Variable],
    /// The variable of each parameter.
    positions: FxHashMap<Value, usize>,
    /// The use counts when the pass started.
    all_uses: &'a SecondaryMap<Value, u32>,
    ranges: &'a Ranges,
    frequencies: &'a Frequencies,
    /// The headers of some of the loops right inside.
    inner: &'a [Block],
}

impl Pass<'_> {
    fn reduce(
        &mut self,
        f: &mut Function,
        cx: &mut PassContext<'_>,
        own: &[Block],
        counts: &Counts,
        config: &Config,
        reduced: &mut StrengthReduced,
    ) {
        let uses = self.uses(f);
        let counted = counts.of(f, self.nest, self.id).is_ok();
        let (derived, shared) = self.derived(f, own, &uses, config);
        // Values with the same slope and the same invariant terms differ by constants and share a variable.
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
        let first_shared = groups.len();
        groups.extend(shared.into_iter().map(|one| vec![one]));
        for (n, mut group) in groups.into_iter().enumerate() {
            if n >= first_shared
                && !(config.multiples && self.replaces(f, &group[0], &uses, counted))
            {
                continue;
            }
            let signed = |one: &Derived| one.rest.signed(one.rest.constant);
            let lowest = (0..group.len()).min_by_key(|&n| signed(&group[n])).expect("not empty");
            let offsets = self.has_offsets(f, &group, &group[lowest], &uses);
            if offsets {
                group.swap(0, lowest);
            }
            let loc = f.insts[group[0].inst].loc;
            let mut refuse = |counter: &mut Observed, why: &str| {
                *counter += group.len() as u64;
                cx.remarks.record("strength-reduction", RemarkKind::Missed, loc, "derived", || {
                    format!("{} of {} not reduced: {why}", group[0].value, self.id)
                });
            };
            let saved = self.saved(f, &group, &uses, counted);
            let mut constants: Vec<u64> = group.iter().map(|one| one.rest.constant).collect();
            constants.sort_unstable();
            constants.dedup();
            let variable = &self.variables[group[0].slope.variable];
            let update = match variable {
                Variable::Basic(_) => UPDATE,
                // A read, and an addition and an assignment for each step of the longest way.
                Variable::Component(component) => 1 + (UPDATE - 1) * component.additions() as i64,
            };
            // Where differences can be offsets, the sums that they replace could mostly be, too.
            let spent = update + 2 * (constants.len() as i64 - 1);
            // The start must pay for itself in a few iterations.
            // The multiple of a constant is one.
            let start = if n < first_shared { self.start_cost(f, &group[0]) } else { 0 };
            if (saved - spent as f64) * ITERATIONS as f64 <= (2 * start) as f64 {
                refuse(&mut reduced.refused_cost, "strength reduction would save nothing");
                continue;
            }
            let is_wide = group[0].slope.extended.is_some();
            if is_wide && !group.iter().any(|one| addresses(f, one, &uses) > 0) {
                refuse(&mut reduced.refused_cost, "the extended index is no address");
                continue;
            }
            if f.blocks[header].params.len() >= config.variables {
                refuse(&mut reduced.refused_budget, "the header has too many parameters");
                continue;
            }
            if !cx.fuel.take() {
                return;
            }
            let accesses = offsets.then_some(&uses);
            let replaced = match variable {
                Variable::Basic(basic) => self.replace(f, basic, &group, accesses),
                Variable::Component(component) => {
                    self.replace_component(f, component, &group, accesses)
                }
            };
            if replaced {
                reduced.offsets += if offsets { constants.len() as u64 - 1 } else { 0 };
                reduced.derived += 1;
                reduced.multiples += u64::from(n >= first_shared);
                reduced.by_component += u64::from(matches!(variable, Variable::Component(_)));
                reduced.extended += u64::from(group[0].slope.extended.is_some());
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
    fn uses(&self, f: &Function) -> Uses {
        let mut uses = Uses::default();
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

    /// The derived induction variables with uses other than computing another one; and multiples of an induction
    /// variable that only others are computed from, several of them.
    fn derived(
        &self,
        f: &Function,
        own: &[Block],
        uses: &Uses,
        config: &Config,
    ) -> (Vec<Derived>, Vec<Derived>) {
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
                let Some(one) = self.split(f, inst, value, &sum, config) else { continue };
                is_derived.insert(value);
                found.push(one);
            }
        }
        let is_used = |one: &Derived| {
            let users = uses.get(&one.value).map_or(&[][..], Vec::as_slice);
            // The update of the basic variable itself is no such use.
            users.iter().any(|user| match user {
                Some(user) => f.result(*user).is_none_or(|made| !is_derived.contains(&made)),
                None => match &self.variables[one.slope.variable] {
                    Variable::Basic(basic) => !(one.slope.is_plain() && one.rest == basic.step),
                    Variable::Component(_) => true,
                },
            })
        };
        let (found, shared): (Vec<_>, Vec<_>) = found.into_iter().partition(is_used);
        let is_multiple = |one: &Derived| {
            one.rest.terms.is_empty()
                && !one.slope.is_plain()
                && uses.get(&one.value).is_some_and(|users| users.len() > 1)
        };
        (found, shared.into_iter().filter(is_multiple).collect())
    }

    /// A value as a multiple of one induction variable plus invariants, given its sum.
    fn split(
        &self,
        f: &Function,
        inst: Inst,
        value: Value,
        sum: &Linear,
        config: &Config,
    ) -> Option<Derived> {
        let mut varying = sum.terms.iter().filter(|term| !self.is_invariant(f, term.0));
        let (&(term, factor), None) = (varying.next()?, varying.next()) else { return None };
        let (mut rest, _) = sum.without(term);
        let position = |value| self.positions.get(&value).copied();
        let linear = |value| Linear::of_within(f, value, |value| !self.is_invariant(f, value));
        let (mut scale, mut extended) = (None, None);
        if let Some(variable) = position(term) {
            let slope = Slope { variable, factor, scale, extended };
            // A variable plus a constant is cheap already, and a step of a component is no use of it.
            let is_member = match &self.variables[variable] {
                Variable::Basic(_) => false,
                Variable::Component(component) => {
                    component.members.iter().any(|(other, _)| *other == value)
                }
            };
            let plain = slope.is_plain() && (rest.terms.is_empty() || is_member);
            return (!plain).then_some(Derived { value, inst, slope, of: term, rest });
        }
        let (of, variable, factor) = match f.op(term)? {
            // A product with an invariant value.
            Op::I32Mul | Op::I64Mul => {
                let (a, b) = (f.operand(term, 0), f.operand(term, 1));
                let (of, by) = if self.is_invariant(f, b) { (a, b) } else { (b, a) };
                let of = linear(of)?;
                let [(param, more)] = of.terms[..] else { return None };
                let variable = position(param).filter(|_| of.constant == 0)?;
                if !self.is_invariant(f, by) || !self.variables[variable].has_constant_steps() {
                    return None;
                }
                scale = Some(by);
                (param, variable, factor.wrapping_mul(more) & sum.mask())
            }
            Op::I64ExtendI32U | Op::I64ExtendI32S if config.extended => {
                let index = linear(f.operand(term, 0))?;
                let [(param, _)] = index.terms[..] else { return None };
                let variable = position(param)?;
                let Variable::Basic(basic) = &self.variables[variable] else { return None };
                let extension = extension::of(f, self.ranges, term, basic, &index)?;
                extended = Some(extension);
                let constant = extension.constant as u64;
                rest.constant = rest.constant.wrapping_add(factor.wrapping_mul(constant));
                (param, variable, factor.wrapping_mul(extension.factor as u64))
            }
            _ => return None,
        };
        let slope = Slope { variable, factor, scale, extended };
        (factor != 0).then_some(Derived { value, inst, slope, of, rest })
    }

    /// Whether the others of a group can be immediate offsets from the lowest: all are addresses, and by its
    /// range the lowest plus the greatest difference does not wrap. It is a sum of the induction variable and
    /// invariants, so its range holds in each iteration, whether it was computed there or not.
    fn has_offsets(&self, f: &Function, group: &[Derived], lowest: &Derived, uses: &Uses) -> bool {
        let apart = |one: &Derived| one.rest.constant.wrapping_sub(lowest.rest.constant);
        let more = group.iter().map(|one| apart(one) & one.rest.mask()).max().unwrap_or(0);
        let fits = self.ranges.facts(f, lowest.value).is_some_and(|facts| {
            let most = facts.unsigned.1.checked_add(more);
            most.is_some_and(|most| most <= facts.width.mask())
        });
        // The range of one member of a component says nothing of another one.
        let is_of_one =
            invar_ir::mutant!(OffsetOfOtherMember) || group.iter().all(|one| one.of == lowest.of);
        (fits || invar_ir::mutant!(OffsetMayWrap))
            && is_of_one
            && group.iter().all(|one| {
                let users = uses.get(&one.value).map_or(&[][..], Vec::as_slice);
                users.len() == self.all_uses[one.value] as usize
                    && users.iter().all(|user| {
                        let access = user.and_then(|user| plain_access(f, user).zip(Some(user)));
                        access.is_some_and(|(access, user)| {
                            let is_stored =
                                access.stored.is_some_and(|at| f.args(user)[at] == one.value);
                            !is_stored && offset(&access, more).is_some()
                        })
                    })
            })
    }
}

impl Slope {
    /// The variable itself.
    fn is_plain(&self) -> bool {
        self.factor == 1 && self.scale.is_none() && self.extended.is_none()
    }
}

/// Whether an operator is part of the computation of a derived variable.
fn is_part(op: &Op) -> bool {
    is_linear(op) || matches!(op, Op::I64ExtendI32U | Op::I64ExtendI32S)
}
