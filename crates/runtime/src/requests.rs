//! Requests for specialized versions of functions: the import `invar.specialize`.
//!
//! `(function, keys, count) -> function`, all addresses or slots of table 0. At `keys` there are
//! `count` entries of 16 bytes, for the leading parameters: the bits of a value, then 1 if the
//! parameter is bound to it and 0 if it is not.

use crate::engine::of_bits;
use invar_ir::{ConstExpr, ElemItems, Func, Module, Op, SegmentMode, Table};
use invar_rules::Const;
use rustc_hash::FxHashMap;

/// The size of a key argument in memory, in bytes.
pub const KEY_BYTES: usize = 16;

/// A request: a function, and the values of the parameters that are bound.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Asked {
    /// The function.
    pub func: Func,
    /// By parameter.
    pub values: Vec<Option<Const>>,
}

/// The requests that a program made so far, each with the slot that it was given.
#[derive(Clone, Debug, Default)]
pub struct Requests {
    /// What was asked for, in order.
    pub list: Vec<(Asked, u64)>,
    known: FxHashMap<Asked, u64>,
}

impl Requests {
    /// The slot that a request was given before.
    pub fn slot(&self, asked: &Asked) -> Option<u64> {
        self.known.get(asked).copied()
    }

    /// Records a request and its slot; slots follow each other.
    pub fn add(&mut self, asked: Asked, slot: u64) {
        self.known.insert(asked.clone(), slot);
        self.list.push((asked, slot));
    }
}

/// The request for a function with these keys. Entries past its parameters are ignored, and so are
/// those for parameters that are not numbers.
pub fn asked(module: &Module, func: Func, keys: &[u8]) -> Asked {
    let (params, _) = module.func_signature(func);
    let word = |bytes: &[u8]| u64::from_le_bytes(bytes.try_into().expect("eight bytes"));
    let values = params.iter().zip(keys.chunks_exact(KEY_BYTES)).map(|(&ty, key)| {
        let (bits, bound) = (word(&key[..8]), word(&key[8..]));
        if bound != 0 { of_bits(bits, ty) } else { None }
    });
    Asked { func, values: values.collect() }
}

/// An offset or address that a constant expression gives.
pub fn offset_of(expr: &ConstExpr) -> Option<u64> {
    match expr.as_slice() {
        [Op::I32Const { value }] => Some(u64::from(*value as u32)),
        [Op::I64Const { value }] => Some(*value as u64),
        _ => None,
    }
}

/// The functions in the slots of tables, as segments put them there.
pub fn slots(module: &Module) -> FxHashMap<(Table, u64), Func> {
    let mut slots = FxHashMap::default();
    for segment in module.elems.values() {
        let SegmentMode::Active(table, offset) = &segment.mode else { continue };
        let Some(start) = offset_of(offset) else { continue };
        let funcs: Vec<Option<Func>> = match &segment.items {
            ElemItems::Funcs(funcs) => funcs.iter().copied().map(Some).collect(),
            ElemItems::Exprs(_, exprs) => exprs.iter().map(function_of).collect(),
        };
        for (n, func) in funcs.into_iter().enumerate() {
            if let Some(func) = func {
                slots.insert((*table, start + n as u64), func);
            }
        }
    }
    slots
}

fn function_of(expr: &ConstExpr) -> Option<Func> {
    match expr.as_slice() {
        [Op::RefFunc { function_index }] => Some(Func::from_u32(*function_index)),
        _ => None,
    }
}
