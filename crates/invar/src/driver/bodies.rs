//! The one place that knows how bodies come from and go back to WebAssembly (crate `wasm`).

use crate::error::Error;
use crate::options::{Level, Options};
use invar_interprocedural::Merged;
use invar_ir::entities::SecondaryMap;
use invar_ir::{
    Body, CodeLocations, ConstExpr, DataData, Func, Function, Global, Keep, Module, TypeId,
};
use invar_wasm::{InputBytes, WriteOptions};
use rustc_hash::FxHashMap;
use std::sync::Arc;
use wasmparser::WasmFeatures;

/// The source of bodies: the reader's lifter, or a module that is in SSA form already.
pub struct Source {
    lifter: Option<invar_wasm::Lifter>,
    /// Whether the module's bytes are those that were to be read: the reader changes what is over limits of engines.
    is_as_given: bool,
}

/// Why a function has no SSA form.
pub use invar_wasm::NotLifted;

/// A body in WebAssembly's form.
pub use invar_wasm::Code;

/// Reads and validates a core module.
pub fn read(wasm: &[u8]) -> Result<(Module, Source), Error> {
    let bytes: Arc<[u8]> = Arc::from(wasm);
    let (module, lifter) = invar_wasm::read(bytes.clone()).map_err(Error::of_reader)?;
    let is_as_given = Arc::ptr_eq(&bytes, &module.bytes);
    Ok((module, Source { lifter: Some(lifter), is_as_given }))
}

/// Reads a core module that was validated, with the proposals of an earlier one.
pub fn read_validated(wasm: &[u8], features: WasmFeatures) -> Result<(Module, Source), Error> {
    let bytes: Arc<[u8]> = Arc::from(wasm);
    let read = invar_wasm::read_validated(bytes.clone(), features);
    let (module, lifter) = read.map_err(Error::of_reader)?;
    let is_as_given = Arc::ptr_eq(&bytes, &module.bytes);
    Ok((module, Source { lifter: Some(lifter), is_as_given }))
}

impl Source {
    /// Facts about the bytes that the module was read from, if it was.
    pub fn input(&self) -> Option<&InputBytes> {
        self.lifter.as_ref().map(invar_wasm::Lifter::input)
    }

    /// The proposals that the module was read with.
    pub fn features(&self) -> WasmFeatures {
        self.lifter.as_ref().map_or(WasmFeatures::all(), invar_wasm::Lifter::features)
    }

    /// The module with other types, not yet validated; `None` if nothing changes. An error is a bug.
    pub fn with_other_types(
        &self,
        module: &Module,
        config: invar_wasm::types::Config,
        fuel: &invar_analysis::Fuel,
    ) -> Result<Option<invar_wasm::types::Retyped>, String> {
        let lifter = self.lifter.as_ref();
        lifter.map_or(Ok(None), |lifter| invar_wasm::types::run(module, lifter, config, fuel))
    }

    /// The bodies of a module that was not read from WebAssembly.
    pub fn ssa() -> Self {
        Source { lifter: None, is_as_given: true }
    }

    /// Whether the locations of an output are wanted, and are places in the bytes that were given.
    pub fn locates(&self, options: &Options) -> bool {
        options.locations && self.is_as_given
    }

    /// A function in SSA form, or why it is not.
    pub fn lift(&self, module: &Module, func: Func) -> Result<Function, NotLifted> {
        match (&module.funcs[func].body, &self.lifter) {
            (Body::Ssa(function), _) => Ok((**function).clone()),
            (Body::Raw(_), Some(lifter)) => lifter.lift(module, func),
            _ => Err(NotLifted::Invalid("it is not in SSA form".to_owned())),
        }
    }
}

/// Brings a function into WebAssembly's form, with these proposals, or tells which limit is in the way.
pub fn lower(
    module: &Module,
    function: Function,
    options: &Options,
    features: WasmFeatures,
) -> Result<Code, String> {
    let rotate = options.level > Level::O0 && options.goals().size == 0;
    let target = invar_wasm::Target { features, rotate, locations: options.locations };
    invar_wasm::lower(module, function, target).map_err(|error| error.to_string())
}

/// The bytes of a body with all numbers as they are in the input: new code, or as it was read.
pub fn bytes(module: &Module, func: Func, code: Option<&Code>) -> Vec<u8> {
    invar_wasm::BodySizes::new(module).bytes(func, code)
}

/// Validates what the verifier leaves to WebAssembly's validator.
pub fn validate(module: &Module) -> Result<(), Error> {
    invar_wasm::validate(module).map_err(|invalid| {
        let place = invalid.func.map(|func| format!("{func}: "));
        let place = place.unwrap_or_default();
        Error::new(format!("the module is not valid: {place}{}", invalid.error.message()))
    })
}

/// How often the bodies of functions mention each function.
pub fn mentions(
    module: &Module,
    codes: &SecondaryMap<Func, Option<Code>>,
    merged: &Merged,
    funcs: &[Func],
) -> SecondaryMap<Func, u32> {
    invar_wasm::mentions(module, codes, &replace(module, merged), funcs)
}

fn replace(module: &Module, merged: &Merged) -> FxHashMap<Func, Func> {
    let away = module.funcs.keys().filter(|&func| merged.is_merged(func));
    away.map(|func| (func, merged.resolve(func))).collect()
}

/// How often a module as it would be written mentions each type.
pub fn type_mentions(
    module: &Module,
    codes: &SecondaryMap<Func, Option<Code>>,
    merged: &Merged,
    output: &OutputParts,
    options: &Options,
) -> SecondaryMap<TypeId, u32> {
    invar_wasm::type_mentions(module, codes, &write_options(module, merged, output, options))
}

/// Those parts of a module in bytes, and the locations of each defined function, if options ask for
/// them.
pub fn write(
    module: &Module,
    codes: &SecondaryMap<Func, Option<Code>>,
    merged: &Merged,
    output: &OutputParts,
    options: &Options,
) -> (Vec<u8>, Vec<CodeLocations>) {
    let write = write_options(module, merged, output, options);
    invar_wasm::write_located(module, codes, &write, options.locations)
}

fn write_options(
    module: &Module,
    merged: &Merged,
    output: &OutputParts,
    options: &Options,
) -> WriteOptions {
    WriteOptions {
        keep: Some(output.keep.clone()),
        replace: replace(module, merged),
        order: output.funcs.clone(),
        type_groups: output.type_groups.clone(),
        inits: output.inits.clone(),
        datas: output.datas.clone(),
        names: options.names,
        local_names: options.names && !options.strip.local_names,
    }
}

/// What is written of a module.
#[derive(Default)]
pub struct OutputParts {
    /// The entities that are kept.
    pub keep: Keep,
    /// The defined functions, in the order of their numbers.
    pub funcs: Vec<Func>,
    /// See [`WriteOptions::type_groups`].
    pub type_groups: Vec<u32>,
    /// See [`WriteOptions::inits`].
    pub inits: FxHashMap<Global, ConstExpr>,
    /// See [`WriteOptions::datas`].
    pub datas: Vec<(DataData, Option<String>)>,
}
