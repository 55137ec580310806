//! The remarks as the page holds them: by columns, each text once.

use std::collections::HashMap;

use serde::Serialize;

use crate::data::{Page, RemarkRecord};

/// More are not shown: a list of them would be of no use, and take the room of functions.
const MOST: usize = 200_000;
/// So many bytes of texts are shown, before they are compressed.
const TEXT_BYTES: usize = 16_000_000;

/// What the script reads.
#[derive(Serialize, Default)]
pub(crate) struct Columns<'a> {
    /// The texts that the other columns refer to. The first is empty.
    texts: Vec<&'a str>,
    function: Vec<u32>,
    pass: Vec<usize>,
    applied: Vec<u8>,
    offset: Vec<u64>,
    line: Vec<usize>,
    what: Vec<usize>,
    why: Vec<usize>,
}

/// The remarks of a page, in their order. If there are too many: first those of functions that are shown in detail,
/// then the other applied ones, then what was missed elsewhere.
pub(crate) fn columns<'a>(page: &'a Page, shown: &[usize]) -> Columns<'a> {
    let rank = |remark: &RemarkRecord| {
        if shown.binary_search(&(remark.function as usize)).is_ok() {
            0
        } else if remark.applied {
            1
        } else {
            2
        }
    };
    let mut chosen: Vec<usize> = (0..page.remarks.len()).collect();
    chosen.sort_by_key(|&at| rank(&page.remarks[at]));
    chosen.truncate(MOST);
    let mut bytes = 0;
    let mut seen = std::collections::HashSet::new();
    let room = chosen.iter().take_while(|&&at| {
        let remark = &page.remarks[at];
        for text in [&remark.what, &remark.why] {
            bytes += if seen.insert(text) { text.len() } else { 0 };
        }
        bytes <= TEXT_BYTES
    });
    let room = room.count();
    chosen.truncate(room);
    chosen.sort_unstable();

    let mut columns = Columns::default();
    let mut places = HashMap::new();
    let mut place = |text: &'a str, texts: &mut Vec<&'a str>| {
        *places.entry(text).or_insert_with(|| {
            texts.push(text);
            texts.len() - 1
        })
    };
    place("", &mut columns.texts);
    for remark in chosen.into_iter().map(|at| &page.remarks[at]) {
        columns.function.push(remark.function);
        columns.pass.push(place(&remark.pass, &mut columns.texts));
        columns.applied.push(u8::from(remark.applied));
        columns.offset.push(remark.offset);
        columns.line.push(place(remark.line.as_deref().unwrap_or_default(), &mut columns.texts));
        columns.what.push(place(&remark.what, &mut columns.texts));
        columns.why.push(place(&remark.why, &mut columns.texts));
    }
    columns
}

#[cfg(test)]
mod tests {
    use super::*;

    fn remark(function: u32, applied: bool) -> RemarkRecord {
        let what = "what".to_string();
        RemarkRecord {
            function,
            applied,
            what,
            why: format!("why {function}"),
            ..RemarkRecord::default()
        }
    }

    #[test]
    fn texts_are_stored_once() {
        let page = Page { remarks: vec![remark(3, true), remark(3, false)], ..Page::default() };
        let columns = columns(&page, &[]);
        assert_eq!(columns.texts, ["", "what", "why 3"]);
        assert_eq!((columns.function, columns.applied), (vec![3, 3], vec![1, 0]));
    }

    #[test]
    fn functions_in_detail_come_first_if_there_are_too_many() {
        let count = u32::try_from(MOST).unwrap();
        let mut remarks: Vec<_> = (0..count).map(|at| remark(at % 10, false)).collect();
        remarks.extend([remark(7, true), remark(11, false)]);
        let page = Page { remarks, ..Page::default() };
        let columns = columns(&page, &[11]);
        assert_eq!(columns.function.len(), MOST);
        assert_eq!(columns.function[MOST - 2..], [7, 11]);
    }
}
