//! Which function of the input each entry describes, and which blocks and inlined calls are around an address.

use super::expression;
use super::lines::{Lines, Place};
use super::locals::variables::LocalVariables;
use super::sections::Bytes;
use super::units::Source;
use super::{Budget, DwarfError};
use crate::ModuleInfo;
use gimli::Reader;
use gimli::{AttributeValue, DebuggingInformationEntry, Dwarf, Unit};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Reverse;

/// Deeper blocks count as part of those around them.
const MOST_DEPTH: u32 = 256;

/// A call that the compiler inlined.
#[derive(Clone, Copy, Debug)]
pub(crate) struct InlinedCall {
    /// The entry of the function.
    pub origin: u32,
    /// Where the call was.
    pub site: Option<Place>,
}

/// A block in a function.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scope {
    /// The block around it.
    pub parent: Option<u32>,
    /// Its entry.
    pub die: u32,
    /// If it is an inlined call.
    pub call: Option<InlinedCall>,
}

/// A variable of a function that is in its frame, wherever the function is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FrameVariable {
    /// The entry that others refer to.
    pub origin: u32,
    /// The block that it is in.
    pub scope: Option<u32>,
    pub is_parameter: bool,
    /// Where it is from the frame base on.
    pub offset: i64,
    /// Whether its address is there, and not the variable itself.
    pub is_address: bool,
}

/// The functions and blocks of a module.
#[derive(Default)]
pub(crate) struct Scopes {
    /// The entries that inlined calls of functions refer to, by the number of the function.
    pub origins: FxHashMap<u32, u32>,
    /// The numbers of functions by their entries.
    pub numbers: FxHashMap<u32, u32>,
    pub all: Vec<Scope>,
    /// The variables in frames, by the number of the function.
    pub variables: FxHashMap<u32, Vec<FrameVariable>>,
    /// The other ones whose place in the output may be found.
    pub in_locals: LocalVariables,
    /// The blocks with variables of both kinds.
    blocks: FxHashSet<u32>,
    /// The expressions of frame bases, by the number of the function.
    pub frame_bases: FxHashMap<u32, Vec<u8>>,
    /// Where blocks are: start, end, which.
    ranges: Vec<(u32, Reverse<u32>, u32)>,
    /// From which address on code is in which block.
    segments: Vec<(u32, Option<u32>)>,
}

pub(crate) type Entry<'a> = DebuggingInformationEntry<Bytes<'a>>;

impl Scopes {
    /// Adds those of a unit. Linear.
    pub fn read<'a>(
        &mut self,
        source: &Source<'a, '_>,
        lines: &Lines<'a>,
        (module, code): (&ModuleInfo, u32),
        budget: &mut Budget,
    ) -> Result<(), DwarfError> {
        let Source { dwarf, unit, start, .. } = source;
        let table = lines.of(unit);
        let mut entries = unit.entries_raw(None)?;
        // For each open entry: the block, how deep that is, and the function's body as addresses, with its number.
        type Around = (Option<u32>, u32, Option<(u32, u32, u32)>);
        let mut open: Vec<Around> = Vec::new();
        let mut entry = DebuggingInformationEntry::null();
        while !entries.is_empty() {
            let die = start + entries.next_offset().0 as u32;
            let Some(abbreviation) = entries.read_abbreviation()? else {
                open.pop();
                continue;
            };
            let mut around = open.last().copied().unwrap_or_default();
            let is_function = abbreviation.tag() == gimli::DW_TAG_subprogram;
            let is_block = matches!(
                abbreviation.tag(),
                gimli::DW_TAG_lexical_block
                    | gimli::DW_TAG_inlined_subroutine
                    | gimli::DW_TAG_try_block
                    | gimli::DW_TAG_catch_block
            );
            let is_parameter = abbreviation.tag() == gimli::DW_TAG_formal_parameter;
            let is_variable = is_parameter || abbreviation.tag() == gimli::DW_TAG_variable;
            let is_read = is_function || ((is_block || is_variable) && around.2.is_some());
            if !is_read {
                entries.skip_attributes(abbreviation.attributes())?;
            } else {
                entry.attrs.clear();
                for spec in abbreviation.attributes() {
                    entry.attrs.push(entries.read_attribute(*spec)?);
                }
                if let Some(body) = around.2.filter(|_| is_variable) {
                    let which = (die, is_parameter);
                    self.variable(which, (around.0, body.2), &entry, source, budget)?;
                    if abbreviation.has_children() {
                        open.push(around);
                    }
                    continue;
                }
                let ranges = ranges(dwarf, unit, &entry, budget)?;
                if is_function {
                    let first = ranges.first().map(|range| range.0);
                    let body =
                        first.and_then(|at| self.function(die, at, source, &entry, (module, code)));
                    around = (None, 0, body);
                } else if let Some(body) = around.2.filter(|_| around.1 < MOST_DEPTH) {
                    let number = self.all.len() as u32;
                    let is_call = abbreviation.tag() == gimli::DW_TAG_inlined_subroutine;
                    let site = || lines.site(table, &entry);
                    let call = is_call.then(|| reference(&entry, source)).flatten();
                    let call = call.map(|origin| InlinedCall { origin, site: site() });
                    self.all.push(Scope { parent: around.0, die, call });
                    for (start, end) in ranges {
                        let clip = |at: u64| at.clamp(body.0.into(), body.1.into()) as u32;
                        let (from, to) = (clip(start), clip(end));
                        if from < to {
                            self.ranges.push((from, Reverse(to), number));
                        }
                    }
                    around = (Some(number), around.1 + 1, around.2);
                }
            }
            if abbreviation.has_children() {
                open.push(around);
            }
        }
        Ok(())
    }

    /// Notes the entry of a function whose code starts at an address; the body, if the module has one there.
    fn function<'a>(
        &mut self,
        die: u32,
        at: u64,
        source: &Source<'a, '_>,
        entry: &Entry<'a>,
        (module, code): (&ModuleInfo, u32),
    ) -> Option<(u32, u32, u32)> {
        let offset = u32::try_from(at).ok().filter(|&at| at > 0)?.checked_add(code)?;
        let n = module.bodies.partition_point(|body| body.end <= offset);
        let body = module.bodies.get(n).filter(|body| body.start <= offset)?;
        let number = module.imported + n as u32;
        if self.origins.contains_key(&number) {
            return None;
        }
        let origin = reference(entry, source).unwrap_or(die);
        self.origins.insert(number, origin);
        self.numbers.insert(die, number);
        if let Some(AttributeValue::Exprloc(base)) = entry.attr_value(gimli::DW_AT_frame_base) {
            self.frame_bases.insert(number, base.0.slice().to_vec());
        }
        Some((body.start.checked_sub(code)?, body.end.checked_sub(code)?, number))
    }

    /// Notes the entry of a variable in a block of a function, if its place in the output may be found.
    fn variable<'a>(
        &mut self,
        (die, is_parameter): (u32, bool),
        (scope, func): (Option<u32>, u32),
        entry: &Entry<'a>,
        source: &Source<'a, '_>,
        budget: &mut Budget,
    ) -> Result<(), DwarfError> {
        let Source { dwarf, unit, .. } = source;
        let Some(location) = entry.attr_value(gimli::DW_AT_location) else { return Ok(()) };
        let origin = reference(entry, source).unwrap_or(die);
        if let AttributeValue::Exprloc(found) = location
            && let Some((offset, is_address)) = frame_offset(found.0)
        {
            let variable = FrameVariable { origin, scope, is_parameter, offset, is_address };
            self.variables.entry(func).or_default().push(variable);
            self.blocks.extend(scope);
            return Ok(());
        }
        let mut found = Vec::new();
        let mut add = |range, it| {
            let new = expression::translate(it, dwarf, unit, false, &mut |_| true, None)?;
            found.extend(new.map(|new| (range, new)));
            Ok::<(), DwarfError>(())
        };
        if let AttributeValue::Exprloc(it) = location {
            add((0, u64::MAX), it)?;
        } else if let Some(mut list) = dwarf.attr_locations(unit, location)? {
            while let Some(it) = list.next()? {
                budget.spend(1)?;
                add((it.range.begin, it.range.end), it.data)?;
            }
        }
        if !found.is_empty() {
            self.blocks.extend(scope);
            self.in_locals.add(func, (origin, scope, is_parameter), found);
        }
        Ok(())
    }

    /// Whether there are variables in a block that may be found, without the blocks in it.
    pub fn has_variables(&self, scope: u32) -> bool {
        self.blocks.contains(&scope)
    }

    /// Ends reading.
    pub fn sort(&mut self) {
        self.ranges.sort_unstable();
        let mut open: Vec<(u32, u32)> = Vec::new();
        let mut segments: Vec<(u32, Option<u32>)> = Vec::new();
        let mut begin = |at: u32, scope: Option<u32>| match segments.last_mut() {
            Some(last) if last.0 == at => last.1 = scope,
            _ => segments.push((at, scope)),
        };
        for (start, Reverse(end), scope) in std::mem::take(&mut self.ranges) {
            while let Some(&(closed, _)) = open.last().filter(|last| last.0 <= start) {
                open.pop();
                begin(closed, open.last().map(|last| last.1));
            }
            open.push((open.last().map_or(end, |last| last.0.min(end)), scope));
            begin(start, Some(scope));
        }
        while let Some((closed, _)) = open.pop() {
            begin(closed, open.last().map(|last| last.1));
        }
        self.segments = segments;
    }

    /// The innermost block around an address.
    pub fn at(&self, address: u32) -> Option<u32> {
        let after = self.segments.partition_point(|segment| segment.0 <= address);
        self.segments[after.checked_sub(1)?].1
    }

    /// Where blocks begin or end from one address up to another one.
    pub fn within(&self, start: u32, end: u32) -> impl Iterator<Item = u32> {
        let first = self.segments.partition_point(|segment| segment.0 < start);
        self.segments[first..].iter().map(|segment| segment.0).take_while(move |&at| at < end)
    }
}

/// The addresses of an entry's code: start and end.
fn ranges<'a>(
    dwarf: &Dwarf<Bytes<'a>>,
    unit: &Unit<Bytes<'a>>,
    entry: &Entry<'a>,
    budget: &mut Budget,
) -> Result<Vec<(u64, u64)>, DwarfError> {
    let mut found = Vec::new();
    if let Some(list) = entry.attr_value(gimli::DW_AT_ranges) {
        let mut ranges = dwarf.attr_ranges(unit, list)?;
        while let Some(range) = ranges.as_mut().map_or(Ok(None), |ranges| ranges.next())? {
            budget.spend(1)?;
            found.push((range.begin, range.end));
        }
        return Ok(found);
    }
    let Some(low) = entry.attr_value(gimli::DW_AT_low_pc) else { return Ok(found) };
    let low = dwarf.attr_address(unit, low)?;
    let high = match entry.attr_value(gimli::DW_AT_high_pc) {
        Some(AttributeValue::Udata(size)) => low.and_then(|low| low.checked_add(size)),
        Some(value) => dwarf.attr_address(unit, value)?,
        None => None,
    };
    found.extend(low.zip(high));
    Ok(found)
}

/// How far a variable is from the frame base on, and whether its address is there: if that is all that its expression
/// says.
fn frame_offset(mut expression: Bytes) -> Option<(i64, bool)> {
    if expression.read_u8() != Ok(gimli::DW_OP_fbreg.0) {
        return None;
    }
    let offset = expression.read_sleb128().ok()?;
    let is_address = expression.slice() == [gimli::DW_OP_deref.0];
    (is_address || expression.is_empty()).then_some((offset, is_address))
}

/// The entry that one has as its abstract origin.
fn reference<'a>(entry: &Entry<'a>, source: &Source<'a, '_>) -> Option<u32> {
    source.target(&entry.attr_value(gimli::DW_AT_abstract_origin)?)
}

impl Lines<'_> {
    /// Where the call of an inlined subroutine was.
    fn site(&self, table: Option<usize>, entry: &Entry) -> Option<Place> {
        let number = |name| entry.attr_value_raw(name)?.udata_value();
        let file = self.tables.get(table?)?.numbered(number(gimli::DW_AT_call_file)?)?;
        let narrow = |number: u64| number.min(u32::MAX.into()) as u32;
        let line = narrow(number(gimli::DW_AT_call_line)?);
        let column = number(gimli::DW_AT_call_column).map_or(0, narrow);
        Some(Place { file, line, column })
    }
}
