//! Inlined calls and functions of a module, beside the mappings of a source map.
//!
//! The mappings of a map say one place for an offset: the innermost one. Where a call was inlined, it is known here of
//! which function that place is, and where the call was; from the inside out, up to the function of the module. With
//! it, a stack of a module without names is read like one of the source. In a map it is the field `scopes` (`scopes`).

use crate::source_map::SourcePlace;
use std::ops::Range;

/// A function of the source.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SourceFunction {
    /// Which of the names it has.
    pub name: u32,
    /// The source that it is in, if that is known, and from which line and column to which ones it has code.
    pub source: Option<u32>,
    /// Where its first place is.
    pub start: (u32, u32),
    /// Where its last place is.
    pub end: (u32, u32),
}

/// A call that was inlined.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct InlinedCall {
    /// Which function was called.
    pub function: u32,
    /// The inlined call that this one is in, if it is in one.
    pub parent: Option<u32>,
    /// Where the call was, if that is known.
    pub site: Option<SourcePlace>,
}

/// The inlined calls of a module, and its functions.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct InlinedCalls {
    /// The functions of the source that the others name.
    pub sources: Vec<SourceFunction>,
    /// The calls; each behind the one around it.
    pub calls: Vec<InlinedCall>,
    /// From which offset on the code is in which call, or in none. In order.
    pub ranges: Vec<(u32, Option<u32>)>,
    /// Where bodies of functions are, and which functions of the source they are. In order.
    pub functions: Vec<(Range<u32>, u32)>,
}

impl InlinedCalls {
    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        self.calls.is_empty() && self.functions.is_empty()
    }

    /// From an offset on, behind all others, the code is in a call.
    pub(crate) fn inside(&mut self, offset: u32, call: Option<u32>) {
        match self.ranges.last_mut() {
            None if call.is_none() => {}
            Some(last) if last.0 == offset => last.1 = call,
            Some(last) if last.1 == call => {}
            _ => self.ranges.push((offset, call)),
        }
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

    /// Which of the names a function of the source has.
    pub fn name(&self, function: u32) -> Option<u32> {
        Some(self.sources.get(function as usize)?.name)
    }

    /// Which function of the source the code around an offset is in.
    pub fn function(&self, offset: u32) -> Option<u32> {
        let after = self.functions.partition_point(|(range, _)| range.start <= offset);
        let (range, function) = &self.functions[after.checked_sub(1)?];
        range.contains(&offset).then_some(*function)
    }
}
