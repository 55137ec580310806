//! Modules with more data segments than engines accept, as compilers write them that make a segment for each
//! object: segments are joined in the bytes of the module, before it is validated.
//!
//! Two segments become one if both are active, at constant offsets in one memory, the second begins where
//! the first ends, and nothing is written in between. The memory is declared to be large enough for both:
//! if a segment were out of bounds, those before it would have been written when instantiation fails.
//! Active segments that do not overlap may be written in any order, so they are sorted by address, unless code
//! refers to segments by number. In a memory that the module defines, the bytes between two segments are zero
//! where none overlap: the smallest such gaps are filled, as few as are needed for the limit.
//!
//! Code that refers to segments gets their new numbers in place, padded to the length that they had; so does the
//! count of segments. The data section comes behind the code, so all offsets in code stay what they are. Modules that
//! still have too many are refused. An active segment is dropped when the module is instantiated, and so is the one
//! that it becomes a part of. Names of segments are lost.
//!
//! Cost: linear, times the logarithm of the number of segments; nothing for modules within the limit.

use super::ReadError;
use invar_ir::limits::Limit;
use std::ops::Range;
use wasmparser::{
    BinaryReader, Data, DataKind, DataSectionReader, FunctionBody, MemoryType, Operator, Parser,
    Payload, TypeRef,
};

const MOST: u64 = Limit::DataSegments.most();

/// The longest gap that is filled, in bytes.
const GAP: u64 = 4096;

/// The module with fewer data segments, if there are too many. `None` if there are not, or if the
/// module is malformed, which is for the reader to say. Fails if too many are left.
pub(super) fn join(bytes: &[u8]) -> Result<Option<Vec<u8>>, ReadError> {
    match joined(bytes) {
        Some((_, count)) if Limit::DataSegments.is_over(count) => {
            let what = Limit::DataSegments.what();
            let message = format!(
                "there are {count} {what} when those that are next to each other are joined: \
                 at most {MOST} can be read"
            );
            Err(ReadError::new(0, message))
        }
        joined => Ok(joined.map(|(wasm, _)| wasm)),
    }
}

/// The module with as few data segments as are needed, and how many there are.
fn joined(bytes: &[u8]) -> Option<(Vec<u8>, u64)> {
    let mut memories = Vec::new();
    let mut count_at = None;
    let mut bodies = Vec::new();
    for payload in Parser::new(0).parse_all(bytes) {
        match payload.ok()? {
            Payload::ImportSection(section) => {
                for import in section.into_imports() {
                    if let TypeRef::Memory(ty) = import.ok()?.ty {
                        memories.push(Memory::new(ty, true));
                    }
                }
            }
            Payload::MemorySection(section) => {
                for ty in section {
                    memories.push(Memory::new(ty.ok()?, false));
                }
            }
            Payload::DataCountSection { range, .. } => count_at = Some(range),
            Payload::CodeSectionEntry(body) => bodies.push(body),
            Payload::DataSection(section) if u64::from(section.count()) > MOST => {
                let segments = segments(section.clone(), &memories)?;
                let joined = Joined::new(&segments, &memories, count_at.is_some());
                return joined.write(bytes, &section, &segments, count_at, &bodies);
            }
            _ => {}
        }
    }
    None
}

/// A memory that segments are written to.
struct Memory {
    /// The least number of bytes that it has.
    bytes: u64,
    is_imported: bool,
}

impl Memory {
    fn new(ty: MemoryType, is_imported: bool) -> Memory {
        let page = ty.page_size_log2.unwrap_or(16).min(16);
        Memory { bytes: ty.initial.saturating_mul(1 << page), is_imported }
    }
}

/// Where an active segment is written: at a constant offset, in bounds.
#[derive(Clone, Copy)]
struct Place {
    memory: u32,
    is_64: bool,
    start: u64,
    end: u64,
}

/// A segment of the input.
struct Segment {
    /// All of it, in the bytes of the module.
    range: Range<usize>,
    /// The bytes that it holds.
    data: Range<usize>,
    place: Option<Place>,
}

fn segments(section: DataSectionReader<'_>, memories: &[Memory]) -> Option<Vec<Segment>> {
    let segment = |data: wasmparser::Result<Data<'_>>| {
        let data = data.ok()?;
        let range = data.range.start as usize..data.range.end as usize;
        let of_data = range.end - data.data.len()..range.end;
        let place = place(&data, memories);
        Some(Segment { range, data: of_data, place })
    };
    section.into_iter().map(segment).collect()
}

fn place(data: &Data<'_>, memories: &[Memory]) -> Option<Place> {
    let DataKind::Active { memory_index: memory, offset_expr } = &data.kind else { return None };
    let mut operators = offset_expr.get_operators_reader();
    let (start, is_64) = match operators.read().ok()? {
        Operator::I32Const { value } => (u64::from(value as u32), false),
        Operator::I64Const { value } => (value as u64, true),
        _ => return None,
    };
    let is_alone = matches!(operators.read().ok()?, Operator::End);
    let end = start.checked_add(data.data.len() as u64)?;
    let is_inside = end <= memories.get(*memory as usize)?.bytes
        || invar_ir::mutant!(SegmentsJoinedOutOfBounds);
    (is_alone && is_inside).then_some(Place { memory: *memory, is_64, start, end })
}

/// What segments are joined.
struct Joined {
    /// The segments in their new order.
    order: Vec<usize>,
    /// For each place in that order, whether the segment is a part of the one before.
    goes_on: Vec<bool>,
}

impl Joined {
    fn new(segments: &[Segment], memories: &[Memory], have_numbers: bool) -> Joined {
        let mut order: Vec<usize> = (0..segments.len()).collect();
        let place = |n: usize| segments[n].place;
        let key = |n: usize| place(n).map(|place| (place.memory, place.start, place.end));
        // Segments that may be written in any order: runs of those at known places that do not overlap.
        let mut all_apart = true;
        for run in order.chunk_by_mut(|&a, &b| place(a).is_some() && place(b).is_some()) {
            let mut sorted = run.to_vec();
            sorted.sort_by_key(|&n| key(n));
            let overlap = |pair: &[usize]| match (place(pair[0]), place(pair[1])) {
                (Some(a), Some(b)) => a.memory == b.memory && a.end > b.start,
                _ => false,
            };
            let apart = !sorted.windows(2).any(overlap) || invar_ir::mutant!(SegmentsOverlap);
            all_apart &= apart && run.len() == segments.len();
            if apart && !have_numbers {
                run.copy_from_slice(&sorted);
            }
        }
        let is_sorted = order.windows(2).all(|pair| key(pair[0]) <= key(pair[1]));
        // The gaps in front of segments. In sorted order nothing is written to them.
        let gap = |before: usize, after: usize| {
            let (a, b) = (place(before)?, place(after)?);
            let gap = b.start.checked_sub(a.end)?;
            let is_zero = all_apart && is_sorted && !memories[a.memory as usize].is_imported;
            let fits = gap == 0 || gap <= GAP && is_zero;
            (a.memory == b.memory && a.is_64 == b.is_64 && fits).then_some(gap)
        };
        let pairs = order.windows(2).enumerate();
        let mut gaps: Vec<(u64, usize)> =
            pairs.filter_map(|(n, pair)| Some((gap(pair[0], pair[1])?, n + 1))).collect();
        gaps.sort_unstable();
        let mut goes_on = vec![false; order.len()];
        let mut left = order.len() as u64;
        for (gap, n) in gaps {
            if gap > 0 && left <= MOST {
                break;
            }
            goes_on[n] = true;
            left -= 1;
        }
        Joined { order, goes_on }
    }

    /// The module with these segments, and how many there are.
    fn write(
        &self,
        bytes: &[u8],
        section: &DataSectionReader<'_>,
        segments: &[Segment],
        count_at: Option<Range<u64>>,
        bodies: &[FunctionBody<'_>],
    ) -> Option<(Vec<u8>, u64)> {
        let mut numbers = vec![0; segments.len()];
        let mut count = 0;
        let mut content = Vec::new();
        let mut parts = self.order.iter().zip(&self.goes_on).peekable();
        while let Some((&first, _)) = parts.next() {
            numbers[first] = count;
            let segment = &segments[first];
            let mut data = bytes[segment.data.clone()].to_vec();
            let mut end = segment.place.map_or(0, |place| place.end);
            while let Some((&n, _)) = parts.next_if(|(_, goes_on)| **goes_on) {
                let place = segments[n].place.expect("only segments at known places are joined");
                data.resize(data.len() + (place.start - end) as usize, 0);
                data.extend(&bytes[segments[n].data.clone()]);
                (end, numbers[n]) = (place.end, count);
            }
            // The header ends with the number of bytes.
            let before = &bytes[segment.range.start..segment.data.start];
            content.extend(&before[..before.len() - size_bytes(bytes, segment)?]);
            wasm_encoder::Encode::encode(&data[..], &mut content);
            count += 1;
        }
        let range = section.range();
        let (start, end) = (range.start as usize, range.end as usize);
        let header = section_header(bytes, start)?;
        let mut out = bytes[..header].to_vec();
        if let Some(range) = count_at {
            super::many_locals::write_leb(
                &mut out[range.start as usize..range.end as usize],
                count,
            );
            for body in bodies {
                renumber(body, &numbers, &mut out)?;
            }
        }
        let mut counted = Vec::new();
        wasm_encoder::Encode::encode(&count, &mut counted);
        counted.extend(content);
        out.push(DATA_SECTION);
        wasm_encoder::Encode::encode(&counted[..], &mut out);
        out.extend(&bytes[end..]);
        Some((out, count.into()))
    }
}

const DATA_SECTION: u8 = 11;

/// Where a section begins whose content begins here: at its id, in front of its size.
fn section_header(bytes: &[u8], content: usize) -> Option<usize> {
    let mut at = content.checked_sub(2)?;
    // All bytes of the size but the last have the high bit set.
    while bytes[at] & 0x80 != 0 {
        at = at.checked_sub(1)?;
    }
    (bytes[at] == DATA_SECTION).then_some(at)
}

/// How many bytes the number of bytes of a segment takes.
fn size_bytes(bytes: &[u8], segment: &Segment) -> Option<usize> {
    let header = &bytes[segment.range.start..segment.data.start];
    let more = header.iter().rev().skip(1).take_while(|&&byte| byte & 0x80 != 0).count();
    (more < 5).then_some(more + 1)
}

/// Writes the new numbers of segments into a body.
fn renumber(body: &FunctionBody<'_>, numbers: &[u32], to: &mut [u8]) -> Option<()> {
    let base = body.range().start;
    let mut operators = body.get_operators_reader().ok()?;
    while !operators.eof() {
        let at = operators.original_position();
        let operator = operators.read().ok()?;
        let (data, is_of_type) = match operator {
            Operator::MemoryInit { data_index, .. } | Operator::DataDrop { data_index } => {
                (data_index, false)
            }
            Operator::ArrayNewData { array_data_index: data, .. }
            | Operator::ArrayInitData { array_data_index: data, .. } => (data, true),
            _ => continue,
        };
        // The prefix and the number of the operator, the type of an array, the segment.
        let mut reader = BinaryReader::new(&body.as_bytes()[(at - base) as usize..], at);
        reader.read_u8().ok()?;
        for _ in 0..1 + usize::from(is_of_type) {
            reader.read_var_u32().ok()?;
        }
        let start = reader.original_position() as usize;
        reader.read_var_u32().ok()?;
        let end = reader.original_position() as usize;
        let number = *numbers.get(data as usize)?;
        super::many_locals::write_leb(&mut to[start..end], number);
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use wasm_encoder::{ConstExpr, DataSection, EntityType, ImportSection, MemorySection, Module};

    /// How many segments are left of some of one byte at these places, in a memory of one page.
    fn left(places: &[i32], is_imported: bool) -> usize {
        let mut module = Module::new();
        let ty = wasm_encoder::MemoryType {
            minimum: 1,
            maximum: None,
            memory64: false,
            shared: false,
            page_size_log2: None,
        };
        if is_imported {
            module.section(ImportSection::new().import("m", "m", EntityType::Memory(ty)));
        } else {
            module.section(MemorySection::new().memory(ty));
        }
        let mut datas = DataSection::new();
        for &place in places {
            datas.active(0, &ConstExpr::i32_const(place), [1]);
        }
        // Passive segments are not joined, and make it too many.
        for _ in 0..MOST {
            datas.passive([]);
        }
        module.section(&datas);
        let (_, left) = joined(&module.finish()).expect("there are too many");
        (left - MOST) as usize
    }

    #[test]
    fn only_segments_that_are_in_bounds_are_joined() {
        assert_eq!(left(&[65_534, 65_535], true), 1);
        assert_eq!(left(&[65_535, 65_536], true), 2);
    }

    #[test]
    fn segments_next_to_each_other_are_joined_in_any_order() {
        assert_eq!(left(&[3, 1, 2, 0, 9, 8], true), 2);
        // The second write to one place is the later one.
        assert_eq!(left(&[3, 1, 2, 2], true), 3);
    }
}
