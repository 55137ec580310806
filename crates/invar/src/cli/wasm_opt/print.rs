//! What wasm-opt prints about a module: function map, metrics, proposals, text.

use super::table::Print;
use anyhow::{Context, Result, anyhow, ensure};
use invar::unstable::inspect::inspect;
use std::collections::HashMap;
use std::fmt::Write;
use wasmparser::{ExternalKind, KnownCustom, Name, Parser, Payload, TypeRef};

/// The text that is asked for about a core module.
pub fn text(wasm: &[u8], what: Print) -> Result<String> {
    ensure!(!Parser::is_component(wasm), "nothing is printed about a component");
    match what {
        Print::Module => {
            let text = wasmprinter::print_bytes(wasm).map_err(|error| anyhow!("{error}"))?;
            Ok(format!("{}\n", text.trim_end()))
        }
        Print::FunctionMap => {
            let line = |(index, name): (usize, &String)| format!("{index}:{name}\n");
            Ok(functions(wasm)?.names.iter().enumerate().map(line).collect())
        }
        Print::Features => {
            let line = |name: &&str| format!("--enable-{name}\n");
            Ok(inspect(wasm)?.features.iter().map(line).collect())
        }
        Print::Metrics => metrics(wasm),
        Print::FuncMetrics => {
            let functions = functions(wasm)?;
            let mut text = String::new();
            for (index, (bytes, operators)) in functions.bodies {
                let name = &functions.names[index];
                write!(
                    text,
                    "func: {name}\n [bytes]        : {bytes}\n [total]        : {operators}\n"
                )?;
            }
            Ok(text)
        }
    }
}

/// Counts of entities, then of operators by class.
fn metrics(wasm: &[u8]) -> Result<String> {
    let stats = inspect(wasm)?;
    let mut text = "total\n".to_owned();
    for (name, count) in &stats.entities {
        writeln!(text, " {:14} : {count}", format!("[{name}]"))?;
    }
    writeln!(text, " {:14} : {}", "[total]", stats.operators)?;
    for (name, count) in &stats.classes {
        writeln!(text, " {name:14} : {count}")?;
    }
    Ok(text)
}

/// The functions of a module.
#[derive(Default)]
struct Functions {
    /// By index: the name in the name section, else that of an export or import, else the index.
    names: Vec<String>,
    /// Index, and bytes and operators of the body, of each defined function.
    bodies: Vec<(usize, (u64, usize))>,
}

fn functions(wasm: &[u8]) -> Result<Functions> {
    let mut functions = Functions::default();
    let mut exports = HashMap::new();
    let mut named = HashMap::new();
    for payload in Parser::new(0).parse_all(wasm) {
        match payload? {
            Payload::ImportSection(section) => {
                for import in section.into_imports() {
                    let import = import?;
                    if matches!(import.ty, TypeRef::Func(_) | TypeRef::FuncExact(_)) {
                        functions.names.push(import.name.to_owned());
                    }
                }
            }
            Payload::ExportSection(section) => {
                for export in section {
                    let export = export?;
                    if matches!(export.kind, ExternalKind::Func | ExternalKind::FuncExact) {
                        exports.entry(export.index).or_insert(export.name);
                    }
                }
            }
            Payload::CodeSectionEntry(body) => {
                let range = body.range();
                let operators = body.get_operators_reader()?.into_iter().count();
                functions
                    .bodies
                    .push((functions.names.len(), (range.end - range.start, operators)));
                functions.names.push(functions.names.len().to_string());
            }
            Payload::CustomSection(section) => {
                let KnownCustom::Name(parts) = section.as_known() else { continue };
                for part in parts.into_iter().filter_map(Result::ok) {
                    let Name::Function(map) = part else { continue };
                    named.extend(
                        map.into_iter().flatten().map(|naming| (naming.index, naming.name)),
                    );
                }
            }
            _ => {}
        }
    }
    let defined = functions.bodies.first().map_or(usize::MAX, |body| body.0);
    for (index, name) in functions.names.iter_mut().enumerate() {
        let index32 = u32::try_from(index).context("too many functions")?;
        let export = exports.get(&index32).filter(|_| index >= defined);
        if let Some(found) = named.get(&index32).or(export) {
            *name = (*found).to_owned();
        }
    }
    Ok(functions)
}

/// Whether a core module imports anything from a module of this name.
pub fn imports_from(wasm: &[u8], name: &str) -> Result<bool> {
    for payload in Parser::new(0).parse_all(wasm) {
        if let Payload::ImportSection(section) = payload? {
            for import in section.into_imports() {
                if import?.module == name {
                    return Ok(true);
                }
            }
        }
    }
    Ok(false)
}
