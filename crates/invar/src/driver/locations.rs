//! Where the code of an output came from, for modules that are written, copied, or get other types.

use invar_interprocedural::Merged;
use invar_ir::{Body, CodeLocations, Func, FunctionLocations, Locations, Module};
use rustc_hash::FxHashMap;
use std::ops::Range;
use wasmparser::{Parser, Payload, TypeRef};

/// The locations of functions that were written one after the other, the first one with this number.
pub fn of_bodies(
    module: &Module,
    merged: &Merged,
    bodies: &[(Func, Range<usize>)],
    code: Vec<CodeLocations>,
    first: u32,
) -> Locations {
    let functions = (first..).zip(bodies).zip(code).map(|((number, (func, output)), code)| {
        let input = match &module.funcs[*func].body {
            Body::Raw(range) => Some(narrow(range)),
            _ => None,
        };
        FunctionLocations { func: Some(*func), number, input, output: narrow(output), code }
    });
    let functions: Vec<FunctionLocations> = functions.collect();
    let mut equal: FxHashMap<Func, Vec<Func>> = FxHashMap::default();
    for func in module.funcs.keys().filter(|&func| merged.is_merged(func)) {
        equal.entry(merged.resolve(func)).or_default().push(func);
    }
    Locations { functions, merged: equal, private_frames: false }
}

/// The locations of a module whose bodies are those of another one, in other places.
pub fn unchanged(input: &[u8], output: &[u8]) -> Locations {
    let (first, before) = bodies(input);
    let (_, after) = bodies(output);
    let functions =
        (first..).zip(before.into_iter().zip(after)).map(|(number, (input, output))| {
            let (func, code) = (Some(Func::from_u32(number)), CodeLocations::Copied);
            FunctionLocations { func, number, input: Some(input), output, code }
        });
    Locations { functions: functions.collect(), ..Locations::default() }
}

/// The locations of a module that got other types. `after` is that module as it was read.
pub fn of_retyped(before: &Module, after: &Module, code: Vec<CodeLocations>) -> Locations {
    let defined = before.funcs.iter().zip(after.funcs.values());
    let ranges = defined.filter_map(|((func, before), after)| match (&before.body, &after.body) {
        (Body::Raw(before), Body::Raw(after)) => Some((func, narrow(before), narrow(after))),
        _ => None,
    });
    let functions = ranges.zip(code).map(|((func, input, output), code)| FunctionLocations {
        func: Some(func),
        number: func.as_u32(),
        input: Some(input),
        output,
        code,
    });
    Locations { functions: functions.collect(), ..Locations::default() }
}

fn narrow(range: &Range<usize>) -> Range<u32> {
    let narrow = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
    narrow(range.start)..narrow(range.end)
}

/// The number of the first function with a body, and where bodies are.
fn bodies(wasm: &[u8]) -> (u32, Vec<Range<u32>>) {
    let (mut imported, mut bodies) = (0, Vec::new());
    for payload in Parser::new(0).parse_all(wasm) {
        match payload {
            Ok(Payload::ImportSection(section)) => {
                let imports = section.into_imports().filter_map(Result::ok);
                let is_func = |ty: &TypeRef| matches!(ty, TypeRef::Func(_) | TypeRef::FuncExact(_));
                imported += imports.filter(|import| is_func(&import.ty)).count() as u32;
            }
            Ok(Payload::CodeSectionEntry(body)) => {
                let range = body.range();
                bodies.push(narrow(&(range.start as usize..range.end as usize)));
            }
            Ok(_) => {}
            Err(_) => break,
        }
    }
    (imported, bodies)
}
