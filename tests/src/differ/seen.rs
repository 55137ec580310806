//! The observable part of a value of wasmtime.

use invar_filetests::differ::{DEPTH, FIELDS, Seen};
use wasmtime::{AsContextMut, ExternRef, Rooted, StructRef, Val};

/// The observable part of a value.
pub fn see(mut store: impl AsContextMut, value: &Val) -> Seen {
    look(&mut store, value, DEPTH)
}

fn look(store: &mut impl AsContextMut, value: &Val, depth: usize) -> Seen {
    match value {
        Val::I32(value) => Seen::I32(*value),
        Val::I64(value) => Seen::I64(*value),
        Val::F32(bits) => Seen::F32(*bits),
        Val::F64(bits) => Seen::F64(*bits),
        Val::V128(value) => Seen::V128(value.as_u128()),
        Val::FuncRef(None) | Val::ExternRef(None) | Val::AnyRef(None) | Val::ExnRef(None) => {
            Seen::Null
        }
        Val::FuncRef(Some(_)) => Seen::Func,
        Val::ExternRef(Some(host)) => Seen::Extern(number(store, host)),
        Val::AnyRef(Some(_)) | Val::ExnRef(Some(_)) if depth == 0 => Seen::Something,
        Val::AnyRef(Some(any)) => {
            if let Ok(Some(small)) = any.as_i31(&*store) {
                Seen::I31(small.get_u32())
            } else if let Ok(Some(object)) = any.as_struct(&*store) {
                Seen::Struct(fields(store, object, depth))
            } else if let Ok(Some(array)) = any.as_array(&*store) {
                let length = array.len(&*store).unwrap_or(0);
                let mut elements = Vec::new();
                for index in 0..length.min(FIELDS as u32) {
                    if let Ok(element) = array.get(&mut *store, index) {
                        elements.push(look(store, &element, depth - 1));
                    }
                }
                Seen::Array(length, elements)
            } else {
                match ExternRef::convert_any(&mut *store, *any) {
                    Ok(host) => Seen::Extern(number(store, &host)),
                    Err(_) => Seen::Something,
                }
            }
        }
        Val::ExnRef(Some(exception)) => {
            let values: Vec<Val> = match exception.fields(&mut *store) {
                Ok(fields) => fields.take(FIELDS).collect(),
                Err(_) => Vec::new(),
            };
            Seen::Exn(values.iter().map(|value| look(store, value, depth - 1)).collect())
        }
        Val::ContRef(_) => Seen::Something,
    }
}

fn fields(store: &mut impl AsContextMut, object: Rooted<StructRef>, depth: usize) -> Vec<Seen> {
    let mut seen = Vec::new();
    for index in 0..FIELDS {
        match object.field(&mut *store, index) {
            Ok(field) => seen.push(look(store, &field, depth - 1)),
            Err(_) => break,
        }
    }
    seen
}

fn number(store: &impl AsContextMut, host: &Rooted<ExternRef>) -> Option<u32> {
    host.data(store.as_context()).ok()??.downcast_ref::<u32>().copied()
}
