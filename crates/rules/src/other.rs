//! Rules for selection, vectors, references and stores. Called by `simplify`.

use super::{Answer, Compare, Const, IntOp, IntUnary, Rule, Rules, Term, ValueFacts, Width};
use super::{binary, flag, unary, value};
use invar_ir::{Op, ValType};

impl<F: ValueFacts> Rules<'_, F> {
    // ---- Selection -----------------------------------------------------------------------------

    /// `op` chooses `a` if `cond` is nonzero, else `b`.
    pub(super) fn select(&self, op: &Op, a: F::Value, b: F::Value, cond: F::Value) -> Answer<F> {
        if a == b {
            return self.by(Rule::SelectSame, value(a));
        }
        if let Some(Const::I32(cond)) = self.facts.constant(cond) {
            return self.by(Rule::SelectKnown, value(if cond != 0 { a } else { b }));
        }
        let ty = match op {
            Op::TypedSelect { ty } => *ty,
            _ => self.facts.ty(a),
        };
        // The condition as a number.
        match (self.facts.constant(a), self.facts.constant(b)) {
            (Some(x), Some(y)) if x == y => return self.by(Rule::SelectSame, value(a)),
            (Some(Const::I32(1)), Some(Const::I32(0))) if self.is_bool(cond) => {
                return self.by(Rule::SelectOneZero, value(cond));
            }
            (Some(Const::I32(1)), Some(Const::I32(0))) => {
                let nonzero = Compare::Ne.with_const(Width::W32, cond, 0);
                return self.by(Rule::SelectOneZero, nonzero);
            }
            (Some(Const::I32(0)), Some(Const::I32(1))) => {
                return self.by(Rule::SelectZeroOne, IntUnary::Eqz.of_value(Width::W32, cond));
            }
            (Some(Const::I64(1)), Some(Const::I64(0))) if self.is_bool(cond) => {
                return self.by(Rule::SelectOneZero, unary(ValType::I64, Op::I64ExtendI32U, cond));
            }
            (Some(Const::I64(0)), Some(Const::I64(1))) => {
                let eqz = Term::Node(ValType::I32, Op::I32Eqz, vec![Term::Value(cond)]);
                let extended = Term::Node(ValType::I64, Op::I64ExtendI32U, vec![eqz]);
                return self.by(Rule::SelectZeroOne, Some(extended));
            }
            _ => {}
        }
        if let Some(logic) = self.select_as_logic(a, b, cond) {
            return self.by(Rule::SelectAsAnd, Some(logic));
        }
        // x == y ? x : y is y; x != y ? x : y is x. (Not of floats: of the zeros.)
        if let Some((_, kind @ (Compare::Eq | Compare::Ne))) = self.op(cond).and_then(Compare::of) {
            let (x, y) = (self.arg(cond, 0), self.arg(cond, 1));
            if (x, y) == (a, b) || (x, y) == (b, a) {
                let chosen = value(if kind == Compare::Eq { b } else { a });
                return self.by(Rule::SelectOfCompared, chosen);
            }
        }
        // x ? x : 0 is x.
        let (tested, chosen, other) = match self.op(cond) {
            Some(Op::I32Eqz | Op::I64Eqz) => (self.arg(cond, 0), b, a),
            _ => (cond, a, b),
        };
        if chosen == tested && self.facts.constant(other).and_then(Const::as_int) == Some(0) {
            return self.by(Rule::SelectOfTested, value(chosen));
        }
        // An arm that is itself chosen by the same condition.
        if let Some(inner) = self.arm(a, cond, 0) {
            let args = vec![inner, Term::Value(b), Term::Value(cond)];
            return self.by(Rule::SelectOfSelect, Some(Term::Node(ty, op.clone(), args)));
        }
        if let Some(inner) = self.arm(b, cond, 1) {
            let args = vec![Term::Value(a), inner, Term::Value(cond)];
            return self.by(Rule::SelectOfSelect, Some(Term::Node(ty, op.clone(), args)));
        }
        let condition = self.condition(cond)?;
        let (a, b) = if condition.negated { (b, a) } else { (a, b) };
        let chosen = match condition.value {
            Term::Const(known) => Term::Value(if known != Const::I32(0) { a } else { b }),
            simpler => Term::Node(ty, op.clone(), vec![Term::Value(a), Term::Value(b), simpler]),
        };
        self.by(Rule::SelectByCondition, Some(chosen))
    }

    /// A choice between a truth value and a constant one, as `and` or `or`.
    fn select_as_logic(&self, a: F::Value, b: F::Value, cond: F::Value) -> Answer<F> {
        let bit = |value| match self.facts.constant(value)? {
            Const::I32(bit @ (0 | 1)) => Some(bit),
            _ => None,
        };
        // The constant is chosen where the condition is zero, or nonzero.
        let (kind, arm, inverted) = match (bit(a), bit(b)) {
            (None, Some(0)) => (IntOp::And, a, false),
            (Some(1), None) => (IntOp::Or, b, false),
            (Some(0), None) => (IntOp::And, b, true),
            (None, Some(1)) => (IntOp::Or, a, true),
            _ => return None,
        };
        if self.facts.ty(arm) != ValType::I32 || !self.is_bool(arm) {
            return None;
        }
        let cond = if inverted {
            let (width, compare) = Compare::of(self.op(cond)?)?;
            let (x, y) = (self.arg(cond, 0), self.arg(cond, 1));
            compare.inverted().of_values(width, x, y).filter(|_| !self.facts.is_shared(cond))?
        } else if self.is_bool(cond) {
            Term::Value(cond)
        } else {
            return None;
        };
        let args = vec![cond, Term::Value(arm)];
        Some(Term::Node(ValType::I32, kind.at(Width::W32), args))
    }

    /// The `n`-th arm of a selection by `cond`.
    fn arm(&self, value: F::Value, cond: F::Value, n: usize) -> Option<Term<F::Value>> {
        match self.op(value)? {
            Op::Select | Op::TypedSelect { .. } if self.arg(value, 2) == cond => {
                Some(Term::Value(self.arg(value, n)))
            }
            _ => None,
        }
    }

    // ---- Vectors -------------------------------------------------------------------------------

    pub(super) fn vector_unary(&self, op: &Op, a: F::Value) -> Answer<F> {
        use Op::*;
        let splat = |splat: &Op| self.by(Rule::LaneOfSplat, value(self.through(a, splat)?));
        // The lane that was put there, or what the lanes were before another one was.
        let replaced = |replace: &dyn Fn(u8) -> Op, lane: u8| {
            let found = self.op(a)?;
            if *found == replace(lane) {
                return self.by(Rule::LaneOfReplaced, value(self.arg(a, 1)));
            }
            let other = (0..16).any(|other| *found == replace(other));
            let kept = || Term::Node(lane_type(op), op.clone(), vec![Term::Value(self.arg(a, 0))]);
            self.by(Rule::LaneOfOtherReplaced, other.then(kept))
        };
        match *op {
            V128Not => self.by(Rule::VectorTwice, value(self.through(a, &V128Not)?)),
            I32x4ExtractLane { lane } => {
                splat(&I32x4Splat).or_else(|| replaced(&|lane| I32x4ReplaceLane { lane }, lane))
            }
            I64x2ExtractLane { lane } => {
                splat(&I64x2Splat).or_else(|| replaced(&|lane| I64x2ReplaceLane { lane }, lane))
            }
            F32x4ExtractLane { lane } => {
                splat(&F32x4Splat).or_else(|| replaced(&|lane| F32x4ReplaceLane { lane }, lane))
            }
            F64x2ExtractLane { lane } => {
                splat(&F64x2Splat).or_else(|| replaced(&|lane| F64x2ReplaceLane { lane }, lane))
            }
            F32x4Neg | F64x2Neg => self.by(Rule::VectorTwice, value(self.through(a, op)?)),
            I8x16Splat | I16x8Splat => {
                unary(ValType::V128, op.clone(), self.narrowed(op, &[a], 0)?)
            }
            _ => None,
        }
    }

    pub(super) fn vector_binary(&self, op: &Op, a: F::Value, b: F::Value) -> Answer<F> {
        use Op::*;
        const ONES: u128 = u128::MAX;
        let left = match self.facts.constant(a) {
            Some(Const::V128(bits)) => Some(bits),
            _ => None,
        };
        let right = match self.facts.constant(b) {
            Some(Const::V128(bits)) => Some(bits),
            _ => None,
        };
        let vector = |bits| Some(Term::Const(Const::V128(bits)));
        match (op, left, right) {
            (V128And | V128Or | V128Xor, Some(_), None) => {
                self.by(Rule::VectorConstantRight, binary(ValType::V128, op.clone(), b, a))
            }
            (V128And, _, Some(ONES)) | (V128Or | V128Xor | V128AndNot, _, Some(0)) => {
                self.by(Rule::VectorNeutral, value(a))
            }
            (V128And, _, Some(0)) | (V128AndNot, _, Some(ONES)) | (V128AndNot, Some(0), _) => {
                self.by(Rule::VectorAbsorbing, vector(0))
            }
            (V128Or, _, Some(ONES)) => self.by(Rule::VectorAbsorbing, vector(ONES)),
            (V128Xor, _, Some(ONES)) => {
                self.by(Rule::VectorXorAllOnes, unary(ValType::V128, V128Not, a))
            }
            (V128And | V128Or, ..) if a == b => self.by(Rule::VectorSame, value(a)),
            (V128Xor | V128AndNot, ..) if a == b => self.by(Rule::VectorSame, vector(0)),
            (V128And, ..) => {
                let and_not = match self.through(b, &V128Not) {
                    Some(y) => binary(ValType::V128, V128AndNot, a, y),
                    None => binary(ValType::V128, V128AndNot, b, self.through(a, &V128Not)?),
                };
                self.by(Rule::VectorAndOfNot, and_not)
            }
            (I8x16Add | I16x8Add | I32x4Add | I64x2Add, _, Some(0)) => {
                self.by(Rule::VectorNeutral, value(a))
            }
            (I8x16Add | I16x8Add | I32x4Add | I64x2Add, Some(0), _) => {
                self.by(Rule::VectorNeutral, value(b))
            }
            (I8x16Sub | I16x8Sub | I32x4Sub | I64x2Sub, _, Some(0)) => {
                self.by(Rule::VectorNeutral, value(a))
            }
            (I8x16Sub | I16x8Sub | I32x4Sub | I64x2Sub, ..) if a == b => {
                self.by(Rule::VectorSame, vector(0))
            }
            (I8x16Shl | I8x16ShrS | I8x16ShrU, ..) => self.vector_shift(op, a, b, 7),
            (I16x8Shl | I16x8ShrS | I16x8ShrU, ..) => self.vector_shift(op, a, b, 15),
            (I32x4Shl | I32x4ShrS | I32x4ShrU, ..) => self.vector_shift(op, a, b, 31),
            (I64x2Shl | I64x2ShrS | I64x2ShrU, ..) => self.vector_shift(op, a, b, 63),
            (I8x16Shuffle { lanes }, ..) => {
                let first = (0..16)
                    .all(|n| usize::from(lanes[n]) == n || a == b && lanes[n] == n as u8 + 16);
                let second = (0..16).all(|n| usize::from(lanes[n]) == n + 16);
                let whole = match (first, second) {
                    (true, _) => value(a),
                    (_, true) => value(b),
                    _ => None,
                };
                self.by(Rule::ShuffleWhole, whole)
            }
            (I8x16ReplaceLane { .. } | I16x8ReplaceLane { .. }, ..) => {
                binary(ValType::V128, op.clone(), a, self.narrowed(op, &[a, b], 1)?)
            }
            (RefEq, ..) if a == b => self.by(Rule::RefEqSame, flag(true)),
            _ => None,
        }
    }

    fn vector_shift(&self, op: &Op, a: F::Value, by: F::Value, mask: i64) -> Answer<F> {
        match self.int(by) {
            Some(by) if by & mask == 0 => self.by(Rule::VectorShiftByZero, value(a)),
            Some(_) => None,
            None => binary(ValType::V128, op.clone(), a, self.narrowed(op, &[a, by], 1)?),
        }
    }

    /// The bits of `a` where `mask` has ones, else of `b`.
    pub(super) fn bitselect(&self, a: F::Value, b: F::Value, mask: F::Value) -> Answer<F> {
        match self.facts.constant(mask) {
            _ if a == b => self.by(Rule::BitselectSame, value(a)),
            Some(Const::V128(u128::MAX)) => self.by(Rule::BitselectKnown, value(a)),
            Some(Const::V128(0)) => self.by(Rule::BitselectKnown, value(b)),
            _ => {
                let mask = self.through(mask, &Op::V128Not)?;
                let args = vec![Term::Value(b), Term::Value(a), Term::Value(mask)];
                let exchanged = Term::Node(ValType::V128, Op::V128Bitselect, args);
                self.by(Rule::BitselectByNot, Some(exchanged))
            }
        }
    }

    // ---- References ----------------------------------------------------------------------------

    pub(super) fn reference(&self, op: &Op, a: F::Value) -> Answer<F> {
        let non_null =
            |value| matches!(self.facts.ty(value), ValType::Ref(ty) if !ty.is_nullable());
        match op {
            Op::RefIsNull if non_null(a) => self.by(Rule::RefIsNullKnown, flag(false)),
            Op::RefIsNull if matches!(self.op(a), Some(Op::RefNull { .. })) => {
                self.by(Rule::RefIsNullKnown, flag(true))
            }
            Op::RefAsNonNull if non_null(a) => self.by(Rule::AsNonNullOfNonNull, value(a)),
            Op::AnyConvertExtern => {
                self.by(Rule::ConvertThereAndBack, value(self.through(a, &Op::ExternConvertAny)?))
            }
            Op::ExternConvertAny => {
                self.by(Rule::ConvertThereAndBack, value(self.through(a, &Op::AnyConvertExtern)?))
            }
            _ => None,
        }
    }

    // ---- Stores --------------------------------------------------------------------------------

    /// A store of the same bytes, of a value that takes less to compute.
    pub(super) fn store(&self, op: &Op, stored: F::Value) -> Option<(Op, F::Value)> {
        use Op::*;
        let low = |op| {
            let extended =
                [I64ExtendI32S, I64ExtendI32U].iter().find_map(|e| self.through(stored, e))?;
            self.by(Rule::StoreOfExtended, Some((op, extended)))
        };
        let wide =
            |op, from| self.by(Rule::StoreOfWrapped, Some((op, self.through(stored, &from)?)));
        let bits = |op, from| {
            self.by(Rule::StoreOfReinterpreted, Some((op, self.through(stored, &from)?)))
        };
        match *op {
            // Of a wider integer, the low bits.
            I64Store8 { memarg } => low(I32Store8 { memarg }),
            I64Store16 { memarg } => low(I32Store16 { memarg }),
            I64Store32 { memarg } => low(I32Store { memarg }),
            I32Store8 { memarg } => wide(I64Store8 { memarg }, I32WrapI64),
            I32Store16 { memarg } => wide(I64Store16 { memarg }, I32WrapI64),
            I32Store { memarg } => bits(F32Store { memarg }, I32ReinterpretF32)
                .or_else(|| wide(I64Store32 { memarg }, I32WrapI64)),
            F32Store { memarg } => bits(I32Store { memarg }, F32ReinterpretI32),
            I64Store { memarg } => bits(F64Store { memarg }, I64ReinterpretF64),
            F64Store { memarg } => bits(I64Store { memarg }, F64ReinterpretI64),
            _ => None,
        }
        .or_else(|| Some((op.clone(), self.narrowed(op, &[stored, stored], 1)?)))
    }
}

/// The result of `extract_lane`.
fn lane_type(op: &Op) -> ValType {
    match op {
        Op::I64x2ExtractLane { .. } => ValType::I64,
        Op::F32x4ExtractLane { .. } => ValType::F32,
        Op::F64x2ExtractLane { .. } => ValType::F64,
        _ => ValType::I32,
    }
}
