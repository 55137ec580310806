//! Meters: instrumentation that counts the entries of functions with versions, and samples the time of an entry in
//! generic and in specialized code. Only programs that are profiled have meters.
//!
//! A meter is a function that wraps two others: one that leads to versions, and the generic one. It counts its
//! calls, and calls the first by a tail call. While its function is *sampled*, the host tells it which of both to call
//! and to time: none at the first call, which usually makes a version;
//! from then on the one with fewer samples, until there are [`SAMPLES`] of each, or
//! the generic ones took [`ENOUGH`]. Generic code may run at any entry, so results do not depend on that.
//!
//! A call in which another one was timed is not a sample, since the other may have been of the other kind: of a
//! recursion the innermost calls are timed. The clock is stopped while versions are made. The difference of the two
//! medians is the estimated time that an entry saves.

use super::build::{increment, loc, number, one, tail_call};
use super::profile::Timed;
use super::settings::RUNNING;
use crate::image::RESERVED;
use invar_ir::{
    Block, Body, Entity, Func, FuncData, Function, ImportName, Module, Op, Terminator, TypeId,
    ValType, Value,
};
use rustc_hash::FxHashMap;
use std::time::Duration;
use wasmtime::{AsContextMut, Global, Instance, Val};

/// The import by which a meter asks: `(function) -> (function to call, time)`.
pub(crate) const START: &str = "meter.start";

/// The import by which it reports: `(function, function called, start time)`.
pub(crate) const END: &str = "meter.end";

/// The number of calls of each kind that are timed.
const SAMPLES: u64 = 32;

/// Generic calls are not timed any more once they took this long.
const ENOUGH: Duration = Duration::from_millis(50);

/// The most calls that ask the host: calls that trap, or in which others are timed, give no samples.
const ASKED: u64 = 4096;

/// The host's answers to a meter.
const UNTIMED: i32 = 0;
const SPECIAL: i32 = 1;
const GENERIC: i32 = 2;

fn entries(func: Func) -> String {
    format!("{RESERVED}c{}.entries", func.as_u32())
}

fn open(func: Func) -> String {
    format!("{RESERVED}c{}.open", func.as_u32())
}

/// The imports of meters in a module.
#[derive(Clone, Copy)]
pub(crate) struct Imports {
    start: Func,
    end: Func,
}

impl Imports {
    pub fn new(module: &mut Module) -> Self {
        let mut import = |name: &str, params: &[ValType], results: &[ValType]| {
            let ty = module.func_type(params, results);
            let import = ImportName { module: RUNNING.to_owned(), name: name.to_owned() };
            let (import, body) = (Some(import), Body::Import);
            let func = module.funcs.push(FuncData::new(ty, import, body));
            module.imports.push(Entity::Func(func));
            func
        };
        Imports {
            start: import(START, &[ValType::I32], &[ValType::I32, ValType::I64]),
            end: import(END, &[ValType::I32, ValType::I32, ValType::I64], &[]),
        }
    }
}

/// The code of a meter for a function, in front of the function that leads to its versions. Without generic code it
/// only counts.
pub(crate) fn meter(
    module: &mut Module,
    imports: Imports,
    func: Func,
    ty: TypeId,
    special: Func,
    generic: Option<Func>,
) -> Function {
    let (params, results) = module.signature(ty);
    let (params, results) = (params.to_vec(), results.to_vec());
    let count = number(module, entries(func), ValType::I64, 0);
    let mut f = Function::new(ty, &params, &results);
    let entry = f.entry;
    let args = f.blocks[entry].params.clone();
    increment(&mut f, entry, count);
    let Some(generic) = generic else {
        tail_call(&mut f, entry, Op::ReturnCall { function_index: special.as_u32() }, &args);
        return f;
    };
    let open = number(module, open(func), ValType::I32, 1);
    let (asks, goes) = (f.add_block(), f.add_block());
    let op = Op::GlobalGet { global_index: open.as_u32() };
    let cond = one(&mut f, entry, op, &[], ValType::I32);
    let (then, els) = (f.call(asks, &[]), f.call(goes, &[]));
    f.blocks[entry].term = Terminator::BrIf { cond, then, els };
    tail_call(&mut f, goes, Op::ReturnCall { function_index: special.as_u32() }, &args);

    let number = Op::I32Const { value: func.as_u32() as i32 };
    let number = one(&mut f, asks, number, &[], ValType::I32);
    let op = Op::Call { function_index: imports.start.as_u32() };
    let asked = f.append(asks, op, &[number], &[ValType::I32, ValType::I64], loc());
    let asked: Vec<Value> = f.results(asked).collect();
    let mut timed = |callee: Func| {
        let at: Block = f.add_block();
        let op = Op::Call { function_index: callee.as_u32() };
        let call = f.append(at, op, &args, &results, loc());
        let found: Vec<Value> = f.results(call).collect();
        let op = Op::Call { function_index: imports.end.as_u32() };
        f.append(at, op, &[number, asked[0], asked[1]], &[], loc());
        let found = f.make_list(&found);
        f.blocks[at].term = Terminator::Return(found);
        at
    };
    let (special, generic) = (timed(special), timed(generic));
    // In the order of what is told; see above.
    let targets = [goes, special].map(|block| f.call(block, &[])).to_vec();
    let default = f.call(generic, &[]);
    f.blocks[asks].term = Terminator::BrTable { index: asked[0], targets, default };
    f
}

/// The host's data about the meters of one function.
#[derive(Default)]
struct Meter {
    counts: Vec<Global>,
    open: Vec<Global>,
    asked: u64,
    generic_entries: u64,
    generic: Timed,
    special: Timed,
}

/// The counts and times.
pub(crate) struct Metered {
    pub entries: u64,
    pub generic_entries: u64,
    pub generic: Timed,
    pub special: Timed,
}

/// The meters of an instance.
#[derive(Default)]
pub(crate) struct Meters {
    of: FxHashMap<Func, Meter>,
    /// When the last call that is timed started.
    last: u64,
}

impl Meters {
    /// Adds the meter for a function that an instance has.
    pub fn add(&mut self, func: Func, instance: Instance, mut store: impl AsContextMut) {
        let meter = self.of.entry(func).or_default();
        meter.counts.extend(instance.get_global(&mut store, &entries(func)));
        if let Some(open) = instance.get_global(&mut store, &open(func)) {
            if meter.is_done() {
                close(open, &mut store);
            }
            meter.open.push(open);
        }
    }

    /// The function that a meter is to call now.
    pub fn start(&mut self, func: Func, now: u64) -> i32 {
        let meter = self.of.entry(func).or_default();
        meter.asked += 1;
        if meter.asked == 1 {
            return UNTIMED;
        }
        self.last = now;
        if meter.special.count() <= meter.generic.count() {
            return SPECIAL;
        }
        meter.generic_entries += 1;
        GENERIC
    }

    /// Takes that a call, which started at some time, ended now.
    pub fn end(
        &mut self,
        func: Func,
        called: i32,
        since: u64,
        now: u64,
        mut store: impl AsContextMut,
    ) {
        let meter = self.of.entry(func).or_default();
        if self.last == since {
            let times = if called == GENERIC { &mut meter.generic } else { &mut meter.special };
            times.add(Duration::from_nanos(now.saturating_sub(since)));
        }
        if meter.is_done() {
            meter.open.iter().for_each(|&open| close(open, &mut store));
        }
    }

    /// What was counted, by function, in no order.
    pub fn all(&self, mut store: impl AsContextMut) -> Vec<(Func, Metered)> {
        let mut read = |count: &Global| count.get(&mut store).i64().map_or(0, |count| count as u64);
        let of = |(&func, meter): (&Func, &Meter)| {
            let entries = meter.counts.iter().map(&mut read).sum();
            let (generic, special) = (meter.generic.clone(), meter.special.clone());
            (func, Metered { entries, generic_entries: meter.generic_entries, generic, special })
        };
        self.of.iter().map(of).collect()
    }
}

impl Meter {
    fn is_done(&self) -> bool {
        let is_enough = self.generic.count() >= SAMPLES || self.generic.total() >= ENOUGH;
        is_enough || self.asked >= ASKED
    }
}

fn close(open: Global, store: impl AsContextMut) {
    open.set(store, Val::I32(0)).expect("a meter's global has this type");
}
