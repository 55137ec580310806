//! `--report`: the page that shows what was done to each function.

mod functions;
mod parts;
mod sources;
mod texts;

use super::files;
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use invar::unstable::debug::ModuleInfo;
use invar::unstable::trace::{Trace, Wanted};
use invar::{Pass, PassReport, Report};
use invar_inspect::ModuleItems;
use invar_report::data::{self, BeforeAfter, Page};
use sources::ModuleSources;
use std::borrow::Cow;
use std::path::Path;
use texts::{ModuleTexts, PageTexts, Printed};

/// A page to write.
#[derive(Clone, Debug)]
pub struct PageRequest {
    /// The file; `-` for standard output.
    pub file: String,
    /// The functions that are shown in detail.
    pub wanted: Wanted,
}

/// The options of a page.
pub fn args() -> [Arg; 3] {
    let value =
        |name: &'static str, value: &'static str| Arg::new(name).long(name).value_name(value);
    [
        value("report", "FILE")
            .help("Write a page (HTML) that shows what was done to each function"),
        value("report-func", "FUNC").action(ArgAction::Append).help(
            "With --report: show this function pass by pass (name or index); may be repeated",
        ),
        value("report-most", "N").value_parser(value_parser!(usize)).help(
            "With --report: show the N functions that changed most pass by pass [default: 100]",
        ),
    ]
}

/// The subcommand that writes a page and no module, with the options of `opt`.
pub fn command(opt: Command) -> Command {
    opt.name("report")
        .about("Write a page that shows what `opt` does to each function")
        .override_usage("invar report IN -o report.html [OPTIONS]")
        .mut_arg("output", |output| {
            output
                .short(None)
                .long("module")
                .help("Where to write the optimized module, if anywhere")
        })
        .mut_arg("report", |report| {
            let page = report.short('o').long("output").required(true);
            page.help("Where to write the page (HTML); `-` for standard output")
        })
}

impl PageRequest {
    /// The page that options ask for, if they do.
    pub fn of(matches: &ArgMatches) -> Option<PageRequest> {
        let file = matches.get_one::<String>("report").cloned()?;
        let functions = matches.get_one("report-most").copied();
        let functions = functions.unwrap_or(Wanted::default().functions);
        let named = matches.get_many("report-func").unwrap_or_default().cloned().collect();
        Some(PageRequest { file, wanted: Wanted { functions, named } })
    }

    /// Writes the page.
    pub fn write(&self, optimized: Optimized<'_>) -> anyhow::Result<()> {
        let (page, texts) = optimized.page();
        files::write(&self.file, invar_report::render(page, &texts).as_bytes())
    }
}

/// What a page is about.
pub struct Optimized<'a> {
    /// The name of the input.
    pub name: &'a str,
    /// What the optimization did.
    pub report: &'a Report,
    /// What became of the functions of each module.
    pub traces: Vec<Trace>,
    /// The input, if it was read from WebAssembly.
    pub before: Side<'a>,
    /// The output as it is written, if its code is where the traces say.
    pub after: Side<'a>,
    /// The source map of the input; without it, the one that the input names.
    pub source_map: Option<&'a String>,
    /// The special versions that were made.
    pub versions: Vec<data::Version>,
}

/// Texts of functions are in the page of a module of at most so many bytes, or if functions were asked for: both texts
/// take thirty-five times the memory of a module.
const MOST_PRINTED: usize = 2 << 20;

impl Optimized<'_> {
    /// The page, with the texts of its functions.
    fn page(self) -> (Page, PageTexts) {
        let Optimized { name, report, traces, before, after, source_map, versions } = self;
        let mut page = page(name, report);
        page.versions = versions;
        if let Some(bytes) = after.bytes {
            page.bytes.after = Some(bytes);
        }
        page.parts = parts::parts(before.sized(), after.sized());
        let mut texts = PageTexts::default();
        for (n, trace) in traces.into_iter().enumerate() {
            let (old, new) = (before.modules.get(n), after.modules.get(n));
            let wasm = old.map_or(&[][..], |wasm| wasm);
            let mut sources = ModuleSources::read(name, wasm, source_map, &mut page.notes);
            let locations = trace.locations.clone();
            let is_printed =
                wasm.len() <= MOST_PRINTED || trace.functions.iter().any(|it| it.asked);
            let [old_text, new_text] = [old, new].map(|side| side.filter(|_| is_printed));
            let sides = functions::Sides {
                module: n as u32,
                before: before.items.get(n),
                after: after.items.get(n),
            };
            let first = page.functions.len();
            texts.functions.extend(functions::add(&mut page, &sides, trace, &mut sources));
            let first_file = sources.add_files(&mut page.files);
            for file in page.functions[first..].iter_mut().filter_map(|it| it.file.as_mut()) {
                *file += first_file;
            }
            let info = ModuleInfo::read(wasm);
            let located = locations.as_ref();
            texts.modules.push(ModuleTexts {
                before: old_text.map_or_else(Printed::default, |wasm| Printed::of(wasm)),
                after: new_text
                    .map_or_else(Printed::default, |wasm| Printed::of_output(wasm, &info, located)),
                locations,
                lines: sources.lines,
                first_file,
            });
        }
        page.lines.sort_unstable();
        page.lines.dedup();
        if before.modules.len() > 1 {
            // An offset may be in each of several modules.
            page.lines.clear();
        }
        let copied = copied(&page.functions);
        page.notes.extend(copied);
        if page.functions.iter().any(|it| it.history.is_none() && it.changes > 0) {
            let note = "Remarks are those about the functions that are shown pass by pass: \
                        'invar opt --remarks' prints all.";
            page.notes.push(note.to_owned());
        }
        if page.functions.iter().any(|function| !function.inlined.is_empty()) {
            let note = "The estimated time of a function is without that of the functions it calls: \
                        where calls were inlined, it contains theirs before and after.";
            page.notes.push(note.to_owned());
        }
        (page, texts)
    }
}

/// The input or the output; nothing is known of it by default.
#[derive(Default)]
pub struct Side<'a> {
    bytes: Option<u64>,
    /// The core modules.
    modules: Vec<Cow<'a, [u8]>>,
    /// What they hold.
    pub items: Vec<ModuleItems>,
}

impl<'a> Side<'a> {
    /// Reads it, if it is known.
    pub fn read(wasm: Option<&'a [u8]>) -> anyhow::Result<Side<'a>> {
        let Some(wasm) = wasm else { return Ok(Side::default()) };
        let modules = modules(wasm)?;
        let items = modules.iter().map(|wasm| ModuleItems::read(wasm)).collect::<Result<_, _>>()?;
        Ok(Side { bytes: Some(wasm.len() as u64), modules, items })
    }

    fn sized(&self) -> Option<(u64, &[ModuleItems])> {
        Some((self.bytes?, &self.items))
    }
}

/// The core modules of an input in bytes.
fn modules(wasm: &[u8]) -> anyhow::Result<Vec<Cow<'_, [u8]>>> {
    if !wasmparser::Parser::is_component(wasm) {
        return Ok(vec![Cow::Borrowed(wasm)]);
    }
    let mut modules = Vec::new();
    let add = |_: usize, module: &[u8]| {
        modules.push(Cow::Owned(module.to_vec()));
        Ok::<_, invar_wasm::ReadError>(module.to_vec())
    };
    invar_wasm::component::map_modules(wasm, add).map_err(|error| anyhow::anyhow!("{error}"))?;
    Ok(modules)
}

/// A page with what is known of the whole input.
fn page(name: &str, report: &Report) -> Page {
    let mut command: Vec<String> =
        std::env::args_os().skip(1).map(|it| it.to_string_lossy().into()).collect();
    command.insert(0, "invar".to_owned());
    let title = Path::new(name).file_name().map_or(name.into(), |name| name.to_string_lossy());
    // What a module that was not read from bytes had before is not known.
    let change = |before, after| BeforeAfter {
        before: Some(before).filter(|it| *it > 0),
        after: Some(after),
    };
    let mut notes = Vec::new();
    if report.input_kept {
        notes.push("The output was larger than the input, which is kept.".to_owned());
    }
    notes.extend(report.bugs.iter().map(|bug| format!("Bug, please report: {bug}.")));
    Page {
        title: title.into_owned(),
        command: command.join(" "),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        bytes: change(report.input.bytes, report.output.bytes),
        code_bytes: change(report.input.code_bytes, report.output.code_bytes),
        time_ms: report.time_ms,
        notes,
        passes: report.passes.iter().map(pass_of).collect(),
        ..Page::default()
    }
}

fn pass_of(pass: &PassReport) -> data::PassRecord {
    data::PassRecord {
        name: pass.name.to_owned(),
        doc: pass.name.parse().map_or("", Pass::doc).to_owned(),
        runs: pass.runs,
        time_ms: pass.time_ms,
        counters: named(&pass.counters),
    }
}

fn named(counters: &[(&'static str, u64)]) -> Vec<(String, u64)> {
    counters.iter().map(|&(name, count)| (name.to_owned(), count)).collect()
}

/// Lines about the functions that were copied: how many, and why.
fn copied(functions: &[data::FunctionRecord]) -> Vec<String> {
    let mut reasons: Vec<(&str, u32)> = Vec::new();
    for function in functions {
        let data::FunctionFate::Copied(why) = &function.fate else { continue };
        match reasons.iter_mut().find(|(reason, _)| reason == why) {
            Some((_, count)) => *count += 1,
            None => reasons.push((why, 1)),
        }
    }
    let line = |(why, count)| match count {
        1 => format!("1 function was copied: {why}."),
        count => format!("{count} functions were copied: {why}."),
    };
    reasons.into_iter().map(line).collect()
}

/// The byte offset in the input that a line of a function's text ends with: `@1a3`, or `@1a3:ctx0`.
fn offset_of(line: &str) -> Option<u32> {
    let (_, location) = line.rsplit_once(" @")?;
    u32::from_str_radix(location.split(':').next()?, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    use invar::unstable::OptimizerExt;
    use invar::{Level, Optimizer};
    use invar_report::data::{FunctionFate, Texts};

    const WAT: &str = r#"(module (memory 1) (data (i32.const 0) "text")
        (func $app::sum (export "sum") (param $n i32) (result i32) (local $i i32) (local $s i32)
            (loop $again
                (local.set $s (i32.add (local.get $s)
                    (i32.load (i32.shl (i32.add (local.get $i) (i32.const 0)) (i32.const 2)))))
                (local.set $i (i32.add (local.get $i) (i32.const 1)))
                (br_if $again (i32.lt_u (local.get $i) (local.get $n))))
            (local.get $s))
        (func $app::twice (export "twice") (param i32) (result i32)
            (i32.add (call $lib::small (local.get 0)) (call $lib::small (i32.const 7))))
        (func $lib::small (param i32) (result i32)
            (i32.add (i32.mul (local.get 0) (i32.const 1)) (i32.const 5)))
        (func $unused (result i32) (i32.const 3))
        (func $constant (export "constant") (result i64) (i64.const 4))
        (func $same (export "same") (result i64) (i64.const 4)))"#;

    /// The page about the module, with a source map by which `app::sum` is from two lines of a file.
    fn made() -> (Page, PageTexts) {
        let wasm = wat::parse_str(WAT).unwrap();
        let body = ModuleInfo::read(&wasm).bodies[0].clone();
        let (start, middle, end) = (body.start + 5, body.start + 20, body.end);
        let vlq = |by: u32| {
            let digit = |at: u32| {
                b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"[at as usize]
                    as char
            };
            let by = by << 1;
            [(by & 31) | 32, (by >> 5) | 32, by >> 10].map(digit).iter().collect::<String>()
        };
        let mappings =
            format!("{}AAA,{}AEA,{}", vlq(start), vlq(middle - start), vlq(end - middle));
        let map = format!(
            r#"{{"version":3,"sources":["src/a.c"],"sourcesContent":["one\ntwo\nthree\n"],"names":[],"mappings":"{mappings}"}}"#
        );
        let thread = std::thread::current().id();
        let name = format!("invar-report-{}-{thread:?}.map", std::process::id());
        let file = std::env::temp_dir().join(name).to_string_lossy().into_owned();
        std::fs::write(&file, map).unwrap();
        let wanted = Wanted::default();
        let (output, traces) = Optimizer::new(Level::O3).run_traced(&wasm, &wanted).unwrap();
        let optimized = Optimized {
            name: "a.wasm",
            report: &output.report,
            traces,
            before: Side::read(Some(&wasm)).unwrap(),
            after: Side::read(Some(&output.wasm)).unwrap(),
            source_map: Some(&file),
            versions: Vec::new(),
        };
        let made = optimized.page();
        std::fs::remove_file(&file).unwrap();
        made
    }

    #[test]
    fn functions_and_parts_add_up_to_the_files() {
        let (page, _) = made();
        let sums = |all: &mut dyn Iterator<Item = BeforeAfter<u64>>| {
            all.fold((0, 0), |sum, it| {
                (sum.0 + it.before.unwrap_or(0), sum.1 + it.after.unwrap_or(0))
            })
        };
        let files = (page.bytes.before.unwrap(), page.bytes.after.unwrap());
        assert_eq!(sums(&mut page.parts.iter().map(|part| part.bytes)), files);
        let bodies = page.parts.iter().find(|part| part.name == "Function bodies").unwrap();
        let bodies = (bodies.bytes.before.unwrap(), bodies.bytes.after.unwrap());
        assert_eq!(sums(&mut page.functions.iter().map(|it| it.bytes)), bodies);
    }

    #[test]
    fn a_new_body_is_smaller_or_faster_or_it_is_said_why() {
        let (page, _) = made();
        let mut rewritten = 0;
        for function in page.functions.iter().filter(|it| it.fate == FunctionFate::Rewritten) {
            let is_less = |(before, after): (Option<f64>, Option<f64>)| after < before;
            let bytes = |bytes: Option<u64>| bytes.map(|bytes| bytes as f64);
            let is_better = is_less((bytes(function.bytes.before), bytes(function.bytes.after)))
                || is_less((function.time.before, function.time.after));
            assert!(is_better || !function.note.is_empty(), "{function:?}");
            rewritten += 1;
        }
        assert!(rewritten >= 2);
    }

    #[test]
    fn functions_have_groups_texts_and_source_lines() {
        let (page, texts) = made();
        let place = |name: &str| page.functions.iter().position(|it| it.name == name).unwrap();
        let (sum, small) = (place("app::sum"), place("lib::small"));
        let function = &page.functions[sum];
        assert_eq!(
            (&*function.package, &*function.namespace, function.file),
            ("app", "app", Some(0))
        );
        assert_eq!((&*page.functions[small].package, page.functions[small].file), ("lib", None));
        let text = texts.of(sum).unwrap();
        let (before, after) = (text.before.unwrap(), text.after.unwrap());
        assert!(
            before.starts_with("(func $app::sum") && after.starts_with("(func $app::sum"),
            "{after}"
        );
        assert!(before.contains("\n    i32.load @"), "{before}");
        assert!(
            after
                .lines()
                .any(|line| line.trim_start().starts_with("i32.load") && line.contains(" @")),
            "{after}"
        );
        assert!(text.lines.iter().any(|(_, line)| line == "a.c:3"), "{:?}", text.lines);
        let [(0, 1, one, _), (0, 3, three, _)] = text.source[..] else {
            panic!("{:?}", text.source)
        };
        assert_eq!(one, 15);
        let file = &page.files[0];
        assert_eq!((&*file.name, file.text.as_deref()), ("src/a.c", Some("one\ntwo\nthree\n")));
        let lines: Vec<(u32, u64)> = file.lines.iter().map(|line| (line.0, line.1)).collect();
        assert_eq!(lines, [(1, one), (3, three)]);
        let gone = texts.of(small).unwrap();
        assert!(gone.before.is_some() && gone.after.is_none());
    }

    #[test]
    fn offsets_are_read_from_lines() {
        assert_eq!(offset_of("  v1 = i32.const 1    @1a3"), Some(0x1a3));
        assert_eq!(offset_of("  v1 = i32.const 1 @1a3:ctx0"), Some(0x1a3));
        assert_eq!(offset_of("  return v1"), None);
    }
}
