//! Encodes a module: its sections, with the numbers that remain, and the code of its functions.

use super::Code;
use super::code::Item;
use super::encode::{self, EncodedBody, Renumber};
use super::names::names;
use invar_ir::entities::{EntityRef, EntitySet, SecondaryMap};
use invar_ir::{
    Body, CodeLocations, ConstExpr, DataData, ElemItems, Entity, Func, Global, Keep, Module, Op,
    RecGroup, SegmentMode, SourceLoc, TypeId,
};
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::collections::BTreeSet;
use wasm_encoder::reencode::Reencode;
use wasm_encoder::{
    CodeSection, CustomSection, DataCountSection, DataSection, ElementMode, ElementSection,
    Elements, EntityType, ExportKind, ExportSection, FunctionSection, GlobalSection, ImportSection,
    MemorySection, StartSection, TableSection, TagSection, TypeSection,
};
use wasmparser::Operator;

/// What to write.
#[derive(Clone, Debug, Default)]
pub struct WriteOptions {
    /// The entities to write; all if `None`. An entity that is left out must not be referred to.
    /// Types are kept by whole recursion groups.
    pub keep: Option<Keep>,
    /// Functions that are replaced by others: all uses of the key are written as uses of the value.
    /// The value is kept and is not a key itself.
    pub replace: FxHashMap<Func, Func>,
    /// The order of the defined functions; those not in it follow. Empty: as in the module.
    pub order: Vec<Func>,
    /// The order of the recursion groups of types that are written, by their numbers in the module.
    /// Each comes behind those that it refers to. Empty: as in the module.
    pub type_groups: Vec<u32>,
    /// Initial values of globals in place of their own. They mention what is written.
    pub inits: FxHashMap<Global, ConstExpr>,
    /// Data segments that are written behind those of the module, with their names.
    pub datas: Vec<(DataData, Option<String>)>,
    /// Write the name section.
    pub names: bool,
    /// Write names of locals in it.
    pub local_names: bool,
}

/// Encodes a module. A function without new code is written as it was read, with new numbers.
/// Deterministic; linear. Panics if an entity that is kept refers to one that is left out, or if a
/// function in SSA form has no code.
pub fn write(
    module: &Module,
    codes: &SecondaryMap<Func, Option<Code>>,
    options: &WriteOptions,
) -> Vec<u8> {
    write_located(module, codes, options, false).0
}

/// The same, with the locations of each function that is written, in order, if they are wanted and the code has them
/// ([`Target::locations`](super::Target)).
pub fn write_located(
    module: &Module,
    codes: &SecondaryMap<Func, Option<Code>>,
    options: &WriteOptions,
    locate: bool,
) -> (Vec<u8>, Vec<CodeLocations>) {
    let order = function_order(module, options);
    let mut renumber = numbers(module, options, &order);
    let mut bodies = Vec::with_capacity(order.len());
    let mut locations = Vec::new();
    for &func in &order {
        let mut body = encode_body(module, &mut renumber, func, codes[func].as_ref(), locate);
        locations.extend(body.locations.take());
        bodies.push(body);
    }
    (write_with_bodies(module, codes, options, &order, &mut renumber, &bodies), locations)
}

/// Computes the sizes of function bodies as they would be written without renumbering.
pub struct BodySizes<'a> {
    module: &'a Module,
    renumber: Renumber,
}

impl<'a> BodySizes<'a> {
    /// For the functions of a module. Costs nothing.
    pub fn new(module: &'a Module) -> Self {
        BodySizes { module, renumber: Renumber::identity() }
    }

    /// The bytes of a function's code entry, with new code or as it was read. Linear in it.
    pub fn of(&mut self, func: Func, code: Option<&Code>) -> usize {
        self.bytes(func, code).len()
    }

    /// The bytes themselves.
    pub fn bytes(&mut self, func: Func, code: Option<&Code>) -> Vec<u8> {
        encode_body(self.module, &mut self.renumber, func, code, false).bytes
    }
}

/// How often code refers to each function, after replacements: `funcs` are those with a body.
pub fn mentions(
    module: &Module,
    codes: &SecondaryMap<Func, Option<Code>>,
    replace: &FxHashMap<Func, Func>,
    funcs: &[Func],
) -> SecondaryMap<Func, u32> {
    let mut mentions: SecondaryMap<Func, u32> = SecondaryMap::with_capacity(module.funcs.len());
    let mut count = |index: u32| {
        let func = Func::from_u32(index);
        mentions[replace.get(&func).copied().unwrap_or(func)] += 1;
    };
    for &func in funcs {
        match (&codes[func], &module.funcs[func].body) {
            (Some(code), _) => code.items.iter().for_each(|item| match item {
                Item::Op(Op::Call { function_index } | Op::RefFunc { function_index }, _)
                | Item::Leave(Op::ReturnCall { function_index }, _) => count(*function_index),
                _ => {}
            }),
            (None, Body::Raw(range)) => {
                let body = crate::read::raw_body(module, range);
                let operators = body.get_operators_reader().into_iter().flatten();
                operators.flatten().for_each(|operator| match operator {
                    Operator::Call { function_index }
                    | Operator::ReturnCall { function_index }
                    | Operator::RefFunc { function_index } => count(function_index),
                    _ => {}
                });
            }
            _ => {}
        }
    }
    mentions
}

/// How often each type is mentioned in a module as it would be written. Costs what writing costs.
pub fn type_mentions(
    module: &Module,
    codes: &SecondaryMap<Func, Option<Code>>,
    options: &WriteOptions,
) -> SecondaryMap<TypeId, u32> {
    let order = function_order(module, options);
    let mut renumber = numbers(module, options, &order);
    renumber.type_uses = vec![0; module.types.len()];
    let mut body =
        |&func: &Func| encode_body(module, &mut renumber, func, codes[func].as_ref(), false);
    let bodies: Vec<EncodedBody> = order.iter().map(&mut body).collect();
    write_with_bodies(module, codes, options, &order, &mut renumber, &bodies);
    let mut mentions: SecondaryMap<TypeId, u32> = SecondaryMap::with_capacity(module.types.len());
    for (ty, uses) in module.types.keys().zip(renumber.type_uses) {
        mentions[ty] = uses;
    }
    mentions
}

fn encode_body(
    module: &Module,
    renumber: &mut Renumber,
    func: Func,
    code: Option<&Code>,
    locate: bool,
) -> EncodedBody {
    match (code, &module.funcs[func].body) {
        (Some(code), Body::Raw(range)) => {
            let end = SourceLoc::at(range.end.saturating_sub(1) as u32);
            encode::code(renumber, code, locate.then_some(end))
        }
        (Some(code), _) => encode::code(renumber, code, locate.then(SourceLoc::default)),
        (None, Body::Raw(range)) => {
            let hints = module.branch_hints.get(&func).map_or(&[][..], |hints| hints);
            encode::raw(renumber, module, range, hints, locate)
        }
        (None, Body::Ssa(_)) => panic!("{func} has no code"),
        (None, Body::Import) => unreachable!("only defined functions have a body"),
    }
}

/// The defined functions that are written, in order.
fn function_order(module: &Module, options: &WriteOptions) -> Vec<Func> {
    let mut placed: EntitySet<Func> = EntitySet::with_capacity(module.funcs.len());
    let mut order = Vec::new();
    for func in options.order.iter().copied().chain(module.funcs.keys()) {
        let defined = module.funcs[func].import.is_none();
        let kept = options.keep.as_ref().is_none_or(|keep| keep.funcs.contains(func));
        if defined && kept && !options.replace.contains_key(&func) && placed.insert(func) {
            order.push(func);
        }
    }
    order
}

fn numbers(module: &Module, options: &WriteOptions, order: &[Func]) -> Renumber {
    let keep = options.keep.as_ref();
    let mut funcs = vec![Renumber::NONE; module.funcs.len()];
    let imported = module.funcs.iter().filter(|(_, data)| data.import.is_some());
    let imported = imported.map(|(func, _)| func);
    let imported = imported.filter(|&func| keep.is_none_or(|keep| keep.funcs.contains(func)));
    for (number, func) in imported.chain(order.iter().copied()).enumerate() {
        funcs[func.index()] = number as u32;
    }
    for (from, to) in &options.replace {
        funcs[from.index()] = funcs[to.index()];
    }
    let mut types = vec![Renumber::NONE; module.types.len()];
    let mut written_types = 0;
    for ty in written_groups(module, options).flat_map(|group| group.1) {
        types[ty.index()] = written_types;
        written_types += 1;
    }
    // Of equal types, only the first may be kept.
    let hierarchy = module.hierarchy();
    for ty in module.types.keys().filter(|ty| !is_written(keep, *ty)) {
        types[ty.index()] = types[hierarchy.canonical(ty).index()];
    }
    Renumber {
        funcs,
        type_uses: Vec::new(),
        written_types,
        types,
        tables: Renumber::sequence(module.tables.len(), keep.map(|keep| &keep.tables)),
        memories: Renumber::sequence(module.memories.len(), keep.map(|keep| &keep.memories)),
        globals: globals(module, keep),
        tags: Renumber::sequence(module.tags.len(), keep.map(|keep| &keep.tags)),
        elems: Renumber::sequence(module.elems.len(), keep.map(|keep| &keep.elems)),
        datas: Renumber::sequence(module.datas.len(), keep.map(|keep| &keep.datas)),
        blocks: FxHashMap::default(),
        code_uses_data: false,
        references: BTreeSet::new(),
    }
}

/// Whether a type is written: others may have the number of an equal one.
pub(super) fn is_written(keep: Option<&Keep>, ty: TypeId) -> bool {
    keep.is_none_or(|keep| keep.types.contains(ty))
}

/// The numbers of globals: imports first, also those that were added behind the others.
fn globals(module: &Module, keep: Option<&Keep>) -> Vec<u32> {
    let mut numbers = vec![Renumber::NONE; module.globals.len()];
    let is_kept = |global: &Global| keep.is_none_or(|keep| keep.globals.contains(*global));
    let of = |imported: bool| {
        module.globals.iter().filter(move |(_, data)| data.import.is_some() == imported)
    };
    let all = of(true).chain(of(false)).map(|(global, _)| global);
    for (number, global) in all.filter(is_kept).enumerate() {
        numbers[global.index()] = number as u32;
    }
    numbers
}

fn write_with_bodies(
    module: &Module,
    codes: &SecondaryMap<Func, Option<Code>>,
    options: &WriteOptions,
    order: &[Func],
    renumber: &mut Renumber,
    bodies: &[EncodedBody],
) -> Vec<u8> {
    let referenced = std::mem::take(&mut renumber.references);
    let mut out = wasm_encoder::Module::new();
    for custom in module.customs.iter().filter(|custom| custom.after == 0) {
        out.section(&CustomSection {
            name: Cow::Borrowed(&custom.name),
            data: Cow::Borrowed(&custom.bytes),
        });
    }
    types(module, options, renumber, &mut out);
    imports(module, options, renumber, &mut out);

    let mut functions = FunctionSection::new();
    for &func in order {
        let ty = module.funcs[func].ty.as_u32();
        functions.function(renumber.type_index(ty).expect("types re-encode"));
    }
    if !functions.is_empty() {
        out.section(&functions);
    }
    definitions(module, options, renumber, &mut out);
    exports(module, renumber, &mut out);
    if let Some(start) = module.start {
        out.section(&StartSection { function_index: renumber.funcs[start.index()] });
    }
    elements(module, renumber, referenced, &mut out);
    if renumber.code_uses_data {
        let count = (renumber.kept_datas() + options.datas.len()) as u32;
        out.section(&DataCountSection { count });
    }
    branch_hints(renumber, order, bodies, &mut out);
    let mut code = CodeSection::new();
    for body in bodies {
        code.raw(&body.bytes);
    }
    if !code.is_empty() {
        out.section(&code);
    }
    let mut datas = DataSection::new();
    let kept = module.datas.iter().filter(|(id, _)| renumber.datas[id.index()] != Renumber::NONE);
    let new = options.datas.iter().map(|new| &new.0);
    let all: Vec<&DataData> = kept.map(|(_, data)| data).chain(new).collect();
    for data in all {
        let bytes = module.segment_bytes(&data.bytes).iter().copied();
        match &data.mode {
            SegmentMode::Active(memory, offset) => {
                let memory = renumber.memories[memory.index()];
                datas.active(memory, &const_expr(renumber, offset), bytes);
            }
            SegmentMode::Passive | SegmentMode::Declared => {
                datas.passive(bytes);
            }
        }
    }
    if !datas.is_empty() {
        out.section(&datas);
    }
    if options.names {
        out.section(&names(module, codes, options, renumber));
    }
    for custom in module.customs.iter().filter(|custom| custom.after > 0) {
        out.section(&CustomSection {
            name: Cow::Borrowed(&custom.name),
            data: Cow::Borrowed(&custom.bytes),
        });
    }
    out.finish()
}

/// The recursion groups of which types are written, in order: whether a group of one type is
/// written as such, and the types that are written.
fn written_groups<'a>(
    module: &'a Module,
    options: &'a WriteOptions,
) -> impl Iterator<Item = (&'a RecGroup, Vec<TypeId>)> {
    let mut next = 0;
    let mut groups: Vec<_> = (module.rec_groups.iter())
        .map(|group| {
            let start = next;
            next += group.len;
            (group, start..next)
        })
        .collect();
    if !options.type_groups.is_empty() {
        groups =
            options.type_groups.iter().map(|&number| groups[number as usize].clone()).collect();
    }
    groups.into_iter().map(|(group, types)| {
        let is_written = |ty: &TypeId| is_written(options.keep.as_ref(), *ty);
        (group, types.map(TypeId::from_u32).filter(is_written).collect())
    })
}

fn types(
    module: &Module,
    options: &WriteOptions,
    renumber: &mut Renumber,
    out: &mut wasm_encoder::Module,
) {
    let mut section = TypeSection::new();
    for (group, ids) in written_groups(module, options) {
        let types = ids.into_iter().map(|id| module.types[id].clone());
        let types: Vec<_> =
            types.map(|ty| renumber.sub_type(ty).expect("types re-encode")).collect();
        match &types[..] {
            [] if group.len > 0 => {}
            [ty] if !group.explicit => section.ty().subtype(ty),
            _ => section.ty().rec(types),
        }
    }
    let mut blocks: Vec<_> = renumber.blocks.clone().into_iter().collect();
    blocks.sort_unstable_by_key(|&(_, n)| n);
    for (results, _) in blocks {
        let results: Vec<_> = results.iter().map(|&ty| encode::val_type(renumber, ty)).collect();
        section.ty().function([], results);
    }
    if !section.is_empty() {
        out.section(&section);
    }
}

fn imports(
    module: &Module,
    options: &WriteOptions,
    renumber: &mut Renumber,
    out: &mut wasm_encoder::Module,
) {
    let mut section = ImportSection::new();
    for &entity in &module.imports {
        let (kept, import, ty) = match entity {
            Entity::Func(id) => {
                let data = &module.funcs[id];
                // One that is replaced has the number of what replaces it, and is written if it is kept itself.
                let is_kept = options.keep.as_ref().is_none_or(|keep| keep.funcs.contains(id));
                if renumber.funcs[id.index()] == Renumber::NONE || !is_kept {
                    continue;
                }
                let ty = renumber.types[data.ty.index()];
                let ty = if data.exact {
                    EntityType::FunctionExact(ty)
                } else {
                    EntityType::Function(ty)
                };
                (true, &data.import, ty)
            }
            Entity::Table(id) => {
                let data = &module.tables[id];
                if renumber.tables[id.index()] == Renumber::NONE {
                    continue;
                }
                let ty = renumber.table_type(data.ty).expect("types re-encode");
                (true, &data.import, EntityType::Table(ty))
            }
            Entity::Memory(id) => {
                let data = &module.memories[id];
                let kept = renumber.memories[id.index()] != Renumber::NONE;
                let ty = renumber.memory_type(data.ty).expect("types re-encode");
                (kept, &data.import, EntityType::Memory(ty))
            }
            Entity::Global(id) => {
                let data = &module.globals[id];
                if renumber.globals[id.index()] == Renumber::NONE {
                    continue;
                }
                let ty = renumber.global_type(data.ty).expect("types re-encode");
                (true, &data.import, EntityType::Global(ty))
            }
            Entity::Tag(id) => {
                let data = &module.tags[id];
                if renumber.tags[id.index()] == Renumber::NONE {
                    continue;
                }
                (true, &data.import, EntityType::Tag(tag_type(renumber, data.ty)))
            }
        };
        if kept {
            let import = import.as_ref().expect("the entity is imported");
            section.import(&import.module, &import.name, ty);
        }
    }
    if !section.is_empty() {
        out.section(&section);
    }
}

fn tag_type(renumber: &Renumber, ty: TypeId) -> wasm_encoder::TagType {
    wasm_encoder::TagType {
        kind: wasm_encoder::TagKind::Exception,
        func_type_idx: renumber.types[ty.index()],
    }
}

/// Tables, memories, tags and globals that the module defines.
fn definitions(
    module: &Module,
    options: &WriteOptions,
    renumber: &mut Renumber,
    out: &mut wasm_encoder::Module,
) {
    let mut tables = TableSection::new();
    for (id, data) in &module.tables {
        if data.import.is_none() && renumber.tables[id.index()] != Renumber::NONE {
            let ty = renumber.table_type(data.ty).expect("types re-encode");
            match &data.init {
                None => tables.table(ty),
                Some(init) => tables.table_with_init(ty, &const_expr(renumber, init)),
            };
        }
    }
    if !tables.is_empty() {
        out.section(&tables);
    }
    let mut memories = MemorySection::new();
    for (id, data) in &module.memories {
        if data.import.is_none() && renumber.memories[id.index()] != Renumber::NONE {
            memories.memory(renumber.memory_type(data.ty).expect("types re-encode"));
        }
    }
    if !memories.is_empty() {
        out.section(&memories);
    }
    let mut tags = TagSection::new();
    for (id, data) in &module.tags {
        if data.import.is_none() && renumber.tags[id.index()] != Renumber::NONE {
            tags.tag(tag_type(renumber, data.ty));
        }
    }
    if !tags.is_empty() {
        out.section(&tags);
    }
    let mut globals = GlobalSection::new();
    for (id, data) in &module.globals {
        if data.import.is_none() && renumber.globals[id.index()] != Renumber::NONE {
            let ty = renumber.global_type(data.ty).expect("types re-encode");
            let init = options.inits.get(&id).unwrap_or(&data.init);
            globals.global(ty, &const_expr(renumber, init));
        }
    }
    if !globals.is_empty() {
        out.section(&globals);
    }
}

fn exports(module: &Module, renumber: &Renumber, out: &mut wasm_encoder::Module) {
    let mut section = ExportSection::new();
    for export in &module.exports {
        let (kind, number) = match export.entity {
            Entity::Func(id) => (ExportKind::Func, renumber.funcs[id.index()]),
            Entity::Table(id) => (ExportKind::Table, renumber.tables[id.index()]),
            Entity::Memory(id) => (ExportKind::Memory, renumber.memories[id.index()]),
            Entity::Global(id) => (ExportKind::Global, renumber.globals[id.index()]),
            Entity::Tag(id) => (ExportKind::Tag, renumber.tags[id.index()]),
        };
        section.export(&export.name, kind, number);
    }
    if !section.is_empty() {
        out.section(&section);
    }
}

/// The element segments, and one more that declares the functions that bodies refer to by `ref.func` and that nothing
/// else declares: no segment, export or constant expression. These have been encoded before.
fn elements(
    module: &Module,
    renumber: &mut Renumber,
    mut referenced: BTreeSet<u32>,
    out: &mut wasm_encoder::Module,
) {
    for export in &module.exports {
        if let Entity::Func(func) = export.entity {
            referenced.remove(&renumber.funcs[func.index()]);
        }
    }
    let mut section = ElementSection::new();
    for (id, elem) in &module.elems {
        if renumber.elems[id.index()] == Renumber::NONE {
            continue;
        }
        let funcref = match &elem.items {
            ElemItems::Funcs(_) => true,
            ElemItems::Exprs(ty, _) => *ty == wasmparser::RefType::FUNCREF,
        };
        let offset = match &elem.mode {
            SegmentMode::Active(_, offset) => const_expr(renumber, offset),
            _ => wasm_encoder::ConstExpr::empty(),
        };
        let mode = match &elem.mode {
            SegmentMode::Passive => ElementMode::Passive,
            SegmentMode::Declared => ElementMode::Declared,
            SegmentMode::Active(table, _) => {
                let table = renumber.tables[table.index()];
                // The short form is for functions in the first table.
                ElementMode::Active {
                    table: (table != 0 || !funcref).then_some(table),
                    offset: &offset,
                }
            }
        };
        let items = match &elem.items {
            ElemItems::Funcs(funcs) => {
                let numbers = funcs.iter().map(|func| renumber.funcs[func.index()]);
                let numbers: Vec<u32> = numbers.collect();
                for number in &numbers {
                    referenced.remove(number);
                }
                Elements::Functions(numbers.into())
            }
            ElemItems::Exprs(ty, exprs) => {
                let ty = renumber.ref_type(*ty).expect("types re-encode");
                let exprs: Vec<_> = exprs.iter().map(|expr| const_expr(renumber, expr)).collect();
                Elements::Expressions(ty, exprs.into())
            }
        };
        section.segment(wasm_encoder::ElementSegment { mode, elements: items });
    }
    referenced.retain(|number| !renumber.references.contains(number));
    if !referenced.is_empty() && !invar_ir::mutant!(WasmReferenceUndeclared) {
        section.declared(Elements::Functions(referenced.into_iter().collect::<Vec<_>>().into()));
    }
    if !section.is_empty() {
        out.section(&section);
    }
}

fn const_expr(renumber: &mut Renumber, expr: &ConstExpr) -> wasm_encoder::ConstExpr {
    let mut bytes = Vec::new();
    for op in expr {
        encode::op(renumber, op, &mut bytes);
    }
    wasm_encoder::ConstExpr::raw(bytes)
}

/// The section `metadata.code.branch_hint`, which stands before the code.
fn branch_hints(
    renumber: &Renumber,
    order: &[Func],
    bodies: &[EncodedBody],
    out: &mut wasm_encoder::Module,
) {
    let mut section = wasm_encoder::BranchHints::new();
    for (func, EncodedBody { hints, .. }) in order.iter().zip(bodies) {
        if !hints.is_empty() {
            section.function_hints(
                renumber.funcs[func.index()],
                hints.iter().map(|&(offset, likely)| wasm_encoder::BranchHint {
                    branch_func_offset: offset,
                    branch_hint_value: u32::from(likely),
                }),
            );
        }
    }
    if !section.is_empty() {
        out.section(&section);
    }
}
