//! Specialized regions: code that looks versions up at annotations, without requests of the program.
//!
//! A function that annotates parameters (`is_const`, `keep_const`) before it does anything else is a region as
//! a whole: it becomes a dispatcher on these parameters (`dispatch`), and each of its calls is a lookup.
//! A later annotation in a function becomes an exit, which looks the value up
//! and continues in a continuation ([`invar_stage::specializer::continuations`]).
//!
//! In a program that makes requests, functions that there are references to are
//! specialized by requests; in them only `is_const` starts a region, and `keep_const` has an effect in versions only.

use super::build::fill;
use super::dispatch::{Param, Shape, dispatcher};
use super::exits::{EXITS, exits_in, point_to};
use super::meter;
use super::settings::Settings;
use super::site::{SiteData, Sites, What};
use super::unit::candidates;
use crate::Made;
use crate::making::{self, Preparer};
use invar_analysis::inst_effects;
use invar_ir::wasmparser::TableType;
use invar_ir::{
    Body, Caching, Func, FuncData, Function, Module, Op, RefType, TableData, ValType, Value,
};
use invar_stage::analysis::keys::asks;
use invar_stage::annotations::annotation_of;
use invar_stage::specializer::world::Nothing;
use invar_stage::{Exits, Request, specialize};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// The functions that are regions, with the parameters that are looked up, and the policy.
pub(crate) type Found = Vec<(Func, Vec<Param>, Caching)>;

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
        let (caching, is_key) = match annotation.as_ref().map(|op| (op, asks(op))) {
            Some((_, Some(asked))) => asked,
            // The annotation ends before the function uses it.
            Some((Op::UnkeepConst | Op::Leave, _)) => break,
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
pub(crate) fn find(module: &Module) -> Found {
    let of = |func: Func| match &module.funcs[func].body {
        Body::Ssa(function) => of_function(module, function).map(|(params, it)| (func, params, it)),
        _ => None,
    };
    module.funcs.keys().filter_map(of).collect()
}

/// The code of a function that runs until a region starts in it.
pub(crate) struct Entering {
    func: Func,
    code: Function,
    sites: Vec<SiteData>,
}

/// The functions in which regions start behind the entry; and those that stay generic, with the reasons.
pub(crate) fn entering(
    module: &Module,
    regions: &Found,
    makes_requests: bool,
    preparer: &mut Preparer,
    settings: &Settings,
) -> (Vec<Entering>, Vec<Made>) {
    let of_requests: FxHashSet<Func> = if makes_requests {
        candidates(module).into_iter().collect()
    } else {
        FxHashSet::default()
    };
    let (mut found, mut refused) = (Vec::new(), Vec::new());
    for (func, data) in &module.funcs {
        let Body::Ssa(function) = &data.body else { continue };
        let is_asked_for = of_requests.contains(&func);
        let starts = |&inst: &invar_ir::Inst| match function.insts[inst].op {
            Op::Call { function_index } => {
                match annotation_of(module, Func::from_u32(function_index)) {
                    Some(Op::IsConst { .. }) => true,
                    Some(Op::KeepConst { .. }) => !is_asked_for,
                    _ => false,
                }
            }
            _ => false,
        };
        let is_region = regions.iter().any(|(region, ..)| *region == func);
        if is_region
            || !function.live_blocks().any(|block| function.blocks[block].insts.iter().any(starts))
        {
            continue;
        }
        let key = making::key(func, &[]);
        let prepared = match preparer.get(module, &key) {
            Ok(prepared) => prepared,
            Err(what) => {
                refused.push(Made::refused(module.func_label(func), what));
                continue;
            }
        };
        let exits = Exits { first: EXITS, entering: true, has_continuation: &|_, _| false };
        let request = Request { exits: Some(exits), ..Request::new(&[], settings.request) };
        let special = specialize(module, &prepared, &request, &mut Nothing);
        if special.exits.is_empty() {
            continue;
        }
        let sites = special.exits.into_iter().map(|exit| SiteData {
            func,
            shape: Shape::of_exit(&prepared, &exit, settings),
            what: What::Exit { key: key.clone(), prepared: prepared.clone(), exit },
        });
        found.push(Entering { func, sites: sites.collect(), code: special.function });
    }
    (found, refused)
}

/// Replaces the functions that were found by dispatchers, in a module without annotations.
pub(crate) fn install(
    main: &mut Module,
    regions: Found,
    entering: Vec<Entering>,
    settings: &Settings,
) -> Sites {
    let meters = settings.profile.then(|| meter::Imports::new(main));
    let mut metered = Vec::new();
    let exits: usize = entering.iter().map(|it| it.sites.len()).sum();
    // Slot 0 stays empty.
    let initial = 1 + 2 * regions.len() as u64 + exits as u64;
    let ty = TableType {
        element_type: RefType::FUNCREF,
        table64: false,
        initial,
        maximum: None,
        shared: false,
    };
    let table = main.tables.push(TableData { ty, import: None, init: None });
    let (mut slots, mut list) = (Vec::new(), Vec::new());
    for (func, asked, caching) in regions {
        let ty = main.funcs[func].ty;
        let (params, results) = main.signature(ty);
        let (params, results) = (params.to_vec(), results.to_vec());
        let (drops, compares_all, counts) = (false, false, settings.profile);
        let shape = Shape { params, results, asked, caching, drops, compares_all, counts };
        let label = main.func_label(func);
        let miss = 1 + slots.len() as i32;
        let made = dispatcher(main, table, list.len(), &label, ty, &shape, miss, miss + 1);
        let body = std::mem::replace(&mut main.funcs[func].body, Body::Ssa(Box::new(made.code)));
        let generic = main.funcs.push(FuncData::new(ty, None, body));
        if let Some(imports) = meters {
            put_meter(main, imports, func, generic);
            metered.push(func);
        }
        main.names.funcs.insert(generic, label);
        slots.extend([made.miss, generic]);
        let what = What::Region { generic: miss + 1 };
        list.push(Arc::new(SiteData { func, shape, what }));
    }
    for Entering { func, mut code, sites } in entering {
        let label = main.func_label(func);
        let first = list.len();
        let made = exits_in(main, table, first, 1 + slots.len() as i32, &label, &sites);
        point_to(&mut code, &made.iter().map(|&(dispatcher, _)| dispatcher).collect::<Vec<_>>());
        slots.extend(made.into_iter().map(|(_, miss)| miss));
        list.extend(sites.into_iter().map(Arc::new));
        let body = std::mem::replace(&mut main.funcs[func].body, Body::Ssa(Box::new(code)));
        if let Some(imports) = meters {
            let ty = main.funcs[func].ty;
            let generic = main.funcs.push(FuncData::new(ty, None, body));
            main.names.funcs.insert(generic, label);
            put_meter(main, imports, func, generic);
            metered.push(func);
        }
    }
    fill(main, table, 1, slots);
    Sites { table, list, metered }
}

/// Puts a meter in front of a function, as it is, and its generic code.
fn put_meter(main: &mut Module, imports: meter::Imports, func: Func, generic: Func) {
    let ty = main.funcs[func].ty;
    let body = std::mem::replace(&mut main.funcs[func].body, Body::Import);
    let special = main.funcs.push(FuncData::new(ty, None, body));
    main.names.funcs.insert(special, format!("{} (special)", main.func_label(func)));
    let code = meter::meter(main, imports, func, ty, special, Some(generic));
    main.funcs[func].body = Body::Ssa(Box::new(code));
}
