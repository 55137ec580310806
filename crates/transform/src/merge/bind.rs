//! What imports of modules are bound to, and the numbers of the merged module.

use super::{GLOBAL, KINDS, Part, kind, kind_of_import, reads};
use crate::Error;
use rustc_hash::FxHashMap;
use wasmparser::{FuncType, GlobalType, Import, MemoryType, TableType, TypeRef};

/// A function, table, memory, global or tag of a module.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Entity {
    /// The module.
    pub part: usize,
    /// The number of its index space.
    pub kind: usize,
    /// Its number in the module.
    pub index: u32,
}

/// The numbers of the merged module.
pub(super) struct Bound {
    /// The number of the first type, element segment and data segment of each module.
    pub types: Vec<u32>,
    pub elements: Vec<u32>,
    pub data: Vec<u32>,
    /// The imports that stay, by module.
    pub kept: Vec<Vec<usize>>,
    /// The globals that modules define, in the order of the output.
    pub globals: Vec<Entity>,
    /// The number of each entity, by kind and module.
    numbers: [Vec<Vec<u32>>; KINDS],
    /// How many entities of each kind there are.
    counts: [u32; KINDS],
    /// How many types there are.
    pub type_count: u32,
}

impl Bound {
    /// Binds the imports of modules.
    pub fn new(parts: &[Part<'_>]) -> Result<Self, Error> {
        let binder = Binder::new(parts)?;
        let spaces = |count: fn(&Part<'_>) -> u32| {
            let mut next = 0;
            let firsts = parts.iter().map(|part| {
                let first = next;
                next += count(part);
                first
            });
            (firsts.collect::<Vec<u32>>(), next)
        };
        let (types, type_count) = spaces(|part| part.func_types.len() as u32);
        let (elements, _) = spaces(|part| part.elements.as_ref().map_or(0, |it| it.count()));
        let (data, _) = spaces(|part| part.data.as_ref().map_or(0, |it| it.count()));
        let mut bound = Bound {
            types,
            elements,
            data,
            kept: Vec::new(),
            globals: Vec::new(),
            numbers: std::array::from_fn(|kind| {
                let all =
                    parts.iter().map(|part| part.imported[kind].len() as u32 + part.defined[kind]);
                all.map(|all| vec![0; all as usize]).collect()
            }),
            counts: [0; KINDS],
            type_count,
        };
        let mut imported: Vec<(Entity, Entity)> = Vec::new();
        for (at, part) in parts.iter().enumerate() {
            let mut kept = Vec::new();
            let mut next = [0; KINDS];
            for (place, import) in part.imports.iter().enumerate() {
                let kind = kind_of_import(import.ty);
                let entity = Entity { part: at, kind, index: next[kind] };
                next[kind] += 1;
                let target = binder.target(entity)?;
                if target == entity {
                    kept.push(place);
                    bound.add(entity);
                } else {
                    binder.check(at, import, target)?;
                    imported.push((entity, target));
                }
            }
            bound.kept.push(kept);
        }
        for kind in 0..KINDS {
            if kind == GLOBAL {
                bound.globals = binder.globals()?;
                bound.globals.clone().into_iter().for_each(|global| bound.add(global));
                continue;
            }
            for (at, part) in parts.iter().enumerate() {
                let first = part.imported[kind].len() as u32;
                for index in first..first + part.defined[kind] {
                    bound.add(Entity { part: at, kind, index });
                }
            }
        }
        for (entity, target) in imported {
            let number = bound.number(target.part, target.kind, target.index);
            bound.numbers[entity.kind][entity.part][entity.index as usize] = number;
        }
        Ok(bound)
    }

    /// The number of an entity.
    pub fn number(&self, part: usize, kind: usize, index: u32) -> u32 {
        self.numbers[kind][part][index as usize]
    }

    /// How many entities of a kind there are.
    pub fn count(&self, kind: usize) -> u32 {
        self.counts[kind]
    }

    /// Gives an entity the next number of its kind.
    fn add(&mut self, Entity { part, kind, index }: Entity) {
        self.numbers[kind][part][index as usize] = self.counts[kind];
        self.counts[kind] += 1;
    }
}

/// Finds what imports are bound to.
struct Binder<'p, 'a> {
    parts: &'p [Part<'a>],
    by_name: FxHashMap<&'a str, usize>,
    /// The exports of each module: the kind and the number.
    exports: Vec<FxHashMap<&'a str, (usize, u32)>>,
}

impl<'p, 'a> Binder<'p, 'a> {
    fn new(parts: &'p [Part<'a>]) -> Result<Self, Error> {
        let mut by_name = FxHashMap::default();
        for (at, part) in parts.iter().enumerate() {
            if by_name.insert(part.name, at).is_some() {
                return Err(Error::new(format!("two modules are named `{}`", part.name)));
            }
        }
        let exports = parts.iter().map(|part| {
            let exports = part.exports.iter();
            exports.map(|export| (export.name, (kind(export.kind), export.index))).collect()
        });
        Ok(Binder { parts, by_name, exports: exports.collect() })
    }

    /// The import that an entity is, if it is one.
    fn import(&self, entity: Entity) -> Option<&'p Import<'a>> {
        let part = &self.parts[entity.part];
        let place = *part.imported[entity.kind].get(entity.index as usize)?;
        Some(&part.imports[place])
    }

    /// What an entity is bound to in the end: itself, if it is defined or an import that stays.
    fn target(&self, entity: Entity) -> Result<Entity, Error> {
        let most: usize = self.parts.iter().map(|part| part.imports.len()).sum();
        let mut at = entity;
        for _ in 0..=most {
            let Some(import) = self.import(at) else { return Ok(at) };
            let Some(&part) = self.by_name.get(import.module) else { return Ok(at) };
            match self.exports[part].get(import.name) {
                Some(&(kind, index)) if kind == at.kind => at = Entity { part, kind, index },
                _ => return Ok(at),
            }
        }
        let import = self.import(entity).expect("it leads somewhere");
        Err(Error::new(format!("the import `{}.{}` leads to itself", import.module, import.name)))
    }

    /// The globals that modules define: those that the first value of another one reads come before it.
    fn globals(&self) -> Result<Vec<Entity>, Error> {
        let kind = GLOBAL;
        let mut order = Vec::new();
        let mut done: Vec<Vec<bool>> =
            self.parts.iter().map(|part| vec![false; part.globals.len()]).collect();
        let mut open = done.clone();
        for (at, part) in self.parts.iter().enumerate() {
            let first = part.imported[kind].len() as u32;
            for index in first..first + part.globals.len() as u32 {
                // A global is visited twice: before those that it reads, and behind them.
                let mut work = vec![(Entity { part: at, kind, index }, false)];
                while let Some((global, is_behind)) = work.pop() {
                    let part = &self.parts[global.part];
                    let own = global.index as usize - part.imported[kind].len();
                    if is_behind {
                        done[global.part][own] = true;
                        order.push(global);
                        continue;
                    }
                    if done[global.part][own] {
                        continue;
                    }
                    if std::mem::replace(&mut open[global.part][own], true) {
                        let name = part.name;
                        let why = format!("a global of {name} reads itself, through imports");
                        return Err(Error::new(why));
                    }
                    work.push((global, true));
                    for index in reads(&part.globals[own])? {
                        let read = self.target(Entity { part: global.part, kind, index })?;
                        if self.import(read).is_none() {
                            work.push((read, false));
                        }
                    }
                }
            }
        }
        Ok(order)
    }

    /// Checks that the type of an import allows what it is bound to. References to declared types are left to the
    /// validator.
    fn check(&self, at: usize, import: &Import<'a>, target: Entity) -> Result<(), Error> {
        let part = &self.parts[target.part];
        let fits = match (self.import(target), import.ty) {
            // It stays an import of another module, of the type that was declared first.
            (Some(_), _) => true,
            (None, ty) => {
                let own = target.index as usize - part.imported[target.kind].len();
                match ty {
                    TypeRef::Func(ty) | TypeRef::FuncExact(ty) => {
                        self.same_signature((at, ty), (target.part, part.funcs[own]))
                    }
                    TypeRef::Table(ty) => table_fits(&ty, &part.table_types[own]),
                    TypeRef::Memory(ty) => memory_fits(&ty, &part.memory_types[own]),
                    TypeRef::Global(ty) => global_fits(&ty, &part.globals[own].ty),
                    TypeRef::Tag(ty) => self
                        .same_signature((at, ty.func_type_idx), (target.part, part.tag_types[own])),
                }
            }
        };
        if fits {
            return Ok(());
        }
        Err(Error::new(format!(
            "{} imports `{}.{}` with another type than {} exports it with",
            self.parts[at].name, import.module, import.name, part.name
        )))
    }

    fn same_signature(&self, a: (usize, u32), b: (usize, u32)) -> bool {
        let ty = |(part, ty): (usize, u32)| self.parts[part].func_types[ty as usize].as_ref();
        let declares = |ty: &FuncType| {
            let mut all = ty.params().iter().chain(ty.results());
            all.any(|ty| is_declared(*ty))
        };
        match (ty(a), ty(b)) {
            (Some(a), Some(b)) => a == b || declares(a) || declares(b),
            _ => false,
        }
    }
}

/// Whether a type refers to one that its module declares.
fn is_declared(ty: wasmparser::ValType) -> bool {
    let wasmparser::ValType::Ref(ty) = ty else { return false };
    !matches!(ty.heap_type(), wasmparser::HeapType::Abstract { .. })
}

fn limits_fit(import: (u64, Option<u64>), export: (u64, Option<u64>)) -> bool {
    let below = |most: u64| export.1.is_some_and(|other| other <= most);
    export.0 >= import.0 && import.1.is_none_or(below)
}

fn memory_fits(import: &MemoryType, export: &MemoryType) -> bool {
    import.memory64 == export.memory64
        && import.shared == export.shared
        && import.page_size_log2 == export.page_size_log2
        && limits_fit((import.initial, import.maximum), (export.initial, export.maximum))
}

fn table_fits(import: &TableType, export: &TableType) -> bool {
    let declared = |ty: &TableType| is_declared(wasmparser::ValType::Ref(ty.element_type));
    import.table64 == export.table64
        && (import.element_type == export.element_type || declared(import) || declared(export))
        && limits_fit((import.initial, import.maximum), (export.initial, export.maximum))
}

fn global_fits(import: &GlobalType, export: &GlobalType) -> bool {
    let is_reference = |ty: &GlobalType| matches!(ty.content_type, wasmparser::ValType::Ref(_));
    import.mutable == export.mutable
        && (import.content_type == export.content_type
            || is_reference(import) && is_reference(export))
}
