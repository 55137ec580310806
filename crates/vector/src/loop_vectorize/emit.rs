//! The vector loop: what an iteration of the original computes, for several iterations at once.
//!
//! A value is a list of vectors, its *parts*: the lanes of the first are the first iterations, and so on. Lanes are as
//! wide as [`body`](super::body) says, so that values of the same loop have one, two or four parts. Where lanes of one
//! part fill half a vector only, the others are not used.
//!
//! Accesses of memory keep their order ([`emit_memory`](super::emit_memory)), but for stores that are executed with
//! later ones ([`interleaved`](super::interleaved)); everything else is a pure function of them.
//!
//! Cost: linear in the body.

use super::body::{Body, Previous, Source, is_condition, natural};
use super::interleaved::Rows;
use super::memory::Accesses;
use super::saturating::Saturating;
use super::{Floats, VectorSite};
use crate::lanes::{self, VECTOR_BITS};
use invar_analysis::Linear;
use invar_ir::{Block, Function, Inst, Op, SourceLoc, V128, ValType, Value};
use invar_loops::analysis::final_values::Emit;
use invar_rules::{Const, ValueFacts};
use rustc_hash::FxHashMap;

pub(super) struct Vectors<'a> {
    pub f: &'a mut Function,
    pub site: &'a VectorSite<'a>,
    pub body: &'a Body,
    pub accesses: &'a Accesses,
    /// How many iterations are executed at once.
    pub factor: u64,
    /// Where values are computed that are the same in all iterations.
    pub setup: Block,
    /// The block of the vector loop.
    pub main: Block,
    /// The location of what is emitted: that of the scalar operator, or of the loop.
    pub loc: SourceLoc,
    /// The induction variables of the vector loop, by those of the original.
    pub scalars: FxHashMap<Value, Value>,
    pub numbers: FxHashMap<(Value, u32), Vec<Value>>,
    pub masks: FxHashMap<(Value, u32), Vec<Value>>,
    pub bases: FxHashMap<usize, Value>,
    pub rows: Rows,
    /// For each parameter that is a value of the iteration before: the vector of the iterations before.
    pub carried: Vec<Value>,
}

impl Vectors<'_> {
    pub(super) fn op(&mut self, op: Op, args: &[Value]) -> Value {
        let inst = self.f.append(self.main, op, args, &[ValType::V128], self.loc);
        self.f.result(inst).expect("a vector")
    }

    pub(super) fn constant(&mut self, bits: u128) -> Value {
        let value = V128::from(bits as i128);
        let inst =
            self.f.append(self.setup, Op::V128Const { value }, &[], &[ValType::V128], self.loc);
        self.f.result(inst).expect("a vector")
    }

    /// How many vectors a value with lanes of this width takes.
    pub fn parts(&self, width: u32) -> usize {
        (self.factor * u64::from(width)).div_ceil(VECTOR_BITS) as usize
    }

    /// Emits an iteration.
    pub fn iteration(&mut self) {
        let accesses = self.accesses;
        let of_loop = self.loc;
        for inst in self.body.insts.clone() {
            self.loc = self.f.insts[inst].loc;
            let Some(n) = accesses.list.iter().position(|access| access.inst == inst) else {
                self.compute(inst);
                continue;
            };
            let access = &accesses.list[n];
            match access.stride.gap() {
                _ if !access.is_store() && !self.body.is_executed(inst, false) => {}
                _ if !access.is_store() => self.load(access),
                None => self.store(access),
                Some(stride) if access.executed == n => self.store_interleaved(n, stride),
                // The store is executed with the last store of its row.
                Some(_) => {}
            }
            if access.is_store() {
                self.rows.clear();
            }
        }
        self.loc = of_loop;
    }

    /// Whether a lane leaves the loop early, if it is a search.
    pub fn any_early_exit(&mut self) -> Option<Value> {
        let mut all: Option<Value> = None;
        for &(condition, width) in &self.body.early_exits {
            let parts = if invar_ir::mutant!(VectorizeSearchFirstPart) {
                vec![self.mask(condition, width)[0]]
            } else {
                self.mask(condition, width)
            };
            for part in parts {
                all = Some(all.map_or(part, |all| self.op(Op::V128Or, &[all, part])));
            }
        }
        let inst = self.f.append(self.main, Op::V128AnyTrue, &[all?], &[ValType::I32], self.loc);
        self.f.result(inst)
    }

    fn compute(&mut self, inst: Inst) {
        let Some(result) = self.f.result(inst) else { return };
        if self.body.sources.get(&result) != Some(&Source::Inst(inst)) {
            return;
        }
        if let Some(&width) = self.body.masks.get(&result) {
            if width > 0 {
                let op = lanes::of_compare(&self.f.insts[inst].op, width).expect("it was planned");
                let parts = self.zip(inst, width, &op);
                self.masks.insert((result, width), parts);
            }
        } else if let Some(&width) = self.body.widths.get(&result) {
            let parts = self.value(inst, result, width);
            self.numbers.insert((result, width), parts);
        }
    }

    /// An operator on the parts of all operands, in lanes of this width.
    fn zip(&mut self, inst: Inst, width: u32, op: &Op) -> Vec<Value> {
        let args: Vec<Value> = self.f.args(inst).to_vec();
        let args: Vec<Vec<Value>> = args.iter().map(|&arg| self.number(arg, width)).collect();
        (0..self.parts(width))
            .map(|n| {
                let args: Vec<Value> = args.iter().map(|parts| parts[n]).collect();
                self.op(op.clone(), &args)
            })
            .collect()
    }

    pub(super) fn each(&mut self, parts: Vec<Value>, op: &Op) -> Vec<Value> {
        parts.into_iter().map(|part| self.op(op.clone(), &[part])).collect()
    }

    /// The parts of the result of an instruction, in lanes of this width.
    fn value(&mut self, inst: Inst, result: Value, width: u32) -> Vec<Value> {
        use Op::*;
        let op = self.f.insts[inst].op.clone();
        let args: Vec<Value> =
            self.f.args(inst).iter().map(|&arg| self.site.resolve(self.f, arg)).collect();
        if let Some(parts) = self.fused(&op, &args, width) {
            return parts;
        }
        if let Some(Saturating { op, operands, .. }) = self.body.saturating.get(&inst) {
            let [left, right] = operands.map(|operand| self.number(operand, width));
            let pairs = left.into_iter().zip(right);
            return pairs.map(|(left, right)| self.op(op.clone(), &[left, right])).collect();
        }
        if let Some((_, vector)) = lanes::of_floats(&op) {
            return self.zip(inst, width, &vector);
        }
        match op {
            I32Shl | I64Shl | I32ShrU | I64ShrU | I32ShrS | I64ShrS => {
                let vector = lanes::of_shift(&op, width).expect("there is one of each width");
                let amount = self.amount(args[1]);
                let parts = self.number(args[0], width);
                parts.into_iter().map(|part| self.op(vector.clone(), &[part, amount])).collect()
            }
            I32Extend8S | I64Extend8S => self.extension(args[0], 8, width, true),
            I32Extend16S | I64Extend16S => self.extension(args[0], 16, width, true),
            I64Extend32S | I64ExtendI32S => self.extension(args[0], 32, width, true),
            I64ExtendI32U => self.extension(args[0], 32, width, false),
            I32WrapI64 | I32ReinterpretF32 | F32ReinterpretI32 | I64ReinterpretF64
            | F64ReinterpretI64 => self.number(args[0], width),
            F32ConvertI32S => self.map(args[0], F32x4ConvertI32x4S),
            F32ConvertI32U => self.map(args[0], F32x4ConvertI32x4U),
            I32TruncSatF32S => self.map(args[0], I32x4TruncSatF32x4S),
            I32TruncSatF32U => self.map(args[0], I32x4TruncSatF32x4U),
            F64ConvertI32S => self.widening(args[0], F64x2ConvertLowI32x4S),
            F64ConvertI32U => self.widening(args[0], F64x2ConvertLowI32x4U),
            F64PromoteF32 => self.widening(args[0], F64x2PromoteLowF32x4),
            F32DemoteF64 => self.narrowing(args[0], F32x4DemoteF64x2Zero),
            I32TruncSatF64S => self.narrowing(args[0], I32x4TruncSatF64x2SZero),
            I32TruncSatF64U => self.narrowing(args[0], I32x4TruncSatF64x2UZero),
            F32Copysign | F64Copysign => {
                let sign = lanes::constant(width, |_| 1 << (width - 1));
                let sign = self.constant(sign);
                let [to, from] = [args[0], args[1]].map(|arg| self.number(arg, width));
                (to.into_iter().zip(from))
                    .map(|(to, from)| self.op(V128Bitselect, &[from, to, sign]))
                    .collect()
            }
            Select | TypedSelect { .. } if self.body.minmax.contains_key(&inst) => {
                let choice = self.body.minmax[&inst];
                let op = choice.order.lanes(width).expect("it was planned");
                let [left, right] = [choice.left, choice.right].map(|arg| self.number(arg, width));
                (left.into_iter().zip(right))
                    .map(|(left, right)| self.op(op.clone(), &[left, right]))
                    .collect()
            }
            Select | TypedSelect { .. } if self.is_zero(args[1]) => {
                let (then, mask) = (self.number(args[0], width), self.mask(args[2], width));
                (then.into_iter().zip(mask))
                    .map(|(then, mask)| self.op(V128And, &[then, mask]))
                    .collect()
            }
            Select | TypedSelect { .. } => {
                let [then, els] = [args[0], args[1]].map(|arg| self.number(arg, width));
                let mask = self.mask(args[2], width);
                (then.into_iter().zip(els).zip(mask))
                    .map(|((then, els), mask)| self.op(V128Bitselect, &[then, els, mask]))
                    .collect()
            }
            _ => {
                let vector = lanes::of_low_bits(&op, width).expect("it was planned");
                debug_assert!(natural(self.f.ty(result)).is_some());
                self.zip(inst, width, &vector)
            }
        }
    }

    /// The parts of a sum of a product and something else, or of a difference from it, where both may be one operator.
    fn fused(&mut self, op: &Op, args: &[Value], width: u32) -> Option<Vec<Value>> {
        use Op::*;
        if self.site.floats != (Floats::Fast { fused: true }) {
            return None;
        }
        let (fused, product) = match op {
            F32Add => (F32x4RelaxedMadd, F32Mul),
            F64Add => (F64x2RelaxedMadd, F64Mul),
            F32Sub => (F32x4RelaxedNmadd, F32Mul),
            F64Sub => (F64x2RelaxedNmadd, F64Mul),
            _ => return None,
        };
        let factors = |value: Value| match self.body.sources.get(&value) {
            Some(&Source::Inst(inst)) if self.f.insts[inst].op == product => {
                Some(self.f.args(inst).to_vec())
            }
            _ => None,
        };
        let (factors, other) = match (factors(args[1]), factors(args[0])) {
            (Some(factors), _) => (factors, args[0]),
            (None, Some(factors)) if matches!(op, F32Add | F64Add) => (factors, args[1]),
            _ => return None,
        };
        let [left, right, other] =
            [factors[0], factors[1], other].map(|value| self.number(value, width));
        let all = left.into_iter().zip(right).zip(other);
        Some(all.map(|((a, b), c)| self.op(fused.clone(), &[a, b, c])).collect())
    }

    fn is_zero(&self, value: Value) -> bool {
        self.f.constant(value).and_then(|number| number.as_int()) == Some(0)
    }

    fn map(&mut self, operand: Value, op: Op) -> Vec<Value> {
        let parts = self.number(operand, 32);
        self.each(parts, &op)
    }

    /// Lanes of 64 bits from those of 32, by an operator on the two lower ones.
    fn widening(&mut self, operand: Value, op: Op) -> Vec<Value> {
        let parts = self.number(operand, 32);
        let mut wide = Vec::new();
        for part in parts {
            wide.push(self.op(op.clone(), &[part]));
            if wide.len() < self.parts(64) {
                let high = self.op(Op::I8x16Shuffle { lanes: HIGH }, &[part, part]);
                wide.push(self.op(op.clone(), &[high]));
            }
        }
        wide
    }

    /// Lanes of 32 bits from those of 64, by an operator that makes the two lower ones.
    fn narrowing(&mut self, operand: Value, op: Op) -> Vec<Value> {
        let parts = self.number(operand, 64);
        let parts = self.each(parts, &op);
        let lanes = std::array::from_fn(|n| (n + n / 8 * 8) as u8);
        parts.chunks(2).map(|pair| self.pair(pair, Op::I8x16Shuffle { lanes })).collect()
    }

    pub(super) fn pair(&mut self, pair: &[Value], op: Op) -> Value {
        self.op(op, &[pair[0], pair[pair.len() - 1]])
    }

    fn extension(&mut self, operand: Value, from: u32, width: u32, signed: bool) -> Vec<Value> {
        let parts = self.number(operand, from.min(width));
        self.extended(parts, from.min(width), width, signed)
    }

    /// Lanes of `width` bits from those of `from`.
    pub(super) fn extended(
        &mut self,
        mut parts: Vec<Value>,
        mut from: u32,
        width: u32,
        signed: bool,
    ) -> Vec<Value> {
        while from < width {
            let [low, high] = lanes::extends(from, signed);
            from *= 2;
            let most = self.parts(from);
            let mut wide = Vec::new();
            for part in parts {
                wide.push(self.op(low.clone(), &[part]));
                if wide.len() < most {
                    wide.push(self.op(high.clone(), &[part]));
                }
            }
            parts = wide;
        }
        parts
    }

    /// The low bits of lanes of `from` bits.
    fn truncated(&mut self, mut parts: Vec<Value>, mut from: u32, width: u32) -> Vec<Value> {
        while from > width {
            from /= 2;
            let op = Op::I8x16Shuffle { lanes: lanes::even(from) };
            parts = parts.chunks(2).map(|pair| self.pair(pair, op.clone())).collect();
        }
        parts
    }

    /// The parts of a number in lanes of this width: its low bits.
    pub fn number(&mut self, value: Value, width: u32) -> Vec<Value> {
        let value = self.site.resolve(self.f, value);
        if let Some(parts) = self.numbers.get(&(value, width)) {
            return parts.clone();
        }
        let parts = match self.body.sources[&value].clone() {
            Source::Invariant => vec![self.broadcast(value, width); self.parts(width)],
            Source::Affine { base, step } => self.affine(&base, step, width),
            Source::Inst(_) if self.body.masks.contains_key(&value) => {
                let one = self.constant(lanes::constant(width, |_| 1));
                let mask = self.mask(value, width);
                mask.into_iter().map(|part| self.op(Op::V128And, &[part, one])).collect()
            }
            Source::Previous(at) => {
                let own = self.body.previous[at].width;
                if own == width {
                    self.moved(at)
                } else {
                    let parts = self.number(value, own);
                    self.truncated(parts, own, width)
                }
            }
            Source::Inst(_) | Source::Reduction(_) => {
                let wider = (4..7).map(|log| 1 << log).filter(|&wider| wider > width);
                let (from, parts) = wider
                    .filter_map(|from| Some((from, self.numbers.get(&(value, from))?.clone())))
                    .next()
                    .expect("operands come first");
                if self.site.fits(self.f, value, width, false) && from == 2 * width && width < 32 {
                    // Nothing saturates.
                    let narrow =
                        if width == 8 { Op::I8x16NarrowI16x8U } else { Op::I16x8NarrowI32x4U };
                    parts.chunks(2).map(|pair| self.pair(pair, narrow.clone())).collect()
                } else {
                    self.truncated(parts, from, width)
                }
            }
        };
        self.numbers.insert((value, width), parts.clone());
        parts
    }

    /// What the iterations before computed: lanes are moved by one.
    fn moved(&mut self, at: usize) -> Vec<Value> {
        let Previous { value, width, .. } = self.body.previous[at];
        let mut before = self.carried[at];
        let first = 16 - width / 8;
        let by = if invar_ir::mutant!(VectorizePreviousUnmoved) { 16 } else { first };
        let lanes = std::array::from_fn(|byte| (by as usize + byte) as u8);
        let mut moved = Vec::new();
        for part in self.number(value, width) {
            moved.push(self.op(Op::I8x16Shuffle { lanes }, &[before, part]));
            before = part;
        }
        moved
    }

    /// A vector whose lanes are all an invariant value.
    pub(super) fn broadcast(&mut self, value: Value, width: u32) -> Value {
        let bits = match self.f.constant(value) {
            Some(Const::F32(number)) => Some(u64::from(number)),
            Some(Const::F64(number)) => Some(number),
            Some(constant) => constant.as_int().map(|number| number as u64),
            None => None,
        };
        if let Some(bits) = bits {
            return self.constant(lanes::constant(width, |_| bits));
        }
        let splat = lanes::splat_of(self.f.ty(value), width);
        // A parameter that the loop does not change is what it starts with.
        let value = self.scalars.get(&value).copied().unwrap_or(value);
        let mut emit = Emit { f: &mut *self.f, block: self.setup, loc: self.loc };
        let value = match emit.f.ty(value) {
            ValType::I64 => emit.resized(value, width == 64),
            _ => value,
        };
        emit.op(ValType::V128, splat, &[value])
    }

    /// The amount of a shift.
    fn amount(&mut self, value: Value) -> Value {
        let mut emit = Emit { f: &mut *self.f, block: self.setup, loc: self.loc };
        match emit.f.constant(value).and_then(|constant| constant.as_int()) {
            Some(by) => emit.int(false, by as u64 & 63),
            None => emit.resized(value, false),
        }
    }

    /// A sum of induction variables, and of what does not change.
    pub(super) fn scalar(&mut self, sum: &Linear, block: Block) -> Value {
        let mut here = Linear::constant(sum.wide, sum.constant);
        for &(value, factor) in &sum.terms {
            let value = self.f.resolve(value);
            here.add_term(self.scalars.get(&value).copied().unwrap_or(value), factor);
        }
        Emit { f: &mut *self.f, block, loc: self.loc }.sum(&here)
    }

    fn affine(&mut self, base: &Linear, step: u64, width: u32) -> Vec<Value> {
        let first = self.scalar(base, self.main);
        let mut emit = Emit { f: &mut *self.f, block: self.main, loc: self.loc };
        let first = if base.wide { emit.resized(first, width == 64) } else { first };
        let first = self.op(lanes::splat(width), &[first]);
        let each = VECTOR_BITS / u64::from(width);
        (0..self.parts(width) as u64)
            .map(|part| {
                let lane = |n| step.wrapping_mul(part * each + n);
                let by = if invar_ir::mutant!(VectorizeLanesEqual) { 0 } else { 1 };
                let by = self.constant(lanes::constant(width, |n| lane(n) * by));
                self.op(lanes::add(width), &[first, by])
            })
            .collect()
    }

    /// The parts of a condition as masks in lanes of this width.
    pub(super) fn mask(&mut self, value: Value, width: u32) -> Vec<Value> {
        let value = self.site.resolve(self.f, value);
        if let Some(parts) = self.masks.get(&(value, width)) {
            return parts.clone();
        }
        let parts = if is_condition(self.f, self.site, value) {
            match self.body.masks[&value] {
                0 => self.combined(value, width),
                from => {
                    let parts = self.masks[&(value, from)].clone();
                    self.resized(parts, from, width)
                }
            }
        } else {
            let from = natural(self.f.ty(value)).expect("a number");
            let (parts, zero) = (self.number(value, from), self.constant(0));
            let differs = lanes::differs(from);
            let parts =
                parts.into_iter().map(|part| self.op(differs.clone(), &[part, zero])).collect();
            self.resized(parts, from, width)
        };
        self.masks.insert((value, width), parts.clone());
        parts
    }

    /// A combination of conditions, of which there are few.
    fn combined(&mut self, value: Value, width: u32) -> Vec<Value> {
        let inst = self.f.def_inst(value).expect("a condition");
        let args: Vec<Value> = self.f.args(inst).to_vec();
        let op = match self.f.insts[inst].op {
            Op::I32And => Op::V128And,
            Op::I32Or => Op::V128Or,
            Op::I32Xor => Op::V128Xor,
            _ => {
                let operand = self.site.resolve(self.f, args[0]);
                if is_condition(self.f, self.site, operand) {
                    let parts = self.mask(operand, width);
                    return self.each(parts, &Op::V128Not);
                }
                let from = natural(self.f.ty(operand)).expect("a number");
                let (parts, zero) = (self.number(operand, from), self.constant(0));
                let equals = lanes::equals(from);
                let parts =
                    parts.into_iter().map(|part| self.op(equals.clone(), &[part, zero])).collect();
                return self.resized(parts, from, width);
            }
        };
        let [left, right] = [args[0], args[1]].map(|arg| self.mask(arg, width));
        (left.into_iter().zip(right))
            .map(|(left, right)| self.op(op.clone(), &[left, right]))
            .collect()
    }

    /// Masks in lanes of another width.
    pub(super) fn resized(
        &mut self,
        mut parts: Vec<Value>,
        mut from: u32,
        width: u32,
    ) -> Vec<Value> {
        if from < width {
            return self.extended(parts, from, width, true);
        }
        while from > width {
            from /= 2;
            let op = match from {
                8 => Op::I8x16NarrowI16x8S,
                16 => Op::I16x8NarrowI32x4S,
                _ => Op::I8x16Shuffle { lanes: lanes::even(32) },
            };
            parts = parts.chunks(2).map(|pair| self.pair(pair, op.clone())).collect();
        }
        parts
    }
}

/// The upper half of the first vector, as a shuffle.
const HIGH: [u8; 16] = [8, 9, 10, 11, 12, 13, 14, 15, 8, 9, 10, 11, 12, 13, 14, 15];
