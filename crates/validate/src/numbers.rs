//! The domain of numbers: a function is executed on given start values, in memories of which only what is touched is
//! kept.
//!
//! Operators on numbers are evaluated as in constant folding. Loads and stores are executed on bytes, so that
//! they agree across widths. What becomes of other operators (tables, references, calls of the host) depends on whether
//! there is a [`CalleeSource`]:
//!
//! - Without one, functions that differ little are compared. Such an operator has a random result and no effect, which is
//!   one of its possible behaviours. So has a call.
//! - With one, functions that were changed by any passes are compared. Calls of functions with a body are executed, calls
//!   of the host have random results; at any other operator a run ends without an answer.
//!
//! A run also ends without an answer ([`Stop::Open`]) where it takes too long, and at operators whose effects are not
//! modelled.

pub(crate) mod aims;
pub(crate) mod answers;

use crate::domain::{Domain, Executed, LONG, Stop};
use crate::held::{Evaluated, Held, bits, constant_global, evaluated, hash};
use crate::machine::Machine;
use crate::memory::Memory;
use answers::{Answers, memory_type, most_pages};
use invar_ir::{
    Effects, Func, Function, ImmediateMut, MemoryAccess, Module, Op, ValType, effects,
    memory_access,
};
use invar_rules::{Const, is_constant, load};
use rustc_hash::FxHashMap;
use std::fmt;
use std::sync::Arc;

/// How many operators a run of a check of a pass executes.
pub(crate) const MOST_STEPS: u64 = 600;
/// How many bytes a bulk operator may touch.
const MOST_BYTES: u64 = 4096;
/// The depth to which calls are executed.
const DEEPEST_CALL: u32 = 24;

/// The program around functions that are executed with their callees.
pub trait CalleeSource: Sync {
    /// The body of a function before the run, if it has one.
    fn callee(&self, func: Func) -> Option<Arc<Function>>;

    /// Why a run that comes to an operator has no answer: passes may change what it does, by an option.
    fn refuses(&self, op: &Op) -> Option<&'static str>;
}

/// How two functions are executed.
#[derive(Clone, Copy)]
pub struct Setting<'a> {
    /// The module of both.
    pub module: &'a Module,
    /// Parameters that have one value in each call, by number.
    pub constants: &'a [(u32, Op)],
    /// The number of runs that do not aim.
    pub runs: u64,
    /// What is around the functions, if calls are to be executed.
    pub program: Option<&'a dyn CalleeSource>,
}

impl<'a> Setting<'a> {
    /// For two functions of which a pass made one from the other.
    pub fn of_pass(module: &'a Module, constants: &'a [(u32, Op)]) -> Self {
        Setting { module, constants, runs: crate::RUNS, program: None }
    }
}

/// What a run does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Event {
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
pub(crate) struct Run {
    /// What it did, in order.
    pub events: Vec<Event>,
    /// How it ended.
    pub end: Executed<Held>,
    /// What memory and globals hold at the end, as a hash.
    pub state: u64,
    /// How many operators and terminators were executed.
    pub steps: u64,
}

impl Run {
    /// Whether it ended without an answer.
    pub fn is_open(&self) -> bool {
        matches!(self.end, Err(Stop::Open(_)))
    }
}

/// Executes a function, at most so many operators. An error is a function that is not valid.
pub(crate) fn execute(
    f: &Function,
    setting: &Setting<'_>,
    answers: &Answers<'_>,
    steps: u64,
) -> Result<Run, String> {
    let mut numbers = Numbers {
        setting,
        answers,
        bytes: answers.memories.clone(),
        memory: Memory::new(),
        globals: FxHashMap::default(),
        state: 0,
        events: Vec::new(),
        outside: 0,
        steps,
        depth: 0,
    };
    let end = Machine::new(f, &mut numbers).call(answers.params(f, setting.constants));
    if let Err(Stop::Broken(why)) = end {
        return Err(why);
    }
    let Numbers { events, state, steps: left, .. } = numbers;
    Ok(Run { events, end, state, steps: steps - left })
}

/// The state of a run.
pub(crate) struct Numbers<'a> {
    setting: &'a Setting<'a>,
    answers: &'a Answers<'a>,
    /// The sizes of memories in bytes.
    bytes: Vec<u128>,
    memory: Memory<u8>,
    globals: FxHashMap<u32, Held>,
    /// A sum of hashes of all that was written and differs from what it was.
    state: u64,
    events: Vec<Event>,
    /// How many of them are neither accesses of memory nor of globals: a pass may change the number of these.
    outside: usize,
    steps: u64,
    /// How many calls are being executed.
    depth: u32,
}

impl Domain for Numbers<'_> {
    type Value = Held;

    fn step(&mut self) -> Result<(), Stop> {
        self.steps = self.steps.checked_sub(1).ok_or(Stop::Open(LONG))?;
        Ok(())
    }

    fn decide(&mut self, value: &Held) -> Result<u64, Stop> {
        match value {
            Held::Value(_) => Ok(value.unsigned()),
            other => Err(Stop::Broken(format!("a branch on {other:?}"))),
        }
    }

    fn test(&mut self, op: &Op, args: &[Held]) -> Result<bool, Stop> {
        self.unsupported("references")?;
        Ok(self.answers.holds(&(op, args)))
    }

    fn invoke(
        &mut self,
        _: &Op,
        _: &[Held],
        _: &[Vec<ValType>],
    ) -> Result<(usize, Vec<Held>), Stop> {
        Err(Stop::Open("exceptions"))
    }

    fn leave(&mut self, op: &Op, args: &[Held]) -> Executed<Held> {
        self.refused(op)?;
        if matches!(op, Op::Unreachable) {
            return Err(Stop::Trap);
        }
        if let Some(results) = self.call(op, args)? {
            return Ok(results);
        }
        match *op {
            Op::Throw { .. } => {}
            // A tail call may have become a call, and a call a tail call.
            Op::ReturnCall { function_index } if self.setting.program.is_some() => {
                let signature = self.setting.module.func_signature(Func::from_u32(function_index));
                return self.other(&Op::Call { function_index }, args, signature.1);
            }
            _ => self.unsupported(unsupported_kind(op))?,
        }
        self.events.push(Event::Other(op.clone(), args.to_vec(), self.state));
        Err(Stop::Leaves)
    }

    fn op(&mut self, op: &Op, args: &[Held], types: &[ValType]) -> Result<Vec<Held>, Stop> {
        self.refused(op)?;
        if let Some(access) = memory_access(op) {
            return self.access(op, &access, args, types);
        }
        let unsigned = |n: usize| args[n].unsigned();
        match *op {
            Op::GlobalGet { global_index } => return Ok(vec![self.global(global_index, types[0])]),
            Op::GlobalSet { global_index } => {
                self.set_global(global_index, args[0]);
                self.events.push(Event::Other(op.clone(), args.to_vec(), 0));
                return Ok(Vec::new());
            }
            Op::MemorySize { mem } => {
                let pages = self.bytes[mem as usize] >> self.page_size_log2(mem);
                return Ok(vec![Held::integer(types[0], pages as u64)]);
            }
            Op::MemoryGrow { mem } => return Ok(vec![self.grow(op, mem, args, types[0])]),
            Op::MemoryFill { mem } => {
                let bytes = self.bulk(&[(unsigned(0), mem)], unsigned(2))?;
                self.write(mem, unsigned(0).into(), &vec![unsigned(1) as u8; bytes]);
                return Ok(Vec::new());
            }
            Op::MemoryCopy { dst_mem, src_mem } => {
                let (to, from) = (unsigned(0), unsigned(1));
                let bytes = self.bulk(&[(to, dst_mem), (from, src_mem)], unsigned(2))?;
                let all = self.read(src_mem, from.into(), bytes);
                self.write(dst_mem, to.into(), &all);
                return Ok(Vec::new());
            }
            _ => {}
        }
        match evaluated(op, args) {
            Evaluated::Results(results) => return Ok(results),
            Evaluated::Trap => return Err(Stop::Trap),
            Evaluated::Unknown => {}
        }
        if let Some(results) = self.call(op, args)? {
            return Ok(results);
        }
        self.other(op, args, types)
    }
}

impl Numbers<'_> {
    /// Executes a call, if the callee is known and has a body.
    fn call(&mut self, op: &Op, args: &[Held]) -> Result<Option<Vec<Held>>, Stop> {
        let (Some(program), Op::Call { function_index } | Op::ReturnCall { function_index }) =
            (self.setting.program, op)
        else {
            return Ok(None);
        };
        let Some(callee) = program.callee(Func::from_u32(*function_index)) else { return Ok(None) };
        if self.depth == DEEPEST_CALL {
            return Err(Stop::Open("deep calls"));
        }
        self.depth += 1;
        let results = Machine::new(&callee, self).call(args.to_vec())?;
        self.depth -= 1;
        Ok(Some(results))
    }

    /// Ends the run at an operator that passes may change by an option.
    fn refused(&self, op: &Op) -> Result<(), Stop> {
        let refused = self.setting.program.and_then(|program| program.refuses(op));
        refused.map_or(Ok(()), |what| Err(Stop::Open(what)))
    }

    /// Ends the run, if operators that are not modelled have no random results.
    fn unsupported(&self, what: &'static str) -> Result<(), Stop> {
        self.setting.program.map_or(Ok(()), |_| Err(Stop::Open(what)))
    }

    /// Ends the run at what is no call of the host.
    fn supported_call(&self, op: &Op) -> Result<(), Stop> {
        let (Op::Call { function_index } | Op::ReturnCall { function_index }) = *op else {
            return self.unsupported(unsupported_kind(op));
        };
        let func = Func::from_u32(function_index);
        let is_import = self.setting.module.funcs[func].import.is_some();
        if is_import { Ok(()) } else { self.unsupported("callees without SSA form") }
    }

    /// An operator that is not evaluated: it has a random result.
    fn other(&mut self, op: &Op, args: &[Held], types: &[ValType]) -> Result<Vec<Held>, Stop> {
        let does = effects(op, self.setting.module);
        let is_pure = does == Effects::PURE || is_constant(op);
        // A lane may be a NaN whose bits are not known. A vectorized loop has no other answer than the scalar one.
        if types.contains(&ValType::V128) && is_pure && !args.is_empty() {
            return Err(Stop::Open("vectors"));
        }
        let name = op.variant_name();
        if name.starts_with("Memory") || name.contains("Atomic") {
            return Err(Stop::Open(unsupported_kind(op)));
        }
        self.supported_call(op)?;
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
                    Held::integer(ty, value.as_int().unwrap_or(0) as u64 & 1)
                }
                held => held,
            }
        };
        Ok(types.iter().enumerate().map(answer).collect())
    }

    /// What a global holds at the start.
    fn initial(&self, global: u32, ty: ValType) -> Held {
        let constant = constant_global(self.setting.module, global);
        constant.map_or_else(|| self.answers.answer(ty, &("global", global)), Held::Value)
    }

    fn global(&self, global: u32, ty: ValType) -> Held {
        self.globals.get(&global).copied().unwrap_or_else(|| self.initial(global, ty))
    }

    fn set_global(&mut self, global: u32, new: Held) {
        let old = self.globals.insert(global, new).unwrap_or_else(|| match new {
            Held::Value(value) => self.initial(global, value.ty()),
            _ => Held::Reference(0),
        });
        let of = |held: Held| hash(&("global", global, held));
        self.state = self.state.wrapping_sub(of(old)).wrapping_add(of(new));
    }

    /// The number of bytes of a bulk operator, which starts at these addresses of memories.
    fn bulk(&self, places: &[(u64, u32)], bytes: u64) -> Result<usize, Stop> {
        let is_beyond = |&(at, mem): &(u64, u32)| {
            i128::from(at) + i128::from(bytes) > self.bytes[mem as usize] as i128
        };
        if places.iter().any(is_beyond) {
            Err(Stop::Trap)
        } else if bytes > MOST_BYTES {
            Err(Stop::Open(LONG))
        } else {
            Ok(bytes as usize)
        }
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
            return Err(Stop::Open("atomics"));
        }
        let memory = access.memarg.memory;
        let address =
            i128::from(args[access.address].unsigned()) + i128::from(access.memarg.offset);
        let stored = access.stored.map(|at| args[at]);
        let mut without = op.clone();
        without.for_each_immediate_mut(|immediate| {
            if let ImmediateMut::MemArg(memarg) = immediate {
                (memarg.offset, memarg.align) = (0, 0);
            }
        });
        let size = usize::from(access.size);
        let ends_at = address + size as i128;
        if u128::try_from(ends_at).is_ok_and(|end| end > self.bytes[memory as usize]) {
            return Err(Stop::Trap);
        }
        self.events.push(Event::Access { op: without.clone(), address, stored });
        if let Some(stored) = stored {
            let bits = match stored {
                Held::Value(value) if !op.variant_name().contains("Lane") => bits(value),
                // A store of one lane of a vector: the lowest lane, or one that is not modelled.
                Held::Value(value) if matches!(op, Op::V128Store64Lane { lane: 0, .. }) => {
                    bits(value)
                }
                held => {
                    self.unsupported("vectors")?;
                    u128::from(hash(&(&without, held)))
                }
            };
            self.write(memory, address, &bits.to_le_bytes()[..size]);
            return Ok(Vec::new());
        }
        let bytes = self.read(memory, address, size);
        Ok(vec![match load(op, &bytes) {
            Some(value) => Held::Value(value),
            // Lanes that are extended or broadcast: not modelled, and in a vectorized loop not what scalar loads give.
            None if types.contains(&ValType::V128) => return Err(Stop::Open("vectors")),
            None => self.answers.answer(types[0], &(&without, bytes, &args[1..])),
        }])
    }

    fn page_size_log2(&self, memory: u32) -> u32 {
        let ty = memory_type(self.setting.module, memory);
        ty.and_then(|ty| ty.page_size_log2).unwrap_or(16)
    }

    fn grow(&mut self, op: &Op, mem: u32, args: &[Held], ty: ValType) -> Held {
        let by = u128::from(args[0].unsigned());
        self.outside += 1;
        self.events.push(Event::Other(op.clone(), args.to_vec(), self.state));
        let Some(memory) = memory_type(self.setting.module, mem) else {
            return Held::integer(ty, 0);
        };
        let log2 = self.page_size_log2(mem);
        let old = self.bytes[mem as usize] >> log2;
        if old + by > most_pages(&memory) || self.answers.holds(&("grow", self.outside)) {
            return Held::integer(ty, u64::MAX);
        }
        self.bytes[mem as usize] = (old + by) << log2;
        Held::integer(ty, old as u64)
    }

    fn byte(&self, memory: u32, at: u64) -> u8 {
        self.memory.byte((memory, at), || {
            // Four bytes at a time, so that loads give small numbers, too.
            let word = self.answers.answer(ValType::I32, &("word", memory, u128::from(at / 4)));
            let Held::Value(Const::I32(word)) = word else { return 0 };
            word.to_le_bytes()[(at % 4) as usize]
        })
    }

    fn read(&self, memory: u32, address: i128, size: usize) -> Vec<u8> {
        let at = address as u64;
        (0..size as u64).map(|n| self.byte(memory, at + n)).collect()
    }

    fn write(&mut self, memory: u32, address: i128, bytes: &[u8]) {
        for (n, &new) in bytes.iter().enumerate() {
            let at = address as u64 + n as u64;
            let old = self.byte(memory, at);
            let of = |byte: u8| hash(&(memory, at, byte));
            self.state = self.state.wrapping_sub(of(old)).wrapping_add(of(new));
            self.memory.write((memory, at), new);
        }
    }
}

/// The name of what an operator that is not executed works on.
fn unsupported_kind(op: &Op) -> &'static str {
    let name = op.variant_name();
    let kinds = [
        ("Atomic", "atomics"),
        ("CallIndirect", "calls through tables"),
        ("CallRef", "calls through references"),
        ("Call", "calls"),
        ("Throw", "exceptions"),
        ("Table", "tables"),
        ("Elem", "tables"),
        ("Memory", "bulk operators"),
        ("Data", "bulk operators"),
        ("Ref", "references"),
        ("Struct", "objects"),
        ("Array", "objects"),
        ("I31", "references"),
        ("x", "vectors"),
        ("V128", "vectors"),
        ("F32", "floats that are NaN"),
        ("F64", "floats that are NaN"),
    ];
    let found = kinds.iter().find(|(part, _)| name.contains(part));
    found.map_or("other operators", |&(_, what)| what)
}
