//! Validates a module that was not read from WebAssembly: what the verifier of the IR leaves to the
//! validator, such as limits, mutability, and bodies in bytes.
//!
//! The module is written as it is, except for raw bodies, which are validated in place: an invalid body could not
//! be re-encoded. Near-linear.

use crate::read::raw_body;
use crate::write::{Code, Target, WriteOptions, lower, write};
use invar_ir::entities::SecondaryMap;
use invar_ir::{Body, Func, Module};
use wasmparser::{FuncValidatorAllocations, Parser, ValidPayload, Validator, WasmFeatures};

/// A validation error, and the function that it is in, if any.
pub struct Invalid {
    /// The function.
    pub func: Option<Func>,
    /// The reason.
    pub error: wasmparser::Error,
}

/// Validates a module which the verifier of the IR accepts.
pub fn validate(module: &Module) -> Result<(), Invalid> {
    let defined = module.funcs.iter().filter(|(_, data)| data.import.is_none());
    let defined: Vec<Func> = defined.map(|(func, _)| func).collect();
    let mut codes: SecondaryMap<Func, Option<Code>> = SecondaryMap::new();
    for &func in &defined {
        let params = module.func_signature(func).0.len() as u32;
        let lowered = match &module.funcs[func].body {
            // A function that the writer refuses is not invalid.
            Body::Ssa(function) => lower(module, (**function).clone(), Target::default()).ok(),
            _ => None,
        };
        let code = lowered.unwrap_or_else(|| Code::trap(params, !module.datas.is_empty()));
        codes[func] = Some(code);
    }
    let wasm = write(module, &codes, &WriteOptions::default());
    let around = |error| Invalid { func: None, error };
    let mut validator = Validator::new_with_features(WasmFeatures::all());
    let mut funcs = defined.into_iter();
    let mut allocations = FuncValidatorAllocations::default();
    for payload in Parser::new(0).parse_all(&wasm) {
        let payload = payload.map_err(around)?;
        let valid = validator.payload(&payload).map_err(around)?;
        if let ValidPayload::Func(to_validate, written) = valid
            && let Some(func) = funcs.next()
        {
            let body = match &module.funcs[func].body {
                Body::Raw(range) => raw_body(module, range),
                _ => written,
            };
            let mut validator = to_validate.into_validator(allocations);
            let result = validator.validate(&body);
            result.map_err(|error| Invalid { func: Some(func), error })?;
            allocations = validator.into_allocations();
        }
    }
    Ok(())
}
