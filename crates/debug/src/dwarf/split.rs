//! Split DWARF: units of a module whose entries are in files beside it (`.dwo`), or in one file for all (`.dwp`).
//!
//! The module has a *skeleton* of each such unit, with its lines, addresses and a number, which the unit in the file
//! has too. In the output, units are whole.

use super::sections::{Bytes, Sections};
use super::units::InputUnit;
use super::{ADDED, DwarfError};
use gimli::{Dwarf, DwarfPackage, EndianSlice, LittleEndian, SectionId, Unit, UnitHeader};
use gimli::{DwoId, UnitType};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// A unit of a module whose entries are in another file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SplitUnit {
    /// The number of the unit, which the file repeats.
    pub id: u64,
    /// The file, as the compiler named it: from `directory` on, if it is not absolute.
    pub file: String,
    /// The directory in which the compiler ran. Empty if it is not known.
    pub directory: String,
}

/// The units of a module whose entries are in other files, in their order, up to what is not well formed. Linear in
/// the number of units.
pub fn split_units(wasm: &[u8]) -> Vec<SplitUnit> {
    let dwarf = Sections::read(wasm).dwarf();
    let mut headers = dwarf.units();
    let mut all = Vec::new();
    while let Ok(Some(header)) = headers.next() {
        let Ok(unit) = dwarf.unit(header) else { break };
        let Some(id) = unit.dwo_id.filter(|_| is_skeleton(&unit)) else { continue };
        let directory = unit.comp_dir.map(|it| it.to_string_lossy().into_owned());
        let directory = directory.unwrap_or_default();
        all.push(SplitUnit { id: id.0, file: file_of(&dwarf, &unit), directory });
    }
    all
}

/// Whether most of a unit of a module is in another file.
fn is_skeleton(unit: &Unit<Bytes>) -> bool {
    let is_split = matches!(unit.header.type_(), UnitType::SplitCompilation(_));
    unit.dwo_id.is_some() && !is_split
}

/// The name of the file with the entries of a unit. Empty if there is none.
fn file_of<'a>(dwarf: &Dwarf<Bytes<'a>>, unit: &Unit<Bytes<'a>>) -> String {
    let name = unit.dwo_name().ok().flatten();
    let name = name.and_then(|name| dwarf.attr_string(unit, name).ok());
    name.map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

/// A unit in a file beside the module.
struct Found<'a> {
    dwarf: Rc<Dwarf<Bytes<'a>>>,
    header: UnitHeader<Bytes<'a>>,
    /// The section of entries that it is in.
    info: Bytes<'a>,
    /// Where that section starts among those of all files.
    base: u32,
}

/// The files beside a module.
#[derive(Default)]
pub(crate) struct SplitFiles<'a> {
    units: FxHashMap<DwoId, Found<'a>>,
    packages: Vec<(DwarfPackage<Bytes<'a>>, Bytes<'a>)>,
    /// Where the next section of entries starts.
    next: u32,
}

impl<'a> SplitFiles<'a> {
    /// Reads the headers of the units in files. Their entries count from the end of those of the module on.
    pub fn read(
        files: &'a [Vec<u8>],
        main: &Dwarf<Bytes<'a>>,
        main_size: usize,
    ) -> Result<Self, DwarfError> {
        let mut all = SplitFiles { next: main_size as u32, ..SplitFiles::default() };
        for file in files {
            let sections = Sections::read(file);
            let load = |id: SectionId| {
                let data = id.dwo_name().map_or(&[][..], |name| sections.get(name));
                Ok::<_, gimli::Error>(EndianSlice::new(data, LittleEndian))
            };
            let info = sections.bytes(".debug_info.dwo");
            if !sections.get(".debug_cu_index").is_empty() {
                let package = DwarfPackage::load(load, EndianSlice::new(&[], LittleEndian))?;
                all.packages.push((package, info));
                continue;
            }
            let mut dwarf = Dwarf::load(load)?;
            dwarf.make_dwo(main);
            all.add(dwarf, info)?;
        }
        Ok(all)
    }

    /// Adds the units of a file, or of a part of one.
    fn add(&mut self, dwarf: Dwarf<Bytes<'a>>, info: Bytes<'a>) -> Result<(), DwarfError> {
        let (dwarf, base) = (Rc::new(dwarf), self.next);
        let end = self.next.checked_add(info.len() as u32).filter(|&end| end < ADDED / 2);
        self.next = end.ok_or_else(|| DwarfError::new("it is too large"))?;
        let mut headers = dwarf.units();
        while let Some(header) = headers.next()? {
            match header.type_() {
                UnitType::SplitType { .. } => {
                    let why =
                        "types in units of their own, in files beside the module, are not read";
                    return Err(DwarfError::new(why));
                }
                UnitType::SplitCompilation(_) | UnitType::Compilation => {}
                _ => return Err(DwarfError::new("a file beside the module has units of a module")),
            }
            if let Some(id) = dwarf.unit(header)?.dwo_id {
                let found = Found { dwarf: Rc::clone(&dwarf), header, info, base };
                self.units.entry(id).or_insert(found);
            }
        }
        Ok(())
    }

    /// The unit that a header of the module starts: that in a file beside it, if it is a skeleton.
    pub fn unit(
        &mut self,
        main: &Rc<Dwarf<Bytes<'a>>>,
        header: UnitHeader<Bytes<'a>>,
        info: Bytes<'a>,
    ) -> Result<InputUnit<'a>, DwarfError> {
        if matches!(header.type_(), UnitType::SplitCompilation(_)) {
            return Err(DwarfError::new("the module has a unit that belongs into another file"));
        }
        let unit = main.unit(header)?;
        let Some(id) = unit.dwo_id.filter(|_| is_skeleton(&unit)) else {
            return InputUnit::new(Rc::clone(main), header, None, (info, 0));
        };
        if !self.units.contains_key(&id) {
            for (package, info) in std::mem::take(&mut self.packages) {
                if let Some(dwarf) = package.find_cu(id, main)? {
                    // The part of the section with this unit.
                    let row = package.cu_index.find(id.0).unwrap_or(0);
                    let mut parts = package.cu_index.sections(row)?;
                    let part = parts.find(|part| part.section == gimli::IndexSectionId::DebugInfo);
                    let (start, size) = part.map_or((0, 0), |part| (part.offset, part.size));
                    let part = info.slice().get(start as usize..).unwrap_or_default();
                    let part = part.get(..size as usize).unwrap_or_default();
                    self.add(dwarf, EndianSlice::new(part, LittleEndian))?;
                }
                self.packages.push((package, info));
            }
        }
        // Each is of one unit of the module.
        let Some(found) = self.units.remove(&id) else {
            let file = file_of(main, &unit);
            return Err(DwarfError::new(format!("it is split: most of it is in `{file}`")));
        };
        if found.header.version() != header.version() {
            return Err(DwarfError::new("units in files beside the module have other versions"));
        }
        InputUnit::new(found.dwarf, found.header, Some(header), (found.info, found.base))
    }
}
