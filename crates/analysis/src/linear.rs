//! Integers as linear (affine) expressions: a constant plus multiples of other values.
//!
//! > value = constant + sum of factor * term   (mod 2^w, w = 32 or 64)
//!
//! Additions, subtractions, multiplications by constants and shifts to the left by constants are
//! decomposed; any other value is a term. The equation holds in wrapping arithmetic, whatever the values
//! are. Terms keep their order, so that equal sums compare equal.
//!
//! Cost: a fixed number of operators is looked through ([`MOST_STEPS`]), and sums of more than
//! [`MOST_TERMS`] terms are not decomposed further.

use invar_ir::{Op, ValType, Value};
use invar_rules::{Const, ValueFacts};
use smallvec::SmallVec;

/// How many operators are looked through.
const MOST_STEPS: usize = 32;
/// How many terms a sum may have.
pub const MOST_TERMS: usize = 6;

/// A value as a linear expression, modulo 2 to the width of its type.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Linear<V = Value> {
    /// Whether it is an `i64` and not an `i32`.
    pub wide: bool,
    /// The constant term, below 2^w.
    pub constant: u64,
    /// Values with their factors, below 2^w and not 0; each value once, in order.
    pub terms: SmallVec<[(V, u64); MOST_TERMS]>,
}

impl<V: Copy + Ord> Linear<V> {
    /// A constant.
    pub fn constant(wide: bool, constant: u64) -> Linear<V> {
        let mut sum = Linear { wide, constant: 0, terms: SmallVec::new() };
        sum.constant = constant & sum.mask();
        sum
    }

    /// A value as a sum; `None` if it is not an integer.
    pub fn of<F: ValueFacts<Value = V>>(facts: &F, value: V) -> Option<Linear<V>> {
        Linear::of_within(facts, value, |_| true)
    }

    /// A value as a sum, decomposing only values for which `may_open` is true; `None` if it is not an integer.
    pub fn of_within<F: ValueFacts<Value = V>>(
        facts: &F,
        value: V,
        may_open: impl Fn(V) -> bool,
    ) -> Option<Linear<V>> {
        let wide = match facts.ty(value) {
            ValType::I32 => false,
            ValType::I64 => true,
            _ => return None,
        };
        let mut sum = Linear::constant(wide, 0);
        let mut work: SmallVec<[(V, u64); 8]> = SmallVec::from_slice(&[(value, 1)]);
        let mut steps = 0;
        while let Some((value, factor)) = work.pop() {
            let constant = |value| facts.constant(value).and_then(Const::as_int);
            if let Some(constant) = constant(value) {
                sum.constant = sum.constant.wrapping_add(factor.wrapping_mul(constant as u64));
                continue;
            }
            steps += 1;
            let open = steps <= MOST_STEPS
                && sum.terms.len() + work.len() + 1 < MOST_TERMS
                && may_open(value);
            let operand = |n| facts.operand(value, n);
            match facts.op(value).filter(|_| open) {
                Some(Op::I32Add | Op::I64Add) => {
                    work.extend([(operand(0), factor), (operand(1), factor)]);
                }
                Some(Op::I32Sub | Op::I64Sub) => {
                    work.extend([(operand(0), factor), (operand(1), factor.wrapping_neg())]);
                }
                Some(Op::I32Mul | Op::I64Mul) => {
                    match (constant(operand(0)), constant(operand(1))) {
                        (_, Some(by)) => work.push((operand(0), factor.wrapping_mul(by as u64))),
                        (Some(by), _) => work.push((operand(1), factor.wrapping_mul(by as u64))),
                        _ => sum.add_term(value, factor),
                    }
                }
                Some(Op::I32Shl | Op::I64Shl) => match constant(operand(1)) {
                    Some(by) => {
                        let by = by as u32 & if wide { 63 } else { 31 };
                        work.push((operand(0), factor.wrapping_mul(1 << by)));
                    }
                    None => sum.add_term(value, factor),
                },
                _ => sum.add_term(value, factor),
            }
        }
        sum.constant &= sum.mask();
        Some(sum)
    }

    /// The largest value of the type.
    pub fn mask(&self) -> u64 {
        if self.wide { u64::MAX } else { u64::from(u32::MAX) }
    }

    /// Adds a multiple of a value.
    pub fn add_term(&mut self, value: V, factor: u64) {
        let mask = self.mask();
        match self.terms.binary_search_by(|term| term.0.cmp(&value)) {
            Ok(at) => {
                self.terms[at].1 = self.terms[at].1.wrapping_add(factor) & mask;
                if self.terms[at].1 == 0 {
                    self.terms.remove(at);
                }
            }
            Err(at) if factor & mask != 0 => self.terms.insert(at, (value, factor & mask)),
            Err(_) => {}
        }
    }

    /// Adds a multiple of another sum of the same width.
    pub fn add(&mut self, other: &Linear<V>, factor: u64) {
        debug_assert_eq!(self.wide, other.wide);
        self.constant =
            self.constant.wrapping_add(other.constant.wrapping_mul(factor)) & self.mask();
        for &(value, by) in &other.terms {
            self.add_term(value, by.wrapping_mul(factor));
        }
    }

    /// The factor of a value; 0 if it is not in the sum.
    pub fn factor(&self, value: V) -> u64 {
        let found = self.terms.binary_search_by(|term| term.0.cmp(&value));
        found.map_or(0, |at| self.terms[at].1)
    }

    /// The sum without a value, and the factor that it had.
    pub fn without(&self, value: V) -> (Linear<V>, u64) {
        let (mut rest, factor) = (self.clone(), self.factor(value));
        rest.terms.retain(|term| term.0 != value);
        (rest, factor)
    }

    /// The difference of this and `other`, modulo 2^w, if it is a constant.
    pub fn minus(&self, other: &Linear<V>) -> Option<u64> {
        (self.wide == other.wide && self.terms == other.terms)
            .then(|| self.constant.wrapping_sub(other.constant) & self.mask())
    }

    /// A number modulo 2^w as the signed one of least magnitude.
    pub fn signed(&self, number: u64) -> i64 {
        if self.wide { number as i64 } else { i64::from(number as i32) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use invar_ir::{Function, SourceLoc, TypeId};

    fn op(f: &mut Function, op: Op, args: &[Value]) -> Value {
        let inst = f.append(f.entry, op, args, &[ValType::I32], SourceLoc::default());
        f.result(inst).unwrap()
    }

    #[test]
    fn rows_and_columns() {
        let mut f = Function::new(TypeId::from_u32(0), &[ValType::I32, ValType::I32], &[]);
        let (i, j) = (f.blocks[f.entry].params[0], f.blocks[f.entry].params[1]);
        let row = op(&mut f, Op::I32Const { value: 1920 }, &[]);
        let three = op(&mut f, Op::I32Const { value: 3 }, &[]);
        let base = op(&mut f, Op::I32Const { value: 1024 }, &[]);
        let rows = op(&mut f, Op::I32Mul, &[i, row]);
        let bytes = op(&mut f, Op::I32Shl, &[j, three]);
        let at = op(&mut f, Op::I32Add, &[rows, bytes]);
        let at = op(&mut f, Op::I32Add, &[base, at]);
        let sum = Linear::of(&f, at).unwrap();
        assert_eq!((sum.constant, &sum.terms[..]), (1024, &[(i, 1920), (j, 8)][..]));
        let back = op(&mut f, Op::I32Sub, &[at, rows]);
        let rest = Linear::of(&f, back).unwrap();
        assert_eq!((rest.factor(i), rest.factor(j)), (0, 8));
        let less = op(&mut f, Op::I32Sub, &[at, three]);
        let less = Linear::of(&f, less).unwrap();
        assert_eq!(less.minus(&sum).map(|by| sum.signed(by)), Some(-3));
        assert_eq!(less.minus(&rest), None);
    }

    #[test]
    fn sums_wrap() {
        let mut f = Function::new(TypeId::from_u32(0), &[ValType::I32], &[]);
        let x = f.blocks[f.entry].params[0];
        let big = op(&mut f, Op::I32Const { value: i32::MIN }, &[]);
        let once = op(&mut f, Op::I32Add, &[x, big]);
        let twice = op(&mut f, Op::I32Add, &[once, big]);
        assert_eq!(Linear::of(&f, twice), Linear::of(&f, x));
        let none = op(&mut f, Op::I32Mul, &[twice, big]);
        let none = op(&mut f, Op::I32Add, &[none, none]);
        assert_eq!(Linear::of(&f, none), Some(Linear::constant(false, 0)));
    }

    #[test]
    fn long_sums_stay_terms() {
        let mut f = Function::new(TypeId::from_u32(0), &[ValType::I32; 20], &[]);
        let params = f.blocks[f.entry].params.clone();
        let mut sum = params[0];
        for &param in &params[1..] {
            sum = op(&mut f, Op::I32Add, &[sum, param]);
        }
        let linear = Linear::of(&f, sum).unwrap();
        assert!(linear.terms.len() <= MOST_TERMS && linear.terms.len() > 1);
    }
}
