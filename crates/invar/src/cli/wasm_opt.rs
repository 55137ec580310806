//! The command line of `wasm-opt`, as its callers use it: wasm-pack, clang's driver, emscripten,
//! trunk. Options come in any order, `-Os` is the default level of `-O`, and without a level or
//! passes nothing is optimized. A pass that has no counterpart here is a warning, since leaving an
//! optimization out is safe; one that changes what a program means, such as
//! `--asyncify`, is an error, since its caller depends on it.

use super::Failure;
use super::files;
use super::job::{Emit, Format, Job};
use invar::{Features, Level, Options, Pass};
use std::ffi::OsString;
use std::process::ExitCode;

/// What `--version` prints. Callers parse the number and compare it with those they know.
const VERSION: &str = concat!("wasm-opt version 132 (invar ", env!("CARGO_PKG_VERSION"), ")");

const HELP: &str = "\
wasm-opt INFILE -o OUTFILE [OPTIONS]

This is `invar` under another name. It takes the options that callers of wasm-opt use:
  -O, -O0, -O1, -O2, -O3, -O4, -Os, -Oz    optimize (-O is -Os)
  -ol N, -s N                              optimize level, shrink level
  -o FILE, --output=FILE                   where to write; `-` for standard output
  -S, --emit-text                          write text
  -g, --debuginfo                          keep the name section (DWARF is always dropped)
  --strip-debug, --strip-dwarf, --strip-producers, --strip-target-features
  --enable-FEATURE, --disable-FEATURE, --all-features, --mvp-features, --detect-features
  -tnh, --traps-never-happen               assume that no instruction traps
  --version, --help
Other passes are warned about and left out. All that it can do: `invar opt --help`.
";

/// Options of wasm-opt with a value, which have no meaning here.
const WITH_VALUE: &[&str] = &[
    "--pass-arg",
    "-pa",
    "--skip-pass",
    "-sp",
    "--input-source-map",
    "-ism",
    "--output-source-map",
    "-osm",
    "--output-source-map-url",
    "-osu",
    "--symbolmap",
    "--always-inline-max-function-size",
    "-aimfs",
    "--flexible-inline-max-function-size",
    "-fimfs",
    "--one-caller-inline-max-function-size",
    "-ocimfs",
    "--inline-max-combined-binary-size",
    "-imcbs",
    "--inline-functions-with-loops-max-size",
    "--max-combined-binary-size",
    "--partial-inlining-ifs",
    "-pii",
    "--cores",
    "--fuzz-exec-second",
];

/// Options of wasm-opt without a value that are accepted and have no effect.
const WITHOUT_EFFECT: &[&str] = &[
    "--post-emscripten",
    "--low-memory-unused",
    "-lmu",
    "--zero-filled-memory",
    "-uim",
    "--ignore-implicit-traps",
    "-iit",
    "--closed-world",
    "-cw",
    "--fast-math",
    "-ffm",
    "--converge",
    "-c",
    "--no-validation",
    "-n",
    "--quiet",
    "-q",
    "--strip-dwarf",
    "--strip-toolchain-annotations",
    "--detect-features",
    "--optimize-stack-ir",
    "--generate-stack-ir",
    "--optimize-for-js",
    "--preserve-type-order",
    "--inline-functions-with-loops",
    "-ifwl",
    "--no-emit-metadata",
    "--debug",
    "-d",
];

/// Passes of wasm-opt that change the meaning of a module or its interface to the host.
const NEEDED: &[&str] = &[
    "asyncify",
    "i64-to-i32-lowering",
    "legalize-js-interface",
    "legalize-and-prune-js-interface",
    "fpcast-emu",
    "jspi",
    "memory64-lowering",
    "table64-lowering",
    "multi-memory-lowering",
    "multi-memory-lowering-with-bounds-checks",
    "llvm-memory-copy-fill-lowering",
    "llvm-nontrapping-fptoint-lowering",
    "signext-lowering",
    "string-lowering",
    "string-gathering",
    "translate-to-exnref",
    "translate-to-new-eh",
    "emit-exnref",
    "extract-function",
    "extract-function-index",
    "remove-imports",
    "safe-heap",
    "stack-check",
    "spill-pointers",
    "log-execution",
    "trace-calls",
    "instrument-locals",
    "instrument-memory",
    "instrument-branch-hints",
    "set-globals",
    "separate-data-segments",
    "trap-mode-clamp",
    "trap-mode-js",
    "minify-imports",
    "minify-imports-and-exports",
    "minify-imports-and-exports-and-modules",
    "denan",
    "dealign",
];

/// Runs the command with these arguments (without the program's name).
pub fn run(arguments: Vec<OsString>) -> Result<ExitCode, Failure> {
    let arguments: Vec<String> = arguments
        .into_iter()
        .map(|argument| {
            argument.into_string().map_err(|argument| {
                Failure::Usage(format!("`{}` is not UTF-8", argument.to_string_lossy()))
            })
        })
        .collect::<Result<_, _>>()?;
    match parse(&arguments)? {
        Request::Help => files::write("-", HELP.as_bytes())?,
        Request::Version => files::write("-", format!("{VERSION}\n").as_bytes())?,
        Request::Job(job, warnings) => {
            for warning in warnings {
                eprintln!("wasm-opt: warning: {warning}");
            }
            return job.run();
        }
    }
    Ok(ExitCode::SUCCESS)
}

#[derive(Debug)]
enum Request {
    Help,
    Version,
    Job(Box<Job>, Vec<String>),
}

/// What the arguments have asked for so far.
#[derive(Default)]
struct Parsed {
    job: Job,
    warnings: Vec<String>,
    inputs: Vec<String>,
    level: Option<Level>,
    optimize: Option<u8>,
    shrink: Option<u8>,
    passes: Vec<Pass>,
    strip_debug: bool,
}

fn parse(arguments: &[String]) -> Result<Request, Failure> {
    let mut parsed = Parsed::default();
    parsed.job.program = "wasm-opt";
    let mut rest = arguments.iter().map(String::as_str);
    while let Some(argument) = rest.next() {
        let (name, mut given) = match argument.split_once('=') {
            Some((name, value)) if name.starts_with('-') => (name, Some(value)),
            _ => (argument, None),
        };
        let mut value = || {
            let value = given.take().or_else(|| rest.next());
            value.ok_or_else(|| Failure::Usage(format!("{name} needs a value")))
        };
        match name {
            "--help" | "-h" => return Ok(Request::Help),
            "--version" => return Ok(Request::Version),
            "-o" | "--output" => parsed.job.output = Some(value()?.to_owned()),
            "-ol" | "--optimize-level" => parsed.optimize = Some(number(name, value()?)?),
            "-s" | "--shrink-level" => parsed.shrink = Some(number(name, value()?)?),
            "-S" | "--emit-text" => parsed.job.emit = Emit::Wat,
            "-j" | "--threads" => {
                parsed.job.options.threads = Some(number::<u16>(name, value()?)?.into());
            }
            "--stats" => {
                let json = given.is_some_and(|format| format == "json");
                parsed.job.stats = Some(if json { Format::Json } else { Format::Text });
            }
            _ if WITH_VALUE.contains(&name) => {
                value()?;
            }
            _ if !name.starts_with('-') || name == "-" => parsed.inputs.push(name.to_owned()),
            _ => parsed.option(name)?,
        }
    }
    parsed.finish()
}

fn number<T: std::str::FromStr>(name: &str, value: &str) -> Result<T, Failure> {
    value.parse().map_err(|_| Failure::Usage(format!("{name} needs a number, not `{value}`")))
}

impl Parsed {
    /// An option without a value.
    fn option(&mut self, name: &str) -> Result<(), Failure> {
        let options = &mut self.job.options;
        match name {
            "-O" => self.level = Some(Level::Os),
            "-g" | "--debuginfo" => options.names = true,
            "--strip" | "--strip-debug" => self.strip_debug = true,
            "--strip-producers" => options.strip.producers = true,
            "--strip-target-features" => options.strip.target_features = true,
            "-tnh" | "--traps-never-happen" => options.traps_never_happen = true,
            "-all" | "--all-features" => options.enabled = Features::standard(),
            "-mvp" | "--mvp-features" => {
                options.enabled = Features::none();
                options.disabled_features = Features::all();
            }
            "--dce" | "--vacuum" => self.passes.push(Pass::Dce),
            "--duplicate-function-elimination" => self.passes.push(Pass::MergeFunctions),
            "--remove-unused-module-elements"
            | "--remove-unused-nonfunction-module-elements"
            | "--remove-unused-types" => self.passes.push(Pass::GlobalDce),
            _ if WITHOUT_EFFECT.contains(&name) => {}
            _ => return self.unusual_option(name),
        }
        Ok(())
    }

    fn unusual_option(&mut self, name: &str) -> Result<(), Failure> {
        let options = &mut self.job.options;
        if let Some(level) = name.strip_prefix("-O") {
            self.level = Some(
                level.parse().map_err(|error: invar::Error| Failure::Usage(error.to_string()))?,
            );
        } else if let Some(feature) = name.strip_prefix("--enable-") {
            match feature.parse::<Features>() {
                Ok(found) => *options = std::mem::take(options).enable(found),
                Err(_) => self.warnings.push(format!("there is no feature `{feature}`")),
            }
        } else if let Some(feature) = name.strip_prefix("--disable-") {
            match feature.parse::<Features>() {
                Ok(found) => *options = std::mem::take(options).disable(found),
                Err(_) => self.warnings.push(format!("there is no feature `{feature}`")),
            }
        } else if let Some(pass) = name.strip_prefix("--") {
            if NEEDED.contains(&pass) {
                let message = format!("`{pass}` changes what a module means, and is not done here");
                return Err(anyhow::anyhow!(message).into());
            }
            match pass.parse::<Pass>() {
                Ok(pass) => self.passes.push(pass),
                Err(_) => self.warnings.push(format!("the pass `{pass}` is unknown and left out")),
            }
        } else {
            self.warnings.push(format!("the option `{name}` is unknown and left out"));
        }
        Ok(())
    }

    fn finish(mut self) -> Result<Request, Failure> {
        self.job.input = match self.inputs.as_slice() {
            [] => "-".to_owned(),
            [input] => input.clone(),
            [_, second, ..] => {
                return Err(Failure::Usage(format!("one input is enough; `{second}` is another")));
            }
        };
        if self.job.output.is_none() {
            self.warnings.push("no output file is given, so none is written".to_owned());
        }
        let options: &mut Options = &mut self.job.options;
        if self.strip_debug {
            options.names = false;
        }
        let level = match (self.level, self.optimize, self.shrink) {
            (level, None, None) => level,
            (_, _, Some(2..)) => Some(Level::Oz),
            (_, _, Some(1)) => Some(Level::Os),
            (_, Some(0), _) => Some(Level::O0),
            (_, Some(1), _) => Some(Level::O1),
            (_, Some(3), _) => Some(Level::O3),
            (_, Some(4..), _) => Some(Level::O4),
            (level, None, Some(0)) => level,
            (_, Some(2), _) => Some(Level::O2),
        };
        // Passes that are named besides a level are in it.
        options.level = level.unwrap_or(Level::O0);
        if level.is_none() && !self.passes.is_empty() {
            options.passes = Some(self.passes);
        }
        Ok(Request::Job(Box::new(self.job), self.warnings))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn job(line: &str) -> (Job, Vec<String>) {
        let arguments: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        match parse(&arguments) {
            Ok(Request::Job(job, warnings)) => (*job, warnings),
            _ => panic!("`{line}` asks for a job"),
        }
    }

    #[test]
    fn callers_are_understood() {
        // clang's driver.
        let (job_of, warnings) = job("a.out -O2 -o a.out");
        assert_eq!((job_of.input.as_str(), job_of.output.as_deref()), ("a.out", Some("a.out")));
        assert_eq!((job_of.options.level, warnings.len()), (Level::O2, 0));
        // wasm-pack.
        let (job_of, warnings) = job("pkg/a_bg.wasm -o pkg/a_bg.wasm-opt.wasm -O");
        assert_eq!((job_of.options.level, warnings.len()), (Level::Os, 0));
        // trunk.
        let (job_of, warnings) = job("--output=dist/a.wasm -Oz dist/b.wasm");
        assert_eq!(job_of.output.as_deref(), Some("dist/a.wasm"));
        assert_eq!((job_of.options.level, warnings.len()), (Level::Oz, 0));
        // emscripten.
        let (job_of, warnings) = job("--strip-target-features --post-emscripten -O3 \
            --low-memory-unused --pass-arg=directize-initial-contents-immutable a.wasm -o b.wasm \
            -g --mvp-features --enable-bulk-memory --enable-mutable-globals");
        assert_eq!((job_of.options.level, warnings.len()), (Level::O3, 0));
        assert!(job_of.options.names && job_of.options.strip.target_features);
        assert_eq!(job_of.options.enabled.names(), ["mutable-globals", "bulk-memory"]);
    }

    #[test]
    fn levels_are_combined() {
        assert_eq!(job("a -ol 3 -o b").0.options.level, Level::O3);
        assert_eq!(job("a -s 2 -ol 3 -o b").0.options.level, Level::Oz);
        assert_eq!(job("a -o b --shrink-level=1").0.options.level, Level::Os);
        assert_eq!(job("a -o b").0.options.level, Level::O0);
    }

    #[test]
    fn what_is_unknown_is_told() {
        assert_eq!(job("a -o b --coalesce-locals").1.len(), 1);
        assert_eq!(job("a -o b --enable-time-travel").1.len(), 1);
        let asyncify = ["a".to_owned(), "--asyncify".to_owned()];
        assert!(matches!(parse(&asyncify), Err(Failure::Other(_))));
        let two = ["a".to_owned(), "b".to_owned()];
        assert!(matches!(parse(&two), Err(Failure::Usage(_))));
    }
}
