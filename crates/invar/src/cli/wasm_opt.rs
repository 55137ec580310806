//! The command line of `wasm-opt`. What becomes of each of its options is in [`table`]. `-Os` is the default level of
//! `-O`. Several levels run one after another, with the passes between them that no level beside has; without a level
//! or passes nothing is optimized. All other options count for all runs, wherever they are.

mod merge;
mod print;
mod table;
#[cfg(test)]
mod tests;
mod tools;
mod transforms;

use super::Failure;
use super::files;
use super::job::{Chatter, Format, Job, OutputFormat};
use super::steps::ModuleStep;
use super::terminal;
use anyhow::anyhow;
use invar::unstable::inspect::inspect;
use invar::unstable::schedule;
use invar::{Feature, Features, Level, Options, Pass};
use invar_transform::Transform;
use std::ffi::OsString;
use std::process::ExitCode;
use table::{Does, OptionClass, Print, Takes};
use transforms::{AskedChange, PassArguments};

/// The version of Binaryen that `--version` prints. Callers compare it with the one they know; the environment variable
/// `INVAR_WASM_OPT_VERSION` replaces it.
const VERSION: &str = "132";

const HELP: &str = "\
wasm-opt INFILE -o OUTFILE [OPTIONS]

This is `invar` under another name. It takes all options of wasm-opt; a name that is none is an error.
What optimizes is done by the passes of `invar`; what has no counterpart is ignored (-d says what).
What would print, write or change something that is not done here is refused (exit code 1).

Done:
  -O, -O0, -O1, -O2, -O3, -O4, -Os, -Oz    optimize (-O is -Os); several run one after another
  -ol N, -s N                              optimize level, shrink level
  -o FILE, --output=FILE                   where to write; `-` for standard output
  -S, --emit-text                          write text
  -g, --debuginfo                          keep the name section and DWARF
  -ism FILE, -osm FILE, -osu URL           read and write a source map, and say in the output where it is
                                           (--input-source-map, --output-source-map, --output-source-map-url)
  --strip-debug, --strip-dwarf, --strip-producers, --strip-target-features
  --enable-FEATURE, --disable-FEATURE, --all-features, --mvp-features, --detect-features
  -tnh, --traps-never-happen               assume that no instruction traps
  --minify-imports[-and-exports[-and-modules]], --legalize-js-interface, --legalize-and-prune-js-interface,
  --extract-function=NAME, --extract-function-index=N, --remove-exports=PATTERN,..., --set-globals=NAME=VALUE,...,
  --signext-lowering, --stack-check, --safe-heap, --fpcast-emu, --log-execution, --dealign,
  --separate-data-segments=FILE, --asyncify
                                           change the module, where they stand among the levels
  -pa KEY@VALUE, --pass-arg=KEY@VALUE      an argument of such a change
  --print, --metrics, --func-metrics, --print-features, --print-function-map, --symbolmap[=FILE]
                                           printed of the input, or, behind -O or a pass, of the output
  -d, --debug                              say which options are ignored
  -q, --quiet                              print no warnings
  --skip-pass PASS                         do not run a pass of `invar`
  -j N, --stats[=json]                     threads, and statistics, as for `invar opt`
  --version, --help
All that it can do: `invar opt --help`.
";

pub use tools::NAMES;

/// Runs the command under one of its names with these arguments (without the program's name).
pub fn run(tool: &'static str, arguments: Vec<OsString>) -> Result<ExitCode, Failure> {
    super::check_text(&arguments)?;
    let arguments = arguments.iter().map(|argument| argument.to_string_lossy().into_owned());
    let arguments: Vec<String> = arguments.collect();
    if tool == tools::MERGE
        && let Some(code) = merge::run(&arguments)?
    {
        return Ok(code);
    }
    match tools::parse(tool, &arguments)? {
        Request::Help => files::write("-", HELP.as_bytes())?,
        Request::Version => {
            let binaryen = std::env::var("INVAR_WASM_OPT_VERSION");
            let binaryen = binaryen.as_deref().unwrap_or(VERSION);
            let version =
                format!("{tool} version {binaryen} (invar {})\n", env!("CARGO_PKG_VERSION"));
            files::write("-", version.as_bytes())?;
        }
        Request::Job(request) => return request.run(),
    }
    Ok(ExitCode::SUCCESS)
}

#[derive(Debug)]
enum Request {
    Help,
    Version,
    Job(Box<Parsed>),
}

/// An optimization of the module, or another change.
#[derive(Debug, PartialEq)]
enum Run {
    Level(Level),
    Passes(Vec<Pass>),
    /// A change by the option of this name, with its value.
    Transform(&'static str, Option<String>),
}

/// What the arguments have asked for so far.
#[derive(Debug, Default)]
struct Parsed {
    job: Job,
    warnings: Vec<String>,
    /// The options that are left out.
    left_out: Vec<String>,
    inputs: Vec<String>,
    /// Levels, passes and changes in order.
    runs: Vec<Run>,
    /// The values of `--pass-arg`, by key.
    pass_args: PassArguments,
    /// Whether to say what is left out.
    says_more: bool,
    optimize: Option<u8>,
    shrink: Option<u8>,
    strip_debug: bool,
    strip_dwarf: bool,
    /// Printed of the input, and where to, if not to standard output.
    before: Vec<(Print, Option<String>)>,
    /// Printed of the output.
    after: Vec<(Print, Option<String>)>,
    /// What the output must not use, and the option that was to replace it.
    lowered: Vec<(Feature, &'static str)>,
    /// The modules that the output must not import from.
    lowered_imports: Vec<(&'static str, &'static str)>,
}

#[cfg(test)]
fn parse(arguments: &[String]) -> Result<Request, Failure> {
    tools::parse("wasm-opt", arguments)
}

impl Parsed {
    /// Takes over arguments.
    fn parse(mut self, arguments: &[String]) -> Result<Request, Failure> {
        let parsed = &mut self;
        let mut rest = arguments.iter().map(String::as_str);
        while let Some(argument) = rest.next() {
            let (name, given) = match argument.split_once('=') {
                Some((name, value)) if name.starts_with('-') => (name, Some(value)),
                _ => (argument, None),
            };
            if !name.starts_with('-') || name == "-" {
                parsed.inputs.push(argument.to_owned());
                continue;
            }
            let Some(entry) = table::find(name) else {
                parsed.feature_or_pass(name)?;
                continue;
            };
            let value = match entry.takes {
                Takes::Nothing if given.is_some() => {
                    return Err(Failure::Usage(format!("{name} takes no value")));
                }
                Takes::Value => given.or_else(|| rest.next()),
                Takes::Nothing | Takes::Maybe => given,
            };
            if entry.takes == Takes::Value && value.is_none() {
                return Err(Failure::Usage(format!("{name} needs a value")));
            }
            match entry.class {
                OptionClass::Done(Does::Help) => return Ok(Request::Help),
                OptionClass::Done(Does::Version) => return Ok(Request::Version),
                OptionClass::Done(does) => parsed.done(does, name, value)?,
                OptionClass::Pass(pass) => parsed.pass(pass),
                OptionClass::LeftOut => parsed.left_out.push(name.to_owned()),
                OptionClass::Lowers(feature) => parsed.lowered.push((feature, entry.names)),
                OptionClass::LowersImports(module) => {
                    parsed.lowered_imports.push((module, entry.names))
                }
                OptionClass::Refused(why) => {
                    return Err(anyhow!("`{name}` is not supported: {why}").into());
                }
            }
        }
        self.finish()
    }
}

fn number<T: std::str::FromStr>(name: &str, value: &str) -> Result<T, Failure> {
    value.parse().map_err(|_| Failure::Usage(format!("{name} needs a number, not `{value}`")))
}

impl Parsed {
    /// Takes over an option that is done.
    fn done(&mut self, does: Does, name: &str, value: Option<&str>) -> Result<(), Failure> {
        let options = &mut self.job.options;
        let text = value.unwrap_or_default();
        match does {
            Does::Help | Does::Version | Does::Always => {}
            Does::Output => self.job.output = Some(text.to_owned()),
            Does::Text => self.job.emit = OutputFormat::Wat,
            Does::Transform => {
                let entry = table::find(name).expect("it was found");
                self.runs.push(Run::Transform(entry.names, value.map(str::to_owned)));
            }
            Does::PassArgument => {
                let (key, value) = text.split_once('@').unwrap_or((text, ""));
                if transforms::takes(key) {
                    self.pass_args.insert(key.to_owned(), value.to_owned());
                } else if key.starts_with("asyncify-") {
                    return Err(anyhow!("`{name}={key}` is not supported").into());
                } else {
                    self.left_out.push(format!("{name}={key}"));
                }
            }
            Does::LowMemoryUnused => {
                self.pass_args.insert(transforms::LOW_MEMORY_UNUSED.to_owned(), String::new());
                self.left_out.push(name.to_owned());
            }
            Does::SayMore => self.says_more = true,
            Does::Level(level) => self.runs.extend(level.parse().ok().map(Run::Level)),
            Does::OptimizeLevel => self.optimize = Some(number(name, text)?),
            Does::ShrinkLevel => self.shrink = Some(number(name, text)?),
            Does::Names => options.names = true,
            Does::StripDebug => self.strip_debug = true,
            Does::StripDwarf => self.strip_dwarf = true,
            Does::InputMap => self.job.maps.input = Some(text.to_owned()),
            Does::OutputMap => self.job.maps.output = Some(text.to_owned()),
            Does::OutputMapUrl => self.job.maps.url = Some(text.to_owned()),
            Does::StripProducers => options.strip.producers = true,
            Does::StripTargetFeatures => options.strip.target_features = true,
            Does::TrapsNeverHappen => options.traps_never_happen = true,
            Does::ClosedWorld => options.closed_world = true,
            Does::AllFeatures => options.enabled = Features::standard(),
            Does::MvpFeatures => {
                options.enabled = Features::none();
                options.disabled_features = Features::all();
            }
            Does::SkipPass => {
                let entry = table::find(&format!("--{text}")).map(|entry| entry.class);
                match (entry, text.parse::<Pass>()) {
                    (Some(OptionClass::Pass(pass)), _) | (_, Ok(pass)) => {
                        options.disabled.push(pass)
                    }
                    // It would not run anyway.
                    (Some(_), _) => {}
                    (None, Err(_)) => {
                        return Err(Failure::Usage(format!("there is no pass `{text}`")));
                    }
                }
            }
            Does::Quiet => self.job.chatter = Chatter::Quiet,
            Does::Print(what) => {
                let optimized = !self.runs.is_empty();
                // Only a map of functions goes to a file; of other options the value is a title.
                let file = value.filter(|_| what == Print::FunctionMap).map(str::to_owned);
                let list = if optimized { &mut self.after } else { &mut self.before };
                list.push((what, file));
            }
            Does::Threads => options.threads = Some(number::<u16>(name, text)?.into()),
            Does::Stats => {
                let json = value.is_some_and(|format| format == "json");
                self.job.stats = Some(if json { Format::Json } else { Format::Text });
            }
        }
        Ok(())
    }

    /// An option that is not in the table: of a proposal, or a pass by our name for it.
    fn feature_or_pass(&mut self, name: &str) -> Result<(), Failure> {
        let unknown = || Failure::Usage(format!("there is no option `{name}`"));
        let feature = |feature: &str| feature.parse::<Features>().map_err(|_| unknown());
        let options = &mut self.job.options;
        if let Some(name) = name.strip_prefix("--enable-") {
            *options = std::mem::take(options).enable(feature(name)?);
        } else if let Some(name) = name.strip_prefix("--disable-") {
            *options = std::mem::take(options).disable(feature(name)?);
        } else {
            let pass = name.strip_prefix("--").and_then(|name| name.parse().ok());
            self.pass(pass.ok_or_else(unknown)?);
        }
        Ok(())
    }

    /// A pass by itself, behind what was asked for so far.
    fn pass(&mut self, pass: Pass) {
        match self.runs.last_mut() {
            Some(Run::Passes(passes)) => passes.push(pass),
            _ => self.runs.push(Run::Passes(vec![pass])),
        }
    }

    fn finish(mut self) -> Result<Request, Failure> {
        self.job.input = match self.inputs.as_slice() {
            [] => "-".to_owned(),
            [input] => input.clone(),
            [_, second, ..] => {
                return Err(Failure::Usage(format!("one input is enough; `{second}` is another")));
            }
        };
        if self.job.output.is_none() && self.before.is_empty() && self.after.is_empty() {
            self.warnings.push("no output file is given, so none is written".to_owned());
        }
        if self.says_more && !self.left_out.is_empty() {
            let names = std::mem::take(&mut self.left_out);
            let mut once: Vec<String> = Vec::new();
            names.into_iter().for_each(|name| {
                if !once.contains(&name) {
                    once.push(name);
                }
            });
            self.warnings.push(format!(
                "ignored, since only the choice of optimizations depends on it: {}",
                once.join(" ")
            ));
        }
        if self.job.maps.output.is_some() && self.strip_debug {
            let why = "--strip-debug drops what --output-source-map is to write";
            return Err(Failure::Usage(why.to_owned()));
        }
        if self.job.maps.output.is_none() && self.job.maps.url.is_some() {
            let why = "--output-source-map-url is ignored without --output-source-map";
            self.warnings.push(why.to_owned());
        }
        if self.job.maps.output.is_none() && self.job.maps.input.is_some() {
            self.warnings.push("no source map is written, so the input's is not read".to_owned());
        }
        let options: &mut Options = &mut self.job.options;
        options.strip.local_names = self.strip_debug;
        self.job.dwarf.kept = options.names && !self.strip_debug && !self.strip_dwarf;
        // That tool assumes nothing at -O4.
        options.stack_abi.get_or_insert(false);
        let mut runs = std::mem::take(&mut self.runs);
        let last = runs.iter().rposition(|run| matches!(run, Run::Level(_)));
        let level = match last.map(|last| &runs[last]) {
            Some(Run::Level(level)) => Some(*level),
            _ => None,
        };
        match (combined(level, self.optimize, self.shrink), last) {
            (Some(level), Some(last)) => runs[last] = Run::Level(level),
            // Behind a change alone, as emcc asks for one at the end, these say how to write, not to optimize again.
            (Some(_), None) if matches!(runs[..], [Run::Transform(..), ..]) => {}
            (Some(level), None) => runs.push(Run::Level(level)),
            (None, _) => {}
        }
        drop_contained(&mut runs);
        // That pass optimizes what it has made, if anything is to be optimized.
        let asyncify = runs.iter().rposition(|run| matches!(run, Run::Transform("--asyncify", _)));
        let levels = |runs: &[Run]| runs.iter().rposition(|run| matches!(run, Run::Level(_)));
        if let Some(at) = asyncify
            && levels(&runs[at..]).is_none()
            && let Some(Run::Level(level)) = levels(&runs).map(|at| &runs[at])
        {
            let level = *level;
            runs.insert(at + 1, Run::Level(level));
        }
        // What was changed last is validated, and loses names if it is to have none.
        if matches!(runs.last(), Some(Run::Transform(..)) | None) {
            runs.push(Run::Level(Level::O0));
        }
        if runs.iter().any(|run| matches!(run, Run::Transform("--signext-lowering", _))) {
            // No run brings back what another one replaced.
            self.job.options = std::mem::take(&mut self.job.options).disable(Feature::SignExt);
        }
        let options = |names: bool| {
            let mut options = self.job.options.clone();
            // Which proposals and promises there are is in sections that only the output is without.
            (options.strip.producers, options.strip.target_features) = (false, false);
            options.names |= names;
            options
        };
        let (mut steps, mut needs_names) = (Vec::new(), false);
        for run in runs.into_iter().rev() {
            let mut options = options(needs_names);
            match run {
                Run::Level(level) => options.level = level,
                Run::Passes(passes) => {
                    (options.level, options.passes) = (Level::O0, Some(passes));
                }
                Run::Transform(name, value) => {
                    let AskedChange { change, file } =
                        transforms::of(name, value, &self.pass_args)?;
                    needs_names |= change.needs_names();
                    if let Transform::ExtractFunction { .. } = change {
                        // What that function does not need goes, too.
                        (options.level, options.passes) = (Level::O0, Some(vec![Pass::GlobalDce]));
                        steps.push(ModuleStep::Optimize(Box::new(options)));
                    }
                    steps.push(ModuleStep::Transform(name, change, file));
                    continue;
                }
            }
            steps.push(ModuleStep::Optimize(Box::new(options)));
        }
        steps.reverse();
        if let Some(ModuleStep::Optimize(last)) = steps.pop() {
            let strip = self.job.options.strip;
            self.job.options = *last;
            self.job.options.strip = strip;
        }
        self.job.earlier = steps;
        Ok(Request::Job(Box::new(self)))
    }

    /// Does what was asked for.
    fn run(mut self) -> Result<ExitCode, Failure> {
        if self.job.chatter != Chatter::Quiet {
            for warning in &self.warnings {
                let program = self.job.program;
                terminal::say(format_args!("{program}: warning: {warning}"));
            }
        }
        // Names are needed to print them, also if the output is to have none.
        let drop_names =
            !self.job.options.names && self.after.iter().any(|(what, _)| what.needs_names());
        self.job.options.names |= drop_names;
        for (_, file) in self.before.iter().chain(&self.after) {
            self.job
                .other_files
                .extend(file.iter().map(|file| ("a map of functions", file.clone())));
        }
        let Parsed { job, before, after, lowered, lowered_imports, .. } = self;
        let printed = |wasm: &[u8], list: &[(Print, Option<String>)]| {
            list.iter().try_for_each(|(what, file)| {
                let text = print::text(wasm, *what)?;
                files::write(file.as_deref().unwrap_or("-"), text.as_bytes())
            })
        };
        job.run_with(
            |input| printed(input, &before),
            |output| {
                check_lowered(output, &lowered, &lowered_imports)?;
                printed(output, &after)?;
                if drop_names {
                    *output = invar::unstable::sections::without_names(output);
                }
                Ok(())
            },
        )
    }
}

/// The level of the last optimization: `-O`, with what `--optimize-level` and `--shrink-level` say besides.
fn combined(level: Option<Level>, optimize: Option<u8>, shrink: Option<u8>) -> Option<Level> {
    match (level, optimize, shrink) {
        (level, None, None) => level,
        (_, _, Some(2..)) => Some(Level::Oz),
        (_, _, Some(1)) => Some(Level::Os),
        (_, Some(0), _) => Some(Level::O0),
        (_, Some(1), _) => Some(Level::O1),
        (_, Some(3), _) => Some(Level::O3),
        (_, Some(4..), _) => Some(Level::O4),
        (level, None, Some(0)) => level,
        (_, Some(2), _) => Some(Level::O2),
    }
}

/// Drops what needs no run of its own: level 0 beside others, and passes that the level before or behind has.
fn drop_contained(runs: &mut Vec<Run>) {
    if runs.len() > 1 {
        runs.retain(|run| *run != Run::Level(Level::O0));
    }
    let has_all = |run: Option<&Run>, passes: &[Pass]| match run {
        Some(Run::Level(level)) => {
            let of_level = schedule::of_level(*level);
            passes.iter().all(|pass| of_level.contains(pass))
        }
        _ => false,
    };
    for at in (0..runs.len()).rev() {
        let Run::Passes(passes) = &runs[at] else { continue };
        let before = at.checked_sub(1).and_then(|before| runs.get(before));
        if has_all(before, passes) || has_all(runs.get(at + 1), passes) {
            runs.remove(at);
        }
    }
}

/// An error if an output still has what an option was to replace.
fn check_lowered(
    output: &[u8],
    lowered: &[(Feature, &'static str)],
    imports: &[(&'static str, &'static str)],
) -> anyhow::Result<()> {
    if lowered.is_empty() && imports.is_empty() {
        return Ok(());
    }
    let used: Features = inspect(output)?.features.join(",").parse()?;
    for (feature, option) in lowered {
        anyhow::ensure!(
            !used.contains(*feature),
            "`{option}` is not supported, and the module uses {feature}"
        );
    }
    for (module, option) in imports {
        anyhow::ensure!(
            !print::imports_from(output, module)?,
            "`{option}` is not supported, and the module imports from {module}"
        );
    }
    Ok(())
}
