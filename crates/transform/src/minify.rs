//! Short names of imports and exports, for a caller that changes the names on the other side, too.

use crate::module::Module;
use std::collections::BTreeMap;
use wasmparser::TypeRef;

/// Which names become short.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Minify {
    /// Those of imports from `env` and WASI.
    Imports,
    /// Those of exports, too.
    Exports,
    /// Those of all imports and exports, and of the modules that are imported from: there is one then, `a`.
    Modules,
}

/// Gives imports and exports short names, and returns the new names with the old ones, by new name: wasm-opt's.
///
/// One old name has one new one, wherever it stands; with [`Minify::Modules`], two imports of one name from two modules
/// are an error, since they would become one.
pub fn run(
    module: &mut Module<'_>,
    which: Minify,
) -> Result<BTreeMap<String, String>, crate::Error> {
    let mut names = Names { next: 0, new: BTreeMap::new() };
    let everything = which == Minify::Modules;
    let is_minified = |from: &str| everything || from == "env" || from.starts_with("wasi_");
    let mut origin: BTreeMap<String, String> = BTreeMap::new();
    // The order of that tool: memories, tables, globals, functions, tags.
    let others = module.others.iter_mut();
    let (mut before, mut tags): (Vec<_>, Vec<_>) =
        others.partition(|other| !matches!(other.ty, TypeRef::Tag(_)));
    before.sort_by_key(|other| !matches!(other.ty, TypeRef::Memory(_)));
    let globals = module.globals.iter_mut().filter_map(|global| global.import.as_mut());
    let funcs = module.funcs.iter_mut().filter_map(|func| func.import.as_mut());
    let imports = before.iter_mut().map(|other| &mut other.name).chain(globals).chain(funcs);
    for name in imports.chain(tags.iter_mut().map(|other| &mut other.name)) {
        if !is_minified(&name.0) {
            continue;
        }
        if everything {
            let first = origin.entry(name.1.clone()).or_insert_with(|| name.0.clone());
            if *first != name.0 {
                return Err(crate::Error::new(format!(
                    "`{}` is imported from `{first}` and from `{}`: one short name would stand for both",
                    name.1, name.0
                )));
            }
            name.0 = "a".to_owned();
        }
        name.1 = names.of(&name.1);
    }
    if which != Minify::Imports {
        module.exports.iter_mut().for_each(|export| export.name = names.of(&export.name));
    }
    Ok(names.new.into_iter().map(|(old, new)| (new, old)).collect())
}

/// The new names, given one after another.
struct Names {
    next: usize,
    /// By old name.
    new: BTreeMap<String, String>,
}

impl Names {
    fn of(&mut self, old: &str) -> String {
        if let Some(new) = self.new.get(old) {
            return new.clone();
        }
        let new = loop {
            let name = short(self.next);
            self.next += 1;
            if !RESERVED.contains(&name.as_str()) {
                break name;
            }
        };
        self.new.insert(old.to_owned(), new.clone());
        new
    }
}

/// What cannot be a name in JavaScript, or means something to callers.
const RESERVED: [&str; 15] = [
    "case", "do", "else", "enum", "env", "for", "if", "in", "let", "new", "this", "try", "var",
    "void", "with",
];

const FIRST: &[u8] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_$";
const LATER: &[u8] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_$0123456789";

/// The name of a number: those of one letter, then those of two ..., the first letter fastest.
fn short(mut number: usize) -> String {
    let mut letters = 1;
    let mut count = FIRST.len();
    while number >= count {
        number -= count;
        count *= LATER.len();
        letters += 1;
    }
    let mut name = String::new();
    for at in 0..letters {
        let letters = if at == 0 { FIRST } else { LATER };
        name.push(char::from(letters[number % letters.len()]));
        number /= letters.len();
    }
    name
}
