//! Alias analysis: whether two accesses of linear memories may touch the same bytes.
//!
//! An access touches `size` bytes from its *effective address*, the address operand plus the
//! constant `offset`, added without wrapping. The operand is decomposed into a root value and
//! the constants added to it, which do wrap:
//!
//! > effective address = ((root + added) mod 2^w) + offset,  w = 32 or 64
//!
//! Two accesses with one root are told apart *modulo 2^w*. If byte `i` of one and byte `j` of the
//! other are the same, then their addresses are equal, hence congruent:
//! root + added1 + offset1 + i ≡ root + added2 + offset2 + j (mod 2^w). So if no `i` and `j` solve
//! added1 + offset1 + i ≡ added2 + offset2 + j (mod 2^w), the accesses are disjoint, whether or
//! not an addition wrapped. (The converse does not hold: congruent effective addresses may differ
//! by 2^w. So *equal* demands that `added` and `offset` agree each.)
//!
//! Two constant addresses are compared directly. Accesses with different roots may overlap. Two
//! memories are different unless both are imported.
//!
//! Cost: O(1), since a chain of additions is followed for a fixed number of steps. The contents of
//! memory and the order of execution are not considered: a value that is defined in a loop is a
//! different root in each iteration, so [`Place`] compares accesses of one iteration only.

use crate::Linear;
use invar_ir::{AccessKind, Function, Inst, Memory, Module, Op, ValType, Value, memory_access};
use invar_rules::{Const, ValueFacts};

/// How many additions are looked through.
const MAX_STEPS: usize = 16;

/// A memory location: where an access touches memory, as a root value and constants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place<V = Value> {
    /// The memory.
    pub memory: Memory,
    /// Whether it is imported: two imported memories may be the same.
    pub imported: bool,
    /// The value that constants are added to, resolved; `None` for a constant address.
    pub root: Option<V>,
    /// The constant added to the root, modulo 2 to the width of addresses; for a constant address,
    /// all of the address operand.
    pub added: u64,
    /// The constant offset, added without wrapping.
    pub offset: u64,
    /// How many bytes are touched.
    pub size: u64,
    /// Whether addresses have 64 bits, and not 32.
    pub wide: bool,
}

/// The answer of the alias analysis for two accesses.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Overlap {
    /// The accesses have no byte in common.
    Disjoint,
    /// Both accesses are of the same bytes.
    Equal,
    /// Unknown: the accesses may overlap.
    Maybe,
}

impl Place {
    /// Where a load, store or atomic access touches memory; `None` for other instructions.
    pub fn of(function: &Function, module: &Module, inst: Inst) -> Option<Place> {
        Place::of_op(function, module, &function.insts[inst].op, |n| {
            Some(function.resolve(*function.args(inst).get(n)?))
        })
    }

    /// The bytes that an instruction writes, if it writes nothing else to memories: a store, or a bulk operator of
    /// constant length. All of them are written, or none if it traps.
    pub fn written(function: &Function, module: &Module, inst: Inst) -> Option<Place> {
        match function.insts[inst].op {
            Op::MemoryFill { mem } => Place::of_bulk(function, module, inst, mem, 0),
            Op::MemoryCopy { dst_mem, .. } => Place::of_bulk(function, module, inst, dst_mem, 0),
            Op::MemoryInit { mem, .. } => Place::of_bulk(function, module, inst, mem, 0),
            ref op => {
                memory_access(op).filter(|access| access.kind == AccessKind::Store)?;
                Place::of(function, module, inst)
            }
        }
    }

    /// The bytes that an instruction reads, if it reads nothing else of memories: a load, or a copy of constant
    /// length.
    pub fn read(function: &Function, module: &Module, inst: Inst) -> Option<Place> {
        match function.insts[inst].op {
            Op::MemoryCopy { src_mem, .. } => Place::of_bulk(function, module, inst, src_mem, 1),
            ref op => {
                memory_access(op).filter(|access| access.kind == AccessKind::Load)?;
                Place::of(function, module, inst)
            }
        }
    }

    /// These bytes, named by another root if this one has become an alias.
    pub fn resolved(self, function: &Function) -> Place {
        let Some(root) = self.root.map(|root| (root, function.resolve(root))) else { return self };
        if root.0 == root.1 {
            return self;
        }
        let (root, more) = take_apart(function, root.1);
        let added = self.added.wrapping_add(more);
        let added = if self.wide { added } else { added & u64::from(u32::MAX) };
        Place { root, added, ..self }
    }

    /// The range of a bulk operator whose `address`-th operand is where it starts and whose third one is a constant
    /// length. The range does not wrap: past the end of memory the operator traps.
    fn of_bulk(
        function: &Function,
        module: &Module,
        inst: Inst,
        memory: u32,
        address: usize,
    ) -> Option<Place> {
        let args = function.args(inst);
        let length = *args.get(2)?;
        let constant = function.constant(length).and_then(Const::as_int)?;
        let size = match function.ty(length) {
            ValType::I32 => u64::from(constant as u32),
            _ => constant as u64,
        };
        let memory = Memory::from_u32(memory);
        let data = module.memories.get(memory)?;
        let wide = data.ty.memory64;
        let (root, added) = take_apart(function, function.resolve(args[address]));
        Some(Place {
            memory,
            imported: data.import.is_some(),
            root,
            added: if wide { added } else { added & u64::from(u32::MAX) },
            offset: 0,
            size,
            wide,
        })
    }
}

impl<V: Copy + PartialEq> Place<V> {
    /// Where an operator whose `n`-th operand is `operand(n)` touches memory, if it is a load,
    /// store or atomic access.
    pub fn of_op<F: ValueFacts<Value = V>>(
        facts: &F,
        module: &Module,
        op: &Op,
        operand: impl Fn(usize) -> Option<V>,
    ) -> Option<Place<V>> {
        let access = memory_access(op)?;
        let memory = Memory::from_u32(access.memarg.memory);
        let data = module.memories.get(memory)?;
        let wide = data.ty.memory64;
        let (root, added) = take_apart(facts, operand(access.address)?);
        // A wait also depends on notifications, and is not only an access of its location.
        let anywhere = matches!(access.kind, AccessKind::AtomicWait | AccessKind::AtomicNotify);
        (!anywhere).then_some(Place {
            memory,
            imported: data.import.is_some(),
            root,
            added: if wide { added } else { added & u64::from(u32::MAX) },
            offset: access.memarg.offset,
            size: u64::from(access.size),
            wide,
        })
    }

    /// Whether two accesses have bytes in common, in one execution of the code: both see the same values
    /// of their roots.
    pub fn overlap(&self, other: &Self) -> Overlap {
        if self.memory != other.memory
            && (invar_ir::mutant!(AliasImportsDistinct) || !(self.imported && other.imported))
        {
            return Overlap::Disjoint;
        }
        if self.root != other.root || self.wide != other.wide {
            return Overlap::Maybe;
        }
        let apart = if self.root.is_none() {
            let start = |place: &Self| u128::from(place.added) + u128::from(place.offset);
            let (a, b) = (start(self), start(other));
            a + u128::from(self.size) <= b || b + u128::from(other.size) <= a
        } else {
            let start = |place: &Self| place.added.wrapping_add(place.offset);
            are_apart((start(self), self.size), (start(other), other.size), self.wide)
        };
        let same = self.memory == other.memory
            && (self.added, self.offset, self.size) == (other.added, other.offset, other.size);
        match (apart, same) {
            (true, _) => Overlap::Disjoint,
            (false, true) => Overlap::Equal,
            (false, false) => Overlap::Maybe,
        }
    }

    /// Whether this access touches exactly the bytes of an access at `done` that was executed with the
    /// same values of the roots and did not trap; then this access does not trap either.
    ///
    /// The constants must agree in their sum, with a `d` >= 0 by which `added` is larger and the offset
    /// smaller here than in `done`. The operand of `done` plus `d` is at most its effective address,
    /// which is below 2^w, so that sum does not wrap and both addresses are equal. For a negative `d`
    /// it may wrap: then the addresses are congruent, but not equal.
    pub fn is_same_as_done(&self, done: &Self) -> bool {
        let mask = if self.wide { u64::MAX } else { u64::from(u32::MAX) };
        let more = self.added.wrapping_sub(done.added) & mask;
        (self.memory, self.root, self.wide, self.size)
            == (done.memory, done.root, done.wide, done.size)
            && (done.offset.checked_sub(self.offset) == Some(more)
                || invar_ir::mutant!(AliasOffsetMayWrap)
                    && done.offset.wrapping_sub(self.offset) & mask == more)
    }
}

impl<V: Copy + PartialEq> Place<V> {
    /// At which byte of an access at `done`, which was executed with the same values of the roots and did not trap,
    /// this access starts, if it touches only bytes of that one. Then it does not trap either.
    ///
    /// Let this access start at `more`, modulo 2^w, plus its offset from the operand of `done`. If `more` plus offset
    /// and size is at most the end of `done` relative to its operand, then the operand plus `more` is less than that
    /// end, which is at most 2^w: the sum did not wrap.
    pub fn start_within(&self, done: &Self) -> Option<u64> {
        if (self.memory, self.root, self.wide) != (done.memory, done.root, done.wide) {
            return None;
        }
        let more = match self.root {
            // Addresses that are constants do not wrap.
            None => i128::from(self.added) - i128::from(done.added),
            Some(_) => {
                let mask = if self.wide { u64::MAX } else { u64::from(u32::MAX) };
                i128::from(self.added.wrapping_sub(done.added) & mask)
            }
        };
        let start = more + i128::from(self.offset) - i128::from(done.offset);
        let is_within = start >= 0 && start + i128::from(self.size) <= i128::from(done.size);
        is_within.then_some(start as u64)
    }
}

/// Whether two accesses at (distance from a common address, size) are disjoint, given that the distances
/// are known modulo 2^w only.
fn are_apart(a: (u64, u64), b: (u64, u64), wide: bool) -> bool {
    let mask = if wide { u64::MAX } else { u64::from(u32::MAX) };
    // The distance modulo 2^w from one start to the other, and the reverse.
    let after = b.0.wrapping_sub(a.0) & mask;
    let before = a.0.wrapping_sub(b.0) & mask;
    after >= a.1 && (invar_ir::mutant!(AliasApartOneWay) || before >= b.1)
}

/// A memory location whose address is a linear expression: effective address = (`address` mod 2^w) +
/// `offset`. For accesses in different iterations of a loop, whose addresses differ by multiples of the
/// induction variables' steps.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bytes {
    /// The memory.
    pub memory: Memory,
    /// Whether it is imported: two imported memories may be the same.
    pub imported: bool,
    /// The address operand.
    pub address: Linear,
    /// The constant offset, added without wrapping.
    pub offset: u64,
    /// How many bytes are touched.
    pub size: u64,
    /// The range of bytes that any execution may touch (end exclusive), if known.
    pub span: Option<(u64, u64)>,
}

impl Bytes {
    /// Where a load or store touches memory; `None` for other instructions, atomic accesses among
    /// them.
    pub fn of(function: &Function, module: &Module, inst: Inst) -> Option<Bytes> {
        let access = memory_access(&function.insts[inst].op)?;
        if access.is_atomic() {
            return None;
        }
        let memory = Memory::from_u32(access.memarg.memory);
        let address = function.resolve(function.args(inst)[access.address]);
        Some(Bytes {
            memory,
            imported: module.memories.get(memory)?.import.is_some(),
            address: Linear::of(function, address)?,
            offset: access.memarg.offset,
            size: u64::from(access.size),
            span: None,
        })
    }

    /// Whether two accesses have bytes in common, given that both see the same values of their terms.
    pub fn overlap(&self, other: &Bytes) -> Overlap {
        if self.memory != other.memory && !(self.imported && other.imported) {
            return Overlap::Disjoint;
        }
        if let (Some(a), Some(b)) = (self.span, other.span)
            && (a.1 <= b.0 || b.1 <= a.0)
        {
            return Overlap::Disjoint;
        }
        if self.address.minus(&other.address).is_none() {
            return Overlap::Maybe;
        }
        let start = |spot: &Bytes| spot.address.constant.wrapping_add(spot.offset);
        if are_apart((start(self), self.size), (start(other), other.size), self.address.wide) {
            return Overlap::Disjoint;
        }
        if self == other { Overlap::Equal } else { Overlap::Maybe }
    }

    /// As [`Place::is_same_as_done`]: whether this access touches exactly the bytes of one at `done` that
    /// was executed and did not trap.
    pub fn is_same_as_done(&self, done: &Bytes) -> bool {
        let Some(more) = self.address.minus(&done.address) else { return false };
        self.memory == done.memory
            && self.size == done.size
            && done.offset.checked_sub(self.offset) == Some(more)
    }
}

/// Decomposes an address into its root and the constants added to it, modulo 2^64 (and so modulo
/// 2^32).
fn take_apart<F: ValueFacts>(facts: &F, address: F::Value) -> (Option<F::Value>, u64) {
    let constant = |value| facts.constant(value).and_then(Const::as_int).map(|int| int as u64);
    let (mut at, mut added) = (address, 0u64);
    for _ in 0..MAX_STEPS {
        if let Some(value) = constant(at) {
            return (None, added.wrapping_add(value));
        }
        let Some(op) = facts.op(at) else { break };
        let is_add = matches!(op, Op::I32Add | Op::I64Add);
        if !is_add && !matches!(op, Op::I32Sub | Op::I64Sub) {
            break;
        }
        let (left, right) = (facts.operand(at, 0), facts.operand(at, 1));
        let (next, step) = match (constant(left), constant(right)) {
            (_, Some(step)) if is_add => (left, step),
            (_, Some(step)) => (left, step.wrapping_neg()),
            (Some(step), None) if is_add => (right, step),
            _ => break,
        };
        added = added.wrapping_add(step);
        at = next;
    }
    (Some(at), added)
}

#[cfg(test)]
mod tests {
    use super::*;
    use invar_ir::testing::Rng;
    use invar_ir::{MemArg, MemOrdering, MemSpace, MemoryData, SourceLoc, TypeId, ValType};

    fn module(memories: &[bool]) -> Module {
        let mut module = Module::default();
        for &wide in memories {
            let ty = wasmparser::MemoryType {
                memory64: wide,
                shared: false,
                initial: 1,
                maximum: None,
                page_size_log2: None,
            };
            module.memories.push(MemoryData { ty, import: None });
        }
        module
    }

    struct Builder {
        function: Function,
        ty: ValType,
    }

    impl Builder {
        fn new(ty: ValType) -> Self {
            Builder { function: Function::new(TypeId::from_u32(0), &[ty], &[]), ty }
        }

        fn op(&mut self, op: Op, args: &[Value]) -> Value {
            let block = self.function.entry;
            let inst = self.function.append(block, op, args, &[self.ty], SourceLoc::default());
            self.function.result(inst).unwrap()
        }

        fn constant(&mut self, value: i64) -> Value {
            let op = match self.ty {
                ValType::I32 => Op::I32Const { value: value as i32 },
                _ => Op::I64Const { value },
            };
            self.op(op, &[])
        }

        fn load(&mut self, address: Value, offset: u64, memory: u32, size: u64) -> Inst {
            let memarg = MemArg {
                offset,
                memory,
                align: 0,
                max_align: 3,
                space: MemSpace::Memory,
                ordering: MemOrdering::Default,
            };
            let op = match size {
                1 => Op::I32Load8U { memarg },
                2 => Op::I32Load16U { memarg },
                4 => Op::I32Load { memarg },
                8 => Op::F64Load { memarg },
                _ => Op::V128Load { memarg },
            };
            self.op(op, &[address]);
            self.function.insts.last().unwrap().0
        }
    }

    #[test]
    fn one_root_and_different_offsets() {
        let module = module(&[false, false]);
        let mut b = Builder::new(ValType::I32);
        let p = b.function.blocks[b.function.entry].params[0];
        let (four, minus) = (b.constant(4), b.constant(-4));
        let (plus4, minus4) = (b.op(Op::I32Add, &[four, p]), b.op(Op::I32Add, &[p, minus]));
        let sub4 = b.op(Op::I32Sub, &[p, four]);
        let shifted = b.op(Op::I32Shl, &[p, four]);
        let mut place = |address, offset, memory| {
            let inst = b.load(address, offset, memory, 4);
            Place::of(&b.function, &module, inst).unwrap()
        };
        let at = place(p, 0, 0);
        assert_eq!(at.overlap(&place(p, 0, 0)), Overlap::Equal);
        assert_eq!(at.overlap(&place(p, 4, 0)), Overlap::Disjoint);
        assert_eq!(at.overlap(&place(p, 3, 0)), Overlap::Maybe);
        assert_eq!(at.overlap(&place(plus4, 0, 0)), Overlap::Disjoint);
        // Both are the same bytes, unless the addition wraps.
        assert_eq!(at.overlap(&place(minus4, 4, 0)), Overlap::Maybe);
        assert_eq!(place(sub4, 0, 0).overlap(&place(minus4, 0, 0)), Overlap::Equal);
        assert_eq!(at.overlap(&place(shifted, 64, 0)), Overlap::Maybe);
        assert_eq!(at.overlap(&place(p, 0, 1)), Overlap::Disjoint);
        assert_eq!(at.overlap(&place(four, 0, 0)), Overlap::Maybe);
        assert_eq!(place(four, 0, 0).overlap(&place(four, 4, 0)), Overlap::Disjoint);
        assert_eq!(place(four, 4, 0).overlap(&place(four, 1, 0)), Overlap::Maybe);
        // 2^32 - 4 + 4 is past the end of memory, not 0.
        assert_eq!(place(minus, 4, 0).overlap(&place(four, 0, 0)), Overlap::Disjoint);
    }

    #[test]
    fn imported_memories_may_be_one() {
        let mut module = module(&[false, false]);
        for memory in module.memories.values_mut() {
            let name = || String::from("m");
            memory.import = Some(invar_ir::ImportName { module: name(), name: name() });
        }
        let mut b = Builder::new(ValType::I32);
        let p = b.function.blocks[b.function.entry].params[0];
        let mut place = |offset, memory| {
            let inst = b.load(p, offset, memory, 4);
            Place::of(&b.function, &module, inst).unwrap()
        };
        assert_eq!(place(0, 0).overlap(&place(0, 1)), Overlap::Maybe);
        assert_eq!(place(0, 0).overlap(&place(4, 1)), Overlap::Disjoint);
    }

    /// All pairs of small distances, at roots where they wrap and where they do not.
    #[test]
    fn what_is_the_same_as_done_is_at_the_same_address() {
        for wide in [false, true] {
            let module = module(&[wide]);
            let mut b = Builder::new(if wide { ValType::I64 } else { ValType::I32 });
            let root = b.function.blocks[b.function.entry].params[0];
            let mut accesses = Vec::new();
            for added in -3..=3 {
                let step = b.constant(added);
                let op = if wide { Op::I64Add } else { Op::I32Add };
                let address = b.op(op, &[root, step]);
                for (offset, size) in (0..6).flat_map(|offset| [(offset, 1), (offset, 4)]) {
                    let inst = b.load(address, offset, 0, size);
                    let place = Place::of(&b.function, &module, inst).unwrap();
                    accesses.push((place, added, offset, size));
                }
            }
            let mask = if wide { u64::MAX } else { u64::from(u32::MAX) };
            let (mut same, mut within) = (0, 0);
            for value in (0..8).chain(mask - 8..=mask) {
                let start = |added: i64, offset: u64| {
                    u128::from(value.wrapping_add_signed(added) & mask) + u128::from(offset)
                };
                for &(a, added_a, offset_a, size_a) in &accesses {
                    for &(done, added, offset, size) in &accesses {
                        let (at_a, at) = (start(added_a, offset_a), start(added, offset));
                        let traps = at + u128::from(size) > u128::from(mask) + 1;
                        if !traps && a.is_same_as_done(&done) {
                            assert_eq!((at_a, size_a), (at, size));
                            same += u32::from(added != added_a);
                            assert_eq!(a.start_within(&done), Some(0));
                        }
                        if !traps && let Some(start) = a.start_within(&done) {
                            assert_eq!(at_a, at + u128::from(start));
                            assert!(at_a + u128::from(size_a) <= at + u128::from(size));
                            within += u32::from(start > 0);
                        }
                    }
                }
            }
            assert!(same > 100 && within > 100);
        }
    }

    /// Random chains of additions, evaluated with roots at which they wrap and at which they do not.
    #[test]
    fn answers_hold_for_actual_addresses() {
        for seed in 0..3000u64 {
            let mut rng = Rng::new(seed);
            let wide = rng.below(2) == 0;
            let module = module(&[wide]);
            let ty = if wide { ValType::I64 } else { ValType::I32 };
            let bits = if wide { 64 } else { 32 };
            let mask = if wide { u128::from(u64::MAX) } else { u128::from(u32::MAX) };
            let mut b = Builder::new(ty);
            let root = b.function.blocks[b.function.entry].params[0];
            let edgy = |rng: &mut Rng| {
                let near = rng.below(20) as i64 - 10;
                match rng.below(4) {
                    0 => near.wrapping_add(i64::MIN),
                    1 => near.wrapping_add(1 << 31),
                    2 => near.wrapping_add(1 << 32),
                    _ => near,
                }
            };
            let mut accesses = Vec::new();
            for _ in 0..4 {
                let (mut address, mut sum) = (root, 0i64);
                if rng.below(5) == 0 {
                    let value = edgy(&mut rng);
                    address = b.constant(value);
                    sum = value;
                }
                let fixed = address != root;
                for _ in 0..rng.below(3) {
                    let step = edgy(&mut rng);
                    let step_value = b.constant(step);
                    let (op, delta) = match (wide, rng.below(2)) {
                        (false, 0) => (Op::I32Add, step),
                        (true, 0) => (Op::I64Add, step),
                        (false, _) => (Op::I32Sub, step.wrapping_neg()),
                        (true, _) => (Op::I64Sub, step.wrapping_neg()),
                    };
                    address = b.op(op, &[address, step_value]);
                    sum = sum.wrapping_add(delta);
                }
                let offset = (edgy(&mut rng) as u64) & if wide { u64::MAX } else { 0xffff_ffff };
                let size = 1 << rng.below(5);
                let inst = b.load(address, offset, 0, size);
                let place = Place::of(&b.function, &module, inst).unwrap();
                accesses.push((place, fixed, sum, offset, size));
            }
            for _ in 0..20 {
                let value = edgy(&mut rng);
                let start = |&(_, fixed, sum, offset, _): &(Place, bool, i64, u64, u64)| {
                    let address = if fixed { sum } else { value.wrapping_add(sum) };
                    (address as u64 as u128 & mask) + u128::from(offset)
                };
                for a in &accesses {
                    for b in &accesses {
                        let (at_a, at_b) = (start(a), start(b));
                        let apart =
                            at_a + u128::from(a.4) <= at_b || at_b + u128::from(b.4) <= at_a;
                        match a.0.overlap(&b.0) {
                            Overlap::Disjoint => assert!(apart, "seed {seed}, {bits} bits"),
                            Overlap::Equal => assert_eq!((at_a, a.4), (at_b, b.4)),
                            Overlap::Maybe => {}
                        }
                        let done = at_b + u128::from(b.4) <= mask + 1;
                        if done && a.0.is_same_as_done(&b.0) {
                            assert_eq!((at_a, a.4), (at_b, b.4), "seed {seed}, {bits} bits");
                        }
                    }
                }
            }
        }
    }
}
