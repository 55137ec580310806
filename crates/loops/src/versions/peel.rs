//! Loop peeling: the first iteration is copied in front of a loop, where it folds since variables begin with constants.
//!
//! Many loops read until something ends, and seldom more than once: a number with seven bits in each byte, whose
//! first byte is its last one in most cases, begins with `value = 0, shift = 0`. In the first iteration nothing is
//! shifted, added or tested then, and of a dozen operators four are left. After this the loop begins with the values
//! of the second.
//!
//! Copied are innermost loops without a trip count (what is counted is unrolled instead) in which at least
//! [`Config::folds`] operators, and a third of all, give a constant or one of their operands in the first iteration.
//!
//! Cost: linear in the function and in what is copied.

use crate::analysis::clone::{Copied, innermost, normalize_exits, size};
use crate::analysis::shape::{Done, Nest};
use crate::analysis::trip_count::Counts;
use invar_analysis::{Definitions, Loop, PassContext, RemarkKind, repair_ssa};
use invar_ir::{Function, Op, Terminator, Value};
use invar_rules::is_constant;
use rustc_hash::FxHashMap;

invar_analysis::config! {
    /// Configuration of loop peeling.
    pub struct Config {
        /// The greatest size of a loop in instructions, constants included.
        insts: usize = 32,
        /// The fewest operators that fold in the first iteration; 0: whatever folds.
        folds: usize = 3,
        /// Peel loops with a trip count, too.
        counted: bool = false,
    }
}

invar_analysis::counters! {
    /// Counters of innermost loops without a trip count.
    pub struct Peeled {
        /// Loops whose first iteration was copied in front of them.
        loops,
        /// Too little folds in the first iteration.
        refused_gain: Observed = "refused.gain",
        /// The loop is too large, or has calls with handlers.
        refused_size: Observed = "refused.size",
    }
}

/// What a run of the pass did.
pub type Stats = Done<Peeled>;

/// Peels loops.
pub fn run(f: &mut Function, cx: &mut PassContext<'_>, config: &Config) -> Stats {
    let mut stats = Stats::default();
    if cx.goals.size > 0 || cx.goals.keep_size {
        return stats;
    }
    let Some(nest) = normalize_exits(f, cx, &mut stats.shaped) else { return stats };
    let counts = Counts::new(f, &nest);
    let mut definitions = Definitions::default();
    let peeled = &mut stats.done;
    for id in innermost(&nest) {
        let is_counted = || counts.of(f, &nest, id).is_ok();
        if nest.preheader[id].is_none() || !config.counted && is_counted() {
            continue;
        }
        if size(f, &nest, id, config.insts).is_none() {
            peeled.refused_size += 1;
            continue;
        }
        let (folds, all) = folded(f, &nest, id);
        if config.folds > 0 && (folds < config.folds || 3 * folds < all) {
            peeled.refused_gain += 1;
            continue;
        }
        if !cx.fuel.take() {
            break;
        }
        let loc = f.blocks[nest.forest.loops[id].header].term_loc;
        peel(f, &nest, id, &mut definitions);
        peeled.loops += 1;
        cx.remarks.record("loop-peel", RemarkKind::Applied, loc, "loop", || {
            format!("{id}: the first iteration is copied, {folds} of {all} operators fold")
        });
    }
    repair_ssa(f, definitions);
    stats
}

/// How many operators of a loop give a constant or an operand in the first iteration, and how many there are.
fn folded(f: &Function, nest: &Nest, id: Loop) -> (usize, usize) {
    let header = nest.forest.loops[id].header;
    let preheader = nest.preheader[id].expect("it was asked for");
    let Terminator::Jump(entry) = &f.blocks[preheader].term else { return (0, 1) };
    // What is constant in the first iteration; the number, where it is known.
    let number = |value: Value| {
        let op = f.def_op(f.resolve(value)).filter(|op| is_constant(op))?;
        Some(match *op {
            Op::I32Const { value } => Some(i64::from(value)),
            Op::I64Const { value } => Some(value),
            _ => None,
        })
    };
    let mut known: FxHashMap<Value, Option<i64>> = FxHashMap::default();
    for (&param, &arg) in f.blocks[header].params.iter().zip(f.list(&entry.args)) {
        known.extend(number(arg).map(|number| (param, number)));
    }
    if known.is_empty() {
        return (0, 1);
    }
    let (mut folds, mut all) = (0, 0);
    for block in nest.blocks_in_rpo(id) {
        let data = &f.blocks[block];
        all += usize::from(!matches!(data.term, Terminator::Jump(_)));
        for &inst in &data.insts {
            let op = &f.insts[inst].op;
            if is_constant(op) {
                continue;
            }
            all += 1;
            let args = f.args(inst);
            let of = |n: usize| {
                let arg = f.resolve(args[n]);
                known.get(&arg).copied().or_else(|| number(arg))
            };
            // Of the operators that one of these loops has.
            let (shifts, is_sum) = match op {
                Op::I32Shl | Op::I32ShrS | Op::I32ShrU | Op::I64Shl | Op::I64ShrS | Op::I64ShrU => {
                    (true, false)
                }
                Op::I32Sub | Op::I64Sub => (true, false),
                Op::I32Add | Op::I32Or | Op::I32Xor | Op::I64Add | Op::I64Or | Op::I64Xor => {
                    (true, true)
                }
                Op::I32And | Op::I64And | Op::I32Mul | Op::I64Mul => (false, false),
                _ => continue,
            };
            let result = f.result(inst).expect("it has one result");
            match (of(0), of(1)) {
                (Some(_), Some(_)) => {
                    known.insert(result, None);
                    folds += 1;
                }
                (_, Some(Some(0))) if shifts => folds += 1,
                (Some(Some(0)), _) if is_sum => folds += 1,
                _ => {}
            }
        }
    }
    (folds, all)
}

/// Copies the first iteration: its back edge leads to the loop, and the preheader to the copy. The values of both are
/// in `definitions`, for [`repair_ssa`].
pub fn peel(f: &mut Function, nest: &Nest, id: Loop, definitions: &mut Definitions) {
    let header = nest.forest.loops[id].header;
    let back = nest.forest.back_edges(id)[0];
    let preheader = nest.preheader[id].expect("it was asked for");
    let copied = Copied::new(f, &nest.blocks_in_rpo(id));
    copied.define(f, definitions);
    if !invar_ir::mutant!(PeelsEveryIteration) {
        let term = &mut f.blocks[copied.blocks[&back.from]].term;
        term.target_mut(back.nth as usize).expect("an edge").block = header;
    }
    let Terminator::Jump(entry) = &mut f.blocks[preheader].term else {
        unreachable!("a preheader ends with a jump")
    };
    entry.block = copied.blocks[&header];
}
