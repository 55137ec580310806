//! A module that starts where an image was taken.
//!
//! Memories, mutable globals and the first table have the contents of the image; the start
//! function, the export of the initialization and the code of constructors are removed. Active
//! segments are in the image already, and are empty.

use crate::image::{Image, exported};
use invar_ir::wasmparser::MemoryType;
use invar_ir::{
    Body, ConstExpr, DataData, ElemData, ElemItems, Entity, Func, Memory, Module, Op, SegmentBytes,
    SegmentMode, Table, Terminator,
};
use std::sync::Arc;

/// Zeros that are cheaper to write than to leave out: a segment of its own takes about as much.
const GAP: usize = 16;

/// No more segments than this: engines refuse modules with very many. Past it, larger gaps are
/// written.
const MOST_SEGMENTS: usize = 10_000;

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
    for data in module.datas.values_mut() {
        if matches!(data.mode, SegmentMode::Active(..)) {
            data.bytes = SegmentBytes::Own(Arc::from([]));
            if let SegmentMode::Active(memory, offset) = &mut data.mode {
                *offset = address(&module.memories[*memory].ty, 0);
            }
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

fn address(ty: &MemoryType, at: u64) -> ConstExpr {
    vec![if ty.memory64 {
        Op::I64Const { value: at as i64 }
    } else {
        Op::I32Const { value: at as i32 }
    }]
}

fn put_memory(module: &mut Module, memory: Memory, bytes: &[u8]) {
    let ty = &mut module.memories[memory].ty;
    let page = 1u64 << ty.page_size_log2.unwrap_or(16);
    ty.initial = ty.initial.max((bytes.len() as u64).div_ceil(page));
    let ty = *ty;
    let mut gap = GAP;
    let mut found = runs(bytes, gap);
    while found.len() > MOST_SEGMENTS {
        gap *= 2;
        found = runs(bytes, gap);
    }
    for (start, end) in found {
        module.datas.push(DataData {
            mode: SegmentMode::Active(memory, address(&ty, start as u64)),
            bytes: SegmentBytes::Own(Arc::from(&bytes[start..end])),
        });
    }
}

/// The stretches that are not zero, with zeros between them up to a gap.
fn runs(bytes: &[u8], gap: usize) -> Vec<(usize, usize)> {
    let mut found: Vec<(usize, usize)> = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        // Most of a memory is zero: that is skipped in large steps.
        if bytes[at..].len() >= 64 && bytes[at..at + 64] == [0; 64] {
            at += 64;
            continue;
        }
        if bytes[at] != 0 {
            match found.last_mut() {
                Some((_, end)) if at - *end <= gap => *end = at + 1,
                _ => found.push((at, at + 1)),
            }
        }
        at += 1;
    }
    found
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_leave_out_long_stretches_of_zeros() {
        let mut bytes = vec![0; 1000];
        bytes[3] = 1;
        bytes[10] = 2;
        bytes[500] = 3;
        bytes[999] = 4;
        assert_eq!(runs(&bytes, 16), [(3, 11), (500, 501), (999, 1000)]);
        assert_eq!(runs(&bytes, 5), [(3, 4), (10, 11), (500, 501), (999, 1000)]);
        assert_eq!(runs(&[0; 300], 16), []);
    }
}
