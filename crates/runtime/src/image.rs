//! A program that ran its initialization, and stopped.
//!
//! The module gets exports with reserved names for all state in the image, and a table that may
//! grow; then it is instantiated, constructors run, and the initialization is called. WASI has
//! no arguments and no directories, and the standard output and error of
//! this process. Any other import traps if it is called.
//!
//! Constructors are run before the initialization, as a host that starts the program would do:
//! `_initialize` if the module exports it, else `__wasm_call_ctors` if a function has that name. They
//! are not to run again in a program that starts from the image: `snapshot` sees to that.

use crate::Pipeline;
use crate::engine::{engine, from_val, to_val};
use crate::error::Error;
use crate::requests::{Asked, KEY_BYTES, Requests, asked, slots};
use invar_ir::{Body, Entity, Export, Func, Memory, Module, Op, Table};
use invar_rules::Const;
use invar_stage::annotations::{IMPORT_MODULE, REQUEST};
use rustc_hash::FxHashMap;
use std::collections::HashSet;
use std::sync::Arc;
use wasmtime::{Caller, Extern, Instance, Linker, Ref, Store, Val};
use wasmtime_wasi::WasiCtxBuilder;
use wasmtime_wasi::p1::{WasiP1Ctx, add_to_linker_sync};

/// The prefix of reserved export names, before a letter and a number.
pub(crate) const RESERVED: &str = "invar:";

/// The function that runs constructors, by its name in the name section.
pub const CONSTRUCTORS: &str = "__wasm_call_ctors";

/// The export that initializes a reactor.
pub const INITIALIZE: &str = "_initialize";

/// How far the first table may grow for requests.
const MOST_REQUESTS: u64 = 1 << 20;

pub(crate) struct State {
    wasi: WasiP1Ctx,
    module: Arc<Module>,
    slots: Arc<FxHashMap<(Table, u64), Func>>,
    requests: Requests,
}

/// A program after its initialization.
pub struct Image {
    /// The module that it was made of.
    pub module: Arc<Module>,
    /// The functions in the slots of tables, but for those that requests were given.
    pub slots: Arc<FxHashMap<(Table, u64), Func>>,
    /// The requests that it made.
    pub requests: Requests,
    /// The functions that ran constructors, which must not run again.
    pub constructors: Vec<Func>,
    store: Store<State>,
    instance: Instance,
}

impl std::fmt::Debug for Image {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Image").field("requests", &self.requests.list).finish_non_exhaustive()
    }
}

/// The reserved name of an entity.
pub(crate) fn reserved(entity: Entity) -> String {
    let (letter, number) = match entity {
        Entity::Func(it) => ('f', it.as_u32()),
        Entity::Table(it) => ('t', it.as_u32()),
        Entity::Memory(it) => ('m', it.as_u32()),
        Entity::Global(it) => ('g', it.as_u32()),
        Entity::Tag(it) => ('e', it.as_u32()),
    };
    format!("{RESERVED}{letter}{number}")
}

/// The function that an export names.
pub(crate) fn exported(module: &Module, name: &str) -> Option<Func> {
    module.exports.iter().find_map(|export| match export.entity {
        Entity::Func(func) if export.name == name => Some(func),
        _ => None,
    })
}

/// The module with all that an image holds exported.
fn instrumented(module: &Module) -> Result<Module, Error> {
    if let Some(name) = module.exports.iter().find(|it| it.name.starts_with(RESERVED)) {
        return Err(Error::new(format!("the export `{}` has a reserved name", name.name)));
    }
    let mut module = module.clone();
    if let Some((_, table)) = module.tables.iter_mut().next() {
        table.ty.maximum = table.ty.maximum.map(|most| most.saturating_add(MOST_REQUESTS));
    }
    let entities = (module.funcs.iter().filter(|(_, data)| data.import.is_none()))
        .map(|(func, _)| Entity::Func(func))
        .chain(module.tables.keys().map(Entity::Table))
        .chain(module.memories.keys().map(Entity::Memory))
        .chain(module.globals.keys().map(Entity::Global))
        .collect::<Vec<_>>();
    for entity in entities {
        module.exports.push(Export { name: reserved(entity), entity, exact: false });
    }
    Ok(module)
}

/// Refuses what an image cannot hold.
fn check(module: &Module) -> Result<(), Error> {
    if let Some(error) = invar_stage::annotations::check_imports(module).first() {
        return Err(Error::new(error.clone()));
    }
    if let Some(conflict) = invar_stage::conflicts(module).into_iter().next() {
        return Err(Error::new(conflict));
    }
    for (memory, data) in &module.memories {
        if data.import.is_some() {
            return Err(Error::new(format!("memory {} is imported", memory.as_u32())));
        }
        if data.ty.shared {
            return Err(Error::new(format!("memory {} is shared", memory.as_u32())));
        }
    }
    if module.tables.values().any(|table| table.import.is_some()) {
        return Err(Error::new("a table is imported"));
    }
    if module.globals.values().any(|global| global.import.is_some() && global.ty.mutable) {
        return Err(Error::new("a global that changes is imported"));
    }
    let references = |global: &invar_ir::GlobalData| {
        global.ty.mutable && global.ty.content_type.is_reference_type()
    };
    if module.globals.values().any(references) {
        return Err(Error::new("a global that changes holds a reference"));
    }
    match module.funcs.keys().find(|&func| changes_tables(module, func)) {
        Some(func) => Err(Error::new(format!("`{}` changes tables", module.func_label(func)))),
        None => Ok(()),
    }
}

fn changes_tables(module: &Module, func: Func) -> bool {
    use invar_ir::wasmparser::Operator;
    match &module.funcs[func].body {
        Body::Import => false,
        Body::Ssa(f) => f.live_blocks().flat_map(|block| &f.blocks[block].insts).any(|&inst| {
            matches!(
                f.insts[inst].op,
                Op::TableSet { .. }
                    | Op::TableGrow { .. }
                    | Op::TableFill { .. }
                    | Op::TableCopy { .. }
                    | Op::TableInit { .. }
            )
        }),
        Body::Raw(range) => {
            let body = invar_wasm::raw_body(module, range);
            let Ok(operators) = body.get_operators_reader() else { return true };
            operators.into_iter().any(|op| {
                matches!(
                    op,
                    Err(_)
                        | Ok(Operator::TableSet { .. }
                            | Operator::TableGrow { .. }
                            | Operator::TableFill { .. }
                            | Operator::TableCopy { .. }
                            | Operator::TableInit { .. })
                )
            })
        }
    }
}

/// The result of an annotation during initialization: its first operand.
fn give_back(_: Caller<'_, State>, params: &[Val], results: &mut [Val]) -> wasmtime::Result<()> {
    if let (Some(result), Some(param)) = (results.first_mut(), params.first()) {
        *result = *param;
    }
    Ok(())
}

pub(crate) fn address(value: &Val) -> u64 {
    match value {
        Val::I32(value) => u64::from(*value as u32),
        Val::I64(value) => *value as u64,
        _ => 0,
    }
}

/// The import `specialize`: returns a new slot for the request, which contains the function itself until
/// a version is made.
fn request(
    mut caller: Caller<'_, State>,
    params: &[Val],
    results: &mut [Val],
) -> wasmtime::Result<()> {
    results[0] = params[0];
    let slot = address(&params[0]);
    let (keys, count) = (address(&params[1]) as usize, address(&params[2]) as usize);
    let memory = caller.get_export(&reserved(Entity::Memory(Memory::from_u32(0))));
    let table = caller.get_export(&reserved(Entity::Table(Table::from_u32(0))));
    let (Some(Extern::Memory(memory)), Some(Extern::Table(table))) = (memory, table) else {
        return Ok(());
    };
    let bytes = count.checked_mul(KEY_BYTES).and_then(|length| keys.checked_add(length));
    let Some(bytes) = bytes.and_then(|end| memory.data(&caller).get(keys..end)).map(<[u8]>::to_vec)
    else {
        return Err(wasmtime::Error::msg("the keys of a request lie outside of the memory"));
    };
    let state = caller.data();
    let Some(&func) = state.slots.get(&(Table::from_u32(0), slot)) else { return Ok(()) };
    let asked: Asked = asked(&state.module, func, &bytes);
    let given = match state.requests.slot(&asked) {
        Some(given) => given,
        None => {
            let Some(Ref::Func(function)) = table.get(&mut caller, slot) else { return Ok(()) };
            let given = table.grow(&mut caller, 1, Ref::Func(function))?;
            caller.data_mut().requests.add(asked, given);
            given
        }
    };
    results[0] = match params[0] {
        Val::I64(_) => Val::I64(given as i64),
        _ => Val::I32(given as i32),
    };
    Ok(())
}

fn linker(store: &Store<State>, compiled: &wasmtime::Module) -> Result<Linker<State>, Error> {
    let mut linker = Linker::new(store.engine());
    linker.allow_shadowing(true);
    linker.define_unknown_imports_as_traps(compiled)?;
    add_to_linker_sync(&mut linker, |state: &mut State| &mut state.wasi)?;
    for import in compiled.imports().filter(|import| import.module() == IMPORT_MODULE) {
        if let wasmtime::ExternType::Func(ty) = import.ty() {
            match import.name() {
                REQUEST => linker.func_new(IMPORT_MODULE, REQUEST, ty, request)?,
                name => linker.func_new(IMPORT_MODULE, name, ty, give_back)?,
            };
        }
    }
    Ok(linker)
}

impl Image {
    /// Runs constructors and the export `init` of a module, with the arguments that a program finds
    /// in its command line (none, if it does not look).
    ///
    /// Errors: the module cannot be written or compiled, imports or changes what an image cannot
    /// hold, has no such export, or traps.
    pub fn new(module: Arc<Module>, init: &str, pipeline: &dyn Pipeline) -> Result<Image, Error> {
        check(&module)?;
        let function = exported(&module, init)
            .ok_or_else(|| Error::new(format!("there is no exported function `{init}`")))?;
        if !module.func_signature(function).0.is_empty() {
            return Err(Error::new(format!("`{init}` has parameters")));
        }
        let wasm = pipeline.write(instrumented(&module)?)?;
        let engine = engine()?;
        let compiled = wasmtime::Module::new(&engine, &wasm)?;
        let slots = Arc::new(slots(&module));
        let wasi = WasiCtxBuilder::new().inherit_stdout().inherit_stderr().build_p1();
        let requests = Requests::default();
        let state = State { wasi, module: module.clone(), slots: slots.clone(), requests };
        let mut store = Store::new(&engine, state);
        let instance = linker(&store, &compiled)?.instantiate(&mut store, &compiled)?;
        let mut image = Image {
            module,
            slots,
            requests: Requests::default(),
            constructors: Vec::new(),
            store,
            instance,
        };
        image.run_constructors()?;
        image.call_func(function, &[])?;
        image.requests = std::mem::take(&mut image.store.data_mut().requests);
        Ok(image)
    }

    fn run_constructors(&mut self) -> Result<(), Error> {
        let named = |name: &str| {
            let mut names = self.module.names.funcs.iter();
            names.find(|(_, known)| *known == name).map(|(&func, _)| func)
        };
        let constructors = named(CONSTRUCTORS);
        let initialize = exported(&self.module, INITIALIZE);
        if let Some(first) = initialize.or(constructors) {
            self.call_func(first, &[])?;
        }
        let both = constructors.into_iter().chain(initialize).collect::<HashSet<_>>();
        self.constructors = both.into_iter().collect();
        Ok(())
    }

    fn export(&mut self, entity: Entity) -> Option<Extern> {
        self.instance.get_export(&mut self.store, &reserved(entity))
    }

    /// Calls a function of the module that is not imported.
    pub fn call_func(&mut self, func: Func, args: &[Const]) -> Result<Vec<Const>, Error> {
        let Some(Extern::Func(function)) = self.export(Entity::Func(func)) else {
            return Err(Error::new(format!("`{}` is imported", self.module.func_label(func))));
        };
        let args: Vec<Val> = args.iter().copied().map(to_val).collect();
        let mut results = vec![Val::I32(0); function.ty(&self.store).results().len()];
        function.call(&mut self.store, &args, &mut results)?;
        Ok(results.iter().filter_map(from_val).collect())
    }

    /// The contents of a memory.
    pub fn memory(&mut self, memory: Memory) -> &[u8] {
        match self.export(Entity::Memory(memory)) {
            Some(Extern::Memory(memory)) => memory.data(&self.store),
            _ => &[],
        }
    }

    /// The value of a global, if it is a number or a vector.
    pub fn global(&mut self, global: invar_ir::Global) -> Option<Const> {
        match self.export(Entity::Global(global)) {
            Some(Extern::Global(global)) => from_val(&global.get(&mut self.store)),
            _ => None,
        }
    }
}

impl invar_stage::World for Image {
    fn read(&mut self, memory: Memory, address: u64, bytes: &mut [u8]) -> bool {
        let data = self.memory(memory);
        let end = address.checked_add(bytes.len() as u64).and_then(|end| usize::try_from(end).ok());
        let found = end.and_then(|end| data.get(address as usize..end));
        found.is_some_and(|found| {
            bytes.copy_from_slice(found);
            true
        })
    }

    fn call(&mut self, func: Func, args: &[Const]) -> Option<Const> {
        self.call_func(func, args).ok()?.first().copied()
    }

    fn function_at(&mut self, table: Table, slot: u64) -> Option<Func> {
        self.slots.get(&(table, slot)).copied()
    }
}
