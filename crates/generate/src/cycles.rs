//! Random functions with irreducible cycles among conditionals and reducible loops.
//!
//! The shape is made of nested pieces: straight code, conditionals, loops that test at their start or
//! end, and cycles with two or three entries. A cycle is entered by a branch or a jump table, or at one entry
//! from each alternative of a conditional. Its blocks may hold further pieces, and leave it to several
//! places, or end the function. All blocks are filled as those of
//! [`random_function`](crate::functions::random_function).

use crate::Random;
use crate::functions::{random_function_of, random_inst};
use invar_ir::{Block, BlockCall, Function, Module, Terminator, ValType, Value};

/// A random function from two `i32` to one, in the module of [`random_function`].
///
/// [`random_function`]: crate::functions::random_function
pub fn random_cycles(random: &mut Random) -> (Module, Function) {
    random_function_of(random, shape, random_inst)
}

/// Makes the blocks, their parameters, and branches without operands.
fn shape(function: &mut Function, random: &mut Random) {
    let mut shape = Shape { function, random, left: 24 };
    let mut at = shape.function.entry;
    for _ in 0..2 + shape.random.below(3) {
        at = shape.piece(at, 3);
    }
    shape.function.blocks[at].term = Terminator::Return(Default::default());
}

struct Shape<'a> {
    function: &'a mut Function,
    random: &'a mut Random,
    /// About how many blocks may still be made.
    left: usize,
}

/// An edge that has no arguments yet.
fn edge(block: Block) -> BlockCall {
    BlockCall { block, args: Default::default(), weight: 0 }
}

impl Shape<'_> {
    fn block(&mut self) -> Block {
        self.left = self.left.saturating_sub(1);
        let block = self.function.add_block();
        for _ in 0..self.random.below(3) {
            let ty = if self.random.one_in(5) { ValType::I64 } else { ValType::I32 };
            self.function.add_param(block, ty);
        }
        block
    }

    /// Ends a block with a branch to all of these.
    fn branch(&mut self, from: Block, to: &[Block]) {
        let operand = Value::from_u32(0);
        self.function.blocks[from].term = match *to {
            [one] => Terminator::Jump(edge(one)),
            [then, els] => Terminator::BrIf { cond: operand, then: edge(then), els: edge(els) },
            _ => Terminator::BrTable {
                index: operand,
                targets: to[1..].iter().map(|&block| edge(block)).collect(),
                default: edge(to[0]),
            },
        };
    }

    /// A piece that begins at the end of a block. Gives the block at whose end the next one begins.
    fn piece(&mut self, from: Block, depth: usize) -> Block {
        let kind = if depth == 0 || self.left == 0 { 0 } else { self.random.below(7) };
        match kind {
            0 => {
                let next = self.block();
                self.branch(from, &[next]);
                next
            }
            1 => {
                let (then, els) = (self.block(), self.block());
                self.branch(from, &[then, els]);
                let (then, els) = (self.piece(then, depth - 1), self.piece(els, depth - 1));
                let next = self.block();
                self.branch(then, &[next]);
                self.branch(els, &[next]);
                next
            }
            2 => {
                let header = self.block();
                self.branch(from, &[header]);
                let latch = self.piece(header, depth - 1);
                let next = self.block();
                self.branch(latch, &[header, next]);
                next
            }
            3 => {
                let (header, body, next) = (self.block(), self.block(), self.block());
                self.branch(from, &[header]);
                self.branch(header, &[body, next]);
                let latch = self.piece(body, depth - 1);
                self.branch(latch, &[header]);
                next
            }
            _ => self.cycle(from, depth - 1),
        }
    }

    fn cycle(&mut self, from: Block, depth: usize) -> Block {
        let count = 2 + self.random.below(2);
        let entries: Vec<Block> = (0..count).map(|_| self.block()).collect();
        match self.random.below(3) {
            0 => {
                let (then, els) = (self.block(), self.block());
                self.branch(from, &[then, els]);
                let (then, els) = (self.piece(then, depth.min(1)), self.piece(els, 0));
                self.branch(then, &entries[..1]);
                self.branch(els, &entries[1..]);
            }
            1 => {
                let mut to = entries.clone();
                to.push(self.random.pick(&entries));
                self.branch(from, &to);
            }
            _ => self.branch(from, &entries),
        }
        let mut outside: Vec<Block> = (0..1 + self.random.below(3)).map(|_| self.block()).collect();
        for (n, &entry) in entries.iter().enumerate() {
            let end = self.piece(entry, depth);
            // All entries are on one cycle; the last one may always be left.
            let mut to = vec![entries[(n + 1) % count]];
            if n + 1 == count || self.random.one_in(2) {
                to.push(self.random.pick(&outside));
            }
            if self.random.one_in(4) {
                to.push(self.random.pick(&entries));
            }
            if self.random.one_in(4) {
                to.push(self.random.pick(&outside));
            }
            self.branch(end, &to);
        }
        if outside.len() > 2 && self.random.one_in(2) {
            let ends = outside.pop().expect("there are some");
            self.function.blocks[ends].term = if self.random.one_in(4) {
                Terminator::Unreachable
            } else {
                Terminator::Return(Default::default())
            };
        }
        let next = self.block();
        for block in outside {
            let end = self.piece(block, 0);
            self.branch(end, &[next]);
        }
        next
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use invar_analysis::Analyses;
    use invar_ir::verify_function;

    #[test]
    fn most_functions_have_irreducible_cycles() {
        let mut with_cycles = 0;
        for seed in 0..200 {
            let (module, function) = random_cycles(&mut Random::new(seed));
            verify_function(&module, &function).expect("it is valid");
            let loops = Analyses::default().loops(&function);
            with_cycles += u32::from(loops.region_count() > 0);
        }
        assert!(with_cycles > 150, "{with_cycles}");
    }
}
