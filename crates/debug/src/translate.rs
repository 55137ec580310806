//! The source map of an output, from that of the input and the locations of the optimizer.
//!
//! Each function of the output begins with a segment of its own: a place of one function never holds in another one.
//! Operators without a place get a segment that says so. The field of inlined calls is made along with it, also where
//! the input's map has one.
//!
//! Cost: linear in the locations and the map, times a logarithm.

use crate::inlined::{InlinedCall, InlinedCalls, SourceFunction};
use crate::module::ModuleInfo;
use crate::source_map::{Segment, SourceMap, SourcePlace};
use invar_ir::{CodeLocations, Func, FunctionLocations, Locations, SourceLoc};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// The map of an output, whose code is from these places of the input.
pub fn translate(input: &ModuleInfo, map: &SourceMap, locations: &Locations) -> SourceMap {
    let mut translator = Translator {
        input,
        map,
        merged: &locations.merged,
        names: map.names.iter().cloned().zip(0..).collect(),
        added: Vec::new(),
        calls: InlinedCalls { sources: map.inlined.sources.clone(), ..InlinedCalls::default() },
        functions: FxHashMap::default(),
        interned: FxHashMap::default(),
        segments: Vec::new(),
    };
    locations.functions.iter().for_each(|function| translator.function(function));
    let Translator { added, calls, segments, .. } = translator;
    let names = map.names.iter().cloned().chain(added).collect();
    SourceMap { segments, names, inlined: calls, ..map.clone_sources() }
}

impl SourceMap {
    /// A map of the same sources, without mappings.
    fn clone_sources(&self) -> SourceMap {
        SourceMap {
            sources: self.sources.clone(),
            contents: self.contents.clone(),
            fields: self.fields.clone(),
            ..SourceMap::default()
        }
    }
}

struct Translator<'a> {
    input: &'a ModuleInfo,
    map: &'a SourceMap,
    /// The functions of the input that stand for others.
    merged: &'a FxHashMap<Func, Vec<Func>>,
    /// The numbers of names.
    names: FxHashMap<String, u32>,
    /// Those that the input's map does not have.
    added: Vec<String>,
    calls: InlinedCalls,
    /// The functions of the source by those of the module.
    functions: FxHashMap<u32, Option<u32>>,
    /// The numbers of inlined calls.
    interned: FxHashMap<InlinedCall, u32>,
    segments: Vec<Segment>,
}

impl Translator<'_> {
    fn function(&mut self, function: &FunctionLocations) {
        let start = function.output.start;
        let of_source = function.func.and_then(|func| self.source_function(func.as_u32()));
        if let Some(of_source) = of_source {
            self.calls.functions.push((function.output.clone(), of_source));
        }
        let first = function.input.as_ref().map_or(0, |input| input.start);
        self.segments.push(Segment { offset: start, place: self.place(first) });
        self.calls.inside(start, None);
        match (&function.code, &function.input) {
            (CodeLocations::Copied, Some(input)) => {
                let first = self.map.segments.partition_point(|it| it.offset < input.start);
                let of_function = self.map.segments[first..].iter();
                for segment in of_function.take_while(|it| it.offset < input.end) {
                    let place = self.place(segment.offset);
                    self.push(segment.offset - input.start + start, place);
                }
                let ranges = &self.map.inlined.ranges;
                let first = ranges.partition_point(|&(at, _)| at < input.start);
                let offsets = ranges[first..].iter().map(|&(at, _)| at);
                for at in offsets.take_while(|&at| at < input.end) {
                    self.chain(function, at - input.start + start, SourceLoc::at(at));
                }
            }
            (CodeLocations::Copied, None) => {}
            (CodeLocations::Moved { operators, .. }, _) => {
                for &(distance, loc) in operators {
                    let place = loc.known_offset().and_then(|offset| self.place(offset));
                    self.push(start + distance, place);
                    self.chain(function, start + distance, loc);
                }
            }
        }
        // What follows is no code, or that of the next function.
        self.push(function.output.end, None);
        self.calls.inside(function.output.end, None);
    }

    /// The place of an offset in the input: that of the last segment in the same function. None if the function stands
    /// for others, and one of them has another place there.
    fn place(&self, offset: u32) -> Option<SourcePlace> {
        let (number, first) = self.input.function(offset)?;
        let place = self.map.segment(offset, first)?.place?;
        let Some(equal) = self.merged.get(&Func::from_u32(number)) else { return Some(place) };
        let own = self.body(number)?;
        let is_same = |func: &Func| {
            let body = self.body(func.as_u32()).filter(|body| body.len() == own.len())?;
            let offset = offset.checked_sub(own.start)?.checked_add(body.start)?;
            let (_, first) = self.input.function(offset)?;
            self.map.segment(offset, first)?.place.filter(|it| *it == place)
        };
        equal.iter().all(|func| is_same(func).is_some()).then_some(place)
    }

    /// Where the body of a function of the input is.
    fn body(&self, number: u32) -> Option<&Range<u32>> {
        self.input.bodies.get(number.checked_sub(self.input.imported)? as usize)
    }

    fn push(&mut self, offset: u32, place: Option<SourcePlace>) {
        match self.segments.last_mut() {
            Some(last) if last.offset == offset => last.place = place,
            Some(last) if last.place == place => {}
            _ => self.segments.push(Segment { offset, place }),
        }
    }

    /// Says of an offset of the output which inlined calls it is in.
    fn chain(&mut self, function: &FunctionLocations, offset: u32, loc: SourceLoc) {
        if loc.context.is_none() && self.map.inlined.calls.is_empty() {
            return self.calls.inside(offset, None);
        }
        // From the outside in: the call so far, and the place of the next one in it.
        let (mut around, mut site): (Option<u32>, Option<SourcePlace>) = (None, None);
        for frame in function.frames(loc).iter().rev() {
            if let Some(func) = frame.inlined {
                let function = self.source_function(func.as_u32());
                let function = function.unwrap_or_else(|| {
                    let name = self.name(&format!("func[{}]", func.as_u32()));
                    self.add_function(func.as_u32(), name)
                });
                around = Some(self.intern(InlinedCall { function, parent: around, site }));
            }
            site = None;
            let Some(at) = frame.offset else { continue };
            // What was inlined in the input already.
            let map = self.map;
            let inner: Vec<&InlinedCall> = map.inlined.around(at).collect();
            for call in inner.into_iter().rev() {
                around = Some(self.intern(InlinedCall { parent: around, ..*call }));
            }
            site = self.place(at).map(|place| SourcePlace { name: None, ..place });
        }
        self.calls.inside(offset, around);
    }

    fn intern(&mut self, call: InlinedCall) -> u32 {
        let next = self.calls.calls.len() as u32;
        let number = *self.interned.entry(call).or_insert(next);
        if number == next {
            self.calls.calls.push(call);
        }
        number
    }

    /// What a function of the input is in the source: as the map has it, whose module may be without names, or else
    /// by the module's name. `None` if it has no name.
    fn source_function(&mut self, func: u32) -> Option<u32> {
        if let Some(&known) = self.functions.get(&func) {
            return known;
        }
        let (input, map) = (self.input, self.map);
        let of_map = self.body(func).and_then(|body| map.inlined.function(body.start));
        let of_module = || input.names.get(&func).or_else(|| input.exports.get(&func));
        let found = of_map.or_else(|| {
            let name = self.name(of_module()?);
            Some(self.add_function(func, name))
        });
        self.functions.insert(func, found);
        found
    }

    /// Adds a function of the source, with the places of a function of the input.
    fn add_function(&mut self, func: u32, name: u32) -> u32 {
        let segments = &self.map.segments;
        let body = self.body(func).cloned().unwrap_or_default();
        let first = segments.partition_point(|segment| segment.offset < body.start);
        let within = segments[first..].iter().take_while(|segment| segment.offset < body.end);
        let mut places = within.filter_map(|segment| segment.place);
        let first = places.next();
        let at = |place: SourcePlace| (place.line, place.column);
        let source = first.map(|place| place.source);
        let start = first.map_or((0, 0), at);
        let mut function = SourceFunction { name, source, start, end: start };
        for place in places.filter(|place| Some(place.source) == source) {
            function.start = function.start.min(at(place));
            function.end = function.end.max(at(place));
        }
        self.calls.sources.push(function);
        self.calls.sources.len() as u32 - 1
    }

    fn name(&mut self, name: &str) -> u32 {
        let next = self.map.names.len() + self.added.len();
        match self.names.get(name) {
            Some(&number) => number,
            None => {
                self.names.insert(name.to_owned(), next as u32);
                self.added.push(name.to_owned());
                next as u32
            }
        }
    }
}
