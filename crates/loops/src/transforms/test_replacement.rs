//! Linear function test replacement: the exit test of a loop uses another induction variable, so that the
//! original counter becomes dead.
//!
//! After strength reduction of addresses, the variable that they were computed from is often only used by the
//! exit test. If the trip count is known before the loop ([`Counts`]), then
//!
//! - an existing variable `q` can do the test: `next q != q_end`. That requires that `q` does not take the
//!   value `q_end` earlier: its values are distinct if the step times the trip count is below 2^w, which must
//!   follow from constants or ranges (a relational comparison would have to hold without wrapping at both
//!   ends);
//! - otherwise a new down counter needs no bound and no comparison. It is right for any trip count, 2^w
//!   included.
//!
//! Other exits do not matter: a loop that is left earlier is not tested again.
//!
//! The old counter is left to the removal of dead parameters. Cost: linear.

use crate::analysis::final_values::Emit;
use crate::analysis::ranges::Ranges;
use crate::analysis::shape::{Homes, Nest};
use crate::analysis::trip_count::{Counts, Induction, Trips};
use invar_analysis::transform::edges;
use invar_analysis::{Linear, Loop, PassContext, RemarkKind};
use invar_ir::entities::SecondaryMap;
use invar_ir::{Block, Function, Inst, Op, Terminator, ValType, Value, ValueDef};
use invar_rules::is_constant;

/// How many terms the trip count may have for a down counter to start with it.
const MOST_TERMS: usize = 2;

/// How many exit tests were replaced.
#[derive(Default)]
pub(crate) struct Replaced {
    /// By tests of another induction variable.
    pub exit_tests: u64,
    /// By tests of a new counter that counts down to zero.
    pub down_counters: u64,
}

/// Replaces the exit tests of loops.
pub(crate) fn replace(
    f: &mut Function,
    cx: &mut PassContext<'_>,
    nest: &Nest,
    ranges: &Ranges,
) -> Replaced {
    let mut replaced = Replaced::default();
    let counts = Counts::at_latches(f, nest);
    let mut uses = f.use_counts();
    for id in nest.forest.loops.keys().rev() {
        let Ok(trips) = counts.of(f, nest, id) else { continue };
        let Some(pass) = Pass::new(f, nest, id, &trips, &counts) else { continue };
        let inductions = counts.inductions(f, nest, id);
        let Some(counter) = inductions.iter().find(|one| pass.only_counts(f, one, &uses)) else {
            continue;
        };
        let other = inductions.iter().find(|one| {
            one.param != counter.param
                && pass.next(f, one).is_some()
                && pass.is_once(f, one, ranges)
        });
        let simple = trips.divisor == 1 && trips.dividend.terms.len() <= MOST_TERMS;
        if other.is_none() && !(simple && pass.has_bound(f)) || !cx.fuel.take() {
            continue;
        }
        let before = f.insts.len();
        let what = match other {
            Some(other) => {
                pass.test(f, other);
                replaced.exit_tests += 1;
                other.param
            }
            None => {
                replaced.down_counters += 1;
                pass.count_down(f)
            }
        };
        cx.remarks.record("strength-reduction", RemarkKind::Applied, pass.loc(f), "test", || {
            format!("exit test of {id} replaced: {what} instead of {}", counter.param)
        });
        // New uses must be visible to `only_counts` of other loops.
        for inst in f.insts.keys().skip(before) {
            f.args(inst).iter().for_each(|&arg| uses[f.resolve(arg)] += 1);
        }
    }
    replaced
}

struct Pass<'a> {
    nest: &'a Nest,
    id: Loop,
    trips: &'a Trips,
    home: &'a Homes,
    preheader: Block,
    latch: Block,
    cond: Inst,
}

impl<'a> Pass<'a> {
    /// For a loop with an exit test that is a comparison in its latch.
    fn new(
        f: &Function,
        nest: &'a Nest,
        id: Loop,
        trips: &'a Trips,
        counts: &'a Counts,
    ) -> Option<Pass<'a>> {
        let (preheader, latch) = nest.ends(id)?;
        let Terminator::BrIf { cond, .. } = f.blocks[latch].term else { return None };
        let ValueDef::Result(cond, _) = f.values[f.resolve(cond)].def else { return None };
        (trips.test == latch && counts.home[cond] == Some(latch)).then_some(Pass {
            nest,
            id,
            trips,
            home: &counts.home,
            preheader,
            latch,
            cond,
        })
    }

    fn loc(&self, f: &Function) -> invar_ir::SourceLoc {
        f.blocks[self.latch].term_loc
    }

    /// The next value of a variable, if an instruction that dominates the latch computes it.
    fn next(&self, f: &Function, of: &Induction) -> Option<Value> {
        let ValueDef::Param(header, n) = f.values[of.param].def else { return None };
        debug_assert_eq!(header, self.nest.forest.loops[self.id].header);
        let edge = self.nest.forest.back_edges(self.id)[0];
        let next = f.resolve(*edges::args(f, edge).get(n as usize)?);
        match f.values[next].def {
            ValueDef::Result(inst, _) => {
                let block = self.home[inst].or_else(|| self.find(f, inst))?;
                self.nest.doms.dominates(block, self.latch).then_some(next)
            }
            _ => None,
        }
    }

    /// The latch, if it holds an instruction that was created since `home` was computed.
    fn find(&self, f: &Function, inst: Inst) -> Option<Block> {
        f.blocks[self.latch].insts.contains(&inst).then_some(self.latch)
    }

    /// Whether the only uses of a variable are its update and the exit test.
    fn only_counts(&self, f: &Function, one: &Induction, uses: &SecondaryMap<Value, u32>) -> bool {
        let Some(next) = self.next(f, one) else { return false };
        let ValueDef::Result(step, _) = f.values[next].def else { return false };
        let of = |inst: Inst, value: Value| {
            f.args(inst).iter().filter(|&&arg| f.resolve(arg) == value).count() as u32
        };
        let Some(cond) = f.result(self.cond) else { return false };
        let tested = of(self.cond, one.param) + of(self.cond, next);
        // The next value has one more use, the back edge.
        tested == 1
            && uses[cond] == 1
            && of(step, one.param) == 1
            && uses[one.param] == 1 + of(self.cond, one.param)
            && uses[next] == 1 + of(self.cond, next)
    }

    /// Whether the test compares with a bound, which a down counter does without.
    fn has_bound(&self, f: &Function) -> bool {
        !matches!(f.insts[self.cond].op, Op::I32Eqz | Op::I64Eqz)
    }

    /// Whether a variable takes its final value only once.
    fn is_once(&self, f: &Function, one: &Induction, ranges: &Ranges) -> bool {
        let ty = f.ty(one.param);
        // Without the guards of the loop: later passes can compute the trip count from a counter in any case,
        // from a pointer only if its range is known from constants.
        let Some(most) = ranges.most(f, self.trips) else { return false };
        let (step, limit) = match ty {
            ValType::I32 => (i64::from(one.step as u32 as i32), 1u128 << 32),
            _ => (one.step as i64, 1u128 << 64),
        };
        u128::from(step.unsigned_abs()) * u128::from(most) < limit
            || invar_ir::mutant!(TestMeetsEndTwice)
    }

    /// Whether the branch continues the loop if its condition is nonzero.
    fn goes_on_if_nonzero(&self) -> bool {
        self.trips.stays == 0
    }

    fn set_condition(&self, f: &mut Function, value: Value) {
        let Terminator::BrIf { cond, .. } = &mut f.blocks[self.latch].term else {
            unreachable!("it ends in a branch")
        };
        *cond = value;
    }

    /// Replaces the exit test by one of another variable.
    fn test(&self, f: &mut Function, one: &Induction) {
        let ty = f.ty(one.param);
        let next = self.next(f, one).expect("checked before");
        let loc = self.loc(f);
        let mut emit = Emit { f, block: self.preheader, loc };
        let wide = ty == ValType::I64;
        let mut end = Linear::constant(wide, one.step);
        end.add_term(emit.f.resolve(one.init), 1);
        match self.trips.again() {
            Some(again) => {
                end.constant = end.constant.wrapping_add(one.step.wrapping_mul(again)) & end.mask();
            }
            None => {
                let again = emit.again(self.trips);
                let again = emit.resized(again, wide);
                end.add_term(again, one.step);
            }
        }
        // A constant start is folded into the constant.
        if let Some(start) = Linear::of(emit.f, one.init).filter(|sum| sum.terms.is_empty()) {
            end = end.without(emit.f.resolve(one.init)).0;
            end.constant = end.constant.wrapping_add(start.constant) & end.mask();
        }
        let end = emit.sum(&end);
        let op = match (wide, self.goes_on_if_nonzero()) {
            (false, true) => Op::I32Ne,
            (false, false) => Op::I32Eq,
            (true, true) => Op::I64Ne,
            (true, false) => Op::I64Eq,
        };
        let mut emit = Emit { f, block: self.latch, loc };
        let cond = emit.op(ValType::I32, op, &[next, end]);
        self.set_condition(f, cond);
    }

    /// Replaces the exit test by one of a new down counter, and returns it.
    fn count_down(&self, f: &mut Function) -> Value {
        let wide = self.trips.dividend.wide;
        let ty = if wide { ValType::I64 } else { ValType::I32 };
        let loc = self.loc(f);
        let mut count = self.trips.dividend.clone();
        count.constant = count.constant.wrapping_add(1) & count.mask();
        let start = Emit { f, block: self.preheader, loc }.sum(&count);
        let header = self.nest.forest.loops[self.id].header;
        let counter = f.add_param(header, ty);
        let mut emit = Emit { f, block: self.latch, loc };
        let minus_one = emit.int(wide, count.mask());
        let add = if wide { Op::I64Add } else { Op::I32Add };
        let next = emit.op(ty, add, &[counter, minus_one]);
        let cond = match (self.goes_on_if_nonzero(), wide) {
            (true, false) => next,
            (false, false) => emit.op(ValType::I32, Op::I32Eqz, &[next]),
            (false, true) => emit.op(ValType::I32, Op::I64Eqz, &[next]),
            (true, true) => {
                let zero = emit.int(true, 0);
                emit.op(ValType::I32, Op::I64Ne, &[next, zero])
            }
        };
        self.set_condition(f, cond);
        self.nest.pass_to_header(f, self.id, start, next);
        debug_assert!(!is_constant(&f.insts[self.cond].op));
        counter
    }
}
