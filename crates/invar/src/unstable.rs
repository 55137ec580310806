//! The unstable part of the interface: it may change in any version.
//!
//! Modules in SSA form, the pass table and the schedule, and what a module holds: for tools that are made together
//! with this library, as the command is, and for experiments. Its types include those of other crates, which the
//! stable part does not name: wasmparser's, those of the representation ([`ir`]), of its [`analysis`] and of the
//! rewrite [`rules`].

use crate::custom::{CustomPass, Point};
use crate::driver;
use crate::driver::bodies::{self, Source};
use crate::driver::retype;
use crate::options::ArcTable;
use crate::trace::{Trace, Wanted};
use crate::{Error, Optimizer, Output, Report};
use invar_ir::Module;

pub use crate::driver::function::is_named;
pub use invar_analysis as analysis;
pub use invar_arc::runtimes::table::Table;
#[cfg(feature = "debug")]
pub use invar_debug as debug;
pub use invar_ir as ir;
pub use invar_rules as rules;

macro_rules! reexport {
    ($($(#[$meta:meta])* $name:ident;)*) => {
        $( $(#[$meta])* pub mod $name { pub use crate::$name::*; } )*
    };
}

reexport! {
    /// Passes and rewrite rules of one's own, at a point of the driver.
    custom;
    /// The contents of a module: entities, operators by class, proposals, sections, the largest functions.
    #[cfg(feature = "inspect")] inspect;
    /// The pass table: what each pass needs and keeps, and its call.
    passes;
    /// Specialization to values that are constant while a program runs, with an engine.
    #[cfg(feature = "run")] runtime;
    /// Which passes run at which level, in which order, and why in that order.
    schedule;
    /// Sections of a module as bytes.
    sections;
    /// Modules in SSA form: as text, and their verification.
    text;
    /// What became of each function, and what each pass changed in it.
    trace;
}

/// What an [`Optimizer`] does with modules in SSA form.
///
/// ```
/// use invar::{Level, Optimizer};
/// use invar::unstable::{OptimizerExt, text};
///
/// let (module, _) = Optimizer::new(Level::O0).run_to_ir(b"\0asm\x01\0\0\0")?;
/// assert!(text::print_module(&module).starts_with("module"));
/// # Ok::<(), invar::Error>(())
/// ```
pub trait OptimizerExt {
    /// Optimizes a core module or a component, as [`Optimizer::run`] does, and tells what became of the functions of
    /// each module in it. The output is the same. The functions whose history is recorded go through their passes
    /// twice, custom ones too.
    fn run_traced(&self, wasm: &[u8], wanted: &Wanted) -> Result<(Output, Vec<Trace>), Error>;

    /// The same for a module whose functions are in SSA form.
    fn run_module_traced(&self, module: Module, wanted: &Wanted) -> Result<(Output, Trace), Error>;

    /// Optimizes the output of an earlier run on `input`, as if both were one run: its report, its locations, and how
    /// large its output may be. Where that is exceeded, the earlier run is left out. Costs what [`Optimizer::run`]
    /// does.
    fn run_after(&self, earlier: Output, input: &[u8]) -> Result<Output, Error>;

    /// Optimizes a module whose functions are in SSA form, and writes it.
    fn run_module(&self, module: Module) -> Result<Output, Error>;

    /// Optimizes a core module and gives it in SSA form, in place of bytes.
    fn run_to_ir(&self, wasm: &[u8]) -> Result<(Module, Report), Error>;

    /// Optimizes a module whose functions are in SSA form.
    fn run_module_to_ir(&self, module: Module) -> Result<(Module, Report), Error>;

    /// Adds a pass over functions, to be run at this point of the driver.
    #[must_use]
    fn with_pass(self, point: Point, pass: CustomPass) -> Self;
}

impl OptimizerExt for Optimizer {
    fn run_traced(&self, wasm: &[u8], wanted: &Wanted) -> Result<(Output, Vec<Trace>), Error> {
        self.run_wanted(wasm, Some(wanted))
    }

    fn run_module_traced(&self, module: Module, wanted: &Wanted) -> Result<(Output, Trace), Error> {
        self.in_threads(|progress| {
            let (output, trace) =
                driver::optimize_module(module, self.options(), Some(wanted), progress)?;
            Ok((output, trace.unwrap_or_default()))
        })
    }

    fn run_after(&self, earlier: Output, input: &[u8]) -> Result<Output, Error> {
        let simd = self.options().enabled.contains(crate::Feature::Simd);
        let next = self.run(&earlier.wasm)?.located_by(earlier.locations());
        if next.wasm.len() > retype::most(input, self.options(), simd) {
            return self.run(input);
        }
        Ok(retype::after(earlier.report, next))
    }

    fn run_module(&self, module: Module) -> Result<Output, Error> {
        self.in_threads(|progress| {
            Ok(driver::optimize_module(module, self.options(), None, progress)?.0)
        })
    }

    fn run_to_ir(&self, wasm: &[u8]) -> Result<(Module, Report), Error> {
        self.in_threads(|_| driver::to_ir(bodies::read(wasm)?, self.options()))
    }

    fn run_module_to_ir(&self, module: Module) -> Result<(Module, Report), Error> {
        self.in_threads(|_| driver::to_ir((module, Source::ssa()), self.options()))
    }

    fn with_pass(self, point: Point, pass: CustomPass) -> Self {
        self.set(|options| options.changed(|options| options.custom.push((point, pass))))
    }
}

/// What an [`Output`] says about where its code came from, with types of other crates.
pub trait OutputExt {
    /// [`Output::source_map`] for a map that was read.
    #[cfg(feature = "debug")]
    fn translated_map(
        &self,
        input: &[u8],
        map: &debug::SourceMap,
    ) -> Result<debug::SourceMap, Error>;

    /// Where the code came from, with [`Options::locations`](crate::Options::locations); `None` without, and for a
    /// component.
    fn locations(&self) -> Option<&ir::Locations>;
}

impl OutputExt for Output {
    #[cfg(feature = "debug")]
    fn translated_map(
        &self,
        input: &[u8],
        map: &debug::SourceMap,
    ) -> Result<debug::SourceMap, Error> {
        self.translated(input, map)
    }

    fn locations(&self) -> Option<&ir::Locations> {
        self.locations.as_ref()
    }
}

/// A table of a reference-counting runtime that was made by a program, to be looked for.
pub fn arc_table(table: Table) -> ArcTable {
    ArcTable(Box::new(table))
}

/// Whether a core module or any module of a component has a function of this name or index, as
/// [`is_named`] has it. Reads and validates the modules.
pub fn has_function(wasm: &[u8], name: &str) -> Result<bool, Error> {
    let in_module = |wasm: &[u8]| {
        let (module, _) = bodies::read(wasm)?;
        Ok::<_, Error>(module.funcs.keys().any(|func| is_named(&module, func, name)))
    };
    if !wasmparser::Parser::is_component(wasm) {
        return in_module(wasm);
    }
    let mut found = false;
    let modules = |_: usize, module: &[u8]| {
        // What is wrong with a module is told when it is optimized.
        found |= in_module(module).unwrap_or(true);
        Ok::<_, invar_wasm::ReadError>(module.to_vec())
    };
    invar_wasm::component::map_modules(wasm, modules).map_err(Error::of_reader)?;
    Ok(found)
}
