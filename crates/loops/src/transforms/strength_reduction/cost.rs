//! What strength reduction saves, counted in operators per iteration.
//!
//! Cost: linear in the operators of the sums, and in the users of an induction variable.

use super::{Derived, Pass, UPDATE, Uses, Variable, is_part};
use crate::analysis::components::Member;
use invar_analysis::transform::edges;
use invar_ir::{Block, Function, Inst, Op, Terminator, Value, ValueDef, memory_access};
use invar_rules::{Const, ValueFacts};
use rustc_hash::FxHashSet;

impl Pass<'_> {
    /// Whether a multiple of a basic variable can replace it: what is computed from the multiple was not
    /// reduced, and nothing else uses the variable but its update and the exit test. A range of the multiple
    /// would be lost, with the immediate offsets that rely on it.
    pub fn replaces(&self, f: &Function, one: &Derived, uses: &Uses, counted: bool) -> bool {
        let Variable::Basic(basic) = &self.variables[one.slope.variable] else { return false };
        let users = uses.get(&one.value).map_or(&[][..], Vec::as_slice);
        let stays = users.iter().flatten().all(|&user| {
            f.args(user).contains(&one.value)
                && f.result(user).is_none_or(|made| f.resolve(made) == made)
        });
        let facts = self.ranges.facts(f, one.value);
        let is_unknown = facts.is_some_and(|facts| {
            let least = facts.width.mask() >> 8;
            facts.unsigned.1 > least
        });
        let constant = f.constant(basic.start).is_some();
        let dead = FxHashSet::from_iter([one.inst]);
        stays && is_unknown && constant && self.freed(f, basic.param, &dead, uses, counted) > 0
    }

    /// The operators per iteration that become dead with a group, which not each iteration may execute. If the trip
    /// count is known, a down counter can replace the basic variable in the exit test.
    pub fn saved(&self, f: &Function, group: &[Derived], uses: &Uses, counted: bool) -> f64 {
        let mut dead: FxHashSet<Inst> = group.iter().map(|one| one.inst).collect();
        let mut work: Vec<Inst> = group.iter().map(|one| one.inst).collect();
        let mut saved = 0.0;
        // Where steps differ by the way, so do uses: only those count that are on all ways.
        let component = matches!(self.variables[group[0].slope.variable], Variable::Component(_));
        let latch = self.nest.latch(self.id);
        // What is computed for an inner loop counts as executed: the test in front of that loop nearly always holds.
        let share = |inst: Inst| {
            let Some((block, latch)) = self.home[inst].zip(latch) else { return 0.0 };
            let is_for_loop =
                || self.inner.iter().any(|&header| self.nest.doms.dominates(block, header));
            if self.nest.doms.dominates(block, latch) || !component && is_for_loop() {
                1.0
            } else if component {
                0.0
            } else {
                (self.frequencies.block(block) / self.frequencies.block(latch)).min(1.0)
            }
        };
        while let Some(inst) = work.pop() {
            let executed = share(inst);
            saved += executed * weight(&f.insts[inst].op) as f64;
            for &arg in f.args(inst) {
                let made = match f.values[arg].def {
                    ValueDef::Result(made, _) if is_part(&f.insts[made].op) => Some(made),
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
                    _ => saved += executed,
                }
            }
        }
        // Each is a read of the new variable now; one with several uses was read from a local before.
        if uses.get(&group[0].value).is_some_and(|users| users.len() > 1) {
            saved += share(group[0].inst);
        }
        let freed = match &self.variables[group[0].slope.variable] {
            Variable::Basic(basic) => self.freed(f, basic.param, &dead, uses, counted),
            // Nearly always, a test uses one of its values.
            Variable::Component(_) => 0,
        };
        let read: f64 = group.iter().map(|one| share(one.inst)).sum();
        saved - read + freed as f64
    }

    /// What the basic variable costs, if only its own update uses it once these instructions are dead; what a
    /// down counter saves, if only the exit test uses it besides.
    fn freed(
        &self,
        f: &Function,
        param: Value,
        dead: &FxHashSet<Inst>,
        uses: &Uses,
        counted: bool,
    ) -> i64 {
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
    pub fn next(&self, f: &Function, param: Value) -> Vec<Value> {
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
    pub fn start_cost(&self, f: &Function, of: &Derived) -> i64 {
        let start = match &self.variables[of.slope.variable] {
            Variable::Basic(basic) => basic.start,
            // A multiplication and the additions for each start.
            Variable::Component(component) => {
                let starts = component.members.iter();
                let starts = starts.filter(|(_, one)| matches!(one, Member::Header { .. })).count();
                return (starts * (2 + of.rest.terms.len())) as i64;
            }
        };
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
}

/// How many uses of a derived variable are addresses of accesses of memory.
pub(super) fn addresses(f: &Function, one: &Derived, uses: &Uses) -> usize {
    let is_address = |&inst: &Inst| {
        memory_access(&f.insts[inst].op)
            .is_some_and(|access| f.resolve(f.args(inst)[access.address]) == one.value)
    };
    let users = uses.get(&one.value).map_or(&[][..], Vec::as_slice);
    users.iter().flatten().filter(|inst| is_address(inst)).count()
}

/// The cost of an operator, an addition being one.
fn weight(op: &Op) -> i64 {
    if matches!(op, Op::I32Mul | Op::I64Mul) { 3 } else { 1 }
}
