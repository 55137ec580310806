//! What takes the bytes of a module: by kind, by item, by namespace, by export.

use crate::graph::Retention;
use crate::module::{Item, ItemId, ItemKind, ModuleItems};
use crate::names;
use rustc_hash::FxHashMap;
use std::cmp::Reverse;

/// What takes the bytes of a module. As JSON, the fields have the names that they have here.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Top {
    /// The bytes of the module. Those of all items add up to it.
    pub bytes: u64,
    /// The bytes by kind of item, the largest first.
    pub kinds: Vec<Group>,
    /// The bytes of functions by namespace (crate, package, folder), the largest first. Those without one are `-`.
    pub namespaces: Vec<Group>,
    /// All items, the largest first.
    pub items: Vec<TopEntry>,
}

/// Items with something in common.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Group {
    /// What it is.
    pub name: String,
    /// How many items it has.
    pub count: u64,
    /// The bytes of these items.
    pub bytes: u64,
}

/// An item of a module.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct TopEntry {
    /// The item's place in the order of the file, which is what `dominator` refers to.
    pub id: u32,
    /// What it is.
    pub kind: ItemKind,
    /// The item's index among those of its kind. Of functions, tables, memories, globals, tags and types, the index
    /// that the module uses.
    pub index: u32,
    /// The item's name, demangled; `func[7]` without one.
    pub name: String,
    /// Where it starts in the file.
    pub offset: u64,
    /// The item's own bytes.
    pub bytes: u64,
    /// The item's bytes, and those of all that would not be kept without it; 0 if it is not kept itself.
    pub retained: u64,
    /// Whether a root refers to it, perhaps through others.
    pub kept: bool,
    /// The item that it would not be kept without, of several the closest.
    pub dominator: Option<u32>,
}

impl Top {
    /// Looks at a module.
    pub fn of(module: &ModuleItems, retention: &Retention<'_>) -> Top {
        let entry = |(id, item): (ItemId, &Item)| TopEntry {
            id: id.as_u32(),
            kind: item.kind,
            index: item.index,
            name: item.label(),
            offset: item.range.start,
            bytes: item.bytes(),
            retained: retention.retained(id),
            kept: retention.is_kept(id),
            dominator: retention.dominator(id).map(|dominator| dominator.as_u32()),
        };
        let mut items: Vec<TopEntry> = module.items.iter().map(entry).collect();
        items.sort_by_key(|entry| (Reverse(entry.bytes), entry.id));
        let kinds = groups(module.items.values(), |item| item.kind.name());
        let functions = module.items.values().filter(|item| item.kind == ItemKind::Function);
        let namespaces = groups(functions, |item| {
            let name = item.name.as_ref().and_then(|name| names::namespace(name.shown()));
            name.unwrap_or("-")
        });
        Top { bytes: module.bytes, kinds, namespaces, items }
    }

    /// The items by what they retain, the largest first.
    pub fn by_retained(&self) -> Vec<&TopEntry> {
        let mut items: Vec<&TopEntry> = self.items.iter().collect();
        items.sort_by_key(|entry| (Reverse(entry.retained), entry.id));
        items
    }

    /// The exports, by what only they need.
    pub fn exports(&self) -> Vec<&TopEntry> {
        let mut items = self.by_retained();
        items.retain(|entry| entry.kind == ItemKind::Export);
        items
    }

    /// What no root refers to.
    pub fn garbage(&self) -> Vec<&TopEntry> {
        self.items.iter().filter(|entry| !entry.kept).collect()
    }

    /// The item that is meant by a name as it is in the module or demangled, a label (`func[7]`), or the index of a
    /// function. A name of an export means what it exports.
    pub fn find(module: &ModuleItems, name: &str) -> Option<ItemId> {
        let is_it = |item: &Item| {
            let names = item.name.as_ref().is_some_and(|it| it.raw == name || it.shown() == name);
            names || item.label() == name
        };
        let of_functions = || {
            let index = name
                .parse::<usize>()
                .ok()
                .or_else(|| name.strip_prefix("func[")?.strip_suffix(']')?.parse::<usize>().ok())?;
            module.functions.get(index).map(|function| function.item)
        };
        let named = |wanted: fn(ItemKind) -> bool| {
            let mut items = module.items.iter();
            items.find(|(_, item)| wanted(item.kind) && is_it(item)).map(|(id, _)| id)
        };
        let found = named(|kind| kind == ItemKind::Function).or_else(of_functions);
        let found = found.or_else(|| named(|_| true))?;
        let exports = module.items[found].kind == ItemKind::Export;
        Some(*module.references[found].first().filter(|_| exports).unwrap_or(&found))
    }
}

/// Sums by a key, the largest first.
fn groups<'a>(
    items: impl Iterator<Item = &'a Item>,
    key: impl Fn(&'a Item) -> &'a str,
) -> Vec<Group> {
    let mut sums: FxHashMap<&str, (u64, u64)> = FxHashMap::default();
    for item in items {
        let sum = sums.entry(key(item)).or_default();
        *sum = (sum.0 + 1, sum.1 + item.bytes());
    }
    let group = |(name, (count, bytes)): (&str, _)| Group { name: name.to_owned(), count, bytes };
    let mut groups: Vec<Group> = sums.into_iter().map(group).collect();
    groups.sort_by(|a, b| b.bytes.cmp(&a.bytes).then_with(|| a.name.cmp(&b.name)));
    groups
}

#[cfg(test)]
mod tests {
    use super::*;

    const WAT: &str = r#"(module $m
        (type (func)) (rec (type $s (struct (field (ref null $t)))) (type $t (array i32)))
        (import "env" "f" (func (type 0)))
        (memory (export "memory") 1)
        (global (mut i32) (i32.const 1))
        (table 2 funcref)
        (elem (i32.const 0) $big)
        (elem declare func $big)
        (func $big (export "big") (local $x (ref null $s))
            (call 0) (call_indirect (i32.const 0))
            (drop (i32.load (global.get 0))) (memory.init $passive (i32.const 0) (i32.const 0) (i32.const 1)))
        (func $start call $big)
        (start $start)
        (data (i32.const 8) "active")
        (data $passive "passive and longer than the other")
        (@custom "extra" "content"))"#;

    #[test]
    fn the_bytes_of_items_add_up() {
        let wasm = wat::parse_str(WAT).unwrap();
        let module = ModuleItems::read(&wasm).unwrap();
        let sum: u64 = module.items.values().map(Item::bytes).sum();
        assert_eq!(sum, wasm.len() as u64);
        let mut at = 0;
        for item in module.items.values() {
            assert_eq!(item.range.start, at);
            assert!(item.range.end > at, "{item} has bytes");
            at = item.range.end;
        }
        let top = Top::of(&module, &Retention::new(&module));
        assert_eq!(top.kinds.iter().map(|kind| kind.bytes).sum::<u64>(), top.bytes);
        assert_eq!(top.items.iter().map(|item| item.bytes).sum::<u64>(), top.bytes);
        assert!(top.garbage().is_empty());
    }

    #[test]
    fn entries_of_sections_are_where_they_are() {
        let wasm = wat::parse_str(WAT).unwrap();
        let module = ModuleItems::read(&wasm).unwrap();
        let bytes = |label: &str| {
            let item = module.items.values().find(|item| item.label() == label);
            let range = item.unwrap_or_else(|| panic!("no {label}")).range.clone();
            &wasm[range.start as usize..range.end as usize]
        };
        assert_eq!(bytes("module header"), b"\0asm\x01\0\0\0");
        assert_eq!(bytes("data[0]"), b"\0\x41\x08\x0b\x06active");
        assert!(bytes("data[1] passive").starts_with(b"\x01\x21passive"));
        assert_eq!(bytes("import \"env.f\""), b"\x03env\x01f\0\0");
        assert_eq!(bytes("custom section \"extra\""), b"\0\x0d\x05extracontent");
        assert!(bytes("function names").starts_with(b"\x01"));
        // The size of the entry comes first.
        assert_eq!(bytes("start"), b"\x08\x01\x02");
        assert!(bytes("type[1] s").starts_with(b"\x4e\x02"));
    }

    #[test]
    fn items_are_found_by_name_and_index() {
        let module = ModuleItems::read(&wat::parse_str(WAT).unwrap()).unwrap();
        let found = |name| Top::find(&module, name).map(|item| module.items[item].label());
        assert_eq!(found("big").as_deref(), Some("big"));
        assert_eq!(found("1").as_deref(), Some("big"));
        assert_eq!(found("func[1]").as_deref(), Some("big"));
        assert_eq!(found("env.f").as_deref(), Some("import \"env.f\""));
        assert_eq!(found("passive").as_deref(), Some("data[1] passive"));
        assert_eq!(found("memory").as_deref(), Some("memory[0] memory"));
        assert_eq!(found("none"), None);
    }
}
