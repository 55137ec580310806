//! Validates an output, function by function, to find out which are invalid.

use rayon::prelude::*;
use std::ops::Range;
use wasmparser::{
    FuncValidatorAllocations, Parser, Payload, ValidPayload, Validator, WasmFeatures,
};

/// What is wrong with an output.
#[derive(Debug)]
pub(crate) struct Invalid {
    /// Functions that do not validate, by their position among the defined ones, with the reason.
    /// Empty if the fault is elsewhere.
    pub functions: Vec<(usize, wasmparser::Error)>,
    /// The fault outside of functions.
    pub module: Option<wasmparser::Error>,
}

/// Where the code of a module is.
pub(crate) struct Code {
    /// The body of each defined function.
    pub bodies: Vec<Range<usize>>,
    /// The size of the section.
    pub bytes: u64,
}

/// Validates a module with exactly these proposals, and finds where its bodies are. Functions are
/// checked in parallel.
pub(crate) fn validate(wasm: &[u8], features: WasmFeatures) -> Result<Code, Invalid> {
    let fault = |error| Invalid { functions: Vec::new(), module: Some(error) };
    let mut validator = Validator::new_with_features(features);
    let mut bodies = Vec::new();
    let mut code = Code { bodies: Vec::new(), bytes: 0 };
    for payload in Parser::new(0).parse_all(wasm) {
        let payload = payload.map_err(fault)?;
        if let Payload::CodeSectionStart { .. } = payload
            && let Some((_, range)) = payload.as_section()
        {
            code.bytes = range.end - range.start;
        }
        if let ValidPayload::Func(to_validate, body) = validator.payload(&payload).map_err(fault)? {
            let range = body.range();
            code.bodies.push(range.start as usize..range.end as usize);
            bodies.push((to_validate, body));
        }
    }
    let functions: Vec<_> = bodies
        .into_par_iter()
        .enumerate()
        .with_max_len(64)
        .map_init(FuncValidatorAllocations::default, |allocations, (place, (to_validate, body))| {
            let mut validator = to_validate.into_validator(std::mem::take(allocations));
            let result = validator.validate(&body);
            *allocations = validator.into_allocations();
            result.err().map(|error| (place, error))
        })
        .flatten()
        .collect();
    if functions.is_empty() { Ok(code) } else { Err(Invalid { functions, module: None }) }
}
