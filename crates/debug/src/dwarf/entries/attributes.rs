//! Copies attributes of entries, unless they would not be right.

use super::{CurrentFunction, CurrentUnit, Writer};
use crate::dwarf::scopes::target;
use crate::dwarf::sections::{Bytes, signed, unsigned};
use crate::dwarf::{ADDED, DwarfError, expression, variables};
use gimli::{AttributeValue, DwAt, Dwarf, EntriesRaw, Unit};

/// Where attributes are read.
pub(crate) struct Source<'a, 'b> {
    pub dwarf: &'b Dwarf<Bytes<'a>>,
    pub unit: &'b Unit<Bytes<'a>>,
    /// From the start of the unit on.
    pub bytes: &'b [u8],
}

/// What the attributes of an entry said.
#[derive(Default)]
pub(crate) struct Seen {
    /// It has code in the input.
    pub is_concrete: bool,
    /// It is a declaration, refers to another entry, or says that it was inlined.
    pub is_described: bool,
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
                    self.entry.table = Some((self.entry.values.len() as u32, table));
                    self.entry.word(name, gimli::DW_FORM_sec_offset, 0);
                }
                return Ok(());
            }
            gimli::DW_AT_dwo_name | gimli::DW_AT_GNU_dwo_name => {
                return Err(DwarfError::new("it is split: most of it is in other files"));
            }
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
                let Some(target) = target(&value, current.input.start).filter(|&it| it < ADDED)
                else {
                    return Err(DwarfError::new("an entry refers to another one that cannot be"));
                };
                self.entry.reference(name, target, &current.input);
            }
            gimli::DW_FORM_exprloc => {
                let AttributeValue::Exprloc(found) = value else { return Ok(()) };
                let new = self.expression(found, source, function)?;
                if let Some(new) = new {
                    self.entry.spec(name, form);
                    unsigned(new.len() as u64, &mut self.entry.values);
                    self.entry.values.extend(new);
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
    /// An expression in a function, or outside of any. `None` if it is not right in the output.
    fn expression(
        &self,
        found: gimli::Expression<Bytes<'a>>,
        source: &Source<'a, '_>,
        function: Option<&mut CurrentFunction>,
    ) -> Result<Option<Vec<u8>>, DwarfError> {
        let Some(CurrentFunction { tree, number }) = function else {
            return expression::translate(found, source.dwarf, source.unit, false, &mut |_| false);
        };
        let is_copied = tree.values.is_copied();
        let locations = &self.input.locations.functions[*number];
        let bodies = (&self.input.bodies.0, &self.input.bodies.1);
        let mut is_same = |local| tree.values.is_same(local, locations, bodies);
        expression::translate(found, source.dwarf, source.unit, is_copied, &mut is_same)
    }

    /// A list of locations with new addresses; where it is written. `None` if nothing of it stays.
    fn location_list(
        &mut self,
        value: AttributeValue<Bytes<'a>>,
        source: &Source<'a, '_>,
        function: &mut CurrentFunction,
        version: u16,
    ) -> Result<Option<u32>, DwarfError> {
        let Some(mut list) = source.dwarf.attr_locations(source.unit, value)? else {
            return Ok(None);
        };
        let mut all: Vec<((u32, u32), Vec<u8>)> = Vec::new();
        let most = 1 << 16;
        while let Some(entry) = list.next()? {
            let new = self.expression(entry.data, source, Some(&mut *function))?;
            let Some(new) = new.filter(|new| new.len() < most && all.len() < most) else {
                continue;
            };
            let ranges = function.tree.values.ranges(entry.range.begin, entry.range.end);
            all.extend(ranges.into_iter().map(|range| (range, new.clone())));
        }
        if all.is_empty() {
            return Ok(None);
        }
        all.sort_by_key(|entry| entry.0);
        let which = (version, self.address_size);
        let out = &mut self.locations[usize::from(version >= 5)];
        variables::begin_section(version, self.address_size, out);
        let offset = out.len() as u32;
        all.iter().for_each(|(range, new)| variables::entry(*range, new, which, out));
        variables::end(which, out);
        Ok(Some(offset))
    }
}

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
