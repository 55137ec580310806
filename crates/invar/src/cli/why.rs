//! `invar why`: the functions that a program spends its time in, and what passes say of them that they could not do.

use super::figures::{group, percent};
use super::files::{self, Content};
use super::terminal::{self, printable};
use super::{Failure, profile, symbolize};
use anyhow::{Context, anyhow};
use clap::{Arg, ArgMatches, Command, value_parser};
use invar::unstable::debug::dwarf::lookup::Lines;
use invar::unstable::debug::dwarf::sections::Sections;
use invar::unstable::debug::{ModuleInfo, Symbolizer};
use invar::{Level, Optimizer, Remark};
use invar_inspect::names::Name;
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::fmt::Write;
use std::process::ExitCode;

/// So many remarks are shown of a function.
const MOST_REMARKS: usize = 4;

/// The command line.
pub fn command() -> Command {
    Command::new("why")
        .about("Show where a program spends its time, and what -O3 could not do there")
        .override_usage("invar why MODULE --profile FILE [-n N] [--source-map FILE | --debug-file FILE]")
        .after_help(
            "FILE is a profile of the program with this module: a .cpuprofile of node (--cpu-prof), Deno or Chrome, or one of\n\
             the Firefox Profiler, as `wasmtime run --profile=guest` writes it.\n\
             Each function comes with the time in it without its callees, the share of all samples, and the bytes of its code;\n\
             below are remarks of `opt -O3` on changes that were not made, with lines if the module has a source map or DWARF.",
        )
        .arg(Arg::new("module").value_name("MODULE").required(true).help("A .wasm file"))
        .arg(Arg::new("profile").long("profile").value_name("FILE").required(true).help("The profile"))
        .arg(
            Arg::new("count")
                .short('n')
                .value_name("N")
                .value_parser(value_parser!(usize))
                .default_value("10")
                .help("Show N functions"),
        )
        .args(symbolize::debug_arguments())
}

/// Runs the command.
pub fn run(matches: &ArgMatches) -> Result<ExitCode, Failure> {
    let path = matches.get_one::<String>("module").expect("clap asks for a module");
    let Content::Wasm(wasm) = files::read(path)?.content else {
        return Err(anyhow!("{path}: this is not WebAssembly").into());
    };
    if wasmparser::Parser::is_component(&wasm) {
        return Err(anyhow!("{path}: this is a component: give one of its modules").into());
    }
    let file = matches.get_one::<String>("profile").expect("clap asks for a profile");
    let text = std::fs::read(file).with_context(|| file.clone())?;
    let (map, debug) = symbolize::debug_information(path, &wasm, matches)?;
    let with_dwarf = debug.as_deref().unwrap_or(&wasm);
    let lines = Lines::of_sections(&Sections::read(with_dwarf), Sections::read(&wasm).code);
    let mut info = ModuleInfo::read(&wasm);
    if info.names.is_empty() {
        info.names = ModuleInfo::read(with_dwarf).names;
    }
    let profile = profile::read(&text, &info).with_context(|| file.clone())?;
    let optimizer = Optimizer::new(Level::O3).remarks(true);
    let report = optimizer.run(&wasm).with_context(|| path.clone())?.report;
    let missed = missed(&report.remarks, &info);
    let symbolizer = Symbolizer::new(info.clone(), map);
    let line = |offset: u64| {
        let by_map = || {
            let frames = symbolizer.frames(offset.try_into().ok()?);
            let (file, line, _) = frames.into_iter().next()?.place?;
            Some(format!("{}:{line}", file.rsplit('/').next().unwrap_or(&file)))
        };
        by_map().or_else(|| lines.of(offset))
    };

    let mut order: Vec<(u32, f64)> =
        profile.functions.iter().map(|(&at, &time)| (at, time)).collect();
    order.sort_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
    let count = *matches.get_one::<usize>("count").expect("it has a default");
    let mut out = String::new();
    _ = writeln!(out, "{:>10}  {:>6}  {:>9}  function", profile.unit, "", "bytes");
    for &(number, time) in order.iter().take(count) {
        let body = info.bodies.get(number.wrapping_sub(info.imported) as usize);
        let bytes = body.map_or(0, |body| u64::from(body.end - body.start));
        let name = symbolizer.function(number).function;
        let name = name
            .map_or(format!("func[{number}]"), |name| Name::of_function(&name).shown().to_owned());
        let share = percent(time / profile.total.max(f64::MIN_POSITIVE));
        _ = writeln!(out, "{time:>10.1}  {share:>6}  {:>9}  {}", group(bytes), printable(&name));
        let remarks = missed.get(&number).map_or(&[][..], Vec::as_slice);
        for (remark, count) in remarks.iter().take(MOST_REMARKS) {
            let place =
                line(remark.offset).unwrap_or_else(|| format!("offset 0x{:x}", remark.offset));
            let Remark { pass, what, why, .. } = remark;
            let why = if why.is_empty() { String::new() } else { format!(": {why}") };
            let others = match count - 1 {
                0 => String::new(),
                others => format!(" (and {others} more)"),
            };
            _ = writeln!(out, "{:>31}{place}{others}: {pass}: {what}{why}", "");
        }
        if remarks.len() > MOST_REMARKS {
            let rest: usize = remarks[MOST_REMARKS..].iter().map(|of| of.1).sum();
            _ = writeln!(out, "{:>31}{rest} others: see opt -O3 --remarks", "");
        }
    }
    let rest: f64 = order.iter().skip(count).map(|of| of.1).sum();
    let outside = profile.total - profile.functions.values().sum::<f64>();
    for (time, what) in
        [(rest, "other functions of the module"), (outside, "outside of the module")]
    {
        if time > 0.0 {
            let share = percent(time / profile.total);
            _ = writeln!(out, "{time:>10.1}  {share:>6}  {:>9}  {what}", "");
        }
    }
    terminal::print(&out)?;
    Ok(ExitCode::SUCCESS)
}

/// The remarks on what was not done, by the function that has their offsets in the input: of those on the same kind of
/// change the first one, with how many there are. The most frequent ones first.
fn missed<'a>(
    remarks: &'a [Remark],
    info: &ModuleInfo,
) -> FxHashMap<u32, Vec<(&'a Remark, usize)>> {
    let mut groups: FxHashMap<(u32, &str, &str), (&Remark, usize)> = FxHashMap::default();
    for remark in remarks.iter().filter(|remark| !remark.applied && remark.offset > 0) {
        let offset = u32::try_from(remark.offset).unwrap_or(u32::MAX);
        let Some((number, _)) = info.function(offset) else { continue };
        groups.entry((number, remark.pass, remark.what)).or_insert((remark, 0)).1 += 1;
    }
    let mut by_function: FxHashMap<u32, Vec<(&Remark, usize)>> = FxHashMap::default();
    for ((number, ..), group) in groups {
        by_function.entry(number).or_default().push(group);
    }
    for groups in by_function.values_mut() {
        groups.sort_by_key(|(remark, count)| (Reverse(*count), remark.offset, remark.pass));
    }
    by_function
}
