//! The module as a graph: the omega node, which contains the lambda nodes.
//!
//! *Omega* is the module. It contains imports, *deltas* (the module's own tables, memories, globals
//! and tags), *lambdas* (functions) and *phis*: a phi contains lambdas that reach each other, or
//! themselves, by direct calls. Each comes after its callees, so that their summaries are known where
//! they are called; within a phi, summaries are not used, so that none rests on itself.
//! There, a function that is called from one place only comes before its caller, which may inline it.
//!
//! The graphs of the lambdas ([`Graph`](crate::Graph)) exist one at a time, since those of a large
//! module do not fit into memory at once; what one function needs of another is a
//! [`Summary`](invar_analysis::Summary). The edges of omega are direct calls. Calls through tables and
//! references have no edges: their callees are unknown, and they are barriers.
//!
//! Cost: linear.

use cranelift_entity::EntityRef;
use invar_analysis::CallGraph;
use invar_ir::{Entity, Func, Module};
use rustc_hash::FxHashMap;
use std::fmt;

/// A node in omega.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OmegaNode {
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
    items: Vec<OmegaNode>,
    exports: Vec<Entity>,
    /// For each function, how many functions that are called from one place each, within its phi, are below it.
    ranks: Vec<u32>,
}

impl Omega {
    /// The graph of a module as it is now.
    pub fn new(module: &Module) -> Omega {
        Self::from_calls(module, CallGraph::new(module))
    }

    /// The graph of a module with this call graph.
    pub fn from_calls(module: &Module, calls: CallGraph) -> Omega {
        let mut items: Vec<OmegaNode> =
            module.imports.iter().copied().map(OmegaNode::Import).collect();
        let tables = module.tables.iter().filter(|(_, data)| data.import.is_none());
        items.extend(tables.map(|(table, _)| OmegaNode::Delta(Entity::Table(table))));
        let memories = module.memories.iter().filter(|(_, data)| data.import.is_none());
        items.extend(memories.map(|(memory, _)| OmegaNode::Delta(Entity::Memory(memory))));
        let globals = module.globals.iter().filter(|(_, data)| data.import.is_none());
        items.extend(globals.map(|(global, _)| OmegaNode::Delta(Entity::Global(global))));
        let tags = module.tags.iter().filter(|(_, data)| data.import.is_none());
        items.extend(tags.map(|(tag, _)| OmegaNode::Delta(Entity::Tag(tag))));
        for component in 0..calls.component_count() {
            match calls.members(component) {
                &[func] if module.funcs[func].import.is_some() => {}
                &[func] if !calls.is_recursive(func) => items.push(OmegaNode::Lambda(func)),
                members => items.push(OmegaNode::Phi(members.to_vec())),
            }
        }
        let exports = module.exports.iter().map(|export| export.entity).collect();
        let ranks = ranks(&calls, &items, module.funcs.len());
        Omega { calls, items, exports, ranks }
    }

    /// The items.
    pub fn items(&self) -> &[OmegaNode] {
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

    /// Whether the body of a function may be offered to its callers: it is not recursive, or its only call is in
    /// another function of its phi, which comes after it.
    pub fn is_before_callers(&self, func: Func) -> bool {
        !self.is_recursive(func)
            || only_caller(&self.calls, func)
                .is_some_and(|caller| self.ranks[caller.index()] > self.ranks[func.index()])
    }

    /// Functions in waves: each calls only functions of earlier waves, and of its phi. Within a phi, a function with
    /// one call comes before its caller.
    pub fn waves(&self, funcs: Vec<Func>) -> Vec<Vec<Func>> {
        let mut first = vec![0; self.calls.component_count() as usize];
        let mut count = 0;
        for wave in self.calls.waves() {
            let members = wave.iter().flat_map(|&component| self.calls.members(component));
            let ranks = members.map(|func| self.ranks[func.index()]).max().unwrap_or_default();
            wave.iter().for_each(|&component| first[component as usize] = count);
            count += ranks as usize + 1;
        }
        let mut waves = vec![Vec::new(); count];
        for func in funcs {
            let first = first[self.calls.component(func) as usize];
            waves[first + self.ranks[func.index()] as usize].push(func);
        }
        waves.retain(|wave: &Vec<Func>| !wave.is_empty());
        waves
    }
}

/// The function of the same phi with the only call of a function, if nothing else refers to it.
fn only_caller(calls: &CallGraph, func: Func) -> Option<Func> {
    let &[caller] = calls.callers(func) else { return None };
    let is_only = calls.is_private(func) && calls.call_sites(func) == 1;
    (is_only && caller != func && calls.component(caller) == calls.component(func))
        .then_some(caller)
}

/// For each function of a phi, the longest chain of functions below it each of which has one call, in the next
/// one.
fn ranks(calls: &CallGraph, items: &[OmegaNode], count: usize) -> Vec<u32> {
    let mut ranks = vec![0; count];
    let mut waits: FxHashMap<Func, usize> = FxHashMap::default();
    let phis = items.iter().filter_map(|item| match item {
        OmegaNode::Phi(members) => Some(members.as_slice()),
        _ => None,
    });
    for members in phis {
        let callers = members.iter().filter_map(|&func| only_caller(calls, func));
        waits.clear();
        callers.for_each(|caller| *waits.entry(caller).or_default() += 1);
        let mut work: Vec<Func> =
            members.iter().copied().filter(|func| !waits.contains_key(func)).collect();
        while let Some(func) = work.pop() {
            let Some(caller) = only_caller(calls, func) else { continue };
            let rank = ranks[func.index()] + 1;
            ranks[caller.index()] = rank.max(ranks[caller.index()]);
            let left = waits.get_mut(&caller).expect("it waits for its callees");
            *left -= 1;
            if *left == 0 {
                work.push(caller);
            }
        }
    }
    ranks
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
                OmegaNode::Import(entity) => writeln!(f, "  import {}", name(*entity))?,
                OmegaNode::Delta(entity) => writeln!(f, "  delta {}", name(*entity))?,
                OmegaNode::Lambda(func) => lambda(f, "  ", *func)?,
                OmegaNode::Phi(funcs) => {
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
