//! The operators on integers as a width and a kind, so that a rule is written once for both.

use invar_ir::{Op, ValType};

use super::Const;

/// The width of an operation on integers or floats.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Width {
    /// 32 bits.
    W32,
    /// 64 bits.
    W64,
}

impl Width {
    /// The width of an integer type.
    pub fn of(ty: ValType) -> Option<Width> {
        match ty {
            ValType::I32 => Some(Width::W32),
            ValType::I64 => Some(Width::W64),
            _ => None,
        }
    }

    /// The integer type of this width.
    pub fn ty(self) -> ValType {
        match self {
            Width::W32 => ValType::I32,
            Width::W64 => ValType::I64,
        }
    }

    /// The float type of this width.
    pub fn float_ty(self) -> ValType {
        match self {
            Width::W32 => ValType::F32,
            Width::W64 => ValType::F64,
        }
    }

    /// How many bits.
    pub fn bits(self) -> u32 {
        match self {
            Width::W32 => 32,
            Width::W64 => 64,
        }
    }

    /// All bits set.
    pub fn mask(self) -> u64 {
        u64::MAX >> (64 - self.bits())
    }

    /// The low bits of a number as a constant.
    pub fn constant(self, value: i64) -> Const {
        match self {
            Width::W32 => Const::I32(value as i32),
            Width::W64 => Const::I64(value),
        }
    }

    /// A number wrapped to this width and sign-extended, as [`Const::as_int`] gives it.
    pub fn wrap(self, value: i64) -> i64 {
        match self {
            Width::W32 => i64::from(value as i32),
            Width::W64 => value,
        }
    }

    /// The smallest signed number.
    pub fn min(self) -> i64 {
        self.wrap(1 << (self.bits() - 1))
    }

    /// The largest signed number.
    pub fn max(self) -> i64 {
        !self.min()
    }
}

macro_rules! kinds {
    ($(#[$meta:meta])* $name:ident: $($kind:ident = $w32:ident $w64:ident,)*) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum $name {
            $(#[doc = concat!("`", stringify!($w32), "`, `", stringify!($w64), "`.")] $kind,)*
        }

        impl $name {
            /// The width and kind of an operator of this family.
            pub fn of(op: &Op) -> Option<(Width, $name)> {
                Some(match op {
                    $(Op::$w32 => (Width::W32, $name::$kind),
                      Op::$w64 => (Width::W64, $name::$kind),)*
                    _ => return None,
                })
            }

            /// The operator of this kind at a width.
            pub fn at(self, width: Width) -> Op {
                match (self, width) {
                    $(($name::$kind, Width::W32) => Op::$w32,
                      ($name::$kind, Width::W64) => Op::$w64,)*
                }
            }
        }
    };
}

kinds! {
    /// Two integers of a width to one of that width.
    IntOp:
    Add = I32Add I64Add,
    Sub = I32Sub I64Sub,
    Mul = I32Mul I64Mul,
    DivS = I32DivS I64DivS,
    DivU = I32DivU I64DivU,
    RemS = I32RemS I64RemS,
    RemU = I32RemU I64RemU,
    And = I32And I64And,
    Or = I32Or I64Or,
    Xor = I32Xor I64Xor,
    Shl = I32Shl I64Shl,
    ShrS = I32ShrS I64ShrS,
    ShrU = I32ShrU I64ShrU,
    Rotl = I32Rotl I64Rotl,
    Rotr = I32Rotr I64Rotr,
}

kinds! {
    /// Two integers of a width to an `i32` that is 0 or 1.
    Compare:
    Eq = I32Eq I64Eq,
    Ne = I32Ne I64Ne,
    LtS = I32LtS I64LtS,
    LtU = I32LtU I64LtU,
    GtS = I32GtS I64GtS,
    GtU = I32GtU I64GtU,
    LeS = I32LeS I64LeS,
    LeU = I32LeU I64LeU,
    GeS = I32GeS I64GeS,
    GeU = I32GeU I64GeU,
}

kinds! {
    /// From an integer of one width to an integer: counts of bits, and the test for zero.
    IntUnary:
    Eqz = I32Eqz I64Eqz,
    Clz = I32Clz I64Clz,
    Ctz = I32Ctz I64Ctz,
    Popcnt = I32Popcnt I64Popcnt,
    Extend8S = I32Extend8S I64Extend8S,
    Extend16S = I32Extend16S I64Extend16S,
}

kinds! {
    /// Two floats of a width to one of that width.
    FloatOp:
    Add = F32Add F64Add,
    Sub = F32Sub F64Sub,
    Mul = F32Mul F64Mul,
    Div = F32Div F64Div,
    Min = F32Min F64Min,
    Max = F32Max F64Max,
    Copysign = F32Copysign F64Copysign,
}

kinds! {
    /// Two floats of a width to an `i32` that is 0 or 1.
    FloatCompare:
    Eq = F32Eq F64Eq,
    Ne = F32Ne F64Ne,
    Lt = F32Lt F64Lt,
    Gt = F32Gt F64Gt,
    Le = F32Le F64Le,
    Ge = F32Ge F64Ge,
}

kinds! {
    /// From a float to a float of the same width.
    FloatUnary:
    Abs = F32Abs F64Abs,
    Neg = F32Neg F64Neg,
    Ceil = F32Ceil F64Ceil,
    Floor = F32Floor F64Floor,
    Trunc = F32Trunc F64Trunc,
    Nearest = F32Nearest F64Nearest,
    Sqrt = F32Sqrt F64Sqrt,
}

impl IntOp {
    /// Whether the operands may be exchanged.
    pub fn is_commutative(self) -> bool {
        matches!(self, IntOp::Add | IntOp::Mul | IntOp::And | IntOp::Or | IntOp::Xor)
    }

    /// Whether the right operand is a bit count, taken modulo the width.
    pub fn is_shift(self) -> bool {
        matches!(self, IntOp::Shl | IntOp::ShrS | IntOp::ShrU | IntOp::Rotl | IntOp::Rotr)
    }
}

impl Compare {
    /// The comparison with its operands exchanged.
    pub fn swapped(self) -> Compare {
        match self {
            Compare::Eq | Compare::Ne => self,
            Compare::LtS => Compare::GtS,
            Compare::LtU => Compare::GtU,
            Compare::GtS => Compare::LtS,
            Compare::GtU => Compare::LtU,
            Compare::LeS => Compare::GeS,
            Compare::LeU => Compare::GeU,
            Compare::GeS => Compare::LeS,
            Compare::GeU => Compare::LeU,
        }
    }

    /// The comparison that holds where this one does not.
    pub fn inverted(self) -> Compare {
        match self {
            Compare::Eq => Compare::Ne,
            Compare::Ne => Compare::Eq,
            Compare::LtS => Compare::GeS,
            Compare::LtU => Compare::GeU,
            Compare::GtS => Compare::LeS,
            Compare::GtU => Compare::LeU,
            Compare::LeS => Compare::GtS,
            Compare::LeU => Compare::GtU,
            Compare::GeS => Compare::LtS,
            Compare::GeU => Compare::LtU,
        }
    }

    /// Whether a number compares so with itself.
    pub fn is_reflexive(self) -> bool {
        use Compare::{Eq, GeS, GeU, LeS, LeU};
        matches!(self, Eq | LeS | LeU | GeS | GeU)
    }

    /// Whether the operands are read as unsigned; of no meaning for equality.
    pub fn is_unsigned(self) -> bool {
        matches!(self, Compare::LtU | Compare::GtU | Compare::LeU | Compare::GeU)
    }

    /// This comparison with the operands read as unsigned.
    pub fn unsigned(self) -> Compare {
        match self {
            Compare::LtS => Compare::LtU,
            Compare::GtS => Compare::GtU,
            Compare::LeS => Compare::LeU,
            Compare::GeS => Compare::GeU,
            other => other,
        }
    }
}

impl FloatCompare {
    /// The comparison with its operands exchanged.
    pub fn swapped(self) -> FloatCompare {
        match self {
            FloatCompare::Eq | FloatCompare::Ne => self,
            FloatCompare::Lt => FloatCompare::Gt,
            FloatCompare::Gt => FloatCompare::Lt,
            FloatCompare::Le => FloatCompare::Ge,
            FloatCompare::Ge => FloatCompare::Le,
        }
    }

    /// The comparison that holds where this one does not. The orders have none: both they and
    /// their opposites fail on a NaN.
    pub fn inverted(self) -> Option<FloatCompare> {
        match self {
            FloatCompare::Eq => Some(FloatCompare::Ne),
            FloatCompare::Ne => Some(FloatCompare::Eq),
            _ => None,
        }
    }
}

/// The operator that gives the same with its first two operands exchanged, if there is one: for value numbering.
pub fn exchanged(op: &Op) -> Option<Op> {
    if let Some((width, kind)) = Compare::of(op) {
        return Some(kind.swapped().at(width));
    }
    if let Some((width, kind)) = FloatCompare::of(op) {
        return Some(kind.swapped().at(width));
    }
    is_commutative(op).then(|| op.clone())
}

/// Whether the first two operands may be exchanged.
fn is_commutative(op: &Op) -> bool {
    use Op::*;
    if let Some((_, kind)) = IntOp::of(op) {
        return kind.is_commutative();
    }
    match op {
        RefEq => true,
        // A NaN operand gives the same NaN on either side; engines exchange the operands too.
        F32Add | F32Mul | F32Min | F32Max | F64Add | F64Mul | F64Min | F64Max => true,
        V128And | V128Or | V128Xor => true,
        I8x16Eq | I8x16Ne | I16x8Eq | I16x8Ne | I32x4Eq | I32x4Ne | I64x2Eq | I64x2Ne => true,
        I8x16Add | I8x16AddSatS | I8x16AddSatU | I16x8Add | I16x8AddSatS | I16x8AddSatU => true,
        I8x16MinS | I8x16MinU | I8x16MaxS | I8x16MaxU | I8x16AvgrU => true,
        I16x8MinS | I16x8MinU | I16x8MaxS | I16x8MaxU | I16x8AvgrU => true,
        I32x4MinS | I32x4MinU | I32x4MaxS | I32x4MaxU => true,
        I32x4Add | I64x2Add | I16x8Mul | I32x4Mul | I64x2Mul | I32x4DotI16x8S => true,
        I16x8Q15MulrSatS => true,
        F32x4Eq | F32x4Ne | F64x2Eq | F64x2Ne => true,
        F32x4Add | F32x4Mul | F32x4Min | F32x4Max => true,
        F64x2Add | F64x2Mul | F64x2Min | F64x2Max => true,
        _ => false,
    }
}
