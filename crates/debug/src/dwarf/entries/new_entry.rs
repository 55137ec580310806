//! An entry that is being made, and lists of ranges.

use crate::dwarf::sections::{self, unsigned, word};
use gimli::{DwAt, DwForm, DwTag};

/// An entry that is being made.
#[derive(Default)]
pub(crate) struct NewEntry {
    pub tag: u16,
    pub has_children: bool,
    /// The names and forms of attributes.
    pub specs: Vec<u8>,
    pub values: Vec<u8>,
    /// Where in the values there are references, and to which entries.
    pub references: Vec<(u32, u32, bool)>,
    /// Where in the values there is the number of a line table.
    pub table: Option<(u32, usize)>,
}

impl NewEntry {
    pub fn begin(&mut self, tag: DwTag, has_children: bool) {
        self.tag = tag.0;
        self.has_children = has_children;
        self.specs.clear();
        self.values.clear();
        self.references.clear();
        self.table = None;
    }

    pub fn spec(&mut self, name: DwAt, form: DwForm) {
        unsigned(name.0.into(), &mut self.specs);
        unsigned(form.0.into(), &mut self.specs);
    }

    pub fn number(&mut self, name: DwAt, number: u64) {
        self.spec(name, gimli::DW_FORM_udata);
        unsigned(number, &mut self.values);
    }

    pub fn text(&mut self, name: DwAt, text: &str) {
        self.bytes(name, text.as_bytes());
    }

    /// A text in any encoding.
    pub fn bytes(&mut self, name: DwAt, text: &[u8]) {
        self.spec(name, gimli::DW_FORM_string);
        self.values.extend(text.iter().filter(|&&byte| byte != 0));
        self.values.push(0);
    }

    /// The offset of a line table, which is known at the end.
    pub fn line_table(&mut self, table: usize) {
        self.table = Some((self.values.len() as u32, table));
        self.word(gimli::DW_AT_stmt_list, gimli::DW_FORM_sec_offset, 0);
    }

    pub fn word(&mut self, name: DwAt, form: DwForm, number: u32) {
        self.spec(name, form);
        word(number, &mut self.values);
    }

    /// An expression, if there is one.
    pub fn expression(&mut self, name: DwAt, expression: Option<Vec<u8>>) {
        let Some(expression) = expression else { return };
        self.spec(name, gimli::DW_FORM_exprloc);
        unsigned(expression.len() as u64, &mut self.values);
        self.values.extend(expression);
    }

    /// A reference to an entry, from a unit at these offsets.
    pub fn reference(&mut self, name: DwAt, target: u32, unit: &std::ops::Range<u32>) {
        let is_near = unit.contains(&target);
        let form = if is_near { gimli::DW_FORM_ref4 } else { gimli::DW_FORM_ref_addr };
        self.references.push((self.values.len() as u32, target, is_near));
        self.word(name, form, 0);
    }
}

/// Says where the code of an entry is.
pub(crate) fn place(
    entry: &mut NewEntry,
    ranges: &[(u32, u32)],
    all: &mut Vec<u8>,
    lists: &mut Vec<u8>,
    (version, size): (u16, u8),
) {
    if let [(start, end)] = *ranges {
        entry.spec(gimli::DW_AT_low_pc, gimli::DW_FORM_addr);
        sections::address(start, size, &mut entry.values);
        entry.word(gimli::DW_AT_high_pc, gimli::DW_FORM_data4, end - start);
    } else {
        let offset = list(ranges, all, lists, (version, size));
        entry.word(gimli::DW_AT_ranges, gimli::DW_FORM_sec_offset, offset);
    }
}

/// Writes a list of ranges, and gives its offset.
pub(crate) fn list(
    ranges: &[(u32, u32)],
    all: &mut Vec<u8>,
    lists: &mut Vec<u8>,
    (version, size): (u16, u8),
) -> u32 {
    if version < 5 {
        let offset = all.len() as u32;
        for &(start, end) in ranges.iter().chain(&[(0, 0)]) {
            sections::address(start, size, all);
            sections::address(end, size, all);
        }
        return offset;
    }
    if lists.is_empty() {
        word(0, lists);
        lists.extend([5, 0, size, 0, 0, 0, 0, 0]);
    }
    let offset = lists.len() as u32;
    for &(start, end) in ranges {
        lists.push(gimli::DW_RLE_start_length.0);
        sections::address(start, size, lists);
        unsigned((end - start).into(), lists);
    }
    lists.push(gimli::DW_RLE_end_of_list.0);
    offset
}

/// Writes the ranges of a unit, in order, for readers that look for the unit of an address.
pub(crate) fn unit_ranges(unit: u32, ranges: &[(u32, u32)], size: u8, out: &mut Vec<u8>) {
    let start = out.len();
    word(0, out);
    out.extend(2u16.to_le_bytes());
    word(unit, out);
    out.extend([size, 0]);
    // Each pair is at a multiple of its own size.
    let pair = 2 * usize::from(size);
    out.resize(start + (out.len() - start).next_multiple_of(pair), 0);
    for range in ranges.chunk_by(|a, b| a.1 == b.0) {
        let (first, last) = (range[0].0, range[range.len() - 1].1);
        sections::address(first, size, out);
        sections::address(last - first, size, out);
    }
    out.resize(out.len() + pair, 0);
    sections::close_length(start, out);
}
