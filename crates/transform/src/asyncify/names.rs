//! Lists of functions: names, and patterns with `*`, which stands for any characters.

use crate::Error;
use invar_ir::{Body, Func, Module};
use rustc_hash::FxHashSet;

/// Whether a name matches a pattern. Linear, but for patterns with several stars: then their product at worst.
pub fn matches(pattern: &str, name: &str) -> bool {
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = name.strip_prefix(first) else { return false };
    let parts: Vec<&str> = parts.collect();
    let Some((last, middle)) = parts.split_last() else { return rest.is_empty() };
    for part in middle {
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
    }
    rest.ends_with(last)
}

/// The entries of a list that was divided at commas, with those joined again that were divided within brackets: names
/// of C++ have commas in them.
pub fn joined(list: &[String]) -> Vec<String> {
    let (mut entries, mut open) = (Vec::new(), String::new());
    let mut depth = 0_i64;
    for part in list {
        if depth > 0 {
            open.push(',');
        }
        open.push_str(part);
        depth += part.chars().fold(0, |depth, letter| match letter {
            '(' | '<' | '[' | '{' => depth + 1,
            ')' | '>' | ']' | '}' => depth - 1,
            _ => depth,
        });
        if depth <= 0 {
            depth = 0;
            entries.push(std::mem::take(&mut open).trim().to_owned());
        }
    }
    if !open.is_empty() {
        entries.push(open);
    }
    entries.retain(|entry| !entry.is_empty());
    entries
}

/// The name of a function in lists: that in the section with names, else that of an export, else its number.
pub fn name(module: &Module, func: Func) -> String {
    match module.names.funcs.get(&func) {
        Some(name) => name.clone(),
        None => match (&module.funcs[func].import, module.func_label(func)) {
            (None, label) if label == func.to_string() => super::number(func).to_string(),
            (_, label) => label,
        },
    }
}

/// The defined functions that a list names. A name of an import is an error; an entry that names nothing is warned of.
pub fn listed(
    module: &Module,
    names: &[String],
    list: &[String],
    of: &str,
    warnings: &mut Vec<String>,
) -> Result<FxHashSet<Func>, Error> {
    let mut found: FxHashSet<Func> = FxHashSet::default();
    for entry in joined(list) {
        let mut any = false;
        for func in module.funcs.keys() {
            if !matches(&entry, &names[func.as_u32() as usize]) {
                continue;
            }
            if !matches!(module.funcs[func].body, Body::Import) {
                any = true;
                found.insert(func);
            } else if !entry.contains('*') {
                return Err(Error::new(format!(
                    "the {of}-list names the import `{entry}`: imports have a list of their own"
                )));
            }
        }
        if !any {
            warnings.push(format!("the {of}-list of asyncify names no function by `{entry}`"));
        }
    }
    Ok(found)
}
