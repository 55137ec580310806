//! Dispatchers: functions that look up versions in the code cache, with inline caches for the fast path.
//!
//! A *site* is where versions are looked up: a call of a function that annotates its parameters (`region`), or an
//! exit of specialized code ([`invar_stage::specializer::continuations`]). A dispatcher is the function that is
//! called there. It calls a version by a tail call through the table of versions. The lookup depends on the caching
//! policy, the weakest of the values that are looked up (`replicate` < `cache` < `cache1` < `unchecked`):
//!
//! | policy | the dispatcher | on a miss |
//! |---|---|---|
//! | `unchecked`, or nothing to look up | jumps to the version, no test | made at the first arrival |
//! | `cache1` | one comparison of the key | the newest version replaces the one before |
//! | `cache` | a polymorphic inline cache of four keys | the host searches all versions |
//! | `replicate` | calls the host | a new version each time, up to the limit |
//!
//! The key consists of the values of annotations that are neither `unchecked` nor a `keep_const` with `replicate`. If
//! no key is equal, the dispatcher calls the *miss*, a function of the same type that asks the host for a slot; if
//! the answer is negative, it calls the generic code. It also does that, without asking, for as many arrivals as the
//! counter `pause` says. Keys, slots and the counter are globals that the host patches. All slots are initially that
//! of the miss, so that only keys are tested, by one comparison for each value. Where versions do not take the values
//! that were looked up (so that sites can share them), the miss has another type than the versions, and the slot is
//! tested, too.

use super::build::{increment, loc, number, one, tail_call};
use super::settings::{RUNNING, Settings};
use invar_ir::{
    Block, Body, Caching, Entity, Func, FuncData, Function, Global, ImportName, Module, Op, Table,
    Terminator, TypeId, ValType, Value,
};
use invar_stage::{Exit, Prepared};

/// The entries of a dispatcher's inline cache under `cache`.
const ENTRIES: usize = 4;

/// The prefix of the imports that misses call.
pub(crate) const ENTER: &str = "enter.";

/// The name of the global that counts arrivals.
pub(crate) const COUNT: &str = "count";

/// The name of the global that says for how many arrivals the host is not asked.
pub(crate) const PAUSE: &str = "pause";

/// A parameter whose value is looked up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Param {
    pub position: usize,
    pub ty: ValType,
    /// Whether it is part of the cache key.
    pub is_key: bool,
}

/// The signature of a dispatcher, and how it looks versions up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Shape {
    pub params: Vec<ValType>,
    pub results: Vec<ValType>,
    /// The parameters that are looked up, in order.
    pub asked: Vec<Param>,
    pub caching: Caching,
    /// Whether versions do not take the values that were looked up.
    pub drops: bool,
    /// Whether values outside of the key are compared as well, since promises are checked.
    pub compares_all: bool,
    /// Whether arrivals are counted.
    pub counts: bool,
}

impl Shape {
    /// The shape of an exit.
    pub fn of_exit(prepared: &Prepared, exit: &Exit, settings: &Settings) -> Self {
        let params = prepared.types(&exit.params);
        let asked = exit.promoted.iter().map(|it| Param {
            position: it.position,
            ty: params[it.position],
            is_key: it.is_key,
        });
        Shape {
            asked: asked.collect(),
            params,
            results: prepared.code.results.clone(),
            caching: exit.caching,
            // Without a test, the version must have the type of the miss, which is in the slot at first.
            drops: exit.caching != Caching::Unchecked && !exit.promoted.is_empty(),
            compares_all: settings.checked,
            counts: settings.profile,
        }
    }

    /// The parameters that are compared: none where one version is for all arrivals.
    pub fn compared(&self) -> impl Iterator<Item = &Param> {
        let none = self.caching == Caching::Unchecked && !self.compares_all;
        self.asked.iter().filter(move |param| !none && (param.is_key || self.compares_all))
    }

    /// The number of entries of the inline cache.
    pub fn entries(&self) -> usize {
        match self.caching {
            _ if self.asked.is_empty() => 1,
            Caching::Replicate => 0,
            Caching::Cache => ENTRIES,
            Caching::Cache1 | Caching::Unchecked => 1,
        }
    }
}

/// An entry of a dispatcher's inline cache.
#[derive(Clone, Debug)]
struct Place {
    /// The key, floats by their bits.
    key: Vec<Global>,
    slot: Global,
}

/// The name that a cell of the n-th site is exported by.
pub(crate) fn cell(n: usize, what: &str) -> String {
    format!("{}x{n}.{what}", crate::image::RESERVED)
}

/// The name of a key's part in a place of a dispatcher.
pub(crate) fn key_cell(n: usize, place: usize, part: usize) -> String {
    cell(n, &format!("key{place}.{part}"))
}

/// The name of the slot of a place of a dispatcher.
pub(crate) fn slot_cell(n: usize, place: usize) -> String {
    cell(n, &format!("slot{place}"))
}

/// The integers that are as wide as a type.
fn bits_of(ty: ValType) -> ValType {
    match ty {
        ValType::I32 | ValType::F32 => ValType::I32,
        ValType::V128 => ValType::V128,
        _ => ValType::I64,
    }
}

/// A dispatcher that was made.
pub(crate) struct Dispatcher {
    /// The dispatcher's code.
    pub code: Function,
    /// The function that it calls on a miss.
    pub miss: Func,
}

/// Makes the dispatcher of the n-th site, and its miss.
///
/// `ty` is its type; `miss` and `generic` are the slots of these, the latter 0 until the host sets it.
pub(crate) fn dispatcher(
    module: &mut Module,
    table: Table,
    n: usize,
    label: &str,
    ty: TypeId,
    shape: &Shape,
    miss: i32,
    generic: i32,
) -> Dispatcher {
    let of_version = if shape.drops {
        let params: Vec<ValType> = kept(shape, &shape.params);
        module.func_type(&params, &shape.results)
    } else {
        ty
    };
    let first = if shape.drops { 0 } else { miss };
    let places = (0..shape.entries()).map(|place| Place {
        key: shape
            .compared()
            .enumerate()
            .map(|(part, it)| number(module, key_cell(n, place, part), bits_of(it.ty), 0))
            .collect(),
        slot: number(module, slot_cell(n, place), ValType::I32, first),
    });
    let places: Vec<Place> = places.collect();
    let types = Types { table, ty, of_version };
    let body = Body::Ssa(Box::new(miss_code(module, n, shape, types, generic)));
    let miss = module.funcs.push(FuncData::new(ty, None, body));
    module.names.funcs.insert(miss, format!("{label} (not found)"));

    let mut f = Function::new(ty, &shape.params, &shape.results);
    if shape.counts {
        let count = number(module, cell(n, COUNT), ValType::I64, 0);
        let entry = f.entry;
        increment(&mut f, entry, count);
    }
    compare(&mut f, shape, types, &places, miss);
    Dispatcher { code: f, miss }
}

/// The table of versions, and the types of a dispatcher and of the versions that it calls.
#[derive(Clone, Copy)]
struct Types {
    table: Table,
    ty: TypeId,
    of_version: TypeId,
}

/// The code of a miss: asks the host for a slot, and calls the version there, or the generic code.
fn miss_code(module: &mut Module, n: usize, shape: &Shape, types: Types, generic: i32) -> Function {
    let Types { table, ty, of_version } = types;
    let pause = number(module, cell(n, PAUSE), ValType::I32, 0);
    let generic = number(module, cell(n, "generic"), ValType::I32, generic);
    let enter = enter(module, n, shape);
    let mut f = Function::new(ty, &shape.params, &shape.results);
    let (entry, paused, stopped) = (f.entry, f.add_block(), f.add_block());
    let (asks, found) = (f.add_block(), f.add_block());
    let args = f.blocks[entry].params.clone();
    let op = Op::GlobalGet { global_index: pause.as_u32() };
    let left = one(&mut f, entry, op, &[], ValType::I32);
    let (then, els) = (f.call(paused, &[]), f.call(asks, &[]));
    f.blocks[entry].term = Terminator::BrIf { cond: left, then, els };
    let minus = one(&mut f, paused, Op::I32Const { value: -1 }, &[], ValType::I32);
    let left = one(&mut f, paused, Op::I32Add, &[left, minus], ValType::I32);
    f.append(paused, Op::GlobalSet { global_index: pause.as_u32() }, &[left], &[], loc());
    let goes = f.call(stopped, &[]);
    f.blocks[paused].term = Terminator::Jump(goes);
    let asked: Vec<Value> = shape.asked.iter().map(|param| args[param.position]).collect();
    let op = Op::Call { function_index: enter.as_u32() };
    let slot = one(&mut f, asks, op, &asked, ValType::I32);
    let zero = one(&mut f, asks, Op::I32Const { value: 0 }, &[], ValType::I32);
    let none = one(&mut f, asks, Op::I32LtS, &[slot, zero], ValType::I32);
    let (then, els) = (f.call(stopped, &[]), f.call(found, &[]));
    f.blocks[asks].term = Terminator::BrIf { cond: none, then, els };
    let op = Op::GlobalGet { global_index: generic.as_u32() };
    let generic = one(&mut f, stopped, op, &[], ValType::I32);
    go(&mut f, stopped, ty, table, &args, generic);
    let passed = kept(shape, &args);
    let passed = if shape.drops { &passed } else { &args };
    go(&mut f, found, of_version, table, passed, slot);
    f
}

/// The code of a dispatcher: compares with the keys of the places one after the other, and calls the version of the
/// first that is equal, or else the miss.
fn compare(f: &mut Function, shape: &Shape, types: Types, places: &[Place], miss: Func) {
    let mut at = f.entry;
    let args = f.blocks[at].params.clone();
    let passed = if shape.drops { kept(shape, &args) } else { args.clone() };
    let is_keyed = places.first().is_some_and(|place| !place.key.is_empty());
    let keys = shape.compared().filter(|_| is_keyed).map(|param| args[param.position]);
    let keys: Vec<Value> = keys.collect();
    let keys: Vec<Value> = keys.into_iter().map(|value| bits(f, at, value)).collect();
    for place in places {
        let found = f.add_block();
        let op = Op::GlobalGet { global_index: place.slot.as_u32() };
        let slot = one(f, found, op, &[], ValType::I32);
        go(f, found, types.of_version, types.table, &passed, slot);
        let mut cond = shape.drops.then(|| {
            let op = Op::GlobalGet { global_index: place.slot.as_u32() };
            let slot = one(f, at, op, &[], ValType::I32);
            let zero = one(f, at, Op::I32Const { value: 0 }, &[], ValType::I32);
            one(f, at, Op::I32Ne, &[slot, zero], ValType::I32)
        });
        for (&value, &global) in keys.iter().zip(&place.key) {
            let same = equal(f, at, value, global);
            cond = Some(match cond {
                None => same,
                Some(cond) => one(f, at, Op::I32And, &[cond, same], ValType::I32),
            });
        }
        let then = f.call(found, &[]);
        let Some(cond) = cond else {
            // Nothing is compared: one version is for all arrivals.
            f.blocks[at].term = Terminator::Jump(then);
            return;
        };
        let next = f.add_block();
        let els = f.call(next, &[]);
        f.blocks[at].term = Terminator::BrIf { cond, then, els };
        at = next;
    }
    tail_call(f, at, Op::ReturnCall { function_index: miss.as_u32() }, &args);
}

/// The entries of all parameters that are not looked up.
fn kept<T: Copy>(shape: &Shape, all: &[T]) -> Vec<T> {
    let is_asked = |n: usize| shape.asked.iter().any(|param| param.position == n);
    all.iter().enumerate().filter(|(n, _)| !is_asked(*n)).map(|(_, &it)| it).collect()
}

/// The import that a miss calls.
fn enter(module: &mut Module, n: usize, shape: &Shape) -> Func {
    let params: Vec<ValType> = shape.asked.iter().map(|param| param.ty).collect();
    let ty = module.func_type(&params, &[ValType::I32]);
    let import = ImportName { module: RUNNING.to_owned(), name: format!("{ENTER}{n}") };
    let func = module.funcs.push(FuncData::new(ty, Some(import), Body::Import));
    module.imports.push(Entity::Func(func));
    func
}

fn bits(f: &mut Function, at: Block, value: Value) -> Value {
    match f.ty(value) {
        ValType::F32 => one(f, at, Op::I32ReinterpretF32, &[value], ValType::I32),
        ValType::F64 => one(f, at, Op::I64ReinterpretF64, &[value], ValType::I64),
        _ => value,
    }
}

/// Whether a value is what a global holds.
fn equal(f: &mut Function, at: Block, value: Value, global: Global) -> Value {
    let ty = f.ty(value);
    let known = one(f, at, Op::GlobalGet { global_index: global.as_u32() }, &[], ty);
    match ty {
        ValType::I64 => one(f, at, Op::I64Eq, &[value, known], ValType::I32),
        ValType::V128 => {
            let differ = one(f, at, Op::V128Xor, &[value, known], ty);
            let differ = one(f, at, Op::V128AnyTrue, &[differ], ValType::I32);
            one(f, at, Op::I32Eqz, &[differ], ValType::I32)
        }
        _ => one(f, at, Op::I32Eq, &[value, known], ValType::I32),
    }
}

/// Ends a block with a tail call of the function in a slot.
fn go(f: &mut Function, at: Block, ty: TypeId, table: Table, args: &[Value], slot: Value) {
    let args: Vec<Value> = args.iter().copied().chain([slot]).collect();
    let op = Op::ReturnCallIndirect { type_index: ty.as_u32(), table_index: table.as_u32() };
    tail_call(f, at, op, &args);
}
