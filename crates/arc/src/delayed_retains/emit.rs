//! Writes the code that delayed copies take: comparisons, tests of counts, copies on edges.

use crate::runtimes::table::{Count, Runtime};
use invar_ir::{
    Block, BlockCall, Function, MemArg, MemOrdering, MemSpace, Op, SourceLoc, Terminator, ValType,
    Value,
};

/// A word of memory.
const WORD: MemArg = MemArg {
    offset: 0,
    memory: 0,
    align: 2,
    max_align: 2,
    space: MemSpace::Memory,
    ordering: MemOrdering::Default,
};

/// A function that is changed.
pub(super) struct Emit<'a> {
    pub f: &'a mut Function,
    pub runtime: &'a Runtime,
}

impl Emit<'_> {
    /// A result.
    pub fn value(&mut self, block: Block, op: Op, args: &[Value], loc: SourceLoc) -> Value {
        let inst = self.f.append(block, op, args, &[ValType::I32], loc);
        self.f.result(inst).expect("it has a result")
    }

    /// Null, at the end of a block.
    pub fn null(&mut self, block: Block) -> Value {
        let loc = self.f.blocks[block].term_loc;
        self.value(block, Op::I32Const { value: 0 }, &[], loc)
    }

    /// A copy.
    pub fn copy(&mut self, block: Block, value: Value, loc: SourceLoc) {
        self.f.append(block, Op::CopyValue, &[value], &[ValType::I32], loc);
    }

    /// Ends a block with a jump.
    pub fn jump(&mut self, from: Block, to: Block, args: &[Value], loc: SourceLoc) {
        self.f.blocks[from].term = Terminator::Jump(self.f.call(to, args));
        self.f.blocks[from].term_loc = loc;
    }

    /// Ends a block with a branch.
    pub fn branch(
        &mut self,
        from: Block,
        cond: Value,
        then: Block,
        els: BlockCall,
        loc: SourceLoc,
    ) {
        let then = self.f.call(then, &[]);
        self.f.blocks[from].term = Terminator::BrIf { cond, then, els };
        self.f.blocks[from].term_loc = loc;
    }

    /// Moves the terminator of a block to a new block.
    pub fn split(&mut self, at: Block) -> Block {
        let rest = self.f.add_block();
        self.f.blocks[rest].term = std::mem::take(&mut self.f.blocks[at].term);
        self.f.blocks[rest].term_loc = self.f.blocks[at].term_loc;
        rest
    }

    /// Passes something on along an edge.
    pub fn pass(&mut self, from: Block, nth: u32, value: Value) {
        let mut term = std::mem::take(&mut self.f.blocks[from].term);
        let call = term.target_mut(nth as usize).expect("an edge of the terminator");
        let (block, weight) = (call.block, call.weight);
        let mut args = self.f.list(&call.args).to_vec();
        args.push(value);
        *call = BlockCall { weight, ..self.f.call(block, &args) };
        self.f.blocks[from].term = term;
    }

    /// Copies on an edge, in a block of their own.
    pub fn copy_on(&mut self, from: Block, nth: u32, values: &[Value]) {
        let middle = self.f.add_block();
        let loc = self.f.blocks[from].term_loc;
        let mut term = std::mem::take(&mut self.f.blocks[from].term);
        let call = term.target_mut(nth as usize).expect("an edge of the terminator");
        let weight = call.weight;
        let mut inner = std::mem::replace(call, self.f.call(middle, &[]));
        call.weight = weight;
        inner.weight = 0;
        self.f.blocks[from].term = term;
        self.f.blocks[middle].term = Terminator::Jump(inner);
        self.f.blocks[middle].term_loc = loc;
        values.iter().for_each(|&value| self.copy(middle, value, loc));
    }

    /// Destroys something at the end of a block while copies of `pending` are, and goes on to `rest`, which takes
    /// them: the same, or nulls if it was the last destroy, so that they were made before it.
    pub fn destroy(
        &mut self,
        block: Block,
        rest: Block,
        destroyed: Value,
        pending: &[Value],
        loc: SourceLoc,
    ) {
        // What lies too low to have a count before it is no object, whatever the table says is immortal.
        let lowest = self.runtime.count.map_or(0, |count| count.word.saturating_neg().max(1) - 1);
        let bound = self.runtime.immortal.max(lowest as u32) as i32;
        let bound = self.number(block, bound, loc);
        let counted = self.value(block, Op::I32GtU, &[destroyed, bound], loc);
        let last = self.f.add_block();
        let test = match self.runtime.count {
            Some(count) => {
                let (test, live) = (self.f.add_block(), self.f.add_block());
                self.test_last(test, destroyed, count, [last, live], loc);
                self.f.append(live, Op::DestroyValue, &[destroyed], &[], loc);
                self.jump(live, rest, pending, loc);
                test
            }
            None => last,
        };
        let els = self.f.call(rest, pending);
        self.branch(block, counted, test, els, loc);
        pending.iter().for_each(|&value| self.copy(last, value, loc));
        self.f.append(last, Op::DestroyValue, &[destroyed], &[], loc);
        let null = self.number(last, 0, loc);
        self.jump(last, rest, &vec![null; pending.len()], loc);
    }

    /// Branches on whether the count of an object is less than two.
    fn test_last(
        &mut self,
        at: Block,
        object: Value,
        count: Count,
        [last, live]: [Block; 2],
        loc: SourceLoc,
    ) {
        let word = self.word(at, object, count.word, loc);
        let mask = self.number(at, count.mask as i32, loc);
        let number = self.value(at, Op::I32And, &[word, mask], loc);
        let two = self.number(at, 2, loc);
        let one = self.value(at, Op::I32LtU, &[number, two], loc);
        let els = self.f.call(live, &[]);
        self.branch(at, one, last, els, loc);
    }

    fn number(&mut self, at: Block, value: i32, loc: SourceLoc) -> Value {
        self.value(at, Op::I32Const { value }, &[], loc)
    }

    /// The word at a distance from an object.
    fn word(&mut self, at: Block, object: Value, distance: i32, loc: SourceLoc) -> Value {
        let distance = self.number(at, distance, loc);
        let place = self.value(at, Op::I32Add, &[object, distance], loc);
        self.value(at, Op::I32Load { memarg: WORD }, &[place], loc)
    }
}
