//! Tables of reference-counting runtimes, and the functions of a module that they name.
//!
//! A table is a small TOML file (`docs/book/src/arc-runtimes.md` describes it). Two are built in; a user's
//! own is read from a file. [`Table::find`] looks its functions up in a module, by name (the name
//! section) or by export, and gives a [`Runtime`] if both `retain` and `release` are there with a
//! type that fits. Linear in the number of functions and exports.

use invar_analysis::CallGraph;
use invar_ir::entities::EntitySet;
use invar_ir::{Entity, Func, Module, Op, ValType};
use serde::Deserialize;

/// A table as it is written in a file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Table {
    /// Properties of the runtime as a whole.
    pub runtime: General,
    /// The function that adds one to the count of an object.
    pub retain: Retain,
    /// The function that subtracts one, and frees the object at the last.
    pub release: FunctionNames,
    /// Immortal references, which are never counted.
    #[serde(default)]
    pub immortal: Immortal,
    /// Where counts are.
    #[serde(default)]
    pub layout: Layout,
    /// The function that makes an object.
    #[serde(default)]
    pub allocate: Allocate,
    /// Functions that may end an object's life without a release.
    #[serde(default)]
    pub frees: FunctionNames,
    /// Functions that move or free the object they are passed, whatever its count is, and no other.
    #[serde(default)]
    pub reallocates: FunctionNames,
    /// Functions that cannot lead to a release, though their code does not show it (imports).
    #[serde(default)]
    pub quiet: FunctionNames,
    /// Functions that test whether an object is uniquely referenced.
    #[serde(default)]
    pub unique: FunctionNames,
    /// The functions that deinits consist of, where a collector of cycles changes when they run.
    #[serde(default)]
    pub deinits: Deinits,
    /// Functions with conventions of their own.
    #[serde(default)]
    pub function: Vec<Convention>,
}

/// The runtime's own functions, by how their names begin or end.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Deinits {
    /// How names begin.
    pub begin: Vec<String>,
    /// How names end.
    pub end: Vec<String>,
    /// How the names of those begin that count and collect: they write counts and the collector's own data.
    pub counting: Vec<String>,
    /// How the names of those begin that allocate.
    pub allocating: Vec<String>,
}

impl Deinits {
    /// Whether a function is the runtime's by its name.
    pub fn is_of_runtime(&self, name: &str) -> bool {
        self.begin.iter().any(|begin| name.starts_with(begin))
            || self.end.iter().any(|end| name.ends_with(end))
    }

    /// Whether a function is one of those that count and collect.
    pub fn counts(&self, name: &str) -> bool {
        self.counting.iter().any(|begin| name.starts_with(begin))
    }

    /// Whether a function is one of those that count, collect or allocate.
    pub fn counts_or_allocates(&self, name: &str) -> bool {
        self.counts(name) || self.allocating.iter().any(|begin| name.starts_with(begin))
    }
}

/// Properties of a runtime as a whole.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct General {
    /// The runtime's name in statistics and remarks.
    pub name: String,
    /// Whether a program cannot observe that an object is deinitialized by its last release and not by
    /// the collector of cycles. Without this, it has to follow from the module.
    #[serde(default)]
    pub silent_deinits: bool,
    /// Whether a program cannot observe in which order objects are deinitialized whose last releases
    /// follow each other. Without this, it has to follow from the module.
    #[serde(default)]
    pub unordered_deinits: bool,
    /// Whether a release that is not the last one matters to a collector of cycles.
    #[serde(default)]
    pub cycles: bool,
    /// Whether no host calls a program again in which an access of memory has trapped, or an allocation, or a call
    /// by stack overflow.
    #[serde(default)]
    pub ends_at_traps: bool,
}

/// Functions by name; any of the names will do.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct FunctionNames {
    /// Names of the name section.
    pub names: Vec<String>,
    /// Names of exports.
    pub exports: Vec<String>,
    /// Imports, as `module.name`.
    pub imports: Vec<String>,
}

/// The retaining function.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Retain {
    /// Names of the name section.
    pub names: Vec<String>,
    /// Names of exports.
    pub exports: Vec<String>,
    /// Imports, as `module.name`.
    pub imports: Vec<String>,
    /// Whether its result is its argument. Without this a result is an error.
    pub returns_argument: bool,
}

/// Addresses that are never counted: retain and release do nothing for them.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Immortal {
    /// Whether zero is one, so that a null reference may be retained and released.
    pub null: bool,
    /// Addresses up to this one, as a number.
    pub below: u32,
    /// Addresses up to the initial value of this immutable global (by name or export).
    pub below_global: Option<String>,
    /// Whether addresses up to the constant that the body of `retain` compares its parameter with.
    pub below_tested: bool,
}

impl Default for Immortal {
    fn default() -> Self {
        Immortal { null: true, below: 0, below_global: None, below_tested: false }
    }
}

/// The layout of objects.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Layout {
    /// The bits of the word that is counted in which are the count: none if that is not known.
    pub mask: u32,
}

/// Where the count of an object is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Count {
    /// The word that it is in, in bytes from the object.
    pub word: i32,
    /// The bits of it that are the count.
    pub mask: u32,
}

/// The function that makes objects.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Allocate {
    /// Names of the name section.
    pub names: Vec<String>,
    /// Names of exports.
    pub exports: Vec<String>,
    /// Imports, as `module.name`.
    pub imports: Vec<String>,
    /// The count of a new object: 0 (its first retain makes it owned) or 1 (owned).
    pub count: u32,
}

/// The convention of a function, where the code does not show it.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Convention {
    /// Names of the name section.
    pub names: Vec<String>,
    /// Names of exports.
    pub exports: Vec<String>,
    /// Imports, as `module.name`.
    pub imports: Vec<String>,
    /// The parameters that it consumes.
    pub owned: Vec<u32>,
    /// The parameters that its callers keep alive until it returns.
    pub guaranteed: Vec<u32>,
    /// Whether its result is owned by the caller.
    pub owned_result: bool,
}

const BUILT_IN: [&str; 2] = [
    include_str!("../../runtimes/assemblyscript.toml"),
    include_str!("../../runtimes/generic.toml"),
];

impl Table {
    /// Reads a table. The error is a sentence with line and column.
    pub fn parse(text: &str) -> Result<Table, String> {
        toml::from_str(text).map_err(|error| error.to_string().trim_end().to_owned())
    }

    /// The tables that are built in.
    pub fn built_in() -> Vec<Table> {
        let read = |text: &&str| Table::parse(text).expect("a table that is built in");
        BUILT_IN.iter().map(read).collect()
    }

    /// What of the table is not found in a module, as a sentence; `None` if it matches. `retain`
    /// and `release` must be there with types that fit; and so must one function of each other
    /// section that changes what is assumed of the program (`allocate`, `unique`, each `function`).
    /// Other lists may name what the module does not use.
    pub fn mismatch(&self, module: &Module) -> Option<String> {
        let Retain { names, exports, imports, .. } = &self.retain;
        let mut said: Vec<String> = Vec::new();
        let mut missing = false;
        let mut look = |section: &str, names: &[String], exports: &[String], imports: &[String]| {
            let found = find(module, names, exports, imports).first().copied();
            missing |= found.is_none();
            said.push(match found {
                Some(func) => format!("[{section}] is {}", module.func_label(func)),
                None => {
                    let lists = [("name", names), ("export", exports), ("import", imports)];
                    let lists = lists.iter().filter(|(_, list)| !list.is_empty());
                    let lists = lists.map(|(kind, list)| format!("{kind} {}", list.join(" or ")));
                    let looked = lists.collect::<Vec<_>>().join(", ");
                    if looked.is_empty() {
                        format!("[{section}] names no function")
                    } else {
                        format!("[{section}] not found: no {looked}")
                    }
                }
            });
            found
        };
        let retain = look("retain", names, exports, imports);
        let FunctionNames { names, exports, imports } = &self.release;
        let release = look("release", names, exports, imports);
        let Allocate { names, exports, imports, .. } = &self.allocate;
        let others = [(("allocate"), names, exports, imports)];
        let FunctionNames { names, exports, imports } = &self.unique;
        let others = others.into_iter().chain([("unique", names, exports, imports)]);
        let functions = self.function.iter();
        let functions = functions.map(|f| ("[function]", &f.names, &f.exports, &f.imports));
        for (section, names, exports, imports) in others.chain(functions) {
            if !(names.is_empty() && exports.is_empty() && imports.is_empty()) {
                look(section, names, exports, imports);
            }
        }
        if !missing && self.find(module).is_none() {
            missing = true;
            for func in [retain?, release?] {
                let (params, results) = module.func_signature(func);
                let list = |types: &[ValType]| {
                    types.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
                };
                let ty = format!("({}) -> ({})", list(params), list(results));
                said.push(format!("{} has the type {ty}", module.func_label(func)));
            }
            said.push(
                "retain takes one reference and returns nothing, or with `returns_argument` its \
                 argument; release takes one of the same type and returns nothing"
                    .to_owned(),
            );
        }
        let name = &self.runtime.name;
        missing.then(|| {
            format!("the table of runtime `{name}` does not match the module: {}", said.join("; "))
        })
    }

    /// The functions of a module that the table names; `None` if it is not its runtime.
    pub fn find(&self, module: &Module) -> Option<Runtime> {
        let Retain { names, exports, imports, .. } = &self.retain;
        let retain = *find(module, names, exports, imports).first()?;
        let release = *find_all(module, &self.release).first()?;
        let (params, results) = module.func_signature(retain);
        let &[ty] = params else { return None };
        let fits = match results {
            [] => true,
            [result] => self.retain.returns_argument && *result == ty,
            _ => false,
        };
        let of_release = module.func_signature(release);
        if !fits || of_release != (&[ty], &[]) || retain == release {
            return None;
        }
        let Allocate { names, exports, imports, count } = &self.allocate;
        let mut runtime = Runtime {
            name: self.runtime.name.clone(),
            retain,
            release,
            ty,
            returns_argument: !results.is_empty(),
            silent_deinits: self.runtime.silent_deinits,
            unordered_deinits: self.runtime.unordered_deinits,
            deinits: self.deinits.clone(),
            cycles: self.runtime.cycles,
            ends_at_traps: self.runtime.ends_at_traps,
            null: self.immortal.null,
            immortal: self.immortal.below,
            count: None,
            allocate: set(find(module, names, exports, imports)),
            allocates_owned: *count > 0,
            frees: set(find_all(module, &self.frees)),
            reallocates: set(find_all(module, &self.reallocates)),
            quiet: set(find_all(module, &self.quiet)),
            unique: set(find_all(module, &self.unique)),
            named: module.names.funcs.contains_key(&release),
            freeing: if module.names.funcs.contains_key(&release) {
                Freeing::Listed
            } else {
                Freeing::Unknown
            },
            conventions: Vec::new(),
            own: EntitySet::new(),
            counting: EntitySet::new(),
        };
        for convention in &self.function {
            let Convention { names, exports, imports, owned, guaranteed, owned_result } =
                convention;
            for func in find(module, names, exports, imports) {
                let given = (func, owned.clone(), guaranteed.clone(), *owned_result);
                runtime.conventions.push(given);
            }
        }
        if let Some(name) = &self.immortal.below_global {
            runtime.immortal = runtime.immortal.max(global_value(module, name).unwrap_or(0));
        }
        Some(runtime)
    }

    /// The bits of a word that are the count.
    pub fn count_mask(&self) -> u32 {
        self.layout.mask
    }

    /// Whether the constant that `retain` compares its parameter with bounds immortal references.
    pub fn immortal_is_tested(&self) -> bool {
        self.immortal.below_tested
    }
}

fn set(funcs: Vec<Func>) -> EntitySet<Func> {
    let mut set = EntitySet::new();
    set.extend(funcs);
    set
}

fn find_all(module: &Module, functions: &FunctionNames) -> Vec<Func> {
    find(module, &functions.names, &functions.exports, &functions.imports)
}

/// The functions that have one of these names, by number.
fn find(module: &Module, names: &[String], exports: &[String], imports: &[String]) -> Vec<Func> {
    let mut found = Vec::new();
    for (func, data) in &module.funcs {
        let named = module.names.funcs.get(&func).is_some_and(|name| names.contains(name));
        let imported = data.import.as_ref().is_some_and(|import| {
            imports.iter().any(|name| *name == format!("{}.{}", import.module, import.name))
        });
        if named || imported {
            found.push(func);
        }
    }
    for export in &module.exports {
        if let Entity::Func(func) = export.entity
            && exports.contains(&export.name)
            && !found.contains(&func)
        {
            found.push(func);
        }
    }
    found
}

/// The value of an immutable global of a name.
fn global_value(module: &Module, name: &str) -> Option<u32> {
    let named = module.names.globals.iter().filter(|(_, label)| *label == name);
    let exported = module.exports.iter().filter(|export| export.name == name);
    let exported = exported.filter_map(|export| match export.entity {
        Entity::Global(global) => Some(global),
        _ => None,
    });
    let global = named.map(|(&global, _)| global).chain(exported).min()?;
    let data = &module.globals[global];
    match (data.ty.mutable, data.import.is_none(), &data.init[..]) {
        (false, true, &[Op::I32Const { value }]) => Some(value as u32),
        _ => None,
    }
}

/// What is known of the functions that may free an object without a release.
#[derive(Clone, Debug)]
pub enum Freeing {
    /// The table lists them, by their names.
    Listed,
    /// The code shows them: members of the runtime, and those of them that use the allocator's
    /// data.
    Shown {
        /// What the table's functions lead to.
        members: EntitySet<Func>,
        /// The members that may free.
        frees: EntitySet<Func>,
    },
    /// Nothing: any function that writes memory may free.
    Unknown,
}

/// The functions of one module that are its runtime.
#[derive(Clone, Debug)]
pub struct Runtime {
    /// The runtime's name in the table.
    pub name: String,
    /// Adds one to a count.
    pub retain: Func,
    /// Subtracts one, and frees the object at the last.
    pub release: Func,
    /// The type of references.
    pub ty: ValType,
    /// Whether the result of `retain` is its argument; else it has none.
    pub returns_argument: bool,
    /// Whether a program cannot observe if a last release or the collector of cycles deinitializes an object.
    pub silent_deinits: bool,
    /// Whether a program cannot observe the order of deinits whose last releases follow each other.
    pub unordered_deinits: bool,
    /// The functions that deinits consist of.
    pub deinits: Deinits,
    /// Whether a release that is not the last one matters to a collector of cycles.
    pub cycles: bool,
    /// Whether counts need not be right once an access of memory has trapped.
    pub ends_at_traps: bool,
    /// Whether zero is a reference that is never counted.
    pub null: bool,
    /// References up to this one are not counted.
    pub immortal: u32,
    /// Where counts are, if that is known.
    pub count: Option<Count>,
    /// The allocators.
    pub allocate: EntitySet<Func>,
    /// Whether a new object has a count of one; else its count is zero.
    pub allocates_owned: bool,
    /// Functions that may free an object without a release.
    pub frees: EntitySet<Func>,
    /// Functions that move or free the object they are passed, whatever its count is: a higher count does not
    /// protect it, so no count is needed for that.
    pub reallocates: EntitySet<Func>,
    /// Functions that are known not to lead to a release.
    pub quiet: EntitySet<Func>,
    /// Functions that test a count.
    pub unique: EntitySet<Func>,
    /// Whether it was found by name.
    pub named: bool,
    /// Which functions free.
    pub freeing: Freeing,
    /// Parameters that are owned, those that are guaranteed, whether the result is owned.
    pub conventions: Vec<(Func, Vec<u32>, Vec<u32>, bool)>,
    /// The functions that retain and release consist of.
    pub own: EntitySet<Func>,
    /// The functions that retain and release call: other callers of them may change counts, too.
    pub counting: EntitySet<Func>,
}

impl Runtime {
    /// Finds the functions that retain and release are made of: what they lead to by direct calls.
    pub fn close(&mut self, module: &Module, calls: &CallGraph) {
        let called = [self.retain, self.release].map(|func| calls.callees(func)).concat();
        let others = called.into_iter().filter(|&func| {
            module.funcs[func].import.is_none() && ![self.retain, self.release].contains(&func)
        });
        self.counting.extend(others);
        let mut stack = vec![self.retain, self.release];
        while let Some(func) = stack.pop() {
            if self.own.insert(func) {
                stack.extend(calls.callees(func));
            }
        }
    }

    /// Whether a constant is a reference that is never counted.
    pub fn is_immortal(&self, value: u64) -> bool {
        (value == 0 && self.null) || (value != 0 && value <= u64::from(self.immortal))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_that_are_built_in_can_be_read() {
        let names: Vec<String> = Table::built_in().into_iter().map(|t| t.runtime.name).collect();
        assert_eq!(names, ["assemblyscript", "generic"]);
    }

    #[test]
    fn a_field_that_nobody_knows_is_an_error_with_its_line() {
        let text = "[runtime]\nname = \"x\"\n[retain]\nnmes = [\"r\"]\n[release]\n";
        let error = Table::parse(text).unwrap_err();
        assert!(error.contains("line 4") && error.contains("nmes"), "{error}");
    }

    #[test]
    fn a_runtime_is_found_by_name_or_export_if_its_types_fit() {
        let find = |wat: &str| {
            let wasm = wat::parse_str(wat).unwrap();
            let (module, _) = invar_wasm::read(wasm.into()).unwrap();
            Table::built_in().iter().find_map(|table| table.find(&module)).map(|found| found.name)
        };
        let named = "(module (func $arc_retain (param i32)) (func $arc_release (param i32)))";
        assert_eq!(find(named).as_deref(), Some("generic"));
        let wrong = "(module (func $arc_retain (param i32)) (func $arc_release (param i64)))";
        assert_eq!(find(wrong), None);
        let exported = "(module (func (export \"__retain\") (param i32) (result i32) local.get 0)
            (func (export \"__release\") (param i32)))";
        assert_eq!(find(exported).as_deref(), Some("assemblyscript"));
    }
}
