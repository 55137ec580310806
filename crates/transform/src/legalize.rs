//! Imports and exports without 64-bit integers, for a host that has none: each becomes two of 32 bits, the lower half
//! first. The upper half of a result is stored aside by functions of the host, or of the module.

use crate::Error;
use crate::module::{FuncBody, Module};
use rustc_hash::FxHashMap;
use wasm_encoder::Instruction;
use wasmparser::{ExternalKind, RefType, ValType};

/// How to legalize.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Legalize {
    /// Exports with other types are exported unchanged, too, as `orig$NAME`.
    pub export_originals: bool,
    /// The upper halves are stored by the exports `__set_temp_ret` and `__get_temp_ret`, not by imports.
    pub exported_helpers: bool,
    /// Exports and imports with other types that the host does not have are removed.
    pub prune: bool,
}

/// Parameters and results.
type Signature = (Vec<ValType>, Vec<ValType>);

/// Legalizes the imported and exported functions of a module.
pub fn run(module: &mut Module<'_>, how: Legalize) -> Result<(), Error> {
    let is_illegal = |(params, results): &Signature| {
        params.contains(&ValType::I64) || *results == [ValType::I64]
    };
    let signatures: Vec<_> =
        (0..module.funcs.len() as u32).map(|id| module.signature(id)).collect();
    for (id, signature) in signatures.iter().enumerate() {
        if module.funcs[id].import.is_some() && is_illegal(signature) {
            import_stub(module, id as u32, signature, how)?;
        }
    }
    let mut stubs: FxHashMap<u32, u32> = FxHashMap::default();
    for at in 0..module.exports.len() {
        let export = &module.exports[at];
        let (id, name) = (export.id, export.name.clone());
        if export.kind != ExternalKind::Func || !is_illegal(&signatures[id as usize]) {
            continue;
        }
        let stub = match stubs.get(&id) {
            Some(&stub) => stub,
            None => export_stub(module, id, &signatures[id as usize], how)?,
        };
        stubs.insert(id, stub);
        module.exports[at].id = stub;
        let is_imported = module.funcs[id as usize].import.is_some();
        if how.export_originals && !is_imported && !name.starts_with("dynCall_") {
            module.export_func(&format!("orig${name}"), id);
        }
    }
    if how.prune {
        prune(module);
    }
    Ok(())
}

/// A parameter list with two halves in place of each 64-bit integer.
fn halves(types: &[ValType]) -> Vec<ValType> {
    let of = |ty: &ValType| match ty {
        ValType::I64 => vec![ValType::I32; 2],
        other => vec![*other],
    };
    types.iter().flat_map(of).collect()
}

/// The operators that join the halves on top of the stack; they need the upper one in a local.
fn join(
    code: &mut Vec<Instruction<'static>>,
    upper: impl IntoIterator<Item = Instruction<'static>>,
) {
    code.push(Instruction::I64ExtendI32U);
    code.extend(upper);
    code.extend([
        Instruction::I64ExtendI32U,
        Instruction::I64Const(32),
        Instruction::I64Shl,
        Instruction::I64Or,
    ]);
}

/// The operators for the upper half of a local.
fn upper(local: u32) -> [Instruction<'static>; 4] {
    [
        Instruction::LocalGet(local),
        Instruction::I64Const(32),
        Instruction::I64ShrU,
        Instruction::I32WrapI64,
    ]
}

/// Adds the function that the host calls in place of another one.
fn export_stub(
    module: &mut Module<'_>,
    func: u32,
    (params, results): &Signature,
    how: Legalize,
) -> Result<u32, Error> {
    let (mut code, mut local) = (Vec::new(), 0);
    for ty in params {
        code.push(Instruction::LocalGet(local));
        local += 1;
        if *ty == ValType::I64 {
            join(&mut code, [Instruction::LocalGet(local)]);
            local += 1;
        }
    }
    // An import has legal types already.
    code.push(Instruction::Call(module.replaced.get(&func).copied().unwrap_or(func)));
    let (mut locals, mut legal) = (Vec::new(), results.clone());
    if *results == [ValType::I64] {
        let setter = helper(module, how, "__set_temp_ret", "setTempRet0", (&[ValType::I32], &[]))?;
        code.push(Instruction::LocalSet(local));
        code.extend(upper(local));
        code.extend([
            Instruction::Call(setter),
            Instruction::LocalGet(local),
            Instruction::I32WrapI64,
        ]);
        (locals, legal) = (vec![ValType::I64], vec![ValType::I32]);
    }
    let name = format!("legalstub${func}");
    Ok(module.add_func(&name, (&halves(params), &legal), &locals, code))
}

/// Gives an import legal types, and adds the function that the module calls in its place.
fn import_stub(
    module: &mut Module<'_>,
    func: u32,
    (params, results): &Signature,
    how: Legalize,
) -> Result<(), Error> {
    let mut code = Vec::new();
    for (local, ty) in params.iter().enumerate() {
        let local = local as u32;
        code.push(Instruction::LocalGet(local));
        if *ty == ValType::I64 {
            code.push(Instruction::I32WrapI64);
            code.extend(upper(local));
        }
    }
    code.push(Instruction::Call(func));
    let mut legal = results.clone();
    if *results == [ValType::I64] {
        let getter = helper(module, how, "__get_temp_ret", "getTempRet0", (&[], &[ValType::I32]))?;
        join(&mut code, [Instruction::Call(getter)]);
        legal = vec![ValType::I32];
    }
    let stub = module.add_func(&format!("legalfunc${func}"), (params, results), &[], code);
    module.funcs[func as usize].ty = module.type_of(&halves(params), &legal);
    module.replaced.insert(func, stub);
    Ok(())
}

/// The function that stores or gives an upper half.
fn helper(
    module: &mut Module<'_>,
    how: Legalize,
    export: &str,
    import: &str,
    (params, results): (&[ValType], &[ValType]),
) -> Result<u32, Error> {
    if !how.exported_helpers {
        return Ok(module.import_func("env", import, params, results));
    }
    let found = module.exported_func(export);
    found.ok_or_else(|| Error::new(format!("there is no exported function `{export}`")))
}

/// Adds exports `dynCall_TYPES` that call functions in the first table: of each type that one in its first segment has,
/// and of those of imports `invoke_...`.
pub fn dynamic_calls(module: &mut Module<'_>, wide_only: bool) -> Result<(), Error> {
    let Some(address) = module.table_address()? else { return Ok(()) };
    let mut signatures: Vec<_> =
        module.first_elements()?.into_iter().map(|func| module.signature(func)).collect();
    for (id, func) in module.funcs.iter().enumerate() {
        let is_invoke = |it: &&(String, String)| it.0 == "env" && it.1.starts_with("invoke_");
        if func.import.as_ref().filter(is_invoke).is_some() {
            let (params, results) = module.signature(id as u32);
            signatures.push((params.into_iter().skip(1).collect(), results));
        }
    }
    for (params, results) in signatures {
        let is_wide = params.iter().chain(&results).any(|ty| *ty == ValType::I64);
        let letters = results.first().map_or(Some('v'), letter);
        let letters: Option<String> =
            std::iter::once(letters).chain(params.iter().map(letter)).collect();
        let Some(letters) = letters.filter(|_| results.len() < 2 && (is_wide || !wide_only)) else {
            continue;
        };
        let name = format!("dynCall_{letters}");
        if module.exports.iter().any(|export| export.name == name) {
            continue;
        }
        let mut code: Vec<_> = (1..=params.len() as u32).map(Instruction::LocalGet).collect();
        let type_index = module.type_of(&params, &results);
        code.push(Instruction::LocalGet(0));
        code.push(Instruction::CallIndirect { type_index, table_index: 0 });
        let params = [vec![address], params].concat();
        let func = module.add_func(&name, (&params, &results), &[], code);
        module.export_func(&name, func);
    }
    Ok(())
}

/// The letter of a type in names of such exports.
fn letter(ty: &ValType) -> Option<char> {
    Some(match ty {
        ValType::I32 => 'i',
        ValType::I64 => 'j',
        ValType::F32 => 'f',
        ValType::F64 => 'd',
        ValType::V128 => 'V',
        ValType::Ref(_) => return None,
    })
}

/// Removes exports with types that a host without vectors, several results and exceptions does not have, and gives
/// such imports code: zeros.
fn prune(module: &mut Module<'_>) {
    let is_illegal = |ty: &ValType| match ty {
        ValType::V128 => true,
        ValType::Ref(ty) => *ty == RefType::EXNREF,
        _ => false,
    };
    let signatures: Vec<_> =
        (0..module.funcs.len() as u32).map(|id| module.signature(id)).collect();
    let is_illegal_func = |id: usize| {
        let (params, results) = &signatures[id];
        results.len() > 1 || params.iter().chain(results).any(is_illegal)
    };
    for (id, func) in module.funcs.iter_mut().enumerate() {
        if func.import.is_some() && is_illegal_func(id) {
            let zeros: Option<Vec<_>> = signatures[id].1.iter().map(zero).collect();
            func.import = None;
            func.body = FuncBody::New(Vec::new(), zeros.unwrap_or(vec![Instruction::Unreachable]));
        }
    }
    let globals = &module.globals;
    module.exports.retain(|export| match export.kind {
        ExternalKind::Func => !is_illegal_func(export.id as usize),
        ExternalKind::Global => !is_illegal(&globals[export.id as usize].ty.content_type),
        _ => true,
    });
}

fn zero(ty: &ValType) -> Option<Instruction<'static>> {
    Some(match ty {
        ValType::I32 => Instruction::I32Const(0),
        ValType::I64 => Instruction::I64Const(0),
        ValType::F32 => Instruction::F32Const(0.0.into()),
        ValType::F64 => Instruction::F64Const(0.0.into()),
        ValType::V128 => Instruction::V128Const(0),
        ValType::Ref(_) => return None,
    })
}
