//! Global dead code elimination: entities of a module that are not reachable from exports, the start
//! function and observable segments are left out of the output.
//!
//! Removed are unused functions, types (by recursion group; of equal ones, the first stays),
//! globals, tables, memories, tags, segments and *imports*: a host may offer more than is imported. A segment that is copied into
//! an otherwise unused table or memory of the module itself is removed with it, unless copying it could
//! trap. Near-linear: each entity is visited once.
//!
//! Functions mentioned by `ref.func` in a body must be declared by an element segment, an export
//! or a global; where the declaration is removed, the writer adds a declared segment.

use crate::Merged;
use crate::uses::{BodyUses, Recorder, Use};
use invar_analysis::counters;
use invar_ir::entities::{EntityRef, EntitySet, PrimaryMap, SecondaryMap};
use invar_ir::{
    Data, Elem, ElemData, ElemItems, Entity, Func, Keep, Memory, Module, Op, SegmentMode, Table,
    TypeGroups, TypeHierarchy, TypeId,
};
use rustc_hash::FxHashSet;
use std::sync::Arc;

fn contains(keep: &Keep, entity: Entity) -> bool {
    match entity {
        Entity::Func(func) => keep.funcs.contains(func),
        Entity::Table(table) => keep.tables.contains(table),
        Entity::Memory(memory) => keep.memories.contains(memory),
        Entity::Global(global) => keep.globals.contains(global),
        Entity::Tag(tag) => keep.tags.contains(tag),
    }
}

counters! {
    /// What the removal of unused entities did.
    pub struct Stats {
        /// Defined functions removed.
        funcs,
        /// Imports removed.
        imports,
        /// Types removed.
        types,
        /// Defined globals removed.
        globals,
        /// Defined tables removed.
        tables,
        /// Defined memories removed.
        memories,
        /// Defined tags removed.
        tags,
        /// Element segments removed.
        elems,
        /// Data segments removed.
        datas,
        /// Items of declared element segments removed.
        declarations,
    }
}

/// The inputs of liveness besides the module.
#[derive(Clone, Copy)]
pub struct Facts<'a> {
    /// What each body refers to.
    pub uses: &'a SecondaryMap<Func, BodyUses>,
    /// Which functions were merged.
    pub merged: &'a Merged,
    /// Assume that copying a segment does not trap.
    pub traps_never_happen: bool,
}

/// The entities that are used.
pub fn live(module: &Module, facts: Facts<'_>) -> Keep {
    let mut liveness = Liveness::new(module, facts);
    liveness.roots();
    while let Some(entity) = liveness.work.pop() {
        liveness.visit(entity);
    }
    liveness.keep
}

/// The functions that only elements of tables mention, and that no call can reach: see
/// [`uncalled_functions`](crate::uncalled_functions).
pub(crate) fn uncalled(module: &Module, facts: Facts<'_>) -> Vec<Func> {
    let mut liveness = Liveness::new(module, facts);
    let is_exported = |table| module.exports.iter().any(|it| it.entity == Entity::Table(table));
    let tables = module.tables.iter().filter(|(_, data)| data.import.is_none());
    let private = tables
        .map(|(table, _)| table)
        .filter(|&table| !is_exported(table) || invar_ir::mutant!(UncalledInExports));
    liveness.private.extend(private);
    let mut mentioned = Mentioned::default();
    liveness.roots();
    loop {
        while let Some(entity) = liveness.work.pop() {
            if let Use::Elem(elem) = entity
                && liveness.is_private(elem)
            {
                liveness.mention(elem, &mut mentioned);
            } else {
                liveness.visit(entity);
            }
        }
        let types = &liveness.types;
        let calls: FxHashSet<TypeId> =
            liveness.calls.iter().map(|&ty| types.canonical(ty)).collect();
        let is_called = |func: Func| {
            let ty = module.funcs[func].ty;
            let most = if invar_ir::mutant!(UncalledSupertypes) { 1 } else { usize::MAX };
            let above = std::iter::successors(Some(ty), |&ty| types.supertype(ty)).take(most);
            let has_type = above.into_iter().any(|ty| calls.contains(&types.canonical(ty)));
            has_type && !invar_ir::mutant!(UncalledTypes)
                || liveness.reads_tables && !invar_ir::mutant!(UncalledElementsRead)
        };
        let (called, rest): (Vec<Func>, _) =
            mentioned.funcs.drain(..).partition(|&func| is_called(func));
        mentioned.funcs = rest;
        if called.is_empty() {
            break;
        }
        liveness.work.extend(called.into_iter().map(Use::Func));
    }
    mentioned.funcs.retain(|&func| !liveness.keep.funcs.contains(func));
    mentioned.funcs
}

/// The functions that elements of tables mention, each once.
#[derive(Default)]
struct Mentioned {
    funcs: Vec<Func>,
    seen: FxHashSet<Func>,
}

/// Finds the used entities, and drops the declarations of unused functions.
pub fn run(module: &mut Module, facts: Facts<'_>) -> (Keep, Stats) {
    let mut keep = live(module, facts);
    let mut stats = Stats::default();
    count(module, &keep, &mut stats);
    drop_declarations(module, facts.merged, &mut keep, &mut stats);
    (keep, stats)
}

fn count(module: &Module, keep: &Keep, stats: &mut Stats) {
    fn missing<K: EntityRef, V>(map: &PrimaryMap<K, V>, set: &EntitySet<K>) -> u64 {
        map.keys().filter(|&key| !set.contains(key)).count() as u64
    }
    let unused_imports = module.imports.iter().filter(|&&entity| !contains(keep, entity));
    let imported = |wanted: fn(&Entity) -> bool| {
        unused_imports.clone().filter(|entity| wanted(entity)).count() as u64
    };
    stats.imports = unused_imports.clone().count() as u64;
    stats.funcs =
        missing(&module.funcs, &keep.funcs) - imported(|entity| matches!(entity, Entity::Func(_)));
    stats.globals = missing(&module.globals, &keep.globals)
        - imported(|entity| matches!(entity, Entity::Global(_)));
    stats.tables = missing(&module.tables, &keep.tables)
        - imported(|entity| matches!(entity, Entity::Table(_)));
    stats.memories = missing(&module.memories, &keep.memories)
        - imported(|entity| matches!(entity, Entity::Memory(_)));
    stats.tags =
        missing(&module.tags, &keep.tags) - imported(|entity| matches!(entity, Entity::Tag(_)));
    stats.types = missing(&module.types, &keep.types);
    stats.elems = missing(&module.elems, &keep.elems);
    stats.datas = missing(&module.datas, &keep.datas);
}

struct Liveness<'a> {
    module: &'a Module,
    facts: Facts<'a>,
    keep: Keep,
    work: Vec<Use>,
    recorder: Recorder,
    /// The active segments of each table and memory.
    elems_of: SecondaryMap<Table, Vec<Elem>>,
    datas_of: SecondaryMap<Memory, Vec<Data>>,
    groups: TypeGroups,
    types: Arc<TypeHierarchy>,
    /// The tables that only the code of the module accesses, if it matters.
    private: FxHashSet<Table>,
    /// The types of calls through tables in the code that was visited, and whether that reads elements.
    calls: FxHashSet<TypeId>,
    reads_tables: bool,
}

impl<'a> Liveness<'a> {
    fn new(module: &'a Module, facts: Facts<'a>) -> Self {
        let mut elems_of = SecondaryMap::<Table, Vec<Elem>>::new();
        for (elem, data) in &module.elems {
            if let SegmentMode::Active(table, _) = data.mode {
                elems_of[table].push(elem);
            }
        }
        let mut datas_of = SecondaryMap::<Memory, Vec<Data>>::new();
        for (data, content) in &module.datas {
            if let SegmentMode::Active(memory, _) = content.mode {
                datas_of[memory].push(data);
            }
        }
        Liveness {
            module,
            facts,
            keep: Keep::default(),
            work: Vec::new(),
            recorder: Recorder::default(),
            elems_of,
            datas_of,
            groups: TypeGroups::of(module),
            types: module.hierarchy(),
            private: FxHashSet::default(),
            calls: FxHashSet::default(),
            reads_tables: false,
        }
    }

    fn roots(&mut self) {
        for export in &self.module.exports {
            self.work.push(match export.entity {
                Entity::Func(func) => Use::Func(func),
                Entity::Table(table) => Use::Table(table),
                Entity::Memory(memory) => Use::Memory(memory),
                Entity::Global(global) => Use::Global(global),
                Entity::Tag(tag) => Use::Tag(tag),
            });
        }
        self.work.extend(self.module.start.map(Use::Func));
        for (elem, data) in &self.module.elems {
            if let SegmentMode::Active(table, offset) = &data.mode {
                let ty = &self.module.tables[*table];
                let len = match &data.items {
                    ElemItems::Funcs(funcs) => funcs.len(),
                    ElemItems::Exprs(_, exprs) => exprs.len(),
                };
                if ty.import.is_some() || !self.fits(offset, len as u64, ty.ty.initial) {
                    self.work.push(Use::Elem(elem));
                }
            }
        }
        for (data, content) in &self.module.datas {
            if let SegmentMode::Active(memory, offset) = &content.mode {
                let ty = &self.module.memories[*memory];
                let len = self.module.data_bytes(data).len() as u64;
                let page = ty.ty.page_size_log2.unwrap_or(16);
                let size = ty.ty.initial.checked_shl(page).unwrap_or(u64::MAX);
                if ty.import.is_some() || !self.fits(offset, len, size) {
                    self.work.push(Use::Data(data));
                }
            }
        }
    }

    /// Whether a segment is known to be within its table or memory.
    fn fits(&self, offset: &[Op], len: u64, size: u64) -> bool {
        let start = match offset {
            [Op::I32Const { value }] => u64::from(*value as u32),
            [Op::I64Const { value }] => *value as u64,
            _ => return self.facts.traps_never_happen,
        };
        invar_ir::mutant!(UnusedSegmentTraps)
            || self.facts.traps_never_happen
            || start.checked_add(len).is_some_and(|end| end <= size)
    }

    /// Whether only the code of the module can take functions out of the tables that a segment is copied into.
    fn is_private(&self, elem: Elem) -> bool {
        let data = &self.module.elems[elem];
        matches!(data.items, ElemItems::Funcs(_))
            && match data.mode {
                SegmentMode::Active(table, _) => self.private.contains(&table),
                SegmentMode::Passive => self.private.len() == self.module.tables.len(),
                SegmentMode::Declared => false,
            }
    }

    /// Marks a segment, and notes its functions.
    fn mention(&mut self, elem: Elem, mentioned: &mut Mentioned) {
        if !self.keep.elems.insert(elem) {
            return;
        }
        let data = &self.module.elems[elem];
        if let ElemItems::Funcs(funcs) = &data.items {
            let funcs = funcs.iter().map(|&func| self.facts.merged.resolve(func));
            let new = funcs.filter(|&func| mentioned.seen.insert(func));
            mentioned.funcs.extend(new);
        }
        if let SegmentMode::Active(table, offset) = &data.mode {
            self.recorder.add(Use::Table(*table));
            self.recorder.const_expr(offset);
        }
        self.work.extend(self.recorder.drain());
    }

    /// Marks an entity, and queues what it refers to if it was not yet marked.
    fn visit(&mut self, entity: Use) {
        let Liveness { module, recorder, keep, facts, .. } = self;
        match entity {
            Use::Func(func) | Use::RefFunc(func) => {
                let func = facts.merged.resolve(func);
                if keep.funcs.insert(func) {
                    recorder.add(Use::Type(module.funcs[func].ty));
                    let uses = &facts.uses[func];
                    self.work.extend_from_slice(&uses.uses);
                    self.calls.extend(uses.table_calls.iter().copied());
                    self.reads_tables |= uses.reads_tables;
                }
            }
            Use::Table(table) => {
                if keep.tables.insert(table) {
                    recorder.reference_type(module.tables[table].ty.element_type);
                    recorder.const_expr(module.tables[table].init.as_deref().unwrap_or_default());
                    self.work.extend(self.elems_of[table].iter().map(|&elem| Use::Elem(elem)));
                }
            }
            Use::Memory(memory) => {
                if keep.memories.insert(memory) {
                    self.work.extend(self.datas_of[memory].iter().map(|&data| Use::Data(data)));
                }
            }
            Use::Global(global) => {
                if keep.globals.insert(global) {
                    recorder.value_type(module.globals[global].ty.content_type);
                    recorder.const_expr(&module.globals[global].init);
                }
            }
            Use::Tag(tag) => {
                if keep.tags.insert(tag) {
                    recorder.add(Use::Type(module.tags[tag].ty));
                }
            }
            Use::Elem(elem) => {
                if keep.elems.insert(elem) {
                    self.visit_elem(elem);
                }
            }
            Use::Data(data) => {
                if keep.datas.insert(data)
                    && let SegmentMode::Active(memory, offset) = &module.datas[data].mode
                {
                    recorder.add(Use::Memory(*memory));
                    recorder.const_expr(offset);
                }
            }
            Use::Type(ty) => {
                let ty = self.types.canonical(ty);
                if !keep.types.contains(ty) {
                    // A recursion group is kept as a whole. It is marked at once: queued with each of its types, it
                    // would take time and memory quadratic in them.
                    for ty in self.groups.of_type(ty) {
                        keep.types.insert(ty);
                        recorder.type_definition(&module.types[ty]);
                    }
                }
            }
        }
        self.work.extend(self.recorder.drain());
    }

    fn visit_elem(&mut self, elem: Elem) {
        let data = &self.module.elems[elem];
        if let SegmentMode::Active(table, offset) = &data.mode {
            self.recorder.add(Use::Table(*table));
            self.recorder.const_expr(offset);
        }
        // The items of a declared segment cannot be observed; see `drop_declarations`.
        let seen = !matches!(data.mode, SegmentMode::Declared);
        match &data.items {
            ElemItems::Funcs(funcs) if seen => {
                funcs.iter().for_each(|&func| self.recorder.add(Use::Func(func)));
            }
            ElemItems::Funcs(_) => {}
            ElemItems::Exprs(ty, exprs) => {
                self.recorder.reference_type(*ty);
                if seen {
                    exprs.iter().for_each(|expr| self.recorder.const_expr(expr));
                }
            }
        }
    }
}

/// Drops unused items of declared segments, and segments that are empty then.
fn drop_declarations(module: &mut Module, merged: &Merged, keep: &mut Keep, stats: &mut Stats) {
    let mut recorder = Recorder::default();
    let types = module.hierarchy();
    let is_kept = |keep: &Keep, ty| keep.types.contains(types.canonical(ty));
    let declared = |data: &ElemData| data.mode == SegmentMode::Declared;
    let declared = module.elems.iter().filter(|(_, data)| declared(data)).map(|(elem, _)| elem);
    for elem in declared.collect::<Vec<_>>() {
        let (before, after) = match &mut module.elems[elem].items {
            ElemItems::Funcs(funcs) => {
                let before = funcs.len();
                funcs.retain(|&func| keep.funcs.contains(merged.resolve(func)));
                (before, funcs.len())
            }
            ElemItems::Exprs(ty, exprs) => {
                let before = exprs.len();
                exprs.retain(|expr| {
                    recorder.const_expr(expr);
                    recorder.drain().all(|entity| match entity {
                        Use::Func(func) | Use::RefFunc(func) => {
                            keep.funcs.contains(merged.resolve(func))
                        }
                        Use::Global(global) => keep.globals.contains(global),
                        Use::Type(ty) => is_kept(keep, ty),
                        _ => true,
                    })
                });
                // A segment of a removed type can have no items left that are used.
                recorder.reference_type(*ty);
                let typed = recorder
                    .drain()
                    .all(|entity| !matches!(entity, Use::Type(ty) if !is_kept(keep, ty)));
                if !typed {
                    exprs.clear();
                }
                (before, exprs.len())
            }
        };
        stats.declarations += (before - after) as u64;
        if after > 0 && keep.elems.insert(elem) {
            stats.elems -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::uses;

    fn read(wat: &str) -> (Module, SecondaryMap<Func, BodyUses>) {
        let (module, _) = invar_wasm::read(wat::parse_str(wat).unwrap().into()).unwrap();
        let mut all = SecondaryMap::new();
        for func in module.funcs.keys() {
            all[func] = uses::of_func(&module, func);
        }
        (module, all)
    }

    fn kept<K: EntityRef>(set: &EntitySet<K>) -> Vec<usize> {
        set.keys().filter(|&key| set.contains(key)).map(EntityRef::index).collect()
    }

    /// Reads a module and finds what is unused.
    fn unused(wat: &str) -> (Module, Keep, Stats) {
        let (mut module, uses) = read(wat);
        let merged = Merged::default();
        let facts = Facts { uses: &uses, merged: &merged, traps_never_happen: false };
        let (keep, stats) = run(&mut module, facts);
        (module, keep, stats)
    }

    #[test]
    fn what_exports_and_start_lead_to_stays() {
        let (_, keep, stats) = unused(
            r#"(module
                (import "e" "used" (func $used (param i32)))
                (import "e" "unused" (func (param f32)))
                (global $g (mut i32) (i32.const 0))
                (global (mut i64) (i64.const 0))
                (func $start (call $used (global.get $g)))
                (func $called)
                (func (export "f") (call $called))
                (func $dead (call $dead))
                (start $start))"#,
        );
        assert_eq!(kept(&keep.funcs), [0, 2, 3, 4]);
        assert_eq!(kept(&keep.globals), [0]);
        assert_eq!((stats.funcs, stats.imports, stats.globals, stats.types), (1, 1, 1, 1));
    }

    #[test]
    fn a_segment_goes_with_its_unused_memory_or_table() {
        let (_, keep, stats) = unused(
            r#"(module (memory 1) (table 1 funcref)
                (data (i32.const 0) "x") (elem (i32.const 0) $f) (func $f))"#,
        );
        assert!(kept(&keep.datas).is_empty() && kept(&keep.memories).is_empty());
        assert!(kept(&keep.elems).is_empty() && kept(&keep.tables).is_empty());
        assert!(kept(&keep.funcs).is_empty());
        assert_eq!((stats.datas, stats.memories, stats.elems, stats.tables), (1, 1, 1, 1));
    }

    #[test]
    fn a_segment_that_may_trap_or_be_seen_stays() {
        // Past the end; at an unknown offset; in an imported memory; in one that is read.
        for wat in [
            r#"(module (memory 1) (data (i32.const 65535) "xy"))"#,
            r#"(module (global (import "e" "g") i32) (memory 1) (data (global.get 0) "x"))"#,
            r#"(module (memory (import "e" "m") 1) (data (i32.const 0) "x"))"#,
            r#"(module (memory 1) (data (i32.const 0) "x")
                (func (export "f") (drop (i32.load (i32.const 0)))))"#,
        ] {
            let (_, keep, _) = unused(wat);
            assert_eq!(kept(&keep.datas), [0], "{wat}");
            assert_eq!(kept(&keep.memories), [0], "{wat}");
        }
    }

    #[test]
    fn a_recursion_group_stays_as_a_whole() {
        let (_, keep, _) = unused(
            r#"(module
                (type (struct (field i32)))
                (rec (type (struct (field (ref null 2)))) (type (array (ref null 3))))
                (type (func))
                (func (export "f") (param (ref null 1))))"#
                .replace("(ref null 3)", "i8")
                .as_str(),
        );
        assert_eq!(kept(&keep.types), [1, 2, 4]);
    }

    #[test]
    fn declarations_follow_their_functions() {
        // `$f` was declared by the segment of an unused table; `$dead` is dropped from its segment.
        let (module, keep, stats) = unused(
            r#"(module (table 2 funcref) (elem (i32.const 0) $f)
                (elem declare func $g $dead)
                (func $f) (func $g) (func $dead)
                (func (export "x") (result funcref funcref) (ref.func $f) (ref.func $g)))"#,
        );
        assert_eq!(kept(&keep.elems), [1]);
        // The writer declares `$f`.
        let ElemItems::Funcs(funcs) = &module.elems[Elem::from_u32(1)].items else { panic!() };
        assert_eq!(funcs.iter().map(|func| func.as_u32()).collect::<Vec<_>>(), [1]);
        assert_eq!(stats.declarations, 1);
    }
}
