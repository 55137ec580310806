//! The module as a graph: the omega node, which contains the lambda nodes.
//!
//! *Omega* is the module. It contains imports, *deltas* (the module's own tables, memories, globals
//! and tags), *lambdas* (functions) and *phis*: a phi contains lambdas that reach each other, or
//! themselves, by direct calls. Each comes after its callees, so that their summaries are known where
//! they are called; within a phi, summaries are not used, so that none rests on itself.
//!
//! The graphs of the lambdas ([`Graph`](crate::Graph)) exist one at a time, since those of a large
//! module do not fit into memory at once; what one function needs of another is a
//! [`Summary`](invar_ir::Summary). The edges of omega are direct calls. Calls through tables and
//! references have no edges: their callees are unknown, and they are barriers.
//!
//! Cost: linear.

use cranelift_entity::EntityRef;
use invar_ir::{CallGraph, Entity, Func, Module};
use rustc_hash::FxHashMap;
use std::fmt;

/// A node in omega.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Item {
    /// An import.
    Import(Entity),
    /// A table, memory, global or tag of the module.
    Delta(Entity),
    /// A function of the module that is not recursive.
    Lambda(Func),
    /// Mutually recursive functions.
    Phi(Vec<Func>),
}

/// The items of a module in topological order: each comes after those it depends on.
#[derive(Clone, Debug)]
pub struct Omega {
    calls: CallGraph,
    items: Vec<Item>,
    exports: Vec<Entity>,
}

impl Omega {
    /// The graph of a module as it is now.
    pub fn new(module: &Module) -> Omega {
        Self::from_calls(module, CallGraph::new(module))
    }

    /// The graph of a module with this call graph.
    pub fn from_calls(module: &Module, calls: CallGraph) -> Omega {
        let mut items: Vec<Item> = module.imports.iter().copied().map(Item::Import).collect();
        let tables = module.tables.iter().filter(|(_, data)| data.import.is_none());
        items.extend(tables.map(|(table, _)| Item::Delta(Entity::Table(table))));
        let memories = module.memories.iter().filter(|(_, data)| data.import.is_none());
        items.extend(memories.map(|(memory, _)| Item::Delta(Entity::Memory(memory))));
        let globals = module.globals.iter().filter(|(_, data)| data.import.is_none());
        items.extend(globals.map(|(global, _)| Item::Delta(Entity::Global(global))));
        let tags = module.tags.iter().filter(|(_, data)| data.import.is_none());
        items.extend(tags.map(|(tag, _)| Item::Delta(Entity::Tag(tag))));
        for component in 0..calls.component_count() {
            match calls.members(component) {
                &[func] if module.funcs[func].import.is_some() => {}
                &[func] if !calls.is_recursive(func) => items.push(Item::Lambda(func)),
                members => items.push(Item::Phi(members.to_vec())),
            }
        }
        let exports = module.exports.iter().map(|export| export.entity).collect();
        Omega { calls, items, exports }
    }

    /// The items.
    pub fn items(&self) -> &[Item] {
        &self.items
    }

    /// The calls.
    pub fn calls(&self) -> &CallGraph {
        &self.calls
    }

    /// Whether a function is in a phi.
    pub fn is_recursive(&self, func: Func) -> bool {
        self.calls.is_recursive(func)
    }

    /// Functions in waves: each calls only functions of earlier waves, and of its phi.
    pub fn waves(&self, funcs: Vec<Func>) -> Vec<Vec<Func>> {
        let mut wave_of = vec![0; self.calls.component_count() as usize];
        for (n, wave) in self.calls.waves().enumerate() {
            wave.iter().for_each(|&component| wave_of[component as usize] = n);
        }
        let mut waves = vec![Vec::new(); self.calls.waves().len()];
        for func in funcs {
            waves[wave_of[self.calls.component(func) as usize]].push(func);
        }
        waves
    }
}

/// For each wave, the functions whose callers are all in it or in waves before it. Data that is
/// kept of a function for its callers can be dropped then. Functions without callers are in none.
/// Cost: linear.
pub fn last_called(omega: &Omega, waves: &[Vec<Func>]) -> Vec<Vec<Func>> {
    let mut last: FxHashMap<Func, usize> = FxHashMap::default();
    for (n, wave) in waves.iter().enumerate() {
        for &func in wave {
            last.extend(omega.calls.callees(func).iter().map(|&callee| (callee, n)));
        }
    }
    let mut by_wave = vec![Vec::new(); waves.len()];
    for func in waves.iter().flatten() {
        if let Some(&n) = last.get(func) {
            by_wave[n].push(*func);
        }
    }
    by_wave
}

impl fmt::Display for Omega {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lambda = |f: &mut fmt::Formatter<'_>, indent: &str, func: Func| {
            let calls = self.calls.callees(func).iter().map(|callee| format!(" {callee}"));
            writeln!(f, "{indent}lambda {func}{}", calls.collect::<String>())
        };
        writeln!(f, "omega {{")?;
        for item in &self.items {
            match item {
                Item::Import(entity) => writeln!(f, "  import {}", name(*entity))?,
                Item::Delta(entity) => writeln!(f, "  delta {}", name(*entity))?,
                Item::Lambda(func) => lambda(f, "  ", *func)?,
                Item::Phi(funcs) => {
                    writeln!(f, "  phi {{")?;
                    for &func in funcs {
                        lambda(f, "    ", func)?;
                    }
                    writeln!(f, "  }}")?;
                }
            }
        }
        let exports = self.exports.iter().map(|&entity| format!(" {}", name(entity)));
        writeln!(f, "}} =>{}", exports.collect::<String>())
    }
}

fn name(entity: Entity) -> String {
    match entity {
        Entity::Func(func) => func.to_string(),
        Entity::Table(table) => format!("t{}", table.index()),
        Entity::Memory(memory) => memory.to_string(),
        Entity::Global(global) => global.to_string(),
        Entity::Tag(tag) => format!("tag{}", tag.index()),
    }
}
