//! What the page holds uncompressed: the module, its passes, and the table of functions, by columns.

use std::collections::{BTreeMap, HashMap};

use serde::Serialize;

use crate::data::{BeforeAfter, FileRecord, FunctionFate, Page};
use crate::history::{self, Drawn, Wanted};
use crate::regions::CLASSES;

/// Names of functions take up to so many bytes in sum; with more functions, the names are cut shorter.
const NAME_BYTES: usize = 8_000_000;
/// How long a name may be at least, and at most.
const NAME_LENGTHS: (usize, usize) = (24, 200);

/// What the script reads first.
#[derive(Serialize)]
pub(crate) struct Index<'a> {
    title: &'a str,
    command: &'a str,
    version: &'a str,
    bytes: Pair<u64>,
    code: Pair<u64>,
    /// Name, number of items, bytes.
    parts: Vec<(&'a str, Pair<u64>, Pair<u64>)>,
    /// Name, whether the page has its text, bytes before and after.
    files: Vec<(&'a str, bool, u64, u64)>,
    time: f64,
    notes: &'a [String],
    passes: Vec<PassRow<'a>>,
    functions: Functions<'a>,
    versions: Vec<Version<'a>>,
    /// Class and meaning, as drawings number them.
    classes: Vec<(&'static str, &'static str)>,
    /// How many remarks there are.
    remarks: usize,
}

/// Before and after.
type Pair<T> = (Option<T>, Option<T>);

#[derive(Serialize)]
struct PassRow<'a> {
    name: &'a str,
    doc: &'a str,
    runs: u64,
    time: f64,
    counters: &'a [(String, u64)],
}

/// Numbers of a table, before and after.
#[derive(Serialize)]
struct Columns<T> {
    before: Vec<Option<T>>,
    after: Vec<Option<T>>,
}

#[derive(Serialize)]
struct Functions<'a> {
    index: Vec<u32>,
    /// Empty if all are of one module.
    module: Vec<u32>,
    name: Vec<String>,
    /// The names that `package` and `namespace` refer to. The first one is empty.
    groups: Vec<&'a str>,
    package: Vec<usize>,
    namespace: Vec<usize>,
    /// Empty if no file is known.
    file: Vec<Option<u32>>,
    bytes: Columns<u64>,
    operators: Columns<u64>,
    time: Columns<f64>,
    changes: Vec<u64>,
    fate: Vec<&'static str>,
    /// By place, where there is more to say of the fate.
    reason: BTreeMap<usize, &'a str>,
    merged: BTreeMap<usize, u32>,
    /// By place: the functions inlined into it, and how many calls.
    inlined: BTreeMap<usize, &'a [(u32, u32)]>,
    /// The places of those that are shown in detail.
    shown: &'a [usize],
}

#[derive(Serialize)]
struct Version<'a> {
    name: &'a str,
    function: Option<u32>,
    made: bool,
    insts: Pair<u64>,
    time: f64,
    counters: &'a [(String, u64)],
    notes: Vec<(u64, Option<&'a str>, &'a str, u64)>,
    drawing: Option<Drawn<'a>>,
}

/// How many versions are drawn.
const MOST_DRAWN: usize = 24;

/// The index of a page of which the functions at the places `shown` are shown in detail.
pub(crate) fn index<'a>(page: &'a Page, shown: &'a [usize]) -> Index<'a> {
    let passes = page.passes.iter().map(|it| PassRow {
        name: &it.name,
        doc: &it.doc,
        runs: it.runs,
        time: it.time_ms,
        counters: &it.counters,
    });
    let versions = page.versions.iter().enumerate().map(|(n, it)| Version {
        name: &it.name,
        function: it.function,
        made: it.made,
        insts: pair(it.insts),
        time: it.time_ms,
        counters: &it.counters,
        notes: it
            .notes
            .iter()
            .map(|note| (note.offset, note.line.as_deref(), note.what.as_str(), note.times))
            .collect(),
        drawing: it.drawing.as_ref().map(|drawing| {
            history::draw(drawing, Wanted { graphs: false, drawings: n < MOST_DRAWN })
        }),
    });
    Index {
        title: &page.title,
        command: &page.command,
        version: &page.version,
        bytes: pair(page.bytes),
        code: pair(page.code_bytes),
        parts: page.parts.iter().map(|it| (&*it.name, pair(it.count), pair(it.bytes))).collect(),
        files: page.files.iter().map(file).collect(),
        time: page.time_ms,
        notes: &page.notes,
        passes: passes.collect(),
        functions: functions(page, shown),
        versions: versions.collect(),
        classes: CLASSES.iter().map(|&(_, class, _, meaning)| (class, meaning)).collect(),
        remarks: page.remarks.len(),
    }
}

fn file(file: &FileRecord) -> (&str, bool, u64, u64) {
    let sum = |get: fn(&(u32, u64, u64)) -> u64| file.lines.iter().map(get).sum();
    (&file.name, file.text.is_some(), sum(|line| line.1), sum(|line| line.2))
}

fn functions<'a>(page: &'a Page, shown: &'a [usize]) -> Functions<'a> {
    let all = &page.functions;
    let (least, most) = NAME_LENGTHS;
    let length = (NAME_BYTES / all.len().max(1)).clamp(least, most);
    let one = all.iter().all(|it| it.module == 0);
    let mut groups = vec![""];
    let mut places: HashMap<&str, usize> = HashMap::from([("", 0)]);
    let mut group = |name: &'a str| {
        *places.entry(name).or_insert_with(|| {
            groups.push(name);
            groups.len() - 1
        })
    };
    let package = all.iter().map(|it| group(&it.package)).collect();
    let namespace = all.iter().map(|it| group(&it.namespace)).collect();
    let mut functions = Functions {
        index: all.iter().map(|it| it.index).collect(),
        module: if one { Vec::new() } else { all.iter().map(|it| it.module).collect() },
        name: all.iter().map(|it| cut(&it.name, length)).collect(),
        groups,
        package,
        namespace,
        file: match page.files.is_empty() {
            true => Vec::new(),
            false => all.iter().map(|it| it.file).collect(),
        },
        bytes: columns(all.iter().map(|it| it.bytes)),
        operators: columns(all.iter().map(|it| it.operators)),
        time: columns(all.iter().map(|it| it.time)),
        changes: all.iter().map(|it| it.changes).collect(),
        fate: all.iter().map(|it| fate(&it.fate)).collect(),
        reason: BTreeMap::new(),
        merged: BTreeMap::new(),
        inlined: BTreeMap::new(),
        shown,
    };
    for (place, function) in all.iter().enumerate() {
        match &function.fate {
            FunctionFate::Copied(reason) | FunctionFate::Failed(reason) => {
                functions.reason.insert(place, reason);
            }
            FunctionFate::Merged(into) => {
                functions.merged.insert(place, *into);
            }
            FunctionFate::Rewritten
            | FunctionFate::Kept
            | FunctionFate::Removed
            | FunctionFate::Added => {}
        }
        if !function.note.is_empty() {
            functions.reason.insert(place, &function.note);
        }
        if !function.inlined.is_empty() {
            functions.inlined.insert(place, &function.inlined);
        }
    }
    functions
}

fn fate(fate: &FunctionFate) -> &'static str {
    match fate {
        FunctionFate::Rewritten => "rewritten",
        FunctionFate::Kept => "kept",
        FunctionFate::Copied(_) => "copied",
        FunctionFate::Removed => "removed",
        FunctionFate::Merged(_) => "merged",
        FunctionFate::Failed(_) => "failed",
        FunctionFate::Added => "added",
    }
}

fn pair<T>(change: BeforeAfter<T>) -> Pair<T> {
    (change.before, change.after)
}

fn columns<T>(changes: impl Iterator<Item = BeforeAfter<T>>) -> Columns<T> {
    let (before, after) = changes.map(pair).unzip();
    Columns { before, after }
}

/// The start of a name that is longer than `length` characters.
fn cut(name: &str, length: usize) -> String {
    match name.char_indices().nth(length) {
        Some((end, _)) => format!("{}…", &name[..end]),
        None => name.to_string(),
    }
}
