//! For which numbers an address of a function reaches an edge.
//!
//! An address is a sum `m * x + c` of each number `x` that it depends on and that the function does not compute. A
//! sum near 2^w, 2^(w-1), or 0 (from above) is near where it wraps, or where it changes its sign; `x` follows by
//! division. A parameter of a block is also followed to what the edges into the block pass.
//!
//! The sums are only used to choose start values: what is wrong with them makes a check weaker, not wrong.

use invar_analysis::Linear;
use invar_ir::{Function, Op, ValType, Value, ValueDef, memory_access};

/// How many numbers are aimed with, in a check of a pass.
pub(crate) const MOST: usize = 32;
/// How many numbers are looked at. Where many edges lead to many blocks, there would be too many.
const MOST_FOUND: usize = 4096;
/// How far from such a number the runs with it start, one for each: some of these are at the edge, some reach
/// it in a few iterations.
pub(crate) const STEPS: [i128; 6] = [0, 0, -1, 1, 0, -2];

/// Numbers from which addresses reach edges, at most so many. Those of accesses that differ between both functions come
/// first, where the instructions of both have the same numbers.
pub(crate) fn aims(old: &Function, new: Option<&Function>, most: usize) -> Vec<i128> {
    let (mut first, mut others) = (Vec::new(), Vec::new());
    for block in old.live_blocks() {
        for &inst in &old.blocks[block].insts {
            let Some(access) = memory_access(&old.insts[inst].op) else { continue };
            let is_same = new.is_none_or(|new| {
                old.insts[inst].op == new.insts[inst].op && old.args(inst) == new.args(inst)
            });
            let into = if is_same { &mut others } else { &mut first };
            for offset in [0, access.memarg.offset] {
                of_sum(old, old.args(inst)[access.address], 1, offset.into(), 2, into);
            }
        }
    }
    let mut aims: Vec<i128> = Vec::new();
    for aim in first.into_iter().chain(others) {
        if aims.len() < most && !aims.contains(&aim) {
            aims.push(aim);
        }
    }
    aims
}

/// The numbers for which `by * value + more` reaches an edge, of the terms of the value.
fn of_sum(f: &Function, value: Value, by: i128, more: i128, deep: u32, aims: &mut Vec<i128>) {
    if aims.len() >= MOST_FOUND {
        return;
    }
    let Some(sum) = Linear::of(f, f.resolve(value)) else { return };
    let bits = if sum.wide { 64 } else { 32 };
    for &(term, factor) in &sum.terms {
        let by = by.saturating_mul(sum.signed(factor).into());
        // As an unsigned constant, and as a signed one.
        for constant in [i128::from(sum.constant), sum.signed(sum.constant).into()] {
            let constant = constant.saturating_add(more);
            let mask = (1i128 << bits) - 1;
            for edge in [1i128 << bits, 1 << (bits - 1), 0] {
                let rest = edge.saturating_sub(constant);
                aims.extend(rest.checked_div_euclid(by).map(|aim| aim & mask));
                // Where the product has wrapped before.
                aims.push(quotient(rest, by, bits));
            }
            if deep > 0 {
                inner(f, term, by, constant, deep - 1, aims);
            }
        }
    }
}

/// The least number whose product with `by` is `rest`, or a little more, modulo 2^bits.
fn quotient(rest: i128, by: i128, bits: u32) -> i128 {
    let mask = (1u128 << bits) - 1;
    let by = by as u128 & mask;
    if by == 0 {
        return 0;
    }
    let even = by.trailing_zeros();
    let odd = by >> even;
    // Newton's iteration doubles the number of correct bits: of the inverse, three are at first.
    let mut inverse = odd;
    for _ in 0..5 {
        inverse = inverse.wrapping_mul(2u128.wrapping_sub(odd.wrapping_mul(inverse))) & mask;
    }
    let rounded = (rest as u128 & mask).div_ceil(1 << even);
    (rounded.wrapping_mul(inverse) & (mask >> even)) as i128
}

/// What [`of_sum`] finds, of what a term is computed from.
fn inner(f: &Function, term: Value, by: i128, more: i128, deep: u32, aims: &mut Vec<i128>) {
    let term = f.resolve(term);
    if let Some(inst) = f.def_inst(term)
        && matches!(f.insts[inst].op, Op::I64ExtendI32U | Op::I64ExtendI32S)
    {
        of_sum(f, f.args(inst)[0], 1, 0, deep, aims);
    }
    let ValueDef::Param(to, n) = f.values[term].def else { return };
    if !matches!(f.ty(term), ValType::I32 | ValType::I64) {
        return;
    }
    for block in f.live_blocks() {
        if aims.len() >= MOST_FOUND {
            break;
        }
        for call in f.blocks[block].term.targets().filter(|call| call.block == to) {
            let arg = f.resolve(f.list(&call.args)[n as usize]);
            if arg != term {
                of_sum(f, arg, by, more, deep, aims);
            }
        }
    }
}
