//! The cost model: how large a function will be as WebAssembly, how many instructions it executes, and how
//! long these take.
//!
//! - [`Size::of`]: instructions and bytes, as the writer emits them: a value that is used once
//!   stays on the operand stack, any other takes a local; a constant is written at each use.
//! - [`Work::of`]: instructions as they stand, and weighted by block frequency.
//! - [`BodyCost::of`]: a body in WebAssembly's form, to compare a new one with the original.
//! - [`Latency`]: how long an operator takes, by classes.
//! - [`REGISTER_BUDGET`]: how many values may live at once.
//!
//! Cost: linear.

mod body;
mod frequency;

pub use body::{BodyCost, BodyEstimate};

use crate::Frequencies;
use invar_ir::{Cfg, Function, Immediate, IndexSpace, Inst, Op, Terminator, Value};
use invar_rules::{Const, is_constant};
use wasmparser::Operator;

/// How many values may be live through a loop, its variables counted: as many as x86-64 has registers. It has
/// fewer that engines can allocate, and AArch64 more; past them, an engine spills values, and a value that was hoisted
/// out of the loop costs a load in each iteration.
pub const REGISTER_BUDGET: usize = 16;

/// How long an engine takes to execute an operator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Latency {
    /// No time: the operator only structures code.
    Nothing,
    /// As long as an addition.
    Simple,
    /// A call, without the work of the callee.
    Call,
    /// A division or square root of floats.
    FloatDivision,
    /// A division or remainder of integers.
    Division,
    /// An operator on a range of memory, or one that grows it.
    Bulk,
}

impl Latency {
    /// The latency of an operator.
    pub fn of(operator: &Operator<'_>) -> Latency {
        use Operator::*;
        match operator {
            Nop | Drop | Block { .. } | Loop { .. } | Else | End | Unreachable | Return => {
                Latency::Nothing
            }
            I32DivS | I32DivU | I32RemS | I32RemU | I64DivS | I64DivU | I64RemS | I64RemU => {
                Latency::Division
            }
            F32Div | F64Div | F32Sqrt | F64Sqrt => Latency::FloatDivision,
            Call { .. } | CallIndirect { .. } | CallRef { .. } => Latency::Call,
            MemoryGrow { .. } | MemoryCopy { .. } | MemoryFill { .. } | MemoryInit { .. } => {
                Latency::Bulk
            }
            _ => Latency::Simple,
        }
    }

    /// The latency of an operator of the representation. Operators that WebAssembly does not have count as simple
    /// ones.
    pub fn of_op(op: &Op) -> Latency {
        if op.is_webassembly() { Latency::of(&op.to_operator()) } else { Latency::Simple }
    }

    /// As how many additions it counts.
    pub const fn weight(self) -> u64 {
        match self {
            Latency::Nothing => 0,
            Latency::Simple => 1,
            Latency::Call | Latency::FloatDivision => 4,
            Latency::Division | Latency::Bulk => 8,
        }
    }
}

/// As how many additions an operator on vectors counts, in engines on x86-64 and AArch64: how many instructions
/// they need for it. 1 for other operators.
pub fn vector_weight(op: &Op) -> u64 {
    use Op::*;
    match op {
        // Two tables of bytes, and masks for them, without AVX-512.
        I8x16Shuffle { .. } => 2,
        // Three products of 32 bits.
        I64x2Mul => 5,
        // Computed in wider lanes.
        I8x16Shl | I8x16ShrS | I8x16ShrU | I64x2ShrS => 4,
        // NaNs and zeros take several steps on x86-64.
        F32x4Min | F32x4Max | F64x2Min | F64x2Max => 4,
        F32x4ConvertI32x4U | I32x4TruncSatF32x4U | I32x4TruncSatF32x4S => 4,
        I32x4TruncSatF64x2SZero | I32x4TruncSatF64x2UZero | F64x2ConvertLowI32x4U => 3,
        F32x4Div | F32x4Sqrt | F64x2Div | F64x2Sqrt => 4,
        _ => 1,
    }
}

/// The size of a function's body.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Size {
    /// Instructions that are not constants, and branches of more than one target.
    pub insts: u32,
    /// Estimated bytes of these, where parameters come from the operand stack and results go there, as at
    /// a call that the body replaces.
    pub bytes: u32,
}

impl Size {
    /// Measures a function.
    pub fn of(function: &Function, cfg: &Cfg) -> Size {
        let uses = function.use_counts();
        let mut size = Size::default();
        let value_bytes = |value: Value| if uses[value] > 1 { 2 * uses[value] } else { 0 };
        let through_local =
            |values: &[Value]| values.iter().map(|&value| value_bytes(value)).sum::<u32>();
        for &block in &cfg.rpo {
            let data = &function.blocks[block];
            size.bytes += through_local(&data.params);
            for &inst in &data.insts {
                let op = &function.insts[inst].op;
                if is_constant(op) {
                    let result = function.result(inst).expect("a constant has a result");
                    size.bytes += op_bytes(op) * uses[result].max(1);
                    continue;
                }
                size.insts += 1;
                size.bytes += op_bytes(op) + function.results(inst).map(value_bytes).sum::<u32>();
                // An operator with several results, some of them unused, needs more; that is rare.
            }
            let passed: usize =
                data.term.targets().map(|call| function.list(&call.args).len()).sum();
            size.insts += u32::from(data.term.targets().nth(1).is_some());
            size.bytes += 2 * passed as u32 + terminator_bytes(&data.term, cfg);
        }
        size
    }
}

fn terminator_bytes(term: &Terminator, cfg: &Cfg) -> u32 {
    match term {
        Terminator::Return(_) | Terminator::None => 0,
        Terminator::Jump(call) if cfg.preds(call.block).len() == 1 => 0,
        Terminator::Jump(_) => 2,
        Terminator::BrIf { .. } | Terminator::BrOn { .. } => 4,
        Terminator::BrTable { targets, .. } => 4 + targets.len() as u32,
        Terminator::TailCall { op, .. } | Terminator::Throw { op, .. } => op_bytes(op),
        Terminator::Invoke { op, .. } => op_bytes(op),
        Terminator::Unreachable => 1,
    }
}

/// Estimated bytes of an operator.
fn op_bytes(op: &Op) -> u32 {
    if let Some(constant) = Const::from_op(op) {
        return constant.encoded_size();
    }
    let prefix = u32::from(!matches!(op.proposal(), "mvp" | "sign_extension" | "tail_call"));
    let mut bytes = 1 + prefix;
    op.for_each_immediate(|immediate| {
        bytes += match immediate {
            // The number of a function mostly takes two bytes.
            Immediate::Index(IndexSpace::Func, _) | Immediate::MemArg(_) => 2,
            Immediate::Lanes(_) => 16,
            _ => 1,
        }
    });
    bytes
}

/// How many instructions and branches a function has. Constants do not count: the writer puts them where they are used,
/// as immediates of most machines' instructions.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Work {
    /// The static number.
    pub insts: usize,
    /// The sum of the block frequencies of each; the static number if frequencies were not given.
    pub executed: f64,
}

impl Work {
    /// Measures a function; without frequencies only the static number.
    pub fn of(function: &Function, cfg: &Cfg, frequencies: Option<&Frequencies>) -> Work {
        let mut work = Work::default();
        for &block in &cfg.rpo {
            let data = &function.blocks[block];
            let branches = usize::from(data.term.targets().nth(1).is_some());
            let is_counted = |&&inst: &&Inst| !is_constant(&function.insts[inst].op);
            let count = data.insts.iter().filter(is_counted).count() + branches;
            work.insts += count;
            let frequency = frequencies.map_or(1.0, |frequencies| frequencies.block(block));
            work.executed += frequency * count as f64;
        }
        work
    }

    /// Whether it is more than another in both numbers. Both, since frequencies are estimates from the
    /// control flow, which a pass may change. Instructions that were copied into alternatives are executed as often as
    /// before, and are no reason against a function.
    pub fn exceeds(self, other: Work) -> bool {
        // Sums of the same frequencies in another order differ by rounding.
        self.executed > other.executed * (1.0 + 1e-9) && self.insts > other.insts
    }
}
