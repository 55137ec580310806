//! Memory packing: data segments without zeros, since memories that a module defines begin with
//! them; neighbours are joined.
//!
//! Not where a segment may be copied beyond the memory's end, which traps; where an offset is not a
//! constant; where segments overlap, so that zeros may replace other bytes; and not the segments that
//! operators mention.
//!
//! The module itself is not changed: the new segments are given to the writer. Linear in the data,
//! times a logarithm in the segments.

use crate::global_dce::Facts;
use crate::uses::Use;
use invar_analysis::{Fuel, counters};
use invar_ir::entities::EntitySet;
use invar_ir::{
    Data, DataData, Keep, MOST_SEGMENTS, Memory, Module, Op, SegmentBytes, SegmentMode, ZEROS_KEPT,
    nonzero_runs, segment_at,
};
use invar_rules::{sleb_size, uleb_size};
use std::ops::Range;

counters! {
    /// What memory packing did.
    pub struct Stats {
        /// Bytes of segments that went.
        bytes,
        /// Segments that others replaced.
        segments,
    }
}

/// A segment that is copied to a constant address.
struct Segment {
    at: u64,
    end: u64,
    data: Data,
    /// Operators mention it, so it stays.
    stays: bool,
}

/// A part of the new contents, which may be of several segments.
struct Piece {
    range: Range<u64>,
    /// The segments with the bytes: which of the list.
    of: Range<usize>,
}

/// The new segments, with their names. Those that they replace are no longer kept.
pub fn run(
    module: &Module,
    keep: &mut Keep,
    facts: Facts<'_>,
    fuel: &Fuel,
) -> (Vec<(DataData, Option<String>)>, Stats) {
    let (mut all, mut stats) = (Vec::new(), Stats::default());
    let mut mentioned = EntitySet::new();
    for func in module.funcs.keys() {
        for used in &facts.uses[func].uses {
            if let Use::Data(data) = *used {
                mentioned.insert(data);
            }
        }
    }
    for (memory, data) in &module.memories {
        if data.import.is_some() && !invar_ir::mutant!(MemoryPackingImported) {
            continue;
        }
        let Some(segments) = segments(module, keep, memory, &mentioned) else { continue };
        let mut kept = ZEROS_KEPT;
        let mut found = pieces(module, &segments, kept);
        // Each segment is one piece at the latest where runs of its length are kept.
        while found.len() > MOST_SEGMENTS.max(segments.len()) {
            kept *= 2;
            found = pieces(module, &segments, kept);
        }
        let before = segments.iter().filter(|segment| !segment.stays);
        let before: u64 = before.map(|segment| size(memory, segment.at, segment.end)).sum();
        let after: u64 = found.iter().map(|it| size(memory, it.range.start, it.range.end)).sum();
        if after >= before || !fuel.take() {
            continue;
        }
        for segment in segments.iter().filter(|segment| !segment.stays) {
            keep.datas.remove(segment.data);
            stats.segments += 1;
        }
        stats.bytes += before - after;
        for piece in &found {
            let bytes = contents(module, &segments[piece.of.clone()], &piece.range);
            let name = name(module, &segments, piece);
            all.push((segment_at(module, memory, piece.range.start, bytes), name));
        }
    }
    (all, stats)
}

/// The segments of a memory, by address. `None` if their contents cannot be given otherwise.
fn segments(
    module: &Module,
    keep: &Keep,
    memory: Memory,
    mentioned: &EntitySet<Data>,
) -> Option<Vec<Segment>> {
    let ty = &module.memories[memory].ty;
    let page = 1u128 << ty.page_size_log2.unwrap_or(16);
    let size = u128::from(ty.initial) * page;
    let mut all = Vec::new();
    for (data, content) in module.datas.iter().filter(|(data, _)| keep.datas.contains(*data)) {
        let SegmentMode::Active(of, offset) = &content.mode else { continue };
        if *of != memory {
            continue;
        }
        let at = match offset[..] {
            [Op::I32Const { value }] => u64::from(value as u32),
            [Op::I64Const { value }] => value as u64,
            _ => return None,
        };
        let end = at.checked_add(module.data_bytes(data).len() as u64)?;
        if u128::from(end) > size && !invar_ir::mutant!(MemoryPackingOutOfBounds) {
            return None;
        }
        all.push(Segment { at, end, data, stays: mentioned.contains(data) });
    }
    all.sort_by_key(|segment| (segment.at, segment.end));
    let is_apart = |pair: &[Segment]| pair[0].end <= pair[1].at;
    let are_apart = all.windows(2).all(is_apart) || invar_ir::mutant!(MemoryPackingOverlap);
    are_apart.then_some(all)
}

/// The contents without runs of more than `kept` zeros.
fn pieces(module: &Module, segments: &[Segment], kept: usize) -> Vec<Piece> {
    let mut all: Vec<Piece> = Vec::new();
    // Whether a segment that stays is behind the last piece.
    let mut is_behind = true;
    for (number, segment) in segments.iter().enumerate() {
        if segment.stays {
            is_behind = true;
            continue;
        }
        for run in nonzero_runs(module.data_bytes(segment.data), kept) {
            let (start, end) = (segment.at + run.start as u64, segment.at + run.end as u64);
            match all.last_mut() {
                Some(last) if !is_behind && start.saturating_sub(last.range.end) <= kept as u64 => {
                    last.range.end = end;
                    last.of.end = number + 1;
                }
                _ => all.push(Piece { range: start..end, of: number..number + 1 }),
            }
            is_behind = false;
        }
    }
    all
}

/// The bytes at some addresses, of the segments there, and zeros between them.
fn contents(module: &Module, segments: &[Segment], range: &Range<u64>) -> SegmentBytes {
    let part = |segment: &Segment| {
        let from = range.start.max(segment.at) - segment.at;
        let to = range.end.min(segment.end) - segment.at;
        from as usize..to as usize
    };
    if let [segment] = segments
        && let SegmentBytes::Input(input) = &module.datas[segment.data].bytes
    {
        let part = part(segment);
        return SegmentBytes::Input(input.start + part.start..input.start + part.end);
    }
    let mut bytes = vec![0; (range.end - range.start) as usize];
    for segment in segments {
        let part = part(segment);
        let at = (segment.at + part.start as u64 - range.start) as usize;
        bytes[at..at + part.len()].copy_from_slice(&module.data_bytes(segment.data)[part]);
    }
    SegmentBytes::Own(bytes.into())
}

/// The name of a piece: that of the segment in which it begins, with the distance from there.
fn name(module: &Module, segments: &[Segment], piece: &Piece) -> Option<String> {
    let segment = &segments[piece.of.start];
    let name = module.names.datas.get(&segment.data)?;
    Some(match piece.range.start - segment.at {
        0 => name.clone(),
        distance => format!("{name}+{distance}"),
    })
}

/// The bytes of a segment in the module.
fn size(memory: Memory, start: u64, end: u64) -> u64 {
    // The kind; `const`, offset and `end`; the length.
    let kind = if memory.as_u32() == 0 { 1 } else { 1 + uleb_size(memory.as_u32().into()) };
    let header = kind + 2 + sleb_size(start as i32 as i64) + uleb_size(end - start);
    u64::from(header) + end - start
}
