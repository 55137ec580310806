//! The options of wasm-opt that change a module and are no optimizations, with the arguments of `--pass-arg`.

use crate::cli::Failure;
use anyhow::Context;
use invar_transform::{Asyncify, Legalize, Minify, Node, Transform};
use std::collections::BTreeMap;

/// The values of `--pass-arg=KEY@VALUE` by key.
pub type PassArguments = BTreeMap<String, String>;

/// What stands for `--low-memory-unused` among the arguments.
pub const LOW_MEMORY_UNUSED: &str = "low-memory-unused";

/// The name of the step that `wasm-metadce` makes, whose value is a file.
pub const GRAPH: &str = "--graph-file";

/// The keys of arguments that changes look at. Any other is one of an optimization.
const KEYS: [&str; 29] = [
    "asyncify-addlist",
    "asyncify-asserts",
    "asyncify-blacklist",
    "asyncify-export-globals",
    "asyncify-ignore-imports",
    "asyncify-ignore-indirect",
    "asyncify-ignore-unwind-from-catch",
    "asyncify-import-globals",
    "asyncify-imports",
    "asyncify-in-secondary-memory",
    "asyncify-memory",
    "asyncify-onlylist",
    "asyncify-propagate-addlist",
    "asyncify-relocatable",
    "asyncify-removelist",
    "asyncify-secondary-memory-size",
    "asyncify-verbose",
    "extract-function",
    "extract-function-index",
    "legalize-js-interface-export-originals",
    "legalize-js-interface-exported-helpers",
    "log-execution",
    "max-func-params",
    "remove-exports",
    "separate-data-segments",
    "separate-data-segments-global-base",
    "set-globals",
    "stack-check-handler",
    "asyncify-whitelist",
];

/// Whether a change looks at an argument.
pub fn takes(key: &str) -> bool {
    KEYS.contains(&key)
}

/// A change, and the file for data that it takes out of the module.
pub struct AskedChange {
    /// The change.
    pub change: Transform,
    /// The file.
    pub file: Option<String>,
}

/// The change that an option asks for. An error if a value is missing or is none.
pub fn of(name: &str, value: Option<String>, args: &PassArguments) -> Result<AskedChange, Failure> {
    let key = name.trim_start_matches('-');
    let given = value.or_else(|| args.get(key).cloned());
    let needed = || {
        given
            .clone()
            .ok_or_else(|| Failure::Usage(format!("{name} needs a value, as in {name}=VALUE")))
    };
    let number = |key: &str, default: Option<u64>| match (args.get(key), default) {
        (Some(text), _) => super::number(&format!("--pass-arg={key}"), text),
        (None, Some(default)) => Ok(default),
        (None, None) => Err(Failure::Usage(format!("{name} needs --pass-arg={key}@NUMBER"))),
    };
    let legalize = |prune: bool| {
        Transform::Legalize(Legalize {
            export_originals: args.contains_key("legalize-js-interface-export-originals"),
            exported_helpers: args.contains_key("legalize-js-interface-exported-helpers"),
            prune,
        })
    };
    let mut file = None;
    let change = match key {
        "asyncify" => Transform::Asyncify(Box::new(asyncify(args)?)),
        "minify-imports" => Transform::Minify(Minify::Imports),
        "minify-imports-and-exports" => Transform::Minify(Minify::Exports),
        "minify-imports-and-exports-and-modules" => Transform::Minify(Minify::Modules),
        "legalize-js-interface" => legalize(false),
        "legalize-and-prune-js-interface" => legalize(true),
        "extract-function" => Transform::ExtractFunction { func: needed()?, by_index: false },
        "extract-function-index" => Transform::ExtractFunction { func: needed()?, by_index: true },
        "remove-exports" => Transform::RemoveExports(needed()?),
        "set-globals" => Transform::SetGlobals(needed()?),
        "signext-lowering" => Transform::LowerSignExtensions,
        "stack-check" => {
            Transform::CheckStack { handler: args.get("stack-check-handler").cloned() }
        }
        "safe-heap" => {
            Transform::CheckAccesses { low_memory_unused: args.contains_key(LOW_MEMORY_UNUSED) }
        }
        "fpcast-emu" => {
            Transform::EmulateCasts { params: number("max-func-params", Some(16))? as usize }
        }
        "log-execution" => Transform::LogExecution { from: given },
        "generate-dyncalls" => Transform::DynamicCalls { wide_only: false },
        "generate-i64-dyncalls" => Transform::DynamicCalls { wide_only: true },
        "graph-file" => Transform::RemoveUnreached(graph(&needed()?)?),
        "dealign" => Transform::Dealign,
        "separate-data-segments" => {
            file = Some(needed()?);
            let base = number("separate-data-segments-global-base", None)?;
            Transform::SeparateData { base }
        }
        _ => unreachable!("the table has no other"),
    };
    Ok(AskedChange { change, file })
}

/// How to asyncify.
fn asyncify(args: &PassArguments) -> Result<Asyncify, Failure> {
    let is_given = |key: &str| args.contains_key(key);
    // Some lists had other names.
    let listed = |key: &str, old: &str| {
        let text = args.get(key).filter(|text| !text.is_empty()).or_else(|| args.get(old));
        text.map_or(Ok(Vec::new()), |text| list(text))
    };
    let imports = listed("asyncify-imports", "asyncify-imports")?;
    let ignores_imports = is_given("asyncify-ignore-imports");
    let size = args.get("asyncify-secondary-memory-size").map_or("1", |size| size);
    let size = super::number("--pass-arg=asyncify-secondary-memory-size", size)?;
    Ok(Asyncify {
        imports: (ignores_imports || !imports.is_empty()).then_some(imports),
        ignore_indirect: is_given("asyncify-ignore-indirect"),
        remove: listed("asyncify-removelist", "asyncify-blacklist")?,
        add: listed("asyncify-addlist", "asyncify-addlist")?,
        only: listed("asyncify-onlylist", "asyncify-whitelist")?,
        propagate_add: is_given("asyncify-propagate-addlist"),
        asserts: is_given("asyncify-asserts"),
        ignore_unwind_from_catch: is_given("asyncify-ignore-unwind-from-catch"),
        verbose: is_given("asyncify-verbose"),
        import_globals: is_given("asyncify-import-globals") || is_given("asyncify-relocatable"),
        export_globals: is_given("asyncify-export-globals"),
        memory: args.get("asyncify-memory").cloned(),
        secondary_memory: is_given("asyncify-in-secondary-memory").then_some(size),
    })
}

/// A list, which is in a file if its text is `@FILE`: divided at commas, or at ends of lines if there are any.
fn list(text: &str) -> anyhow::Result<Vec<String>> {
    let text = match text.strip_prefix('@') {
        Some(file) => std::fs::read_to_string(file).with_context(|| file.to_owned())?,
        None => text.to_owned(),
    };
    let text = text.trim();
    let separator = if text.contains('\n') { '\n' } else { ',' };
    let entries = text.split(separator).map(|entry| entry.trim().to_owned());
    Ok(entries.filter(|entry| !entry.is_empty()).collect())
}

/// Reads the graph of what is outside of a module.
fn graph(file: &str) -> anyhow::Result<Vec<Node>> {
    #[derive(serde::Deserialize)]
    struct Read {
        name: String,
        #[serde(default)]
        reaches: Vec<String>,
        #[serde(default)]
        root: bool,
        export: Option<String>,
        import: Option<(String, String)>,
    }
    let text = std::fs::read_to_string(file).with_context(|| file.to_owned())?;
    let nodes: Vec<Read> =
        serde_json::from_str(&text).with_context(|| format!("{file}: not a graph"))?;
    let node =
        |Read { name, reaches, root, export, import }| Node { name, reaches, root, export, import };
    Ok(nodes.into_iter().map(node).collect())
}
