//! Copies attributes of entries, unless they would not be right.

use super::{CurrentFunction, CurrentUnit, Writer};
use crate::dwarf::sections::{Bytes, signed};
use crate::dwarf::tree::Tree;
use crate::dwarf::units::Source;
use crate::dwarf::variables::Located;
use crate::dwarf::{ADDED, DwarfError, expression, variables};
use gimli::{AttributeValue, DwAt, EntriesRaw};

/// What the attributes of an entry said.
#[derive(Default)]
pub(crate) struct Seen {
    /// It has code in the input.
    pub is_concrete: bool,
    /// It is a declaration, refers to another entry, or says that it was inlined.
    pub is_described: bool,
    /// The frame base is written.
    pub has_frame_base: bool,
}

impl<'a> Writer<'a> {
    /// Copies an attribute, unless it would not be right.
    pub fn attribute(
        &mut self,
        entries: &mut EntriesRaw<'_, Bytes<'a>>,
        spec: gimli::AttributeSpecification,
        source: &Source<'a, '_>,
        function: Option<&mut CurrentFunction>,
        seen: &mut Seen,
        current: &mut CurrentUnit,
    ) -> Result<(), DwarfError> {
        let start = entries.next_offset().0;
        let attribute = entries.read_attribute(spec)?;
        let raw = &source.bytes[start..entries.next_offset().0];
        let (name, form, value) = (spec.name(), spec.form(), attribute.raw_value());
        match name {
            gimli::DW_AT_low_pc | gimli::DW_AT_ranges => {
                seen.is_concrete = true;
                return Ok(());
            }
            gimli::DW_AT_inline | gimli::DW_AT_declaration | gimli::DW_AT_abstract_origin => {
                seen.is_described = true;
            }
            gimli::DW_AT_stmt_list => {
                if let Some(table) = current.table {
                    self.entry.line_table(table);
                }
                return Ok(());
            }
            // What skeletons of units say of the files, which the output does without.
            gimli::DW_AT_dwo_name | gimli::DW_AT_GNU_dwo_name | gimli::DW_AT_GNU_dwo_id => {
                return Ok(());
            }
            gimli::DW_AT_str_offsets_base if source.skeleton.is_some() => return Ok(()),
            _ if NOT_COPIED.contains(&name) => return Ok(()),
            _ => {}
        }
        match form {
            gimli::DW_FORM_ref1
            | gimli::DW_FORM_ref2
            | gimli::DW_FORM_ref4
            | gimli::DW_FORM_ref8
            | gimli::DW_FORM_ref_udata
            | gimli::DW_FORM_ref_addr => {
                let Some(target) = source.target(&value).filter(|&it| it < ADDED) else {
                    return Err(DwarfError::new("an entry refers to another one that cannot be"));
                };
                self.entry.reference(name, target, &current.input);
            }
            gimli::DW_FORM_exprloc => {
                let AttributeValue::Exprloc(found) = value else { return Ok(()) };
                let Some(function) = function else {
                    let new = self.expression(found, source, None)?;
                    self.entry.expression(name, new);
                    return Ok(());
                };
                if name == gimli::DW_AT_frame_base
                    && let Some(frame) = &function.tree.frame
                {
                    let func = self.input.locations.functions[function.number].func;
                    let calls =
                        func.map(|func| frame.calls(found.0.slice(), &self.input, func.as_u32()));
                    function.frame = calls.unwrap_or_default();
                    self.entry.expression(name, Some(frame.expression()));
                    seen.has_frame_base = true;
                    return Ok(());
                }
                let new = self.expression(found, source, Some(&mut *function))?;
                if new.is_some() || name != gimli::DW_AT_location {
                    self.entry.expression(name, new);
                    return Ok(());
                }
                let everywhere = (0, u64::MAX);
                let mut all = self.in_frame(found, everywhere, source, function)?;
                all.extend(self.in_locals(found, everywhere, source, function)?);
                if let Some(offset) = self.write_list(all, current.version) {
                    self.entry.word(name, gimli::DW_FORM_sec_offset, offset);
                }
            }
            gimli::DW_FORM_sec_offset | gimli::DW_FORM_loclistx
                if name == gimli::DW_AT_location =>
            {
                let list = function.map(|function| {
                    self.location_list(attribute.value(), source, function, current.version)
                });
                if let Some(offset) = list.transpose()?.flatten() {
                    self.entry.word(name, gimli::DW_FORM_sec_offset, offset);
                }
            }
            gimli::DW_FORM_sec_offset if name != gimli::DW_AT_str_offsets_base => {}
            gimli::DW_FORM_addr
            | gimli::DW_FORM_addrx
            | gimli::DW_FORM_addrx1
            | gimli::DW_FORM_addrx2
            | gimli::DW_FORM_addrx3
            | gimli::DW_FORM_addrx4
            | gimli::DW_FORM_loclistx
            | gimli::DW_FORM_rnglistx
            | gimli::DW_FORM_GNU_ref_alt
            | gimli::DW_FORM_GNU_strp_alt
            | gimli::DW_FORM_ref_sup4
            | gimli::DW_FORM_ref_sup8
            | gimli::DW_FORM_strp_sup => {}
            gimli::DW_FORM_strx
            | gimli::DW_FORM_strx1
            | gimli::DW_FORM_strx2
            | gimli::DW_FORM_strx3
            | gimli::DW_FORM_strx4
            | gimli::DW_FORM_GNU_str_index
                if source.skeleton.is_some() =>
            {
                let text = source.dwarf.attr_string(&source.unit, value)?;
                let offset = self.string(text.slice());
                self.entry.word(name, gimli::DW_FORM_strp, offset);
            }
            gimli::DW_FORM_strp | gimli::DW_FORM_line_strp if source.skeleton.is_some() => {
                return Err(DwarfError::new("a file beside the module refers to its strings"));
            }
            gimli::DW_FORM_indirect => {
                return Err(DwarfError::new("an attribute has an indirect form"));
            }
            _ => {
                self.entry.spec(name, form);
                if let Some(constant) = spec.implicit_const_value() {
                    signed(constant, &mut self.entry.specs);
                }
                self.entry.values.extend(raw);
            }
        }
        Ok(())
    }
}

impl<'a> Writer<'a> {
    /// Where a string of another file is among those of the output.
    fn string(&mut self, text: &'a [u8]) -> u32 {
        let next = self.own_strings + self.strings.len() as u32;
        *self.string_offsets.entry(text).or_insert_with(|| {
            self.strings.extend(text);
            self.strings.push(0);
            next
        })
    }

    /// An expression in a function, or outside of any. `None` if it is not right in the output.
    fn expression(
        &self,
        found: gimli::Expression<Bytes<'a>>,
        source: &Source<'a, '_>,
        function: Option<&mut CurrentFunction>,
    ) -> Result<Option<Vec<u8>>, DwarfError> {
        let Some(CurrentFunction { tree, number, .. }) = function else {
            return expression::translate(
                found,
                source.dwarf,
                &source.unit,
                false,
                &mut |_| false,
                None,
            );
        };
        let is_copied = tree.values.is_copied();
        let locations = &self.input.locations.functions[*number];
        let bodies = (&self.input.bodies.0, &self.input.bodies.1);
        let mut is_same = |local| tree.values.is_same(local, locations, bodies);
        expression::translate(found, source.dwarf, &source.unit, is_copied, &mut is_same, None)
    }

    /// Where a variable in the frame is that has a location at places from one address to another: an expression at
    /// each call there. Nothing if the calls are too many.
    fn in_frame(
        &self,
        found: gimli::Expression<Bytes<'a>>,
        (start, end): (u64, u64),
        source: &Source<'a, '_>,
        function: &mut CurrentFunction,
    ) -> Result<Vec<Located>, DwarfError> {
        let CurrentFunction { tree, number, frame } = function;
        if frame.is_empty() || !tree.values.spend(frame.len()) {
            return Ok(Vec::new());
        }
        let locations = &self.input.locations.functions[*number];
        let bodies = (&self.input.bodies.0, &self.input.bodies.1);
        let mut all: Vec<Located> = Vec::new();
        let mut last: Option<(i64, Option<Vec<u8>>)> = None;
        for call in frame.iter().filter(|call| (start..end).contains(&call.place.into())) {
            let known = last.take().filter(|known| known.0 == call.distance);
            let (distance, new) = match known {
                Some(known) => known,
                None => {
                    let mut is_same = |local| tree.values.is_same(local, locations, bodies);
                    let by = Some(call.distance);
                    let (dwarf, unit) = (source.dwarf, &source.unit);
                    let new = expression::translate(found, dwarf, unit, false, &mut is_same, by)?;
                    (call.distance, new)
                }
            };
            all.extend(new.clone().map(|new| (call.at, new)));
            last = Some((distance, new));
        }
        Ok(all)
    }

    /// Where a variable is that is computed from locals at places from one address to another: an expression at each
    /// call there at which these are known. Nothing if the calls are too many.
    fn in_locals(
        &self,
        found: gimli::Expression<Bytes<'a>>,
        (start, end): (u64, u64),
        source: &Source<'a, '_>,
        function: &mut CurrentFunction,
    ) -> Result<Vec<Located>, DwarfError> {
        let Tree { locals, values, .. } = &mut function.tree;
        let calls = locals.own(start, end);
        if calls.is_empty() || !values.spend(calls.len()) {
            return Ok(Vec::new());
        }
        let (dwarf, unit) = (source.dwarf, &source.unit);
        let new = expression::translate(found, dwarf, unit, false, &mut |_| true, None)?;
        let all = new.map(|new| calls.iter().filter_map(|call| call.expression(&new)).collect());
        Ok(all.unwrap_or_default())
    }

    /// A list of locations with new addresses; where it is written. `None` if nothing of it stays.
    fn location_list(
        &mut self,
        value: AttributeValue<Bytes<'a>>,
        source: &Source<'a, '_>,
        function: &mut CurrentFunction,
        version: u16,
    ) -> Result<Option<u32>, DwarfError> {
        let Some(mut list) = source.dwarf.attr_locations(&source.unit, value)? else {
            return Ok(None);
        };
        let mut all: Vec<Located> = Vec::new();
        while let Some(entry) = list.next()? {
            if all.len() > MOST_LENGTH {
                break;
            }
            let Some(new) = self.expression(entry.data, source, Some(&mut *function))? else {
                let (start, end) = (entry.range.begin, entry.range.end);
                all.extend(self.in_frame(entry.data, (start, end), source, function)?);
                all.extend(self.in_locals(entry.data, (start, end), source, function)?);
                continue;
            };
            let ranges = function.tree.values.ranges(entry.range.begin, entry.range.end);
            all.extend(ranges.into_iter().map(|range| (range, new.clone())));
        }
        Ok(self.write_list(all, version))
    }

    /// Writes a list of locations; where. `None` if there are none that can be written.
    pub fn write_list(&mut self, mut all: Vec<Located>, version: u16) -> Option<u32> {
        all.retain(|(_, expression)| expression.len() < MOST_LENGTH);
        if all.is_empty() {
            return None;
        }
        all.sort_by_key(|entry| entry.0);
        all.dedup_by(|later, earlier| {
            let is_same = earlier.0.1 == later.0.0 && earlier.1 == later.1;
            if is_same {
                earlier.0.1 = later.0.1;
            }
            is_same
        });
        let which = (version, self.address_size);
        let out = &mut self.locations[usize::from(version >= 5)];
        variables::begin_section(version, self.address_size, out);
        let offset = out.len() as u32;
        all.iter().for_each(|(range, new)| variables::entry(*range, new, which, out));
        variables::end(which, out);
        Some(offset)
    }
}

/// An expression has fewer bytes than this, and a list about as many entries at most.
const MOST_LENGTH: usize = 1 << 16;

/// Attributes that hold addresses, or say what is not kept.
const NOT_COPIED: [DwAt; 22] = [
    gimli::DW_AT_high_pc,
    gimli::DW_AT_entry_pc,
    gimli::DW_AT_sibling,
    gimli::DW_AT_call_pc,
    gimli::DW_AT_call_return_pc,
    gimli::DW_AT_call_all_calls,
    gimli::DW_AT_call_all_source_calls,
    gimli::DW_AT_call_all_tail_calls,
    gimli::DW_AT_GNU_all_call_sites,
    gimli::DW_AT_GNU_all_source_call_sites,
    gimli::DW_AT_GNU_all_tail_call_sites,
    gimli::DW_AT_addr_base,
    gimli::DW_AT_rnglists_base,
    gimli::DW_AT_loclists_base,
    gimli::DW_AT_GNU_addr_base,
    gimli::DW_AT_GNU_ranges_base,
    gimli::DW_AT_macros,
    gimli::DW_AT_macro_info,
    gimli::DW_AT_GNU_macros,
    gimli::DW_AT_GNU_pubnames,
    gimli::DW_AT_GNU_pubtypes,
    gimli::DW_AT_start_scope,
];
