//! Validates an output, function by function, so that a broken one can be told from the rest.

use rayon::prelude::*;
use std::ops::Range;
use wasmparser::{FuncValidatorAllocations, Parser, ValidPayload, Validator, WasmFeatures};

/// What is wrong with an output.
#[derive(Debug)]
pub(crate) struct Invalid {
    /// Functions that do not validate, by their place among the defined ones, with the reason.
    /// Empty if the fault is elsewhere.
    pub functions: Vec<(usize, wasmparser::Error)>,
    /// The fault outside of functions.
    pub module: Option<wasmparser::Error>,
}

/// Validates a module with exactly these proposals, and finds where its bodies are. Functions are
/// checked in parallel.
pub(crate) fn validate(wasm: &[u8], features: WasmFeatures) -> Result<Vec<Range<usize>>, Invalid> {
    let fault = |error| Invalid { functions: Vec::new(), module: Some(error) };
    let mut validator = Validator::new_with_features(features);
    let mut bodies = Vec::new();
    let mut ranges = Vec::new();
    for payload in Parser::new(0).parse_all(wasm) {
        let payload = payload.map_err(fault)?;
        if let ValidPayload::Func(to_validate, body) = validator.payload(&payload).map_err(fault)? {
            let range = body.range();
            ranges.push(range.start as usize..range.end as usize);
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
    if functions.is_empty() { Ok(ranges) } else { Err(Invalid { functions, module: None }) }
}
