//! Copies the entries of units, and writes those that are new.

mod attributes;
mod new_entry;

use super::frames::FrameAtCall;
use super::lines::{Place, Table};
use super::sections::{self, Bytes, Sections, close_length, unsigned, word};
use super::tree::{self, Tree};
use super::units::{InputUnit, Source};
use super::{ADDED, Budget, DwarfError, Input, TranslatedDwarf};
use attributes::Seen;
use gimli::{Abbreviation, Dwarf, Unit, UnitType};
use invar_ir::FunctionLocations;
use new_entry::{NewEntry, list, place, unit_ranges};
use rustc_hash::FxHashMap;

/// A reference in the output to an entry of the input.
struct Reference {
    at: u32,
    target: u32,
    /// Where the unit starts that the offset counts from.
    base: u32,
}

struct Writer<'a> {
    input: Input<'a>,
    /// The functions of the output by their numbers in the input.
    outputs: FxHashMap<u32, usize>,
    info: Vec<u8>,
    abbreviations: FxHashMap<Vec<u8>, u32>,
    abbrev: Vec<u8>,
    ranges: Vec<u8>,
    rnglists: Vec<u8>,
    /// The ranges of units by address, if the input has them.
    aranges: Option<Vec<u8>>,
    /// Lists of locations, of versions 4 and 5.
    locations: [Vec<u8>; 2],
    /// The strings of other files, behind those of the module.
    strings: Vec<u8>,
    /// Where each of those is in the section.
    string_offsets: FxHashMap<&'a [u8], u32>,
    /// How many bytes of strings the module has.
    own_strings: u32,
    /// The offsets of entries in the input and the output; then those that were added.
    moved: Vec<(u32, u32)>,
    added: FxHashMap<u32, u32>,
    /// Functions without an entry that something refers to.
    wanted: Vec<u32>,
    references: Vec<Reference>,
    /// Where the offsets of line tables are.
    tables: Vec<(u32, usize)>,
    entry: NewEntry,
    address_size: u8,
    /// How many variables have a place or value in the output, and in the input.
    located: (u32, u32),
}

/// A unit of the output while it is written.
struct CurrentUnit {
    /// Where it is in the input.
    input: std::ops::Range<u32>,
    /// Where it starts in the output.
    start: u32,
    version: u16,
    table: Option<usize>,
    /// Where its code is.
    ranges: Vec<(u32, u32)>,
    /// Where the offset of those belongs.
    ranges_at: Option<u32>,
}

/// An entry whose children are being copied.
#[derive(Clone, Copy)]
struct Open {
    /// Its node in the tree of the function.
    node: Option<u32>,
    is_function: bool,
}

/// A function whose entries are being copied.
struct CurrentFunction {
    tree: Tree,
    /// Which of the functions of the output.
    number: usize,
    /// The calls at which variables in the frame are found.
    frame: Vec<FrameAtCall>,
}

/// What becomes of an entry.
enum Fate {
    Copied,
    /// With a node of the function's tree.
    Placed(u32),
    /// A function, with code.
    Function(Box<CurrentFunction>),
    /// A function without code.
    Gone,
    LeftOut,
}

/// Writes the units of the input with new addresses, and what is added.
pub(crate) fn write<'a>(
    sections: &Sections<'a>,
    dwarf: &Dwarf<Bytes<'a>>,
    units: &[InputUnit<'a>],
    input: Input<'a>,
    budget: &mut Budget,
) -> Result<TranslatedDwarf, DwarfError> {
    let mut outputs = FxHashMap::default();
    for (n, function) in input.locations.functions.iter().enumerate() {
        if let Some(func) = function.func {
            outputs.entry(func.as_u32()).or_insert(n);
        }
    }
    let mut writer = Writer {
        input,
        outputs,
        info: Vec::with_capacity(sections.get(".debug_info").len()),
        abbreviations: FxHashMap::default(),
        abbrev: Vec::new(),
        ranges: Vec::new(),
        rnglists: Vec::new(),
        aranges: (!sections.get(".debug_aranges").is_empty()).then(Vec::new),
        locations: [Vec::new(), Vec::new()],
        strings: Vec::new(),
        string_offsets: FxHashMap::default(),
        own_strings: sections.get(".debug_str").len() as u32,
        moved: Vec::new(),
        added: FxHashMap::default(),
        wanted: Vec::new(),
        references: Vec::new(),
        tables: Vec::new(),
        entry: NewEntry::default(),
        located: (0, 0),
        address_size: units.first().map_or(4, |unit| unit.header.address_size()),
    };
    if units.iter().any(|unit| unit.header.address_size() != writer.address_size) {
        return Err(DwarfError::new("units have addresses of different sizes"));
    }
    for unit in units {
        let source = unit.open(dwarf)?;
        if let Some(program) = &source.unit.line_program {
            budget.spend(program.header().header_length())?;
        }
        writer.unit(&source)?;
    }
    writer.added_unit();
    writer.finish(sections)
}

impl<'a> Writer<'a> {
    fn unit(&mut self, source: &Source<'a, '_>) -> Result<(), DwarfError> {
        let (unit, start) = (&source.unit, source.start);
        let end = start + unit.header.length_including_self() as u32;
        let mut current = CurrentUnit {
            input: start..end,
            start: self.info.len() as u32,
            version: unit.version(),
            table: self.input.lines.of(unit),
            ranges: Vec::new(),
            ranges_at: None,
        };
        let type_at = self.unit_header(unit.version(), unit.header.type_());
        let mut entries = unit.entries_raw(None)?;
        let mut open: Vec<Open> = Vec::new();
        let mut functions: Vec<CurrentFunction> = Vec::new();
        let mut left_out: Option<isize> = None;
        while !entries.is_empty() {
            let die = start + entries.next_offset().0 as u32;
            let depth = entries.next_depth();
            let Some(abbreviation) = entries.read_abbreviation()? else {
                match (left_out, open.pop()) {
                    (Some(depth), back) => {
                        open.extend(back);
                        left_out = left_out.filter(|_| entries.next_depth() != depth);
                    }
                    (None, Some(last)) => self.close(last, &mut functions, &mut current),
                    (None, None) => {}
                }
                continue;
            };
            if left_out.is_none() && open.is_empty() && depth > 0 {
                return Err(DwarfError::new("a unit has entries behind its end"));
            }
            let fate = match left_out {
                Some(_) => Fate::LeftOut,
                None => self.fate(die, abbreviation, functions.last()),
            };
            if matches!(fate, Fate::LeftOut) {
                entries.skip_attributes(abbreviation.attributes())?;
                if left_out.is_none() && abbreviation.has_children() {
                    left_out = Some(depth);
                }
                continue;
            }
            self.moved.push((die, self.info.len() as u32));
            let node = match fate {
                Fate::Placed(node) => Some(node),
                Fate::Function(_) => Some(0),
                _ => None,
            };
            let is_gone = matches!(fate, Fate::Gone);
            let is_function = matches!(fate, Fate::Function(_));
            if let Fate::Function(function) = fate {
                functions.push(*function);
            }
            let new_calls = functions.last().zip(node);
            let new_calls =
                new_calls.is_some_and(|(of, node)| !of.tree.nodes[node as usize].calls.is_empty());
            let has_children = abbreviation.has_children() || new_calls;
            self.entry.begin(abbreviation.tag(), has_children);
            let mut seen = Seen::default();
            for &spec in abbreviation.attributes() {
                let before = self.entry.specs.len();
                let function = functions.last_mut();
                self.attribute(&mut entries, spec, source, function, &mut seen, &mut current)?;
                if matches!(spec.name(), gimli::DW_AT_location | gimli::DW_AT_const_value) {
                    self.located.0 += u32::from(self.entry.specs.len() > before);
                    self.located.1 += 1;
                }
            }
            if let Some((function, node)) = functions.last().zip(node) {
                let ranges = &function.tree.nodes[node as usize].ranges;
                place(
                    &mut self.entry,
                    ranges,
                    &mut self.ranges,
                    &mut self.rnglists,
                    (current.version, self.address_size),
                );
                if is_function {
                    current.ranges.extend(ranges);
                }
            }
            let frame = functions.last().and_then(|function| function.tree.frame.as_ref());
            if let Some(frame) = frame.filter(|_| is_function && !seen.has_frame_base) {
                let base = frame.expression();
                self.entry.expression(gimli::DW_AT_frame_base, Some(base));
            }
            if is_gone && seen.is_concrete && !seen.is_described {
                self.entry.number(gimli::DW_AT_inline, gimli::DW_INL_inlined.0.into());
            }
            let is_root = depth == 0;
            if let Some(skeleton) = source.skeleton.as_ref().filter(|_| is_root) {
                self.skeleton(skeleton, &current);
                seen.is_concrete = true;
            }
            if is_root && seen.is_concrete {
                let (at, size) = (gimli::DW_AT_low_pc, self.address_size);
                self.entry.spec(at, gimli::DW_FORM_addr);
                sections::address(0, size, &mut self.entry.values);
                self.entry.word(gimli::DW_AT_ranges, gimli::DW_FORM_sec_offset, 0);
            }
            self.write_entry(current.start);
            if is_root && seen.is_concrete {
                current.ranges_at = Some(self.info.len() as u32 - 4);
            }
            let last = Open { node, is_function };
            if abbreviation.has_children() {
                open.push(last);
            } else if new_calls {
                self.close(last, &mut functions, &mut current);
            } else if is_function {
                self.end_function(functions.pop(), &current);
            }
        }
        while let Some(last) = open.pop() {
            self.close(last, &mut functions, &mut current);
        }
        if let (Some(at), UnitType::Type { type_offset, .. }) = (type_at, unit.header.type_()) {
            let (target, base) = (start.wrapping_add(type_offset.0 as u32), current.start);
            self.references.push(Reference { at, target, base });
        }
        self.end_unit(current)
    }

    /// What the unit of the module says of one that is in another file.
    fn skeleton(&mut self, skeleton: &Unit<Bytes<'a>>, current: &CurrentUnit) {
        if let Some(directory) = &skeleton.comp_dir {
            self.entry.bytes(gimli::DW_AT_comp_dir, directory.slice());
        }
        if let Some(table) = current.table {
            self.entry.line_table(table);
        }
    }

    /// What becomes of an entry.
    fn fate(&mut self, die: u32, entry: &Abbreviation, function: Option<&CurrentFunction>) -> Fate {
        let node = function.and_then(|function| function.tree.by_die.get(&die));
        match (entry.tag(), node) {
            (gimli::DW_TAG_subprogram, _) => {
                let Some(&func) = self.input.scopes.numbers.get(&die) else { return Fate::Gone };
                let is_one = !self.input.several.contains_key(&func);
                let Some(&n) = self.outputs.get(&func).filter(|_| is_one) else {
                    return Fate::Gone;
                };
                let locations = self.input.locations;
                let function = &locations.functions[n];
                let tree = Tree::of(&self.input, function);
                Fate::Function(Box::new(CurrentFunction { tree, number: n, frame: Vec::new() }))
            }
            (_, Some(&node)) => Fate::Placed(node),
            (gimli::DW_TAG_inlined_subroutine, None) => Fate::LeftOut,
            (gimli::DW_TAG_call_site | gimli::DW_TAG_GNU_call_site, _) => Fate::LeftOut,
            _ => Fate::Copied,
        }
    }

    /// Ends the children of an entry: new calls come behind them.
    fn close(
        &mut self,
        last: Open,
        functions: &mut Vec<CurrentFunction>,
        current: &mut CurrentUnit,
    ) {
        if let Some((function, node)) = functions.last().zip(last.node) {
            let version = (current.version, current.table);
            let (unit, start) = (current.input.clone(), current.start);
            self.calls(&function.tree, node, version, &unit, start);
        }
        self.info.push(0);
        if last.is_function {
            self.end_function(functions.pop(), current);
        }
    }

    /// Takes over the lines of a function.
    fn end_function(&mut self, function: Option<CurrentFunction>, current: &CurrentUnit) {
        if let (Some(function), Some(table)) = (function, current.table) {
            let table = &mut self.input.lines.tables[table];
            tree::know_files(table, &function.tree);
            table.rows.extend(function.tree.rows);
        }
    }

    /// Writes the inlined calls in a node, with those in them.
    fn calls(
        &mut self,
        tree: &Tree,
        node: u32,
        (version, table): (u16, Option<usize>),
        unit: &std::ops::Range<u32>,
        start: u32,
    ) {
        // None ends the children of an entry.
        let mut left: Vec<Option<u32>> =
            tree.nodes[node as usize].calls.iter().map(|&call| Some(call)).collect();
        while let Some(next) = left.pop() {
            let Some(call) = next.map(|call| &tree.nodes[call as usize]) else {
                self.info.push(0);
                continue;
            };
            let has_children = !call.calls.is_empty() || !call.variables.is_empty();
            match call.origin {
                None => self.entry.begin(gimli::DW_TAG_lexical_block, has_children),
                Some(origin) => {
                    self.entry.begin(gimli::DW_TAG_inlined_subroutine, has_children);
                    if origin >= ADDED && !self.added.contains_key(&origin) {
                        self.added.insert(origin, 0);
                        self.wanted.push(origin - ADDED);
                    }
                    self.entry.reference(gimli::DW_AT_abstract_origin, origin, unit);
                }
            }
            place(
                &mut self.entry,
                &call.ranges,
                &mut self.ranges,
                &mut self.rnglists,
                (version, self.address_size),
            );
            if let (Some(Place { file, line, column }), Some(table)) = (call.site, table) {
                let file = self.input.lines.tables[table].file(file);
                self.entry.number(gimli::DW_AT_call_file, file);
                self.entry.number(gimli::DW_AT_call_line, line.into());
                self.entry.number(gimli::DW_AT_call_column, column.into());
            }
            self.write_entry(start);
            for variable in &call.variables {
                let tag = match variable.is_parameter {
                    true => gimli::DW_TAG_formal_parameter,
                    false => gimli::DW_TAG_variable,
                };
                self.entry.begin(tag, false);
                self.entry.reference(gimli::DW_AT_abstract_origin, variable.origin, unit);
                if let Some(offset) = self.write_list(variable.list.clone(), version) {
                    self.entry.word(gimli::DW_AT_location, gimli::DW_FORM_sec_offset, offset);
                }
                self.write_entry(start);
            }
            if has_children {
                left.push(None);
                left.extend(call.calls.iter().map(|&call| Some(call)));
            }
        }
    }

    /// Starts a unit; where the offset of a type belongs, if it has one.
    fn unit_header(&mut self, version: u16, kind: UnitType<usize>) -> Option<u32> {
        word(0, &mut self.info);
        self.info.extend(version.to_le_bytes());
        if version < 5 {
            word(0, &mut self.info);
            self.info.push(self.address_size);
            return None;
        }
        let unit_type = match kind {
            UnitType::Type { .. } => gimli::DW_UT_type,
            UnitType::Partial => gimli::DW_UT_partial,
            _ => gimli::DW_UT_compile,
        };
        self.info.extend([unit_type.0, self.address_size]);
        word(0, &mut self.info);
        let UnitType::Type { type_signature, .. } = kind else { return None };
        self.info.extend(type_signature.0.to_le_bytes());
        word(0, &mut self.info);
        Some(self.info.len() as u32 - 4)
    }

    fn end_unit(&mut self, mut unit: CurrentUnit) -> Result<(), DwarfError> {
        if let Some(at) = unit.ranges_at {
            unit.ranges.sort_unstable();
            let which = (unit.version, self.address_size);
            let offset = list(&unit.ranges, &mut self.ranges, &mut self.rnglists, which);
            self.info[at as usize..][..4].copy_from_slice(&offset.to_le_bytes());
            if let Some(aranges) = &mut self.aranges {
                unit_ranges(unit.start, &unit.ranges, self.address_size, aranges);
            }
        }
        close_length(unit.start as usize, &mut self.info);
        if self.info.len() > (ADDED / 2) as usize {
            return Err(DwarfError::new("it is too large"));
        }
        Ok(())
    }

    /// Writes the entry that was made, in a unit that starts there.
    fn write_entry(&mut self, unit: u32) {
        let entry = &self.entry;
        let mut key = Vec::with_capacity(entry.specs.len() + 6);
        unsigned(entry.tag.into(), &mut key);
        key.push(u8::from(entry.has_children));
        key.extend(&entry.specs);
        let next = self.abbreviations.len() as u32 + 1;
        let code = match self.abbreviations.get(&key) {
            Some(&code) => code,
            None => {
                unsigned(next.into(), &mut self.abbrev);
                self.abbrev.extend(&key);
                self.abbrev.extend([0, 0]);
                self.abbreviations.insert(key, next);
                next
            }
        };
        unsigned(code.into(), &mut self.info);
        let base = self.info.len() as u32;
        self.info.extend(&entry.values);
        for &(at, target, is_near) in &entry.references {
            let from = if is_near { unit } else { 0 };
            self.references.push(Reference { at: base + at, target, base: from });
        }
        self.tables.extend(entry.table.map(|(at, table)| (base + at, table)));
    }

    /// A unit of the functions that have none in the input: those with code that was inlined into them, and those that
    /// were inlined.
    fn added_unit(&mut self) {
        let locations = self.input.locations;
        let mut trees: Vec<(&FunctionLocations, Tree)> = Vec::new();
        for function in &locations.functions {
            let number = function.func.map(|func| func.as_u32());
            let is_described = number.is_some_and(|func| {
                self.input.scopes.origins.contains_key(&func)
                    && self
                        .outputs
                        .get(&func)
                        .is_some_and(|&n| std::ptr::eq(&locations.functions[n], function))
                    && !self.input.several.contains_key(&func)
            });
            if !is_described {
                let tree = Tree::of(&self.input, function);
                let is_several = number.is_some_and(|func| self.input.several.contains_key(&func));
                if tree.is_known() || is_several {
                    trees.push((function, tree));
                }
            }
        }
        if trees.is_empty() && self.wanted.is_empty() {
            return;
        }
        let table = self.input.lines.tables.len();
        self.input.lines.tables.push(Table::added());
        let mut unit = CurrentUnit {
            input: ADDED..u32::MAX,
            start: self.info.len() as u32,
            version: 4,
            table: Some(table),
            ranges: Vec::new(),
            ranges_at: None,
        };
        self.unit_header(4, UnitType::Compilation);
        self.entry.begin(gimli::DW_TAG_compile_unit, true);
        self.entry.text(gimli::DW_AT_producer, "Invar");
        self.entry.text(gimli::DW_AT_name, "functions without a unit");
        self.entry.number(gimli::DW_AT_language, gimli::DW_LANG_C11.0.into());
        self.entry.line_table(table);
        self.entry.spec(gimli::DW_AT_low_pc, gimli::DW_FORM_addr);
        sections::address(0, self.address_size, &mut self.entry.values);
        self.entry.word(gimli::DW_AT_ranges, gimli::DW_FORM_sec_offset, 0);
        self.write_entry(unit.start);
        unit.ranges_at = Some(self.info.len() as u32 - 4);
        for (function, tree) in trees {
            let has_calls = !tree.nodes[0].calls.is_empty();
            self.entry.begin(gimli::DW_TAG_subprogram, has_calls);
            let name = function.func.map(|func| self.input.name(func.as_u32()));
            self.entry.text(gimli::DW_AT_name, &name.unwrap_or_else(|| "added".to_owned()));
            let ranges = &tree.nodes[0].ranges;
            place(
                &mut self.entry,
                ranges,
                &mut self.ranges,
                &mut self.rnglists,
                (4, self.address_size),
            );
            unit.ranges.extend(ranges);
            if let Some(frame) = &tree.frame {
                let base = frame.expression();
                self.entry.expression(gimli::DW_AT_frame_base, Some(base));
            }
            self.write_entry(unit.start);
            if has_calls {
                self.calls(&tree, 0, (4, Some(table)), &unit.input, unit.start);
                self.info.push(0);
            }
            let table = &mut self.input.lines.tables[table];
            tree::know_files(table, &tree);
            table.rows.extend(tree.rows);
        }
        for func in std::mem::take(&mut self.wanted) {
            self.added.insert(ADDED | func, self.info.len() as u32);
            self.entry.begin(gimli::DW_TAG_subprogram, false);
            let name = self.input.name(func);
            self.entry.text(gimli::DW_AT_name, &name);
            self.entry.number(gimli::DW_AT_inline, gimli::DW_INL_inlined.0.into());
            self.write_entry(unit.start);
        }
        self.info.push(0);
        self.end_unit(unit).expect("it is small");
    }

    /// Ends the sections.
    fn finish(mut self, sections: &Sections<'a>) -> Result<TranslatedDwarf, DwarfError> {
        self.abbrev.push(0);
        self.moved.sort_unstable();
        for &Reference { at, target, base } in &self.references {
            let found = match target >= ADDED {
                true => self.added.get(&target).copied(),
                false => {
                    let n = self.moved.binary_search_by_key(&target, |moved| moved.0);
                    n.ok().map(|n| self.moved[n].1)
                }
            };
            let Some(found) = found else {
                return Err(DwarfError::new(format!(
                    "nothing is kept at 0x{target:x}, which an entry refers to"
                )));
            };
            let offset = found.wrapping_sub(base);
            self.info[at as usize..][..4].copy_from_slice(&offset.to_le_bytes());
        }
        let mut line_strings = sections.get(".debug_line_str").to_vec();
        let (line, offsets) = self.input.lines.write(self.address_size, &mut line_strings);
        for &(at, table) in &self.tables {
            self.info[at as usize..][..4].copy_from_slice(&offsets[table].to_le_bytes());
        }
        if !self.rnglists.is_empty() {
            close_length(0, &mut self.rnglists);
        }
        let [loc, mut loclists] = self.locations;
        if !loclists.is_empty() {
            close_length(0, &mut loclists);
        }
        let aranges = self.aranges.unwrap_or_default();
        let kept = |name| sections.get(name).to_vec();
        let mut strings = kept(".debug_str");
        strings.extend(&self.strings);
        let mut all = vec![
            (".debug_info", self.info),
            (".debug_abbrev", self.abbrev),
            (".debug_line", line),
            (".debug_aranges", aranges),
            (".debug_ranges", self.ranges),
            (".debug_rnglists", self.rnglists),
            (".debug_loc", loc),
            (".debug_loclists", loclists),
            (".debug_str", strings),
            (".debug_str_offsets", kept(".debug_str_offsets")),
            (".debug_line_str", line_strings),
        ];
        all.retain(|(_, data)| !data.is_empty());
        let (located, located_before) = self.located;
        Ok(TranslatedDwarf { sections: all, located, located_before, dropped: Vec::new() })
    }
}
