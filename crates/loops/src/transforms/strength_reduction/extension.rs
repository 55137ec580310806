//! Indices of 32 bits that are extended to 64, as addresses of 64-bit memories are computed.
//!
//! `extend(g*i + c)` is `g*i + c` as numbers of 64 bits, if neither `i` nor the index wraps: not from one iteration
//! to the next, and not where the index is computed from `i`. Both follow from the range of `i`: for
//! `i64.extend_i32_s` from the signed one, for `i64.extend_i32_u` from the unsigned one.
//!
//! Cost: constant.

use crate::analysis::induction::Basic;
use crate::analysis::ranges::Ranges;
use invar_analysis::Linear;
use invar_ir::{Function, Op, Value};
use invar_rules::ValueFacts;

/// An index as a sum of 64 bits: a multiple of a 32-bit induction variable plus a constant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Extension {
    pub signed: bool,
    pub factor: i64,
    pub constant: i64,
}

/// What an extension of an index is, given the index as a sum of one basic induction variable.
pub(super) fn of(
    f: &Function,
    ranges: &Ranges,
    extended: Value,
    basic: &Basic,
    index: &Linear,
) -> Option<Extension> {
    let signed = match f.op(extended)? {
        Op::I64ExtendI32S => true,
        Op::I64ExtendI32U => false,
        _ => return None,
    };
    let [(param, factor)] = index.terms[..] else { return None };
    if param != basic.param || !basic.step.terms.is_empty() || index.wide {
        return None;
    }
    let factor = index.signed(factor);
    let step = basic.step.signed(basic.step.constant);
    let facts = ranges.facts(f, param)?;
    let (least, most) = if signed {
        (i128::from(facts.signed.0), i128::from(facts.signed.1))
    } else {
        (i128::from(facts.unsigned.0), i128::from(facts.unsigned.1))
    };
    let fits = |number: i128| {
        if signed { i32::try_from(number).is_ok() } else { u32::try_from(number).is_ok() }
    };
    // As an unsigned number, a negative constant may be meant to wrap: then the other reading fits.
    let readings = [index.signed(index.constant), index.constant as i64];
    let constant = readings.into_iter().find(|&constant| {
        let at = |number: i128| number * i128::from(factor) + i128::from(constant);
        fits(at(least)) && fits(at(most))
    });
    let steps = fits(least + i128::from(step)) && fits(most + i128::from(step));
    let exact = constant.filter(|_| steps);
    let constant =
        if invar_ir::mutant!(ReductionExtendWraps) { index.signed(index.constant) } else { exact? };
    Some(Extension { signed, factor, constant })
}
