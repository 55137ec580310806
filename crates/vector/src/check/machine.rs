//! Executes blocks on bits: numbers are words, memory is bytes at known addresses.
//!
//! Values from outside of the loop are inputs; those that addresses and run-time tests depend on are numbers, chosen
//! anew for each attempt, so that all addresses are known.

use super::bits::{Bit, Bits, ONE, Word, ZERO, constant, number};
use super::operators::{loaded, result, stored, width_of};
use invar_ir::entities::EntitySet;
use invar_ir::{
    Block, BlockCall, Effects, Function, Inst, Module, Op, Terminator, ValType, Value, ValueDef,
    effects, memory_access,
};
use invar_loops::analysis::ranges::Ranges;
use rustc_hash::FxHashMap;

/// The deepest chain of operators outside of the loop that is looked through.
const DEEPEST: usize = 24;
/// How many pages each memory has: those of 4 GiB.
const PAGES: u64 = 1 << 16;

/// Why a loop is not checked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Stop {
    /// An operator is not modelled, or the loop is too large.
    Unmodelled,
    /// Other numbers are needed: more values must be numbers, or these do not pass the tests.
    Again,
}

/// What both executions share: inputs, and what memory holds before.
pub(super) struct World<'a> {
    pub f: &'a Function,
    pub module: &'a Module,
    pub ranges: &'a Ranges,
    pub bits: Bits,
    /// Values that are defined outside of the loop.
    outside: FxHashMap<Value, Word>,
    /// Of these the ones that are inputs, by the number of the input.
    inputs: FxHashMap<u32, Value>,
    /// Values that must be numbers, and which.
    pub numbers: FxHashMap<Value, u64>,
    /// Bytes of memories that were read before they were written.
    initial: FxHashMap<(u32, u64), Word>,
}

impl<'a> World<'a> {
    pub fn new(f: &'a Function, module: &'a Module, ranges: &'a Ranges) -> World<'a> {
        World {
            f,
            module,
            ranges,
            bits: Bits::new(),
            outside: FxHashMap::default(),
            inputs: FxHashMap::default(),
            numbers: FxHashMap::default(),
            initial: FxHashMap::default(),
        }
    }

    /// Starts anew, with other numbers.
    pub fn reset(&mut self, mut choose: impl FnMut(Value) -> u64) {
        self.bits = Bits::new();
        self.outside.clear();
        self.inputs.clear();
        self.initial.clear();
        for (&value, number) in &mut self.numbers {
            *number = choose(value);
        }
    }

    /// The byte of a memory before the loop.
    pub fn byte(&mut self, place: (u32, u64)) -> Word {
        let bits = &mut self.bits;
        self.initial.entry(place).or_insert_with(|| bits.input(8)).clone()
    }

    /// A value from outside of the loop.
    fn value(&mut self, value: Value, depth: usize) -> Result<Word, Stop> {
        let value = self.f.resolve(value);
        if let Some(known) = self.outside.get(&value) {
            return Ok(known.clone());
        }
        let word = match self.computed(value, depth)? {
            Some(word) => word,
            None => self.leaf(value)?,
        };
        self.outside.insert(value, word.clone());
        Ok(word)
    }

    /// A value that a pure operator computes.
    fn computed(&mut self, value: Value, depth: usize) -> Result<Option<Word>, Stop> {
        let ValueDef::Result(inst, 0) = self.f.values[value].def else { return Ok(None) };
        let op = &self.f.insts[inst].op;
        let is_size = matches!(op, Op::MemorySize { .. });
        if depth > DEEPEST || (effects(op, self.module) != Effects::PURE && !is_size) {
            return Ok(None);
        }
        let args: Result<Vec<Word>, Stop> =
            self.f.args(inst).iter().map(|&arg| self.value(arg, depth + 1)).collect();
        match args {
            Ok(args) => Ok(self.result(op, &args, self.f.ty(value))),
            Err(_) => Ok(None),
        }
    }

    fn result(&mut self, op: &Op, args: &[Word], ty: ValType) -> Option<Word> {
        match op {
            Op::MemorySize { .. } => Some(constant(width_of(ty)?, PAGES.into())),
            _ => result(&mut self.bits, op, args, ty),
        }
    }

    /// A number, or an input in the range of the value.
    fn leaf(&mut self, value: Value) -> Result<Word, Stop> {
        let ty = self.f.ty(value);
        let width = width_of(ty).ok_or(Stop::Unmodelled)?;
        if let Some(&number) = self.numbers.get(&value) {
            return Ok(constant(width, number.into()));
        }
        let mut word = self.bits.input(width);
        let input = self.bits.support(&word)[0];
        self.inputs.insert(input, value);
        if let Some(facts) = self.ranges.facts(self.f, value) {
            let width = width as u32;
            let low = 64 - facts.unsigned.1.leading_zeros();
            let (least, most) = facts.signed;
            let signed = 65 - least.unsigned_abs().max(most.unsigned_abs()).leading_zeros();
            if low < width {
                word[low as usize..].fill(ZERO);
            } else if signed < width {
                let sign = word[signed as usize];
                word[signed as usize..].fill(sign);
            }
        }
        Ok(word)
    }

    /// The number that a word is. If it is none yet, the values that it depends on will be.
    pub fn known(&mut self, word: &[Bit]) -> Result<u64, Stop> {
        if let Some(number) = number(word) {
            return Ok(number);
        }
        for input in self.bits.support(word) {
            let &value = self.inputs.get(&input).ok_or(Stop::Unmodelled)?;
            self.numbers.insert(value, 0);
        }
        Err(Stop::Again)
    }
}

/// An execution.
pub(super) struct Machine<'w, 'a> {
    pub world: &'w mut World<'a>,
    /// The values of blocks that are executed.
    held: FxHashMap<Value, Word>,
    /// Values that are numbers, whatever computes them.
    pub given: FxHashMap<Value, u64>,
    /// The bytes that were written.
    pub written: FxHashMap<(u32, u64), Word>,
}

impl<'w, 'a> Machine<'w, 'a> {
    pub fn new(world: &'w mut World<'a>) -> Machine<'w, 'a> {
        let (held, given, written) = Default::default();
        Machine { world, held, given, written }
    }

    pub fn value(&mut self, value: Value) -> Result<Word, Stop> {
        let value = self.world.f.resolve(value);
        match self.held.get(&value) {
            Some(known) => Ok(known.clone()),
            None => self.world.value(value, 0),
        }
    }

    pub fn all(&mut self, values: &[Value]) -> Result<Vec<Word>, Stop> {
        values.iter().map(|&value| self.value(value)).collect()
    }

    pub fn enter(&mut self, block: Block, args: Vec<Word>) {
        let params = &self.world.f.blocks[block].params;
        self.held.extend(params.iter().copied().zip(args));
    }

    /// Whether a condition holds.
    pub fn holds(&mut self, cond: Value) -> Result<bool, Stop> {
        let cond = self.value(cond)?;
        let any = self.world.bits.any(&cond);
        Ok(self.world.known(&[any])? == 1)
    }

    /// Executes the instructions of a block that is entered under a condition.
    pub fn block(&mut self, block: Block, entered: Bit) -> Result<(), Stop> {
        let f = self.world.f;
        for &inst in &f.blocks[block].insts {
            self.inst(inst, entered)?;
            if self.world.bits.is_full() {
                return Err(Stop::Unmodelled);
            }
        }
        Ok(())
    }

    fn inst(&mut self, inst: Inst, entered: Bit) -> Result<(), Stop> {
        let f = self.world.f;
        let op = &f.insts[inst].op;
        let results: Vec<Value> = f.results(inst).collect();
        if let [value] = results[..]
            && let Some(&number) = self.given.get(&value)
        {
            let width = width_of(f.ty(value)).ok_or(Stop::Unmodelled)?;
            self.held.insert(value, constant(width, number.into()));
            return Ok(());
        }
        let args = self.all(f.args(inst))?;
        if let Some(access) = memory_access(op) {
            if access.is_atomic() {
                return Err(Stop::Unmodelled);
            }
            let base = self.world.known(&args[access.address])?;
            let place = base.wrapping_add(access.memarg.offset);
            let places = (0..u64::from(access.size)).map(|n| (access.memarg.memory, place + n));
            if access.is_load() {
                let mut bytes = Word::new();
                for place in places {
                    bytes.extend(self.byte(place));
                }
                let [value] = results[..] else { return Err(Stop::Unmodelled) };
                let word = loaded(op, &bytes, &args, f.ty(value)).ok_or(Stop::Unmodelled)?;
                self.held.insert(value, word);
                return Ok(());
            }
            // Stores of lanes have the vector behind the address.
            let value = &args[access.stored.unwrap_or(1)];
            let new = stored(op, value, access.size.into());
            for (place, new) in places.zip(new.chunks(8)) {
                let old = self.byte(place);
                let new = self.world.bits.select(entered, new, &old);
                self.written.insert(place, new);
            }
            return Ok(());
        }
        if effects(op, self.world.module).is_effect() {
            return Err(Stop::Unmodelled);
        }
        let [value] = results[..] else { return Err(Stop::Unmodelled) };
        let word = self.world.result(op, &args, f.ty(value)).ok_or(Stop::Unmodelled)?;
        self.held.insert(value, word);
        Ok(())
    }

    fn byte(&mut self, place: (u32, u64)) -> Word {
        match self.written.get(&place) {
            Some(known) => known.clone(),
            None => self.world.byte(place),
        }
    }

    /// Executes an iteration of a loop without inner loops, of these blocks in reverse postorder, which does not leave
    /// it. Gives what the back edge passes, and under which condition the loop is left in fact.
    pub fn iteration(
        &mut self,
        blocks: &[Block],
        args: Vec<Word>,
    ) -> Result<(Vec<Word>, Bit), Stop> {
        let f = self.world.f;
        let header = blocks[0];
        let mut inside: EntitySet<Block> = EntitySet::new();
        inside.extend(blocks.iter().copied());
        // The condition under which a block is entered, and its arguments.
        let mut entries: FxHashMap<Block, (Bit, Vec<Word>)> = FxHashMap::default();
        entries.insert(header, (ONE, args));
        let (mut again, mut left) = (None, ZERO);
        for &block in blocks {
            let Some((entered, args)) = entries.remove(&block) else { continue };
            self.enter(block, args);
            self.block(block, entered)?;
            let mut calls: Vec<(Bit, &BlockCall)> = Vec::new();
            match &f.blocks[block].term {
                Terminator::Jump(call) => calls.push((ONE, call)),
                Terminator::BrIf { cond, then, els } => {
                    let cond = self.value(*cond)?;
                    let cond = self.world.bits.any(&cond);
                    calls.extend([(cond, then), (!cond, els)]);
                }
                _ => return Err(Stop::Unmodelled),
            }
            // Edges out of the loop are not taken.
            let mut leaves = false;
            for (cond, _) in calls.iter().filter(|(_, call)| !inside.contains(call.block)) {
                let taken = self.world.bits.and(entered, *cond);
                left = self.world.bits.or(left, taken);
                leaves = true;
            }
            calls.retain(|(_, call)| inside.contains(call.block));
            if let ([(cond, _)], true) = (&mut calls[..], leaves) {
                *cond = ONE;
            }
            for (cond, call) in calls {
                let taken = self.world.bits.and(entered, cond);
                let args = self.all(f.list(&call.args))?;
                if call.block == header {
                    if again.replace(args).is_some() {
                        return Err(Stop::Unmodelled);
                    }
                    continue;
                }
                let entry = match entries.remove(&call.block) {
                    None => (taken, args),
                    Some((others, old)) => {
                        let both = self.world.bits.or(others, taken);
                        let args = args.iter().zip(&old);
                        let args = args.map(|(new, old)| self.world.bits.select(taken, new, old));
                        (both, args.collect())
                    }
                };
                entries.insert(call.block, entry);
            }
        }
        Ok((again.ok_or(Stop::Unmodelled)?, left))
    }
}
