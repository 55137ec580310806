//! What a vector iteration adds to a sum. In a sum the lanes do not matter, as long as each number is added once:
//! narrow numbers are added to their neighbours while they are extended, so that few wide additions are left.
//!
//! Cost: linear in the terms.

use super::emit::Vectors;
use super::reductions::{Reduction, Shape, Term};
use crate::lanes::{self, VECTOR_BITS};
use invar_ir::{Op, Value};

impl Vectors<'_> {
    /// The vector of a sum after an iteration.
    pub fn sum(&mut self, reduction: &Reduction, mut sum: Value) -> Value {
        let width = reduction.width;
        for term in reduction.terms.iter().flatten() {
            let (mut parts, minus) = self.term(term, width);
            // The sum is waited for once.
            while parts.len() > 1 {
                parts = self.halved(parts, width);
            }
            let op = if minus { &Op::I64Sub } else { &Op::I64Add };
            let op = lanes::of_low_bits(op, width).expect("there is one of each width");
            sum = self.op(op, &[sum, parts[0]]);
        }
        sum
    }

    /// Adds the parts in pairs.
    fn halved(&mut self, parts: Vec<Value>, width: u32) -> Vec<Value> {
        let add = |pair: &[Value]| match pair {
            &[left, right] => self.op(lanes::add(width), &[left, right]),
            _ => pair[0],
        };
        parts.chunks(2).map(add).collect()
    }

    /// Vectors of which each lane is to be added, or subtracted.
    fn term(&mut self, term: &Term, width: u32) -> (Vec<Value>, bool) {
        let Term { value, minus, shape } = *term;
        match shape {
            Shape::Lanes => (self.number(value, width), minus),
            // A mask is minus one where the condition holds.
            Shape::Mask(value, from) if from < 32 && self.fills(from) => {
                let mut parts = self.mask(value, from);
                while parts.len() > 1 {
                    parts = self.halved(parts, from);
                }
                (self.narrow_sum(parts, from, width, true), !minus)
            }
            Shape::Mask(value, _) => (self.mask(value, width), !minus),
            Shape::Narrow { signed } => {
                let from = self.body.widths[&value];
                let parts = self.number(value, from);
                if self.fills(from) || from >= 32 {
                    (self.narrow_sum(parts, from, width, signed), minus)
                } else {
                    (self.extended(parts, from, width, signed), minus)
                }
            }
            Shape::Dot(left, right) => {
                let [mut left, mut right] = [left, right].map(|value| self.number(value, 16));
                let mut op = Op::I32x4DotI16x8S;
                if !self.fills(16) {
                    op = Op::I32x4Mul;
                    left = self.extended(left, 16, width, true);
                    right = self.extended(right, 16, width, true);
                }
                let parts = (left.into_iter().zip(right))
                    .map(|(left, right)| self.op(op.clone(), &[left, right]))
                    .collect();
                (parts, minus)
            }
        }
    }

    /// Whether lanes of this width take whole vectors: others hold anything.
    fn fills(&self, width: u32) -> bool {
        self.factor * u64::from(width) >= VECTOR_BITS
            || invar_ir::mutant!(VectorizeUnusedLanesAdded)
    }

    /// Wider lanes, of which each is the sum of several. There are at most four parts of numbers that fit in 8 or 16
    /// bits, so that twice as many bits hold the sum of two neighbours in each part.
    fn narrow_sum(
        &mut self,
        mut parts: Vec<Value>,
        mut from: u32,
        width: u32,
        signed: bool,
    ) -> Vec<Value> {
        while from < width.min(32) {
            let op = lanes::pairwise(from, signed);
            parts = parts.into_iter().map(|part| self.op(op.clone(), &[part])).collect();
            from *= 2;
            while parts.len() > 1 {
                parts = self.halved(parts, from);
            }
        }
        if from < width {
            let [low, high] = lanes::extends(from, signed);
            let each = |part| [self.op(low.clone(), &[part]), self.op(high.clone(), &[part])];
            parts = parts.into_iter().flat_map(each).collect();
        }
        parts
    }
}
