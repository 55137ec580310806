//! The public entry: what to do, then bytes in and bytes out.

use crate::bodies::{self, Source};
use crate::error::Error;
use crate::features;
use crate::options::{ArcMode, Level, Options, PrintAfter, Strip};
use crate::passes::Pass;
use crate::pipeline;
use crate::report::{Output, Report, millis};
use invar_ir::Module;
use invar_ir::rules::Rule;
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
        Optimizer::with_options(Options { level, ..Options::default() })
    }

    /// An optimizer with these options.
    pub fn with_options(options: Options) -> Self {
        Optimizer { options, progress: None }
    }

    /// All that it is set to.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Which reference-counting runtime to look for; none by default.
    pub fn arc(mut self, mode: ArcMode) -> Self {
        self.options.arc = mode;
        self
    }

    /// Whether conventions between functions are inferred when reference counts are removed (on by
    /// default).
    pub fn arc_conventions(mut self, on: bool) -> Self {
        self.options.arc_conventions = on;
        self
    }

    /// Whether reference counts that are left are put off until something may be released (on by default).
    pub fn arc_waiting(mut self, on: bool) -> Self {
        self.options.arc_waiting = on;
        self
    }

    /// Runs exactly these passes, in this order, in place of those of the level.
    ///
    /// ```
    /// use invar::{Optimizer, Pass};
    /// let optimizer = Optimizer::default().passes([Pass::Fold, Pass::Dce]);
    /// ```
    pub fn passes(mut self, passes: impl IntoIterator<Item = Pass>) -> Self {
        self.options.passes = Some(passes.into_iter().collect());
        self
    }

    /// Switches a pass off, whatever the level says.
    pub fn without(mut self, pass: Pass) -> Self {
        self.options.disabled.push(pass);
        self
    }

    /// Switches a rewrite rule off, in each pass that applies rules.
    ///
    /// ```
    /// use invar::{Optimizer, Rule};
    /// let optimizer = Optimizer::default().without_rule(Rule::MulByPowerOfTwo);
    /// let named: Rule = "mul-by-power-of-two".parse()?;
    /// assert!(optimizer.options().disabled_rules.contains(named));
    /// # Ok::<(), String>(())
    /// ```
    pub fn without_rule(mut self, rule: Rule) -> Self {
        self.options.disabled_rules.insert(rule);
        self
    }

    /// Whether functions and modules that did not improve keep their original (on by default).
    pub fn guard(mut self, on: bool) -> Self {
        self.options.guard = on;
        self
    }

    /// Uses this many threads; those of rayon's pool if not set. The output does not depend on it.
    pub fn threads(mut self, threads: usize) -> Self {
        self.options.threads = Some(threads);
        self
    }

    /// Stops optimizing after this many decisions, on one thread, to bisect a miscompile.
    pub fn fuel(mut self, decisions: u64) -> Self {
        self.options.fuel = Some(decisions);
        self
    }

    /// Whether each function is verified after each pass (on in debug builds).
    pub fn verify(mut self, on: bool) -> Self {
        self.options.verify = on;
        self
    }

    /// Whether a bug that the output was protected from is an error (on in debug builds).
    pub fn strict(mut self, on: bool) -> Self {
        self.options.strict = on;
        self
    }

    /// Assumes that no instruction traps.
    pub fn traps_never_happen(mut self, on: bool) -> Self {
        self.options.traps_never_happen = on;
        self
    }

    /// Assumes that only a function itself accesses its frame of the shadow stack, as compilers of
    /// C, C++ and Rust do: its variables become values.
    pub fn assume_stack_abi(mut self, on: bool) -> Self {
        self.options.stack_abi = on;
        self
    }

    /// Whether the report has the counters of each function too.
    pub fn stats_by_function(mut self, on: bool) -> Self {
        self.options.stats_by_function = on;
        self
    }

    /// Whether to collect remarks in the report.
    pub fn remarks(mut self, on: bool) -> Self {
        self.options.remarks = on;
        self
    }

    /// Whether the name section is kept (off by default).
    pub fn names(mut self, on: bool) -> Self {
        self.options.names = on;
        self
    }

    /// Which custom sections are left out.
    pub fn strip(mut self, strip: Strip) -> Self {
        self.options.strip = strip;
        self
    }

    /// Lets the output use a proposal although the input does not, by its flag (`simd`).
    ///
    /// ```
    /// use invar::Optimizer;
    /// assert!(Optimizer::default().enable("bulk-memory").is_ok());
    /// assert!(Optimizer::default().enable("bulk-mammary").is_err());
    /// ```
    pub fn enable(mut self, feature: &str) -> Result<Self, Error> {
        self.options.enabled |= feature_bits(feature)?;
        Ok(self)
    }

    /// Does not let the output use a proposal that only the `target_features` section names.
    pub fn disable(mut self, feature: &str) -> Result<Self, Error> {
        let bits = feature_bits(feature)?;
        self.options.enabled -= bits;
        self.options.disabled_features |= bits;
        Ok(self)
    }

    /// Collects dumps of functions after a pass in the report.
    pub fn print_after(mut self, what: PrintAfter) -> Self {
        self.options.print_after = Some(what);
        self
    }

    /// Is called, from any thread, with how much is done of how much (in bytes of bodies).
    pub fn on_progress(mut self, progress: impl Fn(u64, u64) + Send + Sync + 'static) -> Self {
        self.progress = Some(Arc::new(progress));
        self
    }

    /// Optimizes a core module, or the core modules of a component.
    ///
    /// Errors are about the input; they name the byte offset. The output validates, whatever
    /// happens on the way.
    pub fn run(&self, wasm: &[u8]) -> Result<Output, Error> {
        self.in_threads(|progress| {
            if wasmparser::Parser::is_component(wasm) {
                self.component(wasm, progress)
            } else {
                pipeline::optimize(wasm, &self.options, progress)
            }
        })
    }

    /// Optimizes a module whose functions are in SSA form, and writes it.
    pub fn run_module(&self, module: Module) -> Result<Output, Error> {
        self.in_threads(|progress| pipeline::optimize_module(module, &self.options, progress))
    }

    /// Optimizes a core module and gives it in SSA form, in place of bytes.
    pub fn run_to_ir(&self, wasm: &[u8]) -> Result<(Module, Report), Error> {
        self.in_threads(|_| pipeline::to_ir(bodies::read(wasm)?, &self.options))
    }

    /// Optimizes a module whose functions are in SSA form.
    pub fn run_module_to_ir(&self, module: Module) -> Result<(Module, Report), Error> {
        self.in_threads(|_| pipeline::to_ir((module, Source::ssa()), &self.options))
    }

    fn component(&self, wasm: &[u8], progress: pipeline::Progress<'_>) -> Result<Output, Error> {
        let start = Instant::now();
        let mut report = Report::default();
        let map = |offset: usize, module: &[u8]| {
            let output = pipeline::optimize(module, &self.options, progress).map_err(|error| {
                Error::at(offset as u64 + error.offset().unwrap_or(0), error.message())
            })?;
            report.merge(output.report);
            Ok::<_, Error>(output.wasm)
        };
        let mut output = invar_wasm::component::map_modules(wasm, map)?;
        let features = wasmparser::WasmFeatures::all();
        if let Err(error) = wasmparser::Validator::new_with_features(features).validate_all(&output)
        {
            // The input may have been invalid outside of its modules.
            wasmparser::Validator::new_with_features(features).validate_all(wasm)?;
            let (func, message) = ("component".to_owned(), error.to_string());
            report.bugs.push(crate::report::Bug { func, stage: "write", message });
            output = wasm.to_vec();
        }
        report.input.bytes = wasm.len() as u64;
        report.output.bytes = output.len() as u64;
        report.time_ms = millis(start.elapsed());
        Ok(Output { wasm: output, report })
    }

    /// Runs work on as many threads as asked for.
    fn in_threads<T: Send>(
        &self,
        work: impl FnOnce(pipeline::Progress<'_>) -> Result<T, Error> + Send,
    ) -> Result<T, Error> {
        let nothing: &(dyn Fn(u64, u64) + Send + Sync) = &|_, _| ();
        let progress = self.progress.as_deref().unwrap_or(nothing);
        let threads = if self.options.fuel.is_some() { Some(1) } else { self.options.threads };
        let Some(threads) = threads else {
            return work(&progress);
        };
        rayon::ThreadPoolBuilder::new()
            .num_threads(threads.max(1))
            .build()
            .map_err(|error| Error::new(format!("cannot start threads: {error}")))?
            .install(|| work(&progress))
    }
}

fn feature_bits(feature: &str) -> Result<wasmparser::WasmFeatures, Error> {
    features::by_flag(feature)
        .ok_or_else(|| Error::new(format!("there is no proposal `{feature}`")))
}

impl fmt::Debug for Optimizer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Optimizer").field("options", &self.options).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
