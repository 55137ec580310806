//! The functions of a page in WebAssembly's text format.

use super::sources::LineBytes;
use invar::unstable::debug::ModuleInfo;
use invar::unstable::debug::files::{SourceLine, SourceLines};
use invar::unstable::ir::{FunctionLocations, Locations};
use invar_report::data::{FunctionText, Texts};
use std::fmt::Write;
use std::ops::Range;
use wasm_encoder::{NameMap, NameSection};

/// The texts of the functions of a page.
#[derive(Default)]
pub struct PageTexts {
    pub modules: Vec<ModuleTexts>,
    /// By place.
    pub functions: Vec<FunctionPlace>,
}

/// The texts of a module.
#[derive(Default)]
pub struct ModuleTexts {
    pub before: Printed,
    pub after: Printed,
    pub locations: Option<Locations>,
    pub lines: SourceLines,
    /// The place of the module's first source file among those of the page.
    pub first_file: u32,
}

/// Where a function is.
pub struct FunctionPlace {
    pub module: usize,
    /// Its body in the input.
    pub before: Option<Range<u32>>,
    /// Its place among the functions of the output.
    pub after: Option<usize>,
    pub source: LineBytes,
}

/// A module as text.
#[derive(Default)]
pub struct Printed {
    text: String,
    /// Where each line is, and the offset of what it prints, for those in bodies; in order.
    lines: Vec<(u32, Range<usize>)>,
}

impl Printed {
    /// Prints a module; nothing of what cannot be printed.
    pub fn of(wasm: &[u8]) -> Printed {
        let bodies = ModuleInfo::read(wasm).bodies;
        let is_in_body = |offset: u32| {
            let body = bodies.partition_point(|body| body.end <= offset);
            bodies.get(body).is_some_and(|body| body.contains(&offset))
        };
        let mut text = String::new();
        let mut lines = Vec::new();
        if let Ok(printed) = wasmprinter::Config::new().offsets_and_lines(wasm, &mut text) {
            let mut at = 0;
            for (offset, line) in printed {
                let place = at..at + line.len();
                at = place.end;
                let offset = offset.and_then(|offset| u32::try_from(offset).ok());
                if let Some(offset) = offset.filter(|&offset| is_in_body(offset)) {
                    lines.push((offset, place));
                }
            }
        }
        Printed { text, lines }
    }

    /// Prints an output, whose functions have the names of the input if it has none of its own.
    pub fn of_output(wasm: &[u8], input: &ModuleInfo, locations: Option<&Locations>) -> Printed {
        let functions = locations.map_or(&[][..], |it| &it.functions);
        if !ModuleInfo::read(wasm).names.is_empty()
            || input.names.is_empty()
            || functions.is_empty()
        {
            return Printed::of(wasm);
        }
        let mut names = NameMap::new();
        for function in functions {
            if let Some(name) = function.func.and_then(|func| input.names.get(&func.as_u32())) {
                names.append(function.number, name);
            }
        }
        let mut section = NameSection::new();
        section.functions(&names);
        let mut named = wasm.to_vec();
        wasm_encoder::Section::append_to(&section, &mut named);
        Printed::of(&named)
    }

    /// The text of a body, with offsets in the input at the ends of lines.
    fn body(&self, body: &Range<u32>, of_input: impl Fn(u32) -> Option<u32>) -> String {
        let at = |offset: u32| self.lines.partition_point(|line| line.0 < offset);
        let lines = &self.lines[at(body.start)..at(body.end)];
        let texts = lines.iter().map(|(_, place)| self.text[place.clone()].trim_end());
        let indent = |text: &str| text.len() - text.trim_start().len();
        let common = texts.clone().map(indent).min().unwrap_or(0);
        let mut text = String::new();
        for ((offset, _), line) in lines.iter().zip(texts) {
            let line = &line[common..];
            match of_input(*offset) {
                Some(offset) => _ = writeln!(text, "{line} @{offset:x}"),
                None => _ = writeln!(text, "{line}"),
            }
        }
        text
    }
}

impl ModuleTexts {
    /// The function of the output at a place, if it is known.
    fn output(&self, place: Option<usize>) -> Option<&FunctionLocations> {
        self.locations.as_ref()?.functions.get(place?)
    }
}

impl Texts for PageTexts {
    fn of(&self, place: usize) -> Option<FunctionText> {
        let FunctionPlace { module, before, after, source } = self.functions.get(place)?;
        let module = &self.modules[*module];
        let after = module.output(*after);
        let text = |text: String| Some(text).filter(|text| !text.is_empty());
        let before = before.as_ref().and_then(|body| {
            // What precedes the operators has no place of its own.
            text(module.before.body(body, |offset| Some(offset).filter(|at| *at > body.start)))
        });
        let after = after.and_then(|function| {
            let of_input = |offset| function.at(offset).known_offset();
            text(module.after.body(&function.output, of_input))
        });
        if before.is_none() && after.is_none() {
            return None;
        }
        let ends = [&before, &after].into_iter().flatten().flat_map(|text| text.lines());
        let mut offsets: Vec<u32> = ends.filter_map(super::offset_of).collect();
        offsets.sort_unstable();
        offsets.dedup();
        let lines = &module.lines;
        let shown = |offset: u32| Some((offset, lines.shown(lines.at(offset)?)));
        let lines = if lines.is_empty() {
            Vec::new()
        } else {
            offsets.into_iter().filter_map(shown).collect()
        };
        let source = source.iter().map(|(&SourceLine { file, line }, &(before, after))| {
            (module.first_file + file, line, before, after)
        });
        Some(FunctionText { before, after, lines, source: source.collect() })
    }
}
