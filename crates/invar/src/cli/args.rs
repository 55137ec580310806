//! The command line of `invar`, built from the pass table and the list of proposals.

mod opt;

pub use opt::job;

use super::report;
use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, Command, value_parser};
use clap_complete::Shell;
use invar::Level;
use std::ffi::OsString;

/// Translates wasm-opt's short options of several letters to long ones, as `clap` needs them.
pub fn normalize(argument: OsString) -> OsString {
    match argument.to_str() {
        Some("-O") => "-O2".into(),
        Some("-tnh") => "--traps-never-happen".into(),
        Some("-cw") => "--closed-world".into(),
        Some("-ism") => "--input-source-map".into(),
        Some("-osm") => "--output-source-map".into(),
        Some("-osu") => "--output-source-map-url".into(),
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

fn fast_math() -> Arg {
    flag("fast-math", "Allow sums and products of floats in another order, which changes results")
}

fn closed_world() -> Arg {
    flag(
        "closed-world",
        "Assume that nothing outside makes or changes objects of the module's types, but for those that imports and exports mention (also -cw)",
    )
}

fn stack_abi() -> Arg {
    flag(
        "assume-stack-abi",
        "Assume that only a function itself accesses its frame of the shadow stack",
    )
}

/// The version, and what the command was built with.
fn version() -> String {
    let engine = if cfg!(feature = "run") {
        "with a WebAssembly engine, for `run` and `specialize`"
    } else {
        NO_ENGINE
    };
    format!("{}\n{engine}", env!("CARGO_PKG_VERSION"))
}

/// What `run` and `specialize` say in a build without an engine.
pub const NO_ENGINE: &str = "without a WebAssembly engine, which `run` and `specialize` need; \
    in a clone of the repository, `cargo install --path crates/invar --features run` builds one with it";

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
        .arg(input().required(true).num_args(1..=2).help(
            "A .wasm, .wat or .inv file; `-` for standard input. The figures of two are side by side",
        ))
        .arg(flag("json", "One JSON object per module"));
    let completions = Command::new("completions")
        .about("Print a script with which a shell completes the command line of invar")
        .arg(
            Arg::new("shell").value_name("SHELL").required(true).value_parser(value_parser!(Shell)),
        );
    let man = Command::new("man")
        .about("Print the manual page, or write those of all subcommands into a folder")
        .arg(Arg::new("folder").value_name("DIR").help("A folder, which is made if need be"));
    Command::new("invar")
        .version(env!("CARGO_PKG_VERSION"))
        .long_version(version())
        .about("Makes WebAssembly modules faster and smaller")
        .subcommand_required(true)
        .arg_required_else_help(true)
        .max_term_width(100)
        .subcommands([
            opt::command(),
            report::command(opt::command()),
            specialize(),
            run(),
            print,
            check,
            stats,
            super::top::command(),
            super::diff::command(),
            super::symbolize::command(),
            super::why::command(),
            Command::new("passes").about("List the passes and the levels they run at"),
            Command::new("rules").about("List the rewrite rules that passes apply"),
            completions,
            man,
        ])
}

fn level() -> Arg {
    Arg::new("level")
        .short('O')
        .long("optimize")
        .value_name("LEVEL")
        .overrides_with("level")
        .value_parser(|text: &str| text.parse::<Level>())
}

fn specialize() -> Command {
    Command::new("specialize")
        .about("Run a program's initialization, and write versions of its functions for the values it requests")
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
        .arg(number::<usize>(
            "warm-up",
            "N",
            "Make N versions of a function for values that it looks up before comparing what that costs with how \
             long the program runs [default: 16]",
        ))
        .arg(number::<usize>("max-continuations", "N", "Make at most N continuations in a function [default: 4096]"))
        .arg(number::<usize>("max-bytes", "N", "Make at most about N bytes of code [default: 64 MiB]"))
        .arg(number::<u64>("max-time", "MS", "Spend at most about MS milliseconds on versions [default: 60000]"))
}
