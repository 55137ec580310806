//! From offsets in a module to functions and lines.

use crate::module::ModuleInfo;
use crate::source_map::{SourceMap, SourcePlace};

/// A step of a stack, as the source has it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Frame {
    /// The function, if its name is known, not demangled.
    pub function: Option<String>,
    /// The number of the function, if it is one of the module.
    pub number: Option<u32>,
    /// The source, the line and the column, both from 1 on.
    pub place: Option<(String, u32, u32)>,
    /// Whether the function was inlined into that of the next frame.
    pub is_inlined: bool,
}

/// A module and its source map.
#[derive(Clone, Debug, Default)]
pub struct Symbolizer {
    module: ModuleInfo,
    map: SourceMap,
}

impl Symbolizer {
    /// With a map, or the empty one.
    pub fn new(module: ModuleInfo, map: SourceMap) -> Symbolizer {
        Symbolizer { module, map }
    }

    /// The frames that an offset stands for, the innermost first: functions that were inlined, then the one of the
    /// module. None if the offset is not in a function. Logarithmic, and linear in the frames.
    pub fn frames(&self, offset: u32) -> Vec<Frame> {
        let Some((number, first)) = self.module.function(offset) else { return Vec::new() };
        let map = &self.map;
        let place = map.segment(offset, first).and_then(|segment| segment.place);
        let mut frames = Vec::new();
        let mut place = place.and_then(|place| self.place(place));
        for call in map.inlined.around(offset) {
            let name = map.inlined.name(call.function);
            let function = name.and_then(|name| map.names.get(name as usize).cloned());
            frames.push(Frame { function, number: None, place, is_inlined: true });
            place = call.site.and_then(|site| self.place(site));
        }
        let name = self.name(number, offset);
        frames.push(Frame { function: name, number: Some(number), place, is_inlined: false });
        frames
    }

    /// The frame of a function of which no offset is known.
    pub fn function(&self, number: u32) -> Frame {
        let start = number.checked_sub(self.module.imported);
        let body = start.and_then(|n| self.module.bodies.get(n as usize));
        let function = self.name(number, body.map_or(0, |body| body.start));
        Frame { function, number: Some(number), ..Frame::default() }
    }

    /// The name of a function with code at an offset: the module's, or else the map's, or that of an export.
    fn name(&self, number: u32, offset: u32) -> Option<String> {
        let of_map = || {
            let name = self.map.inlined.name(self.map.inlined.function(offset)?)?;
            self.map.names.get(name as usize)
        };
        let exported = || self.module.exports.get(&number);
        self.module.names.get(&number).or_else(of_map).or_else(exported).cloned()
    }

    fn place(&self, place: SourcePlace) -> Option<(String, u32, u32)> {
        let source = self.map.source(place.source)?;
        Some((source, place.line.saturating_add(1), place.column.saturating_add(1)))
    }
}
