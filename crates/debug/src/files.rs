//! Which source lines a module's code is from, and how many bytes of it are from which file.

use crate::dwarf::lookup::Lines;
use crate::module::ModuleInfo;
use crate::source_map::SourceMap;
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::Range;

/// The code that is from a source file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourceFile {
    /// The name, as the debug information has it. `None`: no line is known of the code.
    pub name: Option<String>,
    /// How many functions have code of the file, inlined or not.
    pub functions: u64,
    /// The bytes of the code.
    pub bytes: u64,
}

/// The source lines of a module's code.
#[derive(Clone, Debug, Default)]
pub struct SourceLines {
    /// The names of the files, as the debug information has them.
    pub files: Vec<String>,
    /// From which offset on which place holds, up to the next one; in order, and none across the ends of bodies.
    places: Vec<(u32, Option<SourceLine>)>,
}

/// A line of a source file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SourceLine {
    /// Which of the files.
    pub file: u32,
    /// The line, from 1 on.
    pub line: u32,
}

impl SourceLines {
    /// The lines of a module by a source map, or by DWARF if the map has no segments. Linear in both, times a
    /// logarithm.
    pub fn of(module: &ModuleInfo, map: &SourceMap, lines: &Lines) -> SourceLines {
        let mut found = SourceLines::default();
        let mut numbers: FxHashMap<String, u32> = FxHashMap::default();
        let mut of_map: FxHashMap<u32, Option<u32>> = FxHashMap::default();
        for body in &module.bodies {
            found.places.push((body.start, None));
            let mut number = |name: String, files: &mut Vec<String>| {
                *numbers.entry(name).or_insert_with_key(|name| {
                    files.push(name.clone());
                    files.len() as u32 - 1
                })
            };
            if map.segments.is_empty() {
                for (start, length, name, line) in lines.places(body.clone()) {
                    let file = number(name.to_owned(), &mut found.files);
                    found.places.push((start, Some(SourceLine { file, line })));
                    found.places.push((start + length, None));
                }
            } else {
                let at = |offset: u32| map.segments.partition_point(|it| it.offset < offset);
                for segment in &map.segments[at(body.start)..at(body.end)] {
                    let place = segment.place.and_then(|place| {
                        let file = of_map.entry(place.source).or_insert_with(|| {
                            Some(number(map.source(place.source)?, &mut found.files))
                        });
                        Some(SourceLine { file: (*file)?, line: place.line + 1 })
                    });
                    found.places.push((segment.offset, place));
                }
            }
            found.places.push((body.end, None));
        }
        // Of places at one offset the last one holds.
        found.places.reverse();
        found.places.sort_by_key(|place| place.0);
        found.places.dedup_by_key(|place| place.0);
        found
    }

    /// Whether no line is known.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// The line of the operator at an offset.
    pub fn at(&self, offset: u32) -> Option<SourceLine> {
        let after = self.places.partition_point(|place| place.0 <= offset);
        self.places[after.checked_sub(1)?].1
    }

    /// The code between two offsets, by line: how many bytes from each place on. In order.
    pub fn within(
        &self,
        range: Range<u32>,
    ) -> impl Iterator<Item = (Option<SourceLine>, u32)> + '_ {
        let first = self.places.partition_point(|place| place.0 < range.start);
        let places = self.places[first..].iter().take_while(move |place| place.0 < range.end);
        let ends = self.places[first..].iter().skip(1).map(|place| place.0);
        let ends = ends.chain(std::iter::repeat(u32::MAX));
        places.zip(ends).map(move |(&(start, line), end)| (line, end.min(range.end) - start))
    }

    /// `file.c:12`, without the folders.
    pub fn shown(&self, SourceLine { file, line }: SourceLine) -> String {
        let name = &self.files[file as usize];
        format!("{}:{line}", name.rsplit(['/', '\\']).next().unwrap_or(name))
    }
}

/// The source files of a module's code, the one with most bytes first. Code that was inlined counts for the file that
/// it was written in.
pub fn source_files(module: &ModuleInfo, lines: &SourceLines) -> Vec<SourceFile> {
    let mut found: FxHashMap<Option<u32>, (FxHashSet<usize>, u64)> = FxHashMap::default();
    for (n, body) in module.bodies.iter().enumerate() {
        for (line, bytes) in lines.within(body.clone()) {
            let (functions, sum) = found.entry(line.map(|line| line.file)).or_default();
            functions.insert(n);
            *sum += u64::from(bytes);
        }
    }
    let mut files: Vec<SourceFile> = found
        .into_iter()
        .map(|(file, (functions, bytes))| SourceFile {
            name: file.map(|file| lines.files[file as usize].clone()),
            functions: functions.len() as u64,
            bytes,
        })
        .collect();
    files.sort_by(|one, other| other.bytes.cmp(&one.bytes).then_with(|| one.name.cmp(&other.name)));
    files
}
