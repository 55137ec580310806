//! Modules of versions, and the exports of the running module for them.
//!
//! Entities keep the numbers that they have in the program: a version's module starts from a skeleton
//! in which every one of them is an import, by the reserved name that the running module exports it
//! under. The writer leaves out those that the version does not refer to.

use super::build::{fill, reserve};
use super::exits::{EXITS, exits_in, point_to};
use super::meter;
use super::site::{SiteData, Sites};
use crate::Pipeline;
use crate::error::Error;
use crate::image::{RESERVED, reserved};
use invar_ir::{
    Body, ElemItems, Entity, Func, FuncData, Function, GlobalData, ImportName, MemoryData, Module,
    Table, TableData, TagData,
};
use rustc_hash::FxHashSet;

/// The module that a version's imports are from.
pub const MAIN: &str = "invar:main";

/// The module of the imports that are called where a promise is broken.
pub const BROKEN: &str = "invar:broken";

/// The export of a version's module: the version.
pub const VERSION: &str = "invar:version";

/// How far the first table may grow for versions.
const MOST_SLOTS: u64 = 1 << 20;

/// The functions that a program has references to: those that may be requested.
pub(crate) fn candidates(module: &Module) -> Vec<Func> {
    let mut found = FxHashSet::default();
    let of_expr = |expr: &invar_ir::ConstExpr| {
        expr.iter().find_map(|op| match op {
            invar_ir::Op::RefFunc { function_index } => Some(Func::from_u32(*function_index)),
            _ => None,
        })
    };
    for segment in module.elems.values() {
        match &segment.items {
            ElemItems::Funcs(funcs) => found.extend(funcs.iter().copied()),
            ElemItems::Exprs(_, exprs) => found.extend(exprs.iter().filter_map(of_expr)),
        }
    }
    found.extend(module.tables.values().filter_map(|table| table.init.as_ref().and_then(of_expr)));
    found.extend(module.globals.values().filter_map(|global| of_expr(&global.init)));
    let mut found: Vec<Func> = found.into_iter().collect();
    found.sort_unstable();
    found
}

/// Refuses a module whose exports have names that are reserved.
pub(crate) fn check_names(module: &Module) -> Result<(), Error> {
    match module.exports.iter().find(|it| it.name.starts_with(RESERVED)) {
        Some(it) => Err(Error::new(format!("the export `{}` has a reserved name", it.name))),
        None => Ok(()),
    }
}

/// Exports from `main` the functions that may be requested and those with sites, and the entities
/// that they refer to in `module`, which is the same with annotations; lets the first table grow.
/// Returns the exported entities. Cost: linear in the code of these functions.
pub(crate) fn export(
    main: &mut Module,
    module: &Module,
    sites: &Sites,
    pipeline: &dyn Pipeline,
) -> Vec<Entity> {
    if let Some((_, table)) = main.tables.iter_mut().next()
        && table.import.is_none()
    {
        table.ty.maximum = table.ty.maximum.map(|most| most.saturating_add(MOST_SLOTS));
    }
    let mut found = FxHashSet::default();
    // Requests read their arguments from them.
    found.extend(module.memories.keys().take(1).map(Entity::Memory));
    found.extend(module.tables.keys().take(1).map(Entity::Table));
    found.insert(Entity::Table(sites.table));
    if promises_calls(module) {
        // Mutable globals are restored after a call during specialization that traps.
        let globals = module.globals.iter().filter(|(_, global)| global.ty.mutable);
        found.extend(globals.map(|(global, _)| Entity::Global(global)));
    }
    for func in candidates(module).into_iter().chain(sites.funcs()) {
        found.insert(Entity::Func(func));
        if let Body::Ssa(function) = &module.funcs[func].body {
            found.extend(pipeline.uses(function).entities);
        }
    }
    let is_annotation = |entity: &Entity| match entity {
        Entity::Func(func) => invar_stage::annotations::annotation_of(module, *func).is_some(),
        _ => false,
    };
    let mut found: Vec<Entity> = found.into_iter().filter(|it| !is_annotation(it)).collect();
    found.sort_unstable_by_key(|&entity| reserved(entity));
    for &entity in &found {
        reserve(main, reserved(entity), entity);
    }
    found
}

/// Whether functions are promised to be pure.
fn promises_calls(module: &Module) -> bool {
    let of = |func| invar_stage::annotations::annotation_of(module, func);
    module.funcs.keys().any(|func| of(func) == Some(invar_ir::Op::PromisePure))
}

/// The skeleton of versions' modules: the entities of the running module as imports.
pub(crate) fn skeleton(main: &Module, exported: &[Entity]) -> Module {
    let exported: FxHashSet<Entity> = exported.iter().copied().collect();
    let import = |entity: Entity| {
        // Versions do not refer to entities that are not exported.
        let name = if exported.contains(&entity) { reserved(entity) } else { String::new() };
        Some(ImportName { module: MAIN.to_owned(), name })
    };
    let mut unit = Module {
        rec_groups: main.rec_groups.clone(),
        types: main.types.clone(),
        ..Module::default()
    };
    for (func, data) in &main.funcs {
        let entity = Entity::Func(func);
        unit.imports.push(entity);
        let import = import(entity);
        unit.funcs.push(FuncData::new(data.ty, import, Body::Import));
    }
    for (table, data) in &main.tables {
        let entity = Entity::Table(table);
        unit.imports.push(entity);
        unit.tables.push(TableData { ty: data.ty, import: import(entity), init: None });
    }
    for (memory, data) in &main.memories {
        let entity = Entity::Memory(memory);
        unit.imports.push(entity);
        unit.memories.push(MemoryData { ty: data.ty, import: import(entity) });
    }
    for (global, data) in &main.globals {
        let entity = Entity::Global(global);
        unit.imports.push(entity);
        unit.globals.push(GlobalData { ty: data.ty, import: import(entity), init: Vec::new() });
    }
    for (tag, data) in &main.tags {
        let entity = Entity::Tag(tag);
        unit.imports.push(entity);
        unit.tags.push(TagData { ty: data.ty, import: import(entity) });
    }
    unit
}

/// The parts of a version's module.
pub(crate) struct Version<'a> {
    /// The version's code, of any type; its exits are numbered from [`EXITS`] on.
    pub code: Function,
    /// The version's name in diagnostics.
    pub name: &'a str,
    /// The promises that are checked. Calls of the n-th check are numbered from the number of functions in
    /// the skeleton on.
    pub checks: &'a [String],
    /// The version's exits.
    pub sites: &'a [SiteData],
    /// The number of the first of them, and the slot for its miss.
    pub first: (usize, i32),
}

/// Builds a version's module from the skeleton: it exports the version, and imports a function for
/// each promise that is checked, by its description. Returns the version in it.
pub(crate) fn finish(mut unit: Module, table: Table, version: Version<'_>) -> (Module, Func) {
    let Version { mut code, name, checks, sites, first } = version;
    debug_assert!(unit.funcs.len() + checks.len() < EXITS as usize);
    let check = unit.func_type(&[], &[]);
    for what in checks {
        let import = Some(ImportName { module: BROKEN.to_owned(), name: what.clone() });
        let func = unit.funcs.push(FuncData::new(check, import, Body::Import));
        unit.imports.push(Entity::Func(func));
    }
    let made = exits_in(&mut unit, table, first.0, first.1, name, sites);
    point_to(&mut code, &made.iter().map(|&(dispatcher, _)| dispatcher).collect::<Vec<_>>());
    fill(&mut unit, table, first.1, made.into_iter().map(|(_, miss)| miss).collect());
    let params: Vec<_> =
        code.blocks[code.entry].params.iter().map(|&param| code.ty(param)).collect();
    if unit.signature(code.ty) != (params.as_slice(), code.results.as_slice()) {
        code.ty = unit.func_type(&params, &code.results);
    }
    let ty = code.ty;
    let body = Body::Ssa(Box::new(code));
    let func = unit.funcs.push(FuncData::new(ty, None, body));
    unit.names.funcs.insert(func, name.to_owned());
    reserve(&mut unit, VERSION.to_owned(), Entity::Func(func));
    (unit, func)
}

/// Builds from the skeleton the module of a meter in front of a version of a function, which it
/// imports as [`VERSION`]; it exports the meter under the same name. `compares`: with the generic
/// function.
pub(crate) fn meter_of(mut unit: Module, func: Func, compares: bool) -> Module {
    let ty = unit.funcs[func].ty;
    let import = Some(ImportName { module: MAIN.to_owned(), name: VERSION.to_owned() });
    let version = unit.funcs.push(FuncData::new(ty, import, Body::Import));
    unit.imports.push(Entity::Func(version));
    let imports = meter::Imports::new(&mut unit);
    let code = meter::meter(&mut unit, imports, func, ty, version, compares.then_some(func));
    let body = Body::Ssa(Box::new(code));
    let meter = unit.funcs.push(FuncData::new(ty, None, body));
    reserve(&mut unit, VERSION.to_owned(), Entity::Func(meter));
    unit
}
