//! Writes the module with the bodies that are chosen ([`choose`](super::choose)), reverts those that are invalid, and
//! sees that the output is within the limits of engines.
//!
//! A body is reverted by putting the original in its place, which may use entities that were
//! removed: what is unused is computed again for each attempt. Each attempt reverts at least one body,
//! all bad ones at once; a valid module of which the guard reverts nothing is written once.

use super::bodies::OutputParts;
use super::input::Input;
use super::validate::{Code, Invalid, validate};
use super::{Run, bodies, locations};
use crate::error::Error;
use crate::passes::{Pass, Tally};
use crate::report::Bug;
use crate::sections;
use crate::trace::Fate;
use invar_interprocedural::{
    global_dce, memory_packing, nest_globals, reorder_functions, reorder_types,
};
use invar_ir::limits::Limit;
use invar_ir::{Body, CodeLocations, Func, Keep, Locations};
use invar_stage::conflicts;
use invar_wasm::limits;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

/// A valid module, with the position of each body.
#[derive(Debug)]
pub(crate) struct Written {
    pub wasm: Vec<u8>,
    pub bodies: Vec<(Func, Range<usize>)>,
    /// The size of the code section.
    pub code_bytes: u64,
    /// What is over a limit of engines, as sentences.
    pub over: Vec<String>,
    /// Where its code came from, if that is wanted.
    pub locations: Option<Locations>,
}

/// A module in bytes that was not validated, and its defined functions in the order of their numbers.
pub(super) struct Encoded {
    pub wasm: Vec<u8>,
    pub funcs: Vec<Func>,
    /// Where the code of these functions came from, if that is wanted.
    code: Vec<CodeLocations>,
    /// The number of the first of them.
    first: u32,
}

/// What validation said of an encoded module.
pub(super) enum Checked {
    Valid(Written),
    /// Bodies were reverted, or proposals allowed: it is to be encoded again.
    Changed,
    /// It cannot be made valid.
    Never,
}

impl Run<'_> {
    /// Writes the module with the bodies that are chosen, without those that are not valid. `None` if it cannot be made
    /// valid.
    pub(super) fn write_valid(&mut self) -> Result<Option<Written>, Error> {
        loop {
            let output = self.output_passes();
            let Some(encoded) = self.encode(output)? else { return Ok(None) };
            match self.check(encoded)? {
                Checked::Valid(written) => return Ok(Some(written)),
                Checked::Changed => {}
                Checked::Never => return Ok(None),
            }
        }
    }

    /// The input without the custom sections that the output does not have, if it was read from bytes.
    pub fn input_without_dropped(&self) -> Option<Written> {
        let input = self.input.source.input()?;
        let wasm = sections::without_dropped(&self.input.module.bytes, self.input.options);
        let over =
            limits::of_module(&wasm).over().map(|over| sentence("the module", over)).collect();
        let locate = self.input.source.locates(self.input.options);
        let locations = locate.then(|| locations::unchanged(&self.input.module.bytes, &wasm));
        let code_bytes = input.code_bytes();
        Some(Written { wasm, bodies: Vec::new(), code_bytes, over, locations })
    }

    /// Refuses a program whose annotations contradict each other, before they are removed.
    pub fn check_annotations(&self) -> Result<(), Error> {
        if !self.input.schedule.contains(Pass::Annotations) {
            return Ok(());
        }
        let annotations = self.input.annotations();
        let conflict = if annotations.is_empty() {
            conflicts(&self.input.module).into_iter().next()
        } else {
            let mut lifted = self.input.module.clone();
            for (func, data) in &self.input.module.funcs {
                if matches!(data.body, Body::Raw(_))
                    && self.input.is_annotated(func, &annotations)
                    && let Ok(function) = self.input.source.lift(&self.input.module, func)
                {
                    lifted.funcs[func].body = Body::Ssa(Box::new(function));
                }
            }
            conflicts(&lifted).into_iter().next()
        };
        conflict.map_or(Ok(()), |conflict| Err(Error::new(conflict)))
    }

    /// Encodes what is kept of the module. `None` if it cannot be encoded.
    pub(super) fn encode(&mut self, output: OutputParts) -> Result<Option<Encoded>, Error> {
        let start = Instant::now();
        let written = catch_unwind(AssertUnwindSafe(|| {
            let Input { module, merged, options, .. } = &self.input;
            bodies::write(module, self.candidates.codes(), merged, &output, options)
        }));
        self.phase("write", start.elapsed());
        let Ok((wasm, code)) = written else {
            self.module_bug("write", "it panicked".to_owned())?;
            return Ok(None);
        };
        let OutputParts { keep, funcs, .. } = output;
        let first = self.imported(&keep) as u32;
        Ok(Some(Encoded { wasm, funcs, code, first }))
    }

    /// Validates a module, and reverts the bodies that are invalid or over a limit of engines.
    pub(super) fn check(&mut self, encoded: Encoded) -> Result<Checked, Error> {
        let Encoded { wasm, funcs, code: located, first } = encoded;
        let start = Instant::now();
        let result = validate(&wasm, self.input.proposals.allowed);
        self.phase("validate", start.elapsed());
        let Invalid { functions, module } = match result {
            Err(invalid) => invalid,
            Ok(code) if self.is_within_limits(&funcs, &code) => {
                let Some(over) = self.over_limits(&funcs, &code) else {
                    return Ok(Checked::Never);
                };
                let Code { bodies, bytes: code_bytes, .. } = code;
                let bodies: Vec<_> = funcs.into_iter().zip(bodies).collect();
                let locates = self.input.source.locates(self.input.options);
                let locations = locates.then(|| {
                    let Input { module, merged, .. } = &self.input;
                    locations::of_bodies(module, merged, &bodies, located, first)
                });
                let written = Written { wasm, bodies, code_bytes, over, locations };
                return Ok(Checked::Valid(written));
            }
            Ok(_) => return Ok(Checked::Changed),
        };
        let (mut changed, mut fault) = (false, None);
        for (place, error) in functions {
            let func = funcs[place];
            if self.candidates.is_new(func) {
                self.candidates.revert(&self.input, &[func]);
                self.function_bug(func, &error)?;
                changed = true;
            } else {
                // An original: it uses a proposal that was not detected.
                changed |= self.input.proposals.allow(&error);
                let func = self.input.module.func_label(func);
                fault = fault.or_else(|| Some(format!("in `{func}`: {}", error.message())));
            }
        }
        if let Some(error) = module {
            changed |= self.input.proposals.allow(&error);
            fault = Some(error.message().to_owned());
        }
        if changed {
            return Ok(Checked::Changed);
        }
        let fault = fault.expect("a new body would have been reverted");
        self.module_bug("write", fault)?;
        Ok(Checked::Never)
    }

    /// Whether no new body is over a limit of engines, or more so than its original. One that is gives way to one with
    /// fewer copies, or to the original.
    fn is_within_limits(&mut self, funcs: &[Func], code: &Code) -> bool {
        let mut reverted = Vec::new();
        let mut is_within = true;
        for (place, counts) in &code.over {
            let func = funcs[*place];
            let Body::Raw(range) = &self.input.module.funcs[func].body else { continue };
            let params = self.input.module.func_signature(func).0.len() as u64;
            let before = limits::of_body(&invar_wasm::raw_body(&self.input.module, range), params);
            let mut over = counts.over();
            let worse = over.find(|&(limit, count)| count > before.get(limit));
            let Some(worse) = worse.filter(|_| self.candidates.is_new(func)) else { continue };
            if invar_ir::mutant!(LimitsOfOutputsIgnored) {
                continue;
            }
            is_within = false;
            if !self.candidates.take_next(func) {
                reverted.push(func);
                self.candidates.set_fate(func, Fate::Copied(sentence("the new body", worse)));
            }
        }
        self.candidates.revert(&self.input, &reverted);
        is_within
    }

    /// What is over a limit of engines, since it was in the input, or since the module was not read from bytes.
    /// `None` if the module is over a limit that the input kept.
    fn over_limits(&mut self, funcs: &[Func], code: &Code) -> Option<Vec<String>> {
        if code.counts.over().next().is_some() && self.input.source.input().is_some() {
            let before = limits::of_module(&self.input.module.bytes);
            let mut over = code.counts.over();
            if let Some(worse) = over.find(|&(limit, count)| count > before.get(limit)) {
                self.report.hints.push(sentence("the input was kept: the output", worse));
                return None;
            }
        }
        let over = code.counts.over().map(|over| sentence("the module", over));
        let mut sentences: Vec<String> = over.collect();
        for (place, counts) in &code.over {
            let label = self.input.module.func_label(funcs[*place]);
            let of = format!("function `{label}`");
            sentences.extend(counts.over().map(|over| sentence(&of, over)));
        }
        Some(sentences)
    }

    /// Runs the passes over the module as it is written. Counters of an earlier attempt are
    /// discarded.
    pub(super) fn output_passes(&mut self) -> OutputParts {
        let output = self.used_parts();
        self.arranged(output)
    }

    /// The parts of the module that are used, before the other passes that run on an output.
    pub(super) fn used_parts(&mut self) -> OutputParts {
        if !self.input.schedule.output.contains(&Pass::GlobalDce) {
            let keep = self.input.unmerged();
            let funcs = self.defined(&keep);
            return OutputParts { keep, funcs, ..OutputParts::default() };
        }
        let start = Instant::now();
        let facts = global_dce::Facts {
            uses: self.candidates.uses(),
            merged: &self.input.merged,
            traps_never_happen: self.input.options.traps_never_happen,
        };
        let (keep, stats) = global_dce::run(&mut self.input.module, facts);
        let funcs = self.defined(&keep);
        self.totals.global_dce = Tally::of(start.elapsed(), &stats);
        OutputParts { keep, funcs, ..OutputParts::default() }
    }

    /// An output of these parts, with what the passes on an output make of it.
    pub(super) fn arranged(&mut self, mut output: OutputParts) -> OutputParts {
        for pass in self.input.schedule.output.clone() {
            let start = Instant::now();
            match pass {
                // Done by `used_parts`.
                Pass::GlobalDce => {}
                Pass::NestGlobals => {
                    let Input { module, fuel, .. } = &self.input;
                    let keep = &mut output.keep;
                    let (inits, stats) = nest_globals::run(module, keep, self.facts(), fuel);
                    output.inits = inits;
                    self.totals.nest_globals = Tally::of(start.elapsed(), &stats);
                }
                Pass::MemoryPacking => {
                    let Input { module, fuel, .. } = &self.input;
                    let keep = &mut output.keep;
                    let (datas, stats) = memory_packing::run(module, keep, self.facts(), fuel);
                    output.datas = datas;
                    self.totals.memory_packing = Tally::of(start.elapsed(), &stats);
                }
                Pass::ReorderFunctions if !self.input.fuel.take() => {}
                Pass::ReorderFunctions => {
                    let mentions = bodies::mentions(
                        &self.input.module,
                        self.candidates.codes(),
                        &self.input.merged,
                        &output.funcs,
                    );
                    let imported = self.imported(&output.keep);
                    let stats = reorder_functions::run(&mut output.funcs, &mentions, imported);
                    self.totals.reorder_functions = Tally::of(start.elapsed(), &stats);
                }
                Pass::ReorderTypes => {
                    let Input { module, merged, options, fuel, .. } = &self.input;
                    let kept = module.types.keys().filter(|ty| output.keep.types.contains(*ty));
                    if kept.count() <= reorder_types::ONE_BYTE || !fuel.take() {
                        continue;
                    }
                    let codes = self.candidates.codes();
                    let mentions = bodies::type_mentions(module, codes, merged, &output, options);
                    let (groups, stats) = reorder_types::run(module, &output.keep.types, &mentions);
                    output.type_groups = groups;
                    self.totals.reorder_types = Tally::of(start.elapsed(), &stats);
                }
                pass => panic!("`{pass}` does not run on an output"),
            }
        }
        output
    }

    /// The number of imported functions among those that are kept.
    fn imported(&self, keep: &Keep) -> usize {
        let kept = self.input.module.funcs.iter().filter(|(func, _)| keep.funcs.contains(*func));
        kept.filter(|(_, data)| data.import.is_some()).count()
    }

    /// The defined functions among those that are kept.
    fn defined(&self, keep: &Keep) -> Vec<Func> {
        let kept = self.input.module.funcs.iter().filter(|(func, _)| keep.funcs.contains(*func));
        kept.filter(|(_, data)| data.import.is_none()).map(|(func, _)| func).collect()
    }

    fn function_bug(&mut self, func: Func, error: &wasmparser::Error) -> Result<(), Error> {
        self.candidates.set_fate(func, Fate::Failed(error.to_string()));
        let func = self.input.module.func_label(func);
        self.report.bugs.push(Bug { func, stage: "lower", message: error.to_string() });
        self.check_strict()
    }

    fn module_bug(&mut self, stage: &'static str, message: String) -> Result<(), Error> {
        self.report.bugs.push(Bug { func: "module".to_owned(), stage, message });
        self.check_strict()
    }
}

/// Says that something is over a limit.
fn sentence(what: &str, (limit, count): (Limit, u64)) -> String {
    format!("{what} has {count} {}: engines accept {}", limit.what(), limit.most())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Level, Options};

    const WAT: &str = r#"(module
        (func (export "a") (result i32) i32.const 1)
        (func (export "b") (result i64) i64.const 2)
        (func (export "c") (param i32) (result i32)
            local.get 0 i32.const 0 i32.add i32.const 0 i32.add))"#;

    /// A module in which the first function has got the second's body, of another type.
    fn broken<'a>(wasm: &[u8], options: &'a Options) -> Run<'a> {
        let (module, source) = bodies::read(wasm).unwrap();
        let mut run = Run::new(options, module, source);
        run.functions(true, &|_, _| ()).unwrap();
        let [first, second] = [0, 1].map(Func::from_u32);
        run.candidates.confuse(first, second);
        run
    }

    #[test]
    fn an_invalid_body_is_reverted_and_counted() {
        let wasm = wat::parse_str(WAT).unwrap();
        let options = Options { guard: false, strict: false, ..Options::default() };
        let mut run = broken(&wasm, &options);
        let written = run.write().unwrap().unwrap();
        wasmparser::validate(&written.wasm).unwrap();
        run.count_fates(&written);
        let functions = run.report.functions;
        assert_eq!((functions.rewritten, functions.failed), (2, 1));
        assert_eq!((run.report.bugs.len(), run.report.bugs[0].func.as_str()), (1, "a"));
    }

    #[test]
    fn a_body_over_a_limit_is_reverted_and_an_original_over_one_is_told() {
        let count = Limit::BodyBytes.most() / 8 + 1;
        let large = "(global.set $g (i32.const 0x7fffffff))".repeat(count as usize);
        let wat = format!(
            r#"(module (global $g (export "g") (mut i32) (i32.const 0))
                (func (export "a") (global.set $g (i32.const 2))) (func (export "b") {large}))"#
        );
        let wasm = wat::parse_str(wat).unwrap();
        let passes = Some(Vec::new());
        let options = Options { guard: false, verify: false, passes, ..Options::default() };
        let mut run = broken(&wasm, &options);
        run.candidates.confuse(Func::from_u32(0), Func::from_u32(1));
        let written = run.write().unwrap().unwrap();
        assert!(run.report.bugs.is_empty() && written.wasm.len() < wasm.len() + 100);
        let [over] = &written.over[..] else { panic!("{:?}", written.over) };
        assert!(over.starts_with("function `b` has"), "{over}");
    }

    #[test]
    fn an_invalid_body_is_an_error_when_strict() {
        let wasm = wat::parse_str(WAT).unwrap();
        let options = Options { strict: true, ..Options::default() };
        let error = broken(&wasm, &options).write().unwrap_err();
        assert!(error.message().starts_with("bug: lower in `a`"), "{error}");
    }

    /// A module with a function in which a value is used where its definition does not reach: the writer
    /// would make a valid body of it.
    const UNDEFINED: &str = r#"module {
        func f0 : (i32) -> (i32) {
        b0(v0: i32):
          br_if v0, b1, b2
        b1:
          v1 = i32.const 1
          jump b3
        b2:
          jump b3
        b3:
          return v1
        }
        export "a" f0
    }"#;

    #[test]
    fn a_body_that_does_not_verify_is_not_written() {
        let passes = Some(Vec::new());
        let options = Options { verify: false, strict: false, passes, ..Options::default() };
        let module = invar_ir::parse_module(UNDEFINED).unwrap();
        let mut run = Run::new(&options, module.clone(), bodies::Source::ssa());
        run.functions(true, &|_, _| ()).unwrap();
        let functions = run.report.functions;
        assert_eq!((functions.rewritten, functions.failed), (0, 1));
        let bug = run.report.bugs[0].to_string();
        assert!(bug.starts_with("verify in `") && bug.contains("dominate"), "{bug}");

        let options = Options { strict: true, ..options };
        let mut run = Run::new(&options, module, bodies::Source::ssa());
        assert!(run.functions(true, &|_, _| ()).is_err());
    }

    #[test]
    fn a_body_that_is_no_better_is_reverted() {
        let wasm = wat::parse_str(WAT).unwrap();
        let options = Options { level: Level::Oz, ..Options::default() };
        let (module, source) = bodies::read(&wasm).unwrap();
        let mut run = Run::new(&options, module, source);
        run.functions(true, &|_, _| ()).unwrap();
        let written = run.write().unwrap().unwrap();
        run.count_fates(&written);
        let functions = run.report.functions;
        assert_eq!((functions.rewritten, functions.kept), (1, 2));
        assert_eq!(wasm.len() - written.wasm.len(), 6);
    }
}
