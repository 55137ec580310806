//! The options of source maps: reading the input's map, writing the output's.

use super::files;
use anyhow::{Context, anyhow, bail, ensure};
use invar::Output;
use invar::unstable::OutputExt;
use invar::unstable::debug::{ModuleInfo, SourceMap, module};
use std::fs;
use std::ops::Range;
use std::path::Path;

/// Which maps are read and written.
#[derive(Clone, Debug, Default)]
pub struct SourceMaps {
    /// The file with the map of the input; without one, where the module says.
    pub input: Option<String>,
    /// The file for the map of the output, if one is wanted.
    pub output: Option<String>,
    /// Where the output is to say that its map is.
    pub url: Option<String>,
}

impl SourceMaps {
    /// Reads the map of an input of this name. An error if there is none.
    pub fn read(&self, name: &str, wasm: &[u8]) -> anyhow::Result<SourceMap> {
        ensure!(
            !wasmparser::Parser::is_component(wasm),
            "a component has no source map: its modules have"
        );
        match &self.input {
            Some(file) => parse(file),
            None => beside(name, wasm)?.ok_or_else(|| {
                anyhow!(
                    "there is no source map to write one from: --input-source-map FILE names it"
                )
            }),
        }
    }

    /// Writes the map of an output, and says in the output where it is.
    pub fn write(&self, output: &mut Output, input: &[u8], map: &SourceMap) -> anyhow::Result<()> {
        let Some(file) = &self.output else { return Ok(()) };
        let map = output.translated_map(input, map)?;
        if let Some(url) = &self.url {
            output.wasm = module::with_map_url(std::mem::take(&mut output.wasm), url);
        }
        files::write(file, map.to_json().as_bytes())
    }
}

/// Makes the map of a module that of another one, which the code has been moved to: from each offset on to another, or
/// to none. What is known of code that is gone goes, too.
pub fn move_code(map: &mut SourceMap, moved: &[(u32, Option<u32>)]) {
    let place = |offset: u32| {
        let behind = moved.partition_point(|&(old, _)| old <= offset);
        let (old, new) = moved[behind.checked_sub(1)?];
        Some(new? + (offset - old))
    };
    let moves = |offset: &mut u32| place(*offset).map(|at| *offset = at).is_some();
    map.segments.retain_mut(|segment| moves(&mut segment.offset));
    map.segments.sort_by_key(|segment| segment.offset);
    let inlined = &mut map.inlined;
    inlined.ranges.retain_mut(|range| moves(&mut range.0));
    inlined.ranges.sort_by_key(|range| range.0);
    let bodies = std::mem::take(&mut inlined.functions).into_iter();
    let body = |range: Range<u32>| Some(place(range.start)?..place(range.end.checked_sub(1)?)? + 1);
    inlined.functions = bodies.filter_map(|(range, name)| Some((body(range)?, name))).collect();
    inlined.functions.sort_by_key(|function| function.0.start);
}

/// Reads a map in a file.
pub fn parse(file: &str) -> anyhow::Result<SourceMap> {
    let bytes = fs::read(file).with_context(|| file.to_owned())?;
    SourceMap::parse(&bytes).with_context(|| format!("{file}: not a source map of a module"))
}

/// The map that a module names: in the module itself, or in a file beside it. `None` if it names none.
pub fn beside(name: &str, wasm: &[u8]) -> anyhow::Result<Option<SourceMap>> {
    let Some(url) = ModuleInfo::read(wasm).map_url else { return Ok(None) };
    if let Some(map) = SourceMap::parse_data_url(&url) {
        let map = map.with_context(|| format!("{name}: its section `sourceMappingURL`"))?;
        return Ok(Some(map));
    }
    let last = url.split(['?', '#']).next().unwrap_or_default().rsplit('/').next();
    let last = last.filter(|last| !last.is_empty());
    let Some(last) = last else { bail!("{name}: its section `sourceMappingURL` names no file") };
    let folder = Path::new(name).parent().unwrap_or(Path::new(""));
    let file = folder.join(last);
    parse(&file.to_string_lossy())
        .with_context(|| format!("the module says that its source map is at `{url}`"))
        .map(Some)
}
