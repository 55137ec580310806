//! How well functions of two modules are matched without their names.
//!
//! ```text
//! cargo run --release -p invar-inspect --example match-rate -- BEFORE.wasm AFTER.wasm [--list]
//! ```
//!
//! Both modules need a name section. Functions with the same name are the same; the functions are matched again without
//! the name sections, and compared with that. *Precision* is the share of matches that are right, *recall*
//! the share of the functions with a name in both modules that are matched right. `--list` lists the others.

use invar_inspect::ModuleItems;
use invar_inspect::matching::{MatchedBy, Matching};
use std::collections::{BTreeMap, HashMap};
use std::error::Error;
use wasmparser::{Parser, Payload};

fn main() -> Result<(), Box<dyn Error>> {
    let mut paths: Vec<String> = std::env::args().skip(1).collect();
    let list = paths.pop_if(|last| last == "--list").is_some();
    let [before, after] = &paths[..] else { return Err("BEFORE.wasm AFTER.wasm".into()) };
    let (before, after) = (std::fs::read(before)?, std::fs::read(after)?);
    let names = [names(&before)?, names(&after)?];
    let stripped = [without_names(&before)?, without_names(&after)?];
    let modules = [ModuleItems::read(&stripped[0])?, ModuleItems::read(&stripped[1])?];
    let start = std::time::Instant::now();
    let matching = Matching::of((&modules[0], &stripped[0]), (&modules[1], &stripped[1]));
    let time = start.elapsed();

    let after: HashMap<&String, u32> =
        names[1].iter().map(|(index, name)| (name, *index)).collect();
    let mut by: BTreeMap<MatchedBy, (u32, u32)> = BTreeMap::new();
    let (mut both, mut matches, mut right) = (0, 0, 0);
    for (index, _) in modules[0].defined() {
        let truth = names[0].get(&index).and_then(|name| after.get(name));
        both += u32::from(truth.is_some());
        let found = matching.after[index as usize];
        if list && found.map(|found| found.0) != truth.copied() {
            let name = |index: u32| names[1].get(&index).map_or("-", String::as_str);
            let is = found.map_or_else(String::new, |(index, how)| {
                let bytes = modules[1].functions[index as usize].bytes();
                format!("{} ({bytes} bytes), by {how:?}", name(index))
            });
            let (bytes, truth) = (modules[0].functions[index as usize].bytes(), truth.is_some());
            let known = if truth { "" } else { "(not there) " };
            println!(
                "{} ({bytes} bytes) {known}-> {is}",
                names[0].get(&index).map_or("-", String::as_str)
            );
        }
        let Some((found, how)) = found else { continue };
        matches += 1;
        let is_right = truth == Some(&found);
        right += u32::from(is_right);
        let of = by.entry(how).or_default();
        *of = (of.0 + 1, of.1 + u32::from(is_right));
    }
    let share = |part: u32, whole: u32| 100.0 * f64::from(part) / f64::from(whole.max(1));
    let count = |module: &ModuleItems| module.defined().count();
    println!("functions {} -> {}, {both} in both", count(&modules[0]), count(&modules[1]));
    println!("precision {:.2}% ({right} of {matches})", share(right, matches));
    println!("recall {:.2}% ({right} of {both})", share(right, both));
    for (how, (matches, right)) in by {
        println!("  {how:?}: {right} right of {matches}");
    }
    println!("{:.0} ms", time.as_secs_f64() * 1000.0);
    Ok(())
}

/// The names of functions in the name section.
fn names(wasm: &[u8]) -> Result<HashMap<u32, String>, Box<dyn Error>> {
    let module = ModuleItems::read(wasm)?;
    let named = (0..).zip(&module.functions);
    Ok(named.filter_map(|(n, function)| Some((n, function.name.clone()?.raw))).collect())
}

/// The module without its name section.
fn without_names(wasm: &[u8]) -> Result<Vec<u8>, Box<dyn Error>> {
    let mut output = Vec::new();
    let mut start = 0;
    for payload in Parser::new(0).parse_all(wasm) {
        let payload = payload?;
        let end = match (&payload, payload.as_section()) {
            (Payload::Version { range, .. }, _) => range.end,
            (_, Some((_, range))) => range.end,
            _ => continue,
        } as usize;
        if !matches!(&payload, Payload::CustomSection(section) if section.name() == "name") {
            output.extend_from_slice(&wasm[start..end]);
        }
        start = end;
    }
    Ok(output)
}
