//! Inlined calls and function names of a module, in a field of our own beside the mappings of a source map.
//!
//! The mappings of a map say one place for an offset: the innermost one. Where a call was inlined, the field
//! `x_invar_inlined` says of which function that place is, and where the call was; from the inside out, up to the function
//! of the module. Other tools ignore the field. With it, a stack of a module without names is read like one of the source.
//!
//! The field is an object of three texts, each a sequence of numbers in base 64 as in `mappings`:
//!
//! | text | of each | numbers |
//! |---|---|---|
//! | `calls` | inlined call | the name of the function; the call around it, from 1 on, or 0; the source of the call, from 1 on, or 0; line; column |
//! | `ranges` | segment | how far from the last one; the inlined call that it is in, from 1 on, or 0 |
//! | `functions` | function | how far its body is from the end of the last one; how long; the name |
//!
//! Names and sources are those of the map. A call comes behind the one around it.

use crate::source_map::SourcePlace;
use crate::vlq;
use serde_json::{Map, Value};
use std::ops::Range;

/// The name of the field.
pub const FIELD: &str = "x_invar_inlined";

/// A call that was inlined.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct InlinedCall {
    /// The function that was called: which of the names.
    pub function: u32,
    /// The inlined call that this one is in, if it is in one.
    pub parent: Option<u32>,
    /// Where the call was, if that is known.
    pub site: Option<SourcePlace>,
}

/// The inlined calls of a module, and its functions.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct InlinedCalls {
    /// The calls; each behind the one around it.
    pub calls: Vec<InlinedCall>,
    /// From which offset on the code is in which call, or in none. In order.
    pub ranges: Vec<(u32, Option<u32>)>,
    /// Where bodies of functions are, and which of the names they have. In order.
    pub functions: Vec<(Range<u32>, u32)>,
}

impl InlinedCalls {
    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        self.calls.is_empty() && self.functions.is_empty()
    }

    /// The inlined calls around an offset, the innermost first.
    pub fn around(&self, offset: u32) -> impl Iterator<Item = &InlinedCall> {
        let after = self.ranges.partition_point(|&(start, _)| start <= offset);
        let mut at = after.checked_sub(1).and_then(|n| self.ranges[n].1);
        std::iter::from_fn(move || {
            let call = &self.calls[at? as usize];
            at = call.parent;
            Some(call)
        })
    }

    /// Which of the names the function around an offset has.
    pub fn function(&self, offset: u32) -> Option<u32> {
        let after = self.functions.partition_point(|(range, _)| range.start <= offset);
        let (range, name) = &self.functions[after.checked_sub(1)?];
        range.contains(&offset).then_some(*name)
    }

    /// The value of the field.
    pub(crate) fn to_json(&self) -> Value {
        let number = |text: &mut String, number: u32| vlq::write(number.into(), text);
        let or_none = |number: Option<u32>| number.map_or(0, |number| number + 1);
        let (mut calls, mut ranges, mut functions) = (String::new(), String::new(), String::new());
        for call in &self.calls {
            number(&mut calls, call.function);
            number(&mut calls, or_none(call.parent));
            number(&mut calls, or_none(call.site.map(|site| site.source)));
            number(&mut calls, call.site.map_or(0, |site| site.line));
            number(&mut calls, call.site.map_or(0, |site| site.column));
        }
        let mut last = 0;
        for &(start, call) in &self.ranges {
            number(&mut ranges, start - last);
            number(&mut ranges, or_none(call));
            last = start;
        }
        let mut last = 0;
        for (range, name) in &self.functions {
            number(&mut functions, range.start - last);
            number(&mut functions, range.end - range.start);
            number(&mut functions, *name);
            last = range.end;
        }
        let texts = [("calls", calls), ("ranges", ranges), ("functions", functions)];
        let fields = texts.map(|(name, text)| (name.to_owned(), Value::from(text)));
        Value::Object(Map::from_iter(fields))
    }

    /// Reads the value of the field, of a map with so many sources and names. `None` if it is not as it should be.
    pub(crate) fn parse(value: &Value, sources: usize, names: usize) -> Option<InlinedCalls> {
        let (sources, names) = (u32::try_from(sources).ok()?, u32::try_from(names).ok()?);
        let text = |name: &str| value.get(name).and_then(Value::as_str).map(str::as_bytes);
        let number = |text: &mut &[u8]| u32::try_from(vlq::read(text)?).ok();
        let below = |number: u32, end: u32| (number < end).then_some(number);
        let mut read = InlinedCalls::default();
        let mut calls = text("calls")?;
        while !calls.is_empty() {
            let function = below(number(&mut calls)?, names)?;
            let parent = number(&mut calls)?.checked_sub(1);
            let is_before = parent.is_none_or(|parent| (parent as usize) < read.calls.len());
            let source = number(&mut calls)?.checked_sub(1);
            let (line, column) = (number(&mut calls)?, number(&mut calls)?);
            let site = match source {
                Some(source) => {
                    let source = below(source, sources)?;
                    Some(SourcePlace { source, line, column, name: None })
                }
                None => None,
            };
            read.calls.push(is_before.then_some(InlinedCall { function, parent, site })?);
        }
        let (mut ranges, mut last) = (text("ranges")?, 0u32);
        while !ranges.is_empty() {
            last = last.checked_add(number(&mut ranges)?)?;
            let call = number(&mut ranges)?.checked_sub(1);
            let exists = call.is_none_or(|call| (call as usize) < read.calls.len());
            read.ranges.push(exists.then_some((last, call))?);
        }
        let (mut functions, mut last) = (text("functions")?, 0u32);
        while !functions.is_empty() {
            let start = last.checked_add(number(&mut functions)?)?;
            last = start.checked_add(number(&mut functions)?)?;
            read.functions.push((start..last, below(number(&mut functions)?, names)?));
        }
        Some(read)
    }
}
