//! A module that starts where an image was taken.
//!
//! Memories, mutable globals and the first table have the contents of the image; the start
//! function, the export of the initialization and the code of constructors are removed. Active
//! segments are in the image already, and are empty.

use crate::image::{Image, exported};
use invar_ir::{
    Body, Data, ElemData, ElemItems, Entity, Func, MOST_SEGMENTS, Memory, Module, Op, SegmentBytes,
    SegmentMode, Table, Terminator, ZEROS_KEPT, nonzero_runs, segment_at,
};
use std::sync::Arc;

/// Puts the image's state into a module, and functions into slots of the first table.
pub fn put(module: &mut Module, image: &mut Image, init: &str, made: &[(u64, Func)]) {
    let init_func = exported(module, init);
    module.exports.retain(|export| {
        !(export.name == init && Some(export.entity) == init_func.map(Entity::Func))
    });
    module.start = None;
    for &func in &image.constructors {
        empty(module, func);
    }
    for (global, data) in module.globals.iter_mut().filter(|(_, data)| data.ty.mutable) {
        if let Some(value) = image.global(global) {
            data.init = vec![value.to_op()];
        }
    }
    let datas: Vec<Data> = module.datas.keys().collect();
    for data in datas {
        if let SegmentMode::Active(memory, _) = module.datas[data].mode {
            module.datas[data] = segment_at(module, memory, 0, SegmentBytes::Own(Arc::from([])));
        }
    }
    let memories: Vec<Memory> = module.memories.keys().collect();
    for memory in memories {
        put_memory(module, memory, image.memory(memory));
    }
    put_slots(module, image, made);
}

/// Empties a function that ran constructors; it has no results.
fn empty(module: &mut Module, func: Func) {
    if let Body::Ssa(f) = &module.funcs[func].body
        && f.results.is_empty()
        && f.blocks[f.entry].params.is_empty()
    {
        let mut f = invar_ir::Function::new(f.ty, &[], &[]);
        f.blocks[f.entry].term = Terminator::Return(Default::default());
        module.funcs[func].body = Body::Ssa(Box::new(f));
    }
}

fn put_memory(module: &mut Module, memory: Memory, bytes: &[u8]) {
    let ty = &mut module.memories[memory].ty;
    let page = 1u64 << ty.page_size_log2.unwrap_or(16);
    ty.initial = ty.initial.max((bytes.len() as u64).div_ceil(page));
    let mut kept = ZEROS_KEPT;
    let mut found = nonzero_runs(bytes, kept);
    while found.len() > MOST_SEGMENTS {
        kept *= 2;
        found = nonzero_runs(bytes, kept);
    }
    for run in found {
        let contents = SegmentBytes::Own(Arc::from(&bytes[run.clone()]));
        let segment = segment_at(module, memory, run.start as u64, contents);
        module.datas.push(segment);
    }
}

/// Makes the first table as large as it was, and fills the slots that requests were given.
fn put_slots(module: &mut Module, image: &Image, made: &[(u64, Func)]) {
    let Some(&(_, last)) = image.requests.list.last() else { return };
    let table = Table::from_u32(0);
    let ty = &mut module.tables[table].ty;
    ty.initial = ty.initial.max(last + 1);
    ty.maximum = ty.maximum.map(|most| most.max(ty.initial));
    let is_wide = ty.table64;
    let mut made = made.to_vec();
    made.sort_unstable();
    for run in made.chunk_by(|a, b| a.0 + 1 == b.0) {
        let start = run[0].0;
        let offset = if is_wide {
            Op::I64Const { value: start as i64 }
        } else {
            Op::I32Const { value: start as i32 }
        };
        module.elems.push(ElemData {
            mode: SegmentMode::Active(table, vec![offset]),
            items: ElemItems::Funcs(run.iter().map(|&(_, func)| func).collect()),
        });
    }
}
