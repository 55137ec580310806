//! The field `scopes` of a source map: functions of the source, and where in the module their code is (the proposal
//! *Scopes* of ECMA-426, stage 3).
//!
//! The field is a sequence of items. First comes a tree of *original scopes* for each source: here a scope around all,
//! and in it each function, from its first place to its last one. Then come *generated ranges*: here one around all, in
//! it one for each function of the module, and in these the inlined calls, each with the place of the call. A function
//! that has no place is an empty scope at the start of the first source. If the places of two functions overlap, the
//! scope of the one that starts later ends with the other one.
//!
//! Read are functions and inlined calls; other scopes and ranges, and variables, are left out. A field that is not well
//! formed, or says something of a second line, is left out altogether. Cost: linear, times the depth of calls, and
//! sorting.

use crate::inlined::{InlinedCall, InlinedCalls, SourceFunction};
use crate::source_map::SourcePlace;
use crate::vlq;
use rustc_hash::FxHashMap;
use std::cmp::Reverse;

/// The name of the field.
pub(crate) const FIELD: &str = "scopes";

/// The first number of an item says what it is.
mod tag {
    pub const SCOPE: u64 = 1;
    pub const SCOPE_END: u64 = 2;
    pub const VARIABLES: u64 = 3;
    pub const RANGE: u64 = 4;
    pub const RANGE_END: u64 = 5;
    pub const CALL_SITE: u64 = 8;
}

/// A flag of an original scope.
const HAS_NAME: u64 = 1;
/// Flags of a generated range.
const HAS_LINE: u64 = 1;
const HAS_DEFINITION: u64 = 2;
/// A flag of both: a function.
const IS_FRAME: u64 = 4;

/// The items of a field that is written.
#[derive(Default)]
struct Items {
    text: String,
    is_first: bool,
}

impl Items {
    /// An item of numbers without a sign, and numbers with one behind them.
    fn item(&mut self, numbers: &[u64], signed: &[i64]) {
        if !std::mem::take(&mut self.is_first) {
            self.text.push(',');
        }
        numbers.iter().for_each(|&number| vlq::write_unsigned(number, &mut self.text));
        signed.iter().for_each(|&number| vlq::write(number, &mut self.text));
    }
}

/// The value of the field, of a map with so many sources.
pub(crate) fn write(calls: &InlinedCalls, sources: usize) -> String {
    let mut items = Items { text: String::new(), is_first: true };
    let scopes = write_scopes(&calls.sources, sources, &mut items);
    write_ranges(calls, &scopes, &mut items);
    items.text
}

/// The order in which functions of the source are written.
fn ordered(functions: &[SourceFunction]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..functions.len()).collect();
    order.sort_by_key(|&n| {
        let function = functions[n];
        (function.source.unwrap_or(0), function.start, Reverse(function.end))
    });
    order
}

/// Writes the scopes of the source; which scope each function is.
fn write_scopes(functions: &[SourceFunction], sources: usize, items: &mut Items) -> Vec<u32> {
    let mut scopes = vec![0; functions.len()];
    let mut order = ordered(functions).into_iter().peekable();
    let (mut count, mut name) = (0, 0);
    for source in 0..sources as u32 {
        let of_source = |n: &usize| functions[*n].source.unwrap_or(0) == source;
        if order.peek().is_none_or(|n| !of_source(n)) {
            items.item(&[], &[]);
            continue;
        }
        // Positions count from the last one.
        let mut last = (0, 0);
        let mut position = |(line, column): (u32, u32)| {
            let from = if line == last.0 { last.1 } else { 0 };
            let found = [u64::from(line - last.0), u64::from(column - from)];
            last = (line, column);
            found
        };
        let mut ends: Vec<(u32, u32)> = Vec::new();
        let mut furthest = (0, 0);
        let [line, column] = position((0, 0));
        items.item(&[tag::SCOPE, 0, line, column], &[]);
        count += 1;
        let mut close = |end: (u32, u32), items: &mut Items, position: &mut dyn FnMut(_) -> _| {
            furthest = furthest.max(end);
            let [line, column]: [u64; 2] = position(end);
            items.item(&[tag::SCOPE_END, line, column], &[]);
        };
        while let Some(n) = order.next_if(of_source) {
            let function = functions[n];
            while let Some(end) = ends.pop_if(|end| *end <= function.start) {
                close(end, items, &mut position);
            }
            let [line, column] = position(function.start);
            let flags = HAS_NAME | IS_FRAME;
            let delta = i64::from(function.name) - name;
            name = function.name.into();
            items.item(&[tag::SCOPE, flags, line, column], &[delta]);
            let around = ends.last().copied().unwrap_or(function.end);
            ends.push(function.end.min(around));
            scopes[n] = count;
            count += 1;
        }
        while let Some(end) = ends.pop() {
            close(end, items, &mut position);
        }
        let end = furthest;
        let [line, column] = position(end);
        items.item(&[tag::SCOPE_END, line, column], &[]);
    }
    scopes
}

/// A range that is open while ranges are written: a function of the module, or an inlined call.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Open {
    Function(u32),
    Call(u32),
}

/// Writes where code is.
fn write_ranges(calls: &InlinedCalls, scopes: &[u32], items: &mut Items) {
    let bodies = calls.functions.iter().flat_map(|(range, _)| [range.start, range.end]);
    let mut offsets: Vec<u32> = calls.ranges.iter().map(|range| range.0).chain(bodies).collect();
    offsets.sort_unstable();
    offsets.dedup();
    items.item(&[tag::RANGE, 0, 0], &[]);
    let (mut column, mut definition) = (0, 0);
    let mut open: Vec<Open> = Vec::new();
    let (mut ranges, mut functions) =
        (calls.ranges.iter().peekable(), calls.functions.iter().peekable());
    let mut call = None;
    for &offset in &offsets {
        while let Some(range) = ranges.next_if(|range| range.0 <= offset) {
            call = range.1;
        }
        while functions.next_if(|(range, _)| range.end <= offset).is_some() {}
        // From the inside out.
        let chain = std::iter::successors(call, |&call| calls.calls[call as usize].parent);
        let mut wanted: Vec<Open> = chain.map(Open::Call).collect();
        let function = functions.peek().filter(|(range, _)| range.start <= offset);
        wanted.extend(function.map(|&&(_, function)| Open::Function(function)));
        wanted.reverse();
        let is_end = function.is_none_or(|(range, _)| range.start == offset);
        let common = open.iter().zip(&wanted).take_while(|(one, other)| one == other).count();
        let kept = if is_end { 0 } else { common };
        let mut distance = || u64::from(offset - std::mem::replace(&mut column, offset));
        while open.len() > kept {
            open.pop();
            items.item(&[tag::RANGE_END, distance()], &[]);
        }
        for &new in &wanted[kept..] {
            let (function, flags, site) = match new {
                Open::Function(function) => (function, IS_FRAME, None),
                Open::Call(call) => {
                    let call = &calls.calls[call as usize];
                    (call.function, 0, call.site)
                }
            };
            let scope = i64::from(scopes[function as usize]);
            let delta = scope - std::mem::replace(&mut definition, scope);
            items.item(&[tag::RANGE, HAS_DEFINITION | flags, distance()], &[delta]);
            if let Some(SourcePlace { source, line, column, .. }) = site {
                let place = [source, line, column].map(u64::from);
                items.item(&[tag::CALL_SITE, place[0], place[1], place[2]], &[]);
            }
            open.push(new);
        }
    }
    open.iter().for_each(|_| items.item(&[tag::RANGE_END, 0], &[]));
    items.item(&[tag::RANGE_END, 0], &[]);
}

/// A generated range that is read.
struct Range {
    start: u32,
    end: u32,
    is_frame: bool,
    /// Which of the scopes.
    definition: Option<usize>,
    site: Option<SourcePlace>,
}

/// What is read of a field.
#[derive(Default)]
struct Reader {
    /// Each scope: a function, if it is one with a name.
    scopes: Vec<Option<SourceFunction>>,
    /// Which scopes are open, and how many trees of them are closed.
    open: Vec<usize>,
    trees: u32,
    ranges: Vec<Range>,
    open_ranges: Vec<usize>,
    /// Where ranges begin and end: the offset, which, and whether it begins.
    events: Vec<(u32, usize, bool)>,
    /// What the next numbers are relative to.
    position: (u32, u32),
    name: i64,
    column: u32,
    definition: i64,
}

/// Reads the value of the field, of a map with so many sources and names. `None` if it is not as it should be.
pub(crate) fn parse(text: &str, sources: usize, names: usize) -> Option<InlinedCalls> {
    let mut reader = Reader::default();
    for item in text.split(',') {
        reader.item(item.as_bytes(), sources, names)?;
    }
    (reader.open.is_empty() && reader.open_ranges.is_empty()).then(|| reader.finish())
}

impl Reader {
    fn item(&mut self, mut item: &[u8], sources: usize, names: usize) -> Option<()> {
        let narrow = |number: u64| u32::try_from(number).ok();
        if item.is_empty() {
            self.trees += 1;
            return Some(());
        }
        let item = &mut item;
        let mut number = || vlq::read_unsigned(item);
        match number()? {
            tag::SCOPE => {
                let flags = number()?;
                let start = self.moved(narrow(number()?)?, narrow(number()?)?)?;
                let mut function = None;
                if flags & HAS_NAME != 0 {
                    self.name += vlq::read(item)?;
                    let name = usize::try_from(self.name).ok().filter(|&name| name < names)?;
                    function = (flags & IS_FRAME != 0).then_some(name as u32);
                }
                let source = Some(self.trees).filter(|&source| (source as usize) < sources)?;
                let scope = function.map(|name| SourceFunction {
                    name,
                    source: Some(source),
                    start,
                    end: start,
                });
                self.open.push(self.scopes.len());
                self.scopes.push(scope);
            }
            tag::SCOPE_END => {
                let end = self.moved(narrow(number()?)?, narrow(number()?)?)?;
                let scope = self.open.pop()?;
                if let Some(function) = &mut self.scopes[scope] {
                    function.end = end;
                }
                if self.open.is_empty() {
                    self.trees += 1;
                    self.position = (0, 0);
                }
            }
            tag::VARIABLES => {}
            tag::RANGE => {
                let flags = number()?;
                // A module has one line.
                if flags & HAS_LINE != 0 && number()? > 0 {
                    return None;
                }
                self.column = self.column.checked_add(narrow(number()?)?)?;
                let mut definition = None;
                if flags & HAS_DEFINITION != 0 {
                    self.definition += vlq::read(item)?;
                    let scope = usize::try_from(self.definition).ok();
                    definition = Some(scope.filter(|&scope| scope < self.scopes.len())?);
                }
                let (start, which) = (self.column, self.ranges.len());
                let is_frame = flags & IS_FRAME != 0;
                self.ranges.push(Range { start, end: start, is_frame, definition, site: None });
                self.open_ranges.push(which);
                self.events.push((start, which, true));
            }
            tag::RANGE_END => {
                let first = number()?;
                let column = match item.is_empty() {
                    true => first,
                    false if first == 0 => vlq::read_unsigned(item)?,
                    false => return None,
                };
                self.column = self.column.checked_add(narrow(column)?)?;
                let range = self.open_ranges.pop()?;
                self.ranges[range].end = self.column;
                self.events.push((self.column, range, false));
            }
            tag::CALL_SITE => {
                let source = narrow(number()?)?;
                let (line, column) = (narrow(number()?)?, narrow(number()?)?);
                let source = Some(source).filter(|&source| (source as usize) < sources)?;
                let range = &mut self.ranges[*self.open_ranges.last()?];
                range.site = Some(SourcePlace { source, line, column, name: None });
            }
            _ => {}
        }
        Some(())
    }

    /// A position of the source, from the last one on.
    fn moved(&mut self, line: u32, column: u32) -> Option<(u32, u32)> {
        let from = if line == 0 { self.position.1 } else { 0 };
        self.position = (self.position.0.checked_add(line)?, from.checked_add(column)?);
        Some(self.position)
    }

    /// The functions and inlined calls.
    fn finish(self) -> InlinedCalls {
        let mut read = InlinedCalls::default();
        let found: Vec<(usize, SourceFunction)> = self
            .scopes
            .iter()
            .enumerate()
            .filter_map(|(scope, function)| Some((scope, (*function)?)))
            .collect();
        read.sources = found.iter().map(|found| found.1).collect();
        let order = ordered(&read.sources);
        let numbers = order.iter().zip(0..).map(|(&n, number)| (found[n].0, number));
        let functions: FxHashMap<usize, u32> = numbers.collect();
        read.sources = order.iter().map(|&n| found[n].1).collect();
        let mut known: FxHashMap<InlinedCall, u32> = FxHashMap::default();
        let mut around: Vec<Option<u32>> = Vec::new();
        for (offset, range, begins) in self.events {
            let range = &self.ranges[range];
            if !begins {
                around.pop();
                read.inside(offset, around.last().copied().flatten());
                continue;
            }
            let parent = around.last().copied().flatten();
            let function = range.definition.and_then(|scope| functions.get(&scope).copied());
            let call = match function {
                Some(function) if range.is_frame => {
                    let behind = read.functions.last().map_or(0, |(range, _)| range.end);
                    if behind <= range.start && range.start < range.end {
                        read.functions.push((range.start..range.end, function));
                    }
                    None
                }
                Some(function) => {
                    let call = InlinedCall { function, parent, site: range.site };
                    let next = read.calls.len() as u32;
                    let number = *known.entry(call).or_insert(next);
                    if number == next {
                        read.calls.push(call);
                    }
                    Some(number)
                }
                None => parent,
            };
            around.push(call);
            read.inside(offset, call);
        }
        if read.is_empty() { InlinedCalls::default() } else { read }
    }
}

#[cfg(test)]
mod tests;
