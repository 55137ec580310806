//! What the bytes of a file are, before and after.

use invar_inspect::{ItemKind, ModuleItems};
use invar_report::data::{BeforeAfter, PartRecord};

/// The number and the bytes of some items.
type Sum = (u64, u64);

/// The parts of files of so many bytes, whose modules are these; in each table they add up to the file. Sides that are
/// not known are left out.
pub fn parts(
    before: Option<(u64, &[ModuleItems])>,
    after: Option<(u64, &[ModuleItems])>,
) -> Vec<PartRecord> {
    let [before, after] = [before, after].map(|it| it.map(|(bytes, modules)| sums(bytes, modules)));
    let mut names: Vec<&String> = Vec::new();
    for (name, _) in [&before, &after].into_iter().flatten().flatten() {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let side = |side: &Option<Vec<(String, Sum)>>, name: &String, get: fn(&Sum) -> u64| {
        let side = side.as_ref()?;
        Some(side.iter().find(|(it, _)| it == name).map_or(0, |(_, sum)| get(sum)))
    };
    let pair = |name: &String, get: fn(&Sum) -> u64| BeforeAfter {
        before: side(&before, name, get),
        after: side(&after, name, get),
    };
    let part = |name: &String| PartRecord {
        name: name.clone(),
        count: pair(name, |sum| sum.0),
        bytes: pair(name, |sum| sum.1),
    };
    let mut parts: Vec<PartRecord> = names.into_iter().map(part).collect();
    parts.sort_by_key(|part| {
        std::cmp::Reverse(part.bytes.before.unwrap_or(0).max(part.bytes.after.unwrap_or(0)))
    });
    parts
}

/// Sums by what people call the parts.
fn sums(bytes: u64, modules: &[ModuleItems]) -> Vec<(String, Sum)> {
    let mut sums: Vec<(String, Sum)> = Vec::new();
    let mut add = |name: &str, count: u64, bytes: u64| {
        let at = sums.iter().position(|(it, _)| it == name).unwrap_or_else(|| {
            sums.push((name.to_owned(), (0, 0)));
            sums.len() - 1
        });
        sums[at].1 = (sums[at].1.0 + count, sums[at].1.1 + bytes);
    };
    let mut rest = bytes;
    for module in modules {
        rest = rest.saturating_sub(module.bytes);
        for item in module.items.values() {
            match item.kind {
                // Their bodies are the functions of the page.
                ItemKind::Function => {
                    let body = module.functions.get(item.index as usize).map_or(0, |it| it.bytes());
                    add("Function bodies", 1, body);
                    add("Sizes of function bodies", 1, item.bytes() - body);
                }
                ItemKind::Custom => add(&sentence(&item.label()), 1, item.bytes()),
                kind => add(plural(kind), 1, item.bytes()),
            }
        }
    }
    if rest > 0 {
        add("Outside of core modules", 1, rest);
    }
    sums
}

fn plural(kind: ItemKind) -> &'static str {
    match kind {
        ItemKind::Function => "Functions",
        ItemKind::Data => "Data segments",
        ItemKind::Element => "Element segments",
        ItemKind::Type => "Types",
        ItemKind::Import => "Imports",
        ItemKind::Export => "Exports",
        ItemKind::Table => "Tables",
        ItemKind::Memory => "Memories",
        ItemKind::Global => "Globals",
        ItemKind::Tag => "Tags",
        ItemKind::Start => "Start function",
        ItemKind::Names => "Names",
        ItemKind::Custom => "Custom sections",
        ItemKind::Section => "Headers of sections, types of functions",
    }
}

/// The text with a capital letter.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_add_up_to_the_files() {
        let files = [r#"(module (memory 1) (data (i32.const 0) "text") (func $f (export "f") nop) (@custom "extra" "x"))"#,
            r#"(module (func (export "f")))"#]
            .map(|wat| wat::parse_str(wat).unwrap());
        let modules = files.each_ref().map(|wasm| vec![ModuleItems::read(wasm).unwrap()]);
        // The first file is larger than its module, as that of a component.
        let sizes = [files[0].len() as u64 + 9, files[1].len() as u64];
        let parts = parts(Some((sizes[0], &modules[0])), Some((sizes[1], &modules[1])));
        let sum = |get: fn(&BeforeAfter<u64>) -> Option<u64>| -> u64 {
            parts.iter().map(|part| get(&part.bytes).unwrap()).sum()
        };
        assert_eq!((sum(|it| it.before), sum(|it| it.after)), (sizes[0], sizes[1]));
        let names: Vec<&str> = parts.iter().map(|part| part.name.as_str()).collect();
        assert!(
            names.contains(&"Custom section \"extra\"")
                && names.contains(&"Outside of core modules")
        );
    }
}
