//! The bytes of a body without what may differ between similar functions.

use invar_ir::{Func, Module, Op, TypeHierarchy, ValType};
use invar_rules::sleb_size;
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};
use std::ops::Range;
use wasmparser::{BinaryReader, FunctionBody, HeapType, Operator, RefType, UnpackedIndex};

/// What may differ, at an operator of a body.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum What {
    /// The value of a constant.
    Constant,
    /// The address of a load, a constant with the load's offset.
    Address,
    /// The function that is called.
    Callee,
    /// A call of the function itself: no difference.
    Itself,
}

/// A place of a body at which similar functions may differ.
#[derive(Clone, Debug)]
pub(super) struct Hole {
    pub what: What,
    /// The operator, from the start of the body: the constant, the load or the call.
    pub at: u32,
    /// What makes the value that a shared function is called with: a constant, or a reference to the callee.
    pub op: Op,
    /// The type of that value.
    pub ty: ValType,
}

impl Hole {
    /// How many bytes `op` has.
    pub fn bytes(&self) -> usize {
        match self.op {
            Op::I32Const { value } => 1 + sleb_size(value.into()) as usize,
            Op::I64Const { value } => 1 + sleb_size(value) as usize,
            Op::F32Const { .. } => 5,
            Op::F64Const { .. } => 9,
            _ => 3,
        }
    }

    /// Whether two places are alike but for the value.
    pub fn is_like(&self, other: &Hole) -> bool {
        self.what == other.what && self.ty == other.ty
    }
}

/// A body, apart from what may differ.
pub(super) struct Shape {
    pub holes: Vec<Hole>,
    /// The bytes that are not compared, in order.
    cuts: Vec<Range<u32>>,
    /// Of what is compared.
    pub hash: u64,
}

impl Shape {
    /// The shape of a function with these bytes. `None` if they cannot be read. With `callees`, called functions may
    /// differ.
    pub fn of(
        module: &Module,
        types: &TypeHierarchy,
        func: Func,
        bytes: &[u8],
        callees: bool,
    ) -> Option<Shape> {
        let mut reader =
            FunctionBody::new(BinaryReader::new(bytes, 0)).get_operators_reader().ok()?;
        let mut shape = Shape { holes: Vec::new(), cuts: Vec::new(), hash: 0 };
        // Whether the last operator is a hole for an i32.
        let mut address = false;
        while !reader.eof() {
            let start = reader.original_position() as u32;
            let operator = reader.read().ok()?;
            let at = start..reader.original_position() as u32;
            let before = std::mem::take(&mut address);
            let op = Op::from_operator(operator.clone());
            let hole = |what, op, ty| Hole { what, at: start, op, ty };
            match operator {
                Operator::I32Const { .. } => {
                    shape.cut(hole(What::Constant, op?, ValType::I32), at);
                    address = true;
                }
                Operator::I64Const { .. } => {
                    shape.cut(hole(What::Constant, op?, ValType::I64), at);
                }
                Operator::F32Const { .. } => {
                    shape.cut(hole(What::Constant, op?, ValType::F32), at);
                }
                Operator::F64Const { .. } => {
                    shape.cut(hole(What::Constant, op?, ValType::F64), at);
                }
                Operator::Call { function_index } if function_index == func.as_u32() => {
                    // It has no type of its own.
                    shape.cut(hole(What::Itself, op?, ValType::I32), at);
                }
                Operator::Call { function_index } if callees => {
                    let ty = types.canonical(module.funcs.get(Func::from_u32(function_index))?.ty);
                    let heap = HeapType::Concrete(UnpackedIndex::Module(ty.as_u32()));
                    let ty = ValType::Ref(RefType::new(false, heap)?);
                    shape.cut(hole(What::Callee, Op::RefFunc { function_index }, ty), at);
                }
                _ if before => shape.address(bytes, at),
                _ => {}
            }
        }
        let mut hasher = FxHasher::default();
        shape.text(bytes).for_each(|piece| piece.hash(&mut hasher));
        for Hole { what, ty, .. } in &shape.holes {
            (*what as u8, ty).hash(&mut hasher);
        }
        let is_blind = invar_ir::mutant!(MergeSimilarOtherText);
        shape.hash = if is_blind { 0 } else { hasher.finish() };
        Some(shape)
    }

    fn cut(&mut self, hole: Hole, cut: Range<u32>) {
        self.holes.push(hole);
        self.cuts.push(cut);
    }

    /// If an operator is a load from a memory with 32-bit addresses, its offset becomes part of the constant before it.
    fn address(&mut self, bytes: &[u8], load: Range<u32>) {
        let (Some(offset), Some(hole)) = (offset_of(bytes, &load), self.holes.last_mut()) else {
            return;
        };
        let Op::I32Const { value } = hole.op else { return };
        let (at, offset) = offset;
        // The sum does not wrap around in the load.
        let sum = (value as u32).checked_add(offset);
        let wrapped = (value as u32).wrapping_add(offset);
        let sum = if invar_ir::mutant!(MergeSimilarWraps) { Some(wrapped) } else { sum };
        let Some(sum) = sum else { return };
        hole.op = Op::I32Const { value: sum as i32 };
        (hole.what, hole.at) = (What::Address, load.start);
        self.cuts.push(at);
    }

    /// The bytes that are compared, piece by piece.
    pub fn text<'a>(&'a self, bytes: &'a [u8]) -> impl Iterator<Item = &'a [u8]> {
        let starts = self.cuts.iter().map(|cut| cut.start as usize).chain([bytes.len()]);
        let ends = self.cuts.iter().map(|cut| cut.end as usize);
        std::iter::once(0).chain(ends).zip(starts).map(|(start, end)| &bytes[start..end])
    }
}

/// The offset of a load of a number, and where it is in the bytes of a body.
fn offset_of(bytes: &[u8], load: &Range<u32>) -> Option<(Range<u32>, u32)> {
    let operator = &bytes[load.start as usize..load.end as usize];
    // From `i32.load` to `i64.load32_u`.
    if !matches!(operator.first()?, 0x28..=0x35) {
        return None;
    }
    let mut reader = BinaryReader::new(&operator[1..], 0);
    let flags = reader.read_var_u32().ok()?;
    if flags & 0x40 != 0 {
        return None;
    }
    let start = load.start + 1 + reader.original_position() as u32;
    let offset = u32::try_from(reader.read_var_u64().ok()?).ok()?;
    Some((start..load.end, offset))
}
