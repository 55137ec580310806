//! Executes a function on given start values, in memories of which only what is touched is kept.
//!
//! Operators on numbers are evaluated as in constant folding. Loads and stores are executed on bytes, so that
//! they agree across widths. Others (calls, tables, references) have a random result and no effect, which is
//! one of their possible behaviours. A run ends without an answer ([`End::Open`]) where it takes too long,
//! and at operators whose effects are not modelled.

use super::Setting;
use super::answers::{Answers, Held, hash, memory_type, most_pages};
use invar_ir::rules::{Const, evaluate, evaluate_wide, is_constant, load};
use invar_ir::{BlockCall, Function, Inst, MemoryAccess, Op, Terminator, ValType, Value};
use invar_ir::{effects, memory_access};
use rustc_hash::FxHashMap;
use std::fmt;

/// How many operators a run executes.
pub(super) const MOST_STEPS: u64 = 600;
/// How many bytes a bulk operator may touch.
const MOST_BYTES: u64 = 4096;

/// How a run ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum End {
    /// With these results.
    Returns(Vec<Held>),
    /// By a tail call or an exception: the last event.
    Leaves,
    /// By a trap.
    Trap,
    /// Not within the bounds of a run.
    Open,
}

/// What a run does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Event {
    /// An access of memory.
    Access {
        /// The operator with an offset of zero.
        op: Op,
        /// The effective address.
        address: i128,
        /// The stored value.
        stored: Option<Held>,
    },
    /// An operator with other effects, its operands, and what memory and globals hold.
    Other(Op, Vec<Held>, u64),
}

impl Event {
    /// Whether it can be observed, if the function then traps.
    pub fn is_observed(&self) -> bool {
        !matches!(self, Event::Access { stored: None, .. })
    }

    /// Whether it is something other than an access of memory or of a global.
    pub fn is_outside(&self) -> bool {
        !matches!(self, Event::Access { .. } | Event::Other(Op::GlobalSet { .. }, ..))
    }
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Event::Access { op, address, stored } => {
                write!(f, "{} at {address:#x}", op.variant_name())?;
                stored.map_or(Ok(()), |stored| write!(f, " of {stored:x?}"))
            }
            Event::Other(op, args, _) => write!(f, "{} on {args:x?}", op.variant_name()),
        }
    }
}

/// A run.
pub(super) struct Trace {
    /// What it did, in order.
    pub events: Vec<Event>,
    /// How it ended.
    pub end: End,
    /// What memory and globals hold at the end, as a hash.
    pub state: u64,
}

/// Executes a function. An error is a function that is not valid.
pub(super) fn execute(
    f: &Function,
    setting: &Setting<'_>,
    answers: &Answers<'_>,
    steps: u64,
) -> Result<Trace, String> {
    let mut machine = Machine {
        f,
        setting,
        answers,
        held: vec![None; f.values.len()],
        bytes: answers.memories.clone(),
        words: FxHashMap::default(),
        globals: FxHashMap::default(),
        state: 0,
        events: Vec::new(),
        outside: 0,
        steps,
    };
    let end = match machine.run() {
        Ok(end) | Err(Stop::End(end)) => end,
        Err(Stop::Invalid(why)) => return Err(why),
    };
    Ok(Trace { events: machine.events, end, state: machine.state })
}

enum Stop {
    End(End),
    Invalid(String),
}

struct Machine<'a> {
    f: &'a Function,
    setting: &'a Setting<'a>,
    answers: &'a Answers<'a>,
    held: Vec<Option<Held>>,
    /// The sizes of memories in bytes.
    bytes: Vec<u128>,
    /// The words of four bytes that were written, by memory and number.
    words: FxHashMap<(u32, u128), u32>,
    globals: FxHashMap<u32, Held>,
    /// A sum of hashes of all that was written and differs from what it was.
    state: u64,
    events: Vec<Event>,
    /// How many of them are neither accesses of memory nor of globals: a pass may change the number of these.
    outside: usize,
    steps: u64,
}

impl Machine<'_> {
    fn run(&mut self) -> Result<End, Stop> {
        let f = self.f;
        let mut block = f.entry;
        let mut args = self.answers.params(f, self.setting.constants);
        loop {
            for (&param, arg) in f.blocks[block].params.iter().zip(args) {
                self.held[param.as_u32() as usize] = Some(arg);
            }
            for &inst in &f.blocks[block].insts {
                self.step()?;
                self.inst(inst)?;
            }
            self.step()?;
            let call: &BlockCall = match &f.blocks[block].term {
                Terminator::Jump(call) => call,
                Terminator::BrIf { cond, then, els } => match self.int(*cond)? {
                    0 => els,
                    _ => then,
                },
                Terminator::BrTable { index, targets, default } => {
                    targets.get(self.int(*index)? as u32 as usize).unwrap_or(default)
                }
                Terminator::BrOn {
                    op,
                    args,
                    taken_value,
                    fallthrough_value,
                    taken,
                    fallthrough,
                } => {
                    let args = self.all(f.list(args))?;
                    let (call, refined) = if self.answers.holds(&(op, &args)) {
                        (taken, taken_value)
                    } else {
                        (fallthrough, fallthrough_value)
                    };
                    if let Some(refined) = refined.expand() {
                        self.held[refined.as_u32() as usize] = Some(args[0]);
                    }
                    call
                }
                Terminator::Return(values) => return Ok(End::Returns(self.all(f.list(values))?)),
                Terminator::Unreachable => return Ok(End::Trap),
                Terminator::TailCall { op, args } | Terminator::Throw { op, args } => {
                    let args = self.all(f.list(args))?;
                    self.events.push(Event::Other(op.clone(), args, self.state));
                    return Ok(End::Leaves);
                }
                Terminator::Invoke { .. } => return Ok(End::Open),
                Terminator::None => return Err(Stop::Invalid(format!("{block} has no end"))),
            };
            args = self.all(f.list(&call.args))?;
            block = call.block;
        }
    }

    fn step(&mut self) -> Result<(), Stop> {
        self.steps = self.steps.checked_sub(1).ok_or(Stop::End(End::Open))?;
        Ok(())
    }

    fn value(&self, value: Value) -> Result<Held, Stop> {
        let value = self.f.resolve(value);
        let held = self.held[value.as_u32() as usize];
        held.ok_or_else(|| Stop::Invalid(format!("{value} is used before it is defined")))
    }

    fn all(&self, values: &[Value]) -> Result<Vec<Held>, Stop> {
        values.iter().map(|&value| self.value(value)).collect()
    }

    fn int(&self, value: Value) -> Result<i64, Stop> {
        match self.value(value)? {
            Held::Value(value) => Ok(value.as_int().unwrap_or(0)),
            Held::Reference(_) => Err(Stop::Invalid(format!("{value} is no number"))),
        }
    }

    fn inst(&mut self, inst: Inst) -> Result<(), Stop> {
        let f = self.f;
        let args = self.all(f.args(inst))?;
        let types: Vec<ValType> = f.results(inst).map(|value| f.ty(value)).collect();
        let results = self.op(&f.insts[inst].op, &args, &types)?;
        for (value, held) in f.results(inst).zip(results) {
            self.held[value.as_u32() as usize] = Some(held);
        }
        Ok(())
    }

    fn op(&mut self, op: &Op, args: &[Held], types: &[ValType]) -> Result<Vec<Held>, Stop> {
        if let Some(access) = memory_access(op) {
            return self.access(op, &access, args, types);
        }
        let trap = || Stop::End(End::Trap);
        let constants: Vec<Const> = (args.iter())
            .filter_map(|held| match held {
                Held::Value(value) => Some(*value),
                Held::Reference(_) => None,
            })
            .collect();
        let unsigned = |n: usize| unsigned(args[n]);
        match *op {
            Op::Select | Op::TypedSelect { .. } => {
                return Ok(vec![args[usize::from(unsigned(2) == 0)]]);
            }
            Op::GlobalGet { global_index } => {
                let initial = || self.answers.answer(types[0], &("global", global_index));
                return Ok(vec![self.globals.get(&global_index).copied().unwrap_or_else(initial)]);
            }
            Op::GlobalSet { global_index } => {
                let old = self.globals.insert(global_index, args[0]);
                let initial = || match args[0] {
                    Held::Value(value) => {
                        self.answers.answer(value.ty(), &("global", global_index))
                    }
                    Held::Reference(_) => Held::Reference(0),
                };
                let old = old.unwrap_or_else(initial);
                let of = |held: Held| hash(&("global", global_index, held));
                self.state = self.state.wrapping_sub(of(old)).wrapping_add(of(args[0]));
                self.events.push(Event::Other(op.clone(), args.to_vec(), 0));
                return Ok(Vec::new());
            }
            Op::MemorySize { mem } => {
                let log2 = memory_type(self.setting.module, mem).and_then(|ty| ty.page_size_log2);
                let pages = self.bytes[mem as usize] >> log2.unwrap_or(16);
                return Ok(vec![number(types[0], pages as u64)]);
            }
            Op::MemoryGrow { mem } => return Ok(vec![self.grow(op, mem, args, types[0])]),
            Op::MemoryFill { mem } => {
                let (to, value, bytes) = (unsigned(0), unsigned(1) as u8, unsigned(2));
                if i128::from(to) + i128::from(bytes) > self.bytes[mem as usize] as i128 {
                    return Err(trap());
                }
                if bytes > MOST_BYTES {
                    return Err(Stop::End(End::Open));
                }
                self.write(mem, to.into(), &vec![value; bytes as usize]);
                return Ok(Vec::new());
            }
            Op::MemoryCopy { dst_mem, src_mem } => {
                let (to, from, bytes) = (unsigned(0), unsigned(1), unsigned(2));
                let is_beyond = |at: u64, mem: u32| {
                    i128::from(at) + i128::from(bytes) > self.bytes[mem as usize] as i128
                };
                if is_beyond(to, dst_mem) || is_beyond(from, src_mem) {
                    return Err(trap());
                }
                if bytes > MOST_BYTES {
                    return Err(Stop::End(End::Open));
                }
                let all = self.read(src_mem, from.into(), bytes as usize);
                self.write(dst_mem, to.into(), &all);
                return Ok(Vec::new());
            }
            _ => {}
        }
        if constants.len() == args.len() {
            if let Some(value) = evaluate(op, &constants) {
                return Ok(vec![Held::Value(value)]);
            }
            if let Some(both) = evaluate_wide(op, &constants) {
                return Ok(both.map(Held::Value).to_vec());
            }
        }
        let does = effects(op, self.setting.module);
        // A lane may be a NaN whose bits are not known. A vectorized loop has no other answer than the scalar one.
        let is_vector = types.contains(&ValType::V128) && !is_constant(op);
        if is_vector && does == invar_ir::Effects::PURE && !args.is_empty() {
            return Err(Stop::End(End::Open));
        }
        let name = op.variant_name();
        // A division by zero, a conversion of what is out of range.
        if does.traps_if_speculated()
            && ["Div", "Rem", "Trunc"].iter().any(|part| name.contains(part))
        {
            return Err(trap());
        }
        if name.starts_with("Memory") || name.contains("Atomic") {
            return Err(Stop::End(End::Open));
        }
        let is_pure = does == invar_ir::Effects::PURE || is_constant(op);
        let at = self.outside;
        if does.is_effect() {
            self.outside += 1;
            self.events.push(Event::Other(op.clone(), args.to_vec(), self.state));
        }
        let calls = name.contains("Call");
        let answer = |(n, &ty): (usize, &ValType)| {
            // How often a pure operator is executed is not compared, nor when.
            let held = self.answers.answer(ty, &(op, args, if is_pure { 0 } else { at }, n));
            match held {
                // Tests of references and such: most operators have no other integers.
                Held::Value(value) if !calls && value.as_int().is_some() => {
                    number(ty, value.as_int().unwrap_or(0) as u64 & 1)
                }
                held => held,
            }
        };
        Ok(types.iter().enumerate().map(answer).collect())
    }

    /// A load or a store.
    fn access(
        &mut self,
        op: &Op,
        access: &MemoryAccess,
        args: &[Held],
        types: &[ValType],
    ) -> Result<Vec<Held>, Stop> {
        if access.is_atomic() {
            return Err(Stop::End(End::Open));
        }
        let memory = access.memarg.memory;
        let address = i128::from(unsigned(args[access.address])) + i128::from(access.memarg.offset);
        let stored = access.stored.map(|at| args[at]);
        let mut without = op.clone();
        without.for_each_immediate_mut(|immediate| {
            if let invar_ir::ImmediateMut::MemArg(memarg) = immediate {
                (memarg.offset, memarg.align) = (0, 0);
            }
        });
        let size = usize::from(access.size);
        let ends_at = address + size as i128;
        let is_beyond = u128::try_from(ends_at).is_ok_and(|end| end > self.bytes[memory as usize]);
        self.events.push(Event::Access { op: without.clone(), address, stored });
        if is_beyond {
            // The trap itself is no access.
            self.events.pop();
            return Err(Stop::End(End::Trap));
        }
        if let Some(stored) = stored {
            let bits = match stored {
                Held::Value(value) if !op.variant_name().contains("Lane") => bits(value),
                // A store of one lane of a vector: the lowest lane, or one that is not modelled.
                Held::Value(value) if matches!(op, Op::V128Store64Lane { lane: 0, .. }) => {
                    bits(value)
                }
                held => u128::from(hash(&(&without, held))),
            };
            self.write(memory, address, &bits.to_le_bytes()[..size]);
            return Ok(Vec::new());
        }
        let bytes = self.read(memory, address, size);
        Ok(vec![match load(op, &bytes) {
            Some(value) => Held::Value(value),
            // Lanes that are extended or broadcast: not modelled, and in a vectorized loop not what scalar loads give.
            None if types.contains(&ValType::V128) => return Err(Stop::End(End::Open)),
            None => self.answers.answer(types[0], &(&without, bytes, &args[1..])),
        }])
    }

    fn grow(&mut self, op: &Op, mem: u32, args: &[Held], ty: ValType) -> Held {
        let by = u128::from(unsigned(args[0]));
        self.outside += 1;
        self.events.push(Event::Other(op.clone(), args.to_vec(), self.state));
        let Some(memory) = memory_type(self.setting.module, mem) else { return number(ty, 0) };
        let log2 = memory.page_size_log2.unwrap_or(16);
        let old = self.bytes[mem as usize] >> log2;
        if old + by > most_pages(&memory) || self.answers.holds(&("grow", self.outside)) {
            return number(ty, u64::MAX);
        }
        self.bytes[mem as usize] = (old + by) << log2;
        number(ty, old as u64)
    }

    fn word(&self, memory: u32, number: u128) -> u32 {
        let initial = || match self.answers.answer(ValType::I32, &("word", memory, number)) {
            Held::Value(Const::I32(word)) => word as u32,
            _ => 0,
        };
        self.words.get(&(memory, number)).copied().unwrap_or_else(initial)
    }

    fn read(&self, memory: u32, address: i128, size: usize) -> Vec<u8> {
        let at = address as u128;
        let byte = |at: u128| self.word(memory, at / 4).to_le_bytes()[(at % 4) as usize];
        (at..at + size as u128).map(byte).collect()
    }

    fn write(&mut self, memory: u32, address: i128, bytes: &[u8]) {
        for (at, &byte) in (address as u128..).zip(bytes) {
            let old = self.word(memory, at / 4);
            let mut all = old.to_le_bytes();
            all[(at % 4) as usize] = byte;
            let new = u32::from_le_bytes(all);
            let of = |word: u32| hash(&(memory, at / 4, word));
            self.state = self.state.wrapping_sub(of(old)).wrapping_add(of(new));
            self.words.insert((memory, at / 4), new);
        }
    }
}

/// An integer as an unsigned number.
fn unsigned(held: Held) -> u64 {
    match held {
        Held::Value(Const::I32(value)) => (value as u32).into(),
        Held::Value(Const::I64(value)) => value as u64,
        _ => 0,
    }
}

fn number(ty: ValType, number: u64) -> Held {
    Held::Value(match ty {
        ValType::I64 => Const::I64(number as i64),
        _ => Const::I32(number as i32),
    })
}

fn bits(value: Const) -> u128 {
    match value {
        Const::I32(value) => (value as u32).into(),
        Const::I64(value) => (value as u64).into(),
        Const::F32(bits) => bits.into(),
        Const::F64(bits) => bits.into(),
        Const::V128(bits) => bits,
    }
}
