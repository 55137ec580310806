//! Base rematerialization: address sums in loops use a parameter that is known to be constant instead of the
//! constant.
//!
//! A parameter that is one constant at each call was replaced by that constant before all other passes, so
//! that comparisons, offsets and starts of induction variables fold. What remains is `(i << k) + c` with an
//! unknown `i` (an immediate offset in place of `c` would not wrap). Machines add a register and a shifted
//! register in one instruction; for a constant, engines need two. The caller passes the constant all the
//! same: in a loop such a sum becomes `p + (i << k)` again, plus a remaining constant.
//!
//! Only sums of a shift by 1 to 3 bits that has no other use are changed, where a function has at least
//! `LEAST` of them in loops for one parameter and the remaining constant is small: it costs a WebAssembly
//! operator, but engines fold it into the same instruction. A parameter that was dead takes a register, so
//! this is done only for the one with the most sums.
//!
//! The inverse of interprocedural constant propagation (Callahan, Cooper, Kennedy and Torczon), decided as in
//! constant hoisting. It is the last pass: later ones would not see the constant. Cost: linear.

use crate::check;
use invar_ir::{Block, Function, Inst, LoopForest, Op, PassContext, ValType, Value};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// How many sums in loops are worth a register.
const LEAST: usize = 2;
/// How far a sum's constant may be from the parameter's: a one-byte LEB128.
const NEAR: std::ops::RangeInclusive<i32> = -64..=63;

/// Base rematerialization has no configuration.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Config;

invar_ir::counters! {
    /// Counters of base rematerialization.
    pub struct Stats {
        /// Sums that use a parameter now.
        sums,
        /// Functions with too few sums.
        refused_few = "refused.few",
    }
}

/// A sum of a shifted value and a constant near a parameter's.
#[derive(Clone, Copy)]
struct Sum {
    block: Block,
    inst: Inst,
    shifted: Value,
    /// The remaining constant.
    rest: i32,
}

/// Replaces constants in address sums of loops by parameters.
pub fn run(f: &mut Function, cx: &mut PassContext<'_>, _: &Config) -> Stats {
    let mut stats = Stats::default();
    let bases = cx.constants.iter().filter_map(|(n, op)| match op {
        Op::I32Const { value } => Some((f.blocks[f.entry].params[*n as usize], *value)),
        _ => None,
    });
    let bases: Vec<(Value, i32)> = bases.collect();
    if bases.is_empty() {
        return stats;
    }
    let forest = cx.analyses.loops(f);
    if forest.loops.is_empty() {
        return stats;
    }
    f.resolve_aliases();
    let found = sums_in_loops(f, &forest, &bases);
    let most = (0..bases.len()).max_by_key(|&n| found[n].len()).expect("there is one");
    if found[most].len() < LEAST {
        stats.refused_few += u64::from(!found[most].is_empty());
        return stats;
    }
    let unchanged = check::before(f);
    let base = bases[most].0;
    // The instructions to insert before each sum with a remaining constant.
    let mut before: FxHashMap<Inst, [Inst; 2]> = FxHashMap::default();
    for &Sum { inst, shifted, rest, .. } in &found[most] {
        if !cx.fuel.take() {
            break;
        }
        stats.sums += 1;
        let mut args = [base, shifted];
        if rest != 0 {
            let loc = f.insts[inst].loc;
            let two = f.make_inst(Op::I32Add, &args, &[ValType::I32], loc);
            let constant = f.make_inst(Op::I32Const { value: rest }, &[], &[ValType::I32], loc);
            args = [two, constant].map(|inst| f.result(inst).expect("it has one"));
            before.insert(inst, [two, constant]);
        }
        f.args_mut(inst).copy_from_slice(&args);
    }
    for block in found[most].iter().map(|sum| sum.block).collect::<BTreeSet<_>>() {
        let insts = std::mem::take(&mut f.blocks[block].insts);
        let with = insts.into_iter().flat_map(|inst| {
            let more = before.get(&inst).into_iter().flatten().copied();
            more.chain([inst])
        });
        f.blocks[block].insts = with.collect();
    }
    check::confirm_accesses(unchanged, f, cx, "base rematerialization");
    stats
}

/// For each base, the sums in loops of a shifted value and a constant near it.
fn sums_in_loops(f: &Function, forest: &LoopForest, bases: &[(Value, i32)]) -> Vec<Vec<Sum>> {
    let uses = f.use_counts();
    let mut found: Vec<Vec<Sum>> = bases.iter().map(|_| Vec::new()).collect();
    let in_loops = |&block: &Block| forest.innermost(block).is_some();
    for block in f.live_blocks().filter(in_loops) {
        for &inst in &f.blocks[block].insts {
            let Some((shifted, value)) = sum(f, inst) else { continue };
            if uses[shifted] != 1 {
                continue;
            }
            let near = bases.iter().position(|base| NEAR.contains(&value.wrapping_sub(base.1)));
            if let Some(n) = near {
                let rest = value.wrapping_sub(bases[n].1);
                found[n].push(Sum { block, inst, shifted, rest });
            }
        }
    }
    found
}

/// The shifted value and the constant, if an instruction is the sum of a shift and a constant.
fn sum(f: &Function, inst: Inst) -> Option<(Value, i32)> {
    if f.insts[inst].op != Op::I32Add {
        return None;
    }
    let &[shifted, constant] = f.args(inst) else { return None };
    let Some(&Op::I32Const { value }) = f.def_op(constant) else { return None };
    let shift = f.def_inst(shifted)?;
    let bits = match (&f.insts[shift].op, f.args(shift)) {
        (Op::I32Shl, &[_, bits]) => f.def_op(bits)?,
        _ => return None,
    };
    matches!(bits, Op::I32Const { value: 1..=3 }).then_some((shifted, value))
}
