//! Rules for conversions between the number types. Called by `simplify`.

use super::{Answer, IntOp, Rule, Rules, Term, ValueFacts, Width};
use super::{constant, known_bits, sign_bits, unary, value};
use invar_ir::{Op, ValType};

impl<F: ValueFacts> Rules<'_, F> {
    pub(super) fn convert(&self, op: &Op, a: F::Value) -> Answer<F> {
        use Op::*;
        let known = || known_bits(self.facts, a);
        match op {
            // ---- Between the integer types -----------------------------------------------------
            I32WrapI64 => {
                let extended = self
                    .through(a, &I64ExtendI32S)
                    .or_else(|| self.through(a, &I64ExtendI32U))
                    .map(Term::Value);
                self.by(Rule::WrapOfExtend, extended)
                    .or_else(|| self.wrapped_operator(a))
                    .or_else(|| unary(ValType::I32, I32WrapI64, self.narrowed(op, &[a], 0)?))
            }
            I64ExtendI32U => {
                let x = self.through(a, &I32WrapI64)?;
                let fits = known_bits(self.facts, x).max() <= u32::MAX.into();
                self.by(Rule::ExtendOfWrap, value(x).filter(|_| fits))
            }
            I64ExtendI32S => match self.through(a, &I32WrapI64) {
                Some(x) if sign_bits(self.facts, x) > 32 => self.by(Rule::ExtendOfWrap, value(x)),
                _ if self.is_nonnegative(a) => {
                    self.by(Rule::ExtendNonnegative, unary(ValType::I64, I64ExtendI32U, a))
                }
                Some(x) if self.allow.sign_extension => {
                    self.by(Rule::ExtendOfWrapInPlace, unary(ValType::I64, I64Extend32S, x))
                }
                _ => None,
            },
            I64Extend32S => match self.through(a, &I64ExtendI32U) {
                _ if sign_bits(self.facts, a) > 32 => self.by(Rule::ExtendOfExtended, value(a)),
                Some(x) => self.by(Rule::ExtendOfExtendU, unary(ValType::I64, I64ExtendI32S, x)),
                None => unary(ValType::I64, I64Extend32S, self.narrowed(op, &[a], 0)?),
            },

            // ---- From integers to floats -------------------------------------------------------
            // The signed conversions are the cheap ones on machines.
            F32ConvertI32U if self.is_nonnegative(a) => {
                self.by(Rule::ConvertNonnegative, unary(ValType::F32, F32ConvertI32S, a))
            }
            F64ConvertI32U if self.is_nonnegative(a) => {
                self.by(Rule::ConvertNonnegative, unary(ValType::F64, F64ConvertI32S, a))
            }
            F32ConvertI64S | F32ConvertI64U | F64ConvertI64S | F64ConvertI64U => {
                let (signed, (ty, from_s, from_u, from_64)) = match op {
                    F32ConvertI64S => (true, F32_CONVERSIONS),
                    F32ConvertI64U => (false, F32_CONVERSIONS),
                    F64ConvertI64S => (true, F64_CONVERSIONS),
                    _ => (false, F64_CONVERSIONS),
                };
                match (self.through(a, &I64ExtendI32S), self.through(a, &I64ExtendI32U)) {
                    (Some(x), _) if signed => self.by(Rule::ConvertExtended, unary(ty, from_s, x)),
                    (_, Some(x)) => self.by(Rule::ConvertExtended, unary(ty, from_u, x)),
                    _ if !signed && known().max() <= i64::MAX as u64 => {
                        self.by(Rule::ConvertNonnegative, unary(ty, from_64, a))
                    }
                    _ => None,
                }
            }

            // ---- Between the float types -------------------------------------------------------
            F32DemoteF64 => match self.through(a, &F64PromoteF32) {
                Some(x) if self.is_quiet(x) => self.by(Rule::DemoteOfPromote, value(x)),
                Some(_) => None,
                None => self.demoted_operator(a),
            },

            // ---- From floats to integers -------------------------------------------------------
            // A promotion is exact.
            I32TruncF64S => self.truncated_promotion(ValType::I32, I32TruncF32S, a),
            I32TruncF64U => self.truncated_promotion(ValType::I32, I32TruncF32U, a),
            I64TruncF64S => self.truncated_promotion(ValType::I64, I64TruncF32S, a),
            I64TruncF64U => self.truncated_promotion(ValType::I64, I64TruncF32U, a),
            I32TruncSatF64S => self.truncated_promotion(ValType::I32, I32TruncSatF32S, a),
            I32TruncSatF64U => self.truncated_promotion(ValType::I32, I32TruncSatF32U, a),
            I64TruncSatF64S => self.truncated_promotion(ValType::I64, I64TruncSatF32S, a),
            I64TruncSatF64U => self.truncated_promotion(ValType::I64, I64TruncSatF32U, a),

            // ---- Reinterpretations -------------------------------------------------------------
            I32ReinterpretF32 => self.reinterpreted(a, &F32ReinterpretI32),
            I64ReinterpretF64 => self.reinterpreted(a, &F64ReinterpretI64),
            F32ReinterpretI32 => self.reinterpreted(a, &I32ReinterpretF32),
            F64ReinterpretI64 => self.reinterpreted(a, &I64ReinterpretF64),
            _ => None,
        }
    }

    fn truncated_promotion(&self, ty: ValType, op: Op, a: F::Value) -> Answer<F> {
        let truncated = unary(ty, op, self.through(a, &Op::F64PromoteF32)?);
        self.by(Rule::TruncOfPromote, truncated)
    }

    fn reinterpreted(&self, a: F::Value, back: &Op) -> Answer<F> {
        self.by(Rule::ReinterpretTwice, value(self.through(a, back)?))
    }

    /// The low half of an operator in 64 bits, computed in 32: where low bits of the result come
    /// from low bits of the operands, and these are at hand.
    fn wrapped_operator(&self, a: F::Value) -> Answer<F> {
        let (kind, x, y) = self.int_op(a)?;
        let low = |value| match self.int(value) {
            Some(c) => Some(constant(Width::W32, c)),
            None => self
                .through(value, &Op::I64ExtendI32S)
                .or_else(|| self.through(value, &Op::I64ExtendI32U))
                .map(Term::Value),
        };
        match kind {
            IntOp::Add | IntOp::Sub | IntOp::Mul | IntOp::And | IntOp::Or | IntOp::Xor => {}
            IntOp::Shl if self.int(y).is_some_and(|by| (0..32).contains(&by)) => {}
            _ => return None,
        }
        let args = vec![low(x)?, low(y)?];
        self.by(Rule::WrapOfOperator, Some(Term::Node(ValType::I32, kind.at(Width::W32), args)))
    }
}

type Conversions = (ValType, Op, Op, Op);
const F32_CONVERSIONS: Conversions =
    (ValType::F32, Op::F32ConvertI32S, Op::F32ConvertI32U, Op::F32ConvertI64S);
const F64_CONVERSIONS: Conversions =
    (ValType::F64, Op::F64ConvertI32S, Op::F64ConvertI32U, Op::F64ConvertI64S);
