//! Functions that count references, of about a given number of instructions.

use invar_ir::{
    Block, BlockCall, Function, MemArg, MemOrdering, MemSpace, Op, SourceLoc, Terminator, TypeId,
    ValType, Value,
};

/// The function of which nothing is known.
const UNKNOWN: u32 = 0;

struct Maker {
    f: Function,
}

impl Maker {
    fn new() -> Self {
        Maker { f: Function::new(TypeId::from_u32(0), &[ValType::I32, ValType::I32], &[]) }
    }

    fn op(&mut self, block: Block, op: Op, args: &[Value]) -> Value {
        let inst = self.f.append(block, op, args, &[ValType::I32], SourceLoc::default());
        self.f.result(inst).expect("it has a result")
    }

    fn effect(&mut self, block: Block, op: Op, args: &[Value]) {
        self.f.append(block, op, args, &[], SourceLoc::default());
    }

    fn copy(&mut self, block: Block, of: Value) -> Value {
        self.op(block, Op::CopyValue, &[of])
    }

    fn destroy(&mut self, block: Block, value: Value) {
        self.effect(block, Op::DestroyValue, &[value]);
    }

    fn unknown(&mut self, block: Block) {
        self.effect(block, Op::Call { function_index: UNKNOWN }, &[]);
    }

    fn load(&mut self, block: Block, from: Value) -> Value {
        let memarg = MemArg {
            offset: 4,
            memory: 0,
            align: 2,
            max_align: 2,
            space: MemSpace::Memory,
            ordering: MemOrdering::Default,
        };
        self.op(block, Op::I32Load { memarg }, &[from])
    }

    fn call(&mut self, block: Block, args: &[Value]) -> BlockCall {
        self.f.call(block, args)
    }

    fn finish(mut self, block: Block) -> Function {
        self.f.blocks[block].term = Terminator::Return(Default::default());
        self.f
    }

    fn params(&self) -> (Block, Value, Value) {
        let entry = self.f.entry;
        (entry, self.f.blocks[entry].params[0], self.f.blocks[entry].params[1])
    }
}

/// Copies nested in copies.
pub fn nested(size: usize) -> Function {
    let mut m = Maker::new();
    let (block, mut value, _) = m.params();
    let copies: Vec<Value> = (0..size / 3)
        .map(|_| {
            value = m.copy(block, value);
            m.unknown(block);
            value
        })
        .collect();
    copies.into_iter().rev().for_each(|copy| m.destroy(block, copy));
    m.finish(block)
}

/// A ladder of diamonds, a copy before each and a destroy in both arms.
pub fn ladder(size: usize) -> Function {
    let mut m = Maker::new();
    let (mut block, value, cond) = m.params();
    let outer = m.copy(block, value);
    for _ in 0..size / 5 {
        let copy = m.copy(block, outer);
        m.unknown(block);
        let (then, els, join) = (m.f.add_block(), m.f.add_block(), m.f.add_block());
        m.unknown(then);
        m.destroy(then, copy);
        m.destroy(els, copy);
        let (to_then, to_els) = (m.call(then, &[]), m.call(els, &[]));
        m.f.blocks[block].term = Terminator::BrIf { cond, then: to_then, els: to_els };
        for arm in [then, els] {
            let to = m.call(join, &[]);
            m.f.blocks[arm].term = Terminator::Jump(to);
        }
        block = join;
    }
    m.destroy(block, outer);
    m.finish(block)
}

/// References carried round a loop, each exchanged for the next of a list; with a `call` in the loop each must be
/// owned.
pub fn carried(size: usize, call: bool) -> Function {
    let mut m = Maker::new();
    let (entry, value, cond) = m.params();
    let (body, out) = (m.f.add_block(), m.f.add_block());
    let count = size / 5;
    let mut first = Vec::new();
    for _ in 0..count {
        let loaded = m.load(entry, value);
        first.push(m.copy(entry, loaded));
    }
    let carried: Vec<Value> = (0..count).map(|_| m.f.add_param(body, ValType::I32)).collect();
    if call {
        m.unknown(body);
    }
    let mut next = Vec::new();
    for &reference in &carried {
        let loaded = m.load(body, reference);
        next.push(m.copy(body, loaded));
        m.destroy(body, reference);
    }
    let enter = m.call(body, &first);
    m.f.blocks[entry].term = Terminator::Jump(enter);
    let (then, els) = (m.call(body, &next), m.call(out, &[]));
    m.f.blocks[body].term = Terminator::BrIf { cond, then, els };
    next.into_iter().for_each(|reference| m.destroy(out, reference));
    m.finish(out)
}

/// Copies of one object, region after region.
pub fn regions(size: usize) -> Function {
    let mut m = Maker::new();
    let (block, value, _) = m.params();
    for _ in 0..size / 4 {
        let copy = m.copy(block, value);
        m.unknown(block);
        m.destroy(block, copy);
        m.unknown(block);
    }
    m.finish(block)
}
