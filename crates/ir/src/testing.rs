//! Functions without instructions, for tests of analyses.

use crate::{Block, BlockCall, Function, Op, SourceLoc, Terminator, TypeId, ValueList};
use wasmparser::ValType;

/// A small pseudo-random number generator (xorshift).
pub struct Rng(u64);

impl Rng {
    /// A generator that gives the same numbers for the same seed.
    pub fn new(seed: u64) -> Self {
        let mut rng = Rng(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        rng.number();
        rng
    }

    /// The next number.
    pub fn number(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// A number less than `n`.
    pub fn below(&mut self, n: usize) -> usize {
        ((self.number() >> 11) % n as u64) as usize
    }
}

/// A function whose blocks have these successors: none returns, one jumps, two is a `br_if`
/// on a constant, more a `br_table`. The entry is block 0.
pub fn function_of<R: AsRef<[u32]>>(rows: &[R]) -> Function {
    let mut function = Function::new(TypeId::from_u32(0), &[], &[]);
    for _ in 1..rows.len() {
        function.add_block();
    }
    let loc = SourceLoc::default();
    let zero =
        function.append(function.entry, Op::I32Const { value: 0 }, &[], &[ValType::I32], loc);
    let zero = function.result(zero).unwrap();
    let call =
        |&n: &u32| BlockCall { block: Block::from_u32(n), args: ValueList::new(), weight: 0 };
    for (n, row) in rows.iter().enumerate() {
        let term = match row.as_ref() {
            [] => Terminator::Return(ValueList::new()),
            [to] => Terminator::Jump(call(to)),
            [then, els] => Terminator::BrIf { cond: zero, then: call(then), els: call(els) },
            [targets @ .., default] => Terminator::BrTable {
                index: zero,
                targets: targets.iter().map(call).collect(),
                default: call(default),
            },
        };
        function.blocks[Block::from_u32(n as u32)].term = term;
    }
    function
}

/// A random function of up to `max` blocks, some of them unreachable or in endless loops.
pub fn random_function(rng: &mut Rng, max: usize) -> Function {
    let blocks = 2 + rng.below(max - 1);
    let near = rng.below(3);
    let rows: Vec<Vec<u32>> = (0..blocks)
        .map(|n| {
            let count = [0, 1, 1, 2, 2, 2, 2, 3, 4, 1][rng.below(10)];
            let target = |rng: &mut Rng| {
                let to = match near {
                    0 => 1 + rng.below(blocks - 1),
                    _ => (n + rng.below(7)).saturating_sub(2).clamp(1, blocks - 1),
                };
                to as u32
            };
            (0..count).map(|_| target(rng)).collect()
        })
        .collect();
    function_of(&rows)
}

/// A chain of blocks.
pub fn chain(blocks: u32) -> Function {
    let rows: Vec<Vec<u32>> =
        (0..blocks).map(|n| if n + 1 < blocks { vec![n + 1] } else { vec![] }).collect();
    function_of(&rows)
}

/// A nest of loops: headers 1 to `depth`, then the latches from the innermost out.
pub fn nest(depth: usize) -> Function {
    let depth = depth as u32;
    let mut rows: Vec<Vec<u32>> = (0..=depth).map(|n| vec![n + 1]).collect();
    rows.extend((1..=depth).rev().map(|header| vec![header, 2 * depth - header + 2]));
    rows.push(vec![]);
    function_of(&rows)
}

/// Nested headers with one common latch, the innermost block, which branches to all of them and to
/// the exit.
pub fn fan(depth: u32) -> Function {
    let mut rows: Vec<Vec<u32>> = (0..=depth).map(|n| vec![n + 1]).collect();
    rows.push((1..=depth).chain([depth + 2]).collect());
    rows.push(vec![]);
    function_of(&rows)
}

/// Two chains with edges between them in both directions: irreducible everywhere.
pub fn ladder(rungs: u32) -> Function {
    let mut rows: Vec<Vec<u32>> = vec![vec![1, 2]];
    for n in 0..rungs {
        let (left, right) = (2 * n + 1, 2 * n + 2);
        let last = n + 1 == rungs;
        rows.push(if last { vec![right] } else { vec![right, left + 2] });
        rows.push(if last { vec![] } else { vec![left, right + 2] });
    }
    function_of(&rows)
}
