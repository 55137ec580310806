//! The domain of circuits: numbers are words of bits, memory is bytes of bits at known addresses.
//!
//! Each bit is a constant, unknown, or a node of a graph in which equal circuits are one node ([`bits`]). Addresses
//! and conditions must be numbers: an unknown word that one of them depends on becomes a number, chosen anew for each
//! attempt ([`World::known`]).

pub(crate) mod bits;
pub(crate) mod operators;
#[cfg(test)]
mod tests;
mod words;

use crate::domain::{Domain, Executed, Stop};
use crate::held::{self, constant_global, traps_on_numbers};
use crate::memory::{Memory, Place};
use bits::{Bit, Bits, ONE, Word, constant, number};
use invar_ir::{
    Block, Function, Memory as MemoryIndex, Module, Op, ValType, Value, effects, memory_access,
};
use operators::{loaded, result, stored, width_of};
use rustc_hash::FxHashMap;

/// How many pages each memory has: those of 4 GiB.
const PAGES: u64 = 1 << 16;

/// An operator or a loop for which there is no circuit.
pub(crate) const UNMODELLED: Stop = Stop::Open("operators without a circuit");

/// What an unknown word stands for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Source {
    /// A value of the only function.
    Value(Value),
    /// A parameter of both functions.
    Param(u32),
    /// What a global of the module holds at the start.
    Global(u32),
}

/// What executions that are compared share: unknown words, and what memory holds before.
pub(crate) struct World<'a> {
    pub module: &'a Module,
    /// Whether traps are seen. If they are, there are no circuits for operators that may trap; accesses are within
    /// the least size of their memory.
    sees_traps: bool,
    pub bits: Bits,
    /// The words that were read so far.
    words: FxHashMap<Source, Word>,
    /// What unknown words stand for, by the numbers of their inputs.
    inputs: FxHashMap<u32, Source>,
    /// The words that must be numbers, and which.
    numbers: FxHashMap<Source, u64>,
    /// Bytes of memories that were read before they were written.
    initial: FxHashMap<Place, Word>,
}

impl<'a> World<'a> {
    pub fn new(module: &'a Module, sees_traps: bool) -> Self {
        World {
            module,
            sees_traps,
            bits: Bits::new(),
            words: FxHashMap::default(),
            inputs: FxHashMap::default(),
            numbers: FxHashMap::default(),
            initial: FxHashMap::default(),
        }
    }

    /// Starts anew, with other numbers.
    pub fn reset(&mut self, mut choose: impl FnMut(Source) -> u64) {
        self.bits = Bits::new();
        self.words.clear();
        self.inputs.clear();
        self.initial.clear();
        for (&source, number) in &mut self.numbers {
            *number = choose(source);
        }
    }

    /// Whether some words were unknown and became numbers.
    pub fn has_numbers(&self) -> bool {
        !self.numbers.is_empty()
    }

    /// The byte of a memory at the start.
    pub fn byte(&mut self, place: Place) -> Word {
        let bits = &mut self.bits;
        self.initial.entry(place).or_insert_with(|| bits.input(8)).clone()
    }

    /// A word that is a number if it must be one, or else unknown. Also gives whether it is unknown.
    pub fn input(&mut self, source: Source, width: usize) -> (Word, bool) {
        if let Some(&number) = self.numbers.get(&source) {
            return (constant(width, number.into()), false);
        }
        if let Some(known) = self.words.get(&source) {
            return (known.clone(), true);
        }
        let word = self.bits.input(width);
        self.inputs.insert(self.bits.support(&word)[0], source);
        self.words.insert(source, word.clone());
        (word, true)
    }

    /// The number that a word is. If it is none yet, the unknown words that it depends on will be.
    pub fn known(&mut self, word: &[Bit]) -> Result<u64, Stop> {
        if let Some(number) = number(word) {
            return Ok(number);
        }
        for input in self.bits.support(word) {
            let &source = self.inputs.get(&input).ok_or(UNMODELLED)?;
            self.numbers.insert(source, 0);
        }
        Err(Stop::Again)
    }

    /// Whether an access is within the least size of its memory.
    fn is_inside(&self, memory: u32, place: u64, size: u8) -> bool {
        let memory = self.module.memories.get(MemoryIndex::from_u32(memory));
        memory.is_some_and(|memory| {
            let bytes = u128::from(memory.ty.initial) << memory.ty.page_size_log2.unwrap_or(16);
            u128::from(place) + u128::from(size) <= bytes
        })
    }

    /// The result of an operator without memory. `None` if there is no circuit for it.
    pub fn result(&mut self, op: &Op, args: &[Word], ty: ValType) -> Option<Word> {
        match op {
            _ if self.sees_traps && (traps_on_numbers(op) || is_inexact(op)) => None,
            Op::MemorySize { .. } if self.sees_traps => None,
            Op::MemorySize { .. } => Some(constant(width_of(ty)?, PAGES.into())),
            &Op::GlobalGet { global_index } => {
                let width = width_of(ty)?;
                Some(match constant_global(self.module, global_index) {
                    Some(known) => constant(width, held::bits(known)),
                    None => self.input(Source::Global(global_index), width).0,
                })
            }
            _ => result(&mut self.bits, op, args, ty),
        }
    }
}

/// Whether the result of an operator may be a NaN, of which not all bits are defined.
fn is_inexact(op: &Op) -> bool {
    let name = op.variant_name();
    name.starts_with('F') && !matches!(op, Op::F32Const { .. } | Op::F64Const { .. })
}

/// What is outside of the blocks that are executed.
pub(crate) trait Outside {
    /// A value that is defined there.
    fn value(&mut self, world: &mut World<'_>, f: &Function, value: Value) -> Result<Word, Stop>;
}

/// The blocks that control may come to, each with the condition under which it does, and the arguments then.
#[derive(Default)]
pub(crate) struct Entries(FxHashMap<Block, (Bit, Vec<Word>)>);

impl Entries {
    /// Adds an edge to a block, which is taken under a condition that excludes those of other edges to the block.
    pub fn add(&mut self, bits: &mut Bits, block: Block, taken: Bit, args: Vec<Word>) {
        let entry = match self.0.remove(&block) {
            None => (taken, args),
            Some((others, old)) => {
                let both = bits.or(others, taken);
                let args = args.iter().zip(&old);
                (both, args.map(|(new, old)| bits.select(taken, new, old)).collect())
            }
        };
        self.0.insert(block, entry);
    }

    /// The condition and the arguments of a block, once all edges to it are added.
    pub fn take(&mut self, block: Block) -> Option<(Bit, Vec<Word>)> {
        self.0.remove(&block)
    }
}

/// An execution.
pub(crate) struct Circuits<'w, 'a, O> {
    pub world: &'w mut World<'a>,
    outside: &'w mut O,
    /// The bytes that were written.
    pub memory: Memory<Word>,
    /// Under which condition stores are done.
    pub entered: Bit,
}

impl<'w, 'a, O: Outside> Circuits<'w, 'a, O> {
    pub fn new(world: &'w mut World<'a>, outside: &'w mut O) -> Self {
        Circuits { world, outside, memory: Memory::new(), entered: ONE }
    }

    fn byte(&mut self, place: Place) -> Word {
        self.memory.byte(place, || self.world.byte(place))
    }

    /// Whether a condition holds, as a bit.
    pub fn holds(&mut self, cond: &Word) -> Bit {
        self.world.bits.any(cond)
    }
}

impl<O: Outside> Domain for Circuits<'_, '_, O> {
    type Value = Word;

    fn step(&mut self) -> Result<(), Stop> {
        if self.world.bits.is_full() { Err(UNMODELLED) } else { Ok(()) }
    }

    fn op(&mut self, op: &Op, args: &[Word], types: &[ValType]) -> Result<Vec<Word>, Stop> {
        if let Some(access) = memory_access(op) {
            if access.is_atomic() {
                return Err(UNMODELLED);
            }
            let base = self.world.known(&args[access.address])?;
            let place = base.wrapping_add(access.memarg.offset);
            if self.world.sees_traps
                && !self.world.is_inside(access.memarg.memory, place, access.size)
            {
                return Err(UNMODELLED);
            }
            let places = (0..u64::from(access.size)).map(|n| (access.memarg.memory, place + n));
            if access.is_load() {
                let mut bytes = Word::new();
                for place in places {
                    bytes.extend(self.byte(place));
                }
                let &[ty] = types else { return Err(UNMODELLED) };
                return Ok(vec![loaded(op, &bytes, args, ty).ok_or(UNMODELLED)?]);
            }
            // Stores of lanes have the vector behind the address.
            let value = &args[access.stored.unwrap_or(1)];
            let new = stored(op, value, access.size.into());
            for (place, new) in places.zip(new.chunks(8)) {
                let old = self.byte(place);
                let new = self.world.bits.select(self.entered, new, &old);
                self.memory.write(place, new);
            }
            return Ok(Vec::new());
        }
        if effects(op, self.world.module).is_effect() {
            return Err(UNMODELLED);
        }
        let &[ty] = types else { return Err(UNMODELLED) };
        Ok(vec![self.world.result(op, args, ty).ok_or(UNMODELLED)?])
    }

    fn decide(&mut self, value: &Word) -> Result<u64, Stop> {
        self.world.known(value)
    }

    fn test(&mut self, _: &Op, _: &[Word]) -> Result<bool, Stop> {
        Err(UNMODELLED)
    }

    fn invoke(
        &mut self,
        _: &Op,
        _: &[Word],
        _: &[Vec<ValType>],
    ) -> Result<(usize, Vec<Word>), Stop> {
        Err(UNMODELLED)
    }

    fn leave(&mut self, op: &Op, _: &[Word]) -> Executed<Word> {
        Err(if matches!(op, Op::Unreachable) { Stop::Trap } else { UNMODELLED })
    }

    fn outside(&mut self, f: &Function, value: Value) -> Result<Word, Stop> {
        self.outside.value(self.world, f, value)
    }
}
