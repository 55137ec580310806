//! Source maps: which place of the source each offset of a module stands for (ECMA-426, version 3 of the format).
//!
//! WebAssembly has one line; the column is the offset in the module. A segment of the mappings holds from its offset
//! up to the next one. A segment with one field says that no place is known.
//!
//! Read: index maps (`sections`), the prefix `)]}'`, `data:` URLs. Fields that are not known here, debug ids and
//! lists of ignored sources among them, are carried. Refused: other versions, segments of a second line, indices that
//! point nowhere, numbers that are negative or over 32 bits. Cost: linear.

use crate::inlined::InlinedCalls;
use crate::scopes;
use crate::vlq;
use base64::Engine;
use serde_json::{Map, Value};
use std::fmt;

/// A place in a source.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SourcePlace {
    /// Which of the sources.
    pub source: u32,
    /// The line, from 0 on.
    pub line: u32,
    /// The column, from 0 on.
    pub column: u32,
    /// Which of the names, if one is given.
    pub name: Option<u32>,
}

/// From an offset on, a place or none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Segment {
    /// The offset in the module.
    pub offset: u32,
    /// The place, if one is known.
    pub place: Option<SourcePlace>,
}

/// A source map.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct SourceMap {
    /// What holds from which offset on, in order.
    pub segments: Vec<Segment>,
    /// The sources, without `sourceRoot`.
    pub sources: Vec<Option<String>>,
    /// The contents of the sources: strings or null. May be shorter.
    pub contents: Vec<Value>,
    /// The names.
    pub names: Vec<String>,
    /// Inlined calls, and the functions of the module: the field `scopes`.
    pub inlined: InlinedCalls,
    /// Other fields, as they are.
    pub fields: Map<String, Value>,
}

/// Why a text is no source map of a module.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MapError(String);

impl MapError {
    pub(crate) fn new(why: impl Into<String>) -> MapError {
        MapError(why.into())
    }
}

impl fmt::Display for MapError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for MapError {}

/// The fields that are read, and written anew.
const KNOWN: [&str; 7] =
    ["version", "sources", "sourcesContent", "names", "mappings", "sections", scopes::FIELD];

impl SourceMap {
    /// Reads a map. The error is a sentence.
    pub fn parse(text: &[u8]) -> Result<SourceMap, MapError> {
        // The prefix that keeps a map from being executed as a script.
        let text = match text.strip_prefix(b")]}") {
            Some(rest) => {
                let line = rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
                &rest[line..]
            }
            None => text,
        };
        let json: Value = serde_json::from_slice(text)
            .map_err(|error| MapError(format!("it is not JSON: {error}")))?;
        let Value::Object(fields) = json else {
            return Err(MapError::new("it is not a JSON object"));
        };
        let mut map = SourceMap::default();
        map.add(fields, 0)?;
        // Segments of one offset: the last one holds. The order of others may be any.
        map.segments.sort_by_key(|segment| segment.offset);
        map.segments.dedup_by(|later, earlier| {
            let is_same = later.offset == earlier.offset;
            if is_same {
                *earlier = *later;
            }
            is_same
        });
        Ok(map)
    }

    /// Reads the map in a `data:` URL. `None` if it is another kind of URL.
    pub fn parse_data_url(url: &str) -> Option<Result<SourceMap, MapError>> {
        let (header, data) = url.strip_prefix("data:")?.split_once(',')?;
        let bytes = if header.ends_with(";base64") {
            base64::engine::general_purpose::STANDARD
                .decode(data.trim())
                .map_err(|error| MapError(format!("the data: URL is not base 64: {error}")))
        } else {
            unescape(data).ok_or_else(|| MapError::new("the data: URL is badly escaped"))
        };
        Some(bytes.and_then(|bytes| SourceMap::parse(&bytes)))
    }

    /// Adds a map whose offsets count from here.
    fn add(&mut self, mut fields: Map<String, Value>, base: u64) -> Result<(), MapError> {
        match fields.get("version").map(|version| (version, version.as_u64())) {
            Some((_, Some(3))) => {}
            Some((other, _)) => {
                return Err(MapError(format!("its version is {}, not 3", shown(other))));
            }
            None => return Err(MapError::new("it has no version")),
        }
        if let Some(sections) = fields.remove("sections") {
            self.add_sections(sections, base)?;
        } else {
            self.add_mappings(&mut fields, base)?;
        }
        for (name, value) in fields {
            if !KNOWN.contains(&name.as_str()) {
                self.fields.entry(name).or_insert(value);
            }
        }
        Ok(())
    }

    /// Adds the maps of an index map.
    fn add_sections(&mut self, sections: Value, base: u64) -> Result<(), MapError> {
        let Value::Array(sections) = sections else {
            return Err(MapError::new("`sections` is not a list"));
        };
        for mut section in sections {
            let number = |name: &str| section.pointer(name).and_then(Value::as_u64);
            let at = (number("/offset/line"), number("/offset/column"));
            let (Some(line), Some(column)) = at else {
                return Err(MapError::new("a section has no offset"));
            };
            if line > 0 {
                return Err(MapError::new("a section is not in the first line: a module has one"));
            }
            let Some(Value::Object(map)) = section.get_mut("map").map(Value::take) else {
                return Err(MapError::new("a section has no map"));
            };
            if map.contains_key("sections") {
                return Err(MapError::new("a section is an index map itself"));
            }
            self.add(map, base.saturating_add(column))?;
        }
        Ok(())
    }

    fn add_mappings(&mut self, fields: &mut Map<String, Value>, base: u64) -> Result<(), MapError> {
        let (first_source, first_name) = (self.sources.len(), self.names.len());
        for source in list(fields, "sources")? {
            self.sources.push(match source {
                Value::String(source) => Some(source),
                Value::Null => None,
                other => return Err(MapError(format!("{} is not a source", shown(&other)))),
            });
        }
        let contents = list(fields, "sourcesContent")?;
        if !contents.is_empty() {
            self.contents.resize(first_source, Value::Null);
            if !contents.iter().all(|content| content.is_string() || content.is_null()) {
                return Err(MapError::new("`sourcesContent` has what is no text"));
            }
            self.contents.extend(contents);
            self.contents.truncate(self.sources.len());
        }
        for name in list(fields, "names")? {
            let Value::String(name) = name else {
                return Err(MapError(format!("{} is not a name", shown(&name))));
            };
            self.names.push(name);
        }
        // The root is that of the sources of this map.
        if (base > 0 || first_source > 0)
            && let Some(Value::String(root)) = fields.remove("sourceRoot")
        {
            for source in self.sources[first_source..].iter_mut().flatten() {
                *source = joined(&root, source);
            }
        }
        let mappings = match fields.get("mappings") {
            Some(Value::String(mappings)) => mappings.as_bytes(),
            _ => return Err(MapError::new("it has no `mappings`")),
        };
        let first = [first_source as i64, first_name as i64];
        let end = [self.sources.len() as i64, self.names.len() as i64];
        read_mappings(mappings, base, first, end, &mut self.segments)?;
        if first_source == 0
            && base == 0
            && let Some(text) = fields.get(scopes::FIELD).and_then(Value::as_str)
        {
            // What is not understood is left out: it is no more than an addition.
            let (sources, names) = (self.sources.len(), self.names.len());
            self.inlined = scopes::parse(text, sources, names).unwrap_or_default();
        }
        Ok(())
    }

    /// The segment that holds at an offset, if there is one that begins at `start` or later.
    pub fn segment(&self, offset: u32, start: u32) -> Option<&Segment> {
        let after = self.segments.partition_point(|segment| segment.offset <= offset);
        let segment = &self.segments[after.checked_sub(1)?];
        (segment.offset >= start).then_some(segment)
    }

    /// The name of a source, with `sourceRoot`.
    pub fn source(&self, source: u32) -> Option<String> {
        let name = self.sources.get(source as usize)?.as_ref()?;
        Some(match self.fields.get("sourceRoot").and_then(Value::as_str) {
            Some(root) => joined(root, name),
            None => name.clone(),
        })
    }

    /// The map as JSON.
    pub fn to_json(&self) -> String {
        let mut fields: Vec<(&str, String)> = vec![("version", "3".to_owned())];
        let is_first = |name: &str| matches!(name, "file" | "sourceRoot");
        let others = |first: bool| {
            let fields = self.fields.iter().filter(move |(name, _)| is_first(name) == first);
            fields.map(|(name, value)| (name.as_str(), value.to_string()))
        };
        fields.extend(others(true));
        fields.push(("sources", Value::from(self.sources.clone()).to_string()));
        if !self.contents.is_empty() {
            fields.push(("sourcesContent", Value::from(self.contents.clone()).to_string()));
        }
        fields.push(("names", Value::from(self.names.clone()).to_string()));
        fields.push(("mappings", format!("\"{}\"", self.mappings())));
        fields.extend(others(false));
        if !self.inlined.is_empty() && !self.sources.is_empty() {
            let text = scopes::write(&self.inlined, self.sources.len());
            fields.push((scopes::FIELD, format!("\"{text}\"")));
        }
        let fields: Vec<String> = fields
            .into_iter()
            .map(|(name, value)| format!("{}:{value}", Value::from(name)))
            .collect();
        format!("{{{}}}", fields.join(","))
    }

    /// The field `mappings`.
    fn mappings(&self) -> String {
        let mut text = String::with_capacity(self.segments.len() * 8);
        let [mut offset, mut source, mut line, mut column, mut name] = [0i64; 5];
        let number = |text: &mut String, last: &mut i64, next: u32| {
            vlq::write(i64::from(next) - *last, text);
            *last = next.into();
        };
        for (n, segment) in self.segments.iter().enumerate() {
            if n > 0 {
                text.push(',');
            }
            number(&mut text, &mut offset, segment.offset);
            if let Some(place) = segment.place {
                number(&mut text, &mut source, place.source);
                number(&mut text, &mut line, place.line);
                number(&mut text, &mut column, place.column);
                if let Some(named) = place.name {
                    number(&mut text, &mut name, named);
                }
            }
        }
        text
    }
}

/// Reads the field `mappings` of a map whose offsets count from `base`, and whose sources and names have these numbers.
fn read_mappings(
    mut text: &[u8],
    base: u64,
    [first_source, first_name]: [i64; 2],
    [source_end, name_end]: [i64; 2],
    segments: &mut Vec<Segment>,
) -> Result<(), MapError> {
    let bad = |what: &str| MapError(format!("`mappings` has {what}"));
    let narrow = |number: i64, what: &str| {
        u32::try_from(number).map_err(|_| bad(&format!("{what} that is negative or too large")))
    };
    let indexed = |number: i64, first: i64, end: i64, what: &str| {
        if !(first..end).contains(&number) {
            return Err(bad(&format!("{what} that does not exist")));
        }
        narrow(number, what)
    };
    let mut offset = i64::try_from(base).map_err(|_| bad("an offset that is too large"))?;
    let [mut source, mut line, mut column, mut name] = [first_source, 0, 0, first_name];
    let mut is_first_line = true;
    loop {
        match text.first() {
            None => return Ok(()),
            Some(b',') => text = &text[1..],
            Some(b';') => (text, is_first_line) = (&text[1..], false),
            Some(_) if !is_first_line => {
                return Err(bad("segments of a second line: a module has one"));
            }
            Some(_) => {
                let mut fields = [0i64; 5];
                let mut count = 0;
                while !matches!(text.first(), None | Some(b',' | b';')) {
                    let number = vlq::read(&mut text).ok_or_else(|| bad("what is no number"))?;
                    *fields.get_mut(count).ok_or_else(|| bad("a segment of over 5 fields"))? =
                        number;
                    count += 1;
                }
                let sum = |at: &mut i64, delta: i64, what: &str| {
                    *at = at.checked_add(delta).ok_or_else(|| bad(what))?;
                    Ok::<_, MapError>(*at)
                };
                let offset = narrow(sum(&mut offset, fields[0], "an offset")?, "an offset")?;
                let place = match count {
                    1 => None,
                    4 | 5 => {
                        let source = sum(&mut source, fields[1], "a source")?;
                        let (line, column) = (
                            sum(&mut line, fields[2], "a line")?,
                            sum(&mut column, fields[3], "a column")?,
                        );
                        let name = match count {
                            5 => {
                                let name = sum(&mut name, fields[4], "a name")?;
                                Some(indexed(name, first_name, name_end, "a name")?)
                            }
                            _ => None,
                        };
                        Some(SourcePlace {
                            source: indexed(source, first_source, source_end, "a source")?,
                            line: narrow(line, "a line")?,
                            column: narrow(column, "a column")?,
                            name,
                        })
                    }
                    _ => return Err(bad("a segment of 2 or 3 fields")),
                };
                segments.push(Segment { offset, place });
            }
        }
    }
}

/// Takes a list out of a map; an empty one if it is missing or null.
fn list(fields: &mut Map<String, Value>, name: &str) -> Result<Vec<Value>, MapError> {
    match fields.remove(name) {
        Some(Value::Array(list)) => Ok(list),
        None | Some(Value::Null) => Ok(Vec::new()),
        Some(_) => Err(MapError(format!("`{name}` is not a list"))),
    }
}

/// A value for a message, not longer than that.
fn shown(value: &Value) -> String {
    let text = value.to_string();
    if text.chars().count() <= 40 {
        text
    } else {
        text.chars().take(40).collect::<String>() + "..."
    }
}

/// A source below a root.
fn joined(root: &str, source: &str) -> String {
    let is_absolute = source.starts_with('/') || source.contains("://");
    if root.is_empty() || is_absolute {
        source.to_owned()
    } else {
        format!("{}/{source}", root.trim_end_matches('/'))
    }
}

/// The bytes of a text with `%20` and the like.
fn unescape(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'%' => {
                let digits = [rest.next()?, rest.next()?];
                u8::from_str_radix(std::str::from_utf8(&digits).ok()?, 16).ok()?
            }
            other => other,
        });
    }
    Some(bytes)
}

#[cfg(test)]
mod tests;
