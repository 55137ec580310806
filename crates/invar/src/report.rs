//! What an optimization did: times, counters, remarks, and bugs that were caught. Data of its own, without
//! types of other crates: fields may be added in any version.

use crate::passes::Totals;
use invar_ir::Locations;
use invar_rules::Rule;
use std::time::Duration;

/// The result of an optimization.
///
/// ```
/// use invar::Optimizer;
///
/// // A function that adds 1 and 2.
/// # let add = b"\0asm\x01\0\0\0\x01\x05\x01\x60\0\x01\x7f\x03\x02\x01\0\x07\x05\x01\x01f\0\0\x0a\x09\x01\x07\0\x41\x01\x41\x02\x6a\x0b";
/// let output = Optimizer::default().run(add)?;
/// assert!(output.wasm.starts_with(b"\0asm"));
/// assert_eq!(output.report.output.bytes, output.wasm.len() as u64);
/// # Ok::<(), invar::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Output {
    /// The module, or the component.
    pub wasm: Vec<u8>,
    /// What was done.
    pub report: Report,
    /// Where the code came from, with [`Options::locations`](crate::Options::locations).
    pub(crate) locations: Option<Locations>,
}

impl Output {
    /// The source map of the output, as JSON, from that of the input: what [`Optimizer::run`](crate::Optimizer::run)
    /// was given. Needs [`Options::locations`](crate::Options::locations).
    ///
    /// Fails if the map is not one of a module, or if the output does not know where its code came from, as that of a
    /// component. Linear in both modules and the map.
    ///
    /// ```
    /// use invar::{Level, Optimizer};
    ///
    /// # let input = b"\0asm\x01\0\0\0\x01\x05\x01\x60\0\x01\x7f\x03\x02\x01\0\x07\x05\x01\x01f\0\0\x0a\x09\x01\x07\0\x41\x01\x41\x02\x6a\x0b";
    /// let map = r#"{"version":3,"sources":["a.c"],"names":[],"mappings":"8BAAA"}"#;
    /// let output = Optimizer::new(Level::O2).locations(true).run(input)?;
    /// assert!(output.source_map(input, map.as_bytes())?.contains("a.c"));
    /// # Ok::<(), invar::Error>(())
    /// ```
    #[cfg(feature = "debug")]
    pub fn source_map(&self, input: &[u8], map: &[u8]) -> Result<String, crate::Error> {
        let map = invar_debug::SourceMap::parse(map)
            .map_err(|why| crate::Error::new(format!("the source map cannot be read: {why}")))?;
        Ok(self.translated(input, &map)?.to_json())
    }

    /// The same for a map that was read.
    #[cfg(feature = "debug")]
    pub(crate) fn translated(
        &self,
        input: &[u8],
        map: &invar_debug::SourceMap,
    ) -> Result<invar_debug::SourceMap, crate::Error> {
        let Some(locations) = &self.locations else {
            let why = "the output does not know where its code came from";
            return Err(crate::Error::new(format!("there is no source map: {why}")));
        };
        let input = invar_debug::ModuleInfo::read(input);
        Ok(invar_debug::translate(&input, map, locations))
    }

    /// Appends the DWARF of the output, made from that of the input: what [`Optimizer::run`](crate::Optimizer::run) was
    /// given. Needs [`Options::locations`](crate::Options::locations). Says whether the input has any.
    ///
    /// Fails if the DWARF is not well formed, or is of versions other than 4 and 5, split or compressed, or if the
    /// output does not know where its code came from, as that of a component; the output is then as it was. Linear in
    /// both modules, times a logarithm.
    #[cfg(feature = "debug")]
    pub fn add_dwarf(&mut self, input: &[u8]) -> Result<bool, crate::Error> {
        self.add_split_dwarf(input, &[])
    }

    /// [`add_dwarf`](Self::add_dwarf) of an input that was compiled with `-gsplit-dwarf`: `files` are the contents of
    /// the files that have most of its DWARF (`.dwo`), or of the one file with all of them (`.dwp`). The output's DWARF
    /// is whole.
    #[cfg(feature = "debug")]
    pub fn add_split_dwarf(
        &mut self,
        input: &[u8],
        files: &[Vec<u8>],
    ) -> Result<bool, crate::Error> {
        let failed = |why: &str| crate::Error::new(format!("DWARF cannot be translated: {why}"));
        let locations = self.locations.as_ref();
        let locations =
            locations.ok_or_else(|| failed("the output does not know where its code came from"))?;
        let found = invar_debug::dwarf::translate(input, &self.wasm, locations, files)
            .map_err(|why| failed(&why.to_string()))?;
        let sections = found.sections;
        let (before, is_any) = (self.wasm.len(), !sections.is_empty());
        // With the headers.
        self.wasm.reserve_exact(sections.iter().map(|(_, data)| data.len() + 32).sum());
        for (name, data) in sections {
            invar_debug::dwarf::sections::append(&mut self.wasm, name, &data);
        }
        for (name, why) in found.dropped {
            self.report.hints.push(format!("`{name}` is left out: {why}"));
        }
        if found.located < found.located_before {
            let (some, all) = (found.located, found.located_before);
            let hint = format!("DWARF has a place or value for {some} of {all} variables");
            self.report.hints.push(hint);
        }
        let added = (self.wasm.len() - before) as u64;
        self.report.output.bytes += added;
        self.report.output.debug_bytes += added;
        Ok(is_any)
    }

    /// The same output, of a module that was itself an output whose code is from these places.
    pub(crate) fn located_by(self, earlier: Option<&Locations>) -> Output {
        let both = self.locations.zip(earlier);
        Output { locations: both.map(|(later, earlier)| later.of_input_of(earlier)), ..self }
    }
}

/// What an optimization did.
///
/// With feature `serde` it serializes, to what `invar opt --stats=json` prints. It is an object of the fields below,
/// under their names, as are the structures in it. Besides:
///
/// - `schema`, the first field, is [`Report::SCHEMA`]. It changes if a field is removed or means something else. Fields are added without a change.
/// - Lists of pairs of a name and a number are objects: [`Report::rules`], [`Report::analyses`], the `counters`.
/// - Times are in milliseconds (`time_ms`), sizes in bytes (`bytes`, `code_bytes`, `debug_bytes`), offsets in bytes from the start of
///   the input. All other numbers are counts. Only times differ between two runs of the same input and options.
/// - [`Report::dumps`], [`Report::hints`] and [`Report::warnings`] are left out if they are empty;
///   [`Report::fuel_left`] is `null` if fuel was not limited.
///
/// ```
/// use invar::Optimizer;
///
/// // A function that adds 1 and 2.
/// # let add = b"\0asm\x01\0\0\0\x01\x05\x01\x60\0\x01\x7f\x03\x02\x01\0\x07\x05\x01\x01f\0\0\x0a\x09\x01\x07\0\x41\x01\x41\x02\x6a\x0b";
/// let report = Optimizer::default().run(add)?.report;
/// assert!(report.output.bytes < report.input.bytes);
/// assert!(report.bugs.is_empty() && !report.input_kept);
/// # Ok::<(), invar::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Report {
    /// The first field that is serialized.
    #[cfg(feature = "serde")]
    schema: Schema,
    /// Each pass that ran, and the custom passes.
    pub passes: Vec<PassReport>,
    /// How often each rewrite rule was applied, by all passes that apply some.
    #[cfg_attr(feature = "serde", serde(serialize_with = "as_map"))]
    pub rules: Vec<(&'static str, u64)>,
    /// The stages of the pipeline besides the passes, in order.
    pub phases: Vec<Phase>,
    /// How many functions were rewritten, kept, removed.
    pub functions: Functions,
    /// Sizes before.
    pub input: Sizes,
    /// Sizes after.
    pub output: Sizes,
    /// Whether the input was kept since the output was larger.
    pub input_kept: bool,
    /// Wall time in milliseconds.
    pub time_ms: f64,
    /// What passes did or refused to do, in the order of the functions; empty unless asked for.
    pub remarks: Vec<Remark>,
    /// The counters of each function that are not 0, in the order of the functions; empty unless
    /// asked for.
    pub by_function: Vec<FuncCounters>,
    /// How often analyses of functions were computed, and how many requests were cache hits (`cache_hits`).
    #[cfg_attr(feature = "serde", serde(serialize_with = "as_map"))]
    pub analyses: Vec<(&'static str, u64)>,
    /// What was assumed beyond the rules of WebAssembly, by the names of the options (`assume-stack-abi`).
    pub assumptions: Vec<&'static str>,
    /// Options that were not used, and that would have had an effect on this input.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub hints: Vec<String>,
    /// What may keep an engine from taking the output: limits that the input was over, too.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub warnings: Vec<String>,
    /// Which new bodies were shown to do the same as their originals; `None` unless asked for.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub validated: Option<Validated>,
    /// Bugs of this library that were caught and do not affect the output.
    pub bugs: Vec<Bug>,
    /// What `print_after` asked for, in the order of the functions.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub dumps: Vec<String>,
    /// The remaining fuel, if it was limited.
    pub fuel_left: Option<u64>,
}

/// What a pass did.
///
/// ```
/// use invar::Optimizer;
///
/// // A function that adds 1 and 2.
/// # let add = b"\0asm\x01\0\0\0\x01\x05\x01\x60\0\x01\x7f\x03\x02\x01\0\x07\x05\x01\x01f\0\0\x0a\x09\x01\x07\0\x41\x01\x41\x02\x6a\x0b";
/// let report = Optimizer::default().run(add)?.report;
/// let fold = report.passes.iter().find(|pass| pass.name == "fold").expect("it ran");
/// assert!(fold.runs > 0 && fold.counters.iter().any(|(_, count)| *count > 0));
/// # Ok::<(), invar::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct PassReport {
    /// Its name in the pass table.
    pub name: &'static str,
    /// How often it ran.
    pub runs: u64,
    /// How long it took, in milliseconds, summed over threads.
    pub time_ms: f64,
    /// Its counters.
    #[cfg_attr(feature = "serde", serde(serialize_with = "as_map"))]
    pub counters: Vec<(&'static str, u64)>,
}

/// A stage of the pipeline.
///
/// ```
/// use invar::Optimizer;
///
/// // A function that adds 1 and 2.
/// # let add = b"\0asm\x01\0\0\0\x01\x05\x01\x60\0\x01\x7f\x03\x02\x01\0\x07\x05\x01\x01f\0\0\x0a\x09\x01\x07\0\x41\x01\x41\x02\x6a\x0b";
/// let report = Optimizer::default().run(add)?.report;
/// assert!(report.phases.iter().any(|phase| phase.name == "read" && phase.time_ms >= 0.0));
/// # Ok::<(), invar::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Phase {
    /// Its name.
    pub name: &'static str,
    /// How long it took, in milliseconds, summed over threads.
    pub time_ms: f64,
}

/// How many functions were rewritten, kept, removed. Each defined function is counted in one field besides `total`.
///
/// ```
/// use invar::Optimizer;
///
/// // A function that adds 1 and 2.
/// # let add = b"\0asm\x01\0\0\0\x01\x05\x01\x60\0\x01\x7f\x03\x02\x01\0\x07\x05\x01\x01f\0\0\x0a\x09\x01\x07\0\x41\x01\x41\x02\x6a\x0b";
/// let functions = Optimizer::default().run(add)?.report.functions;
/// assert_eq!((functions.total, functions.rewritten, functions.failed), (1, 1, 0));
/// # Ok::<(), invar::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Functions {
    /// All defined functions of the input.
    pub total: u64,
    /// They have new bodies.
    pub rewritten: u64,
    /// Optimized, but the original was no worse and is kept.
    pub kept: u64,
    /// Re-encoded as they were: their control flow is not supported yet.
    pub copied: u64,
    /// Re-encoded as they were: their branches would pass more arguments than the budget allows.
    pub large: u64,
    /// Not in the output: unused, inlined at all calls, or merged into others.
    pub removed: u64,
    /// The new body was not valid, or a pass failed; the original is kept. Each is a bug.
    pub failed: u64,
}

/// Which new bodies do the same as their originals, where both were executed on sampled inputs.
///
/// ```
/// use invar::Optimizer;
///
/// // A function that adds 1 and 2.
/// # let add = b"\0asm\x01\0\0\0\x01\x05\x01\x60\0\x01\x7f\x03\x02\x01\0\x07\x05\x01\x01f\0\0\x0a\x09\x01\x07\0\x41\x01\x41\x02\x6a\x0b";
/// let report = Optimizer::default().validate(true).run(add)?.report;
/// let validated = report.validated.expect("it was asked for");
/// assert_eq!((validated.bodies, validated.shown, validated.proved), (1, 1, 1));
/// # Ok::<(), invar::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Validated {
    /// The new bodies of all runs over the module: a function that is optimized again counts again.
    pub bodies: u64,
    /// Those that did the same in each run that could be compared, of which there was at least one.
    pub shown: u64,
    /// Those of them that do the same whatever their inputs are.
    pub proved: u64,
    /// Why others could not be compared, and how many of them.
    #[cfg_attr(feature = "serde", serde(serialize_with = "as_map"))]
    pub not_shown: Vec<(&'static str, u64)>,
}

impl Validated {
    /// Adds that of another module.
    fn add(&mut self, other: Validated) {
        self.bodies += other.bodies;
        self.shown += other.shown;
        self.proved += other.proved;
        add_counts(&mut self.not_shown, other.not_shown);
    }
}

impl std::fmt::Display for Validated {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Validated { bodies, shown, proved, not_shown } = self;
        write!(f, "validated: {shown} of {bodies} new bodies shown equal on samples")?;
        if *proved > 0 {
            write!(f, " ({proved} on all inputs)")?;
        }
        let count: u64 = not_shown.iter().map(|(_, count)| count).sum();
        if count > 0 {
            let reasons: Vec<String> =
                not_shown.iter().map(|(why, count)| format!("{why} {count}")).collect();
            write!(f, ", {count} not shown: {}", reasons.join(", "))?;
        }
        Ok(())
    }
}

/// Sizes in bytes.
///
/// ```
/// use invar::Optimizer;
///
/// // A function that adds 1 and 2.
/// # let add = b"\0asm\x01\0\0\0\x01\x05\x01\x60\0\x01\x7f\x03\x02\x01\0\x07\x05\x01\x01f\0\0\x0a\x09\x01\x07\0\x41\x01\x41\x02\x6a\x0b";
/// let report = Optimizer::default().run(add)?.report;
/// assert_eq!((report.input.bytes, report.input.code_bytes), (add.len() as u64, 9));
/// assert_eq!(report.input.debug_bytes, 0);
/// # Ok::<(), invar::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Sizes {
    /// The whole file.
    pub bytes: u64,
    /// Its code sections.
    pub code_bytes: u64,
    /// Names, DWARF and references to source maps: the custom sections `name`, `.debug_*`, `external_debug_info`
    /// and `sourceMappingURL`, with their headers.
    pub debug_bytes: u64,
}

/// What passes counted in a function.
///
/// ```
/// use invar::Optimizer;
///
/// // A function that adds 1 and 2.
/// # let add = b"\0asm\x01\0\0\0\x01\x05\x01\x60\0\x01\x7f\x03\x02\x01\0\x07\x05\x01\x01f\0\0\x0a\x09\x01\x07\0\x41\x01\x41\x02\x6a\x0b";
/// let report = Optimizer::default().stats_by_function(true).run(add)?.report;
/// assert_eq!(report.by_function[0].func, "f");
/// assert!(report.by_function[0].counters.iter().any(|(name, _)| name.starts_with("fold.")));
/// # Ok::<(), invar::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct FuncCounters {
    /// The function's name, for people.
    pub func: String,
    /// Counters by `pass.name`.
    #[cfg_attr(feature = "serde", serde(serialize_with = "as_map"))]
    pub counters: Vec<(String, u64)>,
}

impl std::fmt::Display for FuncCounters {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let counters = self.counters.iter().map(|(name, count)| format!("{name} {count}"));
        write!(f, "{}: {}", self.func, counters.collect::<Vec<_>>().join(", "))
    }
}

/// What a pass did to a function or refused to do, and why.
///
/// ```
/// use invar::Optimizer;
///
/// // A function that adds 1 and 2.
/// # let add = b"\0asm\x01\0\0\0\x01\x05\x01\x60\0\x01\x7f\x03\x02\x01\0\x07\x05\x01\x01f\0\0\x0a\x09\x01\x07\0\x41\x01\x41\x02\x6a\x0b";
/// let report = Optimizer::default().remarks(true).run(add)?.report;
/// for remark in report.remarks.iter().filter(|remark| !remark.applied) {
///     println!("{} at 0x{:x}: {} not done: {}", remark.func, remark.offset, remark.what, remark.why);
/// }
/// # Ok::<(), invar::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Remark {
    /// The function's name, for people.
    pub func: String,
    /// The name of the pass.
    pub pass: &'static str,
    /// Whether it was done.
    pub applied: bool,
    /// The byte offset in the input of the code that it is about.
    pub offset: u64,
    /// What was or was not done.
    pub what: &'static str,
    /// Why, if there is more to say.
    pub why: String,
}

impl Remark {
    /// A remark of a pass about a function of this name.
    pub(crate) fn of(func: &str, remark: invar_analysis::PassRemark) -> Self {
        let invar_analysis::PassRemark { pass, kind, loc, what, why } = remark;
        let applied = kind == invar_analysis::RemarkKind::Applied;
        Remark {
            func: func.to_owned(),
            pass,
            applied,
            offset: loc.known_offset().unwrap_or(0).into(),
            what,
            why,
        }
    }
}

/// A bug of this library that was caught and does not affect the output.
///
/// ```
/// use invar::Optimizer;
///
/// // A function that adds 1 and 2.
/// # let add = b"\0asm\x01\0\0\0\x01\x05\x01\x60\0\x01\x7f\x03\x02\x01\0\x07\x05\x01\x01f\0\0\x0a\x09\x01\x07\0\x41\x01\x41\x02\x6a\x0b";
/// let report = Optimizer::default().strict(false).run(add)?.report;
/// for bug in &report.bugs {
///     eprintln!("please report: {bug} (function {}, {}: {})", bug.func, bug.stage, bug.message);
/// }
/// # Ok::<(), invar::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Bug {
    /// The function's name, for people, or `module`.
    pub func: String,
    /// The pass or stage at fault.
    pub stage: &'static str,
    /// What went wrong.
    pub message: String,
}

impl std::fmt::Display for Bug {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} in `{}`: {}", self.stage, self.func, self.message)
    }
}

impl std::fmt::Display for Remark {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Remark { func, pass, applied, offset, what, why } = self;
        let kind = if *applied { "applied" } else { "missed" };
        write!(f, "{func}: offset 0x{offset:x}: {pass}: {kind}: {what}")?;
        if !why.is_empty() {
            write!(f, ": {why}")?;
        }
        Ok(())
    }
}

impl Report {
    /// The version of the form in which a report is serialized.
    pub const SCHEMA: u32 = 1;

    /// The tallies of the passes, in the order of the pass table.
    pub(crate) fn set_passes(&mut self, totals: &Totals) {
        self.passes = totals
            .list()
            .into_iter()
            .map(|(pass, tally)| PassReport {
                name: pass.name(),
                runs: tally.runs,
                time_ms: millis(tally.time),
                counters: tally.stats,
            })
            .collect();
        let applied = |(rule, count): (Rule, u32)| (count > 0).then(|| (rule.name(), count.into()));
        self.rules = totals.rules().iter().filter_map(applied).collect();
    }

    /// Adds time to a stage.
    pub(crate) fn add_phase(&mut self, name: &'static str, time_ms: f64) {
        match self.phases.iter_mut().find(|phase| phase.name == name) {
            Some(phase) => phase.time_ms += time_ms,
            None => self.phases.push(Phase { name, time_ms }),
        }
    }

    /// Adds the report of another module (of a component).
    pub(crate) fn merge(&mut self, other: Report) {
        for pass in other.passes {
            match self.passes.iter_mut().find(|mine| mine.name == pass.name) {
                Some(mine) => {
                    mine.runs += pass.runs;
                    mine.time_ms += pass.time_ms;
                    add_counts(&mut mine.counters, pass.counters);
                }
                None => self.passes.push(pass),
            }
        }
        add_counts(&mut self.rules, other.rules);
        for Phase { name, time_ms } in other.phases {
            self.add_phase(name, time_ms);
        }
        self.functions.add(&other.functions);
        self.input.code_bytes += other.input.code_bytes;
        self.output.code_bytes += other.output.code_bytes;
        self.input.debug_bytes += other.input.debug_bytes;
        self.output.debug_bytes += other.output.debug_bytes;
        self.remarks.extend(other.remarks);
        self.by_function.extend(other.by_function);
        add_counts(&mut self.analyses, other.analyses);
        self.bugs.extend(other.bugs);
        if let Some(validated) = other.validated {
            self.validated.get_or_insert_default().add(validated);
        }
        for assumption in other.assumptions {
            if !self.assumptions.contains(&assumption) {
                self.assumptions.push(assumption);
            }
        }
        for hint in other.hints {
            if !self.hints.contains(&hint) {
                self.hints.push(hint);
            }
        }
        self.warnings.extend(other.warnings);
        self.dumps.extend(other.dumps);
        self.fuel_left = other.fuel_left;
    }
}

/// Adds counters by their names.
fn add_counts(mine: &mut Vec<(&'static str, u64)>, theirs: Vec<(&'static str, u64)>) {
    for (name, count) in theirs {
        match mine.iter_mut().find(|mine| mine.0 == name) {
            Some(mine) => mine.1 += count,
            None => mine.push((name, count)),
        }
    }
}

impl Functions {
    /// Adds the counts of other functions.
    pub(crate) fn add(&mut self, other: &Functions) {
        let Functions { total, rewritten, kept, copied, large, removed, failed } = other;
        self.total += total;
        self.rewritten += rewritten;
        self.kept += kept;
        self.copied += copied;
        self.large += large;
        self.removed += removed;
        self.failed += failed;
    }
}

/// A duration as reports give it.
pub(crate) fn millis(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e3
}

/// [`Report::SCHEMA`], as a field.
#[cfg(feature = "serde")]
#[derive(Clone, Copy, Debug, Default)]
struct Schema;

#[cfg(feature = "serde")]
impl serde::Serialize for Schema {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u32(Report::SCHEMA)
    }
}

/// Pairs of a name and a number as an object.
#[cfg(feature = "serde")]
pub(crate) fn as_map<S: serde::Serializer, N: serde::Serialize>(
    counters: &[(N, u64)],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map(counters.iter().map(|(name, count)| (name, count)))
}
