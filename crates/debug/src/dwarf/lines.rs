//! Line tables: the places of the input's code, and the tables of the output.
//!
//! Each table of the input gets one in the output, with the same files under the same numbers, so that what refers to
//! files stays. Files of other units, whose code was inlined, are appended.

use super::sections::{self, Bytes, close_length, signed, unsigned, word};
use super::{Budget, DwarfError};
use crate::ModuleInfo;
use gimli::{AttributeValue, ColumnType, Dwarf, LineProgramHeader, Unit};
use rustc_hash::FxHashMap;

/// A file, line and column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Place {
    /// Which of [`Files`].
    pub file: u32,
    pub line: u32,
    pub column: u32,
}

/// From an address on, code has a place, or none.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row {
    pub address: u32,
    pub place: Option<Place>,
    pub is_statement: bool,
    pub ends_prologue: bool,
    /// Nothing of the sequence follows.
    pub is_end: bool,
}

/// The files of all units, by path.
#[derive(Default)]
pub(crate) struct Files {
    paths: Vec<(Vec<u8>, Option<[u8; 16]>)>,
    numbers: FxHashMap<Vec<u8>, u32>,
}

impl Files {
    fn number(&mut self, path: Vec<u8>, md5: Option<[u8; 16]>) -> u32 {
        let next = self.paths.len() as u32;
        let number = *self.numbers.entry(path.clone()).or_insert(next);
        if number == next {
            self.paths.push((path, md5));
        }
        number
    }
}

/// A line table of the output.
pub(crate) struct Table<'a> {
    /// That of the input; none for functions without a unit.
    header: Option<LineProgramHeader<Bytes<'a>>>,
    version: u16,
    /// The files by their numbers in the table.
    own: Vec<u32>,
    /// The names of those, and of the directories.
    names: Vec<&'a [u8]>,
    directories: Vec<&'a [u8]>,
    numbers: FxHashMap<u32, u64>,
    added: Vec<u32>,
    pub rows: Vec<Row>,
}

impl Table<'_> {
    /// A table without an input.
    pub fn added() -> Self {
        Table {
            header: None,
            version: 4,
            own: Vec::new(),
            names: Vec::new(),
            directories: Vec::new(),
            numbers: FxHashMap::default(),
            added: Vec::new(),
            rows: Vec::new(),
        }
    }

    /// The file of a number.
    pub fn numbered(&self, number: u64) -> Option<u32> {
        let at = number.checked_sub(u64::from(self.version < 5))?;
        self.own.get(usize::try_from(at).ok()?).copied()
    }

    /// The number of a file in the table, which is appended if the table does not have it.
    pub fn file(&mut self, file: u32) -> u64 {
        let next = self.end();
        *self.numbers.entry(file).or_insert_with(|| {
            self.added.push(file);
            next
        })
    }

    /// The number behind the last one.
    fn end(&self) -> u64 {
        (self.own.len() + self.added.len()) as u64 + u64::from(self.version < 5)
    }
}

/// The line tables of a module.
#[derive(Default)]
pub(crate) struct Lines<'a> {
    pub files: Files,
    pub tables: Vec<Table<'a>>,
    by_offset: FxHashMap<usize, usize>,
    /// The places of the input, by address.
    rows: Vec<Row>,
}

impl<'a> Lines<'a> {
    /// Reads the table of a unit, unless it was read. Rows of functions that the module does not have are left out.
    pub fn read(
        &mut self,
        dwarf: &Dwarf<Bytes<'a>>,
        unit: &Unit<Bytes<'a>>,
        (module, code): (&ModuleInfo, u32),
        budget: &mut Budget,
    ) -> Result<(), DwarfError> {
        let Some(program) = &unit.line_program else { return Ok(()) };
        let header = program.header();
        budget.spend(header.header_length())?;
        let offset = header.offset().0;
        if self.by_offset.contains_key(&offset) {
            return Ok(());
        }
        self.by_offset.insert(offset, self.tables.len());
        let version = header.version();
        if !(4..=5).contains(&version) {
            return Err(DwarfError::new(format!("a line table has version {version}, not 4 or 5")));
        }
        budget.spend(header.raw_program_buf().len())?;
        let mut table = Table { header: Some(header.clone()), version, ..Table::added() };
        let text = |value: AttributeValue<Bytes<'a>>| {
            dwarf.attr_line_string(value).or_else(|_| dwarf.attr_string(unit, value))
        };
        for directory in header.include_directories() {
            table.directories.push(text(*directory)?.slice());
        }
        for file in header.file_names() {
            let mut path = unit.comp_dir.map_or(Vec::new(), |dir| dir.slice().to_vec());
            if let Some(directory) = file.directory(header) {
                join(&mut path, text(directory)?.slice());
            }
            let name = text(file.path_name())?.slice();
            table.names.push(name);
            join(&mut path, name);
            budget.spend(path.len() / 16)?;
            let md5 = header.file_has_md5().then(|| *file.md5());
            let number = self.files.number(path, md5);
            let next = table.own.len() as u64 + u64::from(version < 5);
            table.own.push(number);
            table.numbers.entry(number).or_insert(next);
        }
        let mut rows = program.clone().rows();
        // Whether the rows of a sequence are those of a function.
        let mut is_code = None;
        while let Some((_, row)) = rows.next_row()? {
            let address = u32::try_from(row.address()).unwrap_or(u32::MAX);
            let is_known = *is_code.get_or_insert_with(|| in_function(module, code, address));
            if row.end_sequence() {
                is_code = None;
            }
            if !is_known {
                continue;
            }
            let file = table.numbered(row.file_index());
            let line = row.line().map_or(0, |line| line.get());
            let place = file.filter(|_| line > 0 && !row.end_sequence()).map(|file| Place {
                file,
                line: line.min(u32::MAX.into()) as u32,
                column: match row.column() {
                    ColumnType::LeftEdge => 0,
                    ColumnType::Column(column) => column.get().min(u16::MAX.into()) as u32,
                },
            });
            self.rows.push(Row {
                address,
                place,
                is_statement: row.is_stmt(),
                ends_prologue: row.prologue_end(),
                is_end: row.end_sequence(),
            });
        }
        self.tables.push(table);
        Ok(())
    }

    /// Which table a unit has.
    pub fn of(&self, unit: &Unit<Bytes<'a>>) -> Option<usize> {
        let offset = unit.line_program.as_ref()?.header().offset().0;
        self.by_offset.get(&offset).copied()
    }

    /// Ends reading: of several rows at an address the last one holds.
    pub fn sort(&mut self) {
        self.rows.sort_by_key(|row| (row.address, !row.is_end));
        self.rows.dedup_by(|later, earlier| {
            let is_same = later.address == earlier.address;
            if is_same {
                later.ends_prologue |= earlier.ends_prologue;
                *earlier = *later;
            }
            is_same
        });
    }

    /// The rows of the addresses from one on up to another one.
    pub fn within(&self, start: u32, end: u32) -> &[Row] {
        let at = |address| self.rows.partition_point(|row| row.address < address);
        &self.rows[at(start)..at(end).max(at(start))]
    }

    /// The row that holds at an address of a function which starts there.
    pub fn at(&self, address: u32, start: u32) -> Option<&Row> {
        let after = self.rows.partition_point(|row| row.address <= address);
        after.checked_sub(1).map(|n| &self.rows[n]).filter(|row| row.address >= start)
    }

    /// Writes the tables, and gives their offsets. Paths of files that were added go behind the strings of lines.
    pub fn write(&self, address_size: u8, strings: &mut Vec<u8>) -> (Vec<u8>, Vec<u32>) {
        let (mut out, mut offsets) = (Vec::new(), Vec::new());
        let mut paths = FxHashMap::default();
        let mut path = |file: u32| {
            *paths.entry(file).or_insert_with(|| {
                let at = strings.len() as u32;
                strings.extend(&self.files.paths[file as usize].0);
                strings.push(0);
                at
            })
        };
        for table in &self.tables {
            let start = out.len();
            offsets.push(start as u32);
            word(0, &mut out);
            out.extend(table.version.to_le_bytes());
            if table.version >= 5 {
                out.extend([address_size, 0]);
            }
            let header = out.len();
            word(0, &mut out);
            // Length of instructions, operations in one, whether rows are statements at first.
            out.extend([1, 1, 1, LINE_BASE as u8, LINE_RANGE, OPCODE_BASE]);
            out.extend([0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1]);
            if table.version >= 5 {
                self.write_files_5(table, &mut path, &mut out);
            } else {
                self.write_files_4(table, &mut out);
            }
            close_length(header, &mut out);
            write_rows(table, address_size, &mut out);
            close_length(start, &mut out);
        }
        (out, offsets)
    }

    fn write_files_4(&self, table: &Table, out: &mut Vec<u8>) {
        let header = table.header.as_ref();
        let text = |value: &AttributeValue<Bytes>, out: &mut Vec<u8>| {
            if let AttributeValue::String(text) = value {
                out.extend(text.slice());
            }
            out.push(0);
        };
        header.map_or(&[][..], |it| it.include_directories()).iter().for_each(|it| text(it, out));
        out.push(0);
        for file in header.map_or(&[][..], |it| it.file_names()) {
            text(&file.path_name(), out);
            for number in [file.directory_index(), file.timestamp(), file.size()] {
                unsigned(number, out);
            }
        }
        for &file in &table.added {
            out.extend(&self.files.paths[file as usize].0);
            out.extend([0, 0, 0, 0]);
        }
        out.push(0);
    }

    fn write_files_5(&self, table: &Table, path: &mut impl FnMut(u32) -> u32, out: &mut Vec<u8>) {
        let Some(header) = &table.header else { return };
        let in_section = |value: &AttributeValue<Bytes>| match value {
            AttributeValue::DebugLineStrRef(offset) => Some(offset.0 as u32),
            _ => None,
        };
        let form = |in_section: bool| match in_section {
            true => gimli::DW_FORM_line_strp,
            false => gimli::DW_FORM_string,
        };
        let text = |value: &[u8], out: &mut Vec<u8>| {
            out.extend(value);
            out.push(0);
        };
        let directories = header.include_directories();
        out.push(1);
        unsigned(gimli::DW_LNCT_path.0.into(), out);
        let is_short = directories.iter().all(|value| in_section(value).is_some());
        unsigned(form(is_short).0.into(), out);
        unsigned(directories.len() as u64, out);
        for (directory, name) in directories.iter().zip(&table.directories) {
            match in_section(directory).filter(|_| is_short) {
                Some(offset) => word(offset, out),
                None => text(name, out),
            }
        }
        let files = header.file_names();
        let is_short = files.iter().all(|file| in_section(&file.path_name()).is_some());
        let file_form = form(is_short);
        let added = || table.added.iter().map(|&file| (file, &self.files.paths[file as usize]));
        let has_md5 = header.file_has_md5() && added().all(|(_, (_, md5))| md5.is_some());
        out.push(if has_md5 { 3 } else { 2 });
        for (content, form) in [
            (gimli::DW_LNCT_path, file_form),
            (gimli::DW_LNCT_directory_index, gimli::DW_FORM_udata),
            (gimli::DW_LNCT_MD5, gimli::DW_FORM_data16),
        ] {
            if content != gimli::DW_LNCT_MD5 || has_md5 {
                unsigned(content.0.into(), out);
                unsigned(form.0.into(), out);
            }
        }
        unsigned((files.len() + table.added.len()) as u64, out);
        for (file, name) in files.iter().zip(&table.names) {
            match in_section(&file.path_name()).filter(|_| is_short) {
                Some(offset) => word(offset, out),
                None => text(name, out),
            }
            unsigned(file.directory_index(), out);
            if has_md5 {
                out.extend(file.md5());
            }
        }
        for (file, (name, md5)) in added() {
            match is_short {
                true => word(path(file), out),
                false => text(name, out),
            }
            unsigned(0, out);
            out.extend(md5.iter().flatten().filter(|_| has_md5));
        }
    }
}

const LINE_BASE: i8 = -5;
const LINE_RANGE: u8 = 14;
const OPCODE_BASE: u8 = 13;

/// The instructions of a table.
fn write_rows(table: &Table, address_size: u8, out: &mut Vec<u8>) {
    if table.version < 5 && table.end() == 1 {
        // There is no file, so no row has a place; and each would be in file 1.
        return;
    }
    let start = (0u32, 1u64, 1i64, 0u32, true);
    let mut is_open = false;
    let (mut address, mut file, mut line, mut column, mut is_statement) = start;
    for row in &table.rows {
        if !is_open {
            (_, file, line, column, is_statement) = start;
            address = row.address;
            out.push(0);
            unsigned(u64::from(address_size) + 1, out);
            out.push(gimli::DW_LNE_set_address.0);
            sections::address(address, address_size, out);
        }
        is_open = !row.is_end;
        let advance = row.address - address;
        address = row.address;
        if row.is_end {
            out.push(gimli::DW_LNS_advance_pc.0);
            unsigned(advance.into(), out);
            out.extend([0, 1, gimli::DW_LNE_end_sequence.0]);
            continue;
        }
        let to = row.place.and_then(|place| Some((place, *table.numbers.get(&place.file)?)));
        if let Some((place, number)) = to {
            if number != file {
                out.push(gimli::DW_LNS_set_file.0);
                unsigned(number, out);
                file = number;
            }
            if place.column != column {
                out.push(gimli::DW_LNS_set_column.0);
                unsigned(place.column.into(), out);
                column = place.column;
            }
        } else if file >= table.end() && table.version >= 5 {
            // The first row has no place, and the file that tables begin with is not there.
            out.extend([gimli::DW_LNS_set_file.0, 0]);
            file = 0;
        }
        let is_one = row.is_statement && to.is_some();
        if is_one != is_statement {
            out.push(gimli::DW_LNS_negate_stmt.0);
            is_statement = is_one;
        }
        if row.ends_prologue {
            out.push(gimli::DW_LNS_set_prologue_end.0);
        }
        let to = to.map_or(0, |(place, _)| i64::from(place.line));
        write_step(advance, to - line, out);
        line = to;
    }
}

/// Moves address and line, and makes a row.
fn write_step(advance: u32, mut lines: i64, out: &mut Vec<u8>) {
    let range = i64::from(LINE_RANGE);
    if !(i64::from(LINE_BASE)..i64::from(LINE_BASE) + range).contains(&lines) {
        out.push(gimli::DW_LNS_advance_line.0);
        signed(lines, out);
        lines = 0;
    }
    let base = lines - i64::from(LINE_BASE) + i64::from(OPCODE_BASE);
    let opcode = base + i64::from(advance) * range;
    if let Ok(opcode) = u8::try_from(opcode) {
        return out.push(opcode);
    }
    out.push(gimli::DW_LNS_advance_pc.0);
    unsigned(advance.into(), out);
    out.push(base as u8);
}

/// Whether an address is in a function's body.
fn in_function(module: &ModuleInfo, code: u32, address: u32) -> bool {
    let offset = address.checked_add(code).filter(|_| address > 0);
    offset.is_some_and(|offset| {
        let n = module.bodies.partition_point(|body| body.end <= offset);
        module.bodies.get(n).is_some_and(|body| body.start <= offset)
    })
}

/// Appends a path, which replaces what is before it if it is absolute.
fn join(path: &mut Vec<u8>, more: &[u8]) {
    let is_absolute = more.starts_with(b"/") || more.get(1..3) == Some(b":\\");
    if is_absolute {
        path.clear();
    }
    if !path.is_empty() && !more.is_empty() && !path.ends_with(b"/") {
        path.push(b'/');
    }
    path.extend(more);
}
