//! Termination: which loops end after finitely many iterations, unless they trap.
//!
//! WebAssembly does not promise that loops end, so a loop without effects may only be deleted, moved or
//! skipped if that is proved. A loop is *finite* if all loops in it are, and an exit test that is executed in
//! each iteration fails at some time:
//!
//! - *A counter.* The tested difference, or the tested side, changes by a constant d = odd * 2^k in each
//!   iteration (mod 2^w). For k = 0 it takes every value, so it is enough that some value ends the loop: there
//!   always is one for `!=` and `<`, and for `<=` if the bound is not the greatest number. For k > 0 it takes
//!   every 2^k-th value, so 2^k numbers in a row must end the loop: the bound must be known to be that far
//!   from the greatest (or least) number. `!=` needs a start that differs from the bound by a multiple of 2^k.
//! - *A number that shrinks.* While it is not zero, the next one is less: `x >> c`, `x / c`, `x & (x - 1)`.
//!
//! The trip count may be any number up to 2^w, and is not computed (see `trip_count` of crate `loops`): a
//! finite loop may still take longer than anybody waits, so it must not be executed where it was not before.
//!
//! A program that stays in a loop can be interrupted there: the host, another thread or a debugger then reads its
//! state. So a loop that is not proved finite *reads all state that outlives the function* whenever control comes to
//! its header: memories, globals, tables, and fields of objects, but for those of objects that only the function
//! knows. [`Termination::is_observed`] names these places. No write is delayed beyond such a place, and none is
//! removed because of a later write behind it.
//!
//! Cost: linear in the blocks and values for the blocks of values; per loop, [`MOST_DOMINATORS`] blocks are
//! looked at for tests.

use crate::LoopForest;
use crate::transform::edges;
use crate::{Comparison, IntFacts, Linear, Loop};
use cranelift_entity::packed_option::PackedOption;
use invar_ir::entities::SecondaryMap;
use invar_ir::{Block, Function, Inst, Op, Terminator, Value, ValueDef};
use invar_ir::{Cfg, Dominators};
use invar_rules::{Compare, Const, ValueFacts};

/// How many dominators of the back edges of a loop are looked at for exit tests.
const MOST_DOMINATORS: usize = 32;

/// The loops of a function that are finite.
#[derive(Clone, Debug, Default)]
pub struct Termination {
    finite: SecondaryMap<Loop, bool>,
    /// The blocks that each cycle that may be infinite comes to, and that are in one.
    observed: SecondaryMap<Block, bool>,
    /// Whether there is a cycle that may be infinite.
    any_infinite: bool,
}

impl Termination {
    /// Finds the finite loops of a function as it is now.
    pub fn new(f: &Function, cfg: &Cfg, dominators: &Dominators, loops: &LoopForest) -> Self {
        // An irreducible cycle in a loop has no header, and so no counter.
        let any_infinite = loops.region_count() > 0;
        let mut found = Termination { any_infinite, ..Termination::default() };
        if found.any_infinite {
            let is_cyclic = |&&block: &&Block| {
                loops.is_header(block)
                    || loops.region(block).is_some() && !invar_ir::mutant!(FiniteRegionsEnd)
            };
            cfg.rpo.iter().filter(is_cyclic).for_each(|&block| found.observed[block] = true);
            return found;
        }
        let home = f.inst_blocks();
        let mut inner_end = SecondaryMap::with_default(true);
        for (id, data) in loops.loops.iter().rev() {
            let tests = Tests { f, cfg, dominators, loops, home: &home, id };
            let all_end = inner_end[id] || invar_ir::mutant!(FiniteInnerIgnored);
            found.finite[id] = all_end && tests.any_fails();
            found.any_infinite |= !found.finite[id];
            found.observed[data.header] = !found.finite[id];
            if let Some(parent) = data.parent {
                inner_end[parent] &= found.finite[id];
            }
        }
        found
    }

    /// Whether a loop, with the loops in it, ends after finitely many iterations.
    pub fn is_finite(&self, id: Loop) -> bool {
        self.finite[id]
    }

    /// Whether others may see the state of the program whenever control comes to a block, since it may stay in a cycle
    /// that this block is in: the header of a loop that is not proved finite, or a block of an irreducible cycle. Cost:
    /// O(1).
    pub fn is_observed(&self, block: Block) -> bool {
        self.observed[block] && !invar_ir::mutant!(FiniteStayUnseen)
    }

    /// Whether all cycles of the function are finite loops.
    pub fn all_finite(&self) -> bool {
        !self.any_infinite
    }
}

/// The exit tests of a loop.
struct Tests<'a> {
    f: &'a Function,
    cfg: &'a Cfg,
    dominators: &'a Dominators,
    loops: &'a LoopForest,
    /// The block of each instruction.
    home: &'a SecondaryMap<Inst, PackedOption<Block>>,
    id: Loop,
}

/// How an integer changes from one iteration to the next.
struct Change {
    /// The integer in the first iteration, where that is known.
    first: Option<Linear>,
    /// What is added in each iteration.
    step: u64,
}

impl Tests<'_> {
    /// Whether a test that each iteration makes leaves the loop at some time.
    fn any_fails(&self) -> bool {
        let header = self.loops.loops[self.id].header;
        let Some((first, others)) = self.loops.back_edges(self.id).split_first() else {
            return false;
        };
        let mut at = first.from;
        for _ in 0..MOST_DOMINATORS {
            let in_each = others.iter().all(|edge| self.dominators.dominates(at, edge.from))
                || invar_ir::mutant!(FiniteTestSkipped);
            if in_each && self.loops.innermost(at) == Some(self.id) && self.fails(at) {
                return true;
            }
            match self.dominators.idom(at).filter(|_| at != header) {
                Some(above) => at = above,
                None => break,
            }
        }
        false
    }

    /// Whether the branch of a block leaves the loop at some time, if each iteration comes to it.
    fn fails(&self, block: Block) -> bool {
        let f = self.f;
        let Terminator::BrIf { cond, then, els } = &f.blocks[block].term else { return false };
        let stays = |to: Block| self.loops.contains(self.id, to);
        let truth = match (stays(then.block), stays(els.block)) {
            (true, false) => true,
            (false, true) => false,
            _ => return false,
        };
        let Some(holds) = Comparison::of(f, f.resolve(*cond), truth) else { return false };
        self.ends_while(&holds) || self.shrinks_while(&holds)
    }

    /// Whether the loop is finite if it goes on while a comparison holds, by a counter.
    fn ends_while(&self, holds: &Comparison) -> bool {
        let f = self.f;
        let zero = || Linear::constant(holds.width.bits() == 64, 0);
        let side = |value: Option<Value>| match value {
            Some(value) => Linear::of(f, f.resolve(value)),
            None => Some(zero()),
        };
        let (Some(left), Some(right)) = (side(Some(holds.left)), side(holds.right)) else {
            return false;
        };
        let (Some(of_left), Some(of_right)) = (self.change(&left), self.change(&right)) else {
            return false;
        };
        let mask = left.mask();
        let apart = of_left.step.wrapping_sub(of_right.step) & mask;
        match holds.kind {
            Compare::Eq => return apart != 0,
            Compare::Ne => {
                let mut difference = left.clone();
                difference.add(&right, u64::MAX);
                let first = self.change(&difference).and_then(|change| change.first);
                return match (apart, 1u64.checked_shl(apart.trailing_zeros())) {
                    (0, _) | (_, None) => false,
                    (_, Some(1)) => true,
                    (_, Some(unit)) => first.is_some_and(|first| {
                        first.constant % unit == 0
                            && first.terms.iter().all(|term| term.1 % unit == 0)
                    }),
                };
            }
            _ => {}
        }
        // The side that varies, and the other one.
        let (step, bound, is_left) = match (of_left.step, of_right.step) {
            (step, 0) if step != 0 => (step, holds.right, true),
            (0, step) if step != 0 => (step, Some(holds.left), false),
            _ => return false,
        };
        let facts = match bound {
            Some(bound) => IntFacts::of(f, f.resolve(bound)),
            None => Some(IntFacts::constant(holds.width, 0)),
        };
        let Some(facts) = facts else { return false };
        let any = IntFacts::any(holds.width);
        let (range, all) = if holds.kind.is_unsigned() {
            (wide(facts.unsigned), wide(any.unsigned))
        } else {
            (wide(facts.signed), wide(any.signed))
        };
        let (less, equal) = match holds.kind {
            Compare::LtS | Compare::LtU => (true, false),
            Compare::LeS | Compare::LeU => (true, true),
            Compare::GtS | Compare::GtU => (false, false),
            _ => (false, true),
        };
        // The loop goes on while the varying side is below the bound, or above it; `ending` is how many numbers are
        // not, at least.
        let below = less == is_left;
        let ending = if below { all.1 - range.1 } else { range.0 - all.0 } + i128::from(!equal);
        ending >= 1 << step.trailing_zeros() || invar_ir::mutant!(FiniteStepsOver)
    }

    /// Whether the loop is finite if it goes on while a comparison holds, since what is compared shrinks.
    fn shrinks_while(&self, holds: &Comparison) -> bool {
        let f = self.f;
        let constant = |value: Value| f.constant(f.resolve(value)).and_then(Const::as_int);
        let (left, right) = (holds.left, holds.right);
        let bound = right.map_or(Some(0), constant);
        let tested = match (holds.kind, right) {
            (Compare::Ne, _) if bound == Some(0) => left,
            (Compare::GtU, _) => left,
            (Compare::GeU, _) if bound.is_some_and(|bound| bound != 0) => left,
            (Compare::LtU, Some(right)) => right,
            (Compare::LeU, Some(right)) if constant(left).is_some_and(|left| left != 0) => right,
            (Compare::GeU, _) if invar_ir::mutant!(FiniteShrinksFromZero) => left,
            _ => return false,
        };
        let tested = f.resolve(tested);
        let header = self.loops.loops[self.id].header;
        let shrinks = |n: usize, param: Value| {
            let mut next =
                self.loops.back_edges(self.id).iter().map(|&edge| edges::args(f, edge)[n]);
            let first = next.next().map(|value| f.resolve(value));
            let Some(value) = first.filter(|&first| next.all(|other| f.resolve(other) == first))
            else {
                return false;
            };
            (tested == param || tested == value) && self.is_less(value, param)
        };
        f.blocks[header].params.iter().enumerate().any(|(n, &param)| shrinks(n, param))
    }

    /// Whether a value is less than another one, unsigned, if that is not zero (and zero if it is).
    fn is_less(&self, value: Value, than: Value) -> bool {
        let f = self.f;
        let Some(op) = f.op(value) else { return false };
        let operand = |n| f.resolve(f.operand(value, n));
        let constant = |n| f.constant(operand(n)).and_then(Const::as_int);
        match op {
            Op::I32ShrU => operand(0) == than && constant(1).is_some_and(|by| by & 31 != 0),
            Op::I64ShrU => operand(0) == than && constant(1).is_some_and(|by| by & 63 != 0),
            Op::I32DivU => operand(0) == than && constant(1).is_some_and(|by| by as u32 > 1),
            Op::I64DivU => operand(0) == than && constant(1).is_some_and(|by| by as u64 > 1),
            Op::I32And | Op::I64And => {
                let is_before = |n| {
                    let (rest, factor) = match Linear::of(f, operand(n)) {
                        Some(sum) => sum.without(than),
                        None => return false,
                    };
                    factor == 1 && rest.terms.is_empty() && rest.constant == rest.mask()
                };
                operand(0) == than && is_before(1) || operand(1) == than && is_before(0)
            }
            _ => false,
        }
    }

    /// How a sum changes: of parameters of the header that constants are added to, and of values from
    /// outside of the loop.
    fn change(&self, sum: &Linear) -> Option<Change> {
        let f = self.f;
        let header = self.loops.loops[self.id].header;
        let mut step = 0u64;
        let mut first = Some(Linear::constant(sum.wide, sum.constant));
        for &(value, factor) in &sum.terms {
            let value = f.resolve(value);
            match f.values[value].def {
                ValueDef::Param(block, n) if block == header => {
                    let by = self.step(value, n as usize)?;
                    step = step.wrapping_add(factor.wrapping_mul(by)) & sum.mask();
                    first = first.and_then(|mut first| {
                        first.add(&self.entry(n as usize)?, factor);
                        Some(first)
                    });
                }
                _ if self.is_inside(value) => return None,
                _ => {
                    if let Some(first) = &mut first {
                        first.add_term(value, factor);
                    }
                }
            }
        }
        Some(Change { first, step })
    }

    /// What each iteration adds to the n-th parameter of the header.
    fn step(&self, param: Value, n: usize) -> Option<u64> {
        let f = self.f;
        let mut steps = self.loops.back_edges(self.id).iter().map(|&edge| {
            let sum = Linear::of(f, f.resolve(edges::args(f, edge)[n]))?;
            let (rest, factor) = sum.without(param);
            (factor == 1 && rest.terms.is_empty()).then_some(rest.constant)
        });
        let first = steps.next()??;
        steps.all(|step| step == Some(first)).then_some(first)
    }

    /// The n-th parameter of the header in the first iteration.
    fn entry(&self, n: usize) -> Option<Linear> {
        let f = self.f;
        let mut entries = self.loops.entries(self.id, self.cfg);
        let edge = entries.next().filter(|_| entries.next().is_none())?;
        Linear::of(f, f.resolve(edges::args(f, edge)[n]))
    }

    /// Whether a value is defined in the loop.
    fn is_inside(&self, value: Value) -> bool {
        let block = match self.f.values[value].def {
            ValueDef::Result(inst, _) => match self.home[inst].expand() {
                Some(block) => block,
                // Nobody can say where.
                None => return true,
            },
            ValueDef::Param(block, _) => block,
            _ => return true,
        };
        self.loops.contains(self.id, block)
    }
}

/// A range, in which differences do not overflow.
fn wide<T: Into<i128>>((least, most): (T, T)) -> (i128, i128) {
    (least.into(), most.into())
}

#[cfg(test)]
#[path = "termination_tests.rs"]
mod tests;
