//! From offsets in a module to functions and lines, by DWARF in the module or in a file beside it.

use super::sections::{Bytes, Sections};
use crate::Frame;
use addr2line::Context;
use std::ops::Range;

/// The source lines of a module's code.
pub struct Lines<'a> {
    context: Option<Context<Bytes<'a>>>,
    /// Where the contents of the code section start: DWARF counts from there.
    code: u64,
}

impl<'a> Lines<'a> {
    /// Reads the DWARF of a module. Without any, or if it cannot be read, no lines are known.
    pub fn new(wasm: &'a [u8]) -> Self {
        let sections = Sections::read(wasm);
        Self::of_sections(&sections, sections.code)
    }

    /// Reads the DWARF of a file, for a module whose code section's contents start there.
    pub fn of_sections(sections: &Sections<'a>, code: u32) -> Self {
        let context = sections.has_dwarf().then(|| Context::from_dwarf(sections.dwarf()).ok());
        Lines { context: context.flatten(), code: code.into() }
    }

    /// Whether no lines are known.
    pub fn is_empty(&self) -> bool {
        self.context.is_none()
    }

    /// The line of an offset in the module: `file.c:12`.
    pub fn of(&self, offset: u64) -> Option<String> {
        let at = offset.checked_sub(self.code)?;
        let found = self.context.as_ref()?.find_location(at).ok()??;
        let file = found.file?;
        let file = file.rsplit(['/', '\\']).next().unwrap_or(file);
        Some(format!("{file}:{}", found.line?))
    }

    /// The places of the code from one offset up to another, in order: the offset, how many bytes are from there, the
    /// file and the line, from 1 on. Code without a line is left out.
    pub fn places(&self, range: Range<u32>) -> impl Iterator<Item = (u32, u32, &str, u32)> {
        let at = |offset: u32| u64::from(offset).saturating_sub(self.code);
        let (start, end) = (at(range.start), at(range.end));
        let found = self.context.as_ref().map(|it| it.find_location_range(start, end));
        let found = found.and_then(Result::ok).into_iter().flatten();
        found.filter_map(move |(address, length, location)| {
            let from = address.clamp(start, end);
            let to = address.saturating_add(length).clamp(start, end);
            let line = location.line.filter(|&line| line > 0)?;
            Some(((from + self.code) as u32, (to - from) as u32, location.file?, line))
        })
    }

    /// The frames that an offset stands for, the innermost first. Empty if nothing is known of it.
    pub fn frames(&self, offset: u32) -> Vec<Frame> {
        let at = u64::from(offset).checked_sub(self.code);
        let Some((context, at)) = self.context.as_ref().zip(at) else { return Vec::new() };
        let Ok(mut found) = context.find_frames(at).skip_all_loads() else { return Vec::new() };
        let mut frames: Vec<Frame> = Vec::new();
        while let Ok(Some(frame)) = found.next() {
            if let Some(inner) = frames.last_mut() {
                inner.is_inlined = true;
            }
            let name =
                frame.function.and_then(|it| it.raw_name().ok().map(|name| name.to_string()));
            let place = frame.location.and_then(|it| {
                Some((
                    it.file?.to_owned(),
                    it.line.filter(|&line| line > 0)?,
                    it.column.unwrap_or(0),
                ))
            });
            frames.push(Frame { function: name, number: None, place, is_inlined: false });
        }
        frames
    }
}
