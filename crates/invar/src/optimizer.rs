//! The public entry: an optimizer with its options ([`options`](crate::options)), then bytes in and bytes out.

use crate::driver;
use crate::driver::rounds;
use crate::error::Error;
use crate::options::{ArcMode, Level, Options};
use crate::report::{Output, Report, millis};
use crate::trace::{Trace, Wanted};
use std::fmt;
use std::sync::Arc;
use std::time::Instant;

/// Optimizes modules and components.
///
/// It is plain data: cheap to clone, and free to be sent to and shared between threads.
///
/// ```
/// use invar::{Level, Optimizer};
///
/// let wasm = b"\0asm\x01\0\0\0";
/// let output = Optimizer::new(Level::O3).threads(1).run(wasm)?;
/// assert!(output.wasm.len() <= wasm.len());
/// assert!(output.report.bugs.is_empty());
/// # Ok::<(), invar::Error>(())
/// ```
#[derive(Clone, Default)]
pub struct Optimizer {
    options: Options,
    progress: Option<Arc<dyn Fn(u64, u64) + Send + Sync>>,
}

impl Optimizer {
    /// An optimizer of the given level.
    pub fn new(level: Level) -> Self {
        Optimizer::with_options(Options::new(level))
    }

    /// An optimizer with these options.
    pub fn with_options(options: Options) -> Self {
        Optimizer { options, progress: None }
    }

    /// All that it is set to.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Changes the options.
    pub(crate) fn set(self, change: impl FnOnce(Options) -> Options) -> Self {
        Optimizer { options: change(self.options), ..self }
    }

    /// A callback that is called, from any thread, with the progress and the total (in bytes of
    /// bodies).
    pub fn on_progress(mut self, progress: impl Fn(u64, u64) + Send + Sync + 'static) -> Self {
        self.progress = Some(Arc::new(progress));
        self
    }

    /// Optimizes a core module, or the core modules of a component.
    ///
    /// Errors are about the input; they name the byte offset. A table of [`ArcMode::Table`] that
    /// does not match the input is an error, too. The output validates, whatever happens on the
    /// way.
    pub fn run(&self, wasm: &[u8]) -> Result<Output, Error> {
        Ok(self.run_wanted(wasm, None)?.0)
    }

    /// The same, with what became of the functions of each module, if that is wanted.
    pub(crate) fn run_wanted(
        &self,
        wasm: &[u8],
        wanted: Option<&Wanted>,
    ) -> Result<(Output, Vec<Trace>), Error> {
        if wanted.is_some() && !self.options.locations {
            // A trace says of which functions those of the output are.
            let located = self.clone().set(|options| Options { locations: true, ..options });
            let (mut output, traces) = located.run_wanted(wasm, wanted)?;
            output.locations = None;
            return Ok((output, traces));
        }
        self.in_threads(|progress| {
            if wasmparser::Parser::is_component(wasm) {
                self.component(wasm, wanted, progress)
            } else {
                if let Some(why) = driver::table_mismatch(wasm, &self.options)? {
                    return Err(Error::new(why));
                }
                let (output, trace) = rounds::optimize(wasm, &self.options, wanted, progress)?;
                let trace = trace.map(|trace| trace.located(output.locations.as_ref()));
                Ok((output, trace.into_iter().collect()))
            }
        })
    }

    fn component(
        &self,
        wasm: &[u8],
        wanted: Option<&Wanted>,
        progress: driver::Progress<'_>,
    ) -> Result<(Output, Vec<Trace>), Error> {
        let start = Instant::now();
        let (mut report, mut traces) = (Report::default(), Vec::new());
        // A table describes the runtime of one module at least.
        let without = Options { arc: ArcMode::Off, ..self.options.clone() };
        let (mut matches, mut mismatch) = (false, None);
        let map = |offset: usize, module: &[u8]| {
            // An invalid module is reported below.
            let why = driver::table_mismatch(module, &self.options).unwrap_or(None);
            let options = if why.is_some() { &without } else { &self.options };
            matches |= why.is_none();
            mismatch = mismatch.take().or(why);
            let optimized = rounds::optimize(module, options, wanted, progress);
            let (output, trace) = optimized.map_err(|error| {
                let offset = offset as u64 + error.offset().unwrap_or(0);
                Failed(Error::at(offset, error.message()))
            })?;
            traces.extend(trace.map(|trace| trace.located(output.locations.as_ref())));
            report.merge(output.report);
            Ok::<_, Failed>(output.wasm)
        };
        let mut output =
            invar_wasm::component::map_modules(wasm, map).map_err(|failed| failed.0)?;
        if let Some(why) = mismatch.filter(|_| !matches) {
            return Err(Error::new(why));
        }
        let features = wasmparser::WasmFeatures::all();
        if let Err(error) = invar_wasm::limits::validate_all(&output, features) {
            // The input may have been invalid outside of its modules.
            let validated = invar_wasm::limits::validate_all(wasm, features);
            validated.map_err(Error::of_parser)?;
            let (func, message) = ("component".to_owned(), error.to_string());
            report.bugs.push(crate::report::Bug { func, stage: "write", message });
            output = wasm.to_vec();
        }
        report.input.bytes = wasm.len() as u64;
        report.output.bytes = output.len() as u64;
        report.time_ms = millis(start.elapsed());
        Ok((Output { wasm: output, report, locations: None }, traces))
    }

    /// Runs work on as many threads as asked for.
    pub(crate) fn in_threads<T: Send>(
        &self,
        work: impl FnOnce(driver::Progress<'_>) -> Result<T, Error> + Send,
    ) -> Result<T, Error> {
        let nothing: &(dyn Fn(u64, u64) + Send + Sync) = &|_, _| ();
        let progress = self.progress.as_deref().unwrap_or(nothing);
        let threads = if self.options.fuel.is_some() { Some(1) } else { self.options.threads };
        // As WebAssembly it starts no threads: rayon's pool is then the thread that asks.
        let Some(threads) = threads.filter(|_| !cfg!(target_family = "wasm")) else {
            return work(&progress);
        };
        let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
        rayon::ThreadPoolBuilder::new()
            .num_threads(threads.clamp(1, MOST_PER_CORE * cores))
            .build()
            .map_err(|error| Error::new(format!("cannot start threads: {error}")))?
            .install(|| work(&progress))
    }
}

/// The most threads per core: starting and waking more would take longer than they save.
const MOST_PER_CORE: usize = 4;

/// An error in a component, as the walk over one wants it.
struct Failed(Error);

impl From<invar_wasm::ReadError> for Failed {
    fn from(error: invar_wasm::ReadError) -> Self {
        Failed(Error::of_reader(error))
    }
}

impl fmt::Debug for Optimizer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Optimizer").field("options", &self.options).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::passes::Pass;
    use crate::unstable::OptimizerExt;

    const WAT: &str = r#"(module (memory 1)
        (func (export "a") (param i32) (result i32)
            (i32.add (i32.mul (local.get 0) (i32.const 1)) (i32.const 0)))
        (func (export "b") (param i32) (result i32)
            (i32.add (i32.load (i32.const 4)) (i32.sub (local.get 0) (i32.const 0)))))"#;

    fn send<T: Send + Sync>(value: T) -> T {
        value
    }

    #[test]
    fn the_output_does_not_depend_on_threads() {
        let wasm = wat::parse_str(WAT).unwrap();
        let outputs = [1, 2, 7].map(|threads| {
            send(Optimizer::new(Level::O3).threads(threads)).run(&wasm).unwrap().wasm
        });
        assert!(outputs[0].len() < wasm.len());
        assert_eq!(outputs[0], outputs[1]);
        assert_eq!(outputs[0], outputs[2]);
    }

    #[test]
    fn a_proposal_is_allowed_or_not_whichever_is_said_last() {
        use crate::features::Feature::{BulkMemory, Simd};
        let options = Options::default().enable(Simd).enable(BulkMemory).disable(Simd);
        assert_eq!((options.enabled, options.disabled_features), (BulkMemory.into(), Simd.into()));
        let options = options.enable(Simd);
        assert!(options.enabled.contains(Simd) && options.disabled_features.is_empty());
    }

    #[test]
    fn fuel_bounds_the_decisions() {
        let wasm = wat::parse_str(WAT).unwrap();
        let with = |fuel| Optimizer::new(Level::O2).fuel(fuel).run(&wasm).unwrap();
        let (none, some, all) = (with(0), with(1), with(1000));
        assert_eq!(none.report.fuel_left, Some(0));
        assert!(none.wasm.len() > some.wasm.len() && some.wasm.len() > all.wasm.len());
        assert!(all.report.fuel_left > Some(0));
    }

    #[test]
    fn a_pass_can_be_switched_off_and_dumped() {
        let wasm = wat::parse_str(WAT).unwrap();
        let optimizer = Optimizer::new(Level::O2).without(Pass::Fold).remarks(true);
        let report = optimizer.run(&wasm).unwrap().report;
        assert!(report.passes.iter().all(|pass| pass.name != "fold"));
        let dumped = Optimizer::new(Level::O1).print_after("fold:b".parse().unwrap());
        let report = dumped.run(&wasm).unwrap().report;
        assert_eq!(report.dumps.len(), 1);
        assert!(report.dumps[0].starts_with("; f1 \"b\" after fold\nfunc"));
    }

    #[test]
    fn errors_name_the_offset_also_in_a_component() {
        let error = Optimizer::default().run(b"\0asm\x01\0\0\0\x0c").unwrap_err();
        assert_eq!(error.offset(), Some(9));
        let component = b"\0asm\x0d\0\x01\0\x01\x09\0asm\x01\0\0\0\x0c";
        let error = Optimizer::default().run(component).unwrap_err();
        assert_eq!(error.offset(), Some(19));
    }

    #[test]
    fn the_text_form_goes_through_the_same_passes() {
        let wasm = wat::parse_str(WAT).unwrap();
        let ir = Optimizer::new(Level::O0).run_to_ir(&wasm).unwrap().0;
        let text = crate::text::print_module(&ir);
        let parsed = crate::text::parse(&text).unwrap();
        let optimizer = Optimizer::new(Level::O2).guard(false);
        let from_text = optimizer.run_module(parsed).unwrap().wasm;
        assert_eq!(from_text, optimizer.run(&wasm).unwrap().wasm);
    }
}
