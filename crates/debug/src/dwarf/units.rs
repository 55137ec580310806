//! The units of the input, and where each is read.

use super::DwarfError;
use super::sections::Bytes;
use gimli::{AttributeValue, Dwarf, Format, Unit, UnitHeader, UnitType};
use std::rc::Rc;

/// A unit of the input.
pub(crate) struct InputUnit<'a> {
    dwarf: Rc<Dwarf<Bytes<'a>>>,
    pub header: UnitHeader<Bytes<'a>>,
    /// The unit of the module with the addresses and lines, if this one is in another file.
    skeleton: Option<UnitHeader<Bytes<'a>>>,
    /// The bytes of the unit.
    bytes: Bytes<'a>,
    /// Where the section starts that the unit is in: entries of all files have numbers of their own.
    section: u32,
    /// Where the unit starts in the section.
    offset: u32,
}

/// Where the entries of a unit are read.
pub(crate) struct Source<'a, 'b> {
    pub dwarf: &'b Dwarf<Bytes<'a>>,
    pub unit: Unit<Bytes<'a>>,
    /// The unit of the module with the addresses and lines, if this one is in another file.
    pub skeleton: Option<Unit<Bytes<'a>>>,
    /// From the start of the unit on.
    pub bytes: &'a [u8],
    /// The number of the entry at the start of the section.
    pub section: u32,
    /// The number of the entry at the start of the unit.
    pub start: u32,
}

impl<'a> InputUnit<'a> {
    /// The unit of a header in a section that has a number. Refuses what is not translated.
    pub fn new(
        dwarf: Rc<Dwarf<Bytes<'a>>>,
        header: UnitHeader<Bytes<'a>>,
        skeleton: Option<UnitHeader<Bytes<'a>>>,
        (info, section): (Bytes<'a>, u32),
    ) -> Result<Self, DwarfError> {
        for header in [Some(header), skeleton].into_iter().flatten() {
            check(&header)?;
        }
        let offset = header.debug_info_offset().map_or(0, |offset| offset.0);
        let bytes = info.slice().get(offset..).unwrap_or_default();
        let bytes = Bytes::new(bytes, gimli::LittleEndian);
        Ok(InputUnit { dwarf, header, skeleton, bytes, section, offset: offset as u32 })
    }

    /// Reads what the unit says of itself. `main` is the DWARF of the module.
    pub fn open(&self, main: &Dwarf<Bytes<'a>>) -> Result<Source<'a, '_>, DwarfError> {
        let mut unit = self.dwarf.unit(self.header)?;
        let skeleton = self.skeleton.map(|header| main.unit(header)).transpose()?;
        if let Some(skeleton) = &skeleton {
            unit.copy_relocated_attributes(skeleton);
            unit.line_program = skeleton.line_program.clone();
        }
        Ok(Source {
            dwarf: &self.dwarf,
            unit,
            skeleton,
            bytes: self.bytes.slice(),
            section: self.section,
            start: self.section + self.offset,
        })
    }
}

impl<'a> Source<'a, '_> {
    /// The entry that a value refers to.
    pub fn target(&self, value: &AttributeValue<Bytes<'a>>) -> Option<u32> {
        let (offset, from) = match value {
            AttributeValue::UnitRef(offset) => (offset.0, self.start),
            AttributeValue::DebugInfoRef(offset) => (offset.0, self.section),
            _ => return None,
        };
        u32::try_from(offset).ok()?.checked_add(from)
    }
}

/// Refuses what is not translated.
fn check(header: &UnitHeader<Bytes>) -> Result<(), DwarfError> {
    let version = header.version();
    if !(4..=5).contains(&version) {
        return Err(DwarfError::new(format!("a unit has version {version}, not 4 or 5")));
    }
    if header.format() != Format::Dwarf32 || !matches!(header.address_size(), 4 | 8) {
        return Err(DwarfError::new("a unit has offsets of 64 bits, or odd addresses"));
    }
    match header.type_() {
        UnitType::SplitType { .. } => Err(DwarfError::new("types are split")),
        _ => Ok(()),
    }
}
