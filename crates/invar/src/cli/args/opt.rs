//! The options of `invar opt`, built from the pass table and the list of proposals, and the job they describe.

use super::{
    closed_world, fast_math, flag, input, level, output, stack_abi, traps_never_happen, value,
};
use crate::cli::dwarf::DwarfRequest;
use crate::cli::job::{Chatter, Format, Job, OutputFormat};
use crate::cli::remarks::RemarkFilter;
use crate::cli::source_maps::SourceMaps;
use crate::cli::{Failure, report};
use anyhow::{Context, anyhow};
use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, ArgGroup, ArgMatches, Command, value_parser};
use invar::{
    ArcMode, ArcTable, Feature, Features, Options, Pass, PrintAfter, Redirection, RewriteRule,
    Strip,
};

/// The subcommand. Options are listed in groups.
pub fn command() -> Command {
    Command::new("opt")
        .about("Optimize a module, or the modules of a component")
        .override_usage("invar opt IN -o OUT [-O0|-O1|-O2|-O3|-O4|-Os|-Oz] [OPTIONS]")
        .arg(input().required_unless_present("help-passes"))
        .arg(output())
        .args(general())
        .next_help_heading("What runs")
        .args(what_to_run())
        .next_help_heading("What may be assumed")
        .args(assumptions())
        .next_help_heading("Output format")
        .args(output_format())
        .next_help_heading("Source maps")
        .args(source_maps())
        // What the map of the input is read for.
        .group(ArgGroup::new("reads-map").args(["output-source-map", "report"]).multiple(true))
        .next_help_heading("Proposals that the output may use")
        .args(proposals())
        .next_help_heading("Reports")
        .args(reports())
        .args(report::args())
        .next_help_heading("Debugging")
        .args(debugging())
        .args(switches())
}

fn general() -> [Arg; 3] {
    [
        value("threads", "N")
            .short('j')
            .value_parser(value_parser!(u16).range(1..))
            .help("Use N threads [default: one per core]; the output is the same"),
        flag("quiet", "Print no warnings and no progress").short('q'),
        flag("verbose", "Print by how much the module and its code became smaller")
            .short('v')
            .conflicts_with("quiet"),
    ]
}

fn what_to_run() -> [Arg; 8] {
    [
        level().help(
            "0: read and write only, 1: quick, 2 (and plain -O, the default), 3, 4 (and fast): speed, s, z: size; the last one counts",
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
        value("no-redirect", "KIND,...")
            .value_delimiter(',')
            .action(ArgAction::Append)
            .value_parser(|name: &str| name.parse::<Redirection>())
            .help(format!("Pass `graph`: do not redirect values of these kinds: {}", redirections())),
        Arg::new("no-PASS")
            .long("no-PASS")
            .action(ArgAction::SetTrue)
            .help("Do not run this pass, for each PASS of --help-passes"),
        flag("no-vectorize", "At -O3 and -O4, make no vector code of scalar code where the output may use SIMD"),
        flag("no-guard", "Keep new bodies and the new module even if they are no better"),
        flag("help-passes", "List the passes, one line each, and exit"),
    ]
}

fn output_format() -> [Arg; 8] {
    [
        value("emit", "FORMAT")
            .value_parser(PossibleValuesParser::new(["wasm", "wat", "inv"]))
            .help("The format of the output [default: that of its name: .wat, .inv, and else wasm]"),
        flag("debuginfo", "Keep the name section and DWARF").short('g'),
        value("split-debug", "FILE")
            .conflicts_with_all(["strip-debug", "strip-dwarf"])
            .help("Write the output with names and DWARF to FILE; the output itself has neither, and names FILE"),
        value("dwp", "FILE")
            .help("With -g: the DWARF of an input that was compiled with -gsplit-dwarf [default: INPUT.dwp, or the .dwo files]"),
        flag("strip-debug", "With -g: drop DWARF and the names of locals")
            .conflicts_with("output-source-map"),
        flag("strip-dwarf", "With -g: drop DWARF"),
        flag("strip-producers", "Drop the producers section"),
        flag("strip-target-features", "Drop the target_features section"),
    ]
}

fn source_maps() -> [Arg; 3] {
    [
        value("input-source-map", "FILE")
            .requires("reads-map")
            .help("The source map of the input [default: where the section sourceMappingURL says] (also -ism)"),
        value("output-source-map", "FILE").help("Write the source map of the output (also -osm)"),
        value("output-source-map-url", "URL")
            .requires("output-source-map")
            .help("Say in the output that its source map is at URL (also -osu)"),
    ]
}

fn assumptions() -> [Arg; 8] {
    [
        traps_never_happen(),
        fast_math(),
        closed_world(),
        stack_abi(),
        flag("no-assume-stack-abi", "At -O4: do not assume that either").overrides_with("assume-stack-abi"),
        value("arc", "auto|off|FILE").visible_alias("arc-runtime").help(
            "Remove redundant retains and releases of a known reference-counting runtime, or of one described in a file [default: off]",
        ),
        flag("no-arc-conventions", "With --arc: do not change ownership conventions between functions"),
        flag("no-arc-waiting", "With --arc: do not delay retains until something may be released"),
    ]
}

fn reports() -> [Arg; 5] {
    [
        value("stats", "FORMAT")
            .num_args(0..=1)
            .require_equals(true)
            .default_missing_value("text")
            .value_parser(PossibleValuesParser::new(["text", "json"]))
            .help("Print statistics to standard error"),
        value("stats-file", "FILE")
            .help("Print statistics to a file (as JSON, unless --stats says otherwise)"),
        value("function-map", "FILE")
            .help("Write which functions of the output are those of the input, for `invar diff --map`"),
        flag("stats-by-function", "Print the counters of each function, too"),
        value("remarks", "PASS[:FUNC],...")
            .num_args(0..=1)
            .require_equals(true)
            .default_missing_value("")
            .value_parser(|text: &str| text.parse::<RemarkFilter>())
            .help("Print what passes did or refused to do, and why: all, these ones, or in this function"),
    ]
}

fn debugging() -> [Arg; 5] {
    [
        value("opt-fuel", "N")
            .value_parser(value_parser!(u64))
            .help("Stop optimizing after N decisions, to bisect; one thread"),
        value("print-after", "PASS[:FUNC]")
            .value_parser(|text: &str| text.parse::<PrintAfter>())
            .help("Print functions after each run of a pass"),
        flag("verify", "Verify each function after each pass"),
        flag(
            "validate",
            "Execute each new body beside its original, on sampled inputs; one that differs is not taken",
        ),
        flag(
            "strict",
            "Exit with 1 on an internal error, instead of keeping the original function",
        ),
    ]
}

fn proposals() -> [Arg; 5] {
    let named = |verb: &str, help: String| {
        let name = format!("{verb}-NAME");
        Arg::new(name.clone()).long(name).action(ArgAction::SetTrue).help(help)
    };
    let names = feature_flags().collect::<Vec<_>>().join(", ");
    [
        named("enable", format!("Allow a proposal although the input does not use it: {names}")),
        named("disable", "Do not allow what only the section target_features names".to_owned()),
        flag("all-features", "Allow all proposals (also -all)"),
        flag("mvp-features", "Allow only what the code of the input uses (also -mvp)"),
        flag("detect-features", "Allow what the input uses (always done)").hide(true),
    ]
}

/// `--no-PASS`, `--enable-NAME` and `--disable-NAME`, for each pass and proposal.
fn switches() -> impl Iterator<Item = Arg> {
    let switch =
        |name: String| Arg::new(name.clone()).long(name).action(ArgAction::SetTrue).hide(true);
    let passes = Pass::ALL.iter().map(move |pass| switch(format!("no-{pass}")));
    let features = feature_flags().flat_map(move |feature| {
        ["enable", "disable"].map(|verb| switch(format!("{verb}-{feature}")))
    });
    passes.chain(features)
}

fn redirections() -> String {
    let names: Vec<&str> = Redirection::all().map(Redirection::name).collect();
    names.join(", ")
}

fn feature_flags() -> impl Iterator<Item = &'static str> {
    let flags = Feature::ALL.iter().map(|feature| feature.name());
    flags.chain(Features::WITHOUT_EFFECT.iter().copied())
}

/// The job that the arguments of `opt` describe.
pub fn job(matches: &ArgMatches) -> Result<Job, Failure> {
    // These stand for many options in the help.
    for (name, what) in
        [("no-PASS", "a pass"), ("enable-NAME", "a proposal"), ("disable-NAME", "a proposal")]
    {
        if matches.get_flag(name) {
            return Err(Failure::Usage(format!("--{name}: give the name of {what}")));
        }
    }
    let text = |name: &str| matches.get_one::<String>(name).cloned();
    let named = |end: &str| text("output").is_some_and(|output| output.ends_with(end));
    let emit = match text("emit").as_deref() {
        Some("wat") => OutputFormat::Wat,
        Some("inv") => OutputFormat::Inv,
        None if named(".wat") => OutputFormat::Wat,
        None if named(".inv") => OutputFormat::Inv,
        _ => OutputFormat::Wasm,
    };
    let stats_file = text("stats-file");
    let stats = match text("stats").as_deref() {
        Some("text") => Some(Format::Text),
        Some(_) => Some(Format::Json),
        None => stats_file.as_ref().map(|_| Format::Json),
    };
    let mut options = options(matches);
    let on = |name: &str| matches.get_flag(name);
    options.names |= matches.contains_id("split-debug");
    options.arc = match text("arc").as_deref() {
        Some("auto") => ArcMode::Auto,
        None | Some("off") => ArcMode::Off,
        Some(path) => {
            let file = std::fs::read_to_string(path).with_context(|| {
                format!(
                    "{path}: no description of a runtime; `--arc` takes `auto`, `off` or a file"
                )
            })?;
            let table = ArcTable::parse(&file).map_err(|error| anyhow!("{path}: {error}"))?;
            ArcMode::Table(table)
        }
    };
    let mut output = text("output");
    if output.is_none() && emit != OutputFormat::Wasm {
        output = Some("-".to_owned());
    }
    let report = report::PageRequest::of(matches);
    let function_map = text("function-map");
    let tells = stats.is_some()
        || function_map.is_some()
        || report.is_some()
        || matches.get_flag("verbose")
        || options.stats_by_function
        || options.remarks
        || options.print_after.is_some();
    if report.is_none() && matches.get_many::<String>("report-func").is_some() {
        return Err(Failure::Usage("--report-func needs --report FILE".to_owned()));
    }
    if output.is_none() && !tells {
        return Err(Failure::Usage("no output is asked for; give -o OUT".to_owned()));
    }
    let chatter = match (matches.get_flag("quiet"), matches.get_flag("verbose")) {
        (true, _) => Chatter::Quiet,
        (_, true) => Chatter::Verbose,
        _ => Chatter::Normal,
    };
    Ok(Job {
        program: "invar",
        input: text("input").expect("clap asks for an input"),
        earlier: Vec::new(),
        output,
        emit,
        options,
        stats,
        stats_file,
        other_files: Vec::new(),
        chatter,
        remarks: matches.get_one("remarks").cloned(),
        maps: SourceMaps {
            input: text("input-source-map"),
            output: text("output-source-map"),
            url: text("output-source-map-url"),
        },
        dwarf: DwarfRequest {
            kept: on("debuginfo") && !on("strip-debug") && !on("strip-dwarf"),
            split: text("split-debug"),
            package: text("dwp"),
        },
        report,
        function_map,
    })
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
        .validate(on("validate"))
        .strict(defaults.strict || on("strict"))
        .traps_never_happen(on("traps-never-happen"))
        .closed_world(on("closed-world"))
        .fast_math(on("fast-math"))
        .vectorize(!on("no-vectorize"))
        .remarks(matches.contains_id("remarks"))
        .stats_by_function(on("stats-by-function"))
        .names(on("debuginfo"))
        .strip(
            Strip::default()
                .producers(on("strip-producers"))
                .target_features(on("strip-target-features"))
                .local_names(on("strip-debug")),
        );
    options.passes = matches.get_many("passes").map(|passes| passes.copied().collect());
    options.disabled = Pass::ALL.iter().filter(disabled).copied().collect();
    options.threads = matches.get_one::<u16>("threads").map(|&threads| threads.into());
    options.fuel = matches.get_one("opt-fuel").copied();
    options.stack_abi = match (on("assume-stack-abi"), on("no-assume-stack-abi")) {
        (true, _) => Some(true),
        (_, true) => Some(false),
        _ => None,
    };
    options.print_after = matches.get_one("print-after").cloned();
    options.disabled_rules =
        matches.get_many("no-rule").map(|rules| rules.copied().collect()).unwrap_or_default();
    options.disabled_redirections =
        matches.get_many("no-redirect").map(|kinds| kinds.copied().collect()).unwrap_or_default();
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
