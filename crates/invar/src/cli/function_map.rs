//! Maps of functions: which functions of an output are those of its input. `invar opt --function-map` writes one, and
//! `invar diff --map` reads it.
//!
//! A map is a JSON object: `modules` has, for each core module, `functions`, pairs of the number of a function in the
//! input and in the output; `merged`, pairs of the number of a function and of that which stands for it, both in the
//! input; and `before` and `after`, the number of functions with bodies and the bytes of these, by which a map of
//! other modules is noticed. A function of the input that is in neither list was removed, one of the output that is
//! in no pair was added.

use super::files;
use anyhow::{Context, Result, ensure};
use invar::unstable::trace::{Fate, Trace};
use invar_inspect::ModuleItems;
use serde::{Deserialize, Serialize};

/// A map of functions.
#[derive(Serialize, Deserialize)]
pub struct FunctionMap {
    modules: Vec<ModuleMap>,
}

/// The map of a module.
#[derive(Serialize, Deserialize)]
struct ModuleMap {
    before: Code,
    after: Code,
    functions: Vec<(u32, u32)>,
    merged: Vec<(u32, u32)>,
}

/// What tells one module from another.
#[derive(Serialize, Deserialize, PartialEq, Eq)]
struct Code {
    functions: usize,
    bytes: u64,
}

impl Code {
    fn of(module: &ModuleItems) -> Code {
        let bytes = module.defined().map(|(_, function)| function.bytes()).sum();
        Code { functions: module.defined().count(), bytes }
    }
}

impl FunctionMap {
    /// The map of the modules of an input and of its output, by what became of functions.
    pub fn of(
        traces: &[Trace],
        before: &[ModuleItems],
        after: &[ModuleItems],
    ) -> Result<FunctionMap> {
        let module = |((trace, before), after): ((&Trace, &ModuleItems), &ModuleItems)| {
            let locations = trace.locations.as_ref();
            let locations = locations.context("it is not known what became of functions")?;
            let pair =
                |it: &invar::unstable::ir::FunctionLocations| Some((it.func?.as_u32(), it.number));
            let mut functions: Vec<(u32, u32)> =
                locations.functions.iter().filter_map(pair).collect();
            functions.sort_unstable();
            // Of the versions of a function, the first one counts.
            functions.dedup_by_key(|pair| pair.0);
            let merged = trace.functions.iter().filter_map(|function| match function.fate {
                Fate::Merged(into) => Some((function.func.as_u32(), into.as_u32())),
                _ => None,
            });
            let merged = merged.collect();
            Ok(ModuleMap { before: Code::of(before), after: Code::of(after), functions, merged })
        };
        let modules = traces.iter().zip(before).zip(after).map(module).collect::<Result<_>>()?;
        Ok(FunctionMap { modules })
    }

    /// Reads a map.
    pub fn read(file: &str) -> Result<FunctionMap> {
        let bytes = std::fs::read(file).with_context(|| file.to_owned())?;
        let map = serde_json::from_slice(&bytes);
        map.with_context(|| {
            format!("{file}: not a map of functions, as `invar opt --function-map` writes it")
        })
    }

    /// Writes the map.
    pub fn write(&self, file: &str) -> Result<()> {
        files::write(file, (serde_json::to_string(self)? + "\n").as_bytes())
    }

    /// The pairs of the n-th module. An error if the map is of other modules than these.
    pub fn pairs(
        &self,
        n: usize,
        before: &ModuleItems,
        after: &ModuleItems,
    ) -> Result<&[(u32, u32)]> {
        let map = self.modules.get(n);
        let is_of =
            |map: &&ModuleMap| map.before == Code::of(before) && map.after == Code::of(after);
        let map = map.filter(is_of);
        ensure!(
            map.is_some(),
            "the map is of other modules: their functions differ from those in it"
        );
        Ok(map.map_or(&[], |map| &map.functions))
    }
}
