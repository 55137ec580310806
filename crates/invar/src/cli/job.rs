//! What `opt` does, under either name, once the command line is parsed.

use super::dwarf::DwarfRequest;
use super::files::{self, Content};
use super::function_map::FunctionMap;
use super::remarks::RemarkFilter;
use super::source_maps::{self, SourceMaps};
use super::steps::{self, ModuleStep};
use super::{Failure, progress, report, stats, terminal};
use anyhow::{anyhow, bail};
use invar::unstable::trace::{Trace, Wanted};
use invar::unstable::{OptimizerExt, has_function, is_named, text};
use invar::{Optimizer, Options, Output, Report};
use std::process::ExitCode;

/// The format of an output.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum OutputFormat {
    /// WebAssembly.
    #[default]
    Wasm,
    /// WebAssembly's text format.
    Wat,
    /// Invar's text format, in SSA form, after the passes.
    Inv,
}

/// The format of statistics.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// For people.
    Text,
    /// One JSON object.
    Json,
}

/// How much is printed besides what is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Chatter {
    /// No warnings and no progress.
    Quiet,
    /// Warnings, and progress on a terminal.
    #[default]
    Normal,
    /// Also the sizes before and after.
    Verbose,
}

/// An optimization to do.
#[derive(Debug, Default)]
pub struct Job {
    /// The name of the program, for messages.
    pub program: &'static str,
    /// The input; `-` for standard input.
    pub input: String,
    /// The output; `-` for standard output, `None` for nowhere.
    pub output: Option<String>,
    /// The format of the output.
    pub emit: OutputFormat,
    /// What runs before, if the input is WebAssembly.
    pub earlier: Vec<ModuleStep>,
    /// What to do.
    pub options: Options,
    /// Whether to print statistics, and how.
    pub stats: Option<Format>,
    /// Where to print them in place of standard error.
    pub stats_file: Option<String>,
    /// Other files that are written, and what they are for.
    pub other_files: Vec<(&'static str, String)>,
    /// How much is printed.
    pub chatter: Chatter,
    /// Which remarks are printed, if any.
    pub remarks: Option<RemarkFilter>,
    /// The source maps that are read and written.
    pub maps: SourceMaps,
    /// Whether DWARF is kept, and where.
    pub dwarf: DwarfRequest,
    /// The page to write about functions.
    pub report: Option<report::PageRequest>,
    /// The file for the map of functions, if one is wanted.
    pub function_map: Option<String>,
}

impl Job {
    /// Does it.
    pub fn run(&self) -> Result<ExitCode, Failure> {
        self.run_with(|_| Ok(()), |_| Ok(()))
    }

    /// Does it, and calls functions with the input before and with the output after, both WebAssembly; the second may
    /// change it.
    pub fn run_with(
        &self,
        before: impl FnOnce(&[u8]) -> anyhow::Result<()>,
        after: impl FnOnce(&mut Vec<u8>) -> anyhow::Result<()>,
    ) -> Result<ExitCode, Failure> {
        self.check_files()?;
        if self.emit == OutputFormat::Wasm && self.output.as_deref() == Some("-") {
            files::refuse_terminal()?;
        }
        let input = files::read(&self.input)?;
        let blame = |error| files::blame(&input.name, input.text.as_deref(), error);
        self.check_names(&input.content).map_err(blame)?;
        if let Content::Wasm(wasm) = &input.content {
            before(wasm).map_err(blame)?;
        }
        let optimized = self.optimize(&input.name, input.content, after);
        let (bytes, mut report) = optimized.map_err(blame)?;
        if let Some(filter) = &self.remarks {
            report.remarks.retain(|remark| filter.selects(remark));
        }
        self.tell(&input.name, &report)?;
        if let Some(output) = &self.output {
            files::write(output, &bytes)?;
        }
        Ok(ExitCode::SUCCESS)
    }

    /// An error if one file is to be two outputs, or an output other than the module replaces the input.
    fn check_files(&self) -> Result<(), Failure> {
        let report = self.report.iter().map(|report| ("the report", report.file.as_str()));
        let stats = self.stats_file.iter().map(|file| ("the statistics", file.as_str()));
        let map = self.maps.output.iter().map(|file| ("the source map", file.as_str()));
        let split = self.dwarf.split.iter().map(|file| ("the debug information", file.as_str()));
        let functions =
            self.function_map.iter().map(|file| ("the map of functions", file.as_str()));
        let others = self.other_files.iter().map(|(what, file)| (*what, file.as_str()));
        let others: Vec<_> =
            report.chain(stats).chain(map).chain(split).chain(functions).chain(others).collect();
        let with = |first: Option<(&'static str, &str)>| {
            files::check_distinct(&first.into_iter().chain(others.clone()).collect::<Vec<_>>())
        };
        with(self.output.as_deref().map(|output| ("the output", output)))?;
        with(Some(("the input", self.input.as_str())).filter(|input| input.1 != "-"))
    }

    /// An error if options name a function that there is not.
    fn check_names(&self, content: &Content) -> anyhow::Result<()> {
        let dumped = self.options.print_after.iter().filter_map(|what| what.func.as_deref());
        let remarks = self.remarks.iter().flat_map(RemarkFilter::functions);
        let reported = self.report.iter().flat_map(|it| it.wanted.named.iter().map(String::as_str));
        for name in dumped.chain(remarks).chain(reported) {
            let found = match content {
                Content::Wasm(wasm) => has_function(wasm, name)?,
                Content::Inv(text) => {
                    let module = text::parse(text)?;
                    module.funcs.keys().any(|func| is_named(&module, func, name))
                }
            };
            anyhow::ensure!(found, "there is no function `{name}`");
        }
        Ok(())
    }

    fn optimize(
        &self,
        name: &str,
        content: Content,
        after: impl FnOnce(&mut Vec<u8>) -> anyhow::Result<()>,
    ) -> anyhow::Result<(Vec<u8>, Report)> {
        let mut map = match (&content, self.emit, &self.maps.output) {
            (_, _, None) => None,
            (Content::Wasm(wasm), OutputFormat::Wasm, Some(_)) => Some(self.maps.read(name, wasm)?),
            (Content::Inv(_), ..) => bail!("a source map needs an input in WebAssembly"),
            _ => bail!("a source map has the offsets of a binary: it does not go with text"),
        };
        let (mut content, mut steps) = (content, &self.earlier[..]);
        if let Content::Wasm(wasm) = &mut content {
            let led = steps::lead(steps, std::mem::take(wasm), map.is_some())?;
            if let Some(map) = &mut map {
                led.moved.iter().for_each(|moved| source_maps::move_code(map, moved));
            }
            (*wasm, steps) = (led.wasm, led.rest);
        }
        let mut dwarf = match &content {
            Content::Wasm(wasm) => self.dwarf.input(wasm, self.emit)?,
            Content::Inv(_) => self.dwarf.input(&[], self.emit)?,
        };
        if let Some(change) = steps::change(steps) {
            let why = "where the code of a module is that is changed behind a level is not known";
            anyhow::ensure!(map.is_none(), "{change}: no source map: {why}");
            if dwarf.take().is_some() && self.chatter != Chatter::Quiet {
                let program = self.program;
                terminal::say(format_args!(
                    "{program}: {name}: warning: {change}: no DWARF: {why}"
                ));
            }
        }
        let locates = map.is_some() || dwarf.is_some();
        let optimizer = Optimizer::with_options(self.options.clone()).locations(locates);
        let optimizer = match self.chatter {
            Chatter::Quiet => optimizer,
            _ => progress::attach(optimizer),
        };
        let mut traces = None;
        let mut traced = |(output, found): (Output, Vec<Trace>)| {
            traces = Some(found);
            output
        };
        let mut output = match (&content, self.emit) {
            (_, OutputFormat::Inv) if self.function_map.is_some() => {
                bail!(
                    "a map of functions has the numbers of a binary: it does not go with --emit inv"
                )
            }
            (_, OutputFormat::Inv) if self.report.is_some() => {
                bail!("--report compares bodies as WebAssembly: it does not go with --emit inv")
            }
            (Content::Wasm(wasm), OutputFormat::Inv) if wasmparser::Parser::is_component(wasm) => {
                bail!("a component is not one module in SSA form: `invar print` prints its modules")
            }
            (Content::Wasm(wasm), OutputFormat::Inv) => {
                let (module, report) = optimizer.run_to_ir(wasm)?;
                return Ok((text::print_module(&module).into_bytes(), report));
            }
            (Content::Inv(text), OutputFormat::Inv) => {
                let (module, report) = optimizer.run_module_to_ir(text::parse(text)?)?;
                return Ok((text::print_module(&module).into_bytes(), report));
            }
            (Content::Wasm(wasm), _) => match (&self.report, &self.function_map) {
                (Some(report), _) => traced(optimizer.run_traced(wasm, &report.wanted)?),
                (None, Some(_)) => traced(optimizer.run_traced(wasm, &Wanted::NO_HISTORY)?),
                (None, None) => steps::run(steps, wasm, &optimizer)?,
            },
            (Content::Inv(_), _) if self.function_map.is_some() => {
                bail!("a map of functions needs an input in WebAssembly")
            }
            (Content::Inv(text), _) => match &self.report {
                Some(report) => {
                    let module = text::parse(text)?;
                    let (output, trace) = optimizer.run_module_traced(module, &report.wanted)?;
                    traced((output, vec![trace]))
                }
                None => optimizer.run_module(text::parse(text)?)?,
            },
        };
        after(&mut output.wasm)?;
        if let Some(input) = dwarf {
            self.dwarf.write(&mut output, (name, input), self.emit)?;
        }
        if let (Some(map), Content::Wasm(input)) = (&map, &content) {
            self.maps.write(&mut output, input, map)?;
        }
        if let Some(traces) = traces {
            let before = match &content {
                Content::Wasm(wasm) => Some(&wasm[..]),
                Content::Inv(_) => None,
            };
            self.write_traces(name, traces, before, &output)?;
        }
        let Output { wasm, report, .. } = output;
        match self.emit {
            OutputFormat::Wat => {
                let text = wasmprinter::print_bytes(&wasm);
                let text = text.map_err(|error| anyhow!("cannot print the output: {error}"))?;
                Ok((format!("{}\n", text.trim_end()).into_bytes(), report))
            }
            _ => Ok((wasm, report)),
        }
    }

    /// Writes what became of functions: the map of them, and the page.
    fn write_traces(
        &self,
        name: &str,
        traces: Vec<Trace>,
        before: Option<&[u8]>,
        output: &Output,
    ) -> anyhow::Result<()> {
        let (before, after) =
            (report::Side::read(before)?, report::Side::read(Some(&output.wasm))?);
        if let Some(file) = &self.function_map {
            FunctionMap::of(&traces, &before.items, &after.items)?.write(file)?;
        }
        let Some(page) = &self.report else { return Ok(()) };
        page.write(report::Optimized {
            name,
            report: &output.report,
            traces,
            before,
            after,
            source_map: self.maps.input.as_ref(),
            versions: Vec::new(),
        })
    }

    /// Prints dumps, remarks, counters, bugs and statistics, as far as requested.
    fn tell(&self, name: &str, report: &Report) -> anyhow::Result<()> {
        for dump in &report.dumps {
            terminal::say_text(&format!("{dump}\n"));
        }
        // As JSON they are part of the statistics.
        if !matches!(self.stats, Some(Format::Json)) {
            for remark in &report.remarks {
                terminal::say(format_args!("{name}: {remark}"));
            }
            let tells = self.options.remarks || self.chatter == Chatter::Verbose;
            if tells && self.stats.is_none() {
                for hint in &report.hints {
                    terminal::say(format_args!("{name}: hint: {hint}"));
                }
            }
            for counters in report.by_function.iter().filter(|of| !of.counters.is_empty()) {
                terminal::say(format_args!("{name}: {counters}"));
            }
        }
        if self.chatter == Chatter::Verbose && self.stats != Some(Format::Text) {
            terminal::say_text(&stats::sizes(name, report));
        }
        if self.chatter != Chatter::Quiet {
            for warning in &report.warnings {
                eprintln!("{}: {name}: warning: {warning}", self.program);
            }
            if let Some(validated) = &report.validated {
                terminal::say(format_args!("{name}: {validated}"));
            }
            for bug in &report.bugs {
                let program = self.program;
                terminal::say(format_args!(
                    "{program}: {name}: bug, please report: {bug} (its original is kept)"
                ));
            }
        }
        let text = match self.stats {
            None => return Ok(()),
            Some(Format::Text) => stats::report(name, report),
            Some(Format::Json) => serde_json::to_string(report)? + "\n",
        };
        match &self.stats_file {
            Some(file) => files::write(file, text.as_bytes())?,
            None => terminal::say_text(&text),
        }
        Ok(())
    }
}
