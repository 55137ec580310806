//! The command line of `invar`, built from the pass table and the list of proposals.

use super::job::{Emit, Format, Job};
use super::{Failure, report};
use anyhow::{Context, anyhow};
use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use invar::{
    ArcMode, ArcTable, Feature, Features, Level, Options, Pass, PrintAfter, RewriteRule, Strip,
};
use std::ffi::OsString;

/// Translates wasm-opt's short options of several letters to long ones, as `clap` needs them.
pub fn normalize(argument: OsString) -> OsString {
    match argument.to_str() {
        Some("-O") => "-O2".into(),
        Some("-tnh") => "--traps-never-happen".into(),
        Some("-all") => "--all-features".into(),
        Some("-mvp" | "-mvp-features") => "--mvp-features".into(),
        _ => argument,
    }
}

/// The same for a whole command line; the arguments that `run` passes to a program stay as they are.
pub fn normalize_all(arguments: Vec<OsString>) -> Vec<OsString> {
    if arguments.get(1).is_some_and(|command| command == "run") {
        return arguments;
    }
    arguments.into_iter().map(normalize).collect()
}

fn flag(name: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).help(help).action(ArgAction::SetTrue)
}

/// An option with a value.
fn value(name: &'static str, value: &'static str) -> Arg {
    Arg::new(name).long(name).value_name(value)
}

fn input() -> Arg {
    Arg::new("input").value_name("IN").help("A .wasm, .wat or .inv file; `-` for standard input")
}

fn output() -> Arg {
    Arg::new("output")
        .short('o')
        .long("output")
        .value_name("OUT")
        .help("Where to write; `-` for standard output")
}

fn traps_never_happen() -> Arg {
    flag("traps-never-happen", "Assume that no instruction traps (also -tnh)")
}

fn stack_abi() -> Arg {
    flag(
        "assume-stack-abi",
        "Assume that only a function itself accesses its frame of the shadow stack",
    )
}

/// The command.
pub fn command() -> Command {
    let print = Command::new("print")
        .about("Print a module, or one function of it, in Invar's text format")
        .arg(input().required(true))
        .arg(output())
        .arg(value("func", "FUNC").help("One function: name or index"))
        .arg(flag("stage", "Print the binding-time analysis of each function with annotations"));
    let check = Command::new("check")
        .about("Validate modules, bring each function into SSA form and verify it")
        .arg(input().required(true).num_args(1..));
    let stats = Command::new("stats")
        .about("Show the contents of a module: functions, operators by class, proposals, sections")
        .arg(input().required(true))
        .arg(flag("json", "One JSON object per module"));
    let command = Command::new("invar")
        .version(env!("CARGO_PKG_VERSION"))
        .about("Makes WebAssembly modules faster and smaller")
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommands([
            opt(),
            report::command(opt()),
            print,
            check,
            stats,
            Command::new("passes").about("List the passes and the levels they run at"),
            Command::new("rules").about("List the rewrite rules that passes apply"),
        ]);
    #[cfg(feature = "run")]
    let command = command.subcommand(specialize()).subcommand(run());
    command
}

fn level() -> Arg {
    Arg::new("level")
        .short('O')
        .long("optimize")
        .value_name("LEVEL")
        .value_parser(|text: &str| text.parse::<Level>())
}

#[cfg(feature = "run")]
fn specialize() -> Command {
    Command::new("specialize")
        .about("Run a program's initialization, and specialize the functions that it requests")
        .override_usage("invar specialize IN -o OUT [--init-func NAME] [OPTIONS]")
        .arg(input().required(true))
        .arg(output().required(true))
        .arg(
            Arg::new("init-func")
                .long("init-func")
                .value_name("NAME")
                .help("The exported function that initializes the program [default: init]"),
        )
        .arg(level().help("How to optimize the result, as for `opt` [default: 3]"))
        .arg(flag(
            "checked",
            "Check each promise that is relied on; a broken one traps in a function named after it",
        ))
        .arg(traps_never_happen())
        .arg(stack_abi())
        .arg(flag("explain", "Report the versions, and where and why values stopped being constant"))
        .args(report::args())
        .arg(flag("debuginfo", "Keep the name section").short('g'))
        .arg(
            Arg::new("max-insts")
                .long("max-insts")
                .value_name("N")
                .value_parser(value_parser!(usize))
                .help("Make at most about N instructions for a request; beyond that, emit generic code"),
        )
}

#[cfg(feature = "run")]
fn run() -> Command {
    fn number<T: Clone + Send + Sync + std::str::FromStr + 'static>(
        name: &'static str,
        value: &'static str,
        help: &'static str,
    ) -> Arg
    where
        T::Err: std::error::Error + Send + Sync + 'static,
    {
        Arg::new(name).long(name).value_name(value).value_parser(str::parse::<T>).help(help)
    }
    let many = |name: &'static str, value: &'static str, help: &'static str| {
        Arg::new(name).long(name).value_name(value).action(ArgAction::Append).help(help)
    };
    Command::new("run")
        .about("Optimize a program and run it; functions are specialized at its requests")
        .override_usage("invar run [OPTIONS] PROGRAM [ARGUMENT]...")
        .after_help(
            "The program runs under WASI preview 1, with the standard streams of this process. The exit \
             code is the\nprogram's, and 134 if it trapped.",
        )
        .arg(
            Arg::new("program")
                .value_name("PROGRAM")
                .required(true)
                .num_args(1..)
                .trailing_var_arg(true)
                .help("A .wasm, .wat or .inv file, followed by its arguments"),
        )
        .arg(level().help("How to optimize the program, as for `opt` [default: 1]"))
        .arg(many("env", "NAME[=VALUE]", "A variable of the program's environment [default: as here]"))
        .arg(many("dir", "HOST[::GUEST]", "A directory that the program can access, and its name there"))
        .arg(many(
            "invoke",
            "NAME",
            "Call this export, not `_start`, and print its results; of several, the last one gets the \
             arguments",
        ))
        .arg(flag("no-specialize", "Do not specialize: answer each request with the requested function itself"))
        .arg(flag("checked", "Check each promise that is relied on; a broken one traps with its name"))
        .arg(flag(
            "background",
            "Compile versions on another thread, while the program runs generic code",
        ))
        .arg(flag("explain", "Report the versions, and where and why values stop being constant"))
        .arg(
            Arg::new("profile")
                .long("profile")
                .value_name("FORMAT")
                .num_args(0..=1)
                .require_equals(true)
                .default_missing_value("text")
                .value_parser(PossibleValuesParser::new(["text", "json"]))
                .help("Count and time entries; print these and the cost of versions to standard error at the end"),
        )
        .arg(number::<usize>("max-insts", "N", "Make at most about N instructions for a request"))
        .arg(number::<usize>("max-versions", "N", "Make at most N versions of a function [default: 256]"))
        .arg(number::<usize>("max-continuations", "N", "Make at most N continuations in a function [default: 4096]"))
        .arg(number::<usize>("max-bytes", "N", "Make at most about N bytes of code [default: 64 MiB]"))
        .arg(number::<u64>("max-time", "MS", "Spend at most about MS milliseconds on versions [default: 60000]"))
}

fn opt() -> Command {
    Command::new("opt")
        .about("Optimize a module, or the modules of a component")
        .override_usage("invar opt IN -o OUT [-O0|-O1|-O2|-O3|-O4|-Os|-Oz] [OPTIONS]")
        .after_help(after_help())
        .arg(input().required(true))
        .arg(output())
        .args(what_to_run())
        .args(output_format())
        .args(assumptions())
        .arg(
            value("threads", "N")
                .short('j')
                .value_parser(value_parser!(u16).range(1..))
                .help("Use N threads [default: one per core]; the output is the same"),
        )
        .arg(flag("no-guard", "Keep new bodies and the new module even if they are no better"))
        .args(reports())
        .args(report::args())
        .args(debugging())
        .arg(flag("all-features", "Allow the output all proposals (also -all)"))
        .arg(flag("mvp-features", "Allow the output only what the input's code uses (also -mvp)"))
        .arg(flag("detect-features", "Allow what the input uses (always done)").hide(true))
        .args(switches())
}

fn what_to_run() -> [Arg; 3] {
    [
        level().help(
            "0: round trip, 1: quick, 2 (and plain -O, the default), 3, 4: speed, s, z: size",
        ),
        value("passes", "PASS,...")
            .value_delimiter(',')
            .value_parser(|name: &str| name.parse::<Pass>())
            .help("Run exactly these passes; see `invar passes`"),
        value("no-rule", "RULE,...")
            .value_delimiter(',')
            .action(ArgAction::Append)
            .value_parser(|name: &str| name.parse::<RewriteRule>())
            .help("Do not apply these rewrite rules; see `invar rules`"),
    ]
}

fn output_format() -> [Arg; 6] {
    [
        value("emit", "FORMAT")
            .value_parser(PossibleValuesParser::new(["wasm", "wat", "inv"]))
            .help("The format of the output [default: wasm]"),
        flag("debuginfo", "Keep the name section; DWARF is always dropped").short('g'),
        flag("strip-debug", "Drop the name section, even with -g, and DWARF"),
        flag("strip-dwarf", "Drop DWARF (always done: it would be stale)"),
        flag("strip-producers", "Drop the producers section"),
        flag("strip-target-features", "Drop the target_features section"),
    ]
}

fn assumptions() -> [Arg; 5] {
    [
        traps_never_happen(),
        stack_abi(),
        value("arc", "auto|off|FILE").visible_alias("arc-runtime").help(
            "Remove reference counts of a known runtime, or of one described in a file [default: off]",
        ),
        flag("no-arc-conventions", "With --arc: do not change ownership conventions between functions"),
        flag("no-arc-waiting", "With --arc: do not delay retains until something may be released"),
    ]
}

fn reports() -> [Arg; 4] {
    [
        value("stats", "FORMAT")
            .num_args(0..=1)
            .require_equals(true)
            .default_missing_value("text")
            .value_parser(PossibleValuesParser::new(["text", "json"]))
            .help("Print statistics to standard error"),
        value("stats-file", "FILE")
            .help("Print statistics to a file (as JSON, unless --stats says otherwise)"),
        flag("stats-by-function", "Print the counters of each function, too"),
        flag("remarks", "Print what passes did or refused to do, and why"),
    ]
}

fn debugging() -> [Arg; 4] {
    [
        value("opt-fuel", "N")
            .value_parser(value_parser!(u64))
            .help("Stop optimizing after N decisions, to bisect; one thread"),
        value("print-after", "PASS[:FUNC]")
            .value_parser(|text: &str| text.parse::<PrintAfter>())
            .help("Print functions after each run of a pass"),
        flag("verify", "Verify each function after each pass"),
        flag("strict", "Fail on a bug of Invar that would only cost an optimization"),
    ]
}

/// `--no-PASS`, `--enable-NAME` and `--disable-NAME`, which the text after the options describes.
fn switches() -> impl Iterator<Item = Arg> {
    let switch =
        |name: String| Arg::new(name.clone()).long(name).action(ArgAction::SetTrue).hide(true);
    let passes = Pass::ALL.iter().map(move |pass| {
        let former = pass.former_name().map(|name| format!("no-{name}"));
        switch(format!("no-{pass}")).aliases(former)
    });
    let features = feature_flags().flat_map(move |feature| {
        ["enable", "disable"].map(|verb| switch(format!("{verb}-{feature}")))
    });
    passes.chain(features)
}

fn feature_flags() -> impl Iterator<Item = &'static str> {
    let flags = Feature::ALL.iter().map(|feature| feature.name());
    flags.chain(Features::WITHOUT_EFFECT.iter().copied())
}

fn after_help() -> String {
    let passes: Vec<_> = Pass::ALL.iter().map(|pass| pass.name()).collect();
    format!(
        "Each pass can be switched off: --no-PASS, with PASS one of\n  {}\n\n\
         The output uses no proposal that the input does not, nor its target_features section \
         names, unless\n--enable-NAME allows it; --disable-NAME takes back what the section \
         names. NAME is one of\n  {}",
        passes.join(", "),
        feature_flags().collect::<Vec<_>>().join(", "),
    )
}

/// The job that the arguments of `opt` describe.
pub fn job(matches: &ArgMatches) -> Result<Job, Failure> {
    let text = |name: &str| matches.get_one::<String>(name).cloned();
    let emit = match text("emit").as_deref() {
        Some("wat") => Emit::Wat,
        Some("inv") => Emit::Inv,
        _ => Emit::Wasm,
    };
    let stats_file = text("stats-file");
    let stats = match text("stats").as_deref() {
        Some("text") => Some(Format::Text),
        Some(_) => Some(Format::Json),
        None => stats_file.as_ref().map(|_| Format::Json),
    };
    let mut options = options(matches);
    options.arc = match text("arc").as_deref() {
        Some("auto") => ArcMode::Auto,
        None | Some("off") => ArcMode::Off,
        Some(path) => {
            let file = std::fs::read_to_string(path).with_context(|| path.to_owned())?;
            let table = ArcTable::parse(&file).map_err(|error| anyhow!("{path}: {error}"))?;
            ArcMode::Table(table)
        }
    };
    let mut output = text("output");
    let report = report::Request::of(matches);
    if output.is_none() && emit != Emit::Wasm {
        output = Some("-".to_owned());
    }
    let tells = stats.is_some()
        || report.is_some()
        || options.stats_by_function
        || options.remarks
        || options.print_after.is_some();
    if output.is_none() && !tells {
        return Err(Failure::Usage("no output is asked for; give -o OUT".to_owned()));
    }
    let input = text("input").expect("clap asks for an input");
    Ok(Job { program: "invar", input, output, emit, options, stats, stats_file, report })
}

fn options(matches: &ArgMatches) -> Options {
    let on = |name: &str| matches.get_flag(name);
    let defaults = Options::default();
    let disabled = |pass: &&Pass| on(&format!("no-{pass}"));
    let mut options = Options::new(matches.get_one("level").copied().unwrap_or_default())
        .guard(!on("no-guard"))
        .arc_conventions(!on("no-arc-conventions"))
        .arc_waiting(!on("no-arc-waiting"))
        .verify(defaults.verify || on("verify"))
        .strict(defaults.strict || on("strict"))
        .traps_never_happen(on("traps-never-happen"))
        .assume_stack_abi(on("assume-stack-abi"))
        .remarks(on("remarks"))
        .stats_by_function(on("stats-by-function"))
        .names(on("debuginfo") && !on("strip-debug"))
        .strip(
            Strip::default()
                .producers(on("strip-producers"))
                .target_features(on("strip-target-features")),
        );
    options.passes = matches.get_many("passes").map(|passes| passes.copied().collect());
    options.disabled = Pass::ALL.iter().filter(disabled).copied().collect();
    options.threads = matches.get_one::<u16>("threads").map(|&threads| threads.into());
    options.fuel = matches.get_one("opt-fuel").copied();
    options.print_after = matches.get_one("print-after").cloned();
    options.disabled_rules =
        matches.get_many("no-rule").map(|rules| rules.copied().collect()).unwrap_or_default();
    if on("all-features") {
        options.enabled = Features::standard();
    }
    if on("mvp-features") {
        options.disabled_features = Features::all();
    }
    for name in feature_flags() {
        let features = name.parse::<Features>().expect("it is one of the names");
        if on(&format!("enable-{name}")) {
            options = options.enable(features);
        }
        if on(&format!("disable-{name}")) {
            options = options.disable(features);
        }
    }
    options
}
