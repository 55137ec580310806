//! Rules for floats. Called by `simplify`.
//!
//! Arithmetic that gives a NaN gives one of bits that the engine chooses: most pass on an operand,
//! made quiet, some always give the same one. A rule keeps that choice where it was, so that
//! before and after are equal bit for bit on any such engine. `x * 1` is `x` only if `x` comes from
//! arithmetic itself. `x * -1` is never `-x`, nor is `x + -y` ever `x - y`: negation flips the sign
//! of a NaN, arithmetic does not. Which of *two* NaN operands an engine passes on is not kept: it
//! may exchange the operands of an addition itself. Rules on the sign bit hold for all bits.

use super::shape::FloatUnary;
use super::{Answer, Const, FloatCompare, FloatOp, Rule, Rules, Term, ValueFacts, Width};
use super::{binary, flag, unary, value};
use FloatUnary::{Abs, Ceil, Floor, Nearest, Neg, Sqrt, Trunc};
use invar_ir::{Op, ValType};

/// A float constant as `f64`, which holds both widths exactly. `None` for a NaN.
fn number(constant: Const) -> Option<f64> {
    let number = match constant {
        Const::F32(bits) => f64::from(f32::from_bits(bits)),
        Const::F64(bits) => f64::from_bits(bits),
        _ => return None,
    };
    (!number.is_nan()).then_some(number)
}

/// A number as a constant of a width, if that holds it exactly.
fn exact(width: Width, number: f64) -> Option<Const> {
    match width {
        Width::W32 if f64::from(number as f32).to_bits() == number.to_bits() => {
            Some(Const::F32((number as f32).to_bits()))
        }
        Width::W32 => None,
        Width::W64 => Some(Const::F64(number.to_bits())),
    }
}

impl<F: ValueFacts> Rules<'_, F> {
    fn number(&self, value: F::Value) -> Option<f64> {
        number(self.facts.constant(value)?)
    }

    /// The operand of a value that this kind of operator computes.
    fn of_kind(&self, value: F::Value, kind: FloatUnary) -> Option<F::Value> {
        let (_, found) = FloatUnary::of(self.op(value)?)?;
        (found == kind).then(|| self.arg(value, 0))
    }

    fn copysign(&self, value: F::Value) -> Option<(F::Value, F::Value)> {
        match FloatOp::of(self.op(value)?)? {
            (_, FloatOp::Copysign) => Some((self.arg(value, 0), self.arg(value, 1))),
            _ => None,
        }
    }

    /// Whether further arithmetic does not change a float that is a NaN: it is none, or is the
    /// result of arithmetic or a conversion.
    pub(super) fn is_quiet(&self, value: F::Value) -> bool {
        if let Some(constant) = self.facts.constant(value) {
            return !constant.is_nan();
        }
        let Some(op) = self.op(value) else { return false };
        use Op::*;
        match (FloatOp::of(op), FloatUnary::of(op)) {
            (Some((_, kind)), _) => kind != FloatOp::Copysign,
            (_, Some((_, kind))) => !matches!(kind, Abs | Neg),
            _ => matches!(
                op,
                F32DemoteF64
                    | F64PromoteF32
                    | F32ConvertI32S
                    | F32ConvertI32U
                    | F32ConvertI64S
                    | F32ConvertI64U
                    | F64ConvertI32S
                    | F64ConvertI32U
                    | F64ConvertI64S
                    | F64ConvertI64U
            ),
        }
    }

    // ---- One operand ---------------------------------------------------------------------------

    pub(super) fn float_unary(&self, op: &Op, a: F::Value) -> Answer<F> {
        let (width, kind) = FloatUnary::of(op)?;
        match kind {
            Neg => self.by(Rule::NegTwice, value(self.of_kind(a, Neg)?)),
            // The sign does not matter.
            Abs => match (self.of_kind(a, Neg), self.copysign(a)) {
                (Some(x), _) | (_, Some((x, _))) => {
                    self.by(Rule::AbsOfSigned, unary(width.float_ty(), op.clone(), x))
                }
                _ => self.by(Rule::AbsTwice, value(a).filter(|_| self.of_kind(a, Abs).is_some())),
            },
            // Rounded already. (All four leave an integral number as it is.)
            Ceil | Floor | Trunc | Nearest => {
                self.by(Rule::RoundIntegral, value(a).filter(|_| self.is_integral(a)))
            }
            Sqrt => None,
        }
    }

    fn is_integral(&self, value: F::Value) -> bool {
        use Op::*;
        let Some(op) = self.op(value) else { return false };
        match FloatUnary::of(op) {
            Some((_, Ceil | Floor | Trunc | Nearest)) => true,
            Some(_) => false,
            None => matches!(
                op,
                F32ConvertI32S
                    | F32ConvertI32U
                    | F32ConvertI64S
                    | F32ConvertI64U
                    | F64ConvertI32S
                    | F64ConvertI32U
                    | F64ConvertI64S
                    | F64ConvertI64U
            ),
        }
    }

    // ---- Two operands --------------------------------------------------------------------------

    pub(super) fn float_binary(&self, op: &Op, a: F::Value, b: F::Value) -> Answer<F> {
        let (width, kind) = FloatOp::of(op)?;
        let ty = width.float_ty();
        let with = |kind: FloatOp, x, y| binary(ty, kind.at(width), x, y);
        let is_const = |value| self.facts.constant(value).is_some();
        if matches!(kind, FloatOp::Add | FloatOp::Mul) && is_const(a) && !is_const(b) {
            return self.by(Rule::FloatConstantRight, with(kind, b, a));
        }
        match kind {
            // ---- Neutral operands (an addition of +0 changes -0).
            FloatOp::Add | FloatOp::Sub | FloatOp::Mul | FloatOp::Div
                if self.is_neutral(kind, b) && self.is_quiet(a) =>
            {
                self.by(Rule::FloatNeutral, value(a))
            }
            // ---- Twice, and division by a power of two.
            FloatOp::Mul if self.number(b) == Some(2.0) => {
                self.by(Rule::FloatMulTwo, with(FloatOp::Add, a, a))
            }
            FloatOp::Div => {
                let reciprocal = exact(width, exact_reciprocal(self.number(b)?)?)?;
                let args = vec![Term::Value(a), Term::Const(reciprocal)];
                let product = Term::Node(ty, FloatOp::Mul.at(width), args);
                self.by(Rule::FloatDivByPowerOfTwo, Some(product))
            }
            FloatOp::Min | FloatOp::Max if a == b && self.is_quiet(a) => {
                self.by(Rule::FloatMinSame, value(a))
            }
            // ---- Signs.
            FloatOp::Copysign => self.copysign_of(width, a, b),
            _ => None,
        }
    }

    fn is_neutral(&self, kind: FloatOp, value: F::Value) -> bool {
        let Some(number) = self.number(value) else { return false };
        let neutral: f64 = match kind {
            FloatOp::Add => -0.0,
            FloatOp::Sub => 0.0,
            _ => 1.0,
        };
        number.to_bits() == neutral.to_bits()
    }

    fn copysign_of(&self, width: Width, a: F::Value, b: F::Value) -> Answer<F> {
        let ty = width.float_ty();
        if a == b {
            return self.by(Rule::CopysignSame, value(a));
        }
        let positive = match self.facts.constant(b) {
            Some(Const::F32(bits)) => bits >> 31 == 0,
            Some(Const::F64(bits)) => bits >> 63 == 0,
            _ => false,
        };
        if positive {
            return self.by(Rule::CopysignPositive, unary(ty, Abs.at(width), a));
        }
        let copysign = |x, y| binary(ty, FloatOp::Copysign.at(width), x, y);
        // The sign of the left operand does not matter; of the right one, only the sign does.
        let magnitude = self.of_kind(a, Neg).or_else(|| self.of_kind(a, Abs));
        if let Some(x) = magnitude.or_else(|| Some(self.copysign(a)?.0)) {
            return self.by(Rule::CopysignOfSigned, copysign(x, b));
        }
        if let Some((_, sign)) = self.copysign(b) {
            return self.by(Rule::CopysignByCopysign, copysign(a, sign));
        }
        self.of_kind(b, Abs)?;
        self.by(Rule::CopysignPositive, unary(ty, Abs.at(width), a))
    }

    // ---- Comparisons ---------------------------------------------------------------------------

    pub(super) fn float_compare(&self, op: &Op, a: F::Value, b: F::Value) -> Answer<F> {
        let (width, kind) = FloatCompare::of(op)?;
        let compare = |kind: FloatCompare, width, x, y| binary(ValType::I32, kind.at(width), x, y);
        if self.facts.constant(a).is_some() {
            return self.by(Rule::FloatCompareConstantRight, compare(kind.swapped(), width, b, a));
        }
        if self.facts.constant(b).is_some_and(Const::is_nan) {
            return self.by(Rule::FloatCompareNan, flag(kind == FloatCompare::Ne));
        }
        // Of promotions: of what is promoted.
        if let Some(x) = self.through(a, &Op::F64PromoteF32) {
            if let Some(y) = self.through(b, &Op::F64PromoteF32) {
                return self.by(Rule::FloatComparePromoted, compare(kind, Width::W32, x, y));
            }
            let c = exact(Width::W32, self.number(b)?)?;
            let args = vec![Term::Value(x), Term::Const(c)];
            let narrow = Term::Node(ValType::I32, kind.at(Width::W32), args);
            return self.by(Rule::FloatComparePromoted, Some(narrow));
        }
        let negated = match (self.of_kind(a, Neg)?, self.of_kind(b, Neg)) {
            (x, Some(y)) => compare(kind, width, y, x),
            (x, None) => {
                let c = exact(width, -self.number(b)?)?;
                let args = vec![Term::Value(x), Term::Const(c)];
                Some(Term::Node(ValType::I32, kind.swapped().at(width), args))
            }
        };
        self.by(Rule::FloatCompareNegated, negated)
    }

    // ---- Narrower arithmetic -------------------------------------------------------------------

    /// A double-precision operator on promoted operands, demoted: the single-precision operator.
    /// Double precision has more than twice the bits of single precision and two more, so that
    /// rounding twice gives what rounding once does (Figueroa, "When is double rounding
    /// innocuous?", 1995); the roundings to integers are exact in either.
    pub(super) fn demoted_operator(&self, a: F::Value) -> Answer<F> {
        let op = self.op(a)?;
        if let Some((Width::W64, kind)) = FloatUnary::of(op) {
            let x = self.through(self.arg(a, 0), &Op::F64PromoteF32)?;
            // These are no arithmetic, as the demotion is: a NaN must be as that would leave it.
            let exact = match kind {
                Abs => self.is_quiet(x),
                Neg => false,
                _ => true,
            };
            let narrow = unary(ValType::F32, kind.at(Width::W32), x).filter(|_| exact);
            return self.by(Rule::DemoteOfUnary, narrow);
        }
        let (Width::W64, kind) = FloatOp::of(op)? else { return None };
        if kind == FloatOp::Copysign {
            return None;
        }
        let narrow = |value| match self.number(value) {
            Some(c) => exact(Width::W32, c).map(Term::Const),
            None => self.through(value, &Op::F64PromoteF32).map(Term::Value),
        };
        let args = vec![narrow(self.arg(a, 0))?, narrow(self.arg(a, 1))?];
        self.by(Rule::DemoteOfBinary, Some(Term::Node(ValType::F32, kind.at(Width::W32), args)))
    }
}

/// The reciprocal of a power of two, which is exact.
fn exact_reciprocal(number: f64) -> Option<f64> {
    let mantissa = number.to_bits() & ((1 << 52) - 1);
    (number.is_normal() && mantissa == 0 && (1.0 / number).is_normal()).then(|| 1.0 / number)
}
