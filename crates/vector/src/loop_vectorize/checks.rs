//! The run-time tests before a vector loop: that all its accesses are in bounds, and that the stores of a group touch no
//! byte of another group. (The loads of a group may lie on both sides of another group's stores, as rows of a matrix do.)
//!
//! With `again`, the number of iterations but one, a group whose base starts at `first` and rises by `step` touches
//! the bytes from `first` to `first + step * again + to`; all of that is computed in 64 bits, where it does not wrap.
//! If it is at most the size of memory, no address wraps in 32 bits either. In a memory with addresses of 64 bits, the
//! lowest address must be at most the size of memory, too: then these sums do not wrap, as no memory has 2^63 bytes.
//!
//! Cost: linear in the groups and in the pairs that must be apart.

use super::memory::{Accesses, Group};
use invar_ir::{Block, Function, Linear, Op, SourceLoc, ValType, Value};
use invar_loops::analysis::final_values::Emit;
use invar_loops::analysis::trip_count::Trips;

/// Emits tests at the end of a block.
pub(super) struct Checks<'a> {
    pub f: &'a mut Function,
    pub block: Block,
    pub loc: SourceLoc,
    /// The conjunction of the tests so far.
    pub cond: Option<Value>,
    /// How many run-time tests there are: of bounds, and of pairs of groups.
    pub bounds: usize,
    pub pairs: usize,
}

impl Checks<'_> {
    fn op(&mut self, ty: ValType, op: Op, args: &[Value]) -> Value {
        Emit { f: &mut *self.f, block: self.block, loc: self.loc }.op(ty, op, args)
    }

    fn int64(&mut self, number: u64) -> Value {
        Emit { f: &mut *self.f, block: self.block, loc: self.loc }.int(true, number)
    }

    fn plus(&mut self, value: Value, number: u64) -> Value {
        if number == 0 {
            return value;
        }
        let number = self.int64(number);
        self.op(ValType::I64, Op::I64Add, &[value, number])
    }

    fn require(&mut self, test: Value) {
        self.cond = Some(match self.cond {
            None => test,
            Some(cond) => self.op(ValType::I32, Op::I32And, &[cond, test]),
        });
    }

    /// Requires what the trip count takes for granted: of each pair, the first sum is at most the second, unsigned.
    pub fn preconditions(&mut self, counted: &[(Linear, Linear)]) {
        if invar_ir::mutant!(VectorizeUncounted) {
            return;
        }
        for (least, most) in counted {
            let mut emit = Emit { f: &mut *self.f, block: self.block, loc: self.loc };
            let le = if least.wide { Op::I64LeU } else { Op::I32LeU };
            let (least, most) = (emit.sum(least), emit.sum(most));
            let holds = self.op(ValType::I32, le, &[least, most]);
            self.require(holds);
        }
    }

    /// Requires that the groups are in bounds and apart. `again` is the number of iterations but one.
    pub fn memory(&mut self, accesses: &Accesses, trips: &Trips, again: Value) {
        let compared = |n: usize| accesses.apart.iter().any(|&(a, b)| a == n || b == n);
        let again = if trips.dividend.wide {
            // More iterations would leave the memory.
            let most = self.int64(u64::from(u32::MAX));
            let few = self.op(ValType::I32, Op::I64LeU, &[again, most]);
            if !accesses.groups.is_empty() {
                self.require(few);
            }
            again
        } else {
            self.op(ValType::I64, Op::I64ExtendI32U, &[again])
        };
        let mut sizes: Vec<(u32, Value)> = Vec::new();
        let mut bases: Vec<Option<(Value, Value)>> = Vec::new();
        for (n, group) in accesses.groups.iter().enumerate() {
            if group.proven && !compared(n) {
                bases.push(None);
                continue;
            }
            let (low, high) = self.bases(group, again);
            if !group.proven && !invar_ir::mutant!(VectorizeBoundsUntested) {
                self.bounds += 1;
                let size = self.size(group, &mut sizes);
                if group.first.wide && !invar_ir::mutant!(VectorizeWideBaseUntested) {
                    // Sums with addresses of 64 bits do not wrap if the lowest one is in the memory.
                    let below = self.op(ValType::I32, Op::I64LeU, &[low, size]);
                    self.require(below);
                }
                let end = self.plus(high, group.to);
                let within = self.op(ValType::I32, Op::I64LeU, &[end, size]);
                self.require(within);
            }
            bases.push(Some((low, high)));
        }
        for &(a, b) in &accesses.apart {
            let (Some(of_a), Some(of_b)) = (bases[a], bases[b]) else { continue };
            let (a, b) = (&accesses.groups[a], &accesses.groups[b]);
            let Some((from, to)) = a.stored else { continue };
            self.pairs += 1;
            let (stored_from, stored_to) = (self.plus(of_a.0, from), self.plus(of_a.1, to));
            let (other_from, other_to) = (self.plus(of_b.0, b.from), self.plus(of_b.1, b.to));
            let below = self.op(ValType::I32, Op::I64LeU, &[stored_to, other_from]);
            let above = self.op(ValType::I32, Op::I64LeU, &[other_to, stored_from]);
            let apart = self.op(ValType::I32, Op::I32Or, &[below, above]);
            if !invar_ir::mutant!(VectorizeOverlapUntested) {
                self.require(apart);
            }
        }
    }

    /// The size of a group's memory in bytes. (The largest one there can be has the size zero, and no vector loop.)
    fn size(&mut self, group: &Group, known: &mut Vec<(u32, Value)>) -> Value {
        let memory = group.memory;
        if let Some(&(_, size)) = known.iter().find(|known| known.0 == memory) {
            return size;
        }
        let size = Op::MemorySize { mem: memory };
        let pages = if group.first.wide {
            self.op(ValType::I64, size, &[])
        } else {
            let pages = self.op(ValType::I32, size, &[]);
            self.op(ValType::I64, Op::I64ExtendI32U, &[pages])
        };
        let by = self.int64(16);
        let size = self.op(ValType::I64, Op::I64Shl, &[pages, by]);
        known.push((memory, size));
        size
    }

    /// The lowest and the highest address of a group's base over all iterations.
    fn bases(&mut self, group: &Group, again: Value) -> (Value, Value) {
        let mut first =
            Emit { f: &mut *self.f, block: self.block, loc: self.loc }.sum(&group.first);
        if !group.first.wide {
            first = self.op(ValType::I64, Op::I64ExtendI32U, &[first]);
        }
        if group.step == 0 {
            return (first, first);
        }
        let by = self.int64(group.step.unsigned_abs());
        let way = self.op(ValType::I64, Op::I64Mul, &[again, by]);
        if group.step > 0 {
            let last = self.op(ValType::I64, Op::I64Add, &[first, way]);
            return (first, last);
        }
        let not_below = self.op(ValType::I32, Op::I64LeU, &[way, first]);
        if !invar_ir::mutant!(VectorizeFallsBelowZero) {
            self.require(not_below);
        }
        let last = self.op(ValType::I64, Op::I64Sub, &[first, way]);
        (last, first)
    }
}
