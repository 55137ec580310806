//! Functions whose annotations at the entry name parameters: every call is a request.
//!
//! A *region* is a function that annotates parameters (`is_const`, `keep_const`) before it does
//! anything else. In the module that runs, it becomes a dispatcher, which looks for a version of the
//! parameters' values and goes there by a tail call, through a table of its own. How it looks is the
//! caching policy, the weakest of the annotations' (`replicate` < `cache` < `cache1` < `unchecked`):
//!
//! | policy | the dispatcher | behind it |
//! |---|---|---|
//! | `unchecked` | goes to the version, no test | made at the first call |
//! | `cache1` | one comparison of the key | the newest version replaces the one before |
//! | `cache` | compares with up to four keys | the host looks through all versions |
//! | `replicate` | goes to the host | a new version each time, until the limit |
//!
//! The key is the parameters whose own annotation is neither `unchecked` nor a `keep_const` of
//! `replicate`. What the dispatcher does not find it leaves to a *miss*: a function of the same type
//! that asks the host for a slot, which is that of the generic function if nothing can be made. Keys
//! and slots are globals that the host sets. At first all slots are that of the miss, so that nothing
//! but the key is ever tested; a key is a comparison for each parameter.
//!
//! Annotations elsewhere in a function do nothing while it runs, except in versions.

use invar_ir::wasmparser::{GlobalType, TableType};
use invar_ir::{
    Body, Caching, ElemData, ElemItems, Entity, Func, FuncData, Function, Global, GlobalData,
    ImportName, Module, Op, RefType, SegmentMode, SourceLoc, Table, TableData, Terminator, ValType,
    Value, inst_effects,
};
use invar_stage::raise::annotation_of;
use rustc_hash::FxHashMap;

/// How many keys a dispatcher compares with under `cache`.
const ENTRIES: usize = 4;

/// How the names of imports start that a miss asks.
pub(crate) const ENTER: &str = "enter.";

/// A parameter that is annotated at the entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Param {
    pub position: usize,
    pub ty: ValType,
    /// Whether versions are told apart by it.
    pub is_key: bool,
}

/// A place for a version in a dispatcher.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    /// The key, floats by their bits.
    pub key: Vec<Global>,
    pub slot: Global,
}

/// A function that is specialized at its calls.
#[derive(Clone, Debug)]
pub(crate) struct Region {
    pub func: Func,
    pub caching: Caching,
    pub params: Vec<Param>,
    pub places: Vec<Place>,
    /// Set where nothing more is made: a miss goes to the generic function at once.
    pub stop: Global,
    /// Where the generic function is.
    pub generic: u64,
}

/// The regions of a module, and their table.
#[derive(Clone, Debug, Default)]
pub(crate) struct Regions {
    pub table: Option<Table>,
    pub list: Vec<Region>,
}

/// The parameters that a function annotates before it does anything else, and the policy.
fn of_function(module: &Module, function: &Function) -> Option<(Vec<Param>, Caching)> {
    let entry = &function.blocks[function.entry];
    let params = entry.params.iter().enumerate();
    let mut variable: FxHashMap<Value, usize> = params.map(|(n, &param)| (param, n)).collect();
    let mut found: Vec<Param> = Vec::new();
    let mut weakest = Caching::Unchecked;
    for &inst in &entry.insts {
        let op = &function.insts[inst].op;
        let annotation = match op {
            Op::Call { function_index } => annotation_of(module, Func::from_u32(*function_index)),
            _ => None,
        };
        let (caching, is_key) = match annotation {
            Some(Op::IsConst { caching }) => (caching, caching != Caching::Unchecked),
            Some(Op::KeepConst { caching, .. }) => {
                (caching, !matches!(caching, Caching::Unchecked | Caching::Replicate))
            }
            // What is not constant any more was never meant to be.
            Some(Op::UnkeepConst) => break,
            Some(_) => continue,
            None if inst_effects(function, inst, module) == invar_ir::Effects::PURE => continue,
            None => break,
        };
        let value = function.resolve(function.args(inst)[0]);
        let Some(&position) = variable.get(&value) else { continue };
        if let Some(result) = function.result(inst) {
            variable.insert(result, position);
        }
        let ty = function.ty(value);
        if !matches!(ty, ValType::I32 | ValType::I64 | ValType::F32 | ValType::F64) {
            return None;
        }
        weakest = weakest.min(caching);
        if found.iter().all(|param| param.position != position) {
            found.push(Param { position, ty, is_key });
        }
    }
    found.sort_unstable_by_key(|param| param.position);
    (!found.is_empty()).then_some((found, weakest))
}

/// The functions of a module that are regions.
pub(crate) fn find(module: &Module) -> Vec<(Func, Vec<Param>, Caching)> {
    let of = |func: Func| match &module.funcs[func].body {
        Body::Ssa(function) => of_function(module, function).map(|(params, it)| (func, params, it)),
        _ => None,
    };
    module.funcs.keys().filter_map(of).collect()
}

/// Makes dispatchers of the functions that were found, in a module without annotations.
pub(crate) fn install(main: &mut Module, found: Vec<(Func, Vec<Param>, Caching)>) -> Regions {
    if found.is_empty() {
        return Regions::default();
    }
    let ty = TableType {
        element_type: RefType::FUNCREF,
        table64: false,
        initial: 2 * found.len() as u64,
        maximum: None,
        shared: false,
    };
    let table = main.tables.push(TableData { ty, import: None, init: None });
    let mut slots = Vec::new();
    let mut list = Vec::new();
    for (n, (func, params, caching)) in found.into_iter().enumerate() {
        let miss_slot = 2 * n as i32;
        let entries = match caching {
            Caching::Replicate => 0,
            Caching::Cache => ENTRIES,
            Caching::Cache1 | Caching::Unchecked => 1,
        };
        let places = (0..entries).map(|_| Place {
            key: match caching {
                Caching::Unchecked => Vec::new(),
                _ => key(&params).map(|param| number(main, bits_of(param.ty), 0)).collect(),
            },
            slot: number(main, ValType::I32, miss_slot),
        });
        let places = places.collect();
        let stop = number(main, ValType::I32, 0);
        let region = Region { func, caching, params, places, stop, generic: miss_slot as u64 + 1 };
        slots.extend(dispatch(main, table, n, &region));
        list.push(region);
    }
    main.elems.push(ElemData {
        mode: SegmentMode::Active(table, vec![Op::I32Const { value: 0 }]),
        items: ElemItems::Funcs(slots),
    });
    Regions { table: Some(table), list }
}

impl Regions {
    /// What the host has to reach: the table and the globals.
    pub fn entities(&self) -> Vec<Entity> {
        let mut found: Vec<Entity> = self.table.map(Entity::Table).into_iter().collect();
        for region in &self.list {
            found.push(Entity::Func(region.func));
            found.push(Entity::Global(region.stop));
            for place in &region.places {
                found.push(Entity::Global(place.slot));
                found.extend(place.key.iter().copied().map(Entity::Global));
            }
        }
        found
    }
}

fn key(params: &[Param]) -> impl Iterator<Item = &Param> {
    params.iter().filter(|param| param.is_key)
}

/// The integers that are as wide as a type.
fn bits_of(ty: ValType) -> ValType {
    match ty {
        ValType::I32 | ValType::F32 => ValType::I32,
        _ => ValType::I64,
    }
}

fn number(main: &mut Module, ty: ValType, value: i32) -> Global {
    let init = match ty {
        ValType::I64 => Op::I64Const { value: i64::from(value) },
        _ => Op::I32Const { value },
    };
    let ty = GlobalType { content_type: ty, mutable: true, shared: false };
    main.globals.push(GlobalData { ty, import: None, init: vec![init] })
}

/// Code that is made here came from nowhere.
fn loc() -> SourceLoc {
    SourceLoc::default()
}

fn one(f: &mut Function, at: invar_ir::Block, op: Op, args: &[Value], ty: ValType) -> Value {
    let inst = f.append(at, op, args, &[ty], loc());
    f.result(inst).expect("it has a result")
}

/// Makes a region's dispatcher, its miss, and a function of its own of what it did; gives the last two.
fn dispatch(main: &mut Module, table: Table, n: usize, region: &Region) -> [Func; 2] {
    let func = region.func;
    let ty = main.funcs[func].ty;
    let (params, results) = main.signature(ty);
    let (params, results) = (params.to_vec(), results.to_vec());
    let label = main.func_label(func);
    let add = |main: &mut Module, body: Body, name: String| {
        let added = main.funcs.push(FuncData { ty, exact: false, import: None, body });
        main.names.funcs.insert(added, name);
        added
    };
    let body = std::mem::replace(&mut main.funcs[func].body, Body::Import);
    let generic = add(main, body, label.clone());
    let enter = enter(main, n, region);

    let mut f = Function::new(ty, &params, &results);
    let (entry, stopped, asks) = (f.entry, f.add_block(), f.add_block());
    let args = f.blocks[entry].params.clone();
    let op = Op::GlobalGet { global_index: region.stop.as_u32() };
    let stop = one(&mut f, entry, op, &[], ValType::I32);
    let (then, els) = (f.call(stopped, &[]), f.call(asks, &[]));
    f.blocks[entry].term = Terminator::BrIf { cond: stop, then, els };
    tail_call(&mut f, stopped, Op::ReturnCall { function_index: generic.as_u32() }, &args);
    let bound: Vec<Value> = region.params.iter().map(|param| args[param.position]).collect();
    let op = Op::Call { function_index: enter.as_u32() };
    let slot = one(&mut f, asks, op, &bound, ValType::I32);
    go(&mut f, asks, (ty.as_u32(), table), &args, slot);
    let miss = add(main, Body::Ssa(Box::new(f)), format!("{label} (not found)"));

    let mut f = Function::new(ty, &params, &results);
    let mut at = f.entry;
    let args = f.blocks[at].params.clone();
    let keys: Vec<Value> = key(&region.params).map(|param| args[param.position]).collect();
    let keys: Vec<Value> = match region.places.first().is_some_and(|place| !place.key.is_empty()) {
        true => keys.into_iter().map(|value| bits(&mut f, at, value)).collect(),
        false => Vec::new(),
    };
    let mut is_open = true;
    for place in &region.places {
        let found = f.add_block();
        let op = Op::GlobalGet { global_index: place.slot.as_u32() };
        let slot = one(&mut f, found, op, &[], ValType::I32);
        go(&mut f, found, (ty.as_u32(), table), &args, slot);
        let mut cond = None;
        for (&value, &global) in keys.iter().zip(&place.key) {
            let ty = f.ty(value);
            let op = Op::GlobalGet { global_index: global.as_u32() };
            let known = one(&mut f, at, op, &[], ty);
            let op = if ty == ValType::I64 { Op::I64Eq } else { Op::I32Eq };
            let same = one(&mut f, at, op, &[value, known], ValType::I32);
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
    main.funcs[func].body = Body::Ssa(Box::new(f));
    [miss, generic]
}

/// The import that a miss asks.
fn enter(main: &mut Module, n: usize, region: &Region) -> Func {
    let params: Vec<ValType> = region.params.iter().map(|param| param.ty).collect();
    let ty = main.func_type(&params, &[ValType::I32]);
    let import = ImportName { module: super::RUNNING.to_owned(), name: format!("{ENTER}{n}") };
    let func =
        main.funcs.push(FuncData { ty, exact: false, import: Some(import), body: Body::Import });
    main.imports.push(Entity::Func(func));
    func
}

fn bits(f: &mut Function, at: invar_ir::Block, value: Value) -> Value {
    match f.ty(value) {
        ValType::F32 => one(f, at, Op::I32ReinterpretF32, &[value], ValType::I32),
        ValType::F64 => one(f, at, Op::I64ReinterpretF64, &[value], ValType::I64),
        _ => value,
    }
}

fn tail_call(f: &mut Function, at: invar_ir::Block, op: Op, args: &[Value]) {
    let args = f.make_list(args);
    f.blocks[at].term = Terminator::TailCall { op, args };
}

/// Goes to the function in a slot.
fn go(
    f: &mut Function,
    at: invar_ir::Block,
    (type_index, table): (u32, Table),
    args: &[Value],
    slot: Value,
) {
    let args: Vec<Value> = args.iter().copied().chain([slot]).collect();
    let op = Op::ReturnCallIndirect { type_index, table_index: table.as_u32() };
    tail_call(f, at, op, &args);
}
