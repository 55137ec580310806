//! The host of both sides: its results depend on the number of the call, the name of the function and
//! the arguments; it may write to memory near arguments and to globals, and ends runs with too many
//! calls.
//!
//! Each call is an event: the function, its arguments, memory 0 and the globals. Only the parts of
//! memory that differ from before the run are hashed, so that it does not matter which granules were
//! written with their old contents.

use super::input::{Dictionary, Input};
use super::instrument::{DIRTY, GRANULE};
use crate::differ::see;
use invar_generate::Random;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use wasmtime::{
    AnyRef, AsContext, AsContextMut, Caller, ExternRef, Func, FuncType, Global, HeapType, I31,
    Memory, RefType, StoreLimits, Val, ValType, format_err,
};

/// The number of calls after which the host ends a run.
const CALLS: u32 = 48;
/// The number of calls at which memory is hashed.
const LOOKS: u32 = 16;

/// A call of the host.
#[derive(Clone, Copy, Debug)]
pub struct Event {
    /// A hash of the function, the arguments and the globals.
    pub called: u64,
    /// A hash of memory 0, if it was computed.
    pub memory: Option<u64>,
}

impl Event {
    /// Whether two events are equal, as far as they are known.
    pub fn same(&self, other: &Event) -> bool {
        let known = self.memory.zip(other.memory);
        self.called == other.called && known.is_none_or(|(a, b)| a == b)
    }
}

/// The state of the host during a run.
pub struct Host {
    /// The limits of memories and tables.
    pub limits: StoreLimits,
    /// The input, which decides the results of calls.
    pub input: Arc<Input>,
    /// The source of results.
    pub dictionary: Arc<Dictionary>,
    /// Memory 0.
    pub memory: Option<Memory>,
    /// The added memory.
    pub log: Option<Memory>,
    /// The mutable globals.
    pub globals: Vec<Global>,
    /// Memory 0 as it was before the run.
    pub baseline: Vec<u8>,
    /// The events so far.
    pub events: Vec<Event>,
    /// The results so far.
    pub answers: Vec<((u32, u32), u64)>,
    /// Granules that the host wrote.
    pub written: Vec<u32>,
}

/// A function of the host.
pub fn function(mut store: impl AsContextMut<Data = Host>, name: String, ty: FuncType) -> Func {
    let results: Vec<ValType> = ty.results().collect();
    let mut hasher = DefaultHasher::new();
    name.hash(&mut hasher);
    let key = hasher.finish();
    Func::new(store.as_context_mut(), ty, move |caller, args, out| {
        call(caller, key, &results, args, out)
    })
}

fn call(
    mut caller: Caller<'_, Host>,
    key: u64,
    types: &[ValType],
    args: &[Val],
    out: &mut [Val],
) -> wasmtime::Result<()> {
    let number = caller.data().events.len() as u32;
    let mut hasher = DefaultHasher::new();
    key.hash(&mut hasher);
    for arg in args {
        match bits(arg) {
            Some(bits) => bits.hash(&mut hasher),
            None => format!("{:?}", see(&mut caller, arg)).hash(&mut hasher),
        }
    }
    let called = hasher.finish();
    let globals = caller.data().globals.clone();
    for global in &globals {
        bits(&global.get(&mut caller)).hash(&mut hasher);
    }
    let memory = if number < LOOKS { memory_hash(&caller) } else { None };
    let event = Event { called: hasher.finish(), memory };
    caller.data_mut().events.push(event);
    let (input, dictionary) = (caller.data().input.clone(), caller.data().dictionary.clone());
    if number >= CALLS || input.stop == Some(number) {
        return Err(format_err!("the host ends the run"));
    }
    let mut random = Random::new(input.seed ^ called ^ u64::from(number));
    let mut draw = |caller: &mut Caller<'_, Host>, slot: u32, ty: &ValType| {
        let drawn = dictionary.value(ty, &mut random);
        let value = match input.answers.get(&(number, slot)) {
            Some(value) => u128::from(*value),
            None => drawn,
        };
        caller.data_mut().answers.push(((number, slot), value as u64));
        value
    };
    for (slot, (result, ty)) in out.iter_mut().zip(types).enumerate() {
        let bits = draw(&mut caller, slot as u32, ty);
        *result = value(&mut caller, ty, bits)
            .ok_or_else(|| format_err!("the host has no value of type {ty}"))?;
    }
    let Some(memory) = caller.data().memory else { return Ok(()) };
    for (index, arg) in args.iter().enumerate() {
        let Val::I32(address) = arg else { continue };
        // The host's choice is part of the input, so that it can be mutated separately.
        let slot = 100 + 2 * index as u32;
        let choice = draw(&mut caller, slot, &ValType::I32) as u64;
        let address = (*address as u32).wrapping_add((choice & 3) as u32 * 4);
        if (address as usize) < 1024
            || address as usize + 4 > caller.data().baseline.len()
            || choice >> 2 & 1 == 0
        {
            continue;
        }
        let word = draw(&mut caller, slot + 1, &ValType::I32) as u32;
        if memory.write(&mut caller, address as usize, &word.to_le_bytes()).is_ok() {
            let host = caller.data_mut();
            host.written.extend([address >> GRANULE, (address + 3) >> GRANULE]);
        }
    }
    if called.is_multiple_of(16) && !globals.is_empty() {
        let global = globals[(called >> 8) as usize % globals.len()];
        if let Val::I64(_) | Val::I32(_) = global.get(&mut caller) {
            let ty = global.ty(&caller).content().clone();
            let bits = draw(&mut caller, 90, &ty);
            let value = value(&mut caller, &ty, bits).expect("a number");
            global.set(&mut caller, value)?;
        }
    }
    Ok(())
}

/// A hash of the granules of memory 0 that changed during the run.
fn memory_hash(caller: &Caller<'_, Host>) -> Option<u64> {
    let host = caller.data();
    let (data, log) = (host.memory?.data(caller), host.log?.data(caller));
    if log[0] != 0 {
        return None;
    }
    let mut sum = data.len() as u64;
    let mut all: Vec<u32> = granules(log).chain(host.written.iter().copied()).collect();
    all.sort_unstable();
    all.dedup();
    for granule in all {
        let range = range(granule, data.len().min(host.baseline.len()));
        if data[range.clone()] != host.baseline[range.clone()] {
            sum = sum.wrapping_add(hash(u64::from(granule), &data[range]));
        }
    }
    Some(sum)
}

/// The bytes of a granule.
pub fn range(granule: u32, length: usize) -> std::ops::Range<usize> {
    let start = ((granule as usize) << GRANULE).min(length);
    start..(start + (1 << GRANULE)).min(length)
}

/// The granules that a log has recorded.
pub fn granules(log: &[u8]) -> impl Iterator<Item = u32> + '_ {
    let count = u32::from_le_bytes(log[4..8].try_into().expect("four bytes")) as usize;
    let word = |bytes: &[u8]| u32::from_le_bytes(bytes.try_into().expect("four bytes"));
    log[DIRTY..DIRTY + 4 * count].chunks_exact(4).map(word)
}

fn hash(seed: u64, bytes: &[u8]) -> u64 {
    bytes.chunks_exact(8).fold(seed, |hash, word| {
        let word = u64::from_le_bytes(word.try_into().expect("eight bytes"));
        (hash.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95)
    })
}

/// The bits of a number.
pub fn bits(value: &Val) -> Option<u128> {
    Some(match value {
        Val::I32(value) => u128::from(*value as u32),
        Val::I64(value) => u128::from(*value as u64),
        Val::F32(bits) => u128::from(*bits),
        Val::F64(bits) => u128::from(*bits),
        Val::V128(value) => value.as_u128(),
        _ => return None,
    })
}

/// The value of some bits, or `None` if the host cannot make one.
pub fn value(store: &mut impl AsContextMut<Data = Host>, ty: &ValType, bits: u128) -> Option<Val> {
    Some(match ty {
        ValType::I32 => Val::I32(bits as i32),
        ValType::I64 => Val::I64(bits as i64),
        ValType::F32 => Val::F32(bits as u32),
        ValType::F64 => Val::F64(bits as u64),
        ValType::V128 => Val::V128(bits.into()),
        ValType::Ref(ty) => reference(store, ty, bits)?,
    })
}

fn reference(store: &mut impl AsContextMut<Data = Host>, ty: &RefType, which: u128) -> Option<Val> {
    let heap = ty.heap_type();
    if ty.is_nullable() && which == 0 {
        return Some(Val::null_ref(heap));
    }
    let made = match heap {
        HeapType::Extern => {
            Some(Val::ExternRef(Some(ExternRef::new(&mut *store, which as u32).ok()?)))
        }
        HeapType::Any | HeapType::Eq | HeapType::I31 => {
            let small = I31::wrapping_u32(which as u32);
            Some(Val::AnyRef(Some(AnyRef::from_i31(&mut *store, small))))
        }
        HeapType::ConcreteFunc(ty) => {
            Some(Val::FuncRef(Some(function(&mut *store, "made".to_string(), ty.clone()))))
        }
        HeapType::Func => {
            let ty = FuncType::new(store.as_context().engine(), [], []);
            Some(Val::FuncRef(Some(function(&mut *store, "made".to_string(), ty))))
        }
        _ => None,
    };
    made.or_else(|| ty.is_nullable().then(|| Val::null_ref(heap)))
}
