//! Reads a WebAssembly module.
//!
//! Everything is validated while it is read; function bodies stay bytes until [`Lifter::lift`]
//! brings one into SSA form, so that a large module is never in memory as IR all at once.

mod input;
mod lift;
mod locals;
mod many_locals;
mod many_segments;
mod sections;

pub use input::{InputBytes, InputSection};
pub use lift::NotLifted;
pub(crate) use many_locals::declared_locals;
pub use many_locals::validate as validate_body;

use crate::limits;
use invar_ir::entities::EntityRef;
use invar_ir::{Body, Func, Function, Module};
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::fmt;
use std::sync::Arc;
use wasmparser::types::CoreTypeId;
use wasmparser::{
    BinaryReader, CompositeInnerType, Encoding, FuncToValidate, FuncValidatorAllocations,
    FunctionBody, Operator, Parser, Payload, SubType, ValidPayload, Validator, ValidatorResources,
    WasmFeatures,
};

/// The proposals that the reader accepts: wasmparser's default ones, and the exception handling
/// that compilers wrote before its standard.
pub fn accepted_features() -> WasmFeatures {
    WasmFeatures::default() | WasmFeatures::LEGACY_EXCEPTIONS
}

/// The features of most modules: compilers write the older form of exception handling less and less.
fn standard_features() -> WasmFeatures {
    accepted_features() - WasmFeatures::LEGACY_EXCEPTIONS
}

/// The features with stack switching, only for modules that use it, as it changes which tags are valid.
fn with_stack_switching() -> WasmFeatures {
    accepted_features() | WasmFeatures::STACK_SWITCHING
}

/// Why a module cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadError {
    /// Byte offset in the input.
    pub offset: u64,
    /// What is wrong there, as a sentence fragment.
    pub message: String,
}

impl ReadError {
    pub(crate) fn new(offset: u64, message: impl Into<String>) -> Self {
        ReadError { offset, message: message.into() }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "offset 0x{:x}: {}", self.offset, self.message)
    }
}

impl std::error::Error for ReadError {}

impl From<wasmparser::Error> for ReadError {
    fn from(error: wasmparser::Error) -> Self {
        // The reader accepts all proposals that it can read: what the parser calls not enabled is not supported.
        let name = |feature: WasmFeatures| {
            let (name, _) = feature.iter_names().next()?;
            Some(name.to_lowercase().replace('_', "-"))
        };
        match error.missing_wasm_feature().and_then(name) {
            Some(name) => ReadError::new(error.offset(), unsupported(&name)),
            None => ReadError::new(error.offset(), error.message()),
        }
    }
}

fn unsupported(proposal: &str) -> String {
    format!("the module uses the proposal `{proposal}`, which is not supported")
}

/// An error about a proposal that the parser does not know, as one about that proposal.
fn with_unknown_proposal(error: ReadError, bytes: &[u8]) -> ReadError {
    const STRINGREF: u8 = 0x67;
    let at = usize::try_from(error.offset).ok().and_then(|at| bytes.get(at));
    let is_type = at == Some(&STRINGREF) && error.message.starts_with("invalid");
    // Its operators are 0x80 to 0xb7 behind the prefix of those on objects.
    let operator = error.message.strip_prefix("unknown 0xfb subopcode: 0x");
    let operator = operator.and_then(|code| u8::from_str_radix(code, 16).ok());
    if is_type || matches!(operator, Some(0x80..=0xb7)) {
        return ReadError::new(error.offset, unsupported("stringref"));
    }
    error
}

/// Brings bodies of one module into SSA form, and knows what it was read from. Shared freely between threads.
#[derive(Default)]
pub struct Lifter {
    input: InputBytes,
    features: WasmFeatures,
    /// Absent in a module without code.
    resources: Option<ValidatorResources>,
    type_of_id: FxHashMap<CoreTypeId, u32>,
    canonical: Vec<u32>,
}

thread_local! {
    /// The validator's buffers, kept from function to function.
    static ALLOCATIONS: RefCell<FuncValidatorAllocations> = RefCell::default();
}

impl Lifter {
    /// What is known of the bytes that the module was read from.
    pub fn input(&self) -> &InputBytes {
        &self.input
    }

    /// Brings the body of a function, which must be [`Body::Raw`], into SSA form.
    ///
    /// Near-linear in the size of the body. A body that uses stack switching is refused: the writer keeps it as it was.
    pub fn lift(&self, module: &Module, func: Func) -> Result<Function, NotLifted> {
        let data = &module.funcs[func];
        let Body::Raw(range) = &data.body else {
            panic!("{func} has no body as it was read");
        };
        let to_validate = FuncToValidate {
            resources: self.resources.clone().expect("a module with bodies has code"),
            index: func.as_u32(),
            ty: data.ty.as_u32(),
            features: self.features,
        };
        let shared = lift::Shared {
            type_of_id: &self.type_of_id,
            canonical: &self.canonical,
            hints: module.branch_hints.get(&func).map_or(&[], |hints| hints),
        };
        let body = raw_body(module, range);
        ALLOCATIONS.with_borrow_mut(|allocations| {
            let taken = std::mem::take(allocations);
            let (result, taken) = lift::lift(&shared, to_validate, taken, &body);
            *allocations = taken;
            result
        })
    }
}

/// A body that is walked beside the validator, for the types of operands.
pub(crate) struct Walk<'a> {
    shared: lift::Shared<'a>,
    validator: wasmparser::FuncValidator<ValidatorResources>,
}

impl Lifter {
    /// The proposals that the module was read with.
    pub fn features(&self) -> WasmFeatures {
        self.features
    }

    /// Starts a walk over the body of a function. `None` if its locals cannot be read.
    pub(crate) fn walk(&self, module: &Module, func: Func) -> Option<Walk<'_>> {
        let data = &module.funcs[func];
        let Body::Raw(range) = &data.body else { return None };
        let to_validate = FuncToValidate {
            resources: self.resources.clone()?,
            index: func.as_u32(),
            ty: data.ty.as_u32(),
            features: self.features,
        };
        let mut validator = to_validate.into_validator(FuncValidatorAllocations::default());
        let mut locals = raw_body(module, range).get_binary_reader();
        validator.read_locals(&mut locals).ok()?;
        let shared =
            lift::Shared { type_of_id: &self.type_of_id, canonical: &self.canonical, hints: &[] };
        Some(Walk { shared, validator })
    }
}

impl Walk<'_> {
    /// The type of an operand on the stack, counted from the top. `None` if there is none, or any.
    pub fn operand(&self, depth: usize) -> Option<invar_ir::ValType> {
        self.validator.get_operand_type(depth).flatten().map(|ty| self.shared.ty(ty))
    }

    /// How many constructs are open around the next operator, the body among them.
    pub fn depth(&self) -> u32 {
        self.validator.control_stack_height()
    }

    /// Goes over an operator.
    pub fn step(&mut self, offset: u64, operator: &wasmparser::Operator<'_>) -> Option<()> {
        self.validator.op(offset, operator).ok()
    }
}

/// A reader of a raw body, whose offsets are those of the file.
pub fn raw_body<'a>(module: &'a Module, range: &std::ops::Range<usize>) -> FunctionBody<'a> {
    FunctionBody::new(BinaryReader::new_features(
        &module.bytes[range.clone()],
        range.start as u64,
        with_stack_switching(),
    ))
}

/// Reads and validates a module. Linear in its size.
///
/// Errors name the byte offset. Relocatable objects are refused: their sections refer to code by
/// offset, and a linker runs after them. A proposal that is not supported is named.
///
/// Function bodies may be of any size, and have any number of locals: where there are more than engines
/// accept, they are renumbered first (module `many_locals`). Data segments are joined if there are too many
/// (`many_segments`).
pub fn read(bytes: Arc<[u8]>) -> Result<(Module, Lifter), ReadError> {
    let renumbered = many_locals::renumber(&bytes);
    let has_other_locals = renumbered.is_some();
    let bytes = renumbered.map_or(bytes, Arc::from);
    let joined = many_segments::join(&bytes)?;
    let has_other_datas = joined.is_some();
    let (mut module, lifter) = read_within_limits(joined.map_or(bytes, Arc::from))?;
    if has_other_datas {
        module.names.datas.clear();
    }
    if has_other_locals {
        module.names.unread_locals = false;
    }
    Ok((module, lifter))
}

/// Reads a module that was validated, as the output of a run is, with the proposals of an earlier [`read`]
/// ([`Lifter::features`]): its bodies are not validated again. Linear in its size.
pub fn read_validated(
    bytes: Arc<[u8]>,
    features: WasmFeatures,
) -> Result<(Module, Lifter), ReadError> {
    let (mut module, lifter) = read_with(bytes, features, Bodies::Trusted)?;
    if features == accepted_features() {
        module.legacy_exceptions = !uses_try_table(&module);
    }
    Ok((module, lifter))
}

/// Reads a module that has no more locals and segments than wasmparser accepts, as far as that can be.
fn read_within_limits(bytes: Arc<[u8]>) -> Result<(Module, Lifter), ReadError> {
    let input = &bytes.clone();
    if let Ok(read) = read_with(bytes.clone(), standard_features(), Bodies::Validated) {
        return Ok(read);
    }
    match read_with(bytes.clone(), accepted_features(), Bodies::Validated) {
        Ok((mut module, lifter)) => {
            module.legacy_exceptions = !uses_try_table(&module);
            Ok((module, lifter))
        }
        Err(error) => match read_with(bytes, with_stack_switching(), Bodies::Validated) {
            // A reference to any continuation needs no type of the module.
            Ok((module, lifter))
                if module.types.values().any(is_continuation)
                    || error.message == unsupported("stack-switching") =>
            {
                Ok((module, lifter))
            }
            _ => Err(with_unknown_proposal(error, input)),
        },
    }
}

/// Whether a function has an operator that engines refuse beside a legacy `try`.
fn uses_try_table(module: &Module) -> bool {
    module.funcs.values().any(|func| {
        let Body::Raw(range) = &func.body else { return false };
        let operators = raw_body(module, range).get_operators_reader().into_iter().flatten();
        operators.flatten().any(|it| matches!(it, Operator::TryTable { .. } | Operator::ThrowRef))
    })
}

fn is_continuation(ty: &SubType) -> bool {
    matches!(ty.composite_type.inner, CompositeInnerType::Cont(_))
}

/// Whether the reader validates bodies.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bodies {
    Validated,
    /// The bodies were validated before.
    Trusted,
}

/// Validates bodies in parallel. The error is that of the first one that is not valid.
fn validate_bodies(
    bodies: Vec<(FuncToValidate<ValidatorResources>, FunctionBody<'_>)>,
) -> Result<(), ReadError> {
    let results: Vec<_> = bodies
        .into_par_iter()
        .with_min_len(64)
        .map_init(FuncValidatorAllocations::default, |allocations, (function, body)| {
            let mut validator = function.into_validator(std::mem::take(allocations));
            let result = validate_body(&mut validator, &body);
            *allocations = validator.into_allocations();
            result.map_err(ReadError::from)
        })
        .collect();
    results.into_iter().collect()
}

fn read_with(
    bytes: Arc<[u8]>,
    features: WasmFeatures,
    bodies: Bodies,
) -> Result<(Module, Lifter), ReadError> {
    let mut module = Module { bytes: bytes.clone(), ..Module::default() };
    let mut lifter = Lifter { features, ..Lifter::default() };
    let mut validator = Validator::new_with_features(features);
    let mut payloads = Vec::new();
    let mut sections = 0;
    let mut to_validate = Vec::new();
    for payload in Parser::new(0).parse_all(&bytes) {
        let payload = payload?;
        if let Payload::Version { encoding: Encoding::Component, .. } = payload {
            return Err(ReadError::new(0, "this is a component, not a core module"));
        }
        if let Payload::CodeSectionEntry(body) = &payload {
            let function = limits::begin_body(&mut validator, body)?;
            lifter.resources.get_or_insert_with(|| function.resources.clone());
            let func = Func::new(function.index as usize);
            let range = body.range();
            module.funcs[func].body = Body::Raw(range.start as usize..range.end as usize);
            if bodies == Bodies::Validated {
                to_validate.push((function, body.clone()));
            }
            continue;
        }
        // Errors are reported in the order of the file.
        validate_bodies(std::mem::take(&mut to_validate))?;
        match validator.payload(&payload)? {
            ValidPayload::End(types) => {
                let types = types.as_ref();
                for index in 0..types.core_type_count_in_module() {
                    let id = types.core_type_at_in_module(index);
                    lifter.canonical.push(*lifter.type_of_id.entry(id).or_insert(index));
                }
            }
            _ => {
                sections::read_section(&mut module, &mut sections, &payload)?;
                payloads.push(payload);
            }
        }
    }
    lifter.input = InputBytes::of(&payloads);
    sections::refuse_object(&module, &lifter.input)?;
    Ok((module, lifter))
}
