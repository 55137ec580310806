//! Alias classes: the parts into which the state of a program is divided, a bit each.
//!
//! Two imports may refer to the same memory, table or mutable global. So imported ones share a
//! class (globals: one per kind of type), and only what the module defines has a class of its own.
//!
//! Cost: O(1) for each query.

use crate::{Global, Memory, Module, Table};
use wasmparser::{StorageType, ValType};

/// A set of alias classes.
///
/// Entities with low indices have a class of their own, those past a limit share one, which errs
/// on the safe side. GC fields are told apart by field index (kept by subtyping), arrays by the
/// kind of their elements (a mutable element type is the same in all subtypes).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct ClassSet(u128);

/// The bits of the classes: (first, how many).
mod bits {
    pub const IO: (u32, u32) = (0, 1);
    pub const STAGING: (u32, u32) = (1, 1);
    pub const OWNERSHIP: (u32, u32) = (2, 1);
    pub const DROPPED_DATA: (u32, u32) = (3, 4);
    pub const DROPPED_ELEM: (u32, u32) = (7, 4);
    pub const FIELD: (u32, u32) = (11, 16);
    pub const ARRAY: (u32, u32) = (27, 8);
    pub const TABLE: (u32, u32) = (35, 8);
    pub const TABLE_SIZE: (u32, u32) = (43, 4);
    pub const MEMORY: (u32, u32) = (47, 4);
    pub const MEMORY_SIZE: (u32, u32) = (51, 4);
    pub const IMPORTED_GLOBAL: (u32, u32) = (55, 6);
    pub const GLOBAL: (u32, u32) = (61, 67);
    const _: () = assert!(GLOBAL.0 + GLOBAL.1 == 128);
}

impl ClassSet {
    /// No class.
    pub const EMPTY: ClassSet = ClassSet(0);
    /// All classes.
    pub const ALL: ClassSet = ClassSet(u128::MAX);
    /// The host, input and output.
    pub const IO: ClassSet = ClassSet::one(bits::IO, 0);
    /// The order of the staging annotations.
    pub const STAGING: ClassSet = ClassSet::one(bits::STAGING, 0);
    /// Reference counts and borrow scopes.
    pub const OWNERSHIP: ClassSet = ClassSet::one(bits::OWNERSHIP, 0);
    /// The elements of all arrays.
    pub const ARRAYS: ClassSet = ClassSet::range(bits::ARRAY);
    /// The contents of all memories.
    pub const MEMORIES: ClassSet = ClassSet::range(bits::MEMORY);

    const fn one((first, count): (u32, u32), index: u32) -> ClassSet {
        ClassSet(1 << (first + if index < count { index } else { count - 1 }))
    }

    const fn range((first, count): (u32, u32)) -> ClassSet {
        ClassSet(((1 << count) - 1) << first)
    }

    /// A global.
    pub fn global(module: &Module, index: u32) -> ClassSet {
        match module.globals.get(Global::from_u32(index)) {
            Some(global) if global.import.is_none() || crate::mutant!(GlobalsImportedApart) => {
                ClassSet::one(bits::GLOBAL, index)
            }
            Some(global) => ClassSet::one(bits::IMPORTED_GLOBAL, type_kind(global.ty.content_type)),
            None => ClassSet::range(bits::GLOBAL).union(ClassSet::range(bits::IMPORTED_GLOBAL)),
        }
    }

    /// The elements of a table.
    pub fn table(module: &Module, index: u32) -> ClassSet {
        ClassSet::one(bits::TABLE, defined_table(module, index))
    }

    /// The size of a table.
    pub fn table_size(module: &Module, index: u32) -> ClassSet {
        ClassSet::one(bits::TABLE_SIZE, defined_table(module, index))
    }

    /// The contents of a memory.
    pub fn memory(module: &Module, index: u32) -> ClassSet {
        ClassSet::one(bits::MEMORY, defined_memory(module, index))
    }

    /// The size of a memory.
    pub fn memory_size(module: &Module, index: u32) -> ClassSet {
        ClassSet::one(bits::MEMORY_SIZE, defined_memory(module, index))
    }

    /// Whether a data segment was dropped.
    pub const fn dropped_data(index: u32) -> ClassSet {
        ClassSet::one(bits::DROPPED_DATA, index)
    }

    /// Whether an element segment was dropped.
    pub const fn dropped_elem(index: u32) -> ClassSet {
        ClassSet::one(bits::DROPPED_ELEM, index)
    }

    /// The fields of this index of all structs.
    pub const fn field(index: u32) -> ClassSet {
        ClassSet::one(bits::FIELD, index)
    }

    /// The elements of all arrays that store such elements.
    pub fn array(element: StorageType) -> ClassSet {
        let kind = match element {
            StorageType::I8 => 0,
            StorageType::I16 => 1,
            StorageType::Val(ty) => 2 + type_kind(ty),
        };
        ClassSet::one(bits::ARRAY, kind)
    }

    /// Whether the sets have a class in common.
    pub const fn intersects(self, other: ClassSet) -> bool {
        self.0 & other.0 != 0
    }

    /// The classes of either.
    pub const fn union(self, other: ClassSet) -> ClassSet {
        ClassSet(self.0 | other.0)
    }

    /// The classes of this one that are not in the other.
    pub const fn minus(self, other: ClassSet) -> ClassSet {
        ClassSet(self.0 & !other.0)
    }

    /// Whether it has no class.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The set's classes, each as a set of its own.
    pub fn iter(self) -> impl Iterator<Item = ClassSet> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let bit = left & left.wrapping_neg();
            left ^= bit;
            (bit != 0).then_some(ClassSet(bit))
        })
    }
}

/// The kind of a type, all references being one.
pub fn type_kind(ty: ValType) -> u32 {
    match ty {
        ValType::I32 => 0,
        ValType::I64 => 1,
        ValType::F32 => 2,
        ValType::F64 => 3,
        ValType::V128 => 4,
        ValType::Ref(_) => 5,
    }
}

/// The index of a table; 0 for an imported table (table 0 is then imported as well).
fn defined_table(module: &Module, index: u32) -> u32 {
    let imported = |table: &crate::TableData| table.import.is_some();
    if module.tables.get(Table::from_u32(index)).is_some_and(imported) { 0 } else { index }
}

/// The index of a memory; 0 for an imported memory (memory 0 is then imported as well).
fn defined_memory(module: &Module, index: u32) -> u32 {
    let imported = |memory: &crate::MemoryData| memory.import.is_some();
    if module.memories.get(Memory::from_u32(index)).is_some_and(imported) { 0 } else { index }
}

impl std::fmt::Debug for ClassSet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let names = [
            ("io", bits::IO),
            ("staging", bits::STAGING),
            ("ownership", bits::OWNERSHIP),
            ("dropped_data", bits::DROPPED_DATA),
            ("dropped_elem", bits::DROPPED_ELEM),
            ("field", bits::FIELD),
            ("array", bits::ARRAY),
            ("table", bits::TABLE),
            ("table_size", bits::TABLE_SIZE),
            ("memory", bits::MEMORY),
            ("memory_size", bits::MEMORY_SIZE),
            ("imported_global", bits::IMPORTED_GLOBAL),
            ("global", bits::GLOBAL),
        ];
        let mut set = f.debug_set();
        for (name, (first, count)) in names {
            if *self != ClassSet::ALL
                && count > 1
                && ClassSet::range((first, count)).0 & !self.0 == 0
            {
                set.entry(&format_args!("{name}s"));
                continue;
            }
            for index in 0..count {
                if *self != ClassSet::ALL && self.intersects(ClassSet::one((first, count), index)) {
                    set.entry(&format_args!("{name}{index}"));
                }
            }
        }
        if *self == ClassSet::ALL {
            set.entry(&format_args!("all"));
        }
        set.finish()
    }
}
