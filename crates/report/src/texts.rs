//! The texts of functions as the page holds them: several functions in an element, which compresses them together.

use std::collections::BTreeMap;

use rayon::prelude::*;
use serde::Serialize;

use crate::data::{FunctionText, Page, Texts};
use crate::history::offset;
use crate::html;

/// So many bytes of text are in an element, if no function has more.
const CHUNK: usize = 192 << 10;
/// Of functions with more bytes of code, only those that were asked for have a text: making it takes
/// three hundred times the memory of the code.
const MOST_CODE: u64 = 128 << 10;
/// So many functions are made at a time.
const BATCH: usize = 512;

/// What the script reads of a function.
#[derive(Serialize)]
struct Encoded {
    /// The lines, and by how much the offset of each is behind the last one, which compresses well; `-`: it has none.
    before: Option<(String, String)>,
    after: Option<(String, String)>,
    /// By the digits of the offset.
    lines: BTreeMap<String, String>,
    source: Vec<(u32, u32, u64, u64)>,
}

impl Encoded {
    fn of(text: FunctionText) -> Encoded {
        let FunctionText { before, after, lines, source } = text;
        let lines = lines.into_iter().map(|(offset, line)| (format!("{offset:x}"), line));
        let [before, after] = [before, after].map(|text| text.as_deref().map(apart));
        Encoded { before, after, lines: lines.collect(), source }
    }

    fn bytes(&self) -> usize {
        let texts = [&self.before, &self.after].into_iter().flatten();
        texts.map(|(text, offsets)| text.len() + offsets.len()).sum::<usize>()
            + 24 * (self.lines.len() + self.source.len())
    }
}

/// The lines of a text, and the differences of their offsets.
fn apart(text: &str) -> (String, String) {
    let (mut lines, mut offsets, mut last) = (String::new(), String::new(), 0);
    for line in text.lines() {
        let digits = offset(line).and_then(|digits| i64::from_str_radix(digits, 16).ok());
        let (line, end) = match digits {
            Some(at) => {
                let by = at - last;
                last = at;
                (line.rsplit_once(" @").map_or(line, |(line, _)| line.trim_end()), by.to_string())
            }
            None => (line, "-".to_owned()),
        };
        if !offsets.is_empty() {
            lines.push('\n');
            offsets.push(' ');
        }
        lines.push_str(line);
        offsets.push_str(&end);
    }
    (lines, offsets)
}

/// The elements with the texts, as many as have room; those of functions that were asked for, and that changed most,
/// come first. The element
/// `texts` says for each function in which of the others its text is, counted from 1 on; 0: it has none.
pub(crate) fn elements(page: &Page, texts: &dyn Texts, room: usize) -> String {
    let mut left = room.saturating_sub(8 * page.functions.len());
    let has_room = |&place: &usize| {
        let function = &page.functions[place];
        let code = function.bytes.before.max(function.bytes.after);
        function.asked || code.is_none_or(|code| code <= MOST_CODE)
    };
    let mut order: Vec<usize> = (0..page.functions.len()).filter(has_room).collect();
    order.sort_by_key(|&place| {
        let function = &page.functions[place];
        let [before, after] =
            [function.bytes.before, function.bytes.after].map(|it| it.unwrap_or(0));
        (std::cmp::Reverse((function.asked, before.abs_diff(after), before)), place)
    });
    let mut elements = String::new();
    let mut places = vec![0_usize; page.functions.len()];
    let mut number = 0;
    for batch in order.chunks(BATCH) {
        let encode = |&place: &usize| Some((place, Encoded::of(texts.of(place)?)));
        let encoded: Vec<(usize, Encoded)> = batch.par_iter().filter_map(encode).collect();
        let mut chunks: Vec<(usize, BTreeMap<usize, Encoded>)> = Vec::new();
        for (place, text) in encoded {
            let bytes = text.bytes();
            match chunks.last_mut().filter(|chunk| chunk.0 + bytes <= CHUNK) {
                Some(chunk) => {
                    chunk.0 += bytes;
                    chunk.1.insert(place, text);
                }
                None => chunks.push((bytes, BTreeMap::from([(place, text)]))),
            }
        }
        let pack = |(n, (_, chunk)): (usize, &(usize, BTreeMap<usize, Encoded>))| {
            html::packed(&format!("t{}", number + n + 1), chunk)
        };
        let packed: Vec<String> = chunks.par_iter().enumerate().map(pack).collect();
        for (n, (element, (_, chunk))) in packed.iter().zip(&chunks).enumerate() {
            // Numbers stay as they were given: a gap does no harm.
            if element.len() > left {
                continue;
            }
            left -= element.len();
            elements.push_str(element);
            chunk.keys().for_each(|&place| places[place] = number + n + 1);
        }
        number += packed.len();
        if left < CHUNK / 16 {
            break;
        }
    }
    elements + &html::packed("texts", &places)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_are_differences() {
        let (lines, offsets) =
            apart("(func $f\n  i32.const 1    @1a3\n  drop @1a5\n)\n  nop @1a0\n");
        assert_eq!(lines, "(func $f\n  i32.const 1\n  drop\n)\n  nop");
        assert_eq!(offsets, "- 419 2 - -5");
    }
}
