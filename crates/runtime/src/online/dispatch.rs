//! Dispatchers: how code goes to versions, and what it does where there is none.
//!
//! A *site* is where versions are looked for: a call of a function that annotates its parameters
//! (`region`), or an exit of specialized code ([`invar_stage::specializer::continuations`]). A dispatcher is the function that
//! is called there. It goes to a version by a tail call through the table of versions. How it looks is the
//! caching policy, the weakest of what is looked up (`replicate` < `cache` < `cache1` < `unchecked`):
//!
//! | policy | the dispatcher | behind it |
//! |---|---|---|
//! | `unchecked`, or nothing to look up | goes to the version, no test | made at the first arrival |
//! | `cache1` | one comparison of the key | the newest version replaces the one before |
//! | `cache` | compares with up to four keys | the host looks through all versions |
//! | `replicate` | goes to the host | a new version each time, until the limit |
//!
//! The key is what is looked up by annotations that are neither `unchecked` nor a `keep_const` of
//! `replicate`. What the dispatcher does not find it leaves to a *miss*, a function of the same type that
//! asks the host for a slot; a negative answer, or the flag `stop`, sends it to the generic code. Keys and
//! slots are globals that the host sets. At first all slots are that of the miss, so that nothing but the
//! key is ever tested; a key is a comparison for each value. Where versions do not take what was looked up
//! (so that one is for all sites that lead there), the miss has another type than they, and a slot is
//! tested, too.

use super::Staging;
use super::unit::reserve;
use invar_ir::wasmparser::GlobalType;
use invar_ir::{
    Block, Body, Caching, Entity, Func, FuncData, Function, Global, GlobalData, ImportName, Module,
    Op, SourceLoc, Table, Terminator, TypeId, ValType, Value,
};
use invar_stage::{Exit, Prepared};

/// How many keys a dispatcher compares with under `cache`.
const ENTRIES: usize = 4;

/// How the names of imports start that a miss asks.
pub(crate) const ENTER: &str = "enter.";

/// What the cell is called that counts arrivals.
pub(crate) const COUNT: &str = "count";

/// A parameter whose value is looked up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Param {
    pub position: usize,
    pub ty: ValType,
    /// Whether versions are told apart by it.
    pub is_key: bool,
}

/// What a dispatcher dispatches on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Shape {
    pub params: Vec<ValType>,
    pub results: Vec<ValType>,
    /// What is looked up, in the order of parameters.
    pub asked: Vec<Param>,
    pub caching: Caching,
    /// Whether versions do not take what was looked up.
    pub drops: bool,
    /// Whether what is no key is compared all the same, since what is promised of it is checked.
    pub compares_all: bool,
    /// Whether arrivals are counted.
    pub counts: bool,
}

impl Shape {
    /// The shape of an exit.
    pub fn of_exit(prepared: &Prepared, exit: &Exit, staging: &Staging) -> Self {
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
            // Without a test, what is in the slot at first takes everything, and so does the version.
            drops: exit.caching != Caching::Unchecked && !exit.promoted.is_empty(),
            compares_all: staging.checked,
            counts: staging.profile,
        }
    }

    /// What is compared: nothing where one version is for all that arrives.
    pub fn compared(&self) -> impl Iterator<Item = &Param> {
        let none = self.caching == Caching::Unchecked && !self.compares_all;
        self.asked.iter().filter(move |param| !none && (param.is_key || self.compares_all))
    }

    /// How many versions the dispatcher knows.
    pub fn entries(&self) -> usize {
        match self.caching {
            _ if self.asked.is_empty() => 1,
            Caching::Replicate => 0,
            Caching::Cache => ENTRIES,
            Caching::Cache1 | Caching::Unchecked => 1,
        }
    }
}

/// A place for a version in a dispatcher.
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

/// Adds one to a global.
pub(crate) fn increment(f: &mut Function, at: Block, count: Global) {
    let global_index = count.as_u32();
    let old = one(f, at, Op::GlobalGet { global_index }, &[], ValType::I64);
    let more = one(f, at, Op::I64Const { value: 1 }, &[], ValType::I64);
    let new = one(f, at, Op::I64Add, &[old, more], ValType::I64);
    f.append(at, Op::GlobalSet { global_index }, &[new], &[], loc());
}

/// Code that is made here came from nowhere.
pub(crate) fn loc() -> SourceLoc {
    SourceLoc::default()
}

/// The integers that are as wide as a type.
fn bits_of(ty: ValType) -> ValType {
    match ty {
        ValType::I32 | ValType::F32 => ValType::I32,
        ValType::V128 => ValType::V128,
        _ => ValType::I64,
    }
}

/// An exported global that the host sets.
pub(crate) fn number(module: &mut Module, name: String, ty: ValType, value: i32) -> Global {
    let init = match ty {
        ValType::I64 => Op::I64Const { value: i64::from(value) },
        ValType::V128 => invar_ir::rules::Const::V128(0).to_op(),
        _ => Op::I32Const { value },
    };
    let ty = GlobalType { content_type: ty, mutable: true, shared: false };
    let global = module.globals.push(GlobalData { ty, import: None, init: vec![init] });
    reserve(module, name, Entity::Global(global));
    global
}

pub(crate) fn one(f: &mut Function, at: Block, op: Op, args: &[Value], ty: ValType) -> Value {
    let inst = f.append(at, op, args, &[ty], loc());
    f.result(inst).expect("it has a result")
}

/// A dispatcher that was made.
pub(crate) struct Dispatcher {
    /// Its code.
    pub code: Function,
    /// What it leaves to the host.
    pub miss: Func,
}

/// Makes the dispatcher of the n-th site, and its miss.
///
/// `ty` is its type; `miss` and `generic` are the slots of these, the latter 0 until the host sets it.
pub(crate) fn install(
    module: &mut Module,
    table: Table,
    (n, label): (usize, &str),
    ty: TypeId,
    shape: &Shape,
    (miss, generic): (i32, i32),
) -> Dispatcher {
    let of_version = match shape.drops {
        true => {
            let params: Vec<ValType> = kept(shape, &shape.params);
            module.func_type(&params, &shape.results)
        }
        false => ty,
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
    let stop = number(module, cell(n, "stop"), ValType::I32, 0);
    let generic = number(module, cell(n, "generic"), ValType::I32, generic);
    let enter = enter(module, n, shape);

    let mut f = Function::new(ty, &shape.params, &shape.results);
    let (entry, stopped, asks, found) = (f.entry, f.add_block(), f.add_block(), f.add_block());
    let args = f.blocks[entry].params.clone();
    let op = Op::GlobalGet { global_index: stop.as_u32() };
    let stop = one(&mut f, entry, op, &[], ValType::I32);
    let (then, els) = (f.call(stopped, &[]), f.call(asks, &[]));
    f.blocks[entry].term = Terminator::BrIf { cond: stop, then, els };
    let asked: Vec<Value> = shape.asked.iter().map(|param| args[param.position]).collect();
    let op = Op::Call { function_index: enter.as_u32() };
    let slot = one(&mut f, asks, op, &asked, ValType::I32);
    let zero = one(&mut f, asks, Op::I32Const { value: 0 }, &[], ValType::I32);
    let none = one(&mut f, asks, Op::I32LtS, &[slot, zero], ValType::I32);
    let (then, els) = (f.call(stopped, &[]), f.call(found, &[]));
    f.blocks[asks].term = Terminator::BrIf { cond: none, then, els };
    let op = Op::GlobalGet { global_index: generic.as_u32() };
    let generic = one(&mut f, stopped, op, &[], ValType::I32);
    go(&mut f, stopped, (ty, table), &args, generic);
    let passed = kept(shape, &args);
    let passed = if shape.drops { &passed } else { &args };
    go(&mut f, found, (of_version, table), passed, slot);
    let body = Body::Ssa(Box::new(f));
    let miss = module.funcs.push(FuncData { ty, exact: false, import: None, body });
    module.names.funcs.insert(miss, format!("{label} (not found)"));

    let mut f = Function::new(ty, &shape.params, &shape.results);
    let mut at = f.entry;
    if shape.counts {
        let count = number(module, cell(n, COUNT), ValType::I64, 0);
        increment(&mut f, at, count);
    }
    let args = f.blocks[at].params.clone();
    let passed = if shape.drops { kept(shape, &args) } else { args.clone() };
    let is_keyed = places.first().is_some_and(|place| !place.key.is_empty());
    let keys = shape.compared().filter(|_| is_keyed).map(|param| args[param.position]);
    let keys: Vec<Value> = keys.collect();
    let keys: Vec<Value> = keys.into_iter().map(|value| bits(&mut f, at, value)).collect();
    let mut is_open = true;
    for place in &places {
        let found = f.add_block();
        let op = Op::GlobalGet { global_index: place.slot.as_u32() };
        let slot = one(&mut f, found, op, &[], ValType::I32);
        go(&mut f, found, (of_version, table), &passed, slot);
        let mut cond = shape.drops.then(|| {
            let op = Op::GlobalGet { global_index: place.slot.as_u32() };
            let slot = one(&mut f, at, op, &[], ValType::I32);
            let zero = one(&mut f, at, Op::I32Const { value: 0 }, &[], ValType::I32);
            one(&mut f, at, Op::I32Ne, &[slot, zero], ValType::I32)
        });
        for (&value, &global) in keys.iter().zip(&place.key) {
            let same = equal(&mut f, at, value, global);
            cond = Some(match cond {
                None => same,
                Some(cond) => one(&mut f, at, Op::I32And, &[cond, same], ValType::I32),
            });
        }
        let then = f.call(found, &[]);
        let Some(cond) = cond else {
            f.blocks[at].term = Terminator::Jump(then);
            is_open = false;
            break;
        };
        let next = f.add_block();
        let els = f.call(next, &[]);
        f.blocks[at].term = Terminator::BrIf { cond, then, els };
        at = next;
    }
    if is_open {
        tail_call(&mut f, at, Op::ReturnCall { function_index: miss.as_u32() }, &args);
    }
    Dispatcher { code: f, miss }
}

/// What is not looked up.
fn kept<T: Copy>(shape: &Shape, all: &[T]) -> Vec<T> {
    let is_asked = |n: usize| shape.asked.iter().any(|param| param.position == n);
    all.iter().enumerate().filter(|(n, _)| !is_asked(*n)).map(|(_, &it)| it).collect()
}

/// The import that a miss asks.
fn enter(module: &mut Module, n: usize, shape: &Shape) -> Func {
    let params: Vec<ValType> = shape.asked.iter().map(|param| param.ty).collect();
    let ty = module.func_type(&params, &[ValType::I32]);
    let import = ImportName { module: super::RUNNING.to_owned(), name: format!("{ENTER}{n}") };
    let func =
        module.funcs.push(FuncData { ty, exact: false, import: Some(import), body: Body::Import });
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

pub(crate) fn tail_call(f: &mut Function, at: Block, op: Op, args: &[Value]) {
    let args = f.make_list(args);
    f.blocks[at].term = Terminator::TailCall { op, args };
}

/// Goes to the function in a slot.
fn go(f: &mut Function, at: Block, (ty, table): (TypeId, Table), args: &[Value], slot: Value) {
    let args: Vec<Value> = args.iter().copied().chain([slot]).collect();
    let op = Op::ReturnCallIndirect { type_index: ty.as_u32(), table_index: table.as_u32() };
    tail_call(f, at, op, &args);
}
