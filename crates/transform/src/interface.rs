//! Changes of exports, imported functions and globals.

use crate::Error;
use crate::module::{Export, FuncBody, Init, Module};
use wasm_encoder::Instruction;
use wasmparser::{ExternalKind, ValType};

/// Removes the exports whose names match one of these patterns, in which `*` stands for any text.
pub fn remove_exports(module: &mut Module<'_>, patterns: &str) {
    let patterns: Vec<&str> = patterns.split([',', '\n']).map(str::trim).collect();
    module.exports.retain(|export| !patterns.iter().any(|pattern| matches(pattern, &export.name)));
}

/// Whether a name matches a pattern.
fn matches(pattern: &str, name: &str) -> bool {
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = name.strip_prefix(first) else { return false };
    let Some(last) = parts.next_back() else { return rest.is_empty() };
    for part in parts {
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    rest.ends_with(last)
}

/// Leaves one function, exported under its name, and makes the others imports from `env`. What it does not need is not
/// removed.
pub fn extract_function(module: &mut Module<'_>, which: &str, by_index: bool) -> Result<(), Error> {
    let names = module.func_names()?;
    let found = match which.parse::<usize>() {
        Ok(index) if by_index => Some(index).filter(|&index| index < module.funcs.len()),
        _ => names.iter().position(|name| name == which),
    };
    let found = found.ok_or_else(|| Error::new(format!("there is no function `{which}`")))?;
    for (id, (func, name)) in module.funcs.iter_mut().zip(&names).enumerate() {
        if id != found && func.import.is_none() {
            func.import = Some(("env".to_owned(), name.clone()));
            func.body = FuncBody::Import;
        }
    }
    module.start = None;
    let (name, id) = (names[found].clone(), found as u32);
    module.exports = vec![Export { name, kind: ExternalKind::Func, id }];
    Ok(())
}

/// Gives globals values: `name=value,...`. An import is one no more.
pub fn set_globals(module: &mut Module<'_>, values: &str) -> Result<(), Error> {
    let names = module.global_names()?;
    for pair in values.split(',').filter(|pair| !pair.is_empty()) {
        let (name, value) = pair
            .split_once('=')
            .ok_or_else(|| Error::new(format!("`{pair}` is no `NAME=VALUE`")))?;
        let found = names.iter().position(|it| it == name);
        let found = found.ok_or_else(|| Error::new(format!("there is no global `{name}`")))?;
        let global = &mut module.globals[found];
        let value: i64 =
            value.parse().map_err(|_| Error::new(format!("`{value}` is no number")))?;
        let value = match global.ty.content_type {
            ValType::I32 => Instruction::I32Const(value as i32),
            ValType::I64 => Instruction::I64Const(value),
            _ => return Err(Error::new(format!("the global `{name}` is no integer"))),
        };
        (global.import, global.init) = (None, Init::New(value));
    }
    Ok(())
}

/// Takes the data segments out of a module, and returns what memory holds from an address on.
pub fn separate_data(module: &mut Module<'_>, base: u64) -> Result<Vec<u8>, Error> {
    use wasmparser::{DataKind, Operator};
    let mut bytes = Vec::new();
    for segment in module.data.take().into_iter().flatten() {
        let segment = segment?;
        let DataKind::Active { offset_expr, .. } = &segment.kind else {
            return Err(Error::new("a passive data segment cannot be separated"));
        };
        let at = match offset_expr.get_operators_reader().read()? {
            Operator::I32Const { value } => u64::from(value as u32),
            Operator::I64Const { value } => value as u64,
            _ => {
                return Err(Error::new(
                    "a data segment whose place is no constant cannot be separated",
                ));
            }
        };
        let at = at.checked_sub(base).filter(|&at| at as usize >= bytes.len());
        let at = at.ok_or_else(|| Error::new("data segments are not in order behind the base"))?;
        bytes.resize(at as usize, 0);
        bytes.extend_from_slice(segment.data);
    }
    module.data_count = None;
    // They say where in the data text for the host is, which is not in the module any more.
    const GONE: [&str; 4] = ["__start_em_asm", "__stop_em_asm", "__start_em_js", "__stop_em_js"];
    module.exports.retain(|export| !GONE.contains(&export.name.as_str()));
    Ok(bytes)
}
