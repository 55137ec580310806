//! Dead code elimination on a graph of which a module is a part: what the outside of it uses, and what it uses of the
//! outside.
//!
//! Exports of the module are kept that an outer root reaches, through imports and exports. What the module itself
//! reaches from its start function and from active segments is kept. Code is not looked at but for what it mentions.
//!
//! Cost: linear in the module and the graph.

use crate::Error;
use crate::module::{ImportId, Module};
use rustc_hash::{FxHashMap, FxHashSet};
use std::convert::Infallible;
use wasm_encoder::reencode::{self, Reencode};
use wasmparser::{DataKind, ElementKind, ExternalKind, TypeRef};

/// A node of the outside.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Node {
    /// Its name.
    pub name: String,
    /// The names of the nodes that it reaches.
    pub reaches: Vec<String>,
    /// Whether it is reached anyway.
    pub root: bool,
    /// The export of the module that it stands for.
    pub export: Option<String>,
    /// The module and name of the import that it stands for.
    pub import: Option<(String, String)>,
}

/// What is reached: an outer node, or an entity of the module.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Item {
    Outer(usize),
    Func(u32),
    Global(u32),
    Table(u32),
    Memory(u32),
    Tag(u32),
    Elem(u32),
}

/// Removes the exports that nothing reaches, and returns the names of nodes that are not reached, sorted; among them
/// `export$NAME` for exports that the graph does not mention.
pub(crate) fn run(module: &mut Module<'_>, nodes: &[Node]) -> Result<Vec<String>, Error> {
    let mut edges: FxHashMap<Item, Vec<Item>> = FxHashMap::default();
    let by_name: FxHashMap<&str, usize> =
        nodes.iter().enumerate().map(|(at, node)| (node.name.as_str(), at)).collect();
    let by_export: FxHashMap<&str, usize> = (nodes.iter().enumerate())
        .filter_map(|(at, node)| Some((node.export.as_deref()?, at)))
        .collect();
    let by_import: FxHashMap<(&str, &str), usize> = (nodes.iter().enumerate())
        .filter_map(|(at, node)| {
            let (from, name) = node.import.as_ref()?;
            Some(((origin(from), name.as_str()), at))
        })
        .collect();
    let mut waiting = Vec::new();
    for (at, node) in nodes.iter().enumerate() {
        let named = node.reaches.iter().filter_map(|name| by_name.get(name.as_str()));
        edges.entry(Item::Outer(at)).or_default().extend(named.map(|&at| Item::Outer(at)));
        if node.root {
            waiting.push(Item::Outer(at));
        }
    }
    for export in &module.exports {
        if let Some(&at) = by_export.get(export.name.as_str()) {
            let item = match export.kind {
                ExternalKind::Func | ExternalKind::FuncExact => Item::Func(export.id),
                ExternalKind::Global => Item::Global(export.id),
                ExternalKind::Table => Item::Table(export.id),
                ExternalKind::Memory => Item::Memory(export.id),
                ExternalKind::Tag => Item::Tag(export.id),
            };
            edges.entry(Item::Outer(at)).or_default().push(item);
        }
    }
    for (item, name) in imports(module) {
        let outer = by_import.get(&(origin(&name.0), name.1.as_str()));
        edges.entry(item).or_default().extend(outer.map(|&at| Item::Outer(at)));
    }
    mentions(module, &mut edges, &mut waiting)?;
    let mut reached: FxHashSet<Item> = FxHashSet::default();
    while let Some(item) = waiting.pop() {
        if reached.insert(item) {
            waiting.extend(edges.get(&item).into_iter().flatten());
        }
    }
    let is_reached = |at: &usize| reached.contains(&Item::Outer(*at));
    let unreached = (0..nodes.len()).filter(|at| !is_reached(at));
    let mut unused: Vec<String> = unreached.map(|at| nodes[at].name.clone()).collect();
    module.exports.retain(|export| match by_export.get(export.name.as_str()) {
        Some(at) => is_reached(at),
        None => {
            unused.push(format!("export${}", export.name));
            false
        }
    });
    unused.sort_unstable();
    Ok(unused)
}

/// The module that an import stands for: addresses of symbols are imported from two that there are not.
fn origin(module: &str) -> &str {
    if matches!(module, "GOT.func" | "GOT.mem") { "env" } else { module }
}

/// The imports with their names.
fn imports<'m>(module: &'m Module<'_>) -> Vec<(Item, &'m (String, String))> {
    let (mut tables, mut memories, mut tags) = (0, 0, 0);
    let next = |count: &mut u32| {
        *count += 1;
        *count - 1
    };
    let mut of = |import: &ImportId| {
        Some(match *import {
            ImportId::Func(id) => (Item::Func(id), module.funcs[id as usize].import.as_ref()?),
            ImportId::Global(id) => {
                (Item::Global(id), module.globals[id as usize].import.as_ref()?)
            }
            ImportId::Other(at) => {
                let other = &module.others[at];
                let item = match other.ty {
                    TypeRef::Table(_) => Item::Table(next(&mut tables)),
                    TypeRef::Memory(_) => Item::Memory(next(&mut memories)),
                    _ => Item::Tag(next(&mut tags)),
                };
                (item, &other.name)
            }
        })
    };
    module.imports.iter().filter_map(&mut of).collect()
}

/// Adds what functions, globals and segments mention, and what is reached anyway.
fn mentions(
    module: &Module<'_>,
    edges: &mut FxHashMap<Item, Vec<Item>>,
    roots: &mut Vec<Item>,
) -> Result<(), Error> {
    let mut found = Mentioned::default();
    for operator in module.operators() {
        let (func, operator) = operator?;
        found.instruction(operator)?;
        edges.entry(Item::Func(func)).or_default().append(&mut found.0);
    }
    for (id, global) in module.globals.iter().enumerate() {
        if let crate::module::Init::Read(read) = &global.init {
            found.const_expr(read.init_expr.clone())?;
            edges.entry(Item::Global(id as u32)).or_default().append(&mut found.0);
        }
    }
    for (number, element) in module.elements.clone().into_iter().flatten().enumerate() {
        let element = element?;
        let is_active = if let ElementKind::Active { table_index, offset_expr } = &element.kind {
            roots.push(Item::Table(table_index.unwrap_or(0)));
            found.const_expr(offset_expr.clone())?;
            true
        } else {
            false
        };
        found.element_items(element.items)?;
        if is_active {
            roots.append(&mut found.0);
        } else {
            edges.entry(Item::Elem(number as u32)).or_default().append(&mut found.0);
        }
    }
    for segment in module.data.clone().into_iter().flatten() {
        if let DataKind::Active { memory_index, offset_expr } = segment?.kind {
            roots.push(Item::Memory(memory_index));
            found.const_expr(offset_expr)?;
            roots.append(&mut found.0);
        }
    }
    roots.extend(module.start.map(Item::Func));
    Ok(())
}

/// What an operator mentions, noted while it is encoded again.
#[derive(Default)]
struct Mentioned(Vec<Item>);

impl Reencode for Mentioned {
    type Error = Infallible;

    fn function_index(&mut self, func: u32) -> Result<u32, reencode::Error> {
        self.0.push(Item::Func(func));
        Ok(func)
    }

    fn global_index(&mut self, global: u32) -> Result<u32, reencode::Error> {
        self.0.push(Item::Global(global));
        Ok(global)
    }

    fn table_index(&mut self, table: u32) -> Result<u32, reencode::Error> {
        self.0.push(Item::Table(table));
        Ok(table)
    }

    fn memory_index(&mut self, memory: u32) -> Result<u32, reencode::Error> {
        self.0.push(Item::Memory(memory));
        Ok(memory)
    }

    fn tag_index(&mut self, tag: u32) -> Result<u32, reencode::Error> {
        self.0.push(Item::Tag(tag));
        Ok(tag)
    }

    fn element_index(&mut self, element: u32) -> Result<u32, reencode::Error> {
        self.0.push(Item::Elem(element));
        Ok(element)
    }
}
