//! Reads a module into SSA form and writes it back, function by function, with no pass between.
//!
//! `cargo run --release -p invar-wasm --example roundtrip -- IN.wasm [OUT.wasm]`

use invar_ir::entities::SecondaryMap;
use invar_ir::{Body, Func};
use invar_wasm::{Code, WriteOptions};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let input = args.next().ok_or("usage: roundtrip IN.wasm [OUT.wasm]")?;
    let bytes: std::sync::Arc<[u8]> = std::fs::read(&input)?.into();
    let (module, lifter) = invar_wasm::read(bytes.clone())?;
    let mut codes: SecondaryMap<Func, Option<Code>> = SecondaryMap::new();
    let mut sizes = invar_wasm::BodySizes::new(&module);
    let mut kept = 0;
    let mut changes = Vec::new();
    // `FIRST..LAST`, to bisect a wrong result to one function.
    let only = std::env::var("ROUNDTRIP_ONLY").ok();
    let only = only.as_deref().and_then(|range| range.split_once(".."));
    let only = only.map(|(a, b)| a.parse::<u32>().unwrap_or(0)..b.parse().unwrap_or(u32::MAX));
    for (func, data) in &module.funcs {
        if !matches!(data.body, Body::Raw(_))
            || only.as_ref().is_some_and(|only| !only.contains(&func.as_u32()))
        {
            continue;
        }
        match lifter.lift(&module, func) {
            Ok(function) => {
                let code = invar_wasm::lower(&module, function, invar_wasm::Target::default())?;
                if let Body::Raw(range) = &data.body {
                    let after = sizes.of(func, Some(&code));
                    changes.push((after as i64 - range.len() as i64, range.len(), func));
                }
                codes[func] = Some(code);
            }
            Err(reason) => {
                eprintln!("{func}: {reason:?}");
                kept += 1;
            }
        }
    }
    let output = invar_wasm::write(&module, &codes, &WriteOptions::default());
    eprintln!("{input}: {} -> {} bytes, {kept} functions kept", bytes.len(), output.len());
    changes.sort();
    let total: usize = changes.iter().map(|change| change.1).sum();
    let growth: i64 = changes.iter().map(|change| change.0).sum();
    eprintln!("code: {total} bytes, ratio {:.4}", (total as i64 + growth) as f64 / total as f64);
    for (growth, size, func) in changes.iter().rev().take(12) {
        eprintln!("  {func}: {growth:+} of {size}");
    }
    if let Some(path) = args.next() {
        std::fs::write(path, &output)?;
    }
    invar_wasm::read(output.into())?;
    Ok(())
}
