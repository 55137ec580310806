//! How many bytes of a module's code are from which source file.

use crate::dwarf::lookup::Lines;
use crate::module::ModuleInfo;
use crate::source_map::SourceMap;
use rustc_hash::{FxHashMap, FxHashSet};

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

/// The source files of a module's code, the one with most bytes first: by a source map, or by DWARF if the map has no segments.
/// Code that was inlined counts for the file that it was written in. Linear in both, times a logarithm.
pub fn source_files(module: &ModuleInfo, map: &SourceMap, lines: &Lines) -> Vec<SourceFile> {
    let mut found: FxHashMap<Option<String>, (FxHashSet<usize>, u64)> = FxHashMap::default();
    let mut names: FxHashMap<u32, Option<String>> = FxHashMap::default();
    for (n, body) in module.bodies.iter().enumerate() {
        let mut add = |name: Option<String>, bytes: u32| {
            let (functions, sum) = found.entry(name).or_default();
            functions.insert(n);
            *sum += u64::from(bytes);
        };
        let mut rest = u64::from(body.end - body.start);
        if map.segments.is_empty() {
            for (name, bytes) in lines.files(body.clone()) {
                rest = rest.saturating_sub(bytes.into());
                add(name, bytes);
            }
        } else {
            let at = |offset: u32| map.segments.partition_point(|it| it.offset < offset);
            let within = &map.segments[at(body.start)..at(body.end)];
            for (n, segment) in within.iter().enumerate() {
                let end = within.get(n + 1).map_or(body.end, |next| next.offset);
                let Some(place) = segment.place else { continue };
                let name = names.entry(place.source).or_insert_with(|| map.source(place.source));
                rest = rest.saturating_sub(u64::from(end - segment.offset));
                add(name.clone(), end - segment.offset);
            }
        }
        if rest > 0 {
            add(None, rest.try_into().unwrap_or(u32::MAX));
        }
    }
    let mut files: Vec<SourceFile> = found
        .into_iter()
        .map(|(name, (functions, bytes))| SourceFile {
            name,
            functions: functions.len() as u64,
            bytes,
        })
        .collect();
    files.sort_by(|one, other| other.bytes.cmp(&one.bytes).then_with(|| one.name.cmp(&other.name)));
    files
}
