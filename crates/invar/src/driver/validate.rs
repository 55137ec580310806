//! Validates an output, function by function, to find out which are invalid, and which engines would refuse.

use invar_ir::limits::LimitCounts;
use invar_wasm::limits::{self, Counter};
use rayon::prelude::*;
use std::ops::Range;
use wasmparser::{FuncValidatorAllocations, Parser, Payload, Validator, WasmFeatures};

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
    /// What is limited outside of bodies.
    pub counts: LimitCounts,
    /// Functions that are over a limit of engines, by their position among the defined ones.
    pub over: Vec<(usize, LimitCounts)>,
}

/// Validates a module with exactly these proposals, and finds where its bodies are. Functions are
/// checked in parallel.
pub(crate) fn validate(wasm: &[u8], features: WasmFeatures) -> Result<Code, Invalid> {
    let fault = |error| Invalid { functions: Vec::new(), module: Some(error) };
    let mut validator = Validator::new_with_features(features);
    let mut bodies = Vec::new();
    let counts = LimitCounts::default();
    let mut code = Code { bodies: Vec::new(), bytes: 0, counts, over: Vec::new() };
    let mut counter = Counter::default();
    for payload in Parser::new(0).parse_all(wasm) {
        let payload = payload.map_err(fault)?;
        if let Payload::CodeSectionStart { .. } = payload
            && let Some((_, range)) = payload.as_section()
        {
            code.bytes = range.end - range.start;
        }
        counter.payload(&payload);
        if let Payload::CodeSectionEntry(body) = payload {
            let to_validate = limits::begin_body(&mut validator, &body).map_err(fault)?;
            let range = body.range();
            code.bodies.push(range.start as usize..range.end as usize);
            bodies.push((to_validate, body, counter.next_params()));
        } else {
            validator.payload(&payload).map_err(fault)?;
        }
    }
    code.counts = counter.counts;
    let checked: Vec<_> = bodies
        .into_par_iter()
        .with_max_len(64)
        .map_init(FuncValidatorAllocations::default, |allocations, (to_validate, body, params)| {
            let mut validator = to_validate.into_validator(std::mem::take(allocations));
            let result = limits::validate_body(&mut validator, &body);
            *allocations = validator.into_allocations();
            let counts = limits::of_body(&body, params);
            let is_over = counts.over().next().is_some();
            (result.err(), is_over.then_some(counts))
        })
        .collect();
    let mut functions = Vec::new();
    for (place, (error, over)) in checked.into_iter().enumerate() {
        functions.extend(error.map(|error| (place, error)));
        code.over.extend(over.map(|counts| (place, counts)));
    }
    if functions.is_empty() { Ok(code) } else { Err(Invalid { functions, module: None }) }
}
