//! The source lines of the modules that a page is about.

use crate::cli::{dwarf, source_maps};
use invar::unstable::debug::dwarf::lookup::Lines;
use invar::unstable::debug::dwarf::sections::Sections;
use invar::unstable::debug::files::{SourceLine, SourceLines};
use invar::unstable::debug::{ModuleInfo, SourceMap};
use invar::unstable::ir::{CodeLocations, FunctionLocations};
use invar_report::data::FileRecord;
use serde_json::Value;
use std::collections::BTreeMap;
use std::ops::Range;

/// The code of a function by source line: bytes before and after.
pub type LineBytes = BTreeMap<SourceLine, (u64, u64)>;

/// The source lines of a module.
#[derive(Default)]
pub struct ModuleSources {
    pub lines: SourceLines,
    /// The contents of the files, by name.
    texts: BTreeMap<String, String>,
    /// The bytes of the code of each line, of all functions.
    bytes: LineBytes,
}

impl ModuleSources {
    /// Reads those of a module: by the map in this file, by that which the module names, or by DWARF. What cannot be
    /// read is told in a note.
    pub fn read(
        name: &str,
        wasm: &[u8],
        map: Option<&String>,
        notes: &mut Vec<String>,
    ) -> ModuleSources {
        let mut found = |found: anyhow::Result<_>| {
            found.unwrap_or_else(|error| {
                notes.push(format!("Without source lines: {error:#}."));
                None
            })
        };
        let map = found(match map {
            Some(file) => source_maps::parse(file).map(Some),
            None => source_maps::beside(name, wasm),
        });
        let map = map.unwrap_or_default();
        let debug = match dwarf::debug_file(name, wasm, None) {
            Ok(debug) => debug,
            Err(error) => {
                notes.push(format!("Without source lines: {error:#}."));
                None
            }
        };
        let with_dwarf = debug.as_deref().unwrap_or(wasm);
        let dwarf = Lines::of_sections(&Sections::read(with_dwarf), Sections::read(wasm).code);
        let lines = SourceLines::of(&ModuleInfo::read(wasm), &map, &dwarf);
        ModuleSources { lines, texts: texts_of(&map), ..ModuleSources::default() }
    }

    /// The lines of a function's code, given its body in the input and where that in the output came from.
    pub fn of_function(
        &mut self,
        before: Option<Range<u32>>,
        after: Option<&FunctionLocations>,
    ) -> LineBytes {
        let mut found = LineBytes::new();
        if self.lines.is_empty() {
            return found;
        }
        for (line, bytes) in before.into_iter().flat_map(|body| self.lines.within(body)) {
            if let Some(line) = line {
                found.entry(line).or_default().0 += u64::from(bytes);
            }
        }
        for (line, bytes) in after.into_iter().flat_map(|it| self.of_output(it)) {
            found.entry(line).or_default().1 += u64::from(bytes);
        }
        for (line, bytes) in &found {
            let sum = self.bytes.entry(*line).or_default();
            *sum = (sum.0 + bytes.0, sum.1 + bytes.1);
        }
        found
    }

    /// The lines of a function of the output.
    fn of_output(&self, function: &FunctionLocations) -> Vec<(SourceLine, u32)> {
        let length = function.output.end - function.output.start;
        match (&function.code, &function.input) {
            (CodeLocations::Copied, Some(input)) => {
                let within = self.lines.within(input.clone());
                within.filter_map(|(line, bytes)| Some((line?, bytes))).collect()
            }
            (CodeLocations::Copied, None) => Vec::new(),
            (CodeLocations::Moved { operators, .. }, _) => {
                let ends = operators.iter().skip(1).map(|it| it.0).chain([length]);
                let places = operators.iter().zip(ends).filter_map(|(&(start, loc), end)| {
                    Some((self.lines.at(loc.known_offset()?)?, end.saturating_sub(start)))
                });
                places.collect()
            }
        }
    }

    /// Adds the files to those of a page. Gives the place of the first one.
    pub fn add_files(&mut self, files: &mut Vec<FileRecord>) -> u32 {
        let first = files.len();
        files.extend(self.lines.files.iter().map(|name| self.file(name)));
        for (line, &(before, after)) in &self.bytes {
            files[first + line.file as usize].lines.push((line.line, before, after));
        }
        first as u32
    }

    fn file(&self, name: &str) -> FileRecord {
        let text = self.texts.get(name).cloned();
        FileRecord { name: name.to_owned(), text, lines: Vec::new() }
    }
}

/// The contents of the files of a map, by name.
fn texts_of(map: &SourceMap) -> BTreeMap<String, String> {
    let texts = map.contents.iter().zip(0..).filter_map(|(text, source)| match text {
        Value::String(text) => Some((map.source(source)?, text.clone())),
        _ => None,
    });
    texts.collect()
}

/// The file that most of a function's code is from.
pub fn main_file(lines: &LineBytes) -> Option<SourceLine> {
    let mut files: BTreeMap<u32, (u64, SourceLine)> = BTreeMap::new();
    for (&line, &(before, after)) in lines {
        // The code of the input counts, and that of the output where there was none.
        files.entry(line.file).or_insert((0, line)).0 += (before << 24) + after;
    }
    files
        .into_values()
        .max_by_key(|(bytes, line)| (*bytes, std::cmp::Reverse(*line)))
        .map(|it| it.1)
}
