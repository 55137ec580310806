//! Who keeps what: reachability, dominators and retained sizes over the references between items.
//!
//! # What is kept
//!
//! An item is *kept* if there is a path to it from a root. The roots are the exports, the start section, and memories
//! and tables that the host shares by import; what is there for itself (headers of sections, custom sections)
//! is kept, too. An active data segment is kept by the memory that it fills, an active element segment by its table, so
//! what a table holds is kept if the table is exported, imported, or used by a function that is kept. A passive segment
//! is kept by the functions that name it. A declarative element segment keeps nothing.
//!
//! An item *retains* what would no longer be kept without it: what it dominates. Its *retained size* is its
//! own and that of all it retains.
//!
//! Time is that of the algorithm of Cooper, Harvey and Kennedy for dominators, close to linear on call graphs; the
//! rest is linear. There is no recursion.

use crate::module::{ItemId, ItemKind, ModuleItems};
use cranelift_entity::{EntityRef, SecondaryMap};
use petgraph::algo::dominators::{self, Dominators};
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::DfsPostOrder;
use std::collections::VecDeque;

/// Who keeps what in a module.
pub struct Retention<'a> {
    module: &'a ModuleItems,
    /// The bytes that each item retains, with its own; 0 of what is not kept.
    retained: SecondaryMap<ItemId, u64>,
    dominators: Dominators<NodeIndex>,
    /// The node that refers to all roots.
    root: NodeIndex,
}

impl<'a> Retention<'a> {
    /// Computes it for a module.
    pub fn new(module: &'a ModuleItems) -> Self {
        let root = NodeIndex::new(module.items.len());
        let edges = module.references.iter().flat_map(|(item, references)| {
            references.iter().map(move |reference| (node(item), node(*reference)))
        });
        let roots = roots(module).map(|item| (root, node(item)));
        let mut graph: DiGraph<(), ()> = DiGraph::from_edges(edges.chain(roots));
        // The edges may name neither the last items nor the root.
        while graph.node_count() <= root.index() {
            graph.add_node(());
        }
        let dominators = dominators::simple_fast(&graph, root);
        let mut retained = SecondaryMap::new();
        // A node follows all that it dominates.
        let mut order = DfsPostOrder::new(&graph, root);
        while let Some(at) = order.next(&graph).filter(|at| *at != root) {
            let item = ItemId::new(at.index());
            retained[item] += module.items[item].bytes();
            let sum = retained[item];
            if let Some(dominator) = dominators.immediate_dominator(at).filter(|it| *it != root) {
                retained[ItemId::new(dominator.index())] += sum;
            }
        }
        Retention { module, retained, dominators, root }
    }

    /// Whether there is a path to an item from a root.
    pub fn is_kept(&self, item: ItemId) -> bool {
        self.dominators.immediate_dominator(node(item)).is_some()
    }

    /// The bytes of an item and of all that it retains; 0 if it is not kept.
    pub fn retained(&self, item: ItemId) -> u64 {
        self.retained[item]
    }

    /// The item that retains this one, of several the closest.
    pub fn dominator(&self, item: ItemId) -> Option<ItemId> {
        let dominator = self.dominators.immediate_dominator(node(item))?;
        (dominator != self.root).then(|| ItemId::new(dominator.index()))
    }

    /// What is not kept, in the order of the file.
    pub fn garbage(&self) -> impl Iterator<Item = ItemId> {
        self.module.items.keys().filter(|item| !self.is_kept(*item))
    }

    /// A shortest path to an item from a root; empty if there is none.
    pub fn path(&self, to: ItemId) -> Vec<ItemId> {
        let mut from: SecondaryMap<ItemId, Option<ItemId>> = SecondaryMap::new();
        let mut queue: VecDeque<ItemId> = VecDeque::new();
        // A root comes from itself.
        for root in roots(self.module) {
            from[root] = Some(root);
            queue.push_back(root);
        }
        while let Some(item) = queue.pop_front().filter(|item| *item != to) {
            for &next in &self.module.references[item] {
                if from[next].is_none() {
                    from[next] = Some(item);
                    queue.push_back(next);
                }
            }
        }
        let mut path = Vec::new();
        let mut at = from[to].map(|_| to);
        while let Some(item) = at {
            path.push(item);
            at = from[item].filter(|before| *before != item);
        }
        path.reverse();
        path
    }
}

fn node(item: ItemId) -> NodeIndex {
    NodeIndex::new(item.index())
}

/// The roots, and what is there for itself.
fn roots(module: &ModuleItems) -> impl Iterator<Item = ItemId> {
    let is_alone = |kind| matches!(kind, ItemKind::Names | ItemKind::Custom | ItemKind::Section);
    let alone = module.items.iter().filter(move |(_, item)| is_alone(item.kind));
    module.roots.iter().copied().chain(alone.map(|(id, _)| id))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(wat: &str) -> ModuleItems {
        ModuleItems::read(&wat::parse_str(wat).unwrap()).unwrap()
    }

    #[track_caller]
    fn find(module: &ModuleItems, label: &str) -> ItemId {
        let found = module.items.iter().find(|(_, item)| item.label() == label);
        found.unwrap_or_else(|| panic!("no {label}")).0
    }

    const DIAMOND: &str = r#"(module
        (func $a (export "a") call $left call $right)
        (func $left call $both i32.const 1 drop)
        (func $right call $both)
        (func $both call $leaf)
        (func $leaf)
        (func $unused call $leaf call $unused2)
        (func $unused2 call $unused))"#;

    #[test]
    fn an_item_retains_what_it_dominates() {
        let module = read(DIAMOND);
        let retention = Retention::new(&module);
        let of = |label| retention.retained(find(&module, label));
        let bytes = |label| module.items[find(&module, label)].bytes();
        assert_eq!(of("leaf"), bytes("leaf"));
        assert_eq!(of("both"), bytes("both") + bytes("leaf"));
        assert_eq!(of("left"), bytes("left"));
        let functions = ["a", "left", "right", "both", "leaf"].map(bytes).iter().sum::<u64>();
        // The type is also used by what is not kept, which does not count.
        assert_eq!(of("a"), functions + bytes("type[0]"));
        assert_eq!(retention.dominator(find(&module, "leaf")), Some(find(&module, "both")));
        assert_eq!(of("unused"), 0);
        let garbage: Vec<_> = retention.garbage().map(|it| module.items[it].label()).collect();
        assert_eq!(garbage, ["unused", "unused2"]);
        assert_eq!(of("export \"a\""), bytes("export \"a\"") + of("a"));
    }

    #[test]
    fn all_that_is_kept_is_retained_by_something() {
        let module = read(DIAMOND);
        let retention = Retention::new(&module);
        let top = module.items.keys().filter(|item| retention.dominator(*item).is_none());
        let kept: u64 = top.map(|item| retention.retained(item)).sum();
        let garbage: u64 = retention.garbage().map(|item| module.items[item].bytes()).sum();
        assert_eq!(kept + garbage, module.bytes);
    }

    #[test]
    fn a_table_keeps_its_functions_if_it_is_used() {
        let wat = |call| {
            format!(
                r#"(module (table 1 funcref) (elem (i32.const 0) $f) (func $f)
                    (func $main (export "main") {call}))"#
            )
        };
        let kept = |call| {
            let module = read(&wat(call));
            Retention::new(&module).is_kept(find(&module, "f"))
        };
        assert!(kept("(call_indirect (i32.const 0))"));
        assert!(!kept("nop"));
        let module = read(
            r#"(module (import "m" "t" (table 1 funcref)) (elem (i32.const 0) $f) (func $f))"#,
        );
        assert!(Retention::new(&module).is_kept(find(&module, "f")));
    }

    #[test]
    fn paths_are_shortest() {
        let module = read(DIAMOND);
        let retention = Retention::new(&module);
        let path = |to| -> Vec<_> {
            let path = retention.path(find(&module, to));
            path.into_iter().map(|item| module.items[item].label()).collect()
        };
        assert_eq!(path("leaf"), ["export \"a\"", "a", "left", "both", "leaf"]);
        assert_eq!(path("export \"a\""), ["export \"a\""]);
        assert!(path("unused2").is_empty());
    }

    #[test]
    fn deep_and_wide_graphs_take_neither_stack_nor_much_time() {
        let mut wat = "(module (func (export \"f\") call 1)".to_owned();
        let count = 20_000;
        for n in 1..count {
            wat +=
                &format!("(func call {} call {} call {})", (n + 1) % count, n / 2, n * 7 % count);
        }
        wat += ")";
        let module = read(&wat);
        let retention = Retention::new(&module);
        let garbage = retention.garbage().count();
        assert_eq!(garbage, 0);
    }
}
