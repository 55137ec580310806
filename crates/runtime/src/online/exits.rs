//! Dispatchers of the exits of specialized code.

use super::dispatch::dispatcher;
use super::site::SiteData;
use invar_ir::{Body, Func, FuncData, Function, Module, Op, Table};

/// The first number of the placeholder functions that exits call while code is not yet part of a module.
pub(crate) const EXITS: u32 = 1 << 30;

/// Makes the dispatchers of exits, the first of which has this number and this slot for its miss; gives
/// each with its miss.
pub(crate) fn exits_in(
    module: &mut Module,
    table: Table,
    first: usize,
    slot: i32,
    label: &str,
    sites: &[SiteData],
) -> Vec<(Func, Func)> {
    let make = |(n, site): (usize, &SiteData)| {
        let shape = &site.shape;
        let ty = module.func_type(&shape.params, &shape.results);
        let label = format!("{label}, exit {n}");
        let miss = slot + n as i32;
        let made = dispatcher(module, table, first + n, &label, ty, shape, miss, 0);
        let body = Body::Ssa(Box::new(made.code));
        let func = module.funcs.push(FuncData::new(ty, None, body));
        module.names.funcs.insert(func, label);
        (func, made.miss)
    };
    sites.iter().enumerate().map(make).collect()
}

/// Replaces the placeholders that exits call by their dispatchers.
pub(crate) fn point_to(f: &mut Function, dispatchers: &[Func]) {
    let blocks: Vec<_> = f.live_blocks().collect();
    for block in blocks {
        if let invar_ir::Terminator::TailCall { op: Op::ReturnCall { function_index }, .. } =
            &mut f.blocks[block].term
            && let Some(n) = function_index.checked_sub(EXITS)
        {
            *function_index = dispatchers[n as usize].as_u32();
        }
    }
}
