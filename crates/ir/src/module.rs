//! A module: types, imports, definitions, exports, segments and names.
//!
//! Entities keep the index they had in the input (their handle's number), whatever is removed:
//! the writer renumbers. A function body is either as it was read, or in SSA form.

use crate::{Data, Elem, Func, Function, Global, Memory, Op, Table, Tag, TypeHierarchy, TypeId};
use cranelift_entity::{EntityRef, EntitySet, PrimaryMap};
use rustc_hash::FxHashMap;
use std::ops::Range;
use std::sync::{Arc, OnceLock};
use wasmparser::{GlobalType, MemoryType, RefType, SubType, TableType, ValType};

/// The two-part name of an import.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ImportName {
    /// The module it is imported from.
    pub module: String,
    /// The name of the item in that module.
    pub name: String,
}

/// An entity of one of the module's index spaces.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Entity {
    /// A function.
    Func(Func),
    /// A table.
    Table(Table),
    /// A memory.
    Memory(Memory),
    /// A global.
    Global(Global),
    /// A tag.
    Tag(Tag),
}

/// A constant expression: the operators without the final `end`.
pub type ConstExpr = Vec<Op>;

/// A function of a module.
#[derive(Clone, Debug)]
pub struct FuncData {
    /// The function's type.
    pub ty: TypeId,
    /// Whether an import is known to have exactly this type (custom descriptors).
    pub exact: bool,
    /// Whether it is a version of a function, made by the specializer for known values. Memory that a caller takes to
    /// be private ([`Op::Private`]) it accesses only through its parameters.
    pub specialized: bool,
    /// The import name of the function, if it is imported.
    pub import: Option<ImportName>,
    /// The body of the function; [`Body::Import`] if it is imported.
    pub body: Body,
}

impl FuncData {
    /// A function like most.
    pub fn new(ty: TypeId, import: Option<ImportName>, body: Body) -> Self {
        FuncData { ty, exact: false, specialized: false, import, body }
    }

    /// What the text format says of it, each word with a space behind it.
    pub(crate) fn words(&self) -> String {
        let exact = if self.exact { "exact " } else { "" };
        let specialized = if self.specialized { "specialized " } else { "" };
        format!("{exact}{specialized}")
    }
}

/// What a function does.
#[derive(Clone, Debug)]
pub enum Body {
    /// The function is imported.
    Import,
    /// The function as it was read: the bytes of its code entry (locals and operators, without the size).
    Raw(Range<usize>),
    /// The function in SSA form.
    Ssa(Box<Function>),
}

/// A table of a module.
#[derive(Clone, Debug)]
pub struct TableData {
    /// Element type and limits.
    pub ty: TableType,
    /// The import name of the table, if it is imported.
    pub import: Option<ImportName>,
    /// The initial value of its elements, when not null.
    pub init: Option<ConstExpr>,
}

/// A memory of a module.
#[derive(Clone, Debug)]
pub struct MemoryData {
    /// Limits, page size, address type.
    pub ty: MemoryType,
    /// The import name of the memory, if it is imported.
    pub import: Option<ImportName>,
}

/// A global of a module.
#[derive(Clone, Debug)]
pub struct GlobalData {
    /// Value type and mutability.
    pub ty: GlobalType,
    /// The import name of the global, if it is imported.
    pub import: Option<ImportName>,
    /// The initial value; empty if it is imported.
    pub init: ConstExpr,
}

/// A tag of a module.
#[derive(Clone, Debug)]
pub struct TagData {
    /// The function type that gives its payload.
    pub ty: TypeId,
    /// The import name of the tag, if it is imported.
    pub import: Option<ImportName>,
}

/// An export.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Export {
    /// The export's name.
    pub name: String,
    /// What is exported.
    pub entity: Entity,
    /// Whether a function is exported with its exact type (custom descriptors).
    pub exact: bool,
}

/// The mode of a segment: what happens to it at instantiation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SegmentMode<T> {
    /// The segment is copied into a table or memory at an offset.
    Active(T, ConstExpr),
    /// The segment is not copied; instructions copy from it.
    Passive,
    /// The segment is not copied; it only declares functions as referenced (elements).
    Declared,
}

/// The items of an element segment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ElemItems {
    /// Functions.
    Funcs(Vec<Func>),
    /// Constant expressions of a reference type.
    Exprs(RefType, Vec<ConstExpr>),
}

/// An element segment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ElemData {
    /// The segment's mode: where it is copied to at instantiation, if at all.
    pub mode: SegmentMode<Table>,
    /// The segment's contents.
    pub items: ElemItems,
}

/// A data segment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DataData {
    /// The segment's mode: where it is copied to at instantiation, if at all.
    pub mode: SegmentMode<Memory>,
    /// The segment's contents: a range of [`Module::bytes`], or bytes of its own.
    pub bytes: SegmentBytes,
}

/// The content of a data segment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SegmentBytes {
    /// A range of the input.
    Input(Range<usize>),
    /// Bytes that a pass or the text format made.
    Own(Arc<[u8]>),
}

/// A custom section that passes through unchanged.
#[derive(Clone, Debug)]
pub struct CustomSection {
    /// The section's name.
    pub name: String,
    /// The section's content.
    pub bytes: Arc<[u8]>,
    /// The number of non-custom sections before it in the input.
    pub after: usize,
}

/// Names of the name section, for dumps and for `-g`.
#[derive(Clone, Debug, Default)]
pub struct Names {
    /// The name of the module.
    pub module: Option<String>,
    /// The names of functions.
    pub funcs: FxHashMap<Func, String>,
    /// The names of the parameters and locals of functions, by index.
    pub locals: FxHashMap<Func, Vec<(u32, String)>>,
    /// Whether the bytes that the module was read from have such names, which are read when they are written.
    pub unread_locals: bool,
    /// The names of types.
    pub types: FxHashMap<TypeId, String>,
    /// The names of tables.
    pub tables: FxHashMap<Table, String>,
    /// The names of memories.
    pub memories: FxHashMap<Memory, String>,
    /// The names of globals.
    pub globals: FxHashMap<Global, String>,
    /// The names of element segments.
    pub elems: FxHashMap<Elem, String>,
    /// The names of data segments.
    pub datas: FxHashMap<Data, String>,
    /// The names of tags.
    pub tags: FxHashMap<Tag, String>,
    /// The names of the fields of structs, by index.
    pub fields: FxHashMap<TypeId, Vec<(u32, String)>>,
}

/// A recursion group of the type section.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RecGroup {
    /// How many types it holds; they follow those of the group before.
    pub len: u32,
    /// Whether it is spelled as a group, even if of one type.
    pub explicit: bool,
}

/// The ownership convention of a parameter.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Passing {
    /// Alive when the call starts; no promise after that.
    #[default]
    Borrowed,
    /// Kept alive by the caller until the call returns.
    Guaranteed,
    /// Consumed by the call.
    Owned,
}

/// The ownership conventions of a function, where its code alone does not show them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Ownership {
    /// The conventions of its parameters; those past the end are borrowed.
    pub params: Vec<Passing>,
    /// Whether the caller owns its result.
    pub owned_result: bool,
}

/// Facts about a module that are found on demand, once.
#[derive(Clone, Debug, Default)]
pub struct ModuleCache {
    hierarchy: OnceLock<Arc<TypeHierarchy>>,
    stack_pointer: OnceLock<Option<Global>>,
    /// How many exports there were, and the first of each function.
    exports: OnceLock<(usize, FxHashMap<Func, usize>)>,
}

/// A module.
#[derive(Clone, Debug, Default)]
pub struct Module {
    /// The input; raw bodies and data segments are ranges of it. Empty for a module built anew.
    pub bytes: Arc<[u8]>,
    /// The type section, group by group.
    pub rec_groups: Vec<RecGroup>,
    /// The types, across groups.
    pub types: PrimaryMap<TypeId, SubType>,
    /// The imports in their order; each entity's data holds its names.
    pub imports: Vec<Entity>,
    /// The functions, imports first (as in the index space, and so for the other spaces).
    pub funcs: PrimaryMap<Func, FuncData>,
    /// The tables.
    pub tables: PrimaryMap<Table, TableData>,
    /// The memories.
    pub memories: PrimaryMap<Memory, MemoryData>,
    /// The globals.
    pub globals: PrimaryMap<Global, GlobalData>,
    /// The tags.
    pub tags: PrimaryMap<Tag, TagData>,
    /// The exports in their order.
    pub exports: Vec<Export>,
    /// The start function.
    pub start: Option<Func>,
    /// The element segments.
    pub elems: PrimaryMap<Elem, ElemData>,
    /// The data segments.
    pub datas: PrimaryMap<Data, DataData>,
    /// Custom sections that pass through.
    pub customs: Vec<CustomSection>,
    /// Names.
    pub names: Names,
    /// Branch hints of the input: by function, (offset in its code entry, likely taken).
    pub branch_hints: FxHashMap<Func, Vec<(u32, bool)>>,
    /// Conventions of functions whose code has ownership operators, or that such code calls.
    pub ownership: FxHashMap<Func, Ownership>,
    /// Facts that are asked for per function.
    pub cache: ModuleCache,
    /// Whether exception handlers are written in the legacy form (`try`, `catch`), as they are in the input. Engines
    /// refuse a module with both forms.
    pub legacy_exceptions: bool,
}

impl Module {
    /// The parameters and results of a function type. Empty for any other type.
    pub fn signature(&self, ty: TypeId) -> (&[ValType], &[ValType]) {
        match self.types.get(ty).map(|ty| &ty.composite_type.inner) {
            Some(wasmparser::CompositeInnerType::Func(func)) => (func.params(), func.results()),
            _ => (&[], &[]),
        }
    }

    /// The parameters and results of a function.
    pub fn func_signature(&self, func: Func) -> (&[ValType], &[ValType]) {
        self.signature(self.funcs[func].ty)
    }

    /// The hierarchy of its types. Computed once, unless types are added meanwhile.
    pub fn hierarchy(&self) -> Arc<TypeHierarchy> {
        let known = self.cache.hierarchy.get_or_init(|| Arc::new(TypeHierarchy::new(self)));
        if known.len() == self.types.len() {
            known.clone()
        } else {
            Arc::new(TypeHierarchy::new(self))
        }
    }

    /// The type of a function with exactly this signature; added if there is none. The search is
    /// linear in the number of types.
    pub fn func_type(&mut self, params: &[ValType], results: &[ValType]) -> TypeId {
        let found = self.types.iter().find(|(_, ty)| {
            ty.is_final
                && ty.supertype_idxs.is_empty()
                && !ty.composite_type.shared
                && matches!(&ty.composite_type.inner, wasmparser::CompositeInnerType::Func(func)
                    if func.params() == params && func.results() == results)
        });
        if let Some((id, _)) = found {
            return id;
        }
        let ty = SubType::func(
            wasmparser::FuncType::new(params.iter().copied(), results.iter().copied()),
            false,
        );
        self.rec_groups.push(RecGroup { len: 1, explicit: false });
        self.cache.hierarchy = OnceLock::new();
        self.types.push(ty)
    }

    /// The content of a data segment.
    pub fn data_bytes(&self, data: Data) -> &[u8] {
        self.segment_bytes(&self.datas[data].bytes)
    }

    /// The content of a data segment that is not among those of the module.
    pub fn segment_bytes<'a>(&'a self, bytes: &'a SegmentBytes) -> &'a [u8] {
        match bytes {
            SegmentBytes::Input(range) => &self.bytes[range.clone()],
            SegmentBytes::Own(bytes) => bytes,
        }
    }

    /// The global that is the stack pointer of a shadow stack: an import of the name `__stack_pointer`, or else the
    /// first global, where compilers put it, if the module defines it as a mutable `i32`. Found once.
    pub fn stack_pointer(&self) -> Option<Global> {
        *self.cache.stack_pointer.get_or_init(|| {
            let is_pointer = |global: &Global| {
                let data = &self.globals[*global];
                data.ty.mutable && data.ty.content_type == ValType::I32
            };
            let named = self.globals.iter().find(|(_, data)| {
                data.import.as_ref().is_some_and(|import| import.name == "__stack_pointer")
            });
            let named = named.map(|(global, _)| global);
            let first = self.globals.keys().next().filter(|&first| {
                let wide = self.memories.values().next().is_some_and(|memory| memory.ty.memory64);
                self.globals[first].import.is_none() && !wide
            });
            named.or(first).filter(is_pointer)
        })
    }

    /// The first export of a function.
    fn export_of(&self, func: Func) -> Option<&Export> {
        let exports = self.cache.exports.get_or_init(|| {
            let funcs = self.exports.iter().enumerate().rev();
            let funcs = funcs.filter_map(|(at, export)| match export.entity {
                Entity::Func(func) => Some((func, at)),
                _ => None,
            });
            (self.exports.len(), funcs.collect())
        });
        let is_of_func = |export: &&Export| export.entity == Entity::Func(func);
        match exports {
            (len, first) if *len == self.exports.len() => {
                self.exports.get(*first.get(&func)?).filter(is_of_func)
            }
            // There are others by now.
            _ => self.exports.iter().find(is_of_func),
        }
    }

    /// The name of a function for people: its name-section name, export or import name, or `f3`.
    pub fn func_label(&self, func: Func) -> String {
        if let Some(name) = self.names.funcs.get(&func) {
            return name.clone();
        }
        match (self.export_of(func), &self.funcs[func].import) {
            (Some(export), _) => export.name.clone(),
            (None, Some(import)) => format!("{}.{}", import.module, import.name),
            (None, None) => func.to_string(),
        }
    }
}

/// The entities of a module that its output has; nothing that is kept refers to one that is not.
#[derive(Clone, Debug, Default)]
pub struct Keep {
    /// The functions.
    pub funcs: EntitySet<Func>,
    /// The types.
    pub types: EntitySet<TypeId>,
    /// The tables.
    pub tables: EntitySet<Table>,
    /// The memories.
    pub memories: EntitySet<Memory>,
    /// The globals.
    pub globals: EntitySet<Global>,
    /// The tags.
    pub tags: EntitySet<Tag>,
    /// The element segments.
    pub elems: EntitySet<Elem>,
    /// The data segments.
    pub datas: EntitySet<Data>,
}

impl Keep {
    /// All entities of a module.
    pub fn everything(module: &Module) -> Keep {
        fn all<K: EntityRef>(len: usize) -> EntitySet<K> {
            let mut set = EntitySet::with_capacity(len);
            set.extend((0..len).map(K::new));
            set
        }
        Keep {
            funcs: all(module.funcs.len()),
            types: all(module.types.len()),
            tables: all(module.tables.len()),
            memories: all(module.memories.len()),
            globals: all(module.globals.len()),
            tags: all(module.tags.len()),
            elems: all(module.elems.len()),
            datas: all(module.datas.len()),
        }
    }
}
