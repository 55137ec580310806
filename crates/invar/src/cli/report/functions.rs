//! The functions of a page: what became of each, and what passes did to those that are shown in detail.

use super::sources::{ModuleSources, main_file};
use super::texts::FunctionPlace;
use super::{named, offset_of};
use invar::Remark;
use invar::unstable::debug::files::SourceLines;
use invar::unstable::ir;
use invar::unstable::trace::{self, Fate, FunctionTrace, Measure, Trace};
use invar_inspect::ModuleItems;
use invar_inspect::names::{self, Name};
use invar_report::data::{self, BeforeAfter, Page};
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::Range;
use std::sync::Arc;

/// A module before and after.
pub struct Sides<'a> {
    /// The number of the module.
    pub module: u32,
    pub before: Option<&'a ModuleItems>,
    pub after: Option<&'a ModuleItems>,
}

/// Adds the functions of a module to a page: those of the trace, then those of the output that it does not have. Gives
/// where they are.
pub fn add(
    page: &mut Page,
    sides: &Sides<'_>,
    mut trace: Trace,
    sources: &mut ModuleSources,
) -> Vec<FunctionPlace> {
    let first = page.functions.len() as u32;
    let places = trace.functions.iter().zip(first..).map(|(it, place)| (it.func, place));
    let places: FxHashMap<ir::Func, u32> = places.collect();
    let outputs = trace.locations.as_ref().map(|locations| &locations.functions[..]);
    // The first function of the output that is made of one of the input; others are versions of it.
    let mut written: FxHashMap<ir::Func, usize> = FxHashMap::default();
    for (n, function) in outputs.unwrap_or_default().iter().enumerate() {
        if let Some(func) = function.func.filter(|func| places.contains_key(func)) {
            written.entry(func).or_insert(n);
        }
    }
    let mut found = Vec::new();
    for function in std::mem::take(&mut trace.functions) {
        let output = written.get(&function.func).copied();
        let before = sides.before.and_then(|module| figures(module, function.func.as_u32()));
        let after = output.zip(outputs).zip(sides.after);
        let after = after.and_then(|((n, all), module)| figures(module, all[n].number));
        let body = before.as_ref().map(|figures| figures.body.clone());
        let of_output = output.zip(outputs).map(|(n, all)| &all[n]);
        let source = sources.of_function(body.clone(), of_output);
        found.push(FunctionPlace {
            module: sides.module as usize,
            before: body,
            after: output,
            source,
        });
        let measured = Measured {
            before: before.as_ref().map(Figures::both).or(function.before.map(both)),
            after: match outputs {
                Some(_) => after.as_ref().map(Figures::both),
                None => function.after.map(both),
            },
        };
        let place = page.functions.len() as u32;
        let record = record(page, place, function, measured, &places, sources);
        let file = main_file(&found[found.len() - 1].source);
        let file = file.map(|line| line.file);
        page.functions.push(data::FunctionRecord { module: sides.module, file, ..record });
    }
    for (n, function) in outputs.unwrap_or_default().iter().enumerate() {
        if function.func.is_some_and(|func| written.get(&func) == Some(&n)) {
            continue;
        }
        let source = sources.of_function(None, Some(function));
        let of = function
            .func
            .and_then(|func| sides.before?.functions.get(func.as_u32() as usize)?.name.as_ref());
        let name = match of {
            Some(name) => format!("a version of {}", name.shown()),
            None => format!("added function {}", function.number),
        };
        let after = sides.after.and_then(|module| figures(module, function.number));
        let after = after.as_ref().map(Figures::both).unwrap_or_default();
        let after = |get: fn(Both) -> u64| BeforeAfter { before: None, after: Some(get(after)) };
        page.functions.push(data::FunctionRecord {
            index: function.number,
            name,
            module: sides.module,
            file: main_file(&source).map(|line| line.file),
            bytes: after(|both| both.bytes),
            operators: after(|both| both.operators),
            fate: data::FunctionFate::Added,
            ..data::FunctionRecord::default()
        });
        found.push(FunctionPlace {
            module: sides.module as usize,
            before: None,
            after: Some(n),
            source,
        });
    }
    found
}

/// A body in a module.
struct Figures {
    body: Range<u32>,
    operators: u64,
}

/// The sizes of a body.
#[derive(Clone, Copy, Default)]
struct Both {
    bytes: u64,
    operators: u64,
}

/// The sizes of a function.
struct Measured {
    before: Option<Both>,
    after: Option<Both>,
}

impl Figures {
    fn both(&self) -> Both {
        Both { bytes: self.body.len() as u64, operators: self.operators }
    }
}

fn both(measure: Measure) -> Both {
    Both { bytes: measure.bytes, operators: measure.operators }
}

fn figures(module: &ModuleItems, number: u32) -> Option<Figures> {
    let function = module.functions.get(number as usize)?;
    let body = function.body.as_ref()?;
    let narrow = |at: u64| u32::try_from(at).unwrap_or(u32::MAX);
    Some(Figures { body: narrow(body.start)..narrow(body.end), operators: function.operators })
}

fn record(
    page: &mut Page,
    place: u32,
    function: FunctionTrace,
    measured: Measured,
    places: &FxHashMap<ir::Func, u32>,
    sources: &ModuleSources,
) -> data::FunctionRecord {
    let Measured { before, after } = measured;
    let note = note(&function, before, after);
    let FunctionTrace { func, name, asked, fate, inlined, changes, history, .. } = function;
    let is_gone = matches!(fate, Fate::Removed | Fate::Merged(_));
    let fate = match after {
        None if !is_gone => data::FunctionFate::Removed,
        _ => fate_of(fate, places),
    };
    let history = history.map(|history| {
        let lines = located(&history, &sources.lines);
        let found = history.remarks.iter().map(|remark| remark_of(remark, place, &lines));
        page.remarks.extend(found);
        page.lines.extend(lines);
        history_of(history)
    });
    let name = Name::of_function(&name).shown().to_owned();
    let time = |measure: Option<Measure>| measure.map(|it| it.time);
    let inlined = inlined.into_iter().filter_map(|(func, n)| Some((*places.get(&func)?, n)));
    let change =
        |get: fn(Both) -> u64| BeforeAfter { before: before.map(get), after: after.map(get) };
    data::FunctionRecord {
        index: func.as_u32(),
        package: names::namespace(&name).unwrap_or_default().to_owned(),
        namespace: names::innermost_namespace(&name).unwrap_or_default().to_owned(),
        name,
        bytes: change(|both| both.bytes),
        operators: change(|both| both.operators),
        time: BeforeAfter {
            before: time(function.before),
            after: time(function.after).filter(|_| after.is_some()),
        },
        fate,
        note,
        inlined: inlined.collect(),
        changes,
        history,
        asked,
        ..data::FunctionRecord::default()
    }
}

/// Why a new body is taken that is neither smaller nor faster as it stands.
fn note(function: &FunctionTrace, before: Option<Both>, after: Option<Both>) -> String {
    let (Some(before), Some(after)) = (before, after) else { return String::new() };
    let (Some(measured), Some(new)) = (function.before, function.after) else {
        return String::new();
    };
    let is_better = after.bytes < before.bytes || new.time < measured.time;
    if function.fate != Fate::Rewritten || is_better {
        return String::new();
    }
    match function.saved {
        0 if before.bytes == after.bytes => {
            "as large and as fast as before, as estimated".to_owned()
        }
        saved if saved > 0 => {
            let bytes = if saved == 1 { "byte" } else { "bytes" };
            format!(
                "{saved} {bytes} smaller, with its part of the functions that were inlined and are gone"
            )
        }
        _ => "taken although it is not better by itself".to_owned(),
    }
}

fn fate_of(fate: trace::Fate, places: &FxHashMap<ir::Func, u32>) -> data::FunctionFate {
    match fate {
        trace::Fate::Rewritten => data::FunctionFate::Rewritten,
        trace::Fate::Kept => data::FunctionFate::Kept,
        trace::Fate::Copied(why) => data::FunctionFate::Copied(why),
        trace::Fate::Large => {
            data::FunctionFate::Copied("its branches would pass too many arguments".to_owned())
        }
        trace::Fate::Removed => data::FunctionFate::Removed,
        trace::Fate::Merged(into) => match places.get(&into) {
            Some(&place) => data::FunctionFate::Merged(place),
            None => data::FunctionFate::Removed,
        },
        trace::Fate::Failed(why) => data::FunctionFate::Failed(why),
    }
}

fn history_of(history: trace::History) -> data::HistoryRecord {
    let step = |step: trace::HistoryStep| data::StepRecord {
        pass: step.pass.to_owned(),
        phase: step.phase.to_owned(),
        counters: named(&step.counters),
        after: step.after.unwrap_or_default(),
        drawings: step.drawings,
    };
    data::HistoryRecord {
        first: history.first,
        steps: history.steps.into_iter().map(step).collect(),
    }
}

fn remark_of(remark: &Remark, function: u32, lines: &[(u32, String)]) -> data::RemarkRecord {
    let line = lines.binary_search_by_key(&remark.offset, |(offset, _)| u64::from(*offset));
    data::RemarkRecord {
        function,
        pass: remark.pass.to_owned(),
        applied: remark.applied,
        offset: remark.offset,
        line: line.ok().map(|at| lines[at].1.clone()),
        what: remark.what.to_owned(),
        why: remark.why.clone(),
    }
}

/// The lines of the source of all byte offsets in a history that have one.
fn located(history: &trace::History, lines: &SourceLines) -> Vec<(u32, String)> {
    if lines.is_empty() {
        return Vec::new();
    }
    let mut seen: FxHashSet<*const u8> = FxHashSet::default();
    let of_remarks = history.remarks.iter().filter_map(|remark| remark.offset.try_into().ok());
    let mut offsets: FxHashSet<u32> = of_remarks.filter(|offset| *offset > 0).collect();
    let snapshots = history.steps.iter().filter_map(|step| step.after.as_ref());
    for snapshot in std::iter::once(&history.first).chain(snapshots) {
        for block in &snapshot.blocks {
            if seen.insert(Arc::as_ptr(&block.text).cast()) {
                offsets.extend(block.text.lines().filter_map(offset_of));
            }
        }
    }
    let mut offsets: Vec<u32> = offsets.into_iter().collect();
    offsets.sort_unstable();
    offsets
        .into_iter()
        .filter_map(|offset| Some((offset, lines.shown(lines.at(offset)?))))
        .collect()
}
